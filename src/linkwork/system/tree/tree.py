"""Tree: the spanning tree of the bodies as the int table of the formulations in joint coordinates.

Every joint whose class says how it carries a body may be in the tree; every other element, and every joint that would
close a loop, is a cut whose equations stay. Rods that can go are no bodies of the tree: their lengths are cuts.
Bodies that the tree does not reach get a free joint of three coordinates.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.places import layout_kernel as layout
from linkwork.system.contact.joint_tables import with_contact
from linkwork.system.formulations.formulation_kernel import OWN_NUMBERS
from linkwork.system.modal import modal_layout_kernel as modal
from linkwork.system.rods import rod_place_kernel as rod_kernel
from linkwork.system.rods.rod_table import RodTable
from linkwork.system.system import Placed, System
from linkwork.system.tree import tree_kernel as kernel
from linkwork.system.tree.closures import with_closures
from linkwork.system.tree.tree_plan import FREEDOMS, Link, Plan, plan_of


def spanning_tree(system: System) -> tuple[tuple[Link, ...], tuple[Placed, ...]]:
    """The links, parents before children, and the cut elements."""
    return system.plan.links, system.plan.cuts


def coordinate_names(system: System) -> list[str]:
    """Names of the joint coordinates in their order, such as `O.angle`; the elements' own ones come last.

    The coordinate of a joint counts from the body that carries to the one carried, whichever is named first.
    """
    own = int(system.k[layout.OWN])
    return system.plan.coordinates + list(system.coordinates[system.world.size * len(system.bodies) :][:own])


def freedoms_of(system: System) -> int:
    """How many joint coordinates the tree has, with the elements' own coordinates."""
    return len(system.plan.coordinates) + int(system.k[layout.OWN])


def is_open(system: System) -> bool:
    """Whether the mechanism is a tree: no loop is closed, no driver moves it."""
    return not system.plan.cuts and not system.plan.rods


def with_tree(system: System, sparse: bool | None = None) -> System:
    """The system with its tree, and H and J dense or sparse; left out, by their cost. It is kept with the system.

    With elastic modes they are dense: a mode moves all that its body carries.
    """
    kept = system.trees
    if system.modal:
        sparse = False
    if sparse not in kept:
        planted_system = planted(system)
        k = with_contact(with_closures(planted_system.k, planted_system.p, system.scalar, sparse), system.scalar)
        kept[sparse] = _sharing(planted_system, planted_system.replaced(k=k))
    return kept[sparse]


def planted(system: System) -> System:
    """The system with the table of its tree behind its int table, and the points of its joints behind its numbers.

    What closes its loops is left out. It is kept with the system.
    """
    kept = system.trees
    if "planted" not in kept:
        kept["planted"] = _planted(system)
    return kept["planted"]


def _planted(system: System) -> System:
    if system.replayed:
        vars(system)["plan"] = plan_of(system)  # the one that came along has the numbers of other values
    tree_table = system.world.tree_table(system)
    k = np.concatenate([system.k, tree_table.table()])
    k[layout.TREE] = len(system.k)
    k = tree_table.finished(k)
    planted = system.replaced(k=k, p=np.concatenate([system.p, np.array(tree_table.points, system.dtype)]))
    return _sharing(system, planted)


def _sharing(system: System, tree: System) -> System:
    """A system with its tree, with what is known of the one without: the table of the tree stands behind all others."""
    known = {name: vars(system)[name] for name in _SHARED if name in vars(system)}
    if "blank" in known and tree.k[layout.WORKSPACE] != system.k[layout.WORKSPACE]:
        del known["blank"]
    vars(tree).update(known)
    return tree


def has_tree(system: System) -> bool:
    """Whether the table of a tree stands behind the int table."""
    return bool(system.k[layout.TREE] > 0)


def is_dense(system: System) -> bool:
    """Whether the system has a tree with H and J in full."""
    return has_tree(system) and bool(_head(system)[kernel.MATRIX_SIZE] == _head(system)[kernel.FREEDOMS] ** 2)


_NEVER_REDUNDANT = "no position makes an equation follow from others"
_SHARED = ("world", "out_rows", "vectors", "blank")
_LENGTHS = {
    kernel.TURNING: (False,),
    kernel.SLIDING: (True,),
    kernel.RIGID: (),
    kernel.FLOATING: (True, True, False),
    kernel.BALL: (False,) * 3,
    kernel.SCREWING: (False,),
    kernel.TO_FRAME: (),
    kernel.FROM_FRAME: (),
}
"""Of every kind of link, which of its coordinates are lengths."""


