"""Responses of a motion whose force jumps at a known time, between two points of the run."""

from __future__ import annotations

import pytest

import linkwork as lw
from linkwork.analysis.responses import Response
from linkwork.base.errors import AnalysisError

T = 0.1234
TRUE = {
    "integral(s.ax)": T - 3.0 * (1.0 - T),
    "at(s.ax, 0.12)": 1.0,
    "max(s.vx)": T,
    "min(s.ax)": -3.0,
    "final(s.vx)": T - 3.0 * (1.0 - T),
}


def pushed() -> lw.Planar:
    """A mass of 1 kg on a guide, pushed with 1 N up to the time T, with -3 N after it."""
    m = lw.Planar("pushed")
    m.parameters(T=T)
    body = m.body("s", estimate=(0, 0, 0))
    m.mass("s", mass=1.0, inertia=1.0)
    m.translational("guide", m.ground.line((0, 0), (1, 0)), body.line((0, 0), (1, 0)))
    m.force("push", body.at(0, 0), x="if(t < T, 1, -3)")
    return m


@pytest.mark.parametrize("text", TRUE)
def test_a_known_jump_of_a_force_is_seen_between_points(text):
    run = pushed().simulate(1.0, 11, progress=False)
    assert Response(text).value(run) == pytest.approx(TRUE[text], abs=1e-9)


def test_its_time_may_be_a_parameter():
    found = pushed().sensitivity(
        ["max(s.vx)", "integral(s.ax)", "final(s.vx)"], "T", analysis="simulate", until=1.0, points=11
    )
    assert found["max(s.vx)", "T"] == pytest.approx(1.0, abs=1e-6)
    assert found["integral(s.ax)", "T"] == pytest.approx(4.0, abs=1e-6)
    assert found["final(s.vx)", "T"] == pytest.approx(4.0, abs=1e-6)


def test_a_value_at_the_second_of_two_events_between_points_is_found():
    m = pushed()
    m.event("first", "s.x - 0.001")
    m.event("second", "s.x - 0.0012")
    for points in (2, 6, 2001):
        run = m.simulate(1.0, points, progress=False)
        assert Response("at_event(s.vx, second)").value(run) == pytest.approx(0.0024**0.5, abs=1e-11)
        assert len(run.t) == points


def test_an_end_that_depends_on_the_parameter_is_kept_by_every_method():
    m = lw.Planar("turning")
    m.parameters(w=2.0)
    body = m.body("b", estimate=(0, 0, 0))
    m.revolute("O", m.ground.at(0, 0), body.at(0, 0))
    m.drive("motor", joint="O", angle="w*t")
    for method in ("direct", "differences"):
        found = m.sensitivity("final(b.angle)", "w", until="1/w", points=5, method=method)
        assert found["final(b.angle)", "w"] == pytest.approx(0.5, abs=1e-9)
        assert any("kept" in note for note in found.notes)


@pytest.mark.parametrize("analysis, end", [("simulate", {"until": 1.0}), ("equilibrium", {})])
def test_an_option_that_the_analysis_does_not_have_is_refused_by_name(analysis, end):
    with pytest.raises(AnalysisError, match="has no option 'nonsense'"):
        pushed().sensitivity("s.x", "T", analysis=analysis, nonsense=3, **end)
