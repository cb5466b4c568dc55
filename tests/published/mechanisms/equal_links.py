"""The slider-crank with two equal links of Garcia de Jalon and Bayo, Examples 10.5 and 10.6: 1 m, 1 kg, uniform."""

from __future__ import annotations

import math

import linkwork as lw


def equal_links() -> lw.Planar:
    """Two bars as bodies; the end of the second slides on the x axis, and both bars can be upright on one another."""
    m = lw.Planar("equal links")
    crank = m.body("crank", estimate=(0, 0, math.pi / 4))
    rod = m.body("rod", estimate=(math.cos(math.pi / 4), math.sin(math.pi / 4), -math.pi / 4), points={"end": (1, 0)})
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at(1, 0), rod.at(0, 0))
    m.absolute_y("guide", rod.at(1, 0), 0)
    for body in (crank, rod):
        m.mass(body, mass=1, center=(0.5, 0), inertia="1/12")
    m.set_gravity(0, -9.81)
    return m
