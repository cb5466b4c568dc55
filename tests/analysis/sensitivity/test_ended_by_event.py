"""Derivatives of runs that an event ends: the end moves with the parameters (t_end from H(t_end, p) = 0).

A falling ball has closed forms; a double pendulum is compared with differences of runs and with the adjoint.
"""

from __future__ import annotations

from functools import cache
from math import sqrt
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.analysis.responses import Response
from linkwork.base.errors import AnalysisError

H, G = 1.3, 9.81
FALL = sqrt(2 * H / G)
SWING = ["final(rod.x)", "final(rod.ax)", "integral(arm.omega^2) + final(rod.vy)", "mean(rod.vy)", "rms(rod.ax)"]
SWING += ["min(rod.y)", "time(low)", "final(P.fx)", "at_event(rod.vx, low)", "final(t)"]
RANGE = {"analysis": "simulate", "until": 3, "points": 61}


def falling(**more: Any) -> lw.Planar:
    m = lw.Planar("fall")
    m.parameters(h=H, g=G)
    m.set_gravity(0, "-g")
    m.body("ball", estimate=(0, "h", 0), mass=lw.Mass(mass=1, inertia=0.005))
    m.event("ground", "ball.y", direction="falling", stop=True, **more)
    return m


@pytest.mark.parametrize("method", ["direct", "adjoint"])
def test_a_ball_that_falls_to_the_ground(method: str) -> None:
    """With T = sqrt(2 h/g): integral of y^2 = 4/15 g^2 T^5 / 2, mean of y = 2/3 h, last speed -g T."""
    expected = {
        "final(t)": (FALL, FALL / (2 * H), -FALL / (2 * G)),
        "time(ground)": (FALL, FALL / (2 * H), -FALL / (2 * G)),
        "final(ball.vy)": (-G * FALL, -G * FALL / (2 * H), -FALL / 2),
        "mean(ball.y)": (2 / 3 * H, 2 / 3, 0.0),
        "integral(ball.y^2)": (8 / 15 * H**2 * FALL, 4 / 3 * H * FALL, -4 / 15 * H**2 * FALL / G),
        "final(ball.y)": (0.0, 0.0, 0.0),
    }
    found = falling().sensitivity(list(expected), ["h", "g"], analysis="simulate", until=2, points=41, method=method)
    assert found.method == method
    for response, (value, by_h, by_g) in expected.items():
        assert found.values[response] == pytest.approx(value, rel=1e-9, abs=1e-12)
        assert found[response, "h"] == pytest.approx(by_h, rel=1e-8, abs=1e-10)
        assert found[response, "g"] == pytest.approx(by_g, rel=1e-8, abs=1e-10)


def double_pendulum() -> lw.Planar:
    m = lw.Planar("swing")
    m.parameters(l=0.8, k=30.0, c=0.4, b=0.3)
    m.set_gravity(0, -9.81)
    arm = m.body("arm", estimate=(0, 0, 0), mass=lw.Mass(mass=2, inertia=0.1, center=("l/2", 0)))
    m.revolute("P", m.ground.at(0, 0), arm.at(0, 0))
    rod = m.body("rod", estimate=("l", 0, 0), mass=lw.Mass(mass=1, inertia=0.02, center=("b", 0)))
    m.revolute("Q", arm.at("l", 0), rod.at(0, 0))
    m.torsion_spring("s", arm, rod, stiffness="k", damping="c")
    m.event("low", "rod.omega*0.1 + arm.angle + 1.2", direction="falling", stop=True)
    return m


@cache
def by_hand() -> dict[str, dict[str, float]]:
    """Differences of runs with many points."""
    m, values = double_pendulum(), {}
    for name, at in (("l", 0.8), ("c", 0.4), ("b", 0.3)):
        ends = []
        for step in (1e-5, -1e-5):
            m.set(**{name: at + step})
            run = m.simulate(until=3, points=4001, rtol=1e-12, atol=1e-13, progress=False)
            ends.append([Response(text).value(run) for text in SWING])
        m.set(**{name: at})
        values[name] = dict(zip(SWING, (np.array(ends[0]) - np.array(ends[1])) / 2e-5, strict=True))
    return values


@pytest.mark.parametrize("method", ["direct", "adjoint"])
def test_a_double_pendulum_up_to_an_event_that_hangs_on_its_speeds(method: str) -> None:
    options: dict[str, Any] = {"until": 3, "points": 101, "rtol": 1e-12, "atol": 1e-13}
    found = double_pendulum().sensitivity(SWING, ["l", "c", "b"], analysis="simulate", method=method, **options)
    for name, expected in by_hand().items():
        for text in SWING:
            assert found[text, name] == pytest.approx(expected[text], rel=2e-6, abs=1e-7), (text, name)


def test_the_farthest_throw_from_a_height() -> None:
    """tan(angle) = v / sqrt(v^2 + 2 g h), range v/g sqrt(v^2 + 2 g h)."""
    v, height = 7.0, 2.0
    m = lw.Planar("throw")
    m.parameters(angle=0.3, h=height)
    m.set_gravity(0, -G)
    m.body("ball", estimate=(0, "h", 0), mass=lw.Mass(mass=1, inertia=0.005))
    m.event("ground", "ball.y", direction="falling", stop=True)
    speeds = {"ball.vx": f"{v}*cos(angle)", "ball.vy": f"{v}*sin(angle)"}
    best = m.optimise("-final(ball.x)", {"angle": (0.05, 1.5)}, speeds=speeds, tolerance=1e-9, **RANGE)
    root = sqrt(v**2 + 2 * G * height)
    assert best.ok and best.parameters["angle"] == pytest.approx(np.arctan(v / root), abs=1e-5)
    assert best.values["-final(ball.x)"] == pytest.approx(-v / G * root, rel=1e-9)


