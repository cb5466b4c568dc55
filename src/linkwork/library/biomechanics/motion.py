"""A motion of a skeleton: coordinates over time, smoothed, with speeds and accelerations that belong to them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.expression.given import Hertz, public, publicly_made
from linkwork.library.biomechanics.fit_notes import beyond_ranges
from linkwork.library.biomechanics.tables import Table

if TYPE_CHECKING:
    from linkwork.library.biomechanics.skeleton import Skeleton

ELSEWHERE, ELSEWHERE_TURNED = 1e-3, 0.1
"""How far in m and degrees a coordinate is from where it is locked, beyond rounding of tables."""


def spline_slopes(time: Array, values: Array) -> tuple[Array, Array]:
    """First and second derivatives of the quintic spline through rows over time."""
    from scipy.interpolate import make_interp_spline

    if len(time) < 6:
        raise AnalysisError(f"a motion needs 6 frames at least for accelerations, this one has {len(time)}")
    spline = make_interp_spline(time, values, k=5)
    return spline(time, 1), spline(time, 2)


@public
@publicly_made
@dataclass(frozen=True)
class Motion:
    """Coordinates (rad, m) frame by frame; speeds and accelerations are those of the quintic spline through them."""

    skeleton: Skeleton
    time: Array
    values: Array
    notes: tuple[str, ...] = field(default=(), compare=False)
    """What the file lacked that it came from, and ranges that it leaves."""

    def __post_init__(self) -> None:
        time, values = np.asarray(self.time, dtype=float), self.skeleton.checked(self.values, 2)
        if time.shape != (len(values),):
            raise AnalysisError(f"motion: there are {len(values)} frames, and times of the shape {time.shape}")
        late = np.flatnonzero(~np.isfinite(time))
        if len(late):
            raise AnalysisError(f"motion: frame {late[0] + 1}: its time is {time[late[0]]:g}")
        back = np.flatnonzero(np.diff(time) <= 0)
        if len(back):
            one, two = time[back[0]], time[back[0] + 1]
            raise AnalysisError(f"motion: frame {back[0] + 2}: times rise, not from {one:g} to {two:g} s")
        object.__setattr__(self, "time", time)  # frozen
        object.__setattr__(self, "values", values)

    @cached_property
    def _spline(self) -> tuple[Array, Array]:
        return spline_slopes(self.time, self.values)

    @property
    def speeds(self) -> Array:
        """First derivatives."""
        return self._spline[0]

    @property
    def accelerations(self) -> Array:
        """Second derivatives."""
        return self._spline[1]

    @public
    def __getitem__(self, name: str) -> Array:
        """A coordinate over time."""
        return self.values[:, self.skeleton.index("coordinate", name)]

    def filtered(self, cutoff: Hertz) -> Motion:
        """Smoothed by a Butterworth filter of third order, forwards and backwards, of a cut-off in Hz.

        The cut-off is that of one pass. Before and after the motion its mirror image through the end goes on for half
        its length, so that the filter has nothing to swing from.
        """
        from scipy.signal import butter, filtfilt

        even, step = _evenly(self.time, self.values)
        if not 0 < cutoff < 0.5 / step:
            raise AnalysisError(
                f"the cut-off must lie between 0 and {0.5 / step:g} Hz, half the rate, not at {cutoff:g}"
            )
        b, a = butter(3, 2 * cutoff * step)
        smooth = filtfilt(b, a, even, axis=0, padtype="odd", padlen=len(even) // 2)
        return Motion(self.skeleton, self.time[0] + step * np.arange(len(even)), smooth, self.notes)

    def splined(self, stiffness: float | None = None) -> Motion:
        """Smoothed by one cubic spline through the whole of every coordinate: misfit plus `stiffness` times bending.

        Without a stiffness (in s^3) it is chosen by generalised cross-validation (Wahba 1990), for each coordinate.
        """
        from scipy.interpolate import make_smoothing_spline

        if len(self.time) < 6:
            raise AnalysisError(f"a motion needs 6 frames at least to be smoothed, this one has {len(self.time)}")
        if stiffness is not None and not 0 <= stiffness < np.inf:
            raise AnalysisError(f"splined: the stiffness is zero or more, not {stiffness:g}")
        columns = [
            column if np.ptp(column) == 0 else make_smoothing_spline(self.time, column, lam=stiffness)(self.time)
            for column in self.values.T
        ]
        return Motion(self.skeleton, self.time, np.column_stack(columns), self.notes)

    def resampled(self, rate: Hertz) -> Motion:
        """The same motion with more or fewer frames a second (Hz), from the spline through its frames."""
        from scipy.interpolate import make_interp_spline

        if not rate > 0 or len(self.time) < 6:
            raise AnalysisError("resampled: the rate is positive, and there are six frames at least")
        count = int((self.time[-1] - self.time[0]) * rate + 1e-6) + 1
        times = self.time[0] + np.arange(count) / rate
        return Motion(self.skeleton, times, make_interp_spline(self.time, self.values, k=5)(times), self.notes)

    def cutoff_by_residuals(self, name: str) -> float:
        """The cut-off in Hz at which what the filter takes away is as large as noise (Winter's residual analysis).

        Residuals over cut-offs become a straight line where only noise is left; it is continued to zero, and the
        cut-off is the one whose residual is the value there.
        """
        column = self.skeleton.index("coordinate", name)
        rate = 1 / float(np.min(np.diff(self.time)))
        cutoffs = np.linspace(1, 0.45 * rate, 60)
        plain = Motion(self.skeleton, *_even_times(self.time, self.values))
        left = [
            float(np.sqrt(np.mean((plain.filtered(cut).values[:, column] - plain.values[:, column]) ** 2)))
            for cut in cutoffs
        ]
        half = len(cutoffs) // 2
        _, level = np.polyfit(cutoffs[half:], left[half:], 1)
        return float(np.interp(-level, -np.array(left), cutoffs))

    def table(self) -> Table:
        """As a table with angles in degrees, to be written."""
        factor = np.array([np.degrees(1.0) if one.turns else 1.0 for one in self.skeleton.coordinates])
        names = tuple(one.name for one in self.skeleton.coordinates)
        return Table(self.time, names, self.values * factor, True, self.skeleton.name)


@public
def motion_from(skeleton: Skeleton, table: Table) -> Motion:
    """The motion of a table; a coordinate that is not in it stays where the model starts, which its notes tell."""
    values, notes = np.tile(skeleton.start(), (len(table.time), 1)), []
    by_name = {name.rsplit("/", 2)[-2] if name.endswith("/value") else name: i for i, name in enumerate(table.names)}
    for c, coordinate in enumerate(skeleton.coordinates):
        if coordinate.name in by_name:
            factor = np.radians(1.0) if table.degrees and coordinate.turns else 1.0
            values[:, c] = factor * table.values[:, by_name[coordinate.name]]
        else:
            stays = f"{np.degrees(coordinate.start):g} degrees" if coordinate.turns else f"{coordinate.start:g} m"
            notes.append(f"{table.source} has no column '{coordinate.name}', which stays at {stays}")
    if len(notes) == len(skeleton.coordinates):
        names = ", ".join(one.name for one in skeleton.coordinates)
        raise AnalysisError(f"{table.source}: no column is a coordinate of this skeleton; coordinates are: {names}")
    values = skeleton.checked(values, 2)
    told = (*notes, *_moved_though_locked(skeleton, table, by_name), *beyond_ranges(skeleton, values))
    return Motion(skeleton, np.asarray(table.time, dtype=float), values, told)


def _moved_though_locked(skeleton: Skeleton, table: Table, columns: dict[str, int]) -> list[str]:
    """Coordinates that are elsewhere in a table than where the skeleton has them locked."""
    told = []
    for one in skeleton.locked:
        if one.name not in columns:
            continue
        degrees = 1.0 if table.degrees else np.degrees(1.0)
        factor, start, unit = (degrees, np.degrees(one.start), "degrees") if one.turns else (1.0, one.start, "m")
        off = float(np.abs(factor * table.values[:, columns[one.name]] - start).max())
        if off > (ELSEWHERE_TURNED if one.turns else ELSEWHERE):
            told.append(
                f"{table.source} has '{one.name}' up to {off:.3g} {unit} from {start:g} {unit}, where it is locked"
            )
    return told


def _even_times(time: Array, values: Array) -> tuple[Array, Array]:
    even, step = _evenly(time, values)
    return time[0] + step * np.arange(len(even)), even


def _evenly(time: Array, values: Array) -> tuple[Array, float]:
    """Values at even times; where times are even to a ten-thousandth of a step they stay as they are."""
    from scipy.interpolate import make_interp_spline

    if len(time) < 2:
        raise AnalysisError("a motion of one frame cannot be filtered")
    steps = np.diff(time)
    mean = float((time[-1] - time[0]) / (len(time) - 1))
    if np.max(np.abs(steps - mean)) < 1e-4 * mean:
        return values, mean
    step = float(np.min(steps))
    count = int((time[-1] - time[0]) / step + 1e-9) + 1
    return make_interp_spline(time, values, k=min(5, len(time) - 1))(time[0] + step * np.arange(count)), step
