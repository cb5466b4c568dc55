"""Circuits in a model without bodies, and the units of their fields."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.expression import parse
from linkwork.report.data import Table, data_tables


def low_pass(world: Any = lw.Planar) -> Any:
    m = world("low pass")
    m.parameters(R="2 ohm")
    c = m.circuit("c")
    c.voltage_source("E", "a", "ground", "5 V")
    c.resistor("R1", "a", "b", "R")
    c.capacitor("C1", "b", "ground", "100 mF")
    return m


@pytest.mark.parametrize("method", ["dop853", "adams", "radau"])
def test_a_circuit_alone_is_simulated(method: str) -> None:
    run = low_pass().simulate(until=1.0, points=6, method=method, rtol=1e-9, atol=1e-9)
    assert run["c.C1.voltage"] == pytest.approx(5 * (1 - np.exp(-run.t / 0.2)), abs=1e-7)


def test_it_may_stand_in_space() -> None:
    assert low_pass(lw.Spatial).simulate(until=1.0, points=2)["c.C1.voltage"][-1] == pytest.approx(4.96631, abs=1e-5)


def test_its_operating_point_is_an_equilibrium_and_small_motions_have_its_time_constant() -> None:
    m = low_pass()
    assert m.equilibrium().states["c.C1.voltage"] == pytest.approx(5, abs=1e-12)
    assert m.linearise().eigenvalues == pytest.approx([-5], abs=1e-9)
    model = m.linearise(outputs=["c.R1.current"])
    assert float(model.C[0, 0]) == pytest.approx(-0.5)


def test_a_nonlinear_operating_point_beside_a_body_that_does_not_move() -> None:
    m = lw.Planar("beside")
    m.carriage("arm", at=(0, 0), along=(1, 0), mass=1)
    m.joint_spring("k", "arm_rail", stiffness=100)
    c = m.circuit("c")
    c.voltage_source("E", "a", "ground", 5)
    c.resistor("R", "a", "b", 100)
    c.capacitor("C", "b", "ground", 1e-6)
    c.diode("D", "b", "ground")
    voltage = m.equilibrium().states["c.C.voltage"]
    assert (5 - voltage) / 100 == pytest.approx(1e-12 * (np.exp(voltage / 0.02585) - 1), rel=1e-9)


def test_checks_files_and_reports_know_it_and_motions_of_bodies_are_refused(tmp_path: Path) -> None:
    m = low_pass()
    assert m.check().ok
    m.save(tmp_path / "c.yaml")
    assert lw.load(tmp_path / "c.yaml").circuits == m.circuits
    assert [table.title for table in data_tables(m) if isinstance(table, Table)][-1] == "Circuit c"
    with pytest.raises(lw.LinkworkError, match="no bodies whose motion could be prescribed"):
        m.kinematics(until=1.0)
    with pytest.raises(lw.LinkworkError, match="has no bodies"):
        lw.Planar("nothing").simulate(until=1.0)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2.2 kohm", 2200),
        ("3 Ω", 3),
        ("47 pF", 47e-12),
        ("10 mH", 0.01),
        ("1.5 T", 1.5),
        ("0.1 Wb", 0.1),
        ("2 l", 2e-3),
    ],
)
def test_units_of_circuits_are_read(text: str, value: float) -> None:
    assert parse(text).value() == pytest.approx(value, rel=1e-15)


def test_a_resistance_in_farads_is_refused_by_name() -> None:
    m = lw.Planar("wrong")
    c = m.circuit("c")
    c.voltage_source("E", "a", "ground", 5)
    c.resistor("R", "a", "ground", "2 F")
    with pytest.raises(lw.LinkworkError, match="resistance"):
        m.simulate(until=0.1)
