"""Garcia Orden and Goicolea 2005: points with constant masses, constraints by penalties, the rules it compares with.

An implementation of the chapter's own equations in plain NumPy beside the program: the forces of (23) and (30) over a
step with their tangents, and the trapezoidal rule and backward Euler of section 7.1.
Signs are those that make the forces pull back, where the printed ones do not: r = x1 - x2 in (23) to (26).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Energy = Callable[[float], tuple[float, float, float]]
"""V, V' and V'' of a distance."""


def stiff_bar(length: float, alpha: float = 1e12) -> Energy:
    """A length that is kept: V = alpha (r - l)^2 / 2."""
    return lambda r: (0.5 * alpha * (r - length) ** 2, alpha * (r - length), alpha)


def cavity(radius: float, k: float = 1e7, n: float = 1.5) -> Energy:
    """A ball in a spherical cavity: V = k (r - r0)^(n + 1) / (n + 1) beyond its radius (41), (43)."""

    def energy(r: float) -> tuple[float, float, float]:
        depth = max(r - radius, 0.0)
        return k * depth ** (n + 1) / (n + 1), k * depth**n, k * n * depth ** (n - 1)

    return energy


@dataclass(frozen=True)
class Pair:
    """A scalar constraint: two points, -1 for the origin, and the energy of their distance."""

    first: int
    second: int
    energy: Energy

    def arm(self, x: Floats) -> Floats:
        """r, from the second point to the first."""
        second = np.zeros(3) if self.second < 0 else x[self.second]
        return np.asarray(x[self.first] - second)


_SAME = 1e-9  # of the square of a distance: ends of a step at which the limits (24), (26) are taken


def conserving(energy: Energy, before: Floats, after: Floats) -> tuple[Floats, Floats]:
    """Force on the first point over a step (23), and its derivative by r at the end (25); limits (24), (26)."""
    r0, r1, middle = np.linalg.norm(before), np.linalg.norm(after), (before + after) / 2
    (v0, _, _), (v1, slope, curvature) = energy(float(r0)), energy(float(r1))
    squares = r1 * r1 - r0 * r0
    if abs(squares) < _SAME * r1 * r1 or r1 == 0.0:
        if r1 == 0.0:
            return np.zeros(3), np.zeros((3, 3))
        sigma = slope / r1
        tangent = -((curvature - sigma) / (2 * r1 * r1) * np.outer(after, after) + sigma / 2 * np.eye(3))
        return -sigma * middle, tangent
    sigma = 2 * (v1 - v0) / squares
    steep = 2 * (slope - sigma * r1) / (r1 * squares)
    return -sigma * middle, -(steep * np.outer(middle, after) + sigma / 2 * np.eye(3))


_UNIT = np.eye(3)


def at_ends(energies: list[Energy], after: Floats) -> tuple[Floats, Floats]:
    """Forces at the end of a step, a row for every pair, and their derivatives."""
    lengths = [float(np.linalg.norm(arm)) for arm in after]
    laws = [energy(r) if r > 0.0 else (0.0, 0.0, 0.0) for energy, r in zip(energies, lengths, strict=True)]
    _, slope, curvature = np.array(laws).T[:, :, None]
    r = np.array([[length or 1.0] for length in lengths])
    along = after[:, :, None] * after[:, None, :] / (r * r)[:, None]
    return -slope * after / r, -(curvature[:, None] * along + (slope / r)[:, None] * (_UNIT - along))


@dataclass(frozen=True)
class Model:
    """Masses of points (n x n, times the unit matrix), constraints, gravity."""

    masses: Floats
    pairs: tuple[Pair, ...]
    gravity: Floats

    @cached_property
    def mass(self) -> Floats:
        """The mass matrix of all coordinates."""
        return np.kron(self.masses, np.eye(3))

    @cached_property
    def ends(self) -> Floats:
        """Which point of each pair is its first (1) and its second (-1)."""
        ends = np.zeros((len(self.pairs), len(self.masses)))
        for row, pair in zip(ends, self.pairs, strict=True):
            row[pair.first] = 1.0
            if pair.second >= 0:
                row[pair.second] = -1.0
        return ends

    @cached_property
    def both(self) -> Floats:
        """The same for two points at once: a row for each two, a column for each pair."""
        return np.einsum("pi,pj->ijp", self.ends, self.ends).reshape(-1, len(self.pairs))

    @cached_property
    def energies(self) -> list[Energy]:
        return [pair.energy for pair in self.pairs]

    def total(self, x: Floats, v: Floats) -> float:
        """Energy with that of the constraints."""
        kinetic = 0.5 * np.einsum("ij,ia,ja", self.masses, v, v)
        weight = -np.einsum("ij,ja,a->", self.masses, x, self.gravity)
        return float(kinetic + weight + sum(pair.energy(float(np.linalg.norm(pair.arm(x))))[0] for pair in self.pairs))

    def step(self, x0: Floats, v0: Floats, h: float, rule: str, most: int = 30) -> tuple[Floats, Floats] | None:
        """One step by Newton's method from the last position; none where that fails."""
        n, x, mass = x0.size, x0 + h * v0, self.mass
        weight = mass @ np.tile(self.gravity, len(x0))
        half = 0.5 if rule != "backward Euler" else 1.0
        forces0 = self._forces(x0)[0] + weight if rule == "trapezoidal" else None
        for _ in range(most):
            force, tangent = self._forces(x)
            force = force + weight
            if forces0 is not None:
                force, tangent = (force + forces0) / 2, tangent / 2
            v1 = (x - x0) / h * (1 / half) - v0 * (1 / half - 1)
            rest = mass @ (v1 - v0).ravel() - h * force
            left = mass / (h * half) - h * tangent
            move = np.linalg.solve(left, -rest)
            longest = np.abs(move).max()
            if not longest <= 1e3:  # nor a number that is none
                return None
            x = x + move.reshape(x.shape)
            if longest < 1e-9 and abs(rest @ move) < 1e-22 * n:
                v1 = (x - x0) / h * (1 / half) - v0 * (1 / half - 1)
                return x, v1
        return None

    def _forces(self, x: Floats) -> tuple[Floats, Floats]:
        points, (push, by) = len(x), at_ends(self.energies, self.ends @ x)
        tangent = (self.both @ by.reshape(-1, 9)).reshape(points, points, 3, 3).transpose(0, 2, 1, 3)
        return (self.ends.T @ push).ravel(), tangent.reshape(x.size, x.size)


