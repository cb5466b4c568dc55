"""Where the elements of a curve meet: seams, kinks, corners that cannot be touched; the side of the material."""

from __future__ import annotations

import itertools
import math

from linkwork.formats.dyn.findings import DynReport
from linkwork.formats.dyn.outline import XY, Corner, Outline, wrapped

_EXACT = 1e-9
_CLOSED = 1e-3
KINK = 1e-4
"""Distances as a share of the size of the curve, and an angle in radians."""


def meet(first: XY, second: XY, size: float) -> bool:
    """Whether two ends are meant to be one point."""
    return math.dist(first, second) <= _CLOSED * size


def check_seams(outline: Outline, report: DynReport) -> None:
    """Tell where the pieces do not meet, and how they turn where they do."""
    pieces, name = outline.pieces, f"curve '{outline.name}'"
    size = outline.size()
    joined = list(itertools.pairwise(pieces))
    if outline.closed and len(pieces) > 1:
        joined.append((pieces[-1], pieces[0]))
    for number, (before, after) in enumerate(joined, 1):
        between = f"elements {number} and {number % len(pieces) + 1}"
        gap = math.dist(before.point(1.0), after.point(0.0))
        if gap > _EXACT * size:
            word = "a seam" if gap <= _CLOSED * size else "a gap"
            report.conflict(after.line, f"{name}: {word} of {gap:.3g} is between {between}")
        turn = wrapped(after.direction(0.0) - before.direction(1.0))
        if abs(turn) > KINK and not isinstance(before, Corner) and not isinstance(after, Corner):
            degrees = math.degrees(turn)
            report.conflict(after.line, f"{name}: it turns by {degrees:.6g} deg between {between} without a POINT")
    for piece in pieces:
        if isinstance(piece, Corner) and piece.turn < KINK:
            word = (
                "does not turn" if abs(piece.turn) <= KINK else f"turns inwards by {-math.degrees(piece.turn):.6g} deg"
            )
            report.conflict(piece.line, f"{name}: at this POINT the outline {word}; nothing can touch it there")
    if not outline.closed:
        gap = math.dist(pieces[0].point(0.0), pieces[-1].point(1.0))
        report.assumed(outline.line, f"{name}: it is not closed, {gap:.6g} are between its ends; it is taken as open")
    elif outline.area() < 0.0:
        report.assumed(outline.line, f"{name}: it runs clockwise, so the material is outside of it, as for a hole")
