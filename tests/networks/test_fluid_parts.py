"""Valves, lines, pumps and gas beside what a hand computes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw


def test_a_valve_drives_a_ram_between_its_stops_and_no_chamber_falls_to_vacuum() -> None:
    m = lw.Planar("ram")
    m.carriage("arm", at=(0, 0), along=(1, 0), mass=50)
    m.add_point("ground", "foot", (-0.5, 0))
    h = m.circuit("h")
    h.pressure_source("P", "p", "150 bar")
    h.directional_valve(
        "V", "p", "a", "b", "if(t < 0.6, 0.8, if(t < 0.8, 0, -1))", area=5e-6, overlap=0.05, frequency=60
    )
    h.cylinder(
        "ram",
        "ground.foot",
        "arm",
        chamber_a="a",
        chamber_b="b",
        area_a=1e-3,
        area_b=5e-4,
        closed_length=0.4,
        stroke=0.3,
        stop_stiffness=1e7,
        stop_damping=1e4,
        air=0.005,
        friction=500,
        start_a="30 bar",
        start_b="60 bar",
    )
    run = m.simulate(until=1.6, points=81, method="radau")
    assert run.completed
    assert run["h.ram.length"].max() == pytest.approx(0.7, abs=2e-3)
    assert run["h.ram.length"].min() == pytest.approx(0.4, abs=2e-3)
    assert min(run["h.a.pressure"].min(), run["h.b.pressure"].min()) > -101325
    assert np.abs(run["h.balance"]).max() < 1e-9 * np.abs(run["h.P.power"]).max()
    closed = (run.t > 0.7) & (run.t < 0.8)
    assert np.abs(run["h.V.pa.flow"][closed]).max() < 1e-6


def test_oil_with_air_is_drawn_out_without_end_and_stays_above_vacuum() -> None:
    """The gas alone expands: V' = V a (P0/P)^(1/n), so that its absolute pressure is known from the volume drawn."""
    m = lw.Planar("suction")
    h = m.circuit("h")
    h.volume("V", "v", "1 l", air=0.001, start=0, bulk_modulus=1e15)
    h.pump("P", "v", "ground", 1e-4)
    run = m.simulate(until=2.0, points=21, method="radau", rtol=1e-9, atol=1e-3)
    gas = 1e-6 + 1e-4 * run.t
    assert run["h.v.pressure"] + 101325 == pytest.approx(101325 * (1e-6 / gas) ** 1.4, rel=1e-6, abs=0.01)


def test_a_chamber_fills_through_a_choked_orifice_with_a_constant_flow_of_mass() -> None:
    m = lw.Planar("filling")
    h = m.circuit("h")
    h.gas_source("S", "s", "6 bar")
    h.gas_orifice("O", "s", "c", 1e-8, 0.4)
    h.gas_chamber("C", "c", "1 l")
    run = m.simulate(until=1.5, points=151, rtol=1e-9, atol=1e-3)
    mass = 101325 * 1e-3 / (287.05 * 293.15)
    choked = run["h.c.pressure"] < 0.4 * 6e5
    exact = 101325 * ((mass + 1e-8 * 1.185 * 6e5 * run.t) / mass) ** 1.4
    assert choked.sum() > 10
    assert run["h.c.pressure"][choked] == pytest.approx(exact[choked], rel=1e-8)
    assert run["h.c.pressure"][-1] == pytest.approx(6e5, rel=1e-6)
    ratio = run["h.c.pressure"][~choked][2] / 6e5
    flow = 1e-8 * 1.185 * 6e5 * np.sqrt(1 - ((ratio - 0.4) / 0.6) ** 2)
    assert run["h.O.flow"][~choked][2] == pytest.approx(flow, rel=1e-6)


def test_a_pump_on_a_shaft_turns_torque_into_pressure() -> None:
    m = lw.Planar("pump")
    h = m.circuit("h")
    h.torque_source("M", "s", 10)
    h.inertia("J", "s", 0.01)
    h.pump_motor("P", "ground", "o", shaft="s", displacement=1e-6, leakage=1e-13, friction=0.001)
    h.volume("V", "o", 1e-4)
    h.orifice("O", "o", "ground", 1e-6)
    run = m.simulate(until=2.0, points=11, method="radau", rtol=1e-8)
    omega, pressure = run["h.s.omega"][-1], run["h.o.pressure"][-1]
    assert pressure == pytest.approx((10 - 0.001 * omega) / 1e-6, rel=1e-5)
    assert 1e-6 * omega - 1e-13 * pressure == pytest.approx(run["h.O.flow"][-1], rel=1e-5)
    assert np.abs(run["h.balance"]).max() < 1e-9 * 1e3


