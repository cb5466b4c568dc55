"""Whoever waits for compiled code is told what is compiled, how much of it is done and how long it takes still."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from linkwork.base.progress import WithoutBars
from linkwork.numerics.ahead import together


@pytest.fixture
def cold(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[list[Path]]:
    """A run that misses ten functions, compiled by this process alone."""
    files = [tmp_path / f"{number}.nbc" for number in range(10)]
    monkeypatch.delenv(together.ALONE)
    monkeypatch.setattr(together, "_missing", lambda: iter(files))
    monkeypatch.setattr(together, "_others", lambda count: [])
    monkeypatch.setattr(together, "_task", None)
    yield files
    if together._task is not None:
        together._task.stop()


def _compile(files: list[Path]) -> None:
    """What a run does that asks for one function after the other."""
    with together.for_a_run():
        for number, file in enumerate(files):
            together.missing(f"kernel{number}")
            file.touch()


def test_nothing_is_said_of_what_is_done_at_once(cold: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    _compile(cold)
    assert capsys.readouterr().err == ""


def test_one_line_says_what_takes_long_also_without_bars(
    cold: list[Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setattr(together, "_PATIENCE", 0.0)
    with WithoutBars():
        _compile(cold)
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert said.startswith("compiling kernels, on a first run only: kernel") and " of about 10" in said


def test_a_terminal_has_a_bar_that_leaves_nothing_behind(
    cold: list[Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setattr(together, "_PAUSE", -1.0)
    begin = together.time.perf_counter()
    passed = iter(range(1000))
    monkeypatch.setattr(together.time, "perf_counter", lambda: begin + next(passed))
    _compile(cold)
    said = capsys.readouterr().err
    assert "kernel5, 5 of about 10, about " in said and " s left" in said
    assert "\n" not in said and said.endswith("\r\x1b[K")


def test_those_who_compile_for_others_start_nobody(cold: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(together.ALONE, "1")
    _compile(cold)
    assert together._task is None


def test_what_is_asked_of_imported_modules_is_shared_out() -> None:
    import linkwork.functions.constant_kernel

    wanted = list(together._wanted())
    assert (linkwork.functions.constant_kernel.__name__, "constant", "function:real") in wanted
    assert all(module in sys.modules and "complex" not in what for module, _, what in wanted)
