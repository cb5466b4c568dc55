"""(X, Y) = center + rho(alpha) (cos alpha, sin alpha), rho taken at alpha modulo 2 pi."""

from __future__ import annotations

import math

from linkwork.functions.call_kernel import evaluate
from linkwork.numerics.scalar import cos, sin

_TURN = 2.0 * math.pi


def polar(x, p, k, a, b, out, c):
    """p: center x, center y; part: rho.

    With r = rho, the n-th derivative has the radial part A_n and the tangential part B_n:
    A_1 = r', B_1 = r; A_2 = r'' - r, B_2 = 2 r'; A_3 = r''' - 3 r', B_3 = 3 r'' - r.
    """
    evaluate(x - _TURN * math.floor(x.real / _TURN), p, k, k[b], out, c + 8)
    r0, r1, r2, r3 = out[c + 8], out[c + 9], out[c + 10], out[c + 11]
    u, v = cos(x), sin(x)
    out[c] = p[a] + r0 * u
    out[c + 1] = p[a + 1] + r0 * v
    out[c + 2] = r1 * u - r0 * v
    out[c + 3] = r1 * v + r0 * u
    out[c + 4] = (r2 - r0) * u - 2.0 * r1 * v
    out[c + 5] = (r2 - r0) * v + 2.0 * r1 * u
    out[c + 6] = (r3 - 3.0 * r1) * u - (3.0 * r2 - r0) * v
    out[c + 7] = (r3 - 3.0 * r1) * v + (3.0 * r2 - r0) * u
