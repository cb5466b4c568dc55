"""A planar mechanism in a plane of space moves as in the plane and has the same reactions there."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from placed import (
    AXES,
    DRIVEN,
    GALLERY,
    ORIGIN,
    closed,
    compared,
    heavy,
    in_plane,
    model,
    placed,
    position_error,
    value_error,
)

from linkwork.mechanism.planar import Planar
from linkwork.run.run import Run

ALL = (*DRIVEN, *GALLERY)
SIMULATED = ("slider-crank", "four-bar", "scotch-yoke", "quick-return", "excavator", "cardan-gear", "rack-lift")
TIGHT = {"until": 1.0, "points": 11, "rtol": 1e-11, "atol": 1e-12}


@cache
def _driven(name: str) -> tuple[Planar, Run, Run]:
    m = model(name)
    return m, m.inverse_dynamics(until=1, points=21), placed(m).inverse_dynamics(until=1, points=21)


@cache
def _free(name: str) -> tuple[Planar, Run]:
    m = closed(model(name))
    return m, m.simulate(**TIGHT)


@pytest.mark.parametrize("name", ALL)
def test_it_moves_as_in_the_plane(name: str) -> None:
    m = model(name)
    flat, space = m.kinematics(until=1, points=21), placed(m).kinematics(until=1, points=21)
    assert position_error(m, flat, space) < 1e-9
    assert value_error(m, flat, space) < 1e-9


@pytest.mark.parametrize("name", ALL)
def test_joints_and_drivers_have_the_reactions_of_the_plane(name: str) -> None:
    m, flat, space = _driven(name)
    assert flat.loads is not None
    names = compared(m)
    scale = max(float(np.max(np.abs(flat.loads.reaction(joint)))) for joint in names)
    for joint in names:
        there = np.real(flat.loads.reaction(joint))
        assert np.max(np.abs(in_plane(m, space, joint) - there)) < 1e-8 * scale, joint


def test_a_pin_on_a_curve_has_the_force_of_the_plane() -> None:
    m, flat, space = _driven("pin-in-curved-slot")
    assert flat.loads is not None
    there, here = np.real(flat.loads.reaction("pin"))[:, :2], in_plane(m, space, "pin")[:, :2]
    assert np.max(np.abs(here - there)) < 1e-8 * np.max(np.abs(there))


@pytest.mark.parametrize("formulation", ["projection", "augmented", "null-space"])
@pytest.mark.parametrize("name", SIMULATED)
def test_it_swings_as_in_the_plane(name: str, formulation: str) -> None:
    m, flat = _free(name)
    space = placed(m).simulate(**TIGHT, formulation=formulation)
    assert position_error(m, flat, space) < 1e-7


@pytest.mark.parametrize("formulation", ["joint", "joint-null-space", "joint-augmented"])
@pytest.mark.parametrize("name", ["slider-crank", "four-bar"])
def test_it_swings_as_in_the_plane_in_joint_coordinates(name: str, formulation: str) -> None:
    m, flat = _free(name)
    space = placed(m).simulate(**TIGHT, formulation=formulation)
    assert position_error(m, flat, space) < 1e-7


def test_out_of_plane_redundancies_are_named() -> None:
    report = placed(model("slider-crank")).check()
    assert len(report.redundant) == 3
    assert {equation.element for group in report.redundant for equation in group.equations} == {"O", "A", "B", "guide"}
    assert not model("slider-crank").check().redundant


def test_a_redundancy_of_the_plane_stays_one_more_in_space() -> None:
    m = model("redundant-parallelogram")
    assert len(m.check().redundant) == 1
    assert len(placed(m).check().redundant) == 7


def _flyer() -> Planar:
    """Two bars hinged to each other, on springs."""
    m = Planar("kite")
    one = m.body("one", estimate=(0.1, 0.2, 0.3))
    two = m.body("two", estimate=(0.1 + 0.5 * np.cos(0.3), 0.2 + 0.5 * np.sin(0.3), 1.1))
    m.revolute("hinge", one.at(0.5, 0), two.at(0, 0))
    m.spring("rope", m.ground.at(0, 1), one.at(0, 0), stiffness=30, free_length=0.5, damping=0.1)
    m.torsion_spring("coil", one, two, stiffness=2, free_angle=0.5)
    m.slide_spring("guide", m.ground.line((0, 0), (1, 1)), two.at(0.4, 0), stiffness=20, free_position=0.3)
    m.joint_spring("brake", "hinge", damping=0.05)
    m.end_stop("stop", "hinge", lower=-0.5, upper=1.0, stiffness=50)
    m.actuator("torque", "hinge", force="0.3*sin(3*t)")
    m.bushing("mount", m.ground.line((0.1, 0.2), (0.5, 0.4)), one.line((0, 0), (1, -0.2)), stiffness=(40, 30, 3))
    m.force("wind", two.at(0.2, 0.1), x="1 - vx", y="0.5*cos(angle) - omega*0.1", torque="0.1*x")
    return heavy(m)


def test_springs_stops_and_forces_act_as_in_the_plane() -> None:
    m = _flyer()
    space = placed(m)
    assert [name for name in space.joints if name not in m.joints] == ["plane of one"]
    flat, run = m.simulate(**TIGHT), space.simulate(**TIGHT)
    assert position_error(m, flat, run) < 1e-7
    for channel in ("rope.length", "coil.angle", "guide.position", "mount.x", "mount.y", "mount.rz"):
        assert np.max(np.abs(run[channel] - flat[channel])) < 1e-7


def test_signals_events_and_motors_act_as_in_the_plane() -> None:
    m = Planar("arm with control")
    arm = m.body("arm", estimate=(0, 0, 0.2), points={"tip": (0.6, 0.1)})
    pad = m.body("pad", estimate=(1.0, 0.4, 0))
    m.revolute("O", m.ground.at(0, 0), arm.at(0, 0))
    m.translational("guide", m.ground.line((0, 0.4), (1, 0.4)), pad.line((0, 0), (1, 0)))
    m.sensor("height", "arm.tip.y")
    m.sensor("gap", "distance(arm.tip, ground)")
    m.signal("error", "0.5 - height - 0.1*height.rate + 0.01*gap")
    m.pid("control", "error", proportional=60, derivative=1)
    m.actuator("drive", "O", force="control")
    m.motor("feed", "guide", position="1 + 0.2*sin(4*t)", proportional=200, derivative=10)
    m.event("bounce", "0.45 - arm.tip.y", direction="falling", jump={"arm.omega": 0.5}, times=1)
    heavy(m)
    flat, space = m.simulate(**TIGHT), placed(m).simulate(**TIGHT)
    assert position_error(m, flat, space) < 1e-7


def test_the_compressor_example_runs_as_in_the_plane() -> None:
    m = model("compressor")
    flat, space = m.simulate(**TIGHT), placed(m).simulate(**TIGHT)
    assert position_error(m, flat, space) < 1e-7
    assert np.max(np.abs(space["A.angle"] - flat["A.angle"])) < 1e-7


def test_the_spring_linkage_rests_where_it_does_in_the_plane() -> None:
    m = model("spring-linkage")
    flat, space = m.equilibrium(), placed(m).equilibrium()
    there = ORIGIN + AXES[:, :2] @ [flat["coupler.x"], flat["coupler.y"]]
    assert np.max(np.abs([space[f"coupler.{axis}"] for axis in "xyz"] - there)) < 1e-8
