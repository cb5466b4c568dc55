"""A Scene made ready to draw: marks of every body, labels, connectors, the view and its bounds."""

from __future__ import annotations

from dataclasses import field, replace
from typing import Any

import numpy as np

from linkwork.base.errors import LinkworkError
from linkwork.base.late_dataclass import dataclass
from linkwork.view.glyphs import glyph_cam, glyph_gear, glyph_link, glyph_profile, glyph_pulley, glyph_slide
from linkwork.view.glyphs.belts import SIDES, strand_marks
from linkwork.view.glyphs.connectors import CONNECTORS, connector_marks, reaches
from linkwork.view.glyphs.geometry import Points, bounds
from linkwork.view.glyphs.marks import NO_GHOST, PIN_LAYER, Mark, Sketch
from linkwork.view.glyphs.spines import Spine, connector_spine, spines_of
from linkwork.view.glyphs.teeth import choose_teeth
from linkwork.view.motion import Motion, Scene, Shape, anchor_paths, plane_of, scattered
from linkwork.view.palette import body_colour
from linkwork.view.projection import Projection, project
from linkwork.view.wholes import colours_of

GLYPHS = {
    "link": glyph_link.link,
    "pin": glyph_link.pin,
    "point": glyph_link.point,
    "bushing": glyph_link.bushing,
    "coil": glyph_link.coil,
    "rail": glyph_slide.rail,
    "block": glyph_slide.block,
    "slot": glyph_slide.slot,
    "flat": glyph_slide.flat,
    "gear": glyph_gear.gear,
    "rack": glyph_gear.rack,
    "pulley": glyph_pulley.pulley,
    "outline": glyph_cam.outline,
    "profile": glyph_profile.profile,
}
KINDS = (*CONNECTORS, "belt")
FLESH = "#B5485A"
WHEELS = ("gear", "pulley")
UNIT = 0.021  # size of a glyph's unit as a share of the scene's diagonal
BOUND_FRAMES = 60


@dataclass(frozen=True)
class Label:
    """A name and the point on the body beside which it is written."""

    text: str
    at: tuple[float, float]
    kind: str


@dataclass(frozen=True)
class Part:
    """What is drawn of one body in one plane."""

    body: int
    plane: int
    marks: list[Mark] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    spines: list[Spine] = field(default_factory=list)


@dataclass(frozen=True)
class Connection:
    """A connector between points `[body, x, y]` of two bodies, each in its plane.

    A belt is two of them, one a strand; `strand` has the radii, the second below zero where it is crossed, and a side.
    """

    name: str
    kind: str
    start: list[float]
    end: list[float]
    planes: tuple[int, int]
    colour: str
    spine: float
    marks: list[Mark]
    strand: tuple[float, float, float] | None = None


@dataclass(frozen=True)
class Display:
    """Everything the drawing on paper and the viewer in the browser have in common."""

    unit: float
    projection: Projection
    parts: list[Part]
    connections: list[Connection]
    colours: list[str]
    corners: tuple[Points, Points]
    sheets: list[tuple[int, Points]]

    def plain(self) -> dict[str, Any]:
        """The display as JSON can hold it once its arrays are lists."""
        return {
            "unit": self.unit,
            "pin_layer": PIN_LAYER,
            "no_ghost": list(NO_GHOST),
            "flat": self.projection.flat,
            "maps": self.projection.maps,
            "axes": self.projection.axes,
            "bounds": np.concatenate(self.corners),
            "colours": self.colours,
            "parts": [{**_shallow(part), "marks": [vars(mark) for mark in part.marks]} for part in self.parts],
            "connections": [{**vars(c), "marks": [vars(mark) for mark in c.marks]} for c in self.connections],
            "sheets": [{"plane": plane, "corners": corners} for plane, corners in self.sheets],
        }


def _shallow(part: Part) -> dict[str, Any]:
    labels = [vars(label) for label in part.labels]
    return {
        "body": part.body,
        "plane": part.plane,
        "labels": labels,
        "spines": [vars(s) for s in part.spines],
    }


