"""Ideal diodes and switches that change over together: bridges, converters, what floats, what has no way."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import linkwork as lw

FINE: Any = {"rtol": 1e-9, "atol": 1e-11}
Rate = Callable[[float, Any], list[float]]


def bridge(load: Callable[[Any], None], series: float | None = None) -> lw.Planar:
    """Four diodes between a source of 10 V and a load at p."""
    m = lw.Planar("bridge")
    c = m.circuit("c")
    c.voltage_source("E", "a", "b", "10*sin(100*t)")
    other = "b"
    if series is not None:
        other = "d"
        c.resistor("Rs", "b", other, series)
    for n, (first, second) in enumerate((("a", "p"), (other, "p"), ("ground", "a"), ("ground", other))):
        c.diode(f"D{n + 1}", first, second, ideal=True)
    load(c)
    return m


def coil(c: Any) -> None:
    c.inductor("L", "p", "x", 0.05)
    c.resistor("R", "x", "ground", 5)


def tank(c: Any) -> None:
    c.capacitor("C", "p", "ground", 1e-3)
    c.resistor("R", "p", "ground", 50)


def by_pieces(rates: list[Rate], choose: Callable[[float, Any], int], ends: Any, start: Any, times: Any) -> Any:
    """The states of a circuit whose equations change at known times, and where its first state falls to zero."""
    found, y, t = [], np.array(start, dtype=float), 0.0

    def falls(_t: float, x: Any) -> float:
        return float(x[0])

    falls.terminal, falls.direction = True, -1  # type: ignore[attr-defined]
    for end in ends:
        while t < end - 1e-15:
            mode = choose(t, y)
            watch = falls if mode == 1 else None
            run = solve_ivp(rates[mode], (t, end), y, "DOP853", None, True, watch, rtol=1e-10, atol=1e-13)
            last = float(run.t[-1])
            found += [run.sol(s) for s in times[len(found) :] if s <= last + 1e-15]
            t, y = last, run.y[:, -1].copy()
            y[0] = 0.0 if run.status == 1 else y[0]
    return np.array(found)


def agree(run: lw.Run, *diodes: str) -> None:
    """No current backwards, no voltage forwards, never both."""
    for name in diodes:
        current, voltage = run[f"c.{name}.current"], run[f"c.{name}.voltage"]
        assert current.min() >= -1e-8 and voltage.max() <= 1e-8
        assert np.abs(current * voltage).max() < 1e-8


def test_a_bridge_gives_an_inductor_the_rectified_voltage_although_all_four_change_over_at_once() -> None:
    run = bridge(coil).simulate(until=0.1, points=101, **FINE)
    assert run["c.p.voltage"] == pytest.approx(np.abs(10 * np.sin(100 * run.t)), abs=1e-12)
    impedance = 5 + 5j  # at the source's frequency; half a period by half a period in closed form
    size, angle = 10 / abs(impedance), math.atan2(impedance.imag, impedance.real)
    current, begin = 0.0, 0.0
    for end in np.arange(1, 5) * math.pi / 100:
        inside = (run.t >= begin) & (run.t <= min(end, 0.1))
        since = run.t[inside] - begin
        decay = current + size * math.sin(angle)
        expected = size * np.sin(100 * since - angle) + decay * np.exp(-100 * since)
        assert run["c.L.current"][inside] == pytest.approx(expected, abs=1e-8)
        current = size * math.sin(math.pi - angle) + decay * math.exp(-math.pi)
        begin = end
    agree(run, "D1", "D2", "D3", "D4")


@pytest.mark.parametrize("series", [0.5, None])
def test_a_bridge_charges_a_capacitor_and_all_diodes_block_in_between(series: float | None) -> None:
    """Without resistance the capacitor follows the source while a pair conducts; then all four block, and float."""
    run = bridge(tank, series).simulate(until=0.1, points=401, **FINE)
    voltage, source = run["c.C.voltage"], np.abs(10 * np.sin(100 * run.t))
    agree(run, "D1", "D2", "D3", "D4")
    assert set(np.unique(run["c.conducting"])) == {0.0, 2.0}
    if series is None:
        charging = run["c.conducting"] == 2
        assert voltage[charging] == pytest.approx(source[charging], abs=1e-7)
        leaves = math.pi - math.atan(100 * 50 * 1e-3)  # where the source falls faster than the capacitor
        first = next(event.t for event in run.events if event.text == "part 'c.D1': conducts ends")
        assert 100 * first == pytest.approx(leaves, abs=1e-6)
    else:
        fine = solve_ivp(
            lambda t, v: [(max(0.0, (abs(10 * math.sin(100 * t)) - v[0]) / 0.5) - v[0] / 50) / 1e-3],
            (0, 0.1),
            [0.0],
            method="DOP853",
            rtol=1e-9,
            max_step=1e-4,
            t_eval=run.t,
        )
        assert voltage == pytest.approx(fine.y[0], abs=5e-6)  # the reference steps over the corners
    assert np.abs(run["c.balance"]).max() < 1e-11


def test_six_diodes_take_the_highest_and_the_lowest_phase() -> None:
    m = lw.Planar("three phases")
    c = m.circuit("c")
    for n, phase in enumerate("abd"):
        c.voltage_source(f"E{phase}", phase, "star", f"100*sin(300*t - {n}*2*pi/3)")
        c.diode(f"U{phase}", phase, "p", ideal=True)
        c.diode(f"L{phase}", "ground", phase, ideal=True)
    c.resistor("R", "p", "x", 5)
    c.inductor("L", "x", "ground", 0.05)
    run = m.simulate(until=0.03, points=301)
    phases = np.array([100 * np.sin(300 * run.t - n * 2 * math.pi / 3) for n in range(3)])
    assert run["c.p.voltage"] == pytest.approx(phases.max(0) - phases.min(0), abs=1e-11)


@pytest.mark.parametrize(("resistance", "begin"), [(2.0, 6.0), (20.0, 9.0)])
def test_a_buck_converter_with_current_that_flows_on_and_that_ends(resistance: float, begin: float) -> None:
    """The current of its inductor passes from the switch to the diode; with little load it ends before the next."""
    m = lw.Planar("buck")
    c = m.circuit("c")
    c.voltage_source("E", "a", "ground", 12)
    c.switch("S", "a", "x", "sin(2*pi*1000*t)", ideal=True)
    c.diode("D", "ground", "x", ideal=True)
    c.inductor("L", "x", "o", 1e-3)
    c.capacitor("C", "o", "ground", 1e-3, start=begin)
    c.resistor("R", "o", "ground", resistance)
    run = m.simulate(until=0.01, points=201, rtol=1e-11, atol=1e-13)

    def on(_t: float, y: Any) -> list[float]:
        return [(12 - y[1]) / 1e-3, (y[0] - y[1] / resistance) / 1e-3]

    def freewheel(_t: float, y: Any) -> list[float]:
        return [-y[1] / 1e-3, (y[0] - y[1] / resistance) / 1e-3]

    def ended(_t: float, y: Any) -> list[float]:
        return [0.0, -y[1] / resistance / 1e-3]

    def choose(t: float, y: Any) -> int:
        return 0 if math.floor(2000 * t + 1e-9) % 2 == 0 else 1 if y[0] > 0 else 2

    expected = by_pieces([on, freewheel, ended], choose, np.arange(1, 21) * 5e-4, [0.0, begin], run.t)
    assert run["c.L.current"] == pytest.approx(expected[:, 0], abs=1e-8)
    assert run["c.o.voltage"] == pytest.approx(expected[:, 1], abs=1e-8)
    assert bool((run["c.conducting"][1:] == 0).any()) == (resistance == 20.0)
    assert np.abs(run["c.balance"]).max() < 1e-12


def test_a_current_behind_a_diode_ends_at_zero_and_begins_again() -> None:
    m = lw.Planar("half wave")
    c = m.circuit("c")
    c.voltage_source("E", "a", "ground", "10*sin(100*t)")
    c.diode("D", "a", "b", ideal=True)
    c.resistor("R", "b", "x", 5)
    c.inductor("L", "x", "ground", 0.05)
    run = m.simulate(until=0.2, points=201, **FINE)
    since = np.mod(100 * run.t, 2 * math.pi)
    expected = math.sqrt(2) * np.sin(since - math.pi / 4) + np.exp(-since)
    flows = since < 3.9407  # where the expected current falls to zero
    assert run["c.L.current"] == pytest.approx(np.where(flows, expected, 0.0), abs=1e-8)
    agree(run, "D")


def test_random_networks_of_resistors_and_diodes_agree_in_every_diode() -> None:
    """Currents and voltages of resistors with ideal diodes are the only ones without contradiction."""
    for seed in range(8):
        generator = np.random.default_rng(seed)
        m = lw.Planar("random")
        c = m.circuit("c")
        nodes = ["ground", *(f"n{n}" for n in range(5))]
        c.voltage_source("E", "n0", "ground", f"{generator.uniform(3, 9):.3f}*sin(50*t) + 1")
        for n in range(1, 6):
            c.resistor(f"R{n}", nodes[n], nodes[int(generator.integers(0, n))], float(generator.uniform(0.5, 5)))
        diodes = []
        for n in range(6):
            first, second = generator.choice(6, size=2, replace=False)
            if {nodes[first], nodes[second]} != {"ground", "n0"}:
                c.diode(f"D{n}", nodes[first], nodes[second], ideal=True)
                diodes.append(f"D{n}")
        run = m.simulate(until=0.1, points=21)
        agree(run, *diodes)
        assert np.abs(run["c.balance"]).max() < 1e-9


def test_a_switch_that_cuts_a_current_loses_its_energy_and_says_so() -> None:
    m = lw.Planar("cut")
    c = m.circuit("c")
    c.voltage_source("E", "a", "ground", 10)
    c.switch("S", "a", "b", "0.1 - t", ideal=True)
    c.resistor("R", "b", "x", 5)
    c.inductor("L", "x", "ground", 0.05)
    run = m.simulate(until=0.2)
    assert run.completed and abs(run["c.L.current"][-1]) < 1e-14
    assert run["c.lost_at_jumps"][-1] == pytest.approx(0.5 * 0.05 * (2 * (1 - np.exp(-10))) ** 2, rel=1e-5)
    assert any("circuit 'c': voltages of capacitors or currents of inductors have jumped" in one for one in run.notes)


def test_more_ideal_diodes_than_are_looked_through_are_refused() -> None:
    m = lw.Planar("many")
    c = m.circuit("c")
    c.voltage_source("E", "n0", "ground", 5)
    for n in range(17):
        c.diode(f"D{n}", f"n{n}", f"n{n + 1}", ideal=True)
        c.resistor(f"R{n}", f"n{n + 1}", "ground", 1)
    with pytest.raises(lw.LinkworkError, match="17 ideal diodes, and at most 16"):
        m.simulate(until=0.1)
