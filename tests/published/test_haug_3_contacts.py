"""Haug Examples 3.4.2 to 3.4.5: rack and pinion, and the cam of an engine under a roller, a flat face and a point.

The figures with the follower geometry are lost: the roller and the flat face are guided on the y axis through the cam's
centre, as the point follower of Ex. 3.4.5 is. Ex. 3.4.1 is on a lost page.
"""

from __future__ import annotations

from math import asin, cos, pi, sin

import numpy as np
import pytest

from linkwork.functions import Circle, Piece, Piecewise, Polar
from linkwork.functions.value import value_at
from linkwork.mechanism.planar import Planar
from linkwork.run.run import Run
from published.by_hand import Rows, move_to
from published.case import Case
from published.case import tests_of as checks_of

pytestmark = pytest.mark.both_coordinates

LENGTH = 1.0
RADIUS, SPEED, START = 0.2, 0.3, 0.8


# ---------------------------------------------------------------------------- Ex. 3.4.2


def rack_and_pinion() -> Planar:
    """The rack is a body with its frame at P1 on the x axis, its line runs from P1 along -x'; the pinion is at O.

    The reference angle makes the first equation x cos phi1 - l - 0.2 (phi1 - phi2) = 0, as in the book.
    """
    m = Planar("slider-crank with rack and pinion")
    rack = m.body("rack", estimate=(START, 0, -0.25))
    pinion = m.body("pinion", estimate=(0, 0, 0.7))
    m.absolute_y("P1 on the axis", rack.at(0, 0), 0)
    m.revolute("O", m.ground.at(0, 0), pinion.at(0, 0))
    line = rack.line((0, 0), (-LENGTH, 0))
    m.rack_pinion("teeth", line, pinion.at(0, 0), radius=RADIUS, reference="pi + 3*pi/2")
    m.drive("piston", on=rack.at(0, 0), x=f"{START} + {SPEED}*t")
    return m


def rolling() -> Run:
    return move_to(rack_and_pinion(), 0.0, 0.4)


def test_the_rolling_equations_are_those_of_the_book() -> None:
    """Phi = [x cos phi1 - l - 0.2 (phi1 - phi2); x sin phi1 + 0.2], the second with its sign changed."""
    for x, phi1, phi2 in ((0.8, -0.25, 0.3), (1.1, 0.2, -1.0)):
        rows = Rows(rack_and_pinion(), [x, 0, phi1, 0, 0, phi2])
        names = [(equation.element, equation.name) for equation in rows.system.equations]
        rolling_row, offset_row = names.index(("teeth", "rolling")), names.index(("teeth", "offset"))
        assert abs(rows.phi[rolling_row] - (x * cos(phi1) - LENGTH - RADIUS * (phi1 - phi2))) < 1e-14
        assert abs(-rows.phi[offset_row] - (x * sin(phi1) + RADIUS)) < 1e-14


def test_rack_and_pinion_roll_by_the_closed_form() -> None:
    run = rolling()
    x = START + SPEED * run.t
    phi1 = -np.arcsin(RADIUS / x)
    phi2 = phi1 - (x * np.cos(phi1) - LENGTH) / RADIUS
    assert np.allclose(run["rack.angle"], phi1, rtol=0, atol=1e-12)
    assert np.allclose(run["pinion.angle"], phi2, rtol=0, atol=1e-12)
    assert np.allclose(run["rack.omega"], -np.sin(phi1) * SPEED / (x * np.cos(phi1)), rtol=0, atol=1e-12)


# ---------------------------------------------------------------------------- the cam


def profile() -> Polar:
    """rho = 5/4 - 1/4 cos 3 alpha up to 2 pi/3, 1 elsewhere."""
    lobe = Piece.model_validate({"until": "2*pi/3", "function": "5/4 - cos(3*alpha)/4"})
    rest = Piece.model_validate({"function": "1"})
    return Polar(radius=Piecewise(pieces=(lobe, rest)))


def cam(name: str) -> Planar:
    """The cam turning clockwise about the origin from phi = pi/2, so that alpha = pi/2 - phi rises from 0."""
    m = Planar(name)
    disc = m.body("cam", estimate=(0, 0, "pi/2"))
    disc.outline("profile", profile())
    m.revolute("O", m.ground.at(0, 0), disc.at(0, 0))
    m.drive("motor", joint="O", angle="pi/2 - t")
    return m


