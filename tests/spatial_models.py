"""Mechanisms in space that tests of runs and analyses share."""

from __future__ import annotations

from typing import Any

import linkwork as lw
from linkwork.elements.spatial import catalogue as library

HEAVY = {"mass": 2.0, "inertia": [0.1, 0.2, 0.3]}


def pendulum(driven: Any = None) -> lw.Spatial:
    """An arm on a hinge along y, its mass centre half a metre out."""
    m = lw.Spatial("pendulum")
    m.set_gravity(0, 0, -9.81)
    m.body("arm", (0.5, 0, 0), mass=HEAVY, points={"tip": (0.5, 0, 0)}, frames={"tool": {"at": (0.5, 0, 0)}})
    m.joint("A", library.Revolute, between=["ground", "arm"], at=[0, 0, 0], axis=[0, 1, 0])
    if driven is not None:
        m.add_driver("motor", library.AngleDrive(joint="A", value=driven))
    return m


def slider_crank() -> lw.Spatial:
    """A crank about x, a rod with a ball and a universal joint, a slider along x; the crank turns once a second."""
    m = lw.Spatial("slider-crank")
    m.set_gravity(0, 0, -9.81)
    m.body("crank", (0, 0.1, 0.12), mass={"mass": 0.12, "inertia": [1e-4, 1e-5, 1e-4]})
    m.body("rod", (0.1, 0.05, 0.1), mass={"mass": 0.5, "inertia": [4e-4, 4e-3, 4e-3]})
    m.body("slider", (0.2, 0, 0), mass={"mass": 2.0, "inertia": [1e-4, 1e-4, 1e-4]})
    m.joint("O", library.Revolute, between=["ground", "crank"], at=[0, 0.1, 0.12], axis=[1, 0, 0])
    m.joint("B", library.Spherical, between=[{"crank": [0, 0, 0.08]}, {"rod": [-0.15, 0, 0]}])
    ends = [{"rod": {"at": [0.15, 0, 0], "axis": [0, 0, 1]}}, {"slider": {"at": [0, 0, 0], "axis": [0, 1, 0]}}]
    m.joint("C", library.Universal, between=ends)
    m.joint("G", library.Translational, between=["ground", "slider"], at=[0, 0, 0], axis=[1, 0, 0])
    m.add_driver("motor", library.AngleDrive(joint="O", value="2*pi*t"))
    return m


def flat_four_bar() -> lw.Spatial:
    """A planar four-bar with hinges along z, in space."""
    m = lw.Spatial("four-bar")
    m.set_gravity(0, -9.81, 0)
    mass = {"mass": 1.0, "inertia": [0.1, 0.1, 0.1]}
    for body, place in (("crank", (0, 0, 0)), ("rod", (0.5, 0.5, 0)), ("rocker", (1, 0, 0))):
        m.body(body, place, mass=mass)
    m.joint("O", library.Revolute, between=["ground", "crank"], at=[0, 0, 0], axis=[0, 0, 1])
    m.joint("A", library.Revolute, between=[_hinge("crank", 0.2, 0), _hinge("rod", -0.5, 0)])
    m.joint("B", library.Revolute, between=[_hinge("rod", 0.5, 0), _hinge("rocker", 0, 0.4)])
    m.joint("C", library.Revolute, between=["ground", "rocker"], at=[1, 0, 0], axis=[0, 0, 1])
    m.add_driver("motor", library.AngleDrive(joint="O", value="t"))
    return m


def _hinge(body: str, x: float, y: float) -> dict[str, Any]:
    return {body: {"at": [x, y, 0], "axis": [0, 0, 1]}}