def arrange(scene: Scene) -> Display:
    """Turn a Scene into marks: choose the view, the size of glyphs and the teeth of gears."""
    motion = Motion(scene)
    _refuse_unknown(motion)
    gears, pitch = choose_teeth(motion)
    sketch = Sketch(motion, float(scene.get("unit") or glyph_unit(motion)), gears, pitch)
    projection = project(scene)
    connections = [one for n in range(len(scene.get("connectors", []))) for one in _connections(scene, sketch, n)]
    parts = _parts(scene, sketch, connections)
    sheets = [] if projection.flat else _sheets(motion, parts, sketch.unit)
    return Display(
        unit=sketch.unit,
        projection=projection,
        parts=parts,
        connections=connections,
        colours=colours_of(scene["bodies"]),
        corners=_corners(motion, projection, parts, sheets),
        sheets=sheets,
    )


def _refuse_unknown(motion: Motion) -> None:
    for body, shape in motion.shapes():
        if shape["kind"] not in GLYPHS:
            name, known = motion.scene["bodies"][body]["name"], ", ".join(GLYPHS)
            raise LinkworkError(f"scene: body '{name}': no shape '{shape['kind']}'; shapes are: {known}")
    for connector in motion.scene.get("connectors", []):
        if connector["kind"] not in KINDS:
            known = ", ".join(KINDS)
            raise LinkworkError(f"scene: no connector '{connector['kind']}'; connectors are: {known}")


def glyph_unit(motion: Motion) -> float:
    """Size of glyphs: a share of the drawing, smaller where the links are short."""
    low, high = bounds(anchor_paths(motion))
    diagonal = float(np.hypot(*(high - low))) or 1.0
    lengths = [_least_side(shape) for body, shape in motion.shapes("link") if body]
    shortest = min((length for length in lengths if length > 0), default=diagonal)
    return float(np.clip(0.24 * shortest, 0.45 * UNIT * diagonal, UNIT * diagonal))


def _least_side(shape: Shape) -> float:
    points = np.asarray(shape["points"], float).reshape(-1, 2)
    sides = np.hypot(*np.diff(points, axis=0).T)
    return float(sides.min()) if len(sides) else 0.0


def _parts(scene: Scene, sketch: Sketch, connections: list[Connection]) -> list[Part]:
    parts: dict[tuple[int, int], Part] = {}
    for body, shape in sorted(sketch.motion.shapes(), key=_back_to_front):
        kind = shape["kind"]
        plane = plane_of(scene, body, shape)
        part = parts.setdefault((body, plane), Part(body, plane))
        part.marks.extend(GLYPHS[kind](sketch, body, shape))
        part.spines.extend(spines_of(sketch, body, shape))
        if kind in ("pin", "point", "bushing") and shape.get("name"):
            at = (float(shape["at"][0]), float(shape["at"][1]))
            label = Label(str(shape["name"]), at, "point" if kind == "point" else "joint")
            if label not in part.labels:
                part.labels.append(label)
    for connection in connections:
        for end, plane in zip((connection.start, connection.end), connection.planes, strict=True):
            if int(end[0]) == 0 and connection.kind != "muscle":
                part = parts.setdefault((0, plane), Part(0, plane))
                part.marks.extend(glyph_link.support(sketch, np.array(end[1:], float)))
    return list(parts.values())


def _back_to_front(owned: tuple[int, Shape]) -> tuple[int, float]:
    """Large wheels of a body behind its small ones."""
    body, shape = owned
    return body, -float(shape["radius"]) if shape["kind"] in WHEELS else -np.inf


def _connection_colour(scene: Scene, given: Any, number: int) -> str:
    """The colour of a connector: an element of a beam has that of the beam, muscles have one, any other its own."""
    if given["kind"] in ("muscle", "band"):
        return FLESH
    if given["kind"] == "beam":
        return colours_of(scene["bodies"])[int(given["to"][0]) or int(given["from"][0])]
    return body_colour(len(scene["bodies"]) + number)


