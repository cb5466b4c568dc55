"""What is moved to differentiate the rows of elements and forces: tables for `tangent_probes_kernel`.

Elements are moved one coordinate at a time. Units that no force shares are moved together for the forces, and so are
numbers (Curtis, Powell and Reid 1974). Of parameters and numbers of the table the fewer are moved: what is summed for
numbers becomes the parameters' in the end.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.analysis.sensitivity.adjoint_flow import is_pin
from linkwork.analysis.sensitivity.adjoint_structure import Structure, grouped
from linkwork.base.arrays import Array
from linkwork.numerics.analytic import STEP
from linkwork.places import layout_kernel as layout
from linkwork.system.adjoint.tangent_probes_kernel import PLAIN, TURN
from linkwork.system.system import System

Moves = list[tuple[int, int, int, int]]


class Probes:
    """Tables of all probes of a simulation, and how the sums for parameters and numbers become gradients."""

    def __init__(self, system: System, plain: System, directions: Array) -> None:
        self.system, self.plain, self.directions = system, plain, directions
        self.structure = Structure(system)
        affected = np.flatnonzero(np.any(directions != 0.0, axis=0))
        self.numbers = affected[affected < system.k[layout.COLUMN_SCALE]]
        self.parameters = len(directions)
        self.table = np.ascontiguousarray(plain.p.real.astype(complex))
        self.workspace = plain.workspace()

    def whole(self) -> tuple[Any, ...]:
        """The tuple of `tangent_stage_kernel`."""
        system = self.system
        heavy = system.k[int(system.k[layout.MASS_AT]) :][: int(system.k[layout.MASSES])]
        mass_at = np.array(system.world.mass_entries(heavy), np.int64).reshape(-1, 2)
        functions = np.array(system.world.tangent_functions(), np.int64)
        elements, moves, outs = self._elements()
        probed = (self.plain.k, self.table, self.workspace, functions[0], system.world.pose_size, elements, moves, outs)
        return system.k, functions, self._entries(), mass_at, probed, self._changes(), self._pulls()

    def gradient(self, sums: Array, masses: Array) -> Array:
        """Sums for parameters and numbers, and for masses and gravity, as derivatives by the parameters."""
        k = self.system.k
        first, last = int(k[layout.MASS_NUMBERS]), int(k[layout.MASS_SCALE])
        own, others = np.split(sums, [self.parameters], axis=1)
        gradient: Array = own + others @ self.directions[:, self.numbers].T + masses @ self.directions[:, first:last].T
        return gradient

    def room(self, responses: int) -> tuple[Array, ...]:
        """Scratch of `tangent_stage_kernel`; the sums for masses are at the ends of the blocks of z."""
        n, m, k = self.structure.n, len(self.system.equations), self.system.k
        block = 4 * n + int(k[layout.MASS_SCALE] - k[layout.MASS_NUMBERS])
        return (
            np.zeros(2 * n + responses * block),
            np.zeros(m),
            np.zeros((responses, int(k[layout.SCATTER]))),
            np.zeros((responses, 3 * m)),
        )

    def masses(self, z: Array, responses: int) -> Array:
        """The sums for masses and gravity."""
        n = self.structure.n
        return z[2 * n :].reshape(responses, -1)[:, 4 * n :]

    # ------------------------------------------------------------------ elements

    def _entries(self) -> Array:
        """Of every entry of the matrix its row and column, the places of gamma and nu among the sides, if it rolls."""
        rows, columns = np.array(self.system.entry_rows, int), np.array(self.system.entry_columns, int)
        first, count, rolls = np.zeros((3, len(self.system.equations)), int)
        for placed in self.system.elements:
            own = slice(placed.first_row, placed.first_row + len(placed.element.equations))
            first[own], count[own] = placed.first_row, len(placed.element.equations)
            rolls[own] = [label in placed.element.nonholonomic for label in placed.element.equations]
        phi = 2 * first[rows] + rows
        entries = np.column_stack([rows, columns, phi + 2 * count[rows], phi + count[rows], rolls[rows]])
        return np.ascontiguousarray(entries, np.int64)

    def _elements(self) -> tuple[Array, Array, Array]:
        """Entries and probes of every element, all probes, and where the entries are written."""
        system, k = self.system, self.system.k
        table, moves = [], list[tuple[int, int, int, int]]()
        for number, placed in enumerate(system.elements):
            last = placed.first_row + len(placed.element.equations)
            first_entry, last_entry = np.searchsorted(system.entry_rows, [placed.first_row, last])
            bounds = [len(moves)]
            for rates in (False, True):
                for unit in sorted(self.structure.elements[number]):
                    moves += self._moves(unit, rates, is_pin(system, number))
                bounds.append(len(moves))
            table.append([first_entry, last_entry, *bounds])
        outs = k[int(k[layout.SCATTER_AT]) :][: 2 * int(k[layout.SCATTER]) : 2]
        return _ints(table, 5), _ints(moves, 4), np.ascontiguousarray(outs, np.int64)

    def _moves(self, unit: int, rates: bool, turns: bool) -> Moves:
        """How a unit is moved: kind, place, axis, number of the state."""
        world, k, structure = self.system.world, self.system.k, self.structure
        bodies, columns = len(self.system.bodies), structure.columns[unit]
        pose = int(k[layout.POSE]) + world.pose_size * (min(unit, bodies) + 1)
        twist = int(k[layout.TWIST]) + world.size + columns[0]
        if unit >= bodies:
            place = twist if rates else pose + columns[0] - world.size * bodies
            return [(PLAIN, place, 0, columns[0] + structure.n * rates)]
        moves = []
        for axis in range(world.dimensions if turns else 0, world.size):
            if rates:
                moves.append((PLAIN, twist + axis, 0, structure.n + columns[axis]))
            elif axis < world.dimensions:
                moves.append((PLAIN, pose + axis, 0, columns[axis]))
            else:
                moves.append((TURN, pose, axis - world.dimensions, columns[axis]))
        return moves

    def _changes(self) -> tuple[Array, Array, Array]:
        """Changes of the numbers of elements: element, first and last change, where to sum; places and shares."""
        which, places, shares = list[tuple[int, ...]](), list[int](), list[float]()
        owned = [list[int]() for _ in self.structure.elements]
        for index, at in enumerate(self.numbers):
            for element in self.structure.elements_of(int(at)):
                owned[element].append(index)
        for element, indices in enumerate(owned):
            own = self.directions[:, self.numbers[indices]]
            parameters = np.flatnonzero(np.any(own != 0.0, axis=1))
            if len(parameters) <= len(indices):
                steps = [(int(parameter), own[parameter]) for parameter in parameters]
            else:
                steps = list(zip([self.parameters + i for i in indices], np.eye(len(indices)), strict=True))
            for to, step in steps:
                begin = len(places)
                places += [int(self.numbers[indices[i]]) for i in np.flatnonzero(step)]
                shares += [float(step[i]) for i in np.flatnonzero(step)]
                which.append((element, begin, len(places), to))
        return _ints(which, 4), np.array(places, np.int64), np.array(shares, float)

    # ------------------------------------------------------------------ forces

    def _pulls(self) -> tuple[Array, ...]:
        """Probes of the forces: where each begins, moves, owners of rows; tables of changed numbers, their owners."""
        structure = self.structure
        rows = structure.forces + structure.own_states
        unit_rows = [structure.rows_of_unit(unit) for unit in range(len(structure.columns))]
        units = [unit for unit, own in enumerate(unit_rows) if own]
        first, moves, owners = [0], list[tuple[int, int, int, int]](), list[Array]()
        for group in grouped([unit_rows[unit] for unit in units], rows):
            for rates, turning in zip((False, True), structure.turning, strict=True):
                steps = {units[i]: self._moves(units[i], rates, units[i] in turning) for i in group}
                for number in range(max(map(len, steps.values()))):
                    owner = np.full(rows, -1)
                    for unit, own in steps.items():
                        if number < len(own):
                            moves.append(own[number])
                            owner[unit_rows[unit]] = own[number][3]
                    first.append(len(moves))
                    owners.append(owner)
        state = int(self.system.k[layout.STATE])
        for number in range(structure.own_states):
            moves.append((PLAIN, state + number, 0, 2 * structure.n + number))
            first.append(len(moves))
            owners.append(np.full(rows, 2 * structure.n + number))
        return np.array(first, np.int64), _ints(moves, 4), _ints(owners, rows), *self._tables(rows)

    def _tables(self, rows: int) -> tuple[Array, Array]:
        """Tables with numbers of forces and signals changed, and which sum every row belongs to."""
        unit_rows = [self.structure.rows_of_number(int(at)) for at in self.numbers]
        pulling = np.array([bool(own) for own in unit_rows], bool)
        own = self.directions[:, self.numbers]
        by_parameter = [
            sorted({row for index in np.flatnonzero((direction != 0.0) & pulling) for row in unit_rows[index]})
            for direction in own
        ]
        ways = [(grouped(by_parameter, rows), by_parameter, own, 0)]
        ways.append((grouped(unit_rows, rows), unit_rows, np.eye(len(self.numbers)), self.parameters))
        groups, affected, steps, offset = min(ways, key=lambda way: _used(way[0], way[1]))
        tables, owners = list[Array](), list[Array]()
        for group in groups:
            moved = [number for number in group if affected[number]]
            if moved:
                table, owner = self.table.copy(), np.full(rows, -1)
                for number in moved:
                    table[self.numbers] += 1j * STEP * steps[number]
                    owner[affected[number]] = offset + number
                tables.append(table)
                owners.append(owner)
        return np.array(tables, complex).reshape(-1, len(self.table)), _ints(owners, rows)


def _used(groups: list[list[int]], affected: list[list[int]]) -> int:
    """How many groups touch anything."""
    return sum(any(affected[number] for number in group) for group in groups)


def _ints(rows: Any, width: int) -> Array:
    return np.ascontiguousarray(np.array(rows, np.int64).reshape(len(rows), width))
