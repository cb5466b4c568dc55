"""Bricard's and Bennett's linkages: six and four hinges in a loop that move although counting says that it is stiff.

Bricard's links have length 1 and twists of a right angle, its symmetry is threefold. The hinge angles, alternating
between a and b, close the loop where cos a cos b + cos a + cos b = 0 (Chen, You and Tarnai 2005). Bennett's have the
lengths a, b and twists with sin(alpha)/a = sin(beta)/b; its angles fulfil
tan(u/2) tan(v/2) = sin((beta + alpha)/2)/sin((beta - alpha)/2).
"""

from __future__ import annotations

from functools import cache
from math import acos, cos, pi, sin

import numpy as np
import pytest
from numpy.typing import NDArray

import linkwork as lw
from linkwork.run.run import Run

ANGLE = 1.9


def partner(angle: float) -> float:
    """The other hinge angle."""
    return 2.0 * pi - acos(-cos(angle) / (1.0 + cos(angle)))


def hinges(angle: float) -> list[tuple[NDArray[np.float64], NDArray[np.float64]]]:
    """Points and axes of the six hinges, and of the first again after the way round."""
    place, turn, found = np.zeros(3), np.eye(3), []
    for number in range(7):
        found.append((place.copy(), turn[:, 2].copy()))
        even = number % 2 == 0
        theta, twist = (angle, pi / 2) if even else (partner(angle), -pi / 2)
        c, s = cos(theta), sin(theta)
        turn = turn @ np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
        place = place + turn[:, 0]
        c, s = cos(twist), sin(twist)
        turn = turn @ np.array([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]])
    return found


def bricard(masses: bool = True) -> lw.Spatial:
    m = lw.Spatial("Bricard")
    places = hinges(ANGLE)[:6]
    links = [m.ground, *(m.body(f"link{number}", (0, 0, 0)) for number in range(1, 6))]
    for number, (point, axis) in enumerate(places):
        before = links[number - 1] if number else links[5]
        m.revolute(f"H{number}", before, links[number], at=tuple(point), axis=tuple(axis))
    for number in range(1, 6) if masses else ():
        middle = 0.5 * (places[number][0] + places[(number + 1) % 6][0])
        m.mass(links[number], mass=1, center=tuple(middle), inertia=[0.02, 0.03, 0.04])
    m.set_gravity(0, 0, -9.81)
    return m


@cache
def run_of(formulation: str) -> Run:
    return bricard().simulate(1, 51, formulation=formulation, rtol=1e-10, atol=1e-12, progress=False)


def test_the_hinges_close_the_loop():
    found = hinges(ANGLE)
    assert found[6][0] == pytest.approx(found[0][0], abs=1e-12)
    assert found[6][1] == pytest.approx(found[0][1], abs=1e-12)


def test_its_one_freedom_and_the_redundant_equation_are_reported():
    words = str(bricard(masses=False).check())
    assert "mobility     0 by count, 1 by rank" in words
    assert "redundant: 1 equation more than needed" in words
    assert "1 more driver needed" in words


@pytest.mark.parametrize("formulation", ["projection", "joint", "augmented", "joint-null-space"])
def test_it_moves_with_all_six_hinges(formulation):
    """Angles of every other hinge change alike, and both kinds keep the closure."""
    run = run_of(formulation)
    first, second = (run[f"H{number}.angle"] for number in (0, 1))
    assert np.ptp(first) > 0.5
    for number in (2, 4):
        assert run[f"H{number}.angle"] == pytest.approx(first, abs=1e-7)
    for number in (3, 5):
        assert run[f"H{number}.angle"] == pytest.approx(second, abs=1e-7)
    a, b = np.cos(ANGLE + first), np.cos(partner(ANGLE) + second)
    assert a * b + a + b == pytest.approx(0.0, abs=1e-7)
    assert np.ptp(run["energy.total"]) < 1e-7 * np.max(run["energy.kinetic"])


def test_it_can_be_driven_over_a_whole_swing():
    m = bricard(masses=False)
    m.drive("motor", joint="H1", angle="0.4*sin(2*pi*t)")
    run = m.kinematics(1, 101, progress=False)
    assert run.completed
    assert run["H3.angle"] == pytest.approx(run["H1.angle"], abs=1e-9)


