"""Every analysis takes "cartesian", the coordinates of the bodies; a simulation then projects its steps."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw


def pendulum(world: str) -> lw.Planar | lw.Spatial:
    if world == "plane":
        m = lw.Planar()
        arm = m.body("arm", mass={"mass": 2, "center": [0.3, 0], "inertia": 0.1})
        m.revolute("A", m.ground.at(0, 0), arm.at(0, 0))
        m.set_gravity(0, -9.81)
        return m
    s = lw.Spatial()
    swing = s.body("arm", mass={"mass": 2, "center": [0.3, 0, 0], "inertia": [0.1, 0.1, 0.1]})
    s.revolute("A", s.ground, swing, at=(0, 0, 0), axis=(0, 0, 1))
    s.set_gravity(0, -9.81, 0)
    return s


@pytest.mark.parametrize("world", ["plane", "space"])
def test_a_simulation_takes_cartesian_for_projection(world: str) -> None:
    m = pendulum(world)
    run, other = (m.simulate(0.5, 11, formulation=name, progress=False) for name in ("cartesian", "projection"))
    np.testing.assert_array_equal(run["A.angle"], other["A.angle"])
    assert "formulation: projection, in the coordinates of the bodies, as asked for by 'cartesian'" in run.notes


def test_a_method_that_holds_the_constraints_itself_takes_cartesian() -> None:
    run = pendulum("plane").simulate(0.1, 3, method="midpoint", step=0.01, formulation="cartesian", progress=False)
    assert "formulation: projection, which method 'midpoint' needs" in run.notes


def test_a_method_in_joint_coordinates_refuses_cartesian() -> None:
    with pytest.raises(lw.AnalysisError, match="leave out formulation='cartesian'"):
        pendulum("plane").simulate(0.1, 3, method="trapezoidal", step=0.01, formulation="cartesian", progress=False)
