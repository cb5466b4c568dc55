"""The session: what pages ask becomes messages, and trouble is told in words while the last good mechanism stays."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linkwork import Planar
from linkwork.serve.answer import Answer, Model
from linkwork.serve.protocol import Drag
from linkwork.serve.request import Wish
from linkwork.serve.session import Session
from serve.view_models import example, walking_leg


def opened(path: Path, wish: Wish | None = None) -> Session:
    session = Session(str(path), wish)
    session.open()
    return session


def shown(answer: Answer) -> dict[str, Any]:
    model = next(message for message in answer.everyone if isinstance(message, Model))
    found: dict[str, Any] = json.loads(model.text())
    return found


def fault(answer: Answer) -> dict[str, Any]:
    return next(message for message in answer.everyone if isinstance(message, dict) and message["type"] == "fault")


def test_opening_shows_what_the_file_asks_for(tmp_path: Path) -> None:
    session = Session(str(example(tmp_path)))
    message = shown(session.open())
    assert message["analysis"]["kind"] == "kinematics"
    assert message["analysis"]["options"] == {"start": 0.0, "until": 1.0, "points": 361}
    assert len(message["payload"]["scene"]["times"]) == 361
    cross = ["coupler.tracer.x", "coupler.tracer.y"]
    assert list(message["payload"]["scene"]["channels"]) == ["rocker.angle", "rocker.omega", "rocker.alpha", *cross]
    assert message["payload"]["scene"]["cross"] == [cross]
    assert {"name": "crank.omega", "unit": "rad/s"} in message["channels"]
    assert message["diagnosis"]["headline"]["level"] == "ok"
    assert message["diagnosis"]["mobility"]["count"] == 1
    assert message["file"] == {"name": "four-bar.yaml", "dirty": False, "undo": 0, "redo": 0, "writable": True}


def test_a_slider_moves_the_mechanism(tmp_path: Path) -> None:
    session = opened(example(tmp_path))
    moving = shown(session.set({"a": 0.05}, final=False))
    assert moving["reason"] == "set" and len(moving["payload"]["scene"]["times"]) <= 121
    settled = shown(session.set({"a": 0.05}, final=True))
    assert len(settled["payload"]["scene"]["times"]) == 361
    swing = settled["payload"]["scene"]["channels"]["rocker.angle"]
    back = shown(session.undo())["payload"]["scene"]["channels"]["rocker.angle"]
    assert max(swing) - min(swing) < 0.6 * (max(back) - min(back))
    assert settled["file"]["dirty"] and settled["file"]["undo"] == 1


def test_the_branch_is_kept_from_one_value_to_the_next(tmp_path: Path) -> None:
    path = example(tmp_path)
    text = path.read_text(encoding="utf-8").replace("60 deg", "2 deg").replace("100 deg", "3 deg")
    path.write_text(text, encoding="utf-8")
    session = opened(path)
    assert session.solution is not None
    before = session.solution.assembly.branch
    for number in range(10):
        session.set({"d": 0.3 - 0.003 * number}, final=False)
        assert session.solution.assembly.branch == before


def test_loss_of_assembly_is_told_with_the_joints_and_the_last_good_mechanism_stays(tmp_path: Path) -> None:
    session = opened(example(tmp_path))
    good = session.model
    told = fault(session.set({"d": 0.9}, final=True))
    assert told["stage"] == "assemble" and "cannot be assembled" in told["text"] and "stays open by" in told["text"]
    assert {"A", "B", "C"} <= set(told["names"]) and told["place"] is None
    assert session.model is good and session.solution is not None
    assert next(entry for entry in told["parameters"] if entry["name"] == "d")["value"] == 0.9
    assert shown(session.undo())["reason"] == "undo" and not session.faults


def test_lock_up_is_told_with_its_time(tmp_path: Path) -> None:
    session = opened(example(tmp_path))
    message = shown(session.set({"a": 0.2, "b": 0.2}, final=True))
    headline = message["diagnosis"]["headline"]
    assert headline["level"] == "error" and "lock-up at t = " in headline["text"]
    assert set(headline["names"]) & {"O", "A", "B", "C"}
    told = headline["text"].partition("infinitely fast: ")[2].partition(". Change")[0]
    bodies, _, joints = told.partition("; joints that cannot all stay closed: ")
    assert headline["names"] == [*joints.split(", "), *bodies.split(", ")]
    assert message["diagnosis"]["singular"][0]["t"] == pytest.approx(message["payload"]["scene"]["times"][-1], abs=0.01)


def test_redundant_constraints_are_named(tmp_path: Path) -> None:
    path = tmp_path / "parallelogram.yaml"
    path.write_text(PARALLELOGRAM, encoding="utf-8")
    session = Session(str(path))
    found = shown(session.open())["diagnosis"]
    assert found["headline"]["level"] == "warning" and "1 redundant equation" in found["headline"]["text"]
    assert len(found["redundant"]) == 1 and found["redundant"][0]["names"]
    told = fault(session.set({"e": 0.45}, final=True))
    assert "cannot be assembled" in told["text"]


def test_a_mistake_in_the_file_is_told_with_its_line(tmp_path: Path) -> None:
    path = example(tmp_path)
    session = opened(path)
    good = session.model
    path.write_text(path.read_text(encoding="utf-8").replace("joint: O", "joint: Q"), encoding="utf-8")
    told = fault(session.reload())
    assert told["place"] == {"file": "four-bar.yaml", "line": 35, "column": 31} and "'Q'" in told["text"]
    assert session.model is good
    example(tmp_path)
    assert shown(session.reload())["reason"] == "file" and not session.faults
    assert session.reload() == Answer()
    path.unlink()
    assert "no such file any more" in fault(session.file_gone())["text"]


def test_a_mistake_in_the_file_stays_in_sight_while_sliders_move(tmp_path: Path) -> None:
    path = example(tmp_path)
    session = opened(path)
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("joint: O", "joint: Q"), encoding="utf-8")
    session.reload()
    answer = session.set({"a": 0.11}, final=True)
    assert isinstance(answer.everyone[0], Model) and answer.everyone[1] == session.file_fault
    told = fault(answer)
    assert told["place"]["line"] == 35 and told["parameters"][0]["value"] == 0.11
    session.set({"d": 0.9}, final=True)
    assert [entry["stage"] for entry in session.faults] == ["file", "assemble"]
    session.undo()
    assert [entry["stage"] for entry in session.faults] == ["file"]
    path.write_text(text, encoding="utf-8")
    assert shown(session.reload())["file"]["dirty"] and not session.faults


def test_saving_over_a_mistake_tells_the_mistake(tmp_path: Path) -> None:
    path = example(tmp_path)
    session = opened(path)
    session.set({"a": 0.11}, final=True)
    path.write_text("linkwork: 1\nbodies: [\n", encoding="utf-8")
    answer = session.save()
    assert fault(answer)["place"]["line"] >= 2 and "not valid YAML" in fault(answer)["text"]
    assert "not saved" in answer.asker[0]["text"] and path.read_text(encoding="utf-8").endswith("[\n")


def test_saving_does_not_overwrite_what_somebody_else_wrote(tmp_path: Path) -> None:
    path = example(tmp_path)
    session = opened(path)
    text = path.read_text(encoding="utf-8")
    session.set({"a": 0.11}, final=True)
    path.write_text(text.replace("a: 0.1 ", "a: 0.12"), encoding="utf-8")
    answer = session.save()
    assert "another value of parameter 'a'" in answer.asker[0]["text"] and "a: 0.12" in path.read_text(encoding="utf-8")
    assert shown(answer)["parameters"][0]["value"] == 0.12
    (lost,) = [entry for entry in answer.everyone if isinstance(entry, dict)]
    assert lost["text"].endswith("the file changed them: a") and lost["level"] == "warning"


def test_what_somebody_else_wrote_is_shown_after_saving(tmp_path: Path) -> None:
    path = example(tmp_path)
    session = opened(path)
    text = path.read_text(encoding="utf-8")
    session.set({"a": 0.11}, final=True)
    path.write_text(text.replace("b: 0.3 ", "b: 0.31"), encoding="utf-8")
    answer = session.save()
    message = shown(answer)
    values = {entry["name"]: entry["value"] for entry in message["parameters"]}
    assert (values["a"], values["b"], message["file"]["dirty"]) == (0.11, 0.31, False)
    assert answer.everyone[-1]["type"] == "saved"  # type: ignore[index]
    assert shown(session.undo())["parameters"][0]["value"] == 0.1
    assert session.save().everyone[0]["type"] == "saved"  # type: ignore[index]


def test_a_file_that_is_wrong_from_the_start_is_told_too(tmp_path: Path) -> None:
    path = tmp_path / "wrong.yaml"
    path.write_text("linkwork: 7\n", encoding="utf-8")
    session = Session(str(path))
    assert fault(session.open())["place"]["line"] == 1 and session.model is None
    for answer in (session.set({"a": 1.0}, True), session.undo(), session.save(), session.run()):
        assert answer.asker[0]["type"] == "said" and not answer.everyone
    assert session.drag(pull("crank", [0.0, 0.0], "start"))["ok"] is False


def test_a_mechanism_that_cannot_be_assembled_is_shown_as_near_as_it_comes(tmp_path: Path) -> None:
    path = example(tmp_path)
    path.write_text(path.read_text(encoding="utf-8").replace("d: 0.3 ", "d: 0.9 "), encoding="utf-8")
    answer = Session(str(path)).open()
    message = shown(answer)
    assert message["diagnosis"]["headline"]["level"] == "error" and len(message["payload"]["scene"]["times"]) == 1
    assert [type(entry) for entry in answer.everyone] == [Model, dict]


@pytest.mark.parametrize(
    ("asked", "kind"),
    [("", "kinematics"), ("motor", "position")],
)
def test_without_a_wish_of_the_file_what_fits_is_shown(tmp_path: Path, asked: str, kind: str) -> None:
    path = example(tmp_path)
    text = path.read_text(encoding="utf-8").partition("# What `linkwork run`")[0]
    if asked:
        text = text.partition("# What is driven")[0]
    path.write_text(text, encoding="utf-8")
    assert shown(Session(str(path)).open())["analysis"]["kind"] == kind


def test_a_file_is_checked_once_when_it_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = example(tmp_path)
    path.write_text(path.read_text(encoding="utf-8").partition("# What `linkwork run`")[0], encoding="utf-8")
    checked: list[str] = []
    check = Planar.check
    monkeypatch.setattr(Planar, "check", lambda self: checked.append(self.name) or check(self))
    opened(path)
    assert len(checked) == 1


def test_another_analysis_can_be_asked_for(tmp_path: Path) -> None:
    session = opened(example(tmp_path), Wish(until=0.5))
    assert session.solution is not None and session.solution.run is not None
    assert session.solution.run.t[-1] == 0.5
    message = shown(session.analyse(Wish("position")))
    assert message["analysis"]["kind"] == "position" and message["channels"] == []
    assert shown(session.analyse(Wish("kinematics", 2.0, 51)))["analysis"]["options"]["points"] == 51
    moved = shown(session.analyse(Wish("kinematics", 2.0, 51, 0.5)))
    assert moved["analysis"]["options"] == {"start": 0.5, "until": 2.0, "points": 51}
    assert moved["payload"]["scene"]["times"][0] == 0.5
    assert "must be later than the start" in fault(session.analyse(Wish("simulate", -1.0)))["text"]
    assert shown(session.run())["analysis"]["kind"] == "kinematics"


def test_channels_come_when_they_are_watched(tmp_path: Path) -> None:
    session = opened(example(tmp_path))
    found = session.series(["crank.angle", "no.such", "coupler.tracer.x"])
    assert list(found["series"]) == ["crank.angle", "coupler.tracer.x"] and found["version"] == session.version
    assert len(found["series"]["crank.angle"]) == 361
    session.watch(["crank.angle", "no.such"])
    assert list(shown(session.set({"a": 0.11}, True))["payload"]["scene"]["channels"]) == ["crank.angle"]


def test_channels_have_no_more_noise_than_those_of_a_page_on_its_own(tmp_path: Path) -> None:
    session = opened(example(tmp_path))
    assert session.solution is not None and session.solution.run is not None
    run = session.solution.run
    exact = np.abs(run["crank.alpha"])
    assert 0.0 < exact.max() < 1e-9
    names = run.channels()
    session.watch(names)
    there = shown(session.set({"a": 0.1}, True))["payload"]["scene"]["channels"]
    assert session.series(there)["series"] == there


def pull(body: str, target: list[float], phase: Any, time: float | None = None) -> Drag:
    return Drag(type="drag", seq=3, body=body, point=[0.1, 0.0], target=target, phase=phase, time=time)


def test_a_body_is_dragged_from_where_it_is_shown(tmp_path: Path) -> None:
    session = opened(example(tmp_path))
    answer = session.drag(pull("crank", [0.0, 0.1], "start", time=0.2))
    assert answer["ok"] and answer["seq"] == 3 and answer["text"] == ""
    assert answer["poses"][1] == pytest.approx([0.0, 0.0, 1.5708], abs=1e-3) and len(answer["poses"]) == 4
    again = session.drag(pull("crank", [-0.1, 0.0], "move"))
    assert abs(again["poses"][1][2]) == pytest.approx(3.1416, abs=2e-3)
    far = session.drag(pull("crank", [3.0, 0.0], "end"))
    assert far["ok"] is False and "cannot be brought there" in far["text"] and far["poses"] is not None
    assert session.drag(pull("ground", [0.0, 0.0], "start"))["poses"] is None


def test_a_walking_leg_is_shown_whole(tmp_path: Path) -> None:
    message = shown(Session(str(walking_leg(tmp_path))).open())
    assert len(message["payload"]["scene"]["bodies"]) == 14 and len(message["parameters"]) == 13
    assert message["diagnosis"]["mobility"]["count"] == 1


PARALLELOGRAM = """\
linkwork: 1
name: parallelogram
parameters: {e: 0.4}
bodies:
  left: {estimate: [0, 0, 1]}
  right: {estimate: [0.4, 0, 1]}
  middle: {estimate: [0.2, 0, 1]}
  bar: {estimate: [0.1, 0.17, 0]}
joints:
  A: {type: revolute, between: [ground, left]}
  B: {type: revolute, between: [{ground: [0.4, 0]}, right]}
  C: {type: revolute, between: [{ground: [0.2, 0]}, middle]}
  D: {type: revolute, between: [{left: [0.2, 0]}, bar]}
  E: {type: revolute, between: [{right: [0.2, 0]}, {bar: [e, 0]}]}
  F: {type: revolute, between: [{middle: [0.2, 0]}, {bar: [0.2, 0]}]}
drivers:
  motor: {type: angle, joint: A, value: 1 + 0.1*t}
analysis: {kinematics: {until: 1, points: 11}}
"""
