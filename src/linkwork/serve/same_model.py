"""Whether two mechanisms that differ in their estimates are one: numbers of a model may be taken from the drawing.

The tables are compared first. Where they differ, the equations are compared at some positions: the axes of a joint that
are chosen as drawn turn its equations into each other and change nothing, the phase of gears does.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.errors import LinkworkError
from linkwork.mechanism.convert import to_data
from linkwork.system.dynamics.dynamics import Dynamics
from linkwork.system.system import Placed, System
from linkwork.system.tables.compile import compile_system

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

_SAME = 1e-9
_STATES, _FAR = 3, 0.3  # states at which equations are compared; how far they lie from the start, scaled


def differing(old: Any, new: Any, values: dict[str, float], t: float) -> tuple[list[Placed], list[Placed]]:
    """Elements that the new estimates make others, and those of which only the zero of their values moves."""
    tables = _compiled(old), _compiled(new)
    first, second = (system.p for system in tables)
    if len(first) == len(second):
        size = _SAME * min(tables[0].length, 1.0)
        places = np.flatnonzero(~np.isclose(first, second, rtol=_SAME, atol=size, equal_nan=True))
    else:
        places = np.arange(1)
    if not len(places):
        return [], []
    elements = tables[0].elements
    starts = [placed.floats_at for placed in elements]
    numbers = sorted(set((np.searchsorted(starts, places, side="right") - 1).tolist()))
    affected = [elements[number] for number in numbers]
    if len(first) != len(second):
        return affected, []
    wrong = _other_equations(tables, values, t) | _watched(old, {placed.name for placed in affected})
    return [placed for placed in elements if placed.name in wrong], [one for one in affected if one.name not in wrong]


def _compiled(mechanism: Mechanism) -> System:
    """Its tables, with masses and forces where they can be made."""
    try:
        return compile_system(mechanism, dynamics=True)
    except LinkworkError:
        return mechanism.system()


def _other_equations(tables: tuple[System, System], values: dict[str, float], t: float) -> set[str]:
    """Names of the elements whose equations are others; with other forces all of them."""
    first, second = (Dynamics(system) for system in tables)
    random, system = np.random.default_rng(1), tables[0]
    scale = system.column_scale
    there = zip(system.coordinates, np.real(system.start).tolist(), strict=True)
    start = np.array([values.get(name, value) for name, value in there])
    other_equations: set[str] = set()
    for number in range(_STATES):
        q = first.moved(start, (_FAR if number else 0.0) * random.normal(size=first.n))
        v = random.normal(size=first.n) * scale
        sides = []
        for equations in (first, second):
            equations.evaluate(q, t)
            rows, columns = system.row_scale / equations.system.row_scale, scale / equations.system.column_scale
            sides.append((equations.residual() * rows, equations.jacobian() * rows[:, None] * columns))
        for placed in system.elements:
            own = slice(placed.first_row, placed.first_row + len(placed.element.equations))
            (a, m), (b, n) = ((side[0][own], side[1][own]) for side in sides)
            if abs(np.linalg.norm(a) - np.linalg.norm(b)) > _SAME or not _close(m.T @ m, n.T @ n):
                other_equations.add(placed.name)
        if system.forces:
            loads = []
            for equations in (first, second):
                equations.place(q, t, v)
                loads.append(equations.forces() * scale / equations.system.column_scale)
            if not _close(*loads):
                other_equations |= {placed.name for placed in system.elements}
    return other_equations


def _close(a: Any, b: Any) -> bool:
    return bool(np.allclose(a, b, rtol=_SAME, atol=_SAME * max(1.0, float(np.max(np.abs(a), initial=0.0)))))


def _watched(mechanism: Any, names: set[str]) -> set[str]:
    """Those whose values signals or events look at."""
    data = to_data(mechanism)
    words = json.dumps([data.get(section) for section in ("signals", "events")], default=str)
    return {name for name in names if name in words}
