"""The course of a channel between the points of a run: polynomials through values with their rates.

Rates are channels themselves where there are some: quintics for coordinates and velocities. Of other
channels they are those of polynomials through five points of a stretch, which is cut where the channel jumps.
"""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from linkwork.analysis.responses.timeline import Timeline
from linkwork.base.arrays import Array
from linkwork.base.errors import LinkworkError
from linkwork.elements.freedoms import rate_names
from linkwork.run.registry import find_or_none

if TYPE_CHECKING:
    from linkwork.run.run import Run

_THROUGH = 5
TESTABLE = 8  # points of a stretch that tell of each other
FEW = 1e-2  # of the range: what is taken as unknown where there are fewer
_JUMP = 10.0  # times the changes beside it: a change between two points that is a jump
_RATES = {
    "vx": "ax",
    "vy": "ay",
    "vz": "az",
    "x": "vx",
    "y": "vy",
    "z": "vz",
    "omega": "alpha",
    "speed": "acceleration",
}


def rate_of(name: str) -> str | None:
    """The channel that would be the rate of a channel, if there is one."""
    head, dot, quantity = name.rpartition(".")
    if name.endswith(")"):
        return f"{name}.rate"
    if head.endswith(")"):
        return f"{head}.acceleration" if quantity == "rate" else None
    if not dot or quantity in ("alpha", "ax", "ay", "az", "acceleration"):
        return None
    if head.endswith(".omega"):
        return f"{head.removesuffix('omega')}alpha.{quantity}"
    if quantity.endswith("_rate") and not quantity.startswith("w"):
        return f"{head}.{quantity.removesuffix('_rate')}_acceleration"
    return f"{head}.{_RATES.get(quantity) or rate_names(quantity)[1]}"


class Course:
    """A channel with its rates at the points of a run, to be asked in between."""

    def __init__(self, run: Run, line: Timeline, name: str) -> None:
        self.run, self.line, self.name = run, line, name
        self.value: Array = np.asarray(run[name])

    @cached_property
    def _rates(self) -> tuple[Array, Array, bool]:
        """Rates, their rates, and whether these are known; many functions of a channel need its values only."""
        if self.name == "t":
            return np.ones_like(self.value), np.zeros_like(self.value), True
        rate = _channel_or_none(self.run, rate_of(self.name))
        if rate is None:
            return _differenced(self.line, self.value), np.zeros_like(self.value), False
        second = _channel_or_none(self.run, rate_of(rate_of(self.name) or ""))
        return rate, _differenced(self.line, rate) if second is None else second, True

    @property
    def motion(self) -> tuple[Array, Array, Array, bool]:
        """Values, rates, their rates, and whether these are known."""
        return self.value, *self._rates

    @cached_property
    def reach(self) -> int:
        """On how many points beyond its two ends a piece depends: on none where all rates are channels."""
        known = _channel_or_none(self.run, rate_of(rate_of(self.name) or "")) is not None
        return 0 if known else _THROUGH - 1

    def at(self, pieces: Array, times: Array) -> tuple[Array, Array]:
        """Values and rates at times within pieces."""
        left, right = self.line.pieces[0][pieces], self.line.pieces[1][pieces]
        t, y, (v, a, quintic) = self.line.t, self.value, self._rates
        h = t[right] - t[left]
        from_left = times - t[left]
        alone = right == left
        taylor = y[left] + from_left * (v[left] + 0.5 * from_left * a[left]), v[left] + from_left * a[left]
        if np.all(alone):
            return taylor
        ends = [(values[left], values[right]) for values in (y, v, a if quintic else np.zeros_like(a))]
        value, rate = hermite(np.where(alone, 1.0, h), from_left, ends, quintic)
        return np.where(alone, taylor[0], value), np.where(alone, taylor[1], rate)

    @cached_property
    def unresolved(self) -> Array:
        """How much of its range is not known beside each point, as every second point tells of those between."""
        y = np.real(self.value)
        unresolved = np.zeros(len(y))
        extent = float(np.ptp(y)) if len(y) > 2 and np.all(np.isfinite(y)) else 0.0
        if not extent > 1e-9 * float(np.max(np.abs(y), initial=0.0)):
            return unresolved
        v, a, quintic = self._rates
        known = (np.real(v), np.real(a)) if quintic else None
        jumps = _jumps(y)
        for first, last in zip(self.line.first, self.line.last, strict=True):
            cuts = [first, *(jump + 1 for jump in jumps if first <= jump < last), last + 1]
            if len(cuts) == 2 and last - first < TESTABLE:
                unresolved[first : last + 1] = FEW
            for begin, end in pairwise(cuts):
                if end - begin > TESTABLE:
                    unresolved[begin:end] = missed(self.line.t[begin:end], y[begin:end], known, begin) / extent
        return unresolved


