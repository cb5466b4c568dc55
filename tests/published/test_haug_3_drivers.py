"""Haug Examples 3.5.1, 3.5.3, 3.5.4, 3.5.5: a driven slider, the excavator with two struts, the wrecker boom."""

from __future__ import annotations

from math import acos, atan2, cos, hypot, pi, sin, sqrt

import numpy as np
import pytest

from linkwork.mechanism.planar import Planar
from linkwork.run.run import Run
from published.by_hand import move_to, rows_of
from published.case import Case
from published.case import tests_of as checks_of
from published.test_haug_3_slider_crank import slider_crank

pytestmark = pytest.mark.both_coordinates

# ---------------------------------------------------------------------------- Ex. 3.5.1


def driven_slider(rod: float, omega: float) -> Planar:
    """The slider-crank of Ex. 3.1.2 with the piston driven: x2 = sqrt(l^2 - 1) + 1/2 sin wt."""
    m = slider_crank(rod)
    del m.drivers["motor"]
    m.drive("piston", on="coupler", x=f"sqrt({rod}^2 - 1) + sin({omega}*t)/2")
    m.estimate("crank", 0, 0, "pi/2")
    m.estimate("coupler", sqrt(rod**2 - 1), 0, acos(1 / rod))
    return m


@pytest.mark.parametrize("rod", [1.6, 2.0, 3.0])
def test_a_driven_piston_starts_the_crank_at_minus_half_its_frequency_for_every_rod(rod: float) -> None:
    run = move_to(driven_slider(rod, 2.0), 0.0)
    assert abs(run["crank.angle"][0] - pi / 2) < 1e-11
    assert abs(run["crank.omega"][0] + 1.0) < 1e-11


def test_the_crank_speed_is_the_printed_one() -> None:
    w = 2.0
    run = move_to(driven_slider(2.0, w), *np.linspace(0.0, 3.0, 31).tolist())
    p1, p2 = run["crank.angle"], run["coupler.angle"]
    printed = -w * np.sin(p2) * np.cos(w * run.t) / (2 * np.cos(p1 - p2))
    assert np.allclose(run["crank.omega"], printed, rtol=0, atol=1e-11)


def test_the_determinant_vanishes_where_crank_and_rod_are_in_line() -> None:
    """det = l cos(phi1 - phi2) up to its sign; phi1 = phi2 + pi/2 is the outer dead centre."""
    run = move_to(driven_slider(2.0, 2.0), 0.0, 0.3, 0.7)
    for index in range(3):
        p1, p2 = run["crank.angle"][index], run["coupler.angle"][index]
        assert abs(abs(rows_of(run, index).determinant) - 2.0 * abs(cos(p1 - p2))) < 1e-12


def test_a_piston_driven_too_far_locks_up_at_the_dead_centre() -> None:
    """With x2 = sqrt(3) + t the slider stops at x2 = 1 + l, where phi1 = phi2 - pi/2."""
    m = driven_slider(2.0, 1.0)
    del m.drivers["piston"]
    m.drive("piston", on="coupler", x="sqrt(3) + t")
    run = m.kinematics(until=3.0, points=61, progress=False)
    assert not run.completed and run.events[-1].kind == "lock-up"
    assert abs(run.events[-1].t - (3 - sqrt(3))) < 1e-9


# ---------------------------------------------------------------------------- Exs. 3.5.3, 3.5.4


def excavator(crowd: str = "strut") -> Planar:
    """Boom 2 sqrt 3 from O, frame of the arm in the elbow; the second strut may be an actuator in the elbow."""
    m = Planar("excavator")
    boom = m.body("boom", estimate=(0, 0, 0.68))
    arm = m.body("arm", estimate=(2.7, 2.18, 0.48))
    m.revolute("O", m.ground.at(0, 0), boom.at(0, 0))
    m.revolute("E", boom.at("2*sqrt(3)", 0), arm.at(0, 0))
    m.drive("lift", between=(m.ground.at(0.5, -0.5), boom.at("sqrt(3)", 0)), strut="1.8 + t/5")
    if crowd == "strut":
        m.drive("crowd", between=(boom.at("sqrt(3)", 1), arm.at(0, 0.5)), strut="1.9 + t/10")
    else:
        m.drive("crowd", joint="E", angle="t/10")
    return m


def dig(crowd: str = "strut") -> Run:
    return move_to(excavator(crowd), 0.0, 0.5, 1.0, 1.5, 2.0)


