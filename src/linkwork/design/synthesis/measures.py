"""Measures: values of channels at many positions, with their derivatives by the position and by parameters.

The derivative by a coordinate is the channel's own rate when that coordinate alone moves with unit speed; that by a
parameter is a complex step. A channel without a rate is differentiated by differences of fourth order.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.base.arrays import Array
from linkwork.design.synthesis.tables import STEP
from linkwork.elements.freedoms import rate_names
from linkwork.run.channels import channels_of
from linkwork.system.system import System

_RATED_CALL = re.compile(r"(distance|angle)\([^()]*\)\Z")
_RATES = {"x": "vx", "y": "vy", "z": "vz"}
_WAYS = ((1.0, 8.0), (-1.0, -8.0), (2.0, -1.0), (-2.0, 1.0))
_DIFFERENCE = 2e-3


def channels_at(system: System, q: Array, v: Array | None = None) -> Any:
    """The channels of positions, one a row."""
    still = np.zeros_like(q)
    return channels_of(system, q, still if v is None else v, still)


def values(channels: Any, names: list[str]) -> Array:
    """Channels in columns, positions in rows."""
    return np.stack([channels.value(name) for name in names], axis=-1)


def angular(channels: Any, names: list[str]) -> NDArray[np.bool_]:
    """Which channels are angles, to be compared without whole turns."""
    return np.array([channels.unit(name) == "rad" for name in names], bool)


def unwound(difference: Array, angles: NDArray[np.bool_]) -> Array:
    """Differences with whole turns of angles taken out."""
    turns = np.round(np.real(difference) / (2.0 * np.pi)) * angles
    return difference - 2.0 * np.pi * turns


def slopes(system: System, q: Array, names: list[str]) -> Array:
    """Derivatives of channels by steps in m and rad: positions, channels, columns."""
    count, n = q.shape
    slopes = np.zeros((count, len(names), n))
    channels = channels_at(system, np.repeat(q, n, axis=0), np.tile(np.eye(n), (count, 1)))
    rest = []
    for number, name in enumerate(names):
        rate = rate_of(channels, name)
        if rate is None:
            rest.append(number)
        else:
            slopes[:, number] = channels.value(rate).reshape(count, n)
    if rest:
        slopes[:, rest] = _differences(system, q, [names[number] for number in rest])
    return slopes


def rate_of(channels: Any, name: str) -> str | None:
    """The channel that is the rate of a channel, or none."""
    if _RATED_CALL.match(name):
        return f"{name}.rate"
    head, _, quantity = name.partition(".")
    place, _, last = quantity.rpartition(".")
    if "(" in name:
        return None
    if head in channels.system.mechanism.bodies_by_name:
        if quantity == "angle":
            return f"{head}.omega"
        return f"{name[: -len(last)]}{_RATES[last]}" if last in _RATES else None
    return f"{head}.{rate_names(quantity)[1]}" if not place and quantity in channels.measured(head) else None


class Blended:
    """Channels of complex tables, with some that are not analytic given as values with their derivatives."""

    def __init__(self, channels: Any, given: dict[str, Array]) -> None:
        self._channels, self._given = channels, given

    def value(self, name: str) -> Array:
        """The channel, its derivative by the parameter in its imaginary part."""
        value: Array = self._given[name] if name in self._given else self._channels.value(name)
        return value


def by_parameter(
    tables: Callable[[Array], System], b: Array, number: int, span: Array, q: Array, names: list[str]
) -> dict[str, Array]:
    """Channels with derivatives by one parameter (differences, times the complex step) in their imaginary parts."""
    if not names:
        return {}
    here = channels_at(tables(b), q)
    middle, angles = values(here, names), angular(here, names)
    width = _DIFFERENCE * min(float(span[number]), max(abs(float(b[number])), 1e-3 * float(span[number])))
    slope = np.zeros_like(middle)
    for way, weight in _WAYS:
        beside = b.copy()
        beside[number] += way * width
        there = values(channels_at(tables(beside), q), names)
        slope += weight / 12.0 * unwound(there - middle, angles) / width
    return {name: middle[:, column] + 1j * STEP * slope[:, column] for column, name in enumerate(names)}


def _differences(system: System, q: Array, names: list[str]) -> Array:
    count, n = q.shape
    steps = np.eye(n) * np.where(system.turning, 1.0, system.length) * _DIFFERENCE
    differences = np.zeros((count, len(names), n))
    here = channels_at(system, q)
    middle, angles = values(here, names), angular(here, names)
    for column in range(n):
        for way, weight in _WAYS:
            there = values(channels_at(system, system.moved(q, way * steps[column])), names)
            differences[:, :, column] += weight / 12.0 * unwound(there - middle, angles) / steps[column, column]
    return differences
