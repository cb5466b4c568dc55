"""Glyphs of links, pins and points."""

from __future__ import annotations

import numpy as np

from linkwork.view.glyphs.geometry import Points, circle, hatching, rounded_hull, unit_vector
from linkwork.view.glyphs.marks import GROUND_LAYER, LINK_LAYER, PIN_LAYER, POINT_LAYER, SUPPORT_LAYER, Mark, Sketch
from linkwork.view.motion import Shape

HANGING = -0.5
COIL_TURNS = 2


def link(sketch: Sketch, body: int, shape: Shape) -> list[Mark]:
    """A rounded bar through two points, a rounded plate through three or more."""
    points = np.asarray(shape["points"], float).reshape(-1, 2)
    if len(points) == 0:
        return []
    radius = 0.62 * sketch.unit
    outline = rounded_hull(_behind_faces(sketch, body, points, radius), radius)
    layer = LINK_LAYER if body else GROUND_LAYER
    return [Mark("link", layer, [outline], fill="tint")]


def _behind_faces(sketch: Sketch, body: int, points: Points, radius: float) -> Points:
    """The points of a bar, drawn back from the flat faces of its body so that it does not pierce them."""
    if len(points) != 2:
        return points
    shown = points.copy()
    for owner, face in sketch.motion.shapes("flat"):
        for i in (0, 1) if owner == body else ():
            if np.hypot(*(points[i] - face["at"])) < 0.05 * sketch.unit:
                shown[i] += unit_vector(points[1 - i] - points[i]) * radius
    return shown


def pin(sketch: Sketch, body: int, shape: Shape) -> list[Mark]:
    """A circle with a white centre; on ground with its hatched support."""
    at, kind = np.asarray(shape["at"], float), "coupling pin" if shape.get("coupled") else "pin"
    marks = [Mark(kind, PIN_LAYER, [circle(at, 0.4 * sketch.unit)], fill="paper", width=1.6)]
    return marks if body else support(sketch, at) + marks


def bushing(sketch: Sketch, body: int, shape: Shape) -> list[Mark]:
    """A ring of rubber about its point; on ground with its hatched support."""
    at, u = np.asarray(shape["at"], float), sketch.unit
    marks = [Mark("bushing", PIN_LAYER, [circle(at, 0.95 * u), circle(at, 0.4 * u)], fill="solid", width=1.2)]
    return marks if body else support(sketch, at) + marks


def coil(sketch: Sketch, body: int, shape: Shape) -> list[Mark]:
    """A spiral spring about a pin, from the pin to a straight end that points outwards."""
    at, u = np.asarray(shape["at"], float), sketch.unit
    angle = np.linspace(0.0, 2.0 * np.pi * COIL_TURNS, 24 * COIL_TURNS + 1)
    radius = u * np.linspace(0.6, 1.9, len(angle))
    spiral = at + radius[:, None] * np.column_stack([np.cos(angle), np.sin(angle)])
    line = np.vstack([spiral, spiral[-1] + u * np.array([0.6, 0.0])])
    return [Mark("coil", PIN_LAYER, [line], closed=False, width=1.1)]


def support(sketch: Sketch, at: Points) -> list[Mark]:
    """The triangle on hatching that holds a pin to ground."""
    u, way = sketch.unit, support_side(sketch, at)
    foot = 1.75 * way
    triangle = at + u * np.array([[0.0, 0.0], [-1.05, foot], [1.05, foot]])
    start, end = at + u * np.array([[-1.6, foot], [1.6, foot]])
    strokes = [np.array([start, end]), *hatching(start, end, 0.64 * u, way)]
    return [
        Mark("support", SUPPORT_LAYER, [triangle], fill="tint"),
        Mark("hatching", SUPPORT_LAYER, strokes, closed=False, width=1.0),
    ]


def support_side(sketch: Sketch, at: Points) -> int:
    """-1: the support stands below the pin; 1: above it, because what turns there hangs down."""
    place = float(at[0]), float(at[1])
    if place not in sketch.sides:
        sketch.sides[place] = _support_side(sketch, at)
    return sketch.sides[place]


def _support_side(sketch: Sketch, at: Points) -> int:
    rises = []
    x, y = float(at[0]), float(at[1])
    for body, shape in sketch.motion.shapes("link"):
        paths = [sketch.motion.path(body, p) for p in shape["points"]] if body else []
        near = [path for path in paths if np.hypot(path[0, 0] - x, path[0, 1] - y) < 0.05 * sketch.unit]
        if any(np.hypot(*(path - at).T).max() < 0.05 * sketch.unit for path in near):
            far = np.vstack(paths) - at
            rises.append(float(far[:, 1].mean() / max(np.hypot(*far.T).mean(), 1e-300)))
    return 1 if rises and np.mean(rises) < HANGING else -1


def point(sketch: Sketch, body: int, shape: Shape) -> list[Mark]:
    """A small filled dot with a ring."""
    at, u = shape["at"], sketch.unit
    return [Mark("point", POINT_LAYER, [circle(at, 0.24 * u, 24)], fill="solid", width=1.0)]
