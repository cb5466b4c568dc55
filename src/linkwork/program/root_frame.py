"""A tree that stands on one pin, looked at from the body that this pin carries: fewer operations, the same motion.

In the axes of the world the angle of that pin is in every number. Where nothing but weight acts, it makes no difference
to masses and accelerations of joints whether the whole turns about the pin, or the weight turns the other way about
what stands still:

    g' = A(0) A(q)' g

with A the orientation of the carried body. The kernels are run once more with this weight and the angle at zero.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwork.places import layout_kernel as layout
from linkwork.places.spatial import layout_kernel as space
from linkwork.system.tree import tree_kernel as tree

if TYPE_CHECKING:
    from linkwork.program.joint_recorder import JointWork


def stands_on_a_pin(work: JointWork) -> bool:
    """Whether a tree in space hangs on one pin at the ground, and nothing but weight acts on it."""
    system = work.system
    roots = [link for link in system.plan.links if link.parent < 0]
    if system.world.dimensions == 2 or work.rows or system.plan.rods or system.modal or int(system.k[layout.OWN]):
        return False
    return len(roots) == 1 and roots[0].kind == tree.TURNING and roots[0].body > 0 and not system.forces


class TurnedWeight:
    """While it lasts, the tables of a work are those of the tree at rest on its pin, with the weight turned."""

    def __init__(self, work: JointWork, begun: list[Any]) -> None:
        self.work, self.begun = work, begun
        self.root = next(link for link in work.system.plan.links if link.parent < 0)

    def __enter__(self) -> None:
        work = self.work
        self.kept = list(work.w.table), list(work.p.table), list(work.y.table)
        turned = self._orientation()
        work.w.table[:] = self.begun
        work.y[work.joint_names.index(self.root.names[0])] = 0.0
        with work.deciding():
            work.kernels("tree_kernel").spread(work.k, work.p, work.w, work.y, True)
        still, at = self._orientation(), int(work.k[layout.GRAVITY])
        weight = work.p.table[at : at + 3]
        seen = [sum((turned[row][column] * weight[row] for row in range(3)), 0.0) for column in range(3)]
        for row in range(3):
            work.p[at + row] = sum((still[row][column] * seen[column] for column in range(3)), 0.0)
        work.w.table[:] = self.begun
        work.run()

    def __exit__(self, *_: object) -> None:
        for table, kept in zip((self.work.w, self.work.p, self.work.y), self.kept, strict=True):
            table.table[:] = kept

    def _orientation(self) -> list[list[Any]]:
        """The rows of the rotation matrix of the body that the pin carries."""
        work = self.work
        at = int(work.k[layout.POSE]) + space.POSE_SIZE * self.root.body + space.MATRIX
        return [[work.w[at + 3 * row + column] for column in range(3)] for row in range(3)]
