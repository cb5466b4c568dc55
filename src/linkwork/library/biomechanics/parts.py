"""What a skeleton is made of: bodies, joints of single moves, coordinates, markers, muscles along paths."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import MechanismError
from linkwork.expression.given import public, publicly_made
from linkwork.library.biomechanics.curves import polynomial
from linkwork.library.biomechanics.millard import Millard
from linkwork.library.checks import require_not_negative, require_positive


def identity() -> Array:
    """The frame of a body itself: no turn, no shift."""
    return np.eye(4)


def frame(
    translation: tuple[float, float, float] = (0, 0, 0), orientation: tuple[float, float, float] = (0, 0, 0)
) -> Array:
    """A frame by its origin and by turns about x, then the turned y, then the turned z."""
    (a, b, c), result = orientation, np.eye(4)
    x = np.array([[1, 0, 0], [0, math.cos(a), -math.sin(a)], [0, math.sin(a), math.cos(a)]])
    y = np.array([[math.cos(b), 0, math.sin(b)], [0, 1, 0], [-math.sin(b), 0, math.cos(b)]])
    z = np.array([[math.cos(c), -math.sin(c), 0], [math.sin(c), math.cos(c), 0], [0, 0, 1]])
    result[:3, :3], result[:3, 3] = x @ y @ z, translation
    return result


@dataclass(frozen=True)
class Segment:
    """A body of a skeleton; moments and products of inertia (xx, yy, zz, xy, xz, yz) are about its center."""

    name: str
    mass: float = 0.0
    center: tuple[float, float, float] = (0.0, 0.0, 0.0)
    inertia: tuple[float, ...] = (0.0,) * 6


@dataclass(frozen=True)
class Coordinate:
    """A freedom of a skeleton; `turns` says that it is an angle."""

    name: str
    turns: bool = True
    start: float = 0.0
    range: tuple[float, float] = (-math.inf, math.inf)
    locked: bool = False


@dataclass(frozen=True)
class Move:
    """A turn about an axis or a shift along it, by a curve of a coordinate; none: by a constant."""

    axis: tuple[float, float, float]
    turns: bool
    coordinate: str | None
    curve: Array = field(default_factory=lambda: polynomial(0, 1))


@dataclass(frozen=True)
class SkeletonJoint:
    """How a body hangs on another: shifts along axes of the joint's frame there, then turns one after the other."""

    name: str
    parent: str
    child: str
    moves: tuple[Move, ...] = ()
    at_parent: Array = field(default_factory=identity)
    at_child: Array = field(default_factory=identity)


@public
@publicly_made
@dataclass(frozen=True)
class MarkerPlace:
    """A marker on the skin, at a place of a body."""

    name: str
    body: str
    location: tuple[float, float, float]


@dataclass(frozen=True)
class PathPoint:
    """A point of a path, fixed on a body; with `curves` it moves there, with `within` it counts in a range only."""

    body: str
    location: tuple[float, float, float]
    curves: tuple[tuple[str | None, Array], ...] = ()
    within: tuple[str, float, float] | None = None
    name: str = ""


@public
@publicly_made
@dataclass(frozen=True)
class Sphere:
    """A ball on a body that a path goes round."""

    body: str
    center: tuple[float, float, float]
    radius: float

    def __post_init__(self) -> None:
        require_positive("a sphere of a path", radius=self.radius)


@public
@publicly_made
@dataclass(frozen=True)
class Cylinder:
    """A cylinder on a body that a path goes round: `side` 1 counterclockwise seen against its axis, -1 clockwise, 0 the
    shorter way."""

    body: str
    center: tuple[float, float, float]
    axis: tuple[float, float, float]
    radius: float
    side: int = 0

    def __post_init__(self) -> None:
        require_positive("a cylinder of a path", radius=self.radius)
        if self.side not in (-1, 0, 1):
            raise MechanismError(f"a cylinder of a path: side is 1, -1 or 0, not {self.side}")
        if not np.linalg.norm(self.axis) > 0:
            raise MechanismError("a cylinder of a path: its axis has no direction")


Station = PathPoint | Sphere | Cylinder


@dataclass(frozen=True)
class PathMuscle:
    """A muscle along a path: strength in N, lengths in m, the angle of the fibres at their optimal length in rad."""

    name: str
    path: tuple[Station, ...]
    strength: float
    optimal_length: float
    tendon_length: float
    pennation: float = 0.0
    largest_speed: float = 10.0
    least_activation: float = 0.01
    law: Millard = field(default_factory=Millard)

    def __post_init__(self) -> None:
        where = f"muscle '{self.name}'"
        names = ("strength", "optimal_length", "largest_speed")
        require_positive(where, **{name: getattr(self, name) for name in names})
        require_not_negative(where, "a length", tendon_length=self.tendon_length)
        if not 0 <= self.pennation < math.pi / 2:
            raise MechanismError(f"{where}: pennation lies between 0 and a right angle, not at {self.pennation:g} rad")
        if not 0 <= self.least_activation < 1:
            raise MechanismError(f"{where}: least_activation lies from 0 to below 1, not at {self.least_activation:g}")
        for one, two in pairwise(self.path):
            if not isinstance(one, PathPoint) and not isinstance(two, PathPoint):
                raise MechanismError(f"{where}: between two points a path goes round one surface only")
        points = [station for station in self.path if isinstance(station, PathPoint)]
        if len(points) < 2:
            raise MechanismError(f"{where}: a path needs two points at least, an origin and an insertion")
        for one, two in pairwise(points):
            if (one.body, one.location, one.curves, two.curves) == (two.body, two.location, (), ()):
                raise MechanismError(f"{where}: two points that follow each other are the same, on '{one.body}'")
        if not (isinstance(self.path[0], PathPoint) and isinstance(self.path[-1], PathPoint)):
            raise MechanismError(f"{where}: a path begins and ends at a point, not at a surface")
