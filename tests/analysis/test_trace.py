"""Trace: circuits, limits of the input, closure, and what is read off the curve."""

from __future__ import annotations

import numpy as np
import pytest

from analysis.builders import four_bar, slider_crank
from linkwork.errors import AnalysisError


def test_a_grashof_four_bar_has_two_circuits_without_limits() -> None:
    trace = four_bar(3.0).trace(progress=False)
    assert len(trace.circuits) == 2
    assert all(circuit.closed and not circuit.limits for circuit in trace.circuits)
    assert "it can go round" in trace.text()


def test_limits_of_a_crank_that_cannot_go_round_are_exact() -> None:
    trace = slider_crank(1.9).trace(progress=False)
    limit = np.arcsin(0.95)
    found = sorted(limit.value for circuit in trace.circuits for limit in circuit.limits)
    assert len(trace.circuits) == 2
    expected = sorted([-limit, limit, np.pi - limit, np.pi + limit])
    assert np.allclose(np.mod(found, 2 * np.pi), np.mod(expected, 2 * np.pi), atol=1e-10) or np.allclose(
        np.sort(np.mod(found, 2 * np.pi)), np.sort(np.mod(expected, 2 * np.pi)), atol=1e-10
    )


def test_the_curve_lies_on_the_constraints_and_its_derivatives_are_those_of_the_curve() -> None:
    (run, *_) = (circuit.run for circuit in four_bar(1.9).trace(progress=False).circuits)
    assert np.max(run.violation()) < 1e-12
    speeds = np.linalg.norm(run.v / run.system.column_scale, axis=1)
    assert np.allclose(speeds, 1.0, atol=1e-10)
    from linkwork.analysis.arc import Follower

    follower = Follower(run.system, run.q[5])
    tangent, step = run.v[5] / run.system.column_scale, 1e-3
    points = [follower.onto(run.q[5] + s * step * run.v[5]) for s in (-1, 1)]
    tangents = [follower.tangent(point, tangent) for point in points if point is not None]
    curvature = (tangents[1] - tangents[0]) / (2 * step)
    assert np.allclose(curvature, run.a[5] / run.system.column_scale, atol=1e-5)


def test_it_agrees_with_the_kinematic_run() -> None:
    circuit = four_bar(3.0).trace(progress=False).circuits[0].run
    run = four_bar(3.0).kinematics(1.0, 2001, progress=False)
    angles = np.mod(run["crank.angle"], 2 * np.pi)
    order = np.argsort(angles)
    expected = np.interp(np.mod(circuit["crank.angle"], 2 * np.pi), angles[order], run["follower.angle"][order])
    assert np.max(np.abs(expected - circuit["follower.angle"])) < 1e-4


def test_transmission_angle_of_the_four_bar_is_the_angle_in_the_triangle() -> None:
    run = four_bar(3.0).kinematics(1.0, 101, progress=False)
    pin = np.stack([2 * np.cos(run["crank.angle"]), 2 * np.sin(run["crank.angle"])], axis=-1)
    diagonal = np.linalg.norm(pin - np.array([4.0, -1.0]), axis=1)
    cosine = (4.0**2 + 3.0**2 - diagonal**2) / (2 * 4.0 * 3.0)
    angle = np.arccos(cosine)
    assert np.allclose(run["transmission(C)"], np.minimum(angle, np.pi - angle), atol=1e-10)
    assert np.allclose(run["pressure(C)"], np.pi / 2 - run["transmission(C)"])


def test_more_than_one_freedom_is_not_a_curve() -> None:
    m = four_bar()
    m.drivers.clear()
    extra = m.body("extra", estimate=(0, 0, 0))
    m.revolute("E", m.ground.at(0, 0), extra.at(0, 0))
    m._changed()
    with pytest.raises(AnalysisError, match="one freedom"):
        m.trace(progress=False)


def test_an_unknown_driver_is_refused() -> None:
    with pytest.raises(AnalysisError, match="there is no driver 'x'; drivers are: motor"):
        four_bar().trace("x")
