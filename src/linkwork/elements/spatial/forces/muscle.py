"""Muscles of space."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from pydantic import Field

from linkwork.elements.muscle import (
    ELLIPSOID,
    NOWHERE,
    ROUND,
    SPHERE,
    TORUS,
    CountedPoint,
    MuscleForce,
    Pull,
    RoundStation,
    station_place,
)
from linkwork.elements.spatial.base import SpatialElement
from linkwork.elements.spatial.glyph import End, Glyph
from linkwork.expression.number import Number
from linkwork.places.spatial.orientation import Vector3
from linkwork.places.spatial.places import FramePlace, PointPlace

if TYPE_CHECKING:
    from linkwork.places.spatial.row import SpatialRow


SHAPES = {"cylinder": ROUND, "sphere": SPHERE, "ellipsoid": ELLIPSOID, "torus": TORUS}
_NEEDS = {"cylinder": ("radius", "side"), "sphere": ("radius",), "ellipsoid": ("radii",), "torus": ("radius", "tube")}


class SpatialRound(RoundStation):
    """A cylinder, sphere or ellipsoid on a body that a path goes round, or a torus whose hole it goes through."""

    round: FramePlace = Field(
        description="its centre; of a cylinder or torus also its axis, of an ellipsoid its axes x and z"
    )
    shape: Literal["cylinder", "sphere", "ellipsoid", "torus"] = Field(
        default="cylinder",
        description="cylinder, sphere, ellipsoid or torus",
    )
    radius: Number | None = Field(
        default=None, description="of a cylinder or sphere; of a torus that of its ring, to the middle of the tube, m"
    )
    tube: Number | None = Field(default=None, description="of a torus: the radius of its tube, m")
    radii: tuple[Number, Number, Number] | None = Field(
        default=None, description="of an ellipsoid, along x, y and z of its frame, m"
    )
    side: Literal["left", "right"] | None = Field(
        default=None,
        description="of a cylinder: left, the path turns counterclockwise about the axis seen from its tip",
    )
    towards: Vector3 | None = Field(
        default=None,
        description="of an ellipsoid: the direction on its body to which the path goes round it at the start; "
        "the nearest side when left out, and where it is reached in a run",
    )

    @property
    def kind(self) -> int:
        return SHAPES[self.shape]

    @property
    def way(self) -> float:
        """1 where the path turns counterclockwise about the axis, -1 where clockwise, 0 about other surfaces."""
        return {"left": 1.0, "right": -1.0, None: 0.0}[self.side]

    def numbers(self, row: SpatialRow) -> list[Any]:
        self._check_fields(row)
        if self.radii is not None:
            sizes = [row.positive(one, "the radius of a surface") for one in self.radii]
            aim: list[Any] = [0.0, 0.0, 0.0]
            if self.towards is not None:
                wanted, axes = (
                    row.direction(self.towards, "the direction towards which a path goes"),
                    row.frame(self.round),
                )
                aim = [sum(one * other for one, other in zip(wanted, axis, strict=True)) for axis in axes[1:]]
            return [0.0, 0.0, *sizes, *aim]
        assert self.radius is not None  # by its fields
        if self.tube is not None:
            ring, tube = (row.positive(one, "the radius of a surface") for one in (self.radius, self.tube))
            if not tube.real < ring.real:
                row.fail(f"a torus has a hole: its tube ({tube.real:g} m) is smaller than its radius ({ring.real:g} m)")
            return [0.0, 0.0, ring, tube, tube, 0.0, 0.0, 0.0]
        return [row.positive(self.radius, "the radius of a surface"), self.way]

    def _check_fields(self, row: SpatialRow) -> None:
        """Refuse fields that a shape lacks, or has no use for."""
        needed = _NEEDS[self.shape]
        also = ("towards",) if self.shape == "ellipsoid" else ()
        named = f"{'an' if self.shape == 'ellipsoid' else 'a'} {self.shape}"
        if self.shape == "sphere" and self.side is not None:
            row.fail("a path goes round a sphere the short way; leave out its side")
        for name in ("radius", "side", "radii", "towards", "tube"):
            given = getattr(self, name) is not None
            if not given and name in needed:
                choice = ": left or right" if name == "side" else ""
                row.fail(f"{named} needs its {name}{choice}")
            if given and name not in (*needed, *also):
                row.fail(f"{named} has no {name}; leave it out")


class SpatialPathPoint(CountedPoint):
    """A point of a path that counts within a range of a freedom only."""

    point: PointPlace = Field(description="the point")


class SpatialPathPull(Pull, SpatialElement):
    """What a muscle does to the stations between the ends of its path."""

    type: Literal["pull"] = "pull"

    def acting_points(self, row: SpatialRow, motion: Any) -> tuple[Any, ...]:
        points = [row.point(place) for place in self._ends(row)]
        return (*points, (0.0, 0.0, 0.0))[:2]


class SpatialMuscle(MuscleForce, SpatialElement):
    """A muscle along a path of points, cylinders, spheres, ellipsoids and tori."""

    pull_kind = SpatialPathPull

    type: Literal["muscle"] = "muscle"
    path: list[SpatialRound | SpatialPathPoint | PointPlace] = Field(
        description="from origin to insertion: points of bodies, some perhaps within a range of a freedom only, and "
        "between two of them surfaces to go round"
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
            return station_place(station).body, row.frame(station_place(station))
        body, frame = station.round.body, row.frame(station.round)
        before, behind = (row.scope.into_world(end.body, *row.point(end)) for end in self._neighbours(number))
        centre = np.real(row.scope.into_world(body, *frame[0]))
        p, q = np.real(before) - centre, np.real(behind) - centre
        axes = np.array([np.real(row.scope.into_world(body, *axis, direction=True)) for axis in frame[1:]])
        at = centre + _middle(row, station, axes, p, q)
        return body, (row.scope.into_body(body, *at), *frame[1:])

    def _neighbours(self, number: int) -> tuple[Any, Any]:
        """The points of the path before and behind a surface, or the centres of surfaces that follow each other."""
        return station_place(self.path[number - 1]), station_place(self.path[number + 1])

    def _tips(self, row: SpatialRow, station: SpatialRound) -> tuple[tuple[int, ...], tuple[int, ...]]:
        if station.shape == "sphere":
            return NOWHERE, NOWHERE
        point, *axes = row.frame(station.round)
        body = station.round.body
        tips = [tuple(one + other for one, other in zip(point, axis, strict=True)) for axis in axes]
        if station.shape == "cylinder":
            return self._measured(row, body, tips[2]), NOWHERE
        return self._measured(row, body, tips[0]), self._measured(row, body, tips[1])


def _middle(row: SpatialRow, station: SpatialRound, axes: Any, p: Any, q: Any) -> Any:
    """About the middle of the way on a surface, from its centre; p and q are the ends seen from there."""
    sizes = [float(np.real(number)) for number in station.numbers(row)]
    if station.shape == "cylinder":
        e = axes[2]
        p, q = p - (e @ p) * e, q - (e @ q) * e
        turned = station.way * math.atan2(e @ np.cross(p, q), p @ q) % (2.0 * math.pi)
        out = math.cos(0.5 * turned) * p + station.way * math.sin(0.5 * turned) * np.cross(e, p)
        return sizes[0] * _direction(out)
    if station.shape == "sphere":
        return sizes[0] * _direction(_direction(p) + _direction(q))
    p, q = axes @ p, axes @ q
    if station.shape == "torus":
        share = p[2] / (p[2] - q[2]) if p[2] * q[2] < 0.0 else 0.5
        across = _direction((p + share * (q - p)) * (1.0, 1.0, 0.0))
        return ((sizes[2] - sizes[3]) * across) @ axes
    radii, aim = np.array(sizes[2:5]), np.array(sizes[5:8])
    out = aim / radii if station.towards is not None else _direction(p / radii) + _direction(q / radii)
    return (radii * _direction(out)) @ axes


def _direction(vector: Any) -> Any:
    return vector / max(float(np.linalg.norm(vector)), 1e-12)
