"""A function of one variable (table, polynomial, pieces, formula of t) applied to a signal or to the time."""

from __future__ import annotations

from linkwork.functions.call_kernel import evaluate


def function(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """k: place of the result, place of the variable (-1: the time); function."""
    place = k[b + 5]
    x = t if place < 0 else memory[place]
    evaluate(x, p, k, k[b + 6], out, c)
    memory[k[b + 4]] = out[c]
