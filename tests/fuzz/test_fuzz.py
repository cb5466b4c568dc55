"""A little fuzzing in every test run; `make fuzz` does much of it. A finding names what was tried."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fuzz import calls, face, files, messages, models

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


def test_the_face_is_all_that_a_user_can_call() -> None:
    names = {call.name for call in face.public_calls()}
    assert len(names) > 500
    assert {"pendulum.simulate", "run.plot", "cams.rise", "plans.sobol", "Table", "load", "linear.bode"} <= names
