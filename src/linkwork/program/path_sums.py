"""The mass matrix of a tree by sums along its paths: a text that grows with the bodies, not with their square.

An entry is what the acceleration of coordinate c needs at coordinate i, which carries it:

    H_ic = S_i . f_c,     f_c = I_c S_c at c's own reference point,     n += d x f on every step towards the root

with S the motion of a coordinate (what a force and a moment do to it), I the composite inertia and d the step from the
reference point below to one's own. Numbers of a coordinate: S, f, d; in the plane 3 + 3 + 2, in space 6 + 6 + 3.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from linkwork.places import layout_kernel as layout
from linkwork.program.elimination import is_zero
from linkwork.program.evaluation import live
from linkwork.program.tape import LEAVES, Tape
from linkwork.system.tree import tree_kernel as tree

if TYPE_CHECKING:
    from linkwork.program.joint_recorder import JointWork

LOOP = 30  # lines that the loop takes, with its numbers


@dataclass(frozen=True)
class PathSums:
    """Numbers of the coordinates, each with its place, and the next coordinate on the way to the root, or -1."""

    carriers: tuple[int, ...]
    numbers: dict[int, int]  # the node of every number that is not zero, by its place
    size: int  # how many numbers a coordinate has

    def is_shorter(self, tape: Tape, entries: list[int], others: list[int]) -> bool:
        """Whether a text with these numbers is shorter than one with all entries, beside other numbers."""
        lengths = [_length(tape, places, others) for places in ([*self.numbers.values()], entries)]
        return lengths[0] + LOOP < lengths[1]


def _length(tape: Tape, places: list[int], others: list[int]) -> int:
    return len(places) + sum(tape.codes[node] not in LEAVES for node in live(tape, [*places, *others]))


def path_sums(work: JointWork) -> PathSums | None:
    """The sums of a tree whose composite inertias stand in the blocks; none where removed rods or modes are in it."""
    if work.system.plan.rods or work.bare.modal:
        return None
    listed = _in_plane if work.system.world.dimensions == 2 else _in_space
    carriers, numbers, size = [-1] * work.n, dict[int, int](), 0
    last = {-1: (-1, (0.0, 0.0, 0.0))}  # of every link: the coordinate that carries what it carries, and how far off
    table = int(work.k[layout.TREE])
    for place in range(int(work.k[table + tree.JOINTS])):
        joint = table + tree.RECORDS + tree.JOINT * place
        step, columns = listed(work, place, joint)
        carrier, before = last[int(work.k[joint + tree.PARENT])]
        step = tuple(one + other for one, other in zip(step, before, strict=False))
        first = int(work.k[joint + tree.FREEDOM])
        for coordinate, (motion, need) in enumerate(columns, first):
            values = (*motion, *need, *(step if carrier >= 0 else [0.0] * len(step)))
            carriers[coordinate], size = carrier, len(values)
            nodes = {at: work.tape.place(value) for at, value in enumerate(values) if not is_zero(value)}
            numbers |= {size * coordinate + at: node for at, node in nodes.items()}
            carrier, step = coordinate, tuple(0.0 for _ in step)
        last[place] = carrier, step
    return PathSums(tuple(carriers), numbers, size)


Columns = tuple[tuple[Any, ...], list[tuple[tuple[Any, ...], tuple[Any, ...]]]]


def _in_plane(work: JointWork, place: int, joint: int) -> Columns:
    """The step from the parent's reference point to a link's own; what its coordinates are, and what they need."""
    block = int(work.kernels("tree_kernel").blocks_at(work.k)) + tree.BLOCK * place
    names = (tree.DX, tree.DY, tree.UX, tree.UY, tree.XX, tree.XT, tree.YT, tree.TT)
    dx, dy, ux, uy, m, xt, yt, tt = (work.w[block + name] for name in names)
    turn = (0.0, 0.0, 1.0), (xt, yt, tt)
    ways = [((1.0, 0.0, 0.0), (m, 0.0, xt)), ((0.0, 1.0, 0.0), (0.0, m, yt))]
    columns = {
        tree.TURNING: [turn],
        tree.SLIDING: [((ux, uy, 0.0), (m * ux, m * uy, xt * ux + yt * uy))],
        tree.FLOATING: [*ways, turn],
        tree.RIGID: [],
    }
    return (dx, dy), columns[int(work.k[joint + tree.KIND])]


def _in_space(work: JointWork, place: int, joint: int) -> Columns:
    """The same in space."""
    composite, places = work.kernels("spatial.tree_composite_kernel"), work.kernels("spatial.tree_layout_kernel")
    block, kind = int(places.block_of(work.k, place)), int(work.k[joint + tree.KIND])
    step, axis = (tuple(work.w[block + first + axis] for axis in range(3)) for first in (places.DX, places.HX))
    still, motions = (0.0, 0.0, 0.0), list[tuple[Any, ...]]()
    if kind == tree.BALL:
        balls = block + places.BALL_AXES
        motions = [(*still, *(work.w[balls + 3 * row + column] for row in range(3))) for column in range(3)]
    elif kind == tree.SLIDING:
        motions = [(*axis, *still)]
    elif kind != tree.RIGID:
        pitch = work.p[int(work.k[joint + places.NUMBERS]) + places.PITCH]
        motions = [(*(pitch * part for part in axis), *axis)]
    return step, [(motion, composite.needed(work.w, block, *motion)) for motion in motions]
