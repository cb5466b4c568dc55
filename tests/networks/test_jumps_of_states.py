"""Ideal switches and diodes at which voltages of capacitors and currents of inductors jump: charge, flux and energy."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.run.run import Run


def of_capacitors(run: Run, values: dict[str, float]) -> np.ndarray:
    """Energy of capacitors by name and capacitance."""
    return np.sum([0.5 * value * run[f"c.{name}.voltage"] ** 2 for name, value in values.items()], axis=0)


def integral(run: Run, channel: str) -> float:
    return float(np.trapezoid(run[channel], run.t))


def test_two_capacitors_share_their_charge_and_half_of_the_reduced_energy_is_lost_in_the_switch() -> None:
    m = lw.Planar("two capacitors")
    c = m.circuit("c")
    c.capacitor("A", "a", "ground", 2e-3, start=10)
    c.capacitor("B", "b", "ground", 3e-3, start=-1)
    c.switch("S", "a", "b", "t - 0.1", ideal=True)
    run = m.simulate(until=0.2, points=6)
    assert run.completed
    shared = (2e-3 * 10 - 3e-3) / 5e-3
    assert run["c.A.voltage"] == pytest.approx([10, 10, 10, shared, shared, shared], rel=1e-12)
    assert run["c.B.voltage"] == pytest.approx([-1, -1, -1, shared, shared, shared], rel=1e-12)
    lost = 0.5 * (2e-3 * 3e-3 / 5e-3) * 11**2
    assert run["c.lost_at_jumps"] == pytest.approx([0, 0, 0, lost, lost, lost], rel=1e-12)
    assert run["c.given_at_jumps"][-1] == 0
    assert any("circuit 'c'" in note and f"{lost:.3g} J" in note for note in run.notes)


def test_a_source_gives_twice_what_it_stores_in_a_capacitor_at_once() -> None:
    m = lw.Planar("charging")
    c = m.circuit("c")
    c.voltage_source("E", "a", "ground", 12)
    c.switch("S", "a", "b", "t - 0.1", ideal=True)
    c.capacitor("C", "b", "ground", 1e-3)
    c.resistor("R", "b", "ground", 1000)
    run = m.simulate(until=0.2, points=5)
    assert run["c.C.voltage"][-1] == pytest.approx(12, rel=1e-12)
    assert run["c.given_at_jumps"][-1] == pytest.approx(1e-3 * 144, rel=1e-12)
    assert run["c.lost_at_jumps"][-1] == pytest.approx(0.5e-3 * 144, rel=1e-12)


@pytest.mark.parametrize("second", [None, 0.02])
def test_a_switch_that_cuts_a_current_keeps_the_flux_of_the_loop_that_is_left(second: float | None) -> None:
    m = lw.Planar("cut")
    c = m.circuit("c")
    c.voltage_source("E", "a", "ground", 10)
    c.resistor("R", "a", "x", 5)
    c.inductor("L", "x", "y", 0.05)
    c.switch("S", "y", "ground", "0.1 - t", ideal=True)
    if second is not None:
        c.inductor("M", "y", "ground", second)
    run = m.simulate(until=0.2, points=2001)
    before = 2 * (1 - np.exp(-10.0))
    after = 0.0 if second is None else 0.05 * before / (0.05 + second)
    at = np.searchsorted(run.t, 0.1, side="right")
    assert run["c.L.current"][at - 1] == pytest.approx(before, rel=1e-6)
    lost = 0.5 * 0.05 * before**2 - 0.5 * (0.05 + (second or 0)) * after**2
    assert run["c.lost_at_jumps"][-1] == pytest.approx(lost, rel=1e-6)
    rate = 5 / (0.05 + (second or 0))
    end = 0.0 if second is None else 2 + (after - 2) * np.exp(-rate * 0.1)
    assert run["c.L.current"][-1] == pytest.approx(end, abs=1e-6)


def test_diodes_pass_charge_forwards_only() -> None:
    m = lw.Planar("diodes")
    c = m.circuit("c")
    c.capacitor("A", "a", "ground", 1e-3, start=10)
    c.capacitor("B", "b", "ground", 1e-3)
    c.capacitor("C", "d", "ground", 1e-3, start=8)
    c.switch("S", "a", "x", "t - 0.1", ideal=True)
    c.diode("D1", "x", "b", ideal=True)
    c.diode("D2", "x", "d", ideal=True)
    run = m.simulate(until=0.2, points=3)
    assert run.completed
    assert (run["c.A.voltage"][-1], run["c.B.voltage"][-1]) == pytest.approx((5, 5), rel=1e-12)
    assert run["c.C.voltage"][-1] == 8
    assert run["c.lost_at_jumps"][-1] == pytest.approx(0.025, rel=1e-12)


def test_a_flag_that_an_event_puts_closes_a_switch_and_states_jump() -> None:
    m = lw.Planar("flag")
    c = m.circuit("c")
    c.capacitor("A", "a", "ground", 1e-3, start=10)
    c.capacitor("B", "b", "ground", 1e-3)
    c.resistor("R", "a", "ground", 100)
    m.flag("on", 0)
    m.event("low", "c.A.voltage - 5", direction="falling", put={"on": 1})
    c.switch("S", "a", "b", "on - 0.5", ideal=True)
    run = m.simulate(until=0.1, points=101)
    moment = 0.1 * np.log(2)
    assert run["c.B.voltage"][-1] == pytest.approx(2.5 * np.exp(-(0.1 - moment) / 0.2), rel=1e-6)
    assert run["c.lost_at_jumps"][-1] == pytest.approx(0.25 * 1e-3 * 25, rel=1e-6)


@pytest.mark.parametrize("seed", range(4))
def test_random_networks_of_capacitors_come_to_the_nearest_voltages_and_lose_what_energy_is_missing(seed: int) -> None:
    """Charge is kept in what stays apart: of all voltages that switches allow, those nearest in the energy's norm."""
    random = np.random.default_rng(seed)
    count = 5
    values, starts = random.uniform(1e-3, 3e-3, count), random.uniform(-10, 10, count)
    m = lw.Planar("random")
    c = m.circuit("c")
    for n in range(count):
        c.capacitor(f"C{n}", f"n{n}", "ground", values[n], start=starts[n])
    pairs = [(0, 1), (1, 2), (2, 0), (3, 4)] if seed % 2 else [(0, 3), (1, 4)]
    rows = []
    for number, (one, two) in enumerate(pairs):
        c.switch(f"S{number}", f"n{one}", f"n{two}", "t - 0.1", ideal=True)
        row = np.zeros(count)
        row[one], row[two] = 1, -1
        rows.append(row)
    run = m.simulate(until=0.2, points=3)
    assert run.completed
    weights = np.diag(1 / values)
    asked = np.array(rows)
    after = starts - weights @ asked.T @ np.linalg.pinv(asked @ weights @ asked.T) @ asked @ starts
    assert [run[f"c.C{n}.voltage"][-1] for n in range(count)] == pytest.approx(after, abs=1e-9)
    missing = 0.5 * values @ (starts**2 - after**2)
    assert run["c.lost_at_jumps"][-1] == pytest.approx(missing, rel=1e-9)


