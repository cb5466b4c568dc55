"""Parametric: the numbers of a system as a recorded function of parameters, played again by compiled code.

Laying a mechanism out takes Python about a millisecond; playing what was recorded once takes microseconds. What cannot
be recorded, such as an area inside an outline, says so, and the tables are laid out anew for each value as always.
Scales are those of the mechanism as it is: they steer the arithmetic only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.mechanism.expression import as_expression, resolve_parameters
from linkwork.mechanism.expression.recorded import Recorded, Tape
from linkwork.system import layout_kernel as layout
from linkwork.system.compile import laid_out
from linkwork.system.system import System
from linkwork.system.tree_plan import plan_of

Array = NDArray[Any]


class NotRecorded(Exception):
    """The tables do not follow from the parameters by arithmetic that can be recorded."""


class Parametric:
    """The numbers of some systems of one mechanism, as they follow from the values of named parameters.

    Each system comes with the one that it was before it got a tree, or once more itself. Their numbers and starts are
    changed in place: they must belong to nobody else.
    """

    def __init__(self, systems: Sequence[tuple[System, System]], names: Sequence[str]) -> None:
        self.names, tape = tuple(names), Tape()
        mechanism = systems[0][0].mechanism
        now = resolve_parameters(mechanism.parameters_by_name)
        inputs = {name: tape.input(now[name].real) for name in names}
        try:
            env = _environment(mechanism, inputs)
            self.parts = [_Part(system, bare, env) for system, bare in systems]
        except (TypeError, AttributeError) as error:
            raise NotRecorded(str(error)) from error
        self._env = [(name, value) for name, value in env.items() if isinstance(value, Recorded)]
        self._plain = {name: value for name, value in env.items() if not isinstance(value, Recorded)}
        self.steps, self.values = np.array(tape.steps, np.int64), np.array(tape.values)

    def play(self, values: Sequence[float]) -> bool:
        """Put the numbers for these values into the systems; false when they are laid out otherwise."""
        from linkwork.numerics.tape_kernel import play

        x = self.values
        x[: len(self.names)] = values
        if play(self.steps, x) >= 0:
            return False
        for part in self.parts:
            part.take(x)
        return True

    def environment(self) -> dict[str, Any]:
        """All parameters at the values last played."""
        return self._plain | {name: float(self.values[value.place]) for name, value in self._env}


class _Part:
    """One system, whose numbers are its own, and where they come from."""

    def __init__(self, system: System, bare: System, env: dict[str, Any]) -> None:
        self.system = system
        if system.touch is not None or system.stepping is not None:
            raise TypeError("contacts are laid out anew")
        numbers, start, memory = _numbers(system, bare, env)
        self.p = _targets(numbers)
        self.start = _targets(dict(enumerate(start)))
        self.memory = _targets(memory)
        self.first_memory = {place: value for place, value in memory.items() if not isinstance(value, Recorded)}

    def take(self, x: Array) -> None:
        """Numbers of the tape into the tables."""
        self.system.p[self.p[0]] = x[self.p[1]]
        self.system.start[self.start[0]] = x[self.start[1]]


def _environment(mechanism: Any, inputs: dict[str, Recorded]) -> dict[str, Any]:
    """All parameters, those that follow from the inputs recorded."""
    env: dict[str, Any] = {}
    definitions = {name: as_expression(value) for name, value in mechanism.parameters_by_name.items()}
    waiting = dict(definitions)
    while waiting:
        ready = [name for name, value in waiting.items() if name in inputs or not value.names - env.keys()]
        for name in ready:
            env[name] = inputs[name] if name in inputs else waiting[name].value(env)
            del waiting[name]
    return {name: env[name] for name in definitions}


def _targets(numbers: dict[int, Any]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Places of recorded numbers, and their places on the tape."""
    found = [(place, value.place) for place, value in numbers.items() if isinstance(value, Recorded)]
    return tuple(np.array(column, np.int64) for column in zip(*found, strict=True)) if found else (_NONE, _NONE)  # type: ignore[return-value]


_NONE = np.zeros(0, np.int64)


def _numbers(system: System, bare: System, env: dict[str, Any]) -> tuple[dict[int, Any], list[Any], dict[int, Any]]:
    """Numbers of the tables by their places, coordinates at the start, and what is remembered at the start."""
    laid = laid_out(bare, env)
    found = dict(enumerate(laid.writer.floats))
    masses = laid.masses
    for place, values in (
        (layout.REACTION_POINT, laid.reaction_points),
        (layout.MASS_NUMBERS, masses.numbers if masses is not None else ()),
        (layout.GRAVITY, masses.gravity if masses is not None else ()),
    ):
        found |= dict(enumerate(values, int(bare.k[place])))
    if system is not bare:
        found |= _points(bare, found, env)
    return found, laid.start, laid.signals.initial() if laid.signals is not None else {}


def _points(bare: System, numbers: dict[int, Any], env: dict[str, Any]) -> dict[int, Any]:
    """The numbers of the tree, which stand behind all others."""
    p = np.array(list(bare.p), object)
    for place, value in numbers.items():
        p[place] = value
    recorded = bare.replaced(p=p, env=env)
    vars(recorded)["plan"] = plan_of(recorded, bare)
    table = bare.world.tree_table(recorded)
    table.finished(np.concatenate([bare.k, table.table()]))
    return dict(enumerate(table.points, len(p)))
