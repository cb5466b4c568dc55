"""The diagram of a circuit as strokes and letters in one drawing, which pages and figures show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.networks.domains import REFERENCE
from linkwork.run.display import displayed
from linkwork.view.circuits.ends import Facet, facets_of
from linkwork.view.circuits.rows import LONG, Drawn, Placed, Point, row_of
from linkwork.view.circuits.shapes import Stroke, Symbol, arc, line
from linkwork.view.circuits.symbols import letters_of, symbol_of

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.networks.domains import Domain
    from linkwork.run.run import Run

BETWEEN_ROWS = 2.2
Diagram = dict[str, Any]


def circuits_of(run: Run, keep: Sequence[int]) -> list[Diagram]:
    """The diagrams of all circuits of a run, with what their nodes and parts do at the frames kept."""
    diagrams, known = [], set(run.channels()) if run.mechanism.circuits else set()
    for name in run.mechanism.circuits:
        diagram = diagram_of(run.mechanism, name)
        if not diagram["parts"]:  # bonds alone: their graph has no nodes that wires could join
            continue
        asked = [one["channel"] for one in (*diagram["nodes"], *diagram["parts"]) if one["channel"]]
        values = {channel: displayed(run, channel) for channel in dict.fromkeys(asked) if channel in known}
        diagram["series"] = {channel: series[list(keep)].tolist() for channel, (series, _) in values.items()}
        diagram["units"] = {channel: unit for channel, (_, unit) in values.items()}
        diagrams.append(diagram)
    return diagrams


def diagram_of(mechanism: Mechanism, name: str) -> Diagram:
    """Parts with their strokes, wires by node, names; y goes up, one row a domain, the first one on top."""
    kinds = {label: part.type for label, part in mechanism.circuits[name].parts.items()}
    facets = facets_of(name, mechanism.together().circuits[name], kinds)
    diagram: Diagram = {"name": name, "parts": [], "nodes": [], "grounds": []}
    floor, wide = 0.0, 0.0
    for domain in dict.fromkeys(facet.domain for facet in facets):
        row = row_of([facet for facet in facets if facet.domain == domain])
        lift = floor - row.high
        _add(diagram, name, domain, row, lift)
        floor = lift + row.low - BETWEEN_ROWS
        wide = max(wide, row.wide)
    if not diagram["parts"]:
        return diagram
    points = np.array([point for one in _strokes(diagram) for point in one["points"]])
    low, high = points.min(axis=0), points.max(axis=0)
    diagram["bounds"] = [float(low[0]) - 1.8, float(low[1]) - 0.4, float(high[0]) + 4.2, float(high[1]) + 2.2]
    return diagram


def _strokes(diagram: Diagram) -> list[dict[str, Any]]:
    own = [stroke for one in (*diagram["parts"], *diagram["grounds"]) for stroke in one["strokes"]]
    return own + [{"points": path} for node in diagram["nodes"] for path in node["wires"]]


def _add(diagram: Diagram, circuit: str, domain: Domain, row: Drawn, lift: float) -> None:
    """One row of a domain, lifted to its height."""

    def up(points: Sequence[Point]) -> list[list[float]]:
        return [[x, y + lift] for x, y in points]

    for placed in row.parts:
        diagram["parts"].append(_part(circuit, placed, lift))
    for node, at, ends in row.names:
        diagram["nodes"].append(
            {
                "name": node,
                "domain": domain.name,
                "channel": f"{circuit}.{node}.{domain.across}",
                "at": up([at])[0],
                "anchor": "end" if ends else "middle",
                "wires": [up(path) for owner, path in row.wires if owner == node],
                "dots": [up([dot])[0] for owner, dot in row.dots if owner == node],
            }
        )
    loose = [up(path) for owner, path in row.wires if owner == REFERENCE]
    for at in row.grounds:
        strokes = [_stroke(_moved(stroke, (at[0], at[1] + lift))) for stroke in _reference(domain)]
        diagram["grounds"].append({"strokes": strokes})
    if loose:
        diagram["grounds"].append({"strokes": [_stroke(line(*((x, y) for x, y in path))) for path in loose]})


def _reference(domain: Domain) -> tuple[Stroke, ...]:
    """What stands at the end of a part to ground: earth, a tank, a wall."""
    if domain.name == "hydraulic":
        return (line((-0.55, 0.15), (-0.55, -0.45), (0.55, -0.45), (0.55, 0.15)),)
    if domain.name in ("rotational", "translational"):
        hatch = tuple(line((-0.4 + 0.3 * n, 0.0), (-0.6 + 0.3 * n, -0.3), thin=True) for n in range(4))
        return (line((-0.6, 0.0), (0.6, 0.0)), *hatch)
    if domain.name == "thermal":
        return (arc((0.0, -0.25), 0.25, 90.0, 450.0),)
    return tuple(line((-w, -0.2 * n), (w, -0.2 * n)) for n, w in enumerate((0.55, 0.35, 0.15)))


def _part(circuit: str, placed: Placed, lift: float) -> dict[str, Any]:
    facet = placed.facet
    (ax, ay), (bx, by) = placed.first, placed.second
    shown = {
        "name": f"{circuit}.{facet.part}",
        "label": facet.part,
        "kind": facet.kind.replace("_", " "),
        "domain": facet.domain.name,
        "channel": facet.through,
        "ends": list(facet.nodes),
        "at": [0.5 * (ax + bx), 0.5 * (ay + by) + lift],
        "upright": ax == bx and placed.box is None,
        "flow": [] if placed.box else [_sign(bx - ax), _sign(by - ay)],
    }
    if placed.box:
        left, low, right, high = placed.box
        corners = ((left, low + lift), (right, low + lift), (right, high + lift), (left, high + lift))
        middle = [0.5 * (left + right), 0.5 * (low + high) + lift]
        return shown | {
            "strokes": [_stroke(Stroke(corners, "paper"))],
            "letters": [[letters_of(facet.kind), middle]],
            "box": True,
        }
    symbol = _symbol(facet)
    scale = max(abs(bx - ax), abs(by - ay)) / LONG
    along = np.array([_sign(bx - ax), _sign(by - ay)])
    across = np.array([-along[1], along[0]])
    start = np.array([ax, ay + lift])

    def put(point: tuple[float, float]) -> tuple[float, float]:
        x = point[0] if scale == 1.0 else _stretched(point[0], scale)
        place = start + x * along + point[1] * across
        return float(place[0]), float(place[1])

    strokes = [_stroke(Stroke(tuple(map(put, one.points)), one.fill, one.thin)) for one in symbol.strokes]
    return shown | {"strokes": strokes, "letters": [[text, list(put(at))] for text, at in symbol.letters]}


def _symbol(facet: Facet) -> Symbol:
    """Its own symbol where it shows it, else a ring: the same part in another domain."""
    return symbol_of(facet.kind if facet.main else "joint_port")


def _stretched(x: float, scale: float) -> float:
    """The body keeps its size, leads are longer or shorter."""
    return (x - 0.5 * LONG) + 0.5 * LONG * scale if 0.0 < x < LONG else x * scale


def _sign(value: float) -> float:
    return float(np.sign(value))


def _moved(stroke: Stroke, by: Point) -> Stroke:
    return Stroke(tuple((x + by[0], y + by[1]) for x, y in stroke.points), stroke.fill, stroke.thin)


def _stroke(stroke: Stroke) -> dict[str, Any]:
    return {"points": [list(point) for point in stroke.points], "fill": stroke.fill, "thin": stroke.thin}
