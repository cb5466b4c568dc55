"""Runs that are saved, loaded and continued: equal, digit by digit, to a run that never stopped."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import AnalysisError, MechanismError

METHODS: dict[str, dict[str, Any]] = {
    "dop853": {},
    "adams": {},
    "rk4": {"step": 0.004},
    "radau": {},
    "alpha": {"rtol": 1e-5},
    "midpoint": {"step": 0.004},
    "trapezoidal": {"step": 0.004},
    "backward-euler": {"step": 0.004},
}
each_method = pytest.mark.parametrize("method", METHODS)


def machine() -> lw.Planar:
    """A slider-crank with everything that a run remembers: states, samples, flags, switches, a gear, a belt."""
    m = lw.Planar("machine")
    crank, rod, slider = m.body("crank", (0, 0, 0.4)), m.body("rod", (0.2, 0.1, -0.1)), m.body("slider", (0.7, 0, 0))
    wheel = m.body("wheel", estimate=(-0.5, 0, 0))
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at(0.2, 0), rod.at(0, 0))
    m.revolute("B", rod.at(0.5, 0), slider.at(0, 0))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), slider.line((0, 0), (1, 0)))
    m.revolute("W", m.ground.at(-0.5, 0), wheel.at(0, 0))
    m.mass("crank", mass=1, center=(0.1, 0), inertia=0.02)
    m.mass("rod", mass=0.5, center=(0.25, 0), inertia=0.01)
    m.mass("slider", mass=1)
    m.mass("wheel", mass=1, inertia=0.05)
    m.set_gravity(0, -9.81)
    m.belt("belt", crank, wheel, (0.1, 0.15), stiffness=500, preload=15, damping=0.5)
    m.end_stop("stop", "guide", upper=0.68, stiffness=2000, damping=5)
    m.motor("motor", "O", speed=8, proportional=0.3, integral=0.5, limit=2)
    m.sampled("u", "8 - crank.omega", period=0.0313, proportional=0.2)
    m.filter("smooth", "slider.vx", time_constant=0.05)
    m.flag("laps", 0)
    m.event("lap", "crank.x + cos(crank.angle)", direction="rising", put={"laps": 1})
    m.force("brake", slider, x="-0.5*smooth - 0.1*u + 0.3*laps")
    return m


def start(method: str, until: float, points: int) -> lw.Run:
    options: dict[str, Any] = {"rtol": 1e-7, "atol": 1e-9} | METHODS[method]
    return machine().simulate(until, points, method=method, speeds={"crank.omega": 5.0}, progress=False, **options)


def same(one: lw.Run, other: lw.Run) -> None:
    """Times to the rounding of the grids, states as they are at those times."""
    assert np.allclose(one.t, other.t, rtol=0, atol=1e-14)
    for name in ("q", "v"):
        assert np.allclose(getattr(one, name), getattr(other, name), rtol=0, atol=1e-11), name
    for channel in ("motor.integral", "smooth", "u", "laps", "belt.left", "energy.total", "O.fx"):
        scale = max(1.0, float(np.max(np.abs(one[channel]))))
        assert np.allclose(one[channel], other[channel], rtol=0, atol=1e-9 * scale), channel
    assert [(event.kind, event.text) for event in one.events] == [(event.kind, event.text) for event in other.events]
    assert np.allclose([event.t for event in one.events], [event.t for event in other.events], rtol=0, atol=1e-12)


@each_method
def test_a_run_continued_equals_a_run_never_stopped(method: str) -> None:
    whole = start(method, 1.0, 41)
    same(whole, start(method, 0.475, 20).go_on(1.0, 21))


@each_method
def test_going_on_repeats_the_very_same_steps(method: str) -> None:
    """At the last state, bit by bit: both ask for the same time."""
    whole = start(method, 1.0, 2)
    parts = start(method, 0.4, 2).go_on(0.7, 1).go_on(1.0, 1)
    assert np.array_equal(whole.q[-1], parts.q[-1]) and np.array_equal(whole.v[-1], parts.v[-1])
    assert whole.statistics["steps"] == parts.statistics["steps"]


@pytest.fixture(scope="module")
def gone_on(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with runs of all methods that were saved half-way and went on in one other process."""
    folder = tmp_path_factory.mktemp("runs")
    for method in METHODS:
        start(method, 0.475, 20).save(folder / f"{method}.half")
    script = (
        "import sys, pathlib, linkwork as lw\n"
        "for half in pathlib.Path(sys.argv[1]).glob('*.half'):\n"
        "    lw.load_run(half).go_on(1.0, 21, progress=False).save(half.with_suffix('.run'))\n"
    )
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join(sys.path))
    subprocess.run([sys.executable, "-c", script, str(folder)], check=True, env=environment, timeout=600)
    return folder


