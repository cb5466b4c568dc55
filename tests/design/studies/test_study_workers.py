"""Worker processes of studies: results are the same whoever computes, whoever is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import linkwork as lw
from design.optimise.oscillator_design import oscillator
from design.studies.model import QUICK, SLIDER_CRANK, contents, evaluated, slider_crank
from linkwork import plans
from linkwork.base.errors import AnalysisError
from linkwork.design.studies import local_workers as crews
from linkwork.design.studies import store
from linkwork.design.studies.executor import Batch, Finished
from linkwork.design.studies.local_workers import Crew
from linkwork.design.studies.task import Task, task_of
from linkwork.design.studies.variants import Variants
from linkwork.numerics.ahead.child_environment import child_environment

__all__ = ["evaluated"]
FAR = "final(slider.x)"
MANY = 50_000
"""Variants of a study that nobody waits for."""
by_signal = pytest.mark.skipif(os.name != "posix", reason="stops and kills by signal")


def done(folder: Path, plan: plans.Plan, workers: int) -> Any:
    return slider_crank().study(plan, [FAR, "max(slider.vx)"], folder=folder, workers=workers, **QUICK)


def test_results_are_the_same_bit_for_bit_whatever_the_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = plans.sobol(40, r=(0.1, 0.3), l=(0.15, 0.6))
    monkeypatch.setattr(store, "PART", 16)
    alone, crew = done(tmp_path / "alone", plan, workers=1), done(tmp_path / "crew", plan, workers=2)
    assert contents(tmp_path / "alone") == contents(tmp_path / "crew") and len(contents(tmp_path / "crew")) == 3
    assert alone.to_pandas().equals(crew.to_pandas()) and 0 < len(alone.failed) < 40
    backwards = slider_crank().study(
        plans.designs(alone.to_pandas()[["r", "l"]].iloc[::-1].to_dict("records")), [FAR, "max(slider.vx)"], **QUICK
    )
    assert backwards[FAR][::-1].tolist() == alone[FAR].tolist()


def test_simulations_are_the_same_whatever_came_before_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Designs without mass go the usual way and are refused; all others use what was prepared."""
    plan = plans.sobol(32, k=(1.0, 20.0), m=(-0.3, 2.0))
    options: dict[str, Any] = {"until": 1.0, "points": 9, "progress": False}
    monkeypatch.setattr(store, "PART", 16)
    responses = ["final(block.x)", "max(block.vx)"]
    alone, crew = (oscillator().study(plan, responses, folder=tmp_path / str(n), workers=n, **options) for n in (1, 2))
    assert contents(tmp_path / "1") == contents(tmp_path / "2")
    assert 0 < len(alone.failed) < 16 and len(crew.failed) == len(alone.failed)
    there = plans.designs(alone.to_pandas()[["k", "m"]].iloc[::-1].to_dict("records"))
    backwards = oscillator().study(there, responses, **options)
    assert backwards["final(block.x)"][::-1].tolist() == alone["final(block.x)"].tolist()


def task() -> Task:
    found = task_of(slider_crank(), ["l"], "kinematics", 1.0, 9, [FAR], {})
    assert isinstance(found, Task)
    return found


def all_of(crew: Crew, batch: Batch) -> Finished:
    """Hand a batch to a worker that is killed before it has done any of it; what comes of it."""
    worker = crew._workers[0]
    while not worker.ready:
        assert crew.finished() == []
    worker.process.send_signal(signal.SIGSTOP)
    crew.submit(batch)
    worker.process.kill()
    found: Finished = []
    while len(found) < len(batch):
        found += crew.finished()
    return found


@by_signal
def test_the_work_of_a_worker_that_is_killed_is_done_by_another() -> None:
    batch: Batch = [(number, [0.3 + 0.01 * number]) for number in range(12)]
    with Crew(task(), 1) as crew:
        found = all_of(crew, batch)
    assert sorted(number for number, _, _ in found) == list(range(12))
    assert all(good == pytest.approx([values[0] + 0.2], abs=1e-12) for _, values, (good, _) in found)


@by_signal
def test_a_variant_that_workers_die_of_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crews, "_DEATHS", 1)
    with Crew(task(), 1) as crew:
        ((number, values, (good, reason)),) = all_of(crew, [(7, [0.5])])
    assert (number, values, good) == (7, [0.5], None) and "worker process died of it, signal 9" in reason


def test_a_worker_that_cannot_start_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crews, "child_environment", lambda: {**os.environ, "PYTHONHOME": "nowhere"})
    with pytest.raises(AnalysisError, match=r"a worker process could not start .*workers=1"), Crew(task(), 1) as crew:
        while True:
            crew.finished()


KILLED = """
import sys
import linkwork as lw
from linkwork import plans
m = lw.load(sys.argv[1])
m.study(plans.sobol(int(sys.argv[4]), l=(0.3, 0.6)), ["final(slider.x)"], analysis="kinematics", until=1.0, points=9,
        folder=sys.argv[2], workers=int(sys.argv[3]), progress=False)
"""


@by_signal
def test_a_study_killed_at_any_moment_goes_on(
    tmp_path: Path, evaluated: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed outright while two workers are at it; its workers end with it, and nothing kept is computed again."""
    folder = tmp_path / "out"
    command = [sys.executable, "-c", KILLED, str(SLIDER_CRANK), str(folder), "2", str(MANY)]
    process = subprocess.Popen(command, env=child_environment(), stderr=subprocess.PIPE)
    while process.poll() is None and not list(folder.glob("*.parquet")):
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL, process.communicate()
    process.communicate()
    kept = lw.load_study(folder)
    count = len(kept)
    assert 0 < count < MANY
    before = kept.to_pandas()
    total = count + 50
    plan = plans.sobol(MANY, l=(0.3, 0.6))
    evaluate = Variants.evaluate_together

    def until_enough(self: Variants, designs: Any) -> Any:
        if len(evaluated) == total - count:
            raise KeyboardInterrupt
        return evaluate(self, designs)

    monkeypatch.setattr(Variants, "evaluate_together", until_enough)
    monkeypatch.setattr("linkwork.design.studies.executor.SLICE", 0.0)  # one design in a call
    again = slider_crank().study(plan, [FAR], folder=folder, workers=1, **QUICK)
    after = again.to_pandas()
    assert again.interrupted and len(after) == total and after.loc[before.index].equals(before)
    assert after.index.is_unique and not set(map(tuple, evaluated)) & set(map(tuple, before[["l"]].to_numpy()))
