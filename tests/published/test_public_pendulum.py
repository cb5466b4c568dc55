"""IFT-A01: a point mass on a massless rod in Cartesian coordinates, ten seconds (exact by elliptic functions)."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import linkwork as lw
from linkwork.run.run import Run
from published.case import Case
from published.case import tests_of as checks_of

pytestmark = pytest.mark.both_coordinates

SOURCE = "IFT-A01 simple pendulum"
ROWS = {  # t: x, y, vx, vy, rod tension
    1.0: (0.9862917511319, -0.1650108531255, 0.2969055159163, 1.774643641113, 4.85626940748),
    5.0: (-0.9423054350438, -0.334754338414, 0.8579042568859, -2.41492865437, 9.85182017952),
    10.0: (-0.2750874625761, -0.9614192050991, 4.175598100952, -1.19474905456, 28.2945672061),
}


def pendulum() -> lw.Planar:
    m = lw.Planar("pendulum")
    bob = m.body("bob", estimate=(-1, 0, 0))
    m.mass("bob", mass=1)
    m.set_gravity(0, -9.81)
    m.revolute("pin", m.ground.at(0, 0), bob.at(1, 0))
    return m


@cache
def run(method: str = "dop853") -> Run:
    return pendulum().simulate(10.0, 11, method=method, rtol=1e-12, atol=1e-13, progress=False)


def _value(t: float, number: int) -> float:
    index = int(t)
    values = [run()[name][index] for name in ("bob.x", "bob.y", "bob.vx", "bob.vy")]
    return float(values[number]) if number < 4 else float(np.hypot(run()["pin.fx"][index], run()["pin.fy"][index]))


def cases() -> list[Case]:
    names = ("x (m)", "y (m)", "vx (m/s)", "vy (m/s)", "rod tension (N)")
    return [
        Case(SOURCE, f"{name} at t = {t:g} s", row[i], lambda t=t, i=i: _value(t, i), 2e-9)
        for t, row in ROWS.items()
        for i, name in enumerate(names)
    ]


test_cases = checks_of(cases)


def test_energy_is_kept_and_the_rod_keeps_its_length() -> None:
    assert np.ptp(run()["energy.total"]) < 1e-9
    assert np.max(np.abs(np.hypot(run()["bob.x"], run()["bob.y"]) - 1.0)) < 1e-12


def test_methods_agree() -> None:
    assert np.allclose(run("adams").q, run().q, atol=1e-8)


def test_the_error_of_rk4_falls_with_the_fourth_power_of_its_step() -> None:
    errors = []
    for step in (0.02, 0.01):
        coarse = pendulum().simulate(2.0, 2, method="rk4", step=step, progress=False)
        fine = pendulum().simulate(2.0, 2, rtol=1e-12, atol=1e-13, progress=False)
        errors.append(float(np.max(np.abs(coarse.q[-1] - fine.q[-1]))))
    assert 3.7 < np.log2(errors[0] / errors[1]) < 4.5
