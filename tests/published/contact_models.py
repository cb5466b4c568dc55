"""Small mechanisms whose bodies touch: balls, blocks and floors, for the published and closed forms."""

from __future__ import annotations

import math
from typing import Any

import linkwork as lw
from linkwork.run.run import Run

GRAVITY = 9.81
EXACT: dict[str, Any] = {"rtol": 1e-11, "atol": 1e-13, "formulation": "projection", "progress": False}


def plane(name: str, gravity: bool = True) -> lw.Planar:
    """An empty mechanism, with weight along -y."""
    m = lw.Planar(name)
    if gravity:
        m.set_gravity(0, -GRAVITY)
    return m


def floor(m: lw.Planar, slope: float = 0.0) -> None:
    """Endless ground below the x axis, or below a line that rises with a slope."""
    m.ground.profile("floor", lw.wall((0, 0), (-math.cos(slope), -math.sin(slope))))


def ball(m: lw.Planar, name: str, radius: float, at: tuple[float, float], inertia: float, mass: float = 1.0) -> None:
    """A disc with its mass centre in the middle."""
    body = m.body(name, estimate=(*at, 0))
    m.mass(name, mass=mass, inertia=inertia)
    body.profile("skin", lw.circle(radius))


def block(m: lw.Planar, name: str, b: float, h: float, at: tuple[float, float, float], mass: float = 1.0) -> None:
    """A homogeneous rectangle of half-width b and half-height h."""
    body = m.body(name, estimate=at)
    m.mass(name, mass=mass, inertia=mass * (b * b + h * h) / 3)
    body.profile("skin", lw.polygon([(-b, -h), (b, -h), (b, h), (-b, h)]))


def impacts(run: Run, name: str | None = None) -> list[Any]:
    """The impacts of a run, or those of one contact."""
    return [
        contact_event
        for contact_event in run.touches
        if contact_event.kind == "impact" and name in (None, contact_event.name)
    ]


def when(run: Run, kind: str) -> list[float]:
    """Times of what happened."""
    return [contact_event.t for contact_event in run.touches if contact_event.kind == kind]
