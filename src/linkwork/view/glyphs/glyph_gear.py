"""Glyphs of gears and racks: fine teeth about the pitch line, and a mark that shows the turning."""

from __future__ import annotations

import numpy as np

from linkwork.view.glyphs.geometry import Points, circle, normal, unit_vector
from linkwork.view.glyphs.marks import WHEEL_LAYER, Gear, Mark, Sketch
from linkwork.view.motion import Shape

ADDENDUM = 0.26  # of the pitch; half the height of a tooth
FLANKS = np.array([-0.33, -0.15, 0.15, 0.33])  # of the pitch: root, tip, tip, root
RIM = 2.0  # thickness of an internal gear's ring in units


def gear(sketch: Sketch, body: int, shape: Shape) -> list[Mark]:
    """A toothed disc (or ring, if internal) with its pitch circle and a radial mark."""
    at, radius = np.asarray(shape["at"], float), float(shape["radius"])
    wheel = next((g for g in sketch.gears if g.body == body and g.at == tuple(at) and g.radius == radius), None)
    if wheel is None:
        return []
    u, teeth = sketch.unit, toothed_circle(wheel)
    pitch = Mark("pitch circle", WHEEL_LAYER, [circle(at, radius, 96)], line="thin", width=0.8, dash=True)
    if wheel.internal:
        rim = radius + RIM * u
        ring = Mark("gear", WHEEL_LAYER, [circle(at, rim, 96), teeth[::-1]], fill="tint", width=1.1)
        spoke = at + np.array([[radius + 0.7 * u, 0.0], [rim - 0.3 * u, 0.0]])
        return [ring, pitch, Mark("radial mark", WHEEL_LAYER, [spoke], closed=False, width=2.4)]
    hub = min(0.95 * u, 0.3 * radius)
    spoke = at + np.array([[hub, 0.0], [0.8 * radius, 0.0]])
    return [
        Mark("gear", WHEEL_LAYER, [teeth], fill="tint", width=1.1),
        pitch,
        Mark("hub", WHEEL_LAYER, [circle(at, hub)], line="edge", width=1.0),
        Mark("radial mark", WHEEL_LAYER, [spoke], closed=False, width=2.4),
    ]


def toothed_circle(gear: Gear) -> Points:
    """Outline of a gear's teeth, pointing inwards where the gear is internal."""
    pitch = 2 * np.pi / gear.teeth
    height = ADDENDUM * pitch * gear.radius * (-1 if gear.internal else 1)
    radii = np.tile(gear.radius + height * np.array([-1.15, 1.0, 1.0, -1.15]), gear.teeth)
    angles = gear.phase + (np.arange(gear.teeth)[:, None] * pitch + FLANKS * pitch).ravel()
    return np.asarray(gear.at) + radii[:, None] * np.column_stack([np.cos(angles), np.sin(angles)])


def rack(sketch: Sketch, body: int, shape: Shape) -> list[Mark]:
    """A toothed bar as long as its gear rolls on it, its teeth towards the gear."""
    at, along = np.asarray(shape["at"], float), unit_vector(shape["along"])
    pitch = sketch.tooth_pitch or 1.6 * sketch.unit
    low, high, gap, side = _mesh(sketch, body, at, along)
    towards = normal(along) * side
    first = np.floor((low - gap) / pitch) - 3
    last = np.ceil((high - gap) / pitch) + 3
    centres = gap + (np.arange(first, last) + 0.5) * pitch
    places = (centres[:, None] + FLANKS * pitch).ravel()
    heights = np.tile(ADDENDUM * pitch * np.array([-1.15, 1.0, 1.0, -1.15]), len(centres))
    edge = at + places[:, None] * along + heights[:, None] * towards
    ends = [centres[-1] + 0.5 * pitch, centres[0] - 0.5 * pitch]
    back = np.array([at + end * along - towards * 1.7 * sketch.unit for end in ends])
    line = np.array([at + end * along for end in ends])
    return [
        Mark("rack", WHEEL_LAYER, [np.vstack([edge, back])], fill="tint", width=1.1),
        Mark("pitch line", WHEEL_LAYER, [line], closed=False, line="thin", width=0.8, dash=True),
    ]


def _mesh(sketch: Sketch, body: int, at: Points, along: Points) -> tuple[float, float, float, int]:
    """Range in which a gear rolls on the rack, the place of one gap, and the side on which the gear is."""
    motion, across = sketch.motion, normal(along)
    for gear in sketch.gears:
        centre = motion.seen_from(body, motion.path(gear.body, gear.at)) - at
        height, foot = centre @ across, centre @ along
        if gear.body == body or abs(abs(height[0]) - gear.radius) > 0.05 * gear.radius:
            continue
        side = 1 if height[0] > 0 else -1
        down = -across * side
        here = np.arctan2(down[1], down[0]) + motion.poses[0, body, 2]
        arc = gear.radius * (gear.phase + motion.poses[0, gear.body, 2] - here)
        rolling = float(normal(down) @ along)
        return float(foot.min()), float(foot.max()), float(foot[0] + arc * rolling), side
    return -4.0 * sketch.unit, 4.0 * sketch.unit, 0.0, 1
