"""The right-hand side of formulation "joint" of one mechanism, recorded for the compiled loop.

It reads and writes what the kernel of the tables does: y = (joint coordinates, their rates, own states) with the powers
last among the rates; the workspace w for what others put there, which are the memory of signals and elements (inputs,
sampled numbers, sides of switches) and the references of charts. Inputs of the tape have their text in C as their name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.numerics.switch_kernel import FROZEN
from linkwork.places import layout_kernel as layout
from linkwork.program.elimination import Elimination
from linkwork.program.evaluation import live
from linkwork.program.joint_recorder import JointWork, balls, recorded_motion
from linkwork.program.solution import add_solution, eliminated
from linkwork.program.tape import Number, Tape
from linkwork.program.work import TIME, Recorded
from linkwork.system.formulations.formulation_kernel import NEARBY
from linkwork.system.loop.watches_kernel import ARMED, place_of
from linkwork.system.system import System


@dataclass(frozen=True)
class RecordedRate:
    """A tape; where each number of it is stored; and the places of w that say whether the tables have to be asked."""

    tape: Tape
    stores: list[tuple[int, str]]
    zeros: list[str]
    grip: int | None  # node of the grip of the closures
    own: int  # where the formulation's own numbers begin in w
    near: int  # above zero: a singular position is near
    frozen: list[int]  # zero: a law decides by itself
    inputs: dict[str, str]


class LoopWork(JointWork):
    """Tables in which also the memory and the references of charts are recording numbers, and some of the tables' own.

    `varying` are the places of numbers that differ from design to design: they are read from the tables at every call.
    """

    def __init__(self, bare: System, loop: System, q: Array, v: Array, varying: Sequence[int] = ()) -> None:
        self.loop, self.varying = loop, varying
        super().__init__(bare, (), q, v)

    def _numbers(self) -> list[Any]:
        p = super()._numbers()
        for place in self.varying:
            self._take(p, place, "", f"p[{place}]")
        return p

    def _lawful(self) -> dict[str, int]:
        """In a run nothing comes: inputs follow their laws."""
        return {}

    def _take(self, w: list[Any], place: int, name: str, text: str = "") -> None:
        """An input in the place of a number, named by where the loop has it."""
        super()._take(w, place, text or self._place(place))

    def _place(self, place: int) -> str:
        memory, n = int(self.system.k[layout.MEMORY]), len(self.joint_names)
        state = place - int(self.system.k[layout.STATE])
        if 0 <= state < int(self.system.k[layout.STATES]):
            return f"y[{2 * n + state}]"
        return f"w[{int(self.loop.k[layout.MEMORY]) + place - memory}]"

    def _free_switches(self, w: list[Any]) -> None:
        """During a step laws decide as they did at its start."""
        k = self.system.k
        switches = [int(place_of(k, watch)) + FROZEN for watch in range(int(k[layout.SWITCHES]))]
        for place in range(int(k[layout.MEMORY]), int(k[layout.OUT])):
            if place in switches:
                w[place] = float(ARMED)
            elif w[place].__class__ is not Number:
                self._take(w, place, "")
        self.memory: list[Any] = w[int(k[layout.MEMORY]) : int(k[layout.OUT])]

    def _state(self, start: Array) -> None:
        """Coordinates are those of the loop: a ball has a chart about its reference."""
        n = self.n
        self.coordinates = tuple(f"y[{number}]" for number in range(n))
        self.rates = tuple(f"y[{n + number}]" for number in range(n))
        self.turns = ()
        self.start = [float(x) for x in start[:n]]
        for (_, here), (_, there) in zip(self.balls, balls(self.loop), strict=True):
            for part in range(4):
                name = f"w[{there + part}]"
                self.begin[name] = float(self.w[here + part])
                self.w[here + part] = self.tape.input(name)
        self.v = [self.tape.input(name) for name in self.rates]
        self.y = type(self.w)([*(self.tape.input(name) for name in self.coordinates), *self.v])

    def remembered(self, wanted: list[int]) -> dict[str, Any]:
        """Numbers of the memory that an evaluation reads and then changes: the next one reads the new ones."""
        first = int(self.system.k[layout.MEMORY])
        asked, remembered = set(live(self.tape, wanted)), dict[str, Any]()
        for number, before in enumerate(self.memory):
            after = self.w[first + number]
            name = self._place(first + number)
            if before.__class__ is not Number or before.place not in asked or name[0] != "w":
                continue
            if after.__class__ is not Number or after.place != before.place:
                remembered[name] = after
        return remembered


def record_rate(bare: System, loop: System, q: Array, v: Array, varying: Sequence[int] = ()) -> RecordedRate:
    """The right-hand side at the states of a loop whose tables are those of `loop`, `bare` before it got its tree.

    Numbers of the tables at the places `varying` are read when it is called, all others are constants.
    """
    work = LoopWork(bare, loop, q, v, varying)
    recorded = recorded_motion(work)
    elimination = None
    if "accelerations" not in recorded.results:
        elimination = eliminated(recorded, work)
        add_solution(recorded, elimination)
    rates = [*recorded.vector("rates"), *recorded.vector("accelerations"), *recorded.vector("state_rates")]
    rates += [*work.numbers(work.k[layout.ENERGY] + 3 + number for number in range(2)), _driven(recorded)]
    tape = work.tape
    stores, zeros = list[tuple[int, str]](), list[str]()
    for number, value in enumerate(rates):
        if value.__class__ is Number:
            stores.append((value.place, f"dy[{number}]"))
        else:
            zeros.append(f"dy[{number}] = {float(value)!r};")
    grip = None if elimination is None else _grip(work, elimination)
    wanted = [node for node, _ in stores] + ([] if grip is None else [grip])
    stores += [(tape.place(value), name) for name, value in work.remembered(wanted).items()]
    own, switches = int(loop.k[layout.WORKSPACE]), range(int(loop.k[layout.SWITCHES]))
    frozen = [int(place_of(loop.k, watch)) + FROZEN for watch in switches]
    inputs = {name: name for name in tape.names.values()} | {TIME: "t"}
    return RecordedRate(tape, stores, zeros, grip, own, own + NEARBY, frozen, inputs)


def _driven(recorded: Recorded) -> Any:
    """The power of the drivers, -lambda' nu."""
    power: Any = 0.0
    for multiplier, speed in zip(recorded.vector("multipliers"), recorded.vector("speeds"), strict=True):
        power = power - multiplier * speed
    return power


def _grip(work: LoopWork, elimination: Elimination) -> int | None:
    """The root of the smallest pivot of the scaled rows; those that are left alone do not count."""
    largest: Any = 0.0
    for row, unit in enumerate(np.array(work.row_units)):
        inverse = -elimination.inverse[work.n + row] / float(unit * unit * work.mass_unit)
        larger = inverse > largest
        largest = work.tape.select(larger, inverse, largest)
    if largest.__class__ is not Number:
        return None
    return work.tape.place(work.tape.unary("sqrt", 1.0 / largest))