SPEEDS, PRESSURES = (50, 100, 200), (2e6, 1e7, 2e7, 3e7)
VOLUMETRIC = ((0.95, 0.90, 0.82, 0.70), (0.97, 0.94, 0.90, 0.84), (0.98, 0.96, 0.93, 0.90))
MECHANICAL = ((0.80, 0.90, 0.92, 0.93), (0.78, 0.89, 0.92, 0.93), (0.70, 0.86, 0.90, 0.91))


def measured(values: Any) -> dict[str, Any]:
    return {"speeds": SPEEDS, "pressures": PRESSURES, "values": values}


@pytest.mark.parametrize(("row", "column"), [(0, 0), (1, 2), (2, 3)])
@pytest.mark.parametrize("turns", [1, -1])
def test_a_map_gives_flow_and_torque_at_its_points_as_pump_and_as_motor(row: int, column: int, turns: int) -> None:
    speed, pressure = SPEEDS[row], PRESSURES[column]
    less, more = VOLUMETRIC[row][column], MECHANICAL[row][column]
    ratios = []
    for sign in (1, -1):
        m = lw.Planar("pump")
        h = m.circuit("h")
        h.speed_source("V", "s", turns * speed)
        h.pressure_source("P", "o", turns * sign * pressure)
        maps = {"volumetric_efficiency": measured(VOLUMETRIC), "mechanical_efficiency": measured(MECHANICAL)}
        h.pump_motor("M", "ground", "o", shaft="s", displacement=1e-6, slow=1e-3, laminar=10, **maps)
        run = m.simulate(until=0.01, points=2)
        ratios += [run["h.P.flow"][-1] / (turns * 1e-6 * speed), -run["h.V.torque"][-1] / (turns * 1e-6 * pressure)]
        assert abs(run["h.balance"][-1]) < 1e-9 * speed * pressure * 1e-6
    assert ratios == pytest.approx([less, 1 / more, 1 / less, -more], rel=1e-5)


def test_a_map_is_smooth_between_its_points_and_held_beyond_them() -> None:
    m = lw.Planar("pump")
    h = m.circuit("h")
    h.speed_source("V", "s", "20 + 300*t")
    h.pressure_source("P", "o", 15e6)
    # straight in the speed, bent in the pressure: the surface is that product
    values = tuple(tuple(0.5 + 0.001 * w * (1 - (p / 5e7) ** 2) for p in PRESSURES) for w in SPEEDS)
    h.pump_motor("M", "ground", "o", shaft="s", displacement=1e-6, volumetric_efficiency=measured(values), slow=1e-4)
    run = m.simulate(until=1.0, points=101)
    held = np.clip(20 + 300 * run.t, 50, 200)
    assert run["h.M.volumetric_efficiency"] == pytest.approx(0.5 + 0.001 * held * (1 - 0.09), abs=2e-4)


def test_a_map_with_units_is_written_and_read(tmp_path: Path) -> None:
    m = lw.Planar("pump")
    h = m.circuit("h")
    h.speed_source("V", "s", 100)
    h.pressure_source("P", "o", "100 bar")
    given = {"speeds": ("50 rad/s", "100 rad/s", 200), "pressures": ("20 bar", "100 bar", "20 MPa", 3e7)}
    given |= {"values": VOLUMETRIC}
    h.pump_motor("M", "ground", "o", shaft="s", displacement=1e-6, volumetric_efficiency=given, slow=1e-3, laminar=10)
    m.save(tmp_path / "pump.yaml")
    run = lw.load(tmp_path / "pump.yaml").simulate(until=0.01, points=2)
    assert run["h.M.volumetric_efficiency"][-1] == pytest.approx(0.94, rel=1e-6)
    text = (tmp_path / "pump.yaml").read_text(encoding="utf-8").replace("50 rad/s", "50 bar")
    (tmp_path / "wrong.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(lw.MechanismError, match="speeds"):
        lw.load(tmp_path / "wrong.yaml")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"speeds": (1, 2), "pressures": PRESSURES, "values": VOLUMETRIC}, "a map needs at least 3; it has 2"),
        ({"speeds": SPEEDS, "pressures": PRESSURES[:3], "values": VOLUMETRIC}, "3 rows of 3 are wanted"),
        ({"speeds": SPEEDS, "pressures": PRESSURES, "values": ((1.2,) * 4,) * 3}, "1.2 is not"),
        (1.5, "1.5 is not"),
    ],
)
def test_what_is_wrong_with_a_map_is_said(given: Any, words: str) -> None:
    m = lw.Planar("pump")
    h = m.circuit("h")
    h.speed_source("V", "s", 100)
    h.pressure_source("P", "o", 1e7)
    with pytest.raises(lw.MechanismError, match=words):
        h.pump_motor("M", "ground", "o", shaft="s", displacement=1e-6, volumetric_efficiency=given)
        m.simulate(until=0.01, points=2)