def point_follower(stem: float = 2.0) -> Planar:
    """Ex. 3.4.5: the point at the lower end of a stem of length l on the y axis."""
    m = cam("cam and point")
    stem_body = m.body("follower", estimate=(0, stem + 1, 0))
    m.absolute_x("guide x", stem_body.at(0, 0), 0)
    m.absolute_angle("guide angle", stem_body, 0)
    m.point_follower("contact", stem_body.at(0, -stem), "cam.profile", contact=0)
    return m


def roller_follower() -> Planar:
    """Ex. 3.4.3: a roller of radius 1/4 whose centre moves on the y axis."""
    m = cam("cam and roller")
    roller = m.body("follower", estimate=(0, 1.3, 0))
    roller.outline("rim", Circle.model_validate({"radius": 0.25}))
    m.absolute_x("guide x", roller.at(0, 0), 0)
    m.absolute_angle("guide angle", roller, 0)
    m.cam_follower("contact", "cam.profile", "follower.rim", contact=(0.3, "-pi/2"))
    return m


def tangent(alpha: float) -> tuple[float, float]:
    """g1' of Eq. 3.4.23."""
    slope, rho = 0.75 * sin(3 * alpha), 1.25 - 0.25 * cos(3 * alpha)
    return slope * cos(alpha) - rho * sin(alpha), slope * sin(alpha) + rho * cos(alpha)


@pytest.mark.parametrize("alpha", [0.1, 0.7, 1.3, 2.0])
def test_the_tangent_of_the_outline_is_equation_3_4_23(alpha: float) -> None:
    curve = value_at(profile().pack({}), alpha, 8)
    assert np.allclose(curve[2:4], tangent(alpha), rtol=0, atol=1e-14)


def test_the_radius_is_smooth_to_the_first_derivative_only() -> None:
    """rho'' jumps between 0 and 9/4 at alpha = 0 and 2 pi/3; the program says so and where."""
    kinks = profile().kinks({})
    assert [order for _, order in kinks] == [2, 2]
    assert np.allclose(sorted(at for at, _ in kinks), [0.0, 2 * pi / 3], rtol=0, atol=1e-9)
    before, after = (
        value_at(profile().pack({}), 2 * pi / 3 - 1e-9, 8),
        value_at(profile().pack({}), 2 * pi / 3 + 1e-9, 8),
    )
    outward = np.array([cos(2 * pi / 3), sin(2 * pi / 3)])
    assert abs((before[4:6] - after[4:6]) @ outward - 9 / 4) < 1e-6


def test_a_point_follower_moves_by_the_closed_form_while_it_is_on_the_lobe() -> None:
    """y2 = l + 5/4 + 1/4 sin 3 phi1 and dy2 = 3/4 cos 3 phi1 dphi1, dphi1 = -1."""
    run = move_to(point_follower(), *np.linspace(0.05, 2.0, 40).tolist())
    phi = run["cam.angle"]
    assert np.allclose(run["follower.y"], 2 + 1.25 + 0.25 * np.sin(3 * phi), rtol=0, atol=1e-12)
    assert np.allclose(run["follower.vy"], -0.75 * np.cos(3 * phi), rtol=0, atol=1e-11)
    assert np.allclose(run["follower.ay"], -2.25 * np.sin(3 * phi), rtol=0, atol=1e-10)
    assert np.allclose(run["contact.alpha"] + phi, pi / 2, rtol=0, atol=1e-12)


def test_roller_and_cam_touch_with_parallel_tangents() -> None:
    """The third equation of 3.4.20, written with the book's tangents at the contact the program found."""
    run = move_to(roller_follower(), *np.linspace(0.4, 1.6, 25).tolist())
    for index in range(len(run.t)):
        phi1 = float(run["cam.angle"][index])
        a1, a2 = float(run["contact.alpha"][index]), float(run["contact.beta"][index])
        gx, gy = tangent(a1)
        cam_tangent = (gx * cos(phi1) - gy * sin(phi1), gx * sin(phi1) + gy * cos(phi1))
        roller_tangent = (-0.25 * sin(a2), 0.25 * cos(a2))
        assert abs(cam_tangent[0] * roller_tangent[1] - cam_tangent[1] * roller_tangent[0]) < 1e-12
        rho = 1.25 - 0.25 * cos(3 * a1)
        assert abs(rho * cos(a1 + phi1) - 0.25 * cos(a2)) < 1e-12
        assert abs(rho * sin(a1 + phi1) - run["follower.y"][index] - 0.25 * sin(a2)) < 1e-12


