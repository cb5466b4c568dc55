"""The valve lifter of Haug Sec. 8.5 in SI units with its masses and valve spring (`valve_lifters` has it in cm)."""

from __future__ import annotations

from linkwork.functions import Circle
from linkwork.mechanism.planar import Planar

CM = 0.01


def valve_train(stiffness: float, speed: float, compression: float = 0.03) -> Planar:
    """Spring in N/m, cam in rev/min; `compression` of the spring (free length 9 cm) when closed, in m."""
    m = Planar("valve lifter", "Haug Sec. 8.5")
    m.parameters(k=stiffness, rpm=speed, compression=compression)
    cam = m.body("cam", estimate=(0, -0.25 * CM, 0))
    rod = m.body("push rod", estimate=(0, 16 * CM, "pi/2"))
    rocker = m.body("rocker", estimate=(6 * CM, 31 * CM, 0))
    valve = m.body("valve", estimate=(12 * CM, 23.5 * CM, "3*pi/2"))
    masses = {cam: (30, 15), rod: (120, 2250), rocker: (150, 1800), valve: (60, 800)}
    for body, (grams, inertia) in masses.items():
        m.mass(body, mass=grams * 1e-3, inertia=inertia * 1e-7)
    cam.outline("disc", Circle.model_validate({"radius": 1.25 * CM}))
    m.revolute("B", m.ground.at(0, 0), cam.at(0, 0.25 * CM))
    m.revolute("C", m.ground.at(6 * CM, 31 * CM), rocker.at(0, 0))
    m.translational("D", m.ground.line((0, 0.16), (0, 0.17)), rod.line((0, 0), (0.01, 0)))
    m.translational("E", m.ground.line((0.12, 0.235), (0.12, 0.225)), valve.line((0, 0), (0.01, 0)))
    m.revolute_translational("F", rocker.line((-0.06, 0), (-0.05, 0)), rod.at(0.15, 0))
    m.revolute_translational("G", rocker.line((0.06, 0), (0.07, 0)), valve.at(-0.075, 0))
    m.cam_flat("contact", "cam.disc", rod.line((-0.15, 0), (-0.15, 0.01)), contact="pi/2")
    m.spring("valve spring", m.ground.at(0.12, "0.235 - 0.09 + compression"), valve, stiffness="k", free_length=0.09)
    m.set_gravity(0, -9.81)
    m.drive("motor", joint="B", angle="pi*rpm/30*t")
    return m
