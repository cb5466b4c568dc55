"""Factor K = [[W + d, J^T], [J, -e]] on a pattern analysed once; tables and words are those of `ldl_kernel`."""

from __future__ import annotations

import math

from linkwork.numerics.jit import njit, part
from linkwork.numerics.ldl_kernel import (
    AUGMENT,
    AUGMENT_COUNT,
    COLUMN,
    L_COUNT,
    ORDER,
    PLACE,
    SQUARE,
    STEP,
    TARGET,
    VALUE_COUNT,
    M,
    N,
    largest_weight,
)

SMALL = 1e3  # a row's pivot is poor up to this many times e (a redundant row a r + b s has e (1 + a^2 + b^2))

ROUNDING = 1e-14  # of the largest entry of W: entries up to this are zeros


@njit
def _load(k, base, w, values_at, factor_at, d, e):
    n, total = k[base + N], k[base + N] + k[base + M]
    step, place = base + k[base + STEP], base + k[base + PLACE]
    for i in range(n):
        w[factor_at + k[step + i]] = d
    for i in range(n, total):
        w[factor_at + k[step + i]] = -e
    for i in range(factor_at + total, factor_at + total + k[base + L_COUNT]):
        w[i] = 0.0
    for i in range(k[base + VALUE_COUNT]):
        w[factor_at + k[place + i]] += w[values_at + i]


@njit
def _middle_weight(k, w, factor_at, augment, first, last, usual):
    """rho of a row: the middle, in the sense of ratios, of the least and the largest entry of W that it moves.

    Much more would take the digits of the small ones, much less those of what the large ones give to the row's pivot.
    What rounding leaves of a turned inertia that is zero about an axis (a wheel that only spins) is no entry.
    """
    least, largest = 1e300, 0.0  # before the first: more than any
    for i in range(first, last):
        size = w[factor_at + k[augment + 3 * i + 2]].real
        if size > ROUNDING * usual:
            least, largest = min(least, size), max(largest, size)
    return math.sqrt(least) * math.sqrt(largest) if largest > 0.0 else usual


@njit
def _end_of_row(k, augment, first, count):
    """The first entry of the next row."""
    last = first
    while last < count and k[augment + 3 * last + 1] == k[augment + 3 * first + 1]:
        last += 1
    return last


@njit
def _count_squares(k, augment, first, last):
    """How many products of two entries of a row there are: of the same column in both orders."""
    same = 0
    for i in range(first, last):
        for j in range(first, last):
            same += k[augment + 3 * i + 2] == k[augment + 3 * j + 2]
    return same + ((last - first) ** 2 - same) // 2


@njit
def _augment(k, base, w, values_at, factor_at):
    """Add rho J^T J of the augmented rows to W: weights first, while the loaded pivots are still those of W."""
    usual = largest_weight(k, base, w, values_at)
    augment, square = base + k[base + AUGMENT], base + k[base + SQUARE]
    kept_at = factor_at + k[base + N] + k[base + M] + k[base + L_COUNT]
    count, first = k[base + AUGMENT_COUNT], 0
    while first < count:
        last = _end_of_row(k, augment, first, count)
        w[kept_at + first] = _middle_weight(k, w, factor_at, augment, first, last, usual)
        first = last
    first = 0
    while first < count:
        last, rho = _end_of_row(k, augment, first, count), w[kept_at + first].real
        for _ in range(_count_squares(k, augment, first, last)):
            w[factor_at + k[square]] += rho * w[values_at + k[square + 1]] * w[values_at + k[square + 2]]
            square += 3
        for i in range(first, last):
            w[kept_at + i] = rho * w[values_at + k[augment + 3 * i]]
        first = last


