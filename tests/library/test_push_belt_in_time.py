"""Push-belt drives through time: at rest, through a change of ratio, and what is refused."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from linkwork.base.errors import LinkworkError
from linkwork.cvt import DriveRun, Fineness, PushBeltDrive
from linkwork.library.cvt import layout_kernel as at

COARSE = Fineness(arc=42, span=10, coarse=16, levels=1)
LOAD = 40.0


@cache
def drive() -> PushBeltDrive:
    return PushBeltDrive(fine=COARSE)


@cache
def change() -> DriveRun:
    return drive().run(2.5, [(0.0, 1.0), (0.3, 1.05)], LOAD, points=251)


def test_a_drive_that_is_asked_for_nothing_else_stays_as_it_is() -> None:
    run = drive().run(0.1, 1.0, LOAD, points=3)
    assert run.speeds == pytest.approx(np.tile(run.speeds[0], (3, 1)), rel=1e-9)
    assert run.thrusts == pytest.approx(np.tile(run.thrusts[0], (3, 1)), rel=1e-6)


def test_it_comes_to_the_steady_state_of_the_new_ratio() -> None:
    """Found without time on the same path, by continuation."""
    run, thrust, middle = change(), 20e3, (1.0 * 1.05) ** 0.5
    search = drive()._search("run", middle, thrust, run.speeds[0, 0], (at.SPEED, at.TORQUE, at.RATIO))
    wanted = np.array([run.speeds[0, 0], -LOAD, middle, thrust])
    search.steady(wanted, 1, drive().most_torque(middle, thrust))
    wanted[at.G_THRUST_DRIVING] = 1.05
    search.lead(wanted, middle)
    search.sharpen(wanted, 1.0)
    state = search.state()
    assert run.thrusts[-1] == pytest.approx(state.thrusts, rel=2e-4)
    assert run.torques[-1] == pytest.approx(state.torques, rel=2e-4)
    assert run.states[-1].push == pytest.approx(state.push, abs=1e-3 * np.max(-state.push))


def test_the_driven_pulley_is_accelerated_by_what_the_belt_gives_more_than_the_load_takes() -> None:
    run = change()
    more = run.torques[:, 1] - LOAD
    given = np.concatenate([[0.0], np.cumsum(0.5 * (more[1:] + more[:-1]) * np.diff(run.times))])
    taken = drive().driven.inertia * (run.speeds[:, 1] - run.speeds[0, 1])
    assert np.max(np.abs(given - taken)) < 5e-3 * np.max(np.abs(taken))


def test_smaller_tolerances_change_little_and_less() -> None:
    runs = [
        drive().run(0.6, [(0.0, 1.0), (0.3, 1.05)], LOAD, points=3, tolerance=each) for each in (0.02, 0.002, 0.0005)
    ]
    coarse, middle, fine = (run.ratio for run in runs)
    assert runs[0].steps < runs[1].steps < runs[2].steps
    assert np.max(np.abs(middle - fine)) < 0.5 * np.max(np.abs(coarse - fine)) < 5e-4


def test_results_are_written_and_drawn(tmp_path: Path) -> None:
    run = drive().run(0.01, 1.0, LOAD, points=2)
    lines = run.to_csv(tmp_path / "run.csv").read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("time (s),ratio,driving speed (rad/s)") and len(lines) == 3
    assert len(run.plot().axes) == 4
    assert run.at(0.01) is run.states[1]
    page = run.page(tmp_path / "belt.html").read_text(encoding="utf-8")
    assert "Push belt from 0 to 0.01 s" in page and '"names":["0 s","0.01 s"]' in page and "through time" in page


def test_a_torque_that_turns_round_leads_to_the_state_of_the_other_torque(tmp_path: Path) -> None:
    run = drive().run(3.0, 1.0, [(0.1, LOAD), (0.4, -LOAD)], points=31)
    other = drive().run(0.01, 1.0, -LOAD, points=2).states[0]
    before, after = run.states[0], run.states[-1]
    assert before.span(1)[0] < -500 and before.span(2)[0] > -100
    assert after.span(1)[0] > -20
    assert after.span(2)[0] == pytest.approx(other.span(2)[0], rel=0.03)
    assert after.thrusts[0] == pytest.approx(other.thrusts[0], rel=0.03)
    page = run.page(tmp_path / "belt.html").read_text(encoding="utf-8")
    assert "none while speeds change" in page and "no torque" not in page


def test_a_change_of_ratio_with_the_usual_fineness() -> None:
    """On the path in the middle the search ends where elements come loose; on one beside it a state is found."""
    run = PushBeltDrive().run(1.0, [(0.1, 1.0), (0.5, 1.1)], 60.0, points=3)
    assert run.ratio[[0, -1]] == pytest.approx([1.0, 1.1], abs=0.01)
    assert run.torques[0, 1] == pytest.approx(60.0, rel=1e-6)
    assert 0.9 < run.states[0].efficiency < 1.0 and np.isnan(run.states[1].efficiency)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"until": 1.0, "points": 10**9}, "points are 2 to"),
        ({"until": 1.0, "ratio": [(0.0, 1.0), (1.0,)]}, "pairs of a time and a value"),
        ({"until": 0.06, "speed": [(0.0, 200.0), (0.05, 1e-3)]}, "has left a pulley|no step leads on"),
        ({"until": -1.0}, "until is a time above 0 s"),
        ({"until": 1.0, "ratio": [(0.0, 1.0), (1.0, 2.0)]}, "make two runs of it"),
        ({"until": 1.0, "ratio": [(0.5, 1.0), (0.1, 1.1)]}, "times of ratio have to rise"),
        ({"until": 1.0, "torque": 500.0}, "with more the belt would slip"),
        ({"until": 1.0, "torque": [1.0, 2.0]}, "pairs of a time and a value"),
        ({"until": 1.0, "ratio": 9.0}, "whose sheaves reach from"),
        ({"until": 1.0, "torque": "3 m"}, "torque: .*'3 m' is a length, but a torque or an energy is needed"),
        ({"until": 1.0, "ratio": float("nan")}, "ratio: expected a number"),
    ],
)
def test_what_cannot_be_is_refused_by_name(asked: dict[str, object], told: str) -> None:
    with pytest.raises(LinkworkError, match=told):
        drive().run(**asked)  # type: ignore[arg-type]


def test_what_a_run_and_a_state_are_asked_for_is_looked_at(tmp_path: Path) -> None:
    run = change()
    with pytest.raises(LinkworkError, match="the belt has the spans 1 and 2, not 3"):
        run.states[0].span(3)
    with pytest.raises(LinkworkError, match="at: time"):
        run.at("soon")  # type: ignore[arg-type]
    with pytest.raises(LinkworkError):
        run.to_csv(tmp_path / "nowhere" / "run.csv")
    with pytest.raises(LinkworkError, match="further"):
        run.states[0].page(tmp_path / "page.html", [1])  # type: ignore[list-item]
