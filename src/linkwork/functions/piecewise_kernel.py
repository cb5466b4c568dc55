"""Functions one after another, perhaps repeated with a period."""

from __future__ import annotations

import math

from linkwork.functions.call_kernel import evaluate


def piecewise(x, p, k, a, b, out, c):
    """p: start, period, ends of the pieces but the last; k: number of pieces, whether periodic; parts."""
    pieces = k[b]
    u = x
    if k[b + 1] == 1:
        turns = math.floor((x.real - p[a].real) / p[a + 1].real)
        u = x - turns * p[a + 1]
    piece = 0
    while piece < pieces - 1 and u.real >= p[a + 2 + piece].real:
        piece += 1
    evaluate(u, p, k, k[b + 2 + piece], out, c)
