"""Paths and certificates with many digits: Wilkinson's polynomial, whose zeros doubles cannot follow or prove."""

from __future__ import annotations

import numpy as np
import pytest

from linkwork.numerics.homotopy import paths, solutions
from linkwork.numerics.homotopy.certify import certify
from linkwork.numerics.homotopy.polynomial import Polynomial
from linkwork.numerics.homotopy.precise import certify_precisely
from linkwork.numerics.homotopy.solve import solve
from linkwork.numerics.homotopy.system import PolynomialSystem

pytest.importorskip("flint", reason="python-flint is not installed")


def wilkinson(count: int) -> PolynomialSystem:
    """(x - 1) (x - 2) ... multiplied out: whole numbers below 2^53, so that the zeros are exactly these."""
    numbers = np.poly(np.arange(1, count + 1))
    assert np.all(numbers == np.round(numbers)) and np.max(np.abs(numbers)) < 2.0**53
    return PolynomialSystem([Polynomial({(0,) * (count - i): float(c) for i, c in enumerate(numbers)})], 1)


def test_zeros_that_doubles_lose_are_found_and_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = solve(wilkinson(11))
    assert whole.text() == "11 real of 11, complete"
    order = np.argsort(whole.points[:, 0].real)
    radii = whole.certificates.radii[order, 0]
    assert np.all(np.abs(whole.points[order, 0] - np.arange(1, 12)) <= radii) and np.max(radii) < 1e-3
    for module in (paths, solutions):
        monkeypatch.setattr(module, "has_flint", lambda: False)
    doubles = solve(wilkinson(11))
    assert doubles.verdict != "complete"
    assert "with python-flint installed" in doubles.text()


def test_certificates_hold_the_true_zero_and_nothing_else() -> None:
    system = wilkinson(15).at(())
    for zero in range(1, 16):
        point, radii, proven, real, not_real = certify_precisely(system, np.array([zero * (1 + 1e-12)]))
        assert (proven, real, not_real) == (True, True, False)
        assert abs(point[0] - zero) <= radii[0] < 1e-13
    by_doubles = certify(system, np.arange(1.0, 16.0)[:, None] * (1 + 1e-12))
    assert not np.all(by_doubles.certified)


def test_what_is_no_solution_is_not_certified() -> None:
    double_zero = PolynomialSystem([Polynomial({(0, 0): 1.0, (0,): -2.0, (): 1.0})], 1)
    assert not certify_precisely(double_zero, np.array([1.0 + 0j]))[2]
    assert not certify_precisely(wilkinson(5), np.array([2.5 + 0j]))[2]
