"""The table of a tangent: the pattern of Newton's matrix, its order of elimination, and what is moved for it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from linkwork.numerics.sparse.lu import Pattern, analyse
from linkwork.places import layout_kernel as layout
from linkwork.system.system import System
from linkwork.system.tangent import layout_kernel as tangent
from linkwork.system.tangent.couplings import Couplings


@dataclass(frozen=True)
class Tangent:
    """The table, and how many numbers go with it."""

    table: NDArray[np.int64]
    pattern: Pattern
    moves: int  # evaluations of the equations for one matrix
    outs: int


class _Entries:
    """Entries of the matrix by equation and unknown, in the order in which they were asked for."""

    def __init__(self) -> None:
        self.places: dict[tuple[int, int], int] = {}

    def place(self, row: int, column: int) -> int:
        """The number of an entry."""
        return self.places.setdefault((row, column), len(self.places))

    def axes(self, row: int, columns: range) -> int:
        """The number of the first of the entries of a row in the columns of a unit, which follow each other."""
        if (row, columns[0]) not in self.places:
            for column in columns:
                self.places[row, column] = len(self.places)
        return self.places[row, columns[0]]


def tangent_of(system: System, factors: int = 1, whole: bool = False) -> Tangent:
    """The table of a system's tangent with room for some factors: equations of motion, constraints, own states."""
    units = Couplings(system, whole)
    k, n, m, x = system.k, units.n, units.m, units.own_states
    colours, entries = units.colours, _Entries()
    lists = _moved(units, entries)
    state_owner, state_entry = _moved_by_states(units, entries)
    lists.append(state_entry)
    heavy = k[int(k[layout.MASS_AT]) :][: int(k[layout.MASSES])]
    masses = [
        (entries.place(row, column), entries.place(column, row))
        for row, column in system.world.mass_entries(heavy.tolist())
    ]
    rows = [
        (entries.place(n + row, column), entries.place(column, n + row))
        for row, column in zip(system.entry_rows.tolist(), system.entry_columns.tolist(), strict=True)
    ]
    beside = _beside(units, entries) if whole else [[], [], []]
    diagonal = [entries.place(row, row) for row in range(n, n + m + x)]
    for column in range(n):
        entries.place(column, column)
    pattern = analyse(
        [row for row, _ in entries.places], [column for _, column in entries.places], n + m + x, range(n, n + m)
    )
    out = int(k[layout.VALUES] - k[layout.OUT])
    widths = sum(int(k[k[layout.ELEMENT_AT] + layout.RECORD * e + layout.WIDTH]) for e in range(len(system.elements)))
    counts = [n + m + x, pattern.entries, len(colours), out, widths, x]
    firsts = np.cumsum([0, *map(len, colours)]).tolist()
    firsts_of_units = [units.columns[unit][0] for colour in colours for unit in colour]
    axes = [len(units.columns[colour[0]]) for colour in colours]
    kinds = [0 if row < n else 1 if row < n + m else 2 for row, _ in entries.places]
    lists = [firsts, firsts_of_units, axes, *lists, list(chain(*masses)), list(chain(*rows)), diagonal, kinds, *beside]
    lists += [
        np.cumsum([0, *map(len, units.state_colours)]).tolist(),
        list(chain(*units.state_colours)),
        [next((state for state in colour if state in units.forcing), -1) for colour in units.state_colours],
        state_owner,
    ]
    begins = [tangent.HEADER]
    for numbers in lists:
        begins.append(begins[-1] + len(numbers))
    factor_table = begins[-1]
    room = factor_table + len(pattern.table)
    header = [*counts, *begins[:-1], factor_table, room, room + (factors - 1) * pattern.room, pattern.numbers]
    most = max((len(placed.element.equations) for placed in system.elements), default=0)
    header += [len(units.element_colours), most, len(units.state_colours)]
    assert len(header) == tangent.HEADER
    table = np.concatenate(
        [np.fromiter(chain(header, *lists), np.int64), pattern.table, np.zeros(factors * pattern.room, np.int64)]
    )
    return Tangent(table, pattern, sum(axes) + len(units.state_colours), out)


