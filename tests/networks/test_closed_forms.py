"""Circuits beside their closed forms, and the power in them beside what is stored."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.linalg import expm

import linkwork as lw
from networks.circuit_cases import wheel

FINE: Any = {"rtol": 1e-11, "atol": 1e-11}


def test_a_series_circuit_rings_as_its_closed_form_says() -> None:
    m = wheel()
    c = m.circuit("c")
    c.voltage_source("E", "a", "ground", 5)
    c.resistor("R1", "a", "b", 2)
    c.inductor("L1", "b", "d", 0.5)
    c.capacitor("C1", "d", "ground", 0.1, start=1)
    run = m.simulate(until=3.0, points=31, **FINE)
    decay, pulse = 2.0, 4.0  # R/2L and sqrt(1/LC - decay^2)
    swing = np.cos(pulse * run.t) + decay / pulse * np.sin(pulse * run.t)
    voltage = 5 - 4 * np.exp(-decay * run.t) * swing
    current = 0.1 * 4 * np.exp(-decay * run.t) * (decay**2 / pulse + pulse) * np.sin(pulse * run.t)
    assert run["c.C1.voltage"] == pytest.approx(voltage, abs=1e-9)
    assert run["c.d.voltage"] == pytest.approx(voltage, abs=1e-9)
    assert run["c.L1.current"] == pytest.approx(current, abs=1e-9)
    assert run["c.E.current"] == pytest.approx(-current, abs=1e-9)
    assert run["c.R1.power"] == pytest.approx(2 * current**2, abs=1e-9)
    assert (run.unit("c.C1.voltage"), run.unit("c.R1.current"), run.unit("c.R1.power")) == ("V", "A", "W")


def test_what_sources_give_is_lost_or_stored() -> None:
    m = wheel()
    c = m.circuit("c")
    c.voltage_source("E", "a", "ground", "5*sin(30*t) + 1")
    c.resistor("R1", "a", "b", 2)
    c.inductor("L1", "b", "d", 0.05)
    c.capacitor("C1", "d", "ground", 0.01)
    c.conductor("N", "d", "ground", "0.1*voltage^3")
    m.state("work", rate="c.given_power - c.lost_power")
    run = m.simulate(until=1.0, points=21, **FINE)
    stored = 0.005 * run["c.C1.voltage"] ** 2 + 0.025 * run["c.L1.current"] ** 2
    assert np.ptp(stored) > 0.05
    assert run["work"] == pytest.approx(stored, abs=1e-9)
    assert np.abs(run["c.balance"]).max() < 1e-13


def test_a_locked_motor_draws_what_its_winding_lets_through() -> None:
    m = wheel()
    c = m.circuit("drive")
    c.voltage_source("E", "a", "ground", 24)
    c.dc_motor("M", "a", "ground", shaft="s", constant=0.1, resistance=2, inductance=0.05)
    c.speed_source("lock", "s", 0)
    run = m.simulate(until=0.1, points=11, **FINE)
    current = 12 * (1 - np.exp(-40 * run.t))
    assert run["drive.M.current"] == pytest.approx(current, abs=1e-9)
    assert run["drive.M.torque"] == pytest.approx(0.1 * current, abs=1e-10)


def free_motor(way: str) -> lw.Run:
    """One motor said in three ways: on a joint, on a shaft that turns with the joint, and as its parts."""
    m = wheel(0.01)
    c = m.circuit("drive")
    c.voltage_source("E", "a", "ground", 24)
    whole: Any = {"constant": 0.1, "resistance": 2, "inductance": 0.05}
    if way == "joint":
        c.dc_motor("M", "a", "ground", joint="O", **whole)
    elif way == "shaft":
        c.dc_motor("M", "a", "ground", shaft="s", **whole)
        c.joint_port("J", "s", "O")
    else:
        c.resistor("R", "a", "b", 2)
        c.inductor("L", "b", "e", 0.05)
        c.voltage_source("emf", "e", "ground", "0.1*O.omega")
        m.actuator("torque", "O", "0.1*drive.L.current")
    return m.simulate(until=1.0, points=21, **FINE)


def test_a_free_motor_runs_up_the_same_however_it_is_said() -> None:
    run = free_motor("joint")
    matrix = np.array([[-2 / 0.05, -0.1 / 0.05, 24 / 0.05], [0.1 / 0.01, 0, 0], [0, 0, 0]])
    exact = np.array([expm(matrix * t)[1, 2] for t in run.t])
    assert run["wheel.omega"] == pytest.approx(exact, rel=1e-9)
    for way in ("shaft", "parts"):
        assert free_motor(way)["wheel.omega"] == pytest.approx(run["wheel.omega"], rel=1e-12, abs=1e-12)
    assert run["drive.delivered_power"] == pytest.approx(run["drive.M.torque"] * run["wheel.omega"], abs=1e-12)
    assert np.abs(run["drive.balance"]).max() < 1e-12


def test_an_ideal_transformer_shows_a_load_by_the_square_of_its_ratio() -> None:
    m = wheel()
    c = m.circuit("c")
    c.voltage_source("E", "a", "ground", "10*sin(50*t)")
    c.resistor("Rs", "a", "p", 1)
    c.transformer("T", ("p", "ground"), ("s", "ground"), 5)
    c.resistor("RL", "s", "ground", 0.5)
    run = m.simulate(until=0.2, points=11)
    current = 10 * np.sin(50 * run.t) / (1 + 25 * 0.5)
    assert run["c.Rs.current"] == pytest.approx(current, abs=1e-14)
    assert run["c.RL.current"] == pytest.approx(5 * current, abs=1e-13)
    assert np.abs(run["c.T.power"]).max() < 1e-13


def test_a_chamber_and_an_accumulator_empty_through_an_orifice_as_integrated_by_hand() -> None:
    m = wheel()
    h = m.circuit("h")
    h.volume("V", "v", 1e-2, bulk_modulus=1e9, start=4e6)
    h.orifice("O1", "v", "ground", 1e-6, laminar=1)
    h.accumulator("A", "a", volume=1e-3, precharge=5e6, start=1e7, atmosphere=0)
    h.orifice("O2", "a", "ground", 1e-6, laminar=1)
    run = m.simulate(until=1.0, points=11, rtol=1e-11, atol=1e-6)
    k = 0.7 * 1e-6 * (2 / 850) ** 0.5
    assert run["h.v.pressure"] == pytest.approx((2e3 - k * 1e9 / 1e-2 * run.t / 2) ** 2, rel=1e-8)
    power = 1 / 1.4 + 0.5
    grown = 1e7**-power + power * k * 1.4 / (1e-3 * 5e6 ** (1 / 1.4)) * run.t
    assert run["h.a.pressure"] == pytest.approx(grown ** (-1 / power), rel=1e-8)


def test_heat_flows_from_hot_to_cold_and_a_body_cools_exponentially() -> None:
    m = wheel()
    c = m.circuit("c")
    c.heat_capacity("C", "body", 50, start=400)
    c.conductance("G", "body", "air", 2)
    c.temperature_source("T", "air", 300)
    run = m.simulate(until=50.0, points=11, **FINE)
    assert run["c.body.temperature"] == pytest.approx(300 + 100 * np.exp(-2 / 50 * run.t), abs=1e-8)
    entropy = run["c.G.heat"] * (1 / 300 - 1 / run["c.body.temperature"])
    assert entropy.min() > 0


def test_the_loss_of_a_resistor_heats_a_node_and_the_node_the_resistor() -> None:
    """At rest I^2 R (1 + a dT) = h A dT + e A s (T^4 - T0^4)."""
    m = wheel()
    c = m.circuit("c")
    c.current_source("I", "ground", "a", 3)
    c.resistor("R", "a", "ground", "2*(1 + 0.004*(c.body.temperature - 293.15))", heats="body")
    c.heat_capacity("C", "body", 5)
    c.convection("film", "body", "air", 10, 0.05)
    c.radiation("glow", "body", "air", 0.05, emissivity=0.9)
    c.temperature_source("T", "air", 293.15)
    run = m.simulate(until=300.0, points=7)
    hot = run["c.body.temperature"]
    assert run["c.R.power"] == pytest.approx(18 * (1 + 0.004 * (hot - 293.15)), rel=1e-12)
    glow = 0.9 * 0.05 * 5.670374419e-8 * (hot**4 - 293.15**4)
    assert run["c.glow.heat"] == pytest.approx(glow, rel=1e-10, abs=1e-12)
    assert run["c.R.power"][-1] == pytest.approx(run["c.film.heat"][-1] + glow[-1], rel=1e-6)


def test_shafts_with_a_gear_keep_their_momentum_and_one_inertia_is_no_state() -> None:
    m = wheel()
    s = m.circuit("s")
    s.inertia("J1", "a", 0.5, start=10)
    s.inertia("J2", "b", 0.2)
    s.shaft_spring("k", "a", "b", 100, damping=0.5)
    s.inertia("J3", "g", 0.1)
    s.shaft_gear("G", "b", "g", 0.5)
    run = m.simulate(until=2.0, points=11, **FINE)
    assert run["s.J3.omega"] == pytest.approx(2 * run["s.J2.omega"], abs=1e-12)
    momentum = 0.5 * run["s.J1.omega"] + 0.2 * run["s.J2.omega"] + 2 * 0.1 * run["s.J3.omega"]
    assert momentum == pytest.approx(5.0, abs=1e-9)
    network = m.together().circuits["s"].network
    assert [one.name for one in network.states] == ["s.J1", "s.J2", "s.k.spring"]
    assert [one.name for one in network.dependent] == ["s.J3"]


def test_the_condenser_microphone_keeps_the_identity_of_its_energy() -> None:
    """McPhee (2005), 2.1: W' = E i - R i^2 - d x'^2, W = q^2/2C + L i^2/2 + m x'^2/2 + k x^2/2 + m g x."""
    m = lw.Planar("microphone")
    m.carriage("plate", at=(0, 0), along=(0, 1), mass=0.02)
    m.joint_spring("holds", "plate_rail", stiffness=200, damping=0.05)
    m.set_gravity(0, -9.81)
    c = m.circuit("mic")
    c.voltage_source("E", "a", "ground", "40 + 5*sin(60*t)")
    c.resistor("R", "a", "b", 30)
    c.inductor("L", "b", "d", 0.2)
    c.moving_plate("C", "d", "ground", joint="plate_rail", area=1e-7, gap=0.02)
    m.state("work", rate="mic.given_power - mic.R.power - 0.05*plate_rail.speed^2")
    run = m.simulate(until=0.5, points=26, hold={"plate_rail.position": 0}, **FINE)
    x, speed = run["plate_rail.position"], run["plate_rail.speed"]
    voltage, current = run["mic.C.voltage"], run["mic.L.current"]
    whole = 1e-7 / (0.02 + x) * voltage**2 / 2 + 0.1 * current**2
    whole += 0.01 * speed**2 + 100 * x**2 + 0.02 * 9.81 * x
    assert np.ptp(x) > 1e-3
    assert np.ptp(run["mic.C.force"]) > 1e-2
    assert whole - whole[0] == pytest.approx(run["work"], abs=1e-10)


