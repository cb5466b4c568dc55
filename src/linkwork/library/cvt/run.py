"""A push-belt drive through time: what is asked of it, and what it did."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.aside import written_aside
from linkwork.base.errors import AnalysisError
from linkwork.expression.given import FilePath, public, publicly_made
from linkwork.library.cvt.steady import SteadyState, page_of

Law = float | Sequence[tuple[float, float]]
"""A number, or times in s with values: straight lines between them, the last value from there on."""


def law_rows(laws: Mapping[str, Law], until: float) -> tuple[Array, Array]:
    """All corners of some laws, and their values there, a column each."""
    corners = {name: _corners(name, law) for name, law in laws.items()}
    knots = np.unique(np.concatenate([[0.0, until], *(times for times, _ in corners.values())]))
    knots = knots[(knots >= 0.0) & (knots <= until)]
    return knots, np.column_stack([np.interp(knots, *both) for both in corners.values()])


def _corners(name: str, law: Law) -> tuple[Array, Array]:
    try:
        rows = np.asarray([(0.0, law)] if isinstance(law, (int, float)) else law, float)
    except (TypeError, ValueError):
        rows = np.zeros(0)
    if rows.ndim != 2 or rows.shape[1:] != (2,) or len(rows) == 0 or not np.all(np.isfinite(rows)):
        raise AnalysisError(f"run: {name} is a number, or pairs of a time and a value, as in [(0.1, 1.0), (0.6, 1.2)]")
    if np.any(np.diff(rows[:, 0]) <= 0.0):
        raise AnalysisError(f"run: the times of {name} have to rise; a jump is two times close together")
    return rows[:, 0], rows[:, 1]


@public
@publicly_made
@dataclass(frozen=True)
class DriveRun:
    """What a drive did: one number a time, or one of the driving and one of the driven shaft; SI units.

    `torques` that the belt takes from the driving pulley and gives to the driven one, `thrusts` of the belt on the
    sheaves, `losses` of flanks and rings in W, `radii` at which the belt runs, `states` the fields along it.
    """

    times: Array
    speeds: Array
    torques: Array
    thrusts: Array
    losses: Array
    radii: Array
    states: tuple[SteadyState, ...]
    steps: int
    newton_steps: int

    @property
    def ratio(self) -> Array:
        """Speed of the driving shaft over that of the driven one."""
        return np.asarray(self.speeds[:, 0] / self.speeds[:, 1])

    def at(self, time: float) -> SteadyState:
        """The fields along the belt at the time of the run that is nearest."""
        return self.states[int(np.argmin(np.abs(self.times - time)))]

    def page(self, path: FilePath) -> Path:
        """A page (.html, one file) with the forces along the belt; a slider goes through the times."""
        return page_of(self.states, path, self.times.tolist())

    def table(self) -> dict[str, Array]:
        """Columns with their names and units."""
        pairs = {"speed (rad/s)": self.speeds, "torque (N m)": self.torques, "thrust (N)": self.thrusts}
        columns = {"time (s)": self.times, "ratio": self.ratio}
        for name, both in (pairs | {"radius (m)": self.radii}).items():
            columns |= {f"driving {name}": both[:, 0], f"driven {name}": both[:, 1]}
        return columns | {"loss of flanks (W)": self.losses[:, 0], "loss of rings (W)": self.losses[:, 1]}

    def to_csv(self, path: FilePath) -> Path:
        """Write the table."""
        columns = self.table()
        rows = np.column_stack(list(columns.values()))
        with written_aside(path) as beside:
            np.savetxt(beside, rows, delimiter=",", header=",".join(columns), comments="")
        return Path(path)

    def plot(self) -> Any:
        """Ratio, torques, thrusts and losses over time; a figure of Matplotlib."""
        import matplotlib.pyplot as plt

        figure, axes = plt.subplots(4, 1, sharex=True, figsize=(7.5, 8.0), layout="constrained")
        axes[0].plot(self.times, self.ratio, label="ratio of speeds")
        axes[0].plot(self.times, self.radii[:, 1] / self.radii[:, 0], ls="--", label="ratio of radii")
        for axis, values, unit in (
            (axes[1], self.torques, "torque (N m)"),
            (axes[2], self.thrusts / 1e3, "thrust (kN)"),
        ):
            axis.plot(self.times, values[:, 0], label="driving")
            axis.plot(self.times, values[:, 1], label="driven")
            axis.set_ylabel(unit)
        axes[3].plot(self.times, self.losses[:, 0], label="flanks")
        axes[3].plot(self.times, self.losses[:, 1], label="rings")
        axes[3].set_ylabel("loss (W)")
        axes[3].set_xlabel("time (s)")
        for axis in axes:
            axis.legend(loc="best", fontsize=8)
        return figure
