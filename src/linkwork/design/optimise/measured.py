"""Measured channels: times and values, as given in a mapping, a DataFrame or a CSV file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, shown
from linkwork.run.comparison.measured_table import read_table
from linkwork.run.run import Run

_EVEN = 1e-9  # of the span: times this near to an even grid are one
_DENSE = 4  # points of a run for each measured time, where these are not even


@dataclass
class Measured:
    """Times in s, channels with their values (NaN: not measured), and their standard deviations."""

    t: Array
    channels: dict[str, Array]
    deviations: dict[str, float]

    @property
    def start(self) -> float:
        """Time of the first value."""
        return float(self.t[0])

    @property
    def end(self) -> float:
        """Time of the last value."""
        return float(self.t[-1])

    @property
    def even(self) -> bool:
        """Whether the times are evenly spaced."""
        grid = np.linspace(self.start, self.end, len(self.t))
        return bool(np.max(np.abs(self.t - grid)) <= _EVEN * (self.end - self.start))

    @property
    def grid_points(self) -> int:
        """Points of a run that the data need."""
        return len(self.t) if self.even else _DENSE * len(self.t)

    @property
    def size(self) -> int:
        """How many values there are."""
        return sum(int(np.sum(np.isfinite(values))) for values in self.channels.values())

    def residuals(self, run: Run) -> Array:
        """Channels of a run less the values, in deviations."""
        predicted = self.at_times(run.t, {name: np.asarray(run[name]) for name in self.channels})
        given = [values[np.isfinite(values)] / self.deviations[name] for name, values in self.channels.items()]
        return predicted - np.concatenate(given)

    def at_times(self, t: Array, histories: Mapping[str, Array]) -> Array:
        """Histories over a run at the measured times, in deviations, one channel after the other."""
        from scipy.interpolate import CubicSpline

        columns = []
        for name, values in self.channels.items():
            kept = np.isfinite(values)
            same = len(t) == len(self.t) and self.even
            there = histories[name] if same else CubicSpline(t, histories[name])(self.t)
            columns.append(there[kept] / self.deviations[name])
        return np.concatenate(columns)


def read_measured(data: Any, deviations: Mapping[str, float] | None) -> Measured:
    """Measured channels from what the user gives."""
    if deviations is not None and not isinstance(deviations, Mapping):
        raise AnalysisError(f"deviations: give them by channel, as in {{'slider.x': 0.001}}; found {shown(deviations)}")
    table = read_table(data)
    if "t" not in table:
        raise AnalysisError("data: the times are missing; give them as 't', beside channels such as 'slider.x'")
    t = table.pop("t")
    if not table:
        raise AnalysisError("data: no channel is given beside the times, such as 'slider.x'")
    if len(t) < 2 or not np.all(np.isfinite(t)) or np.any(np.diff(t) <= 0.0):
        raise AnalysisError("data: at least two times are wanted, rising from one to the next")
    channels = table
    for name, values in channels.items():
        if not np.any(np.isfinite(values)):
            raise AnalysisError(f"data: '{name}' has no values")
    measured = {}
    for name, values in channels.items():
        given = (deviations or {}).get(name, float(np.nanstd(values)) or 1.0)
        if not isinstance(given, float | int) or not 0.0 < given < np.inf:
            raise AnalysisError(f"deviations: that of '{name}' must be above zero; found {shown(given)}")
        measured[name] = float(given)
    unknown = sorted(set(deviations or {}) - set(channels))
    if unknown:
        raise AnalysisError(f"deviations: '{unknown[0]}' is no channel of the data")
    return Measured(t, channels, measured)
