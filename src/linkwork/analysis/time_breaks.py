"""Times at which functions of time in drivers and laws have a kink or a jump: the integration starts anew there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.system.system import System

Array = NDArray[Any]
_DIFFERENCE = 1e-4  # of the parameters that move them


def time_breaks(system: System, start: float, until: float) -> Array:
    """The times, in rising order; those of complex tables carry derivatives."""
    functions = list(system.signals.breaks) if system.signals is not None else []
    functions += [
        placed.element.value for placed in system.elements if placed.driver and hasattr(placed.element, "value")
    ]
    functions = [function for function in functions if not function.smooth()]
    if not functions:
        return np.zeros(0, system.dtype)

    def places(env: Mapping[str, float]) -> list[NDArray[np.float64]]:
        asked = (function.kinks(dict(env), "t", (start, until)) for function in functions)
        return [np.array(sorted(float(place) for place, _ in kinks)) for kinks in asked]

    real = {name: float(np.real(value)) for name, value in system.env.items()}
    found: list[Array] = list(places(real))
    if any(map(len, found)) and system.scalar == "complex":
        found = _carrying(found, places, real, {name: float(np.imag(value)) for name, value in system.env.items()})
    times = {time for places in found for time in places.tolist() if start < time.real < until}
    return np.array(sorted(times, key=np.real), system.dtype)


def _carrying(found: list[Array], places: Any, env: Mapping[str, float], along: Mapping[str, float]) -> list[Array]:
    """The times with their derivatives, by differences: exact to rounding where the times are plain parameters."""
    moved = {name: rate for name, rate in along.items() if rate != 0.0}
    if not moved:
        return found
    largest = max(map(abs, moved.values()))
    h = _DIFFERENCE * max(max(abs(env[name]) for name in moved), _DIFFERENCE) / largest
    near = [
        places({**env, **{name: env[name] + share * h * rate for name, rate in moved.items()}}) for share in _SHARES
    ]
    return [
        own + 1j * (8.0 * (up - down) - (far - back)) / (12.0 * h) if _alike(own, up, down, far, back) else own
        for own, up, down, far, back in zip(found, *near, strict=True)
    ]


_SHARES = (1, -1, 2, -2)


def _alike(*several: Array) -> bool:
    return len({len(places) for places in several}) == 1
