"""Haug 8.4.1: surge waves in a coil spring of six masses; reference: the modes in closed form."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from linkwork.run.run import Run
from published.case import Case
from published.case import tests_of as checks_of
from published.mechanisms.coil_spring import BODIES, CELL, coil_spring, start_places

pytestmark = pytest.mark.both_coordinates

SOURCE = "Haug 8.4.1, surge waves"
MASS, STIFFNESS, SPEED = 2.5, 200.0, -0.1
POSITIONS = {
    0.5: (0.199093, 0.396067, 0.590029, 0.786807, 0.989423, 1.188759),
    1.0: (0.199932, 0.395864, 0.590181, 0.789678, 0.988955, 1.188817),
    2.0: (0.202444, 0.404878, 0.608701, 0.813952, 1.013974, 1.209304),
    5.0: (0.202023, 0.407012, 0.611817, 0.813129, 1.010786, 1.212607),
}
PEAKS = {6: 0.214, 5: 0.357, 4: 0.490, 3: 0.620, 2: 0.737, 1: 0.804}
FREQUENCIES = (2.156226, 6.343365, 10.161851, 13.389767, 15.839519, 17.368735)


@cache
def run() -> Run:
    speeds = {f"mass {i}.vx": 0.0 for i in range(1, BODIES)} | {"mass 6.vx": SPEED}
    return coil_spring().simulate(5.0, 5001, hold=start_places(), speeds=speeds, rtol=1e-10, atol=1e-12, progress=False)


def by_modes(t: float) -> np.ndarray:
    """Positions of a chain fixed at one end: sines of i (2j - 1) pi/13, frequencies 2 sqrt(k/m) sin((2j - 1) pi/26)."""
    i, j = np.arange(1, BODIES + 1)[:, None], np.arange(1, BODIES + 1)[None, :]
    shapes = np.sin(i * (2 * j - 1) * np.pi / (2 * BODIES + 1))
    shapes = shapes / np.sqrt(np.sum(shapes**2, axis=0))
    w = 2 * np.sqrt(STIFFNESS / MASS) * np.sin((2 * j[0] - 1) * np.pi / (4 * BODIES + 2))
    return CELL * i[:, 0] + shapes @ (shapes[-1] * SPEED * np.sin(w * t) / w)


def first_peak(body: int) -> float:
    """When a body is first farthest to the left."""
    left = CELL * body - 1e-3
    return next(one.t for one in run().extremes(f"mass {body}.x") if one.kind == "smallest" and one.value < left)


def cases() -> list[Case]:
    found = [
        Case(
            SOURCE,
            f"position of mass {i + 1} at t = {t:g} s (m)",
            None,
            lambda a=(t, i): float(run()[f"mass {a[1] + 1}.x"][round(1000 * a[0])]),
            0.0,
            exact=float(by_modes(t)[i]),
            exact_tolerance=1e-8,
        )
        for t in POSITIONS
        for i in range(BODIES)
    ]
    found += [
        Case(
            SOURCE,
            f"first leftward peak of mass {body} (s)",
            None,
            lambda body=body: first_peak(body),
            0.0,
            exact=t,
            exact_tolerance=1.5e-3,
        )
        for body, t in PEAKS.items()
    ]
    return found


test_cases = checks_of(cases)


def test_the_modes_give_the_numbers_of_the_reading_report() -> None:
    for t, row in POSITIONS.items():
        assert np.allclose(by_modes(t), row, rtol=0, atol=6e-7)


def test_energy_stays() -> None:
    assert abs(run()["energy.total"][0] - 0.0125) < 1e-12
    assert np.ptp(run()["energy.total"]) < 1e-8 * 0.0125


def test_the_wave_runs_with_the_square_root_of_stiffness_over_mass() -> None:
    """About 8.94 cells a second between the second-last and the second body."""
    assert abs(3 / (first_peak(2) - first_peak(5)) / np.sqrt(STIFFNESS / MASS) - 1) < 0.15