@pytest.mark.parametrize("kind", ["capacitor", "inductor"])
def test_stores_by_a_formula_of_their_own_variable_move_as_integrated_by_hand(kind: str) -> None:
    m = lw.Planar("not linear")
    c = m.circuit("c")
    c.voltage_source("E", "a", "ground", "10*sin(300*t)")
    c.resistor("R", "a", "b", 5)
    if kind == "capacitor":
        c.capacitor("S", "b", "ground", "1e-4/(1 + voltage^2/20)")
    else:
        c.inductor("S", "b", "ground", "0.02/(1 + current^2)")

    def rate(t: float, y: np.ndarray) -> np.ndarray:
        drive = 10 * np.sin(300 * t)
        return (drive - y) / 5 * (1 + y**2 / 20) / 1e-4 if kind == "capacitor" else (drive - 5 * y) * (1 + y**2) / 0.02

    run = m.simulate(until=0.05, points=26, rtol=1e-9, atol=1e-10)
    exact = solve_ivp(rate, (0, 0.05), [0.0], t_eval=run.t, rtol=1e-10, atol=1e-11).y[0]
    assert run["c.S.voltage" if kind == "capacitor" else "c.S.current"] == pytest.approx(exact, abs=1e-7)
    assert np.abs(run["c.balance"]).max() < 1e-12


def test_a_parameter_with_the_name_of_a_parts_own_variable_is_refused() -> None:
    m = lw.Planar("two meanings")
    m.parameters(current=2.0)
    c = m.circuit("c")
    c.voltage_source("E", "a", "ground", 10)
    c.resistor("R", "a", "b", 2)
    c.inductor("L", "b", "ground", "0.1 + 0.05*current")
    with pytest.raises(
        lw.LinkworkError, match=r"part 'c\.L': 'current' in its formula is the part's own current, and a"
    ):
        m.simulate(until=0.1, points=3)
