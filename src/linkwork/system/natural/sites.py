"""Sites: points and unit vectors of bodies, and which of them are one because a joint makes them so.

A pin makes a point of each of its bodies one; a hinge in space a point and its axis, or two points where another
point of one of the bodies lies on the axis already. A point whose joint holds it on a straight line of the ground has
one coordinate, its place along the line.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array

if TYPE_CHECKING:
    from linkwork.system.system import Placed, System

POINT, VECTOR = "point", "vector"
CLOSE = 1e-9  # of the model's length: points this near are one


@dataclass
class Site:
    """A point or a unit vector in the frame of one body."""

    body: int
    kind: str
    local: Array
    name: str
    shared_with: int  # the site that stands for all that are one with it: its own number, or another's
    line: tuple[Array, Array] | None = None  # on the ground: a point and a direction that hold it


@dataclass
class Sites:
    """The sites of all bodies; body 0 is the ground."""

    dimensions: int
    length: float
    sites: list[Site] = field(default_factory=list)

    def at(self, body: int, kind: str, local: Any, name: str) -> int:
        """The number of a site, which is made where there is none."""
        place = np.array(local)
        unit = self.length if kind == POINT else 1.0
        for number, site in enumerate(self.sites):
            if site.body == body and site.kind == kind and _far(site.local, place) <= CLOSE * unit:
                return number
        self.sites.append(Site(body, kind, place, name, len(self.sites)))
        return len(self.sites) - 1

    def root(self, number: int) -> int:
        """The site that stands for all that are one with this one."""
        while self.sites[number].shared_with != number:
            number = self.sites[number].shared_with
        return number

    def share(self, one: int, other: int) -> None:
        """Make two sites one; a site of the ground stands for the others."""
        first, second = self.root(one), self.root(other)
        if self.sites[second].body == 0:
            first, second = second, first
        if first != second:
            self.sites[second].shared_with = first

    def of(self, body: int, kind: str) -> list[int]:
        """Sites of a body of one kind."""
        return [number for number, site in enumerate(self.sites) if site.body == body and site.kind == kind]

    def on_axis(self, body: int, point: Array, axis: Array) -> int | None:
        """Another point of a body on an axis through a point."""
        for number in self.of(body, POINT):
            lever = self.sites[number].local - point
            along = float(np.real(lever @ axis))
            if abs(along) > 1e-3 * self.length and _far(lever, along * axis) <= CLOSE * self.length:
                return number
        return None


@dataclass(frozen=True)
class Shared:
    """The sites, the joints of which they leave equations, and those of which they leave none."""

    sites: Sites
    universals: tuple[tuple[int, int], ...]  # pairs of unit vectors that stay square
    gone: frozenset[str]  # joints without equations of their own
    slides: tuple[tuple[Placed, Any], ...]  # with the motion that says where their lines are
    sleeves: tuple[tuple[Placed, Any, Any], ...]


def shared_sites(system: System) -> Shared:
    """What the joints of a system share."""
    sites = Sites(system.world.dimensions, system.length)
    gone, universals, hinges = set[str](), list[tuple[int, int]](), list[tuple[Any, Any]]()
    slides, sleeves = list[tuple[Any, Any]](), list[tuple[Any, Any, Any]]()
    held = list[tuple[Any, Any]]()
    for placed in system.elements:
        motions = _motions(system, placed)
        kinds = tuple(motion.kind for motion in motions)
        if placed.driver or placed.own:
            continue
        if kinds in (("turn",), ("ball",)):
            _share_points(sites, placed, motions[0].before, motions[0].after)
            gone.add(placed.name)
            if sites.dimensions == 3 and kinds == ("turn",):
                hinges.append((placed, motions[0]))
        elif kinds == ("turn", "turn") and _type(placed) == "universal":
            _share_points(sites, placed, motions[0].before, motions[1].after)
            gone.add(placed.name)
            axes = (placed.ends[0], motions[0].before[3]), (placed.ends[1], motions[1].after[3])
            first, second = (
                sites.at(body, VECTOR, axis, f"{placed.name}.u{number}") for number, (body, axis) in enumerate(axes, 1)
            )
            universals.append((first, second))
        elif _holds_on_ground(placed, kinds, sites.dimensions):
            held.append((placed, motions))
        elif kinds == ("slide",):
            slides.append((placed, motions[0]))
            gone.add(placed.name)
        elif kinds == ("slide", "turn") and _type(placed) == "cylindrical":
            sleeves.append((placed, motions[0].before, motions[1].after))
            gone.add(placed.name)
    for placed, motion in hinges:
        _share_axis(sites, placed, motion)
    for placed, motions in held:
        if _hold(sites, placed, motions):
            gone.add(placed.name)
    for placed, first, second in sleeves:
        _share_vectors(sites, placed, first[3], second[3])
    return Shared(sites, tuple(universals), frozenset(gone), tuple(slides), tuple(sleeves))


def _motions(system: System, placed: Placed) -> tuple[Any, ...]:
    """The motions that an element's joint is made of; none where it has none."""
    if placed.driver or placed.element.freedoms is None:
        return ()
    row = system.row(placed.name, f"joint '{placed.name}'")
    return tuple(placed.element.carry(row, system.p[placed.floats_at :]))


