"""Signals in the tables: places in the memory, and records of the kernels that fill them before the forces act.

The memory of a workspace holds, in this order: what the joints remember, the own states, their rates, then the cells
of signals, switches, flags and samplers. Signals are evaluated in the order in which they were made, so that each finds
its inputs. A table without a writer only checks what it is given (nothing is compiled).
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NoReturn

from linkwork.base.errors import MechanismError, within
from linkwork.base.late_dataclass import dataclass
from linkwork.base.names import GROUND, suggestion
from linkwork.elements.freedoms import Freedom, freedoms_of, rate_names, world_of
from linkwork.expression import Expression
from linkwork.functions.base import Function
from linkwork.functions.expression import Formula
from linkwork.functions.kept_laws import require
from linkwork.functions.law import PythonLaw
from linkwork.functions.packed import Packed
from linkwork.numerics import opcodes
from linkwork.places import layout_kernel as layout
from linkwork.places.base_row import BaseRow
from linkwork.places.base_scope import BaseScope
from linkwork.places.interfaces import is_interface
from linkwork.signals.delay import Delay
from linkwork.signals.parts import Flag, State, When
from linkwork.signals.timing import Timing

RESULTS = 8  # numbers that a function writes at most
TIME = -1  # the place that stands for the time
_RESULTS_ONLY = ("ax", "ay", "az", "alpha", "acceleration", "fx", "fy", "fz", "torque", "force")


DRIVEN = "energy.driven"
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
class Sampler:
    """A sampled controller: where its numbers lie, and its period."""

    place: int
    period: float
    owner: str
    late: float = 0.0
    """How long after the start it takes its first sample."""


def _states(scope: BaseScope) -> dict[str, Any]:
    """Own states of signals and forces by name, with their values at the start; the integrals of the powers last."""
    parts: dict[str, Any] = {**scope.mechanism.signals, **scope.mechanism.forces}
    states = {
        f"{name}.{label}" if label else name: scope.number(start)
        for name, part in parts.items()
        for label, start in part.states().items()
    }
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
        self._timing = Timing(scope)
        self._numbers = {name: number for number, name in enumerate(states)}
        self._measured: dict[Freedom, int] = {}
        self._gauges: dict[str, int] = {}
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

    def switch(self, owner: str, text: str, whole: bool = False) -> int:
        """A new switch."""
        place = self.cell(3)
        self.switches.append(Switch(place, owner, text, whole=whole))
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
        place = self.first_state + self._numbers[name]
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
        """A kernel of `linkwork.signals` to be called before the forces; one that remembers also at accepted steps."""
        self._recorded += 1
        if self.put is not None:
            module = importlib.import_module(f"linkwork.signals.{kernel}_kernel")
            self.put(getattr(module, kernel), ends, floats, ints, functions, scratch, remembers)

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
                self.timed += [(row.where, formula) for formula in self._timing.whole([event.when.value])]
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
            self.timed += [(where, formula) for formula in self._timing.whole([law.value])]

    # ------------------------------------------------------------------ channels

    def measure(self, freedom: Freedom) -> int:
        """Place of a freedom's value; behind it lie its rate and, of an angle in space, the last accepted value."""
        if freedom not in self._measured:
            world = world_of(self)
            place = self._measured[freedom] = self.cell(3 if freedom.counts else 2)
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
                self.places.setdefault(name, self._signal(name) if name in signals else self._channel(name))
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

    def _channel(self, name: str) -> int:
        place = self._call(name) if "(" in name else self._dotted(name)
        if place is None:
            self._refuse(name)
        return place

    def _dotted(self, name: str) -> int | None:
        head, _, quantity = name.partition(".")
        mechanism = self.scope.mechanism
        if head in mechanism.bodies_by_name or is_interface(head):
            measured = world_of(self).of_body(self._row(head), head, quantity)
            return self._gauge(head, quantity) if measured is None else self.measure(measured[0]) + measured[1]
        owner, _, last = name.rpartition(".")
        if owner in mechanism.signals:
            inner = self.channel(owner)
            if last == "rate" and getattr(mechanism.signals[owner], "channel", None):
                return inner + 1
            if name in self.places:  # a machine names its modes when it is packed
                return self.places[name]
            return self.state(name)[0] if name in self._numbers else None
        if name in self._numbers:
            return self.state(name)[0]
        prepare = getattr(mechanism.forces.get(head), "prepare", None)
        if prepare is not None and f"{head}.length" not in self.places:
            prepare(self._row(head))
        if name in self.places:
            return self.places[name]
        for group in (mechanism.joints, mechanism.drivers, mechanism.forces):
            if head in group:
                for label, freedom in freedoms_of(self._row(head), group[head]).items():
                    value, rate, _ = rate_names(label)
                    if quantity in (value, rate):
                        return self.measure(freedom) + (quantity == rate)
        return None

    def _gauge(self, body: str, quantity: str) -> int | None:
        """Place of a sum of the modes of a body, or of its rate, which lies behind."""
        if is_interface(body) or self.scope.mechanism.bodies_by_name[body].modes is None:
            return None
        from linkwork.bodies.gauges import gauge

        name = quantity.removesuffix("_rate")
        key = f"{body}.{name}"
        if key not in self._gauges:
            measured = gauge(self.scope, body, name)
            if measured is None:
                return None
            self._gauges[key] = self.cell(2)
            ints = [len(measured.factors), self._gauges[key]]
            first = self.scope.mechanism.bodies_by_name[body].modes.labels[0]
            self.record("measure_modes", measured.factors, ints, ends=(GROUND, f"{body}.{first}"))
        return self._gauges[key] + (name != quantity)

    def _row(self, name: str) -> Any:
        """A row that only answers questions about what has this name."""
        return self.row(self.scope, f"'{name}'", name, self)

    def _call(self, name: str) -> int | None:
        kind, _, rest = name.partition("(")
        inside, _, suffix = rest.rpartition(")")
        if suffix not in ("", ".rate"):
            return None
        freedom = world_of(self).call(self._row(name), kind, [item.strip() for item in inside.split(",")])
        return None if freedom is None else self.measure(freedom) + (suffix == ".rate")

    def _refuse(self, name: str) -> NoReturn:
        mechanism = self.scope.mechanism
        if name.partition(".")[0].partition("[")[0] in {*mechanism.touching_parts, *mechanism.frictions}:
            raise MechanismError(
                f"laws and events cannot read '{name}': channels of contacts and frictions are results; read a "
                "position or a distance between two places, such as distance(ball, ground.P), also as a sensor"
            )
        if name.rpartition(".")[2] in _RESULTS_ONLY:
            raise MechanismError(
                f"a law cannot read '{name}': accelerations and reactions follow from the forces; "
                "read positions and speeds"
            )
        if name.partition(".")[0] in mechanism.forces:
            raise MechanismError(
                f"a law cannot read '{name}': forces are evaluated after signals; read what the force measures, "
                "such as a spring's length"
            )
        known = [*mechanism.signals, *self._known_gauges(name)]
        known += [
            f"{body}.{quantity}" for body in mechanism.bodies_by_name for quantity in world_of(self).BODY_CHANNELS
        ]
        known += [
            f"{joint}.{quantity}" for joint in mechanism.joints for quantity in ("angle", "omega", "position", "speed")
        ]
        close = suggestion(name, known, "channels")
        raise MechanismError(f"there is no channel '{name}'{close if len(close) < 120 else ''}")

    def _known_gauges(self, name: str) -> list[str]:
        """Gauges of the body that a name begins with; refuses what is no sum of its modes."""
        head, _, quantity = name.partition(".")
        body = self.scope.mechanism.bodies_by_name.get(head)
        if body is None or head == GROUND or body.modes is None:
            return []
        from linkwork.bodies.gauges import gauge_names

        if quantity.rpartition(".")[2].startswith(("stress", "principal", "deflection")):
            raise MechanismError(
                f"a law cannot read '{name}': it is a result; read a part of it at one of the body's places, such as "
                f"{head}.place.stress_xx or {head}.place.dx"
            )
        return [f"{head}.{one}" for one in (*body.modes.labels, *gauge_names(self.scope, head))]

    # ------------------------------------------------------------------ laws

    def law(self, row: BaseRow, law: Function, variables: Mapping[str, int], into: int | None) -> int:
        """Place of a law's value; `variables` are names that the law's owner gives to places."""
        place = self.cell() if into is None else into
        if isinstance(law, PythonLaw):
            self._python(row, law, variables, place)
        elif isinstance(law, Formula):
            self._formula(row, law, variables, place)
        else:
            source = TIME if law.of in ("", "t") else self._variable(law.of, variables)
            if source == TIME:
                self.breaks.append(law)
            self.record("function", [], [place, source], functions=[row.packed(law, law.of or "t")], scratch=RESULTS)
        return place

    def _variable(self, name: str, variables: Mapping[str, int]) -> int:
        return variables[name] if name in variables else TIME if name == "t" else self.channel(name)

    def _formula(self, row: BaseRow, law: Formula, variables: Mapping[str, int], place: int) -> None:
        env = self.scope.env
        outside = law.value.names - (set(env) - set(variables))
        if outside <= {"t"}:
            self.breaks.append(law)
            self.record("function", [], [place, TIME], functions=[row.packed(law, "t")], scratch=RESULTS)
            return
        try:
            memory = {name: self._variable(name, variables) for name in sorted(outside)}
        except MechanismError as error:
            own = f" (its own variables are {', '.join(variables)})" if variables else ""
            raise MechanismError(f"law '{law.value}': {error}{own}") from None
        floats: list[Any] = []
        ints: list[int] = []
        self.timed += [(row.where, formula) for formula in self._timing.decisions(law.value, variables)]
        steps = law.value.tape_of(outside)
        decisions = iter(law.value.decisions(outside))
        height = highest = 0
        for code, argument in steps:
            number, switch = 0, -1
            if isinstance(argument, Expression):
                number = len(floats)
                floats.append(argument.value(env))
            elif code == opcodes.VARIABLE:
                number = memory[str(argument)]
            elif isinstance(argument, int):
                number = argument
            if code in opcodes.DECIDING:
                switch = self.switch(row.where, next(decisions))
            height += opcodes.rise(code)
            highest = max(highest, height)
            ints += [code, number, switch]
        self.record("formula", floats, [place, len(steps), *ints], scratch=highest)

    def _python(self, row: BaseRow, law: PythonLaw, variables: Mapping[str, int], place: int) -> None:
        require(law)
        env, where = self.scope.env, row.where
        places = []
        for name in law.arguments():
            if name in law.states:
                places.append(row.state(name)[0])
            elif name in law.inputs:
                places.append(self._variable(law.inputs[name], variables))
            elif name in variables or name == "t":
                places.append(self._variable(name, variables))
            elif name in env:
                places.append(self.cell(1, env[name]))
            elif name in self.scope.mechanism.signals:
                places.append(self.channel(name))
            else:
                known = suggestion(name, ["t", *variables, *law.states, *law.inputs, *env], "names")
                row.fail(f"law '{law.name}': argument '{name}' is not known{known}; channels come by inputs={{...}}")
        targets = [place, *(row.state(name)[1] for name in law.states)]
        address = 0
        if self.put is not None:
            from linkwork.numerics.jit import compiler

            compiler(f"law '{law.name}', which is a function in Python")  # says what to install where there is none
            from linkwork.numerics.user_law import LawError, law_address

            try:
                address = law_address(law.function, len(places), len(targets), self.scalar)
            except LawError as error:
                raise MechanismError(f"{where}: law '{law.name}' cannot be compiled: {error}") from None
        ints = [address, len(places), *places, len(targets), *targets]
        self.record("python", [], ints, scratch=len(places) + len(targets))
