"""Small dense symmetric positive definite systems: L D L' in place, no allocation."""

from __future__ import annotations

from linkwork.numerics.jit import njit


@njit
def factor_dense(w, at, n):
    """Factor the matrix at w[at ...] (rows one after the other): L below the diagonal, D on it."""
    for j in range(n):
        for i in range(j):
            scaled = w[at + j * n + i] * w[at + i * n + i]
            w[at + i * n + j] = scaled  # above the diagonal: L D
        pivot = w[at + j * n + j]
        for i in range(j):
            pivot -= w[at + j * n + i] * w[at + i * n + j]
        w[at + j * n + j] = pivot
        inverse = 1.0 / pivot
        for row in range(j + 1, n):
            total = w[at + row * n + j]
            for i in range(j):
                total -= w[at + row * n + i] * w[at + i * n + j]
            w[at + row * n + j] = total * inverse


@njit
def solve_dense(w, at, n, x):
    """Solve with the factor, in place of the right-hand side at w[x ...]."""
    for i in range(n):
        for j in range(i):
            w[x + i] -= w[at + i * n + j] * w[x + j]
    for i in range(n):
        w[x + i] = w[x + i] / w[at + i * n + i]
    for i in range(n - 1, -1, -1):
        for j in range(i + 1, n):
            w[x + i] -= w[at + j * n + i] * w[x + j]
