"""The coordinator: tries steps of all subsystems, iterates on what they exchange, keeps or takes back.

It has the methods of a subsystem itself, so that a coupled model can be part of another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.exchange.connections import Connection, Flow, RigidGlue
from linkwork.exchange.newton import GluingMatrix, iterate
from linkwork.exchange.subsystem import (
    DEGREES,
    CouplingError,
    Description,
    Subsystem,
    SubsystemError,
    lowered,
)

SCHEMES = ("parallel", "leading", "walking")
_START_PASSES = 20
_NOTHING = np.zeros(0)


@dataclass
class Part:
    """A subsystem with its place in the rows of all inputs and all outputs."""

    name: str
    subsystem: Subsystem
    description: Description
    inputs: slice
    outputs: slice

    def __post_init__(self) -> None:
        self.remote = hasattr(self.subsystem, "post_attempt")
        """Whether it can be asked now and answer later, so that others work meanwhile."""


@dataclass
class Settings:
    """How a coupled model is stepped."""

    scheme: str = "parallel"
    iterate: bool = True
    tolerance: float = 1e-10
    most: int = 10


@dataclass
class Coordinator:
    """Parts and connections at run time."""

    name: str
    parts: list[Part]
    connections: list[Connection]
    settings: Settings
    own: Description
    own_inputs: Array
    own_outputs: Array
    order: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.width = self.parts[-1].inputs.stop if self.parts else 0
        self.outputs = np.zeros(self.parts[-1].outputs.stop if self.parts else 0)
        self.t = 0.0
        self.iterations = 0
        self.begun = False
        linear = all(part.description.linear for part in self.parts)
        self.matrix = GluingMatrix(linear and not any(each.bent for each in self.connections))
        self.usual, self.simple = self.matrix, GluingMatrix(self.matrix.linear)
        self.simplified: list[float] = []
        self._lay_out(False)
        self.reached = [self._reached(each) for each in self.connections]
        self.unknowns = np.zeros(self.slices[-1].stop if self.slices else 0)
        self.predicted = self.unknowns
        self.outer = np.zeros((DEGREES, len(self.own_inputs)))
        self.rest = self._unconnected()
        for each in self.connections:
            each.lay(self.width)
        self._trial = (0.0, self.outputs, self.unknowns)

    def _unconnected(self) -> Array:
        """Values of the inputs that nothing goes into, as a row without slopes."""
        unconnected = np.zeros((DEGREES, self.width))
        for part in self.parts:
            unconnected[0, part.inputs] = part.description.unconnected
        for each in self.connections:
            unconnected[0, each.into] = 0.0
        unconnected[0, self.own_inputs] = 0.0
        return unconnected

    def _lay_out(self, simple: bool) -> None:
        """Where the unknowns of each connection lie; `simple` ones have fewer."""
        for each in self.connections:
            if isinstance(each, RigidGlue):
                each.simplify(simple)
        ends = np.cumsum([0, *(each.unknowns for each in self.connections)])
        self.slices = [slice(int(a), int(b)) for a, b in pairwise(ends)]
        self.matrix = self.simple if simple else self.usual

    def _reached(self, connection: Connection) -> list[int]:
        """Numbers of the parts that a connection goes into."""
        into = connection.into
        return [
            k for k, part in enumerate(self.parts) if np.any((into >= part.inputs.start) & (into < part.inputs.stop))
        ]

    @property
    def notes(self) -> list[str]:
        """What the parts tell of their steps."""
        return [f"part '{part.name}': {note}" for part in self.parts for note in getattr(part.subsystem, "notes", ())]

    def describe(self) -> Description:
        """What is left open to the outside."""
        return self.own

    # ------------------------------------------------------------------ start

    def start(self, t: float, inputs: Array) -> Array:
        """Start all parts; numbers that flow between them are found by passing them on until they stay."""
        self.t, self.matrix.h, self.begun = t, -1.0, False
        self.outer = np.zeros((DEGREES, len(self.own_inputs)))
        self.outer[0] = inputs
        values = [np.zeros(each.size) for each in self.connections]
        outputs = np.full(len(self.outputs), np.nan)
        for _ in range(_START_PASSES):
            row = self.rest.copy()
            row[0, self.own_inputs] += inputs
            for each, value in zip(self.connections, values, strict=True):
                course = np.zeros((DEGREES, each.size))
                course[0] = value
                each.put(course, row)
            for part in self.parts:
                outputs[part.outputs] = self._of(part, "start", t, row[0, part.inputs])
            new = [
                each.law(outputs) if isinstance(each, Flow) else v
                for each, v in zip(self.connections, values, strict=True)
            ]
            same = all(np.allclose(a, b, rtol=1e-13, atol=0.0) for a, b in zip(values, new, strict=True))
            values = new
            if same:
                break
        else:
            raise CouplingError(
                f"{self.name}: an algebraic loop at the start: what the parts give to each other does not settle; "
                "cut it by a part whose outputs follow from its state"
            )
        for each, value in zip(self.connections, values, strict=True):
            each.begin(t, value)
            each.arrived(t, outputs)
        self.outputs = outputs
        return outputs[self.own_outputs]

    # ------------------------------------------------------------------ a step

    def attempt(self, h: float, inputs: Array) -> Array:
        """Try a step of all parts."""
        self.outer = inputs
        if self.settings.iterate or self._beginning():
            outputs, unknowns = self._iterated_or_simply(h)
        else:
            outputs, unknowns = self._once(h)
        self._trial = (h, outputs, unknowns)
        return outputs[self.own_outputs] if len(self.own_outputs) else _NOTHING

    def _beginning(self) -> bool:
        """Whether there are not yet as many ends of steps as a scheme without iteration goes on from."""
        if self.begun:
            return False
        few = any(len(each.past.times) <= each.degree for each in self.connections)
        self.begun = not few or not all(part.description.repeats for part in self.parts)
        return not self.begun

    def _iterated_or_simply(self, h: float) -> tuple[Array, Array]:
        """Where displacement and velocity cannot both be had, at a singular position, the displacement alone."""
        if self.matrix is self.simple:
            self._lay_out(False)
        try:
            return self._iterated(h)
        except CouplingError:
            if not any(isinstance(each, RigidGlue) and each.twice for each in self.connections):
                raise
        self._lay_out(True)
        self.matrix.h = -1.0
        return self._iterated(h)

    def _iterated(self, h: float) -> tuple[Array, Array]:
        guess = np.concatenate([each.guess(h) for each in self.connections]) if self.connections else np.zeros(0)
        self.predicted = guess
        outputs = np.empty(len(self.outputs))
        last = [np.full(each.unknowns, np.nan) for each in self.connections]

        def changed(unknowns: Array) -> tuple[Array, set[int]]:
            """What goes into the parts, and those whose inputs have changed."""
            row = self._open_row()
            asked = set[int]()
            for number, each in enumerate(self.connections):
                part = unknowns[self.slices[number]]
                each.put(each.course(part, h), row)
                if not np.array_equal(part, last[number]):
                    asked.update(self.reached[number])
                    last[number] = part.copy()
            return row, asked

        def left_open(unknowns: Array) -> Array:
            rows = zip(self.connections, self.slices, strict=True)
            return np.concatenate([each.residual(unknowns[at], outputs, h) for each, at in rows])

        def residual(unknowns: Array) -> Array:
            """Attempt those parts whose inputs have changed."""
            row, asked = changed(unknowns)
            self._attempt(sorted(asked | fresh), h, row, outputs)
            fresh.clear()
            return left_open(unknowns)

        def probe(at: Array) -> Callable[[Array], Array]:
            """The residual near these unknowns; parts that give derivatives make no step for it."""
            if not derive:
                return residual
            base, outputs_there = changed(at)[0], outputs.copy()
            slopes = {number: self._derivatives(number, h, base) for number in derive}

            def near(unknowns: Array) -> Array:
                row, asked = changed(unknowns)
                self._attempt(sorted(asked - derive), h, row, outputs)
                for number in sorted(asked & derive):
                    part = self.parts[number]
                    moved = lowered((row - base)[:, part.inputs], h, part.description.degree)
                    outputs[part.outputs] = outputs_there[part.outputs] + np.tensordot(moved, slopes[number], 2)
                return left_open(unknowns)

            return near

        derive = {number for number, part in enumerate(self.parts) if part.description.derives}
        fresh = set(range(len(self.parts)))
        if not self.connections:
            self._attempt(sorted(fresh), h, self._open_row(), outputs)
            return outputs, guess
        self.iterations = 0
        for _ in range(self.settings.most):
            solution, left, made, good = iterate(
                self.matrix, residual, probe, guess, self._allowed, h, self.settings.most
            )
            self.iterations += made
            if not good:
                raise self._no_way(left, h)
            changes = [each.directed(outputs) for each in self.connections]  # of all, whichever the first is
            if not any(changes):
                break
            guess = solution
            for each in last:
                each[:] = np.nan
        return outputs, solution

    def _allowed(self, unknowns: Array) -> Array:
        """How large what must vanish may stay: gaps by the tolerance, other numbers by it and their size."""
        return np.concatenate(
            [
                np.full(each.unknowns, self.settings.tolerance)
                if each.implicit
                else self.settings.tolerance * (1.0 + np.abs(unknowns[at]))
                for each, at in zip(self.connections, self.slices, strict=True)
            ]
        )

    def _no_way(self, left: Array, h: float) -> CouplingError:
        worst = max(
            zip(self.connections, self.slices, strict=True), key=lambda pair: float(np.max(np.abs(left[pair[1]])))
        )
        return CouplingError(
            f"{self.name}: connection '{worst[0].name}' does not close at t = {self.t + h:.6g} s: "
            f"{np.max(np.abs(left[worst[1]])):.3g} is left after {self.settings.most} iterations (tolerance "
            f"{self.settings.tolerance:g}); take a smaller step, or look whether its parts can move there at all"
        )

    def _once(self, h: float) -> tuple[Array, Array]:
        """Every part steps once: with what is known ahead, or with what those before it have given in this step."""
        outputs = self.outputs.copy()
        if self.settings.scheme == "parallel":
            row = self._open_row()
            for each in self.connections:
                each.put(each.past.ahead(each.degree), row)
            self._attempt(range(len(self.parts)), h, row, outputs)
        else:
            done = set[int]()
            for number in self.order:
                row = self._open_row()
                for each in self.connections:
                    if isinstance(each, Flow) and each.sources <= done:
                        each.put(each.course(each.law(outputs), h), row)
                    else:
                        each.put(each.past.ahead(each.degree), row)
                self._attempt([number], h, row, outputs)
                done.add(number)
        self.iterations = 0
        flows = [each.law(outputs) for each in self.connections if isinstance(each, Flow)]
        if len(flows) == 1:
            return outputs, flows[0]
        return outputs, np.concatenate(flows) if flows else _NOTHING

    def _open_row(self) -> Array:
        """Inputs of all parts that are not connected, or come from outside."""
        row = self.rest.copy()
        if len(self.own_inputs):
            row[:, self.own_inputs] += self.outer
        return row

    def _attempt(self, numbers: Sequence[int] | range, h: float, row: Array, outputs: Array) -> None:
        """Ask parts for a step; those in other processes all at once. Results are taken in one fixed order."""
        for number in numbers:
            part = self.parts[number]
            if part.remote:
                self._of(part, "post_attempt", h, lowered(row[:, part.inputs], h, part.description.degree))
        for number in numbers:
            part = self.parts[number]
            if part.remote:
                outputs[part.outputs] = self._of(part, "take_attempt")
                continue
            inputs = row[:, part.inputs]
            if part.description.degree < DEGREES - 1:
                inputs = lowered(inputs, h, part.description.degree)
            try:
                outputs[part.outputs] = part.subsystem.attempt(h, inputs)
            except SubsystemError as error:
                raise self._told(part, error) from error

    def _derivatives(self, number: int, h: float, row: Array) -> Array:
        """d outputs / d inputs of a part over the step, by row of inputs, input and output."""
        part = self.parts[number]
        shape = DEGREES, len(part.description.inputs), len(part.description.outputs)
        slopes = np.asarray(
            self._of(part, "derivatives", h, lowered(row[:, part.inputs], h, part.description.degree)), float
        )
        if slopes.shape != shape or not np.isfinite(slopes).all():
            given = f"an array {' by '.join(map(str, slopes.shape))}" if slopes.shape != shape else "some not finite"
            wanted = " by ".join(map(str, shape))
            raise self._told(part, SubsystemError(f"its derivatives must be {wanted} numbers; found {given}"))
        return slopes

    def _of(self, part: Part, what: str, *given: Any) -> Any:
        try:
            return getattr(part.subsystem, what)(*given)
        except SubsystemError as error:
            raise self._told(part, error) from error

    def _told(self, part: Part, error: SubsystemError) -> SubsystemError:
        return SubsystemError(f"{self.name}: part '{part.name}' at t = {self.t:.6g} s: {error}")

    # ------------------------------------------------------------------ keeping and going back

    def commit(self) -> None:
        """Keep the step."""
        h, self.outputs, self.unknowns = self._trial
        self.t += h
        for part in self.parts:
            try:
                part.subsystem.commit()
            except SubsystemError as error:
                raise self._told(part, error) from error
        for each, at in zip(self.connections, self.slices, strict=True):
            each.ended(self.t, self.unknowns[at])
            each.arrived(self.t, self.outputs)
        if self.matrix is self.simple:
            self.simplified.append(self.t)

    def save(self) -> Any:
        """Tokens of the parts, and what the connections remember."""
        tokens = [self._of(part, "save") for part in self.parts]
        kept = [each.kept() for each in self.connections]
        matrices = self.usual.copied(), self.simple.copied(), self.matrix is self.simple, self.begun
        return self.t, tokens, kept, self.outputs, self.unknowns, matrices

    def restore(self, token: Any) -> None:
        """All of it as it was saved."""
        self.t, tokens, kept, self.outputs, self.unknowns, (usual, simple, simply, self.begun) = token
        self.usual, self.simple = usual.copied(), simple.copied()
        self._lay_out(simply)
        for part, one in zip(self.parts, tokens, strict=True):
            self._of(part, "restore", one)
        for each, past in zip(self.connections, kept, strict=True):
            each.take_back(past)

    def close(self) -> None:
        """Let go of all parts."""
        for part in self.parts:
            part.subsystem.close()

    def watched(self) -> dict[str, float]:
        """Numbers beside the outputs that tell how the coupling goes."""
        watched = {"iterations": float(self.iterations), "condition": self.matrix.condition}
        for each in self.connections:
            watched |= {f"{each.name}.{what}": value for what, value in each.watched(self.outputs).items()}
        return watched
