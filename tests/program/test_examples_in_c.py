"""Examples in C and in Python at fifty states: all channels are the engine's, and so is the change of accelerations.

A few of them in every run, all with the environment variable LINKWORK_EVERY_EXAMPLE.
"""

from __future__ import annotations

import math
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.names import unquoted
from linkwork.run.loads import empty_loads
from linkwork.run.reactions import LABELS as REACTIONS_OF_PLANE
from linkwork.run.registry import find, names_of
from linkwork.run.run import Run
from linkwork.run.spatial.reactions import LABELS as REACTIONS_OF_SPACE
from program.c_library import COMPILER, CLibrary
from program.recorded_state import STEP, TIME, States
from program.test_recorded_examples import EXAMPLES, ON_STEPS, SINGULAR, WITH_CONTACTS, WITH_FRICTION, condition

pytestmark = pytest.mark.skipif(COMPILER is None, reason="no C compiler is there")
STATES = 50
MOST_CHANNELS = 40  # about so many, evenly taken, whose derivatives are looked at
USUAL = ("slider-crank", "heavy-top", "motor-crank", "spun-up-blade", "redundant-parallelogram", "roller-cam")
WHOLE = "LINKWORK_EVERY_EXAMPLE" in os.environ  # all of them: a minute of processor time
DIRECTIONS = STATES if WHOLE else 5
REFUSED = (*WITH_CONTACTS, *WITH_FRICTION, *ON_STEPS)
TAKEN = [path for path in EXAMPLES if path.stem not in REFUSED and (WHOLE or path.stem in USUAL)]


@pytest.mark.parametrize("path", TAKEN, ids=[path.stem for path in TAKEN])
def test_c_and_python_have_all_channels_of_the_engine(path: Path, tmp_path: Path) -> None:
    m: Any = lw.load(path)
    names = channels(m)
    p = m.program(outputs=[quoted(name) for name in names])
    library, space = CLibrary(p, tmp_path), dict[str, Any]()
    exec(p.source("python"), space)
    functions = {"move": library.move} | ({"close": library.close} if "closure" in p.results else {})
    states = States(m, p, 2 if path.stem in SINGULAR else 1, functions)
    for _ in range(STATES):
        states.draw_regular()
        state = [states.q, states.v, states.x, states.u]
        wanted = Wanted(states, names)
        for values in (library.call("outputs", TIME, state, "outputs")[0], np.array(space["outputs"](TIME, *state))):
            wanted.check(dict(zip(map(unquoted, p.outputs), values, strict=True)))


def channels(m: Any) -> list[str]:
    """All channels of a run that are numbers of one moment and of one place."""
    none = [
        "energy.lost",
        "energy.given",
        "energy.driven",
        "energy.balance",
        "violation.position",
        "violation.velocity",
    ]
    for body in m.system(dynamics=True).modal:
        none += [f"{body.name}.{whole}" for whole in ("deflection", "stress")]
        flexible = m.bodies_by_name[body.name].flexible
        none += [f"{body.name}.{place}.stress" for place in (flexible.places if flexible else ())]
    return [name for name in names_of(one_point(m)) if name not in none and ".principal_" not in name]


def one_point(m: Any) -> Run:
    """A run of one point, to ask for its channels."""
    system = m.system(dynamics=True)
    still = np.zeros((1, len(system.coordinates)))
    loads = empty_loads(system, 1)
    return Run(system, np.zeros(1), still, still, still, np.zeros(1), loads.memory, "", loads)


