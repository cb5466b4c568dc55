"""A block on an incline, closed forms: it holds below the angle of friction, slides with g (sin - mu cos) above."""

from __future__ import annotations

import math
from typing import Any

import pytest

import linkwork as lw
from linkwork.run.run import Run

pytestmark = pytest.mark.both_coordinates

EXACT: dict[str, Any] = {"rtol": 1e-12, "atol": 1e-13, "progress": False}
G = 9.81


def incline(angle: float, mu: float, static: float) -> lw.Planar:
    """2 kg on a line that rises with an angle."""
    m = lw.Planar("block on an incline")
    m.carriage("block", at=(0, 0), along=(math.cos(angle), math.sin(angle)), mass=2)
    m.set_gravity(0, -G)
    m.friction("rubs", "block_rail", mu, static_friction=static)
    return m


def along(run: Run, angle: float) -> float:
    return float(run["block.x"][-1]) / math.cos(angle)


@pytest.mark.parametrize("angle", [0.1, 0.29, math.atan(0.3) - 1e-9])
def test_a_block_holds_below_the_angle_of_friction(angle: float) -> None:
    run = incline(angle, 0.3, 0.3).simulate(1, 2, **EXACT)
    assert abs(along(run, angle)) <= 1e-15
    assert run["rubs.friction"][-1] == pytest.approx(2 * G * math.sin(angle), rel=1e-12)
    assert run["rubs.normal"][-1] == pytest.approx(2 * G * math.cos(angle), rel=1e-12)


@pytest.mark.parametrize("angle", [math.atan(0.3) + 1e-9, 0.5, 1.2])
def test_a_block_slides_above_the_angle_of_friction(angle: float) -> None:
    run = incline(angle, 0.3, 0.3).simulate(1, 2, **EXACT)
    acceleration = G * (math.sin(angle) - 0.3 * math.cos(angle))
    assert along(run, angle) == pytest.approx(-0.5 * acceleration, rel=1e-9)


def test_a_block_thrown_up_stops_and_stays_or_comes_back() -> None:
    for angle, stays in ((0.25, True), (0.6, False)):
        m = incline(angle, 0.3, 0.3)
        run = m.simulate(2, 2, speeds={"block.vx": 3 * math.cos(angle)}, **EXACT)
        up, down = (G * (math.sin(angle) + sign * 0.3 * math.cos(angle)) for sign in (1, -1))
        (stop,) = [item for item in run.touches if item.t > 0]
        assert stop.t == pytest.approx(3 / up, rel=1e-11)
        assert stop.kind == ("sticks" if stays else "reverses")
        height = 4.5 / up - (0 if stays else 0.5 * down * (2 - 3 / up) ** 2)
        assert along(run, angle) == pytest.approx(height, abs=1e-10)


@pytest.mark.parametrize("static", [0.3, 0.4])
def test_a_growing_pull_breaks_a_block_away(static: float) -> None:
    m = lw.Planar("block on the flat")
    m.carriage("block", at=(0, 0), along=(1, 0), mass=2)
    m.set_gravity(0, -G)
    m.force("pull", "block", x="2*t")
    m.friction("rubs", "block_rail", 0.3, static_friction=static)
    run = m.simulate(6, 7, **EXACT)
    slip = next(item for item in run.touches if item.kind == "slips")
    assert slip.t == pytest.approx(static * G, rel=1e-12)
    t = 6 - static * G
    assert run["block.x"][-1] == pytest.approx(t**3 / 6 + (static - 0.3) * G * t * t / 2, rel=1e-11)


def test_a_stribeck_block_fades_from_one_coefficient_to_the_other() -> None:
    """m v' = -m g (mu + (mu_s - mu) exp(-(v/vs)^2)): the time from v0 to v1 by a fine quadrature."""
    m = lw.Planar("block on the flat")
    m.carriage("block", at=(0, 0), along=(1, 0), mass=2)
    m.set_gravity(0, -G)
    m.friction("rubs", "block_rail", 0.3, static_friction=0.5, stribeck_speed=0.4)
    run = m.simulate(1, 2, speeds={"block.vx": 1}, **EXACT)
    (stop,) = [item for item in run.touches if item.t > 0]
    count = 20000
    speeds = [(n + 0.5) / count for n in range(count)]
    time = sum(1 / (G * (0.3 + 0.2 * math.exp(-((v / 0.4) ** 2)))) for v in speeds) / count
    assert stop.t == pytest.approx(time, rel=1e-8)


def test_a_smoothed_law_creeps_where_dry_friction_holds() -> None:
    """The block creeps with the speed at which mu N tanh(v / vs) carries its weight."""
    angle = 0.2
    m = incline(angle, 0.3, 0.3)
    m.frictions.clear()
    m.friction("rubs", "block_rail", 0.3, smooth_speed=0.01)
    run = m.simulate(1, 11, **EXACT)
    creep = 0.01 * math.atanh(math.tan(angle) / 0.3)
    assert run["rubs.slip"][-1] == pytest.approx(-creep, rel=1e-9)
    assert [item for item in run.touches if item.t > 0] == []
