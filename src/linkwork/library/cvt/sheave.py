"""How far a pair of sheaves opens at one place by a force at another: W as harmonics over the radius.

A sheave is round, so W(r, phi) = sum c_n(r) cos(n phi) for two places on the same radius. Three sources: a plate whose
thickness varies, clamped at its hub; the sine model, in which the sheave tilts as a whole on a spring; a matrix of
influence numbers from finite elements (Castigliano).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import MechanismError
from linkwork.expression.given import Numbers, public, publicly_made, takes
from linkwork.library.checks import require_numbers, require_poisson, require_positive

_TERMS = 8  # polynomials along the radius
_POINTS = 24  # of Gauss


@public
@publicly_made
@dataclass(frozen=True)
class SheaveFlexibility:
    """Radii in m, growing, and for each the coefficients c_0, c_1, ... in m/N of the whole opening (both sheaves)."""

    radii: Numbers
    harmonics: Numbers

    def __post_init__(self) -> None:
        radii, table = np.asarray(self.radii, float), np.asarray(self.harmonics, float)
        if radii.ndim != 1 or len(radii) < 2 or np.any(np.diff(radii) <= 0) or not np.isfinite(radii).all():
            raise MechanismError("SheaveFlexibility: radii are two or more growing numbers")
        if table.ndim != 2 or len(table) != len(radii) or not np.isfinite(table).all():
            raise MechanismError("SheaveFlexibility: harmonics have one row for each radius")
        if np.any(table < 0):
            raise MechanismError("SheaveFlexibility: a coefficient is negative: a force would close the gap at itself")

    def matrix(self, radius: float, angles: Any) -> Array:
        """W in m/N between places at these angles (rad) on one radius."""
        radii, table = np.asarray(self.radii, float), np.asarray(self.harmonics, float)
        row = np.array([np.interp(radius, radii, column) for column in table.T])
        turn = np.subtract.outer(np.asarray(angles, float), np.asarray(angles, float))
        return np.tensordot(row, np.cos(np.arange(len(row))[:, None, None] * turn), 1)

    @public
    @staticmethod
    @takes(
        hub="LENGTH",
        rim="LENGTH",
        hub_thickness="LENGTH",
        rim_thickness="LENGTH",
        modulus="PRESSURE",
        poisson="PLAIN",
    )
    def of_plates(
        hub: float, rim: float, hub_thickness: float, rim_thickness: float, modulus: float, poisson: float = 0.3,
        harmonics: int = 20, sheaves: int = 2,
    ) -> SheaveFlexibility:  # fmt: skip
        """Sheaves as thin plates clamped at the hub, of linearly varying thickness (m, Pa); free at the rim.

        For every harmonic the energy of Kirchhoff's plate with polynomials over the radius (Ritz).
        """
        require_positive(
            "of_plates", hub=hub, rim=rim, hub_thickness=hub_thickness, rim_thickness=rim_thickness, modulus=modulus
        )
        require_poisson("of_plates", poisson)
        if rim <= hub:
            raise MechanismError(f"of_plates: the rim lies outside of the hub: {rim:g} m and {hub:g} m")
        radii = np.linspace(hub, rim, 25)[1:]
        plate = (hub, rim, hub_thickness, rim_thickness, modulus, poisson)
        waves = [_plate(n, radii, *plate) for n in range(harmonics + 1)]
        return SheaveFlexibility(radii, sheaves * np.array(waves).T)

    @public
    @staticmethod
    @takes(stiffness="TORQUE", axis="LENGTH", hub="LENGTH", rim="LENGTH")
    def of_sine(stiffness: float, axis: float, hub: float, rim: float, sheaves: int = 2) -> SheaveFlexibility:
        """The sine model: each sheave tilts about an axis at `axis` (m) from its own, on a spring in N m/rad."""
        require_positive("of_sine", stiffness=stiffness, hub=hub, rim=rim)
        if not 0 <= axis <= hub < rim:
            raise MechanismError("of_sine: the axis of the tilt lies inside of the hub, and that inside of the rim")
        radii = np.linspace(hub, rim, 25)
        tilt = sheaves * (radii - axis) ** 2 / stiffness
        return SheaveFlexibility(radii, np.column_stack([0 * tilt, tilt]))

    @public
    @staticmethod
    def of_influence(radii: Any, influence: Any) -> SheaveFlexibility:
        """From finite elements: for each radius the opening in m/N at equally spaced angles 0, 2 pi / N, ... around, by
        a unit force at the angle 0 on the same radius."""
        table = require_numbers("of_influence", influence)
        if table.ndim != 2 or table.shape[1] < 3:
            raise MechanismError("of_influence: a row of three or more openings around for each radius")
        if np.max(np.abs(table - np.roll(table[:, ::-1], 1, axis=1))) > 1e-6 * np.max(np.abs(table)):
            raise MechanismError(
                "of_influence: a round sheave opens alike at both sides of the force; this one does not"
            )
        count = table.shape[1]
        waves = np.fft.rfft(table, axis=1).real / count
        waves[:, 1:] *= 2
        if count % 2 == 0:
            waves[:, -1] /= 2
        if np.min(waves) < -1e-6 * np.max(np.abs(table)):
            raise MechanismError("of_influence: the matrix of these openings is not positive definite")
        return SheaveFlexibility(radii, np.maximum(waves, 0.0))


def _plate(
    n: int, radii: Array, hub: float, rim: float, thick: float, thin: float, modulus: float, poisson: float
) -> Array:
    """Coefficient of cos(n phi) of the deflection at the place of a unit force, for forces at these radii."""
    x, weight = np.polynomial.legendre.leggauss(_POINTS)
    r = 0.5 * (rim - hub) * (x + 1) + hub
    weight = 0.5 * (rim - hub) * weight
    u = (r - hub) / (rim - hub)
    powers = np.arange(2, 2 + _TERMS)[:, None]
    w, slope = u**powers, powers * u ** (powers - 1) / (rim - hub)
    bend = powers * (powers - 1) * u ** (powers - 2) / (rim - hub) ** 2
    stiff = modulus * (thick + (thin - thick) * u) ** 3 / (12 * (1 - poisson**2))
    hoop = slope / r - n**2 * w / r**2
    twist = n * (slope / r - w / r**2)
    around = 2 * np.pi if n == 0 else np.pi
    scale = stiff * r * weight * around

    def between(one: Array, two: Array) -> Array:
        return (one * scale) @ two.T

    energy = between(bend, bend) + between(hoop, hoop) + poisson * (between(bend, hoop) + between(hoop, bend))
    energy += 2 * (1 - poisson) * ((between(twist, twist)) if n else 0)
    size = 1 / np.sqrt(np.diag(energy))
    at = ((radii - hub) / (rim - hub)) ** powers * size[:, None]
    return np.asarray(np.sum(at * np.linalg.solve(energy * np.outer(size, size), at), axis=0))
