"""Every example as a program: each number is that of the engine, bit for bit where it is the same arithmetic."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from ruamel.yaml import YAML

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


def test_a_truck_on_its_bump_has_the_accelerations_of_the_engine(tmp_path: Path) -> None:
    """With one tyre an axle of its ten, which are recorded one like the other."""
    yaml = YAML(typ="safe")
    yaml.default_flow_style = False
    data = yaml.load(next(path for path in SHIPPED if path.stem in LARGE))
    del data["output"]
    kept = ("front_left_tyre", "rear_right_inner_tyre", "trailer_left_outer_tyre")
    data["forces"] = {name: it for name, it in data["forces"].items() if name in kept or it["type"] != "tyre"}
    yaml.dump(data, tmp_path / "truck.yaml")
    m: Any = lw.load(tmp_path / "truck.yaml")
    p = m.program(speeds=m.analysis.simulate.speeds)
    start, begin = dict(zip(p.coordinates, p.recorded.start, strict=True)), p.recorded.begin
    states, shares = States(m, p, functions={"move": None}), list[float]()
    for ahead in (0.0, 4.2, 4.6, 7.9, 13.5):
        at = {name: value + ahead * name.endswith(".x") for name, value in start.items()}
        states.q, states.v = list(at.values()), [begin[name] for name in p.rates]
        states.w[:] = states.begun
        states._put(states.w)
        wanted = states.accelerations()
        values = at | dict(zip(p.rates, states.v, strict=True)) | dict(zip(p.states, states.x, strict=True))
        size = np.abs(wanted).max() * condition(states)
        assert p.evaluate("accelerations", values | {"t": TIME}) == pytest.approx(wanted, abs=1e-12 * size)
        shares.append(float(wanted[2]))
    assert len({round(share, 3) for share in shares}) > 3, "wheels are on the bump at some of these places"


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
