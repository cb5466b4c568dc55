"""The four-bar in space of Haug Secs. 10.3 and 12.3: with a coupler of 12.2 m, and with a massless one."""

from __future__ import annotations

import linkwork as lw
from linkwork.mechanism.spatial.handles import SpatialBodyHandle

COUPLER = 12.2
"""Twice 6.1 (Table 10.3.3). The 12.19 of model 2 is a slip: the printed equilibrium (Table 12.3.3) belongs to 12.20."""
PRINTED = {"link 1": (4.0, 2.0, 0.0), "link 2": (12.4, 0.01, 0.0), "link 3": (4.54, 0.01, 0.0)}
PHYSICAL = {"link 1": (4.0, 2.0, 2.0), "link 2": (12.4, 0.01, 12.4), "link 3": (4.54, 0.01, 4.54)}
"""Moments of inertia of Table 12.3.1, and with those about z' that slender links have (12.4 = m 12.2^2/12)."""
MASSES = {"link 1": 2.0, "link 2": 1.0, "link 3": 1.0}


def four_bar_1() -> lw.Spatial:
    """Haug Sec. 10.3, model 1: crank, coupler and rocker; a universal joint at B, a ball at C.

    The estimates are those of Table 10.3.5, poor for the coupler's spin.
    """
    m = lw.Spatial("four-bar in space", "Haug Sec. 10.3, model 1")
    crank, rocker = _crank_and_rocker(m)
    coupler = m.body("link 2", (-3.75, -4.25, 4.25), orientation=lw.orient.parameters(-0.29, -0.27, -0.26))
    on_crank = crank.frame(P=(0, 0, 2), Q=(0.750, -0.662, 2.0), R=(0.244, 0.277, 2.929))
    m.universal("B", on_crank, coupler.frame(P=(0, 6.1, 0), Q=(0, 6.1, 1), R=(1, 6.1, 0)))
    m.spherical("C", coupler.at(0, -6.1, 0), rocker.at(0, -3.7, 0))
    return m


def four_bar_2() -> lw.Spatial:
    """Haug Sec. 10.3, model 2: the coupler is a massless link with a ball at each end."""
    m = lw.Spatial("four-bar in space, model 2", "Haug Sec. 10.3, model 2")
    crank, rocker = _crank_and_rocker(m)
    m.spherical_spherical("BC", crank.at(0, 0, 2), rocker.at(0, -3.7, 0), length=COUPLER)
    return m


def _crank_and_rocker(m: lw.Spatial) -> tuple[SpatialBodyHandle, SpatialBodyHandle]:
    crank = m.body("link 1", (0, 0, 0), points={"B": (0, 0, 2)})
    rocker = m.body("link 3", (-5.75, -8.5, 3.25), orientation=lw.orient.parameters(-0.36, 0.36, -0.61))
    axis = {"P": (0, 0, 0), "Q": (1, 0, 0), "R": (0, 0, 1)}
    m.revolute("A", m.ground.frame(**axis), crank.frame(**axis))
    on_ground = m.ground.frame(P=(-4, -8.5, 0), Q=(-4, -9.5, 0), R=(-3, -8.5, 0))
    m.revolute("D", rocker.frame(P=(0, 3.7, 0), Q=(1, 3.7, 0), R=(0, 2.7, 0)), on_ground)
    return crank, rocker


def with_masses(
    m: lw.Spatial, inertia: dict[str, tuple[float, float, float]] = PHYSICAL, gravity: float = 9.81
) -> lw.Spatial:
    """Table 12.3.1, and gravity along -z."""
    for body, mass in MASSES.items():
        if body in m.bodies_by_name:
            m.mass(body, mass=mass, inertia=list(inertia[body]))
    m.set_gravity(0, 0, -gravity)
    return m
