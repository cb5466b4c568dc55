"""The quintic between two states of a motion."""

from __future__ import annotations

from linkwork.base.arrays import Array

State = tuple[Array, Array, Array]


def hermite(t: float, first: tuple[float, State], last: tuple[float, State]) -> State:
    """Position, velocity and acceleration of the quintic that has both ends' position, velocity and acceleration."""
    (t0, (q0, v0, a0)), (t1, (q1, v1, a1)) = first, last
    h = t1 - t0
    x = (t - t0) / h
    d = q1 - q0 - h * v0 - 0.5 * h * h * a0
    e = h * (v1 - v0) - h * h * a0
    f = h * h * (a1 - a0)
    c3, c4, c5 = 10 * d - 4 * e + 0.5 * f, -15 * d + 7 * e - f, 6 * d - 3 * e + 0.5 * f
    q = q0 + x * h * v0 + 0.5 * (x * h) ** 2 * a0 + x**3 * (c3 + x * (c4 + x * c5))
    v = v0 + x * h * a0 + x**2 * (3 * c3 + x * (4 * c4 + 5 * x * c5)) / h
    a = a0 + x * (6 * c3 + x * (12 * c4 + 20 * x * c5)) / h**2
    return q, v, a
