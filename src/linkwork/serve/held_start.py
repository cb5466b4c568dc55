"""Values that a file holds while it assembles (`initial`, `hold`): a start that was chosen takes their place.

A pendulum whose file says `initial: {arm.angle: 30 deg}` starts where it was dragged, with that angle held instead.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import LinkworkError
from linkwork.expression import Expression, as_expression
from linkwork.mechanism.hold import held_elements
from linkwork.mechanism.model_requests import AnalysisRequest
from linkwork.system.constraints.equations import Equations
from linkwork.system.system import System

_EXACT = 1e-9


@dataclass(frozen=True)
class Given:
    """What the file says of held values."""

    initial: Mapping[str, Expression]
    analysis: AnalysisRequest

    @classmethod
    def by(cls, mechanism: Any) -> Given:
        """Those of a mechanism that was just read."""
        return cls(dict(mechanism.initial), mechanism.analysis)


def held_of(initial: Mapping[str, Expression], analysis: AnalysisRequest) -> dict[tuple[str, ...], Expression]:
    """Every held value by its place in a model file."""
    held: dict[tuple[str, ...], Expression] = {("initial", name): value for name, value in initial.items()}
    if analysis.simulate is not None:
        held |= {("analysis", "simulate", "hold", name): value for name, value in analysis.simulate.hold.items()}
    return held


def hold_at(mechanism: Any, given: Given, values: Mapping[str, float]) -> None:
    """Let a mechanism hold other values than its file says."""

    def put(held: Mapping[str, Expression]) -> dict[str, Expression]:
        return {name: as_expression(values[name]) if name in values else value for name, value in held.items()}

    initial, analysis = put(given.initial), given.analysis
    if analysis.simulate is not None and analysis.simulate.hold:
        simulate = analysis.simulate.model_copy(update={"hold": put(analysis.simulate.hold)})
        analysis = analysis.model_copy(update={"simulate": simulate})
    if mechanism.initial != initial or mechanism.analysis != analysis:
        mechanism.initial, mechanism.analysis = initial, analysis
        mechanism._changed()


def held_there(mechanism: Any, system: System, q: Array, t: float) -> dict[str, float]:
    """What the held values are at a position; those that cannot be told there are left out."""
    names = dict.fromkeys(path[-1] for path in held_of(mechanism.initial, mechanism.analysis))
    known = dict(zip(system.coordinates, np.real(q).tolist(), strict=False))
    known |= {name: value for body in system.bodies for name, value in _shortest(body, known)}
    held_there = {}
    for name in names:
        value = known[name] if name in known else _measured(mechanism, name, known, t)
        if value is not None:
            held_there[name] = value
    return held_there


def _shortest(body: str, known: Mapping[str, float]) -> Iterator[tuple[str, float]]:
    """The rotation vector of a body in space as a held component reaches it: at most half a turn long."""
    names = [f"{body}.{axis}" for axis in ("rx", "ry", "rz")]
    if names[0] not in known:
        return
    length = math.hypot(*(known[name] for name in names))
    turns = round(length / (2.0 * math.pi))
    for name in names:
        yield name, known[name] * (1.0 - 2.0 * math.pi * turns / length if turns else 1.0)


def _measured(mechanism: Any, name: str, known: Mapping[str, float], t: float) -> float | None:
    """A value of a joint or a point, from the equation that holds it: at two values, for it is straight in them."""

    def lacks(value: float) -> float:
        system = mechanism.held_system(held_elements(mechanism, {name: value}), drivers=False)
        equations = Equations(system)
        equations.evaluate(np.array([known[one] for one in system.coordinates]), t)
        (row,) = [row for row, equation in enumerate(system.equations) if equation.element == name]
        return float(equations.residual()[row].real)

    try:
        at_zero, at_one = lacks(0.0), lacks(1.0)
        value = at_zero / (at_zero - at_one)
        return value if abs(lacks(value)) < _EXACT else None
    except (LinkworkError, KeyError, ValueError, ZeroDivisionError):
        return None
