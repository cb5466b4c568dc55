"""A plane curve whose coordinates are two functions of alpha."""

from __future__ import annotations

import math

from linkwork.functions.call_kernel import evaluate


def pair(x, p, k, a, b, out, c):
    """p: start, period; k: whether alpha is taken modulo the period; parts: X, Y."""
    u = x
    if k[b] == 1:
        u = x - math.floor((x.real - p[a].real) / p[a + 1].real) * p[a + 1]
    for axis in range(2):
        evaluate(u, p, k, k[b + 1 + axis], out, c + 8)
        for order in range(4):
            out[c + 2 * order + axis] = out[c + 8 + order]
