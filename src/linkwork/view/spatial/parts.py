"""Parts: pieces of a spatial picture that move as one, the same for paper and for the browser."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from linkwork.view.spatial.poses import Array, Place, Poses
from linkwork.view.spatial.solids import Solid, along, exit_of

Symbol = Mapping[str, Any]
METAL, DARK, RUBBER = "#C3CAD3", "#4A525C", "#3B3F45"
NEARER = {"hinge": 1.0, "ball": 1.0, "cross": 1.2, "pin": 0.7, "yoke": 0.9, "weld": 0.9, "coupling": 1.0, "ring": 0.8}
NEARER |= {"sleeve": 0.9, "block": 0.9, "nut": 0.9, "bushing": 0.8, "puck": 0.5, "spring": 0.3, "thread": 0.3}
NEARER |= {"cylinder": 0.4}
"""How many units nearer symbols are painted than they are, so that they cover the ends of the bars in them."""


@dataclass(frozen=True)
class Span:
    """From a point of one body to a point of another; `x` is a direction of the first that keeps it from rolling."""

    start: tuple[int, Array]
    end: tuple[int, Array]
    x: Array

    def frame(self, place: Place) -> tuple[Array, Array, float]:
        """Where it begins, its axes with z towards the end, and its length."""
        begin = place.world(*self.start)[0]
        reach = place.world(*self.end)[0] - begin
        return begin, along(reach, place.turn[self.start[0]] @ self.x), float(np.linalg.norm(reach))


@dataclass(frozen=True)
class Part:
    """A solid, or a wire of this radius, on a body; or between two, z a share of the way or in m from an end."""

    kind: str
    body: int
    solid: Solid
    colour: str | None = None
    """The body's own where it is left out."""
    name: str = ""
    wire: float = 0.0
    anchor: Literal["body", "stretch", "from", "to"] = "body"
    span: Span | None = None

    @property
    def moves(self) -> bool:
        """Whether its corners move otherwise than with one body."""
        return self.span is not None

    @property
    def nearer(self) -> float:
        """How many units it is painted nearer than it is."""
        return NEARER.get(self.kind, 0.0)

    def corners(self, place: Place) -> Array:
        """Its corners in the world."""
        return self.placed(self.solid.corners, place)

    def placed(self, points: Array, place: Place) -> Array:
        """Points that move as its corners do, in the world."""
        if self.span is None:
            return place.world(self.body, points)
        begin, axes, length = self.span.frame(place)
        if self.anchor == "stretch":
            return begin + (points * [1.0, 1.0, length]) @ axes.T
        start = begin + length * axes[:, 2] if self.anchor == "to" else begin
        return np.asarray(start + points @ axes.T)

    def swept(self, at: Array, turn: Array) -> Array:
        """Its corners in the world (frames by corners by 3) with the bodies at these positions and matrices."""
        corners = self.solid.corners
        if self.span is None:
            return at[:, self.body, None] + corners @ turn[:, self.body].swapaxes(1, 2)
        (a, p), (b, q) = self.span.start, self.span.end
        begin = at[:, a] + turn[:, a] @ p
        reach = at[:, b] + turn[:, b] @ q - begin
        axes, length = along(reach, turn[:, a] @ self.span.x), np.linalg.norm(reach, axis=1)
        if self.anchor == "stretch":
            corners = corners * np.stack([np.ones_like(length), np.ones_like(length), length], axis=1)[:, None]
        start = begin + reach if self.anchor == "to" else begin
        return np.asarray(start[:, None] + corners @ axes.swapaxes(1, 2))

    def plain(self) -> dict[str, Any]:
        """The part as JSON can hold it once its arrays are lists."""
        span = None
        if self.span is not None:
            (a, p), (b, q) = self.span.start, self.span.end
            span = {"start": [a, *p.tolist()], "end": [b, *q.tolist()], "x": self.span.x.tolist()}
        return {
            "kind": self.kind,
            "body": self.body,
            "colour": self.colour,
            "name": self.name,
            "nearer": self.nearer,
            "wire": self.wire,
            "anchor": self.anchor,
            "span": span,
            "closed": self.solid.closed,
            "corners": self.solid.corners,
            "faces": [list(face) for face in self.solid.faces],
        }


@dataclass(frozen=True)
class BendingPart(Part):
    """The skin of something that bends: its corners are those of the frame."""

    soft: Any = None

    @property
    def moves(self) -> bool:
        """They move with the shape."""
        return True

    def placed(self, points: Array, place: Place) -> Array:
        """Its corners, as bent as they are at the frame of that place."""
        from linkwork.view.soft.drawn import corners_of

        return place.world(self.body, corners_of(self.soft, place.frame))


@dataclass
class Sketch:
    """What symbols need to know of the whole picture, and the points of each body that they hold on to."""

    poses: Poses
    unit: float
    up: Array
    solids: dict[int, list[Solid]] = field(default_factory=dict)
    """The shapes of the bodies, by their numbers."""
    held: dict[int, list[Array]] = field(default_factory=dict)

    def hold(self, body: int, point: Any) -> None:
        """Let the body reach this point."""
        self.held.setdefault(body, []).append(np.asarray(point, float))

    def exit(self, symbol: Symbol) -> float:
        """How far from the joint its axis comes out of the shapes of both bodies, at most."""
        farthest = 0.0
        for end in (symbol["first"], symbol["second"]):
            axis = np.array(end["axes"])[:, 2]
            for solid in self.solids.get(end["body"], []):
                farthest = max(farthest, exit_of(solid, np.array(end["at"]), axis))
        return farthest

    def travel(self, symbol: Symbol) -> Array:
        """Where the second point goes, seen in the first frame (frames by 3)."""
        first, second = symbol["first"], symbol["second"]
        path = self.poses.seen_from(first["body"], self.poses.path(second["body"], second["at"]))
        travel: Array = (path - np.array(first["at"])) @ np.array(first["axes"])
        return travel


def wire(points: Any) -> Solid:
    """A chain of points as the edges between them."""
    corners = np.asarray(points, float)
    return Solid(corners, [(i, i + 1) for i in range(len(corners) - 1)], closed=False)


def helix(radius: float, low: float, high: float, turns: float, steps: int = 14) -> Array:
    """Points of a screw line about z."""
    count = max(2, round(turns * steps)) + 1
    angle = np.linspace(0.0, 2 * np.pi * turns, count)
    return np.column_stack([radius * np.cos(angle), radius * np.sin(angle), np.linspace(low, high, count)])
