"""Muscle after Millard, Uchida, Seth and Delp (2013): curves of quintic pieces, set by knots and slopes.

Lengths are over the optimal length of the fibres or the slack length of the tendon, forces over the strength, speeds
over the largest speed of shortening. The constants are those that OpenSim gives to this model.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import MechanismError
from linkwork.expression.given import Numbers, public, publicly_made
from linkwork.library.checks import require_not_negative, require_positive

STEEPER = 1.25  # slope of the steep rise over that of a straight one
PLATEAU = 0.05  # half the width of the plateau of the active force, over the optimal length


def bent(x0: float, y0: float, slope0: float, x1: float, y1: float, slope1: float, bend: float) -> list[float]:
    """One piece from a point with a slope to another: its control points lie on the two tangents, `bend` of the way to
    where they cross."""
    x = (y1 - y0 - x1 * slope1 + x0 * slope0) / (slope0 - slope1) if abs(slope0 - slope1) > 1.5e-8 else (x0 + x1) / 2
    y = (x - x1) * slope1 + y1
    if not min(x0, x1) < x < max(x0, x1):
        raise MechanismError(
            f"a muscle after Millard: the slopes {slope0:g} at {x0:g} and {slope1:g} at {x1:g} do not make one bend"
        )
    inner = x0 + bend * (x - x0), x1 + bend * (x - x1), y0 + bend * (y - y0), y1 + bend * (y - y1)
    return [x0, inner[0], inner[1], x1, y0, inner[2], inner[3], y1, slope0, slope1]


@public
@publicly_made
@dataclass(frozen=True)
class Millard:
    """The curves of a muscle with their constants."""

    active_lengths: tuple[float, float, float] = (0.4441, 0.73, 1.8123)
    """Of the fibres: where active force begins, where its steep rise ends, where it ends."""
    shallow_slope: float = 0.8616
    least_active: float = 0.0
    passive_strains: tuple[float, float] = (0.0, 0.7)
    """Of the fibres: where passive force begins and where it is the strength."""
    passive_low_stiffness: float = 0.2
    passive_stiffness: float | None = None
    passive_bend: float = 0.75
    tendon_strain: float = 0.049
    """Of the tendon, where its force is the strength."""
    tendon_stiffness: float | None = None
    tendon_toe: float = 2 / 3
    """The force where the tendon's curve becomes straight."""
    tendon_bend: float = 0.5
    shortening_slopes: tuple[float, float] = (0.0, 0.25)
    """Of force over speed, at the largest speed and near it."""
    isometric_slope: float = 5.0
    lengthening_slopes: tuple[float, float] = (0.0, 0.15)
    lengthening_limit: float = 1.4
    speed_bends: tuple[float, float] = (0.6, 0.9)
    damping: float = 0.1
    """Of the fibres: force for the largest speed."""
    activation_time: float = 0.010
    deactivation_time: float = 0.040

    def __post_init__(self) -> None:
        low, knee, high = self.active_lengths
        if not 0 <= low < knee < 1 < high:
            raise MechanismError("a muscle after Millard: active_lengths rise, the first two below 1, the third above")
        where = "a muscle after Millard"
        require_not_negative(where, "a damping", damping=self.damping)
        require_positive(where, activation_time=self.activation_time, deactivation_time=self.deactivation_time)
        try:
            every = (self.active_rows, self.passive_rows, self.tendon_rows, self.speed_rows)
        except ZeroDivisionError:
            raise MechanismError(f"{where}: a strain, stiffness or length of its curves is zero") from None
        for rows in every:
            if not np.all(np.isfinite(rows)):
                raise MechanismError("a muscle after Millard: a constant is not a number")

    @cached_property
    def active_rows(self) -> Array:
        """Pieces of the active force over the length."""
        x0, x1, x3 = self.active_lengths
        flat, bend = PLATEAU, _bend(1.0)
        shoulder = 1 - flat
        y1 = 1 - self.shallow_slope * (shoulder - x1)
        rise, fall = STEEPER * y1 / (x1 - x0), -1 / (x3 - 1 - 2 * flat)
        steep, gentle, descent = (x0 + x1) / 2, (x1 + shoulder) / 2, (1 + flat + x3) / 2
        return np.array(
            [
                bent(x0, self.least_active, 0, steep, y1 / 2, rise, bend),
                bent(steep, y1 / 2, rise, gentle, (1 + y1) / 2, self.shallow_slope, bend),
                bent(gentle, (1 + y1) / 2, self.shallow_slope, 1, 1, 0, bend),
                bent(1, 1, 0, descent, 0.5, fall, bend),
                bent(descent, 0.5, fall, x3, self.least_active, 0, bend),
            ]
        )

    @cached_property
    def passive_rows(self) -> Array:
        """Pieces of the passive force over the length."""
        begin, end = (1 + strain for strain in self.passive_strains)
        stiff = 2 / (end - begin) if self.passive_stiffness is None else self.passive_stiffness
        bend, low = _bend(self.passive_bend), self.passive_low_stiffness
        foot = min(0.1 / stiff, 0.1 * (end - begin))
        at, height = begin + foot, low * foot / 2
        return np.array([bent(begin, 0, 0, at, height, low, bend), bent(at, height, low, end, 1, stiff, bend)])

    @cached_property
    def tendon_rows(self) -> Array:
        """Pieces of the tendon's force over its length."""
        stiff = 1.375 / self.tendon_strain if self.tendon_stiffness is None else self.tendon_stiffness
        bend, one = _bend(self.tendon_bend), 1 + self.tendon_strain
        toe, half = one + (self.tendon_toe - 1) / stiff, one + (self.tendon_toe / 2 - 1) / stiff
        foot = 1 + (toe - 1) / 10
        slope = self.tendon_toe / 2 / (half - foot)
        at = (foot + half) / 2
        height = slope * (at - foot)
        return np.array(
            [bent(1, 0, 0, at, height, slope, bend), bent(at, height, slope, toe, self.tendon_toe, stiff, bend)]
        )

    @cached_property
    def speed_rows(self) -> Array:
        """Pieces of the force over the speed."""
        (far, near), (far_up, near_up) = self.shortening_slopes, self.lengthening_slopes
        shorter, longer = (_bend(bend) for bend in self.speed_bends)
        low, high = 0.05 * (near + far), self.lengthening_limit - 0.05 * (near_up + far_up)
        return np.array(
            [
                bent(-1, 0, far, -0.9, low, near, shorter),
                bent(-0.9, low, near, 0, 1, self.isometric_slope, shorter),
                bent(0, 1, self.isometric_slope, 0.9, high, near_up, longer),
                bent(0.9, high, near_up, 1, self.lengthening_limit, far_up, longer),
            ]
        )

    def active(self, length: Numbers) -> Array:
        """The force of fully active fibres that do not move."""
        return _values(self.active_rows, length)

    def passive(self, length: Numbers) -> Array:
        """The force of fibres that are not active."""
        return _values(self.passive_rows, length)

    def tendon(self, length: Numbers) -> Array:
        """The force of the tendon over its slack length."""
        return _values(self.tendon_rows, length)

    def speed(self, speed: Numbers) -> Array:
        """The force of active fibres over their speed; negative: they shorten."""
        return _values(self.speed_rows, speed)


def _bend(share: float) -> float:
    return 0.1 + 0.8 * share


def _values(rows: Array, x: Numbers) -> Array:
    from linkwork.library.biomechanics.bezier_kernel import bezier_values

    places = np.ascontiguousarray(np.ravel(x), dtype=float)
    out = np.empty((len(places), 2))
    bezier_values(rows, places, out)
    return out[:, 0].reshape(np.shape(x))
