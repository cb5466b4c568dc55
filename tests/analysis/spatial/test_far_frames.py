"""Frames of a driven motion in space may lie further apart than half a turn."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw

MASS = {"mass": 2, "inertia": [0.1, 0.2, 0.25]}


def hinge(axis: tuple[float, float, float], law: str) -> lw.Spatial:
    m = lw.Spatial()
    arm = m.body("arm", mass=MASS)
    m.revolute("B", m.ground, arm, at=(0, 0, 0), axis=axis)
    m.drive("d", joint="B", angle=law)
    return m


@pytest.mark.parametrize("formulation", ["cartesian", "joint"])
def test_springs_and_laws_of_a_driven_hinge_count_turns_between_far_frames(formulation: str) -> None:
    m = hinge((0, 0, 1), "10*t")
    m.torsion_spring("k", {"ground": {"axis": [0, 0, 1]}}, {"arm": {"axis": [0, 0, 1]}}, stiffness=3)
    m.joint_spring("j", "B", stiffness=2)
    m.actuator("law", "B", force="-0.5*B.angle")
    run = m.inverse_dynamics(3.0, 7, formulation=formulation, progress=False)
    np.testing.assert_allclose(run["d.tz"], 5.5 * 10 * run.t, rtol=1e-9, atol=1e-9)
