"""Segments of a body by stature and mass.

Lengths over stature after Drillis and Contini (1966), masses over body mass, centers and radii of gyration over the
length after Dempster, both as printed by Winter (Biomechanics and Motor Control of Human Movement, figure and table
4.1). The masses of all segments add up to the whole. The table has no radius of gyration of the trunk alone: here it is
a uniform rod. Those of head and neck and of the hand are there over shorter lengths, to the ear and to the knuckles:
over the whole lengths here they give moments of inertia that are too large.
"""

from __future__ import annotations

from dataclasses import dataclass

from linkwork.base.errors import AnalysisError
from linkwork.expression.given import Kilograms, Metres, public, publicly_made
from linkwork.library.checks import require_positive

HEAVIEST = 700.0  # kg: more than any person weighs
TABLE = {
    "foot": (0.152, 0.0145, 0.500, 0.475, 2),
    "shank": (0.246, 0.0465, 0.433, 0.302, 2),
    "thigh": (0.245, 0.100, 0.433, 0.323, 2),
    "trunk": (0.288, 0.497, 0.500, 0.289, 1),
    "head and neck": (0.182, 0.081, 0.500, 0.495, 1),
    "upper arm": (0.186, 0.028, 0.436, 0.322, 2),
    "forearm": (0.146, 0.016, 0.430, 0.303, 2),
    "hand": (0.108, 0.006, 0.506, 0.297, 2),
}
"""Length, mass, distance of the center from the proximal end, radius of gyration about it, how many there are. The
center of head and neck is set to the middle of their length, and the trunk's radius to that of a rod, by us."""


@public
@publicly_made
@dataclass(frozen=True)
class BodySegment:
    """A segment: length (m), mass (kg), center from the proximal end (m), moment of inertia across, about that."""

    name: str
    length: float
    mass: float
    center: float
    inertia: float
    many: int


@public
def body_segment(name: str, stature: Metres, mass: Kilograms) -> BodySegment:
    """A segment of a person by stature (m) and mass (kg)."""
    require_positive("body_segment", stature=stature, mass=mass)
    if name not in TABLE:
        raise AnalysisError(f"there is no segment '{name}'; segments are: {', '.join(TABLE)}")
    if not 0.3 < stature < 3:
        raise AnalysisError(f"a stature of {stature:g} m: is it in cm?")
    if not mass < HEAVIEST:
        raise AnalysisError(f"a mass of {mass:g} kg: is it in g?")
    long, share, center, gyration, many = TABLE[name]
    length, own = long * stature, share * mass
    return BodySegment(name, length, own, center * length, own * (gyration * length) ** 2, many)
