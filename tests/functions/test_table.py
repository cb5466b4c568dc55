"""Tables: the quintic spline and its ends."""

from __future__ import annotations

import numpy as np
import pytest
from function_checks import function_of
from scipy.interpolate import make_interp_spline

from linkwork.base.errors import MechanismError
from linkwork.functions.base import Function
from linkwork.functions.sample import sample

KNOTS = [0.0, 0.3, 0.8, 1.0, 1.7, 2.4, 3.0]
VALUES = [1.0, 2.0, -1.0, 0.5, 0.7, 3.0, 1.0]
SLOPES = {"clamped": [(1, 0.0), (2, 0.0)], "natural": [(3, 0.0), (4, 0.0)]}
INSIDE = np.linspace(0.0, 2.999, 101)


def _table(ends: str, **more: object) -> Function:
    return function_of({"type": "table", "points": list(zip(KNOTS, VALUES, strict=True)), "ends": ends, **more})


def _up_to_the_fourth(function: Function, xs: list[float]) -> np.ndarray:
    rows = sample(function.pack({}), np.array(xs) + 1e-30j, scalar="complex")
    return np.column_stack([rows.real, rows.imag[:, 3] / 1e-30])


@pytest.mark.parametrize("ends", ["periodic", "clamped", "natural"])
def test_the_spline_is_that_of_scipy(ends: str) -> None:
    kind = "periodic" if ends == "periodic" else (SLOPES[ends], SLOPES[ends])
    reference = make_interp_spline(KNOTS, VALUES, k=5, bc_type=kind)
    rows = sample(_table(ends).pack({}), INSIDE)
    for order in range(4):
        expected = reference(INSIDE, nu=order)
        np.testing.assert_allclose(rows[:, order], expected, rtol=1e-8, atol=1e-9 * np.abs(expected).max())


@pytest.mark.parametrize("ends", ["periodic", "clamped", "natural"])
def test_the_spline_is_continuous_up_to_the_fourth_derivative_at_its_knots(ends: str) -> None:
    function = _table(ends)
    joints = np.array(KNOTS if ends == "periodic" else KNOTS[1:-1])
    before, after = (_up_to_the_fourth(function, joints + beside) for beside in (-1e-13, 1e-13))
    np.testing.assert_allclose(before, after, rtol=1e-8, atol=1e-9 * np.abs(after).max())


def test_a_periodic_table_repeats_and_may_leave_out_its_last_point() -> None:
    whole = _table("periodic")
    opened = function_of(
        {
            "type": "table",
            "points": list(zip(KNOTS, VALUES, strict=True))[:-1],
            "ends": "periodic",
            "period": 3,
        }
    )
    xs = np.linspace(-7, 8, 40)
    np.testing.assert_allclose(sample(whole.pack({}), xs), sample(opened.pack({}), xs), rtol=1e-12)
    np.testing.assert_allclose(sample(whole.pack({}), xs), sample(whole.pack({}), xs + 6), rtol=1e-9, atol=1e-9)
    assert whole.kinks({}) == []
    assert whole.range({}) is None


def test_outside_the_table() -> None:
    assert _table("natural").pack({}).range == (0.0, 3.0)
    held = _table("natural", outside="hold")
    assert held.pack({}).range is None
    rows = sample(held.pack({}), [-1, 4])
    assert rows.tolist() == pytest.approx(np.array([[1, 0, 0, 0], [1, 0, 0, 0]]))
    assert held.kinks({}) == [(0.0, 1), (3.0, 1)]
    assert _table("clamped", outside="hold").kinks({}) == [(0.0, 3), (3.0, 3)]


def test_three_points_with_natural_ends_make_a_parabola() -> None:
    parabola = function_of({"type": "table", "points": [[0, 0], [1, 1], [3, 9]]})
    assert sample(parabola.pack({}), [2.0])[0].tolist() == pytest.approx([4, 4, 2, 0])


@pytest.mark.parametrize(
    ("points", "more", "message"),
    [
        ([[0, 0], [0, 1], [1, 2]], {}, "must rise; 0 follows 0"),
        ([[0, 0], [1, 1]], {}, "natural ends need at least 3"),
        ([[0, 0], [1, 1], [2, 3]], {"ends": "periodic"}, "must end with its first value"),
        ([[0, 0], [1, 1], [2, 0]], {"ends": "periodic", "period": 1}, "span more than the period"),
        ([[0, 0], [1, 1], [2, 0]], {"period": 4}, "a period needs 'ends: periodic'"),
    ],
)
def test_wrong_tables(points: list[list[float]], more: dict[str, object], message: str) -> None:
    with pytest.raises(MechanismError, match=message):
        function_of({"type": "table", "points": points, **more}).pack({})