def lengths_among(system: System) -> NDArray[np.bool_]:
    """Which of the coordinates of the tree's joints are lengths."""
    if "lengths" not in system.structure:
        system.structure["lengths"] = np.array(
            [each for link in reversed(system.plan.links) for each in _LENGTHS[link.kind]], bool
        )
    lengths: NDArray[np.bool_] = system.structure["lengths"]
    return lengths


def scales(system: System) -> NDArray[np.float64]:
    """What counts as one unit of each joint coordinate: the model's length, or one radian."""
    unit = float(system.column_scale[0]) if len(system.column_scale) else 1.0  # a circuit may have no body
    own, known = int(system.k[layout.OWN]), system.computed.get("scales")
    if known is None or known[0] != unit:
        known = system.computed["scales"] = unit, np.where(lengths_among(system), unit, 1.0)
    scales: NDArray[np.float64] = known[1]
    return np.concatenate([scales, system.column_scale[len(system.column_scale) - own :]]) if own else scales


def units_at(system: System) -> int:
    """Where the units of the joint coordinates lie among the formulation's own vectors."""
    return int(_head(system)[kernel.VECTORS_AT]) - int(system.k[layout.WORKSPACE]) - OWN_NUMBERS


def cut_rows(system: System) -> int:
    """How many equations close the loops of a system that has its tree."""
    return int(_head(system)[kernel.CUT_ROWS])


def is_never_redundant(system: System) -> bool:
    """Whether no position can make an equation follow from others: no loop is closed, nothing is driven.

    A joint of a tree has as many rows as it takes freedoms, independent at all values of its coordinates.
    """
    if not has_tree(system):
        return False
    if _NEVER_REDUNDANT not in system.structure:
        free = int(_head(system)[kernel.FREEDOMS]) == len(system.coordinates) - len(system.equations)
        system.structure[_NEVER_REDUNDANT] = free and not system.rolling and not cut_rows(system)
    return bool(system.structure[_NEVER_REDUNDANT])


def joint_numbers(system: System) -> int:
    """How many numbers the formulation in joint coordinates needs behind the workspace."""
    head = _head(system)
    n, m = int(head[kernel.FREEDOMS]), int(head[kernel.CUT_ROWS])
    closures = int(head[kernel.MATRIX_SIZE] + head[kernel.ROWS_SIZE] + head[kernel.SOLVER_SIZE])
    if "widest" not in system.structure:
        system.structure["widest"] = max((len(placed.element.equations) for placed in system.elements), default=0)
    widest = system.structure["widest"]
    return units_at(system) + 5 * n + 2 * m + closures + widest * (widest + 1)


def _head(system: System) -> NDArray[np.int64]:
    """The table of a system that has its tree."""
    return system.k[system.k[layout.TREE] :]


