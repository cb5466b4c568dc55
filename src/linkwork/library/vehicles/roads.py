"""Random roads after ISO 8608 and what a ride on them is measured by."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import MechanismError
from linkwork.expression.given import Numbers, public
from linkwork.library.checks import require_numbers, require_positive

_CLASSES = "ABCDEFGH"
_AT, _LEAST, _MOST = 0.1, 0.011, 2.83  # cycles/m: where the degree is told, and the range of the standard
_HEIGHTS = 1_000_000  # of one road


@public
def road_density(kind: str, frequency: Numbers) -> Any:
    """The power spectral density of the heights of a road in m^3 at a frequency in cycles/m: classes A to H.

    16e-6 m^3 at 0.1 cycles/m for class A, four times that from class to class, falling with the square.
    """
    if kind not in _CLASSES or len(kind) != 1:
        raise MechanismError(f"a class of roads after ISO 8608 is one of {', '.join(_CLASSES)}, not '{kind}'")
    return 16e-6 * 4.0 ** _CLASSES.index(kind) * (require_numbers("road_density", frequency) / _AT) ** -2.0


@public
def random_heights(kind: str, length: float, spacing: float = 0.1, seed: int = 0) -> Array:
    """Heights in m of a road of a class, `spacing` m apart: waves of the standard's range with phases from a seed."""
    from scipy.signal import czt

    require_positive("random_heights", length=length, spacing=spacing)
    if spacing * _LEAST > 0.5 or length < spacing:
        raise MechanismError("random_heights: the spacing is smaller than the length, and than half the longest wave")
    if seed < 0:
        raise MechanismError(f"random_heights: a seed is zero or more, not {seed}")
    if length / spacing > _HEIGHTS:
        raise MechanismError(
            f"random_heights: {length:g} m at {spacing:g} m are {length / spacing:.3g} heights; at most {_HEIGHTS}"
        )
    most = min(_MOST, 0.5 / spacing)
    step = min(_LEAST, 1.0 / length)
    frequencies = np.arange(_LEAST, most, step)
    sizes = np.sqrt(2.0 * road_density(kind, frequencies) * step)
    phases = np.random.default_rng(seed).uniform(0.0, 2.0 * np.pi, len(frequencies))
    x = np.arange(0.0, length + spacing / 2, spacing)
    waves = czt(sizes * np.exp(1j * phases), len(x), np.exp(2j * np.pi * step * spacing))
    return np.asarray((np.exp(2j * np.pi * _LEAST * x) * waves).real)


@public
def random_road(kind: str, length: float, spacing: float = 0.1, seed: int = 0, start: float = 0.0) -> dict[str, Any]:
    """The `surface` of a tyre: a road of a class after ISO 8608 from x = start on, the same across its width."""
    heights = random_heights(kind, length, spacing, seed)
    lines = [[float(value)] for value in heights - heights[0]]
    return {"type": "heights", "heights": lines, "origin": (start, 0.0), "spacing": (spacing, 1.0)}


@public
def density(values: Numbers, spacing: float) -> tuple[Array, Array]:
    """Frequencies and the one-sided power spectral density of values at even distances (s or m); mean taken away.

    The sum of the density times the distance of its frequencies is the mean square.
    """
    require_positive("density", spacing=spacing)
    given = require_numbers("density", values)
    if given.ndim != 1 or len(given) < 4:
        raise MechanismError("density: give at least four values in a row")
    spectrum = np.fft.rfft(given - given.mean())
    power = 2.0 * np.abs(spectrum) ** 2 * spacing / len(given)
    if len(given) % 2 == 0:
        power[-1] /= 2.0
    return np.fft.rfftfreq(len(given), spacing)[1:], power[1:]


@public
def comfort(acceleration: Numbers, spacing: float) -> float:
    """The frequency-weighted vertical acceleration of ISO 2631-1 (weighting W_k), root mean square in m/s^2.

    W_k by the transfer functions of its Annex A: band limits at 0.4 and 100 Hz, a transition at 12.5 Hz (Q 0.63), an
    upward step at 2.37 and 3.35 Hz (Q 0.91).
    """
    frequencies, power = density(acceleration, spacing)
    return float(np.sqrt(np.sum(np.abs(vertical_weighting(frequencies)) ** 2 * power) * frequencies[0]))


@public
def vertical_weighting(frequency: Numbers) -> Array:
    """The transfer function W_k of ISO 2631-1 at frequencies in Hz, a complex number each."""
    p = 2j * np.pi * require_numbers("vertical_weighting", frequency)
    low, high, third, fourth, fifth, sixth = (2 * np.pi * f for f in (0.4, 100.0, 12.5, 12.5, 2.37, 3.35))
    band = p**2 / (p**2 + np.sqrt(2) * low * p + low**2) / (1 + np.sqrt(2) * p / high + (p / high) ** 2)
    transition = (1 + p / third) / (1 + p / (0.63 * fourth) + (p / fourth) ** 2)
    step = (1 + p / (0.91 * fifth) + (p / fifth) ** 2) / (1 + p / (0.91 * sixth) + (p / sixth) ** 2)
    vertical_weighting: Array = band * transition * step * (fifth / sixth) ** 2
    return vertical_weighting
