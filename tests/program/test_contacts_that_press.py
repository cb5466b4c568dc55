"""Contacts with a law of force as programs: those of one moment are the engine's, those that remember are refused."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import AnalysisError
from linkwork.program.tangent import directional
from linkwork.program.tape import Tape
from program.c_library import COMPILER
from program.fmi_calls import Fmu
from program.shipped import with_library

PLAIN = [
    {"type": "hertz", "stiffness": 4e6},
    {"type": "kelvin-voigt", "stiffness": 1e5, "damping": 100},
    {"type": "hunt-crossley", "stiffness": 4e6, "damping": 1e6},
]
WORDS = "contact 'C' remembers the speed of its first touch"


def dropped(law: dict[str, Any], count: int = 1, friction: float = 0.0) -> lw.Planar:
    """A ball that falls on a floor, or several, each a little later."""
    m = lw.Planar("dropped")
    m.set_gravity(0, -9.81)
    m.ground.profile("floor", lw.wall((0, 0), (-1, 0)))
    for number in range(count):
        name = f"ball{number or ''}"
        ball = m.body(name, estimate=(0.3 * number, 0.06 + 0.003 * number, 0))
        m.mass(name, mass=1, inertia=0.001)
        ball.profile("rim", lw.circle(0.05))
        m.contact(f"C{number or ''}", "ground.floor", f"{name}.rim", force=law, friction=friction)
    return m


@pytest.mark.parametrize("law", PLAIN, ids=[law["type"] for law in PLAIN])
def test_a_law_of_depth_and_rate_has_the_accelerations_of_a_run(law: dict[str, Any]) -> None:
    m, functions = dropped(law), dict[str, Any]()
    exec(m.program().source("python"), functions)
    run = m.simulate(until=0.06, points=241, progress=False)
    ours = [functions["accelerations"](t, q, v, [], [])[0] for t, q, v in zip(run.t, run.q, run.v, strict=True)]
    assert np.abs(run.a).max() > 100.0
    assert np.array(ours) == pytest.approx(run.a, abs=1e-9)


@pytest.mark.parametrize("coordinates", ["bodies", "joints"])
def test_several_contacts_with_damping_and_friction_are_those_of_a_run(coordinates: str) -> None:
    m, functions, speeds = dropped(PLAIN[1], 3, 0.3), dict[str, Any](), {"ball.vx": 0.5, "ball1.vx": -0.5}
    program = m.program(coordinates=coordinates)
    exec(program.source("python"), functions)
    run = m.simulate(until=0.06, points=61, progress=False, speeds=speeds)
    bodies = [re.sub(r"free\((.*)\)", r"\1", name) for name in program.coordinates]
    order = [list(run.system.coordinates).index(name) for name in bodies]
    pressed = set[int]()
    for t, q, v, a in zip(run.t, run.q, run.v, run.a, strict=True):
        ours = functions["accelerations"](t, q[order], v[order], [], [])[0]
        assert np.array(ours) == pytest.approx(a[order], rel=1e-12, abs=1e-9)
        pressed |= set(np.flatnonzero(np.abs(a + 9.81) > 20.0) // 3)
    assert pressed == {0, 1, 2}


@pytest.mark.skipif(COMPILER is None, reason="no C compiler")
@pytest.mark.parametrize("law", PLAIN, ids=[law["type"] for law in PLAIN])
def test_an_fmu_is_our_own_run_in_the_same_steps_through_first_and_last_contact(
    law: dict[str, Any], tmp_path: Path
) -> None:
    m, step, names = dropped(law, 2), 1e-4, ["ball.y", "ball.vy", "ball1.y", "ball1.vy"]
    run = m.simulate(until=0.065, points=651, progress=False, method="rk4", step=step, formulation="joint")
    told = [event.text.split(":")[0] for event in run.events]
    assert told == [f"contact '{name}' {what}" for what in ("begins to press", "parts") for name in ("C", "C1")]
    it = Fmu(with_library(m.fmu(tmp_path / "it.fmu", "2.0", step, outputs=names, binary=False)), tmp_path / "there")
    it.start()
    for number in range(650):
        assert it.step(number * step, step) == 0
        assert it.get(*names) == pytest.approx([run[name][number + 1] for name in names], abs=1e-9)


@pytest.mark.parametrize("kind", ["hunt-crossley", "lankarani-nikravesh", "flores", "gonthier"])
def test_a_law_by_the_speed_of_the_first_touch_is_refused(kind: str) -> None:
    m = dropped({"type": kind, "stiffness": 4e6, "restitution": 0.5})
    for coordinates in ("bodies", "joints"):
        with pytest.raises(AnalysisError, match=WORDS):
            m.program(coordinates=coordinates)


def test_what_no_selection_takes_may_divide_by_zero_and_has_a_slope_beside_it() -> None:
    tape = Tape()
    x = tape.input("x")
    chosen = tape.select(x < 0.0, (x - 1.0) / 0.0, 2.0 * x)
    slope = directional(tape, [chosen.place], {"x": 1.0})[chosen.place]
    condition, one, other = tape.operands[slope.place]
    assert tape.codes[condition] == "lt"
    assert np.isnan(tape.known(one))
    assert tape.known(other) == 2.0
