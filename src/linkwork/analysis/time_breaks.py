"""Times at which functions of time in drivers and laws have a kink or a jump: the integration starts anew there."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.functions.packed import Packed
from linkwork.functions.sample import BESIDE, sample
from linkwork.system.system import System

Array = NDArray[Any]
_NEIGHBOURS = 8  # numbers behind a place that are tried


def time_breaks(system: System, start: float, until: float) -> Array:
    """The times, in rising order; those of complex tables carry derivatives."""
    functions = list(system.signals.breaks) if system.signals is not None else []
    functions += [
        placed.element.value for placed in system.elements if placed.driver and hasattr(placed.element, "value")
    ]
    env = dict(system.env)
    if system.scalar == "real":
        env = {name: float(np.real(value)) for name, value in env.items()}
    times = {
        _from_then_on(function.pack(env).real, place, order)
        for function in functions
        if not function.smooth()
        for place, order in function.kinks(env, "t", (start, until))
        if start < place.real < until
    }
    return np.array(sorted(times, key=np.real), system.dtype)


def _from_then_on(packed: Packed, place: Any, order: int) -> Any:
    """The first number at or behind a place at which the function is what it is behind it: `t > 1` holds not at 1."""
    x = float(place.real)
    beside = BESIDE * max(1.0, abs(x))
    for _ in range(_NEIGHBOURS):
        before, here, after = sample(packed, [x - beside, x, x + beside])[:, order]
        if abs(here - after) <= abs(here - before):
            break
        x = float(np.nextafter(x, np.inf))
    return x + (place - float(place.real))