class Wanted:
    """Channels of the engine at a state, and how near to them a program has to come."""

    def __init__(self, states: States, names: list[str]) -> None:
        run, shared, self.factor = states.run(), states.shared(), 1e-12 * condition(states)
        self.values, self.units = dict[str, float](), dict[str, str]()
        for name in names:
            element, _, label = name.partition(".")
            if not (element in shared and label in (*REACTIONS_OF_PLANE, *REACTIONS_OF_SPACE)):
                values, self.units[name] = find(run, name)
                self.values[name] = float(values[0])
        self.sizes = dict.fromkeys(self.units.values(), 1.0)
        for name, value in self.values.items():
            self.sizes[self.units[name]] = max(self.sizes[self.units[name]], abs(value))

    def check(self, given: dict[str, float]) -> None:
        """Every number is the engine's, to 1e-12 of the largest with its unit, times the condition of the position."""
        for name, value in self.values.items():
            off, unit = abs(given[name] - value), self.units[name]
            allowed = self.factor * self.sizes[unit]
            if unit == "rad":
                off = abs(math.remainder(given[name] - value, 2 * math.pi))
            if name.endswith(".direction"):  # of a force, however small it is beside the others
                allowed *= self.sizes["N"] / max(self.values[name.removesuffix("direction") + "force"], 1e-300)
            if name.rpartition(".")[2] in ("e0", "e1", "e2", "e3"):  # both signs are the same orientation
                off = min(off, abs(given[name] + value))
            assert off <= allowed, f"{name}: {given[name]} beside {value}"


def quoted(name: str) -> str:
    """A channel whose owner is no word stands in quotes."""
    owner, dot, label = name.partition(".")
    return f"{owner if owner.isidentifier() else repr(owner)}{dot}{label}"


@pytest.mark.parametrize("path", TAKEN, ids=[path.stem for path in TAKEN])
def test_linear_matrices_are_the_derivatives_of_the_engine(path: Path, tmp_path: Path) -> None:
    """A, B, C, D along directions of all states and inputs, in C, against the complex step through the engine.

    Where rows imply others, accelerations away from the constraints are none: such models are left out.
    """
    m: Any = lw.load(path)
    rough = (".e0", ".e1", ".e2", ".e3", ".direction", ".deflection", ".stress")  # of any sign, of no force, of no part
    smooth = [name for name in channels(m) if not name.endswith(rough)]
    names = smooth[:: max(1, len(smooth) // MOST_CHANNELS)]
    p = m.program(linear=True, outputs=[quoted(name) for name in names])
    library = CLibrary(p, tmp_path)
    functions = {"move": library.move} | ({"close": library.close} if "closure" in p.results else {})
    states, random = States(m, p, 2, functions), np.random.default_rng(5)
    first, labels = len(p.coordinates), list(map(unquoted, p.outputs))
    for _ in range(DIRECTIONS):
        states.draw_regular()
        rows = states.dynamics.jacobian()
        if len(rows) and np.linalg.matrix_rank(rows, 1e-9) < len(rows):
            return
        dq, dv, dx, du = (random.normal(size=n) for n in (states.n, states.n, len(p.states), len(p.inputs)))
        state = [states.q, states.v, states.x, states.u]
        a, b, c, d = library.call("linear", TIME, state, "A", "B", "C", "D")
        dy = np.concatenate([states.direction(dq), dv, dx])
        run = states.changing_run(dq, dv, dx, du)
        wanted = run.a[0].imag / STEP
        size = max(float(np.abs(wanted).max(initial=0.0)), 1.0)
        assert (a @ dy + b @ du)[first : first + states.n] == pytest.approx(wanted, rel=1e-9, abs=1e-9 * size)
        changes = {name: find(run, name) for name in names}
        sizes = dict.fromkeys((unit for _, unit in changes.values()), 1.0)
        for values, unit in changes.values():
            sizes[unit] = max(sizes[unit], abs(values[0].imag / STEP))
        ours = dict(zip(labels, c @ dy + d @ du, strict=True))
        for name, (values, unit) in changes.items():
            if name.endswith((".force", ".torque")) and abs(values[0].real) < 1e-6:
                continue  # the length of a vector that vanishes
            assert ours[name] == pytest.approx(values[0].imag / STEP, rel=1e-9, abs=1e-9 * sizes[unit]), name
