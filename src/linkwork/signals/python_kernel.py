"""A law that the user wrote as a Python function, called by its address."""

from __future__ import annotations

from linkwork.numerics.jit import call_function


def python(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """k: address, number of inputs, their places (-1: the time), number of results, their places."""
    count = k[b + 5]
    for n in range(count):
        place = k[b + 6 + n]
        out[c + n] = t if place < 0 else memory[place]
    call_function(k[b + 4], t, out, k, c, count, out, c + count)
    results = b + 6 + count
    for n in range(k[results]):
        memory[k[results + 1 + n]] = out[c + count + n]
