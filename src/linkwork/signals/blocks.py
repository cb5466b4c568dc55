"""Which algebraic variables must be found together: those whose equations depend on each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from linkwork.expression.part import Part
from linkwork.functions.expression import Formula
from linkwork.functions.law import PythonLaw
from linkwork.signals.parts import Algebraic, SignalPart, State


def names_in(part: Part) -> set[str]:
    """What the laws of a signal, or of a piece of one, read."""
    names = set[str]()
    for field in type(part).model_fields:
        law = getattr(part, field)
        if isinstance(law, Formula):
            names |= law.value.names
        elif isinstance(law, PythonLaw):
            names |= {*law.inputs.values(), *law.arguments()}
        elif hasattr(law, "of"):
            names.add(str(law.of))
    names |= getattr(part, "reads", set())
    return names | ({part.channel} if hasattr(part, "channel") else set())


def blocks(signals: Mapping[str, SignalPart]) -> list[list[str]]:
    """Groups of algebraic variables, in an order in which each needs only those before it."""
    unknown = [name for name, part in signals.items() if isinstance(part, Algebraic)]
    reads = {name: _read(signals, name) & set(unknown) for name in unknown}
    reach = {name: _closure(reads, name) for name in unknown}
    groups, left = list[list[str]](), list(unknown)
    while left:
        ready = [name for name in left if all(name in reach[other] or other not in left for other in reach[name])]
        first = ready[0]
        group = [name for name in left if name == first or (name in reach[first] and first in reach[name])]
        groups.append(group)
        left = [name for name in left if name not in group]
    return groups


def _read(signals: Mapping[str, SignalPart], name: str) -> set[str]:
    """Algebraic variables that the equation of one reads, also by way of other signals; states break the way."""
    read, waiting, seen = set[str](), names_in(signals[name]), set[str]()
    while waiting:
        text = waiting.pop()
        owners = (text, text.rpartition(".")[0], text.partition(".")[0])
        head = next((owner for owner in owners if owner in signals), "")
        if head in seen or head not in signals:
            continue
        seen.add(head)
        if isinstance(signals[head], Algebraic):
            read.add(head)
        elif not isinstance(signals[head], State):
            waiting |= names_in(signals[head])
    return read


def _closure(reads: Mapping[str, Any], name: str) -> set[str]:
    """All that a variable depends on."""
    closure, waiting = set[str](), set(reads[name])
    while waiting:
        other = waiting.pop()
        if other not in closure:
            closure.add(other)
            waiting |= reads[other]
    return closure
