"""The slider-crank compressor of Haug Sec. 8.2: crank with flywheel, connecting rod, piston, gas in the chamber."""

from __future__ import annotations

from linkwork.mechanism.planar import Planar

GAS = "if(vx > 0, if(x <= 5, -282857/(6 - x) + 62857, -110000*(1 - sin(2*pi*(x - 5.25)))), 0)"
"""The gas force on the piston: only while it moves towards the head; two branches that meet at x = 5."""
TORQUE = 41450.0
"""Work of the gas in a cycle over 2 pi (N m)."""


def compressor(gas: bool = True, phase: float = 0.0) -> Planar:
    """Bodies, joints and masses (Tables 5.2.1, 5.2.2, 8.2.1), estimates near the crank angle `phase`; J flywheel."""
    from math import cos, sin, sqrt

    m = Planar("compressor", "Haug Sec. 8.2")
    m.parameters(J=450)
    wrist = 2 * cos(phase) + sqrt(12.25 - 4 * sin(phase) ** 2)
    crank = m.body("crank", estimate=(0, 0, phase))
    rod = m.body("rod", estimate=(cos(phase) + wrist / 2, sin(phase), -sin(phase) / 1.75))
    slider = m.body("slider", estimate=(wrist, 0, 0))
    m.mass(crank, mass=200, inertia="J")
    m.mass(rod, mass=35, inertia=35)
    m.mass(slider, mass=25, inertia=0.02)
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", crank.at(2, 0), rod.at(-1.75, 0))
    m.revolute("C", rod.at(1.75, 0), slider.at(0, 0))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), slider.line((0, 0), (1, 0)))
    if gas:
        m.force("gas", slider, x=GAS)
    return m


def driven_compressor(gas: bool, turns: float = 1.0) -> Planar:
    """Turned at constant speed from 45 degrees (Sec. 8.2.3); `turns` revolutions a second."""
    m = compressor(gas, 0.7853981633974483)
    m.parameters(turns=turns)
    m.drive("motor", joint="A", angle="pi/4 + 2*pi*turns*t")
    return m


def free_compressor(inertia: float = 450.0) -> Planar:
    """Driven by a constant torque from the outer dead centre, gravity along x (Sec. 8.2.4)."""
    m = compressor(True, 3.141592653589793)
    m.set(J=inertia)
    m.set_gravity(9.81, 0)
    m.force("torque", "crank", torque=TORQUE)
    m.event("revolution", when="crank.angle - 3*pi", direction="rising")
    return m


def running_compressor(gas: bool = False) -> Planar:
    """The same without its event, with or without its gas force; started by `START`."""
    m = compressor(gas, 3.141592653589793)
    m.set_gravity(9.81, 0)
    m.force("motor", "crank", torque=TORQUE)
    return m


START = {"hold": {"crank.angle": 3.141592653589793}, "speeds": {"crank.omega": 30.0}}
"""Crank angle and speed at the start of Sec. 8.2.4."""
