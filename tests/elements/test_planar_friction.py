"""Directions in which planar joints rub: the slip is the relative speed, and gamma is what its derivative lacks."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from linkwork.elements.planar.contact.friction_kernel import SLIDES, TURNS, friction

Array = NDArray[np.float64]
LOADS = (0.0, 0.5, 4.0, 0.3, -0.7, 2.0)


def poses(places: Array) -> Array:
    """Two bodies as kernels see them, from x, y, angle of each."""
    return np.concatenate([[x, y, a, math.cos(a), math.sin(a)] for x, y, a in places.reshape(2, 3)])


def called(kind: int, numbers: Array, places: Array, rates: Array) -> Array:
    """What the kernel writes: gamma, row of six, loads of three."""
    out = np.full(13, np.nan)
    k = np.array([0, 0, 5, 3, kind, 2])
    p = np.array([*numbers, *LOADS])
    friction(1, 0.0, poses(places), rates, np.zeros(1), p, k, 0, 0, 0, out)
    return out


@pytest.mark.parametrize("kind", [SLIDES, TURNS])
def test_gamma_of_a_planar_friction_is_the_derivative_of_its_slip(kind: int) -> None:
    random = np.random.default_rng(6)
    for _ in range(20):
        angle = random.uniform(0, 7)
        numbers = np.array([*random.normal(size=2), math.cos(angle), math.sin(angle), *random.normal(size=2), 0.3])
        places, rates, h = random.normal(size=6), random.normal(size=6), 1e-5
        slips = [called(kind, numbers, places + step * h * rates, rates)[1:7] @ rates for step in (-1, 1)]
        assert (slips[1] - slips[0]) / (2 * h) == pytest.approx(-called(kind, numbers, places, rates)[0], abs=1e-8)


def test_a_planar_slide_slips_with_the_relative_speed_of_the_material_along_its_line() -> None:
    random = np.random.default_rng(7)
    for _ in range(20):
        angle = random.uniform(0, 7)
        numbers = np.array([*random.normal(size=2), math.cos(angle), math.sin(angle), *random.normal(size=2), 0.0])
        places, rates = random.normal(size=6), random.normal(size=6)
        turn = [np.array([[math.cos(a), -math.sin(a)], [math.sin(a), math.cos(a)]]) for a in places[[2, 5]]]
        point = places[3:5] + turn[1] @ numbers[4:6]

        def speed(body: int, point: Array = point, places: Array = places, rates: Array = rates) -> Array:
            x, y = point - places[3 * body : 3 * body + 2]
            return rates[3 * body : 3 * body + 2] + rates[3 * body + 2] * np.array([-y, x])

        along = turn[0] @ numbers[2:4]
        out = called(SLIDES, numbers, places, rates)
        assert out[1:7] @ rates == pytest.approx(along @ (speed(1) - speed(0)), abs=1e-12)
        across = np.array([-along[1], along[0]])
        assert out[7:10] == pytest.approx([*(0.5 * across), 4.0])
        assert out[10:13] == pytest.approx([*(0.3 * along - 0.7 * across), 2.0])
