"""Contact curves of `.DYN` files placed on their links: starts, ends, spans, seams, corners."""

from __future__ import annotations

import math

import pytest

from formats.dyn.samples import POLYNOMIAL_CAM, SIMPLE_CAM, data_of
from linkwork.base.errors import ModelFileError
from linkwork.formats.dyn.chain import placed
from linkwork.formats.dyn.data import (
    ArcElement,
    CircleElement,
    Curve,
    CurveElement,
    PointElement,
    PolynomialElement,
    SegmentElement,
)
from linkwork.formats.dyn.findings import DynReport
from linkwork.formats.dyn.outline import Corner, Outline, Polar, Round

UP = (0.0, 0.0, 1.0)
ORIGIN = (0.0, 0.0, 0.0)


def outline(*elements: CurveElement, ends: tuple[float, ...] = ()) -> tuple[Outline, str]:
    report = DynReport("cam.dyn")
    return placed(Curve("c", UP, elements), report, ends), report.text()


def cam(path) -> tuple[Outline, str]:
    file, _ = data_of(path.read_text())
    link = next(link for link in file.links if link.name == "cam2_2")
    curve = next(surface for surface in link.surfaces if surface.name == "23")
    assert isinstance(curve, Curve)
    report = DynReport("cam.dyn")
    return placed(curve, report), report.text()


def test_the_spans_of_the_polynomial_cam_follow_from_its_radii() -> None:
    """Table 4.3-1: 5, 10, 150, 10, 5 degrees, from 90 to 270."""
    found, told = cam(POLYNOMIAL_CAM)
    spans = [(piece.first, piece.last) for piece in found.pieces if isinstance(piece, Polar)]
    assert spans == [(0, 5), (5, 15), (-75, 75), (-15, -5), (-5, 0)]
    assert told.count("where the polynomial ends is not in the file") == 5
    assert told.count("is read as the divisor of the angle") == 2
    assert "the angles of its polynomials are taken in degrees" in told


def test_the_seams_of_the_polynomial_cam_are_told() -> None:
    """54.8846068 + 0.02*15 against 65.649356 - 14.0625 + 7.734375 - 4.1367188: 9.46e-5 apart, twice."""
    found, told = cam(POLYNOMIAL_CAM)
    assert told.count("a seam of 9.46e-05 is between") == 2
    seam = math.dist(found.pieces[2].point(1.0), found.pieces[3].point(0.0))
    assert seam == pytest.approx(9.46e-5, abs=1e-12)


def test_the_last_arc_without_ends_closes_the_polynomial_cam() -> None:
    found, told = cam(POLYNOMIAL_CAM)
    assert "the arc has no PINIT and PEND" in told
    last = found.pieces[-1]
    assert found.closed
    assert isinstance(last, Round)
    assert last.sweep == pytest.approx(math.pi / 2, abs=1e-12)
    assert last.point(1.0) == pytest.approx((54.9346068, 0.0), abs=1e-12)


def test_the_polynomial_cam_is_the_table_of_the_text() -> None:
    """Radius and polar angle at the middle of each piece, with 54.9346068 for the base radius 50 (Table 4.3-1)."""
    found, _ = cam(POLYNOMIAL_CAM)
    base = 54.9346068
    expected = [
        (45.0, base),
        (92.5, base + 0.0008 * 2.5**3 - 0.00008 * 2.5**4),
        (100.0, base - 0.05 + 0.02 * 10),
        (180.0, 65.649356),
        (260.0, base - 0.05 + 0.02 * 10),
        (267.5, base + 0.0008 * 2.5**3 - 0.00008 * 2.5**4),
        (315.0, base),
    ]
    for piece, (angle, radius) in zip(found.pieces, expected, strict=True):
        x, y = piece.point(0.5)
        assert math.hypot(x, y) == pytest.approx(radius, abs=1e-9)
        assert math.degrees(math.atan2(y, x)) % 360 == pytest.approx(angle, abs=1e-9)


def test_the_simple_cam_turns_once_round_and_closes() -> None:
    found, told = cam(SIMPLE_CAM)
    assert found.closed
    assert told == ""
    corners = [math.degrees(piece.turn) for piece in found.pieces if isinstance(piece, Corner)]
    slope = math.degrees(math.atan2(10, 50))
    assert corners == pytest.approx([slope, 90 - slope, 90 - slope, slope])
    assert sum(corners) == pytest.approx(180.0)
    assert found.at(0.5)[0] == pytest.approx((35.0, 0.0))
    assert found.at(8.5)[0] == pytest.approx((35.0, 0.0))


