"""Mechanisms with forces that the tests of loads share."""

from __future__ import annotations

import numpy as np

import linkwork as lw
from linkwork.run.run import Run


def inclined_slider() -> lw.Planar:
    """A crank pushes a block along a guide at 0.4 rad, with springs and forces on every body."""
    m = lw.Planar("inclined slider-crank")
    crank = m.body("crank", estimate=(0, 0, 1.0))
    rod = m.body("rod", estimate=(0.3, 0.5, -0.4), points={"middle": (0.6, 0.05)})
    slider = m.body("slider", estimate=(1.2, 0.5, 0.4))
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at(0.5, 0), rod.at(0, 0))
    m.revolute("B", rod.at(1.2, 0), slider.at(0.05, 0))
    m.translational("guide", m.ground.line((0, 0), (np.cos(0.4), np.sin(0.4))), slider.line((0, 0), (1, 0)))
    m.mass("crank", mass=2, center=(0.2, 0.1), inertia=0.3)
    m.mass("rod", mass=3, center=(0.5, -0.05), inertia=0.4)
    m.mass("slider", mass=4, center=(0.1, 0.02), inertia=0.1)
    m.set_gravity(0.7, -9.81)
    m.spring("spring", m.ground.at(2, 0.5), rod.at(0.6, 0.05), stiffness=300, free_length=0.5, damping=5)
    m.torsion_spring("coil", "crank", "rod", stiffness=20, free_angle=0.4)
    m.force("push", slider.at(0.3, 0.1), x=50, y="20*sin(t)", torque=3, follows=True)
    m.drive("motor", joint="O", angle="1 + 4*t + t^2")
    return m


def door(**options: object) -> Run:
    """A door of weight 200 N, mass centre 0.4 m from the line of two hinges 1 m apart."""
    m = lw.Planar("door")
    leaf = m.body("leaf", estimate=(0, 0, 0))
    m.mass("leaf", mass=20, center=(0.4, 0.5), inertia=3)
    m.set_gravity(0, -10)
    m.revolute("low", m.ground.at(0, 0), leaf.at(0, 0))
    m.revolute("high", m.ground.at(0, 1), leaf.at(0, 1))
    return m.inverse_dynamics(1.0, 3, progress=False, **options)