def _type(placed: Placed) -> str:
    """What a model file calls the element."""
    return str(getattr(placed.element, "type", ""))


def _share_points(sites: Sites, placed: Placed, before: Any, after: Any) -> None:
    """Make the points of a joint one."""
    points = (before[:2], after[:2]) if sites.dimensions == 2 else (before[0], after[0])
    one, other = (sites.at(body, POINT, point, placed.name) for body, point in zip(placed.ends, points, strict=True))
    sites.share(one, other)


def _share_vectors(sites: Sites, placed: Placed, before: Any, after: Any) -> None:
    """Make the axes of a joint one."""
    one, other = (
        sites.at(body, VECTOR, axis, f"{placed.name}.u")
        for body, axis in zip(placed.ends, (before, after), strict=True)
    )
    sites.share(one, other)


def _share_axis(sites: Sites, placed: Placed, motion: Any) -> None:
    """Make the axis of a hinge one: by another point on it that one of the bodies has, or by a unit vector."""
    frames = zip(placed.ends, (motion.before, motion.after), strict=True)
    ends = [(body, np.array(frame[0]), np.array(frame[3])) for body, frame in frames]
    for (body, point, axis), (other, place, direction) in (ends, ends[::-1]):
        axis_site = sites.on_axis(body, point, axis) if body else None
        if axis_site is not None:
            along = (sites.sites[axis_site].local - point) @ axis
            sites.share(axis_site, sites.at(other, POINT, place + along * direction, sites.sites[axis_site].name))
            return
    _share_vectors(sites, placed, motion.before[3], motion.after[3])


def _hold(sites: Sites, placed: Placed, motions: tuple[Any, ...]) -> bool:
    """Give a point that is held on a line of the ground one coordinate; false where it has another line already."""
    point = motions[1].after[:2] if sites.dimensions == 2 else motions[1].after[0]
    site = sites.sites[sites.root(sites.at(placed.ends[1], POINT, point, placed.name))]
    if site.body == 0 or site.line is not None:
        return False
    site.line = _line(motions, sites.dimensions)
    return True


def _holds_on_ground(placed: Placed, kinds: tuple[str, ...], dimensions: int) -> bool:
    """Whether an element holds a point of its second body on a straight line of the ground."""
    wanted = ("slide", "turn") if dimensions == 2 else ("slide", "ball")
    return kinds == wanted and placed.ends[0] == 0 and placed.ends[1] > 0


def _line(motions: tuple[Any, ...], dimensions: int) -> tuple[Array, Array]:
    """A point and the direction of the line, in the world."""
    if dimensions == 3:
        return np.array(motions[0].before[0]), np.array(motions[0].before[3])
    x, y, ux, uy = motions[0].before
    return np.array([x, y]) + np.array(motions[1].before), np.array([ux, uy])


def _far(one: Array, other: Array) -> float:
    return float(np.linalg.norm(np.real(one - other)))
