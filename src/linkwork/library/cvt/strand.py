"""A strand that runs along a fixed path: band saw, conveyor, chain, belt. Matrices of its transverse motion.

Bullinger, Funk, Pfeiffer (2005), Eqs. (17) to (21), with deflections w = sum w_j(s) q_j outward of a path of constant
curvature: M q'' + D q' + C q + b = 0. (20) and (21) follow from the exact curvature, kept to second order; the energy
that is printed before them, (15), does not give them.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import pi

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import MechanismError
from linkwork.expression.given import public, publicly_made, takes
from linkwork.library.checks import require_not_negative, require_positive

_MOST_WAVES = 500  # beyond, rounding of the highest outweighs what is gained
_POINTS = 12  # of Gauss for a half wave


@public
@publicly_made
@takes(length="LENGTH", mass="LINE_DENSITY", tension="FORCE", speed="SPEED")
@dataclass(frozen=True)
class MovingStrand:
    """Mass in kg/m, tension in N, bending stiffness in N m^2, speed in m/s; `length` in m of a span between supports,
    or of a closed ring of the `curvature` 2 pi / length (1/m). `waves` is the number of sine functions (of sines and
    cosines, on a ring)."""

    length: float
    mass: float
    tension: float
    speed: float = 0.0
    bending: float = 0.0
    curvature: float = 0.0
    waves: int = 8

    def __post_init__(self) -> None:
        require_positive("MovingStrand", length=self.length, mass=self.mass)
        require_not_negative("MovingStrand", "a number", bending=self.bending, curvature=self.curvature)
        if not (np.isfinite(self.tension) and np.isfinite(self.speed)) or not 1 <= self.waves <= _MOST_WAVES:
            raise MechanismError(f"MovingStrand: tension and speed are finite, waves are 1 to {_MOST_WAVES}")
        if self.curvature and abs(self.curvature * self.length - 2 * pi) > 1e-9:
            raise MechanismError("MovingStrand: a curved strand is a closed ring, curvature times length is 2 pi")

    def _functions(self) -> tuple[Array, Array, Array, Array]:
        """Weights, values, slopes and second derivatives at the points of Gauss."""
        x, weight = np.polynomial.legendre.leggauss(_POINTS)
        pieces = 2 * self.waves
        width = self.length / pieces
        at = ((np.arange(pieces)[:, None] + 0.5 * (x + 1)) * width).ravel()
        weights = np.tile(0.5 * width * weight, pieces)
        if self.curvature:
            k = 2 * pi / self.length * np.arange(1, self.waves + 1)[:, None]
            ones = np.ones((1, len(at)))
            value = np.vstack([ones, np.cos(k * at), np.sin(k * at)])
            slope = np.vstack([0 * ones, -k * np.sin(k * at), k * np.cos(k * at)])
            bend = np.vstack([0 * ones, -(k**2) * np.cos(k * at), -(k**2) * np.sin(k * at)])
        else:
            k = pi / self.length * np.arange(1, self.waves + 1)[:, None]
            value, slope, bend = np.sin(k * at), k * np.cos(k * at), -(k**2) * np.sin(k * at)
        return weights, value, slope, bend

    @public
    def matrices(self) -> tuple[Array, Array, Array, Array]:
        """M (18), D (19), C (20) and b (21)."""
        weights, w, slope, bend = self._functions()

        def between(one: Array, two: Array) -> Array:
            return (one * weights) @ two.T

        r, stiff, momentum = self.curvature, self.bending, self.mass * self.speed**2
        mass = self.mass * between(w, w)
        turning = self.mass * self.speed * (between(w, slope) - between(slope, w))
        stiffness = stiff * (
            between(bend, bend)
            + 3 * r**4 * between(w, w)
            + r**2 * between(slope, slope)
            + 3 * r**2 * (between(bend, w) + between(w, bend))
        )
        stiffness += self.tension * between(slope, slope) - momentum * (between(slope, slope) + r**2 * between(w, w))
        load = -stiff * (r**3 * w + r * bend) @ weights + (self.tension - momentum) * r * (w @ weights)
        return mass, turning, stiffness, load

    @public
    def frequencies(self) -> Array:
        """Natural frequencies in Hz, growing; those of a strand that runs away are missing."""
        mass, turning, stiffness, _ = self.matrices()
        n = len(mass)
        first = np.block(
            [[np.zeros((n, n)), np.eye(n)], [-np.linalg.solve(mass, stiffness), -np.linalg.solve(mass, turning)]]
        )
        values = np.linalg.eigvals(first)
        steady = values[(values.imag > 0) & (np.abs(values.real) < 1e-6 * np.max(np.abs(values)))]
        return np.sort(steady.imag) / (2 * pi)

    @property
    def critical_speed(self) -> float:
        """Of a straight strand in m/s: where its first deflection is no longer held."""
        if self.curvature:
            raise MechanismError("MovingStrand: the critical speed is that of a straight strand")
        held = self.tension + self.bending * (pi / self.length) ** 2
        if held <= 0:
            raise MechanismError("MovingStrand: the strand buckles at rest already")
        return float(np.sqrt(held / self.mass))
