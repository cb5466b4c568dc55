"""Vectors of three numbers for compiled code, and what a body's pose and twist do to them.

A pose holds r (3), A (9, row by row, body to world) and the Euler parameters (4); a twist r' (3) and the angular
velocity in body axes (3). Vectors are tuples, so that nothing is allocated.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.numerics.vectors_kernel import cross, dot, into_body, into_world, minus, plus, point_at, times, vector

__all__ = [
    "cross",
    "dot",
    "into_body",
    "into_world",
    "minus",
    "plus",
    "point_at",
    "rate",
    "second_rate",
    "times",
    "turning",
    "vector",
]


@njit
def turning(twist, v):
    """The angular velocity in body axes."""
    return vector(twist, v + 3)


@njit
def rate(pose, i, w, u):
    """A ~w u: derivative of a vector fixed in the body (Haug 9.2.40)."""
    return into_world(pose, i, cross(w, u))


@njit
def second_rate(pose, i, w, u):
    """A ~w ~w u: its second derivative at constant w (Haug 9.2.43)."""
    return into_world(pose, i, cross(w, cross(w, u)))
