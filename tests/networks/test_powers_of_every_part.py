"""Powers of every kind of part balance in networks of random values; heat flows downhill."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.networks.catalogue import PARTS
from networks.circuit_cases import wheel

Drawn = Callable[[float], float]


def electrical(m: lw.Planar, r: Drawn) -> None:
    m.carriage("plate", at=(0, 1), along=(0, 1), mass=0.05)
    m.joint_spring("holds", "plate_rail", stiffness=r(4000), damping=r(2))
    c = m.circuit("e")
    c.voltage_source("E", "a", "ground", f"{r(10)}*sin(900*t) + 3")
    c.resistor("R1", "a", "b", r(2))
    c.capacitor("C1", "b", "ground", r(1e-3), start=r(1))
    c.inductor("L1", "b", "d", r(0.02), start=r(1))
    c.resistor("R2", "d", "ground", f"{r(5)} + e.R1.voltage^2/100")
    c.current_source("I", "ground", "d", r(0.5))
    c.diode("D1", "b", "f", saturation=1e-9)
    c.resistor("R3", "f", "ground", r(9))
    c.diode("D2", "d", "g", ideal=True)
    c.switch("S", "g", "h", "sin(2000*t) + 0.3")
    c.resistor("R4", "h", "ground", r(3))
    c.conductor("N", "b", "ground", f"{r(0.01)}*voltage^3")
    c.transformer("T", ("b", "ground"), ("i", "ground"), r(3))
    c.resistor("R5", "i", "ground", r(2))
    c.dc_motor("M", "a", "ground", joint="O", constant=r(0.2), resistance=r(1), inductance=r(0.01), friction=r(0.01))
    c.resistor("R6", "a", "k", r(20))
    c.moving_plate("P", "k", "ground", joint="plate_rail", area=r(1e-6), gap=0.01, start=r(4))
    c.resistor("R7", "a", "l", r(4))
    c.solenoid("X", "l", "ground", joint="plate_rail", turns=200, area=1e-4, gap=0.003)
    c.resistor("R8", "a", "n", r(40))
    c.piezo("Z", "n", "ground", joint="plate_rail", capacitance=r(1e-5), coupling=r(0.1), stiffness=r(100))
    c.resistor("R9", "a", "o", r(7))
    port = {"between": ("o", "ground"), "store": "capacity"}
    c.energy_store("W", {"u": port}, coenergy=f"{r(1e-4)}*u^2/2 + 1e-6*u^4")
    c.operational_amplifier("U", "ground", "q", "s")
    c.resistor("R10", "b", "q", r(1000))
    c.resistor("R11", "q", "s", r(2000))
    c.battery("B", "p", "ground", voltage="11 + 2*charge", capacity=3600, resistance=r(0.05))
    c.pwm_bridge("H", ("p", "ground"), ("v", "ground"), "0.5*sin(300*t)")
    c.resistor("R12", "v", "w", r(1))
    c.coupled_inductors("K", (("w", "ground"), ("y", "ground")), ((0.1, 0.15), (0.15, 0.4)))
    c.resistor("R13", "y", "ground", r(5))


def magnetic(m: lw.Planar, r: Drawn) -> None:
    m.carriage("arm", at=(0, 1), along=(0, 1), mass=0.05)
    m.joint_spring("holds", "arm_rail", stiffness=r(40000), damping=r(20))
    c = m.circuit("e")
    c.voltage_source("E", "a", "ground", f"{r(10)}*sin(900*t)")
    c.resistor("R1", "a", "b", r(4))
    c.winding("W1", "b", "ground", ("n", "y"), 250, start=r(8e-5))
    c.magnet("PM", "ground", "n", remanence=r(1), length=5e-3, area=1e-4)
    c.reluctance("leak", "n", "ground", r(8e6))
    c.core("yoke", "y", "z", length=r(0.12), area=1e-4)
    c.air_gap("gap", "z", "x", joint="arm_rail", gap=r(1e-3), area=1e-4)
    c.winding("W2", "d", "ground", ("x", "ground"), 100)
    c.resistor("R2", "d", "ground", r(3))


def machines(m: lw.Planar, r: Drawn) -> None:
    c = m.circuit("e")
    c.three_phase_source("G", ("a", "b", "d"), rms=r(100), frequency=50)
    inside = {"self_inductance": 0.12, "rotor_inductance": 0.12, "mutual_inductance": 0.11, "pole_pairs": 3}
    c.induction_motor("M", ("a", "b", "d"), shaft="s", resistance=r(1), rotor_resistance=r(1), **inside)
    flux = {"flux": r(0.1), "inductance_d": r(5e-3), "inductance_q": r(9e-3)}
    c.synchronous_motor("N", ("a", "b", "d"), shaft="s", resistance=r(2), pole_pairs=2, **flux)
    c.brushless_motor("B", ("a", "b", "d"), shaft="s", resistance=r(2), inductance=r(5e-3), constant=r(0.2))
    c.inertia("J", "s", r(0.02), start=r(20))


def hydraulic(m: lw.Planar, r: Drawn) -> None:
    m.carriage("arm", at=(0, 0), along=(1, 0), mass=50)
    m.add_point("ground", "foot", (-0.5, 0))
    h = m.circuit("e")
    h.pressure_source("P", "p", f"{r(1e7)}*(1 + 0.1*sin(300*t))")
    h.directional_valve("V", "p", "a", "b", "0.4 + 0.3*sin(80*t)", area=r(5e-6), frequency=100)
    volumes: Any = {"dead_volume": 1e-4, "closed_length": 0.4, "stroke": 0.3}
    areas: Any = {"chamber_a": "a", "chamber_b": "b", "area_a": 1e-3, "area_b": 5e-4}
    more: Any = {
        "friction": r(500),
        "leakage": r(1e-13),
        "air": 0.005,
        "vapour": 40,
        "start_a": r(3e6),
        "start_b": r(6e6),
    }
    h.cylinder("ram", "ground.foot", "arm", **areas, **volumes, **more)
    h.orifice("O1", "p", "x", r(2e-6))
    h.volume("X", "x", r(1e-4), start=r(1e6))
    h.valve("K", "x", "ground", gradient=r(1e-10), opens="20 bar")
    h.leakage("G", "x", "ground", r(1e-12))
    h.orifice("O2", "x", "y", r(3e-6))
    h.accumulator("Y", "y", volume=r(1e-4), precharge=r(5e5), start=r(1e6))
    h.line("L", "x", "z", length=2, diameter=0.01, pieces=2, start=1e6)
    h.volume("Z", "z", r(1e-4), start=r(1e6))
    h.flow_control("Q", "z", "ground", r(1e-6), "5 bar")
    h.pump("B", "ground", "z", r(1e-5))
    h.pump_motor("W", "x", "ground", joint="O", displacement=r(1e-6), leakage=r(1e-13), friction=r(0.01))
    less: Any = {"volumetric_efficiency": "1 - 1e-9*pressure", "mechanical_efficiency": r(0.6)}
    h.pump_motor("M", "x", "ground", shaft="s", displacement=r(1e-6), **less)
    h.inertia("J", "s", r(0.01))


def gas(m: lw.Planar, r: Drawn) -> None:
    h = m.circuit("e")
    h.gas_source("S", "p", r(6e5))
    h.gas_orifice("O1", "p", "a", r(2e-9))
    h.gas_chamber("V", "a", r(1e-3))
    h.gas_orifice("O2", "a", "t", r(1e-9))
    h.gas_source("T", "t")


def shafts(m: lw.Planar, r: Drawn) -> None:
    s = m.circuit("e")
    s.torque_source("engine", "a", f"{r(20)}*sin(50*t)")
    s.inertia("J1", "a", r(0.02), start=r(5))
    s.shaft_gear("G", "a", "b", r(3))
    s.shaft_spring("K", "b", "hub", r(400), damping=r(2))
    s.joint_port("end", "hub", "O")
    s.shaft_damper("D", "b", "ground", r(0.1))
    s.shaft_belt("B", "a", "d", (0.05, 0.08), stiffness=r(1e5), damping=r(50))
    s.inertia("J2", "d", r(0.05))
    s.inertia("J3", "f", r(0.05), start=r(30))
    s.clutch("C", "d", "f", r(2))
    s.speed_source("V", "v", f"{r(10)}*cos(60*t)")
    s.shaft_damper("D2", "v", "f", r(0.2))


def thermal(m: lw.Planar, r: Drawn) -> None:
    c = m.circuit("e")
    c.current_source("I", "ground", "a", f"{r(3)}*cos(40*t)")
    c.resistor("R", "a", "ground", f"{r(2)}*(1 + 0.004*(e.body.temperature - 293.15))", heats="body")
    c.heat_capacity("C", "body", r(5), start=r(300))
    c.heat_capacity("W", "wall", r(50), start=r(350))
    c.conductance("G", "body", "wall", r(0.4))
    c.convection("H", "wall", "air", r(10), 0.05)
    c.radiation("S", "body", "air", 0.05)
    c.heat_source("Q", "wall", r(8))
    c.temperature_source("room", "air", r(280))


def bonds(m: lw.Planar, r: Drawn) -> None:
    c = m.circuit("e")
    elements = {
        "E": {"kind": "Se", "value": r(5)},
        "one": {"kind": "1"},
        "R": {"kind": "R", "value": r(2)},
        "L": {"kind": "I", "value": r(0.5)},
        "T": {"kind": "TF", "value": r(2)},
        "zero": {"kind": "0"},
        "C": {"kind": "C", "value": r(0.1)},
        "Y": {"kind": "GY", "value": r(3)},
        "M": {"kind": "I", "value": r(0.4)},
    }
    ways = [
        ("E", "one"),
        ("one", "R"),
        ("one", "L"),
        ("one", "T"),
        ("T", "zero"),
        ("zero", "C"),
        ("zero", "Y"),
        ("Y", "M"),
    ]
    c.bond_graph("G", elements, ways)


NETWORKS = (electrical, magnetic, machines, hydraulic, gas, shafts, thermal, bonds)


def model(fill: Callable[[lw.Planar, Drawn], None], seed: int) -> lw.Planar:
    generator = np.random.default_rng(seed)
    m = wheel()
    fill(m, lambda middle: float(middle * generator.uniform(0.7, 1.4)))
    return m


def test_the_networks_hold_every_kind_of_part() -> None:
    found = {type(part) for fill in NETWORKS for part in model(fill, 0).circuits["e"].parts.values()}
    assert found == set(PARTS)


@pytest.mark.parametrize("fill", NETWORKS, ids=lambda fill: fill.__name__)
@pytest.mark.parametrize("seed", [0, 1])
def test_powers_balance_to_a_billionth_of_the_largest(fill: Callable[..., None], seed: int) -> None:
    run = model(fill, seed).simulate(until=0.02, points=41, method="radau", rtol=1e-6, speeds={"O.omega": 3})
    assert run.completed
    powers = ("given_power", "lost_power", "stored_power", "delivered_power")
    largest = max(np.abs(run[f"e.{name}"]).max() for name in powers)
    assert np.abs(run["e.balance"]).max() <= 1e-9 * largest
    assert run["e.lost_power"].min() >= -1e-9 * largest
    assert largest > 0 or fill is gas


def test_what_a_resistor_loses_goes_into_the_body_that_it_heats_and_on_to_the_room() -> None:
    m = lw.Planar("heater")
    c = m.circuit("c")
    c.current_source("I", "ground", "a", "3*sin(5*t)")
    c.resistor("R", "a", "ground", "2*(1 + 0.004*(c.body.temperature - 293.15))", heats="body")
    c.heat_capacity("C", "body", 5, start=293.15)
    c.conductance("G", "body", "air", 0.4)
    c.temperature_source("room", "air", 293.15)
    for name in ("R.power", "G.heat"):
        m.state(f"sum_{name[0]}", rate=f"c.{name}")
    run = m.simulate(until=4.0, points=41, rtol=1e-10, atol=1e-10)
    stored = 5 * (run["c.body.temperature"] - 293.15)
    assert run["sum_R"] == pytest.approx(stored + run["sum_G"], abs=1e-7)
    assert stored[-1] > 10


@pytest.mark.parametrize("seed", range(3))
def test_heat_flows_downhill_and_the_entropy_of_closed_networks_never_falls(seed: int) -> None:
    generator = np.random.default_rng(seed)
    m = lw.Planar("closed")
    c = m.circuit("c")
    names, ways = [f"n{n}" for n in range(5)], []
    capacities = generator.uniform(1, 9, 5)
    for name, capacity in zip(names, capacities, strict=True):
        c.heat_capacity(f"C_{name}", name, float(capacity), start=float(generator.uniform(250, 600)))
    for n in range(8):
        first, second = (names[i] for i in generator.choice(5, 2, replace=False))
        ways.append((f"W{n}", first, second))
        if n % 3 == 0:
            c.conductance(f"W{n}", first, second, float(generator.uniform(0.1, 2)))
        elif n % 3 == 1:
            c.convection(f"W{n}", first, second, float(generator.uniform(1, 20)), 0.1)
        else:
            c.radiation(f"W{n}", first, second, 0.2)
    run = m.simulate(until=5.0, points=101, rtol=1e-9, atol=1e-9)
    hot = {name: run[f"c.{name}.temperature"] for name in names}
    made = sum(run[f"c.{way}.heat"] * (1 / hot[second] - 1 / hot[first]) for way, first, second in ways)
    for way, first, second in ways:
        assert np.all(run[f"c.{way}.heat"] * (hot[first] - hot[second]) >= -1e-9)
    assert np.all(made >= -1e-15)
    energy = sum(capacity * hot[name] for name, capacity in zip(names, capacities, strict=True))
    entropy = sum(capacity * np.log(hot[name]) for name, capacity in zip(names, capacities, strict=True))
    assert energy == pytest.approx(energy[0], rel=1e-9) and np.all(np.diff(entropy) >= -1e-9)