def boom_angle(t: float) -> float:
    """3 + 1/2 - sqrt 3 (cos phi1 - sin phi1) = C41^2: sqrt 6 cos(phi1 + pi/4) = 3.5 - C41^2."""
    return acos((3.5 - (1.8 + t / 5) ** 2) / sqrt(6)) - pi / 4


def boom_speed(t: float, phi1: float) -> float:
    """Third row of Eq. 3.5.10: sqrt 3 (sin phi1 + cos phi1) dphi1 = 2 C41 / 5."""
    return 2 * (1.8 + t / 5) / 5 / (sqrt(3) * (sin(phi1) + cos(phi1)))


def arm_angle(t: float) -> float:
    """The end of the second strut on a circle of 0.5 about the elbow, seen in the frame of the boom."""
    # elbow (2 sqrt 3, 0), strut from (sqrt 3, 1), end of the strut at the elbow + 0.5 in direction phi2 - phi1 + pi/2
    length, dx, dy = 1.9 + t / 10, sqrt(3), -1.0
    base = hypot(dx, dy)
    bend = acos((length**2 - base**2 - 0.25) / base)  # law of cosines with radius 0.5: 2 * base * 0.5 = base
    return boom_angle(t) + atan2(dy, dx) + bend - pi / 2


def test_the_excavator_takes_the_positions_of_the_closed_form() -> None:
    run = dig()
    for index, t in enumerate(run.t):
        phi1 = boom_angle(float(t))
        assert abs(run["boom.angle"][index] - phi1) < 1e-11
        assert abs(run["arm.angle"][index] - arm_angle(float(t))) < 1e-11
        assert abs(run["arm.x"][index] - 2 * sqrt(3) * cos(phi1)) < 1e-11


def test_the_excavator_moves_with_the_speeds_of_the_corrected_formulas() -> None:
    """dphi2 = (1/B) {C - [A + 4 sqrt 3 u sin phi1 - 4 sqrt 3 v cos phi1] dphi1}."""
    run = dig()
    for index, t in enumerate(run.t):
        phi1, phi2 = float(run["boom.angle"][index]), float(run["arm.angle"][index])
        x2, y2 = float(run["arm.x"][index]), float(run["arm.y"][index])
        u = 2 * cos(phi1 + pi / 6) - x2 + 0.5 * sin(phi2)
        v = 2 * sin(phi1 + pi / 6) - y2 - 0.5 * cos(phi2)
        a = -4 * u * sin(phi1 + pi / 6) + 4 * v * cos(phi1 + pi / 6)
        b = u * cos(phi2) + v * sin(phi2)
        c = (t + 19) / 50
        rate = boom_speed(float(t), phi1)
        assert abs(run["boom.omega"][index] - rate) < 1e-11
        right = (c - (a + 4 * sqrt(3) * u * sin(phi1) - 4 * sqrt(3) * v * cos(phi1)) * rate) / b
        assert abs(run["arm.omega"][index] - right) < 1e-10


def test_the_struts_have_the_lengths_that_were_asked_for() -> None:
    run = dig()
    assert np.allclose(run["lift.distance"], 1.8 + run.t / 5, rtol=0, atol=1e-12)
    assert np.allclose(run["crowd.distance_rate"], 0.1, rtol=0, atol=1e-12)
    assert np.allclose(run["crowd.distance_acceleration"], 0.0, atol=1e-11)


def test_the_lifted_boom_locks_up_at_135_degrees() -> None:
    """C41 = sqrt(3.5 + sqrt 6) is its greatest length, at phi1 = 3 pi/4."""
    run = excavator("joint").kinematics(until=4.0, points=81, progress=False)
    greatest = 5 * (sqrt(3.5 + sqrt(6)) - 1.8)
    assert not run.completed and run.events[-1].kind == "lock-up"
    assert abs(run.events[-1].t - greatest) < 1e-9


def test_an_actuator_in_the_elbow_adds_its_speed_to_the_boom() -> None:
    """Ex. 3.5.4: dphi2 = dphi1 + 1/10."""
    run = dig("joint")
    assert np.allclose(run["arm.omega"], run["boom.omega"] + 0.1, rtol=0, atol=1e-12)
    assert np.allclose(run["boom.omega"], dig()["boom.omega"], rtol=0, atol=1e-11)
    assert np.allclose(run["E.angle"], run.t / 10, rtol=0, atol=1e-12)


