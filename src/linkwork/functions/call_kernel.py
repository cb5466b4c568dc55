"""Calling a function that is written in the tables."""

from __future__ import annotations

from linkwork.numerics.jit import call_function, njit


@njit
def evaluate(x, p, k, block, out, c):
    """Evaluate the function whose block begins at k[block]; results at out[c...]."""
    call_function(k[block], x, p, k, k[block + 1], block + 2, out, c)
