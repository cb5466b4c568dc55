"""The real-time runner as a subsystem beside the same mechanism in this process."""

from __future__ import annotations

import shutil
import sys

import numpy as np
import pytest

import linkwork as lw
from linkwork.exchange import runner_part
from linkwork.exchange.coupling import MechanismPart, RunnerPart

COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")


@pytest.mark.skipif(COMPILER is None or sys.platform == "win32", reason="no C compiler, or no sockets of POSIX")
def test_names_of_one_formula_and_inputs_of_the_start_are_those_of_a_mechanism(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner_part, "_OPTIMISED", "-O0")
    m = lw.Planar("arm")
    arm = m.body("arm", (0, 0, 0.3))
    m.mass(arm, mass=2, center=(0.5, 0), inertia=0.1)
    m.revolute("O", m.ground, arm, at=(0, 0))
    m.input_signal("u")
    m.input_signal("w")
    m.force("push", arm, torque="u + 10*w")
    outputs = {"a": "arm.angle", "b": "arm.angle", "c": "2*u", "d": "w", "e": "2*u"}
    here, there = MechanismPart(m, outputs=outputs), RunnerPart(m, outputs=outputs, step=0.001, timeout=5.0)
    try:
        assert here.describe().inputs == there.describe().inputs == ("u", "w")
        first = np.array([1.7, -1 / 3])
        starts = [part.start(0.0, first) for part in (here, there)]
        assert starts[0].tolist() == starts[1].tolist() == [0.3, 0.3, 3.4, -1 / 3, 3.4]
        held = np.zeros((3, 2))
        held[0] = -0.3, 4.0
        one, other = (part.attempt(0.001, held) for part in (here, there))
        assert one == pytest.approx(other, rel=1e-12) and other[0] != 0.3 and other[2:].tolist() == [-0.6, 4.0, -0.6]
    finally:
        there.close()
