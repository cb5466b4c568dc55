"""Signals in the tables: places in the memory, and records of the kernels that fill them before the forces act.

The memory of a workspace holds, in this order: what the joints remember, the own states, their rates, then the cells
of signals, switches, flags and samplers. Signals are evaluated in the order in which they were made, so that each finds
its inputs. A table without a writer only checks what it is given (nothing is compiled).
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from linkwork.base.errors import MechanismError, within
from linkwork.base.late_dataclass import dataclass
from linkwork.base.names import GROUND
from linkwork.elements.freedoms import Freedom, world_of
from linkwork.expression import Expression
from linkwork.functions.base import Function
from linkwork.functions.expression import Formula
from linkwork.functions.law import PythonLaw
from linkwork.functions.packed import Packed
from linkwork.numerics import opcodes
from linkwork.places import layout_kernel as layout
from linkwork.places.base_row import BaseRow
from linkwork.places.base_scope import BaseScope
from linkwork.signals.channel_places import channel_place
from linkwork.signals.delay import Delay
from linkwork.signals.law_records import RESULTS, TIME, pack_formula, pack_python, variable_place
from linkwork.signals.parts import Flag, State, When
from linkwork.signals.timing import Timing

DRIVEN = "energy.driven"
FLIPS = "its path goes round the surface at station {} on another side"
"""What is told of a path that changes its side."""
COUNTS = "its path goes over the point at station {}"
"""What is told of a point that begins or ceases to count."""
QUADRATURES = ("energy.lost", "energy.given", DRIVEN)
"""The last of the states: integrals of the powers lost in forces, given by forces, given by drivers."""


@dataclass(frozen=True)
class Switch:
    """A decision inside a law, or an event: where it lies, whose it is, and what decides."""

    place: int
    owner: str
    text: str
    direction: int = 0
    kind: int = layout.OF_LAW
    action: int = layout.LOG
    whole: bool = False
    """Whether the text says all, so that neither its beginning nor its end is told."""


@dataclass(frozen=True)
class PathSurface:
    """A surface that the path of a muscle goes round: where the memory has what is kept of it, and its switches.

    A point that may not count is one of the kind 0, of which nothing is kept.
    """

    muscle: str
    station: int
    kind: int
    kept: int
    switch: int
    followed: bool = False
    """Whether the way round it is followed from step to step, and may end: it is no shortest one in closed form."""
    at: tuple[int, ...] = ()
    """Places of the coordinates of its centre."""
    tips: tuple[tuple[int, ...], ...] = ()
    """Places of those of points on its axes."""
    radii: tuple[Any, ...] = ()
    beside: tuple[int, ...] = ()
    """The stations of the two points between which it lies, points that always count."""
    beside_at: tuple[tuple[int, ...], ...] = ()
    """Places of the coordinates of these."""


@dataclass(frozen=True)
class Sampler:
    """A sampled controller: where its numbers lie, and its period."""

    place: int
    period: float
    owner: str
    late: float = 0.0
    """How long after the start it takes its first sample."""


def tells_flip(text: str) -> bool:
    """Whether the text of an event tells that a path changes its side, or the points that it goes over."""
    before, behind = FLIPS.split("{}")
    return (before in text and behind in text) or tells_point(text)


def tells_point(text: str) -> bool:
    """Whether the text of an event tells that a point of a path begins or ceases to count."""
    return COUNTS.split("{}")[0] in text


def _states(scope: BaseScope) -> dict[str, Any]:
    """Own states of signals and forces by name, with their values at the start; the integrals of the powers last."""
    states = {}
    kinds: dict[str, Mapping[str, Any]] = {"signal": scope.mechanism.signals, "force": scope.mechanism.forces}
    for kind, parts in kinds.items():
        for name, part in parts.items():
            with within(f"{kind} '{name}'"):
                for label, start in part.states().items():
                    states[f"{name}.{label}" if label else name] = scope.number(start)
    return states | dict.fromkeys(QUADRATURES, 0.0)


Put = Callable[[Callable[..., Any], tuple[str, str], Sequence[Any], Sequence[int], Sequence[Packed], int, bool], None]


class Signals:
    """All signals of one system while its tables are laid out."""

    def __init__(
        self, scope: BaseScope, scalar: str = "real", remembered: int = 0, put: Put | None = None, row: Any = None
    ) -> None:
        self.scope = scope
        self.scalar = scalar
        self.put = put
        self.row = row or scope.mechanism.row_class
        self.states = states = _states(scope)
        self.first_state = remembered
        self.size = remembered + 2 * len(states)
        self.start: dict[int, Any] = {}
        self.places: dict[str, int] = {}
        self.reported: dict[str, int] = {}
        self.whole: dict[str, list[int]] = {}
        """Channels of contacts with several points, and the places of those points' numbers."""
        self.switches: list[Switch] = []
        self.samplers: list[Sampler] = []
        self.breaks: list[Function] = []
        self.timed: list[tuple[str, Expression]] = []
        self.timing = Timing(scope)
        self.numbers = {name: number for number, name in enumerate(states)}
        self._measured: dict[Freedom, int] = {}
        self.rated: set[int] = set()  # places of values behind which their rates lie
        self.surfaces: list[PathSurface] = []
        self.excitations: dict[str, int] = {}
        """Places of what the laws of muscles' excitations say."""
        self.gauges: dict[str, int] = {}
        self._open: list[str] = []
        self._waiting: list[str] = []
        """States and delays that were read, and whose laws are packed when nothing is left half done."""
        self._recorded = 0
        self._grouping = False
        self.needed: int | None = None
        """How many of its records a right-hand side needs; the others, behind them, are results only."""
        self.unknowns: dict[str, int] | None = None
        """Places of the algebraic variables; none before they are packed, which comes first of all."""
        self.modes: dict[str, int] = {}
        """Places of groups of ideal parts, which have a value where a combination of them fits."""

    def within(self, scope: BaseScope) -> Signals:
        """The same signals where words have other meanings: those of other values of the parameters."""
        other = object.__new__(Signals)
        vars(other).update(vars(self))
        other.scope = scope
        return other

    # ------------------------------------------------------------------ cells

    def cell(self, count: int = 1, value: Any = 0.0) -> int:
        """Room for numbers in the memory, and their value at the start."""
        place = self.size
        self.size += count
        if value != 0.0:
            self.start[place] = value
        return place

    def switch(self, owner: str, text: str, whole: bool = False, action: int = layout.LOG) -> int:
        """A new switch."""
        place = self.cell(3)
        self.switches.append(Switch(place, owner, text, action=action, whole=whole))
        return place

    def surface(self, row: BaseRow, station: int, kind: int, kept: int, followed: bool, placed: Sequence[Any]) -> int:
        """A surface on the path of a muscle: whether it touches it, and whether it keeps to its side of it.

        What is kept of it lies at `kept`; where it is, and the points beside it, stand in `placed`. A change of side
        lets the loop come back: lengths and energies jump there.
        """
        place = self.switch(row.where, f"its path touches the surface at station {station + 1}")
        self.switch(row.where, FLIPS.format(station + 1), whole=True, action=layout.ASK)
        self.surfaces.append(PathSurface(row.name, station, kind, kept, place, followed, *placed))
        return place

    def counted(self, row: BaseRow, station: int) -> int:
        """A point on the path of a muscle that may not count: the switch that says whether it does."""
        place = self.switch(row.where, COUNTS.format(station + 1), action=layout.ASK)
        self.surfaces.append(PathSurface(row.name, station, 0, 0, place))
        return place

    def report(self, owner: str, labels: Sequence[str]) -> int:
        """Room for numbers that a force writes down; no law can read them, for signals come before forces."""
        first = self.cell(len(labels))
        self.reported |= {f"{owner}.{label}": first + number for number, label in enumerate(labels)}
        return first

    def sampler(self, place: int, period: float, owner: str, late: float = 0.0) -> None:
        """A sampled controller."""
        self.samplers.append(Sampler(place, period, owner, late))

    def state(self, name: str) -> tuple[int, int]:
        """Places of a state and of its rate."""
        place = self.first_state + self.numbers[name]
        return place, place + len(self.states)

    def record(
        self,
        kernel: str,
        floats: Sequence[Any],
        ints: Sequence[int],
        *,
        ends: tuple[str, str] = (GROUND, GROUND),
        functions: Sequence[Packed] = (),
        scratch: int = 0,
        remembers: bool = False,
    ) -> None:
        """A kernel of `linkwork.signals` to be called before the forces; one that remembers also at accepted steps.

        One of a room there is named with it: `paths.surface_path`.
        """
        self._recorded += 1
        if self.put is not None:
            module = importlib.import_module(f"linkwork.signals.{kernel}_kernel")
            self.put(getattr(module, kernel.rpartition(".")[2]), ends, floats, ints, functions, scratch, remembers)

    def last_record(self) -> int:
        """Which record was made last."""
        return self._recorded - 1

    def end_of_needed(self) -> None:
        """What is recorded from now on is read by results only."""
        self.needed = self._recorded

    def initial(self) -> dict[int, Any]:
        """Places and values of what is not zero at the start."""
        initial = dict(self.start)
        for name, value in self.states.items():
            initial[self.state(name)[0]] = value
        return initial

    def event(self, name: str, event: When) -> None:
        """A number that is watched, and what happens when it passes through zero."""
        row = self.row(self.scope, f"event '{name}'", name, self)
        place = self.cell(3)
        with within(row.where):
            row.law(event.when, into=place + 1)
            if isinstance(event.when, Formula):
                self.timed += [(row.where, formula) for formula in self.timing.whole([event.when.value])]
            for flag, value in event.put.items():
                if not isinstance(self.scope.mechanism.signals.get(flag), Flag):
                    row.fail(f"'{flag}' is not a flag; add one with flag('{flag}')")
                row.number(value)
            for value in event.jump.values():
                row.number(value)
        asks = bool(event.put or event.strikes or event.times)
        action = layout.ASK if asks else layout.END if event.stop else layout.LOG
        direction = {"rising": 1, "falling": -1, "either": 0}[event.direction]
        self.switches.append(Switch(place, name, name, direction, layout.EVENT, action))

    def watch_times(self, where: str, name: str) -> None:
        """Let the zeros of a signal that is a formula of the time alone be known before a run."""
        part = self.scope.mechanism.signals.get(name)
        law = getattr(part, "value", None)
        if isinstance(law, Formula):
            self.timed += [(where, formula) for formula in self.timing.whole([law.value])]

    # ------------------------------------------------------------------ channels

    def measure(self, freedom: Freedom) -> int:
        """Place of a freedom's value; behind it lie its rate and, of an angle in space, the last accepted value."""
        if freedom not in self._measured:
            world = world_of(self)
            place = self._measured[freedom] = self.cell(3 if freedom.counts else 2)
            self.rated.add(place)
            ints = [*freedom.places(self), place]
            scratch, remembers = world.SCRATCH, freedom.counts
            self.record(world.MEASURE, freedom.numbers, ints, ends=freedom.bodies, scratch=scratch, remembers=remembers)
        return self._measured[freedom]

    def sensors(self) -> Iterator[tuple[Freedom, int]]:
        """The angles that sensors count, and where they keep the last accepted value."""
        return ((freedom, place + 2) for freedom, place in self._measured.items() if freedom.counts)

    def channel(self, name: str) -> int:
        """Place of a channel or signal by name."""
        if self.unknowns is None:
            self._pack_unknowns()
        if name == "t":
            return self._time()
        if name not in self.places:
            signals = self.scope.mechanism.signals
            part = signals.get(name)
            if isinstance(part, State):
                self.places[name] = self.state(name)[0]
                self._waiting.append(name)
            elif isinstance(part, Delay) and part.pade is None:
                row = self.row(self.scope, f"signal '{name}'", name, self)
                with within(row.where):
                    self.places[name] = part.output(row)
                self._waiting.append(name)
            else:
                self.places.setdefault(name, self._signal(name) if name in signals else channel_place(self, name))
        while self._waiting and not self._open and not self._grouping:
            self._signal(self._waiting.pop(0))
        return self.places[name]

    def _time(self) -> int:
        if "t" not in self.places:
            self.places["t"] = self.cell()
            self.copy(TIME, self.places["t"])
        return self.places["t"]

    def copy(self, place: int, into: int) -> None:
        """A number of the memory, or the time, copied to another place."""
        self.record("formula", [], [into, 1, opcodes.VARIABLE, place, -1], scratch=1)

    def _pack_unknowns(self) -> None:
        """The algebraic variables, group by group, each behind the signals that its equations need."""
        from linkwork.signals.blocks import blocks

        self.unknowns, self._grouping = {}, True
        signals = self.scope.mechanism.signals
        for group in blocks(signals):
            for name in group:
                start = self.scope.number(signals[name].start)
                place = self.places[name] = self.unknowns[name] = self.cell(2, start)
                if start != 0.0:
                    self.start[place + 1] = start
            first, equations, sizes = self._recorded, list[int](), list[Any]()
            for name in group:
                row = self.row(self.scope, f"signal '{name}'", name, self)
                with within(row.where):
                    equations.append(row.law(signals[name].equation))
                    sizes.append(row.number(signals[name].size))
                    if not sizes[-1].real > 0.0:
                        row.fail(f"size must be greater than zero; it is {sizes[-1].real:g}")
            ints = [len(group), first, self._recorded - first, *(self.places[name] for name in group), *equations]
            room = len(group) * (len(group) + 3)
            self.record("algebraic", sizes, ints, scratch=room, remembers=True)
        self._grouping = False

    def _signal(self, name: str) -> int:
        if name in self._open:
            chain = " -> ".join([*self._open[self._open.index(name) :], name])
            raise MechanismError(f"signal '{name}' depends on itself: {chain}; put a filter or a state in between")
        self._open.append(name)
        row = self.row(self.scope, f"signal '{name}'", name, self)
        try:
            with within(row.where):
                return self.scope.mechanism.signals[name].pack(row)
        finally:
            self._open.pop()

    # ------------------------------------------------------------------ laws

    def law(
        self, row: BaseRow, law: Function, variables: Mapping[str, int], into: int | None, free: bool = False
    ) -> int:
        """Place of a law's value; `variables` are names that the law's owner gives to places.

        A free law decides anew whenever it is asked, without events.
        """
        place = self.cell() if into is None else into
        if isinstance(law, PythonLaw):
            pack_python(self, row, law, variables, place)
        elif isinstance(law, Formula):
            pack_formula(self, row, law, variables, place, free)
        else:
            source = TIME if law.of in ("", "t") else variable_place(self, law.of, variables)
            if source == TIME:
                self.breaks.append(law)
            self.record("function", [], [place, source], functions=[row.packed(law, law.of or "t")], scratch=RESULTS)
        return place
