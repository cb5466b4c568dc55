"""The loop in C around a compiled mechanism makes the same steps as Linkwork itself, and its inputs act."""

from __future__ import annotations

import runpy
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "examples" / "real_time" / "real_time.py"
COMPILERS = ("cc", "gcc", "clang", "cl")
needs_compiler = pytest.mark.skipif(not any(map(shutil.which, COMPILERS)), reason=f"no C compiler: {COMPILERS}")


@pytest.fixture(scope="module")
def names() -> dict[str, Any]:
    return runpy.run_path(str(SCRIPT))


@needs_compiler
@pytest.mark.parametrize("formulation", ["projection", "joint"])
def test_the_loop_in_c_makes_the_steps_of_linkwork(formulation: str) -> None:
    """A torque set by C equals the same torque as a force of the mechanism."""
    names = runpy.run_path(str(SCRIPT))
    m, step, torque, count = names["m"], names["STEP"], 5.0, 200
    _, record, _ = names["run"](count, paced=False, bias=torque, formulation=formulation)
    m.force("constant", "crank", torque=torque)
    own = m.simulate(
        step * count, count + 1, method="rk4", step=step, formulation=formulation, rtol=1e-9, progress=False
    )
    n = own.q.shape[1]
    assert np.allclose(record[:, 0], own.t[1:], rtol=0.0, atol=1e-13)
    assert np.all(record[:, 1] == torque)
    assert np.max(np.abs(record[:, 2 : 2 + n] - own.q[1:])) < 1e-12
    assert np.max(np.abs(record[:, 2 + n : 2 + 2 * n] - own.v[1:])) < 1e-12 * np.max(np.abs(own.v))


@needs_compiler
def test_the_controller_in_c_reads_the_speed_and_reaches_it(names: dict[str, Any]) -> None:
    gain, wanted, m = 4.0, 20.0, names["m"]
    functions, record, cost = names["run"](1000, paced=False, gain=gain, wanted=wanted)
    speed = record[:, 2 + functions.index("crank.omega")]
    assert np.array_equal(record[1:, 1], gain * (wanted - speed[:-1]))
    _, free, _ = names["run"](1000, paced=False)
    assert speed[-1] > 15.0 > abs(free[-1, 2 + functions.index("crank.omega")])
    assert np.all(cost > 0.0)
    assert set(functions.inputs) == {"torque"} and m.signals.keys() == {"torque"}


@needs_compiler
def test_waiting_for_the_clock_changes_no_state(names: dict[str, Any]) -> None:
    paced, quick = (names["run"](50, paced=paced, bias=1.0)[1] for paced in (True, False))
    assert np.array_equal(paced, quick)
