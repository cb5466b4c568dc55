"""A crank-slider that meets a four-bar linkage, after Wang 1996, 2.6 and 3.7, whose drawing is lost.

Ours: crank 2, rod 4, slider on the x axis with a round nose of radius 1, from its inner dead point. It meets a rocker
that hangs from (4.15, 3.8) with a lobe of two arcs of radius 2 and a corner between them. The rocker is one side of a
parallelogram (coupler 4, rockers 2.5), and a torsion spring brings it back. Masses and inertias as printed.
"""

from __future__ import annotations

import math

import linkwork as lw
from linkwork.bodies.profiles import Arc, PointElement, Profile

PIVOT = (4.15, 3.8)
LOBE_HEIGHT, APEX, REACH, ROUND = 0.6, -3.65, 1.2, 2.0
SPRING = 2500.0


def lobe() -> Profile:
    """Upper arc, corner, lower arc: the rocker's left face, run downwards with the material on its left."""
    top, tip, bottom = (0.0, APEX + REACH), (-LOBE_HEIGHT, APEX), (0.0, APEX - REACH)
    chord = math.hypot(LOBE_HEIGHT, REACH)
    inward = math.sqrt(ROUND**2 - 0.25 * chord**2) / chord
    x, down = -0.5 * LOBE_HEIGHT + REACH * inward, LOBE_HEIGHT * inward
    upper, lower = (x, APEX + 0.5 * REACH - down), (x, APEX - 0.5 * REACH + down)
    return Profile(
        elements=(Arc(center=upper, start=top, end=tip), PointElement(), Arc(center=lower, start=tip, end=bottom)),
        ends="none",
    )


def meeting(restitution: float = 0.0, contact: bool = True, driven: bool = False, **more: float) -> lw.Planar:
    """The mechanism at its start: crank at the inner dead point, rocker hanging."""
    m = lw.Planar("crank-slider meets four-bar")
    crank, rod, slider = m.body("crank", estimate=(0, 0, math.pi)), m.body("rod", estimate=(-2, 0, 0)), m.body("slider")
    m.estimate("slider", 2, 0, 0)
    rocker = m.body("rocker", estimate=(*PIVOT, 0))
    coupler = m.body("coupler", estimate=(PIVOT[0], PIVOT[1] - 2.5, 0))
    arm = m.body("arm", estimate=(PIVOT[0] + 4, PIVOT[1], 0))
    for body, mass, inertia in ((crank, 2.5, 1e3), (rocker, 2.5, 15), (arm, 2.5, 15)):
        m.mass(body.name, mass=mass, inertia=inertia)
    m.mass("rod", mass=5, inertia=20, center=(2, 0))
    m.mass("coupler", mass=5, inertia=20, center=(2, 0))
    m.mass("slider", mass=1, inertia=1)
    m.revolute("R12", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("R23", crank.at(2, 0), rod.at(0, 0))
    m.revolute("R34", rod.at(4, 0), slider.at(0, 0))
    m.translational("P14", m.ground.line((0, 0), (1, 0)), slider.line((0, 0), (1, 0)))
    m.revolute("R15", m.ground.at(*PIVOT), rocker.at(0, 0))
    m.revolute("R56", rocker.at(0, -2.5), coupler.at(0, 0))
    m.revolute("R67", coupler.at(4, 0), arm.at(0, -2.5))
    m.revolute("R17", m.ground.at(PIVOT[0] + 4, PIVOT[1]), arm.at(0, 0))
    m.torsion_spring("back", m.ground, rocker, stiffness=SPRING)
    m.set_gravity(0, -9.81)
    slider.profile("nose", Profile(elements=(Arc(center=(0, 0), start=(0, -1), end=(0, 1)),), ends="none"))
    rocker.profile("lobe", lobe())
    if contact:
        m.contact("C45", "slider.nose", "rocker.lobe", restitution=restitution, points=1, **more)
    if driven:
        m.drive("turn", joint="R12", angle="pi - 5*t")
    return m
