"""Work: the tables of a system with recording numbers for its state, its inputs and some parameters."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.base.names import suggestion
from linkwork.elements.contact_forces import HystereticForce
from linkwork.elements.millard_law import MillardLaw
from linkwork.elements.muscle import MuscleForce
from linkwork.elements.muscle_laws import FormulaLaw
from linkwork.elements.plastic import Stepped
from linkwork.functions.law import PythonLaw
from linkwork.mechanism.contacts import contact_names, refuse_contacts
from linkwork.places import layout_kernel as layout
from linkwork.program.elimination import Elimination, is_zero
from linkwork.program.evaluation import live
from linkwork.program.parameters import played
from linkwork.program.plain_kernels import Journal, View, plain_module
from linkwork.program.tape import Number, Tape, Truth, UndecidedError
from linkwork.signals.machine import Machine
from linkwork.signals.parts import Algebraic, Input
from linkwork.system.tables.parametric import NotRecorded, Parametric
from linkwork.system.tables.replay import owned

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.program.path_sums import PathSums
    from linkwork.system.system import System

TIME = "t"


@dataclass(frozen=True)
class Entry:
    """A number of a result: its row, its column (0 of a vector), its node on the tape."""

    row: int
    column: int
    place: int


@dataclass(frozen=True)
class Turn:
    """Where a unit quaternion lies among the positions, and its angular velocity among the rates."""

    position: int
    rate: int


@dataclass
class Recorded:
    """A tape, its inputs in groups, and its results by name, each with its shape and the entries that are not zero."""

    tape: Tape
    kind: str  # whose coordinates: "bodies" or "joints"
    coordinates: tuple[str, ...]
    rates: tuple[str, ...]
    states: tuple[str, ...]
    inputs: tuple[str, ...]
    parameters: tuple[str, ...]
    equations: tuple[str, ...]
    start: tuple[float, ...]  # positions where the mechanism was assembled
    begin: dict[str, float] = field(default_factory=dict)  # rates, own states, inputs and parameters at the start
    turns: tuple[Turn, ...] = ()
    independent: tuple[int, ...] = ()  # rates that stay free when a state is brought onto the constraints
    outputs: tuple[str, ...] = ()
    units: dict[str, str] = field(default_factory=dict)
    shapes: dict[str, tuple[int, ...]] = field(default_factory=dict)
    results: dict[str, list[Entry]] = field(default_factory=dict)
    lawful: tuple[str, ...] = ()  # inputs whose laws hold where they are no number: until something comes
    decisions: tuple[int, ...] = ()  # the comparisons that `switches` tell, node by node
    laws: list[tuple[str, list[int]]] = field(default_factory=list)  # whose they may be: what each law writes
    factor: Elimination | None = None  # of the equations, where accelerations and multipliers follow from it
    sums: PathSums | None = None  # of the mass matrix of a tree

    @property
    def positions_of_rates(self) -> dict[int, int]:
        """For every rate that is the rate of one position, that position."""
        positions, at = dict[int, int](), 0
        by_rate = {turn.rate: turn for turn in self.turns}
        rate = 0
        while rate < len(self.rates):
            if rate in by_rate:
                at, rate = at + 4, rate + 3
            else:
                positions[rate] = at
                at, rate = at + 1, rate + 1
        return positions

    def add(self, name: str, shape: tuple[int, ...], values: Mapping[tuple[int, int], Any]) -> None:
        """A result from its numbers by row and column."""
        self.shapes[name] = shape
        self.results[name] = [
            Entry(row, column, self.tape.place(value)) for (row, column), value in values.items() if not is_zero(value)
        ]

    def add_vector(self, name: str, values: Iterable[Any]) -> None:
        """A result with one number a row."""
        listed = list(values)
        self.add(name, (len(listed),), {(row, 0): value for row, value in enumerate(listed)})

    def value(self, name: str) -> dict[tuple[int, int], Any]:
        """The numbers of a result as nodes."""
        return {(entry.row, entry.column): self.tape.number(entry.place) for entry in self.results[name]}

    def vector(self, name: str) -> list[Any]:
        """The numbers of a result with one number a row."""
        vector: list[Any] = [0.0] * self.shapes[name][0]
        for (row, _), value in self.value(name).items():
            vector[row] = value
        return vector


def refuse(mechanism: Mechanism) -> None:
    """Refuse what no straight-line program can do."""
    refuse_unrecorded(mechanism, "a program")
    signals = mechanism.system(dynamics=True).signals
    if mechanism.events:
        raise AnalysisError(
            f"program: event '{next(iter(mechanism.events))}' changes what happens next; leave it out, and watch its "
            "number outside"
        )
    if signals is not None and signals.samplers:
        raise AnalysisError(
            f"program: signal '{signals.samplers[0].owner}' is sampled: take its output from an input set outside"
        )


def refuse_yielding(mechanism: Mechanism, asked: str) -> None:
    """Refuse to step absorbers and plastic hinges: whether they yield is remembered from step to step, not a state."""
    for name, force in mechanism.forces.items():
        if isinstance(force, Stepped):
            raise AnalysisError(
                f"{asked}: force '{name}' remembers whether it yields, which no state of a program tells; simulate it "
                "here"
            )


def has_law(part: Any) -> bool:
    """Whether a signal is an input for which a law stands in until something comes."""
    return isinstance(part, Input) and part.value is not None


class Overruled(list[Any]):
    """A table in which some numbers are inputs, and what kernels write there holds only while nothing comes."""

    def __init__(self, numbers: list[Any], inputs: Mapping[int, Number]) -> None:
        super().__init__(numbers)
        self.inputs = inputs

    def __setitem__(self, place: Any, value: Any) -> None:
        given = None if place.__class__ is slice else self.inputs.get(place)
        if given is not None:
            tape = given.tape
            comes = given < math.inf  # no number is not
            if not (value.__class__ is Number and tape.operands[value.place][:2] == (comes.place, given.place)):
                value = tape.select(comes, given, value)
        super().__setitem__(place, value)


def integrals(system: System) -> tuple[str, ...]:
    """Names of the states that no program has: what is lost and given since the start of a run."""
    return () if system.signals is None else tuple(system.signals.states)[-layout.QUADRATURES :]


def refuse_integrals(recorded: Recorded, system: System) -> None:
    """Refuse results that follow from integrals over a run."""
    tape, names = recorded.tape, set(integrals(system))
    needed = live(tape, [entry.place for entries in recorded.results.values() for entry in entries])
    for place in needed:
        if tape.names.get(place) in names:
            raise AnalysisError(f"program: '{tape.names[place]}' is an integral over a run, which no program has")


def refuse_unrecorded(mechanism: Mechanism, asked: str) -> None:
    """Refuse what kernels do not do in a straight line: contacts, laws in Python, iterations."""
    in_contact = any(not each.startswith("friction") for each in contact_names(mechanism))
    instead = (
        "give the contact a force law without a restitution"
        if in_contact
        else "write it as a force that is smooth in the speed"
    )
    refuse_contacts(mechanism, asked, f"{instead}, or use simulate")
    for name, contact in mechanism.touching_parts.items():
        if isinstance(contact.force, HystereticForce) and contact.force.restitution is not None:
            kind = "clearance" if name in mechanism.clearances else "contact"
            raise AnalysisError(
                f"program: {kind} '{name}' remembers the speed of its first touch, which no state of a program tells; "
                "give its law a damping instead of the restitution, or use simulate"
            )
    kinds: dict[str, Any] = {"signal": mechanism.signals, "force": mechanism.forces, "driver": mechanism.drivers}
    named = {f"{kind} '{name}'": part for kind, parts in kinds.items() for name, part in parts.items()}
    for what, part in named.items():
        for each in type(part).model_fields:
            law = getattr(part, each)
            if isinstance(law, PythonLaw):
                raise AnalysisError(
                    f"program: {what} has a law in Python, which cannot be recorded: {where_of(law)}; write a formula"
                )
        if isinstance(part, Algebraic):
            raise AnalysisError(f"program: {what} is algebraic: it is found by iteration, which cannot be recorded")
        if isinstance(part, MuscleForce) and part.by_surfaces():
            raise AnalysisError(
                f"program: {what} finds its way round surfaces by iteration, which cannot be recorded; lead it round "
                "cylinders and spheres with points between them"
            )
        if isinstance(part, MuscleForce) and part.gives and part.passes_points():
            raise AnalysisError(
                f"program: {what} goes over a point that counts in a range only: its tendon takes the jump of the "
                "length there, which a program does not follow; give it tendon: stiff, or use simulate"
            )
        if isinstance(part, MuscleForce) and isinstance(part.law, FormulaLaw):
            _refuse_own_law(what, part.law, part.gives)
        if isinstance(part, MuscleForce) and isinstance(part.law, MillardLaw):
            raise AnalysisError(
                f"program: {what} finds places on its curves by iteration, which cannot be recorded; give it the law "
                "'de_groote' or 'thelen'"
            )
        if isinstance(part, Machine):
            raise AnalysisError(f"program: {what} changes its mode at events; take the mode from an input")
        if getattr(part, "without_value", ""):
            raise AnalysisError(
                f"program: {what} looks for the combination of ideal parts, which cannot be recorded; give them "
                "resistances (`on` and `off`, `forward`)"
            )


def _refuse_own_law(what: str, law: FormulaLaw, gives: bool) -> None:
    """Refuse a muscle's own law in Python, and one with a tendon."""
    if gives:
        raise AnalysisError(
            f"program: {what} seeks the speed of its fibres by iteration, which cannot be recorded; give it a stiff "
            "tendon, or a built-in law"
        )
    if isinstance(law.force, PythonLaw):
        raise AnalysisError(
            f"program: {what} has a law in Python, which cannot be recorded: {where_of(law.force)}; write a formula"
        )