def test_a_line_carries_a_wave_at_the_speed_of_sound() -> None:
    """A step of pressure doubles at the closed end after length / sqrt(B/rho)."""
    m = lw.Planar("line")
    h = m.circuit("h")
    h.pressure_source("P", "p", "10 bar")
    h.line("L", "p", "q", length=10, diameter=0.02, pieces=20, viscosity=1e-6)
    h.leakage("G", "q", "ground", 1e-14)
    run = m.simulate(until=0.012, points=121, method="radau", rtol=1e-6)
    late = run.t[np.argmax(run["h.q.pressure"] > 1e6)]
    assert late == pytest.approx(10 / np.sqrt(1.6e9 / 850), rel=0.05)
    assert run["h.q.pressure"][np.searchsorted(run.t, 0.0105)] == pytest.approx(2e6, rel=0.3)
    assert np.abs(run["h.balance"]).max() < 1e-9 * np.abs(run["h.P.power"]).max()


def test_a_belt_turns_the_second_shaft_by_the_ratio_of_its_pulleys() -> None:
    m = lw.Planar("belt")
    s = m.circuit("s")
    s.torque_source("M", "a", 5)
    s.inertia("J1", "a", 0.1)
    s.shaft_belt("B", "a", "b", (0.05, 0.1), 1e6, damping=5e3)
    s.inertia("J2", "b", 0.4)
    run = m.simulate(until=1.0, points=6, rtol=1e-9, atol=1e-9)
    assert run["s.a.omega"][-1] == pytest.approx(5 / (0.1 + 0.4 / 4), rel=2e-4)
    assert run["s.a.omega"][-1] / run["s.b.omega"][-1] == pytest.approx(2, rel=1e-3)
    assert np.abs(run["s.balance"]).max() < 1e-12


def test_a_fluid_that_is_drawn_boils_and_its_pressure_never_falls_to_that_of_vapour() -> None:
    """Drawn out of V: (P0 - P)/B + a ((P0 - Pv)/(P - Pv))^(1/n) - a, of water with a hundredth of gas."""
    m = lw.Planar("cavitation")
    h = m.circuit("h")
    h.volume("V", "v", "1 l", air=0.01, vapour=2339, start=0, bulk_modulus=2.2e9)
    h.pump("P", "v", "ground", 1e-4)
    run = m.simulate(until=4.0, points=21, method="radau", rtol=1e-9, atol=1e-3)
    absolute = run["h.v.pressure"] + 101325
    assert 2339 < absolute.min() < 2339 + 1000
    bubbles = 0.01 * (((101325 - 2339) / (absolute - 2339)) ** (1 / 1.4) - 1)
    assert (101325 - absolute) / 2.2e9 + bubbles == pytest.approx(0.1 * run.t, abs=1e-6)


def test_vapour_without_gas_is_refused_by_name() -> None:
    m = lw.Planar("cavitation")
    h = m.circuit("h")
    h.volume("V", "v", "1 l", vapour=2339)
    h.pump("P", "v", "ground", 1e-4)
    with pytest.raises(lw.LinkworkError, match=r"part 'h\.V': vapour needs a share of gas"):
        m.simulate(until=0.1)


def test_a_compensator_holds_the_flow_however_high_the_pressure_is() -> None:
    m = lw.Planar("flow control")
    h = m.circuit("h")
    h.pressure_source("P", "p", "2e7*t - 1e6")
    h.flow_control("V", "p", "ground", 1e-6, "10 bar")
    run = m.simulate(until=1.0, points=101)
    held = np.minimum(2e7 * run.t - 1e6, 1e6)
    expected = 0.7 * 1e-6 * np.sqrt(2 / 850) * held / (held**2 + 1e8) ** 0.25 + 1e-14 * (2e7 * run.t - 1e6)
    assert run["h.V.flow"] == pytest.approx(expected, rel=1e-12)
    assert run["h.V.flow"][-1] == pytest.approx(0.7e-6 * np.sqrt(2e6 / 850), rel=6e-3)


def test_a_compensator_at_the_end_of_a_line_holds_what_comes_and_the_line_the_rest_of_the_pressure() -> None:
    m = lw.Planar("flow control behind a line")
    h = m.circuit("h")
    h.pressure_source("P", "p", "1e7*(1 - exp(-20*t))")
    h.line("pipe", "p", "end", length=2, diameter=0.01, pieces=3)
    h.flow_control("V", "end", "ground", 1e-6, "10 bar", leakage=1e-13)
    run = m.simulate(until=1.0, points=101, method="radau", rtol=1e-6)
    assert run.completed
    end = run["h.end.pressure"][-1]
    friction = 128 * 0.03 * 2 / (np.pi * 1e-8)
    flow = 0.7e-6 * np.sqrt(2 / 850) * 1e6 / (1e12 + 1e8) ** 0.25 + 1e-13 * end
    assert run["h.V.flow"][-1] == pytest.approx(flow, rel=1e-6)
    assert end == pytest.approx(1e7 * (1 - np.exp(-20)) - friction * flow, rel=1e-6)


