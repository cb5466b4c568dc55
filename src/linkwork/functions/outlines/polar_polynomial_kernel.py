"""A curve in polar coordinates whose radius is a polynomial: r = sum c_i ((theta - shift)/scale)^n_i."""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import cos, sin


@njit
def _power(x, n):
    """x^n for a whole n >= 0."""
    result = 1.0 + 0.0 * x
    for _ in range(n):
        result = result * x
    return result


def polar_polynomial(x, p, k, a, b, out, c):
    """p: centre, shift, scale, coefficients; k: their number, their orders."""
    scale = p[a + 3]
    u = (x - p[a + 2]) / scale
    r0 = 0.0 * u
    r1, r2, r3 = r0, r0, r0
    for i in range(k[b]):
        n = k[b + 1 + i]
        q = p[a + 4 + i]
        r0 = r0 + q * _power(u, n)
        if n > 0:
            r1 = r1 + n * q * _power(u, n - 1)
        if n > 1:
            r2 = r2 + n * (n - 1) * q * _power(u, n - 2)
        if n > 2:
            r3 = r3 + n * (n - 1) * (n - 2) * q * _power(u, n - 3)
    r1, r2, r3 = r1 / scale, r2 / (scale * scale), r3 / (scale * scale * scale)
    ex, ey = cos(x), sin(x)
    for axis in range(2):
        e, d = (ex, -ey) if axis == 0 else (ey, ex)
        out[c + axis] = p[a + axis] + r0 * e
        out[c + 2 + axis] = r1 * e + r0 * d
        out[c + 4 + axis] = (r2 - r0) * e + 2.0 * r1 * d
        out[c + 6 + axis] = (r3 - 3.0 * r1) * e + (3.0 * r2 - r0) * d
