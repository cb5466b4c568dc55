"""The models of the benchmark are those of its references, and the benchmark reports what it should."""

from __future__ import annotations

import json

import numpy as np
import pytest
from bench import dynamics
from bench.dynamic_problems import Problem, problems
from bench.peers import common

TIGHT = {"rtol": 1e-12, "atol": 1e-14}


@pytest.fixture(autouse=True)
def own_references(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(common, "REFDIR", str(tmp_path_factory.getbasetemp() / "references"))


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