def test_fluid_gets_thin_with_its_temperature_in_leaks_and_orifices() -> None:
    m = lw.Planar("warm oil")
    h = m.circuit("h")
    h.pressure_source("P", "p", "100 bar")
    h.leakage("G", "p", "ground", "1e-12*exp(0.03*(h.oil.temperature - 313.15))")
    h.orifice("O", "p", "ground", 1e-6, density="850*(1 - 7e-4*(h.oil.temperature - 288.15))")
    h.temperature_source("T", "oil", "293.15 + 60*t")
    run = m.simulate(until=1.0, points=11)
    warm = 293.15 + 60 * run.t
    assert run["h.G.flow"] == pytest.approx(1e-5 * np.exp(0.03 * (warm - 313.15)), rel=1e-12)
    thin = 850 * (1 - 7e-4 * (warm - 288.15))
    assert run["h.O.flow"] == pytest.approx(0.7e-6 * np.sqrt(2e7 / thin) / (1 + 1e-6) ** 0.25, rel=1e-9)


def test_oil_that_warms_up_flows_faster_through_a_line() -> None:
    m = lw.Planar("warm oil")
    h = m.circuit("h")
    h.heat_capacity("C", "oil", 50, start=300)
    h.heat_source("Q", "oil", 500)
    h.pressure_source("P", "p", "2 bar")
    viscosity = "0.05*exp(-0.03*(h.oil.temperature - 300))"
    h.line("L", "p", "q", length=2, diameter=0.01, pieces=2, viscosity=viscosity)
    h.pressure_source("T", "q", 0)
    run = m.simulate(until=4.0, points=5, method="radau", rtol=1e-8)
    warm = 0.05 * np.exp(-0.03 * 10 * run.t)
    slow = 128 * warm * 2 / (np.pi * 0.01**4)
    inertia = 850 * 2 / (np.pi * 0.01**2 / 4)
    # Q follows 2e5/R(t), late by I/R: dQ/dt of the warming oil is 0.3/s
    assert run["h.T.flow"][1:] == pytest.approx((2e5 / slow / (1 + 0.3 * inertia / slow))[1:], rel=5e-3)
    largest = np.abs(run["h.given_power"]).max()
    assert np.abs(run["h.balance"]).max() < 1e-9 * largest and run["h.lost_power"][-1] > 0.9 * largest


def test_a_valve_that_opens_at_the_very_start_of_a_long_step_is_open() -> None:
    """The sine of its opening is zero there; of the step, a quarter ends where it is zero again."""
    m = lw.Planar("pulses")
    h = m.circuit("h")
    h.pump("P", "ground", "p", 0.005)
    h.leakage("leak", "p", "ground", 3e-10)
    h.orifice("valve", "p", "a", "if(sin(2*pi*500*t) > 0, 1.2e-5, 1e-9)", coefficient=0.61, density=800)
    h.volume("C", "a", 0.01, bulk_modulus=7e8, start=1.2e7)
    for method in ("dop853", "radau"):
        run = m.simulate(until=0.008, points=9, rtol=1e-5, method=method)
        rises = np.diff(run["h.a.pressure"])
        assert len(run.events) >= 7 and run.events[0].t == 0.0
        assert rises[0::2] == pytest.approx(np.full(4, rises[0]), rel=0.02) and rises[0] > 3e4
        assert np.all(np.abs(rises[1::2]) < 1e-3 * rises[0])


@pytest.mark.parametrize("law", ["t", "sin(pi*t)", "t*(1.7 - t)"])
@pytest.mark.parametrize("end", [0.6, 1.0, 1.5])
def test_where_a_run_ends_changes_nothing_of_one_that_goes_on(law: str, end: float) -> None:
    """The opening is zero at the start, and at the next time behind the end of the first run, or nowhere."""
    m = lw.Planar("pulses")
    h = m.circuit("h")
    h.pump("P", "ground", "p", 0.005)
    h.leakage("leak", "p", "ground", 3e-10)
    h.orifice("valve", "p", "a", f"if({law} > 0, 1.2e-5, 1e-9)", coefficient=0.61, density=800)
    h.orifice("out", "a", "ground", 1e-6, coefficient=0.61, density=800)
    h.volume("C", "a", 0.01, bulk_modulus=7e8, start=1.2e7)
    whole, first = m.simulate(until=2, points=21), m.simulate(until=end, points=round(10 * end) + 1)
    gone_on = first.go_on(2, 20 - round(10 * end))
    assert gone_on["h.a.pressure"] == pytest.approx(whole["h.a.pressure"], rel=1e-14)
    assert gone_on.statistics == whole.statistics
