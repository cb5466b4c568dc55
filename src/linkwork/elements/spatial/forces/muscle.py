"""Muscles of space."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from pydantic import Field

from linkwork.elements.muscle import NOWHERE, ROUND, SPHERE, MuscleForce, Pull, RoundStation, station_place
from linkwork.elements.spatial.base import SpatialElement
from linkwork.elements.spatial.glyph import End, Glyph
from linkwork.places.spatial.places import FramePlace, PointPlace

if TYPE_CHECKING:
    from linkwork.places.spatial.row import SpatialRow


class SpatialRound(RoundStation):
    """A cylinder about the axis of a frame, or a sphere about its point, that a path goes round."""

    round: FramePlace = Field(description="its centre; of a cylinder also its axis")
    shape: Literal["cylinder", "sphere"] = Field(default="cylinder", description="cylinder or sphere")
    side: Literal["left", "right"] | None = Field(
        default=None,
        description="of a cylinder: left, the path turns counterclockwise about the axis seen from its tip",
    )

    @property
    def kind(self) -> int:  # type: ignore[override]
        return ROUND if self.shape == "cylinder" else SPHERE

    @property
    def way(self) -> float:
        """1 where the path turns counterclockwise about the axis, -1 where clockwise, 0 about a sphere."""
        return {"left": 1.0, "right": -1.0, None: 0.0}[self.side]


class SpatialPathPull(Pull, SpatialElement):
    """What a muscle does to the stations between the ends of its path."""

    type: Literal["pull"] = "pull"

    def acting_points(self, row: SpatialRow, motion: Any) -> tuple[Any, ...]:
        points = [row.point(place) for place in self._ends(row)]
        return (*points, (0.0, 0.0, 0.0))[:2]


class SpatialMuscle(MuscleForce, SpatialElement):
    """A muscle along a path of points, cylinders and spheres."""

    pull_kind = SpatialPathPull

    type: Literal["muscle"] = "muscle"
    path: list[SpatialRound | PointPlace] = Field(
        description="from origin to insertion: points of bodies, and between two of them a surface to go round"
    )

    def acting_points(self, row: SpatialRow, motion: Any) -> tuple[Any, ...]:
        first, last = (row.point(station_place(self.path[number])) for number in self._own_stations())
        return first, last

    def glyph(self, row: SpatialRow) -> tuple[Glyph, ...]:
        """Straight parts from station to station; a surface is touched where it is as the mechanism is drawn."""
        held = [self._held(row, number) for number in range(len(self.path))]
        kind = "muscle" if len(held) == 2 else "band"
        return tuple(Glyph(kind, one, two) for one, two in pairwise(held) if one is not two)

    def _held(self, row: SpatialRow, number: int) -> End:
        """A body and the frame on it at which the path is drawn: a point, or the middle of the arc on a surface."""
        station = self.path[number]
        if not isinstance(station, SpatialRound):
            return station.body, row.frame(station)
        body, frame = station.round.body, row.frame(station.round)
        before, behind = (row.scope.into_world(end.body, *row.point(end)) for end in self._neighbours(number))
        centre = np.real(row.scope.into_world(body, *frame[0]))
        p, q = np.real(before) - centre, np.real(behind) - centre
        if station.shape == "cylinder":
            e = np.real(row.scope.into_world(body, *frame[3], direction=True))
            p, q = p - (e @ p) * e, q - (e @ q) * e
            turned = station.way * math.atan2(e @ np.cross(p, q), p @ q) % (2.0 * math.pi)
            out = math.cos(0.5 * turned) * p + station.way * math.sin(0.5 * turned) * np.cross(e, p)
        else:
            out = p / np.linalg.norm(p) + q / np.linalg.norm(q)
        at = centre + float(row.number(station.radius).real) * out / max(float(np.linalg.norm(out)), 1e-12)
        return body, (row.scope.into_body(body, *at), *frame[1:])

    def _neighbours(self, number: int) -> tuple[Any, Any]:
        """The points of the path before and behind a surface."""
        return self.path[number - 1], self.path[number + 1]

    def _tip(self, row: SpatialRow, station: SpatialRound) -> tuple[int, ...]:
        if station.shape == "sphere":
            if station.side is not None:
                row.fail("a path goes round a sphere the short way; leave out its side")
            return NOWHERE
        if station.side is None:
            row.fail("a cylinder needs its side: left or right")
        point, _, _, axis = row.frame(station.round)
        tip = tuple(one + other for one, other in zip(point, axis, strict=True))
        return self._measured(row, station.round.body, tip)
