"""Which rows of the equations of motion depend on what, so that many derivatives come from one evaluation.

A unit is a body, or a coordinate that an element owns. Elements and forces couple their units, forces also those that
their signals measure; where there are own states, all units that forces and signals touch are coupled. Units that no
row shares are moved together, and so are parameters whose numbers no row shares (Curtis, Powell and Reid 1974).

Rows: those of the bodies, of the constraints, their right-hand sides, two powers a force, rates of own states; see
`system/tangent_rows_kernel.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.analysis.sensitivity.adjoint_flow import signals_of_forces, turning_only
from linkwork.system import layout_kernel as layout
from linkwork.system.system import System

Array = NDArray[Any]


class Structure:
    """Units, rows, and what depends on what."""

    def __init__(self, system: System) -> None:
        self.system, self.k = system, system.k
        self.n, self.m = len(system.coordinates), len(system.equations)
        self.size, bodies = system.world.size, len(system.bodies)
        self.forces = int(self.k[layout.FORCES])
        self.own_states = max(int(self.k[layout.STATES]) - layout.QUADRATURES, 0)
        self.rows = self.n + 2 * self.m + 2 * self.forces + self.own_states
        self.columns = [range(self.size * body, self.size * (body + 1)) for body in range(bodies)]
        self.columns += [range(own, own + 1) for own in range(self.size * bodies, self.n)]
        self.unit_of = {column: unit for unit, columns in enumerate(self.columns) for column in columns}
        self.elements = [self._element(number) for number in range(len(system.elements))]
        self.acting = [self._bodies(layout.FORCE_AT, number) for number in range(self.forces)]
        measuring = [self._bodies(layout.SIGNAL_AT, number) for number in range(int(self.k[layout.SIGNALS]))]
        hangs = None if self.own_states else signals_of_forces(system)
        self.coupled: set[int] = set()
        if hangs is None:
            self.coupled = set().union(*self.acting, *measuring)
            self.acting = [self.coupled] * self.forces
            hangs = [set(range(len(measuring)))] * self.forces
        for number, signals in enumerate(hangs):
            self.acting[number] = self.acting[number].union(*(measuring[signal] for signal in signals))
        self.hangs = hangs
        self.dependences = self._dependences()
        self.turning = turning_only(system, self.elements, self.acting, hangs, len(self.columns))

    def _element(self, number: int) -> set[int]:
        """Units of an element."""
        placed = self.system.elements[number]
        rows = range(placed.first_row, placed.first_row + len(placed.element.equations))
        columns = self.system.entry_columns[np.isin(self.system.entry_rows, rows)]
        found = {self.unit_of[int(column)] for column in columns} | {self.unit_of[own] for own in placed.own}
        return found | {end - 1 for end in placed.ends if end > 0}

    def _bodies(self, records: int, number: int) -> set[int]:
        """Bodies of a force or a signal."""
        ints = int(self.k[self.k[records] + layout.RECORD * number + layout.INTS_AT])
        ends = (int(self.k[ints + place]) // self.system.world.pose_size for place in (0, 2))
        return {end - 1 for end in ends if end > 0}

    def rows_of_units(self, units: Iterable[int]) -> list[int]:
        """Rows of the equations of motion of these units."""
        return [column for unit in units for column in self.columns[unit]]

    def rows_of_element(self, number: int) -> list[int]:
        """Rows of an element's constraints, and of their right-hand sides."""
        placed = self.system.elements[number]
        rows = range(placed.first_row, placed.first_row + len(placed.element.equations))
        return [self.n + row for row in rows] + [self.n + self.m + row for row in rows]

    def rows_of_force(self, number: int) -> list[int]:
        """Rows of a force's powers."""
        first = self.n + 2 * self.m + 2 * number
        return [first, first + 1]

    @property
    def rows_of_states(self) -> list[int]:
        """Rows of the rates of own states."""
        return list(range(self.rows - self.own_states, self.rows))

    def _dependences(self) -> list[set[int]]:
        """Of every row the units that it depends on."""
        found: list[set[int]] = [set() for _ in range(self.rows)]
        for unit, columns in enumerate(self.columns):
            for column in columns:
                found[column].add(unit)
        for number, units in enumerate(self.elements):
            for row in self.rows_of_units(units) + self.rows_of_element(number):
                found[row] |= units
        for number, units in enumerate(self.acting):
            for row in self.rows_of_units(units) + self.rows_of_force(number):
                found[row] |= units
        for row in self.rows_of_states:
            found[row] |= self.coupled
        return found

    # ------------------------------------------------------------------ probes of the state

    def probes(self) -> tuple[Array, Array, Array, Array]:
        """Components of the state moved together, where each probe begins, how many there are in either mode, owners.

        In motion all probes are made, at a projection only the first ones, of positions.
        """
        groups = grouped([self.dependences_of(unit) for unit in range(len(self.columns))], self.rows)
        members: list[list[int]] = []
        owners: list[Array] = []
        positions = 0
        for offset in (0, self.n):
            positions = len(members)
            for group in groups:
                for local in range(max(len(self.columns[unit]) for unit in group)):
                    moved = [unit for unit in group if self._counts(unit, local, offset)]
                    if not moved:
                        continue
                    members.append([offset + self.columns[unit][local] for unit in moved])
                    owner = np.full(self.rows, -1)
                    for unit, component in zip(moved, members[-1], strict=True):
                        owner[self.dependences_of(unit)] = component
                    owners.append(owner)
        for state in range(self.own_states):
            members.append([2 * self.n + state])
            owners.append(np.full(self.rows, 2 * self.n + state))
        first = np.cumsum([0, *map(len, members)])
        flat = np.array([component for group in members for component in group], np.int64)
        return flat, first, np.array([len(members), positions]), np.array(owners, np.int64)

    def _counts(self, unit: int, local: int, offset: int) -> bool:
        """Whether some row may depend on a column of a unit, on its velocity where there is an offset."""
        turning = self.turning[0 if offset == 0 else 1]
        return local < len(self.columns[unit]) and (unit not in turning or local >= self.system.world.dimensions)

    def dependences_of(self, unit: int) -> list[int]:
        """Rows that depend on a unit."""
        return [row for row, units in enumerate(self.dependences) if unit in units]

    # ------------------------------------------------------------------ parameters

    def touched(self, direction: Array) -> list[int]:
        """Rows that depend on the numbers of the table that a parameter changes."""
        k, found = self.k, set()
        for at in np.flatnonzero(direction):
            found |= self._rows_of_number(int(at), k)
        return sorted(found)

    def _rows_of_number(self, at: int, k: Array) -> set[int]:
        if at >= k[layout.COLUMN_SCALE]:
            return self._rows_behind(at, k)
        before = [owner for owner in self.owners if owner[0] <= at]
        behind = [owner for owner in self.owners if owner[0] > at]
        near = [owner for owner in before if owner[0] == before[-1][0]] if before else []
        near += [owner for owner in behind if owner[0] == behind[0][0]] if behind else []
        return {row for _, rows in near for row in rows}

    def _rows_behind(self, at: int, k: Array) -> set[int]:
        """Rows of numbers behind those of the elements: masses and gravity; scales change nothing."""
        if at >= k[layout.MASS_SCALE] or at < k[layout.MASS_NUMBERS]:
            return set()
        heavy = [int(k[k[layout.MASS_AT] + number]) for number in range(int(k[layout.MASSES]))]
        if at < k[layout.GRAVITY]:
            heavy = [heavy[(at - int(k[layout.MASS_NUMBERS])) // self.system.world.mass_numbers]]
        return set(self.rows_of_units(heavy))

    @property
    def owners(self) -> list[tuple[int, list[int]]]:
        """Places of the numbers of elements, forces and signals in rising order, and the rows that depend on them.

        Numbers of functions stand before those of their owner, behind those of the owner before.
        """
        if not hasattr(self, "_owners"):
            k, found = self.k, []
            for number, units in enumerate(self.elements):
                rows = self.rows_of_units(units) + self.rows_of_element(number)
                found.append((self._floats(layout.ELEMENT_AT, number), rows))
            acting = [
                self.rows_of_units(units) + self.rows_of_force(number) + self.rows_of_states
                for number, units in enumerate(self.acting)
            ]
            found += [(self._floats(layout.FORCE_AT, number), rows) for number, rows in enumerate(acting)]
            for signal in range(int(k[layout.SIGNALS])):
                rows = [
                    row for own, signals in zip(acting, self.hangs, strict=True) if signal in signals for row in own
                ]
                found.append((self._floats(layout.SIGNAL_AT, signal), rows + self.rows_of_states))
            self._owners = sorted(found, key=lambda owner: owner[0])
        return self._owners

    def _floats(self, records: int, number: int) -> int:
        return int(self.k[self.k[records] + layout.RECORD * number + layout.FLOATS_AT])


def grouped(rows_of: Sequence[Sequence[int]], rows: int) -> list[list[int]]:
    """Numbers of things grouped so that no two of a group share a row, each into the first group that is free."""
    groups: list[list[int]] = []
    taken: list[Array] = []
    for number, own in enumerate(rows_of):
        for group, marks in zip(groups, taken, strict=True):
            if not np.any(marks[list(own)]):
                group.append(number)
                marks[list(own)] = True
                break
        else:
            groups.append([number])
            marks = np.zeros(rows, bool)
            marks[list(own)] = True
            taken.append(marks)
    return groups
