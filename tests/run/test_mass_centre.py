"""The mass centre of a body is a place of it in every run."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw


def test_the_mass_centre_in_space_moves_as_a_point_of_the_body() -> None:
    m = lw.Spatial()
    mass = {"mass": 2, "center": [0.2, 0.1, -0.3], "inertia": [0.1, 0.2, 0.25]}
    arm = m.body("arm", (0, 0, 0), mass=mass, points={"P": [0.2, 0.1, -0.3]})
    m.revolute("A", m.ground, arm, at=(0, 0, 0), axis=(1, 2, 3))
    m.drive("d", joint="A", angle="3*t")
    run = m.kinematics(1.0, 11, progress=False)
    for quantity in ("x", "y", "z", "vx", "vy", "vz", "ax", "ay", "az"):
        np.testing.assert_array_equal(run[f"arm.center.{quantity}"], run[f"arm.P.{quantity}"])
        assert f"arm.center.{quantity}" in run.channels()
    assert run.unit("arm.center.vx") == "m/s"


def test_the_mass_centre_in_the_plane_and_a_point_of_that_name() -> None:
    m = lw.Planar()
    arm = m.body("arm", mass={"mass": 2, "center": [0.2, 0.1], "inertia": 0.1}, points={"P": (0.2, 0.1)})
    rod = m.body("rod", mass={"mass": 2, "center": [0.2, 0.1], "inertia": 0.1}, points={"center": (0.5, 0.0)})
    light = m.body("light")
    for name, body in (("A", arm), ("B", rod), ("C", light)):
        m.revolute(name, m.ground.at(0, 0), body.at(0, 0))
        m.drive(f"d{name}", joint=name, angle="3*t")
    run = m.kinematics(1.0, 11, progress=False)
    np.testing.assert_array_equal(run["arm.center.ax"], run["arm.P.ax"])
    np.testing.assert_allclose(run["rod.center.x"], 0.5 * np.cos(3 * run.t), atol=1e-9)
    assert run.channels().count("rod.center.x") == 1
    with pytest.raises(lw.AnalysisError, match=r"no channel 'light\.center\.x'"):
        run["light.center.x"]
