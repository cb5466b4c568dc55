"""Joints, gears and curves driven through whole motions: closed forms, many turns, speeds and accelerations."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from spatial_tables import driver, joint

from linkwork.mechanism.spatial.spatial import Spatial
from linkwork.run.run import Run

Z = (0, 0, 1)
CLOSE = {"rtol": 0, "atol": 1e-8}


def moved(m: Spatial, until: float = 10.0, points: int = 201) -> Run:
    run = m.kinematics(until=until, points=points, progress=False)
    assert run.completed
    return run


def shaft(m: Spatial, name: str, at: Any, axis: Any, **estimate: Any) -> None:
    """A body on a hinge of the ground with its origin there."""
    m.body(name, estimate=at, **estimate)
    m.add_joint(f"hinge of {name}", joint(type="revolute", between=["ground", name], at=at, axis=axis))


def turn(m: Spatial, body: str, value: str) -> None:
    m.add_driver("motor", driver(type="angle", joint=f"hinge of {body}", value=value))


def test_a_driven_screw_advances_over_many_turns_and_comes_back() -> None:
    m = Spatial("screw")
    m.body("nut", estimate=(0, 0, 0))
    m.add_joint("S", joint(type="screw", between=["ground", "nut"], at=[0, 0, 0], axis=list(Z), lead=0.01))
    m.add_driver("motor", driver(type="angle", joint="S", value="12*sin(t)"))
    run = moved(m)
    assert np.allclose(run["nut.z"], 0.01 / (2 * np.pi) * 12 * np.sin(run.t), **CLOSE)
    assert np.allclose(run["nut.wz"], 12 * np.cos(run.t), **CLOSE)


def test_a_screw_driven_by_its_nut_turns() -> None:
    m = Spatial("screw")
    m.body("nut", estimate=(0, 0, 0))
    m.add_joint("S", joint(type="screw", between=["ground", "nut"], at=[0, 0, 0], axis=list(Z), pitch=0.05))
    m.add_driver("push", driver(type="position", joint="S", value="0.1*t"))
    run = moved(m)
    assert np.allclose(run["nut.wz"], 2.0, **CLOSE)


def test_shafts_with_a_constant_velocity_joint_turn_at_one_speed_and_those_with_a_cross_do_not() -> None:
    bend = 0.5
    for kind, equal in (("constant_velocity", True), ("universal", False)):
        m = Spatial(kind)
        shaft(m, "first", (0, 0, 0), Z)
        shaft(m, "second", (0, 0, 0), (np.sin(bend), 0, np.cos(bend)), orientation={"vector": (0, bend, 0)})
        own = [{"first": {"axis": Z}}, {"second": {"axis": Z}}]
        crossed = [{"first": {"axis": (1, 0, 0)}}, {"second": {"axis": (0, 1, 0)}}]
        m.add_joint("C", joint(type=kind, between=own if equal else crossed))
        turn(m, "first", "t")
        run = moved(m)
        assert np.allclose(run["hinge of second.omega"], 1.0, **CLOSE) == equal
        if not equal:
            speed = np.cos(bend) / (1 - (np.sin(bend) * np.cos(run.t)) ** 2)  # the first pin begins in the plane
            assert np.allclose(run["hinge of second.omega"], speed, **CLOSE)


def test_a_differential_shares_the_speed_of_its_ring() -> None:
    m = Spatial("differential")
    for name, x in (("ring", 0), ("left", 1), ("right", 2)):
        shaft(m, name, (x, 0, 0), (1, 0, 0))
    terms = [{"joint": "hinge of ring", "factor": 2}] + [
        {"joint": f"hinge of {name}", "factor": -1} for name in ("left", "right")
    ]
    m.add_joint("bevels", joint(type="coupler", of=terms))
    turn(m, "ring", "3*t")
    m.add_driver("brake", driver(type="angle", joint="hinge of left", value="t + 0.2*t^2"))
    run = moved(m)
    assert np.allclose(run["right.wx"], 6 - 1 - 0.4 * run.t, **CLOSE)


def test_a_planetary_gear_turns_by_the_formula_of_willis() -> None:
    m = Spatial("planetary gear")
    shaft(m, "arm", (0, 0, 0), Z)
    m.body("sun", estimate=(0, 0, 0))
    m.body("planet", estimate=(1, 0, 0))
    m.add_joint("S", joint(type="revolute", between=["arm", "sun"], at=(0, 0, 0), axis=Z))
    m.add_joint("P", joint(type="revolute", between=["arm", "planet"], at=(1, 0, 0), axis=Z))
    m.add_joint("mesh", joint(type="gear", joints=["S", "P"], radii=[0.6, 0.4]))
    m.add_joint("held", joint(type="absolute_orientation", on="sun"))
    turn(m, "arm", "2*t")
    run = moved(m)
    assert np.allclose(run["planet.wz"], 2 * (1 + 0.6 / 0.4), **CLOSE)
    assert np.allclose(run["planet.x"], np.cos(2 * run.t), **CLOSE)


@pytest.mark.parametrize("radius", [0.2, 0.5])
def test_a_rack_follows_its_pinion_through_many_turns(radius: float) -> None:
    m = Spatial("rack")
    shaft(m, "pinion", (0, 0, 0), Z)
    m.body("rack", estimate=(0, -radius, 0))
    m.add_joint("slide", joint(type="translational", between=["ground", "rack"], at=(0, -radius, 0), axis=(1, 0, 0)))
    m.add_joint("mesh", joint(type="rack", joints=["hinge of pinion", "slide"], radius=radius))
    turn(m, "pinion", "2*t")
    run = moved(m)
    assert np.allclose(run["rack.x"], 2 * radius * run.t, **CLOSE)


def test_a_worm_turns_its_wheel_slowly() -> None:
    m = Spatial("worm")
    shaft(m, "worm", (0, 0, 0), (1, 0, 0))
    shaft(m, "wheel", (0, 0.5, 0), Z)
    m.add_joint("mesh", joint(type="worm", joints=["hinge of worm", "hinge of wheel"], starts=1, teeth=30))
    turn(m, "worm", "6*t")
    run = moved(m)
    assert np.allclose(np.abs(run["wheel.wz"]), 6 / 30, **CLOSE)


def test_a_bead_runs_down_a_helix() -> None:
    m = Spatial("helix")
    m.body("bead", estimate=(0.5, 0, 0))
    helix = {"x": "0.5*cos(alpha)", "y": "0.5*sin(alpha)", "z": "-0.1*alpha"}
    m.add_joint("wire", joint(type="point_on_curve", on="ground", point="bead", **helix))
    m.add_joint("held", joint(type="absolute_orientation", on="bead"))
    m.add_driver("down", driver(type="absolute_z", on="bead", value="-0.05*t^2"))
    run = moved(m, 3.0)
    alpha, rate = 0.5 * run.t**2, run.t
    assert np.allclose(run["bead.x"], 0.5 * np.cos(alpha), **CLOSE)
    assert np.allclose(run["bead.vy"], 0.5 * np.cos(alpha) * rate, **CLOSE)
    assert np.allclose(run["bead.ax"], -0.5 * (np.cos(alpha) * rate**2 + np.sin(alpha)), **CLOSE)


def test_a_body_grounded_at_half_a_turn_assembles() -> None:
    m = Spatial("ground")
    m.body("block", estimate=(1, 2, 3), orientation={"vector": (2.5, 0.3, 0.2)})
    turned = {"axis": (1, 0, 0), "angle": "180 deg"}
    m.add_joint("G", joint(type="ground", on="block", position=(1, 2, 4), orientation=turned))
    place = m.assemble()
    assert place.ok
    assert np.allclose([abs(place["block.rx"]), place["block.z"]], [np.pi, 4], **CLOSE)
