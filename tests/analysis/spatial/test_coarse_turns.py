"""Whole turns of angles in space are counted in the loop, however few points a run has."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from spatial_models import slider_crank

ANGLES = ("O.angle", "crank.rx")


def pendulum() -> lw.Spatial:
    m = lw.Spatial("pendulum")
    m.set_gravity(0, 0, -9.81)
    m.body("w", (0, 0, -1), mass={"mass": 1, "inertia": [0.01] * 3})
    m.revolute("O", m.ground, "w", at=(0, 0, 0), axis=(0, 1, 0))
    return m


@pytest.mark.parametrize("formulation", ["joint", "projection"])
@pytest.mark.parametrize("speed", [6.4, 7.0, 20.0])
def test_a_pendulum_over_the_top_turns_as_often_in_few_points_as_in_many(formulation: str, speed: float) -> None:
    options = {"speeds": {"O.omega": speed}, "formulation": formulation, "progress": False}
    fine = pendulum().simulate(10.0, 2001, **options)
    for points in (2, 6, 11):
        run = pendulum().simulate(10.0, points, **options)
        rows = slice(None, None, 2000 // (points - 1))
        for name in ("O.angle", "w.ry"):
            np.testing.assert_allclose(run[name], fine[name][rows], atol=1e-5, err_msg=f"{name} in {points} points")


@pytest.mark.parametrize("method", ["adams", "radau", "rk4", "alpha"])
def test_by_other_methods_too(method: str) -> None:
    step = {"step": 0.01} if method == "rk4" else {}
    options = {"speeds": {"O.omega": 7.0}, "progress": False}
    fine = pendulum().simulate(4.0, 401, **options)
    run = pendulum().simulate(4.0, 2, method=method, **options, **step)
    assert run["O.angle"][-1] == pytest.approx(fine["O.angle"][-1], abs=0.05)


@pytest.mark.parametrize("formulation", ["cartesian", "joint"])
@pytest.mark.parametrize("analysis", ["kinematics", "inverse_dynamics"])
def test_a_driven_crank_turns_as_it_is_driven(analysis: str, formulation: str) -> None:
    """Between points 1 s apart it turns 3 times and back twice, with the same speed at all of them."""
    m = lw.Spatial("crank")
    m.body("crank", mass={"mass": 1, "inertia": [0.01, 0.02, 0.03]})
    m.revolute("O", m.ground, "crank", at=(0, 0, 0), axis=(1, 0, 0))
    m.drive("motor", joint="O", angle="2*pi*(3*t - 2*sin(pi*t)^2 + 4*sin(pi*t)^4)")
    m.joint_spring("k", "O", stiffness=2)
    run = getattr(m, analysis)(until=3.0, points=4, formulation=formulation, progress=False)
    for name in ANGLES:
        np.testing.assert_allclose(run[name], 6 * np.pi * run.t, atol=1e-9, err_msg=name)
    if analysis == "inverse_dynamics":
        np.testing.assert_allclose(run["k.torque"], 2 * 6 * np.pi * run.t, atol=1e-8)


def test_a_slider_crank_counts_its_turns_in_eleven_points() -> None:
    run = slider_crank().kinematics(20.0, 11, progress=False)
    for name in ANGLES:
        np.testing.assert_allclose(run[name], 2 * np.pi * run.t, atol=1e-8, err_msg=name)


def test_a_saved_run_keeps_its_turns(tmp_path: Path) -> None:
    run = pendulum().simulate(10.0, 6, speeds={"O.omega": 7.0}, progress=False)
    run.save(tmp_path / "run.npz")
    np.testing.assert_array_equal(lw.load_run(tmp_path / "run.npz")["O.angle"], run["O.angle"])


def test_a_run_that_goes_on_keeps_its_turns() -> None:
    options = {"speeds": {"O.omega": 7.0}, "progress": False}
    whole = pendulum().simulate(8.0, 5, **options)
    half = pendulum().simulate(4.0, 3, **options).go_on(8.0, 2, progress=False)
    np.testing.assert_allclose(half["O.angle"], whole["O.angle"], atol=1e-12)


def test_the_vector_of_a_tumbling_body_runs_on() -> None:
    """A free body that turns about its middle axis passes near its reference: the vector is quick there, yet whole."""
    m = lw.Spatial("tumbling")
    m.body("b", mass={"mass": 1, "inertia": [0.1, 0.2, 0.3]})
    speeds = {"b.omega.x": 0.05, "b.omega.y": 3.0, "b.omega.z": 0.02}
    fine = m.simulate(6.0, 1201, speeds=speeds, progress=False)
    vectors = np.stack([fine[f"b.{name}"] for name in ("rx", "ry", "rz")], axis=-1)
    assert np.max(np.linalg.norm(np.diff(vectors, axis=0), axis=1)) < 1.0
