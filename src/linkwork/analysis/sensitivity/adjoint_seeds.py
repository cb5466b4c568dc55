"""How numbers made from a run depend on the states at its points.

A response asks a run for channels, each of which is a function of the state at the same point: the derivative of the
response by each sample of a channel, times that of the channel by the state there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from linkwork.analysis.responses import read_response
from linkwork.analysis.sensitivity.sample_weights import sample_weights
from linkwork.base.arrays import Array
from linkwork.numerics.analytic import STEP
from linkwork.places import layout_kernel as layout
from linkwork.run.loads import arrays_of, empty_loads
from linkwork.run.run import Run
from linkwork.system.system import System

Response = Callable[[Any], Any]
_BLOCK = 20  # parameters of which it is asked first whether any does anything
_TOGETHER = 2000  # points at which channels are found in one go


class _Asked:
    """A run that notes which channels it is asked for, and moves one of them."""

    def __init__(self, run: Run) -> None:
        self.run, self.names, self.moved = run, dict[str, None](), dict[str, Array]()
        self.system, self.detail = run.system, self
        self.moments: dict[float, complex] = {}

    @property
    def events(self) -> list[Any]:
        """The events, whose times may carry derivatives."""
        times: Mapping[float, Any] = self.moments
        return [replace(event, t=times.get(float(event.t), event.t)) for event in self.run.events]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.run, name)

    def __getitem__(self, name: str) -> Array:
        values = self.run[name]
        self.names[name] = None
        return values + 1j * STEP * self.moved[name] if name in self.moved else values


def as_response(given: Any) -> Response:
    """A function of a run from a function, a response or the text of one."""
    if not hasattr(given, "value") and not callable(given):
        given = read_response(given)
    response: Response = given.value if hasattr(given, "value") else given
    return response


def run_at(run: Run, rows: Array, system: System, q: Array, v: Array, memory: Array) -> Run:
    """Points of the run at other coordinates, velocities and own states, with accelerations and loads solved."""
    from linkwork.system.adjoint.tangent_adjoint_kernel import observe_rows

    times = run.t[rows]
    loads, a = empty_loads(system, len(times)), np.zeros(q.shape, complex)
    observe_rows(system.k, system.p, system.workspace(), times, q, v, memory, a, arrays_of(loads))
    return Run(system, times, q, v, a, run.sigma[rows], run.memory, run.branch, loads, trail=run.trail)


class Seeds:
    """Responses of a run: their derivatives by the states at its points, and by parameters at fixed states."""

    def __init__(self, responses: Sequence[Response], run: Run, plain: System) -> None:
        assert run.loads is not None
        self.responses, self.run, self.plain = responses, run, plain
        self.samples = [sample_weights(response, _Asked(run)) for response in responses]
        self.names = sorted({name for weights in self.samples for name in weights if name != "t"})
        marks = [np.any([weights[name] != 0.0 for name in weights], axis=0) for weights in self.samples if weights]
        self.rows = np.flatnonzero(np.any(marks, axis=0)) if marks else np.zeros(0, int)
        self.points = [values[self.rows].astype(complex) for values in (run.q, run.v, run.loads.memory)]

    def by_states(self, size: int) -> Array:
        """Points by responses by components of the state."""
        by_state = np.zeros((len(self.run.t), len(self.responses), size))
        if not len(self.rows):
            return by_state
        together = max(1, _TOGETHER // len(self.rows))
        for begin in range(0, size, together):
            components = range(begin, min(begin + together, size))
            points = [np.tile(values, (len(components), 1)) for values in self.points]
            for number, component in enumerate(components):
                own = slice(number * len(self.rows), (number + 1) * len(self.rows))
                self._move([values[own] for values in points], component)
            slopes = self._slopes(self.plain, points).reshape(len(components), len(self.rows), -1)
            by_state[self.rows, :, begin : begin + len(components)] = slopes.transpose(1, 2, 0)
        return by_state

    def _move(self, points: list[Array], component: int) -> None:
        """Move one component of the state at all points; bodies in space are turned about their own axes."""
        plain, n = self.plain, len(self.plain.coordinates)
        if component >= 2 * n:
            first = 0 if plain.signals is None else plain.signals.first_state
            points[2][:, first + component - 2 * n] += 1j * STEP
            return
        part, column = divmod(component, n)
        axis = column % plain.world.size - plain.world.dimensions
        if part == 1 or plain.world.dimensions == 2 or axis < 0 or column >= plain.body_columns:
            points[part][:, column] += 1j * STEP
            return
        body = slice(column - axis - plain.world.dimensions, column - axis - plain.world.dimensions + plain.world.size)
        step = np.zeros((len(self.rows), plain.world.size), complex)
        step[:, column - body.start] = 1j * STEP
        points[0][:, body] = plain.world.moved(1, points[0][:, body], step)

    def by_event_times(self, times: Sequence[float]) -> Array:
        """Responses by times of events, at fixed samples."""
        slopes = np.zeros((len(self.responses), len(times)))
        for number, time in enumerate(times):
            asked = _Asked(self.run)
            asked.moments = {time: complex(time, STEP)}
            slopes[:, number] = [float(np.imag(response(asked))) / STEP for response in self.responses]
        return slopes

    def by_parameters(self, twin: Callable[[Mapping[str, float]], System], names: Sequence[str]) -> Array:
        """By every parameter at fixed states; `twin` gives the tables that carry shares of parameters.

        Blocks of parameters that together do nothing are done with.
        """
        slopes, shares = np.zeros((len(self.responses), len(names))), np.random.default_rng(1).uniform(0.5, 1.5, _BLOCK)
        for begin in range(0, len(names), _BLOCK):
            block = names[begin : begin + _BLOCK]
            if np.any(self._by_parameter(twin(dict(zip(block, shares, strict=False))))):
                for number, name in enumerate(block, begin):
                    slopes[:, number] = self._by_parameter(twin({name: 1.0}))
        return slopes

    def _by_parameter(self, system: System) -> Array:
        """By the parameters that a system carries."""
        asked = _Asked(self.run)
        asked.system = system
        own = [float(np.imag(response(asked))) / STEP for response in self.responses]
        return np.array(own) + np.sum(self._slopes(system, self.points), axis=0)

    def _slopes(self, system: System, points: list[Array]) -> Array:
        """Derivatives of the responses through the channels at points that carry them: one row a point."""
        slopes = np.zeros((len(points[0]), len(self.responses)))
        if len(self.rows):
            rows = np.tile(self.rows, len(points[0]) // len(self.rows))
            moved = run_at(self.run, rows, system, *points)
            for name in self.names:
                slope = np.imag(moved[name]) / STEP
                for number, weights in enumerate(self.samples):
                    if name in weights:
                        slopes[:, number] += weights[name][rows] * slope
        return slopes


def state_size(system: System) -> int:
    """Components of the state."""
    return 2 * len(system.coordinates) + int(system.k[layout.STATES])
