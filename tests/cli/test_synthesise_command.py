"""`linkwork synthesise`: a model and a task give candidates, a sheet and the best as a model; bad tasks are refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import linkwork as lw
from linkwork.cli.main import app

TASK = """
free: {a: [50 mm, 200 mm], c: [0.15, 0.4]}
targets:
  - path: {place: coupler.P, points: %s}
conditions: [a <= c]
starts: 2
"""
FOUR_BAR = str(Path(__file__).resolve().parents[2] / "examples" / "four-bar.yaml")


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def points() -> list[list[float]]:
    run = lw.load(FOUR_BAR).kinematics(1.0, 6, progress=False)
    return [[float(x), float(y)] for x, y in zip(run["coupler.P.x"][:5], run["coupler.P.y"][:5], strict=True)]


def test_the_known_linkage_is_found_drawn_and_saved() -> None:
    Path("task.yaml").write_text(TASK % json.dumps(points()))
    arguments = ["synthesise", FOUR_BAR, "task.yaml", "--set", "a=0.13", "--out", "sheet.svg", "--save", "best.yaml"]
    done = CliRunner().invoke(app, [*arguments, "--json"])
    assert done.exit_code == 0, done.output
    best = json.loads(done.stdout)["candidates"][0]
    assert best["parameters"] == pytest.approx({"a": 0.1, "c": 0.22}, abs=1e-10)
    assert Path("sheet.svg").stat().st_size > 10_000
    assert lw.load("best.yaml").assemble(drivers=False)["rocker.x"] == pytest.approx(0.3, abs=1e-12)


@pytest.mark.parametrize(
    "text, words",
    [
        ("free: {a: [0, 1]}", "'targets' is missing"),
        ("targets: []\nfree: {}\nfoo: 1", "'foo' is not known here"),
        ("free: {a: [0, 1]}\ntargets: [{track: {}}]", "target 1: begin it with one of: path"),
        ("free: {a: [0, 1]}\ntargets: [{path: {place: P}}]", "needed are: place, points"),
        ("free: {a: [0, 1]}\ntargets: [{path: {place: P, points: [1]}}]", "a point is a list such as"),
    ],
)
def test_bad_tasks_are_refused_in_words(text: str, words: str) -> None:
    Path("task.yaml").write_text(text)
    done = CliRunner().invoke(app, ["synthesise", FOUR_BAR, "task.yaml"])
    assert done.exit_code == 2
    assert words in done.output
