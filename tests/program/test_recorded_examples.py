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

_FOLDER = Path(__file__).parents[2] / "examples"
EXAMPLES = sorted(path for path in _FOLDER.rglob("*.yaml") if path.parent.name not in ("coupling", "control"))
WITH_CONTACTS = (
    "bouncing-block",
    "jumping-cam",
    "trigger",
    "geneva-wheel",
    "hard-and-soft-bounces",
    "loose-slider-crank",
    "newtons-cradle",
    "ratchet",
    "trebuchet",
    "woodpecker",
)

WITH_FRICTION = ("strain-feedback",)
ON_STEPS = ("kerb",)  # a wheel on a stepped road decides in too many ways
LIGHT = ("paid-out-cable",)  # nodes that hardly resist turning beside stiff beams: roundings of 1e16 rad/s^2
SINGULAR = ("governor",)  # a state drawn has an arm along the spindle, where the engine's damping decides


@pytest.mark.parametrize("path", EXAMPLES, ids=[path.stem for path in EXAMPLES])
def test_programs_of_bodies_and_of_joints_have_the_numbers_of_the_engine(path: Path) -> None:
    m: Any = lw.load(path)
    if path.stem in WITH_CONTACTS:
        with pytest.raises(AnalysisError, match="a program knows no contacts such as"):
            m.program()
        return
    if path.stem in WITH_FRICTION:
        with pytest.raises(AnalysisError, match="a program knows no dry friction such as"):
            m.program()
        return
    if path.stem in ON_STEPS:
        with pytest.raises(AnalysisError, match="kernel 'on_steps' decides in more than 256 ways"):
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


def condition(states: States) -> float:
    """How much more the position makes of a rounding: of the rows, those that others imply left out."""
    found = np.linalg.svd(states.dynamics.jacobian(), compute_uv=False)
    kept = found[found > 1e-9]
    return float(kept[0] / kept[-1]) if len(kept) else 1.0


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
