"""IVP-1: Andrews' squeezing mechanism, seven bodies, 0.03 s (public test set; own converged values for the angles)."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from linkwork.run.run import Run
from published.case import Case
from published.case import tests_of as checks_of
from published.mechanisms.squeezer import squeezer

pytestmark = pytest.mark.both_coordinates

SOURCE = "IVP-1 Andrews' squeezer"
PUBLISHED = {
    "beta": 15.81077119629904,
    "Theta": -15.75637105984298,
    "gamma": 0.04082224013073101,
    "Phi": -0.5347301163226948,
    "delta": 0.5244099658805304,
    "Omega": 0.5347301163226948,
    "epsilon": 1.048080741042263,
}
EXACT = {  # converged; beta by quadrature of the energy integral to 34 digits
    "beta": 15.81077119515371,
    "Theta": -15.756371058412,
    "gamma": 0.040822240119644,
    "Phi": -0.53473011634208,
    "delta": 0.52440996587995,
    "Omega": 0.53473011634208,
    "epsilon": 1.0480807410419,
}


@cache
def run(method: str = "dop853") -> Run:
    return squeezer().simulate(0.03, 31, method=method, rtol=1e-12, atol=1e-14, progress=False)


def angles(found: Run) -> dict[str, float]:
    at = {body: float(found[f"{body}.angle"][-1]) for body in found.system.bodies}
    return {
        "beta": at["K1"],
        "Theta": at["K2"] - at["K1"],
        "gamma": at["K3"],
        "Phi": at["K4"] - at["K5"],
        "delta": at["K5"],
        "Omega": at["K6"] - at["K7"],
        "epsilon": at["K7"],
    }


def cases() -> list[Case]:
    found = [
        Case(
            SOURCE,
            f"{name} at t = 0.03 s (rad)",
            PUBLISHED[name],
            lambda name=name: angles(run())[name],
            1e-8,
            exact=EXACT[name],
            exact_tolerance=1e-10,
        )
        for name in PUBLISHED
    ]
    start = {"beta": ("K1", None, 14222.4439), "Theta": ("K2", "K1", -10666.8329)}
    for name, (body, less, value) in start.items():
        found.append(
            Case(SOURCE, f"{name}'' at the start (rad/s^2)", value, lambda b=body, c=less: _second(b, c), 1e-3)
        )
    return found


def _second(body: str, less: str | None) -> float:
    return float(run()[f"{body}.alpha"][0] - (run()[f"{less}.alpha"][0] if less else 0.0))


test_cases = checks_of(cases)


def test_adams_agrees_with_runge_kutta() -> None:
    one, other = angles(run()), angles(run("adams"))
    assert max(abs(one[name] - other[name]) for name in one) < 1e-9


def test_the_motor_puts_in_the_energy_that_the_mechanism_gains() -> None:
    gained = run()["energy.total"] - run()["energy.total"][0]
    turned = run()["K1.angle"] - run()["K1.angle"][0]
    assert np.allclose(gained, 0.033 * turned, atol=1e-11)


def test_the_loops_stay_closed() -> None:
    assert np.max(run().violation()) < 1e-13
