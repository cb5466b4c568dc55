"""The circuits of the benchmark do what a hand computes: a rod that two cylinders lift."""

from __future__ import annotations

import numpy as np
import pytest
from bench.circuits import rod, switched_rod
from scipy.optimize import brentq

HOLD = {"rod.y": 0, "rod.angle": 0}


def test_the_rod_rises_at_the_speed_at_which_pump_valves_lines_and_weight_balance() -> None:
    run = rod("1.2e-5", "1.2e-5").simulate(until=1.5, points=3, method="radau", rtol=1e-6, hold=HOLD)
    weight = 9.81 * 1250 / 1e-3

    def left(flow: float) -> float:  # pressure that no part takes
        supply = (0.005 - 2 * flow) / 3e-10
        return supply - weight - flow / 2e-8 - (flow / (0.61 * 1.2e-5)) ** 2 * 800 / 2

    assert run["rod.vy"][-1] == pytest.approx(brentq(left, 0.0, 0.0025) / 1e-3, rel=1e-4)


def test_valves_that_change_in_turn_lift_the_rod_and_rock_it() -> None:
    run = switched_rod().simulate(until=0.02, points=41, rtol=1e-5, hold=HOLD)
    assert run.completed and len(run.events) == 39  # both change every millisecond, the one beside the other
    assert np.abs(run["h.balance"]).max() < 1e-9 * np.abs(run["h.given_power"]).max()
    assert run["rod.y"][-1] > 1e-4 and np.ptp(run["rod.angle"]) > 1e-4
