"""Dragging: a point of a body is pulled towards a target and the mechanism follows through its constraints.

Drivers are released. Every step is the one that brings the point nearest to the target with the joints closed to first
order: x = B (A B + e)^-1 d, where A are the rows of the point, d what it still lacks, and B = P A' its rows projected
onto the motions that the joints allow: two or three solutions of the sparse system, whatever its size. Then the joints
are closed exactly.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.analysis.assembly.position import find_root
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.base.names import GROUND, suggestion
from linkwork.system.constraints.equations import Equations
from linkwork.system.system import System

_STEPS, _LONGEST = 12, 0.4  # steps at most; length of one in model lengths or radians
_SOFT = 1e-6  # how little the length of a step counts beside the distance that is left
_FARTHEST = 1e6  # model lengths from a body's frame to a point that is dragged
_THERE = 1e-4  # of the model's length: near enough for the eye


@dataclass
class Pulled:
    """Where a pull ended: the position, on the constraints, and how far the point stays from its target."""

    q: Array
    left: float
    reached: bool


class Grip:
    """A body held at one of its points."""

    def __init__(self, mechanism: Any, q: Array, t: float, body: str, point: Any) -> None:
        self.system: System = mechanism.system(drivers=False)
        if body == GROUND:
            raise AnalysisError("the ground does not move; drag a body")
        if body not in self.system.bodies:
            raise AnalysisError(f"there is no body '{body}'{suggestion(body, self.system.bodies, 'bodies')}")
        self.equations, self.t = Equations(self.system), t
        self.dimensions, self.size = self.system.world.dimensions, self.system.world.size
        self.at = self.size * self.system.bodies.index(body)
        self.body, self.point = body, np.asarray(point, float)[: self.dimensions]
        if len(self.point) < self.dimensions:
            raise AnalysisError(f"a point of '{body}' has {self.dimensions} coordinates; {len(self.point)} were given")
        if not np.all(np.abs(self.point) <= _FARTHEST * self.system.length):
            raise AnalysisError(f"the point of '{body}' is too far from its frame to be dragged")
        root = find_root(self.equations, np.real(q)[: self.equations.n], t)
        if not root.ok:
            raise AnalysisError("the position shown is not closed; nothing can be dragged from it")
        self.q = root.q

    def pull(self, target: Any) -> Pulled:
        """Bring the point as near to the target as the joints allow, from where it is."""
        aim = self._in_plane(np.asarray(target, float))
        if not np.all(np.abs(aim) <= _FARTHEST * self.system.length + np.abs(self._place(self.q))):
            raise AnalysisError(f"'{self.body}' cannot be dragged so far")
        scale = self.system.length
        left = (aim - self._place(self.q)) / scale
        distance = float(np.linalg.norm(left))
        for _ in range(_STEPS):
            if distance < _THERE:
                break
            step = self._step(left)
            length = 1.0
            while length > 0.05:
                root = find_root(self.equations, self.equations.moved(self.q, length * step), self.t)
                new = (aim - self._place(root.q)) / scale
                if root.ok and np.linalg.norm(new) < distance:
                    break
                length *= 0.4
            else:
                break
            gained = distance - float(np.linalg.norm(new))
            self.q, left, distance = root.q, new, distance - gained
            if gained < 0.1 * _THERE:
                break
        return Pulled(self.q, distance * scale, distance < 10.0 * _THERE)

    def _step(self, left: Array) -> Array:
        """The scaled step that brings the point nearest to its target along the motions that the joints allow."""
        equations, system = self.equations, self.system
        equations.evaluate(self.q, self.t)
        rows = np.zeros((self.dimensions, equations.n))
        columns = slice(self.at, self.at + self.size)
        motion = system.world.point_motion(self.q[columns], self.point)[: self.dimensions]
        rows[:, columns] = motion * system.column_scale[columns].real / system.length
        zero = np.zeros(equations.m)
        free = np.array([equations.solve(zero, pull=row)[0] for row in rows])
        step: Array = free.T @ np.linalg.solve(rows @ free.T + _SOFT * np.eye(self.dimensions), left)
        longest = float(np.linalg.norm(step))
        return step * min(1.0, _LONGEST / longest) if longest > 0.0 else step

    def _place(self, q: Array) -> Array:
        """Where the point is in the world; in the plane of the body."""
        return self.system.world.placed(q[self.at : self.at + self.size], self.point)

    def _in_plane(self, target: Array) -> Array:
        """A target in space as the plane of the body has it."""
        if self.dimensions == 3 or len(target) == 2:
            return target[: self.dimensions]
        from linkwork.bodies.bodies import plane_frame

        mechanism: Any = self.system.mechanism
        plane = mechanism.bodies_by_name[self.body].plane
        scope = mechanism.scope()
        origin, x, y = plane_frame(mechanism.row_class(scope, f"body '{self.body}'"), mechanism.planes[plane])
        away = target - np.real(np.array(origin))
        return np.array([away @ np.real(np.array(axis)) for axis in (x, y)])
