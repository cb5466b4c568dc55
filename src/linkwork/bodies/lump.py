"""Lumping: a link's mass as two point masses, for mechanisms in which the link is replaced by a composite joint."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from linkwork.base.errors import MechanismError
from linkwork.bodies.mass import Resolved
from linkwork.expression.given import public

_STRAIGHT = 1e-9
"""How far from the line of the two points the mass centre may be, as a share of their distance."""


@dataclass(frozen=True)
class Lumped:
    """Two point masses in place of a link, and by how much their inertia about the mass centre is too large."""

    first: Any
    second: Any
    inertia_error: Any

    def __str__(self) -> str:
        return (
            f"{self.first.real:g} kg and {self.second.real:g} kg; mass and mass centre are kept, "
            f"the inertia about the mass centre changes by {self.inertia_error.real:+g} kg m^2"
        )


@public
def lump(properties: Resolved, first: tuple[Any, Any], second: tuple[Any, Any]) -> Lumped:
    """Masses at two points of a body that keep its mass and its mass centre.

    With the mass centre at a and b from the points, they are m b/(a + b) and m a/(a + b). Their inertia about the
    mass centre is m a b; the inertia of the body is kept only if it happens to be that. A uniform rod lumped to its
    ends has m l^2/4 instead of m l^2/12.
    """
    dx, dy = second[0] - first[0], second[1] - first[1]
    cx, cy = properties.x - first[0], properties.y - first[1]
    square = dx * dx + dy * dy
    if square.real == 0.0:
        raise MechanismError("lumping: the two points are the same; give two different points")
    along, across = (cx * dx + cy * dy) / square, (cx * dy - cy * dx) / square
    if not -_STRAIGHT <= across.real <= _STRAIGHT:
        off = abs(across.real) * square.real**0.5
        raise MechanismError(
            f"lumping: the mass centre lies {off:.3g} off the line of the two points, so that two masses cannot keep "
            "it; choose points in line with it, or keep the link as a body"
        )
    if not -_STRAIGHT <= along.real <= 1 + _STRAIGHT:
        raise MechanismError(
            "lumping: the mass centre lies outside the two points, so that one mass would be negative; "
            "choose points on both sides of it, or keep the link as a body"
        )
    mass = properties.mass
    error = mass * along * (1 - along) * square - properties.inertia
    return Lumped(mass * (1 - along), mass * along, error)
