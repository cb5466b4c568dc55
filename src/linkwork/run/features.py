"""Features of a channel: extreme values (dead centres) and dwells."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, LinkworkError
from linkwork.elements.freedoms import names_of_rate
from linkwork.numerics.hermite import hermite

if TYPE_CHECKING:
    from linkwork.run.run import Run


@dataclass(frozen=True)
class Extreme:
    """A largest or smallest value of a channel and when it is reached."""

    t: float
    value: float
    kind: str


@dataclass(frozen=True)
class Dwell:
    """An interval in which a channel hardly changes."""

    begin: float
    end: float
    value: float


def with_rates(channel: Callable[[str], Array], name: str) -> tuple[Array, Array, Array]:
    """A channel with its first and second derivative; `channel` gives the values of a name."""
    value = channel(name)
    try:
        return value, *_two_rates(channel, name)
    except LinkworkError:
        raise AnalysisError(
            f"the rates of '{name}' are not among the channels; take a coordinate of a point, such as rod.tip.x, the "
            "value of a joint, such as O.angle, or a distance or angle between places"
        ) from None


def _two_rates(channel: Callable[[str], Array], name: str) -> tuple[Array, Array]:
    first = names_of_rate(name)[0]
    return channel(first), channel(names_of_rate(first)[0])


def extremes(run: Run, name: str) -> list[Extreme]:
    """Where a channel turns back, between grid points by the quintic through value, rate and second derivative."""
    value, rate, second = with_rates(run.__getitem__, name)
    extremes = []
    for i in np.flatnonzero(rate[1:] * rate[:-1] < 0.0):
        ends = [(float(run.t[j]), (value[j], rate[j], second[j])) for j in (i, i + 1)]
        low, high = ends[0][0], ends[1][0]
        for _ in range(60):
            middle = 0.5 * (low + high)
            if hermite(middle, ends[0], ends[1])[1] * rate[i] > 0.0:
                low = middle
            else:
                high = middle
        t = 0.5 * (low + high)
        kind = "largest" if rate[i] > 0.0 else "smallest"
        extremes.append(Extreme(t, float(hermite(t, ends[0], ends[1])[0]), kind))
    return extremes


def dwells(run: Run, name: str, fraction: float = 0.02) -> list[Dwell]:
    """Intervals in which the rate of a channel stays below a fraction of its largest."""
    value, rate, _ = with_rates(run.__getitem__, name)
    slow = np.abs(rate) <= fraction * np.max(np.abs(rate))
    edges = np.flatnonzero(np.diff(np.concatenate([[0], slow.astype(int), [0]])))
    return [
        Dwell(float(run.t[begin]), float(run.t[end - 1]), float(np.mean(value[begin:end])))
        for begin, end in zip(edges[::2], edges[1::2], strict=True)
        if end - begin > 1
    ]


def cusps(run: Run, point: str, fraction: float = 1e-4) -> list[float]:
    """Times (arc lengths of a trace) at which the path of a point has a cusp: its velocity vanishes."""
    parts = [with_rates(run.__getitem__, f"{point}.{axis}") for axis in "xyz"[: run.mechanism.world.dimensions]]
    position, velocity, acceleration = (np.stack(pair, axis=-1) for pair in zip(*parts, strict=True))
    speed = np.sqrt(np.sum(velocity**2, axis=1))
    approach = np.sum(velocity * acceleration, axis=1)
    cusps = []
    for i in np.flatnonzero((approach[:-1] < 0.0) & (approach[1:] >= 0.0)):
        ends = [(float(run.t[j]), (position[j], velocity[j], acceleration[j])) for j in (i, i + 1)]
        low, high = ends[0][0], ends[1][0]
        for _ in range(60):
            middle = 0.5 * (low + high)
            _, v, a = hermite(middle, ends[0], ends[1])
            if float(v @ a) < 0.0:
                low = middle
            else:
                high = middle
        if np.linalg.norm(hermite(low, ends[0], ends[1])[1]) <= fraction * np.max(speed):
            cusps.append(low)
    return cusps
