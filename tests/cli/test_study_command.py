"""`linkwork study`: plans from the command line, folders, figures and refusals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import linkwork as lw
from linkwork.cli.main import app
from linkwork.design.studies.variants import Variants

STROKE = "range(slider.x)"
MODEL = Path(__file__).resolve().parents[2] / "examples" / "slider-crank.yaml"


@pytest.fixture(autouse=True)
def crank(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("crank.yaml").write_text(MODEL.read_text(encoding="utf-8"), encoding="utf-8")


def call(*options: str, response: str = STROKE) -> Result:
    return CliRunner().invoke(app, ["study", "crank.yaml", "--points", "9", "--response", response, *options])


def test_a_grid_is_kept_in_its_folder_and_found_again() -> None:
    asked = ("--vary", "r=0.1,0.2", "--vary", "l=0.4:0.6:3", "--out", "grid", "--figures")
    done = call(*asked)
    assert done.exit_code == 0 and "study of 6 variants out of 6, 0 failed" in done.output
    found = lw.load_study("grid")
    assert found[STROKE] == pytest.approx(2 * found["r"], abs=1e-9) and found["l"].tolist() == [0.4, 0.5, 0.6] * 2
    assert Path("grid/histogram-1.png").exists() and Path("grid/scatter-matrix.png").exists()
    assert call(*asked).output == done.output


def test_tolerances_are_drawn_and_judged_by_limits() -> None:
    done = call("--vary", "r=+- 1 %", "--count", "20", "--seed", "3", "--limits", f"{STROKE}=:0.4", "--json")
    told = json.loads(done.output)
    assert done.exit_code == 0 and told["ok"] and told["variants"] == 20
    assert 0 < told["responses"][STROKE]["inside"] < 1 and told["responses"][STROKE]["limits"] == [None, 0.4]


def test_the_worst_case_is_told() -> None:
    done = call("--vary", "r=0.2 +- 0.01", "--plan", "worst_case")
    assert "nominally 0.4, in the corners from 0.38 to 0.42" in done.output


def test_a_study_whose_designs_all_fail_ends_with_a_problem() -> None:
    done = call("--vary", "l=0.05,0.1")
    assert (
        done.exit_code == 1
        and "2 failed\nevaluated in compiled batches\nfailed 1 x: the run ended early" in done.output
    )


def test_an_interrupted_study_says_how_to_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(self: Variants, designs: list[list[float]]) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Variants, "evaluate_together", interrupted)
    done = call("--vary", "l=0.4,0.5", "--out", "out")
    assert done.exit_code == 130 and "0 of 2 variants are finished; the same command goes on" in done.output


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--vary", "l"), "write NAME=VALUES"),
        (("--vary", "k=1,2"), "parameter 'k' is not defined"),
        (("--vary", "l=1:2", "--plan", "spiral"), "plans are grid"),
        (("--vary", "l=1,2", "--plan", "sobol"), "takes a range such as 2:3"),
        (("--vary", "l=0.4,0.5", "--limits", "max(x)=1:2"), "none of the responses"),
        (("--vary", "l=0.4,0.5", "--limits", f"{STROKE}=1"), "write RESPONSE=LOW:HIGH"),
        (("--vary", "l=0.4,0.5", "--figures"), "say with --out"),
        (("--vary", "l=0.4,0.5", "--out", "no/such/folder"), "make it first"),
    ],
)
def test_what_makes_no_sense_is_refused(options: tuple[str, ...], words: str) -> None:
    done = call(*options)
    assert done.exit_code in (1, 2) and words in done.output
