"""Clutches and brakes that stick, beside their closed forms."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw

FINE: Any = {"rtol": 1e-9, "atol": 1e-9}


def test_a_clutch_brings_two_flywheels_to_one_speed_and_holds_them_together() -> None:
    m = lw.Planar("clutch")
    s = m.circuit("s")
    s.inertia("J1", "a", 0.5, start=100)
    s.inertia("J2", "b", 0.2)
    s.clutch("K", "a", "b", 10)
    run = m.simulate(until=3.0, points=31, **FINE)
    assert run.completed
    common = 0.5 * 100 / 0.7
    slip = 100 - 10 * (1 / 0.5 + 1 / 0.2) * run.t
    assert run["s.K.omega"][slip > 1] == pytest.approx(slip[slip > 1], abs=1e-6)
    assert run["s.a.omega"][slip < -1] == pytest.approx(common, abs=1e-6)
    assert np.abs(run["s.K.omega"][slip < -1]).max() <= 1e-8
    assert run["s.K.torque"][-1] == pytest.approx(0, abs=1e-6)
    assert np.abs(run["s.balance"]).max() < 1e-9


def test_a_brake_holds_until_the_torque_is_larger_and_then_slips() -> None:
    m = lw.Planar("brake")
    s = m.circuit("s")
    s.torque_source("M", "a", "8*t")
    s.inertia("J", "a", 0.5)
    s.clutch("B", "a", "ground", 10)
    run = m.simulate(until=2.0, points=41, **FINE)
    late = np.maximum(run.t - 1.25, 0)
    assert run["s.a.omega"] == pytest.approx(8 * late**2, abs=2e-5)
    assert run["s.B.torque"][:20] == pytest.approx(8 * run.t[:20], abs=1e-6)
    assert np.abs(run["s.a.omega"][:20]).max() <= 1e-8


def test_a_brake_passes_through_rest_where_the_torque_reverses() -> None:
    m = lw.Planar("reversal")
    s = m.circuit("s")
    s.torque_source("M", "a", -30)
    s.inertia("J", "a", 0.5, start=20)
    s.clutch("B", "a", "ground", 10)
    run = m.simulate(until=1.0, points=21, **FINE)
    speed = np.where(run.t < 0.25, 20 - 80 * run.t, -40 * (run.t - 0.25))
    assert run["s.a.omega"] == pytest.approx(speed, abs=1e-5)


def test_a_clutch_between_ends_without_inertia_is_refused_by_name() -> None:
    m = lw.Planar("refused")
    s = m.circuit("s")
    s.speed_source("W", "a", "sin(t)")
    s.inertia("J", "b", 1)
    s.clutch("K", "a", "b", 10)
    with pytest.raises(lw.LinkworkError, match=r"part 's\.K'.*put an inertia at its end"):
        m.simulate(until=0.1)
