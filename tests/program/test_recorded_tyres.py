"""A wheel on its tyre as a program: every law of the tyre has the numbers of the engine, on the road and in the air."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from program.recorded_state import TIME, States

STIFF = {"slip_stiffness": 6e4, "cornering_stiffness": 5e4, "friction": 0.9}
CURVE = {"B": 10, "C": 1.6, "D": 0.95, "E": 0.3}
MAGIC = {"FNOMIN": 4000, "UNLOADED_RADIUS": 0.32, "PCX1": 1.6, "PDX1": 1.1, "PKX1": 20, "PCY1": 1.3, "PDY1": 1.0}
MAGIC |= {"PKY1": -15, "PKY2": 1.5, "QBZ1": 9, "QCZ1": 1.1, "QDZ1": 0.1, "RBX1": 12, "RBY1": 9}
BIKE = {name: value for name, value in MAGIC.items() if name != "PKY1"} | {"PKY1": -22.8, "PKY2": 2.2, "PKY3": 2.5}
BIKE |= {"PCY1": 0.8, "PCY2": 0.9, "PKY6": -0.7, "PEY5": -15, "QDZ8": -0.1, "QSY1": 0.01}
OLD = {"A0": 1.4, "A1": -22, "A2": 1011, "A3": 1078, "A4": 4.2, "A7": -0.3, "A10": 0.03, "B0": 1.6, "B2": 1144}
OLD |= {"B4": 226, "B8": 0.5, "C0": 2.4, "C1": -2.7, "C2": -2.3, "C4": -2.7, "C9": -4}
LAWS: dict[str, dict[str, Any]] = {
    "linear": STIFF,
    "hsri": STIFF,
    "brush": STIFF | {"patch": 0.05},
    "magic": {"friction": 0.9, "longitudinal": CURVE, "lateral": CURVE, "aligning": CURVE | {"D": 0.03}},
    "coefficients": {"coefficients": MAGIC},
    "motorcycle": {"model": "coefficients", "coefficients": BIKE},
    "letters": {"model": "coefficients", "coefficients": OLD},
}


def wheel(model: str) -> Any:
    """A wheel on an arm over the road, with a state for each direction of its tread."""
    m = lw.Spatial(model)
    m.set_gravity(0, 0, -9.81)
    carrier = m.body("carrier", (0, 0, 0.3), mass={"mass": 300, "inertia": (20, 20, 20)})
    body = m.body("wheel", (0, 0, 0.3), mass={"mass": 18, "inertia": (0.4, 0.8, 0.4)})
    m.revolute("hub", carrier, body, at=(0, 0, 0.3), axis=(0, 1, 0))
    lags = {"relaxation_along": 0.2, "relaxation_across": 0.3, "damping": 500, "rolling_resistance": 0.01}
    law = {"model": model} | LAWS[model]
    m.tyre("tyre", m.ground, body.frame(axis=(0, 1, 0)), radius=0.32, stiffness=2e5, **lags, **law)
    return m


@pytest.mark.parametrize("model", LAWS)
def test_a_tyre_is_a_program_of_true_selections(model: str) -> None:
    m = wheel(model)
    program = m.program()
    assert program.count("rates", "accelerations")["decisions"] < 60
    states = States(m, program)
    loads = set[bool]()
    for _ in range(20):
        states.draw()
        wanted = states.accelerations()
        found, _ = states.functions["accelerations"](TIME, states.q, states.v, states.x, states.u)
        assert found == pytest.approx(wanted, abs=1e-11 * max(1.0, np.abs(wanted).max()))
        loads.add(bool(abs(wanted[2] + 9.81) > 1e-6))
    assert loads == {True, False}
