"""Haug 7.4.2 and 7.4.3: Adams formulas with equal steps for x' = x, their coefficients, and those of the program.

Errata of the book: gamma_5, digits of Tables 7.4.6 and 7.4.7, and all rows k >= 2 of Tables 7.4.11 and 7.4.12, which
come from a faulty start.
"""

from __future__ import annotations

from fractions import Fraction
from math import exp

import numpy as np
import pytest

from linkwork.numerics.integrators import adams_kernel as adams
from linkwork.numerics.integrators import integrator_state_kernel as place
from published.adams_by_hand import adams_bashforth, adams_moulton, bashforth, moulton
from published.case import Case
from published.case import tests_of as checks_of

GAMMA = ("1", "1/2", "5/12", "3/8", "251/720", "95/288", "19087/60480", "5257/17280", "1070017/3628800")
GAMMA_STAR = ("1", "-1/2", "-1/12", "-1/24", "-19/720", "-3/160", "-863/60480", "-275/24192", "-33953/3628800")
COARSE = {  # t: k = 1 ... 5, h = 0.1 (Table 7.4.6)
    0.1: (1.100000, 1.100000, 1.100000, 1.100000, 1.100000),
    0.2: (1.210000, 1.215000, 1.215000, 1.215000, 1.215000),
    0.3: (1.331000, 1.342250, 1.342875, 1.342875, 1.342875),
    0.4: (1.464100, 1.482838, 1.484093, 1.484013, 1.484013),
    0.5: (1.610510, 1.638151, 1.640119, 1.640038, 1.640126),
    0.6: (1.771561, 1.809731, 1.812549, 1.812525, 1.812679),
    0.7: (1.948717, 1.999284, 2.003109, 2.003146, 2.003305),
    0.8: (2.143589, 2.208689, 2.213703, 2.213811, 2.213988),
    0.9: (2.357948, 2.440029, 2.446348, 2.446631, 2.446842),
    1.0: (2.593742, 2.695599, 2.703641, 2.703938, 2.704177),
}
FINE = {  # t: k = 1 ... 5, h = 0.01 (Table 7.4.7)
    0.01: (1.010000, 1.010000, 1.010000, 1.010000, 1.010000),
    0.02: (1.020100, 1.020150, 1.020150, 1.020150, 1.020150),
    0.03: (1.030301, 1.030402, 1.030403, 1.030403, 1.030403),
    0.04: (1.040604, 1.040758, 1.040759, 1.040748, 1.040748),
    0.05: (1.051010, 1.051217, 1.051218, 1.051218, 1.051218),
    0.06: (1.061520, 1.061781, 1.061783, 1.061783, 1.061783),
    0.07: (1.072135, 1.072452, 1.072454, 1.072454, 1.072454),
    0.08: (1.082857, 1.083230, 1.083233, 1.083233, 1.083233),
    0.09: (1.093685, 1.094116, 1.094119, 1.094119, 1.094119),
    0.10: (1.104622, 1.105112, 1.105115, 1.105115, 1.105115),
}
MISPRINTS = {(0.9, 3): 2.446438, (0.04, 4): 1.040758, (0.04, 5): 1.040758}
AT_TEN = {  # k: h = 0.1, h = 0.01 (Tables 7.4.8 and 7.4.9)
    1: (13780.612, 20959.155),
    2: (21090.171, 22016.255),
    3: (21841.518, 22025.280),
    4: (21904.347, 22025.356),
    5: (21911.635, 22025.361),
}
CORRECTED = {  # k: printed and right, h = 0.1; printed and right, h = 0.01 (Tables 7.4.11 and 7.4.12)
    1: (21688.414370387, 21688.414370, 22022.822441367, 22022.822441),
    2: (21980.499079835, 21997.230964, 22026.251549431, 22026.433429),
    3: (21994.743244024, 22020.660495, 22026.188149769, 22026.461874),
    4: (21990.708589885, 22022.572665, 22026.130130982, 22026.462117),
    5: (21986.702800628, 22022.740598, 22026.088790048, 22026.462120),
}
HAND = ((1.1, 1.105), (1.22075, 1.2211979), (1.3495942, 1.3496317))
SWAPPED = "Digits are exchanged or wrong in print: the neighbours in the row and the formula give the right number."
FAULTY_START = (
    "The book's program corrects with full order from the first step and takes differences that do not exist yet as "
    "zero: done so, every printed digit comes out; Example 7.4.5 and the row k = 1 are worked without the fault."
)


def bashforth_at(k: int, h: float, t: float) -> float:
    return adams_bashforth(lambda x: x, 1.0, h, round(t / h), k)[-1]


def moulton_at_ten(k: int, h: float, fault: bool = False) -> float:
    return adams_moulton(lambda x: x, 1.0, h, round(10 / h), k, zero_differences=fault)[-1][1]


