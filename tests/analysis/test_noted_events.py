"""Events that are only noted along a driven motion: exact times, nothing integrated, derivatives, verification."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import AnalysisError

RADIUS, ROD, SPEED = 0.1, 0.3, 2 * np.pi


def slider_crank() -> lw.Planar:
    """The slider passes x = mark once outwards and once inwards in a turn."""
    m = lw.Planar("slider-crank")
    r, length, _ = m.parameters(r=RADIUS, length=ROD, mark=0.3)
    crank, rod, slider = m.body("crank"), m.body("rod", estimate=(0.1, 0, 0)), m.body("slider", estimate=(0.4, 0, 0))
    m.mass(crank, 1, inertia=0.01)
    m.mass(rod, 1, center=(length / 2, 0), inertia=0.01)
    m.mass(slider, 2)
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at(r, 0), rod.at(0, 0))
    m.revolute("B", rod.at(length, 0), slider.at(0, 0))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), slider.line((0, 0), (1, 0)))
    m.drive("motor", joint="O", angle=f"{SPEED}*t")
    m.event("passed", "slider.x - mark")
    return m


def angle(mark: float = 0.3, r: float = RADIUS) -> float:
    """The crank's angle where the slider is at the mark, by the law of cosines."""
    return float(np.arccos((r**2 + mark**2 - ROD**2) / (2 * r * mark)))


def test_events_of_inverse_dynamics_are_exact_and_nothing_is_integrated() -> None:
    run = slider_crank().inverse_dynamics(1.0, 51, progress=False)
    times = [event.t for event in run.events if event.name == "passed"]
    assert times == pytest.approx([angle() / SPEED, 1 - angle() / SPEED], abs=1e-12)
    assert "steps" not in run.statistics and not any("integrated" in note for note in run.notes)
    m = slider_crank()
    m.events.clear()
    plain = m.inverse_dynamics(1.0, 51, progress=False)
    assert np.array_equal(run["motor.torque"], plain["motor.torque"])


def test_an_event_that_acts_is_integrated_as_before() -> None:
    m = slider_crank()
    m.event("end", "slider.x - 0.25", stop=True)
    run = m.inverse_dynamics(1.0, 51, progress=False)
    assert any("integrated" in note for note in run.notes) and run.t[-1] < 0.5


@pytest.mark.parametrize("method", ["direct", "complex"])
def test_times_of_noted_events_have_derivatives(method: str) -> None:
    m = slider_crank()
    found = m.sensitivity(
        ["time(passed)", "time(passed, 2)", "max(motor.torque)"],
        ["mark", "r"],
        analysis="inverse_dynamics",
        until=1.0,
        points=101,
        method=method,
    )
    step = 1e-6
    by_mark = (angle(mark=0.3 + step) - angle(mark=0.3 - step)) / (2 * step * SPEED)
    by_radius = (angle(r=RADIUS + step) - angle(r=RADIUS - step)) / (2 * step * SPEED)
    assert found["time(passed)", "mark"] == pytest.approx(by_mark, rel=1e-7)
    assert found["time(passed)", "r"] == pytest.approx(by_radius, rel=1e-7)
    assert found["time(passed, 2)", "mark"] == pytest.approx(-by_mark, rel=1e-7)


def test_verify_compares_with_inverse_dynamics_where_an_event_is_noted() -> None:
    found = slider_crank().verify(0.5, points=11, formulations=["projection"], methods=["dop853"], progress=False)
    assert found.ok, found.text()


def test_derivatives_with_an_event_that_acts_are_refused_in_words() -> None:
    m = slider_crank()
    m.event("end", "slider.x - 0.25", stop=True)
    with pytest.raises(AnalysisError, match="events that act"):
        m.sensitivity("max(motor.torque)", "r", analysis="inverse_dynamics", until=1.0, points=11)


def test_kinematics_says_that_it_looks_for_no_events() -> None:
    m = slider_crank()
    run = m.kinematics(1.0, 51, progress=False)
    assert "events are not looked for in kinematics; inverse_dynamics sees 'passed'" in run.notes and not run.events
    with pytest.raises(AnalysisError, match="'passed' is not looked for in kinematics; use inverse_dynamics"):
        m.sensitivity("time(passed)", ["r"], until=1.0)
