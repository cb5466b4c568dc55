"""The slider-crank in space of Haug Secs. 10.2 and 12.2: crank 0.08, rod `l`; and DADS project 10.1 without a rod."""

from __future__ import annotations

import linkwork as lw
from linkwork.mechanism.spatial.handles import SpatialBodyHandle

PRINTED, SWAPPED = (0.004, 0.0004, 0.004), (0.0004, 0.004, 0.004)
"""Inertia of the rod about x', y', z': as Table 12.2.1 has it, and with the small one about the rod's own axis x'."""
START, SENSE = "pi/2", "pi/2 - omega*t"
"""The crank begins upright (Table 10.2.7) and turns about -x: so the slider reverses near 0.1 s (Sec. 12.2.2)."""


def slider_crank_4() -> lw.Spatial:
    """Haug Sec. 10.2: crank, rod and slider; the rod's end is held on the slider by a distance of 1 m along it."""
    m = lw.Spatial("slider-crank in space", "Haug Sec. 10.2")
    l, _ = m.parameters(l=0.3, omega="2*pi")  # noqa: E741
    rod = m.body("rod", (0.1, 0.05, 0.1), orientation=lw.orient.parameters(-0.21, 0.40, -0.1))
    crank, slider = _crank_and_slider(m)
    m.spherical("B", crank.at(0, 0.08, 0), rod.at(-l / 2, 0, 0))
    on_rod = rod.frame(P=(l / 2, 0, 0), Q=(l / 2, 1, 0), R=(l / 2 + 1, 0, 0))
    m.revolute_cylindrical("C", on_rod, slider.frame(P=(0.2, 0, 0), Q=(1.2, 0, 0), R=(0.2, 1, 0)))
    m.distance("pin", rod.at(l / 2, 0, 0), slider.at(1, 0, 0), 1.0)
    return m


def slider_crank_3() -> lw.Spatial:
    """DADS project 10.1: the rod is a massless link with a ball at each end."""
    m = lw.Spatial("slider-crank in space, three bodies", "Haug, DADS project 10.1")
    l, _ = m.parameters(l=0.3, omega="2*pi")  # noqa: E741
    crank, slider = _crank_and_slider(m)
    m.spherical_spherical("BC", crank.at(0, 0.08, 0), slider.at(0, 0, 0), length=l)
    return m


def _crank_and_slider(m: lw.Spatial) -> tuple[SpatialBodyHandle, SpatialBodyHandle]:
    crank = m.body("crank", (0, 0.1, 0.12), orientation=lw.orient.parameters(0.71, 0, 0))
    slider = m.body("slider", (0.2, 0, 0))
    on_ground = m.ground.frame(P=(0, 0.1, 0.12), Q=(1, 0.1, 0.12), R=(0, 0.1, 1.12))
    m.revolute("A", on_ground, crank.frame(P=(0, 0, 0), Q=(1, 0, 0), R=(0, 0, 1)))
    on_ground = m.ground.frame(P=(0.2, 0, 0), Q=(1.2, 0, 0), R=(0.2, 1, 0))
    m.translational("D", on_ground, slider.frame(P=(0, 0, 0), Q=(1, 0, 0), R=(0, 1, 0)))
    return crank, slider


def driven(m: lw.Spatial) -> lw.Spatial:
    """Turned at one revolution a second."""
    m.drive("motor", joint="A", angle=SENSE)
    return m


def with_masses(m: lw.Spatial, rod: tuple[float, float, float] = SWAPPED, gravity: float = 0.0) -> lw.Spatial:
    """Table 12.2.1, and gravity along -z."""
    m.mass("crank", mass=0.12, inertia=[0.0001, 0.00001, 0.0001])
    m.mass("slider", mass=2.0, inertia=[0.0001, 0.0001, 0.0001])
    if "rod" in m.bodies_by_name:
        m.mass("rod", mass=0.5, inertia=list(rod))
    m.set_gravity(0, 0, -gravity)
    return m
