"""Mechanisms in space whose bodies touch, for tests of the formulations."""

from __future__ import annotations

from typing import Any

import linkwork as lw
from linkwork.elements.spatial import catalogue as library

FLOOR = {"type": "plane", "normal": [0, 0, 1], "at": [0, 0, 0]}


def falling_ball(friction: float = 0.3, restitution: float = 0.0) -> lw.Spatial:
    """A ball of 0.1 m that falls onto a floor with a sideways speed."""
    m = lw.Spatial("ball")
    m.set_gravity(0, 0, -9.81)
    m.body("ball", (0, 0, 0.15), mass={"mass": 1.0, "inertia": [0.004, 0.004, 0.004]})
    m.add_solid("ground", "floor", FLOOR)
    m.add_solid("ball", "skin", {"type": "sphere", "radius": 0.1})
    m.contact("C", "ground.floor", "ball.skin", restitution=restitution, friction=friction)
    return m


def falling_box(friction: float = 0.3) -> lw.Spatial:
    """A box that falls a little onto a floor."""
    m = lw.Spatial("box")
    m.set_gravity(0, 0, -9.81)
    m.body("box", (0, 0, 0.12), mass={"mass": 2.0, "inertia": [0.02, 0.03, 0.04]})
    m.add_solid("ground", "floor", FLOOR)
    m.add_solid("box", "skin", {"type": "box", "size": [0.4, 0.3, 0.2]})
    m.contact("C", "ground.floor", "box.skin", friction=friction)
    return m


def hitting_pendulum(restitution: float = 0.5) -> lw.Spatial:
    """A pendulum with a ball at its end, which swings down against a wall."""
    m = lw.Spatial("pendulum")
    m.set_gravity(0, 0, -9.81)
    m.body("arm", (0.5, 0, 0), mass={"mass": 2.0, "inertia": [0.1, 0.2, 0.3]})
    m.joint("A", library.Revolute, between=["ground", "arm"], at=[0, 0, 0], axis=[0, 1, 0])
    m.add_solid("ground", "wall", {"type": "plane", "normal": [1, 0, 0], "at": [0.0, 0, 0]})
    m.add_solid("arm", "tip", {"type": "sphere", "radius": 0.1, "at": [0.5, 0, 0]})
    m.contact("C", "ground.wall", "arm.tip", restitution=restitution)
    return m


def falling_chain(friction: float = 0.2) -> lw.Spatial:
    """Three rods on ball joints, from the ground, that fall until their last end lies on a floor."""
    m = lw.Spatial("chain")
    m.set_gravity(0, 0, -9.81)
    for number in range(3):
        m.body(f"rod{number}", (0.25 + 0.5 * number, 0, 0), mass={"mass": 1.0, "inertia": [0.01, 0.02, 0.02]})
    m.joint("A", library.Revolute, between=["ground", "rod0"], at=[0, 0, 0], axis=[0, 1, 0])
    m.joint("B", library.Spherical, between=[{"rod0": [0.25, 0, 0]}, {"rod1": [-0.25, 0, 0]}])
    m.joint("C", library.Revolute, between=["rod1", "rod2"], at=[1.0, 0, 0], axis=[0, 1, 0])
    m.add_solid("ground", "floor", FLOOR | {"at": [0, 0, -0.6]})
    m.add_solid("rod2", "end", {"type": "sphere", "radius": 0.05, "at": [0.25, 0, 0]})
    m.contact("F", "ground.floor", "rod2.end", friction=friction)
    return m


def flat(name: str, *bodies: Any) -> lw.Spatial:
    """Bodies with mass in the plane z = 0, gravity along -y."""
    m = lw.Spatial(name)
    m.set_gravity(0, -9.81, 0)
    for body, place in bodies:
        m.body(body, place, mass={"mass": 1.0, "inertia": [0.02, 0.02, 0.02]})
    return m


def hinge(body: str, x: float, y: float) -> dict[str, Any]:
    """A place of a hinge along z."""
    return {body: {"at": [x, y, 0], "axis": [0, 0, 1]}}


def slider_crank(redundant: bool = True, restitution: float = 0.3) -> lw.Spatial:
    """A slider-crank that falls, with a stop that its slider hits; flat, so that rows are redundant in space."""
    m = flat("slider-crank", ("crank", (0.1, 0.0, 0)), ("rod", (0.45, 0, 0)), ("slider", (0.7, 0, 0)))
    m.joint("O", library.Revolute, between=[hinge("ground", 0, 0), hinge("crank", -0.1, 0)])
    if redundant:
        m.joint("A", library.Revolute, between=[hinge("crank", 0.1, 0), hinge("rod", -0.25, 0)])
        m.joint("B", library.Revolute, between=[hinge("rod", 0.25, 0), hinge("slider", 0, 0)])
    else:
        m.joint("A", library.Spherical, between=[{"crank": [0.1, 0, 0]}, {"rod": [-0.25, 0, 0]}])
        ends = [{"rod": {"at": [0.25, 0, 0], "axis": [0, 0, 1]}}, {"slider": {"at": [0, 0, 0], "axis": [0, 1, 0]}}]
        m.joint("B", library.Universal, between=ends)
    m.joint("G", library.Translational, between=["ground", "slider"], at=[0, 0, 0], axis=[1, 0, 0])
    m.add_solid("ground", "stop", {"type": "plane", "normal": [1, 0, 0], "at": [0.45, 0, 0]})
    m.add_solid("slider", "nose", {"type": "sphere", "radius": 0.05})
    m.contact("S", "ground.stop", "slider.nose", restitution=restitution)
    return m
