"""Which modes still matter after a blow: each dies out at its own rate and is dropped when its share is too small."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import MechanismError
from linkwork.expression.given import public, publicly_made, takes

_HOLDS = 1e-10  # of the least stiffness: less is rounding


@public
@publicly_made
@dataclass(frozen=True)
class ModesToKeep:
    """The times in s after a contact at which modes are dropped, the lowest mode first."""

    times: Array

    def count(self, time: float) -> int:
        """How many modes are kept at a time after the contact."""
        return int(np.sum(self.times > time))

    def mode_seconds(self, until: float) -> float:
        """The sum over the modes of the times for which they are kept."""
        return float(np.minimum(self.times, until).sum())


@public
@takes(damping="TIME", share="PLAIN")
def modes_to_keep(frequencies: Any, damping: float, share: float = 1e-3) -> ModesToKeep:
    """When each mode may be dropped, for damping in proportion to stiffness (`damping` in s times the stiffness).

    A mode of circular frequency w dies out at the rate damping w^2/2, less where it is overdamped (Eq. 15); of N modes
    each may leave `share`/N of its amplitude (Schiehlen, Hu and Seifried 2005, Eqs. 44 to 48).
    """
    try:
        values = np.atleast_1d(np.asarray(frequencies, float))
    except (TypeError, ValueError):
        values = np.zeros(0)
    if not (values.ndim == 1 and len(values) and np.all(np.isfinite(values)) and np.all(values > 0)):
        raise MechanismError("modes_to_keep: give the circular frequencies of one mode or more, all positive")
    if not (math.isfinite(damping) and damping > 0):
        raise MechanismError(f"modes_to_keep: damping must be positive, not {damping:g}: without it no mode dies out")
    if not 0 < share < 1:
        raise MechanismError(f"modes_to_keep: share lies between 0 and 1, not at {share:g}")
    half = damping * values**2 / 2
    over = half > values
    slow = values**2 / (half + np.sqrt(np.where(over, half**2 - values**2, 0.0)))
    rates = np.where(over, slow, half)
    return ModesToKeep(-math.log(share / len(values)) / rates)


@public
@publicly_made
@dataclass(frozen=True)
class ResponseBounds:
    """What no coordinate of a free vibration M y'' + D y' + K y = 0 exceeds (Schiehlen et al., Eqs. 14 to 21)."""

    decay: float
    """Rate in 1/s at which all of it dies out at least."""
    places: tuple[Array, Array]
    speeds: tuple[Array, Array]

    def displacement(self, time: float) -> Array:
        """The bound of every coordinate at a time after the start."""
        return np.minimum(self.places[0], math.exp(-self.decay * time) * self.places[1])

    def speed(self, time: float) -> Array:
        """The bound of its speed."""
        return np.minimum(self.speeds[0], math.exp(-self.decay * time) * self.speeds[1])


@public
def response_bounds(mass: Any, damping: Any, stiffness: Any, displacement: Any, speed: Any) -> ResponseBounds:
    """Bounds of a free vibration from where it starts; all matrices symmetric, mass and stiffness positive definite."""
    from scipy.linalg import cholesky, eigvalsh, solve_triangular

    try:
        m, d, k = (np.atleast_2d(np.asarray(value, float)) for value in (mass, damping, stiffness))
        y, v = (np.atleast_1d(np.asarray(value, float)) for value in (displacement, speed))
        lower = cholesky(m, lower=True)
        cholesky(k)
    except (TypeError, ValueError, np.linalg.LinAlgError):
        raise MechanismError("response_bounds: mass and stiffness are positive definite matrices of one size") from None
    if not (m.shape == d.shape == k.shape and y.shape == v.shape == (len(m),)):
        raise MechanismError("response_bounds: matrices and vectors must be of one size")
    if not all(np.allclose(matrix, matrix.T, rtol=1e-9, atol=1e-12 * np.max(np.abs(matrix))) for matrix in (m, d, k)):
        raise MechanismError("response_bounds: mass, damping and stiffness are symmetric matrices")
    if not all(np.isfinite(values).all() for values in (d, y, v)):
        raise MechanismError("response_bounds: damping, displacement and speed must be finite numbers")
    stiff, soft = (
        eigvalsh(solve_triangular(lower, solve_triangular(lower, matrix, lower=True).T, lower=True))
        for matrix in (k, d)
    )
    if soft[0] < -1e-12 * max(abs(soft[-1]), 1e-300):
        raise MechanismError("response_bounds: damping must not give energy")
    decay = max(float(soft[0]), 0.0) / 2
    if soft[-1] ** 2 > 4 * stiff[0]:
        decay = min(decay, float(soft[-1] - math.sqrt(soft[-1] ** 2 - 4 * stiff[0])) / 2)
    energy = 0.5 * (v @ m @ v + y @ k @ y)
    other = max(float(energy + decay**2 * (y @ m @ y) + decay * (y @ m @ v) - 0.5 * decay * (y @ d @ y)), 0.0)
    shifted = k - decay * d + decay**2 * m
    by_mass = np.diag(np.linalg.inv(m))
    later = np.full(len(m), math.inf)  # where what is left of the stiffness holds nothing, only the first bound does
    if eigvalsh(shifted, m)[0] > _HOLDS * stiff[0]:
        later = np.sqrt(2 * np.diag(np.linalg.inv(shifted)) * other)
    places = np.sqrt(2 * np.diag(np.linalg.inv(k)) * energy), later
    speeds = np.sqrt(2 * by_mass * energy), np.sqrt(2 * by_mass * other) + (decay * later if decay else 0.0)
    return ResponseBounds(decay, places, speeds)
