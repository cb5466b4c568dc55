"""Directions in which spatial joints rub: the slip is the relative speed, and gamma is what its derivative lacks."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from linkwork.elements.spatial.contact.friction_kernel import friction

Array = NDArray[np.float64]
LOADS = tuple(np.linspace(-1.0, 1.0, 12))
SLIPS = (0, 2, 3, 4, 5)


def skew(v: Array) -> Array:
    return np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])


def rotation(v: Array) -> Array:
    """Rotation by a vector."""
    angle = float(np.linalg.norm(v))
    u = skew(v / angle) if angle else np.zeros((3, 3))
    return np.eye(3) + np.sin(angle) * u + (1 - np.cos(angle)) * u @ u


def called(numbers: Array, places: list[tuple[Array, Array]], rates: Array) -> Array:
    """What the kernel writes: gammas, rows of twelve, loads of six."""
    size = len(SLIPS)
    out = np.full(size * 13 + 12, np.nan)
    k = np.array([0, 0, 16, 6, size, 2, *SLIPS])
    pose = np.concatenate([[*r, *a.ravel(), 1.0, 0.0, 0.0, 0.0] for r, a in places])
    friction(1, 0.0, pose, rates, np.zeros(1), np.array([*numbers, *LOADS]), k, 0, 0, 0, out)
    return out


def some(random: np.random.Generator) -> tuple[Array, list[tuple[Array, Array]], Array]:
    """Numbers of a joint, poses and twists."""
    axes = rotation(random.normal(size=3))
    numbers = np.array([*random.normal(size=3), *axes.T.ravel(), *random.normal(size=3), 0.4])
    places = [(random.normal(size=3), rotation(random.normal(size=3))) for _ in range(2)]
    return numbers, places, random.normal(size=12)


def test_gammas_of_a_spatial_friction_are_the_derivatives_of_its_slips() -> None:
    random, h, size = np.random.default_rng(6), 1e-5, len(SLIPS)
    for _ in range(20):
        numbers, places, rates = some(random)
        slips = []
        for step in (-h, h):
            moved = [
                (r + step * rates[6 * n : 6 * n + 3], a @ rotation(step * rates[6 * n + 3 : 6 * n + 6]))
                for n, (r, a) in enumerate(places)
            ]
            slips.append(called(numbers, moved, rates)[size : 13 * size].reshape(size, 12) @ rates)
        assert (slips[1] - slips[0]) / (2 * h) == pytest.approx(-called(numbers, places, rates)[:size], abs=2e-8)


def test_spatial_slips_are_relative_speeds_and_loads_follow_the_frame() -> None:
    random, size = np.random.default_rng(7), len(SLIPS)
    for _ in range(20):
        numbers, places, rates = some(random)
        (r, a), (q, b) = places
        axes, point = a @ numbers[3:12].reshape(3, 3).T, q + b @ numbers[12:15]
        first = rates[0:3] + np.cross(a @ rates[3:6], point - r)
        second = rates[6:9] + np.cross(b @ rates[9:12], point - q)
        spin = b @ rates[9:12] - a @ rates[3:6]
        out = called(numbers, places, rates)
        slips = out[size : 13 * size].reshape(size, 12) @ rates
        speeds = np.array([*(axes.T @ (second - first)), *(0.4 * axes.T @ spin)])
        assert slips == pytest.approx(speeds[list(SLIPS)], abs=1e-12)
        loads = out[13 * size :].reshape(2, 2, 3)
        assert loads == pytest.approx(np.array(LOADS).reshape(2, 2, 3) @ axes.T)
