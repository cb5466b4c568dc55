"""A body in space held by six lengths: a Stewart platform, or any body on six rods."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwork.analysis.assembly.algebraic.generic import generic_case
from linkwork.analysis.assembly.algebraic.platform_equations import platform_family, pose_of
from linkwork.analysis.assembly.branch import Group
from linkwork.base.arrays import Array
from linkwork.elements.spatial.ends import FramePair
from linkwork.elements.spatial.joints.composites import SphericalSpherical
from linkwork.elements.spatial.joints.drivers import Distance
from linkwork.numerics.homotopy.solutions import Solutions
from linkwork.numerics.homotopy.solve import continued
from linkwork.places.spatial import rotations
from linkwork.system.system import System


@dataclass
class PlatformGroup:
    """Points of the six lengths, from `origin` and in lengths of the model, and the squares of the lengths."""

    body: int
    origin: Array
    length: float
    numbers: Array

    def solved(self) -> Solutions:
        """All poses, complex ones included."""
        return continued(platform_family(), *generic_case("platform"), self.numbers, what="assemblies")

    def position(self, x: Array, q: Array) -> Array:
        """The position for a real solution."""
        place, turn = pose_of(x)
        position = q.copy()
        position[6 * self.body : 6 * self.body + 3] = self.origin + self.length * place
        position[6 * self.body + 3 : 6 * self.body + 6] = rotations.short_vector(turn)
        return position


def platform_group(system: System, group: Group, q: Array, like: Array) -> PlatformGroup | None:
    """The group as a platform, its lengths those of the closed position `like`; or nothing."""
    names = dict.fromkeys(system.equations[row].element for row in group.rows)
    parts = [placed for placed in system.elements if placed.name in names]
    if len(group.rows) != 6 or len(parts) != 6 or len(group.bodies) != 1:
        return None
    if not all(isinstance(placed.element, SphericalSpherical | Distance) for placed in parts):
        return None
    body = system.bodies.index(group.bodies[0])
    feet, heads, lengths = [], [], []
    for placed in parts:
        assert isinstance(placed.element, FramePair)
        pair = placed.element.frames(system.row(placed.name))
        points = [np.real(np.array(frame[0])) for frame in pair]
        own = placed.ends.index(body + 1)
        feet.append(in_world(q, placed.ends[1 - own], points[1 - own]))
        heads.append(points[own])
        closed = in_world(like, placed.ends[1 - own], points[1 - own]) - in_world(like, body + 1, points[own])
        lengths.append(float(np.linalg.norm(closed)))
    origin, size = np.mean(feet, axis=0), system.length
    ground = (np.array(feet) - origin) / size
    numbers = np.concatenate([ground.ravel(), np.array(heads).ravel() / size, (np.array(lengths) / size) ** 2])
    return PlatformGroup(body, origin, size, numbers)


def in_world(q: Array, end: int, point: Array) -> Array:
    """A point of a body, or of the ground, in the world."""
    if end == 0:
        return point
    pose = q[6 * end - 6 : 6 * end].real
    return np.asarray(pose[:3] + rotations.matrix(pose[3:]) @ point)
