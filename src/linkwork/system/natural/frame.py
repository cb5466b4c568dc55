"""The frame of a body in natural coordinates: a point and directions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.system.natural.affine import Affine


@dataclass(frozen=True)
class Frame:
    """The frame of a body: point and directions in the coordinates, and in its own axes."""

    point: Affine
    directions: tuple[Affine, ...]
    local_point: Array
    local_directions: tuple[Array, ...]

    @property
    def crossed(self) -> bool:
        """Whether its third direction is a cross product."""
        return len(self.local_point) == 3 and len(self.directions) == 2

    def matrix(self) -> Array:
        """Its directions in its own axes as columns."""
        if len(self.local_point) == 2:
            (x, y) = self.local_directions[0]
            return np.array([[x, -y], [y, x]])
        columns = list(self.local_directions)
        if self.crossed:
            columns.append(np.cross(columns[0], columns[1]))
        return np.array(columns).T

    def shares(self, place: Any) -> Array:
        """A place of the body, or a direction, as shares of the directions: G (place - s)."""
        return np.linalg.solve(self.matrix(), np.array(place))

    def vector(self, local: Any) -> Affine:
        """A vector of the body; its directions must be affine."""
        share = self.shares(local)
        if len(self.local_point) == 2:
            return self.directions[0].times(np.array([[share[0], -share[1]], [share[1], share[0]]]))
        vector = self.directions[0].times(share[0])
        for direction, part in zip(self.directions[1:], share[1:], strict=not self.crossed):
            vector = vector + direction.times(part)
        return vector

    def place(self, local: Any) -> Affine:
        """A place of the body."""
        return self.point + self.vector(np.array(local) - self.local_point)