def _connections(scene: Scene, sketch: Sketch, number: int) -> list[Connection]:
    given = scene["connectors"][number]
    kind, start, end = given["kind"], list(given["from"]), list(given["to"])
    planes = [int(scene["bodies"][int(e[0])].get("plane", 0)) for e in (start, end)]
    if int(start[0]) == 0:
        planes[0] = planes[1]
    if int(end[0]) == 0:
        planes[1] = planes[0]
    distances = reaches(sketch, start, end)
    straight = Connection(
        name=str(given.get("name", kind)),
        kind="muscle" if kind == "band" else kind,
        start=start,
        end=end,
        planes=(planes[0], planes[1]),
        colour=_connection_colour(scene, given, number),
        spine=connector_spine(kind, sketch.unit),
        marks=[] if kind == "belt" else connector_marks(given, sketch.unit, float(distances.min())),
    )
    if kind != "belt":
        if given.get("strand") is None:
            return [straight]
        one, two, side = (float(number) for number in given["strand"])
        return [replace(straight, strand=(one, two, side))]
    first, second = (float(radius) for radius in given["radii"])
    radii = first, -second if given["crossed"] else second
    return [replace(straight, marks=strand_marks(distances, radii, side), strand=(*radii, side)) for side in SIDES]


def _swept(motion: Motion, part: Part, axes: Points, origin: Points) -> Points:
    """Lower and upper corner of where the points of a part go; `axes` and `origin` lay its plane on the paper."""
    points = np.vstack([path for mark in part.marks for path in mark.paths])
    frames = scattered(len(motion.poses), BOUND_FRAMES) if part.body else [0]
    cos, sin = (turn[frames, part.body] for turn in motion.turns)
    turned = axes @ np.array([[cos, -sin], [sin, cos]]).transpose(2, 0, 1)
    away = motion.poses[frames, part.body, :2] @ axes.T + origin
    swept = (turned.reshape(-1, 2) @ points.T).reshape(len(frames), 2, -1)
    return np.array([(swept.min(axis=2) + away).min(axis=0), (swept.max(axis=2) + away).max(axis=0)])


def _corners(
    motion: Motion, projection: Projection, parts: list[Part], sheets: list[tuple[int, Points]]
) -> tuple[Points, Points]:
    """Corners on paper around everything that is drawn at any time."""
    maps = projection.maps[:, :2]
    chains = [_swept(motion, p, maps[p.plane, :, :2], maps[p.plane, :, 2]) for p in parts if p.marks]
    chains += [projection.paper(plane, corners) for plane, corners in sheets]
    for trace in motion.scene.get("traces", []):
        plane = int(motion.scene["bodies"][trace["body"]].get("plane", 0))
        chains.append(projection.paper(plane, motion.path(trace["body"], trace["point"])))
    for connector in motion.scene.get("connectors", []):
        for body, x, y in (connector["from"], connector["to"]):
            plane = int(motion.scene["bodies"][int(body)].get("plane", 0))
            chains.append(projection.paper(plane, motion.path(int(body), (x, y))))
    if not chains:
        return np.array([-1.0, -1.0]), np.array([1.0, 1.0])
    return bounds(chains)


def _sheets(motion: Motion, parts: list[Part], unit: float) -> list[tuple[int, Points]]:
    """A faint rectangle in each plane, around what moves in it."""
    sheets = []
    for plane in sorted({part.plane for part in parts}):
        here = [part for part in parts if part.plane == plane and part.marks]
        low, high = bounds([_swept(motion, part, np.eye(2), np.zeros(2)) for part in here])
        low, high = low - unit, high + unit
        corners = np.array([low, [high[0], low[1]], high, [low[0], high[1]]])
        sheets.append((plane, corners))
    return sheets
