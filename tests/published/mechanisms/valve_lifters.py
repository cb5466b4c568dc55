"""The valve lifter of Haug Sec. 5.6, in cm: eccentric disc, flat-faced push rod, rocker with two slots, valve."""

from __future__ import annotations

from typing import Any

from linkwork.functions import Circle
from linkwork.mechanism.handles import BodyHandle
from linkwork.mechanism.planar import Planar


def disc() -> Circle:
    """The cam outline: a circle of radius 1.25 about the cam's frame."""
    return Circle.model_validate({"radius": 1.25})


def valve_lifter(outline: Any = None) -> Planar:
    """Haug Sec. 5.6, with the cam outline as printed or another one; eccentricity `e`."""
    m = Planar("valve lifter", "Haug Sec. 5.6; lengths in cm")
    cam, rod = _cam_rod_rocker_valve(m)
    cam.outline("disc", outline or disc())
    m.cam_flat("contact", "cam.disc", rod.line((-15, 0), (-15, 1)), contact="pi/2")
    return m


def valve_lifter_with_yoke() -> Planar:
    """The same with the contact replaced by a pin: a disc's centre keeps its radius from the flat face."""
    m = Planar("valve lifter, yoke", "Haug Sec. 5.6 with a revolute-translational joint as contact")
    cam, rod = _cam_rod_rocker_valve(m)
    m.revolute_translational("contact", rod.line((-15, 0), (-15, 1)), cam.at(0, 0), offset=1.25)
    return m


def _cam_rod_rocker_valve(m: Planar) -> tuple[BodyHandle, BodyHandle]:
    """All bodies and joints but the contact, with the estimates of Table 5.6.5."""
    e = m.parameters(e=0.25)
    cam = m.body("cam", estimate=(0, -0.25, 0))
    rod = m.body("push rod", estimate=(0, 16, "pi/2"))
    rocker = m.body("rocker", estimate=(6, 31, 0))
    valve = m.body("valve", estimate=(12, 23.5, "3*pi/2"))
    m.revolute("B", m.ground.at(0, e - 0.25), cam.at(0, e))
    m.revolute("C", m.ground.at(6, 31), rocker.at(0, 0))
    m.translational("D", m.ground.line((0, 16), (0, 17)), rod.line((0, 0), (1, 0)))
    m.translational("E", m.ground.line((12, 23.5), (12, 22.5)), valve.line((0, 0), (1, 0)))
    m.revolute_translational("F", rocker.line((-6, 0), (-5, 0)), rod.at(15, 0))
    m.revolute_translational("G", rocker.line((6, 0), (7, 0)), valve.at(-7.5, 0))
    m.drive("motor", joint="B", angle="40*pi*t")
    return cam, rod
