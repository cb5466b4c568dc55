"""Efficiencies over speed and pressure: formulas, or maps of what was measured."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from pydantic import Field

from linkwork.base.errors import MechanismError
from linkwork.expression import Expression, named
from linkwork.expression.number import Number
from linkwork.expression.part import Part
from linkwork.expression.substitute import substituted
from linkwork.networks.branches import Bound, Lowered
from linkwork.networks.part import Surroundings
from linkwork.networks.parts.electrical import formula
from linkwork.networks.surface import surface
from linkwork.signals.parts import Signal

_LEAST = 3  # points along each side, which a smooth curve needs


class EfficiencyMap(Part):
    """Measured efficiencies over speed and pressure: a surface through all values, held beyond its sides.

    Between its points it stays within the four values around.
    """

    speeds: tuple[Number, ...] = Field(description="rad/s without sign, rising")
    pressures: tuple[Number, ...] = Field(description="Pa without sign, rising")
    values: tuple[tuple[Number, ...], ...] = Field(description="a row for every speed, from 0 to 1")

    def check(self, name: str) -> None:
        """Refuse maps that are not full or hold what is no efficiency."""
        for side, given in (("speeds", self.speeds), ("pressures", self.pressures)):
            if len(given) < _LEAST:
                raise MechanismError(f"'{name}': {side}: a map needs at least {_LEAST}; it has {len(given)}")
            known = [value.constant for value in given if value.constant is not None]
            if known and known[0] < 0.0:
                raise MechanismError(f"'{name}': {side}: a map goes from 0 on; it begins with {known[0]:g}")
            for before, after in pairwise(known):
                if after <= before:
                    raise MechanismError(f"'{name}': {side}: they must rise; {after:g} follows {before:g}")
        if len(self.values) != len(self.speeds) or any(len(row) != len(self.pressures) for row in self.values):
            raise MechanismError(
                f"'{name}': values: {len(self.speeds)} rows of {len(self.pressures)} are wanted, a row for every speed"
            )
        for value in (value for row in self.values for value in row):
            if value.constant is not None and not 0.0 < value.constant <= 1.0:
                raise MechanismError(f"'{name}': an efficiency is above 0 and at most 1; {value.constant:g} is not")


def map_value(lowered: Lowered, around: Surroundings, name: str, given: Any, speed: str, pressure: str) -> Expression:
    """The channel of an efficiency: of a formula of `speed` and `pressure`, or of a map over both."""
    part, _, word = name.rpartition(".")
    if isinstance(given, EfficiencyMap):
        given.check(name)
        numbers = [value for row in given.values for value in row]
        value = surface(lowered.signals, name, speed, pressure, given.speeds, given.pressures, given.values)
    else:
        if given.constant is not None and not 0.0 < given.constant <= 1.0:
            raise MechanismError(f"'{name}': an efficiency is above 0 and at most 1; {given.constant:g} is not")
        numbers = [given]
        around.require_own(part, "speed", f"the speed in its {word}", given.names)
        around.require_own(part, "pressure", f"the pressure in its {word}", given.names)
        value = substituted(given, {"speed": named(speed), "pressure": named(pressure)})
    lowered.bounds += [Bound(part, word, number, 1.0) for number in numbers if around.constant(number) is not None]
    lowered.signals[name] = Signal(value=formula(value))
    return named(name)
