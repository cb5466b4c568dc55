"""Replay: the tables of a mechanism for other values of its parameters, all at once and in microseconds.

Laying tables out and asking whether all numbers make sense takes Python milliseconds. Here both are recorded once (see
`parametric`) and played for new values. Where a question would be answered otherwise than when it was recorded, and
where something cannot be recorded, the usual way is gone, which also finds the words for an error.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from linkwork.base.errors import ExpressionError
from linkwork.expression import Expression
from linkwork.system.system import System
from linkwork.system.tables.parametric import NotRecorded, Parametric
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
        self.mechanism = mechanism
        self.made: list[tuple[Any, Any, System]] = []  # key among the systems, and among the trees of that one
        self._known: list[dict[str, Any]] = []  # what those have, with arrays that are filled in place
        pairs = []
        for key, system in systems.items():
            _require_plain(system)
            for tree, table in ((_BARE, system), *_trees(system)):
                own = owned(table)
                self.made.append((key, tree, own))
                self._known.append(vars(own).copy())
                pairs.append((own, own if tree is _BARE else system))
        self.tables = Parametric(pairs, self.names, lambda env: validate_values(mechanism, env))
        if any(len(part.memory[0]) for part in self.tables.parts):
            raise NotRecorded("something is remembered at the start that depends on a parameter")

    def systems(self, parameters: Mapping[str, Expression]) -> dict[Any, System] | None:
        """The tables for other values; none where they must be laid out in the usual way."""
        for name, definition in parameters.items():
            if definition is not self.definitions[name] and (definition.names or name not in self.names):
                return None
        try:
            values = [parameters[name].value() for name in self.names]
        except ExpressionError:
            return None
        if not self.tables.play(values):
            return None
        env, systems = self.tables.environment(), dict[Any, System]()
        scope = self.mechanism.world.scope_class(self.mechanism, env)
        for number, (key, tree, own) in enumerate(self.made):
            signals = None if own.signals is None else own.signals.within(scope)
            changes = {"env": env, "length": self.tables.length(number), "signals": signals, "computed": {}}
            system = self._filled(number, changes)
            if tree is _BARE:
                systems[key] = system
                vars(system)["trees"] = {}
            else:
                systems[key].trees[tree] = system
        return systems

    def _filled(self, number: int, changes: dict[str, Any]) -> System:
        """The numbers just played as a system of their own."""
        known = self._known[number]
        filled = object.__new__(System)
        numbers = {name: known[name].copy() for name in _NUMBERS}
        vars(filled).update(known | numbers | changes, replayed=True)
        return filled


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
