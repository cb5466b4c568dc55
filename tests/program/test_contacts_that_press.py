"""Contacts with a law of force as programs: those of one moment are the engine's, those that remember are refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import AnalysisError
from linkwork.program.tangent import directional
from linkwork.program.tape import Tape

PLAIN = [
    {"type": "hertz", "stiffness": 4e6},
    {"type": "kelvin-voigt", "stiffness": 1e5, "damping": 100},
    {"type": "hunt-crossley", "stiffness": 4e6, "damping": 1e6},
]
WORDS = "contact 'C' remembers the speed of its first touch"


def dropped(law: dict[str, Any]) -> lw.Planar:
    """A ball that falls on a floor."""
    m = lw.Planar("dropped")
    m.set_gravity(0, -9.81)
    ball = m.body("ball", estimate=(0, 0.06, 0))
    m.mass("ball", mass=1, inertia=0.001)
    ball.profile("rim", lw.circle(0.05))
    m.ground.profile("floor", lw.wall((0, 0), (-1, 0)))
    m.contact("C", "ground.floor", "ball.rim", force=law)
    return m


@pytest.mark.parametrize("law", PLAIN, ids=[law["type"] for law in PLAIN])
def test_a_law_of_depth_and_rate_has_the_accelerations_of_a_run(law: dict[str, Any]) -> None:
    m, functions = dropped(law), dict[str, Any]()
    exec(m.program().source("python"), functions)
    run = m.simulate(until=0.06, points=241, progress=False)
    ours = [functions["accelerations"](t, q, v, [], [])[0] for t, q, v in zip(run.t, run.q, run.v, strict=True)]
    assert np.abs(run.a).max() > 100.0
    assert np.array(ours) == pytest.approx(run.a, abs=1e-9)


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
