"""Maps over two quantities as smooth surfaces: splines along one of them, blended by splines along the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import Field

from linkwork.base.errors import MechanismError
from linkwork.expression import Expression, as_expression, parse
from linkwork.expression.number import Number
from linkwork.expression.part import Part
from linkwork.expression.substitute import substituted
from linkwork.functions.table import Table
from linkwork.networks.branches import Lowered
from linkwork.networks.parts.electrical import formula
from linkwork.signals.parts import Signal

_LEAST = 3  # points along each side, which a smooth curve needs


class EfficiencyMap(Part):
    """Measured efficiencies over speed and pressure: a smooth surface through all values, held beyond its sides."""

    speeds: tuple[Number, ...] = Field(description="rad/s without sign, rising")
    pressures: tuple[Number, ...] = Field(description="Pa without sign, rising")
    values: tuple[tuple[Number, ...], ...] = Field(description="a row for every speed, from 0 to 1")

    def check(self, name: str) -> None:
        """Refuse maps that are not full or hold what is no efficiency."""
        for side, given in (("speeds", self.speeds), ("pressures", self.pressures)):
            if len(given) < _LEAST:
                raise MechanismError(f"'{name}': {side}: a map needs at least {_LEAST}; it has {len(given)}")
        if len(self.values) != len(self.speeds) or any(len(row) != len(self.pressures) for row in self.values):
            raise MechanismError(
                f"'{name}': values: {len(self.speeds)} rows of {len(self.pressures)} are wanted, a row for every speed"
            )
        for value in (value for row in self.values for value in row):
            if value.constant is not None and not 0.0 < value.constant <= 1.0:
                raise MechanismError(f"'{name}': an efficiency is above 0 and at most 1; {value.constant:g} is not")


def map_value(lowered: Lowered, name: str, given: Any, speed: str, pressure: str) -> Expression:
    """The channel of an efficiency: of a formula of `speed` and `pressure`, or of a map over both."""
    if isinstance(given, EfficiencyMap):
        given.check(name)
        value = surface(lowered, name, speed, pressure, given.speeds, given.pressures, given.values)
    else:
        if given.constant is not None and not 0.0 < given.constant <= 1.0:
            raise MechanismError(f"'{name}': an efficiency is above 0 and at most 1; {given.constant:g} is not")
        value = substituted(given, {"speed": parse(speed), "pressure": parse(pressure)})
    lowered.signals[name] = Signal(value=formula(value))
    return parse(name)


def surface(
    lowered: Lowered,
    name: str,
    first: str,
    second: str,
    across: Sequence[Expression],
    along: Sequence[Expression],
    rows: Sequence[Sequence[Expression]],
) -> Expression:
    """z(x, y) = sum of L_i(x) S_i(y): S_i goes through row i, L_i is one at its own x and zero at all others."""
    total: Expression | None = None
    for number, row in enumerate(rows):
        ones = [as_expression(float(number == other)) for other in range(len(across))]
        share = Table(points=tuple(zip(across, ones, strict=True)), of=first, outside="hold")
        curve = Table(points=tuple(zip(along, row, strict=True)), of=second, outside="hold")
        lowered.signals[f"{name}.share{number + 1}"] = Signal(value=share)
        lowered.signals[f"{name}.row{number + 1}"] = Signal(value=curve)
        term = parse(f"{name}.share{number + 1}*{name}.row{number + 1}")
        total = term if total is None else total + term
    return as_expression(0) if total is None else total
