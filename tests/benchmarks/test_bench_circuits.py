"""The circuits of the benchmark do what a hand computes: a rod that two cylinders lift, a cylinder and its valve."""

from __future__ import annotations

import numpy as np
import pytest
from bench.circuits import (
    BORE,
    BULK,
    FRICTION,
    LOAD,
    MOVING,
    RING,
    STROKE,
    SUPPLY,
    VALVE,
    rod,
    servo,
    switched_rod,
)
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

from linkwork.formats.model_file import dumps, loads

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


def test_the_servo_cylinder_moves_as_its_published_equations_say() -> None:
    """m v' = A1 p1 - A2 p2 - F - d v, C p1' = Q1 - A1 v, C p2' = A2 v - Q2, Q = R x sqrt(p), solved by scipy."""

    def flow(pressure: float) -> float:
        return VALVE * pressure / (pressure**2 + 1e4**2) ** 0.25

    def rates(state: np.ndarray, forward: bool) -> list[float]:
        _, v, p1, p2 = state
        into, out = (flow(SUPPLY - p1), flow(p2)) if forward else (-flow(p1), -flow(SUPPLY - p2))
        compliance = BORE * STROKE / BULK
        push = BORE * p1 - RING * p2 - LOAD - FRICTION * v
        return [v, push / MOVING, (into - BORE * v) / compliance, (RING * v - out) / compliance]

    state = np.array([0.0, 0.0, 10e6, 10e6])
    for number in range(6):
        asked = {"method": "LSODA", "rtol": 1e-10, "atol": 1e-8}
        state = solve_ivp(lambda t, y, n=number: rates(y, n % 2 == 0), (0, 1e-3), state, **asked).y[:, -1]
    run = servo().simulate(until=6e-3, points=7, method="radau", rtol=1e-8)
    end = [run[name][-1] for name in ("piston.x", "piston.vx", "h.a.pressure", "h.b.pressure")]
    assert run.completed and end == pytest.approx(state, rel=1e-6)
    assert np.ptp(run["h.a.pressure"]) > 1e6


def test_without_a_volume_at_the_pump_its_pressure_has_a_value_at_every_moment() -> None:
    """Rounding of 17 MPa keeps the differences at the valves from their last digits; they are solutions still."""
    m = switched_rod()
    del m.circuits["h"].parts["V"]
    m = loads(dumps(m))
    for method in ("dop853", "radau"):
        run = m.simulate(until=0.02, points=2001, rtol=1e-5, hold=HOLD, method=method)
        assert run.completed and np.all(np.isfinite(run["h.p1.pressure"]))
        assert np.abs(run["h.balance"]).max() < 1e-9 * np.abs(run["h.given_power"]).max()
        assert not any("no value" in note for note in run.notes)
