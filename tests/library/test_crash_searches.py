"""Searches over crashes: what cannot be run is named and left out, what is broken off goes on, no file is mistaken."""

from __future__ import annotations

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


def test_a_search_that_was_broken_off_within_a_generation_goes_on_to_the_same_front(tmp_path: Path) -> None:
    whole, calls = stop_of_two_levels().front(**SEARCH), []

    def broken(runs: Any, design: Any) -> list[float]:
        calls.append(design)
        if len(calls) > 9:
            raise KeyboardInterrupt
        return hardest_and_longest(runs, design)

    file = tmp_path / "designs.jsonl"
    with pytest.raises(KeyboardInterrupt):
        stop_of_two_levels(broken, file=file).front(**SEARCH)
    assert len(file.read_text().splitlines()) == 9
    further = stop_of_two_levels(file=file, workers=2).front(**SEARCH)
    assert np.array_equal(further.criteria, whole.criteria) and np.array_equal(further.designs, whole.designs)
    assert further.evaluations == whole.evaluations - 9


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
