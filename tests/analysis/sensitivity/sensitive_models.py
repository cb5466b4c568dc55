"""Mechanisms whose derivatives the tests of sensitivities share."""

from __future__ import annotations

import linkwork as lw
from linkwork.elements.spatial import catalogue as library


def engine() -> lw.Planar:
    """A slider-crank with masses, a spring with a damper and a driver that changes its speed."""
    m = lw.Planar("engine")
    r, length, k, c, mass, _ = m.parameters(r=0.2, l=0.5, k=300.0, c=3.0, mass=1.5, w=6.0)
    m.set_gravity(0, -9.81)
    crank = m.body("crank")
    rod = m.body("rod", points={"tip": (length, 0), "middle": (length / 2, 0.05)})
    slider = m.body("slider", estimate=(0.7, 0, 0))
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at(r, 0), rod.at(0, 0))
    m.revolute("B", rod.at(length, 0), slider.at(0, 0))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), slider.line((0, 0), (1, 0)))
    m.mass("crank", mass=2, inertia=0.004, center=(r / 2, 0.01))
    m.mass("rod", mass=mass, inertia=mass * length**2 / 12, center=(length / 2, 0))
    m.mass("slider", mass=3, inertia=0.1)
    m.drive("motor", joint="O", angle="0.3 + w*t + 0.1*sin(3*t)")
    m.spring("spring", m.ground.at(1.2, 0.3), slider.at(0, 0), stiffness=k, free_length=0.4, damping=c)
    return m


def spatial_engine() -> lw.Spatial:
    """A slider-crank in space with a ball joint, a universal joint and a spring."""
    m = lw.Spatial("engine in space")
    m.parameters(r=0.08, l=0.3, k=200.0, mass=0.5, w=6.0, h=0.12)
    m.set_gravity(0, 0, -9.81)
    m.body("crank", (0, 0.1, 0.12), mass={"mass": 0.12, "inertia": [1e-4, 1e-5, 1e-4]}, points={"pin": (0, 0, "r")})
    inertia = [4e-4, "mass*l^2/12", "mass*l^2/12"]
    tool = {"tool": {"at": (0.1, 0, 0)}}
    points = {"middle": (0, 0.01, 0.02)}
    m.body("rod", (0.1, 0.05, 0.1), mass={"mass": "mass", "inertia": inertia}, points=points, frames=tool)
    m.body("slider", (0.2, 0, 0), mass={"mass": 2.0, "inertia": [1e-4, 1e-4, 1e-4]})
    m.joint("O", library.Revolute, between=["ground", "crank"], at=[0, 0.1, "h"], axis=[1, 0, 0])
    m.joint("B", library.Spherical, between=[{"crank": [0, 0, "r"]}, {"rod": ["-l/2", 0, 0]}])
    ends = [{"rod": {"at": ["l/2", 0, 0], "axis": [0, 0, 1]}}, {"slider": {"at": [0, 0, 0], "axis": [0, 1, 0]}}]
    m.joint("C", library.Universal, between=ends)
    m.joint("G", library.Translational, between=["ground", "slider"], at=[0, 0, 0], axis=[1, 0, 0])
    m.add_driver("motor", library.AngleDrive(joint="O", value="0.4 + w*t"))
    m.spring("spring", m.ground.at(0.6, 0.1, 0.1), "slider", stiffness="k", free_length=0.1, damping=2)
    return m


def hanging_mass() -> lw.Planar:
    """A mass on a vertical guide that hangs on a spring with a damper."""
    m = lw.Planar("hanging mass")
    m.parameters(k=100.0, mass=2.0, free=0.3, c=3.0)
    m.set_gravity(0, -9.81)
    block = m.body("block", estimate=(0, -0.5, 0))
    m.mass("block", mass="mass", inertia=1)
    m.translational("guide", m.ground.line((0, 0), (0, 1)), block.line((0, 0), (0, 1)))
    m.spring("spring", m.ground.at(0, 0), block.at(0, 0), stiffness="k", free_length="free", damping="c")
    return m


def pendulum() -> lw.Planar:
    """A point mass on a massless arm."""
    m = lw.Planar("pendulum")
    m.parameters(length=0.7, mass=1.3)
    m.set_gravity(0, -9.81)
    arm = m.body("arm", estimate=(0, 0, -1.5))
    m.mass("arm", mass="mass", inertia=1e-9, center=("length", 0))
    m.revolute("O", m.ground.at(0, 0), arm.at(0, 0))
    return m