# ---------------------------------------------------------------------------- Ex. 3.5.5


def wrecker() -> Planar:
    m = Planar("wrecker boom")
    boom = m.body("boom", estimate=(0, 0, 0))
    slide = m.body("slide", estimate=(0, 0, 0))
    m.revolute("O", m.ground.at(0, 0), boom.at(0, 0))
    m.translational("telescope", boom.line((0, 0), (1, 0)), slide.line((0, 0), (1, 0)))
    m.drive("turn", joint="O", angle="0.025*t")
    m.drive("reach", joint="telescope", position="0.1*t")
    return m


def test_the_wrecker_boom_moves_by_the_closed_form_from_zero_reach_on() -> None:
    """Regular also at t = 0, where P1 and P2 coincide."""
    run = move_to(wrecker(), 0.0, 1.0, 20.0, 40.0)
    f, reach = 0.025 * run.t, 0.1 * run.t
    assert np.allclose(run["slide.x"], reach * np.cos(f), rtol=0, atol=1e-12)
    assert np.allclose(run["slide.y"], reach * np.sin(f), rtol=0, atol=1e-12)
    assert np.allclose(run["slide.vx"], -0.025 * run["slide.y"] + 0.1 * np.cos(f), rtol=0, atol=1e-12)
    assert np.allclose(run["slide.vy"], 0.025 * run["slide.x"] + 0.1 * np.sin(f), rtol=0, atol=1e-12)
    assert np.allclose(run["slide.omega"], 0.025, rtol=0, atol=1e-14)
    assert np.allclose(run["slide.ax"], -(0.025**2) * run["slide.x"] - 0.005 * np.sin(f), rtol=0, atol=1e-12)
    assert run.events == [] and abs(rows_of(run, 0).determinant) > 0.5


def cases() -> list[Case]:
    phi1 = boom_angle(0.0)
    t = 20.0
    printed = (0.0 + 9) / (
        25 * sqrt(3) * ((sqrt(3) * sin(phi1) + 0.5) * cos(phi1) - (sqrt(3) * cos(phi1) - 0.5) * sin(phi1))
    )
    listed = [
        Case(
            "Haug Ex. 3.5.1",
            "piston-driven slider-crank, l = 2, w = 2, t = 0: dphi1/dt (rad/s)",
            -1.0,
            lambda: float(move_to(driven_slider(2.0, 2.0), 0.0)["crank.omega"][0]),
            1e-11,
        ),
        Case(
            "Haug Ex. 3.5.3",
            "excavator, t = 0: dphi1/dt by the printed formula (rad/s)",
            printed,
            lambda: float(dig()["boom.omega"][0]),
            1e-9,
            exact=boom_speed(0.0, phi1),
            exact_tolerance=1e-11,
        ),
        Case(
            "Haug Ex. 3.5.3",
            "excavator: time of lock-up at phi1 = 3 pi/4 (s)",
            None,
            lambda: excavator("joint").kinematics(until=4.0, points=81, progress=False).events[-1].t,
            0.0,
            exact=5 * (sqrt(3.5 + sqrt(6)) - 1.8),
            exact_tolerance=1e-9,
        ),
        Case(
            "Haug Ex. 3.5.5",
            "wrecker boom, t = 20: dx2/dt by the printed -y2 dphi1 (m/s)",
            -0.1 * t * sin(0.025 * t) * 0.025,
            lambda: float(move_to(wrecker(), 20.0)["slide.vx"][0]),
            1e-3,
            exact=-0.025 * 0.1 * t * sin(0.025 * t) + 0.1 * cos(0.025 * t),
            exact_tolerance=1e-12,
            erratum="The line prints dx2 = -y2 dphi1 = -0.025 y2 + 0.1 cos phi1, two different things: x2 = 0.1 t cos "
            "0.025 t gives the second.",
        ),
    ]
    for time in (0.0, 1.0, 2.0):
        for name, exact in (("boom", boom_angle(time)), ("arm", arm_angle(time))):
            listed.append(
                Case(
                    "Haug Ex. 3.5.3",
                    f"excavator, t = {time:g}: angle of the {name} (rad)",
                    None,
                    lambda name=name, time=time: float(dig()[f"{name}.angle"][int(2 * time)]),
                    0.0,
                    exact=exact,
                    exact_tolerance=1e-11,
                )
            )
    return listed


test_cases = checks_of(cases)
