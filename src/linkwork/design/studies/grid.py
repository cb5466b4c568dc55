"""Plans of given values: all combinations of some, or a list of designs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.base.errors import MechanismError, shown
from linkwork.base.listed import is_listed
from linkwork.design.studies.plan import Plan
from linkwork.expression import as_expression


class Grid(Plan):
    """All combinations of the values given (full factorial); the last parameter changes first."""

    kind = "grid"

    def __init__(self, values: Mapping[str, Any]) -> None:
        if not values:
            raise MechanismError("grid: give values for at least one parameter, as in grid(l=[2, 2.5, 3])")
        self.given = dict(values)
        self.values = {name: _numbers(f"grid: parameter '{name}'", given) for name, given in values.items()}
        self.names = tuple(self.values)
        self.count = math.prod(len(numbers) for numbers in self.values.values())

    def rows(self, first: int, last: int) -> NDArray[np.float64]:
        lengths = [len(numbers) for numbers in self.values.values()]
        places = np.unravel_index(np.arange(first, last), lengths)
        columns = zip(self.values.values(), places, strict=True)
        return np.column_stack([numbers[place] for numbers, place in columns])

    def data(self) -> dict[str, Any]:
        return {"kind": self.kind, "values": {name: numbers.tolist() for name, numbers in self.values.items()}}


class Listed(Plan):
    """Designs one by one."""

    kind = "list"

    def __init__(self, designs: Iterable[Mapping[str, Any]]) -> None:
        given = list(designs) if is_listed(designs) else []
        if not given or not all(isinstance(design, Mapping) and design for design in given):
            raise MechanismError("designs: give at least one, as in designs([{'l': 2, 'r': 1}, {'l': 3, 'r': 1}])")
        self.names = tuple(given[0])
        for number, design in enumerate(given):
            if set(design) != set(self.names):
                wanted = ", ".join(self.names)
                raise MechanismError(f"designs: design {number} must have values for the same parameters: {wanted}")
        self.given = {name: [design[name] for design in given] for name in self.names}
        columns = [_numbers(f"designs: parameter '{name}'", self.given[name]) for name in self.names]
        self._table = np.column_stack(columns)
        self.count = len(given)

    def rows(self, first: int, last: int) -> NDArray[np.float64]:
        return self._table[first:last]

    def data(self) -> dict[str, Any]:
        designs = [dict(zip(self.names, row, strict=True)) for row in self._table.tolist()]
        return {"kind": self.kind, "designs": designs}


def _numbers(where: str, values: Any) -> NDArray[np.float64]:
    """Values of a parameter as finite numbers; texts such as `120 mm` and `2:3:11` (11 from 2 to 3) too."""
    if isinstance(values, str) and values.count(":") == 2:
        low, high, count = values.split(":")
        try:
            whole = int(count)
        except ValueError:
            whole = 0
        if whole < 1:
            raise MechanismError(f"{where}: '{values}' must end with how many values there are, as in '2:3:11'")
        return np.linspace(_number(where, low), _number(where, high), whole)
    if not is_listed(values) or not isinstance(values, Sequence | np.ndarray | range):
        raise MechanismError(f"{where}: expected a list of values, or a text such as '2:3:11'; found {shown(values)}")
    if len(values) == 0:
        raise MechanismError(f"{where}: the list of values is empty")
    return np.array([_number(where, value) for value in values])


def _number(where: str, value: Any) -> float:
    try:
        number = float(as_expression(value).value({}).real)
    except MechanismError as error:
        raise MechanismError(f"{where}: {error}") from None
    if not math.isfinite(number):
        raise MechanismError(f"{where}: {value} is no finite number")
    return number
