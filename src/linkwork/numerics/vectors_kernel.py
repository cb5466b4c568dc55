"""Vectors of three numbers for compiled code, and frames: a place r (3) and axes A (9, row by row) in a table.

Vectors are tuples, so that nothing is allocated.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import sqrt


@njit
def vector(p, a):
    """Three numbers of a table."""
    return p[a], p[a + 1], p[a + 2]


@njit
def put(out, c, u):
    """A vector at out[c...c+2]."""
    out[c] = u[0]
    out[c + 1] = u[1]
    out[c + 2] = u[2]


@njit
def dot(u, v):
    """Scalar product."""
    return u[0] * v[0] + u[1] * v[1] + u[2] * v[2]


@njit
def cross(u, v):
    """Vector product."""
    return u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]


@njit
def plus(u, v):
    """Sum."""
    return u[0] + v[0], u[1] + v[1], u[2] + v[2]


@njit
def minus(u, v):
    """Difference."""
    return u[0] - v[0], u[1] - v[1], u[2] - v[2]


@njit
def times(k, u):
    """A number times a vector."""
    return k * u[0], k * u[1], k * u[2]


@njit
def length(u):
    """Length of a vector; zero has no derivative."""
    return sqrt(dot(u, u))


@njit
def into_world(pose, i, u):
    """A u: a vector of the body in world axes."""
    return (
        pose[i + 3] * u[0] + pose[i + 4] * u[1] + pose[i + 5] * u[2],
        pose[i + 6] * u[0] + pose[i + 7] * u[1] + pose[i + 8] * u[2],
        pose[i + 9] * u[0] + pose[i + 10] * u[1] + pose[i + 11] * u[2],
    )


@njit
def into_body(pose, i, u):
    """A' u: a vector of the world in body axes."""
    return (
        pose[i + 3] * u[0] + pose[i + 6] * u[1] + pose[i + 9] * u[2],
        pose[i + 4] * u[0] + pose[i + 7] * u[1] + pose[i + 10] * u[2],
        pose[i + 5] * u[0] + pose[i + 8] * u[1] + pose[i + 11] * u[2],
    )


@njit
def point_at(pose, i, s):
    """r + A s: a point of the body in the world (Haug 9.2.16)."""
    return plus(vector(pose, i), into_world(pose, i, s))


@njit
def point_in(pose, i, x):
    """A' (x - r): a point of the world in body axes."""
    return into_body(pose, i, minus(x, vector(pose, i)))
