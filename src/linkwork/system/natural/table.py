"""The table of natural coordinates behind the tables of a system, and the room that it needs behind the workspace."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.numerics.jit import address
from linkwork.places import layout_kernel as layout
from linkwork.system.formulations.formulation_kernel import OWN_NUMBERS
from linkwork.system.formulations.rooms import null_space_room
from linkwork.system.natural import natural_layout_kernel as place
from linkwork.system.natural.basis import Basis, basis_of
from linkwork.system.natural.frame import Frame
from linkwork.system.natural.sites import POINT

if TYPE_CHECKING:
    from linkwork.system.system import System


def with_natural(system: System) -> tuple[System, int]:
    """The system with the table of its natural coordinates, and where the table begins. It is kept with the system."""
    if system.natural is None:
        vars(system)["natural"] = _Table(system, basis_of(system)).finished()
    table = system.natural
    assert table is not None
    return table, len(system.k)


def natural_numbers(system: System, table: int) -> int:
    """How many numbers the formulation needs behind its own, of a system that has the table."""
    behind = int(system.k[layout.WORKSPACE]) + OWN_NUMBERS
    states, n = int(system.k[layout.STATES]), int(system.k[table + place.COUNT])
    return int(system.k[table + place.STATE_SPARE]) + 2 * n + states - behind


def natural_units(system: System, table: int) -> NDArray[np.float64]:
    """The units of the coordinates of a system that has the table."""
    at, n = int(system.k[table + place.UNITS]), int(system.k[table + place.COUNT])
    return np.real(system.p[at : at + n])


class _Table:
    """Lays a basis out."""

    def __init__(self, system: System, basis: Basis) -> None:
        self.system, self.basis = system, basis
        self.base, self.ints, self.numbers = len(system.k), [0] * place.HEAD, list[Any]()
        self.size, self.space = system.world.size, system.world.dimensions == 3

    def finished(self) -> System:
        """The system with the table."""
        system, basis = self.system, self.basis
        n = len(basis.names)
        kept = [placed for placed in system.elements if placed.name in basis.kept]
        head: dict[int, int] = {
            place.COUNT: n,
            place.NATURAL: len(basis.owners),
            place.OWN_ROWS: len(basis.rows),
            place.KEPT: len(kept),
            place.ALL_ROWS: len(basis.rows) + sum(len(placed.element.equations) for placed in kept),
        }
        head |= dict(zip((place.SPREAD, place.GATHER, place.COLLECT, place.REMEMBER), self._functions(), strict=True))
        scale = np.array(basis.units)
        head[place.UNITS] = self._put(*basis.units)
        scaled = basis.mass * np.outer(scale, scale) / system.p[int(system.k[layout.MASS_SCALE])]
        head[place.MASS] = self._put(*scaled.ravel())
        head[place.WEIGHTS] = self._put(*basis.weight)
        head[place.ROW_AT] = self._rows()
        numbers = {placed.name: number for number, placed in enumerate(system.elements)}
        first = int(system.k[layout.ELEMENT_AT])
        head[place.KEPT_AT] = self._list([first + layout.RECORD * numbers[placed.name] for placed in kept])
        owners = list[int]()
        for body, kind, local, along, offset in basis.owners:
            owners += [body, int(kind != POINT), self._put(*local, *along, offset)]
        head[place.OWNER_AT] = self._list(owners)
        at, m = self._behind_null_space(), head[place.ALL_ROWS]
        blocks = [self._columns(frame) for frame in basis.frames]
        frame_room = 42 if self.space else 0  # P and D, their rates, A and its rate
        for where, room in (
            (place.BIAS, self.size * len(basis.frames)),
            (place.TABLE, m * (n + 1)),
            (place.MARKS, 2 * n + m),
            (place.INERTIA, 3 * n * n),
            (place.FOUND, 3 * n),
            (place.SIDE, n),
            (place.SPARE, max(frame_room, 2 * len(system.coordinates) + int(system.k[layout.STATES]))),
            (place.TURNS, 1 + 2 * len(basis.frames)),
        ):
            head[where] = at
            at += room
        head[place.BODY_AT] = self._bodies(blocks, at)
        head[place.STATE_SPARE] = at + sum(self.size * len(columns) for columns in blocks)
        for where, value in head.items():
            self.ints[where] = value
        k = np.concatenate([system.k, np.array(self.ints, np.int64)])
        if self.space:
            k = _without_charts(k, system.scalar)
        return system.replaced(k=k, p=np.concatenate([system.p, np.array(self.numbers, system.dtype)]))

    def _put(self, *numbers: Any) -> int:
        """Numbers behind those of the system; where they begin."""
        at = len(self.system.p) + len(self.numbers)
        self.numbers += numbers
        return at

    def _list(self, ints: list[int]) -> int:
        at = self.base + len(self.ints)
        self.ints += ints
        return at

    def _rows(self) -> int:
        records = list[int]()
        for row in self.basis.rows:
            terms = list[int]()
            for (i, j), share in row.products.items():
                terms += [i, j, self._put(share)]
            for i, share in row.linear.items():
                terms += [i, self._put(share)]
            where = self._list(terms)
            records += [len(row.products), len(row.linear), where, self._put(row.number), self._put(row.scale)]
        return self._list(records)

    def _columns(self, frame: Frame) -> list[int]:
        """The coordinates that count in the frame of a body."""
        return sorted({place for part in (frame.point, *frame.directions) for place in part.columns})

    def _bodies(self, blocks: list[list[int]], at: int) -> int:
        records, d = list[int](), self.system.world.dimensions
        for frame, columns in zip(self.basis.frames, blocks, strict=True):
            terms, constants = list[int](), np.zeros(12 if self.space else 4, self.system.dtype)
            for number, part in enumerate((frame.point, *frame.directions)):
                constants[d * number : d * number + d] = part.constant
                for column, share in part.columns.items():
                    for axis in range(d):
                        if share[axis] != 0:
                            terms += [columns.index(column), d * number + axis, self._put(share[axis])]
            inverse = np.linalg.inv(frame.matrix())
            own = inverse.ravel() if self.space else inverse[:, 0]
            records += [
                self._list(terms),
                len(terms) // 3,
                self._put(*constants),
                self._list(columns),
                len(columns),
                self._put(*frame.local_point, *own),
                int(frame.crossed),
                at,
            ]
            at += self.size * len(columns)
        return self._list(records)

    def _behind_null_space(self) -> int:
        """Where the room begins: behind that of "null-space"."""
        room = null_space_room(len(self.system.coordinates), len(self.system.equations))
        return int(self.system.k[layout.WORKSPACE]) + OWN_NUMBERS + room

    def _functions(self) -> list[int]:
        if self.space:
            from linkwork.system.natural.spatial import natural_place_kernel as spatial

            bodies = spatial.spread, spatial.gather, spatial.collect, spatial.remember
        else:
            from linkwork.system.natural import natural_place_kernel as planar

            bodies = planar.spread, planar.gather, planar.collect, planar.remember
        return [address(body, "world", self.system.scalar) for body in bodies]


def _without_charts(k: NDArray[np.int64], scalar: str) -> NDArray[np.int64]:
    """In space bodies move by their twists, and no chart goes too far."""
    from linkwork.system.natural.spatial.natural_place_kernel import never_far

    world = int(k[layout.FUNCTIONS])
    functions = k[world : world + layout.WORLD_FUNCTIONS].copy()
    functions[layout.FIND_FAR] = address(never_far, "world", scalar)
    table = np.concatenate([k, functions])
    table[layout.FUNCTIONS], table[layout.CHARTS] = len(k), 0
    return table
