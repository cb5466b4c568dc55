"""Scenes run in a process that may hang or die, and what they gave is kept as it comes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from bench import scenes
from bench.watched_child import TOO_SLOW, WatchedChild


def test_what_hangs_in_compiled_code_is_ended_and_the_next_question_answered() -> None:
    with WatchedChild("re", "split", 1) as child:
        assert child.ask("b", "abc") == ["a", "c"]
        assert child.ask("(a+)+$", 40 * "a" + "b") == TOO_SLOW
        assert child.ask("b", "cba") == ["c", "a"]


def test_a_process_that_dies_is_told() -> None:
    with WatchedChild("os", "_exit", 1) as child:
        assert child.ask(3) == "the process ended with 3"


def test_scenes_that_stand_in_the_file_are_not_run_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tmp_path / "scenes.jsonl"
    line = {"world": "plane", "seed": 3, "by": "adams/auto", "end": "stop", "kind": "jams", "cpu_s": 2.0}
    kept.write_text(json.dumps(line) + "\n" + '{"world": "pla')  # broken off while it was written
    for name, value in (("SCENES", 2), ("FIRST_SCENE", 3), ("SCENE_WORLDS", "plane"), ("SCENES_FILE", kept)):
        monkeypatch.setenv(f"LINKWORK_{name}", str(value))
    rows = list(scenes.rows())
    assert [row["scenes"] for row in rows if "which" in row] == [1, 1]
    assert rows[-1]["stop_share"] == rows[-1]["fine_share"] == 0.5
    again = list(scenes.each("plane", range(3, 5), 60, kept))
    assert [(line["seed"], line["end"], new) for line, new in again] == [(3, "stop", False), (4, "fine", False)]