@pytest.mark.parametrize("path", [POLYNOMIAL_CAM, SIMPLE_CAM])
def test_directions_are_those_of_the_points(path) -> None:
    found, _ = cam(path)
    for piece in found.pieces:
        if isinstance(piece, Corner):
            continue
        (a, b), (c, d) = piece.point(0.4 - 1e-6), piece.point(0.4 + 1e-6)
        assert math.remainder(math.atan2(d - b, c - a) - piece.direction(0.4), 2 * math.pi) == pytest.approx(
            0, abs=1e-7
        )


def test_a_concave_arc_runs_clockwise() -> None:
    found, _ = outline(ArcElement(ORIGIN, (1.0, 0.0, 0.0), (-1.0, 0.0, 0.0), True))
    assert found.pieces[0].point(0.5) == pytest.approx((0.0, -1.0))


def test_a_concave_polynomial_runs_clockwise() -> None:
    wall = SegmentElement((4.0, 0.0, 0.0), (2.0, 0.0, 0.0))
    hollow = PolynomialElement((2.0, 0.01), (0, 1), 0.0, 1.0, None, ORIGIN, True)
    found, _ = outline(wall, hollow, SegmentElement((0.0, -2.9, 0.0), (0.0, -4.0, 0.0)))
    assert found.pieces[1].point(1.0) == pytest.approx((0.0, -2.9))


def test_an_open_curve_is_told() -> None:
    found, told = outline(SegmentElement((1.0, 0.0, 0.0), ORIGIN))
    assert not found.closed
    assert "it is not closed, 1 are between its ends; it is taken as open" in told


def test_a_clockwise_outline_is_told_as_a_hole() -> None:
    corners = [(0.0, 0.0, 0.0), (0.0, 1.0, 0.0), (1.0, 1.0, 0.0)]
    sides = [SegmentElement(a, b) for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)]
    assert "it runs clockwise, so the material is outside" in outline(*sides)[1]


def test_a_kink_without_a_point_and_a_point_without_a_kink_are_told() -> None:
    square = [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (1.0, 1.0, 0.0), (0.0, 1.0, 0.0)]
    sides = [SegmentElement(a, b) for a, b in zip(square, [*square[1:], square[0]], strict=True)]
    assert "it turns by 90 deg between elements 1 and 2 without a POINT" in outline(*sides)[1]
    straight = outline(
        SegmentElement((0.0, 0.0, 0.0), (1.0, 0.0, 0.0)), PointElement(), SegmentElement(None, (2.0, 0.0, 0.0))
    )
    assert "at this POINT the outline does not turn" in straight[1]
    inwards = outline(
        SegmentElement((0.0, 0.0, 0.0), (1.0, 0.0, 0.0)), PointElement(), SegmentElement(None, (1.0, -1.0, 0.0))
    )
    assert "turns inwards by 90 deg; nothing can touch it there" in inwards[1]


def test_radii_that_differ_are_told() -> None:
    assert (
        "has the radius 1 at its start and 1.1 at its end"
        in outline(ArcElement(ORIGIN, (1.0, 0.0, 0.0), (0.0, 1.1, 0.0), False))[1]
    )
    found, told = outline(CircleElement(ORIGIN, 2.0, (0.0, 1.9, 0.0), False))
    assert "PINIT is 1.9 from the centre and not on the circle of radius 2" in told
    assert found.closed
    assert found.at(0.25)[0] == pytest.approx((-2.0, 0.0))


def test_the_ends_of_polynomials_may_be_given() -> None:
    """A constant radius meets the next element everywhere."""
    elements = (
        ArcElement(ORIGIN, (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), False),
        PolynomialElement((1.0,), (0,), 90.0, 1.0, None, ORIGIN, False),
        ArcElement(ORIGIN, None, (1.0, 0.0, 0.0), False),
    )
    with pytest.raises(ModelFileError, match=r"at 360 angles has the radius 1 .*spans=\{'c': "):
        outline(*elements)
    found, _ = outline(*elements, ends=(200.0,))
    assert found.pieces[1].point(1.0) == pytest.approx((math.cos(math.radians(200)), math.sin(math.radians(200))))
    with pytest.raises(ModelFileError, match="begins at 90 deg and cannot end at 80 deg"):
        outline(*elements, ends=(80.0,))
    with pytest.raises(ModelFileError, match="2 ends of spans are given for 1 polynomials"):
        outline(*elements, ends=(80.0, 90.0))


