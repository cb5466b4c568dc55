"""Derivatives of a simulation that are refused: the words say why, where, and what is done instead."""

from __future__ import annotations

from typing import Any

import pytest
from contact_designs import EXACT, ball

import linkwork as lw
from linkwork.analysis.sensitivity import dynamic
from linkwork.base.errors import AnalysisError


def test_the_note_on_differences_has_the_whole_reason() -> None:
    m = ball({"restitution": 0.8}, h=0.5)
    m.name = "ball; second draft"
    options = {"solver": "moreau", "step": 1e-3, "progress": False}
    found = m.sensitivity("final(ball.y)", ["h"], analysis="simulate", until=0.1, points=3, **options)
    reason = "with method 'moreau' contacts are decided in steps, not at events: that has no derivatives"
    assert found.notes[0] == f"by differences: ball; second draft: {reason}"
    assert found["final(ball.y)", "h"] == pytest.approx(1.0, rel=1e-6)


@pytest.mark.parametrize("lost", [0, 1])
def test_the_first_event_that_rounding_changes_is_named(monkeypatch: pytest.MonkeyPatch, lost: int) -> None:
    m = ball({"restitution": 0.5}, h=0.5)
    run = m.simulate(0.8, 3, **EXACT)
    assert len(run.events) >= 2
    whole = dynamic.again_over

    def losing(*given: Any) -> Any:
        found = whole(*given)
        del found.events[lost:]
        return found

    monkeypatch.setattr(dynamic, "again_over", losing)
    with pytest.raises(AnalysisError) as refused:
        dynamic.simulate_tangents(m, ["h"], 0.8, 3, **EXACT)
    event = run.events[lost]
    assert f"rounding changes its events, first at t = {event.t:.6g} s ({event.text})" in str(refused.value)
    assert "give smaller tolerances" in str(refused.value)


def test_two_contacts_that_land_together_and_a_parameter_that_takes_them_apart() -> None:
    """Two balls fall from 0.5 m: the height of one takes their landings apart, gravity moves both."""
    m = ball({"restitution": 0.5}, h=0.5)
    other = m.body("other", estimate=(1, 0.6, 0))
    m.mass(other, mass=2, inertia=0.01)
    other.profile("rim", lw.circle(0.1))
    m.contact("D", "ground.floor", "other.rim", restitution=0.5)
    asked = {"analysis": "simulate", "until": 0.5, "points": 3, "method": "direct", **EXACT}
    with pytest.raises(AnalysisError, match=r"events of 'C' and 'D' fall on one moment, t = 0\.3192\d* s, and 'h'"):
        m.sensitivity("final(ball.y)", "h", **asked)
    answer = m.sensitivity(["final(ball.y)", "final(other.y)"], "g", **asked)
    lands, g = (2 * 0.5 / 9.81) ** 0.5, 9.81  # then y = r + e*v*(t - lands) - g/2*(t - lands)^2 with v = g*lands
    after, moved = 0.5 - lands, -lands / (2 * g)
    slope = 0.5 * (0.5 * lands * after - g * lands * moved) - after**2 / 2 + g * after * moved
    assert answer["final(ball.y)", "g"] == pytest.approx(slope, rel=1e-8)
    assert answer["final(other.y)", "g"] == pytest.approx(slope, rel=1e-8)
