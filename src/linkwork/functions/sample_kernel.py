"""Evaluating one function at many places."""

from __future__ import annotations

from linkwork.functions.call_kernel import evaluate
from linkwork.numerics.jit import njit


@njit
def sample_rows(xs, p, k, block, work, rows):
    """Fill rows[n] with the results at xs[n]; `work` has room for the results and the scratch."""
    for n in range(xs.shape[0]):
        evaluate(xs[n], p, k, block, work, 0)
        for i in range(rows.shape[1]):
            rows[n, i] = work[i]
