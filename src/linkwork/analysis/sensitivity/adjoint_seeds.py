"""How numbers made from a run depend on the states at its points.

A response asks a run for channels, each of which is a function of the state at the same point: the derivative of the
response by each sample of a channel, times that of the channel by the state there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.numerics.small_step import SIZE as STEP
from linkwork.run.loads import arrays_of, empty_loads
from linkwork.run.run import Run
from linkwork.system import layout_kernel as layout
from linkwork.system.system import System

Array = NDArray[Any]
Response = Callable[[Any], Any]


class _Asked:
    """A run that notes which channels it is asked for, and moves one of them."""

    def __init__(self, run: Run) -> None:
        self.run, self.names, self.moved = run, dict[str, None](), dict[str, Array]()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.run, name)

    def __getitem__(self, name: str) -> Array:
        self.names[name] = None
        values = self.run[name]
        return values + 1j * STEP * self.moved[name] if name in self.moved else values


def as_response(given: Any) -> Response:
    """A function of a run from a function or from an object with a `value`."""
    found: Response = given.value if hasattr(given, "value") else given
    return found


def sample_weights(response: Response, run: Run) -> dict[str, Array]:
    """The derivative of a response by every sample of every channel that it asks for."""
    asked = _Asked(run)
    response(asked)
    random = np.random.default_rng(1).uniform(0.5, 1.5, len(run.t))

    def slope(name: str, samples: Array) -> float:
        asked.moved = {name: samples}
        return float(np.imag(response(asked))) / STEP

    def fill(name: str, low: int, high: int, found: Array) -> None:
        samples = np.zeros(len(run.t))
        samples[low:high] = random[low:high] if high - low > 1 else 1.0
        value = slope(name, samples)
        if high - low == 1:
            found[low] = value
        elif value != 0.0:
            middle = (low + high) // 2
            fill(name, low, middle, found)
            fill(name, middle, high, found)

    weights = {}
    for name in list(asked.names):
        weights[name] = np.zeros(len(run.t))
        if name != "t":
            fill(name, 0, len(run.t), weights[name])
    return weights


def run_at(run: Run, system: System, q: Array, v: Array, memory: Array) -> Run:
    """The run at other coordinates, velocities and own states of its points, with accelerations and loads solved."""
    from linkwork.system.tangent_adjoint_kernel import observe_rows

    loads, a = empty_loads(system, len(run.t)), np.zeros(q.shape, complex)
    observe_rows(system.k, system.p, system.workspace(), run.t, q, v, memory, a, arrays_of(loads))
    found = Run(system, run.t, q, v, a, run.sigma, run.memory, run.branch, loads)
    found.events = run.events
    return found


def state_weights(responses: Sequence[Response], run: Run, plain: System, size: int) -> Array:
    """Derivatives of the responses by the states at the points: points by responses by components of the state."""
    assert run.loads is not None
    samples = [sample_weights(response, run) for response in responses]
    names = sorted({name for weights in samples for name in weights if name != "t"})
    found = np.zeros((len(run.t), len(responses), size))
    n = len(plain.coordinates)
    first = 0 if plain.signals is None else plain.signals.first_state
    for component in range(size):
        q, v, memory = (values.astype(complex) for values in (run.q, run.v, run.loads.memory))
        if component < n:
            q[:, component] += 1j * STEP
        elif component < 2 * n:
            v[:, component - n] += 1j * STEP
        else:
            memory[:, first + component - 2 * n] += 1j * STEP
        moved = run_at(run, plain, q, v, memory)
        for name in names:
            slope = np.imag(moved[name]) / STEP
            for number, weights in enumerate(samples):
                if name in weights:
                    found[:, number, component] += weights[name] * slope
    return found


def explicit(responses: Sequence[Response], run: Run, system: System) -> Array:
    """Derivatives of the responses by the parameter that a system carries, at fixed states."""
    assert run.loads is not None
    moved = run_at(run, system, *(values.astype(complex) for values in (run.q, run.v, run.loads.memory)))
    return np.array([float(np.imag(response(moved))) / STEP for response in responses])


def state_size(system: System) -> int:
    """Components of the state."""
    return 2 * len(system.coordinates) + int(system.k[layout.STATES])