def _small_tables() -> list[Case]:
    found = []
    for source, h, table in (("Haug Table 7.4.6", 0.1, COARSE), ("Haug Table 7.4.7", 0.01, FINE)):
        for t, row in table.items():
            for k, printed in enumerate(row, 1):
                right = MISPRINTS.get((t, k))
                found.append(
                    Case(
                        source,
                        f"x({t:g}), k = {k}, h = {h}",
                        printed,
                        lambda a=(k, h, t): bashforth_at(*a),
                        1e-6,
                        exact=right,
                        exact_tolerance=1e-6,
                        erratum=SWAPPED if right is not None else "",
                    )
                )
    return found


def _corrected() -> list[Case]:
    found = []
    for k, row in CORRECTED.items():
        for h, printed, right in ((0.1, *row[:2]), (0.01, *row[2:])):
            found.append(
                Case(
                    "Haug Table 7.4.11" if h == 0.1 else "Haug Table 7.4.12",
                    f"x(10), k = {k}, h = {h}, predicted and corrected",
                    printed,
                    lambda a=(k, h): moulton_at_ten(*a),
                    1e-4,
                    exact=right,
                    exact_tolerance=1e-4,
                    erratum=FAULTY_START if k > 1 else "",
                )
            )
    return found


def cases() -> list[Case]:
    found = [
        Case("Haug Tables 7.4.8, 7.4.9", f"x(10), k = {k}, h = {h}", x, lambda a=(k, h): bashforth_at(*a, 10.0), 2e-3)
        for k, row in AT_TEN.items()
        for h, x in zip((0.1, 0.01), row, strict=True)
    ]
    found += [
        Case(
            "Haug Example 7.4.5",
            f"{name} x_{step + 1}",
            value,
            lambda a=(step, i): adams_moulton(lambda x: x, 1.0, 0.1, 3, 3)[a[0]][a[1]],
            1e-7,
        )
        for step, row in enumerate(HAND)
        for i, (name, value) in enumerate(zip(("predicted", "corrected"), row, strict=True))
    ]
    found.append(
        Case(
            "Haug Table 7.4.4",
            "gamma_5",
            95 / 298,
            lambda: float(bashforth(5)),
            1e-6,
            exact=95 / 288,
            exact_tolerance=1e-15,
            erratum="The integral of s (s + 1) ... (s + 4) over 5! is 95/288, not 95/298.",
        )
    )
    return found + _small_tables() + _corrected()


test_cases = checks_of(cases)


def test_coefficients_are_the_exact_fractions() -> None:
    assert [bashforth(i) for i in range(len(GAMMA))] == [Fraction(text) for text in GAMMA]
    assert [moulton(i) for i in range(len(GAMMA_STAR))] == [Fraction(text) for text in GAMMA_STAR]


def test_sums_of_the_correctors_coefficients_are_those_of_the_predictor() -> None:
    """gamma*_i = gamma_i - gamma_(i-1)."""
    assert all(moulton(i) == bashforth(i) - bashforth(i - 1) for i in range(1, 14))


@pytest.mark.parametrize(("k", "h"), [(k, h) for k in range(2, 6) for h in (0.1, 0.01)])
def test_the_faulty_start_gives_every_printed_digit(k: int, h: float) -> None:
    printed = CORRECTED[k][0 if h == 0.1 else 2]
    assert abs(moulton_at_ten(k, h, fault=True) - printed) < 2e-7


def test_the_errors_fall_with_the_order_when_the_start_is_right() -> None:
    errors = [abs(moulton_at_ten(k, 0.1) - exp(10)) for k in range(1, 6)]
    assert errors == sorted(errors, reverse=True)


def equal_steps(order: int) -> np.ndarray:
    """The program's own coefficients g after many equal steps, order rising by one a step."""
    z, s = np.zeros(adams.TABLES + 10 * adams.TABLE), np.zeros(64, np.int64)
    z[adams.G + 1], z[adams.G + 2], z[adams.SIGMA + 1] = 1.0, 0.5, 1.0
    for step in range(3 * adams.LARGEST_ORDER):
        s[place.ORDER] = min(step + 1, order)
        adams.update_coefficients(z, s, 0.25)
        z[place.H_DONE], s[place.LAST_ORDER] = 0.25, s[place.ORDER]
    return z[adams.G + 1 : adams.G + order + 2].copy()


@pytest.mark.parametrize("order", range(1, adams.LARGEST_ORDER + 1))
def test_with_equal_steps_the_programs_coefficients_are_those_of_the_book(order: int) -> None:
    expected = [float(bashforth(i)) for i in range(order + 1)]
    assert np.allclose(equal_steps(order), expected, rtol=1e-13, atol=0)


def test_the_programs_error_constants_are_the_correctors_coefficients_to_three_digits() -> None:
    for k in range(1, adams.LARGEST_ORDER + 2):
        assert adams.GAMMA[k] == pytest.approx(abs(float(moulton(k))), rel=5e-3)
