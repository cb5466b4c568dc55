"""Examples in C and in Python at fifty states: accelerations and reactions are the engine's, and so is their change.

A few of them in every run, all with the environment variable LINKWORK_EVERY_EXAMPLE.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.program.outputs import solved_names
from program.c_library import COMPILER, CLibrary
from program.recorded_state import TIME, States
from program.test_recorded_examples import EXAMPLES, ON_STEPS, SINGULAR, WITH_CONTACTS, condition

pytestmark = pytest.mark.skipif(COMPILER is None, reason="no C compiler is there")
STATES = 50
USUAL = ("slider-crank", "heavy-top", "motor-crank", "spun-up-blade", "redundant-parallelogram", "roller-cam")
WHOLE = "LINKWORK_EVERY_EXAMPLE" in os.environ  # all of them: a minute of processor time
TAKEN = [path for path in EXAMPLES if path.stem not in (*WITH_CONTACTS, *ON_STEPS) and (WHOLE or path.stem in USUAL)]


@pytest.mark.parametrize("path", TAKEN, ids=[path.stem for path in TAKEN])
def test_c_and_python_have_accelerations_and_reactions_of_the_engine(path: Path, tmp_path: Path) -> None:
    m: Any = lw.load(path)
    names = solved_names(m)
    p = m.program(outputs=[name if name.isidentifier() else quoted(name) for name in names])
    own = len(p.outputs) - len(names)
    library, space = CLibrary(p, tmp_path), dict[str, Any]()
    exec(p.source("python"), space)
    functions = {"move": library.move} | ({"close": library.close} if "closure" in p.results else {})
    states = States(m, p, 2 if path.stem in SINGULAR else 1, functions)
    for _ in range(STATES):
        states.draw()
        state = [states.q, states.v, states.x, states.u]
        wanted, unique = states.solved(), states.unique()
        bodies = states.system.body_columns
        factor = 1e-12 * condition(states)
        sizes = [max(float(np.abs(part).max(initial=0.0)), 1.0) for part in np.split(wanted, [bodies])]
        allowed = np.repeat(sizes, [bodies, len(wanted) - bodies]) * factor
        for values in (library.call("outputs", TIME, state, "outputs")[0], np.array(space["outputs"](TIME, *state))):
            apart = np.abs(values[own:] - wanted)
            assert (apart[unique] <= allowed[unique]).all(), names[int(np.argmax(np.where(unique, apart / allowed, 0)))]


def quoted(name: str) -> str:
    """A channel whose owner is no word stands in quotes."""
    owner, _, label = name.partition(".")
    return f"{owner if owner.isidentifier() else repr(owner)}.{label}"


@pytest.mark.parametrize("path", TAKEN, ids=[path.stem for path in TAKEN])
def test_linear_matrices_are_the_derivatives_of_the_engine(path: Path, tmp_path: Path) -> None:
    """Along a direction of all states; where rows imply others, accelerations away from the constraints are none."""
    m: Any = lw.load(path)
    p = m.program(linear=True)
    functions: dict[str, Any] = {}
    exec(p.source("python"), functions)
    states = States(m, p, 2, functions)
    states.draw()
    rows = states.dynamics.jacobian()
    if len(rows) and np.linalg.matrix_rank(rows, 1e-9) < len(rows):
        return
    random = np.random.default_rng(5)
    dq, dv, dx = (random.normal(size=size) for size in (states.n, states.n, len(p.states)))
    first = len(p.coordinates)
    matrix = np.array(functions["linear"](TIME, states.q, states.v, states.x, states.u)[0]).reshape(
        p.recorded.shapes["A"]
    )
    ours = matrix[first : first + states.n] @ np.concatenate([states.direction(dq), dv, dx])
    wanted = states.change(dq, dv, dx)
    size = max(float(np.abs(wanted).max(initial=0.0)), 1.0)
    assert ours == pytest.approx(wanted, rel=1e-9, abs=1e-9 * size)