class Table:
    """Lays the plan of a tree out, in a plane."""

    block = kernel.BLOCK
    inertia = 3  # where the inertia of a body stands behind its mass
    rod_table = RodTable

    def __init__(self, system: System) -> None:
        self.system, self.plan, k = system, system.plan, system.k
        self.points: list[Any] = []
        self.rods = self.rod_table(system, self._put)
        self.pose, self.twist, numbers = system.world.pose_size, system.world.size, system.world.mass_numbers
        self.blocks = self.rods.workspace + OWN_NUMBERS
        self.frames = self.blocks + self.block_room()
        frames = sum(1 for link in self.plan.links if not link.body and not link.frame)
        self.vectors = self.frames + (self.pose + self.twist) * frames
        count, at = int(k[layout.MASSES]), int(k[layout.MASS_AT])
        self.masses = {int(k[at + i]) + 1: int(k[layout.MASS_NUMBERS]) + numbers * i for i in range(count)}

    def block_room(self) -> int:
        """How many numbers the blocks take."""
        return self.block * len(self.plan.links)

    def finished(self, k: NDArray[np.int64]) -> NDArray[np.int64]:
        """The int table with what refers to other places of it filled in, the functions of the tree behind it."""
        self.rods.head(k)
        return self.with_functions(k, self.functions())

    def with_functions(self, k: NDArray[np.int64], more: dict[int, int]) -> NDArray[np.int64]:
        """The int table with the functions of its world behind it, those at some places replaced or added."""
        world = int(k[layout.FUNCTIONS])
        functions = np.zeros(rod_kernel.ROD_FUNCTIONS, np.int64)
        functions[: layout.WORLD_FUNCTIONS] = k[world : world + layout.WORLD_FUNCTIONS]
        for place, where in more.items():
            functions[place] = where
        table = np.concatenate([k, functions])
        table[layout.FUNCTIONS] = len(k)
        return table

    def functions(self) -> dict[int, int]:
        """Addresses of what the kernels call for a tree, by their places."""
        return planar_functions(self.system.scalar)

    def table(self) -> NDArray[np.int64]:
        """The table; the points that it refers to are then known."""
        k, links = self.system.k, self.plan.links
        records: list[int] = []
        for record in self._records():
            records += record
        place_of, rods = self.plan.place_of(), len(self.plan.rods)
        rod_at = len(k) + kernel.RECORDS + len(records)
        lengths, length_at = self.rods.elements(rod_at + rod_kernel.ROD * rods)
        records += self.rods.records(place_of, self.masses) + lengths
        cuts, rows = self._cuts(place_of, length_at)
        own = int(k[layout.OWN])
        sky = [0] * freedoms_of(self.system) if self.system.modal else _sky(self.plan, own)
        head = [0] * kernel.RECORDS
        massless = own > sum(body.numbers.count for body in self.system.modal)  # of elements; modes have mass
        light = massless or not all(self._heavy(link.body) for link in links if not link.frame)
        head[kernel.JOINTS], head[kernel.FREEDOMS], head[kernel.LIGHT] = len(links), len(sky), int(light)
        head[kernel.CUTS], head[kernel.CUT_ROWS] = len(self.plan.cuts) + rods, rows
        head[rod_kernel.RODS], head[rod_kernel.ROD_AT] = rods, rod_at
        head[kernel.CUT_AT] = len(k) + kernel.RECORDS + len(records)
        head[kernel.SKY_AT] = head[kernel.CUT_AT] + len(cuts)
        head[kernel.VECTORS_AT] = self.vectors
        back = self._back()
        head[kernel.BACKS], head[kernel.BACK_AT] = len(back) // 2 - 2 * rods, head[kernel.SKY_AT] + len(sky)
        head[kernel.LINKS_AT] = head[kernel.BACK_AT] + len(back)
        places = [place_of.get(body, -1) for body in range(len(self.system.bodies) + 1)]
        return np.array(head + records + cuts + ([0] * len(sky) if light else sky) + back + places, np.int64)

    def _records(self) -> list[list[int]]:
        """A record a link."""
        k, frame, records = self.system.k, self.frames, list[list[int]]()
        for link, freedom in zip(self.plan.links, self.plan.first_coordinates, strict=True):
            record = [0] * kernel.JOINT
            record[kernel.KIND], record[kernel.FREEDOM], record[kernel.PARENT] = link.kind, freedom, link.parent
            if link.body:
                record[kernel.POSE_OF] = int(k[layout.POSE]) + self.pose * link.body
                record[kernel.TWIST_OF] = int(k[layout.TWIST]) + self.twist * link.body
                record[kernel.COLUMN] = self.twist * (link.body - 1)
            elif link.frame:
                at = self.system.frames[link.frame]
                record[kernel.POSE_OF] = int(k[layout.POSE] + k[at + modal.POSE_OF])
                record[kernel.TWIST_OF] = int(k[layout.TWIST] + k[at + modal.TWIST_OF])
                record[kernel.COLUMN] = kernel.INTERFACE
            else:
                record[kernel.POSE_OF], record[kernel.TWIST_OF] = frame, frame + self.pose
                record[kernel.COLUMN] = kernel.NO_COLUMN
                frame += self.pose + self.twist
            if link.parent >= 0:
                above = records[link.parent]
                record[kernel.PARENT_POSE], record[kernel.PARENT_TWIST] = above[kernel.POSE_OF], above[kernel.TWIST_OF]
            else:
                record[kernel.PARENT_POSE], record[kernel.PARENT_TWIST] = int(k[layout.POSE]), int(k[layout.TWIST])
            record[kernel.MASS_OF] = self.masses.get(link.body, -1)
            self._put_motion(len(records), link, record)
            records.append(record)
        return records

    def _put_motion(self, place: int, link: Link, record: list[int]) -> None:
        """The numbers of a link's motion, and their places into its record."""
        if link.motion is not None:
            record[kernel.PARENT_POINT] = self._put(*link.motion.before)
            record[kernel.CHILD_POINT] = self._put(*link.motion.after)
            record[kernel.ANGLE_AT] = self._put(link.motion.angle) if link.kind == kernel.RIGID else 0

    def _put(self, *numbers: Any) -> int:
        """Where numbers that are put behind those of the system lie."""
        at = len(self.system.p) + len(self.points)
        self.points += numbers
        return at

    def _cuts(self, place_of: dict[int, int], lengths: list[int]) -> tuple[list[int], int]:
        """A record a cut element, the lengths of removed rods last, and how many equations they have."""
        k, records = self.system.k, self._element_records()
        cuts, rows = list[int](), 0
        for placed in self.plan.cuts:
            record = records[placed.name, placed.driver]
            cuts += [record, rows, *(place_of[body] for body in placed.ends)]
            rows += int(k[record + layout.ROWS])
        for rod, record in zip(self.plan.rods, lengths, strict=True):
            cuts += [record, rows, *(place_of[body] for body in rod.ends())]
            rows += 1
        return cuts, rows

    def _element_records(self) -> dict[tuple[str, bool], int]:
        """Where the record of every element stands in k."""
        first = int(self.system.k[layout.ELEMENT_AT])
        return {
            (placed.name, placed.driver): first + layout.RECORD * number
            for number, placed in enumerate(self.system.elements)
        }

    def _back(self) -> list[int]:
        """Of every joint, children first: its element's record, and which of the element's bodies is the child.

        Then the same of the two pins of every removed rod, with the rod in the place of the child.
        """
        back, records = list[int](), self._element_records()
        for link in reversed(self.plan.links):
            if link.joint is not None and link.body:
                back += [records[link.joint.name, link.joint.driver], link.joint.ends.index(link.body)]
        for rod in self.plan.rods:
            for pin in rod.pins:
                back += [records[pin.name, pin.driver], pin.ends.index(rod.body)]
        return back

    def _heavy(self, body: int) -> bool:
        """Whether a body has mass and inertia of its own."""
        at, p = self.masses.get(body, -1), self.system.p
        return at >= 0 and bool(p[at].real > 0.0 and p[at + self.inertia].real > 0.0)


