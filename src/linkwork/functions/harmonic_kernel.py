"""f(x) = mean + amplitude sin(frequency x + phase)."""

from __future__ import annotations

from linkwork.numerics.scalar import cos, sin


def harmonic(x, p, k, a, b, out, c):
    """p: mean, amplitude, frequency, phase."""
    w = p[a + 2]
    s = p[a + 1] * sin(w * x + p[a + 3])
    d = p[a + 1] * cos(w * x + p[a + 3])
    out[c] = p[a] + s
    out[c + 1] = w * d
    out[c + 2] = -w * w * s
    out[c + 3] = -w * w * w * d
