"""Replay: the tables of a mechanism for other values of its parameters, all at once and in microseconds.

Laying tables out and asking whether all numbers make sense takes Python milliseconds. Here both are recorded once (see
`parametric`) and played for new values. Where a question would be answered otherwise than when it was recorded, and
where something cannot be recorded, the usual way is gone, which also finds the words for an error.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import ExpressionError
from linkwork.expression import Expression
from linkwork.system.system import System
from linkwork.system.tables.parametric import KINDS, NotRecorded, Parametric
from linkwork.topology.validate import validate_values

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

_SAME = ("world", "out_rows", "vectors", "blank", "plan", "structure")
"""What is known of a system and does not depend on values."""
_NUMBERS = ("p", "start", "column_scale", "row_scale")


class Replay:
    """The tables that a mechanism has, as they follow from all its parameters that are given as numbers."""

    def __init__(self, mechanism: Mechanism, systems: Mapping[Any, System]) -> None:
        self.definitions = dict(mechanism.parameters_by_name)
        self.names = [name for name, definition in self.definitions.items() if not definition.names]
        self.places = {name: place for place, name in enumerate(self.names)}
        self.mechanism = mechanism
        self.made: list[tuple[Any, Any, System]] = []  # key among the systems, and among the trees of that one
        self._known: list[dict[str, Any]] = []  # what those have
        pairs = []
        for key, system in systems.items():
            _require_plain(system)
            for tree, table in ((_BARE, system), *_trees(system)):
                own = owned(table)
                self.made.append((key, tree, own))
                self._known.append(vars(own) | {"replayed": True})
                pairs.append((own, own if tree is _BARE else system))
        self.tables = Parametric(pairs, self.names, lambda env: validate_values(mechanism, env))
        if any(len(part.memory[0]) for part in self.tables.parts):
            raise NotRecorded("something is remembered at the start that depends on a parameter")
        self._usual = [self.definitions[name].value() for name in self.names]
        self._numbers = _Numbers(self.tables)

    def systems(self, parameters: Mapping[str, Expression]) -> dict[Any, System] | None:
        """The tables for other values; none where they must be laid out in the usual way."""
        values = self._values(parameters)
        if values is None or not self.tables.follow(values):
            return None
        env, systems = self.tables.environment(), dict[Any, System]()
        scope = self.mechanism.world.scope_class(self.mechanism, env)
        for number, arrays in enumerate(self._numbers.played()):
            key, tree, own = self.made[number]
            system: System = object.__new__(System)
            numbers = vars(system)
            numbers.update(self._known[number])
            numbers["p"], numbers["start"], numbers["column_scale"], numbers["row_scale"] = arrays
            numbers["env"], numbers["length"], numbers["computed"] = env, self.tables.length(number), {}
            if own.signals is not None:
                numbers["signals"] = own.signals.within(scope)
            if tree is _BARE:
                systems[key] = system
                numbers["trees"] = {}
            else:
                systems[key].trees[tree] = system
        return systems

    def _values(self, parameters: Mapping[str, Expression]) -> list[Any] | None:
        """The values of the parameters that are given as numbers; none where others are, or one has no value."""
        values, definitions = self._usual.copy(), self.definitions
        for name, definition in parameters.items():
            if definition is not definitions[name]:
                if definition.names or name not in self.places:
                    return None
                try:
                    values[self.places[name]] = definition.value()
                except ExpressionError:
                    return None
        return values


class _Numbers:
    """All numbers that tables have for one set of values, one behind the other: they are filled and copied at once."""

    def __init__(self, tables: Parametric) -> None:
        self.tables = tables
        filled = [array for part in tables.parts for array in part.filled]
        ends = np.cumsum([len(numbers) for numbers, _, _ in filled]).tolist()
        self._usual = np.concatenate([numbers for numbers, _, _ in filled])
        slices = [slice(end - len(numbers), end) for end, (numbers, _, _) in zip(ends, filled, strict=True)]
        self._parts = list(zip(*(slices[kind::KINDS] for kind in range(KINDS)), strict=True))
        begins = (each.start for each in slices)
        self._places = np.concatenate([begin + places for begin, (_, places, _) in zip(begins, filled, strict=True)])
        self._sources = np.concatenate([sources for _, _, sources in filled])

    def played(self) -> Iterator[tuple[Array, Array, Array, Array]]:
        """Of each of the tables numbers, start, scales of columns and of rows, for the values last followed."""
        numbers = self._usual.copy()
        numbers[self._places] = self.tables.values[self._sources]
        for p, start, columns, rows in self._parts:
            yield numbers[p], numbers[start], numbers[columns], numbers[rows]


_BARE = object()


def recorded(mechanism: Mechanism, systems: Mapping[Any, System]) -> Replay | None:
    """The replay of a mechanism that is valid now; none where its numbers cannot be recorded."""
    try:
        return Replay(mechanism, systems)
    except NotRecorded:
        return None


def _require_plain(system: System) -> None:
    """Refuse what has times or numbers beside its tables."""
    if system.scalar != "real" or (system.signals is not None and system.signals.samplers):
        raise NotRecorded("derivatives and sampled controllers are laid out anew")


def _trees(system: System) -> list[tuple[Any, System]]:
    """The system with its tree, in the ways asked for so far."""
    return [(kind, trees) for kind, trees in system.trees.items() if kind != "planted"]


def owned(system: System, **changes: Any) -> System:
    """A copy with numbers of its own, and with all that is known of the system as it was."""
    own = vars(system)
    owned = system.replaced(**{name: own[name].copy() for name in _NUMBERS}, **changes)
    vars(owned).update({name: own[name] for name in _SAME if name in own}, computed={})
    return owned
