"""Curves of muscles after Millard, Uchida, Seth and Delp (2013): pieces of quintic curves, set by knots and slopes.

Lengths are over the optimal length of the fibres or the slack length of the tendon, forces over the strength, speeds
over the largest speed of shortening. A piece is a row: x of its four control points, y of them, the slopes at its ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

STEEPER = 1.25  # slope of the steep rise over that of a straight one
PLATEAU = 0.05  # half the width of the plateau of the active force, over the optimal length

Pieces = list[list[Any]]
"""Numbers, or numbers with a derivative beside them."""


class BendError(ValueError):
    """A place and a slope at both ends do not make a piece that bends to one side."""


def bent(x0: Any, y0: Any, slope0: Any, x1: Any, y1: Any, slope1: Any, bend: Any) -> list[Any]:
    """One piece from a point with a slope to another: its control points lie on the two tangents, `bend` of the way to
    where they cross."""
    x = (y1 - y0 - x1 * slope1 + x0 * slope0) / (slope0 - slope1) if abs(slope0 - slope1) > 1.5e-8 else (x0 + x1) / 2
    y = (x - x1) * slope1 + y1
    if not min(x0.real, x1.real) < x.real < max(x0.real, x1.real):
        raise BendError(
            f"the slopes {slope0.real:g} at {x0.real:g} and {slope1.real:g} at {x1.real:g} do not make one bend"
        )
    inner = x0 + bend * (x - x0), x1 + bend * (x - x1), y0 + bend * (y - y0), y1 + bend * (y - y1)
    return [x0, inner[0], inner[1], x1, y0, inner[2], inner[3], y1, slope0, slope1]


def active_pieces(lengths: Sequence[Any], shallow_slope: Any, least: Any) -> Pieces:
    """The active force over the length."""
    x0, x1, x3 = lengths
    flat, bend = PLATEAU, _inner(1.0)
    shoulder = 1 - flat
    y1 = 1 - shallow_slope * (shoulder - x1)
    rise, fall = STEEPER * y1 / (x1 - x0), -1 / (x3 - 1 - 2 * flat)
    steep, gentle, descent = (x0 + x1) / 2, (x1 + shoulder) / 2, (1 + flat + x3) / 2
    return [
        bent(x0, least, 0, steep, y1 / 2, rise, bend),
        bent(steep, y1 / 2, rise, gentle, (1 + y1) / 2, shallow_slope, bend),
        bent(gentle, (1 + y1) / 2, shallow_slope, 1, 1, 0, bend),
        bent(1, 1, 0, descent, 0.5, fall, bend),
        bent(descent, 0.5, fall, x3, least, 0, bend),
    ]


def passive_pieces(strains: Sequence[Any], low: Any, stiffness: Any | None, bend: Any) -> Pieces:
    """The passive force over the length."""
    begin, end = (1 + strain for strain in strains)
    stiff, inner = 2 / (end - begin) if stiffness is None else stiffness, _inner(bend)
    feet = 0.1 / stiff, 0.1 * (end - begin)
    foot = min(feet, key=lambda one: float(one.real))
    at, height = begin + foot, low * foot / 2
    return [bent(begin, 0, 0, at, height, low, inner), bent(at, height, low, end, 1, stiff, inner)]


def tendon_pieces(strain: Any, stiffness: Any | None, toe_force: Any, bend: Any) -> Pieces:
    """The tendon's force over its length."""
    stiff, one = 1.375 / strain if stiffness is None else stiffness, 1 + strain
    toe, half = one + (toe_force - 1) / stiff, one + (toe_force / 2 - 1) / stiff
    foot = 1 + (toe - 1) / 10
    slope = toe_force / 2 / (half - foot)
    at, inner = (foot + half) / 2, _inner(bend)
    height = slope * (at - foot)
    return [bent(1, 0, 0, at, height, slope, inner), bent(at, height, slope, toe, toe_force, stiff, inner)]


def speed_pieces(
    shortening: Sequence[Any], isometric: Any, lengthening: Sequence[Any], limit: Any, bends: Sequence[Any]
) -> Pieces:
    """The force over the speed; slopes are those at the largest speed and near it."""
    (far, near), (far_up, near_up) = shortening, lengthening
    shorter, longer = (_inner(bend) for bend in bends)
    low, high = 0.05 * (near + far), limit - 0.05 * (near_up + far_up)
    return [
        bent(-1, 0, far, -0.9, low, near, shorter),
        bent(-0.9, low, near, 0, 1, isometric, shorter),
        bent(0, 1, isometric, 0.9, high, near_up, longer),
        bent(0.9, high, near_up, 1, limit, far_up, longer),
    ]


def _inner(share: Any) -> Any:
    return 0.1 + 0.8 * share
