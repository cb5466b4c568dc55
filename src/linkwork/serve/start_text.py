"""What becomes of a dragged position as a start, in words: what holds bodies elsewhere, on which branch it begins."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import numpy as np

from linkwork.analysis.assembly.assemble import find_gaps
from linkwork.analysis.assembly.branch import branch_of
from linkwork.base.errors import LinkworkError
from linkwork.functions.sample import sample
from linkwork.mechanism.hold import held_elements
from linkwork.serve.document import Document
from linkwork.serve.reaches_position import leads_to
from linkwork.serve.request import EQUILIBRIUM
from linkwork.serve.solve import Solution
from linkwork.serve.start import Start
from linkwork.system.constraints.equations import Equations
from linkwork.system.system import Placed, System

_KEPT = 1e-6
"""Of the model's length, or rad: nearer to the dragged position is there."""
_MOST = 3
_UNITS = {"length": "m", "angle": "rad"}


def refused(grip: Any, solution: Solution | None, home: Start | None) -> str:
    """Why there is nothing to start from; empty where there is."""
    if solution is None or grip is None:
        return "nothing is dragged any more; drag a body, then start from there"
    if solution.asked.kind == EQUILIBRIUM:
        return "a position of rest has no start; choose another analysis, then drag and start from there"
    return "" if home is not None else "the last change could not be solved; undo it first"


def shown_start(mechanism: Any, shown: Solution | None) -> Start | None:
    """The start of what is shown; a position of rest has none."""
    if shown is None or shown.asked.kind == EQUILIBRIUM:
        return None
    shown_start = shown.assembly
    return Start.of(mechanism, shown_start.system, shown_start.q, shown_start.t, shown.asked.options.get("hold"))


def starts_there(document: Document, begin: Start, home: Start) -> bool:
    """Whether the file starts there already, where it is shown."""
    if document.start is not document.base_start or begin.holds_else(home):
        return False
    with suppress(LinkworkError):
        return leads_to(document.mechanism, home, begin) and leads_to(document.mechanism, home)
    return False


def start_words(mechanism: Any, solution: Solution, dragged: Start, same: bool = False) -> tuple[str, str]:
    """What is not as it was dragged, and how much that matters; nothing where all of it was kept.

    `same` is a start that is the one of the file.
    """
    assembly, hold = solution.assembly, solution.asked.options.get("hold") or {}
    system = assembly.system
    there = zip(system.coordinates, np.real(assembly.q).tolist(), strict=True)
    q = np.array([dragged.values.get(name, value) for name, value in there])
    step = system.difference(np.real(assembly.q), q).real / system.column_scale
    if np.max(np.abs(step), initial=0.0) <= _KEPT:
        return "it starts here already" if same else "", "info"
    free = mechanism.held_system(held_elements(mechanism, {**mechanism.initial, **hold}), drivers=False)
    holding = dict.fromkeys([*_holding(system, q, assembly.t), *_holding(free, q[: len(free.start)], assembly.t)])
    if not holding:
        if same:
            return "it can be assembled in one way only; the start stays as it was", "info"
        notes = f": {assembly.notes[-1]}" if assembly.notes else ""
        return f"it could not be assembled there; it starts as near as it comes{notes}", "warning"
    told = " and ".join([*list(holding)[:_MOST], *(["others"] if len(holding) > _MOST else [])])
    if same:
        return f"{told}; with that the start stays as it was", "info"
    branch = branch_of(system, q, assembly.t)
    if branch.startswith("not determined"):
        return f"{told}; the other bodies start as near to where you put them as that allows", "info"
    if branch == assembly.branch:
        return f"{told}; the other bodies start on the branch that you chose", "info"
    return f"{told}; the way there leads to another branch than the one that you chose", "warning"


def _holding(system: System, q: Any, t: float) -> Iterator[str]:
    """Drivers and held values that do not let a position be, and the value at which they hold."""
    equations = Equations(system)
    equations.evaluate(q, t)
    placed = {part.name: part for part in system.elements if part.driver}
    for gap in find_gaps(system, equations.residual()):
        if gap.element in placed:
            yield _held(system, placed[gap.element], t)


def _held(system: System, placed: Placed, t: float) -> str:
    """One that holds: its name, what it holds, and where."""
    if "." in placed.name:
        return f"the file holds {placed.name}{_value(system, placed, t)}"
    body = system.bodies[placed.ends[1] - 1 if placed.ends[1] > 0 else placed.ends[0] - 1]
    return f"the driver '{placed.name}' holds '{body}'{_value(system, placed, t)}"


def _value(system: System, placed: Placed, t: float) -> str:
    """The value of a driver at the start of the analysis."""
    function, units = vars(placed.element).get("value"), list(placed.element.equations.values())
    if not hasattr(function, "pack") or len(units) != 1:
        return ""
    value = float(sample(system.row(placed.name).function(function), np.array([t]))[0, 0])
    return f" at {0.0 if abs(value) < 1e-12 else value:.4g} {_UNITS[units[0]]}"
