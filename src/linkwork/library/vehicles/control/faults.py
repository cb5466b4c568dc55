"""Faults that are put between a sensor and its reader."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from linkwork.base.errors import MechanismError
from linkwork.base.names import suggestion
from linkwork.expression.given import public, publicly_made
from linkwork.library.vehicles.control.sensing import SIGNALS, Sensing

NO_SIGNAL = 1e9
"""What a reader gets from a line that is interrupted."""
_RAIL = 1.5  # of the range, told by a line that is shorted to its supply


@public
@publicly_made
@dataclass(frozen=True)
class Fault:
    """A fault of a signal: interruption, short (to the supply), stuck (at its last value), drift (by `rate` a second).

    It begins at a time in s, or when `of` (a signal; left out: its own) is first above a level; it ends at `until`.
    """

    signal: str
    kind: Literal["interruption", "short", "stuck", "drift"]
    at: float | None = None
    above: float | None = None
    of: str | None = None
    until: float = math.inf
    rate: float = 0.0

    def __post_init__(self) -> None:
        for name in (self.signal, self.of or self.signal):
            if name not in SIGNALS:
                raise MechanismError(f"a fault: there is no signal '{name}'{suggestion(name, SIGNALS, 'signals')}")
        if (self.at is None) == (self.above is None):
            raise MechanismError(f"a fault of '{self.signal}': it begins at a time or above a level, one of them")
        if (self.rate != 0.0) != (self.kind == "drift"):
            raise MechanismError(f"a fault of '{self.signal}': a drift has a rate, and nothing else has one")


class FaultLine:
    """A fault at work."""

    def __init__(self, fault: Fault, sensing: Sensing) -> None:
        self.fault, self.sensing = fault, sensing
        self.began: float | None = None
        self._last = 0.0

    def passed(self, t: float, told: dict[str, float]) -> float:
        """What comes through of the signal."""
        fault, value = self.fault, told[self.fault.signal]
        if self.began is None:
            due = fault.at is not None and t >= fault.at
            if due or (fault.above is not None and told[fault.of or fault.signal] > fault.above):
                self.began = t
        if self.began is None or t >= fault.until:
            self._last = value
            return value
        if fault.kind == "interruption":
            return NO_SIGNAL
        if fault.kind == "short":
            return _RAIL * self.sensing.most
        if fault.kind == "stuck":
            return self._last
        return value + fault.rate * (t - self.began)
