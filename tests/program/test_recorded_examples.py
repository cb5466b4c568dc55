"""Every example as a program: each number is that of the engine, bit for bit where it is the same arithmetic."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import AnalysisError
from linkwork.places import layout_kernel as layout
from program.recorded_state import TIME, JointStates, States
from program.shipped import REFUSED, SHIPPED, SINGULAR, condition

LARGE = ("truck-on-a-bump",)  # the road of `kerb` under ten tyres
EXAMPLES = [
    path for path in SHIPPED if path.parent.name != "coupling" and "src" not in path.parts and path.stem not in LARGE
]
LIGHT = ("paid-out-cable",)  # nodes that hardly resist turning beside stiff beams: roundings of 1e16 rad/s^2


@pytest.mark.parametrize("path", EXAMPLES, ids=[path.stem for path in EXAMPLES])
def test_programs_of_bodies_and_of_joints_have_the_numbers_of_the_engine(path: Path) -> None:
    m: Any = lw.load(path)
    if path.stem in REFUSED:
        with pytest.raises(AnalysisError, match=REFUSED[path.stem]):
            m.program()
        return
    p, joints = m.program(), m.program(coordinates="joints")
    of_joints: dict[str, Any] = {}
    exec(joints.source("python"), of_joints)
    states = States(m, p, seed=2 if path.stem in SINGULAR else 1)
    seen = JointStates(states, joints)
    for _ in range(3):
        states.draw()
        check_equations(p, states)
        wanted = states.accelerations()
        size = max(np.abs(wanted).max(initial=0.0), 1.0) * condition(states)
        size *= (
            10.0 if states.system.modal or path.stem in LIGHT else 1.0
        )  # the engine sweeps over bodies, the program solves them together
        found, _ = states.functions["accelerations"](TIME, states.q, states.v, states.x, states.u)
        assert found == pytest.approx(wanted, abs=1e-12 * size)
        q, v = seen.take()
        found, _ = of_joints["accelerations"](TIME, q, v, states.x, states.u)
        assert seen.of_bodies(found) == pytest.approx(wanted, abs=1e-12 * size)


def check_equations(p: Any, states: States) -> None:
    """Forces, constraints and rows are those of the engine."""
    w, k, system = states.w, states.system.k, states.system
    r = states.functions["equations"](TIME, states.q, states.v, states.x, states.u)
    size = np.abs(w[k[layout.LOAD] :][: states.n]).max(initial=1.0)
    assert r["forces"] == pytest.approx(w[k[layout.LOAD] :][: states.n], abs=1e-12 * size)
    for name, places in zip(("residual", "speeds", "gamma"), system.out_rows, strict=True):
        assert r[name] == pytest.approx(w[places], abs=1e-12 * max(np.abs(w[places]).max(initial=1.0), 1.0)), name
    scaled = np.array(r["jacobian"]).reshape(p.recorded.shapes["jacobian"])
    scaled = scaled * np.outer(system.row_scale, system.column_scale)
    rows = states.dynamics.jacobian()
    assert scaled == pytest.approx(rows, abs=1e-12 * max(np.abs(rows).max(initial=1.0), 1.0))
