"""A, B, C, D of large programs, column by column: the same numbers as number by number, in every language."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import AnalysisError
from linkwork.program import linearisation
from linkwork.program.program import Program
from program.c_library import CLibrary

EXAMPLES = Path(__file__).parents[2] / "examples"
OCTAVE, NODE = shutil.which("octave-cli") or shutil.which("octave"), shutil.which("node")


def machine() -> lw.Planar:
    """A loop with a law that decides, an input, an own state and outputs: a force of a joint, an acceleration."""
    m = lw.Planar("four-bar")
    m.input_signal("push", unit="N m")
    crank, coupler = m.body("crank", estimate=(0, 0, 1)), m.body("coupler", estimate=(0.2, 0.3, 0.1))
    rocker = m.body("rocker", estimate=(1, 0, 1.4))
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", crank.at(0.3, 0), coupler.at(0, 0))
    m.revolute("C", coupler.at(0.9, 0.1), rocker.at(0.6, 0))
    m.revolute("D", m.ground.at(1, 0), rocker.at(0, 0))
    for body, mass in ((crank, 1.0), (coupler, 3.0), (rocker, 2.0)):
        m.mass(body, mass=mass, center=(0.2, 0), inertia=0.05)
    m.set_gravity(0, -9.81)
    m.state("lag", "rocker.omega - 3*lag")
    m.force("hand", "coupler", torque="push - 2*lag*if(coupler.x > 0, coupler.vx, 1)")
    return m


def both(monkeypatch: pytest.MonkeyPatch, m: Any, **options: Any) -> tuple[Program, Program]:
    """Number by number, and column by column."""
    one = m.program(linear=True, **options)
    monkeypatch.setattr(linearisation, "MOST", -1)
    other = m.program(linear=True, **options)
    assert "A" in one.recorded.results and linearisation.ALONG in other.recorded.results
    assert set(one.results) == set(other.results)
    return one, other


def state_of(p: Program) -> dict[str, float]:
    """A state beside the start."""
    random, state = np.random.default_rng(4), dict(zip(p.coordinates, p.recorded.start, strict=True))
    names = (*p.coordinates, *p.rates, *p.states, *p.inputs)
    return {name: state.get(name, 0.0) + 0.1 * float(random.normal()) for name in names}


def groups(p: Program, state: dict[str, float]) -> list[list[float]]:
    """q, v, x and u."""
    return [[state[name] for name in names] for names in (p.coordinates, p.rates, p.states, p.inputs)]


@pytest.mark.parametrize(("coordinates", "out"), [("bodies", "coupler.ax"), ("joints", "rocker.angle")])
def test_columns_are_those_of_the_matrices(
    coordinates: str, out: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = both(monkeypatch, machine(), coordinates=coordinates, outputs=[out, "2*push"])
    state = state_of(one)
    given = groups(one, state)
    space = dict[str, Any]()
    exec(other.source("python"), space)
    in_python = space["linear"](0.0, *given)
    in_c = CLibrary(other, tmp_path).call("linear", 0.0, given, *"ABCD")
    rate = CLibrary(other, tmp_path).call("accelerations", 0.0, given, "accelerations", "multipliers")[0]
    assert rate == pytest.approx(one.evaluate("accelerations", state), rel=1e-12, abs=1e-12)
    for number, name in enumerate("ABCD"):
        wanted = one.evaluate(name, state)
        near = pytest.approx(wanted, rel=1e-11, abs=1e-11 * float(np.abs(wanted).max(initial=1.0)))
        assert other.evaluate(name, state) == near
        assert in_c[number] == near
        assert np.reshape(in_python[number], wanted.shape) == near
    assert np.abs(one.evaluate("B", state)).max() > 0.0 and np.abs(one.evaluate("D", state)).max() > 0.0


@pytest.mark.skipif(OCTAVE is None and NODE is None, reason="neither Octave nor Node")
def test_so_they_are_in_octave_and_javascript(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = both(monkeypatch, machine(), coordinates="joints", outputs=["rocker.angle"])
    state = state_of(one)
    listed = ", ".join("[" + ", ".join(map(repr, each)) + "]" for each in groups(one, state))
    wanted = np.concatenate([one.evaluate(name, state).ravel() for name in "ABCD"])
    printed = list[str]()
    if OCTAVE is not None:
        (tmp_path / "it.m").write_text(other.source("matlab", "it"), encoding="utf-8")
        call = f"r = it(0, {listed}, []); printf('%.17g\\n', r.A', r.B', r.C', r.D');"
        printed.append(_printed([OCTAVE, "--quiet", "--path", str(tmp_path), "--eval", call]))
    if NODE is not None:
        call = f"for (const each of it_linear(0, {listed}).flat()) console.log(each);"
        (tmp_path / "it.js").write_text(f"{other.source('javascript', 'it')}\n{call}\n", encoding="utf-8")
        printed.append(_printed([NODE, str(tmp_path / "it.js")]))
    for text in printed:
        assert [float(line) for line in text.split()] == pytest.approx(list(wanted), rel=1e-11, abs=1e-11)


def _printed(words: list[str]) -> str:
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def test_matrices_that_are_too_long_are_not_read_but_evaluated(monkeypatch: pytest.MonkeyPatch) -> None:
    _, other = both(monkeypatch, lw.load(EXAMPLES / "heavy-top.yaml"))
    with pytest.raises(AnalysisError, match="'A' is too long to be read: evaluate it"):
        other.symbolic("A")
    assert sum(other.count("A").values()) > 0
