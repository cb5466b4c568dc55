"""Three-phase machines: their powers, one machine in two frames, and the induction motor beside a dq model."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import linkwork as lw

FINE: Any = {"rtol": 1e-9, "atol": 1e-9}


def synchronous(frame: str) -> lw.Run:
    m = lw.Planar("drive")
    rotor = m.body("rotor", estimate=(0, 0, 0))
    m.revolute("O", m.ground.at(0, 0), rotor.at(0, 0))
    m.mass("rotor", inertia=0.01)
    m.force("load", rotor, torque="-0.02*rotor.omega")
    c = m.circuit("c")
    c.three_phase_source("G", ("a", "b", "d"), rms=20, frequency="2 + 20*t", phase=1.2)
    c.synchronous_motor(
        "M",
        ("a", "b", "d"),
        joint="O",
        resistance=0.5,
        flux=0.1,
        inductance_d="2 mH",
        inductance_q="3 mH",
        pole_pairs=2,
        frame=frame,
    )
    return m.simulate(until=0.2, points=21, **FINE)


def test_a_synchronous_motor_is_the_same_in_the_frame_of_its_rotor_and_in_its_phases() -> None:
    rotor, phases = synchronous("rotor"), synchronous("phases")
    assert phases["rotor.omega"] == pytest.approx(rotor["rotor.omega"], abs=1e-6)
    assert phases["c.M.torque"] == pytest.approx(rotor["c.M.torque"], abs=1e-6)
    for run in (rotor, phases):
        assert np.abs(run["c.balance"]).max() < 1e-12 * np.abs(run["c.G.power"]).max()
        shaft = run["c.M.torque"] * run["rotor.omega"]
        assert run["c.delivered_power"] == pytest.approx(shaft, abs=1e-9)


STATOR, ROTOR, SELF, MUTUAL, PAIRS, INERTIA, DRAG = 1.2, 0.9, 0.12, 0.11, 3, 0.02, 0.05


def induction(until: float = 0.3) -> lw.Run:
    m = lw.Planar("induction motor without a body")
    c = m.circuit("c")
    c.three_phase_source("G", ("a", "b", "d"), rms=127, frequency=50)
    c.induction_motor(
        "M",
        ("a", "b", "d"),
        shaft="s",
        resistance=STATOR,
        rotor_resistance=ROTOR,
        self_inductance=SELF,
        rotor_inductance=SELF,
        mutual_inductance=MUTUAL,
        pole_pairs=PAIRS,
    )
    c.inertia("J", "s", INERTIA)
    c.shaft_damper("load", "s", "ground", DRAG)
    return m.simulate(until=until, points=31, **FINE)


def test_an_induction_motor_starts_as_a_dq_model_of_the_tests_own() -> None:
    """McPhee (2005), 2.4: torque from the co-energy; the printed factor 1/(2p) would give a sixth of it."""
    run = induction()
    whole, linked = SELF + MUTUAL / 2, 1.5 * MUTUAL
    inverse = np.linalg.inv(np.array([[whole, linked], [linked, whole]]))

    def rates(t: float, y: Any) -> list[float]:
        flux = np.array([y[0] + 1j * y[1], y[2] + 1j * y[3]])
        current = inverse @ flux
        supply = -1j * 127 * np.sqrt(2) * np.exp(1j * 2 * np.pi * 50 * t)
        d = [supply - STATOR * current[0], -ROTOR * current[1] + 1j * PAIRS * y[4] * flux[1]]
        torque = 1.5 * PAIRS * (np.conj(flux[0]) * current[0]).imag
        return [d[0].real, d[0].imag, d[1].real, d[1].imag, (torque - DRAG * y[4]) / INERTIA]

    own = solve_ivp(rates, (0, 0.3), np.zeros(5), method="DOP853", rtol=1e-9, atol=1e-9, t_eval=run.t)
    assert run["c.s.omega"] == pytest.approx(own.y[4], abs=2e-6)
    assert np.ptp(run["c.M.torque"]) > 30
    assert run["c.s.omega"].max() < 1.3 * 2 * np.pi * 50 / PAIRS
    assert np.abs(run["c.balance"]).max() < 1e-11 * np.abs(run["c.G.power"]).max()


def test_wrong_torques_would_break_the_balance_of_powers() -> None:
    """What goes into the field is stored or does work: the torque that closes it is the one of the co-energy."""
    run = induction(0.05)
    rate = run["c.s.omega"]
    into = sum(run[f"c.M.{port}.power"] for port in ("ia", "ib", "ja", "jb"))
    needed = into - run["c.M.stored_power"]
    assert run["c.M.torque"] * rate == pytest.approx(needed, abs=1e-8)
    assert np.abs(run["c.M.torque"] * rate / 6 - needed).max() > 100


def test_without_load_it_comes_to_its_synchronous_speed() -> None:
    m = lw.Planar("free")
    c = m.circuit("c")
    c.three_phase_source("G", ("a", "b", "d"), rms=127, frequency=50)
    fields: Any = {"resistance": STATOR, "rotor_resistance": 0.5, "self_inductance": SELF, "rotor_inductance": SELF}
    c.induction_motor("M", ("a", "b", "d"), shaft="s", mutual_inductance=MUTUAL, pole_pairs=PAIRS, **fields)
    c.inertia("J", "s", 0.01, start=100)
    run = m.simulate(until=0.5, points=11, rtol=1e-6)
    assert run["c.s.omega"][-1] == pytest.approx(2 * np.pi * 50 / PAIRS, rel=5e-3)
