"""Struts whose foot moves along the arm that carries it, by a law or with the arm: against slopes of their energy."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw

STIFFNESS, FREE, ALONG, PER_TURN = 20_000.0, 0.55, 0.4, 0.15
TOP = (0.1, 0.5)


def arm_with_runner() -> lw.Spatial:
    """An arm on a hinge across the car; on it a runner, to which a strut leads from above."""
    m = lw.Spatial("moving strut")
    arm, runner = m.body("arm"), m.body("runner", (ALONG, 0, 0))
    m.revolute("hinge", m.ground, arm, at=(0, 0, 0), axis=(0, 1, 0))
    m.translational("guide", arm, runner, at=(ALONG, 0, 0), axis=(1, 0, 0))
    m.spring("strut", m.ground.at(TOP[0], 0, TOP[1]), runner.at(0, 0, 0), stiffness=STIFFNESS, free_length=FREE)
    m.drive("turning", joint="hinge", angle="0.2*t")
    return m


def slopes(angle: np.ndarray, moved: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Of the energy of the strut: for a turn of the arm, and for a move of the runner along it."""
    reach = ALONG + moved
    x, z = reach * np.cos(angle) - TOP[0], -reach * np.sin(angle) - TOP[1]
    length = np.hypot(x, z)
    pull = STIFFNESS * (length - FREE) / length
    turned = pull * (-x * reach * np.sin(angle) - z * reach * np.cos(angle))
    return turned, pull * (x * np.cos(angle) - z * np.sin(angle))


def test_a_foot_that_moves_by_a_law_takes_its_forces_from_the_energy() -> None:
    m = arm_with_runner()
    m.drive("moving", joint="guide", position="0.1*t")
    run = m.inverse_dynamics(until=1.0, points=11)
    turned, moved = slopes(0.2 * run.t, 0.1 * run.t)
    along = np.cos(0.2 * run.t) * run["moving.fx"] - np.sin(0.2 * run.t) * run["moving.fz"]
    assert run["turning.ty"] == pytest.approx(turned, rel=1e-9)
    assert along == pytest.approx(moved, rel=1e-9)
    assert np.ptp(moved) > 100.0


def test_a_foot_that_moves_with_the_arm_gives_the_whole_slope() -> None:
    m = arm_with_runner()
    m.coupler("guiding", {"guide.position": 1, "hinge.angle": -PER_TURN}, value=0)
    run = m.inverse_dynamics(until=1.0, points=11)
    angle = 0.2 * run.t
    turned, moved = slopes(angle, PER_TURN * angle)
    assert run["guide.position"] == pytest.approx(PER_TURN * angle, abs=1e-12)
    assert run["turning.ty"] == pytest.approx(turned + PER_TURN * moved, rel=1e-9)
