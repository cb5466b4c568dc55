"""A Python function as a subsystem."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.exchange.subsystem import Description, Interface, SubsystemError, values_at
from linkwork.expression.given import public

Input = Callable[[float], Array]


class FunctionPart:
    """A function that makes a step: `step(t, h, state, u)` gives the new state and the outputs at the step's end.

    `u(s)` are the inputs at time s after the step's begin. The function must not change the state that it is given, so
    that a step can be tried again. `first(t, state, inputs)` gives the outputs at the start.
    `derivatives(t, h, state, u)` tells how the outputs change with u(s) = c0 + c1 s + c2 s^2: an array by row of c,
    input and output.
    """

    @public
    def __init__(
        self,
        step: Callable[..., Any],
        *,
        state: Any,
        inputs: Sequence[str] = (),
        outputs: Sequence[str],
        first: Callable[..., Any] | None = None,
        interfaces: Mapping[str, Any] | None = None,
        units: Mapping[str, str] | None = None,
        derivatives: Callable[..., Any] | None = None,
    ) -> None:
        faces: dict[str, Interface] = dict(interfaces or {})
        self._told = Description(
            tuple(inputs), tuple(outputs), faces, dict(units or {}), derives=derivatives is not None
        )
        self._derivatives = derivatives
        self._function, self._begin, self._first = step, state, first
        self._state = self._trial = state
        self._t = self._h = 0.0

    def describe(self) -> Description:
        """As it was made."""
        return self._told

    def start(self, t: float, inputs: Array) -> Array:
        """The outputs at the start; zero where no function gives them."""
        self._state = self._trial = self._begin
        self._t, self._h = t, 0.0
        if self._first is None:
            return np.zeros(len(self._told.outputs))
        return self._read(self._first(t, self._state, inputs))

    def attempt(self, h: float, inputs: Array) -> Array:
        """Call the function."""
        self._trial, outputs = self._function(self._t, h, self._state, lambda s: values_at(inputs, s))
        self._h = h
        return self._read(outputs)

    def derivatives(self, h: float, inputs: Array) -> Any:
        """What the user's function says of the slopes."""
        assert self._derivatives is not None
        return self._derivatives(self._t, h, self._state, lambda s: values_at(inputs, s))

    def _read(self, outputs: Any) -> Array:
        numbers = np.asarray(outputs, float).reshape(-1)
        if len(numbers) != len(self._told.outputs) or not np.isfinite(numbers).all():
            raise SubsystemError(f"the function gave {numbers}; expected {len(self._told.outputs)} finite numbers")
        return numbers

    def commit(self) -> None:
        """Keep the state."""
        self._state, self._t, self._h = self._trial, self._t + self._h, 0.0

    def save(self) -> Any:
        """The state."""
        return self._t, self._state

    def restore(self, token: Any) -> None:
        """Back to it."""
        self._t, self._state = token
        self._h = 0.0

    def close(self) -> None:
        """Nothing is held."""
