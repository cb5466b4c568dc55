"""Which elements and forces depend on what: on which bodies, and on which numbers of the table.

A unit is a body, or a coordinate that an element owns. Forces depend on the units on which they act, cells of solids
on all their nodes, and on those that their signals measure; where there are own states, on all units that forces and
signals touch.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from linkwork.analysis.sensitivity.adjoint_flow import signals_of_forces, turning_only
from linkwork.base.arrays import Array
from linkwork.places import layout_kernel as layout
from linkwork.system.system import System
from linkwork.system.tangent.signal_flow import SignalFlow


class Structure:
    """Units, and what depends on them and on numbers. Rows of forces: one a force, then one an own state."""

    def __init__(self, system: System) -> None:
        self.system, self.k = system, system.k
        self.n = len(system.coordinates)
        self.size, bodies = system.world.size, len(system.bodies)
        self.forces = int(self.k[layout.FORCES])
        self.own_states = max(int(self.k[layout.STATES]) - layout.QUADRATURES, 0)
        self.columns = [range(self.size * body, self.size * (body + 1)) for body in range(bodies)]
        self.columns += [range(own, own + 1) for own in range(self.size * bodies, self.n)]
        self.unit_of = {column: unit for unit, columns in enumerate(self.columns) for column in columns}
        self.elements = [self._element(number) for number in range(len(system.elements))]
        flow = SignalFlow(system)
        self.acting = [flow.bodies(layout.FORCE_AT, one) | flow.cell_nodes(one) for one in range(self.forces)]
        measuring = [flow.bodies(layout.SIGNAL_AT, number) for number in range(int(self.k[layout.SIGNALS]))]
        hangs = None if self.own_states else signals_of_forces(system)
        self.coupled: set[int] = set()
        if hangs is None:
            self.coupled = set().union(*self.acting, *measuring)
            self.acting = [self.coupled] * self.forces
            hangs = [set(range(len(measuring)))] * self.forces
        for number, signals in enumerate(hangs):
            self.acting[number] = self.acting[number].union(*(measuring[signal] for signal in signals))
        self.hangs = hangs
        self.turning = turning_only(system, self.acting, hangs, len(self.columns))
        self.owners = self._owners()

    def _element(self, number: int) -> set[int]:
        """Units of an element."""
        placed = self.system.elements[number]
        rows = range(placed.first_row, placed.first_row + len(placed.element.equations))
        columns = self.system.entry_columns[np.isin(self.system.entry_rows, rows)]
        element = {self.unit_of[int(column)] for column in columns} | {self.unit_of[own] for own in placed.own}
        return element | {end - 1 for end in placed.ends if end > 0}

    @property
    def rows_of_states(self) -> list[int]:
        """Rows of the rates of own states."""
        return list(range(self.forces, self.forces + self.own_states))

    def rows_of_unit(self, unit: int) -> list[int]:
        """Rows of forces that depend on a unit."""
        rows = [number for number, units in enumerate(self.acting) if unit in units]
        return rows + (self.rows_of_states if unit in self.coupled else [])

    # ------------------------------------------------------------------ numbers of the table

    def elements_of(self, at: int) -> list[int]:
        """Elements that may depend on a number of the table."""
        return [number for kind, number in self._near(at) if kind == layout.ELEMENT_AT]

    def rows_of_number(self, at: int) -> list[int]:
        """Rows of forces that may depend on a number of the table."""
        rows = set()
        for kind, number in self._near(at):
            if kind == layout.FORCE_AT:
                rows |= {number, *self.rows_of_states}
            elif kind == layout.SIGNAL_AT:
                rows |= {force for force, signals in enumerate(self.hangs) if number in signals}
                rows |= set(self.rows_of_states)
        return sorted(rows)

    def _near(self, at: int) -> list[tuple[int, int]]:
        """Owners around a number: numbers of functions stand before those of their owner, behind those before."""
        if at >= self.k[layout.COLUMN_SCALE]:
            return []
        starts = [start for start, _, _ in self.owners]
        behind = int(np.searchsorted(starts, at, "right"))
        chosen = set(starts[max(behind - 1, 0) : behind + 1])
        return [(kind, number) for start, kind, number in self.owners if start in chosen]

    def _owners(self) -> list[tuple[int, int, int]]:
        """Where the numbers of elements, forces and signals begin, in rising order: place, kind, number."""
        counts = {
            layout.ELEMENT_AT: len(self.elements),
            layout.FORCE_AT: self.forces,
            layout.SIGNAL_AT: int(self.k[layout.SIGNALS]),
        }
        return sorted(
            (int(self.k[self.k[kind] + layout.RECORD * number + layout.FLOATS_AT]), kind, number)
            for kind, count in counts.items()
            for number in range(count)
        )


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
