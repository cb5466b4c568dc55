"""Searches over crashes: what cannot be run is named and left out, what is broken off goes on, no file is mistaken."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linkwork.base.errors import LinkworkError
from linkwork.crash import Designs, Problem, Steps, Train, against_stop, data

Criteria = Any
SEARCH: dict[str, Any] = {"population": 6, "generations": 3}
LOW = Steps(data.SLOPE, data.LOW_LEVELS, data.LOW_REACH)
SOFT = Train(data.CAR_MASSES, LOW, Steps(data.SLOPE, ("h1", "h2"), (0.5,)), coupler=data.COUPLER)


def hardest_and_longest(runs: Any, design: Any) -> list[float]:
    return [float(np.max(np.abs(runs["stop"]["a1.ax"]))), float(runs["stop"]["front.plastic"][-1])]


def stop_of_two_levels(criteria: Criteria = hardest_and_longest, first: float = 1.5e6, **more: Any) -> Problem:
    """Levels of the front of a train; where the first may pass the second some designs cannot be built."""
    stop = against_stop(SOFT, speed=30 / 3.6, points=61, numbers={"h1": 1.0e6, "h2": 2.0e6})
    return Problem({"stop": stop}, {"h1": (0.5e6, first), "h2": (1.6e6, 3e6)}, criteria, **more)


def slowly(file: Path | None, workers: int, pause: float) -> Problem:
    """A search of formulas that takes its time."""

    def criteria(runs: Any, x: Any) -> list[float]:
        time.sleep(pause)
        return [x["a"] ** 2 + x["b"], (x["a"] - 1) ** 2 + x["b"] ** 2]

    return Problem({}, {"a": (-1.0, 2.0), "b": (0.0, 1.0)}, criteria, file=file, workers=workers)


SLOW = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.path.insert(0, {tests!r})
from library.test_crash_searches import SEARCH, slowly
slowly({file!r}, {workers}, 0.1).front(**SEARCH)
"""


def test_a_search_that_was_broken_off_within_a_generation_goes_on_to_the_same_front(tmp_path: Path) -> None:
    whole, calls = stop_of_two_levels().front(**SEARCH), []

    def broken(runs: Any, design: Any) -> list[float]:
        calls.append(design)
        if len(calls) > 9:
            raise KeyboardInterrupt
        return hardest_and_longest(runs, design)

    file = tmp_path / "designs.jsonl"
    with pytest.raises(KeyboardInterrupt, match=r"broken off after 9 designs; .*designs\.jsonl has them, and goes on"):
        stop_of_two_levels(broken, file=file).front(**SEARCH)
    assert len(file.read_text().splitlines()) == 9
    further = stop_of_two_levels(file=file, workers=2).front(**SEARCH)
    assert np.array_equal(further.criteria, whole.criteria) and np.array_equal(further.designs, whole.designs)
    assert further.evaluations == whole.evaluations - 9


def test_a_search_without_a_file_tells_that_nothing_is_kept() -> None:
    def broken(runs: Any, design: Any) -> list[float]:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt, match="broken off after 0 designs; without a file they are lost"):
        stop_of_two_levels(broken).best({"h1": 1.0e6, "h2": 2.0e6})


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="workers need a fork")
@pytest.mark.parametrize("workers", [1, 2])
def test_a_search_that_is_interrupted_from_outside_says_so_in_one_line_and_loses_nothing(
    workers: int, tmp_path: Path
) -> None:
    """Ctrl-C reaches all processes of a terminal: workers say nothing of it."""
    file = tmp_path / "designs.jsonl"
    program = SLOW.format(file=str(file), workers=workers, tests=str(Path(__file__).parents[1]))
    command = [sys.executable, "-c", program]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True) as search:
        while search.poll() is None and not (file.exists() and len(file.read_text().splitlines()) > 4):
            time.sleep(0.02)
        if search.poll() is None:
            os.killpg(search.pid, signal.SIGINT)
        told = search.communicate()[1]
    assert told.count("Traceback") == 1 and "KeyboardInterrupt: broken off after " in told.splitlines()[-1], told
    written = file.read_text().splitlines()
    assert all(len(json.loads(line)) == 3 for line in written)
    further = slowly(file, 1, 0.0).front(**SEARCH)
    whole = slowly(None, 1, 0.0).front(**SEARCH)
    assert np.array_equal(further.designs, whole.designs) and further.evaluations == whole.evaluations - len(written)


