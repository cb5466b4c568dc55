"""Which equations of motion depend on which coordinates, and which coordinates may be moved together.

Loads: those of forces and of contacts with a force law, on the bodies on which they act; forces depend on what they
read through signals, too. Elements: multipliers times their rows, on all bodies
and coordinates of the element. A body's inertia, weight and chart are its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain

import numpy as np

from linkwork.base.arrays import Array
from linkwork.places import layout_kernel as layout
from linkwork.system.contact import contact_layout_kernel as contact_layout
from linkwork.system.system import System
from linkwork.system.tangent.signal_flow import SignalFlow

Unit = int


class Couplings:
    """Units of a system, what depends on them, and their colours."""

    def __init__(self, system: System, whole: bool = False) -> None:
        self.whole = whole
        self.system, self.k = system, system.k
        self.size, bodies = system.world.size, len(system.bodies)
        self.n, self.m = len(system.coordinates), len(system.equations)
        self.own_states = max(int(self.k[layout.STATES]) - layout.QUADRATURES, 0)
        own = range(self.size * bodies, self.n)
        self.columns = [range(self.size * body, self.size * (body + 1)) for body in range(bodies)]
        self.columns += [range(column, column + 1) for column in own]
        self.unit_of = [column // self.size for column in range(self.size * bodies)]
        self.unit_of += [bodies + number for number in range(len(own))]
        self.bodies = bodies
        self.flow = SignalFlow(system)

    @cached_property
    def elements(self) -> list[set[Unit]]:
        """Units of every element."""
        elements = [{end - 1 for end in placed.ends if end > 0} for placed in self.system.elements]
        for units, placed in zip(elements, self.system.elements, strict=True):
            units.update(self.unit_of[column] for column in placed.own)
        first = np.array([placed.first_row for placed in self.system.elements])
        owner = np.searchsorted(first, self.system.entry_rows, "right") - 1
        for element, column in zip(owner.tolist(), self.system.entry_columns.tolist(), strict=True):
            elements[element].add(self.unit_of[column])
        return elements

    @cached_property
    def coupled(self) -> set[Unit]:
        """Units on which the rates of own states may depend."""
        return set[Unit]().union(*(units for units, _ in self.rates))

    @cached_property
    def rates(self) -> list[tuple[set[Unit], set[int]]]:
        """Of every own state the units and the own states on which its rate may depend, itself among them.

        Laws of contact may keep states whose flow is not told: there every rate depends on everything.
        """
        in_contact = set(chain.from_iterable(self._compliant_pairs()))
        every = set(range(self.own_states))
        if in_contact:
            units = in_contact.union(*(self.flow.rate(state)[0] for state in every))
            return [(units, every) for _ in every]
        rates = [self.flow.rate(state) for state in range(self.own_states)]
        return [(units, states | {state}) for state, (units, states) in enumerate(rates)]

    @cached_property
    def moved_rates(self) -> list[set[int]]:
        """Of every own state those whose rates it moves."""
        moved: list[set[int]] = [set() for _ in self.rates]
        for rate, (_, states) in enumerate(self.rates):
            for state in states:
                moved[state].add(rate)
        return moved

    @cached_property
    def forcing(self) -> set[int]:
        """Own states on which forces may depend."""
        if any(True for _ in self._compliant_pairs()):
            return set(range(self.own_states))
        return set[int]().union(*(states for _, _, states in self.forces))

    @cached_property
    def state_colours(self) -> list[list[int]]:
        """Own states that may be moved together: no rate depends on two of them, and forces on one at most."""
        marks: list[set[tuple[int, int]]] = [{(0, rate) for rate in moved} for moved in self.moved_rates]
        for state in self.forcing:
            marks[state].add((1, 0))
        return _grouped(marks, range(self.own_states))

    @cached_property
    def forces(self) -> list[tuple[set[Unit], set[Unit], set[int]]]:
        """Of every force the bodies on which it acts, those on which it depends, and the own states that it knows."""
        numbers = range(int(self.k[layout.FORCES]))
        return [(self.flow.bodies(layout.FORCE_AT, number), *self.flow.force(number)) for number in numbers]

    @cached_property
    def pushed(self) -> set[Unit]:
        """Bodies on which forces act that may depend on own states."""
        union: set[Unit] = set().union(*(acting for acting, _, knows in self.forces if knows))
        return union | set(chain.from_iterable(self._compliant_pairs()))

    @cached_property
    def loads(self) -> list[set[Unit]]:
        """For every unit those bodies whose loads it moves; whole: those units whose equations of motion it moves."""
        loads: list[set[Unit]] = [{unit} if unit < self.bodies else set() for unit in range(len(self.columns))]
        for acting, moved_by, _ in self.forces:
            for unit in moved_by:
                loads[unit] |= acting
        for pair in self._compliant_pairs():
            for unit in pair:
                loads[unit] |= pair
        for units in self.elements if self.whole else ():
            for unit in units:
                loads[unit] |= units
        return loads

    def _compliant_pairs(self) -> Iterable[set[Unit]]:
        """Bodies of contacts with a force law."""
        table = int(self.k[layout.CONTACTS])
        if table == 0:
            return
        at = int(self.k[table + contact_layout.POINT_AT])
        for point in range(int(self.k[table + contact_layout.POINTS])):
            record = at + contact_layout.POINT_RECORD * point
            if self.k[record + contact_layout.POINT_LAW] > 0:
                columns = (int(self.k[record + place]) for place in (contact_layout.POINT_I, contact_layout.POINT_J))
                yield {column // self.size for column in columns if column >= 0}

    @cached_property
    def colours(self) -> list[list[Unit]]:
        """Units that may be moved together: bodies, then coordinates that elements own."""
        marks: list[set[tuple[int, int]]] = [{(0, row) for row in rows} for rows in self.loads]
        for number, units in enumerate(self.elements):
            for unit in units:
                marks[unit].add((1, number))
        if self.own_states:
            for unit in self.coupled:
                marks[unit].add((2, 0))
        every = range(len(self.columns))
        return _grouped(marks, every[: self.bodies]) + _grouped(marks, every[self.bodies :])

    @cached_property
    def element_colours(self) -> list[list[int]]:
        """Elements in groups that share no unit."""
        return _grouped([{(0, unit) for unit in units} for units in self.elements], range(len(self.elements)))


def moved_together(units: Couplings, scale: Array) -> Iterator[tuple[list[Unit], int, Array]]:
    """Every group of bodies with every axis, and the motion that moves all of them along it by a unit."""
    for group in units.colours:
        for axis in range(len(units.columns[group[0]])):
            motion = np.zeros(units.n)
            for unit in group:
                column = units.columns[unit][axis]
                motion[column] = scale[column]
            yield group, axis, motion


def _grouped(marks: Sequence[set[tuple[int, int]]], units: Iterable[Unit]) -> list[list[Unit]]:
    """Units in groups none of which has a mark twice, each in the first that is free (Curtis, Powell, Reid 1974)."""
    groups: list[list[Unit]] = []
    taken: list[set[tuple[int, int]]] = []
    for unit in units:
        for group, used in zip(groups, taken, strict=True):
            if used.isdisjoint(marks[unit]):
                group.append(unit)
                used |= marks[unit]
                break
        else:
            groups.append([unit])
            taken.append(set(marks[unit]))
    return groups
