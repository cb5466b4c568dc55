"""Tree: a spanning tree of the bodies from the ground on, as the int table of the formulation in joint coordinates.

Revolute, translational and rigid joints carry the tree; every other element, and every such joint that would close a
loop, is a cut whose equations stay. Bodies that the tree does not reach get a free joint of three coordinates.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from linkwork.system import layout_kernel as layout
from linkwork.system import tree_kernel as kernel
from linkwork.system.closures import with_closures
from linkwork.system.system import Placed, System

_KINDS = {"revolute": kernel.TURNING, "translational": kernel.SLIDING, "fixed": kernel.RIGID}
_FREEDOMS = {kernel.TURNING: 1, kernel.SLIDING: 1, kernel.RIGID: 0, kernel.FLOATING: 3}


@dataclass(frozen=True)
class Link:
    """A body of the tree, its parent (0: ground), and the joint between them (none: a free joint)."""

    body: int
    parent: int
    joint: Placed | None

    @property
    def kind(self) -> int:
        """Kind of the joint, as the kernels count."""
        return kernel.FLOATING if self.joint is None else _KINDS[self.joint.element.kernel]


def spanning_tree(system: System) -> tuple[list[Link], list[Placed]]:
    """The links, parents before children, and the cut elements; breadth first, so that paths are short."""
    joints = [placed for placed in system.elements if placed.element.kernel in _KINDS and not placed.own]
    joints = [placed for placed in joints if not placed.driver]
    touching: dict[int, list[Placed]] = {}
    for placed in joints:
        for body in placed.ends:
            touching.setdefault(body, []).append(placed)
    links: list[Link] = []
    used: set[str] = set()
    reached = {0}
    for base in range(len(system.bodies) + 1):
        if base not in reached:
            reached.add(base)
            links.append(Link(base, 0, None))
        elif base:
            continue
        waiting = [base]
        for parent in waiting:
            for placed in touching.get(parent, []):
                body = placed.ends[0] if placed.ends[1] == parent else placed.ends[1]
                if body not in reached:
                    reached.add(body)
                    used.add(placed.name)
                    links.append(Link(body, parent, placed))
                    waiting.append(body)
    cuts = [placed for placed in system.elements if placed.driver or placed.name not in used]
    return _branch_by_branch(links), cuts


def _branch_by_branch(links: list[Link]) -> list[Link]:
    """The links in an order in which each branch stands in a row, parents first."""
    children: dict[int, list[Link]] = {}
    for link in links:
        children.setdefault(link.parent, []).append(link)
    found, waiting = [], list(reversed(children.get(0, [])))
    while waiting:
        found.append(waiting.pop())
        waiting += reversed(children.get(found[-1].body, []))
    return found


def _first_freedoms(links: list[Link]) -> list[int]:
    """The first coordinate of each link: counted from the leaves to the root, so that elimination fills nothing in."""
    counts = np.array([_FREEDOMS[link.kind] for link in links], int)
    return [int(value) for value in counts.sum() - np.cumsum(counts)]


def _sky(links: list[Link], own: int) -> list[int]:
    """For each coordinate the first one that its joint carries."""
    firsts = _first_freedoms(links)
    lowest = {link.body: first for link, first in zip(links, firsts, strict=True)}
    for link in reversed(links):
        if link.parent:
            lowest[link.parent] = min(lowest[link.parent], lowest[link.body])
    found: list[int] = []
    for link in reversed(links):
        found += [lowest[link.body]] * _FREEDOMS[link.kind]
    return found + [len(found) + i for i in range(own)]


def freedoms_of(system: System) -> int:
    """How many joint coordinates the tree has, with the elements' own coordinates."""
    links, _ = spanning_tree(system)
    return sum(_FREEDOMS[link.kind] for link in links) + int(system.k[layout.OWN])


def is_open(system: System) -> bool:
    """Whether the mechanism is a tree: no loop is closed, no driver moves it."""
    return not spanning_tree(system)[1]


def with_tree(system: System, sparse: bool | None = None) -> System:
    """The system with the table of its tree behind its int table; H and J dense or sparse, left out: by their cost."""
    found = planted(system)
    return found.replaced(k=with_closures(found.k, system.p, system.scalar, sparse))


def planted(system: System) -> System:
    """The system with the table of its tree alone, without what closes its loops."""
    k = np.concatenate([system.k, _table(system)])
    k[kernel.TREE] = len(system.k)
    return system.replaced(k=k)


def has_tree(system: System) -> bool:
    """Whether the table of a tree stands behind the int table."""
    return bool(system.k[kernel.TREE] > 0)


