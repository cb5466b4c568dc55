"""What calls are given in other units than they need is refused by name; nothing is taken as a bare number."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest

import linkwork as lw


def crank() -> Any:
    """A slider-crank with masses, driven."""
    m = lw.Planar("units")
    r, length, _ = m.parameters(r=0.2, l=0.5, far="2 m")
    bodies = m.bodies("crank", "rod", "slider")
    turning, rod, slider = bodies
    m.revolute("O", m.ground.at(0, 0), turning.at(0, 0))
    m.revolute("A", turning.at(r, 0), rod.at(0, 0))
    m.revolute("B", rod.at(length, 0), slider.at(0, 0))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), slider.line((0, 0), (1, 0)))
    for body in bodies:
        m.mass(body, mass=1, inertia=0.1)
    return m


def driven() -> Any:
    m = crank()
    m.drive("motor", joint="O", angle="2*pi*t")
    return m


PEAK = ["max(slider.vx)"]
CALLS: dict[str, tuple[Callable[[], Any], str]] = {
    "an end": (lambda: driven().kinematics(until="1 m"), "until: '1 m' is a length, but a time is needed"),
    "an end by a parameter": (lambda: crank().simulate(until="far"), "until: 'far' is a length, but a time is needed"),
    "a start": (lambda: crank().simulate(until=1, start="0 kg"), "start: '0 kg' is a mass, but a time is needed"),
    "a step": (lambda: crank().simulate(1, step="1 m", method="rk4"), r"step: .*'1 m' is a length, but a time is n"),
    "a time": (lambda: driven().equilibrium(at="1 m"), "at: '1 m' is a length, but a time is needed"),
    "a count": (lambda: crank().simulate(until=1, points="11 m"), "points: .*'11 m' is a length"),
    "seconds": (lambda: crank().verify(until=1, seconds="1 m"), "seconds: .*'1 m' is a length, but a time is needed"),
    "a rate": (
        lambda: crank().simulate(1, speeds={"crank.omega": "2 m"}),
        "'crank.omega': '2 m' is a length, but an an",
    ),
    "cycles": (lambda: crank().simulate(1, speeds={"crank.omega": "9 Hz"}), "'9 Hz' is a frequency, .*write 9 rev/s"),
    "a held value": (lambda: crank().assemble(hold={"crank.angle": "1 m"}), "held value 'crank.angle': '1 m' is a len"),
    "bounds": (
        lambda: driven().optimise("max(slider.vx)", {"l": ("30 deg", "50 deg")}, until=1),
        r"l = 30 deg\), but a le",
    ),
    "a grid": (
        lambda: driven().study(lw.plans.grid(l="30 deg:50 deg:3"), PEAK, until=1),
        r"l = 30 deg\), but a length",
    ),
    "a list": (lambda: driven().study(lw.plans.grid(l=[0.5, "3 kg"]), PEAK, until=1), r"l = 3 kg\), but a length is n"),
    "a design": (lambda: driven().study(lw.plans.designs([{"l": "3 s"}]), PEAK, until=1), r"l = 3 s\), but a length"),
    "a tolerance": (
        lambda: driven().study(lw.plans.monte_carlo(5, l="0.5 m +- 1 deg"), PEAK, until=1),
        r"l = 1 deg\), b",
    ),
    "a spread": (
        lambda: driven().study(lw.plans.sobol(4, l=("1 s", "2 s")), PEAK, until=1),
        r"l = 1 s\), but a length",
    ),
    "a corner": (
        lambda: driven().study(lw.plans.worst_case(l="+- 1 s"), PEAK, until=1),
        r"l = 1 s\), but a length is n",
    ),
}


@pytest.mark.parametrize("call", CALLS, ids=str)
def test_another_unit_than_a_call_needs_is_refused(call: str) -> None:
    """They were taken as bare numbers in SI units, without a word."""
    made, words = CALLS[call]
    with pytest.raises(lw.LinkworkError, match=words):
        made()


def test_units_that_fit_are_taken_in_calls() -> None:
    m = crank()
    m.parameters(T="0.1 s")
    assert m.simulate(until="T/2", points="11", speeds={"crank.omega": "60 rpm"}).t[-1] == pytest.approx(0.05)
    assert m.simulate(until="20 ms", step="1 ms", method="rk4").t[-1] == pytest.approx(0.02)
    assert m.assemble(hold={"crank.angle": "30 deg"})["crank.angle"] == pytest.approx(0.5235987755982988)
    space = lw.Spatial("top")
    space.body("top", mass={"mass": 1, "inertia": [1, 2, 3]})
    for spin in ("top.omega.z", "top.wz"):
        run = space.simulate(until=0.1, points=3, speeds={spin: "60 rpm"})
        assert run["top.wz"][0] == pytest.approx(2 * math.pi)
        with pytest.raises(lw.LinkworkError, match=f"initial rate '{spin}': '2 m' is a length, but an angular speed"):
            space.simulate(until=0.1, speeds={spin: "2 m"})
    m = driven()
    found = m.study(lw.plans.sobol(4, l=("300 mm", "500 mm")), PEAK, until=1)
    assert 0.3 < min(found.column("l")) < max(found.column("l")) < 0.5
    assert m.optimise("max(slider.vx)", {"l": ("300 mm", "500 mm")}, until=1).parameters["l"] == pytest.approx(0.5)


def test_a_driver_of_a_speed_says_what_to_write() -> None:
    m = crank()
    with pytest.raises(
        lw.LinkworkError, match="choose one of: angle, position; for a speed write what it grows to, as"
    ):
        m.drive("motor", joint="O", speed="60 rpm")


@pytest.mark.parametrize("value", ["2*t", "t + t^2"])
def test_drivers_in_conflict_are_named_where_a_motion_begins(value: str) -> None:
    """They agree at the start; a predictor that was too far off was blamed."""
    m = driven()
    m.drive("other", joint="O", angle=f"2*pi*({value})")
    run = m.kinematics(until=1)
    assert not run.completed
    assert "no position fulfils all drivers: remove driver other" in run.events[-1].text
    if value == "2*t":
        with pytest.raises(lw.LinkworkError, match="the drivers 'motor' and 'other' ask for different rates of one mo"):
            m.simulate(until=1)
