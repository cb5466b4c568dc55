"""Advice about cams: the book's cams that a flat face cannot follow, rollers that fit and rollers that do not."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from linkwork.elements.planar.cams.cam_advice import flat_advice, pair_advice
from linkwork.elements.planar.cams.curvature import bend_of
from linkwork.expression import resolve_parameters
from linkwork.functions import Circle, Parametric, Piecewise, Polar
from linkwork.mechanism.planar import Planar
from linkwork.places.row import Row
from linkwork.places.scope import Scope


def lobe(formula: str, until: str) -> Polar:
    """A cam of radius 1 with a lobe from 0 to `until`."""
    pieces = [{"until": until, "function": formula}, {"function": "1"}]
    return Polar(radius=Piecewise.model_validate({"pieces": pieces}))


EXAMPLE_3_4_3 = lobe("5/4 - cos(3*alpha)/4", "2*pi/3")
PROBLEM_3_4_7 = lobe("1 + 2*alpha^2 - 2*alpha^3 + alpha^4/2", "2")


def circle(radius: float, x: float = 0.0) -> Circle:
    return Circle.model_validate({"radius": radius, "center": (x, 0)})


def row_with(cam: Any, follower: Any = None, at: tuple[float, float, float] | None = (0, 3, 0)) -> Row:
    m = Planar("cam")
    m.body("cam", estimate=(0, 0, 0), outlines={"profile": cam})
    m.body("follower", estimate=at, outlines={"rim": follower or circle(0.25)})
    return Row(Scope(m, resolve_parameters(m.parameters_by_name, None)), "joint 'contact'", "contact")


def ranges(text: str) -> list[tuple[float, float]]:
    return [(float(a), float(b)) for a, b in re.findall(r"(-?[\d.]+) to (-?[\d.]+)", text)]


def test_curvature_of_the_books_cams_at_zero() -> None:
    assert bend_of(row_with(EXAMPLE_3_4_3), "cam.profile").curvature[0] == pytest.approx(-1.25, abs=1e-2)
    assert bend_of(row_with(PROBLEM_3_4_7), "cam.profile").curvature[0] == pytest.approx(-3.0, abs=3e-2)


def test_flat_face_cannot_follow_the_cam_of_example_3_4_3() -> None:
    """The cam is hollow for alpha < 0.26 and, by symmetry, before 2 pi / 3."""
    (text,) = flat_advice(row_with(EXAMPLE_3_4_3), "cam.profile")
    assert text.startswith("joint 'contact': outline 'cam.profile' is hollow for parameters")
    (first, second) = ranges(text)
    assert first == pytest.approx((0.0, 0.26), abs=5e-3)
    assert second == pytest.approx((2 * np.pi / 3 - 0.26, 2 * np.pi / 3), abs=5e-3)
    assert "curvature down to -1.2" in text
    assert "a flat face cannot touch it there" in text


def test_roller_of_a_quarter_follows_the_cam_of_example_3_4_3() -> None:
    assert pair_advice(row_with(EXAMPLE_3_4_3, circle(0.25)), "cam.profile", "follower.rim") == []


def test_roller_larger_than_the_hollow_undercuts() -> None:
    """The hollow's least radius is 0.8."""
    assert pair_advice(row_with(EXAMPLE_3_4_3, circle(0.79)), "cam.profile", "follower.rim") == []
    (text,) = pair_advice(row_with(EXAMPLE_3_4_3, circle(0.9)), "cam.profile", "follower.rim")
    assert "least radius of 'follower.rim' is 0.9 m" in text
    assert "undercut" in text
    (same,) = pair_advice(row_with(EXAMPLE_3_4_3, circle(0.9)), "follower.rim", "cam.profile")
    assert same == text


def test_cam_of_problem_3_4_7_needs_a_roller_below_a_third() -> None:
    assert flat_advice(row_with(PROBLEM_3_4_7), "cam.profile")
    assert pair_advice(row_with(PROBLEM_3_4_7, circle(0.3)), "cam.profile", "follower.rim") == []
    assert pair_advice(row_with(PROBLEM_3_4_7, circle(0.4)), "cam.profile", "follower.rim")


def test_eccentric_disc_is_fine_under_a_flat_face() -> None:
    assert flat_advice(row_with(circle(1.25, 0.25)), "cam.profile") == []


def test_direction_in_which_an_outline_is_traced_does_not_matter() -> None:
    ellipse = {"x": "2*cos(alpha)", "from": 0, "to": "2*pi", "closed": True}
    for y in ("sin(alpha)", "-sin(alpha)"):
        row = row_with(Parametric.model_validate({**ellipse, "y": y}))
        assert flat_advice(row, "cam.profile") == []
        assert bend_of(row, "cam.profile").curvature.min() == pytest.approx(0.25, abs=1e-5)


def test_roller_inside_a_groove_is_judged_from_inside() -> None:
    groove = Polar.model_validate({"radius": "2 + 0.1*cos(2*alpha)"})
    small, large = circle(0.5), circle(1.9)
    assert pair_advice(row_with(groove, small, at=(0, 1.4, 0)), "cam.profile", "follower.rim") == []
    assert pair_advice(row_with(small, groove, at=(0, 0.4, 0)), "cam.profile", "follower.rim") == []
    (text,) = pair_advice(row_with(groove, large, at=(0, 0.1, 0)), "cam.profile", "follower.rim")
    assert "hollow of outline 'cam.profile'" in text


def test_without_an_estimate_nothing_is_said_about_inside_or_outside() -> None:
    row = row_with(EXAMPLE_3_4_3, circle(0.9), at=None)
    assert pair_advice(row, "cam.profile", "follower.rim") == []


def test_cusp_is_named() -> None:
    astroid = {"x": "cos(alpha)^3", "y": "sin(alpha)^3", "from": 0, "to": "2*pi", "closed": True}
    texts = flat_advice(row_with(Parametric.model_validate(astroid)), "cam.profile")
    sharp = [text for text in texts if "sharp point" in text]
    assert len(sharp) == 4
    assert any("parameter 1.57" in text for text in sharp)


def test_open_outlines_have_no_inside_and_are_not_judged() -> None:
    arc = Parametric.model_validate({"x": "alpha", "y": "alpha^2", "from": -1, "to": 1})
    assert pair_advice(row_with(arc, circle(3.0)), "cam.profile", "follower.rim") == []
