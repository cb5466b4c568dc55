"""NSM-2: an oscillator with dry friction (siconos FrictionOscillator), by stick and slip as events of a joint."""

from __future__ import annotations

import math
from functools import cache

import pytest

import linkwork as lw
from linkwork.run.run import Run

pytestmark = pytest.mark.both_coordinates

FIRST, SIZE = 0.432407776, 13.317821063
REST, REST_AT = 22.423556350699, 0.682178936724


@cache
def run() -> Run:
    """A mass of 1 kg on a rail with a spring of 1 N/m, pressed on by 1 N, with a coefficient of 1."""
    m = lw.Planar("friction oscillator")
    m.carriage("cart", at=(12, 0), along=(1, 0), mass=1)
    m.slide_spring("spring", m.ground.line((0, 0), (1, 0)), "cart", stiffness=1)
    m.friction("rubs", "cart_rail", 1, preload=1)
    return m.simulate(30, 31, speeds={"cart.vx": 6}, rtol=1e-12, atol=1e-13, progress=False)


def test_the_oscillator_stops_when_it_should() -> None:
    stops = [item for item in run().touches if item.t > 0]
    assert [item.kind for item in stops] == ["reverses"] * 7 + ["sticks"]
    first = math.atan2(6, 13)  # x = -1 + 13 cos t + 6 sin t
    assert first == pytest.approx(FIRST, abs=1e-9)
    for number, item in enumerate(stops):
        assert item.t == pytest.approx(first + number * math.pi, abs=1e-10)
    assert stops[-1].t == pytest.approx(REST, abs=1e-10)


def test_the_oscillator_turns_and_rests_where_it_should() -> None:
    m = run().mechanism
    turns = [math.hypot(13, 6) - 1 - 2 * number for number in range(7)]
    assert turns[0] == pytest.approx(SIZE, abs=1e-9)
    for number, size in enumerate(turns):
        until = math.atan2(6, 13) + number * math.pi
        part = m.simulate(until, 2, speeds={"cart.vx": 6}, rtol=1e-12, atol=1e-13, progress=False)
        assert abs(part["cart.x"][-1]) == pytest.approx(size, abs=1e-10)
    assert run()["cart.x"][-1] == pytest.approx(REST_AT, abs=1e-10)
    assert abs(run()["cart.vx"][-1]) <= 1e-15
    assert run()["rubs.friction"][-1] == pytest.approx(REST_AT, abs=1e-10)
