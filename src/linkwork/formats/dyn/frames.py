"""3x4 matrices of `.DYN` files: the columns are the axes x, y, z and the origin of a frame (Wang 2.2.3)."""

from __future__ import annotations

import math
from dataclasses import dataclass

from linkwork.formats.dyn.data import Matrix

IDENTITY: Matrix = ((1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0))
TOLERANCE = 1e-6
"""How far directions may be off: files print ten digits, but people type fewer."""


def product(a: Matrix, b: Matrix) -> Matrix:
    """One motion after the other."""
    return tuple(
        tuple(sum(a[i][k] * b[k][j] for k in range(3)) + (a[i][3] if j == 3 else 0.0) for j in range(4))
        for i in range(3)
    )


def inverse(a: Matrix) -> Matrix:
    """The motion backwards."""
    return tuple((*(a[j][i] for j in range(3)), -sum(a[k][i] * a[k][3] for k in range(3))) for i in range(3))


def turned(angle: float) -> Matrix:
    """A rotation about z."""
    c, s = math.cos(angle), math.sin(angle)
    return (c, -s, 0.0, 0.0), (s, c, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0)


def shifted(distance: float) -> Matrix:
    """A translation along z."""
    return *IDENTITY[:2], (0.0, 0.0, 1.0, distance)


def is_rotation(a: Matrix) -> bool:
    """Whether the axes are orthonormal and right-handed."""
    columns = [tuple(row[k] for row in a) for k in range(3)]
    for i in range(3):
        for j in range(3):
            dot = sum(p * q for p, q in zip(columns[i], columns[j], strict=True))
            if abs(dot - (1.0 if i == j else 0.0)) > TOLERANCE:
                return False
    (x, y, z) = columns
    cross = (x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0])
    return sum(p * q for p, q in zip(cross, z, strict=True)) > 0.0


def keeps_plane(a: Matrix) -> bool:
    """Whether a motion leaves the direction z as it is."""
    return abs(a[2][2] - 1.0) <= TOLERANCE


@dataclass(frozen=True)
class Pose:
    """Place and angle in the plane."""

    x: float
    y: float
    angle: float

    def point(self, x: float, y: float) -> tuple[float, float]:
        """A point of the body in the world."""
        c, s = math.cos(self.angle), math.sin(self.angle)
        return self.x + c * x - s * y, self.y + s * x + c * y


def pose(a: Matrix) -> Pose:
    """The motion in the plane; z must be kept."""
    return Pose(a[0][3], a[1][3], math.atan2(a[1][0], a[0][0]))


def matrix(at: Pose) -> Matrix:
    """The matrix of a pose."""
    rows = turned(at.angle)
    return (*rows[0][:3], at.x), (*rows[1][:3], at.y), rows[2]
