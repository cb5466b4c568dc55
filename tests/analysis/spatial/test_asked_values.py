"""Rows and right-hand sides of held rotations and rates, by the complex step."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.elements.spatial.joints.start_rates import RotationComponent, SpinRate
from linkwork.system.constraints.equations import Equations
from linkwork.system.tables.compile import compile_system
from spatial_models import HEAVY

STEP = 1e-30


def _equations(element: Any) -> Equations:
    m = lw.Spatial("body")
    m.body("arm", mass=HEAVY)
    return Equations(compile_system(m, held={"asked": element}, scalar="complex", rolling=True))


@pytest.mark.parametrize("axis", ["x", "y", "z"])
@pytest.mark.parametrize("size", [1e-3, 0.05, 1.0, 2.5])
def test_a_held_rotation_has_its_true_derivatives(axis: str, size: float) -> None:
    equations = _equations(RotationComponent(on="arm", axis=axis, value="0.3*t^2"))
    random, t = np.random.default_rng(3), 0.7
    turn = random.normal(size=3)
    q, v = np.zeros(6, complex), random.normal(size=6)
    q[3:] = size * turn / np.linalg.norm(turn)

    def rate(h: Any) -> Any:
        equations.evaluate(equations.world.moved(1, q, h * v.astype(complex)), t + h, v)
        return (equations.jacobian() @ v - equations.velocity_side())[0]

    equations.evaluate(equations.world.moved(1, q, 1j * STEP * v), t + 1j * STEP)
    slope = equations.residual()[0].imag / STEP
    assert rate(0.0).real == pytest.approx(slope, rel=1e-9, abs=1e-11)
    found = rate(1j * STEP).imag / STEP
    equations.evaluate(q, t, v)
    assert -equations.acceleration_side()[0].real == pytest.approx(found, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("own", [True, False])
def test_a_spin_is_along_the_body_or_along_the_world(own: bool) -> None:
    equations = _equations(SpinRate(on="arm", axis="y", own_axis=own, value="2*t"))
    q = np.array([0, 0, 0, 0.4, -0.3, 0.9], complex)
    equations.evaluate(q, 0.0)
    from linkwork.places.spatial import rotations

    expected = [0, 1, 0] if own else rotations.matrix(q[3:].real)[1]
    assert equations.jacobian()[0, 3:].real == pytest.approx(expected, abs=1e-14)
    assert equations.velocity_side()[0].real == pytest.approx(2.0)
