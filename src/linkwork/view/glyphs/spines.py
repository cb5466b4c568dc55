"""Spines: the middle lines of drawn things, which names beside pins keep clear of."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from linkwork.base.late_dataclass import dataclass
from linkwork.view.glyphs.geometry import convex_hull, unit_vector
from linkwork.view.glyphs.glyph_link import support_side
from linkwork.view.glyphs.marks import Sketch
from linkwork.view.motion import Shape, spread

SLOT_PIECES = 12


@dataclass(frozen=True)
class Spine:
    """A straight piece from `start` to `end` in the body's frame, and how thick what is drawn along it is."""

    start: tuple[float, float]
    end: tuple[float, float]
    radius: float


def spines_of(sketch: Sketch, body: int, shape: Shape) -> list[Spine]:
    """Spines of one shape (none for what a name may lie on, such as a cam)."""
    kind, u = shape["kind"], sketch.unit
    if kind == "link":
        corners = convex_hull(np.asarray(shape["points"], float).reshape(-1, 2)).tolist()
        pairs = zip(corners, corners[1:] + corners[:1] * (len(corners) > 2), strict=False)
        return [Spine(tuple(a), tuple(b), 0.62 * u) for a, b in pairs]
    if kind == "slot":
        line = np.asarray(shape["points"], float).reshape(-1, 2)
        knots = line[spread(len(line), SLOT_PIECES + 1)].tolist()
        return [Spine(tuple(a), tuple(b), 1.05 * u) for a, b in pairwise(knots)]
    if kind == "block":
        at, reach = np.asarray(shape["at"], float), unit_vector(shape["along"]) * 1.2 * u
        return [Spine(tuple((at - reach).tolist()), tuple((at + reach).tolist()), 0.95 * u)]
    if kind in ("pin", "bushing") and body == 0:
        x, y = (float(value) for value in shape["at"])
        way = support_side(sketch, np.array([x, y]))
        foot = y + 2.0 * u * way
        base = Spine((x - 1.5 * u, foot), (x + 1.5 * u, foot), 0.5 * u)
        return [Spine((x, y), (x, foot), 0.8 * u), base]
    return []


def connector_spine(kind: str, unit: float) -> float:
    """Half thickness of a connector."""
    return {"strut": 0.8, "spring": 0.7, "cylinder": 0.95, "gas_strut": 0.55, "damper": 0.7}.get(kind, 0.3) * unit