def test_a_span_may_end_between_whole_degrees() -> None:
    elements = (
        ArcElement(ORIGIN, (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), False),
        PolynomialElement((1.0, 0.01), (0, 1), 0.0, 1.0, None, ORIGIN, False),
        SegmentElement((-1.205 * math.sin(math.radians(20.5)), 1.205 * math.cos(math.radians(20.5)), 0.0), ORIGIN),
    )
    found, _ = outline(*elements)
    assert found.pieces[1].last == pytest.approx(20.5, abs=1e-9)


def test_unused_numbers_are_told() -> None:
    arc = ArcElement((0.0, 0.0, 3.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), False)
    poly = PolynomialElement((1.0, 0.01), (0, 1), 0.0, 7.0, None, ORIGIN, False)
    told = outline(arc, poly, SegmentElement((0.0, 1.1, 0.0), ORIGIN), ends=(10.0,))[1]
    assert "z = 3 plays no part" in told
    assert "Ro 7 is not described; it is not used" in told
    assert "a gap of" in told


BAD = {
    "no start": ((SegmentElement(None, ORIGIN),), "nothing says where the curve begins"),
    "no end": ((SegmentElement(ORIGIN, None), SegmentElement(None, ORIGIN)), "nothing says where the element ends"),
    "no length": ((SegmentElement(ORIGIN, ORIGIN),), "a segment has no length"),
    "arc in its centre": ((ArcElement(ORIGIN, ORIGIN, UP, False),), "begins in its centre"),
    "circle with neighbours": ((CircleElement(ORIGIN, 1.0, (1.0, 0.0, 0.0), False), PointElement()), "no neighbours"),
    "negative radius": ((CircleElement(ORIGIN, -1.0, (1.0, 0.0, 0.0), False),), "must be greater than zero"),
    "points only": ((PointElement(), PointElement()), "nothing says where the curve begins"),
    "two points": (
        (
            SegmentElement(ORIGIN, (1.0, 0.0, 0.0)),
            PointElement(),
            PointElement(),
            SegmentElement(None, (1.0, 1.0, 0.0)),
        ),
        "two points stand next to each other",
    ),
    "point at an end": ((SegmentElement(ORIGIN, (1.0, 0.0, 0.0)), PointElement()), "a neighbour on one side only"),
    "divisor": (
        (
            SegmentElement(ORIGIN, (1.0, 0.0, 0.0)),
            PolynomialElement((1.0,), (0,), 0.0, 1.0, 0.0, ORIGIN, False),
        ),
        "Ko must not be zero",
    ),
    "polynomial that meets nothing": (
        (
            SegmentElement(ORIGIN, (1.0, 0.0, 0.0)),
            PolynomialElement((1.0,), (0,), 0.0, 1.0, None, ORIGIN, False),
            SegmentElement((0.0, 2.0, 0.0), ORIGIN),
        ),
        "nowhere has the radius 2",
    ),
    "polynomial before an unknown start": (
        (
            SegmentElement(ORIGIN, (1.0, 0.0, 0.0)),
            PolynomialElement((1.0,), (0,), 0.0, 1.0, None, ORIGIN, False),
            SegmentElement(None, ORIGIN),
        ),
        "the element has no PINIT",
    ),
}


@pytest.mark.parametrize(("elements", "words"), BAD.values(), ids=BAD)
def test_curves_that_cannot_be_placed(elements: tuple[CurveElement, ...], words: str) -> None:
    with pytest.raises(ModelFileError, match=words):
        outline(*elements)


def test_a_curve_out_of_the_plane_is_refused() -> None:
    with pytest.raises(ModelFileError, match="NORMAL VECTOR must be 0 0 1"):
        placed(Curve("c", (0.0, 0.0, -1.0), (PointElement(),)), DynReport("cam.dyn"))
