"""Whose an operation is: the signal, the force or the equation that a node of the tape belongs to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from linkwork.places import layout_kernel as layout
from linkwork.program.evaluation import live
from linkwork.program.tape import Number
from linkwork.program.work import Recorded, Work


def law_of(recorded: Recorded, work: Work, place: int) -> str:
    """The first that needs a node, in the order in which they need each other."""
    for name, values in _laws(recorded, work):
        if place in live(work.tape, [value.place for value in values if value.__class__ is Number]):
            return name
    return f"'{work.system.mechanism.name}'"


def _laws(recorded: Recorded, work: Work) -> Iterator[tuple[str, list[Any]]]:
    """Signals, forces and equations with the numbers that they write."""
    system, k = work.system, work.k
    signals = system.signals
    for name in system.mechanism.signals:
        if signals is not None and name in signals.places:
            yield f"signal '{name}'", work.numbers([k[layout.MEMORY] + signals.places[name]])
    for number, name in enumerate(system.forces):
        at = k[layout.OUT] + k[k[layout.FORCE_AT] + layout.RECORD * number + layout.OUT_AT]
        yield f"force '{name}'", work.numbers(range(at, at + system.world.force_results))
    for name, rate in zip(recorded.states, recorded.vector("state_rates"), strict=True):
        yield f"the rate of '{name}'", [rate]
    sides = [recorded.vector(name) for name in ("residual", "speeds", "gamma")]
    for name, *values in zip(recorded.equations, *sides, strict=True):
        yield name, values
