"""State machines: modes and transitions against what a hand computes."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

import linkwork as lw


def thermostat() -> lw.Planar:
    """A room cools to 0 and is heated to 40 with a time constant of 1 s, between 18 and 22."""
    m = lw.Planar("thermostat")
    m.state("room", rate="if(heater.on > 0.5, 40, 0) - room", start=10)
    m.machine("heater", ["on", "off"], [("on", "off", "room - 22"), ("off", "on", "18 - room")])
    return m


def test_a_thermostat_turns_on_and_off_at_the_times_of_the_closed_form() -> None:
    run = thermostat().simulate(until=2.0, points=201, rtol=1e-10, atol=1e-10)
    up, cools, warms = math.log(30 / 18), math.log(22 / 18), math.log(22 / 18)
    expected = [up, up + cools, up + cools + warms, up + 2 * cools + warms]
    changes = [event for event in run.events if event.name == "signal 'heater'"]
    assert [event.t for event in changes[:4]] == pytest.approx(expected, abs=1e-9)
    assert [event.text for event in changes[:2]] == ["signal 'heater': on to off", "signal 'heater': off to on"]
    assert run["heater.on"] + run["heater.off"] == pytest.approx(1)
    assert np.all(run["heater"] == run["heater.off"])


def test_time_in_a_mode_and_a_number_above_zero_at_the_beginning_of_one() -> None:
    """It waits 0.5 s, passes a mode whose way is open already, and waits 0.25 s in the next."""
    m = lw.Planar("lamp")
    ways = [("red", "amber", "since - 0.5"), ("amber", "green", "1"), ("green", "red", "since - 0.25")]
    m.machine("lamp", ["red", "amber", "green"], ways)
    m.state("burns", rate="lamp.green")
    run = m.simulate(until=1.5, points=1501)
    assert run["burns"][-1] == pytest.approx(0.5, abs=1e-9)
    assert [round(event.t, 6) for event in run.events] == [0.5, 0.5, 0.75, 1.25, 1.25, 1.5][: len(run.events)]
    inside = (run.t > 0.51) & (run.t < 0.74)
    assert np.all(run["lamp"][inside] == 2) and run["lamp.since"][inside] == pytest.approx(run.t[inside] - 0.5)


def test_a_way_that_is_open_at_the_start_is_taken_at_once() -> None:
    m = lw.Planar("open")
    m.machine("s", ["a", "b"], [("a", "b", "2 - t")])
    run = m.simulate(until=1.0, points=11)
    assert np.all(run["s"][1:] == 1)


def test_a_machine_in_a_file_moves_as_that_in_python(tmp_path: Path) -> None:
    path = tmp_path / "m.yaml"
    m = thermostat()
    m.save(path)
    assert "before: " in path.read_text()
    runs = [model.simulate(until=1.0, points=11) for model in (m, lw.load(path))]
    assert runs[0]["room"] == pytest.approx(runs[1]["room"], abs=0)


def test_a_mode_that_is_none_is_refused_by_name() -> None:
    m = lw.Planar("wrong")
    m.machine("s", ["a", "b"], [("a", "c", "t - 1")])
    with pytest.raises(lw.LinkworkError, match="signal 's': a transition names mode 'c'; modes are: a, b"):
        m.simulate(until=1.0)
