"""What a page shows is what a run of the file with the same values gives, whatever the sliders did before."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.analysis.assembly import assemble
from linkwork.analysis.assembly.position import SearchEnd
from linkwork.serve.session import Session
from linkwork.serve.solve import BY_SLIDER

CHAIN = """
linkwork: 1
name: chain
gravity: [0, -9.81]
parameters: {a: 0.3, b: 0.4, m: 1}
bodies:
  upper: {estimate: [0.1, -0.1, -0.7], mass: {mass: m, inertia: 0.01}}
  lower: {estimate: [0.3, -0.4, -1.1], mass: {mass: m, inertia: 0.02}}
joints:
  O: {type: revolute, between: [ground, {upper: [-a/2, 0]}]}
  A: {type: revolute, between: [{upper: [a/2, 0]}, {lower: [-b/2, 0]}]}
analysis: {simulate: {until: 0.5, points: 51}}
"""
LINKAGE = """
linkwork: 1
name: four-bar
parameters: {a: 0.1, b: 0.3, c: 0.25, d: 0.28}
bodies:
  crank: {estimate: [0, 0, 1]}
  coupler: {estimate: [0.1, 0.1, 0.3]}
  rocker: {estimate: [0.3, 0, 1.2]}
joints:
  O: {type: revolute, between: [ground, crank]}
  A: {type: revolute, between: [{crank: [a, 0]}, coupler]}
  B: {type: revolute, between: [{coupler: [b, 0]}, {rocker: [c, 0]}]}
  C: {type: revolute, between: [{ground: [d, 0]}, rocker]}
drivers:
  motor: {type: angle, joint: O, value: 1 + 2*pi*t}
analysis: {kinematics: {until: 1, points: 61}}
"""


def opened(folder: Path, text: str) -> tuple[Session, Path]:
    """A session on a model."""
    path = folder / "model.yaml"
    path.write_text(text, encoding="utf-8")
    session = Session(str(path))
    session.open()
    return session, path


def shown(session: Session) -> Any:
    """The run that is shown."""
    assert session.solution is not None and session.solution.run is not None
    return session.solution.run


def of_the_file(path: Path, **values: float) -> Any:
    """The run that the file asks for, with other values."""
    m: Any = lw.load(path)
    m.set(**values)
    return m.simulate(0.5, 51) if m.analysis.simulate else m.kinematics(1, 61)


@pytest.mark.parametrize("text", [CHAIN, LINKAGE])
def test_every_value_is_shown_as_a_run_of_the_file_would_be(tmp_path: Path, text: str) -> None:
    session, path = opened(tmp_path, text)
    first = shown(session).q.copy()
    for value in np.linspace(0.3, 0.36, 7):
        session.set({"b": float(value)}, False)
    session.set({"b": 0.36}, True)
    assert shown(session).q == pytest.approx(of_the_file(path, b=0.36).q, abs=1e-10)
    session.set({"a": 0.12}, True)
    assert shown(session).q == pytest.approx(of_the_file(path, a=0.12, b=0.36).q, abs=1e-10)
    session.undo()
    session.undo()
    assert np.array_equal(shown(session).q, first)


@pytest.mark.parametrize("text", [CHAIN, LINKAGE])
def test_what_is_shown_while_a_slider_moves_begins_where_it_will_when_it_rests(tmp_path: Path, text: str) -> None:
    session, path = opened(tmp_path, text)
    for value in (0.31, 0.33, 0.36, 0.34):
        session.set({"b": value}, False)
        assert shown(session).q[0] == pytest.approx(of_the_file(path, b=value).q[0], abs=1e-5)


def test_where_the_estimates_lead_nowhere_the_last_position_does_and_it_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, _ = opened(tmp_path, LINKAGE)
    monkeypatch.setattr(assemble, "_close", lambda equations, *_: nowhere(equations))
    session.set({"b": 0.31}, True)
    assert session.solution is not None and session.solution.assembly.notes == [BY_SLIDER]
    session.solver.forget()
    session.set({"b": 0.32}, True)
    assert session.solve_fault is not None and session.solve_fault["stage"] == "assemble"


def nowhere(equations: Any) -> SearchEnd:
    """A search that found nothing."""
    return SearchEnd(np.array(equations.system.start.real), np.ones(equations.m), False, 0)


def test_a_slider_that_jumps_shows_the_branch_of_the_file(tmp_path: Path) -> None:
    """From far to far at once, and a step later; after a few moves on any way."""
    text = (Path(__file__).parents[2] / "examples" / "four-bar.yaml").read_text(encoding="utf-8")
    session, path = opened(tmp_path, text)
    m: Any = lw.load(path)
    for jumps in ((440, 110), (440, 70), (400, 110, 112, 114), (330, 90, 92)):
        for value in jumps:
            session.set({"c": value}, False)
        m.set(c=f"{jumps[-1]} mm")
        assert session.solution is not None
        assert session.solution.assembly.branch == m.assemble().branch, jumps


def test_a_movement_that_its_page_does_not_end_is_ended(tmp_path: Path) -> None:
    session, path = opened(tmp_path, LINKAGE)
    session.set({"b": 0.31}, False)
    session.set({"b": 0.32}, False)
    session.settle()
    assert session.document.file()["undo"] == 1
    assert shown(session).q == pytest.approx(of_the_file(path, b=0.32).q, abs=1e-10)
    session.undo()
    assert session.document.values["b"] == "0.3"


def test_a_model_that_says_no_analysis_moves_again_after_an_impossible_value(tmp_path: Path) -> None:
    session, _ = opened(tmp_path, LINKAGE.replace("analysis: {kinematics: {until: 1, points: 61}}", ""))
    assert session.solution is not None and session.solution.asked.kind == "kinematics"
    session.set({"d": 1.5}, True)
    assert session.solve_fault is not None
    session.set({"d": 0.28}, True)
    assert session.solve_fault is None and session.solution.asked.kind == "kinematics"
    assert session.solution.run is not None
