"""The Jacobian of the map over a period: roughly for Newton's method, and with exact multipliers that matter.

The equations of small changes give the whole matrix M to a few digits. Small changes along the right eigenvectors V of
its largest multipliers are then simulated, which gives the columns of the map along them: with the left ones W

    M <- M + (M_true V - M V) (W'V)^-1 W'

is a matrix whose largest multipliers are right but for the square of the error before.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from linkwork.analysis.linear.chart import Near
from linkwork.analysis.periodic.variation import Course, Variation
from linkwork.base.arrays import Array

DIFFERENCE = 2e-6  # of coordinates and of rates times the period: far above the noise of a tight integration
_ROUGH, _FINE = 2e-2, 2e-3  # of the largest entry: what may be open of the matrix
_LEADING, _SMALLEST = 8, 1e-3  # multipliers that are simulated, and their least size


def sloped(image: Callable[[Array], Array], way: Array) -> Array:
    """The map along a direction, by differences."""
    return np.asarray((image(DIFFERENCE * way) - image(-DIFFERENCE * way)) / (2 * DIFFERENCE))


@dataclass(frozen=True)
class Along:
    """A motion over a period, with the map of small changes of its start."""

    variation: Variation
    near: Near
    course: Callable[[Array], Course]
    end: Array
    period: float
    image: Callable[[Array], Array]

    def roughly(self) -> Array:
        """The matrix for Newton's method."""
        return self._varied(_ROUGH)[0]

    def exactly(self) -> tuple[Array, float]:
        """The matrix with its largest multipliers as simulated, and by how much other entries may be wrong."""
        matrix, open_part = self._varied(_FINE)
        if open_part == 0.0:
            return matrix, 0.0
        values, left, right = _eigenvectors(matrix)
        chosen = [number for number in np.argsort(-np.abs(values))[: _LEADING + 1] if abs(values[number]) > _SMALLEST]
        if len(chosen) > _LEADING:  # not one of a pair alone
            last = chosen.pop()
            if chosen and np.isclose(values[chosen[-1]], np.conj(values[last])) and values[last].imag != 0.0:
                chosen.pop()
        if not chosen:
            return matrix, open_part
        ways = np.linalg.qr(_real(right[:, chosen]))[0][:, : len(chosen)]
        back = np.linalg.qr(_real(left[:, chosen]))[0][:, : len(chosen)]
        simulated = np.array([sloped(self.image, way) for way in ways.T]).T
        matrix = matrix + (simulated - matrix @ ways) @ np.linalg.solve(back.T @ ways, back.T)
        return matrix, open_part

    def _varied(self, allowed: float) -> tuple[Array, float]:
        """By the equations of small changes, with what is open; by differences, where those do not lead there."""
        varied = self.variation.monodromy(self.near, self.course, self.end, self.period, allowed)
        if varied is not None:
            return varied
        size = self.near.freedoms + self.near.speeds
        return np.array([sloped(self.image, way) for way in np.eye(size)]).reshape(size, size).T, 0.0


def _eigenvectors(matrix: Array) -> tuple[Array, Array, Array]:
    """Eigenvalues with left and right eigenvectors."""
    import scipy.linalg

    values, left, right = scipy.linalg.eig(matrix, left=True)
    return values, left, right


def _real(vectors: Array) -> Array:
    """Independent real vectors of the same space: of complex ones, which come in pairs, both parts."""
    parts = list[Array]()
    for vector in vectors.T:
        single = float(np.max(np.abs(vector.imag))) <= 1e-12 * float(np.max(np.abs(vector)))  # rounding of real ones
        for part in (vector.real,) if single else (vector.real, vector.imag):
            rest = part - sum((one * (one @ part) for one in parts), np.zeros(len(part)))
            if np.linalg.norm(rest) > 1e-6 * np.linalg.norm(part):  # the other of a pair has the same parts
                parts.append(rest / np.linalg.norm(rest))
    return np.array(parts).T
