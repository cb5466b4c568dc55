"""Removed rods in space in the tables: their records and the equations of their lengths as cut elements."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.base.errors import MechanismError
from linkwork.elements.spatial.joints.program import DISTANCE, FIRST_CONSTANT, H_I, H_J, S_J
from linkwork.numerics.jit import address_of
from linkwork.places import layout_kernel as layout
from linkwork.places.spatial.layout_kernel import MASS, POSE_SIZE, TWIST_SIZE
from linkwork.system.rods import rod_place_kernel as record_kernel
from linkwork.system.rods.rod_table import RodTable
from linkwork.system.rods.spatial import rod_layout_kernel as kernel
from linkwork.system.tree.tree_plan import Rod
from linkwork.topology.axial import unlike_a_rod

_WIDTH = 2 * TWIST_SIZE


class SpatialRodTable(RodTable):
    """Lays the removed rods of a system in space out behind its tables."""

    own_size = kernel.OWN_SIZE
    out_size = 3 + _WIDTH

    def elements(self, at: int) -> tuple[list[int], list[int]]:
        elements: list[int] = []
        places: list[int] = []
        for number, rod in enumerate(self.rods):
            ints = at + len(elements)
            for body in rod.ends():
                elements += [POSE_SIZE * body, TWIST_SIZE * body]
            elements += [1, 1, DISTANCE, FIRST_CONSTANT, 0]
            places.append(at + len(elements))
            points = [self.system.p[pin_places(rod, pin)[0] :][:3] for pin in range(2)]
            axes = [0.0] * (S_J - 3)
            record = [0] * layout.RECORD
            record[layout.ADDRESS] = address_of(
                "linkwork.elements.spatial.joints.composed_kernel.composed", "constraint", self.system.scalar
            )
            record[layout.FLOATS_AT] = self.put(*points[0], *axes, *points[1], *axes, self._length(rod))
            record[layout.INTS_AT] = ints
            record[layout.OUT_AT] = self.out + self.out_size * number - self.system.k[layout.OUT]
            record[layout.ROWS], record[layout.FIRST_ROW], record[layout.WIDTH] = 1, self.rows + number, _WIDTH
            elements += [int(value) for value in record]
        return elements, places

    def records(self, place_of: dict[int, int], masses: dict[int, int]) -> list[int]:
        k, records = self.system.k, list[int]()
        for number, rod in enumerate(self.rods):
            record = [0] * record_kernel.ROD
            record[record_kernel.ROD_POSE] = int(k[layout.POSE]) + POSE_SIZE * rod.body
            record[record_kernel.ROD_TWIST] = int(k[layout.TWIST]) + TWIST_SIZE * rod.body
            record[record_kernel.ROD_COLUMN] = TWIST_SIZE * (rod.body - 1)
            record[record_kernel.ROD_MASS] = masses.get(rod.body, -1)
            record[record_kernel.ROD_NUMBERS] = self.put(*self._numbers(rod, masses.get(rod.body, -1)))
            record[record_kernel.OWN_AT] = self.own + self.own_size * number
            for pin, body in enumerate(rod.ends()):
                end = record_kernel.END + record_kernel.END_SIZE * pin
                record[end + record_kernel.END_LINK] = place_of[body]
                record[end + record_kernel.END_POSE] = int(k[layout.POSE]) + POSE_SIZE * body
                record[end + record_kernel.END_TWIST] = int(k[layout.TWIST]) + TWIST_SIZE * body
                record[end + record_kernel.END_POINT] = pin_places(rod, pin)[0]
                record[end + kernel.END_AXIS] = _axes(rod, pin)[0] if _crossed(rod, pin) else -1
            records += record
        return records

    def _points(self, rod: Rod) -> list[Any]:
        """The joints of a rod in its frame."""
        return [self.system.p[pin_places(rod, pin)[1] :][:3] for pin in range(2)]

    def _length(self, rod: Rod) -> Any:
        first, second = self._points(rod)
        x, y, z = (b - a for a, b in zip(first, second, strict=True))
        return np.sqrt(x * x + y * y + z * z)

    def _numbers(self, rod: Rod, mass_at: int) -> list[Any]:
        """The numbers of a rod, in the order of `rod_layout_kernel`."""
        p, (first, second), length = self.system.p, self._points(rod), self._length(rod)
        along = [(b - a) / length for a, b in zip(first, second, strict=True)]
        crossed = [pin for pin in range(2) if _crossed(rod, pin)]
        mass = list(p[mass_at : mass_at + MASS]) if mass_at >= 0 else [0.0] * MASS
        why = unlike_a_rod(mass, first, second, bool(crossed))
        if why:  # so far it was one: a derivative is asked for that makes it another body
            name = self.system.bodies[rod.body - 1]
            raise MechanismError(
                f"rod '{name}': the inertia in this derivative is not that of a rod, for {why}; "
                f'keep it as a body by m.tree(remove="none")'
            )
        m, (xx, yy, zz) = mass[0], mass[4:7]
        inertia = 0.5 * (xx + yy + zz - self._about(mass, along)) / (length * length)
        centre = sum(e * (c - a) for e, c, a in zip(along, mass[1:4], first, strict=True)) / length
        foot = -sum(e * a for e, a in zip(along, first, strict=True)) / length
        beside = [-(a + e * length * foot) for e, a in zip(along, first, strict=True)]
        far = 1.0 - centre
        masses = [m * far * far + inertia, m * centre * centre + inertia, m * centre * far - inertia]
        pin = list(p[_axes(rod, crossed[0])[1] :][:3]) if crossed else [0.0, 0.0, 0.0]
        return [*along, *first, foot, *beside, *masses, *pin]

    @staticmethod
    def _about(mass: Any, along: list[Any]) -> Any:
        """The inertia about the line."""
        xx, yy, zz, xy, yz, zx = mass[4:10]
        x, y, z = along
        return x * x * xx + y * y * yy + z * z * zz + 2.0 * (x * y * xy + y * z * yz + z * x * zx)


def pin_places(rod: Rod, pin: int) -> tuple[int, int]:
    """Where the point of a joint lies among the numbers of the system: on the body at that end, and on the rod."""
    at, inside = rod.pins[pin].floats_at, rod.pins[pin].ends[0] == rod.body
    return (at + S_J, at) if inside else (at, at + S_J)


def _axes(rod: Rod, pin: int) -> tuple[int, int]:
    """The same of the pins of a universal joint."""
    at, inside = rod.pins[pin].floats_at, rod.pins[pin].ends[0] == rod.body
    return (at + H_J, at + H_I) if inside else (at + H_I, at + H_J)


def _crossed(rod: Rod, pin: int) -> bool:
    return str(getattr(rod.pins[pin].element, "type", "")) == "universal"
