"""(X, Y) = through + alpha (ux, uy), (ux, uy) a unit vector."""

from __future__ import annotations


def straight(x, p, k, a, b, out, c):
    """p: point x, y, direction ux, uy."""
    out[c] = p[a] + x * p[a + 2]
    out[c + 1] = p[a + 1] + x * p[a + 3]
    out[c + 2] = p[a + 2]
    out[c + 3] = p[a + 3]
    for i in range(4, 8):
        out[c + i] = 0.0
