"""Channels, reactions, free bodies and files of runs in space."""

from __future__ import annotations

import functools
from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from linkwork.run.run import Run
from spatial_models import flat_four_bar, pendulum, slider_crank

CLOSE = {"rtol": 1e-9, "atol": 1e-9}


@functools.cache
def swinging() -> Run:
    return pendulum("0.3 + 9*t").inverse_dynamics(4.0, 21, formulation="cartesian", progress=False)


@functools.cache
def cranking() -> Run:
    return slider_crank().inverse_dynamics(1.0, 41, formulation="cartesian", progress=False)


def test_a_hinge_counts_its_turns_however_far_apart_the_frames_are() -> None:
    run = swinging()
    assert np.allclose(run["A.angle"], 0.3 + 9 * run.t, **CLOSE)
    assert np.allclose(run["A.omega"], 9.0, **CLOSE)
    assert np.allclose(run["A.alpha"], 0.0, atol=1e-8)


def test_angular_velocities_are_told_along_the_world_and_along_the_body() -> None:
    run = cranking()
    matrix = run.motion.matrix("rod")
    world = np.stack([run[f"rod.w{axis}"] for axis in "xyz"], axis=-1)
    body = np.stack([run[f"rod.omega.{axis}"] for axis in "xyz"], axis=-1)
    assert np.allclose(np.einsum("fij,fj->fi", matrix, body), world, **CLOSE)
    assert np.max(np.abs(world - body)) > 0.1


def test_points_and_their_derivatives_agree_with_differences() -> None:
    m = slider_crank()
    m.add_point("rod", "tip", (0.05, 0.1, -0.2))
    h = 1e-5
    run = m.kinematics(0.3 + h, 3, start=0.3 - h, formulation="cartesian", progress=False)
    for axis in "xyz":
        x, v = run[f"rod.tip.{axis}"], run[f"rod.tip.v{axis}"]
        assert v[1] == pytest.approx((x[2] - x[0]) / (2 * h), rel=1e-7, abs=1e-8)
        assert run[f"rod.tip.a{axis}"][1] == pytest.approx((v[2] - v[0]) / (2 * h), rel=1e-6, abs=1e-6)
    for name, rate in (
        ("C.first_angle", "C.first_angle_rate"),
        ("angle(rod.x, ground.x)", "angle(rod.x, ground.x).rate"),
    ):
        assert run[rate][1] == pytest.approx((run[name][2] - run[name][0]) / (2 * h), rel=1e-6)


def test_orientations_are_told_in_every_way_and_agree() -> None:
    run = swinging()
    turn = 0.3 + 9 * run.t
    assert np.allclose(np.abs(run["arm.e0"]), np.abs(np.cos(turn / 2)), **CLOSE)
    assert np.max(np.abs(np.diff(run["arm.e2"]))) < 1.0
    assert np.allclose(run["axis(arm, x).z"], -np.sin(turn), **CLOSE)
    assert np.allclose(np.cos(run["bryant(arm).2"]), np.cos(turn), **CLOSE)
    assert np.allclose(np.cos(run["angle(arm.x, ground.x)"]), np.cos(turn), **CLOSE)
    assert run.unit("euler(arm, zxz).1") == "rad"
    assert np.allclose(run["arm.tool.x"], run["arm.tip.x"], **CLOSE)


def test_a_hinge_carries_weight_and_centrifugal_force() -> None:
    run = swinging()
    turn = 0.3 + 9 * run.t
    assert np.allclose(run["A.fx"], -2 * 0.5 * 81 * np.cos(turn), **CLOSE)
    assert np.allclose(run["A.fz"], 2 * 9.81 + 2 * 0.5 * 81 * np.sin(turn), **CLOSE)
    assert np.allclose(run["motor.ty"], -2 * 9.81 * 0.5 * np.cos(turn), **CLOSE)
    assert np.allclose(run["on(A, ground).fz"], -run["A.fz"], **CLOSE)
    assert np.allclose(run["reaction(A, arm).fx"], -81.0 - 2 * 9.81 * np.sin(turn), **CLOSE)
    assert np.allclose(run["A.force"] ** 2, run["A.fx"] ** 2 + run["A.fz"] ** 2, **CLOSE)
    assert np.allclose(np.abs(run["A.joint.fz"]), 0.0, atol=1e-9)


def test_the_power_of_the_motor_is_the_growth_of_the_energy() -> None:
    h = 1e-4
    m = slider_crank()
    run = m.inverse_dynamics(0.5, 2, formulation="cartesian", progress=False)
    run = m.inverse_dynamics(0.2 + h, 3, start=0.2 - h, formulation="cartesian", progress=False)
    power = (run["energy.total"][2] - run["energy.total"][0]) / (2 * h)
    assert run["motor.tx"][1] * 2 * np.pi == pytest.approx(power, rel=1e-6)


def test_forces_on_every_body_cut_free_balance_its_inertia() -> None:
    run = cranking()
    for body in ("crank", "rod", "slider"):
        free = run.free_body(body)
        assert np.max(np.abs(free.imbalance())) < 1e-10 * max(free.largest_force(), 1.0)
        assert {one.name for one in free.acting} >= {"gravity"}


def test_out_of_plane_reactions_of_a_planar_four_bar_are_not_unique_and_zero() -> None:
    run = flat_four_bar().inverse_dynamics(6.0, 25, formulation="cartesian", progress=False)
    assert run.loads is not None
    doubtful = run.loads.unique.doubtful()
    assert doubtful == dict.fromkeys(("O", "A", "B", "C"), ("fz", "tx", "ty"))
    assert np.max(np.abs(run["A.fz"])) < 1e-9
    assert run.label("A.fz") == "A.fz (not unique)" and run.label("A.fx") == "A.fx"
    assert "* not unique" in run.reactions()


def test_a_run_in_space_is_written_and_read_again(tmp_path: Path) -> None:
    run = cranking()
    run.save(tmp_path / "a.run")
    again = lw.load_run(tmp_path / "a.run")
    for name in ("rod.rx", "O.angle", "C.tz", "energy.kinetic"):
        assert np.array_equal(again[name], run[name])
    run.to_csv(tmp_path / "a.csv", "slider.x", "O.fx")
    assert (tmp_path / "a.csv").read_text().startswith("t (s),slider.x (m),O.fx (N)")


def test_unknown_channels_in_space_are_refused_with_what_there_is() -> None:
    run = swinging()
    with pytest.raises(lw.AnalysisError, match=r"there is no channel 'arm\.angle'"):
        run["arm.angle"]
    with pytest.raises(lw.AnalysisError, match="is no axis"):
        run["angle(arm, ground)"]
    with pytest.raises(lw.AnalysisError, match="order"):
        run["euler(arm, zzz).1"]


def test_a_spring_acts_at_its_points() -> None:
    """Its force is told where it pulls, with no torque about that point."""
    m = lw.Spatial("stay")
    body = m.body("b", (0, 0, 1), mass={"mass": 1, "inertia": [1, 1, 1]}, points={"head": (0.2, 0.1, 0.3)})
    m.spring("stay", m.ground.at(1, 2, 0), body.at("head"), stiffness=10)
    run = m.simulate(0.1, 3, progress=False)
    [stay] = [one for one in run.free_body("b").acting if one.name == "stay"]
    assert stay.point[0] == pytest.approx([0.2, 0.1, 0.3])
    assert np.abs(stay.torque).max() < 1e-12
