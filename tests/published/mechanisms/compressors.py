"""The slider-crank compressor of Haug 8.2, model 1, with or without its gas force."""

from __future__ import annotations

import math

import linkwork as lw

TORQUE = 41450.0
GAS = "if(vx > 0, if(x < 5, 62857 - 282857/(6 - x), -110000*(1 - sin(2*pi*(x - 5.25)))), 0)"


def compressor(flywheel: float = 450.0, gas: bool = False) -> lw.Planar:
    """Constant crank torque, gravity in +x, started at phi1 = pi with `START` rad/s."""
    m = lw.Planar("compressor")
    crank = m.body("crank", estimate=(0, 0, math.pi))
    rod = m.body("rod", estimate=(-0.25, 0, 0))
    slider = m.body("slider", estimate=(1.5, 0, 0))
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", crank.at(2, 0), rod.at(-1.75, 0))
    m.revolute("C", rod.at(1.75, 0), slider.at(0, 0))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), slider.line((0, 0), (1, 0)))
    for body, mass, inertia in ((crank, 200, flywheel), (rod, 35, 35), (slider, 25, 0.02)):
        m.mass(body, mass=mass, inertia=inertia)
    m.set_gravity(9.81, 0)
    m.force("motor", crank, torque=TORQUE)
    if gas:
        m.force("gas", slider, x=GAS)
    return m


START = {"hold": {"crank.angle": math.pi}, "speeds": {"crank.omega": 30.0}}
