"""Recorder: the equations of a mechanism as a tape, by running its kernels with recording numbers.

In the coordinates of the bodies: mass matrix, forces, constraints with their rows, rates and right-hand sides, none of
them scaled. In the coordinates of the joints of a tree without loops: the accelerations themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.errors import AnalysisError
from linkwork.base.names import suggestion
from linkwork.functions.law import PythonLaw
from linkwork.mechanism.contacts import refuse_touching
from linkwork.places import layout_kernel as layout
from linkwork.program.parameters import played
from linkwork.program.plain_kernels import Journal, View, plain_module
from linkwork.program.tape import Number, Tape, Truth, UndecidedError
from linkwork.signals.parts import Algebraic
from linkwork.system.modal.tables import refuse_modes
from linkwork.system.tables.parametric import NotRecorded, Parametric
from linkwork.system.tables.replay import owned

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.system.system import System

TIME = "t"
_EQUATIONS = "linkwork.system.constraints.equations_kernel"
_FORCES = "linkwork.system.dynamics.forces_kernel"


@dataclass(frozen=True)
class Entry:
    """A number of a result: its row, its column (0 of a vector), its node on the tape."""

    row: int
    column: int
    place: int


@dataclass(frozen=True)
class Recorded:
    """A tape, its inputs in groups, and its results by name, each with its shape and the entries that are not zero."""

    tape: Tape
    coordinates: tuple[str, ...]
    rates: tuple[str, ...]
    states: tuple[str, ...]
    inputs: tuple[str, ...]
    parameters: tuple[str, ...]
    shapes: dict[str, tuple[int, ...]]
    results: dict[str, list[Entry]]


def record(mechanism: Mechanism, parameters: Sequence[str] = ()) -> Recorded:
    """The equations of motion in the coordinates of the bodies; `parameters` stay symbols.

    In space a body has x, y, z and its Euler parameters e0 ... e3; its velocities are those of its origin in the world
    and its angular velocity in its own axes.
    """
    refuse_touching(mechanism, "a program", "give the contact a force law, or use simulate")
    refuse_modes(mechanism, "a program", "use simulate")
    _refuse(mechanism)
    work = _Work(mechanism.system(dynamics=True), tuple(parameters))
    with work.deciding():
        equations = plain_module(_EQUATIONS)
        equations.evaluate(work.k, work.p, work.w, layout.MOTION, work.t)
        plain_module(_FORCES).apply_forces(work.k, work.p, work.w, work.t)
        equations.load_jacobian(work.k, work.p, work.w)
    return work.recorded()


def _refuse(mechanism: Mechanism) -> None:
    """Refuse what no straight-line program can do."""
    signals = mechanism.system(dynamics=True).signals
    if mechanism.events:
        raise AnalysisError(
            f"program: event '{next(iter(mechanism.events))}' changes what happens next; leave it out, and watch its "
            "number outside"
        )
    if signals is not None and signals.samplers:
        raise AnalysisError(
            f"program: '{signals.samplers[0].owner}' is sampled: take its output from an input that is set outside"
        )
    for name, part in {**mechanism.signals, **mechanism.forces}.items():
        for field in type(part).model_fields:
            if isinstance(getattr(part, field), PythonLaw):
                raise AnalysisError(f"program: '{name}' has a law in Python, which cannot be recorded; write a formula")
        if isinstance(part, Algebraic):
            raise AnalysisError(f"program: algebraic '{name}' is found by iteration, which cannot be recorded")


class _Work:
    """The tables of a system with recording numbers for its state and for some parameters."""

    def __init__(self, system: System, parameters: tuple[str, ...]) -> None:
        self.system, self.tape, self.parameters = system, Tape(), parameters
        k = system.k
        self.t = self.tape.input(TIME)
        own = int(k[layout.STATES]) - layout.QUADRATURES
        self.states = tuple(system.signals.states)[:own] if system.signals is not None else ()
        self.inputs = tuple(name for name, part in system.mechanism.signals.items() if part.from_outside)
        w: list[Any] = [float(x) for x in np.real(system.workspace())]
        p = self._numbers()
        for at, count in (
            (layout.COLUMN_SCALE, len(system.coordinates)),
            (layout.ROW_SCALE, len(system.equations)),
            (layout.ENTRY_SCALE, int(k[layout.SCATTER])),
            (layout.MASS_SCALE, 1),
        ):
            p[int(k[at]) : int(k[at]) + count] = [1.0] * count
        ints, self.rates = [int(x) for x in k], system.rate_names()
        self.coordinates = self._positions(w, ints)
        for at, names in ((layout.V, self.rates), (layout.STATE, self.states)):
            for number, name in enumerate(names):
                w[int(k[at]) + number] = self.tape.input(name)
        for name in self.inputs:
            assert system.signals is not None
            w[int(k[layout.MEMORY]) + system.signals.places[name]] = self.tape.input(name)
        self._free_switches(w)
        self.k, self.p, self.w = View(ints), View(p), View(w)

    def _positions(self, w: list[Any], k: list[int]) -> tuple[str, ...]:
        """Inputs for the coordinates; in space orientations are the references of charts that are zero."""
        system, size = self.system, self.system.world.size
        if system.world.dimensions == 2:
            for number, name in enumerate(system.coordinates):
                w[k[layout.Q] + number] = self.tape.input(name)
            return system.coordinates
        names = list[str]()
        for number, body in enumerate(system.bodies):
            for axis, label in enumerate("xyz"):
                names.append(f"{body}.{label}")
                w[k[layout.Q] + size * number + axis] = self.tape.input(names[-1])
                w[k[layout.Q] + size * number + 3 + axis] = 0.0
            for part in range(4):
                names.append(f"{body}.e{part}")
                w[k[layout.REFERENCE] + 4 * number + part] = self.tape.input(names[-1])
        for number, name in enumerate(system.coordinates[system.body_columns :]):
            names.append(name)
            w[k[layout.Q] + system.body_columns + number] = self.tape.input(name)
        k[layout.CHARTS] = 0
        return tuple(names)

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
            parametric = Parametric([(owned(system), system)], self.parameters)
        except NotRecorded as error:
            raise AnalysisError(f"program: a parameter cannot stay a symbol here: {error}; leave it out") from None
        values = played(self.tape, parametric, self.parameters)
        places, sources = parametric.parts[0].numbers
        for place, source in zip(places, sources, strict=True):
            p[int(place)] = values[int(source)]
        return p

    def _free_switches(self, w: list[Any]) -> None:
        """Laws decide by their numbers, as they are."""
        from linkwork.numerics.switch_kernel import FROZEN
        from linkwork.system.loop.watches_kernel import FREE, place_of

        for watch in range(int(self.system.k[layout.SWITCHES])):
            w[place_of(self.system.k, watch) + FROZEN] = float(FREE)

    def deciding(self) -> _Deciding:
        """While a kernel runs, its decisions are asked of it."""
        return _Deciding(self.tape)

    def recorded(self) -> Recorded:
        """The results by name."""
        system, k = self.system, self.system.k
        n, m = len(system.coordinates), len(system.equations)
        results: dict[str, list[Entry]] = {"rates": self._position_rates(), "mass": [], "jacobian": []}
        values, weights = int(k[layout.VALUES]), int(k[layout.WEIGHTS])
        if int(k[layout.MASSES]):
            for number, (row, column) in enumerate(system.world.mass_entries(self._heavy())):
                self._enter(results["mass"], row, column, values + number)
                if row != column:
                    self._enter(results["mass"], column, row, values + number)
        for number, (row, column) in enumerate(zip(system.entry_rows, system.entry_columns, strict=True)):
            self._enter(results["jacobian"], int(row), int(column), values + weights + number)
        results["forces"] = self._vector(range(int(k[layout.LOAD]), int(k[layout.LOAD]) + n))
        for name, places in zip(("residual", "speeds", "gamma"), system.out_rows, strict=True):
            results[name] = self._vector(places)
        own = int(k[layout.STATE_RATE])
        results["state_rates"] = self._vector(range(own, own + len(self.states)))
        shapes: dict[str, tuple[int, ...]] = {"rates": (len(self.coordinates),), "mass": (n, n), "jacobian": (m, n)}
        shapes |= {"forces": (n,), "residual": (m,), "speeds": (m,), "gamma": (m,), "state_rates": (len(self.states),)}
        named = self.coordinates, self.rates, self.states, self.inputs, self.parameters
        return Recorded(self.tape, *named, shapes, results)

    def _position_rates(self) -> list[Entry]:
        """Rates of the coordinates: the velocities, of Euler parameters e' = e (0, omega) / 2."""
        found, tape = list[Entry](), self.tape
        v = [tape.input(name) for name in self.rates]
        if self.system.world.dimensions == 2:
            rates: list[Any] = v
        else:
            rates = []
            for number, body in enumerate(self.system.bodies):
                a, b, c, d = (tape.input(f"{body}.e{part}") for part in range(4))
                x, y, z = v[6 * number + 3 : 6 * number + 6]
                rates += v[6 * number : 6 * number + 3]
                rates += [-0.5 * (b * x + c * y + d * z), 0.5 * (a * x + c * z - d * y)]
                rates += [0.5 * (a * y + d * x - b * z), 0.5 * (a * z + b * y - c * x)]
            rates += v[self.system.body_columns :]
        for row, rate in enumerate(rates):
            found.append(Entry(row, 0, tape.place(rate)))
        return found

    def _heavy(self) -> list[int]:
        k = self.system.k
        return [int(body) for body in k[int(k[layout.MASS_AT]) :][: int(k[layout.MASSES])]]

    def _vector(self, places: Any) -> list[Entry]:
        found = list[Entry]()
        for row, place in enumerate(places):
            self._enter(found, row, 0, int(place))
        return found

    def _enter(self, entries: list[Entry], row: int, column: int, place: int) -> None:
        value = self.w[place]
        if value.__class__ is Number or value != 0.0:
            entries.append(Entry(row, column, self.tape.place(value)))


class _Deciding:
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
