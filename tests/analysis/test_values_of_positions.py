"""Positions tell joint values and orientations by name."""

from __future__ import annotations

import pytest

import linkwork as lw
from linkwork.base.errors import AnalysisError


def test_a_position_in_a_plane_tells_values_of_joints_and_points():
    m = lw.Planar("press")
    m.set_gravity(0, -9.81)
    crank, rod, slide = m.body("crank", (0, 0, 0.4)), m.body("rod", (0.05, 0.02, 0)), m.body("slide", (0.25, 0, 0))
    for body in (crank, rod, slide):
        m.mass(body, mass=1, center=(0.02, 0), inertia=0.01)
    m.add_point("rod", "middle", (0.1, 0))
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at(0.05, 0), rod.at(0, 0))
    m.revolute("B", rod.at(0.2, 0), slide.at(0, 0))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), slide.line((0, 0), (1, 0)))
    for position in (m.assemble(), m.equilibrium()):
        assert position["O.angle"] == pytest.approx(position["crank.angle"], abs=1e-15)
        assert position["A.angle"] == pytest.approx(position["rod.angle"] - position["crank.angle"], abs=1e-14)
        assert position["guide.position"] == pytest.approx(position["slide.x"], abs=1e-14)
        assert position["rod.middle.x"] == pytest.approx(0.5 * (position["rod.x"] + position["slide.x"]), abs=1e-10)
    with pytest.raises(AnalysisError, match=r"'O.omega' depends on speeds"):
        position["O.omega"]
    with pytest.raises(AnalysisError, match=r"no channel 'O.angel'; did you mean 'O.angle'"):
        position["O.angel"]


def test_a_position_in_space_tells_euler_parameters():
    m = lw.Spatial("door")
    door = m.body("door")
    m.revolute("hinge", m.ground, door, at=(0, 0, 0), axis=(0, 0, 1))
    found = m.assemble(hold={"hinge.angle": 1.2})
    assert found["hinge.angle"] == pytest.approx(1.2, abs=1e-10)
    parameters = [found[f"door.e{i}"] for i in range(4)]
    assert parameters == pytest.approx([0.8253356149096783, 0, 0, 0.5646424733950354], abs=1e-10)
