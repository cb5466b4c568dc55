"""Matlab code run in Octave, where that is installed: every result is that of the tape."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.program.program import Program

EXAMPLES = Path(__file__).parents[2] / "examples"
OCTAVE = shutil.which("octave-cli") or shutil.which("octave")
pytestmark = pytest.mark.skipif(OCTAVE is None, reason="no Octave")


def stopped() -> lw.Planar:
    """A pendulum whose law decides by an angle, with an input, an own state, an output and a parameter."""
    m = lw.Planar("stopped")
    m.parameters(l=0.5)
    m.input_signal("push", unit="N m")
    bob = m.body("bob", estimate=(0, 0, -1.0))
    m.revolute("O", m.ground.at(0, 0), bob.at(0, 0))
    m.mass(bob, mass=2, center=("l", 0), inertia=0.01)
    m.set_gravity(0, -9.81)
    m.state("lag", "bob.omega - lag")
    m.force("stop", bob, torque="if(bob.angle > -1.2, -30*(bob.angle + 1.2), abs(bob.omega)) + push - lag")
    m.output_signal("height", "bob.y + l*sin(bob.angle)")
    return m


def programs() -> dict[str, tuple[Program, list[dict[str, float]]]]:
    """Programs and states: both sides of a decision; orientations in space; a loop."""
    made: dict[str, tuple[Program, list[dict[str, float]]]] = {}
    p = stopped().program(["l"], coordinates="joints", linear=True)
    given = {"O.omega": 0.7, "lag": 0.2, "push": 1.5, "l": 0.6}
    made["stopped"] = p, [given | {"O.angle": -1.0}, given | {"O.angle": -1.4}]
    for name in ("heavy-top", "spring-linkage"):
        m: Any = lw.load(EXAMPLES / f"{name}.yaml")
        p = m.program()
        random = np.random.default_rng(3)
        state = dict(zip(p.coordinates, p.recorded.start, strict=True)) | p.recorded.begin
        state |= {each: float(value) for each, value in zip(p.rates, random.normal(size=len(p.rates)), strict=True)}
        made[name.replace("-", "_")] = p, [state]
    return made


def call(name: str, p: Program, state: dict[str, float]) -> list[str]:
    """Lines of Octave that print every result in the order of the program, one number a line."""
    groups = (p.coordinates, p.rates, p.states, p.inputs, p.parameters)
    given = ", ".join("[" + " ".join(repr(float(state.get(each, 0.0))) for each in group) + "]" for group in groups)
    lines = [f"r = {name}(0.3, {given});"]
    return lines + [f"printf('%.17g\\n', r.{result}'); printf('end\\n');" for result in p.results]


def test_matlab_code_gives_every_result_in_octave(tmp_path: Path) -> None:
    made, lines = programs(), list[str]()
    for name, (p, states) in made.items():
        p.write(tmp_path / f"{name}.m")
        for state in states:
            lines += call(name, p, state)
    script = tmp_path / "print_results.m"
    script.write_text("1;\n" + "\n".join(lines) + "\n", encoding="utf-8")
    asked = [str(OCTAVE), "--quiet", "--no-gui", "--no-init-file", script.name]
    told = subprocess.run(asked, cwd=tmp_path, capture_output=True, text=True, check=True, timeout=120).stdout
    blocks = iter(told.split("end\n"))
    for p, states in made.values():
        for state in states:
            for result in p.results:
                ours = p.evaluate(result, state | {"t": 0.3}).ravel()
                theirs = np.array([float(x) for x in next(blocks).split()])
                size = max(float(np.abs(ours).max(initial=0.0)), 1.0)
                assert theirs == pytest.approx(ours, rel=1e-12, abs=1e-12 * size), result