def _sky(plan: Plan, own: int) -> list[int]:
    """For each coordinate the first one that its joint carries, or that a removed rod couples with it."""
    lowest = plan.first_coordinates
    for place in range(len(lowest) - 1, -1, -1):
        parent = plan.links[place].parent
        if parent >= 0:
            lowest[parent] = min(lowest[parent], lowest[place])
    sky: list[int] = []
    for link, first in zip(reversed(plan.links), reversed(lowest), strict=True):
        sky += [first] * FREEDOMS[link.kind]
    place_of, firsts = plan.place_of(), plan.first_coordinates
    for rod in plan.rods:
        paths = [_path(plan, firsts, place_of[body]) for body in rod.ends()]
        for path, other in (paths, paths[::-1]):
            for coordinate in path:
                sky[coordinate] = min(sky[coordinate], min(other, default=coordinate))
    return sky + [len(sky) + i for i in range(own)]


def _path(plan: Plan, firsts: list[int], place: int) -> list[int]:
    """The coordinates between a link and the ground."""
    path: list[int] = []
    while place >= 0:
        path += range(firsts[place], firsts[place] + FREEDOMS[plan.links[place].kind])
        place = plan.links[place].parent
    return path


def planar_functions(scalar: str) -> dict[int, int]:
    """The functions of a tree of rigid bodies in the plane."""
    from linkwork.numerics.jit import address_of

    table = {
        layout.SPREAD: "tree.planar.tree_motion_kernel.spread",
        layout.COLLECT: "tree.planar.tree_motion_kernel.collect",
        layout.GATHER: "tree.planar.tree_gather_kernel.gather",
        layout.LOAD_BODIES: "tree.planar.tree_articulated_kernel.load_bodies",
        layout.TO_ROOT: "tree.planar.tree_articulated_kernel.sweep_to_root",
        layout.FROM_ROOT: "tree.planar.tree_articulated_kernel.sweep_from_root",
        layout.TAKE_ACCELERATIONS: "tree.planar.tree_articulated_kernel.take_accelerations",
        layout.BIAS: "tree.planar.tree_composite_kernel.bias_accelerations",
        layout.COMPOSE: "tree.planar.tree_composite_kernel.compose",
        layout.LOAD_MATRIX: "tree.planar.tree_composite_kernel.load_matrix",
        layout.LOAD_FORCES: "tree.planar.tree_composite_kernel.load_forces",
        layout.LOAD_ROWS: "tree.planar.tree_composite_kernel.load_rows",
        layout.SPREAD_ACCELERATIONS: "tree.planar.tree_acceleration_kernel.spread_accelerations",
        layout.ROW_ON_PATH: "tree.planar.tree_composite_kernel.row_on_path",
        rod_kernel.FOLLOW_RODS: "rods.planar.rod_functions_kernel.follow_rods",
        rod_kernel.ROD_ACCELERATIONS: "rods.planar.rod_functions_kernel.rod_accelerations",
        rod_kernel.RECOVER_RODS: "rods.planar.rod_functions_kernel.recover_rods",
        rod_kernel.ROD_LENGTHS: "rods.planar.rod_functions_kernel.rod_lengths",
    }
    return {place: address_of(f"linkwork.system.{path}", "world", scalar) for place, path in table.items()}
