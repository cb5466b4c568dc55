"""Paths: the joints from a body of a tree to its root, and the places of the sums along them in H and J.

Read from the finished table of a tree, so that any kind of link and of cut may be in it. The order of everything is
that of the kernels: `load_matrix` and `load_rows`, and `along` on each path.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from linkwork.base.arrays import Array
from linkwork.places import layout_kernel as layout
from linkwork.system.modal import modal_layout_kernel as modal
from linkwork.system.rods import rod_place_kernel as rod_kernel
from linkwork.system.tree import tree_kernel as kernel
from linkwork.system.tree.tree_plan import FREEDOMS

Integers = NDArray[np.int64]
Pair = tuple[int, int]


class Paths:
    """The paths of a tree whose table stands in k."""

    def __init__(self, k: Integers) -> None:
        self.k: list[int] = k.tolist()
        self.head = self.k[layout.TREE]
        self.freedoms, self.rows = self.k[self.head + kernel.FREEDOMS], self.k[self.head + kernel.CUT_ROWS]
        world = self.k[layout.FUNCTIONS]
        self.transforms = self.k[world + modal.MODAL] > 0
        self.joints = [
            self.k[at : at + kernel.JOINT]
            for at in range(
                self.head + kernel.RECORDS,
                self.head + kernel.RECORDS + kernel.JOINT * self.k[self.head + kernel.JOINTS],
                kernel.JOINT,
            )
        ]

    def own(self, place: int) -> list[int]:
        """The coordinates of one joint."""
        joint = self.joints[place]
        first = joint[kernel.FREEDOM]
        return list(range(first, first + FREEDOMS[joint[kernel.KIND]]))

    def up(self, place: int) -> list[int]:
        """The coordinates on the path from a body to the root, in the order in which `along` meets them."""
        columns: list[int] = []
        while place >= 0:
            columns += self.own(place)
            place = self.joints[place][kernel.PARENT]
        return columns

    def link_of(self, body: int) -> int:
        """The place of a body in the tree."""
        return self.k[self.k[self.head + kernel.LINKS_AT] + body]

    @property
    def cuts(self) -> int:
        """How many elements are cut."""
        return self.k[self.head + kernel.CUTS]

    @property
    def bodies(self) -> int:
        """How many bodies the sweeps meet: those of the tree, and the removed rods."""
        return len(self.joints) + self.k[self.head + rod_kernel.RODS]

    def sums(self) -> int:
        """How many entries the path sums of H and J have."""
        depths, sums = self.depths(), 0
        for place, depth in enumerate(depths):
            sums += depth * len(self.own(place))
        cut = self.k[self.head + kernel.CUT_AT]
        for at in range(cut, cut + kernel.CUT * self.cuts, kernel.CUT):
            ends = [place for place in self.k[at + kernel.CUT_FIRST : at + kernel.CUT_SECOND + 1] if place >= 0]
            sums += self.k[self.k[at + kernel.CUT_ELEMENT] + layout.ROWS] * sum(depths[place] for place in ends)
        for rod in self.rods():
            first, second = (depths[place] if place >= 0 else 0 for place in self.ends(rod))
            sums += (1 + self.shared(rod)) * first * second
        return sums

    def depths(self) -> list[int]:
        """How many coordinates are on the path of each body."""
        depths: list[int] = []
        for place, joint in enumerate(self.joints):
            parent = joint[kernel.PARENT]
            depths.append(len(self.own(place)) + (depths[parent] if parent >= 0 else 0))
        return depths

    def sky(self) -> list[int]:
        """The first coordinate in each row of the dense H."""
        at = self.k[self.head + kernel.SKY_AT]
        return self.k[at : at + self.freedoms]

    def light(self, p: Array) -> set[int]:
        """Coordinates that can change while every body with mass and inertia rests: those beside other bodies."""
        ats = [joint[kernel.MASS_OF] for joint in self.joints]
        inertia = 3 if self.k[layout.COLUMNS] == 3 else 4  # where the inertia of a body stands behind its mass
        heavy = [at >= 0 and p[at].real > 0.0 and p[at + inertia].real > 0.0 for at in ats]
        light: set[int] = set()
        for place, joint in enumerate(self.joints):
            parent = joint[kernel.PARENT]
            if not (heavy[place] and (parent < 0 or heavy[parent])):
                light.update(self.own(place))
        return light

    def matrix(self) -> Iterator[Pair]:
        """Row and column of every entry of H that `load_matrix` adds, those of removed rods last.

        Entries above the diagonal are not wanted; what the ends of a rod without a common joint do to each other is
        added once, below the diagonal.
        """
        for place in range(len(self.joints)):
            path = self.up(place)
            for column in self.own(place):
                for row in path:
                    yield row, column
        for rod in self.rods():
            first, second = (self.up(place) for place in self.ends(rod))
            if self.shared(rod):
                yield from ((row, column) for column in second for row in first)
                yield from ((row, column) for column in first for row in second)
            else:
                yield from ((max(row, column), min(row, column)) for column in second for row in first)

    def rods(self) -> range:
        """The records of the removed rods."""
        at = self.k[self.head + rod_kernel.ROD_AT]
        return range(at, at + rod_kernel.ROD * self.k[self.head + rod_kernel.RODS], rod_kernel.ROD)

    def ends(self, rod: int) -> Pair:
        """The places of the links at the ends of a removed rod."""
        end = rod + rod_kernel.END + rod_kernel.END_LINK
        return self.k[end], self.k[end + rod_kernel.END_SIZE]

    def shared(self, rod: int) -> bool:
        """Whether the paths from the ends of a removed rod to the root have joints in common."""
        first, second = (self.up(place) for place in self.ends(rod))
        return not set(first).isdisjoint(second)

    def closures(self) -> Iterator[Pair]:
        """Row and column of every entry of J that `load_rows` adds; with elastic modes all."""
        if self.transforms:
            yield from ((row, column) for row in range(self.rows) for column in range(self.freedoms))
            return
        size = self.k[layout.COLUMNS]
        own = self.freedoms - self.k[layout.OWN] - size * (self.k[layout.BODIES] + 1)
        cut = self.k[self.head + kernel.CUT_AT]
        for at in range(cut, cut + kernel.CUT * self.cuts, kernel.CUT):
            record = self.k[at + kernel.CUT_ELEMENT]
            ints, width = self.k[record + layout.INTS_AT], self.k[record + layout.WIDTH]
            columns = [*self.up(self.k[at + kernel.CUT_FIRST]), *self.up(self.k[at + kernel.CUT_SECOND])]
            for place in self.k[ints + 5 : ints + 5 + 2 * (width - 2 * size) : 2]:
                if place >= size * (self.k[layout.BODIES] + 1):
                    columns.append(own + place)
                elif place % size == 0:
                    columns += self.up(self.link_of(place // size))
            first = self.k[at + kernel.CUT_ROW]
            for row in range(first, first + self.k[record + layout.ROWS]):
                for column in columns:
                    yield row, column
