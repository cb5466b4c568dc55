"""`linkwork synthesise` with one file: every four-bar that meets a task exactly."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from linkwork.cli.main import app

POINTS = "[[0.50, 1.06], [-0.83, -0.27], [-0.34, 0.22], [-0.13, 0.43], [0.22, 0.78]]"


def test_a_file_with_five_points_gives_all_linkages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("task.yaml").write_text(f"exact:\n  path: {{points: {POINTS}, pivots: [[0, 0], [1, 0]], checked: 0}}\n")
    done = CliRunner().invoke(app, ["synthesise", "task.yaml", "--json", "--save", "first.yaml"])
    assert done.exit_code == 0
    data = json.loads(done.output)
    assert (data["real"], data["solutions"], data["verdict"]) == (15, 33, "numerically complete")
    assert len(data["candidates"]) == 15 and Path("first.yaml").exists()


def test_a_file_that_asks_for_nothing_exact_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("task.yaml").write_text("exact: {paths: {points: []}}\n")
    done = CliRunner().invoke(app, ["synthesise", "task.yaml"])
    assert done.exit_code == 2 and "one of: path, poses, function" in done.output
