"""Pieces that several symbols have in common: a hinge, a ball, something in the frame of one side."""

from __future__ import annotations

from linkwork.view.spatial import solids
from linkwork.view.spatial.parts import DARK, METAL, Part, Symbol
from linkwork.view.spatial.solids import Solid


def put(kind: str, end: Symbol, solid: Solid, colour: str | None, name: str = "", thick: float = 0.0) -> Part:
    """A part in the frame of one side of a symbol."""
    return Part(kind, end["body"], solid.placed(end["at"], end["axes"]), colour, name, thick)


LONGEST = 9.0  # units of a hinge that reaches through its bodies


def hinge_at(end: Symbol, u: float, name: str, through: float = 0.0) -> list[Part]:
    """The cylinder and the pin of a hinge, long enough to come out of the shapes around it."""
    half = max(1.15 * u, through + 0.3 * u if through < LONGEST * u else 0.0)
    pin = half + 0.4 * u
    return [
        put("pin", end, solids.cylinder(0.26 * u, -pin, pin, 10, 3), DARK, name),
        put("hinge", end, solids.cylinder(0.66 * u, -half, half, 16, 2), METAL, name),
    ]


def ball_at(end: Symbol, radius: float, name: str) -> Part:
    """A ball."""
    return put("ball", end, solids.sphere(radius), METAL, name)
