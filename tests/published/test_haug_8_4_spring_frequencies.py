"""Haug 8.4: coil spring as six masses in a row, its natural frequencies in closed form."""

from __future__ import annotations

from functools import cache, partial

import numpy as np
import pytest

import linkwork as lw
from linkwork.analysis.linear.linear_model import LinearModel
from published.case import Case
from published.case import tests_of as checks_of

pytestmark = pytest.mark.both_coordinates

SOURCE = "Haug 8.4, surge waves"
MASS, STIFFNESS, LENGTH, COUNT = 2.5, 200.0, 0.2, 6


def coil_spring() -> lw.Planar:
    m = lw.Planar("coil spring")
    before = m.ground.at(0, 0)
    for number in range(1, COUNT + 1):
        block = m.body(f"b{number}", estimate=(number * LENGTH, 0, 0))
        m.translational(f"s{number}", m.ground.line((0, 0), (1, 0)), block.line((0, 0), (1, 0)))
        m.mass(f"b{number}", mass=MASS, inertia=1)
        m.spring(f"k{number}", before, block.at(0, 0), stiffness=STIFFNESS, free_length=LENGTH)
        before = block.at(0, 0)
    return m


@cache
def model() -> LinearModel:
    return coil_spring().linearise()


def _frequency(number: int) -> float:
    return model().modes[number - 1].frequency


def cases() -> list[Case]:
    return [
        Case(
            SOURCE,
            f"natural frequency {j} (rad/s)",
            None,
            partial(_frequency, j),
            0.0,
            exact=float(2 * np.sqrt(STIFFNESS / MASS) * np.sin((2 * j - 1) * np.pi / 26)),
            exact_tolerance=1e-11,
        )
        for j in range(1, COUNT + 1)
    ]


test_cases = checks_of(cases)


def test_the_masses_move_in_sines() -> None:
    for j, mode in enumerate(model().modes, 1):
        moved = mode.shape[::3][:COUNT].real
        sine = np.sin(np.arange(1, COUNT + 1) * (2 * j - 1) * np.pi / 13)
        assert abs(abs(moved @ sine) - np.linalg.norm(moved) * np.linalg.norm(sine)) < 1e-10
