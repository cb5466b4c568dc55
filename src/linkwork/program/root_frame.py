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


def hangs_on_one_body(work: JointWork) -> bool:
    """Whether a tree in space is carried by one body that moves freely: three slides, then a ball."""
    system = work.system
    links = system.plan.links
    if system.world.dimensions == 2 or system.plan.rods or system.modal or int(system.k[layout.OWN]):
        return False
    kinds = tuple(link.kind for link in links[:4])
    if kinds != (tree.SLIDING, tree.SLIDING, tree.SLIDING, tree.BALL) or any(link.parent < 3 for link in links[4:]):
        return False
    return all(int(work.k[record + layout.WIDTH]) == 2 * space.TWIST_SIZE for record in _cut_records(work))


def _cut_records(work: JointWork) -> list[int]:
    """The records of the elements that are cut."""
    table = int(work.k[layout.TREE])
    first, count = int(work.k[table + tree.CUT_AT]), int(work.k[table + tree.CUTS])
    return [int(work.k[first + tree.CUT * number + tree.CUT_ELEMENT]) for number in range(count)]


class OwnAxes:
    """While it lasts, the blocks of a work are those of the tree along the axes of the body that carries it.

    Forces, and rows of cut elements, are those of the world with their vectors turned; the equations are the same.
    """

    def __init__(self, work: JointWork) -> None:
        self.work = work

    def __enter__(self) -> None:
        work, k = self.work, self.work.k
        self.kept = list(work.w.table)
        table = int(k[layout.TREE])
        joints = [table + tree.RECORDS + tree.JOINT * place for place in range(int(k[table + tree.JOINTS]))]
        matrix = int(k[joints[3] + tree.POSE_OF]) + space.MATRIX
        self.axes = [[work.w[matrix + 3 * row + column] for column in range(3)] for row in range(3)]
        motion, places = work.kernels("spatial.tree_motion_kernel"), work.kernels("spatial.tree_layout_kernel")
        for body in range(int(k[layout.BODIES])):
            self._turn(int(k[layout.LOAD]) + space.TWIST_SIZE * body)
        for record in _cut_records(work):
            count, first = int(k[record + layout.ROWS]), int(k[layout.OUT]) + int(k[record + layout.OUT_AT])
            for row in range(2 * count):
                self._turn(first + 3 * count + space.TWIST_SIZE * row)
        with work.deciding():
            for place, joint in enumerate(joints):
                block = int(places.block_of(k, place))
                if place > 3:
                    motion.spread_link(k, work.p, work.w, work.y, True, joint, block)
                    continue
                for vector in (places.DX, places.SX, places.HX):
                    self._turn(block + vector)
                if place == 3:
                    self._stand(motion, places, joint, block)
            work.kernels("articulated_kernel").load_bodies(k, work.p, work.w, True)

    def _turn(self, at: int) -> None:
        """A vector along the axes of the world, along those of the body."""
        w = self.work.w
        vector = [w[at + row] for row in range(3)]
        for column in range(3):
            w[at + column] = sum((self.axes[row][column] * vector[row] for row in range(3)), 0.0)

    def _stand(self, motion: Any, places: Any, joint: int, block: int) -> None:
        """The body itself: nothing turns, and its spin is its own."""
        work, k = self.work, self.work.k
        pose, at = int(k[joint + tree.POSE_OF]), int(k[joint + places.NUMBERS])
        for number in range(4):
            work.w[pose + space.PARAMETERS + number] = float(number == 0)
        for number in range(9):
            work.w[pose + space.MATRIX + number] = float(number % 4 == 0)
        for axis in range(3):
            work.w[pose + axis], work.w[block + places.SX + axis] = 0.0, work.p[at + places.POINT + axis]
        first = int(k[joint + tree.FREEDOM])
        motion.store_ball_axes(work.w, pose + space.MATRIX, block, *(work.y[first + axis] for axis in range(3)))
        above, rate = int(places.parent_block(k, joint)), int(k[int(k[layout.TREE]) + tree.FREEDOMS]) + first
        motion.move_link(k, work.p, work.w, joint, block, above, work.y, rate)

    def __exit__(self, *_: object) -> None:
        self.work.w.table[:] = self.kept