def scales(system: System) -> NDArray[np.float64]:
    """What counts as one unit of each joint coordinate: the model's length, or one radian."""
    found: list[float] = []
    for link in reversed(spanning_tree(system)[0]):
        unit = float(system.column_scale[3 * (link.body - 1)])
        found += {
            kernel.TURNING: [1.0],
            kernel.SLIDING: [unit],
            kernel.RIGID: [],
            kernel.FLOATING: [unit, unit, 1.0],
        }[link.kind]
    own = int(system.k[layout.OWN])
    return np.array(found + list(system.column_scale[len(system.column_scale) - own :] if own else []))


def units_at(system: System) -> int:
    """Where the units of the joint coordinates lie among the formulation's own vectors."""
    return kernel.BLOCK * len(system.bodies)


def cut_rows(system: System) -> int:
    """How many equations close the loops of a system that has its tree."""
    return int(system.k[system.k[kernel.TREE] + kernel.CUT_ROWS])


def joint_numbers(system: System) -> int:
    """How many numbers the formulation in joint coordinates needs behind the workspace."""
    head = system.k[system.k[kernel.TREE] :]
    n, m = int(head[kernel.FREEDOMS]), int(head[kernel.CUT_ROWS])
    closures = int(head[kernel.MATRIX_SIZE] + head[kernel.ROWS_SIZE] + head[kernel.SOLVER_SIZE])
    return units_at(system) + 5 * n + 2 * m + closures


def _table(system: System) -> NDArray[np.int64]:
    k = system.k
    links, cuts = spanning_tree(system)
    place_of = {link.body: place for place, link in enumerate(links)} | {0: -1}
    masses = {int(k[k[layout.MASS_AT] + i]) + 1: int(k[layout.MASS_NUMBERS]) + 4 * i for i in range(k[layout.MASSES])}
    records: list[int] = []
    for link, freedom in zip(links, _first_freedoms(links), strict=True):
        records += _record(system, link, freedom, place_of[link.parent], masses.get(link.body, -1))
    elements = {(placed.name, placed.driver): number for number, placed in enumerate(system.elements)}
    rows, cut_records = 0, []
    for placed in cuts:
        record = int(k[layout.ELEMENT_AT]) + layout.RECORD * elements[placed.name, placed.driver]
        cut_records += [record, rows, *(place_of[body] for body in placed.ends)]
        rows += int(k[record + layout.ROWS])
    light = int(k[layout.OWN] > 0 or not all(_heavy(system, masses.get(link.body, -1)) for link in links))
    head = [0] * kernel.RECORDS
    sky = _sky(links, int(k[layout.OWN]))
    head[kernel.JOINTS], head[kernel.FREEDOMS] = len(links), len(sky)
    head[kernel.CUTS], head[kernel.CUT_ROWS], head[kernel.LIGHT] = len(cuts), rows, light
    head[kernel.CUT_AT] = len(k) + kernel.RECORDS + len(records)
    head[kernel.SKY_AT] = head[kernel.CUT_AT] + len(cut_records)
    return np.array(head + records + cut_records + ([0] * len(sky) if light else sky), np.int64)


def _heavy(system: System, at: int) -> bool:
    """Whether a body has mass and inertia of its own."""
    return at >= 0 and bool(system.p[at].real > 0.0 and system.p[at + 3].real > 0.0)


def _record(system: System, link: Link, freedom: int, parent: int, mass: int) -> list[int]:
    k = system.k
    record = [0] * kernel.JOINT
    record[kernel.KIND], record[kernel.FREEDOM], record[kernel.PARENT] = link.kind, freedom, parent
    record[kernel.POSE_OF] = int(k[layout.POSE]) + layout.POSE_SIZE * link.body
    record[kernel.PARENT_POSE] = int(k[layout.POSE]) + layout.POSE_SIZE * link.parent
    record[kernel.TWIST_OF] = int(k[layout.TWIST]) + layout.TWIST_SIZE * link.body
    record[kernel.PARENT_TWIST] = int(k[layout.TWIST]) + layout.TWIST_SIZE * link.parent
    record[kernel.COLUMN], record[kernel.MASS_OF] = 3 * (link.body - 1), mass
    if link.joint is not None:
        second = link.joint.ends[1] == link.body
        points = [link.joint.floats_at, link.joint.floats_at + (4 if link.kind == kernel.SLIDING else 2)]
        record[kernel.PARENT_POINT], record[kernel.CHILD_POINT] = points if second else points[::-1]
        record[kernel.ANGLE_AT], record[kernel.SIDE] = link.joint.floats_at + 4, 1 if second else -1
    return record
