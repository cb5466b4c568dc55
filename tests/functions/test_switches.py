"""Kinks of formulas: where if, abs, sign, min and max change them."""

from __future__ import annotations

import math

import pytest

from linkwork.functions import Formula, Harmonic, Parametric, Piece, Piecewise, Polar

PI = math.pi

# formula, kinks within 0 to 1, kinks known without an interval
FORMULAS = [
    ("abs(t-0.3)", [(0.3, 1)], True),
    ("2*t + sign(a*t-0.5)", [(0.25, 0)], True),
    ("min(t, 0.5)", [(0.5, 1)], True),
    ("max(0, t-0.25, 0.5-t)", [(0.375, 1)], True),
    ("if(t < 0.5, 0, (t-0.5)^2)", [(0.5, 2)], True),
    ("abs(t-0.3)^3", [(0.3, 3)], True),
    ("if(0.5 > t, t, t)", [], True),
    ("abs(abs(2*t-1)-0.5)", [(0.25, 1), (0.5, 1), (0.75, 1)], False),
    ("abs(sin(6*t))", [(0.0, 1), (PI / 6, 1)], False),
    ("if(t^2 < 0.25, t, 0.5)", [(0.5, 1)], False),
    ("max(sin(2*pi*t), 0)", [(0.0, 1), (0.5, 1), (1.0, 1)], False),
    ("abs(log(t))", [(1.0, 1)], False),
    ("abs(t^2)", [], False),
    ("t + abs(a)", [], True),
]


@pytest.mark.parametrize(("text", "kinks", "always"), FORMULAS, ids=[case[0] for case in FORMULAS])
def test_kinks_of_formulas(text: str, kinks: list[tuple[float, int]], always: bool) -> None:
    function = Formula(value=text)
    found = function.kinks({"a": 2.0}, "t", (0.0, 1.0))
    assert [order for _, order in found] == [order for _, order in kinks]
    assert [at for at, _ in found] == pytest.approx([at for at, _ in kinks], abs=1e-12)
    if always:
        assert function.kinks({"a": 2.0}) == found


def test_kinks_inside_pieces() -> None:
    wave = Piecewise(pieces=(Piece(until=1, function=Formula(value="abs(sin(4*t))")), Piece(function=Formula(value=2))))
    assert wave.kinks({}, "t", (0.0, 3.0)) == [(0.0, 1), pytest.approx((PI / 4, 1)), (1.0, 0)]
    assert Harmonic(amplitude=1, frequency=1).kinks({}, "t", (0.0, 1.0)) == []


def test_kinks_of_outlines() -> None:
    polar = Polar(radius=Formula(value="1 + abs(sin(alpha))"))
    assert [at for at, _ in polar.kinks({})] == pytest.approx([0.0, PI])
    curve = Parametric.model_validate({"x": "alpha", "y": "max(alpha^2, 1)", "from": 0, "to": 2})
    assert curve.kinks({}) == [pytest.approx((1.0, 1))]
