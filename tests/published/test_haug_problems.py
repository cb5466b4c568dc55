"""Haug Probs. 2.4.3, 3.4.1, 3.4.2, 3.4.7, 3.4.10: problems of chapters 2 and 3 that need no lost figure.

Probs. 2.1.3, 2.5.2, 3.2.3, 3.7.1 to 3.7.4, 4.2.1 to 4.2.4, 4.4.1 to 4.4.6, 4.5.1 to 4.5.3 and 4.6.1 are with the
examples that they continue. Probs. 3.3.2, 3.4.3, 3.5.3 to 3.5.6, 3.6.1 and 3.6.2 and DADS projects 5.1 to 5.3 have
their dimensions in lost figures.
"""

from __future__ import annotations

from math import cos, pi

import numpy as np
import pytest

from linkwork.functions import Piece, Piecewise, Polar, Straight
from linkwork.functions.value import value_at
from linkwork.mechanism.planar import Planar
from linkwork.run.run import Run
from published.by_hand import move_to
from published.case import Case
from published.case import tests_of as checks_of
from published.test_haug_3_slider_crank import ROD, closed_form

pytestmark = pytest.mark.both_coordinates

# ---------------------------------------------------------------------------- Prob. 2.4.3


def test_a_bar_with_its_pins_in_crossed_slots_carries_its_middle_on_a_circle() -> None:
    """Probs. 2.4.3, 3.2.1: unit bar, one pin on the x axis and one on the y axis: an elliptic trammel."""
    m = Planar("bar in two slots")
    bar = m.body("bar", estimate=(0.8, 0, 2.5), points={"middle": (0.5, 0), "third": (0.25, 0), "end": (1, 0)})
    m.absolute_y("in the horizontal slot", bar.at(0, 0), 0)
    m.absolute_x("in the vertical slot", bar.at("end"), 0)
    assert m.check().mobility == 1
    m.drive("motor", on=bar, angle="2.5 + t")
    run = move_to(m, *np.linspace(0.0, 6.0, 25).tolist())
    f = 2.5 + run.t
    assert np.allclose(run["bar.x"], -np.cos(f), rtol=0, atol=1e-12)
    assert np.allclose(run["bar.end.y"], np.sin(f), rtol=0, atol=1e-12)
    assert np.allclose(np.hypot(run["bar.middle.x"], run["bar.middle.y"]), 0.5, rtol=0, atol=1e-12)
    ellipse = (run["bar.third.x"] / 0.75) ** 2 + (run["bar.third.y"] / 0.25) ** 2
    assert np.allclose(ellipse, 1.0, rtol=0, atol=1e-11)


# ---------------------------------------------------------------------------- Probs. 3.4.1, 3.4.2


def gear_pair() -> Planar:
    """Gears of 180 and 120 mm (Fig. 1.1.7) on fixed centres."""
    m = Planar("gear pair")
    large = m.body("large", estimate=(0, 0, 0))
    small = m.body("small", estimate=("150 mm", 0, 0))
    m.revolute("O", m.ground.at(0, 0), large.at(0, 0))
    m.revolute("C", m.ground.at("150 mm", 0), small.at(0, 0))
    m.gear("mesh", large.at(0, 0), small.at(0, 0), radii=("90 mm", "60 mm"))
    m.drive("motor", joint="O", angle="2*pi*t")
    return m


def one_turn() -> Run:
    return gear_pair().kinematics(until=1.0, points=41, progress=False)


def test_gears_on_fixed_centres_turn_against_each_other_in_the_ratio_of_their_radii() -> None:
    """Prob. 3.4.1: R_i dphi_i = -R_j dphi_j, over many teeth without a slip."""
    run = one_turn()
    assert np.allclose(90 * run["large.omega"], -60 * run["small.omega"], rtol=0, atol=1e-9)
    assert np.allclose(90 * run["large.angle"], -60 * run["small.angle"], rtol=0, atol=1e-9)
    assert np.allclose(run["small.alpha"], 0.0, atol=1e-8)


def trolley() -> Planar:
    """A wheel of diameter 0.3 m that rolls on a rail, turning at 5 rev/s^2 from rest."""
    m = Planar("rail trolley")
    wheel = m.body("wheel", estimate=(0, 0.15, 0))
    m.rack_pinion("rail", m.ground.line((0, 0), (1, 0)), wheel.at(0, 0), radius=0.15)
    m.drive("motor", on=wheel, angle="-5*pi*t^2")
    return m


def test_the_trolley_rolls_without_slip() -> None:
    run = move_to(trolley(), 0.0, 1.0, 2.0)
    assert np.allclose(run["wheel.vx"], -0.15 * run["wheel.omega"], rtol=0, atol=1e-11)
    assert np.allclose(run["wheel.x"], -0.15 * run["wheel.angle"], rtol=0, atol=1e-11)
    assert abs(run["wheel.omega"][2] + 600 * 2 * pi / 60) < 1e-10


# ---------------------------------------------------------------------------- Prob. 3.4.7


