"""Motion: what a follower does over the angle of its cam, with exact derivatives."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.base.errors import MechanismError, shown
from linkwork.design.cams.extremes import Extreme, extreme
from linkwork.design.cams.laws import POLYNOMIALS, boundary_polynomial, waves_of
from linkwork.design.cams.segments import Segment, Slopes, lengths, number, positive
from linkwork.design.cams.waves import Wave
from linkwork.expression.given import FilePath, Numbers, public

if TYPE_CHECKING:
    from linkwork.functions import Piecewise

Array = NDArray[np.float64]
ORDERS = 4
"""Derivatives that a motion gives: the third derivative of a profile needs the fourth."""

_NAMES = ("displacement", "velocity", "acceleration", "jerk")
_SAME = 1e-9  # of the largest: a smaller jump is round-off


_MOST_ORDERS = 12


def angles_of(angle: Any) -> Array:
    """Angles as a row of numbers."""
    angles = np.atleast_1d(np.asarray(angle, float))
    if angles.ndim != 1:
        raise MechanismError(f"cam: give an angle or a list of angles; found {shown(angle)}")
    return angles


@public
class Motion:
    """Rises, dwells and falls in a row; closed over a `period` (None: it happens once)."""

    def __init__(self, segments: Sequence[Segment], period: Any = "360 deg", start: Any = 0.0, unit: str = "m") -> None:
        if (
            not isinstance(segments, Sequence)
            or not segments
            or not all(isinstance(segment, Segment) for segment in segments)
        ):
            raise MechanismError("cam motion: give a list of rise(), fall(), move() and dwell()")
        if unit not in ("m", "rad"):
            raise MechanismError(f"cam motion: the unit is 'm' or 'rad' (a swinging follower); found {shown(unit)}")
        given = None if period is None else positive("cam motion: period", period)
        self.segments, self.unit = tuple(segments), unit
        self.closed, self.start = given is not None, number("cam motion: start", start)
        self.over = lengths(self.segments, given)
        self.edges = [0.0, *np.cumsum(self.over).tolist()]
        self.period: float = given or self.edges[-1]
        self.edges[-1] = self.period
        self.levels = self._levels()
        self.waves = self._waves()
        self._ends = np.array([wave.end for wave in self.waves[:-1]])

    def __repr__(self) -> str:
        return f"<Motion of {len(self.segments)} segments over {self.period:g}>"

    # ------------------------------------------------------------------ values

    def values(self, angle: Numbers, orders: int = ORDERS) -> Array:
        """Displacement and derivatives by the angle, a row each."""
        _require_orders(orders)
        x = angles_of(angle)
        x = x - self.period * np.floor(x / self.period) if self.closed else np.clip(x, 0.0, self.period)
        place = np.searchsorted(self._ends, x, side="right")
        values = np.empty((orders + 1, len(x)))
        for piece in np.unique(place):
            here = place == piece
            values[:, here] = self.piece_values(int(piece), x[here], orders)
        return values

    def piece_values(self, piece: int, x: Numbers, orders: int = ORDERS) -> Array:
        """The same by the formula of one piece, its ends included."""
        _require_orders(orders)
        if not 0 <= piece < len(self.waves):
            raise MechanismError(f"cam motion: its pieces are 0 to {len(self.waves) - 1}; found {shown(piece)}")
        x = angles_of(x)
        wave, piece_values = self.waves[piece], np.empty((orders + 1, len(x)))
        for order in range(orders + 1):
            piece_values[order] = wave.derivative(order).value(x, np)
        return piece_values

    def extreme(self, of: Callable[..., Array] | int, largest: bool = True) -> Extreme:
        """The largest or smallest value of a derivative, or of a function of (angle, displacement, derivatives ...)."""
        return extreme(self, of, largest)

    @cached_property
    def peaks(self) -> dict[str, tuple[float, float]]:
        """Smallest and largest displacement, velocity, acceleration and jerk, by the angle of the cam."""
        return {
            name: (self.extreme(order, False).value, self.extreme(order).value) for order, name in enumerate(_NAMES)
        }

    def jumps(self) -> list[tuple[float, int, float]]:
        """Where a derivative up to the third jumps: angle, the lowest such order, by how much."""
        jumps = []
        count = len(self.waves)
        sizes = [max(abs(low), abs(high)) for low, high in self.peaks.values()]
        for piece in range(0 if self.closed else 1, count):
            before, after = self.waves[piece - 1], self.waves[piece]
            left, right = before.slopes(before.end, 3), after.slopes(after.begin, 3)
            for order, (a, b) in enumerate(zip(left, right, strict=True)):
                if abs(b - a) > _SAME * max(sizes[order], 1e-300):
                    jumps.append((after.begin, order, b - a))
                    break
        return jumps

    # ------------------------------------------------------------------ use in mechanisms and words

    def function(self, speed: Any = 1, variable: str = "t") -> Piecewise:
        """The motion as a function for drivers and forces: its angle is `speed` times the variable.

        The speed may be an expression in parameters of the mechanism, such as `60 rpm` or `n`.
        """
        from linkwork.design.cams.formulas import driver_function

        return driver_function(self, speed, variable)

    def text(self) -> str:
        """Segments and peaks as tables, and what is to be said about them."""
        from linkwork.design.cams.cam_text import motion_text

        return motion_text(self)

    def plot(self, path: FilePath | None = None) -> Any:
        """Displacement, velocity, acceleration and jerk over the angle of the cam."""
        from linkwork.view.figures.cam_figure import plot_motion

        return plot_motion(self, path)

    # ------------------------------------------------------------------ inside

    def _levels(self) -> list[float]:
        """Displacement at the ends of the segments."""
        levels = [self.start]
        for segment in self.segments:
            here = levels[-1]
            if segment.to is not None:
                here = segment.to
            elif segment.by is not None:
                here += segment.by
            elif segment.kind == "fall":
                here = self.start
            levels.append(here)
        size = max(abs(level) for level in levels) or 1.0
        if self.closed and abs(levels[-1] - levels[0]) > 1e-9 * size:
            raise MechanismError(
                f"cam motion: it ends at {levels[-1]:.6g}, not where it began, {levels[0]:.6g};"
                " let it fall() back, or give period=None for a motion that happens once"
            )
        if self.closed:
            levels[-1] = levels[0]
        return levels

    def _waves(self) -> tuple[Wave, ...]:
        fixed = [self._fixed(place) for place in range(len(self.segments))]
        parts: list[Wave] = []
        for place, (segment, waves) in enumerate(zip(self.segments, fixed, strict=True)):
            if waves is None:
                count = POLYNOMIALS[segment.law]
                ends = (self._slopes(fixed, place, count), self._slopes(fixed, place + 1, count))
                low, high = self.levels[place], self.levels[place + 1]
                begin, end = self.edges[place], self.edges[place + 1]
                waves = (boundary_polynomial(begin, end, (low, *ends[0]), (high, *ends[1])),)
            parts += waves
        return tuple(parts)

    def _fixed(self, place: int) -> tuple[Wave, ...] | None:
        """The pieces of a segment whose law leaves no choice; None for polynomials."""
        segment = self.segments[place]
        begin, end, low = self.edges[place], self.edges[place + 1], self.levels[place]
        if segment.kind == "dwell":
            return (Wave(begin, end, (low,)),)
        if segment.law in POLYNOMIALS:
            return None
        height = self.levels[place + 1] - low
        waves = [wave.stretched(begin, end - begin, low, height) for wave in waves_of(segment.law)]
        edges = [begin, *(wave.end for wave in waves[:-1]), end]
        return tuple(
            Wave(edges[n], edges[n + 1], wave.coefficients, wave.amplitude, wave.frequency, wave.phase)
            for n, wave in enumerate(waves)
        )

    def _slopes(self, fixed: list[tuple[Wave, ...] | None], edge: int, count: int) -> Slopes:
        """Derivatives at an edge between two segments: given on either side, or those of a law without choice."""
        total = len(self.segments)
        before = edge - 1 if edge > 0 else total - 1 if self.closed else None
        after = edge if edge < total else 0 if self.closed else None
        given = None if before is None else self.segments[before].end
        if given is None and after is not None:
            given = self.segments[after].start
        if given is not None:
            return (*given, 0.0)[:count]
        for side, last in ((before, True), (after, False)):
            waves = None if side is None else fixed[side]
            if waves is not None:
                wave = waves[-1] if last else waves[0]
                return wave.slopes(wave.end if last else wave.begin, count)[1:]
        return (0.0,) * count


def degrees(angle: float) -> str:
    """An angle as words show it."""
    return f"{math.degrees(angle):.4g} deg"


def _require_orders(orders: int) -> None:
    if not 0 <= orders <= _MOST_ORDERS:
        raise MechanismError(f"cam motion: derivatives up to order {_MOST_ORDERS} are given; found {shown(orders)}")
