"""What a control unit puts onto the bus: one whole number, by which others know what works, what acts, what failed.

It has ten digits to the base of four. The first three, lowest first, are those of ABS, traction and yaw control: 1 for
a function that works, 2 for one that acts. The others are those of the signals: 0 for a good one, else the layer by
which it failed.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from linkwork.base.errors import MechanismError
from linkwork.expression.given import public, publicly_made
from linkwork.library.vehicles.control.sensing import SIGNALS

FUNCTIONS = ("abs", "traction", "yaw_control")
LAYERS = ("", "electrical", "signal", "model")
_BASE = 4


@public
@publicly_made
@dataclass(frozen=True)
class BusStatus:
    """What a status says: functions that work and that act, and the layer by which each signal failed that did."""

    works: tuple[str, ...]
    acts: tuple[str, ...]
    failed: dict[str, str]

    @property
    def lamp(self) -> bool:
        """Whether the driver is told: a function does not work."""
        return len(self.works) < len(FUNCTIONS)


def written_status(works: Collection[str], acts: Collection[str], failed: Mapping[str, str]) -> float:
    """The number of a status; `failed` has the layers by the names of signals."""
    digits = [(name in works) + 2 * (name in acts) for name in FUNCTIONS]
    digits += [LAYERS.index(failed.get(name, "")) for name in SIGNALS]
    return float(sum(digit * _BASE**place for place, digit in enumerate(digits)))


@public
def read_status(number: float) -> BusStatus:
    """What a unit says by the signal `bus_status`."""
    count = len(FUNCTIONS) + len(SIGNALS)
    if not (math.isfinite(number) and 0 <= number < _BASE**count and number == int(number)):
        raise MechanismError(f"a bus status: it is a whole number from 0 to {_BASE**count - 1}, not {number:g}")
    digits = [int(number) // _BASE**place % _BASE for place in range(count)]
    functions = dict(zip(FUNCTIONS, digits, strict=False))
    lines = dict(zip(SIGNALS, digits[len(FUNCTIONS) :], strict=True))
    return BusStatus(
        tuple(name for name, digit in functions.items() if digit & 1),
        tuple(name for name, digit in functions.items() if digit & 2),
        {name: LAYERS[digit] for name, digit in lines.items() if digit},
    )
