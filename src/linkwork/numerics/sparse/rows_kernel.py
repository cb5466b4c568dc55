"""Multiples of rows of one table taken off a row of another, four at a time: a row is read and written once for four.

Rows are named by their numbers and not handed over: numba counts who holds a row, which takes longer than the row.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit


@njit
def take_four(target, at, wide, table, shares, places, first):
    """target[at] less four rows of a table: places[first] and the three that follow, as often as `shares` says."""
    a, b, c, d = shares[first], shares[first + 1], shares[first + 2], shares[first + 3]
    p, q, r, s = places[first], places[first + 1], places[first + 2], places[first + 3]
    for x in range(wide):
        target[at, x] -= a * table[p, x] + b * table[q, x] + c * table[r, x] + d * table[s, x]


@njit
def take_three(target, at, wide, table, shares, places, first):
    """The same with three rows."""
    a, b, c = shares[first], shares[first + 1], shares[first + 2]
    p, q, r = places[first], places[first + 1], places[first + 2]
    for x in range(wide):
        target[at, x] -= a * table[p, x] + b * table[q, x] + c * table[r, x]


@njit
def take_rows(target, at, wide, table, shares, places, count):
    """target[at] less `count` rows of a table, those of `places`, each as often as `shares` says."""
    whole = count - count % 4
    for first in range(0, whole, 4):
        take_four(target, at, wide, table, shares, places, first)
    if count - whole == 3:
        take_three(target, at, wide, table, shares, places, whole)
        return
    for k in range(whole, count):
        share, p = shares[k], places[k]
        for x in range(wide):
            target[at, x] -= share * table[p, x]
