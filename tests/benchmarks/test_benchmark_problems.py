"""The models of the benchmark are those of its references, and the benchmark reports what it should."""

from __future__ import annotations

import json

import numpy as np
import pytest
from bench import dynamics
from bench.dynamic_problems import Problem, problems, with_windows
from bench.peers import common, references
from scipy.special import ellipj, ellipk

TIGHT = {"rtol": 1e-12, "atol": 1e-14}


@pytest.fixture(autouse=True)
def own_references(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(references, "REFDIR", str(tmp_path_factory.getbasetemp() / "references"))


@pytest.mark.parametrize("name", ["squeezer", "slidercrank", "chain10"])
def test_the_models_agree_with_independent_equations(name: str) -> None:
    problem = problems()[name]
    run = problem.build().simulate(problem.end, len(problem.times) + 1, progress=False, **TIGHT)
    assert np.allclose(run.t, problem.grid(), rtol=0, atol=1e-15)
    assert problem.error(run.system.bodies, run.q) < 1e-9


def test_long_chains_start_with_the_accelerations_of_independent_equations() -> None:
    problem = problems()["chain50"]
    run = problem.build().simulate(0.01, 2, progress=False)
    expected = common.chain_rhs(50)(0.0, np.concatenate([np.full(50, common.TH0), np.zeros(50)]))[50:]
    assert np.allclose(run.a[0, 2::3], expected, rtol=0, atol=1e-9 * np.max(np.abs(expected)))


def test_the_reference_of_the_windows_is_the_pendulum_of_elliptic_functions() -> None:
    modulus = np.sin(common.WTH0 / 2)
    _, cn, dn, _ = ellipj(np.sqrt(common.windows_rate(7)) * common.WINDOWS_T, modulus**2)
    angle = 2 * np.arcsin(modulus * cn / dn)
    assert np.allclose(common.windows_ref("windows7"), common.windows_points(angle, 7), rtol=0, atol=1e-11)


@pytest.mark.parametrize("formulation", ["projection", "joint"])
def test_windows_swing_as_one_pendulum_and_keep_their_energy(formulation: str) -> None:
    problem = with_windows("windows3")
    points = len(problem.times) + 1
    run = problem.build().simulate(problem.end, points, formulation=formulation, progress=False, **TIGHT)
    assert problem.error(run.system.bodies, run.q) < 1e-10
    energy = run["energy.total"]
    assert np.max(np.abs(energy - energy[0])) < 1e-9 * common.G


@pytest.mark.parametrize("name", ["a02-40", "a02-1000"])
def test_the_reference_of_the_turning_windows_keeps_the_energy_and_is_that_of_elliptic_functions(name: str) -> None:
    case, (angle, speed) = common.Windows(name), common.windows_states(name)
    rate = common.windows_rate(case.count)
    energy = speed**2 / 2 - rate * np.cos(angle)
    assert np.allclose(energy, 1.0 / 2 + rate, rtol=0, atol=1e-10)
    assert angle[-1] < -np.pi  # a turn and more, through both flat positions
    lowest = np.sqrt(1.0 + 4 * rate)  # speed when hanging
    sn, cn, _, _ = ellipj(lowest / 2 * case.times - ellipk(4 * rate / lowest**2), 4 * rate / lowest**2)
    points = common.windows_ref(name)[:, 0]
    assert np.allclose(points, np.stack([-2 * sn * cn, 2 * sn**2 - 1], -1), rtol=0, atol=1e-10)


def test_the_turning_windows_start_upright_with_one_metre_a_second_to_the_right() -> None:
    problem = problems()["a02-40"]
    assert problem.end == common.duration("a02-40") == 10.0 and common.duration("a02-1000") == 2.0
    run = problem.build().simulate(1e-3, 2, speeds=problem.speeds, progress=False)
    links = [3 * i for i, body in enumerate(run.system.bodies) if body.startswith("link")]
    ends = problem.points({f"link{i}": column for i, column in enumerate(links)}, run.q[:1])[0]
    assert np.allclose(ends, np.stack([np.arange(41), np.ones(41)], -1), rtol=0, atol=1e-12)
    # the end lies 1 m above the pin, so it travels with minus the rate of the angle
    assert np.allclose(run.v[0, [column + 2 for column in links]], -1.0, rtol=0, atol=1e-12)


@pytest.mark.parametrize("formulation", ["projection", "joint"])
def test_turning_windows_pass_their_flat_positions_as_one_pendulum(formulation: str) -> None:
    problem = with_windows("a02-3")
    options = {"speeds": problem.speeds, "formulation": formulation, "method": "rk4", "step": 0.005, "progress": False}
    run = problem.build().simulate(problem.end, len(problem.times) + 1, **options)
    assert problem.error(run.system.bodies, run.q) < 1e-6


def test_many_windows_start_with_the_acceleration_of_the_pendulum() -> None:
    run = problems()["windows40"].build().simulate(1e-3, 2, progress=False)
    columns = [3 * i + 2 for i, body in enumerate(run.system.bodies) if body.startswith("link")]
    assert np.allclose(run.a[0, columns], -common.windows_rate(40) * np.sin(common.WTH0), rtol=1e-9, atol=0)


def test_a_wrong_mass_is_noticed() -> None:
    problem = problems()["slidercrank"]
    mechanism = problem.build()
    mechanism.mass("rod", mass=0.801, inertia=common.SC["m2"] * common.SC["l2"] ** 2 / 12)
    run = mechanism.simulate(problem.end, len(problem.times) + 1, progress=False, **TIGHT)
    assert problem.error(run.system.bodies, run.q) > 1e-6


def test_a_run_is_reported_with_its_work_and_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dynamics, "REPEATS", 2)
    problem: Problem = problems()["slidercrank"]
    found = [dynamics.measure(problem, problem.build(), "dop853", tolerance) for tolerance in (1e-4, 1e-6)]
    row = json.loads(json.dumps(found[1]))
    assert (row["problem"], row["peer"], row["setting"]) == ("slidercrank", "linkwork", 1e-6)
    assert row["method"] == "projection dop853"
    assert 0.0 < row["cpu_s"] < row["call_s"]
    assert row["evaluations"] > 11 * row["steps"] > 0
    assert found[1]["error_m"] < found[0]["error_m"] < 1e-3