def where_of(law: PythonLaw) -> str:
    """The file and the line at which a law in Python begins."""
    code = getattr(getattr(law.function, "py_func", law.function), "__code__", None)
    return f"function '{law.name}'" + ("" if code is None else f" in {code.co_filename}, line {code.co_firstlineno}")


class Work:
    """The tables of a system with recording numbers for its own states, inputs and some parameters.

    `bare` is the system before it got a tree, or the same once more; positions and velocities are put in by the caller.
    """

    def __init__(self, system: System, bare: System, space: Array, parameters: tuple[str, ...]) -> None:
        self.system, self.bare, self.tape, self.parameters = system, bare, Tape(), parameters
        k = system.k
        self.t = self.tape.input(TIME)
        own = int(k[layout.STATES]) - layout.QUADRATURES
        self.states = tuple(system.signals.states)[:own] if system.signals is not None else ()
        self.inputs = tuple(name for name, part in system.mechanism.signals.items() if part.from_outside)
        w: list[Any] = [float(x) for x in np.real(space)]
        self.begin = {name: float(np.real(system.env[name])) for name in parameters if name in system.env}
        p = self._numbers()
        self.column_units = [float(x) for x in np.real(system.column_scale)]
        self.row_units = [float(x) for x in np.real(system.row_scale)]
        self.mass_unit = float(np.real(system.p[int(k[layout.MASS_SCALE])])) or 1.0
        for at, count in (
            (layout.COLUMN_SCALE, len(system.coordinates)),
            (layout.ROW_SCALE, len(system.equations)),
            (layout.ENTRY_SCALE, int(k[layout.SCATTER])),
            (layout.MASS_SCALE, 1),
        ):
            p[int(k[at]) : int(k[at]) + count] = [1.0] * count
        for number, name in enumerate(self.states):
            self._take(w, int(k[layout.STATE]) + number, name)
        for number, name in enumerate(integrals(system), own):
            w[int(k[layout.STATE]) + number] = self.tape.input(name)
        for name in self.inputs:
            assert system.signals is not None
            self._take(w, int(k[layout.MEMORY]) + system.signals.places[name], name)
        self._free_switches(w)
        laws = self._lawful()
        self.lawful = tuple(laws)
        self.inputs += self.lawful
        self.begin |= dict.fromkeys(self.lawful, math.nan)
        table = Overruled(w, {place: self.tape.input(name) for name, place in laws.items()}) if laws else w
        self.k, self.p, self.w = View([int(x) for x in k]), View(p), View(table)

    def _lawful(self) -> dict[str, int]:
        """Inputs whose laws hold until something comes, and where their values stand."""
        signals = self.system.signals
        if signals is None:
            return {}
        memory = int(self.system.k[layout.MEMORY])
        parts = self.system.mechanism.signals.items()
        return {name: memory + signals.places[name] for name, part in parts if has_law(part)}

    def _take(self, w: list[Any], place: int, name: str) -> None:
        """Put an input in the place of a number, which is remembered as that of the start."""
        self.begin[name] = float(w[place])
        w[place] = self.tape.input(name)

    def _numbers(self) -> list[Any]:
        """The numbers of the tables; those that follow from the parameters are recorded."""
        system = self.system
        p: list[Any] = [float(x) for x in np.real(system.p)]
        if not self.parameters:
            return p
        for name in self.parameters:
            if name not in system.mechanism.parameters_by_name:
                known = suggestion(name, system.mechanism.parameters_by_name, "parameters")
                raise AnalysisError(f"program: there is no parameter '{name}'{known}")
        try:
            own = owned(system)
            parametric = Parametric([(own, own if self.bare is system else self.bare)], self.parameters)
        except NotRecorded as error:
            one = len(self.parameters) == 1
            asked = f"parameter{'' if one else 's'} {', '.join(map(repr, self.parameters))}"
            stay = f"cannot stay {'a symbol' if one else 'symbols'} here"
            raise AnalysisError(f"program: {asked} {stay}: {error}; leave {'it' if one else 'them'} out") from None
        values = played(self.tape, parametric, self.parameters)
        places, sources = parametric.parts[0].numbers
        for place, source in zip(places, sources, strict=True):
            p[int(place)] = values[int(source)]
        return p

    def _free_switches(self, w: list[Any]) -> None:
        """Laws decide by their numbers, as they are."""
        from linkwork.numerics.switch_kernel import FROZEN
        from linkwork.system.loop.watches_kernel import FREE

        place_of = plain_module("linkwork.system.loop.watches_kernel").place_of

        for watch in range(int(self.system.k[layout.SWITCHES])):
            w[place_of(self.system.k, watch) + FROZEN] = float(FREE)

    def deciding(self) -> Deciding:
        """While a kernel runs, its decisions are asked of it."""
        return Deciding(self.tape)

    def numbers(self, places: Iterable[Any]) -> list[Any]:
        """Numbers of the workspace."""
        return [self.w[int(place)] for place in places]

    def state_rates(self) -> list[Any]:
        """Rates of own states."""
        first = int(self.system.k[layout.STATE_RATE])
        return self.numbers(range(first, first + len(self.states)))

    def quaternion_rates(self, names: list[str], spin: list[Any]) -> list[Any]:
        """Rates of a unit quaternion with an angular velocity in its own axes: e' = e (0, omega) / 2."""
        a, b, c, d = (self.tape.input(name) for name in names)
        x, y, z = spin
        return [
            -0.5 * (b * x + c * y + d * z),
            0.5 * (a * x + c * z - d * y),
            0.5 * (a * y + d * x - b * z),
            0.5 * (a * z + b * y - c * x),
        ]


class Deciding:
    """Answers comparisons while kernels are run along all their paths."""

    def __init__(self, tape: Tape) -> None:
        self.tape = tape

    def __enter__(self) -> None:
        self.tape.decided = _answer

    def __exit__(self, *_: object) -> None:
        self.tape.decided = None


def _answer(truth: Truth) -> bool:
    if Journal.active is None:
        raise UndecidedError("a decision outside of a kernel depends on the state")
    return Journal.active.answer(truth)