def test_a_function_of_such_a_run_goes_by_differences() -> None:
    options: dict[str, Any] = {"analysis": "simulate", "until": 2, "points": 41}

    def last_speed(run: Any) -> Any:
        return run["ball.vy"][-1]

    found = falling().sensitivity(last_speed, ["h"], **options)
    assert found.method == "differences" and "event 'ground' ends the run" in found.notes[0]
    assert found["last_speed", "h"] == pytest.approx(-G * FALL / (2 * H), rel=1e-6)
    for method in ("direct", "adjoint"):
        with pytest.raises(AnalysisError, match="does not say what moves with it; write it as a text"):
            falling().sensitivity(last_speed, ["h"], method=method, **options)


def test_an_event_that_ends_the_run_with_a_jump() -> None:
    """Integrals end before the jump, the last value is behind it; a rate that nobody knows there is refused."""
    m = falling(jump={"ball.vy": -0.7})
    asked = ["final(ball.vy)", "integral(ball.vy^2)", "mean(ball.vy)", "max(ball.vy)", "at_event(ball.vy, ground)"]
    found = m.sensitivity(asked, ["h"], analysis="simulate", until=2, points=41, method="direct")
    last = G * FALL
    expected = [(0.7 * last, 0.7 * last / (2 * H)), (last**3 / (3 * G), last), (-last / 2, -last / (4 * H))]
    expected += [(0.7 * last, 0.7 * last / (2 * H)), (-last, -last / (2 * H))]
    for response, (value, slope) in zip(asked, expected, strict=True):
        assert found.values[response] == pytest.approx(value, rel=1e-9)
        # at an event the rate is that of a polynomial between points a microsecond apart: rounding over that
        assert found[response, "h"] == pytest.approx(slope, rel=1e-7)
    with pytest.raises(AnalysisError, match=r"ball\.ay has no rate of which its derivative could be made"):
        m.sensitivity("final(ball.ay)", ["h"], analysis="simulate", until=2, points=41, method="direct")
    with pytest.raises(AnalysisError, match="not through blows"):
        m.sensitivity("final(ball.vy)", ["h"], analysis="simulate", until=2, points=41, method="adjoint")


@pytest.mark.parametrize("method", ["direct", "adjoint"])
def test_a_run_that_ends_before_its_second_point(method: str) -> None:
    """A mass on a spring up to a speed of 0.3 m/s, from rest: the integral of its acceleration is 0.3 for every k."""
    m = lw.Planar("short")
    m.parameters(k=250.0)
    m.set_gravity(0, -G)
    mass = m.body("free", estimate=(0, -0.3, 0), mass=lw.Mass(mass=0.4, inertia=0.01))
    m.spring("s", m.ground.at(0, 0), mass.at(0, 0.05), stiffness="k", free_length=0.2, damping=0.8)
    m.event("quick", "free.vy - 0.3", direction="rising", stop=True)
    asked = ["integral(free.ay)", "mean(free.ay)", "range(free.ay)", "final(free.ay)"]
    options: dict[str, Any] = {"analysis": "simulate", "method": method, "rtol": 1e-11, "atol": 1e-12, "until": 1.5}
    few = m.sensitivity(asked, ["k"], points=2, **options)
    many = m.sensitivity(asked, ["k"], points=2001, **options)
    assert few.values["integral(free.ay)"] == pytest.approx(0.3, rel=1e-9) and abs(few[asked[0], "k"]) < 1e-9
    for text in asked:
        assert few[text, "k"] == pytest.approx(many[text, "k"], rel=1e-6, abs=1e-9)


def test_a_law_of_time_that_would_break_behind_the_end() -> None:
    m = falling()
    m.parameters(z=0.3)
    m.force("push", "ball", x="if(t < 0.5 + z, 3*h, -4)")
    options: dict[str, Any] = {"analysis": "simulate", "until": 1.5, "points": 61}
    direct = m.sensitivity("final(ball.x)", ["h", "z"], method="direct", **options)
    adjoint = m.sensitivity("final(ball.x)", ["h", "z"], method="adjoint", **options)
    assert direct["final(ball.x)", "h"] == pytest.approx(3 * FALL**2, rel=1e-9)  # 3 h T^2/2 is 3 h^2/g
    assert adjoint["final(ball.x)", "h"] == pytest.approx(direct["final(ball.x)", "h"], rel=1e-9)
    assert adjoint["final(ball.x)", "z"] == pytest.approx(0.0, abs=1e-12)
    assert direct["final(ball.x)", "z"] == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize("method", ["direct", "adjoint"])
def test_an_event_at_the_very_end_is_told(method: str) -> None:
    options: dict[str, Any] = {"analysis": "simulate", "points": 41, "method": method}
    found = falling().sensitivity("final(t)", ["h"], until=FALL * (1 + 1e-12), **options)
    assert any("'ground' ends the run just where it was to end" in note for note in found.notes)
    assert found["final(t)", "h"] == pytest.approx(FALL / (2 * H), rel=1e-8)
    assert not falling().sensitivity("final(t)", ["h"], until=2 * FALL, **options).notes
