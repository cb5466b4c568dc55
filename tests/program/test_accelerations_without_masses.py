"""Accelerations of mechanisms without masses: what rounding leaves of the forces is not refined away into them."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from program.recorded_state import TIME, States
from program.test_recorded_examples import EXAMPLES


@pytest.mark.parametrize("name", ["four-bar", "drag-link", "double-cardan"])
def test_they_obey_the_constraints_in_every_state(name: str) -> None:
    m = lw.load(next(path for path in EXAMPLES if path.stem == name))
    program = m.program()
    states = States(m, program)
    shape = program.recorded.shapes["jacobian"]
    for _ in range(120):
        states.draw()
        found = states.functions["equations"](TIME, states.q, states.v, states.x, states.u)
        jacobian, gamma = np.reshape(found["jacobian"], shape).astype(float), np.array(found["gamma"], float)
        accelerations = states.accelerations()
        scale = max(np.abs(gamma).max(), np.abs(accelerations).max(), 1.0)
        assert np.abs(jacobian @ accelerations - gamma).max() < 1e-11 * scale
