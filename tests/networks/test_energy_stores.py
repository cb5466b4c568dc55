"""Stores by their energy: currents, voltages and forces are its derivatives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.expression import parse
from linkwork.expression.derivative import derivative

FINE: Any = {"rtol": 1e-10, "atol": 1e-10}


@pytest.mark.parametrize(
    "text",
    [
        "x^3*sin(2*x) + 4/x",
        "exp(-x/3)*cosh(x) - log(x + 2)",
        "sqrt(x)*atan(x) + tanh(x)^2",
        "hypot(x, 2) + atan2(x, 3) + x^x",
        "if(x > 1, x^2, x) + min(x, 5*x) + max(x^2, 3) + abs(x - 3)",
        "asin(x/3) - acos(x/4) + tan(x/5) + sinh(x)/2 - (3 mm)*x",
    ],
)
def test_a_formula_is_differentiated_as_complex_numbers_do_it(text: str) -> None:
    formula = parse(text)
    slope = derivative(formula, "x").value({"x": 1.3})
    assert slope == pytest.approx(formula.value({"x": 1.3 + 1e-30j}).imag / 1e-30, rel=1e-13)


def microphone(way: str) -> lw.Run:
    m = lw.Planar("microphone")
    m.carriage("plate", at=(0, 0), along=(0, 1), mass=0.02)
    m.joint_spring("holds", "plate_rail", stiffness=200, damping=0.05)
    m.set_gravity(0, -9.81)
    c = m.circuit("mic")
    c.voltage_source("E", "a", "ground", 40)
    c.resistor("R", "a", "b", 30)
    c.inductor("L", "b", "d", 0.2)
    if way == "part":
        c.moving_plate("C", "d", "ground", joint="plate_rail", area=1e-7, gap=0.02)
    else:
        port = {"between": ("d", "ground"), "store": "capacity"}
        given: dict[str, Any] = {"coenergy": "1e-7/(0.02 + x)*u^2/2"}
        if way == "energy":
            given = {"energy": "u^2*(0.02 + x)/2e-7"}
        c.energy_store("C", {"u": port}, joints={"x": "plate_rail"}, **given)
    return m.simulate(until=0.2, points=11, hold={"plate_rail.position": 0}, **FINE)


@pytest.mark.parametrize("way", ["coenergy", "energy"])
def test_a_plate_by_its_energy_moves_as_the_part_made_for_it(way: str) -> None:
    usual, own = microphone("part"), microphone(way)
    assert own["plate_rail.position"] == pytest.approx(usual["plate_rail.position"], abs=1e-10)
    assert own["mic.C.force"] == pytest.approx(usual["mic.C.force"], abs=1e-7)
    assert np.abs(own["mic.balance"]).max() < 1e-13


def test_a_piezo_stack_keeps_the_sum_of_its_energies() -> None:
    m = lw.Planar("piezo")
    m.carriage("arm", at=(0, 0), along=(1, 0), mass=0.1)
    m.joint_spring("k", "arm_rail", stiffness=1e5, damping=50)
    c = m.circuit("c")
    c.voltage_source("E", "a", "ground", "100*sin(500*t)")
    c.resistor("R", "a", "b", 100)
    c.piezo("P", "b", "ground", joint="arm_rail", capacitance="2 uF", coupling=5, stiffness=1e6)
    m.state("work", rate="c.given_power - c.lost_power - 50*arm_rail.speed^2")
    run = m.simulate(until=0.02, points=11, hold={"arm_rail.position": 0}, **FINE)
    x, speed, voltage = run["arm_rail.position"], run["arm_rail.speed"], run["c.P.voltage"]
    whole = 0.05 * speed**2 + 0.55e6 * x**2 + 1e-6 * voltage**2
    assert np.ptp(whole) > 1e-3
    assert whole - whole[0] == pytest.approx(run["work"], abs=1e-10)


def test_a_solenoid_pulls_with_the_square_of_its_flux_and_its_iron_saturates() -> None:
    m = lw.Planar("solenoid")
    m.carriage("arm", at=(0, 0), along=(1, 0), mass=0.1)
    m.joint_spring("k", "arm_rail", stiffness=1e5, damping=50)
    c = m.circuit("c")
    c.voltage_source("E", "a", "ground", 12)
    c.resistor("R", "a", "b", 4)
    c.solenoid("S", "b", "ground", joint="arm_rail", turns=500, area=2e-4, gap=0.003)
    run = m.simulate(until=0.05, points=11, hold={"arm_rail.position": 0}, **FINE)
    mu, area, turns = 1.25663706127e-6, 2e-4, 500
    flux, x = run["c.S.coil.content"], run["arm_rail.position"]
    assert run["c.S.force"] == pytest.approx(-(flux**2) / (2 * mu * area * turns**2), rel=1e-9)
    field = flux / (turns * area)
    mmf = field / mu * (0.003 + x) + 1e-4 * field / mu * (1 + (field / 1.5) ** 6)
    assert turns * run["c.S.current"] == pytest.approx(mmf, rel=1e-9, abs=1e-9)
    assert np.abs(run["c.balance"]).max() < 1e-12


def test_a_gap_that_closes_is_told() -> None:
    m = lw.Planar("solenoid")
    m.carriage("arm", at=(0, 0), along=(1, 0), mass=0.1)
    m.joint_spring("k", "arm_rail", stiffness=100, damping=5)
    c = m.circuit("c")
    c.voltage_source("E", "a", "ground", 12)
    c.resistor("R", "a", "b", 4)
    c.solenoid("S", "b", "ground", joint="arm_rail", turns=500, area=2e-4, gap=0.003)
    run = m.simulate(until=0.05, points=51, hold={"arm_rail.position": 0}, method="radau")
    assert run["c.S.gap"].min() < 0
    assert any("part 'c.S': its gap is closed at t = " in note for note in run.notes)


def test_a_formula_without_its_port_is_refused_by_name() -> None:
    m = lw.Planar("wrong")
    c = m.circuit("c")
    c.voltage_source("E", "a", "ground", 1)
    c.energy_store("S", {"i": {"between": ("a", "ground"), "store": "inertance"}}, coenergy="3*j^2")
    with pytest.raises(lw.LinkworkError, match=r"part 'c\.S': 'i' does not stand in its formula"):
        m.simulate(until=0.1)