@each_method
def test_a_saved_run_goes_on_in_another_process(method: str, gone_on: Path) -> None:
    same(start(method, 1.0, 41), lw.load_run(gone_on / f"{method}.run"))


def test_a_loaded_run_has_all_that_was_saved(tmp_path: Path) -> None:
    run = start("dop853", 0.5, 21)
    run.save(tmp_path / "a.run")
    again = lw.load_run(tmp_path / "a.run")
    for name in run.channels():
        assert np.array_equal(run[name], again[name], equal_nan=True), name
    assert run.events == again.events and run.notes == again.notes and run.statistics == again.statistics
    assert not list(tmp_path.glob("*.part"))


def test_a_run_of_kinematics_is_saved_too_but_cannot_go_on(tmp_path: Path) -> None:
    m = machine()
    m.drive("turn", joint="O", angle="0.4 + t")
    m.drive("hold", joint="W", angle=0)
    run = m.kinematics(until=0.1, points=5, progress=False)
    run.save(tmp_path / "k.run")
    again = lw.load_run(tmp_path / "k.run")
    assert np.array_equal(run["slider.x"], again["slider.x"])
    with pytest.raises(AnalysisError, match="only a simulation can go on"):
        again.go_on(1.0, 5)


def test_a_run_with_changed_parameters_keeps_them(tmp_path: Path) -> None:
    m = lw.Planar("parameter")
    m.parameters(k=4.0)
    m.carriage("cart", at=(1, 0), along=(1, 0), mass=1)
    m.slide_spring("spring", m.ground.line((0, 0), (1, 0)), "cart", stiffness="k")
    m.set(k=9.0)
    m.simulate(1.0, 11, progress=False, rtol=1e-10).save(tmp_path / "p.run")
    again = lw.load_run(tmp_path / "p.run").go_on(2.0, 10, progress=False)
    assert np.allclose(again["cart.x"], np.cos(3 * again.t), atol=1e-7)


