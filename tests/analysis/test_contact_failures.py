"""Runs that contacts end: when, by whom, what to try; what came before is kept, can be saved and looked at."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.analysis.simulation.contact_text import contact_chatters
from linkwork.base.errors import AnalysisError
from linkwork.run.run import Event, Run

ANGLE, TIP = 1.1, 1e-9
CRITICAL = (1 + 3 * math.cos(ANGLE) ** 2) / (3 * math.sin(ANGLE) * math.cos(ANGLE))


def squeezed(restitution: float, x: float = 0.15) -> lw.Planar:
    """A ball between a wall and a press that shuts at 0.3 m/s; there is no room left at t = 2/3 s."""
    m = lw.Planar("squeezed ball")
    ball = m.body("ball", (x, 0, 0), mass=lw.Mass(mass=1, inertia=0.005))
    ball.profile("rim", lw.circle(0.1))
    press = m.body("press", (0.4, 0, 0), mass=lw.Mass(mass=1, inertia=1))
    press.profile("face", lw.wall((0, 0), (0, -1)))
    m.ground.profile("wall", lw.wall((0, 0), (0, 1)))
    m.translational("G", m.ground.line((0, 0), (1, 0)), press.line((0, 0), (1, 0)))
    m.drive("shut", joint="G", position="0.4 - 0.3*t")
    m.contact("L", "ground.wall", "ball.rim", restitution=restitution)
    m.contact("R", "press.face", "ball.rim", restitution=restitution)
    return m


def jammed_rod() -> Run:
    """Painleve's rod slides the harmless way, until a blow at 5 ms turns its speed round."""
    m = lw.Planar("rod")
    m.set_gravity(0, -9.81)
    body = m.body("rod", (0.5 * math.cos(ANGLE), 0.5 * math.sin(ANGLE) + TIP, ANGLE))
    m.mass("rod", mass=1, inertia=1 / 12)
    body.profile("tip", lw.circle(TIP, center=(-0.5, 0)))
    m.ground.profile("floor", lw.wall((0, 0), (-1, 0)))
    m.contact("C", "ground.floor", "rod.tip", friction=1.3 * CRITICAL)
    m.impulse("hit", "rod", (-3, 0), time=0.005)
    return m.simulate(0.02, 21, speeds={"rod.vx": 1.0}, progress=False)


def kept_and_stored(run: Run, path: Any) -> None:
    """The end is the last row and the state of the run, which a file brings back whole."""
    assert not run.completed
    assert run.t[-1] == pytest.approx(run.events[-1].t, abs=1e-12)
    assert float(run.moment.z[0].real) == pytest.approx(run.events[-1].t, abs=1e-12)
    assert all(np.all(np.isfinite(values)) for values in (run.q, run.v))
    run.save(path)
    again = lw.load_run(path)
    assert not again.completed
    np.testing.assert_array_equal(again.q, run.q)
    np.testing.assert_array_equal(again.moment.z, run.moment.z)
    assert again.events == run.events
    with pytest.raises(AnalysisError, match=r"this run ended early: .*mend the cause first"):
        run.go_on(run.t[-1] + 1.0)


@pytest.mark.parametrize("restitution", (0.0, 0.5))
def test_what_is_squeezed_ends_where_there_is_no_room_left(restitution: float, tmp_path: Any) -> None:
    run = squeezed(restitution).simulate(1.0, 101, speeds={"ball.vx": 1.0}, progress=False)
    end = run.events[-1]
    assert end.kind == "stopped"
    assert end.t == pytest.approx(2 / 3, abs=1e-8)
    assert "'R'" in end.text
    assert "no room left" in end.text
    assert "the results up to there are kept" in end.text
    assert run["ball.x"][-1] == pytest.approx(0.1, abs=1e-8)
    kept_and_stored(run, tmp_path / "squeezed.run")


def test_a_jam_ends_with_the_state_the_contact_and_what_to_try(tmp_path: Any) -> None:
    run = jammed_rod()
    end = run.events[-1]
    assert (end.kind, end.name) == ("stopped", "C")
    assert end.t == pytest.approx(0.005, abs=1e-12)
    assert "contact 'C' jams" in end.text
    assert "try a smaller coefficient of friction" in end.text
    kept_and_stored(run, tmp_path / "jam.run")


def test_an_overlap_at_the_start_is_refused_by_name() -> None:
    with pytest.raises(AnalysisError, match=r"at the start contact 'L': its two outlines overlap .*move the bodies"):
        squeezed(0.5, 0.08).simulate(1.0, 11, progress=False)


def test_bounces_without_end_in_no_time_come_to_rest_even_without_a_capture_speed() -> None:
    """A ball with e = 0.5 that nothing captures rests at its accumulation time, sqrt(2 h / g) (1 + e) / (1 - e)."""
    m = lw.Planar("ball")
    m.set_gravity(0, -9.81)
    body = m.body("ball", (0, 0.15, 0), mass=lw.Mass(mass=1, inertia=0.005))
    body.profile("rim", lw.circle(0.1))
    m.ground.profile("floor", lw.wall((0, 0), (-1, 0)))
    m.contact("C", "ground.floor", "ball.rim", restitution=0.5, capture=1e-300)
    run = m.simulate(1.0, 11, rtol=1e-11, atol=1e-13, progress=False)
    assert run.completed
    assert run.touches[-1].kind == "closes"
    assert run.touches[-1].t == pytest.approx(3 * math.sqrt(2 * 0.05 / 9.81), abs=1e-6)
    assert run.go_on(1.5, 6, progress=False)["ball.y"][-1] == pytest.approx(0.1, abs=1e-9)


def test_an_event_that_repeats_without_time_passing_ends_the_run(tmp_path: Any) -> None:
    """A ball that an event reflects with half its speed, without contacts, comes to its accumulation time."""
    m = lw.Planar("reflected")
    m.carriage("ball", at=(0, 0.05), along=(0, 1), mass=1)
    m.set_gravity(0, -9.81)
    m.event("bounce", "ball.y", direction="falling", jump={"ball.vy": -0.5})
    run = m.simulate(1.0, 11, progress=False)
    end = run.events[-1]
    assert (end.kind, end.name) == ("chattering", "bounce")
    assert end.t == pytest.approx(3 * math.sqrt(2 * 0.05 / 9.81), abs=1e-5)
    assert "end it with times=" in end.text
    kept_and_stored(run, tmp_path / "reflected.run")


def test_contacts_that_chatter_before_any_event_are_all_named() -> None:
    run = squeezed(0.5).simulate(0.01, 3, progress=False)
    run.events.clear()
    end = contact_chatters(run, 0.01)
    assert end.kind == "chattering" and "'L', 'R' changed again and again without time passing" in end.text


def test_contacts_that_chatter_while_a_run_is_differentiated_are_told() -> None:
    """There the times of events are complex numbers."""
    run = squeezed(0.5).simulate(0.01, 3, progress=False)
    run.events[:] = [Event(complex(0.01, 1e-30), "contact", "contact 'R' sticks", "R")]  # type: ignore[arg-type]
    assert contact_chatters(run, 0.01).name == "R"
