"""Sides: whether two positions of a mechanism are of the same kind, so that one may stand for a branch of the other."""

from __future__ import annotations

from linkwork.analysis.check.advice import slide_sides
from linkwork.analysis.kinematics.driving import far_side_gears
from linkwork.base.arrays import Array
from linkwork.system.system import System


def same_sides(system: System, q: Array, like: Array, t: float) -> bool:
    """Whether no slide is turned by 180 degrees and no line of gear centres reversed against the other position."""
    if slide_sides(system, q) != slide_sides(system, like):
        return False
    return far_side_gears(system, q, t) == far_side_gears(system, like, t)
