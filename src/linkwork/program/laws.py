"""Whose an operation is: the signal, the force or the equation that a node of the tape belongs to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from linkwork.places import layout_kernel as layout
from linkwork.program.evaluation import live
from linkwork.program.tape import Number, UndecidedError
from linkwork.program.work import Recorded, Work
from linkwork.system.system import System

_OWN = slice(-4, -1)  # of what a kernel of an element is given: the places of its numbers, integers and results


def law_of(recorded: Recorded, work: Work, place: int) -> str:
    """The first that needs a node, in the order in which they need each other."""
    for name, values in _laws(recorded, work):
        if place in live(work.tape, [value.place for value in values if value.__class__ is Number]):
            return name
    return f"'{work.system.mechanism.name}'"


def places_of_laws(recorded: Recorded, work: Work) -> list[tuple[str, list[int]]]:
    """Signals, forces and equations with the nodes of the numbers that they write."""
    return [
        (name, [value.place for value in values if value.__class__ is Number]) for name, values in _laws(recorded, work)
    ]


def deciders(recorded: Recorded) -> list[str]:
    """Whose each of the decisions is that `switches` tell."""
    owners, waiting = dict[int, str](), set(recorded.decisions)
    for name, places in recorded.laws:
        mine = waiting.intersection(live(recorded.tape, places)) if waiting else set[int]()
        owners |= dict.fromkeys(mine, name)
        waiting -= mine
    return [owners.get(node, "the mechanism") for node in recorded.decisions]


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


def named(error: UndecidedError, system: System) -> UndecidedError:
    """What cannot be recorded, by the name of the element, force or contact whose kernel it is."""
    owners = dict(_records(system))
    for call in error.calls:
        own = tuple(each for each in call[_OWN] if isinstance(each, int))
        if own in owners:
            return UndecidedError(f"program: {owners[own]} cannot be recorded: its law or shape {_told(error)}")
    pressing = [f"contact '{name}'" for name, part in system.mechanism.touching_parts.items() if part.force is not None]
    if pressing and "'compliant'" in str(error):
        which = pressing[0] if len(pressing) == 1 else f"{pressing[0]}, or another one,"
        return UndecidedError(f"program: {which} cannot be recorded: its outlines or its law {_told(error)}")
    return error


def _told(error: UndecidedError) -> str:
    why = error.reason if error.reason.startswith("decides") else "looks numbers up by the state"
    return f"{why}; use simulate"


def _records(system: System) -> Iterator[tuple[tuple[int, ...], str]]:
    """Where elements and forces have their numbers, integers and results, with their names."""
    k = system.k
    names = [(layout.ELEMENT_AT, [f"{'driver' if one.driver else 'joint'} '{one.name}'" for one in system.elements])]
    names.append((layout.FORCE_AT, [f"force '{name}'" for name in system.forces]))
    for first, kind in names:
        for number, name in enumerate(kind):
            record = int(k[first]) + layout.RECORD * number
            yield tuple(int(k[record + at]) for at in (layout.FLOATS_AT, layout.INTS_AT, layout.OUT_AT)), name
