"""How commands end: interruptions, broken pipes, faults of the program, half-written results."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from linkwork.cli.main import app
from linkwork.cli.new import example
from linkwork.mechanism.planar import Planar
from linkwork.run.run import Run

LINKWORK = [sys.executable, "-m", "linkwork.cli.main"]


@pytest.fixture(autouse=True)
def crank(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "crank.yaml"
    path.write_text(example("slider-crank"), encoding="utf-8")
    return path


@pytest.fixture(autouse=True)
def interruptible() -> Iterator[None]:
    """Ctrl-C works also where the tests run in the background, with the signal ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def call(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


def raising(error: BaseException) -> Any:
    def fail(*_: Any, **__: Any) -> None:
        raise error

    return fail


def test_a_fault_of_the_program_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Planar, "check", raising(ValueError("a\nb")))
    done = call("check", "crank.yaml")
    assert (done.exit_code, done.stderr) == (3, "internal error: ValueError: a b; please report it\n")
    monkeypatch.setenv("LINKWORK_DEBUG", "1")
    assert "Traceback" in call("check", "crank.yaml").stderr


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_an_error_after_ctrl_c_is_an_interruption(monkeypatch: pytest.MonkeyPatch) -> None:
    def compiling(*_: Any) -> None:
        try:
            os.kill(os.getpid(), signal.SIGINT)
            while True:
                pass
        except KeyboardInterrupt:
            raise RuntimeError("the compiler is confused") from None

    monkeypatch.setattr(Planar, "check", compiling)
    done = call("check", "crank.yaml")
    assert (done.exit_code, done.stderr) == (130, "error: interrupted\n")


def test_an_error_that_follows_from_an_interruption_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    error = RuntimeError("compile failed")
    error.__context__ = KeyboardInterrupt()
    monkeypatch.setattr(Planar, "check", raising(error))
    assert call("check", "crank.yaml").exit_code == 130


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_while_compiling(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*LINKWORK, "run", "crank.yaml"],
        env={**os.environ, "LINKWORK_CACHE": str(tmp_path / "cache")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert process.stderr is not None
    assert process.stderr.readline().startswith("compiling")
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=600)
    assert (process.returncode, errors) == (130, "error: interrupted\n")
    assert not (tmp_path / "crank").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of POSIX")
def test_a_reader_that_leaves_is_no_error() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([*LINKWORK, "check", "crank.yaml"], stdout=writing, stderr=subprocess.PIPE, text=True)
    os.close(writing)
    assert done.stderr == ""


@pytest.mark.parametrize("error", [KeyboardInterrupt(), OSError(28, "no space left"), ValueError("x")])
def test_a_run_that_fails_leaves_no_empty_folder(
    error: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Run, "to_csv", raising(error))
    assert call("run", "crank.yaml", "--points", "3", "--out", "deep/results").exit_code != 0
    assert [path.name for path in tmp_path.iterdir()] == ["crank.yaml"]
    (tmp_path / "mine").mkdir()
    call("run", "crank.yaml", "--points", "3", "--out", "mine")
    assert (tmp_path / "mine").is_dir()


@pytest.mark.parametrize("change", ["r=1e200", "l=1e99", "r=1e-99", "n=1e99"])
def test_absurd_sizes_give_no_warning_and_no_traceback(change: str) -> None:
    """A warning is an error in the tests, and would end the command as a fault of the program."""
    done = call("run", "crank.yaml", "--points", "5", "--set", change)
    assert done.exception is None or isinstance(done.exception, SystemExit)
    assert done.exit_code in (0, 1, 2)
    assert "Warning" not in done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize("value", ["1/t", "log(t)", "sqrt(-1-t)", "exp(1000*t)"])
def test_drivers_that_are_not_finite_give_one_error(value: str, crank: Path) -> None:
    crank.write_text(example("slider-crank").replace("value: n*t", f"value: {value}"), encoding="utf-8")
    done = call("run", "crank.yaml")
    assert isinstance(done.exception, SystemExit)
    assert done.exit_code in (1, 2)
    assert "Warning" not in done.stderr and "Traceback" not in done.stderr
    assert "error: " in done.stderr


def test_several_parameters_change_together(crank: Path) -> None:
    text = example("slider-crank").replace("parameters:", "parameters:\n  a: 1\n  b: sqrt(2 - a)")
    crank.write_text(text, encoding="utf-8")
    assert call("check", "crank.yaml", "--set", "a=5", "--set", "b=1").exit_code == 0


def test_a_missing_folder_is_told_before_anything_is_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Planar, "kinematics", raising(AssertionError()))
    for command in (
        ("plot", "crank.yaml", "slider.x", "--out", "no/a.png"),
        ("animate", "crank.yaml", "--out", "no/a.gif"),
    ):
        done = call(*command)
        assert done.exit_code == 2
        assert "there is no folder 'no'" in done.stderr


def test_ctrl_c_ends_a_simulation_where_it_is_and_keeps_what_it_has() -> None:
    from linkwork.base.progress import stopped_by

    m = Planar("pendulum")
    bar = m.body("bar")
    m.mass(bar, mass=1, center=(0.5, 0), inertia=0.1)
    m.revolute("O", m.ground.at(0, 0), bar.at(0, 0))
    m.set_gravity(0, -9.81)
    asked = iter([False, False, *[True] * 1000])
    with stopped_by(lambda: next(asked)):
        run = m.simulate(until=1000, points=100_001)
    assert not run.completed and 2 < len(run.t) < 100_001
    assert run.events[-1].text.startswith("interrupted at t = ")
    whole = m.simulate(until=float(run.t[-2]), points=len(run.t) - 1)
    assert abs(whole["bar.angle"][-1] - run["bar.angle"][-2]) < 1e-6
