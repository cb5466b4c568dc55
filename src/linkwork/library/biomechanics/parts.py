"""What a skeleton is made of: bodies, joints of single moves, coordinates, markers, muscles along paths."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from linkwork.base.arrays import Array
from linkwork.base.errors import MechanismError, shown
from linkwork.expression.given import Hertz, Kilograms, Metres, Newtons, Radians, public, publicly_made
from linkwork.library.biomechanics.curves import polynomial
from linkwork.library.biomechanics.frames import identity
from linkwork.library.biomechanics.laws.rows import Law
from linkwork.library.biomechanics.millard import Millard
from linkwork.library.biomechanics.paths.surfaces import Surface
from linkwork.library.checks import require_not_negative, require_positive

Pair = tuple[float, float]
"""The ends of a range, which may be infinite."""
Where = tuple[str, float, float] | None
"""A coordinate and the ends of a range of it; none: everywhere."""


def _require_range(where: str, ends: Any) -> None:
    """Refuse what is no range."""
    try:
        good = len(ends) == 2 and not isinstance(ends, str) and not any(math.isnan(end) for end in ends)
    except (TypeError, ValueError):
        good = False
    if not good:
        raise MechanismError(f"{where}: a range has two ends, which are numbers or infinite; found {shown(ends)}")
    if ends[0] > ends[1]:
        raise MechanismError(f"{where}: a range rises, not from {ends[0]:g} to {ends[1]:g}")


@publicly_made
@dataclass(frozen=True)
class Segment:
    """A body of a skeleton; moments and products of inertia (xx, yy, zz, xy, xz, yz) are about its center."""

    name: str
    mass: Kilograms = 0.0
    center: tuple[Metres, Metres, Metres] = (0.0, 0.0, 0.0)
    inertia: tuple[float, ...] = (0.0,) * 6


@publicly_made
@dataclass(frozen=True)
class Coordinate:
    """A freedom of a skeleton; `turns` says that it is an angle. One that is `locked` stays at `start`, one that is
    `clamped` stays in its range where it is fitted to markers."""

    name: str
    turns: bool = True
    start: float = 0.0
    range: Pair = (-math.inf, math.inf)
    locked: bool = False
    clamped: bool = False

    def __post_init__(self) -> None:
        _require_range(f"coordinate '{self.name}'", self.range)


@publicly_made
@dataclass(frozen=True)
class Move:
    """A turn about an axis or a shift along it, by a curve of a coordinate; none: by a constant."""

    axis: tuple[float, float, float]
    turns: bool
    coordinate: str | None
    curve: Array = field(default_factory=lambda: polynomial(0, 1))


@publicly_made
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
    """A marker on the skin, at a place of a body; `fixed` says that `place_markers` leaves it there."""

    name: str
    body: str
    location: tuple[Metres, Metres, Metres]
    fixed: bool = False


@publicly_made
@dataclass(frozen=True)
class PathPoint:
    """A point of a path, fixed on a body; with `curves` it moves there, with `within` it counts in a range only."""

    body: str
    location: tuple[Metres, Metres, Metres]
    curves: tuple[tuple[str | None, Array], ...] = ()
    within: Where = None
    name: str = ""

    def __post_init__(self) -> None:
        if self.within is not None:
            three = isinstance(self.within, tuple | list) and len(self.within) == 3
            _require_range(f"point on '{self.body}'", self.within[1:] if three else self.within)


Station = PathPoint | Surface


@publicly_made
@dataclass(frozen=True)
class PathMuscle:
    """A muscle along a path: strength in N, lengths in m, the angle of the fibres at their optimal length in rad."""

    name: str
    path: tuple[Station, ...]
    strength: Newtons
    optimal_length: Metres
    tendon_length: Metres
    pennation: Radians = 0.0
    largest_speed: Hertz = 10.0
    least_activation: float = 0.01
    law: Law = field(default_factory=Millard)

    def __post_init__(self) -> None:
        where = f"muscle '{self.name}'"
        names = ("strength", "optimal_length", "largest_speed")
        require_positive(where, **{name: getattr(self, name) for name in names})
        require_not_negative(where, "a length", tendon_length=self.tendon_length)
        if not 0 <= self.pennation < math.pi / 2:
            raise MechanismError(f"{where}: pennation lies between 0 and a right angle, not at {self.pennation:g} rad")
        if not 0 <= self.least_activation < 1:
            raise MechanismError(f"{where}: least_activation lies from 0 to below 1, not at {self.least_activation:g}")
        require_path(where, self.path)


SLACK_TO_TAUT = ((1.0, 0.0), (1.02, 0.05), (1.05, 0.25), (1.1, 0.65), (1.15, 1.05))
"""A curve of ligaments of ours: a foot, then nearly straight."""


@publicly_made
@dataclass(frozen=True)
class Ligament:
    """A band along a path that pulls when it is longer than its slack length: `strength` (N) times a curve of
    length over slack length, given by points."""

    name: str
    path: tuple[Station, ...]
    slack_length: Metres
    strength: Newtons
    curve: tuple[tuple[float, float], ...] = SLACK_TO_TAUT

    def __post_init__(self) -> None:
        where = f"ligament '{self.name}'"
        require_positive(where, slack_length=self.slack_length, strength=self.strength)
        require_path(where, self.path)
        if len(self.curve) < 2 or any(one[0] >= two[0] for one, two in pairwise(self.curve)):
            raise MechanismError(f"{where}: its curve needs two points at least, and lengths that rise")


def require_path(where: str, path: tuple[Station, ...]) -> None:
    """Refuse what is no path."""
    points = [station for station in path if isinstance(station, PathPoint)]
    if len(points) < 2:
        raise MechanismError(f"{where}: a path needs two points at least, an origin and an insertion")
    for one, two in pairwise(points):
        if (one.body, one.location, one.curves, two.curves) == (two.body, two.location, (), ()):
            raise MechanismError(f"{where}: two points that follow each other are the same, on '{one.body}'")
    if not (isinstance(path[0], PathPoint) and isinstance(path[-1], PathPoint)):
        raise MechanismError(f"{where}: a path begins and ends at a point, not at a surface")
