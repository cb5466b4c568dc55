"""Accelerations of mechanisms without masses: what rounding leaves of the forces is not refined away into them."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.places import layout_kernel as layout
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
        equations = states.functions["equations"](TIME, states.q, states.v, states.x, states.u)
        jacobian, gamma = np.reshape(equations["jacobian"], shape).astype(float), np.array(equations["gamma"], float)
        accelerations = states.accelerations()
        scale = max(np.abs(gamma).max(), np.abs(accelerations).max(), 1.0)
        assert np.abs(jacobian @ accelerations - gamma).max() < 1e-11 * scale


def test_coordinates_without_mass_do_not_take_the_digits_of_small_masses() -> None:
    """Nodes of a thin wire, some 1e-11 kg m^2, beside a winch that cannot turn and has no inertia."""
    m = lw.load(next(path for path in EXAMPLES if path.stem == "paid-out-cable"))
    program = m.program()
    states = States(m, program)
    states.draw_regular()
    equations = states.functions["equations"](TIME, states.q, states.v, states.x, states.u)
    mass, rows = (
        np.reshape(equations[name], program.recorded.shapes[name]).astype(float) for name in ("mass", "jacobian")
    )
    matrix = np.block([[mass, rows.T], [rows, np.zeros((len(rows), len(rows)))]])
    true = np.linalg.solve(matrix, np.array([*equations["forces"], *equations["gamma"]], float))[len(mass) :]
    k, scale = states.system.k, 1e-13 * np.abs(true).max()
    states.accelerations()
    _, recorded = states.functions["accelerations"](TIME, states.q, states.v, states.x, states.u)
    assert np.abs(np.array(recorded) - true).max() < scale
    assert np.abs(states.w[k[layout.MULTIPLIERS] :][: len(rows)] - true).max() < scale
