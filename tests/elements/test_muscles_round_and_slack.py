"""Muscles where paths have no plane or end inside a surface, and where tendons hang."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw


def held(radius: float, low: float = -0.3, **fields: Any) -> lw.Spatial:
    """A body on a slide, pulled by a muscle round a ball that lies exactly between its ends."""
    m = lw.Spatial("held")
    body = m.body("body", (0, low, 0), mass={"mass": 1, "inertia": (0.1, 0.1, 0.1)})
    m.translational("slide", m.ground, body, at=(0, low, 0), axis=(0, 1, 0))
    ball = {"round": m.ground.at(0, 0, 0), "radius": radius, "shape": "sphere"}
    path = [m.ground.at(0, 0.3, 0), ball, body.at(0, 0, 0)]
    numbers: dict[str, Any] = {"strength": 100, "optimal_length": 0.3, "tendon_length": 0.3, "strain": 0.02}
    m.muscle("muscle", path, **numbers | fields)
    return m


def test_a_ball_whose_centre_lies_on_the_line_of_both_points_is_gone_round() -> None:
    """Two tangents and the arc between them, whichever way."""
    radius, far = 0.03, 0.3
    run = held(radius).simulate(until=0.001, points=2, progress=False)
    tangent, aside = np.sqrt(far**2 - radius**2), np.arccos(radius / far)
    assert run["muscle.length"][0] == pytest.approx(2 * tangent + radius * (np.pi - 2 * aside), rel=1e-12)


def test_a_path_that_ends_inside_a_surface_is_told() -> None:
    run = held(0.05, low=-0.02).simulate(until=0.001, points=2, progress=False)
    assert not run.completed and "force 'muscle' is not finite" in str(run)


@pytest.mark.parametrize("law", ["thelen", "de_groote"])
def test_a_tendon_that_hangs_does_not_push(law: str) -> None:
    """The curve of De Groote and others goes below zero there."""
    m = held(0.01, low=-0.05, tendon_length=0.3, strain=-0.05, law={"type": law})
    run = m.simulate(until=0.01, points=11, progress=False)
    assert run["muscle.force"][0] == 0.0 and np.min(run["muscle.force"]) >= 0.0
