"""T-DRIFT: the pendulum of Haug 6.3.1 (m = l = 1) by RK4, direct and with Baumgarte's terms; reference: own program.

The book prints no numbers. The reference values are those of an independent program, to be met within a factor 2.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import linkwork as lw
from linkwork.run.run import Run

# step, end, alpha = beta: largest error of position, of velocity, error of the energy at the end
TABLE = {
    (0.01, 10, 0): (1.58e-6, 3.2e-7, 1.5e-5),
    (0.01, 100, 0): (1.58e-4, 3.2e-6, 1.5e-3),
    (0.01, 100, 1): (3.4e-8, 7.4e-8, -4.9e-6),
    (0.01, 100, 5): (5.9e-8, 2.5e-7, -4.5e-6),
    (0.01, 100, 10): (2.3e-7, 3.1e-6, 1.0e-4),
    (0.01, 100, 50): (6.2e-6, 5.5e-4, 1.2e-3),
    (0.02, 100, 0): (2.5e-3, 5.1e-5, 2.5e-2),
}


@cache
def run(step: float, end: int, alpha: float) -> Run:
    m = lw.Planar("pendulum")
    bar = m.body("bar", estimate=(1, 0, 0))
    m.revolute("O", m.ground.at(0, 0), bar.at(-1, 0))
    m.mass(bar, mass=1, inertia="1/3")
    m.set_gravity(0, -9.81)
    return m.simulate(
        end,
        round(end / step) + 1,
        method="rk4",
        step=step,
        formulation="baumgarte" if alpha else "direct",
        settings={"alpha": alpha, "beta": alpha} if alpha else None,
        progress=False,
    )


def drift(found: Run) -> tuple[float, float, float]:
    x, y, angle = found.q.T
    vx, vy, omega = found.v.T
    c, s = np.cos(angle), np.sin(angle)
    position = np.max(np.abs([x - c, y - s]))
    velocity = np.max(np.abs([vx + s * omega, vy - c * omega]))
    energy = found["energy.total"]
    return float(position), float(velocity), float(energy[-1] - energy[0])


@pytest.mark.parametrize("setup", TABLE, ids=str)
def test_drift_is_that_of_the_table_within_a_factor_of_two(setup: tuple[float, int, float]) -> None:
    for found, expected in zip(drift(run(*setup)), TABLE[setup], strict=True):
        assert 0.5 <= found / expected <= 2.0


def test_direct_drift_grows_with_the_square_of_time() -> None:
    ratio = drift(run(0.01, 100, 0))[0] / drift(run(0.01, 10, 0))[0]
    assert 80 < ratio < 120
