"""Unknowns of a circuit as currents of chords, voltages of the tree, or none: the same motion, other counts; trees."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.formats.model_file import dumps, loads
from networks.circuit_cases import node, random_circuit, wheel

WAYS = ("state", "current", "voltage")


def filled(seed: int, way: Any, tree: tuple[str, ...] = ()) -> lw.Planar:
    m = lw.Planar("random")
    circuit: Any = m.circuit("c", formulation=way, tree=tree)
    for kind, label, a, b, value in random_circuit(seed):
        getattr(circuit, kind)(label, node(a), node(b), value)
    return m


@pytest.mark.parametrize("seed", range(4))
def test_three_formulations_of_random_circuits_give_equal_waveforms(seed: int) -> None:
    runs = {}
    for way in WAYS:
        m = filled(seed, way)
        runs[way] = m.simulate(until=0.05, points=6, method="radau", rtol=1e-9, atol=1e-9)
        counts = m.topology().circuits["c"]
        assert len(counts["states"]) + len(counts["algebraic"]) + counts["eliminated"] == counts["variables"]
        assert (way == "state") == (counts["algebraic"] == [])
        words = {"current": ".current", "voltage": ".voltage"}
        assert all(name.endswith(words[way]) for name in counts["algebraic"])
    for _, label, _, _, _ in random_circuit(seed):
        size = np.abs(runs["state"][f"c.{label}.current"]).max()
        for way in WAYS[1:]:
            assert runs[way][f"c.{label}.current"] == pytest.approx(
                runs["state"][f"c.{label}.current"], abs=1e-7 * size + 1e-10
            )


def test_a_motor_and_a_wheel_move_alike_and_a_file_keeps_what_was_chosen() -> None:
    speeds = []
    for way in WAYS:
        m = wheel(0.01)
        c = m.circuit("drive", formulation=way, tree=["R2"])  # type: ignore[arg-type]
        c.voltage_source("E", "plus", "ground", 24)
        c.resistor("R1", "plus", "motor", 0.5)
        c.resistor("R2", "motor", "ground", 50)
        c.dc_motor("M", "motor", "ground", joint="O", constant=0.1, resistance=1.5, inductance=0.05)
        again = loads(dumps(m))
        assert again.circuits["drive"].formulation == way and again.circuits["drive"].tree == ("R2",)
        assert "R2" in again.topology().circuits["drive"]["tree"]
        speeds.append(again.simulate(until=1.0, points=6, rtol=1e-9, atol=1e-9)["wheel.omega"])
    assert speeds[1] == pytest.approx(speeds[0], rel=1e-8) and speeds[2] == pytest.approx(speeds[0], rel=1e-8)


def test_any_tree_gives_the_same_currents() -> None:
    seen = []
    for tree in ((), ("R0", "R1", "R2"), ("R3", "R2")):
        m = filled(1, "state", tree)
        assert set(tree) <= set(m.topology().circuits["c"]["tree"])
        seen.append(m.simulate(until=0.05, points=3, method="radau", rtol=1e-9, atol=1e-9)["c.RE.current"])
    assert seen[1] == pytest.approx(seen[0], rel=1e-8) and seen[2] == pytest.approx(seen[0], rel=1e-8)


def test_what_cannot_be_chosen_is_refused_by_name() -> None:
    m = lw.Planar("loop")
    c = m.circuit("c", tree=["R1", "R2"])
    c.voltage_source("E", "a", "ground", 1)
    c.resistor("R1", "a", "ground", 1)
    c.resistor("R2", "a", "ground", 1)
    with pytest.raises(lw.LinkworkError, match=r"tree: 'c\.R2' closes a loop"):
        m.simulate(until=1.0)
    m = lw.Planar("name")
    c = m.circuit("c", tree=["R3"])
    c.voltage_source("E", "a", "ground", 1)
    c.resistor("R1", "a", "ground", 1)
    with pytest.raises(lw.LinkworkError, match="tree: there is no part 'R3'"):
        m.simulate(until=1.0)
    m = lw.Planar("ideal")
    c = m.circuit("c", formulation="current")
    c.voltage_source("E", "a", "ground", 1)
    c.diode("D", "a", "b", ideal=True)
    c.resistor("R1", "b", "ground", 1)
    with pytest.raises(lw.LinkworkError, match=r"'c\.D' is ideal"):
        m.simulate(until=1.0)
