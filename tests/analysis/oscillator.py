"""One mass on a rail, the simplest thing on which laws, signals and events can be proved by closed forms."""

from __future__ import annotations

from typing import Any

import linkwork as lw

EXACT: dict[str, Any] = {"rtol": 1e-11, "atol": 1e-13, "progress": False}


def cart(mass: float = 1.0, x: float = 0.0, along: tuple[float, float] = (1, 0)) -> lw.Planar:
    """A cart on a rail through the origin along x."""
    m = lw.Planar("cart")
    at = (x, 0) if along == (1, 0) else (0, x)
    m.carriage("cart", at=at, along=along, mass=mass)
    return m


def oscillator(mass: float = 1.0, stiffness: float = 1.0, x: float = 0.0, **spring: Any) -> lw.Planar:
    """The cart on a spring that is free at x = 0."""
    m = cart(mass, x)
    rail = m.ground.line((0, 0), (1, 0))
    m.slide_spring("spring", rail, "cart", stiffness=stiffness, **spring)
    return m


def wheel(inertia: float = 1.0) -> lw.Planar:
    """A wheel on a pin, drawn at angle zero."""
    m = lw.Planar("wheel")
    body = m.body("wheel", estimate=(0, 0, 0))
    m.revolute("O", m.ground.at(0, 0), body.at(0, 0))
    m.mass("wheel", inertia=inertia)
    return m
