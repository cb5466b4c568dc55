"""Responses of a run with many events between two of its points: a ball that bounces five times in one interval."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.analysis.responses import Response, detail
from linkwork.analysis.responses.detail import detailed
from linkwork.base.errors import AnalysisError

H, G, E, UNTIL, LATE = 1.3, 9.81, 0.8, 3.2, 3.05


def ball(contact: bool = False) -> lw.Planar:
    m = lw.Planar("ball")
    m.parameters(h=H, g=G, e=E)
    m.set_gravity(0, "-g")
    body = m.body("ball", estimate=(0, "h", 0))
    m.mass(body, mass=1, inertia=1)
    m.translational("guide", m.ground.line((0, 0), (0, 1)), body.line((0, 0), (0, 1)))
    if contact:
        m.ground.profile("floor", lw.wall((0, -0.1), (-1, 0)))
        body.profile("skin", lw.circle(0.1))
        m.contact("hit", "ground.floor", "ball.skin", restitution="e")
    else:
        m.event("hit", "ball.y", direction="falling", jump={"ball.vy": "-e"})
    m.event("late", f"t - {LATE}")
    return m


def flight(h: Any, g: Any, e: Any) -> dict[str, Any]:
    """The motion in closed form: arcs between impacts up to UNTIL; numbers may carry a derivative."""
    sqrt = np.emath.sqrt
    t, v, y, area, tops, late, count = 0.0 * h, 0.0 * h, h, 0.0 * h, [h], None, 0
    while True:
        lands = t + (v + sqrt(v * v + 2 * g * y)) / g
        end = lands if lands.real < UNTIL else UNTIL
        if late is None and lands.real > LATE:
            late = y + v * (LATE - t) - g * (LATE - t) ** 2 / 2
        s = end - t
        area += y * s + v * s**2 / 2 - g * s**3 / 6
        if lands.real >= UNTIL:
            break
        t, v, y, count = lands, e * (g * s - v), 0.0 * h, count + 1
        tops.append(v * v / (2 * g))
    rising = sqrt(2 * g * h)
    return {
        "integral(ball.y)": area,
        "max(ball.vy)": e * rising,
        "min(ball.vy)": -rising,
        "max(ball.y)": h,
        "max(ball.y*ball.vy)": _lift(e * rising, g),
        "at_event(ball.y, late)": late,
        "impacts": count,
    }


def _lift(v: Any, g: Any) -> Any:
    """The largest y*y' of an arc that starts with v: at y' = v/sqrt(3)."""
    w = v / 3**0.5
    return (v * v - w * w) / (2 * g) * w


RESPONSES = [name for name in flight(H, G, E) if name != "impacts"]


@pytest.mark.parametrize("contact", [False, True])
def test_extremes_and_integrals_see_every_impact(contact: bool) -> None:
    m, true = ball(contact), flight(H, G, E)
    assert true["impacts"] == 5
    for points in (2, 3):
        run = m.simulate(UNTIL, points, progress=False)
        assert len(run.t) == points
        for name in RESPONSES:
            assert Response(name).value(run) == pytest.approx(true[name], rel=1e-8), name


def test_derivatives_see_every_impact() -> None:
    m = ball()
    found = m.sensitivity(RESPONSES, analysis="simulate", until=UNTIL, points=2)
    values = {"h": H, "g": G, "e": E}
    for name, value in values.items():
        carried = flight(**{**values, name: complex(value, 1e-30)})
        for response in RESPONSES:
            exact = complex(carried[response]).imag / 1e-30
            assert found[response, name] == pytest.approx(exact, rel=1e-7, abs=1e-8), (response, name)
    assert len(found.t) == 2


def test_the_run_itself_keeps_its_points_bit_for_bit() -> None:
    m = ball()
    plain, asked = (m.simulate(UNTIL, 4, progress=False) for _ in range(2))
    Response("integral(ball.y)").value(asked)
    assert detailed(asked) is not asked
    np.testing.assert_array_equal(plain.q, asked.q)
    np.testing.assert_array_equal(plain.t, asked.t)
    assert asked.to_pandas().shape == plain.to_pandas().shape


def test_a_run_with_points_enough_is_not_made_again() -> None:
    run = ball().simulate(2.9, 4001, progress=False)
    assert detailed(run) is run


@pytest.mark.parametrize("response", ["max(ball.vy)", "peak(ball.y)", "integral(ball.y)", "rms(ball.y)"])
def test_functions_of_a_run_are_refused_where_its_points_miss_events(
    response: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No polynomial through points before and behind an impact is taken for the motion."""
    monkeypatch.setattr(detail, "_MOST", 20)
    run = ball().simulate(UNTIL, 3, progress=False)
    with pytest.raises(AnalysisError, match=r"there is no point of the run, and so for 4 in all; give more points"):
        Response(response).value(run)
    assert Response("final(ball.y)").value(run) == run["ball.y"][-1]


def test_thousands_of_bounces_between_two_points_are_all_seen() -> None:
    """A ball that loses nothing, 1 mm above the floor."""
    m, count, height = ball(contact=True), 6000, 1e-3
    m.set(h=height, e=1)
    until = count * 2 * np.sqrt(2 * height / G)
    run = m.simulate(until, 2, progress=False)
    assert Response("max(ball.vy)").value(run) == pytest.approx(np.sqrt(2 * G * height), rel=1e-7)
    assert Response("mean(ball.y)").value(run) == pytest.approx(height * 2 / 3, rel=1e-7)