@njit
def _subtract(k, w, factor_at, target, first, last, inverse):
    """Subtract the products of the entries of a column, divided by its pivot; returns where the next targets begin.

    Columns of two to four entries, the usual ones, without loops: a quarter faster.
    """
    count = last - first
    if count == 2:
        a, b = w[first], w[first + 1]
        scaled = a * inverse
        w[factor_at + k[target]] -= scaled * a
        w[factor_at + k[target + 1]] -= scaled * b
        w[factor_at + k[target + 2]] -= b * inverse * b
        return target + 3
    if count == 3:
        a, b, c = w[first], w[first + 1], w[first + 2]
        scaled, other = a * inverse, b * inverse
        w[factor_at + k[target]] -= scaled * a
        w[factor_at + k[target + 1]] -= scaled * b
        w[factor_at + k[target + 2]] -= scaled * c
        w[factor_at + k[target + 3]] -= other * b
        w[factor_at + k[target + 4]] -= other * c
        w[factor_at + k[target + 5]] -= c * inverse * c
        return target + 6
    if count == 4:
        a, b, c, d = w[first], w[first + 1], w[first + 2], w[first + 3]
        scaled, other, third = a * inverse, b * inverse, c * inverse
        w[factor_at + k[target]] -= scaled * a
        w[factor_at + k[target + 1]] -= scaled * b
        w[factor_at + k[target + 2]] -= scaled * c
        w[factor_at + k[target + 3]] -= scaled * d
        w[factor_at + k[target + 4]] -= other * b
        w[factor_at + k[target + 5]] -= other * c
        w[factor_at + k[target + 6]] -= other * d
        w[factor_at + k[target + 7]] -= third * c
        w[factor_at + k[target + 8]] -= third * d
        w[factor_at + k[target + 9]] -= d * inverse * d
        return target + 10
    for j in range(first, last):
        scaled = w[j] * inverse
        for i in range(j, last):
            w[factor_at + k[target]] -= scaled * w[i]
            target += 1
    return target


@njit
def _eliminate(k, base, w, factor_at, small, repair):
    """Eliminate in the loaded block; `repair` is taken from pivots of rows that are not below -small."""
    n, total = k[base + N], k[base + N] + k[base + M]
    order, column, target = base + k[base + ORDER], base + k[base + COLUMN], base + k[base + TARGET]
    poor = 0
    first = factor_at + total
    for step in range(total):
        pivot = w[factor_at + step]
        if k[order + step] < n:
            poor += pivot.real <= 0.0
        elif pivot.real >= -small:
            poor += 1
            pivot -= repair
        inverse = 1.0 / pivot if pivot.real != 0.0 else 0.0 * pivot
        w[factor_at + step] = inverse
        last = factor_at + total + k[column + step + 1]
        target = _subtract(k, w, factor_at, target, first, last, inverse)
        first = last
    return poor


@njit
def factor(k, base, w, values_at, factor_at, d, e):
    """Factor K; returns how many pivots are zero, of the wrong sign or (of a row) hardly above e.

    An unknown whose pivot is exactly zero is left out: the solution gets zero there.
    """
    k, w = part(k, 0), part(w, 0)  # of arrays too: the rest is compiled once
    _load(k, base, w, values_at, factor_at, d, e)
    if k[base + AUGMENT_COUNT] > 0:
        _augment(k, base, w, values_at, factor_at)
    return _eliminate(k, base, w, factor_at, SMALL * e, 0.0)


@njit
def factor_bare(k, base, w, values_at, factor_at, e):
    """Factor K with d = 0, and with e only in those rows whose pivot is poor without it; returns their number.

    Where no row is nearly redundant the factor is that of the bare K: the solution needs no refinement.
    """
    k, w = part(k, 0), part(w, 0)  # of arrays too: the rest is compiled once
    _load(k, base, w, values_at, factor_at, 0.0, 0.0)
    if k[base + AUGMENT_COUNT] > 0:
        _augment(k, base, w, values_at, factor_at)
    return _eliminate(k, base, w, factor_at, SMALL * e, e)


def factor_any(k, base, w, values_at, factor_at, d, e, bare):
    """`factor_bare` (without d) or `factor`, for calls by address: compiled once, not again into every caller."""
    if bare == 1:
        return factor_bare(k, base, w, values_at, factor_at, e)
    return factor(k, base, w, values_at, factor_at, d, e)