def double_pendulum(play: float = 0.04) -> tuple[Model, Floats]:
    """Section 7.1: two bars of 1 m and 1 kg by two points each, in two spherical cavities; and the start."""
    bar = np.array([[2.0, 1.0], [1.0, 2.0]]) / 6
    masses = np.kron(np.eye(2), bar)
    length = stiff_bar(1.0)
    pairs = (Pair(0, -1, cavity(play)), Pair(1, 2, cavity(play)), Pair(0, 1, length), Pair(2, 3, length))
    start = np.array([[0.0, 0, 0], [1, 0, 0], [1, 0, 0], [1, 1, 0]])
    return Model(masses, pairs, np.array([0.0, 0, -10])), start


def ran(rule: str, h: float, end: float) -> tuple[float, float]:
    """How far a rule gets, and by how much the energy has changed there, in J."""
    model, x = double_pendulum()
    v = np.zeros_like(x)
    start = model.total(x, v)
    for number in range(round(end / h)):
        made = model.step(x, v, h, rule)
        if made is None:
            return number * h, model.total(x, v) - start
        x, v = made
    return end, model.total(x, v) - start


# ------------------------------------------------------------------ vector constraints


def coplanar(x: Floats) -> float:
    """Four points in a plane: x14 . (x12 ^ x13), constraint (e)."""
    value: float = (x[9:] - x[:3]) @ np.cross(x[3:6] - x[:3], x[6:9] - x[:3])
    return value


def coplanar_slope(x: Floats) -> Floats:
    """Its gradient."""
    a, b, c = x[3:6] - x[:3], x[6:9] - x[:3], x[9:] - x[:3]
    by_a, by_b, by_c = np.cross(b, c), np.cross(c, a), np.cross(a, b)
    return np.concatenate([-by_a - by_b - by_c, by_a, by_b, by_c])


def coplanar_curvature(x: Floats) -> Floats:
    """Its second derivatives."""

    def tilde(u: Floats) -> Floats:
        return np.array([[0, -u[2], u[1]], [u[2], 0, -u[0]], [-u[1], u[0], 0]])

    a, b, c = x[3:6] - x[:3], x[6:9] - x[:3], x[9:] - x[:3]
    zero = np.zeros((3, 3))
    inner = np.block([[zero, -tilde(c), tilde(b)], [tilde(c), zero, -tilde(a)], [-tilde(b), tilde(a), zero]])
    spread = np.hstack([np.tile(-np.eye(3), (3, 1)), np.eye(9)])
    return np.asarray(spread.T @ inner @ spread)


def share_of(before: Floats, after: Floats) -> float:
    """beta of (31), by bisection: the gradient there gives the change of the constraint exactly."""
    change = coplanar(after) - coplanar(before)

    def off(beta: float) -> float:
        return float(coplanar_slope(before + beta * (after - before)) @ (after - before) - change)

    low, high = 0.0, 1.0
    if off(low) * off(high) > 0.0:
        return 0.5
    while low < (middle := (low + high) / 2) < high:  # until no number lies between
        low, high = (middle, high) if off(low) * off(middle) > 0.0 else (low, middle)
    return middle


def vector_force(before: Floats, after: Floats, beta: float, alpha: float) -> Floats:
    """The force of (30) over a step."""
    mean = (coplanar(before) + coplanar(after)) / 2
    return np.asarray(-alpha * mean * coplanar_slope(before + beta * (after - before)))


def vector_tangent(before: Floats, after: Floats, beta: float, alpha: float) -> Floats:
    """Its derivative by the end of the step at a given beta (33)."""
    there, mean = before + beta * (after - before), (coplanar(before) + coplanar(after)) / 2
    outer = np.outer(coplanar_slope(there), coplanar_slope(after))
    return np.asarray(-alpha / 2 * (outer + 2 * beta * mean * coplanar_curvature(there)))
