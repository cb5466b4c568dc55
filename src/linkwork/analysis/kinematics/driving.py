"""Drivers over a time grid: tables that end too early, lengths that vanish, values that jump, gears on the far side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.base.errors import AnalysisError
from linkwork.functions.packed import Packed
from linkwork.functions.sample import sample
from linkwork.mechanism.check_numbers import LARGEST
from linkwork.mechanism.expressions import expressions_of
from linkwork.places.base_row import BaseRow
from linkwork.system.constraints.equations import Equations
from linkwork.system.system import Placed, System

_DRIVEN = "functions of drivers"
_HAS_SIDES = "elements that remember a side"
_GOOD_AT, _GOOD_ON = "good at the start", "good on the grid"


def _functions(system: System) -> list[tuple[Placed, BaseRow, Packed]]:
    """Elements that follow a function of time, with the function packed in real numbers.

    Where no parameter stands in them they are those of other values, too.
    """
    if _DRIVEN in system.structure:
        return _known(system.structure)
    if _DRIVEN not in system.computed:
        system.computed[_DRIVEN] = functions = list(_packed(system))
        used = {name for placed, _, _ in functions for each in expressions_of(placed.element) for name in each.names}
        if not used & system.env.keys():
            system.structure[_DRIVEN] = functions
    return _known(system.computed)


def _known(kept: dict[Any, Any]) -> list[tuple[Placed, BaseRow, Packed]]:
    functions: list[tuple[Placed, BaseRow, Packed]] = kept[_DRIVEN]
    return functions


def _packed(system: System) -> Iterator[tuple[Placed, BaseRow, Packed]]:
    scope = system.mechanism.scope({name: value.real for name, value in system.env.items()})
    for placed in system.elements:
        function = vars(placed.element).get("value")
        if function is not None and hasattr(function, "pack"):
            kind = "driver" if placed.driver else "joint"
            row = system.mechanism.row_class(scope, f"{kind} '{placed.name}'", placed.name)
            yield placed, row, row.function(function)


def _is_checked(system: System, what: str, times: bytes) -> bool:
    """Whether functions in which no parameter stands were found good at these very times; else it is asked for now."""
    return _DRIVEN in system.structure and system.structure.get(what) == times


def check_start(system: System, t: float) -> None:
    """Refuse a time at which a driver's value, velocity or acceleration is not a finite number."""
    times = np.array([t], float)
    if _is_checked(system, _GOOD_AT, times.tobytes()):
        return
    for _, row, packed in _functions(system):
        _require_finite(row.where, times, packed)
    system.structure[_GOOD_AT] = times.tobytes()


def check_functions(system: System, grid: NDArray[np.float64]) -> None:
    """Refuse a time grid on which a driver's function is not defined, not finite, or a length not positive."""
    if _is_checked(system, _GOOD_ON, grid.tobytes()):
        return
    for placed, row, packed in _functions(system):
        if packed.range is not None and (grid[0] < packed.range[0] - 1e-12 or grid[-1] > packed.range[1] + 1e-12):
            low, high = packed.range
            raise AnalysisError(
                f"{row.where}: its law covers t = {low:g} to {high:g} s, the run {grid[0]:g} to {grid[-1]:g} s"
            )
        values = _require_finite(row.where, grid, packed)
        if set(placed.element.equations) == {"distance"}:
            _require(row.where, grid, values > 0.0, "its length must stay greater than zero")
    system.structure[_GOOD_ON] = grid.tobytes()


def _require_finite(where: str, grid: NDArray[np.float64], packed: Packed) -> NDArray[np.float64]:
    """The values of a function on a grid, once they and their derivatives are known to be usable numbers."""
    with np.errstate(all="ignore"):
        rows = sample(packed, grid)[:, :3]
        if np.all(np.abs(rows) <= LARGEST):
            return rows[:, 0]
        good = np.isfinite(rows)
        small = ~(np.abs(rows) > LARGEST)
    for order, what in enumerate(("value", "first derivative", "second derivative")):
        for fine, problem in ((good, "is not finite"), (small, "is too large")):
            if not np.all(fine[:, order]):
                at = grid[int(np.argmin(fine[:, order]))]
                raise AnalysisError(f"{where}: its {what} {problem} at t = {at:.6g}")
    return rows[:, 0]


def _require(where: str, grid: NDArray[np.float64], good: Any, what: str) -> None:
    if not np.all(good):
        raise AnalysisError(f"{where}: {what}; at t = {grid[int(np.argmin(good))]:.6g} s it does not hold")


def jumps_between(system: System, begin: float, end: float) -> list[str]:
    """Drivers whose value or velocity jumps in a time interval, in words."""
    jumps = []
    env = {name: value.real for name, value in system.env.items()}
    for placed in system.elements:
        function = vars(placed.element).get("value")
        if function is None or not hasattr(function, "kinks"):
            continue
        for at, order in function.kinks(env, "t", (begin, end)):
            if begin <= at <= end and order <= 1:
                jumps.append(f"the {('value', 'velocity')[order]} of driver '{placed.name}' jumps at t = {at:.6g} s")
    return jumps


def far_side_gears(system: System, q: Any, t: float) -> list[str]:
    """Gears whose line of centres is reversed at a position: the mesh equation holds, but they do not touch."""
    if _HAS_SIDES not in system.structure:
        system.structure[_HAS_SIDES] = any("side" in placed.element.memory for placed in system.elements)
    if not system.structure[_HAS_SIDES]:
        return []
    remembered = Equations(system).memory(q, t)
    return [element for (element, label), value in remembered.items() if label == "side" and value < 0.0]