def damaged(folder: Path) -> dict[str, Path]:
    """Files that are no run, or no longer one."""
    good = folder / "good.run"
    m = lw.Planar("small")
    m.carriage("cart", at=(0, 0), along=(1, 0), mass=1)
    m.simulate(0.1, 3, progress=False).save(good)
    whole = good.read_bytes()
    files = {
        "empty": b"",
        "text": b"t, x\n0, 1\n",
        "cut": whole[: len(whole) // 2],
        "zip": b"PK\x05\x06" + bytes(18),
        "noise": whole[:200] + bytes(range(256)) + whole[456:],
    }
    found = {}
    for name, content in files.items():
        found[name] = folder / f"{name}.run"
        found[name].write_bytes(content)
    found["missing"] = folder / "nowhere.run"
    found["folder"] = folder
    found |= _changed(folder, good)
    return found


def _changed(folder: Path, good: Path) -> dict[str, Path]:
    """The good run with one thing wrong: another format, a model that is none, arrays of another size."""
    with np.load(good) as file:
        arrays = {name: file[name] for name in file.files}
    words = json.loads(arrays["words"].tobytes().decode())
    found = {}

    def write(name: str, words: dict[str, Any], **changed: Any) -> None:
        found[name] = folder / f"{name}.run"
        packed = np.frombuffer(json.dumps(words).encode(), np.uint8)
        with found[name].open("wb") as file:
            np.savez_compressed(file, **(arrays | {"words": packed} | changed))

    write("format", words | {"format": 99})
    write("model", words | {"model": "linkwork: 1\nbodies: 3\n"})
    write("events", words | {"events": [[1, 2]]})
    write("size", words, run_q=np.zeros((3, 7)))
    write("shape", words, run_q=np.zeros(3))
    write("state", words, moment_z=np.zeros((2, 2)))
    write("method", words | {"options": {"method": "euler"}})
    write("words", {})
    for name, wrong in {"notes": 3, "statistics": [], "completed": "yes", "branch": None, "events": {}}.items():
        write(f"word {name}", words | {name: wrong})
    write("note", words | {"notes": [1, 2]})
    return found


def test_damaged_and_foreign_files_give_one_clear_error(tmp_path: Path) -> None:
    assert lw.load_run(damaged(tmp_path)["missing"].with_name("good.run")).completed
    for name, path in damaged(tmp_path).items():
        with pytest.raises(AnalysisError) as error:
            lw.load_run(path)
        text = str(error.value)
        assert str(path) in text and "\n" not in text and len(text) < 400 + len(str(path)), name


def cart(until: float, folder: Path, **options: Any) -> tuple[lw.Run, dict[str, Any]]:
    """A swinging cart, and what its file holds."""
    m = lw.Planar("oscillator")
    m.carriage("cart", at=(1, 0), along=(1, 0), mass=1)
    m.slide_spring("spring", m.ground.line((0, 0), (1, 0)), "cart", stiffness=9)
    run = m.simulate(until, 11, rtol=1e-10, progress=False, **options)
    run.save(folder / "whole.run")
    with np.load(folder / "whole.run") as file:
        return run, {name: file[name] for name in file.files}


def test_a_run_of_a_version_that_knew_less_of_its_state_goes_on(tmp_path: Path) -> None:
    run, arrays = cart(1.0, tmp_path)
    arrays["moment_state"] = arrays["moment_state"][:23]
    with (tmp_path / "old.run").open("wb") as file:
        np.savez_compressed(file, **arrays)
    old = lw.load_run(tmp_path / "old.run")
    assert old.notes == run.notes and np.array_equal(old["cart.x"], run["cart.x"])
    one, other = (each.go_on(2.0, 10, progress=False) for each in (run, old))
    assert np.array_equal(one.q, other.q) and np.allclose(other["cart.x"], np.cos(3 * other.t), atol=1e-8)


@pytest.mark.parametrize(("method", "name", "length"), [("radau", "z", -3), ("dop853", "state", 20), ("adams", "w", 4)])
def test_results_of_another_version_are_read_where_its_state_is_not(
    tmp_path: Path, method: str, name: str, length: int
) -> None:
    run, arrays = cart(0.5, tmp_path, method=method)
    arrays[f"moment_{name}"] = arrays[f"moment_{name}"][:length]
    old = tmp_path / "old.run"
    with old.open("wb") as file:
        np.savez_compressed(file, **arrays)
    for _ in range(2):  # as it was, and saved once more
        read = lw.load_run(old)
        for channel in run.channels():
            assert np.array_equal(read[channel], run[channel], equal_nan=True), channel
        (note,) = (each for each in read.notes if each not in run.notes)
        assert f"numbers of '{name}'" in note
        with pytest.raises(AnalysisError, match=r"go_on: .*cannot go on: another version.*simulate its mechanism"):
            read.go_on(1.0, 5)
        assert len(read.mechanism.simulate(0.1, 3, progress=False).t) == 3
        read.save(old)


def test_pickles_are_not_opened(tmp_path: Path) -> None:
    path = tmp_path / "evil.run"
    with path.open("wb") as file:
        np.savez(file, words=np.array([{"format": 1}], dtype=object))
    assert zipfile.is_zipfile(path)
    with pytest.raises(AnalysisError, match="no run of Linkwork"):
        lw.load_run(path)


@pytest.mark.parametrize(("until", "points"), [(0.05, 3), (float("nan"), 3), (1.0, 0)])
def test_going_on_needs_an_end_after_the_last(until: float, points: int) -> None:
    run = start("dop853", 0.1, 3)
    with pytest.raises(AnalysisError, match=r"give an end after|until: expected a number"):
        run.go_on(until, points)


def test_a_run_that_an_event_ended_goes_on_beyond_it(tmp_path: Path) -> None:
    m = lw.Planar("oscillator")
    m.carriage("cart", at=(1, 0), along=(1, 0), mass=1)
    m.slide_spring("spring", m.ground.line((0, 0), (1, 0)), "cart", stiffness=np.pi**2)
    m.event("middle", "cart.x", direction="falling", stop=True)
    first = m.simulate(5.0, 51, rtol=1e-11, atol=1e-13, progress=False)
    assert first.completed and abs(first.t[-1] - 0.5) < 1e-10
    first.save(tmp_path / "ended.run")
    for run in (first, lw.load_run(tmp_path / "ended.run")):
        more = run.go_on(5.0, 40, progress=False)
        assert abs(more.t[-1] - 2.5) < 1e-10 and np.all(np.diff(more.t) > 0)
        assert np.allclose(more["cart.x"], np.cos(np.pi * more.t), atol=1e-9)
        assert [event.kind for event in more.events] == ["event", "event", "ended"]


def pull(x: float, z: float) -> tuple[float, float]:
    """A spring, and a state that follows the position."""
    return -4.0 * x, x - z


def with_laws() -> lw.Run:
    m = lw.Planar("oscillator")
    m.carriage("cart", at=(1, 0), along=(1, 0), mass=1)
    m.force("pull", "cart", x=lw.Law(pull, states={"z": 0.5}))
    m.signal("twice", lambda t: 2.0 * t)
    m.signal("half", lambda t: 0.5 * t)
    return m.simulate(1.0, 11, rtol=1e-11, atol=1e-13, progress=False)


def test_a_run_with_laws_in_python_is_saved_and_goes_on_when_they_are_given(tmp_path: Path) -> None:
    run = with_laws()
    run.save(tmp_path / "python.run")
    laws = {"pull": pull, "lambda": lambda t: 2.0 * t, "lambda-2": lambda t: 0.5 * t}
    read = lw.load_run(tmp_path / "python.run", laws=laws)
    assert read.channels() == run.channels()
    for name in run.channels():
        assert np.array_equal(read[name], run[name]), name
    one, other = (each.go_on(2.0, 10, progress=False) for each in (run, read))
    assert np.array_equal(one.q, other.q) and np.allclose(other["cart.x"], np.cos(2 * other.t), atol=1e-9)
    assert [note for note in read.notes if "another text" in note] and not [
        note for note in read.notes if "'pull'" in note
    ]


def test_a_run_with_laws_in_python_is_read_without_them_but_computes_nothing(tmp_path: Path) -> None:
    run = with_laws()
    run.save(tmp_path / "python.run")
    read = lw.load_run(tmp_path / "python.run")
    for name in run.channels():
        assert np.array_equal(read[name], run[name]), name
    assert [note for note in read.notes if note.startswith("law 'pull' was not given")]
    wanted = r"law .* is a Python function that the file of the run does not hold; .*laws="
    for compute in (lambda: read.go_on(2.0, 10), lambda: read.mechanism.simulate(1.0, 3)):
        with pytest.raises(MechanismError, match=wanted):
            compute()


def test_laws_given_for_a_run_are_its_laws(tmp_path: Path) -> None:
    with_laws().save(tmp_path / "python.run")
    with pytest.raises(AnalysisError, match="the run has no law 'pul'; its laws in Python are: lambda, lambda-2, pull"):
        lw.load_run(tmp_path / "python.run", laws={"pul": pull})
    with pytest.raises(AnalysisError, match="law 'pull' has the arguments x, z; the function given for it has t"):
        lw.load_run(tmp_path / "python.run", laws={"pull": lambda t: t})
    with pytest.raises(MechanismError, match="law 'pull' is a Python function, and a model file holds no code"):
        with_laws().mechanism.save(tmp_path / "model.yaml")


def test_a_run_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    run = start("dop853", 0.05, 2)
    (tmp_path / "taken").mkdir()
    for path in (tmp_path / "nowhere" / "a.run", tmp_path / "taken"):
        with pytest.raises(AnalysisError, match="cannot write"):
            run.save(path)
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]
