"""f(x) = p0 + p1 x + p2 x^2 + ..., by Horner's rule carried through the derivatives."""

from __future__ import annotations


def polynomial(x, p, k, a, b, out, c):
    """p: coefficients in rising powers; k: their number."""
    f0 = 0.0 * x
    f1 = f0
    f2 = f0
    f3 = f0
    for i in range(k[b] - 1, -1, -1):
        f3 = f3 * x + f2
        f2 = f2 * x + f1
        f1 = f1 * x + f0
        f0 = f0 * x + p[a + i]
    out[c] = f0
    out[c + 1] = f1
    out[c + 2] = 2.0 * f2
    out[c + 3] = 6.0 * f3
