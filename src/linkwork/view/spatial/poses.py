"""Where the bodies of a spatial Scene are over time: positions and rotation matrices, sampled for drawing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linkwork.places.spatial.rotations import matrices_of
from linkwork.view.motion import spread

Array = NDArray[np.float64]
Scene = Mapping[str, Any]

SAMPLES = 120


class Place:
    """All bodies at one time: positions (bodies by 3) and matrices (bodies by 3 by 3)."""

    def __init__(self, poses: ArrayLike, frame: int = 0) -> None:
        given = np.asarray(poses, float)
        self.frame = frame
        """Which frame of the scene it is: what bends has its shape by that."""
        self.at, self.turn = given[:, :3], matrices_of(given[:, 3:])

    def world(self, body: int, points: ArrayLike) -> Array:
        """Points of a body in the world."""
        world: Array = self.at[body] + np.atleast_2d(np.asarray(points, float)) @ self.turn[body].T
        return world


class Poses:
    """Sampled poses of all bodies of a Scene, and the paths of points."""

    def __init__(self, scene: Scene) -> None:
        given = np.asarray(scene["poses"], float)
        if given.size == 0:
            given = np.tile([0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0], (1, len(scene["bodies"]), 1))
        sampled = given[spread(len(given), SAMPLES)]
        self.at, self.turn = sampled[..., :3], matrices_of(sampled[..., 3:])

    def __len__(self) -> int:
        return len(self.at)

    def path(self, body: int, point: ArrayLike) -> Array:
        """Positions of a body's point in the world, one row a sampled frame."""
        path: Array = self.at[:, body] + self.turn[:, body] @ np.asarray(point, float)
        return path

    def seen_from(self, body: int, path: Array) -> Array:
        """The same positions as a rider on `body` measures them."""
        seen: Array = np.einsum("fji,fj->fi", self.turn[:, body], path - self.at[:, body])
        return seen
