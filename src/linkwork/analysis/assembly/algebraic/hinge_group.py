"""Five bodies in space in a row of six hinges between placed bodies: an arm whose hand is held, a closed loop."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwork.analysis.assembly.algebraic.generic import generic_case
from linkwork.analysis.assembly.algebraic.hinge_equations import hinge_family, link_matrix, loop_of_lines
from linkwork.analysis.assembly.algebraic.platform_group import in_world
from linkwork.analysis.assembly.branch import Group
from linkwork.base.arrays import Array
from linkwork.elements.spatial.joints.joints import Revolute
from linkwork.numerics.homotopy.solutions import Solutions
from linkwork.numerics.homotopy.solve import continued
from linkwork.places.spatial import rotations
from linkwork.system.system import Placed, System

_TURNED_ROUND = 1e3  # tangent of half a twist above which axes point against each other


@dataclass
class HingeGroup:
    """The bodies in their order, the loop's angles and numbers in lengths of the model, its first frame, a position."""

    bodies: list[int]
    angles: Array
    numbers: Array
    frame: Array
    length: float
    like: Array

    def solved(self) -> Solutions:
        """All postures, complex ones included."""
        return continued(hinge_family(), *generic_case("hinges"), self.numbers.ravel(), what="assemblies")

    def position(self, x: Array, q: Array) -> Array:
        """The position for a real solution."""
        before, after = self.frame.copy(), self.frame.copy()
        position = q.copy()
        for body, number in zip(self.bodies, range(5), strict=True):
            before = before @ link_matrix(float(self.angles[number]), *self.numbers[number])
            after = after @ link_matrix(2.0 * float(np.arctan(x[number])), *self.numbers[number])
            moved = after @ np.linalg.inv(before) @ self._pose(body)
            position[6 * body : 6 * body + 3] = self.length * moved[:3, 3]
            position[6 * body + 3 : 6 * body + 6] = rotations.short_vector(rotations.from_matrix(moved[:3, :3]))
        return position

    def _pose(self, body: int) -> Array:
        pose = np.eye(4)
        pose[:3, :3] = rotations.matrix(self.like[6 * body + 3 : 6 * body + 6].real)
        pose[:3, 3] = self.like[6 * body : 6 * body + 3].real / self.length
        return pose


def hinge_group(system: System, group: Group, q: Array, like: Array) -> HingeGroup | None:
    """The group as a row of six hinges, or nothing."""
    names = dict.fromkeys(system.equations[row].element for row in group.rows)
    parts = [placed for placed in system.elements if placed.name in names]
    if len(group.bodies) != 5 or len(parts) != 6 or not all(isinstance(one.element, Revolute) for one in parts):
        return None
    inside = {system.bodies.index(body) + 1 for body in group.bodies}
    row = _in_a_row(parts, inside)
    if row is None:
        return None
    hinges, bodies = row
    outside = [end for placed in (hinges[0], hinges[-1]) for end in placed.ends if end not in inside]
    if any(
        end and not np.allclose(q[6 * end - 6 : 6 * end], like[6 * end - 6 : 6 * end], atol=1e-9) for end in outside
    ):
        return None
    points: list[Array] = []
    axes: list[Array] = []
    for placed in hinges:
        assert isinstance(placed.element, Revolute)
        point, _, _, axis = (np.real(np.array(vector)) for vector in placed.element.frames(system.row(placed.name))[0])
        foot = in_world(like, placed.ends[0], point)
        direction = in_world(like, placed.ends[0], point + axis) - foot
        axes.append(-direction if axes and direction @ axes[-1] < 0.0 else direction)
        points.append(foot / system.length)
    angles, numbers, frame = loop_of_lines(np.array(points), np.array(axes))
    if np.max(np.abs(numbers[:, 2])) > _TURNED_ROUND:
        return None
    return HingeGroup([body - 1 for body in bodies], angles, numbers, frame, system.length, like)


def _in_a_row(parts: list[Placed], inside: set[int]) -> tuple[list[Placed], list[int]] | None:
    """Hinges and bodies in their order from one placed body to another."""
    first = next((placed for placed in parts if len(inside & {*placed.ends}) == 1), None)
    hinges, bodies, left = [], [], list(parts)
    while first is not None:
        hinges.append(first)
        left.remove(first)
        further = [end for end in first.ends if end in inside and end not in bodies]
        if not further:
            break
        bodies.append(further[0])
        first = next((placed for placed in left if further[0] in placed.ends), None)
    return (hinges, bodies) if len(hinges) == 6 and len(bodies) == 5 else None
