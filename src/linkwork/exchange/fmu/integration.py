"""Model exchange: the coordinator's side integrates the states of an FMU, by Runge-Kutta steps with events."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.exchange.subsystem import SubsystemError, values_at

_HALVINGS = 60
_MOST_EVENTS = 10_000


class Exchange:
    """States, derivatives and event indicators of one instance."""

    def __init__(self, it: Any, three: bool, told: Any, owner: Any) -> None:
        self.it, self.three, self.owner = it, three, owner
        self.states = int(told.numberOfContinuousStates)
        self.signs = int(told.numberOfEventIndicators)
        self.next_event: float | None = None

    def begin(self, t: float) -> None:
        """From initialisation into continuous time."""
        self.it.setTime(t)
        self._events()

    def advance(self, t: float, h: float, inputs: Array, steps: int) -> None:
        """Steps up to t + h, with a stop at every event."""
        end, longest, now = t + h, h / steps, t
        for _ in range(_MOST_EVENTS + steps):
            if now >= end - 1e-12 * h:
                return
            stop = end if self.next_event is None else min(end, max(self.next_event, now))
            length = min(longest, stop - now)
            if length > 0.0:
                now = self._step(now, length, t, inputs)
            if self.next_event is not None and now >= self.next_event - 1e-12 * max(abs(now), h):
                self._event()
        raise SubsystemError("more than 10000 events in one step")

    def _step(self, now: float, length: float, t: float, inputs: Array) -> float:
        """One Runge-Kutta step, cut where an event indicator changes its sign; the time reached."""
        x = self._get("getContinuousStates", self.states)
        before = self._signs()
        self._set(now + length, self._moved(now, length, x, t, inputs), t, inputs)
        after = self._signs()
        crossed = (before > 0) != (after > 0)
        if not crossed.any():
            self.it.completedIntegratorStep()
            return now + length
        low, high = 0.0, length
        for _ in range(_HALVINGS):
            middle = 0.5 * (low + high)
            self._set(now + middle, self._moved(now, middle, x, t, inputs), t, inputs)
            if np.any((before > 0) != (self._signs() > 0)):
                high = middle
            else:
                low = middle
        self._set(now + high, self._moved(now, high, x, t, inputs), t, inputs)
        self.it.completedIntegratorStep()
        self._event()
        return now + high

    def _moved(self, now: float, h: float, x: Array, t: float, inputs: Array) -> Array:
        if not self.states:
            return x
        k1 = self._rate(now, x, t, inputs)
        k2 = self._rate(now + h / 2, x + h / 2 * k1, t, inputs)
        k3 = self._rate(now + h / 2, x + h / 2 * k2, t, inputs)
        k4 = self._rate(now + h, x + h * k3, t, inputs)
        return x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)

    def _rate(self, now: float, x: Array, t: float, inputs: Array) -> Array:
        self._set(now, x, t, inputs)
        return self._get("getContinuousStateDerivatives" if self.three else "getDerivatives", self.states)

    def _set(self, now: float, x: Array, t: float, inputs: Array) -> None:
        self.it.setTime(now)
        if self.states:
            self.it.setContinuousStates(_pointer(x), self.states)
        self.owner.put(values_at(inputs, now - t))

    def _signs(self) -> Array:
        return self._get("getEventIndicators", self.signs)

    def _get(self, what: str, count: int) -> Array:
        values = np.zeros(count)
        if count:
            getattr(self.it, what)(_pointer(values), count)
        return values

    def _event(self) -> None:
        self.it.enterEventMode()
        self._events()

    def _events(self) -> None:
        """New discrete states until nothing changes; then on in continuous time."""
        for _ in range(_MOST_EVENTS):
            told = self.it.updateDiscreteStates() if self.three else self.it.newDiscreteStates()
            again, ended, *_, defined, at = told
            if ended:
                raise SubsystemError("it asks for the end of the simulation")
            if not again:
                break
        self.next_event = float(at) if defined else None
        self.it.enterContinuousTimeMode()


def _pointer(values: Array) -> Any:
    return values.ctypes.data_as(ctypes.POINTER(ctypes.c_double))
