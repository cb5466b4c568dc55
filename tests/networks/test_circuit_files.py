"""Circuits in model files, in `topology`, in derivatives, with parameters that change, and beside rest."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from linkwork.formats.model_file import loads
from networks.circuit_cases import wheel

RLC = """
linkwork: 1
name: ringing
parameters: {R: 2}
bodies: {wheel: {mass: {inertia: 0.2}}}
joints: {O: {type: revolute, between: [ground, wheel]}}
circuits:
  c:
    parts:
      E: {type: voltage_source, between: [a, ground], voltage: 5 V}
      R1: {type: resistor, between: [a, b], resistance: R}
      L1: {type: inductor, between: [b, d], inductance: 0.5 V s/A}
      C1: {type: capacitor, between: [d, ground], capacitance: 0.1, start: 1}
      D: {type: diode, between: [d, b]}
"""


def test_a_file_and_python_say_the_same(tmp_path: Path) -> None:
    m = wheel()
    m.parameters(R=2)
    c = m.circuit("c")
    c.voltage_source("E", "a", "ground", "5 V")
    c.resistor("R1", "a", "b", "R")
    c.inductor("L1", "b", "d", "0.5 V s/A")
    c.capacitor("C1", "d", "ground", 0.1, start=1)
    c.diode("D", "d", "b")
    assert loads(RLC, "ringing").circuits == m.circuits
    m.save(tmp_path / "model.yaml")
    again = lw.load(tmp_path / "model.yaml")
    assert again.circuits == m.circuits
    assert again.described_signals == {}
    first, second = (one.simulate(until=0.5, points=3)["c.C1.voltage"] for one in (m, again))
    assert first == pytest.approx(second, abs=0)


def test_an_error_in_a_file_is_found_by_line_and_field() -> None:
    with pytest.raises(lw.LinkworkError, match=r"ringing:11:\d+: circuits: c\.parts\.R1\.resistance"):
        loads(RLC.replace("resistance: R}", "resistance: 2 +}"), "ringing")
    with pytest.raises(lw.LinkworkError, match="resistr"):
        loads(RLC.replace("type: resistor", "type: resistr"), "ringing")


def test_topology_tells_tree_chords_and_counts() -> None:
    found = loads(RLC, "ringing").topology()
    counts = found.circuits["c"]
    assert (counts["nodes"], counts["branches"], counts["variables"], counts["eliminated"]) == (3, 5, 10, 7)
    assert (counts["tree"], counts["chords"]) == (["E", "C1", "R1"], ["L1", "D"])
    assert (counts["states"], counts["algebraic"]) == (["c.C1.voltage", "c.L1.current"], ["c.D.voltage"])
    assert "circuit c: 3 nodes and the ground, 5 branches, 10 variables: 2 states, 1 algebraic" in found.text()
    assert found.to_dict()["circuits"]["c"] == counts


def test_a_law_between_states_needs_no_unknown() -> None:
    m = wheel()
    c = m.circuit("c")
    c.capacitor("C1", "a", "ground", 0.1, start=3)
    c.capacitor("C2", "b", "ground", 0.2)
    c.conductor("N", "a", "b", "0.5*voltage^3")
    network = m.together().circuits["c"].network
    assert (len(network.states), network.algebraic) == (2, [])
    run = m.simulate(until=1.0, points=5)
    assert 0.1 * run["c.a.voltage"] + 0.2 * run["c.b.voltage"] == pytest.approx(0.3, abs=1e-10)


def test_diodes_in_series_and_in_parallel_are_found_with_few_unknowns() -> None:
    """Two in series halve the voltage, two in parallel share one unknown."""
    m = wheel()
    c = m.circuit("c")
    c.voltage_source("E", "a", "ground", 5)
    c.resistor("R", "a", "b", 100)
    c.diode("D1", "b", "m")
    c.diode("D2", "m", "ground")
    c.diode("D3", "b", "m")
    network = m.together().circuits["c"].network
    assert [one.name for one in network.algebraic] == ["c.D1", "c.D2"]
    run = m.simulate(until=0.1, points=2)
    one, two = run["c.D1.voltage"][0], run["c.D2.voltage"][0]
    assert 2e-12 * np.expm1(one / 0.02585) == pytest.approx(1e-12 * np.expm1(two / 0.02585), rel=1e-9)
    assert run["c.R.current"][0] == pytest.approx((5 - one - two) / 100, rel=1e-12)


def test_parameters_of_a_circuit_change_without_laying_out_anew_and_have_derivatives() -> None:
    m = loads(RLC.replace("      D: {type: diode, between: [d, b]}\n", ""), "ringing")

    def last(resistance: float) -> float:
        m.set(R=resistance)
        return float(m.simulate(until=1.0, points=3, rtol=1e-11, atol=1e-11)["c.C1.voltage"][-1])

    for number in range(20):  # recorded after 4 and 16 changes and played from then on
        assert last(2 + 0.1 * number) > 3
    slope = (last(2 + 1e-5) - last(2 - 1e-5)) / 2e-5
    m.set(R=2)
    found = m.sensitivity("final(c.C1.voltage)", "R", analysis="simulate", until=1.0, points=3)
    assert found["final(c.C1.voltage)", "R"] == pytest.approx(slope, rel=1e-6)
    with pytest.raises(lw.LinkworkError, match=r"^part 'c\.R1': resistance must be greater than zero; it is 0"):
        m.set(R=0)
    assert float(m.simulate(until=1.0, points=3)["c.C1.voltage"][-1]) > 3  # nothing has changed


def test_at_rest_capacitors_block_and_inductors_let_pass() -> None:
    m = wheel()
    m.joint_spring("holds", "O", stiffness=3)
    c = m.circuit("c")
    c.voltage_source("E", "a", "ground", 12)
    c.resistor("R", "a", "b", 2)
    c.inductor("L", "b", "d", 0.1)
    c.capacitor("C", "d", "ground", 0.01)
    c.dc_motor("M", "d", "ground", joint="O", constant=0.5, resistance=4)
    rest = m.equilibrium()
    assert rest.stable
    assert rest["wheel.angle"] == pytest.approx(0.5 * 2 / 3, abs=1e-9)
    assert rest.states["c.L.current"] == pytest.approx(2, abs=1e-9)
    assert rest.states["c.C.voltage"] == pytest.approx(8, abs=1e-9)


def test_a_switch_opens_by_an_event_and_a_flag() -> None:
    m = wheel()
    m.flag("running", 1)
    m.event("later", "t - 0.2", direction="rising", put={"running": 0})
    c = m.circuit("c")
    c.voltage_source("E", "a", "ground", 10)
    c.switch("S", "a", "b", "running - 0.5", on=1, off=1e9)
    c.resistor("R", "b", "ground", 4)
    c.capacitor("C", "b", "ground", 0.01)
    run = m.simulate(until=0.4, points=41, rtol=1e-10, atol=1e-10)
    steady = 8 * (1 - np.exp(-0.2 / 0.008))
    assert run["c.b.voltage"][20] == pytest.approx(steady, abs=1e-8)
    assert run["c.b.voltage"][-1] == pytest.approx(steady * np.exp(-0.2 / 0.04), abs=1e-6)