def test_designs_that_another_problem_wrote_down_are_not_taken(tmp_path: Path) -> None:
    file = tmp_path / "designs.jsonl"
    stop_of_two_levels(file=file).front(population=4, generations=1)
    for other in (
        stop_of_two_levels(lambda runs, design: [1.0, 2.0], file=file),
        stop_of_two_levels(lambda runs, design: [1.0], file=file),
    ):
        with pytest.raises(LinkworkError, match=r"is of another problem; give another file.* in the file [\d.]+, "):
            other.front(population=4, generations=1)
    assert stop_of_two_levels(file=file).front(population=4, generations=1).evaluations == 0


def test_what_could_not_be_run_is_told_with_its_scenario() -> None:
    found: list[Designs] = [
        stop_of_two_levels(first=2.9e6, workers=workers).front(population=8, generations=2) for workers in (1, 2)
    ]
    for one in found:
        (note,) = one.notes
        assert "could not be run and were left out; the first, h1 = " in note
        assert "scenario 'stop': force 'front': level 2 must be above level 1" in note
        assert np.all(one.criteria < 1e6)
    assert np.array_equal(found[0].criteria, found[1].criteria)
    assert stop_of_two_levels().front(population=4, generations=1).notes == ()
    with pytest.raises(LinkworkError, match=r"'h2': 2100000\.0} cannot be run: scenario 'stop': force 'front': "):
        stop_of_two_levels(first=2.9e6).best({"h1": 2.2e6, "h2": 2.1e6})
    with pytest.raises(LinkworkError, match=r"cannot be run: there is no channel 'front\.width'"):
        stop_of_two_levels(lambda runs, design: [runs["stop"]["front.width"][-1]]).front(**SEARCH)


def test_a_run_that_ends_early_judges_no_design() -> None:
    """A force that grows without bound in one scenario of two."""
    problem = stop_of_two_levels()
    ruined = against_stop(SOFT, speed=30 / 3.6, points=61, numbers={"h1": 1.0e6, "h2": 2.0e6})
    ruined.mechanism.force("ruin", "a1", x="1e9*(a1.x + 1000)^2")
    both = Problem({"stop": problem.scenarios["stop"], "ruin": ruined}, problem.free, hardest_and_longest)
    with pytest.raises(LinkworkError, match=r"scenario 'ruin': the run ended early, at t = 0\.\d+ s: stopped at"):
        both.evaluate({"h1": 1.0e6, "h2": 2.0e6})


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"population": 0}, "population must be one or more, not 0"),
        ({"generations": 0}, "generations must be one or more, not 0"),
        ({"seed": -1}, "a seed is zero or more, not -1"),
        ({"crossover": (1.5, 15.0)}, "crossover is a probability from 0 to 1 and an index above 0"),
        ({"mutation": (0.5, 0.0)}, "mutation is a probability from 0 to 1 and an index above 0"),
    ],
)
def test_a_search_that_makes_no_sense_is_refused(asked: dict[str, Any], words: str) -> None:
    with pytest.raises(LinkworkError, match=f"front: {words}"):
        stop_of_two_levels().front(**asked)
    with pytest.raises(LinkworkError, match="workers must be one or more, not 0"):
        stop_of_two_levels(workers=0)


def test_a_cut_line_of_a_file_that_cannot_be_written_is_told_and_the_file_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "designs.jsonl"
    stop_of_two_levels(file=file).front(population=4, generations=1)
    cut = file.read_text()[:-9]
    file.write_text(cut)

    def refused(*places: Any) -> None:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patched:
        patched.setattr("os.replace", refused)
        with pytest.raises(LinkworkError, match=r"designs\.jsonl cannot be written: Permission denied"):
            stop_of_two_levels(file=file)
    assert file.read_text() == cut and list(tmp_path.iterdir()) == [file]
    assert stop_of_two_levels(file=file).front(population=4, generations=1).evaluations == 1
