"""The table of the benchmark: it prints without other programs, and takes the right runs of those there are."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from bench import dynamics, scaling, table
from bench.dynamic_problems import problems
from bench.peers import common, references
from bench.peers.programs import PROGRAMS, Program


class Canned(Program):
    """A program whose runs are written down."""

    def missing(self) -> str:
        return ""

    def lines(self, what: str, limit: float) -> Iterator[dict[str, Any]]:
        for steps, error in ((100, 2e-3), (200, 9e-5), (300, 5e-5)):
            yield {
                "method": "RK4",
                "h": 1 / steps,
                "steps": steps,
                "us_per_step": 10.0,
                "err_m": error,
                "evaluations": 4 * steps,
            }
        yield {"method": "RK4", "level_m": 1e-7, "skipped_s": 2.0 * limit}


@pytest.fixture(autouse=True)
def nothing_measured_yet(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(references, "REFDIR", str(tmp_path))
    monkeypatch.setattr(common, "cheapest", {})


def canned() -> Canned:
    return Canned("canned", "canned", "canned", "none", "called from nowhere", "no wheels")


def test_the_table_prints_without_other_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Program, "missing", lambda self: f"not installed: pip install {self.package}")
    monkeypatch.setattr(table, "ORDER", ("slidercrank",))
    monkeypatch.setattr(dynamics, "REPEATS", 2)
    monkeypatch.setattr(dynamics, "TOLERANCES", (1e-3, 1e-7))
    monkeypatch.setattr(dynamics, "STEPS", (100,))
    lines = list(table.table(table.rows()))
    assert sum("not installed: pip install" in line for line in lines) == 2 * len(PROGRAMS)
    ours = [line for line in lines if "linkwork" in line and " | " in line]
    assert len(ours) == 2 and sum("(auto)" in line for line in ours) == 1
    assert "no other program" in lines[-1] and "not reached" not in lines[-1]


def test_the_cheapest_run_of_each_level_is_taken_and_an_estimate_is_marked() -> None:
    row = table.their_row(canned(), "chain10", 4.0)
    assert (row["0.0001"]["steps"], row["0.0001"]["cpu_s"]) == (200, pytest.approx(2e-3))
    assert row["1e-07"] == {"estimated_s": 8.0}
    ours = {"problem": "chain10", "program": "linkwork", "0.0001": {"cpu_s": 5e-4}, "1e-07": {"cpu_s": 1e-3}}
    assert table.factor([ours, row], 1e-4) == "0.0001 m: 4 times faster than canned, bar 0.0012 s met"
    assert "canned (estimated)" in table.factor([ours, row], 1e-7)
    assert "~8" in next(line for line in table.table(iter([row])) if line.startswith("chain10"))
    lines = list(table.markdown(iter([row])))
    assert lines[2].startswith("| chain10 | 1e-04 | 0.00200 / 10 / 800 |")
    assert "about 8, estimated" in lines[3]


def test_a_sweep_reaches_both_levels_with_few_runs(capsys: pytest.CaptureFixture[str]) -> None:
    reference = common.windows_ref("windows4")

    def run(h: float) -> tuple[Any, int, Any, float]:
        steps = round(1 / h)
        return np.array([1e-6 * steps, 0.0]), steps, reference + 20.0 * h**4, 0.0

    common.sweep(run, "fake", "of order 4", "windows4", 4, repeat=1, stages=4)
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    errors = [row["err_m"] for row in found]
    assert min(error for error in errors if error > 1e-7) < 1e-4 and errors[-1] <= 1e-7
    assert len(found) < 8 and found[-1]["evaluations"] == 4 * found[-1]["steps"]


def test_a_sweep_leaves_a_method_that_would_take_too_long(capsys: pytest.CaptureFixture[str]) -> None:
    reference = common.windows_ref("windows4")

    def run(h: float) -> tuple[Any, int, Any, float]:
        steps = round(1 / h)
        return np.array([1e-3 * steps, 0.0]), steps, reference + 0.1 * h, 0.0

    common.sweep(run, "fake", "of order 1", "windows4", 1, repeat=1)
    last = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert last["level_m"] == 1e-7 and last["skipped_s"] > common.LIMIT


def test_a_sweep_believes_an_order_that_two_runs_have_shown(capsys: pytest.CaptureFixture[str]) -> None:
    reference = common.windows_ref("windows4")

    def run(h: float) -> tuple[Any, int, Any, float]:
        steps = round(1 / h)
        return np.array([2e-3 * steps, 0.0]), steps, reference + 14.0 * h**2, 0.0

    common.sweep(run, "fake", "better than of order 1", "windows4", 1, repeat=1)
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert min(row["err_m"] for row in found[:-1]) < 1e-4
    assert found[-1]["level_m"] == 1e-7 and found[-1]["skipped_s"] > common.LIMIT


def test_a_level_that_no_run_reached_is_said_to_be_so() -> None:
    row = table.their_row(canned(), "chain10", 40.0) | {"1e-07": None}
    assert list(table.markdown(iter([row])))[3].startswith("| chain10 | 1e-07 | not reached |")
    assert "not reached" in next(line for line in table.table(iter([row])) if line.startswith("chain10"))


def test_a_fitted_exponent_is_that_of_the_power() -> None:
    assert scaling.exponent([10, 30, 100], [3 * size**1.5 for size in (10, 30, 100)]) == pytest.approx(1.5)


def test_all_problems_of_the_table_are_there() -> None:
    assert set(table.ORDER) == set(problems())