def hermite(
    h: Array,
    from_left: Array,
    ends: list[tuple[Array, Array]],
    quintic: bool,
) -> tuple[Array, Array]:
    """Values and rates of polynomials with these values and rates at both ends, of quintics their second rates too."""
    (y, v, a), x = ends, from_left / h
    d = y[1] - y[0] - h * v[0] - 0.5 * h * h * a[0]
    e = h * (v[1] - v[0]) - h * h * a[0]
    if quintic:
        f = h * h * (a[1] - a[0])
        c3, c4, c5 = 10 * d - 4 * e + 0.5 * f, -15 * d + 7 * e - f, 6 * d - 3 * e + 0.5 * f
        value = y[0] + from_left * (v[0] + 0.5 * from_left * a[0]) + x**3 * (c3 + x * (c4 + x * c5))
        return value, v[0] + from_left * a[0] + x * x * (3 * c3 + x * (4 * c4 + 5 * x * c5)) / h
    c2, c3 = 3 * d - e, e - 2 * d
    return y[0] + from_left * v[0] + x * x * (c2 + x * c3), v[0] + x * (2 * c2 + 3 * x * c3) / h


def missed(t: Array, y: Array, known: tuple[Array, Array] | None, begin: int = 0) -> Array:
    """How far polynomials through every second point miss those between, less what half the distance gains.

    Points are along the last axis.
    """
    kept = np.arange(0, len(t), 2)
    if known is None:
        v = slopes(t[kept], y[..., kept])
        a = np.zeros_like(v)
    else:
        v, a = known[0][..., begin + kept], known[1][..., begin + kept]
    left, middle = kept[:-1], kept[:-1] + 1
    ends = [(values[..., :-1], values[..., 1:]) for values in (y[..., kept], v, a)]
    value, _ = hermite(t[kept[1:]] - t[left], t[middle] - t[left], ends, known is not None)
    off = np.abs(value - y[..., middle]) / (16.0 if known is None else 64.0)
    missed = np.zeros(y.shape)
    for beside in (-1, 0, 1):
        missed[..., middle + beside] = np.maximum(missed[..., middle + beside], off)
    return missed


def _channel_or_none(run: Run, name: str | None) -> Array | None:
    if not name:
        return None
    try:
        # asked of the run itself, which may have values of its own: those of an adjoint are moved
        return None if find_or_none(run, name) is None else np.asarray(run[name])
    except LinkworkError:
        return None


def _differenced(line: Timeline, value: Array) -> Array:
    """Rates at the points by polynomials through five of them, between events and jumps."""
    rates, jumps = np.zeros_like(value), _jumps(np.real(value))
    for first, last in zip(line.first, line.last, strict=True):
        cuts = [first, *(jump + 1 for jump in jumps if first <= jump < last), last + 1]
        for begin, end in pairwise(cuts):
            if end - begin >= 2:
                rates[begin:end] = slopes(line.t[begin:end], value[begin:end])
    return rates


def slopes(t: Array, value: Array) -> Array:
    """Derivatives at the points, along the last axis, of polynomials through the nearest ones (barycentric weights)."""
    count = min(_THROUGH, len(t))
    here = np.arange(len(t))
    first = np.clip(here - count // 2, 0, len(t) - count)
    near = first[:, None] + np.arange(count)
    times, own = t[near], (near == here[:, None])
    weights = 1.0 / np.prod(times[:, :, None] - times[:, None, :] + np.eye(count), axis=2)
    shares = weights / weights[own][:, None] / np.where(own, 1.0, t[:, None] - times)
    shares[own] = 0.0
    return np.asarray(np.sum(shares * (value[..., near] - value[..., None]), axis=-1))


def _jumps(value: Array) -> Array:
    """Numbers of the points behind which a channel jumps."""
    return np.flatnonzero(jumping(value))


def jumping(value: Array) -> NDArray[np.bool_]:
    """Behind which points, along the last axis, a channel jumps."""
    change = np.abs(np.diff(value))
    if change.shape[-1] < 3:
        return np.zeros(change.shape, bool)
    none = np.full((*change.shape[:-1], 1), np.inf)
    beside = np.maximum(
        np.concatenate([none, change[..., :-1]], axis=-1), np.concatenate([change[..., 1:], none], axis=-1)
    )
    size = np.max(np.abs(value), axis=-1, keepdims=True, initial=0.0)
    return np.asarray((change > _JUMP * beside) & (change > 1e-6 * size))