def cam() -> Polar:
    lobe = Piece.model_validate({"until": 2, "function": "1 + 2*alpha^2 - 2*alpha^3 + alpha^4/2"})
    return Polar(radius=Piecewise(pieces=(lobe, Piece.model_validate({"function": "1"}))))


def test_the_polynomial_cam_is_smooth_to_the_first_derivative_and_hollow_at_its_beginning() -> None:
    """rho(1) = 3/2, rho'' jumps from 0 to 4 at both ends, curvature 1 - 4 at alpha = 0+."""
    assert abs(np.hypot(*value_at(cam().pack({}), 1.0, 8)[:2]) - 1.5) < 1e-15
    kinks = cam().kinks({})
    assert [order for _, order in kinks] == [2, 2]
    assert np.allclose(sorted(at for at, _ in kinks), [0.0, 2.0], rtol=0, atol=1e-9)
    curve = value_at(cam().pack({}), 1e-9, 8)
    curvature = (curve[2] * curve[5] - curve[3] * curve[4]) / np.hypot(curve[2], curve[3]) ** 3
    assert abs(curvature + 3.0) < 1e-6


def test_a_point_on_the_polynomial_cam_moves_by_the_closed_form() -> None:
    m = Planar("polynomial cam and point")
    disc = m.body("cam", estimate=(0, 0, "pi/2"))
    disc.outline("profile", cam())
    follower = m.body("follower", estimate=(0, 1.1, 0))
    m.revolute("O", m.ground.at(0, 0), disc.at(0, 0))
    m.absolute_x("guide x", follower.at(0, 0), 0)
    m.absolute_angle("guide angle", follower, 0)
    m.point_follower("contact", follower.at(0, 0), "cam.profile", contact=0.2)
    m.drive("motor", joint="O", angle="pi/2 - t")
    run = move_to(m, *np.linspace(0.2, 1.8, 17).tolist())
    a = run.t
    assert np.allclose(run["follower.y"], 1 + 2 * a**2 - 2 * a**3 + a**4 / 2, rtol=0, atol=1e-12)
    assert np.allclose(run["follower.vy"], 4 * a - 6 * a**2 + 2 * a**3, rtol=0, atol=1e-11)
    assert np.allclose(run["follower.ay"], 4 - 12 * a + 6 * a**2, rtol=0, atol=1e-10)


# ---------------------------------------------------------------------------- Prob. 3.4.10


def test_a_straight_slot_through_the_origin_makes_the_slider_crank_of_example_3_1_2() -> None:
    """A polar outline cannot be a line through its pole; a straight one with its own parameter can."""
    m = Planar("slider-crank with a slot")
    crank = m.body("crank", estimate=(0, 0, 0.5))
    coupler = m.body("coupler", estimate=(2.8, 0, 1.3))
    rail = m.body("rail", estimate=(0, 0, 0))
    rail.outline("slot", Straight.model_validate({"through": (0, 0), "along": (1, 0)}))
    m.fixed("held", m.ground.at(0, 0), rail.at(0, 0), angle=0)
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("P", crank.at(1, 0), coupler.at(0, ROD))
    m.point_follower("slide", coupler.at(0, 0), "rail.slot", contact=2.8)
    m.drive("motor", joint="O", angle="t")
    run = move_to(m, *np.linspace(0.5, 6.5, 13).tolist())
    for index, t in enumerate(run.t):
        for name, value in closed_form(float(t)).items():
            assert abs(run[name][index] - value) < 1e-11
    assert np.allclose(run["slide.alpha"], run["coupler.x"], rtol=0, atol=1e-12)


def cases() -> list[Case]:
    return [
        Case(
            "Haug Fig. 1.1.7, Prob. 3.4.1",
            "turns of the 120 mm gear in one turn of the 180 mm gear",
            1.5,
            lambda: float(-one_turn()["small.angle"][-1] / (2 * pi)),
            1e-11,
        ),
        Case(
            "Haug Prob. 3.4.2",
            "acceleration of the trolley at 600 rpm (m/s^2)",
            None,
            lambda: float(move_to(trolley(), 2.0)["wheel.ax"][0]),
            0.0,
            exact=0.15 * 10 * pi,
            exact_tolerance=1e-11,
        ),
        Case(
            "Haug Prob. 2.4.3",
            "unit bar in crossed slots at 120 deg: x of the lower pin (m)",
            None,
            lambda: _trammel(2 * pi / 3),
            0.0,
            exact=-cos(2 * pi / 3),
            exact_tolerance=1e-11,
        ),
    ]


def _trammel(angle: float) -> float:
    m = Planar("bar in two slots")
    bar = m.body("bar", estimate=(0.5, 0.1, 2.0))
    m.absolute_y("in the horizontal slot", bar.at(0, 0), 0)
    m.absolute_x("in the vertical slot", bar.at(1, 0), 0)
    return m.assemble(hold={"bar.angle": angle})["bar.x"]


test_cases = checks_of(cases)
