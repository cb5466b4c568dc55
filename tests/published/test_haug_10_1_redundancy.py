"""Haug Example 10.1.1: a planar slider-crank put together in space from three sets of joints.

a: three hinges and a slide; b: the slide replaced by two coordinates of the wrist pin; c: as b, the hinge at the wrist
pin replaced by a cylindrical joint. The book gives no lengths: here crank 0.1, rod 0.3.
"""

from __future__ import annotations

from functools import cache
from math import atan2, cos, pi, radians, sin, sqrt

import pytest

import linkwork as lw
from linkwork.analysis.check.check import Report
from published.case import Case
from published.case import tests_of as checks_of

pytestmark = pytest.mark.both_coordinates

SOURCE = "Haug Ex. 10.1.1"
CRANK, ROD, ANGLE = 0.1, 0.3, 0.7
Z = (0, 0, 1)


def model(kind: str, tilt: float = 0.0, about: str = "y") -> lw.Spatial:
    """Model a, b or c; the axis at A of the ground is tilted by some degrees about y, or about the slide."""
    m = lw.Spatial(f"Example 10.1.1 {kind}")
    pin = (CRANK * cos(ANGLE), CRANK * sin(ANGLE))
    x = pin[0] + sqrt(ROD**2 - pin[1] ** 2)
    lean = atan2(-pin[1], x - pin[0])
    crank = m.body("crank", (0, 0, 0), orientation=lw.orient.axis_angle(Z, ANGLE))
    rod = m.body("rod", ((pin[0] + x) / 2, pin[1] / 2, 0), orientation=lw.orient.axis_angle(Z, lean))
    slider = m.body("slider", (x, 0, 0))
    off, along = sin(radians(tilt)), cos(radians(tilt))
    axis = (off, 0, along) if about == "y" else (0, -off, along)
    m.revolute("A", m.ground.frame(at=(0, 0, 0), axis=axis), crank.frame(at=(0, 0, 0), axis=Z))
    m.revolute("B", crank.frame(at=(CRANK, 0, 0), axis=Z), rod.frame(at=(-ROD / 2, 0, 0), axis=Z))
    at_wrist = m.cylindrical if kind == "c" else m.revolute
    at_wrist("C", rod.frame(at=(ROD / 2, 0, 0), axis=Z), slider.frame(at=(0, 0, 0), axis=Z))
    if kind == "a":
        along_x = {"at": (0, 0, 0), "axis": (1, 0, 0)}
        m.translational("D", m.ground.frame(**along_x), slider.frame(**along_x))
    else:
        m.absolute_y("y of C", slider.at(0, 0, 0), 0)
        m.absolute_z("z of C", slider.at(0, 0, 0), 0)
    return m


@cache
def report(kind: str) -> Report:
    return model(kind).check()


def redundant(kind: str) -> int:
    """How many equations more than needed."""
    return len(report(kind).redundant)


COUNTS = {"a": (30, -2, 3, 1), "b": (27, 1, 1, 2), "c": (26, 2, 0, 2)}
"""Equations with ground and normalisation, freedoms by count, redundant equations, freedoms by rank."""


def _equations(kind: str) -> int:
    """With six of the ground and four of normalisation."""
    return 28 - int(report(kind).count_mobility)


def cases() -> list[Case]:
    found = []
    for kind, (equations, count, more, freedoms) in COUNTS.items():
        computed = (
            ("equations, on 28 coordinates", equations, lambda kind=kind: _equations(kind)),
            ("freedoms by count", count, lambda kind=kind: report(kind).count_mobility),
            ("redundant equations", more, lambda kind=kind: redundant(kind)),
            ("freedoms", freedoms, lambda kind=kind: report(kind).mobility),
        )
        found += [Case(SOURCE, f"model {kind}: {what}", value, how, 0.0, exact=value) for what, value, how in computed]
    return found


test_cases = checks_of(cases)


def _named(kind: str) -> set[tuple[str, str]]:
    return {(one.element, one.name) for group in report(kind).redundant for one in group.equations}


def test_the_redundant_equations_of_model_a_are_named() -> None:
    """The book: the two directions of the axis at C and its place out of the plane."""
    assert {("C", "axis x"), ("C", "axis y"), ("C", "z"), ("D", "turn"), ("D", "axis y"), ("D", "off y")} <= _named("a")
    text = report("a").text()
    assert "redundant: 3 equations more than needed" in text and "joint 'C' (axis x, axis y)" in text
    assert "4 bodies x 7 = 28 coordinates" in text


def test_model_b_hides_a_redundant_equation_and_a_freedom_behind_a_good_count() -> None:
    assert ("z of C", "position") in _named("b") and ("y of C", "position") not in _named("b")
    text = report("b").text()
    assert "mobility     1 by count, 2 by rank" in text
    assert "free: slider turns about (0, 0, 1)" in text


def test_model_c_lets_the_slider_spin_about_the_pin() -> None:
    assert report("c").redundant == []
    assert "free: slider turns about (0, 0, 1)" in report("c").text()


@pytest.mark.bodies_only  # assembling knows no other coordinates: the search would be made twice
@pytest.mark.parametrize("kind", ["a", "b"])
def test_a_tilted_axis_keeps_redundant_models_open(kind: str) -> None:
    found = model(kind, 1.0).check()
    assert found.assembly is not None and not found.assembly.ok
    assert "cannot be assembled" in found.text() and "stays open by" in found.text()


def test_model_c_is_assembled_with_a_tilted_axis() -> None:
    assembly = model("c", 1.0).assemble()
    assert assembly.ok
    assert assembly["slider.ry"] == pytest.approx(pi / 180, abs=1e-9), "the slider takes the tilt"


def test_a_tilt_about_the_slide_is_no_offence_to_model_b() -> None:
    """The crank's plane then still holds the slide: of the two imperfections only the first shows what b hides."""
    assert model("b", 1.0, "slide").assemble().ok