def test_the_roller_stands_on_the_lobe_top_at_its_highest() -> None:
    """At alpha = pi/3 the radius is 3/2, its slope 0: y = 3/2 + 1/4, at rest."""
    run = move_to(roller_follower(), pi / 3 - 0.1, pi / 3)
    assert abs(run["follower.y"][1] - 1.75) < 1e-12
    assert abs(run["follower.vy"][1]) < 1e-12


def flat_follower() -> Planar:
    """Ex. 3.4.4: a flat face u2 = (-1, 0) that moves along the y axis."""
    m = cam("cam and flat face")
    face = m.body("follower", estimate=(0, 1.5, 0))
    m.absolute_x("guide x", face.at(0, 0), 0)
    m.absolute_angle("guide angle", face, 0)
    m.cam_flat("contact", "cam.profile", face.line((0, 0), (-1, 0)), contact="pi/3")
    return m


def test_the_cam_is_not_convex_and_its_flat_face_is_warned_of() -> None:
    """Curvature at alpha = 0+ is (rho^2 + 2 rho'^2 - rho rho'') / rho^3 = 1 - 9/4 = -5/4."""
    curve = value_at(profile().pack({}), 1e-9, 8)
    curvature = (curve[2] * curve[5] - curve[3] * curve[4]) / (curve[2] ** 2 + curve[3] ** 2) ** 1.5
    assert abs(curvature + 1.25) < 1e-6
    assert any("hollow for parameters" in text and "flat face" in text for text in flat_follower().check().warnings)


def test_the_flat_face_touches_where_the_right_tangency_condition_holds() -> None:
    """g1x' sin phi1 + g1y' cos phi1 = 0; the printed condition does not hold there."""
    run = move_to(flat_follower(), pi / 3 - 0.2, pi / 3 + 0.15)
    for index in range(2):
        a, phi = float(run["contact.alpha"][index]), float(run["cam.angle"][index])
        gx, gy = tangent(a)
        assert abs(gx * sin(phi) + gy * cos(phi)) < 1e-12
        s, c = 0.75 * sin(3 * a), 0.25 * cos(3 * a) - 1.25
        printed = -(s * cos(a) - c * sin(a)) * cos(phi) + (s * sin(a) - c * cos(a)) * sin(phi)
        assert abs(printed) > 0.1


def cases() -> list[Case]:
    phi1 = -asin(RADIUS / START)
    dphi1 = -sin(phi1) * SPEED / (START * cos(phi1))
    dphi2 = (-cos(phi1) * SPEED + (START * sin(phi1) + RADIUS) * dphi1) / RADIUS
    phi = pi / 2 - 0.9
    return [
        Case(
            "Haug Ex. 3.4.2",
            "rack and pinion, x1 = 0.8: phi1 (rad)",
            None,
            lambda: float(rolling()["rack.angle"][0]),
            0.0,
            exact=phi1,
            exact_tolerance=1e-12,
        ),
        Case(
            "Haug Ex. 3.4.2",
            "rack and pinion, x1 = 0.8, dx1/dt = 0.3: dphi1/dt (rad/s)",
            0.0968,
            lambda: float(rolling()["rack.omega"][0]),
            5e-5,
            exact=dphi1,
            exact_tolerance=1e-12,
        ),
        Case(
            "Haug Ex. 3.4.2",
            "rack and pinion, x1 = 0.8, dx1/dt = 0.3: dphi2/dt (rad/s)",
            -1.4524,
            lambda: float(rolling()["pinion.omega"][0]),
            5e-5,
            exact=dphi2,
            exact_tolerance=1e-12,
        ),
        Case(
            "Haug Ex. 3.4.5",
            "point follower, dphi1/dt = -1, phi1 = pi/2 - 0.9: dy2/dt by the printed formula (m/s)",
            0.75 * cos(3 * phi),
            lambda: float(move_to(point_follower(), 0.9)["follower.vy"][0]),
            1e-3,
            exact=-0.75 * cos(3 * phi),
            exact_tolerance=1e-12,
            erratum="dy2/dt = 3/4 cos 3 phi1 lacks the factor dphi1/dt, here -1: y2 = l + 5/4 + 1/4 sin 3 phi1.",
        ),
    ]


test_cases = checks_of(cases)
