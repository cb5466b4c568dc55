"""A body in space held by six lengths: a Stewart platform, any body on six rods, or on six legs that are bodies.

A leg whose inner joints are driven (cardan or ball joint, slide, ball joint) is as long as in the closed position, from
the centre of its foot to that of its head. Once the platform is placed, each leg is turned the shortest way into its
new direction and, where it has a cardan joint, about itself until the pins of that joint are square again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.analysis.assembly.algebraic.generic import generic_case
from linkwork.analysis.assembly.algebraic.platform_equations import platform_family, pose_of
from linkwork.analysis.assembly.branch import Group
from linkwork.base.arrays import Array
from linkwork.elements.spatial.ends import FramePair
from linkwork.elements.spatial.joints.composites import SphericalSpherical
from linkwork.elements.spatial.joints.drivers import Distance
from linkwork.elements.spatial.joints.joints import Spherical
from linkwork.elements.spatial.joints.universal import Universal
from linkwork.numerics.homotopy.solutions import Solutions
from linkwork.numerics.homotopy.solve import continued
from linkwork.places.spatial import rotations
from linkwork.system.system import System

_LEGS = 6


@dataclass(frozen=True)
class _End:
    """The joint at an end of a leg: body on the other side (0: ground), the point there; pins of a cardan joint."""

    body: int
    point: Array
    pins: tuple[Array, Array] | None = None  # of the other body and of the leg, each in its own frame
    carrier: int = 0  # body of the leg that has the pin


@dataclass(frozen=True)
class _Leg:
    """Foot and head, the head on the platform; bodies of the leg itself, none where it is a length."""

    foot: _End
    head: _End
    bodies: tuple[int, ...] = ()


@dataclass
class PlatformGroup:
    """Points of the six lengths, from `origin` and in lengths of the model, and the squares of the lengths."""

    body: int
    origin: Array
    length: float
    numbers: Array
    legs: list[_Leg]
    like: Array

    @property
    def notes(self) -> list[str]:
        """What else could be turned round and is left as it is drawn."""
        crossed = any(end.pins is not None for leg in self.legs for end in (leg.foot, leg.head))
        return ["legs are not turned about themselves in their universal joints"] if crossed else []

    def solved(self) -> Solutions:
        """All poses, complex ones included."""
        return continued(platform_family(), *generic_case("platform"), self.numbers, what="assemblies")

    def position(self, x: Array, q: Array) -> Array:
        """The position for a real solution."""
        place, turn = pose_of(x)
        position = q.copy()
        position[6 * self.body : 6 * self.body + 3] = self.origin + self.length * place
        position[6 * self.body + 3 : 6 * self.body + 6] = rotations.short_vector(turn)
        for leg in self.legs:
            if leg.bodies:
                _lay(leg, self.like, position)
        return position


def platform_group(system: System, group: Group, q: Array, like: Array) -> PlatformGroup | None:
    """The group as a platform, its lengths those of the closed position `like`; or nothing."""
    names = dict.fromkeys(system.equations[row].element for row in group.rows)
    parts = [placed for placed in system.elements if placed.name in names]
    inside = {system.bodies.index(name) + 1 for name in group.bodies}
    for body in sorted(inside):
        legs = _legs(system, parts, body, inside)
        if legs is not None:
            break
    else:
        return None
    feet = np.array([in_world(q, leg.foot.body, leg.foot.point) for leg in legs])
    heads = np.array([leg.head.point for leg in legs])
    ends = [(in_world(like, leg.foot.body, leg.foot.point), in_world(like, body, leg.head.point)) for leg in legs]
    lengths = np.array([np.linalg.norm(head - foot) for foot, head in ends])
    origin, size = np.mean(feet, axis=0), system.length
    ground = (feet - origin) / size
    numbers = np.concatenate([ground.ravel(), heads.ravel() / size, (lengths / size) ** 2])
    return PlatformGroup(body - 1, origin, size, numbers, legs, like)


def _legs(system: System, parts: list[Any], platform: int, inside: set[int]) -> list[_Leg] | None:
    """The six legs of a platform that hold all other bodies of the group; nothing where it has others."""
    at_platform = [placed for placed in parts if platform in placed.ends]
    if len(at_platform) != _LEGS:
        return None
    rest = [placed for placed in parts if platform not in placed.ends]
    legs = [_leg(system, placed, rest, platform, inside) for placed in at_platform]
    held = [body for leg in legs if leg is not None for body in leg.bodies]
    whole = None not in legs and sorted([*held, platform]) == sorted(inside)
    return [leg for leg in legs if leg is not None] if whole else None


def _leg(system: System, head: Any, rest: list[Any], platform: int, inside: set[int]) -> _Leg | None:
    other = head.ends[1 - head.ends.index(platform)]
    if isinstance(head.element, SphericalSpherical | Distance):
        points = _points(system, head)
        own = head.ends.index(platform)
        if other in inside:
            return None
        return _Leg(_End(other, points[1 - own]), _End(platform, points[own]))
    if not isinstance(head.element, Spherical | Universal) or other not in inside:
        return None
    bodies, parts = {other}, []
    grown = True
    while grown:
        parts = [placed for placed in rest if bodies & set(placed.ends)]
        more = {end for placed in parts for end in placed.ends if end in inside} - bodies
        bodies |= more
        grown = bool(more)
    feet = [placed for placed in parts if not set(placed.ends) <= bodies]
    if len(feet) != 1 or not isinstance(feet[0].element, Spherical | Universal):
        return None
    rows = sum(len(placed.element.equations) for placed in parts if placed is not feet[0])
    if rows != 6 * (len(bodies) - 1):
        return None
    return _Leg(_end(system, feet[0], bodies), _end(system, head, bodies), tuple(sorted(bodies)))


def _points(system: System, placed: Any) -> list[Array]:
    assert isinstance(placed.element, FramePair)
    return [np.real(np.array(frame[0])) for frame in placed.element.frames(system.row(placed.name))]


def _end(system: System, placed: Any, leg: set[int]) -> _End:
    own = 0 if placed.ends[0] in leg else 1
    point = _points(system, placed)[1 - own]
    if not isinstance(placed.element, Universal):
        return _End(placed.ends[1 - own], point)
    frames = placed.element.frames(system.row(placed.name))
    pins = [np.real(np.array(frame[3])) for frame in frames]
    return _End(placed.ends[1 - own], point, (pins[1 - own], pins[own]), placed.ends[own])


def _lay(leg: _Leg, like: Array, position: Array) -> None:
    """Put the bodies of a leg where its ends are."""
    before = [in_world(like, end.body, end.point) for end in (leg.foot, leg.head)]
    after = [in_world(position, end.body, end.point) for end in (leg.foot, leg.head)]
    old, new = (ends[1] - ends[0] for ends in (before, after))
    old, new = old / np.linalg.norm(old), new / np.linalg.norm(new)
    turn = _shortest(old, new)
    for end in (leg.foot, leg.head):
        if end.pins is not None:
            fixed = turning(position, end.body) @ end.pins[0]
            turn = _squared(turn @ turning(like, end.carrier) @ end.pins[1], new, fixed) @ turn
    for body in leg.bodies:
        pose = like[6 * body - 6 : 6 * body].real
        turned = turn @ rotations.matrix(pose[3:])
        position[6 * body - 6 : 6 * body - 3] = after[0] + turn @ (pose[:3] - before[0])
        position[6 * body - 3 : 6 * body] = rotations.short_vector(rotations.from_matrix(turned))


def _shortest(old: Array, new: Array) -> Array:
    """The shortest turn of one direction into another."""
    axis, cosine = np.cross(old, new), float(old @ new)
    size = float(np.linalg.norm(axis))
    if size < 1e-12:
        if cosine > 0.0:
            return np.eye(3)
        axis = np.cross(old, np.eye(3)[int(np.argmin(np.abs(old)))])
        return np.asarray(rotations.matrix(np.pi * axis / np.linalg.norm(axis)))
    return np.asarray(rotations.matrix(axis / size * np.arctan2(size, cosine)))


def _squared(pin: Array, along: Array, fixed: Array) -> Array:
    """The least turn about a direction that makes a pin square to a fixed one, as near as can be."""
    level = along * (along @ pin)
    across = pin - level
    a, b, c = level @ fixed, across @ fixed, np.cross(along, across) @ fixed
    reach = float(np.hypot(b, c))
    if reach < 1e-12:
        return np.eye(3)
    middle, half = float(np.arctan2(c, b)), float(np.arccos(np.clip(-a / reach, -1.0, 1.0)))
    angles = [(angle + np.pi) % (2.0 * np.pi) - np.pi for angle in (middle + half, middle - half)]
    return np.asarray(rotations.matrix(along * min(angles, key=abs)))


def turning(q: Array, end: int) -> Array:
    """How a body, or the ground, is turned."""
    return np.eye(3) if end == 0 else np.asarray(rotations.matrix(q[6 * end - 3 : 6 * end].real))


def in_world(q: Array, end: int, point: Array) -> Array:
    """A point of a body, or of the ground, in the world."""
    if end == 0:
        return point
    return np.asarray(q[6 * end - 6 : 6 * end - 3].real + turning(q, end) @ point)
