"""Small dense systems with a symmetric positive semidefinite matrix: the solution of least norm.

Solved with a little added to the diagonal and refined: what the addition changed is put right by the refinement, and
along directions in which the matrix is zero the solution stays zero.
"""

from __future__ import annotations

from linkwork.numerics.dense_kernel import solve_dense
from linkwork.numerics.jit import njit

ADDED = 1e-13  # of the largest diagonal entry
REFINEMENTS = 3


@njit
def solve_gram(w, matrix, right, x, size, room):
    """Solve the matrix (rows after each other) times x = right; all are places in w.

    `room` is workspace of size (size + 1)."""
    solve_gram_with(w, matrix, right, x, size, room, ADDED)


@njit
def solve_gram_with(w, matrix, right, x, size, room, added):
    """The same with so much of the largest entry added: what contradicts itself by rounding is divided by it."""
    largest = 0.0
    for i in range(size):
        largest = max(largest, abs(w[matrix + i * (size + 1)].real))
    for i in range(size):
        w[x + i] = 0.0
    if largest == 0.0:
        return
    factor, rest = room, room + size * size
    _factor(w, matrix, factor, size, added * largest)
    for _ in range(1 + REFINEMENTS):
        for i in range(size):
            total = w[right + i]
            for j in range(size):
                total -= w[matrix + i * size + j] * w[x + j]
            w[rest + i] = total
        solve_dense(w, factor, size, rest)
        for i in range(size):
            w[x + i] += w[rest + i]


@njit
def _factor(w, matrix, factor, size, added):
    """L D L' of the matrix with `added` on its diagonal."""
    for i in range(size):
        for j in range(i + 1):
            total = w[matrix + i * size + j]
            if i == j:
                total += added
            for inner in range(j):
                total -= w[factor + i * size + inner] * w[factor + j * size + inner] * w[factor + inner * (size + 1)]
            if i > j:
                total /= w[factor + j * (size + 1)]
            elif total.real < added:
                total = 0.0 * total + added
            w[factor + i * size + j] = total
