"""How near the rows last solved with are to following from each other: their least pivot."""

from __future__ import annotations

from linkwork.numerics.jit import njit, part
from linkwork.numerics.ldl_kernel import ENTRY, ORDER, OTHER, ROW, STEP, M, N
from linkwork.places.layout_kernel import FACTOR, PATTERN, VALUES
from linkwork.system.constraints.equations_kernel import REGULARISATION


@njit
def least_pivot(k_table, w_table, implied):
    """The least pivot, as a share of its row's own size, of the rows that others do not imply, and how many they imply.

    The factor is that of the last solution; rows with a share of at most `implied` are those. It is 1 at the most.
    """
    k, w = part(k_table, 0), part(w_table, 0)
    base, values, factor, least, count = k[PATTERN], k[VALUES], k[FACTOR], 1.0, 0
    n, total = k[base + N], k[base + N] + k[base + M]
    order, step_of = base + k[base + ORDER], base + k[base + STEP]
    row, entry, other = base + k[base + ROW], base + k[base + ENTRY], base + k[base + OTHER]
    for step in range(total):
        unknown, inverse = k[order + step], w[factor + step].real
        if unknown < n:
            continue
        scale = 0.0
        for term in range(k[row + unknown], k[row + unknown + 1]):
            j = w[values + k[entry + term]].real
            scale += j * j * w[factor + k[step_of + k[other + term]]].real
        pivot = 0.0 if inverse == 0.0 else -1.0 / inverse - REGULARISATION
        if not pivot > implied * scale:
            count += 1
        elif pivot < least * scale:
            least = pivot / scale
    return least, count
