"""Outlines: plane curves in the frame of a body."""

from __future__ import annotations

import math

import jsonschema
import numpy as np
import pytest
from function_checks import ENV, check_derivatives, check_parameter_derivative, outline_of
from pydantic import TypeAdapter, ValidationError

from linkwork.base.errors import MechanismError
from linkwork.functions.outlines.outline import Outline
from linkwork.functions.sample import CURVE, sample

TURN = 2 * math.pi
CAM = "5/4-cos(3*alpha)/4"
PIECES = [{"until": "2*pi/3", "function": CAM}, {"function": 1}]
BOOK_CAMS = [
    {"type": "polar", "radius": {"type": "piecewise", "period": "2*pi", "pieces": PIECES}},
    {"type": "polar", "radius": {"type": "piecewise", "pieces": PIECES}},
    {"type": "polar", "radius": f"if(alpha <= 2*pi/3, {CAM}, 1)"},
]
SQUARE = [[0, 0], ["r", 0], [1, 1], [0, "w/3"]]
OUTLINES = [
    {"type": "circle", "radius": "r/2", "center": ["w", -1]},
    {"type": "polar", "radius": "1+r*cos(alpha)^2", "center": [0.1, "w"]},
    {"type": "polar", "radius": {"type": "table", "points": [[0, 1], [1, "1+r"], [3, 1.1], [5, 1]]}},
    {"type": "points", "points": SQUARE},
    {"type": "points", "points": SQUARE, "closed": False},
    {"type": "parametric", "x": "r*cos(alpha)", "y": "sin(alpha)", "from": 0, "to": "2*pi", "closed": True},
    {"type": "parametric", "x": "alpha", "y": "w*alpha^2", "from": -1, "to": "w"},
    {"type": "straight", "through": ["r", 1], "along": [1, "w"]},
]
ALPHAS = np.random.default_rng(2).uniform(0.02, 0.98, 10)


@pytest.mark.parametrize("given", [*OUTLINES, *BOOK_CAMS], ids=str)
def test_derivatives_and_complex_twin(given: object) -> None:
    outline = outline_of(given)
    closed = outline.period(ENV) is not None
    check_derivatives(outline.pack(ENV), ALPHAS * 20 - 10 if closed else ALPHAS, CURVE)
    for name in ENV:
        check_parameter_derivative(outline, name, ALPHAS)


@pytest.mark.parametrize("given", OUTLINES[:4])
def test_closed_outlines_repeat_after_a_turn_without_kinks(given: object) -> None:
    outline = outline_of(given)
    assert outline.period(ENV) == TURN
    rows = sample(outline.pack(ENV), [*ALPHAS, 0.0], CURVE)
    later = sample(outline.pack(ENV), [*(ALPHAS + 3 * TURN), -2 * TURN], CURVE)
    np.testing.assert_allclose(later, rows, rtol=1e-9, atol=1e-9 * np.abs(rows).max())
    assert outline.kinks(ENV) == []


@pytest.mark.parametrize("given", BOOK_CAMS)
def test_the_book_cam(given: object) -> None:
    """Example 3.4.3: the curvature jumps where the lobe begins and ends."""
    outline = outline_of(given)
    assert outline.kinks({}) == [(0.0, 2), (2 * math.pi / 3, 2)]
    for turns in (-1, 0, 2):
        x, y = sample(outline.pack({}), [math.pi / 3 + turns * TURN], CURVE)[0, :2]
        assert math.hypot(x, y) == pytest.approx(1.5)
        x, y = sample(outline.pack({}), [4.0 + turns * TURN], CURVE)[0, :2]
        assert math.hypot(x, y) == pytest.approx(1.0)


def test_a_radius_that_does_not_close_is_reported() -> None:
    assert outline_of({"type": "polar", "radius": "1+alpha/10"}).kinks({}) == [(0.0, 0)]
    assert outline_of({"type": "polar", "radius": "1+sin(alpha/2)"}).kinks({}) == [(0.0, 1)]


def test_an_outline_goes_through_its_points() -> None:
    chords = np.array([3.0, 4.0, 5.0])
    places = np.concatenate([[0.0], np.cumsum(chords)]) / 12
    given = {"type": "points", "points": [[0, 0], [3, 0], [3, 4]]}
    closed = sample(outline_of(given).pack({}), TURN * places, CURVE)[:, :2]
    np.testing.assert_allclose(closed, [[0, 0], [3, 0], [3, 4], [0, 0]], atol=1e-12)
    opened = outline_of({**given, "closed": False})
    assert opened.range({}) == (0.0, 1.0)
    np.testing.assert_allclose(sample(opened.pack({}), [0, 3 / 7, 1], CURVE)[:, :2], closed[:3], atol=1e-12)


def test_points_for_drawings() -> None:
    assert outline_of(OUTLINES[0]).sample({"r": 2.0, "w": 0.0}, 4) == [
        pytest.approx(point, abs=1e-15) for point in [(1, -1), (0, 0), (-1, -1), (0, -2)]
    ]
    assert outline_of(OUTLINES[7]).sample({"r": 0.0, "w": 0.0}, 3, (-2, 2)) == [(-2, 1), (0, 1), (2, 1)]
    assert outline_of(OUTLINES[6]).sample({"r": 0.0, "w": 1.0}, 3) == [(-1, 1), (0, 0), (1, 1)]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"type": "circle", "radius": "r-1"}, "radius must be positive, not -0.3"),
        ({"type": "straight", "through": [0, 0], "along": [0, 0]}, "direction 'along' is zero"),
        ({"type": "points", "points": [[0, 0], [0, 0], [1, 1], [1, 2]]}, "point 2 repeats"),
        ({"type": "parametric", "x": 1, "y": 2, "from": 1, "to": 0}, r"'to' \(0\) must be greater"),
        (
            {
                "type": "polar",
                "radius": {"type": "table", "ends": "natural", "points": [[0, 1], [1, 1], [2, 1]]},
            },
            "the table of the radius is periodic, not 'natural'",
        ),
    ],
)
def test_wrong_outlines(given: object, message: str) -> None:
    with pytest.raises(MechanismError, match=message):
        outline_of(given).pack(ENV)


def test_an_error_in_a_field_says_where() -> None:
    with pytest.raises(ValidationError) as caught:
        outline_of({"type": "circle", "radius": "2*(r"})
    (error,) = caught.value.errors()
    assert error["loc"] == ("circle", "radius")
    assert "unbalanced" in error["msg"]
    assert error["ctx"]["column"] == 3


@pytest.mark.parametrize("given", [*OUTLINES, *BOOK_CAMS], ids=str)
def test_written_and_read_again_it_is_the_same_and_fits_the_schema(given: object) -> None:
    adapter = TypeAdapter(Outline)
    outline = adapter.validate_python(given)
    written = adapter.dump_python(outline, mode="json")
    assert adapter.validate_python(written) == outline
    jsonschema.validate(written, adapter.json_schema())
