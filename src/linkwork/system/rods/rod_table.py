"""Removed rods in the tables: their records, the equations of their lengths as cut elements, room for their numbers.

The length of a rod is an element that only the tree has: its record, made for the kernel of distances, stands in the
table of the tree. Its scale and its multiplier come behind those of all equations, which are moved to where there is
room for them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.numerics.jit import address_of
from linkwork.places import layout_kernel as layout
from linkwork.system.formulations.formulation_kernel import OWN_NUMBERS
from linkwork.system.rods import rod_place_kernel as kernel
from linkwork.system.system import System
from linkwork.system.tree import tree_kernel
from linkwork.system.tree.tree_plan import Rod


class RodTable:
    """Lays the removed rods of a system out behind its tables; `put` puts numbers behind p and says where."""

    own_size = kernel.OWN_SIZE
    out_size = 9 + 8  # numbers that the kernel of a distance writes, and its function

    def __init__(self, system: System, put: Callable[..., int]) -> None:
        self.system, self.put, self.rods = system, put, system.plan.rods
        self.rows = len(system.equations)
        self.multipliers = int(system.k[layout.WORKSPACE])
        self.own = self.multipliers + (self.rows + len(self.rods) if self.rods else 0)
        self.out = self.own + self.own_size * len(self.rods)
        self.workspace = self.out + self.out_size * len(self.rods)

    def head(self, k: NDArray[np.int64]) -> None:
        """Say in the header where scales and multipliers lie now, and how long the workspace is."""
        if not self.rods:
            return
        scales = self.system.p[k[layout.ROW_SCALE] :][: self.rows]
        k[layout.ROW_SCALE] = self.put(*scales, *([1.0 / self.system.column_scale[0]] * len(self.rods)))
        k[layout.MULTIPLIERS], k[layout.WORKSPACE] = self.multipliers, self.workspace

    def elements(self, at: int) -> tuple[list[int], list[int]]:
        """Records of the elements of all lengths with what they refer to, from place `at` on, and their places."""
        records: list[int] = []
        places: list[int] = []
        for number, rod in enumerate(self.rods):
            length, ends = _length(self.system, rod), rod.ends()
            points = [self.system.p[rod.places(pin)[0] :][:2] for pin in range(2)]
            block = at + len(records)
            records += [address_of("linkwork.functions.constant_kernel.constant", "function", self.system.scalar)]
            records.append(self.put(length))
            ints = at + len(records)
            for body in ends:
                records += [layout.POSE_SIZE * body, layout.TWIST_SIZE * body]
            records.append(block)
            places.append(at + len(records))
            record = [0] * layout.RECORD
            record[layout.ADDRESS] = address_of(
                "linkwork.elements.planar.joints.distance_kernel.distance", "constraint", self.system.scalar
            )
            record[layout.FLOATS_AT] = self.put(*points[0], *points[1], length.real)
            record[layout.INTS_AT] = ints
            record[layout.OUT_AT] = self.out + self.out_size * number - self.system.k[layout.OUT]
            record[layout.ROWS], record[layout.FIRST_ROW], record[layout.WIDTH] = 1, self.rows + number, 6
            records += [int(value) for value in record]
        return records, places

    def records(self, place_of: dict[int, int], masses: dict[int, int]) -> list[int]:
        """A record a rod."""
        k, records = self.system.k, list[int]()
        for number, rod in enumerate(self.rods):
            record = [0] * kernel.ROD
            record[kernel.ROD_POSE], record[kernel.ROD_TWIST] = _places(k, rod.body)
            record[kernel.ROD_COLUMN], record[kernel.ROD_MASS] = 3 * (rod.body - 1), masses.get(rod.body, -1)
            record[kernel.ROD_NUMBERS] = self.put(*_numbers(self.system, rod, masses.get(rod.body, -1)))
            record[kernel.OWN_AT] = self.own + kernel.OWN_SIZE * number
            for pin, body in enumerate(rod.ends()):
                end = kernel.END + kernel.END_SIZE * pin
                record[end + kernel.END_LINK] = place_of[body]
                record[end + kernel.END_POSE], record[end + kernel.END_TWIST] = _places(k, body)
                record[end + kernel.END_POINT] = rod.places(pin)[0]
                block = self.workspace + OWN_NUMBERS + tree_kernel.BLOCK * place_of[body] + tree_kernel.SX
                record[end + kernel.END_SHIFT] = block if body else int(k[layout.TWIST])
            records += record
        return records


def _places(k: NDArray[np.int64], body: int) -> tuple[int, int]:
    """Where the pose and the twist of a body lie."""
    return int(k[layout.POSE]) + layout.POSE_SIZE * body, int(k[layout.TWIST]) + layout.TWIST_SIZE * body


def _span(system: System, rod: Rod) -> tuple[Any, Any]:
    """From the first pin of a rod to its second, in its frame."""
    (x, y), (other_x, other_y) = (system.p[rod.places(pin)[1] :][:2] for pin in range(2))
    return other_x - x, other_y - y


def _length(system: System, rod: Rod) -> Any:
    x, y = _span(system, rod)
    return np.sqrt(x * x + y * y)


def _numbers(system: System, rod: Rod, mass_at: int) -> list[Any]:
    """The numbers of a rod, in the order of `rod_place_kernel`."""
    length, (dx, dy) = _length(system, rod), _span(system, rod)
    ex, ey = dx / length, dy / length
    x, y = system.p[rod.places(0)[1] :][:2]
    mass, cx, cy, inertia = system.p[mass_at : mass_at + 4] if mass_at >= 0 else (0.0, 0.0, 0.0, 0.0)
    gx, gy = cx - x, cy - y
    share, across = (ex * gx + ey * gy) / length, (ex * gy - ey * gx) / length
    second = inertia / length**2 + mass * (share * share + across * across)
    origin = [-(ex * x + ey * y) / length, -(ex * y - ey * x) / length]
    masses = [mass - 2.0 * mass * share + second, second, mass * share - second, mass * across]
    return [ex, ey, x, y, *origin, *masses]
