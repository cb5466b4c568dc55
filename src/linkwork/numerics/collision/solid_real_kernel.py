"""Real places of what a table holds, for the search of features: it decides, and has no derivative."""

from __future__ import annotations

import math

from linkwork.numerics.jit import njit
from linkwork.numerics.vectors_kernel import dot, into_body, into_world, minus, plus, times


@njit
def real(u):
    """The real parts of a vector."""
    return u[0].real, u[1].real, u[2].real


@njit
def real_vector(p, a):
    """Three numbers of a table, as real ones."""
    return p[a].real, p[a + 1].real, p[a + 2].real


@njit
def real_direction(pose, i, u):
    """A u, real."""
    return real(into_world(pose, i, real(u)))


@njit
def real_back(pose, i, u):
    """A' u, real."""
    return real(into_body(pose, i, u))


@njit
def real_place(pose, i, s):
    """r + A s, real."""
    return plus(real_vector(pose, i), real_direction(pose, i, s))


@njit
def real_in(pose, i, x):
    """A' (x - r), real."""
    return real_back(pose, i, minus(x, real_vector(pose, i)))


@njit
def norm(u):
    """Length."""
    return math.sqrt(dot(u, u))


@njit
def on_segment(s, e, x):
    """Fraction of the point of a segment that is nearest to x, and that point."""
    d = minus(e, s)
    square = dot(d, d)
    share = dot(d, minus(x, s)) / square if square > 0.0 else 0.0
    share = min(1.0, max(0.0, share))
    return share, plus(s, times(share, d))
