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
from linkwork.signals.muscles.millard_pieces import (
    BendError,
    active_pieces,
    passive_pieces,
    speed_pieces,
    tendon_pieces,
)


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
        except BendError as why:
            raise MechanismError(f"{where}: {why}") from None
        except ZeroDivisionError:
            raise MechanismError(f"{where}: a strain, stiffness or length of its curves is zero") from None
        for rows in every:
            if not np.all(np.isfinite(rows)):
                raise MechanismError("a muscle after Millard: a constant is not a number")

    @cached_property
    def active_rows(self) -> Array:
        """Pieces of the active force over the length."""
        return np.array(active_pieces(self.active_lengths, self.shallow_slope, self.least_active))

    @cached_property
    def passive_rows(self) -> Array:
        """Pieces of the passive force over the length."""
        stiff, low = self.passive_stiffness, self.passive_low_stiffness
        return np.array(passive_pieces(self.passive_strains, low, stiff, self.passive_bend))

    @cached_property
    def tendon_rows(self) -> Array:
        """Pieces of the tendon's force over its length."""
        numbers = self.tendon_strain, self.tendon_stiffness, self.tendon_toe, self.tendon_bend
        return np.array(tendon_pieces(*numbers))

    @cached_property
    def speed_rows(self) -> Array:
        """Pieces of the force over the speed."""
        slopes = self.shortening_slopes, self.isometric_slope, self.lengthening_slopes
        return np.array(speed_pieces(*slopes, self.lengthening_limit, self.speed_bends))

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


def _values(rows: Array, x: Numbers) -> Array:
    from linkwork.signals.muscles.bezier_kernel import bezier_values

    places = np.ascontiguousarray(np.ravel(x), dtype=float)
    out = np.empty((len(places), 2))
    bezier_values(rows, places, out)
    return out[:, 0].reshape(np.shape(x))
