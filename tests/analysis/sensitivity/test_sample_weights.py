"""Weights of samples: the same as by moving one sample after the other, at a cost that points do not raise."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.analysis.responses import read_response
from linkwork.analysis.sensitivity.adjoint_seeds import _Asked
from linkwork.analysis.sensitivity.sample_weights import sample_weights
from linkwork.numerics.analytic import STEP
from linkwork.run.run import Run


def pendulum_run(points: int) -> Run:
    m = lw.Planar("pendulum")
    m.set_gravity(0, -9.81)
    bob = m.body("bob", estimate=(0, 0, 1.0))
    m.mass("bob", mass=1, center=(0, -0.8), inertia=0.01)
    m.revolute("O", m.ground.at(0, 0), bob.at(0, 0))
    return m.simulate(until=1.0, points=points, progress=False)


TEXTS = (
    "integral(bob.angle^2 + bob.center.x^2)",
    "mean(bob.angle)/rms(bob.center.y) + 3*final(bob.omega)",
    "integral(energy.kinetic*bob.angle)",
    "integral((bob.angle - mean(bob.angle))^2)",
    "max(bob.center.x) - integral(bob.omega)",
)


@pytest.mark.parametrize("text", TEXTS)
def test_weights_are_those_of_samples_moved_one_by_one(text):
    response, run = read_response(text), pendulum_run(17)
    found = sample_weights(response.value, _Asked(run))
    asked = _Asked(run)
    size = max(np.max(np.abs(weights)) for weights in found.values())
    for name in (name for name in found if name != "t"):
        for number in range(len(run.t)):
            asked.moved = {name: np.eye(len(run.t))[number]}
            expected = np.imag(response.value(asked)) / STEP
            assert found[name][number] == pytest.approx(expected, rel=1e-9, abs=1e-12 * size)


def test_more_points_take_no_more_evaluations_of_integrals():
    counts = []
    for points in (21, 161):
        response, called = read_response(TEXTS[0]), []
        sample_weights(lambda run, r=response, c=called: (c.append(1), r.value(run))[1], _Asked(pendulum_run(points)))
        counts.append(len(called))
    assert counts[0] == counts[1] < 40
