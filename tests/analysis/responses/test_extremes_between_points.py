"""Largest values, integrals and their derivatives do not depend on how many points a run was asked for."""

from __future__ import annotations

from math import pi, sqrt
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.analysis.responses import Response

SPEED, STIFFNESS = 2.0, 1e5


def shaken() -> lw.Planar:
    """Two masses of 0.5 kg, pinned together and pushed off on a stiff spring: the pin carries v sqrt(k)/2 sin(w t)."""
    m = lw.Planar("mass on a stiff spring")
    m.parameters(k=STIFFNESS)
    b = m.body("b", estimate=(0, 0, 0))
    c = m.body("c", estimate=(0, 0, 0))
    m.mass("b", mass=0.5, inertia=1)
    m.mass("c", mass=0.5, inertia=1)
    m.revolute("A", b.at(0, 0), c.at(0, 0))
    m.translational("g", m.ground.line((0, 0), (1, 0)), b.line((0, 0), (1, 0)))
    m.spring("s", m.ground.at(-1, 0), b.at(0, 0), stiffness="k", free_length=1)
    return m


def crank() -> lw.Planar:
    """A slider-crank that runs against a stiff spring."""
    m = lw.Planar("slider-crank")
    m.parameters(k=STIFFNESS)
    a, b, c = (m.body(*given) for given in (("a", (0, 0, 0.3)), ("b", (0.03, 0.02, 0)), ("c", (0.18, 0.01, 0))))
    m.revolute("O", m.ground.at(0, 0), a.at(0, 0))
    m.revolute("A", a.at(0.04, 0), b.at(0, 0))
    m.revolute("B", b.at(0.14, 0), c.at(0, 0))
    m.translational("g", m.ground.line((0, 0), (1, 0)), c.line((0, 0), (1, 0)))
    m.mass("a", mass=1, inertia=2e-3)
    m.mass("b", mass=0.4, inertia=1e-3)
    m.mass("c", mass=0.3, inertia=1e-4)
    m.spring("s", m.ground.at(0.3, 0), c.at(0, 0), stiffness="k", free_length=0.15)
    return m


@pytest.mark.parametrize("points", [4, 7, 20, 51, 201])
@pytest.mark.parametrize("method", ["direct", "adjoint"])
def test_the_largest_force_and_its_slope_are_those_of_the_closed_form(points: int, method: str) -> None:
    asked: dict[str, Any] = {"until": 0.1, "points": points, "speeds": {"b.vx": SPEED}}
    found = shaken().sensitivity("max(A.fx)", ["k"], analysis="simulate", method=method, **asked)
    assert found.values["max(A.fx)"] == pytest.approx(0.5 * SPEED * sqrt(STIFFNESS), rel=1e-6)
    assert found["max(A.fx)", "k"] == pytest.approx(0.25 * SPEED / sqrt(STIFFNESS), rel=1e-5)


def test_the_mean_square_of_whole_periods_is_half_of_the_largest_square() -> None:
    period = 2 * pi / sqrt(STIFFNESS)
    run = shaken().simulate(5 * period, 12, speeds={"b.vx": SPEED}, progress=False)
    assert Response("rms(A.fx)").value(run) == pytest.approx(0.5 * SPEED * sqrt(STIFFNESS / 2), rel=1e-6)


def test_the_largest_reaction_does_not_depend_on_the_points() -> None:
    found = []
    for points in (51, 200, 777):
        asked: dict[str, Any] = {"until": 0.3, "points": points, "speeds": {"a.omega": 20.0}}
        found.append(crank().sensitivity("max(A.force)", ["k"], analysis="simulate", **asked))
    values = [one.values["max(A.force)"] for one in found]
    slopes = [one["max(A.force)", "k"] for one in found]
    assert values == pytest.approx([values[0]] * 3, rel=1e-6)
    assert slopes == pytest.approx([slopes[0]] * 3, rel=1e-5)


def test_a_driven_motion_with_too_few_points_says_so() -> None:
    m = crank()
    m.drive("motor", joint="O", angle="0.3 + 60*t")
    run = m.inverse_dynamics(1.0, 41, progress=False)
    Response("max(A.force)").value(run)
    assert any("between the points A.force is known to" in note and "give more" in note for note in run.notes)
    fine = m.inverse_dynamics(1.0, 2001, progress=False)
    Response("max(A.force)").value(fine)
    assert not any("between the points" in note for note in fine.notes)


def test_a_channel_that_is_zero_but_for_rounding_asks_for_no_further_points():
    m = lw.Planar("pendulum")
    m.set_gravity(0, -9.81)
    bob = m.body("bob", estimate=(0, 0, 1.0))
    m.mass("bob", mass=1, center=(0, -0.8), inertia=0.01)
    m.revolute("O", m.ground.at(0, 0), bob.at(0, 0))
    run = m.simulate(5.0, 501, progress=False, formulation="projection")
    assert np.ptp(run["bob.x"]) < 1e-12
    alone = Response("integral(bob.angle^2)").value(run)
    assert Response("integral(bob.angle^2 + bob.x^2)").value(run) == pytest.approx(alone, rel=1e-14)
    Response("integral(bob.angle^2 + bob.x^2)").resolve(run)
    assert run.detail is None or len(run.detail.t) == 501
