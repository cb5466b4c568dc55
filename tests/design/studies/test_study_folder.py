"""Folders of studies: killed at any moment they go on, damaged they mend, and other studies are refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import linkwork as lw
from design.studies.model import QUICK, contents, evaluated, slider_crank
from linkwork import plans
from linkwork.base.errors import AnalysisError, LinkworkError
from linkwork.design.studies import store
from linkwork.design.studies.variants import Variants

__all__ = ["evaluated"]
FAR = "final(slider.x)"


def done(folder: Path, plan: plans.Plan, **options: Any) -> Any:
    return slider_crank().study(plan, [FAR, "max(slider.vx)"], folder=folder, **QUICK | options)


def test_a_finished_study_is_found_again_and_computes_nothing(tmp_path: Path, evaluated: list[Any]) -> None:
    plan = plans.monte_carlo(12, l="+- 1 %")
    first = done(tmp_path / "out", plan).to_pandas()
    assert len(evaluated) == 12
    again = done(tmp_path / "out", plan)
    assert len(evaluated) == 12 and again.to_pandas().equals(first)
    assert lw.load_study(tmp_path / "out").to_pandas().equals(first)


def test_a_plan_that_grows_computes_only_what_is_new(tmp_path: Path, evaluated: list[Any]) -> None:
    few = done(tmp_path / "out", plans.sobol(10, l=(0.4, 0.6))).to_pandas()
    many = done(tmp_path / "out", plans.sobol(15, l=(0.4, 0.6)))
    assert len(evaluated) == 15 and many.to_pandas().iloc[:10].equals(few)
    assert list(contents(tmp_path / "out")) == ["part-000000.parquet"]
    assert len(done(tmp_path / "out", plans.sobol(5, l=(0.4, 0.6)))) == 5 and len(evaluated) == 15


def test_ctrl_c_ends_with_what_was_done(tmp_path: Path, evaluated: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    plan = plans.grid(l="0.4:0.6:9")
    whole = done(tmp_path / "whole", plan).to_pandas()
    counted = Variants.evaluate_together

    def interrupted(self: Variants, designs: Any) -> Any:
        if len(evaluated) == 13:
            raise KeyboardInterrupt
        return counted(self, designs)

    with monkeypatch.context() as patch:
        patch.setattr(Variants, "evaluate_together", interrupted)
        patch.setattr("linkwork.design.studies.executor.SLICE", 0.0)
        stopped = done(tmp_path / "out", plan, workers=1)
    assert stopped.interrupted and not stopped.complete and len(stopped) == 4
    again = done(tmp_path / "out", plan)
    assert len(evaluated) == 9 + 9 and again.to_pandas().equals(whole) and not again.interrupted


@pytest.mark.parametrize("damage", ["cut", "flipped", "emptied", "foreign", "renamed"])
def test_a_damaged_part_is_computed_again(tmp_path: Path, damage: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "PART", 4)
    plan = plans.grid(l="0.4:0.6:8")
    whole = done(tmp_path / "out", plan).to_pandas()
    before, part = contents(tmp_path / "out"), tmp_path / "out" / "part-000001.parquet"
    data = bytearray(part.read_bytes())
    if damage == "cut":
        part.write_bytes(data[: len(data) // 2])
    elif damage == "flipped":
        data[12] ^= 1
        part.write_bytes(data)
    elif damage == "emptied":
        part.write_bytes(b"")
    elif damage == "foreign":
        done(tmp_path / "other", plans.grid(l="0.4:0.5:8"))
        part.write_bytes((tmp_path / "other" / part.name).read_bytes())
    else:
        part.write_bytes((tmp_path / "out" / "part-000000.parquet").read_bytes())
    again = done(tmp_path / "out", plan)
    assert again.to_pandas().equals(whole) and contents(tmp_path / "out") == before
    assert "part-000001.parquet was damaged or not of this study" in again.text()


def test_a_damaged_part_is_told_to_who_only_reads(tmp_path: Path) -> None:
    done(tmp_path / "out", plans.grid(l=[0.4, 0.5]))
    (tmp_path / "out" / "part-000000.parquet").write_bytes(b"PAR1")
    with pytest.raises(AnalysisError, match=r"part-000000.parquet' is damaged"):
        lw.load_study(tmp_path / "out").to_pandas()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"plan": plans.grid(l=[0.4, 0.6])}, "the plan: "),
        ({"plan": plans.grid(r=[0.1, 0.2])}, r'the parameters that vary: \["l"\] there, \["r"\] here'),
        ({"until": 2.0}, "until: 1.0 there, 2.0 here"),
        ({"formulation": "cartesian"}, "options: {} there"),
    ],
)
def test_the_folder_of_another_study_is_refused(tmp_path: Path, change: dict[str, Any], words: str) -> None:
    done(tmp_path, plans.grid(l=[0.4, 0.5]))
    with pytest.raises(AnalysisError, match=f"holds another study .*{words}"):
        done(tmp_path, **{"plan": plans.grid(l=[0.4, 0.5])} | change)


def test_folders_that_cannot_serve_are_refused(tmp_path: Path) -> None:
    plan = plans.grid(l=[0.5])
    (tmp_path / "file").write_text("")
    with pytest.raises(AnalysisError, match="cannot be made: Not a directory"):
        done(tmp_path / "file" / "out", plan)
    with pytest.raises(AnalysisError, match="holds other files and no study"):
        done(tmp_path, plan)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file"]
    with pytest.raises(AnalysisError, match="holds no study"):
        lw.load_study(tmp_path)
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "study.json").write_text("{")
    with pytest.raises(AnalysisError, match="cannot be read as a study"):
        done(tmp_path / "bad", plan)


def test_two_processes_do_not_write_the_same_study(tmp_path: Path) -> None:
    from linkwork.design.studies.lock import FolderLock

    done(tmp_path / "out", plans.grid(l=[0.4, 0.5]))
    lock = FolderLock(tmp_path / "out")
    lock.take()
    with pytest.raises(AnalysisError, match="another process is writing"):
        done(tmp_path / "out", plans.grid(l=[0.4, 0.5]))
    lock.release()


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda m: m.study(1.0, l=[1, 2]), "plan: expected a plan such as .*; found 1.0"),
        (lambda m: m.study(plans.grid(k=[1]), FAR, **QUICK), "parameter 'k' is not defined"),
        (lambda m: m.study(plans.grid(l=[1]), [], **QUICK), "no response is given"),
        (lambda m: m.study(plans.grid(l=[1]), "max(slider.q)", **QUICK), r"response 'max\(slider.q\)'.*slider.q"),
        (lambda m: m.study(plans.grid(l=[1]), "slider.x", **QUICK), "a channel over time is not one number"),
        (lambda m: m.study(plans.grid(l=[1]), [FAR, FAR], **QUICK), "name of two columns"),
        (lambda m: m.study(plans.grid(l=[1]), FAR), "simulate needs an end"),
        (lambda m: m.study(plans.grid(l=[1]), FAR, **QUICK | {"analysis": "statics"}), "no analysis 'statics'"),
        (lambda m: m.study(plans.grid(l=[1]), FAR, holds={}, **QUICK), "kinematics has no option 'holds'"),
        (lambda m: m.study(plans.grid(l=[1]), FAR, workers=0, **QUICK), "workers: expected a whole number from 1"),
        (lambda m: m.study(plans.grid(l=[1]), FAR, folder=3, **QUICK), "folder: expected the name of a file"),
        (lambda m: m.study(plans.grid(l=[1]), len, workers=2, **QUICK), "'len' is a Python function.*workers=1"),
        (lambda m: m.study(plans.grid(l=[1]), len, folder="out", **QUICK), "'len' is a Python function.*the folder"),
    ],
)
def test_a_study_that_makes_no_sense_is_refused(ask: Any, words: str) -> None:
    with pytest.raises(LinkworkError, match=words):
        ask(slider_crank())


def test_laws_in_python_stay_in_this_process() -> None:
    m = lw.Planar("spring in Python")
    m.parameters(k=100)
    cart = m.body("cart", estimate=(1, 0, 0))
    m.mass(cart, mass=1)
    m.translational("guide", m.ground.line((0, 0), (1, 0)), cart.line((0, 0), (1, 0)))
    m.signal("pull", lw.Law(_pull, inputs={"x": "cart.x"}))
    m.force("spring", "cart", x="pull")
    plan = plans.grid(k=[100, 400])
    with pytest.raises(AnalysisError, match=r"law '_pull' is a Python function.*workers=1"):
        m.study(plan, "final(cart.x)", until=0.1, workers=2)
    found = m.study(plan, "final(cart.x)", until=0.1, points=3, hold={"cart.x": 1}, progress=False)
    assert found["final(cart.x)"] == pytest.approx([0.5403023058681398, -0.4161468365471424], abs=1e-8)


def _pull(x: float, k: float) -> float:
    return -k * x
