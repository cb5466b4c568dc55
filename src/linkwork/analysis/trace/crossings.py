"""Crossings: where another curve of positions crosses, by the sign of the smallest singular value."""

from __future__ import annotations

import numpy as np

from linkwork.base.arrays import Array
from linkwork.system.constraints.equations import Equations
from linkwork.system.system import System


class Crossings:
    """Tells whether an odd number of curves crosses between two neighbouring points of a curve.

    With J = U S V' at both points, det(U1' U2) det(V1' V2) over the n - 1 singular values of a curve is the sign of
    the determinant that J has across the curve: it changes where one of them goes through zero, and not where two of
    them change places.
    """

    def __init__(self, system: System) -> None:
        self._equations = Equations(system)
        self._rank = len(system.coordinates) - 1

    def _frames(self, q: Array) -> tuple[Array, Array, float]:
        self._equations.evaluate(q, 0.0)
        left, values, right = np.linalg.svd(self._equations.jacobian().real)
        return left[:, : self._rank], right[: self._rank], float(values[self._rank - 1])

    def sigma(self, q: Array) -> float:
        """The smallest singular value across the curve."""
        return self._frames(q)[2]

    def sign(self, q: Array, other: Array) -> float:
        """-1 where a curve crosses between two points, else 1."""
        (left, right, _), (left_too, right_too, _) = self._frames(q), self._frames(other)
        turned = np.linalg.det(left.T @ left_too) * np.linalg.det(right @ right_too.T)
        return -1.0 if turned < 0.0 else 1.0

    def signed(self, positions: Array, sigma: Array, start: int) -> Array:
        """Singular values with the sign that goes on from the first point.

        The changes of sign given are looked at again, and so are the steps from the point `start`, before which
        no sign was followed, and the last one, which closes the curve.
        """
        signs = np.ones(len(sigma))
        doubtful = {start - 1, start, len(sigma) - 2, *np.flatnonzero(sigma[1:] * sigma[:-1] < 0.0)}
        for index in doubtful:
            if 0 <= index < len(sigma) - 1:
                signs[index + 1] = self.sign(positions[index], positions[index + 1])
        return np.abs(sigma) * np.cumprod(signs)


def crossing_arcs(s: Array, sigma: Array) -> list[float]:
    """Arc lengths at which the signed singular value is zero, between the points by a straight line."""
    crossing_arcs = []
    for index in np.flatnonzero((sigma[1:] < 0.0) != (sigma[:-1] < 0.0)):
        before, after = abs(sigma[index]), abs(sigma[index + 1])
        share = before / (before + after) if before + after > 0.0 else 0.0
        crossing_arcs.append(float(s[index] + share * (s[index + 1] - s[index])))
    return crossing_arcs
