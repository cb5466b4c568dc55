"""Random linear circuits beside a modified nodal analysis of the test's own, and beside ngspice where it is there."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from networks.circuit_cases import Mna, fill, node, random_circuit, wheel


@pytest.mark.parametrize("seed", range(8))
def test_a_random_circuit_moves_as_nodal_analysis_says(seed: int) -> None:
    parts, m = random_circuit(seed), wheel()
    fill(m, parts)
    run = m.simulate(until=0.05, points=2, method="radau", rtol=1e-9, atol=1e-9)
    mna = Mna(parts)
    last = mna.transient(0.05, np.zeros(len(mna.s)))
    found = [run[f"c.{node(number)}.voltage"][-1] for number in range(1, mna.nodes + 1)]
    assert found == pytest.approx(last[: mna.nodes], abs=1e-7 * np.abs(last).max())
    largest = max(np.abs(run[f"c.{part[1]}.power"]).max() for part in parts)
    assert np.abs(run["c.balance"]).max() < 1e-9 * largest


def _sorted(values: Any) -> Any:
    """Those that are not zero, pairs with the positive part first."""
    found = [complex(value) for value in values if abs(value) > 1e-9]
    return np.array(sorted(found, key=lambda one: (round(one.real, 6), -one.imag)))


@pytest.mark.parametrize("seed", [0, 4, 8, 9])
def test_small_motions_have_the_eigenvalues_of_nodal_analysis(seed: int) -> None:
    parts, m = random_circuit(seed), wheel()
    fill(m, parts)
    own = _sorted(m.linearise().eigenvalues)
    wanted = _sorted(Mna(parts).eigenvalues())
    assert len(own) == len(wanted)
    assert own == pytest.approx(wanted, rel=1e-6)


def test_capacitors_in_a_loop_share_one_state_and_move_rightly() -> None:
    parts = [
        ("voltage_source", "E", 1, 0, 6.0),
        ("resistor", "R", 1, 2, 3.0),
        ("capacitor", "C1", 2, 3, 0.01),
        ("capacitor", "C2", 3, 0, 0.02),
        ("capacitor", "C3", 2, 0, 0.03),
        ("resistor", "R2", 3, 0, 5.0),
    ]
    m = wheel()
    fill(m, parts)
    run = m.simulate(until=0.2, points=2, rtol=1e-11, atol=1e-11)
    network = m.together().circuits["c"].network
    assert (len(network.states), [one.name for one in network.dependent]) == (2, ["c.C3"])
    last = Mna(parts).transient(0.2, np.zeros(4))
    assert [run["c.n2.voltage"][-1], run["c.n3.voltage"][-1]] == pytest.approx(last[1:3], abs=1e-8)


@pytest.mark.skipif(shutil.which("ngspice") is None, reason="ngspice is not installed")
@pytest.mark.parametrize("seed", range(3))
def test_a_random_circuit_moves_as_ngspice_says(seed: int, tmp_path: Path) -> None:
    parts, m = random_circuit(seed), wheel()
    fill(m, parts)
    run = m.simulate(until=0.05, points=2, method="radau", rtol=1e-9, atol=1e-9)
    letter = {"resistor": "R", "capacitor": "C", "inductor": "L", "voltage_source": "V", "current_source": "I"}
    lines = ["* random", ".options reltol=1e-8 abstol=1e-14 vntol=1e-12"]
    for kind, name, a, b, value in parts:
        start = " ic=0" if kind in ("capacitor", "inductor") else ""
        lines.append(f"{letter[kind]}{name} {a} {b} {value!r}{start}")
    count = max(max(a, b) for _, _, a, b, _ in parts)
    names = " ".join(f"v({number})" for number in range(1, count + 1))
    lines += [
        ".tran 1e-4 0.05 0 1e-6 uic",
        ".control",
        "set numdgt=12",
        "run",
        f"wrdata out.txt {names}",
        ".endc",
        ".end",
    ]
    (tmp_path / "c.cir").write_text("\n".join(lines))
    # a script with its own commands ends with status 1 in batch mode, also where all went well
    subprocess.run(["ngspice", "-b", "c.cir"], cwd=tmp_path, check=False, capture_output=True, timeout=60)
    last = np.loadtxt(tmp_path / "out.txt")[-1, 1::2]
    found = [run[f"c.{node(number)}.voltage"][-1] for number in range(1, count + 1)]
    assert found == pytest.approx(last, abs=1e-5 * np.abs(last).max())


@pytest.mark.skipif(shutil.which("ngspice") is None, reason="ngspice is not installed")
@pytest.mark.parametrize("seed", range(3))
def test_operating_point_and_small_signals_are_those_of_ngspice(seed: int, tmp_path: Path) -> None:
    """A stable one: every node has a resistor to the ground, so that all currents and voltages are determined."""
    parts = random_circuit(seed)
    count = max(max(a, b) for _, _, a, b, _ in parts)
    parts += [("resistor", f"Q{number}", number, 0, 50.0) for number in range(1, count + 1)]
    m = lw.Planar("circuit")
    m.input_signal("u", start=next(part[4] for part in parts if part[1] == "E"))
    c: Any = m.circuit("c")
    for kind, name, a, b, value in parts:
        getattr(c, kind)(name, node(a), node(b), "u" if name == "E" else value)
    names = [f"c.{node(number)}.voltage" for number in range(1, count + 1)]
    rest = m.equilibrium()
    model = m.linearise(rest, inputs=["u"], outputs=names)
    letter = {"resistor": "R", "capacitor": "C", "inductor": "L", "voltage_source": "V", "current_source": "I"}
    lines = ["* random", ".options reltol=1e-12 abstol=1e-15 vntol=1e-13 gmin=1e-18 rshunt=1e18"]
    lines += [
        f"{letter[kind]}{name} {a} {b} {'dc ' if name == 'E' else ''}{value!r}{' ac 1' if name == 'E' else ''}"
        for kind, name, a, b, value in parts
    ]
    shown = " ".join(f"v({number})" for number in range(1, count + 1))
    lines += [".control", "set numdgt=15", "op", f"wrdata op.txt {shown}", "ac lin 3 1 21", f"wrdata ac.txt {shown}"]
    (tmp_path / "c.cir").write_text("\n".join([*lines, ".endc", ".end"]))
    subprocess.run(["ngspice", "-b", "c.cir"], cwd=tmp_path, check=False, capture_output=True, timeout=60)
    point = np.loadtxt(tmp_path / "op.txt").reshape(-1)[1::2]
    assert model.values == pytest.approx(point, rel=1e-9, abs=1e-9)
    table = np.loadtxt(tmp_path / "ac.txt")
    for row, frequency in zip(table, (1.0, 11.0, 21.0), strict=True):
        s = 2j * np.pi * frequency
        size = len(model.A)
        answer = model.C @ np.linalg.solve(s * np.eye(size) - model.A, model.B)[:, 0] + model.D[:, 0]
        assert answer == pytest.approx(row[1::3] + 1j * row[2::3], rel=1e-9, abs=1e-9)
