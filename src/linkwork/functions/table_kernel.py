"""A quintic spline, by its polynomials between the knots."""

from __future__ import annotations

import math

from linkwork.numerics.jet_kernel import write
from linkwork.numerics.jit import njit

EXTEND, HOLD, PERIODIC = 0, 1, 2


@njit
def interval(x, p, a, knots):
    """The number of the interval that holds x, the first and the last reaching to infinity."""
    low, high = 0, knots - 1
    while high - low > 1:
        middle = (low + high) // 2
        if x < p[a + middle].real:
            high = middle
        else:
            low = middle
    return low


def table(x, p, k, a, b, out, c):
    """p: knots, then six coefficients an interval; k: number of knots, what is done outside."""
    knots = k[b]
    outside = k[b + 1]
    first, last = p[a], p[a + knots - 1]
    u = x
    if outside == PERIODIC:
        u = x - math.floor((x.real - first.real) / (last - first).real) * (last - first)
    elif outside == HOLD and u.real < first.real:
        u = first
    elif outside == HOLD and u.real > last.real:
        u = last
    place = interval(u.real, p, a, knots)
    h = u - p[a + place]
    q = a + knots + 6 * place
    c3, c4, c5 = p[q + 3], p[q + 4], p[q + 5]
    f = p[q] + h * (p[q + 1] + h * (p[q + 2] + h * (c3 + h * (c4 + h * c5))))
    if outside == HOLD and (x.real < first.real or x.real > last.real):
        write(out, c, f, 0.0)
        return
    out[c] = f
    out[c + 1] = p[q + 1] + h * (2.0 * p[q + 2] + h * (3.0 * c3 + h * (4.0 * c4 + h * 5.0 * c5)))
    out[c + 2] = 2.0 * p[q + 2] + h * (6.0 * c3 + h * (12.0 * c4 + h * 20.0 * c5))
    out[c + 3] = 6.0 * c3 + h * (24.0 * c4 + h * 60.0 * c5)
