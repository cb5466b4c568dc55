"""The formulas of Haug 7.4 as the book works them by hand: exact coefficients, equal steps, order rising from one."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import factorial

Slope = Callable[[float], float]


def _integral(shifts: range) -> Fraction:
    """Integral from 0 to 1 of the product of (s + shift)."""
    polynomial = [Fraction(1)]
    for shift in shifts:
        raised = [Fraction(0), *polynomial]
        for power, coefficient in enumerate(polynomial):
            raised[power] += shift * coefficient
        polynomial = raised
    return sum((c / (power + 1) for power, c in enumerate(polynomial)), Fraction(0))


@cache
def bashforth(i: int) -> Fraction:
    """gamma_i of Eq. 7.4.12: integral of s (s + 1) ... (s + i - 1) over i!."""
    return _integral(range(i)) / factorial(i)


@cache
def moulton(i: int) -> Fraction:
    """gamma*_i of Eq. 7.4.14: integral of (s - 1) s ... (s + i - 2) over i!."""
    return _integral(range(-1, i - 1)) / factorial(i)


def differences(slopes: list[float], count: int) -> list[float]:
    """Backward differences 0 ... count - 1 at the last slope, as far as there are slopes."""
    row, found = slopes[-count:], []
    while row:
        found.append(row[-1])
        row = [after - before for before, after in pairwise(row)]
    return found


def predict(x: float, h: float, slopes: list[float], order: int) -> float:
    """Adams-Bashforth of this order, of a lower one while there are too few slopes (Eq. 7.4.11)."""
    return x + h * sum(float(bashforth(i)) * d for i, d in enumerate(differences(slopes, order)))


def adams_bashforth(f: Slope, x: float, h: float, steps: int, order: int) -> list[float]:
    """All values from the start on, self-starting."""
    found, slopes = [x], [f(x)]
    for _ in range(steps):
        x = predict(x, h, slopes, order)
        found.append(x)
        slopes = [*slopes[-order:], f(x)]
    return found


def adams_moulton(
    f: Slope, x: float, h: float, steps: int, order: int, *, zero_differences: bool = False
) -> list[tuple[float, float]]:
    """Predicted and corrected value of every step: predict with `order`, correct with one more (Eq. 7.4.15).

    `zero_differences` repeats the fault behind Tables 7.4.11 and 7.4.12: from the first step on the corrector has its
    full order, and differences that do not exist yet are taken as zero.
    """
    found, slopes = [], [f(x)]
    for _ in range(steps):
        predicted = predict(x, h, slopes, order)
        before = differences(slopes, order)
        if zero_differences:
            before += [0.0] * (order - len(before))
        row = [f(predicted)]
        for difference in before:
            row.append(row[-1] - difference)
        x += h * sum(float(moulton(i)) * difference for i, difference in enumerate(row))
        found.append((predicted, x))
        slopes = [*slopes[-order:], f(x)]
    return found
