"""Unilateral contacts that yield together: g = g0 + A f, g >= 0, f >= 0, g.f = 0, with A symmetric and positive.

A is a flexibility: how far every gap opens by a unit force at every contact. Block principal pivoting (Judice and Pires
1994): all contacts whose sign is wrong change sides together; if that brings no progress for some rounds, only the last
of them does (Murty's rule), which ends for every such matrix. It begins at the contacts that were closed last time.
"""

from __future__ import annotations

import math

from linkwork.numerics.jit import njit

ROUNDS = 8  # without progress, before one contact alone changes sides
SMALL = 1e-12  # of the largest gap or force: what counts as zero


@njit
def product(table, a, b, count):
    """Of the first numbers of two rows; in four sums, which a processor adds at the same time."""
    one, two, three, four = 0.0, 0.0, 0.0, 0.0
    whole = count - count % 4
    for m in range(0, whole, 4):
        one += table[a, m] * table[b, m]
        two += table[a, m + 1] * table[b, m + 1]
        three += table[a, m + 2] * table[b, m + 2]
        four += table[a, m + 3] * table[b, m + 3]
    for m in range(whole, count):
        one += table[a, m] * table[b, m]
    return (one + two) + (three + four)


@njit
def factor_closed(n, matrix, closed, places, factor):
    """Cholesky's factor of the rows and columns of the closed contacts; their number, or -1 if A is not positive."""
    count = 0
    for i in range(n):
        if closed[i] != 0:
            places[count] = i
            count += 1
    for a in range(count):
        i = places[a]
        for b in range(a + 1):
            total = matrix[i, places[b]] - product(factor, a, b, b)
            if a == b:
                if total <= 0.0:
                    return -1
                factor[a, a] = math.sqrt(total)
            else:
                factor[a, b] = total / factor[b, b]
    return count


@njit
def solve_closed(count, factor, x):
    """Solve with the factor, in place of the right-hand side in the first `count` numbers of x."""
    for a in range(count):
        total = x[a]
        for m in range(a):
            total -= factor[a, m] * x[m]
        x[a] = total / factor[a, a]
    for a in range(count - 1, -1, -1):
        total = x[a]
        for m in range(a + 1, count):
            total -= factor[m, a] * x[m]
        x[a] = total / factor[a, a]


@njit
def solve_compliant(n, matrix, gap, closed, places, factor, force, opened, work):
    """Forces and gaps from the gaps without forces; returns how many are closed, or -1 if A is not positive.

    `closed` is the guess and becomes the answer; `places` and `factor` keep the closed contacts and their factor.
    """
    fewest, patience = n + 1, ROUNDS
    for _ in range(100 + 50 * n):
        count = factor_closed(n, matrix, closed, places, factor)
        if count < 0:
            return -1
        for a in range(count):
            work[a] = -gap[places[a]]
        solve_closed(count, factor, work)
        largest, widest = 0.0, 0.0
        for i in range(n):
            force[i], opened[i] = 0.0, 0.0
            widest = max(widest, abs(gap[i]))
        for a in range(count):
            force[places[a]] = work[a]
            largest = max(largest, abs(work[a]))
        wrong, last = 0, -1
        for i in range(n):
            if closed[i] == 0:
                total = gap[i]
                for a in range(count):
                    total += matrix[i, places[a]] * work[a]
                opened[i] = total
                bad = total < -SMALL * widest
            else:
                bad = force[i] < -SMALL * largest
            if bad:
                wrong, last = wrong + 1, i
        if wrong == 0:
            return count
        if wrong < fewest:
            fewest, patience = wrong, ROUNDS
        else:
            patience -= 1
        for i in range(n):
            if patience > 0 or i == last:
                if closed[i] != 0 and force[i] < -SMALL * largest:
                    closed[i] = 0
                elif closed[i] == 0 and opened[i] < -SMALL * widest:
                    closed[i] = 1
    return -1