def test_a_charge_pump_balances_with_what_its_jumps_lose() -> None:
    """What sources give = what is lost + what is stored, jumps booked; a pump is a resistance of 1/(f C)."""
    m = lw.Planar("pump")
    c = m.circuit("c")
    c.voltage_source("E", "a", "ground", 5)
    c.switch("S1", "a", "p", "sin(2*pi*1000*t)", ideal=True)
    c.switch("S2", "q", "ground", "sin(2*pi*1000*t)", ideal=True)
    c.switch("S3", "a", "q", "-sin(2*pi*1000*t)", ideal=True)
    c.switch("S4", "p", "out", "-sin(2*pi*1000*t)", ideal=True)
    c.capacitor("F", "p", "q", 1e-5, start=5)
    c.capacitor("O", "out", "ground", 1e-4, start=9)
    c.resistor("R", "out", "ground", 200)
    run = m.simulate(until=0.0502, points=10041, rtol=1e-9, atol=1e-9)
    assert run.completed and run["c.lost_at_jumps"][-1] > 1e-3
    stored = of_capacitors(run, {"F": 1e-5, "O": 1e-4})
    given = integral(run, "c.given_power") + run["c.given_at_jumps"][-1]
    lost = integral(run, "c.lost_power") + run["c.lost_at_jumps"][-1]
    assert given - lost - (stored[-1] - stored[0]) == pytest.approx(0, abs=1e-3 * given)
    assert run["c.out.voltage"][-1000:].mean() == pytest.approx(10 * 200 / (200 + 1 / (1000 * 1e-5)), rel=0.02)


@pytest.mark.parametrize("order", [("D1", "D2"), ("D2", "D1")])
def test_a_charge_pump_of_diodes_lets_nothing_flow_back(order: tuple[str, str]) -> None:
    m = lw.Planar("pump")
    c = m.circuit("c")
    c.voltage_source("E", "a", "ground", 5)
    c.switch("S1", "q", "ground", "sin(2*pi*1000*t)", ideal=True)
    c.switch("S2", "q", "a", "-sin(2*pi*1000*t)", ideal=True)
    ends = {"D1": ("a", "p"), "D2": ("p", "out")}
    for name in order:
        c.diode(name, *ends[name], ideal=True)
    c.capacitor("F", "p", "q", 1e-5, start=5)
    c.capacitor("O", "out", "ground", 1e-4, start=9)
    c.resistor("R", "out", "ground", 1000)
    run = m.simulate(until=0.0502, points=10041, rtol=1e-9, atol=1e-9)
    assert run.completed
    assert run["c.out.voltage"][-1000:].mean() == pytest.approx(10 * 1000 / (1000 + 1 / (1000 * 1e-5)), rel=0.01)
    stored = of_capacitors(run, {"F": 1e-5, "O": 1e-4})
    given = integral(run, "c.given_power") + run["c.given_at_jumps"][-1]
    lost = integral(run, "c.lost_power") + run["c.lost_at_jumps"][-1]
    assert given - lost - (stored[-1] - stored[0]) == pytest.approx(0, abs=1e-3 * given)


def test_a_jump_of_a_store_that_is_not_constant_ends_the_run_with_the_parts_named() -> None:
    m = lw.Planar("a capacitor by a law")
    c = m.circuit("c")
    c.capacitor("A", "a", "ground", 1e-3, start=10)
    c.capacitor("B", "b", "ground", "1e-3*(1 + 0.1*voltage)")
    c.switch("S", "a", "b", "t - 0.1", ideal=True)
    run = m.simulate(until=0.2)
    assert not run.completed and run.t[-1] == pytest.approx(0.1)
    assert "no combination of the ideal parts 'c.S' fits" in run.events[-1].text


def test_a_start_that_contradicts_is_refused_with_the_parts_named() -> None:
    m = lw.Planar("closed from the start")
    c = m.circuit("c")
    c.capacitor("A", "a", "ground", 1e-3, start=10)
    c.capacitor("B", "b", "ground", 1e-3)
    c.switch("S", "a", "b", "1 - t", ideal=True)
    with pytest.raises(lw.LinkworkError, match=r"at t = 0 s no combination of the ideal parts 'c\.S' fits"):
        m.simulate(until=0.2)
