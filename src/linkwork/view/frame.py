"""One position of a display on paper: every mark where it is at that moment, back to front."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from linkwork.view.display import Connection, Display
from linkwork.view.glyphs.belts import strand_ends
from linkwork.view.glyphs.geometry import Points
from linkwork.view.glyphs.marks import PIN_LAYER, Mark
from linkwork.view.motion import carry


class Placed(NamedTuple):
    """A mark with its colour, its paths on paper, and the body that it goes with (-1: it lies between two)."""

    colour: str
    mark: Mark
    paths: list[Points]
    body: int


def placed_marks(display: Display, poses: Any, moved: bool = True) -> list[Placed]:
    """All marks in the order in which they are drawn; those of bodies have no paths where they are not `moved`."""
    order: list[tuple[tuple[float, ...], Placed]] = []
    depths = _plane_depths(display, poses)
    for part in display.parts:
        for mark in part.marks:
            outlines = mark.paths if moved else []
            paths = [display.projection.paper(part.plane, carry(poses[part.body], p)) for p in outlines]
            key = _order(mark, depths[part.plane], part.body)
            order.append((key, Placed(display.colours[part.body], mark, paths, part.body)))
    for number, connection in enumerate(display.connections):
        depth = max(depths.get(plane, 0.0) for plane in connection.planes)
        for mark in connection.marks:
            paths = _placed(display, connection, mark, poses)
            key = _order(mark, depth, len(display.colours) + number)
            order.append((key, Placed(connection.colour, mark, paths, -1)))
    return [placed for _, placed in sorted(order, key=lambda item: item[0])]


def _order(mark: Mark, depth: float, body: int) -> tuple[float, ...]:
    """Far planes first, in each plane the layers; pins above all bars."""
    return (float(mark.layer >= PIN_LAYER), depth, mark.layer, body)


def _plane_depths(display: Display, poses: Any) -> dict[int, float]:
    """Nearness of each plane's parts to the viewer; all alike where the view is straight on."""
    planes = {part.plane for part in display.parts}
    if display.projection.flat:
        return dict.fromkeys(planes, 0.0)
    depths = {}
    for plane in planes:
        marks = [(p.body, path) for p in display.parts if p.plane == plane for m in p.marks for path in m.paths]
        points = np.vstack([carry(poses[body], path) for body, path in marks])
        depths[plane] = display.projection.depth(plane, points)
    return depths


def _placed(display: Display, connection: Connection, mark: Mark, poses: Any) -> list[Points]:
    """A connector's mark on paper; a belt is laid round its pulleys in their plane."""
    if connection.strand is None:
        start, end = connection_ends(display, connection, poses)
        return [_between(mark, path, start, end) for path in mark.paths]
    start, end = _own_ends(connection, poses)
    return [display.projection.paper(connection.planes[0], _between(mark, p, start, end)) for p in mark.paths]


def _own_ends(connection: Connection, poses: Any) -> tuple[Points, Points]:
    """Both ends of a connector, or where a belt's strand touches its pulleys, in their planes."""
    first, second = (carry(poses[int(body)], [at])[0] for body, *at in (connection.start, connection.end))
    if connection.strand is None:
        return first, second
    *radii, side = connection.strand
    return strand_ends(first, second, (radii[0], radii[1]), side)


def connection_ends(display: Display, connection: Connection, poses: Any) -> tuple[Points, Points]:
    """Both ends of a connector, or of a belt's strand, on paper."""
    ends = zip(connection.planes, _own_ends(connection, poses), strict=True)
    start, end = (display.projection.paper(plane, at[None])[0] for plane, at in ends)
    return start, end


def _between(mark: Mark, path: Points, start: Points, end: Points) -> Points:
    """A connector's path laid from end to end: fixed to one of them, or stretched over both."""
    reach = end - start
    length = float(np.hypot(*reach)) or 1e-300
    x = reach / length
    y = np.array([-x[1], x[0]])
    along = path[:, :1] * (length if mark.anchor == "stretch" else 1.0)
    return (end if mark.anchor == "to" else start) + along * x + path[:, 1:] * y


def paper_spines(display: Display, poses: Any) -> NDArray[np.float64]:
    """Rows start x, y, end x, y, half thickness of all that names keep clear of."""
    rows = []
    for part in display.parts:
        for spine in part.spines:
            ends = display.projection.paper(part.plane, carry(poses[part.body], [spine.start, spine.end]))
            rows.append([*ends.ravel(), spine.radius])
    for connection in display.connections:
        start, end = connection_ends(display, connection, poses)
        rows.append([*start, *end, connection.spine])
    return np.array(rows, float).reshape(-1, 5)
