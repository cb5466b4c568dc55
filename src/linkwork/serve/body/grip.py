"""Dragging a skeleton: the coordinates follow, each within its range, so that a point of a body comes to a target.

Damped least squares: the step is J' (J J' + e)^-1 d, the shortest in angles and lengths over a metre; coordinates at an
end of their range that would go beyond stay, and the others take their part.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.base.names import GROUND, suggestion
from linkwork.library.biomechanics.skeleton import Skeleton

_STEPS, _LONGEST, _SOFT = 30, 0.3, 1e-4
_DIFFERENCE = 1e-6
_THERE = 1e-4  # m: near enough for the eye
_FARTHEST = 1e3  # m


@dataclass(frozen=True)
class Pulled:
    """Where a pull ended, and how far the point stays from its target."""

    q: Array
    left: float
    reached: bool


class Grip:
    """A body held at one of its points, in its own axes."""

    def __init__(self, skeleton: Skeleton, q: Array, body: str, point: Sequence[float], time: float = 0.0) -> None:
        names = [one.name for one in skeleton.ordered]
        if body == GROUND:
            raise AnalysisError("the ground does not move; drag a body")
        if body not in names:
            raise AnalysisError(f"there is no body '{body}'{suggestion(body, names, 'bodies')}")
        self.point = np.asarray(point, float)
        if self.point.shape != (3,) or not np.all(np.abs(self.point) <= _FARTHEST):
            raise AnalysisError(f"a point of '{body}' has three coordinates, near its frame")
        self.skeleton, self.q, self.body, self._row = skeleton, np.array(q, float), body, names.index(body)
        self.time, self._room = time, skeleton.room()
        ends = np.array([one.range for one in skeleton.coordinates]).reshape(-1, 2)
        none = ends[:, 0] >= ends[:, 1]
        self._low = np.minimum(np.where(none, -np.inf, ends[:, 0]), self.q)
        self._high = np.maximum(np.where(none, np.inf, ends[:, 1]), self.q)

    def pull(self, target: Sequence[float]) -> Pulled:
        """Bring the point as near to the target as joints and ranges allow, from where it is."""
        aim = np.asarray(target, float)
        if aim.shape != (3,) or not np.all(np.abs(aim) <= _FARTHEST):
            raise AnalysisError(f"'{self.body}' cannot be dragged so far")
        left = aim - self._place(self.q)
        distance = float(np.linalg.norm(left))
        for _ in range(_STEPS):
            if distance < _THERE:
                break
            new, there = self._better(left, distance, aim)
            if new is None or there is None:
                break
            gained, left = distance - float(np.linalg.norm(there)), there
            self.q, distance = new, distance - gained
            if gained < 0.01 * _THERE:
                break
        return Pulled(self.q, distance, distance < 10 * _THERE)

    def _better(self, left: Array, distance: float, aim: Array) -> tuple[Array | None, Array | None]:
        """A position nearer to the aim, and what it still lacks; none where there is none."""
        step, length = self._step(left), 1.0
        while length > 0.01:
            q = np.clip(self.q + length * step, self._low, self._high)
            lacks = aim - self._place(q)
            if np.linalg.norm(lacks) < distance:
                return q, lacks
            length *= 0.4
        return None, None

    def _step(self, left: Array) -> Array:
        slopes = self._slopes()
        free = np.ones(len(self.q), dtype=bool)
        for _ in range(len(free)):
            rows = slopes * free
            step: Array = rows.T @ np.linalg.solve(rows @ rows.T + _SOFT * np.eye(3), left)
            stuck = free & (((self.q >= self._high) & (step > 0)) | ((self.q <= self._low) & (step < 0)))
            if not stuck.any():
                break
            free &= ~stuck
        longest = float(np.abs(step).max(initial=0.0))
        return step * min(1.0, _LONGEST / longest) if longest > 0 else step

    def _slopes(self) -> Array:
        """How the point moves with every coordinate."""
        slopes = np.zeros((3, len(self.q)))
        for c in range(len(self.q)):
            ends = []
            for sign in (1.0, -1.0):
                q = self.q.copy()
                q[c] += sign * _DIFFERENCE
                ends.append(self._place(q))
            slopes[:, c] = (ends[0] - ends[1]) / (2 * _DIFFERENCE)
        return slopes

    def _place(self, q: Array) -> Array:
        """Where the point is in space."""
        from linkwork.library.biomechanics.skeleton_kernel import place_bodies

        poses, moves = self._room
        place_bodies(self.skeleton.tables, np.ascontiguousarray(q), poses, moves)
        pose = poses[self._row]
        return np.asarray(pose[:9].reshape(3, 3) @ self.point + pose[9:])
