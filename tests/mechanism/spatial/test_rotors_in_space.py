"""Rotors behind gears and armatures on joints in space, and robots that have them; collision shapes of robots."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw

EXACT: dict[str, Any] = {"rtol": 1e-10, "atol": 1e-12, "progress": False}
LINK = {"mass": 1.0, "center": (0.25, 0, 0), "inertia": (0.001, 0.02, 0.02)}
URDF = """<robot name="arm"><link name="base"/>
<link name="upper"><inertial><origin xyz="0.3 0 0"/><mass value="2"/>
<inertia ixx="0.02" iyy="0.1" izz="0.1"/></inertial>
<collision><origin xyz="0.3 0 0"/><geometry><box size="0.6 0.1 0.1"/></geometry></collision>
<collision><geometry><sphere radius="0.1"/></geometry></collision></link>
<joint name="shoulder" type="continuous"><parent link="base"/><child link="upper"/><axis xyz="0 1 0"/></joint>
</robot>"""


def arms(space: bool) -> Any:
    """Two arms in a plane, with a rotor behind gears on the first that goes with the second."""
    m: Any = lw.Spatial("arms") if space else lw.Planar("arms")
    if space:
        one, two = m.body("one", (0, 0, 0), mass=LINK), m.body("two", (0.5, 0, 0), mass=LINK)
        m.revolute("A", m.ground, one, at=(0, 0, 0), axis=(0, 0, 1))
        m.revolute("B", one, two, at=(0.5, 0, 0), axis=(0, 0, 1))
        m.set_gravity(0, -9.81, 0)
    else:
        one, two = m.body("one", (0, 0, 0)), m.body("two", (0.5, 0, 0))
        m.revolute("A", m.ground.at(0, 0), one.at(0, 0))
        m.revolute("B", one.at(0.5, 0), two.at(0, 0))
        for body in (one, two):
            m.mass(body, mass=1, center=(0.25, 0), inertia=0.02)
        m.set_gravity(0, -9.81)
    m.rotor("motor", "B", inertia=1e-3, ratio=-20)
    return m


@pytest.mark.parametrize("formulation", ["joint", "projection"])
def test_a_rotor_in_space_does_what_the_geared_wheel_of_the_plane_does(formulation: str) -> None:
    """There a belt drives it."""
    runs = [arms(space).simulate(0.6, 7, formulation=formulation, **EXACT) for space in (True, False)]
    for joint in ("A", "B"):
        assert runs[0][f"{joint}.angle"] == pytest.approx(runs[1][f"{joint}.angle"], abs=1e-8)
        assert np.ptp(runs[0][f"{joint}.angle"]) > 0.05
    assert runs[0]["motor_bearing.angle"] == pytest.approx(-20 * runs[0]["B.angle"], abs=1e-8)
    assert np.ptp(runs[0]["energy.total"]) < 1e-8


def test_a_rotor_on_an_arm_that_turns_is_a_gyroscope_and_an_armature_is_none() -> None:
    """About an axis across that of the arm: I N q' omega bends the arm's joint, which only the rotor feels."""

    def reaction(build: Any) -> float:
        m = lw.Spatial("gyro")
        arm = m.body("arm", (0, 0, 0), mass={"mass": 1, "inertia": (0.1, 0.1, 0.1)})
        wheel = m.body("wheel", (0, 0, 0), mass={"mass": 1, "inertia": (0.1, 0.1, 0.1)})
        m.revolute("A", m.ground, arm, at=(0, 0, 0), axis=(0, 0, 1))
        m.revolute("B", arm, wheel, at=(0, 0, 0), axis=(1, 0, 0))
        build(m)
        speeds = {"A.omega": 2.0, "B.omega": 3.0}
        run = m.simulate(1e-3, 2, speeds=speeds, formulation="projection", **EXACT)
        return float(np.hypot(run["A.tx"][0], run["A.ty"][0]))

    plain = reaction(lambda m: None)
    assert plain == pytest.approx(0.1 * 3 * 2, rel=1e-6)
    assert reaction(lambda m: m.armature("B", 0.4)) == pytest.approx(plain, rel=1e-6)
    assert reaction(lambda m: m.rotor("R", "B", inertia=1e-3, ratio=20)) == pytest.approx(plain + 0.12, rel=1e-6)


@pytest.mark.parametrize("kind", ["revolute", "translational"])
def test_a_joint_feels_its_armature_and_its_rotor_as_inertia(kind: str) -> None:
    for build, felt in ((lambda m: m.armature("J", 0.7), 0.7), (lambda m: m.rotor("R", "J", 0.01, ratio=5), 0.25)):
        m = lw.Spatial("one joint")
        body = m.body("body", (0, 0, 0), mass={"mass": 2, "inertia": (1, 1, 3)})
        getattr(m, kind)("J", m.ground, body, at=(0, 0, 0), axis=(0, 0, 1))
        if kind == "revolute":
            m.torque("push", m.ground.frame(axis=(0, 0, 1)), body, 2)
        else:
            m.force("push", body, z=2)
        build(m)
        run = m.simulate(0.5, 6, **EXACT)
        inertia = (3 if kind == "revolute" else 2) + felt
        assert run["J.angle" if kind == "revolute" else "J.position"] == pytest.approx(run.t**2 / inertia, abs=1e-9)


def test_a_rotor_wants_a_joint_with_one_value_and_a_ratio() -> None:
    m = lw.Spatial("ball")
    m.body("body", (0, 0, 0), mass=LINK)
    m.spherical("S", "ground", "body", at=(0, 0, 0))
    m.revolute("R", "ground", "body", at=(0, 0, 0), axis=(0, 0, 1))
    with pytest.raises(lw.MechanismError, match="rotor 'fly': 'S' is no revolute or translational joint"):
        m.rotor("fly", "S", inertia=1)
    with pytest.raises(lw.MechanismError, match="armature of 'T': 'T' is no revolute"):
        m.armature("T", 1)
    with pytest.raises(lw.MechanismError, match="the ratio must be a number other than zero"):
        m.rotor("fly", "R", inertia=1, ratio=0)


def test_a_robot_has_armatures_and_collision_shapes_when_asked_for(tmp_path: Path) -> None:
    (tmp_path / "arm.urdf").write_text(URDF)
    m = lw.load_urdf(tmp_path / "arm.urdf", armature={"shoulder": 0.5}, collisions=True)
    m.set_gravity(0, 0, -9.81)
    assert [solid.type for solid in m.bodies_by_name["upper"].solids.values()] == ["box", "sphere"]
    assert m.robots[0].notes == ()
    run = m.simulate(1e-3, 2, **EXACT)
    felt = 0.1 + 2 * 0.3**2 + 0.5
    assert run["shoulder.alpha"][0] == pytest.approx(2 * 9.81 * 0.3 / felt, rel=1e-8)
    without = lw.load_urdf(tmp_path / "arm.urdf")
    assert not without.bodies_by_name["upper"].solids
    assert [str(note).partition(": ")[2] for note in without.robots[0].notes] == ["2 <collision> not used"]
    with pytest.raises(lw.LinkworkError, match="armature: joint 'elbow' is not defined"):
        lw.load_urdf(tmp_path / "arm.urdf", armature={"elbow": 0.5})


def test_a_model_file_includes_a_robot_with_armatures(tmp_path: Path) -> None:
    (tmp_path / "arm.urdf").write_text(URDF)
    text = (
        "linkwork: 1\nworld: space\nname: arm\ninclude: {urdf: arm.urdf, armature: {shoulder: 0.5}, collisions: true}\n"
    )
    (tmp_path / "arm.yaml").write_text(text)
    m = lw.load(tmp_path / "arm.yaml")
    assert "shoulder_armature" in m.bodies_by_name and set(m.bodies_by_name["upper"].solids) == {
        "collision",
        "collision_2",
    }
