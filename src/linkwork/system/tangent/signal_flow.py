"""How numbers flow from bodies through signals to forces and to the rates of own states.

Sensors, functions, formulas and laws of the user tell by their integers what they read and write; of other signals, and
of forces, every integer that may be a place in the memory is taken for one: by chance that only makes the answer
larger.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.elements.forces_base import SOLID_KERNELS
from linkwork.numerics import opcodes
from linkwork.numerics.jit import address
from linkwork.places import layout_kernel as layout
from linkwork.signals.activation_kernel import activation
from linkwork.signals.fibres_kernel import fibres
from linkwork.signals.formula_kernel import formula
from linkwork.signals.function_kernel import function
from linkwork.signals.linear_kernel import linear
from linkwork.signals.measure_kernel import measure
from linkwork.signals.measure_space_kernel import measure_space
from linkwork.signals.muscle_kernel import muscle
from linkwork.signals.muscle_layout_kernel import COSINE, OWN_FORCE, OWN_TENDON, RELATIVE, TELLS
from linkwork.signals.muscles.fibre_speed_kernel import fibre_speed
from linkwork.signals.path_kernel import AT, PULL, STATION, TIP, path
from linkwork.signals.python_kernel import python
from linkwork.system.system import System

_ENDS = 4  # integers before those of the kernel


def read_and_written(kernel: Any, k: NDArray[np.int64], at: int) -> tuple[set[int], set[int]] | None:
    """Places in the memory that a signal, its integers from `at` on, reads and writes; None where it does not tell."""
    if kernel in (measure, measure_space):
        place = int(k[at + (1 if kernel is measure else 2)])
        return set(), {place, place + 1}
    if kernel is function:
        return {int(k[at + 1])}, {int(k[at])}
    if kernel is formula:
        steps = np.reshape(k[at + 2 : at + 2 + 3 * int(k[at + 1])], (-1, 3))
        return {int(place) for code, place, _ in steps if code == opcodes.VARIABLE}, {int(k[at])}
    if kernel is linear:
        return set(map(int, k[at + 2 : at + 2 + int(k[at + 1])])), {int(k[at])}
    if kernel is python:
        written = at + 2 + int(k[at + 1])
        return set(map(int, k[at + 2 : written])), set(map(int, k[written + 1 :][: int(k[written])]))
    if kernel is path:
        return _of_path(k, at)
    if kernel in (fibres, muscle):
        way, active, strain, rate, told = map(int, k[at + 2 : at + 7])
        states, rates = ({active, strain}, {rate}) if k[at + 1] > 0 else ({active}, set[int]())
        cells = set(range(told, told + TELLS))
        return ({way, way + 1} | states, cells) if kernel is fibres else (cells | states, cells | rates)
    if kernel is fibre_speed:
        told = int(k[at])
        return {told + COSINE, told + OWN_TENDON, told + OWN_FORCE}, {told + RELATIVE, told + OWN_FORCE}
    if kernel is activation:
        asked, told, state, rate = map(int, k[at : at + 4])
        return {asked, state}, {told, rate}
    return None


def _of_path(k: NDArray[np.int64], at: int) -> tuple[set[int], set[int]]:
    """Coordinates that a path reads, with their rates; its length, its rate and the pulls of its stations."""
    read, written = set[int](), {int(k[at + 1]), int(k[at + 1]) + 1}
    for station in range(at + 2, at + 2 + STATION * int(k[at]), STATION):
        for place in map(int, k[station + AT : station + PULL]):
            read |= {place, place + 1} if place >= 0 else set()
        pull = int(k[station + PULL])
        written |= set(range(pull, pull + TIP + 2))
    return read, written


class SignalFlow:
    """What forces and own states of a system depend on."""

    def __init__(self, system: System) -> None:
        self.system, self.k = system, system.k
        self.states = int(self.k[layout.STATES])
        self.own = max(self.states - layout.QUADRATURES, 0)
        signals = system.signals
        self.first, self.last = (0, 0) if signals is None else (signals.first_state, signals.size)
        self.count = int(self.k[layout.SIGNALS])

    def bodies(self, records: int, number: int) -> set[int]:
        """Moving bodies of a force or a signal."""
        ints = int(self.k[self.k[records] + layout.RECORD * number + layout.INTS_AT])
        ends = (int(self.k[ints + place]) // self.system.world.pose_size for place in (0, 2))
        return {end - 1 for end in ends if end > 0}

    def force(self, number: int) -> tuple[set[int], set[int]]:
        """Bodies and own states on which a force may depend."""
        solid = self.cell_nodes(number)
        if solid:
            return solid | self.bodies(layout.FORCE_AT, number), set()
        force, places = self._behind(self._memory_places(layout.FORCE_AT, number))
        return force | self.bodies(layout.FORCE_AT, number), self._states_in(places)

    def rate(self, state: int) -> tuple[set[int], set[int]]:
        """Bodies and own states on which the rate of an own state may depend."""
        rate = self.first + self.states + state
        places, bodies = {rate}, set[int]()
        for force, held in enumerate(self._places_of_forces):
            if rate in held:
                places |= held
                bodies |= self.bodies(layout.FORCE_AT, force)
        behind, seen = self._behind(places)
        return bodies | behind, self._states_in(seen)

    def _states_in(self, places: set[int]) -> set[int]:
        return {place - self.first for place in places if self.first <= place < self.first + self.own}

    def cell_nodes(self, number: int) -> set[int]:
        """The other nodes of a cell of a solid, whose places stand behind its ends; none of other forces."""
        force = self.system.mechanism.forces.get(self.system.forces[number])
        if force is None or force.kernel not in SOLID_KERNELS:
            return set()
        world, record = self.system.world, int(self.k[layout.FORCE_AT]) + layout.RECORD * number
        ints, each = int(self.k[record + layout.INTS_AT]) + _ENDS, 2 * world.size
        places = (int(self.k[ints + each * other]) for other in range(int(self.k[record + layout.ROWS]) - 2))
        return {place // world.pose_size - 1 for place in places if place >= world.pose_size}

    @cached_property
    def _places_of_forces(self) -> list[set[int]]:
        return [self._memory_places(layout.FORCE_AT, number) for number in range(int(self.k[layout.FORCES]))]

    def _behind(self, places: set[int]) -> tuple[set[int], set[int]]:
        """Bodies that are measured for the numbers at some places, and all places that are read for them."""
        behind, seen, waiting = set[int](), set(places), list(places)
        while waiting:
            for number in self._writers.get(waiting.pop(), ()):
                behind |= self._measured[number]
                new = self._flows[number][0] - seen
                seen |= new
                waiting += new
        return behind, seen

    @cached_property
    def _measured(self) -> list[set[int]]:
        return [self.bodies(layout.SIGNAL_AT, number) for number in range(self.count)]

    @cached_property
    def _writers(self) -> dict[int, list[int]]:
        """Signals by the places that they write."""
        writers: dict[int, list[int]] = {}
        for number, (_, written) in enumerate(self._flows):
            for place in written:
                writers.setdefault(place, []).append(number)
        return writers

    @cached_property
    def _flows(self) -> list[tuple[set[int], set[int]]]:
        """Places that every signal reads and writes."""
        of_muscles = (path, fibres, fibre_speed, muscle, activation)
        known = (measure, measure_space, function, formula, linear, python, *of_muscles)
        kinds = {address(kernel, "constraint", self.system.scalar): kernel for kernel in known} if self.count else {}
        return [self._flow(number, kinds) for number in range(self.count)]

    def _flow(self, number: int, kinds: dict[int, Any]) -> tuple[set[int], set[int]]:
        k, record = self.k, int(self.k[layout.SIGNAL_AT]) + layout.RECORD * number
        at, kernel = int(k[record + layout.INTS_AT]) + _ENDS, kinds.get(int(k[record + layout.ADDRESS]))
        known = read_and_written(kernel, k, at)
        if known is not None:
            return known
        places = self._memory_places(layout.SIGNAL_AT, number)
        return places, places

    def _memory_places(self, records: int, number: int) -> set[int]:
        """Integers of a force or a signal that may be places in the memory."""
        begin = int(self.k[self.k[records] + layout.RECORD * number + layout.INTS_AT])
        end = int(self._starts[np.searchsorted(self._starts, begin, "right")])
        return {int(value) for value in self.k[begin + _ENDS : end] if self.first <= value < self.last}

    @cached_property
    def _starts(self) -> NDArray[np.int64]:
        """Where the integers of elements, forces and signals begin, in rising order."""
        starts = [self.k[layout.ELEMENT_AT : layout.ELEMENT_AT + 1]]
        for at, count in (
            (layout.ELEMENT_AT, layout.ELEMENTS),
            (layout.FORCE_AT, layout.FORCES),
            (layout.SIGNAL_AT, layout.SIGNALS),
        ):
            first = int(self.k[at]) + layout.INTS_AT
            starts.append(self.k[first : first + layout.RECORD * int(self.k[count]) : layout.RECORD])
        return np.unique(np.concatenate(starts))
