"""Gauss-Lobatto points and weights: the places at which as few nodes as possible stand for the mass along a beam.

n + 1 points with both ends among them integrate polynomials of degree 2n - 1 exactly. Those inside are the zeros of the
derivative of Legendre's polynomial P_n, weights are 2/(n (n + 1) P_n^2) (Abramowitz and Stegun 25.4.32).
"""

from __future__ import annotations

from functools import cache
from math import cos, pi

ENOUGH = 1e-15  # change of a point on (-1, 1) that is rounding
MOST_PASSES = 50  # of Newton's method, which takes about six


@cache
def lobatto(elements: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Places of the points from 0 to 1, and their shares of the whole; both are symmetric to the letter."""
    half = [_point(elements, number) for number in range(elements // 2 + 1)]
    places, shares = [0.0] * (elements + 1), [0.0] * (elements + 1)
    for number, (x, last) in enumerate(half):
        share = 1.0 / (elements * (elements + 1) * last * last)
        for index, place in ((number, 0.5 * (1.0 - x)), (elements - number, 0.5 * (1.0 + x))):
            places[index], shares[index] = place, share
    return tuple(places), tuple(shares)


def _point(n: int, number: int) -> tuple[float, float]:
    """One of the points from 1 downwards, on (-1, 1), and Legendre's polynomial there."""
    if number == 0:
        return 1.0, 1.0
    x = 0.0 if 2 * number == n else cos(pi * number / n)
    for _ in range(MOST_PASSES):
        before, last = _legendre(n, x)
        change = (x * last - before) / ((n + 1) * last)
        x -= change
        if abs(change) < ENOUGH:
            break
    x = 0.0 if 2 * number == n else x
    return x, _legendre(n, x)[1]


def _legendre(n: int, x: float) -> tuple[float, float]:
    """P_(n-1) and P_n."""
    before, last = 1.0, x
    for degree in range(2, n + 1):
        before, last = last, ((2 * degree - 1) * x * last - (degree - 1) * before) / degree
    return before, last
