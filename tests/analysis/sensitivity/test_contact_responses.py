"""Responses, optimisation and refusals of designs whose bodies touch."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from analysis.sensitivity.contact_designs import ball
from linkwork.analysis.sensitivity.dynamic import simulate_tangents
from linkwork.base.errors import AnalysisError

TIGHT: dict[str, Any] = {"rtol": 1e-11, "atol": 1e-12, "formulation": "projection"}


def bouncing() -> lw.Planar:
    return ball({"restitution": "e"}, e=0.8)


def test_responses_of_a_bouncing_ball_have_exact_derivatives() -> None:
    m = bouncing()
    asked = ["time(C)", "at_event(ball.vy, C)", "max(ball.vy)", "final(ball.y)"]
    found = m.sensitivity(asked, ["h", "e"], analysis="simulate", until=1.2, points=61, **TIGHT)
    assert found.method == "direct"
    t, v = np.sqrt(2 * 1.3 / 9.81), np.sqrt(2 * 9.81 * 1.3)
    assert found["time(C)", "h"] == pytest.approx(t / 2.6, rel=1e-11)
    assert found["at_event(ball.vy, C)", "h"] == pytest.approx(-v / 2.6, rel=1e-9)
    assert found["max(ball.vy)", "h"] == pytest.approx(0.8 * v / 2.6, rel=1e-6)
    assert found["max(ball.vy)", "e"] == pytest.approx(v, rel=1e-6)
    assert found["final(ball.y)", "e"] == pytest.approx(v * (1.2 - t), rel=1e-10)


def test_a_throw_is_optimised_to_bounce_into_a_target() -> None:
    """A ball leaves the height h with the speed v, bounces once, and shall be at (3, 0.8) after 0.9 s."""
    m = ball({"restitution": 0.8}, v=2.0, h=1.0)
    asked: dict[str, Any] = {"analysis": "simulate", "until": 0.9, "points": 4, "speeds": {"ball.vx": "v"}}
    miss, free = "(final(ball.x) - 3)^2 + (final(ball.y) - 0.8)^2", {"v": (0.5, 8.0), "h": (0.7, 1.6)}
    best = m.optimise(miss, free, gradient="exact", tolerance=1e-14, **asked, **TIGHT)
    h = best.parameters["h"]
    fall = np.sqrt(2 * h / 9.81)
    flight = 0.9 - fall
    assert best.parameters["v"] == pytest.approx(3 / 0.9, abs=1e-6)
    assert 0.8 * 9.81 * fall * flight - 0.5 * 9.81 * flight**2 + 0.1 == pytest.approx(0.8, abs=1e-6)
    assert not any("differences" in note for note in best.notes)


def test_methods_without_events_are_refused_with_a_way_out() -> None:
    with pytest.raises(AnalysisError, match=r"method 'moreau' contacts are decided in steps.*method='differences'"):
        simulate_tangents(bouncing(), ["h"], 0.1, 3, progress=False, method="moreau", step=1e-3)


def test_forces_that_are_not_unique_are_taken_by_differences_and_that_is_said() -> None:
    """A beam that sticks on three feet: how they share the load is chosen, and what is chosen has no derivative."""
    m = lw.Planar("beam")
    m.parameters(pull=2.0)
    m.set_gravity(0, -9.81)
    beam = m.body("beam", estimate=(0, 0.1, 0))
    m.mass(beam, mass=1, inertia=0.1)
    for number, place in enumerate((-0.5, 0.0, 0.5)):
        beam.profile(f"foot{number}", lw.circle(0.1, center=(place, 0)))
    m.ground.profile("floor", lw.wall((0, 0), (-1, 0)))
    for number, friction in enumerate((0.3, 0.3, 0.05)):
        m.contact(f"C{number}", "ground.floor", f"beam.foot{number}", friction=friction)
    m.force("pull", "beam", x="pull")
    found = m.sensitivity("final(beam.x)", ["pull"], analysis="simulate", until=0.1, points=3, **TIGHT)
    assert found.method == "differences"
    assert any("shared out" in note for note in found.notes)
    assert found["final(beam.x)", "pull"] == pytest.approx(0.0, abs=1e-9)
    with pytest.raises(AnalysisError, match=r"are not unique.*use method='differences'"):
        m.sensitivity("final(beam.x)", ["pull"], analysis="simulate", until=0.1, points=3, method="direct", **TIGHT)


def _falling_chain() -> lw.Planar:
    """Two rods on pins that fall until the end of the second strikes a floor and slides on it."""
    m = lw.Planar("chain")
    m.parameters(length=0.5, mu=0.2)
    m.set_gravity(0, -9.81)
    rods = [m.body(f"rod{i}", estimate=(0.5 * i, 0, 0)) for i in range(2)]
    for rod in rods:
        m.mass(rod, mass=1, center=("length / 2", 0), inertia=0.02)
    m.revolute("A", m.ground, rods[0])
    m.revolute("B", rods[0].at("length", 0), rods[1])
    rods[1].profile("end", lw.circle(0.05, center=("length", 0)))
    m.ground.profile("floor", lw.wall((0, -0.4), (-1, 0)))
    m.contact("C", "ground.floor", "rod1.end", friction="mu")
    return m


@pytest.mark.parametrize("formulation", ["null-space", "canonical", "joint", "joint-null-space", "joint-canonical"])
def test_all_formulations_have_the_same_derivatives_of_what_strikes_and_slides(formulation: str) -> None:
    """Final angle, rate, reaction and contact force and the time of the impact, by a length and by friction."""
    asked = ["final(rod1.angle)", "final(rod0.omega)", "final(A.force)", "final(C.force)", "time(C)"]
    options: dict[str, Any] = {"analysis": "simulate", "until": 0.4, "points": 9, "method": "direct"}
    expected = _falling_chain().sensitivity(asked, ["length", "mu"], **options, **TIGHT)
    assert abs(expected["final(rod1.angle)", "mu"]) > 1e-3
    found = _falling_chain().sensitivity(asked, ["length", "mu"], **options, **TIGHT | {"formulation": formulation})
    for response in asked:
        for parameter in ("length", "mu"):
            assert found[response, parameter] == pytest.approx(expected[response, parameter], rel=1e-7, abs=1e-9)
