"""Group sides: whether slides and axes of a group stand as in a position known to be good, not turned round."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from linkwork.base.arrays import Array
from linkwork.elements.planar.joints.translational import Translational as Slide
from linkwork.elements.spatial.joints.composed import Aligned
from linkwork.elements.spatial.joints.joints import Translational
from linkwork.places.spatial import rotations
from linkwork.system.system import Placed, System

Direction = tuple[int, Array]
"""A body's number, 0 for the ground, and a direction in its frame."""


class GroupSides:
    """Compares positions with the one given, by the directions that equations hold parallel."""

    def __init__(self, system: System, elements: Collection[str], like: Array) -> None:
        self._dimensions, self._size = system.world.dimensions, system.world.size
        placed = [part for part in system.elements if part.name in elements]
        self._pairs = [pair for part in placed for pair in _pairs(system, part)]
        self._like = self._against(like)

    def same(self, q: Array) -> bool:
        """Whether all of them point the same way, or against each other, as in the position given."""
        return self._against(q) == self._like

    def _against(self, q: Array) -> list[bool]:
        return [bool(self._turned(one, q) @ self._turned(other, q) < 0.0) for one, other in self._pairs]

    def _turned(self, direction: Direction, q: Array) -> Array:
        body, vector = direction
        if body == 0:
            return vector
        turn = q[self._size * (body - 1) + self._dimensions : self._size * body].real
        if self._dimensions == 3:
            return np.asarray(rotations.matrix(turn) @ vector)
        c, s = np.cos(turn[0]), np.sin(turn[0])
        return np.array([c * vector[0] - s * vector[1], s * vector[0] + c * vector[1]])


def _pairs(system: System, placed: Placed) -> list[tuple[Direction, Direction]]:
    """The directions that one element holds parallel, on its first and its second body."""
    element, row = placed.element, system.row(placed.name)
    if isinstance(element, Slide):
        pairs = [[row.line(line)[2:4] for line in element.lines()]]
    elif isinstance(element, Aligned):
        frames = element.frames(row)
        pairs = [[frame[axis] for frame in frames] for axis in ((3, 1) if isinstance(element, Translational) else (3,))]
    else:
        return []
    first, second = placed.ends
    return [((first, np.real(np.array(one))), (second, np.real(np.array(other)))) for one, other in pairs]