def bennett() -> lw.Spatial:
    """Four hinges, u = 0.7 at the first; the frame of each link lies on its last hinge, x along the link."""
    lengths, alpha = (1.0, 1.5, 1.0, 1.5), np.radians(40.0)
    twists = (alpha, np.arcsin(1.5 * sin(alpha))) * 2
    u = 0.7
    v = 2.0 * np.arctan(sin((twists[1] + alpha) / 2) / sin((twists[1] - alpha) / 2) / np.tan(u / 2))
    m = lw.Spatial("Bennett")
    m.set_gravity(0.3, 0.2, -9.81)
    place, turn, links, hinge = np.zeros(3), np.eye(3), [m.ground], []
    for number, (theta, length, twist) in enumerate(zip((u, v, -u, -v), lengths, twists, strict=True)):
        hinge.append((tuple(place), tuple(turn[:, 2])))
        c, s = cos(theta), sin(theta)
        turn = turn @ np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
        place = place + length * turn[:, 0]
        c, s = cos(twist), sin(twist)
        turn = turn @ np.array([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]])
        if number < 3:
            thick = length**2 / 12 + 0.01
            mass = {"mass": 1.0, "center": (-length / 2, 0, 0), "inertia": [0.01, thick, thick]}
            made = m.body(f"link{number}", tuple(place), orientation=lw.orient.matrix(turn.tolist()), mass=mass)
            links.append(made)
    assert np.max(np.abs(place)) < 1e-12
    assert np.max(np.abs(turn - np.eye(3))) < 1e-12
    for number, (point, axis) in enumerate(hinge):
        m.revolute(f"H{number}", links[number], links[(number + 1) % 4], at=point, axis=axis)
    return m


@cache
def swung(method: str, step: float) -> Run:
    """Four seconds of Bennett's linkage, by steps of one length or by the formulation that solves for what depends."""
    exact = {"formulation": "joint-partitioning", "rtol": 1e-12, "atol": 1e-14}
    run = bennett().simulate(4, 41, progress=False, **({"method": method, "step": step} if step else exact))
    assert run.completed, run.events[-1].text
    return run


def test_the_midpoint_rule_moves_it_with_its_order():
    """At the midpoint of a step an implied row pushes along the motion; with rows dropped the error falls by h^2."""
    exact = swung("", 0.0)["H0.angle"]
    errors = [float(np.max(np.abs(swung("midpoint", step)["H0.angle"] - exact))) for step in (0.01, 0.005)]
    assert np.ptp(exact) > 0.5
    assert errors[0] < 5e-3
    assert errors[1] == pytest.approx(0.25 * errors[0], rel=0.1)
    run = swung("midpoint", 0.005)
    assert np.max(run.violation()) < 1e-9
    assert np.ptp(run["energy.total"]) < 1e-9 * np.max(run["energy.kinetic"])


def test_the_alpha_method_moves_it_with_its_order():
    """Multipliers of implied rows are nothing: those that the rows leave open would push along the motion."""
    exact = swung("", 0.0)["H0.angle"]
    errors = [float(np.max(np.abs(swung("alpha", step)["H0.angle"] - exact))) for step in (0.02, 0.01, 0.005)]
    assert errors[0] < 1e-2
    assert errors[0] / errors[1] == pytest.approx(4.0, rel=0.05)
    assert errors[1] / errors[2] == pytest.approx(4.0, rel=0.05)
    assert np.max(swung("alpha", 0.005).violation()) < 1e-12


def test_the_alpha_method_is_the_better_the_tighter_its_tolerance():
    exact, errors = swung("", 0.0)["H0.angle"], []
    for rtol in (1e-5, 1e-6, 1e-7):
        run = bennett().simulate(4, 41, method="alpha", rtol=rtol, progress=False)
        errors.append(float(np.max(np.abs(run["H0.angle"] - exact))))
    assert errors[2] < 2e-4
    assert errors[0] > 2.0 * errors[1] > 4.0 * errors[2]


def test_the_alpha_method_moves_the_six_hinges_alike():
    run = bricard().simulate(1, 11, method="alpha", step=0.002, progress=False)
    exact = run_of("projection")["H0.angle"][::5]
    assert run["H0.angle"] == pytest.approx(exact, abs=2e-4)
    assert run["H2.angle"] == pytest.approx(run["H0.angle"], abs=1e-9)


@pytest.mark.parametrize("formulation", ["null-space", "canonical", "baumgarte", "natural"])
def test_other_formulations_move_it_alike(formulation):
    run = bennett().simulate(4, 41, formulation=formulation, rtol=1e-9, atol=1e-11, progress=False)
    assert run.completed
    assert run["H0.angle"] == pytest.approx(swung("", 0.0)["H0.angle"], abs=1e-7)
