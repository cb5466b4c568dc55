"""A control unit as a subsystem: in this process, served to another one, or beside an FMU in a coupling."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.exchange.subsystem import Description
from linkwork.expression.given import public
from linkwork.library.vehicles.control.bus import FUNCTIONS, written_status
from linkwork.library.vehicles.control.sensing import SIGNALS
from linkwork.library.vehicles.control.unit import COMMANDS, ControlUnit

INPUTS = (*SIGNALS, "demand")
STATE = (*(f"{name}_{word}" for name in FUNCTIONS for word in ("works", "acts")), "lamp", "failures", "bus_status")
EXPECTED = ("expected_yaw_rate", "expected_steering", "expected_lateral")
OUTPUTS = (*COMMANDS, *STATE, *EXPECTED)


class UnitPart:
    """Signals of sensors and the driver's brake go in; commands and the state of the functions come out."""

    @public
    def __init__(self, unit: ControlUnit) -> None:
        self.unit = deepcopy(unit)
        self._kept = self._trial = self.unit

    def describe(self) -> Description:
        """Names of what goes in and out."""
        return Description(INPUTS, OUTPUTS, {}, {})

    def start(self, t: float, inputs: Array) -> Array:
        """From the beginning."""
        self._kept = deepcopy(self.unit)
        self._kept.start()
        self._kept.t = t
        self._trial = self._kept
        return np.zeros(len(OUTPUTS))

    def attempt(self, h: float, inputs: Array) -> Array:
        """One period, whatever the step: a unit has its own clock."""
        self._trial = deepcopy(self._kept)
        *told, demand = (float(value) for value in inputs[0])
        commands = self._trial.step(dict(zip(SIGNALS, told, strict=True)), demand)
        works, acts, memory = self._trial.working, self._trial.acting, self._trial.monitor.memory
        state = [float(flag[name]) for name in FUNCTIONS for flag in (works, acts)]
        working, acting = ([name for name, flag in flags.items() if flag] for flags in (works, acts))
        status = written_status(working, acting, {failure.signal: failure.layer for failure in memory})
        lamp = float(self._trial.lamp)
        return np.array([*commands.values(), *state, lamp, len(memory), status, *self._trial.expected])

    def commit(self) -> None:
        """Keep what was tried."""
        self._kept = self._trial

    def save(self) -> Any:
        """The state."""
        return deepcopy(self._kept)

    def restore(self, token: Any) -> None:
        """Back to it."""
        self._kept = self._trial = deepcopy(token)

    def close(self) -> None:
        """Nothing is held."""

    @property
    def memory(self) -> list[Any]:
        """The failure memory."""
        return list(self._kept.monitor.memory)
