"""Real solutions of a few quadratic equations in a few unknowns: one unknown exactly, more by search.

F(c) = f + B c + (c' A_k c)_k = 0
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.late_dataclass import dataclass

_NONE = 1e-5  # coefficients of equations of size 1 that are none: those of redundant rows drawn with six digits
_SAME = 1e-5
_STARTS = 80


@dataclass(frozen=True)
class Quadrics:
    """Constants (equations), linear (equations, unknowns) and symmetric square coefficients."""

    constant: Array
    linear: Array
    square: Array

    @property
    def unknowns(self) -> int:
        """How many unknowns there are."""
        return self.linear.shape[1]

    @property
    def count(self) -> int:
        """How many independent equations there are."""
        return len(self.constant)

    def at(self, c: Array) -> Array:
        """Values at c."""
        return np.asarray(self.constant + self.linear @ c + np.einsum("kij,i,j->k", self.square, c, c))

    def slope(self, c: Array) -> Array:
        """Derivatives at c."""
        return np.asarray(self.linear + 2.0 * np.einsum("kij,j->ki", self.square, c))


def quadrics_of(values: Callable[[Array], Array], unknowns: int) -> Quadrics:
    """The coefficients of a quadratic function from its values, independent equations alone."""
    unit = np.eye(unknowns)
    constant = values(np.zeros(unknowns))
    plus, minus = ([values(sign * row) for row in unit] for sign in (1.0, -1.0))
    linear = np.zeros((len(constant), unknowns))
    square = np.zeros((len(constant), unknowns, unknowns))
    for i in range(unknowns):
        linear[:, i] = 0.5 * (plus[i] - minus[i])
        square[:, i, i] = 0.5 * (plus[i] + minus[i]) - constant
    for i in range(unknowns):
        for j in range(i):
            both = values(unit[i] + unit[j])
            square[:, i, j] = square[:, j, i] = 0.5 * (both - plus[i] - plus[j] + constant)
    table = np.hstack([constant[:, None], linear, square.reshape(len(constant), -1)])
    _, sizes, rows = np.linalg.svd(table, full_matrices=False)
    kept = (sizes[:, None] * rows)[sizes > _NONE * max(1.0, float(np.max(sizes, initial=0.0)))]
    square = kept[:, unknowns + 1 :].reshape(len(kept), unknowns, unknowns)
    return Quadrics(kept[:, 0], kept[:, 1 : unknowns + 1], square)


def felt(quadrics: Quadrics) -> Array:
    """Directions of the unknowns on which the equations depend, as columns."""
    if not quadrics.unknowns or not quadrics.count:
        return np.zeros((quadrics.unknowns, 0))
    rows = np.vstack([quadrics.linear, quadrics.square.reshape(-1, quadrics.unknowns)])
    _, sizes, directions = np.linalg.svd(rows, full_matrices=False)
    return directions[sizes > _NONE * max(1.0, float(np.max(sizes, initial=0.0)))].T


def narrowed(quadrics: Quadrics, directions: Array) -> Quadrics:
    """The same equations for c = D x."""
    square = np.einsum("kij,ia,jb->kab", quadrics.square, directions, directions)
    return Quadrics(quadrics.constant, quadrics.linear @ directions, square)


def roots(quadrics: Quadrics, tolerance: float) -> list[Array] | None:
    """All c at which the equations vanish, the shortest first; None where they are not single."""
    if quadrics.count < quadrics.unknowns:
        return None
    if quadrics.unknowns == 0:
        solved = [np.zeros(0)] if np.max(np.abs(quadrics.constant), initial=0.0) <= tolerance else []
    elif quadrics.unknowns == 1:
        solved = _of_one(quadrics, tolerance)
    else:
        solved = _searched(quadrics, tolerance)
    return sorted(solved, key=lambda c: (round(float(np.linalg.norm(c)), 9), [-round(float(value), 9) for value in c]))


def directions(quadrics: Quadrics, tolerance: float) -> list[Array] | None:
    """Unit vectors, of each pair of opposite ones the first, at which squares alone vanish; None where not single."""
    if quadrics.count < quadrics.unknowns - 1:
        return None
    if quadrics.unknowns < 2:
        return []
    if quadrics.unknowns == 2:
        return _of_two(quadrics, tolerance)
    directions: list[Array] = []
    for start in np.random.default_rng(3).normal(size=(_STARTS, quadrics.unknowns)):
        c = start / np.linalg.norm(start)
        for _ in range(30):
            side = np.append(quadrics.at(c), 0.5 * (c @ c - 1.0))
            c = c - np.linalg.lstsq(np.vstack([quadrics.slope(c), c]), side, rcond=1e-10)[0]
        c = c * (1.0 if c[int(np.argmax(np.abs(c)))] > 0.0 else -1.0)
        _keep(quadrics, directions, c, tolerance)
    return directions


def _of_one(quadrics: Quadrics, tolerance: float) -> list[Array]:
    """Common real roots of quadratic equations in one unknown."""
    points: list[Array] = []
    first = int(np.argmax(np.abs(quadrics.square[:, 0, 0]) + np.abs(quadrics.linear[:, 0])))
    polynomial = [quadrics.square[first, 0, 0], quadrics.linear[first, 0], quadrics.constant[first]]
    if abs(polynomial[0]) < _NONE:
        polynomial = polynomial[1:]
    for root in np.roots(polynomial):
        if abs(root.imag) <= _SAME * (1.0 + abs(root.real)):
            _keep(quadrics, points, np.array([root.real]), tolerance)
    return points


def _of_two(quadrics: Quadrics, tolerance: float) -> list[Array]:
    """Directions (cos, sin) in the plane at which quadratic forms vanish."""
    points: list[Array] = []
    form = max(quadrics.square, key=lambda square: float(np.linalg.norm(square)))
    a, b, d = form[0, 0], form[0, 1], form[1, 1]
    turn, lift, swing = 0.5 * np.arctan2(b, 0.5 * (a - d)), 0.5 * (a + d), float(np.hypot(0.5 * (a - d), b))
    if abs(lift) > swing * (1.0 + _SAME):
        return points
    half = 0.5 * float(np.arccos(np.clip(-lift / swing, -1.0, 1.0)))
    for angle in (turn + half, turn - half):
        c = np.array([np.cos(angle), np.sin(angle)])
        _keep(quadrics, points, c * (1.0 if c[int(np.argmax(np.abs(c)))] > 0.0 else -1.0), tolerance)
    return points


def _searched(quadrics: Quadrics, tolerance: float) -> list[Array]:
    """Roots that Newton's method finds from many starts."""
    searched: list[Array] = []
    size = 1.0 + float(np.linalg.norm(quadrics.constant))
    for start in size * np.random.default_rng(3).normal(size=(_STARTS, quadrics.unknowns)):
        c = start
        for _ in range(60):
            c = c - np.linalg.lstsq(quadrics.slope(c), quadrics.at(c), rcond=1e-10)[0]
        _keep(quadrics, searched, c, tolerance)
    return searched


def _keep(quadrics: Quadrics, kept: list[Array], c: Array, tolerance: float) -> None:
    """Add a root that is one, and new."""
    scale = 1.0 + float(c @ c)
    if np.max(np.abs(quadrics.at(c)), initial=0.0) > tolerance * scale:
        return
    if all(np.linalg.norm(c - other) > _SAME * scale for other in kept):
        kept.append(c)