def _moved(units: Couplings, entries: _Entries) -> list[list[int]]:
    """For every colour what its units move: owners and entries of loads, elements, equations and rates."""
    system, n, m, x = units.system, units.n, units.m, units.own_states
    row_owner, row_entry, element_owner = list[int](), list[int](), list[int]()
    column_entry, equation_entry, rate_owner, rate_entry = list[int](), list[int](), list[int](), list[int]()
    local = _local_columns(units)
    marked: list[set[int]] = [set() for _ in system.elements]
    first = np.array([placed.first_row for placed in system.elements])
    owner = np.searchsorted(first, system.entry_rows, "right") - 1
    for element, column in zip(owner.tolist(), system.entry_columns.tolist(), strict=True):
        marked[element].add(column)
    of_element = units.elements
    for colour in units.colours:
        inside = set(colour)
        by_body = {body: unit for unit in colour for body in units.loads[unit]}
        for column in range(n):
            unit = by_body.get(units.unit_of[column], -1)
            row_owner.append(units.columns[unit][0] if unit >= 0 else -1)
            row_entry.append(entries.axes(column, units.columns[unit]) if unit >= 0 else -1)
        for element, placed in enumerate(system.elements):
            unit = next(iter(of_element[element] & inside), -1)
            columns = units.columns[unit] if unit >= 0 else range(0)
            element_owner.append(columns[0] if unit >= 0 else -1)
            for column in local[element]:
                moved = unit >= 0 and column in marked[element] and not units.whole
                column_entry.append(entries.axes(column, columns) if moved else -1)
            for row in range(placed.first_row, placed.first_row + len(placed.element.equations)):
                equation_entry.append(entries.axes(n + row, columns) if unit >= 0 else -1)
        unit = next(iter(units.coupled & inside), -1) if x else -1
        for state in range(x):
            moved = unit >= 0 and unit in units.rates[state][0]
            rate_owner.append(units.columns[unit][0] if moved else -1)
            rate_entry.append(entries.axes(n + m + state, units.columns[unit]) if moved else -1)
    return [row_owner, row_entry, element_owner, column_entry, equation_entry, rate_owner, rate_entry]


def _moved_by_states(units: Couplings, entries: _Entries) -> tuple[list[int], list[int]]:
    """For every colour of own states and every coordinate and own state: the state that moves it, and the entry."""
    n, last = units.n, units.n + units.m
    owners, places = list[int](), list[int]()
    pushed = [column for column in range(n) if units.unit_of[column] in units.pushed]
    for colour in units.state_colours:
        owner, entry = [-1] * (n + units.own_states), [-1] * (n + units.own_states)
        for state in colour:
            for row in pushed if state in units.forcing else ():
                owner[row], entry[row] = state, entries.place(row, last + state)
            for rate in units.moved_rates[state]:
                owner[n + rate], entry[n + rate] = state, entries.place(last + rate, last + state)
        owners += owner
        places += entry
    return owners, places


def _beside(units: Couplings, entries: _Entries) -> list[list[int]]:
    """Colours of the elements; of every equation where its pairs begin; pairs of a coordinate and its entry beside."""
    colours = [0] * len(units.elements)
    for colour, elements in enumerate(units.element_colours):
        for element in elements:
            colours[element] = colour
    firsts, pairs = [0], list[int]()
    for placed, held in zip(units.system.elements, units.elements, strict=True):
        columns = [column for unit in sorted(held) for column in units.columns[unit]]
        for row in range(placed.first_row, placed.first_row + len(placed.element.equations)):
            for column in columns:
                pairs += [column, entries.place(column, units.n + row)]
            firsts.append(len(pairs) // 2)
    return [colours, firsts, pairs]


def _local_columns(units: Couplings) -> list[list[int]]:
    """Columns of every element in its own order: of its two bodies, then of what else it has; -1: the ground."""
    k, size, local_columns = units.k, units.size, []
    for element in range(len(units.system.elements)):
        record = int(k[layout.ELEMENT_AT]) + layout.RECORD * element
        ints, width = int(k[record + layout.INTS_AT]), int(k[record + layout.WIDTH])
        columns = []
        for column in range(width):
            if column < 2 * size:
                place = int(k[ints + 1 + 2 * (column // size)]) - size
                columns.append(place + column % size if place >= 0 else -1)
            else:
                columns.append(int(k[ints + 5 + 2 * (column - 2 * size)]) - size)
        local_columns.append(columns)
    return local_columns
