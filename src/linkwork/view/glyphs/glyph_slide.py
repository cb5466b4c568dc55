"""Glyphs of guides, as long as the motion needs them: rail, block, slot, flat face."""

from __future__ import annotations

import numpy as np

from linkwork.view.glyphs.geometry import Points, box, hatching, normal, ribbon, rounded_hull, unit_vector
from linkwork.view.glyphs.marks import BLOCK_LAYER, GROUND_LAYER, WHEEL_LAYER, Mark, Sketch
from linkwork.view.motion import Shape

BLOCK_LENGTH, BLOCK_HEIGHT = 1.55, 0.95  # halves, in units


def rail(sketch: Sketch, body: int, shape: Shape) -> list[Mark]:
    """A hatched guide on ground, a slender bar on a moving body."""
    at, along, u = np.asarray(shape["at"], float), unit_vector(shape["along"]), sketch.unit
    low, high = _travel(sketch, body, at, along)
    start, end = at + along * (low - 2.6 * u), at + along * (high + 2.6 * u)
    if body:
        bar = rounded_hull([start, end], 0.4 * u)
        return [Mark("rail", WHEEL_LAYER, [bar], fill="tint")]
    down = _underside(along) * (BLOCK_HEIGHT * u)
    start, end = start + down, end + down
    side = 1 if float(normal(along) @ down) > 0 else -1
    strokes = [np.array([start, end]), *hatching(start, end, 0.64 * u, side)]
    axis = np.array([start - down, end - down])
    return [
        Mark("rail", GROUND_LAYER, strokes, closed=False, width=1.1),
        Mark("axis", GROUND_LAYER, [axis], closed=False, line="thin", width=0.8, dash=True),
    ]


def _underside(along: Points) -> Points:
    """The normal that points down, or to the right of an upright rail."""
    n = normal(along)
    return -n if n[1] > 1e-9 or (abs(n[1]) <= 1e-9 and n[0] < 0) else n


def _travel(sketch: Sketch, body: int, at: Points, along: Points) -> tuple[float, float]:
    """Range along the line of all blocks and pins of other bodies that stay on it."""
    across, travel = normal(along), []
    for other, shape in sketch.motion.shapes("block", "pin", "point"):
        if other == body:
            continue
        offset = sketch.motion.seen_from(body, sketch.motion.path(other, shape["at"])) - at
        if np.abs(offset @ across).max() < 0.05 * sketch.unit:
            travel.append(offset @ along)
    if not travel:
        return -2.0 * sketch.unit, 2.0 * sketch.unit
    return float(np.min(travel)), float(np.max(travel))


def block(sketch: Sketch, body: int, shape: Shape) -> list[Mark]:
    """A slider block lying along its direction; on ground it stands on hatching."""
    at, along, u = np.asarray(shape["at"], float), unit_vector(shape["along"]), sketch.unit
    outline = box(at, along, BLOCK_LENGTH * u, BLOCK_HEIGHT * u, 0.25 * u)
    marks = [Mark("block", BLOCK_LAYER, [outline], fill="tint")]
    if body == 0:
        down = _underside(along)
        side = 1 if float(normal(along) @ down) > 0 else -1
        ends = [at + down * BLOCK_HEIGHT * u + along * reach * u for reach in (-2.0, 2.0)]
        strokes = [np.array(ends), *hatching(ends[0], ends[1], 0.64 * u, side)]
        marks.append(Mark("hatching", GROUND_LAYER, strokes, closed=False, width=1.0))
    return marks


def slot(sketch: Sketch, body: int, shape: Shape) -> list[Mark]:
    """A band with an open groove in which a pin runs."""
    line, u = np.asarray(shape["points"], float).reshape(-1, 2), sketch.unit
    band, groove = ribbon(line, 1.05 * u), ribbon(line, 0.52 * u)
    return [
        Mark("slot", WHEEL_LAYER, band, fill="tint"),
        Mark("groove", WHEEL_LAYER, groove, fill="paper", width=1.0),
    ]


def flat(sketch: Sketch, body: int, shape: Shape) -> list[Mark]:
    """The flat face of a follower, a plate behind the line on which the cam bears."""
    at, along, u = np.asarray(shape["at"], float), unit_vector(shape["along"]), sketch.unit
    low, high, away = _bearing(sketch, body, at, along)
    back = normal(along) * (0.4 * u * away)
    middle = at + along * (low + high) / 2 + back
    plate = box(middle, along, (high - low) / 2 + 1.2 * u, 0.4 * u, 0.12 * u)
    return [Mark("flat", WHEEL_LAYER, [plate], fill="tint")]


def _bearing(sketch: Sketch, body: int, at: Points, along: Points) -> tuple[float, float, int]:
    """Range of the face that a cam touches, and the side (1: left of the line) away from the cam."""
    motion, across = sketch.motion, normal(along)
    for cam, shape in motion.shapes("outline"):
        if cam == body:
            continue
        outline = np.asarray(shape["points"], float).reshape(-1, 2)
        seen = np.stack([motion.seen_from(body, motion.path(cam, p)) - at for p in outline])
        height, reach = seen @ across, seen @ along
        away = -1 if height.mean() > 0 else 1
        nearest = np.argmax(height * away, axis=0)
        nearest_reach = reach[nearest, np.arange(reach.shape[1])]
        if np.abs(np.max(height * away, axis=0)).max() < 0.5 * sketch.unit:
            return min(float(nearest_reach.min()), 0.0), max(float(nearest_reach.max()), 0.0), away
    return -2.0 * sketch.unit, 2.0 * sketch.unit, 1
