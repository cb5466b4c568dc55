"""The chains in space are those of their reference, and the suite judges its bars from what it measured."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from bench import dynamics, space
from bench.peers import common, references
from bench.peers.programs import Program
from bench.space_problems import four_bar, revolutes, slider_crank, with_balls

TIGHT = {"rtol": 1e-11, "atol": 1e-13}


@pytest.fixture(autouse=True)
def own_references(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(references, "REFDIR", str(tmp_path_factory.getbasetemp() / "references"))


@pytest.mark.parametrize("formulation", ["projection", "joint"])
def test_a_chain_with_ball_joints_moves_as_independent_equations_say(formulation: str) -> None:
    problem = with_balls(10)
    points = len(problem.times) + 1
    options: dict[str, Any] = {"speeds": problem.speeds, "formulation": formulation, "progress": False, **TIGHT}
    run = problem.build().simulate(problem.end, points, **options)
    assert problem.error(run.system.bodies, run.q) < 1e-9


def test_a_long_chain_begins_with_the_accelerations_of_independent_equations() -> None:
    problem, count = with_balls(50), 50
    run = problem.build().simulate(1e-3, 2, speeds=problem.speeds, progress=False)
    u, bent = (
        common.balls_start(count)[: 3 * count].reshape(-1, 3),
        common.balls_rhs(count)(0.0, common.balls_start(count)),
    )
    second = bent[3 * count :].reshape(-1, 3)
    ends = common.LL * np.cumsum(second, 0)
    centres = ends - common.LL / 2 * second
    found = run.a[0].reshape(count, 6)[:, :3]
    assert np.allclose(np.sum(u * u, 1), 1.0)
    assert np.allclose(found, centres, rtol=0, atol=1e-8 * np.max(np.abs(centres)))


def test_the_reference_keeps_energy_lengths_and_the_angular_momentum_about_the_vertical() -> None:
    count = 6
    options: dict[str, Any] = {"method": "DOP853", "rtol": 1e-12, "atol": 1e-12, "t_eval": [0.0, 0.5, 1.0]}
    y = references.solve_ivp(common.balls_rhs(count), (0, 1), common.balls_start(count), **options).y.T
    u, v = y[:, : 3 * count].reshape(3, count, 3), y[:, 3 * count :].reshape(3, count, 3)
    assert np.allclose(np.linalg.norm(u, axis=-1), 1.0, rtol=0, atol=1e-10)
    matrix = common.balls_matrix(count)
    moving = 0.5 * np.einsum("tia,ij,tja->t", v, matrix, v)
    lifted = common.G * common.ML * np.sum(common.balls_points(u)[..., 2] - common.LL / 2 * u[..., 2], -1)
    assert np.ptp(moving + lifted) < 1e-10
    spin = common.BALL_JA * (common.BALL_SPIN + common.BALL_TURN * common.BALL_U0[2])
    about = np.einsum("tia,ij,tja->tij", u[..., [0]], matrix, v[..., [1]]) - np.einsum(
        "tia,ij,tja->tij", u[..., [1]], matrix, v[..., [0]]
    )
    momentum = about.sum((1, 2)) + spin * u[..., 2].sum(-1)
    assert np.ptp(momentum) < 1e-10
    assert np.max(np.abs(u[..., 1])) > 0.5  # it leaves the plane in which it was drawn


def test_a_chain_without_spin_moves_otherwise() -> None:
    problem = with_balls(4)
    speeds = {name: 0.0 if name.endswith("omega.x") else value for name, value in problem.speeds.items()}
    run = problem.build().simulate(problem.end, len(problem.times) + 1, speeds=speeds, progress=False, **TIGHT)
    assert problem.error(run.system.bodies, run.q) > 1e-4


def test_quaternions_and_angles_of_other_programs_give_the_same_ends() -> None:
    angles, _ = common.balls_angles(3)
    angles[1] = [0.3, -0.4, 0.5]
    half = angles / 2
    zero = np.zeros(3)

    def about(axis: int, turn: Any) -> Any:
        return np.stack([np.cos(turn), *(np.sin(turn) if k == axis else zero for k in range(3))], -1)

    def product(a: Any, b: Any) -> Any:
        w = a[:, 0] * b[:, 0] - np.sum(a[:, 1:] * b[:, 1:], 1)
        return np.concatenate([w[:, None], a[:, :1] * b[:, 1:] + b[:, :1] * a[:, 1:] + np.cross(a[:, 1:], b[:, 1:])], 1)

    quaternions = product(product(about(2, half[:, 0]), about(1, half[:, 1])), about(0, half[:, 2]))
    ends = common.balls_from_turns(common.turns_of_angles(angles))
    assert np.allclose(ends, common.balls_from_turns(common.turns_of_quaternions(quaternions)), rtol=0, atol=1e-15)
    assert np.allclose(ends[0], common.LL * common.BALL_U0, rtol=0, atol=1e-15)


def test_ten_hinges_are_skew_and_keep_their_energy() -> None:
    run = revolutes(10).simulate(0.2, 3, formulation="joint", progress=False)
    assert run.statistics["steps"] > 0
    assert np.ptp(run["energy.total"]) < 1e-6
    assert np.all(np.ptp(run.q.reshape(3, 10, 6)[:, 1:, :3], axis=0).max(-1) > 1e-3)


@pytest.mark.parametrize("build", [slider_crank, four_bar])
def test_the_mechanisms_of_the_book_go_round(build: Any) -> None:
    run = build().kinematics(1.0, 21, progress=False)
    assert run.completed and np.max(run.violation()) < 1e-10


def test_the_suite_prints_and_judges_its_bars_without_other_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Program, "missing", lambda self: f"not installed: pip install {self.package}")
    monkeypatch.setattr(space, "SIZES", (10,))
    monkeypatch.setattr(space, "GROWTH", (4, 8))
    monkeypatch.setattr(space, "ROUNDS", 1)
    monkeypatch.setattr(dynamics, "REPEATS", 2)
    monkeypatch.setattr(dynamics, "TOLERANCES", (1e-3, 1e-7))
    monkeypatch.setattr(dynamics, "STEPS", (100,))
    lines = list(space.table(space.rows()))
    assert sum("not installed: pip install" in line for line in lines) >= len(space.PEERS)
    assert sum(line.startswith("bar: ") for line in lines) == 4


def row(problem: str, program: str, what: str, seconds: float) -> dict[str, Any]:
    return {"problem": problem, "program": program, "what": what, "0.0001": {"cpu_s": seconds}}


def test_bars_compare_with_the_right_program() -> None:
    found = [
        row("balls50", "linkwork", "Cartesian", 0.02),
        row("balls50", "linkwork", "joint", 0.001),
        row("balls50", "exudyn", "bodies", 0.06),
        row("balls50", "exudyn", "tree", 0.5),
        row("balls100", "linkwork", "joint", 0.01),
        row("balls100", "mujoco", "", 0.05),
        row("balls100", "pinocchio", "", 0.03),
    ]
    against_bodies, against_all = space.bars(found)
    assert (against_bodies["value"], against_bodies["met"]) == (pytest.approx(3.0), False)
    assert (against_all["value"], against_all["met"]) == (pytest.approx(3.0), True)
