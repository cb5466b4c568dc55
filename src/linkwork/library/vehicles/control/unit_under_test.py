"""What plays the control unit on a bench, whatever it is: in this process, in another one, an FMU, over UDP."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import MechanismError
from linkwork.exchange.subsystem import DEGREES
from linkwork.library.vehicles.control.bus import read_status
from linkwork.library.vehicles.control.monitoring import Failure
from linkwork.library.vehicles.control.unit import COMMANDS
from linkwork.library.vehicles.control.unit_part import INPUTS, UnitPart


class UnitUnderTest:
    """What plays the unit: it is given a row of signals once a period, and what it gives is looked at."""

    def __init__(self, part: Any) -> None:
        self._part = part
        told = part.describe()
        if tuple(told.outputs)[: len(COMMANDS)] != COMMANDS:
            raise MechanismError(f"the bench: a control unit gives {', '.join(COMMANDS)} first")
        if tuple(told.inputs) != INPUTS:
            raise MechanismError(f"the bench: a control unit takes {', '.join(INPUTS)}, in this order")
        self.outputs: tuple[str, ...] = tuple(told.outputs)
        self._by_bus: list[Failure] = []

    def start(self, t: float = 0.0) -> None:
        """From the beginning, which is at this time."""
        self._part.start(t, np.zeros(len(INPUTS)))

    def step(self, t: float, period: float, heard: Sequence[float], demand: float) -> Array:
        """What it gives for a period."""
        gives: Array = self._part.attempt(period, held([*heard, demand]))
        self._part.commit()
        if "bus_status" in self.outputs:
            failed = read_status(float(gives[self.outputs.index("bus_status")])).failed
            known = {failure.signal for failure in self._by_bus}
            new = [Failure(t, name, layer, "told by the bus") for name, layer in failed.items() if name not in known]
            self._by_bus += new
        return gives

    @property
    def failures(self) -> list[Failure]:
        """The failure memory; of a unit that is elsewhere, what it told by the bus."""
        return self._part.memory if isinstance(self._part, UnitPart) else self._by_bus


def held(values: Sequence[float]) -> Array:
    """Values that stay for a step."""
    held = np.zeros((DEGREES, len(values)))
    held[0] = values
    return held
