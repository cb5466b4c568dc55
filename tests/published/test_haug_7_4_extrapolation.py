"""Haug 7.4.1: Taylor polynomials, backward differences and Euler's method for e^t (Tables 7.4.1 to 7.4.3)."""

from __future__ import annotations

from math import exp, factorial

import pytest

from published.adams_by_hand import adams_bashforth, differences
from published.case import Case
from published.case import tests_of as checks_of

TAYLOR = {  # k: T(0.5), T(1)
    1: (1.0, 1.0),
    2: (1.5, 2.0),
    3: (1.625, 2.5),
    4: (1.645833333, 2.666666667),
    5: (1.648437500, 2.708333333),
    6: (1.648697917, 2.716666667),
    7: (1.648719618, 2.718055556),
    8: (1.648721168, 2.718253968),
    9: (1.648721265, 2.718278770),
    10: (1.648721270, 2.718281526),
    11: (1.648721271, 2.718281801),
    12: (1.648721271, 2.718281826),
    13: (1.648721271, 2.718281828),
    14: (1.648721271, 2.718281828),
}
DIFFERENCES = {  # k: P(1.1), P(1.2)
    1: (2.718281828, 2.718281828),
    2: (2.976960546, 3.235639263),
    3: (3.001577080, 3.309488867),
    4: (3.003919653, 3.318859159),
    5: (3.004142579, 3.319973785),
    6: (3.004163793, 3.320101070),
    7: (3.004165812, 3.320115202),
    8: (3.004166004, 3.320116739),
    9: (3.004166022, 3.320116903),
    10: (3.004166024, 3.320116921),
    11: (3.004166024, 3.320116923),
}
EULER = {  # t: h = 0.1, h = 0.01
    0.1: (1.1, 1.1046221254),
    0.2: (1.21, 1.2201900399),
    0.3: (1.331, 1.3478489153),
    0.4: (1.4641, 1.4888637336),
    0.5: (1.61051, 1.6446318218),
    0.6: (1.771561, 1.8166966986),
    0.7: (1.9487171, 2.0067633684),
    0.8: (2.1435888100, 2.2167152172),
    0.9: (2.3579476910, 2.4486326746),
    1.0: (2.5937424601, 2.7048138294),
}


def taylor(k: int, t: float) -> float:
    """The first k terms."""
    return sum(t**i / factorial(i) for i in range(k))


def extrapolated(k: int, t: float) -> float:
    """Newton's polynomial through t = 1, 0.9, 0.8 ... of k points (Eq. 7.4.4)."""
    values = [exp(1 - 0.1 * (k - 1 - i)) for i in range(k)]
    total, product = 0.0, 1.0
    for i, difference in enumerate(differences(values, k)):
        total += difference * product / (factorial(i) * 0.1**i)
        product *= t - 1 + 0.1 * i
    return total


def cases() -> list[Case]:
    found = []
    for source, table, function, times in (
        ("Haug Table 7.4.1", TAYLOR, taylor, (0.5, 1.0)),
        ("Haug Table 7.4.2", DIFFERENCES, extrapolated, (1.1, 1.2)),
    ):
        for k, row in table.items():
            for t, value in zip(times, row, strict=True):
                found.append(Case(source, f"k = {k}, t = {t}", value, lambda a=(function, k, t): a[0](*a[1:]), 6e-10))
    for t, row in EULER.items():
        for h, value in zip((0.1, 0.01), row, strict=True):
            found.append(
                Case(
                    "Haug Table 7.4.3, Euler",
                    f"x({t:g}), h = {h}",
                    value,
                    lambda a=(h, t): adams_bashforth(lambda x: x, 1.0, a[0], round(a[1] / a[0]), 1)[-1],
                    6e-11,
                )
            )
    return found


test_cases = checks_of(cases)


def test_percentages_of_euler() -> None:
    for h, percent in ((0.1, 4.582), (0.01, 0.495)):
        x = adams_bashforth(lambda x: x, 1.0, h, round(1 / h), 1)[-1]
        assert 100 * (1 - x / exp(1)) == pytest.approx(percent, abs=6e-4)
