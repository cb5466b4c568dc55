"""A little fuzzing in every test run; `make fuzz` does much of it. A finding names what was tried."""

from __future__ import annotations

import inspect
from dataclasses import is_dataclass
from pathlib import Path
from typing import Any

import pytest

from fuzz import calls, face, files, messages, models
from linkwork.base.errors import LinkworkError

SHORT: dict[str, tuple[Any, int]] = {
    "calls": (calls, 300),
    "models": (models, 100),
    "files": (files, 60),
    "messages": (messages, 150),
}


@pytest.mark.parametrize("kind", SHORT)
def test_nothing_ends_in_another_error_than_our_own(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    module, count = SHORT[kind]
    assert [str(finding) for finding in module.findings(7, count)] == []


def test_what_holds_other_values_is_looked_into(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    assert [str(finding) for finding in calls.nested_findings()] == []


def test_the_face_is_all_that_a_user_can_call() -> None:
    names = {call.name for call in face.public_calls()}
    assert len(names) > 500
    assert {"pendulum.simulate", "run.plot", "cams.rise", "plans.sobol", "Table", "load", "linear.bode"} <= names
    rooms = {"vehicles.SingleTrack", "car.drive", "muscle.attach", "impacts.blow", "coupled.glue", "circuit.resistor"}
    assert rooms <= names


def test_what_a_dataclass_of_the_public_face_does_not_take_is_refused_in_words() -> None:
    made = [call for call in face.public_calls() if inspect.isclass(call.get()) and is_dataclass(call.get())]
    assert {"CFunctions", "vehicles.SingleTrack", "coupling.CoupledRun"} <= {call.name for call in made}
    for call in made:
        with pytest.raises(LinkworkError):
            call.get()(*[object()] * 40)
        with pytest.raises(LinkworkError):
            call.get()(surprise=1)
