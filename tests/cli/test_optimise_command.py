"""`linkwork optimise`: the best parameters in words and in a model file, and refusals in words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from linkwork.base.errors import MechanismError
from linkwork.cli.main import app
from linkwork.cli.new import example
from linkwork.formats.changed_parameters import with_parameters
from linkwork.formats.model_file import load

CRITERION = ("--minimise", "(range(slider.x) - 0.5)^2")


@pytest.fixture(autouse=True)
def crank(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "crank.yaml"
    path.write_text(example("slider-crank"), encoding="utf-8")
    return path


def call(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["optimise", "crank.yaml", *arguments])


def test_the_best_parameters_are_written_and_comments_stay(crank: Path) -> None:
    """The stroke of a central slider-crank is twice the crank."""
    done = call(*CRITERION, "--free", "r=100 mm:400 mm", "--out", "better.yaml", "--history", "history.png")
    assert done.exit_code == 0, done.output
    assert "r = 0.25" in done.output and "wrote better.yaml" in done.output
    assert load("better.yaml").parameters_by_name["r"].value({}) == pytest.approx(0.25, abs=1e-5)
    before, after = crank.read_text().splitlines(), Path("better.yaml").read_text().splitlines()
    changed = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
    assert len(changed) == 1 and changed[0][1].endswith("# crank")
    assert Path("history.png").stat().st_size > 5000


def test_a_broken_condition_is_exit_code_one_and_said_as_json() -> None:
    done = call(*CRITERION, "--free", "r=0.1:0.4", "--subject-to", "r <= 0.05", "--json")
    told = json.loads(done.output)
    assert done.exit_code == 1 and told["ok"] is False
    assert told["conditions"][0]["holds"] is False and told["parameters"]["r"] == pytest.approx(0.1)


def test_a_model_changed_on_the_command_line_is_written_with_its_changes() -> None:
    done = call(*CRITERION, "--free", "r=0.1:0.4", "--set", "l=0.7", "--out", "better.yaml")
    assert done.exit_code == 0, done.output
    assert load("better.yaml").parameters_by_name["l"].value({}) == pytest.approx(0.7)


@pytest.mark.parametrize(
    "arguments, words",
    [
        (("--free", "r=0.1:0.4"), "say what is to be least or largest"),
        ((*CRITERION, "--maximise", "r", "--free", "r=0.1:0.4"), "say what is to be least or largest"),
        (CRITERION, "name the parameters that are to be found"),
        ((*CRITERION, "--free", "r=0.1"), "write NAME=LOW:HIGH"),
        ((*CRITERION, "--free", "rr=0.1:0.4"), "did you mean 'r'"),
        ((*CRITERION, "--free", "r=0.4:0.1"), "is not below the upper one"),
        ((*CRITERION, "--free", "r=a:b"), "is no number"),
        ((*CRITERION, "--free", "r=0.1:0.4", "--subject-to", "r"), "one of <=, >=, ="),
        ((*CRITERION, "--free", "r=0.1:0.4", "--method", "newton"), "methods are"),
        (("--minimise", "max(slidr.x)", "--free", "r=0.1:0.4"), "did you mean 'slider.x'"),
        ((*CRITERION, "--free", "r=0.1:0.4", "--out", "no/where.yaml"), "there is no folder"),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(arguments: tuple[str, ...], words: str) -> None:
    done = call(*arguments)
    assert done.exit_code == 2
    assert words in done.output and "Traceback" not in done.output


def test_values_are_replaced_wherever_they_stand() -> None:
    text = "# head\nparameters: {r: 200 mm, l: 2*r}  # all\nname: x\n"
    assert with_parameters(text, {"l": 0.5, "r": 0.25}) == "# head\nparameters: {r: 0.25, l: 0.5}  # all\nname: x\n"
    with pytest.raises(MechanismError, match="'q' is not in the section"):
        with_parameters(text, {"q": 1.0})


def test_a_model_that_asks_for_a_simulation_is_optimised_too(tmp_path: Path) -> None:
    text = """
linkwork: 1
name: swing
parameters: {k: 2}
gravity: [0, 0]
bodies:
  arm: {estimate: [0, 0, 0.5], mass: {mass: 1, inertia: 1}}
joints:
  O: {type: revolute, between: [ground, arm]}
forces:
  coil: {type: joint_spring, joint: O, stiffness: k}
analysis: {simulate: {until: 500 ms, points: 11, method: dop853}}
"""
    (tmp_path / "crank.yaml").write_text(text, encoding="utf-8")
    done = call("--minimise", "final(arm.angle)^2", "--free", "k=1:30")
    assert done.exit_code == 0, done.output
    assert "k = 9.8" in done.output
