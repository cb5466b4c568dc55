"""(X, Y) = center + radius (cos alpha, sin alpha)."""

from __future__ import annotations

from linkwork.numerics.scalar import cos, sin


def circle(x, p, k, a, b, out, c):
    """p: center x, center y, radius."""
    u = p[a + 2] * cos(x)
    v = p[a + 2] * sin(x)
    out[c] = p[a] + u
    out[c + 1] = p[a + 1] + v
    out[c + 2] = -v
    out[c + 3] = u
    out[c + 4] = -u
    out[c + 5] = -v
    out[c + 6] = v
    out[c + 7] = -u
