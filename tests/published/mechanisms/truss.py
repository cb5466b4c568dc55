"""A random truss in space, and the forms of the equations of a deformable body written out (Nikravesh, chapter 8)."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

NODES = 12


@cache
def truss(seed: int = 4) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Places (12 x 3), scalar mass matrix (12 x 12), stiffness (36 x 36) of bars between all nodes."""
    random = np.random.default_rng(seed)
    places = random.uniform(-1, 1, (NODES, 3))
    half = random.uniform(-0.2, 0.2, (NODES, NODES))
    masses = np.diag(random.uniform(1, 2, NODES)) + 0.05 * (half + half.T)
    stiffness = np.zeros((3 * NODES, 3 * NODES))
    for i in range(NODES):
        for j in range(i):
            along = places[i] - places[j]
            block = np.outer(along, along) / np.linalg.norm(along) ** 3 * random.uniform(50, 100)
            for a, b, sign in ((i, i, 1), (j, j, 1), (i, j, -1), (j, i, -1)):
                stiffness[3 * a : 3 * a + 3, 3 * b : 3 * b + 3] += sign * block
    return places - masses.sum(axis=0) @ places / masses.sum(), masses, stiffness


def tilde(vectors: np.ndarray) -> np.ndarray:
    """Skew matrices of vectors, one below the other (the stacked s~ of the text)."""
    x, y, z = vectors.T
    zero = np.zeros_like(x)
    rows = np.array([[zero, -z, y], [z, zero, -x], [-y, x, zero]])
    return rows.transpose(2, 0, 1).reshape(-1, 3)


def stacked(count: int) -> np.ndarray:
    """Identities, one below the other."""
    return np.tile(np.eye(3), (count, 1))


def form_18(places: np.ndarray, masses: np.ndarray) -> np.ndarray:
    """Coefficients of (18): rigid motion and deflections, without reference conditions."""
    mass = np.kron(masses, np.eye(3))
    motion = np.hstack([stacked(len(places)), -tilde(places), np.eye(len(mass))])
    return motion.T @ mass @ motion


def form_32(places: np.ndarray, masses: np.ndarray) -> np.ndarray:
    """Coefficients of (32): mean axes, rigid motion decoupled."""
    n, mass = len(places), np.kron(masses, np.eye(3))
    found = np.zeros((6 + 3 * n, 6 + 3 * n))
    one, arm = stacked(n), tilde(places)
    found[:3, :3] = one.T @ mass @ one
    found[3:6, 3:6] = arm.T @ mass @ arm
    found[6:] = mass @ np.hstack([one, -arm, np.eye(3 * n)])
    return found


def conditions(places: np.ndarray, masses: np.ndarray) -> np.ndarray:
    """D of (33): the mean-axis conditions."""
    mass = np.kron(masses, np.eye(3))
    return np.vstack([stacked(len(places)).T @ mass, tilde(places).T @ mass])


def right_side(places: np.ndarray, loads: np.ndarray) -> np.ndarray:
    """The right side of (18) and (32) for a body at rest."""
    return np.concatenate([stacked(len(places)).T @ loads, -tilde(places).T @ loads, loads])


def form_50(places: np.ndarray, masses: np.ndarray, stiffness: np.ndarray, fixed: list[int]) -> tuple[Any, Any]:
    """The pair of (50): modes of a structure held at some nodes, seen from mean axes."""
    n = len(places)
    held = [3 * node + axis for node in fixed for axis in range(3)]
    one, arm, d = stacked(n), tilde(places), conditions(places, masses)
    pick = np.eye(3 * n)[held]
    size = 6 + 3 * n + 6 + len(held)
    left, right = np.zeros((size, size)), np.zeros((size, size))
    left[: 6 + 3 * n, : 6 + 3 * n] = form_32(places, masses)
    middle, ends = slice(6, 6 + 3 * n), slice(6 + 3 * n, 12 + 3 * n)
    left[middle, ends], left[ends, middle] = d.T, d
    tail = slice(12 + 3 * n, size)
    motion = np.hstack([one[held], -arm[held], pick])
    left[tail, : 6 + 3 * n] = motion
    left[: 6 + 3 * n, tail] = motion.T
    right[middle, middle] = stiffness
    return left, right
