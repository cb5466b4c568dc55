"""Amplifiers, bridges, coupled inductors, batteries, ideal diodes beside what a hand computes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import linkwork as lw

FINE: Any = {"rtol": 1e-10, "atol": 1e-10}


def amplifier(limits: Any = None) -> lw.Run:
    m = lw.Planar("amplifier")
    c = m.circuit("c")
    c.voltage_source("E", "in", "ground", "2*sin(10*t)")
    c.resistor("R1", "in", "x", "1 kohm")
    c.resistor("R2", "x", "out", "5 kohm")
    c.operational_amplifier("U", "ground", "x", "out", limits=limits)
    c.resistor("RL", "out", "ground", "100 ohm")
    return m.simulate(until=0.5, points=51)


def test_an_operational_amplifier_multiplies_by_the_ratio_of_its_resistors() -> None:
    run = amplifier()
    assert run["c.out.voltage"] == pytest.approx(-5 * run["c.in.voltage"], abs=1e-12)
    assert np.abs(run["c.balance"]).max() < 1e-14


def test_its_output_stays_within_its_limits_and_the_changes_are_events() -> None:
    run = amplifier((-6, 6))
    assert run["c.out.voltage"] == pytest.approx(np.clip(-5 * run["c.in.voltage"], -6, 6), abs=1e-10)
    assert len(run.events) == 6


def test_an_amplifier_with_a_capacitor_integrates() -> None:
    m = lw.Planar("integrator")
    c = m.circuit("c")
    c.voltage_source("E", "in", "ground", "cos(10*t)")
    c.resistor("R1", "in", "x", "1 kohm")
    c.capacitor("C", "out", "x", "1 uF")
    c.operational_amplifier("U", "ground", "x", "out")
    run = m.simulate(until=0.5, points=21, **FINE)
    assert run["c.out.voltage"] == pytest.approx(-100 * np.sin(10 * run.t), abs=1e-6)


def bridge(frequency: float | None) -> lw.Run:
    m = lw.Planar("bridge")
    c = m.circuit("c")
    c.battery("B", "p", "ground", voltage="11 + 2*charge", capacity=3600, resistance=1e-4, charge=0.8)
    c.pwm_bridge("H", ("p", "ground"), ("x", "ground"), "0.5*sin(20*t)", frequency=frequency)
    c.resistor("R", "x", "y", 1)
    c.inductor("L", "y", "ground", "20 mH")
    return m.simulate(until=0.1, points=201, rtol=1e-8, atol=1e-8)


def test_a_bridge_that_switches_has_the_mean_of_the_averaged_one_and_both_keep_power() -> None:
    mean, switched = bridge(None), bridge(2000)
    assert switched["c.L.current"] == pytest.approx(mean["c.L.current"], abs=0.1)
    assert len(switched.events) == pytest.approx(400, abs=2)
    for run in (mean, switched):
        assert np.abs(run["c.H.power"]).max() < 1e-12
        assert np.abs(run["c.balance"]).max() < 1e-12
        drawn = 1 - run["c.B.charge"] / 0.8
        assert drawn[-1] > 0
    assert mean["c.H.load.voltage"] == pytest.approx(0.5 * np.sin(20 * mean.t) * mean["c.p.voltage"], abs=1e-10)


def test_coupled_inductors_move_by_their_matrix() -> None:
    m = lw.Planar("core")
    c = m.circuit("c")
    c.voltage_source("E", "a", "ground", "10*sin(100*t)")
    c.resistor("R1", "a", "b", 1)
    c.coupled_inductors("T", (("b", "ground"), ("s", "ground")), ((0.1, 0.18), (0.18, 0.4)))
    c.resistor("RL", "s", "ground", 5)
    run = m.simulate(until=0.2, points=11, **FINE)
    matrix = np.array([[0.1, 0.18], [0.18, 0.4]])
    own = solve_ivp(
        lambda t, i: np.linalg.solve(matrix, [10 * np.sin(100 * t) - i[0], -5 * i[1]]),
        (0, 0.2),
        [0, 0],
        method="DOP853",
        rtol=1e-11,
        atol=1e-12,
        t_eval=run.t,
    )
    assert run["c.T.winding1.current"] == pytest.approx(own.y[0], abs=1e-8)
    assert run["c.T.winding2.current"] == pytest.approx(own.y[1], abs=1e-8)
    assert np.abs(run["c.balance"]).max() < 1e-13


def test_a_matrix_coupled_too_strongly_is_refused_by_name() -> None:
    m = lw.Planar("core")
    c = m.circuit("c")
    c.voltage_source("E", "a", "ground", 1)
    c.coupled_inductors("T", (("a", "ground"), ("s", "ground")), ((0.1, 0.21), (0.21, 0.4)))
    c.resistor("RL", "s", "ground", 5)
    with pytest.raises(lw.LinkworkError, match=r"part 'c\.T\.core2'.*must be greater than zero"):
        m.simulate(until=0.1)


def test_an_ideal_diode_cuts_exactly_at_zero() -> None:
    m = lw.Planar("diode")
    c = m.circuit("c")
    c.voltage_source("E", "a", "ground", "10*sin(50*t)")
    c.resistor("R", "a", "b", 2)
    c.diode("D", "b", "ground", ideal=True)
    run = m.simulate(until=0.4, points=101)
    assert run["c.b.voltage"] == pytest.approx(np.minimum(10 * np.sin(50 * run.t), 0), abs=1e-12)
    assert np.abs(run["c.D.power"]).max() < 1e-12


def test_sources_that_read_each_other_are_found_together() -> None:
    """A source driven by a voltage that it makes itself: v = 3 (5 - v) R2/(R1 + R2) by hand."""
    m = lw.Planar("feedback")
    c = m.circuit("c")
    c.voltage_source("E", "a", "ground", 5)
    c.resistor("R1", "a", "b", 2)
    c.resistor("R2", "b", "x", 2)
    c.voltage_source("V", "x", "ground", "-3*c.b.voltage")
    run = m.simulate(until=0.1, points=2)
    b = (5 / 2) / (1 / 2 + 1 / 2 + 3 / 2)
    assert run["c.b.voltage"] == pytest.approx(b, rel=1e-12)
