"""Orthogonal triangular factors of a few vectors with pivoting: their rank, and a basis of what is left (Householder).

The m vectors of n numbers lie one after the other and are taken in the order of the largest remainder,
A = Q [T; 0] with T upper triangular. Afterwards vector j holds, from place j on, the mirror's direction (its first
number, 1, not stored, but T's diagonal), before it column j of T; behind the vectors lie the mirrors' weights and the
order. Generic in the scalar: pivots look at real parts only, squares are not conjugated.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import sqrt


@njit
def factor_vectors(w, at, n, m, least):
    """Factor in place; returns the rank, the vectors with a remainder below `least` being left over."""
    weights, order = at + n * m, at + n * m + m
    for j in range(m):
        w[order + j] = j
    for step in range(min(n, m)):
        best, size = step, -1.0
        for j in range(step, m):
            vector, total = at + n * int(w[order + j].real), 0.0
            for i in range(step, n):
                total += w[vector + i].real ** 2
            if total > size:
                best, size = j, total
        if not size > least * least:
            return step
        w[order + step], w[order + best] = w[order + best], w[order + step]
        vector = at + n * int(w[order + step].real)
        square = 0.0 * w[vector]
        for i in range(step, n):
            square += w[vector + i] * w[vector + i]
        head = w[vector + step]
        diagonal = -sqrt(square) if head.real > 0.0 else sqrt(square)
        w[weights + step] = (diagonal - head) / diagonal
        for i in range(step + 1, n):
            w[vector + i] = w[vector + i] / (head - diagonal)
        w[vector + step] = diagonal
        for j in range(step + 1, m):
            _mirror(w, vector, w[weights + step], step, n, at + n * int(w[order + j].real))
    return min(n, m)


@njit
def _mirror(w, vector, weight, step, n, x):
    """Reflect x in the plane of a step."""
    total = w[x + step]
    for i in range(step + 1, n):
        total += w[vector + i] * w[x + i]
    total *= weight
    w[x + step] -= total
    for i in range(step + 1, n):
        w[x + i] -= total * w[vector + i]


@njit
def turn(w, at, n, m, rank, x):
    """x becomes Q x."""
    weights, order = at + n * m, at + n * m + m
    for step in range(rank - 1, -1, -1):
        _mirror(w, at + n * int(w[order + step].real), w[weights + step], step, n, x)


@njit
def turn_back(w, at, n, m, rank, x):
    """x becomes Q' x."""
    weights, order = at + n * m, at + n * m + m
    for step in range(rank):
        _mirror(w, at + n * int(w[order + step].real), w[weights + step], step, n, x)


@njit
def least_solution(w, at, n, m, rank, side, x):
    """The shortest x for which the vectors of the rank have the products with x that lie at `side`."""
    order = at + n * m + m
    for i in range(n):
        w[x + i] = 0.0
    for i in range(rank):
        vector = at + n * int(w[order + i].real)
        total = w[side + int(w[order + i].real)]
        for j in range(i):
            total -= w[vector + j] * w[x + j]
        w[x + i] = total / w[vector + i]
    turn(w, at, n, m, rank, x)


@njit
def combine(w, at, n, m, rank, x, out):
    """The factors with which the vectors of the rank make x, zero for the others; x is lost."""
    order = at + n * m + m
    for j in range(m):
        w[out + j] = 0.0
    turn_back(w, at, n, m, rank, x)
    for i in range(rank - 1, -1, -1):
        number = int(w[order + i].real)
        share = w[x + i] / w[at + n * number + i]
        w[out + number] = share
        for j in range(i):
            w[x + j] -= share * w[at + n * number + j]


@njit
def firmness(w, at, n, m, rank, x):
    """1/|T^-1| by the sum of squares, zero without a rank; at x lie `rank` numbers that are lost.

    No smaller than the smallest singular value over the root of the rank, no larger than it, and, unlike the last
    diagonal of T, the same in every order of the vectors: smooth where several singular values fall together.
    """
    order, total = at + n * m + m, 0.0
    for last in range(rank):
        for i in range(last, -1, -1):
            side = 1.0 if i == last else 0.0
            for j in range(i + 1, last + 1):
                side -= w[at + n * int(w[order + j].real) + i].real * w[x + j].real
            share = side / w[at + n * int(w[order + i].real) + i].real
            w[x + i] = share
            total += share * share
    return 1.0 / total**0.5 if total > 0.0 else 0.0
