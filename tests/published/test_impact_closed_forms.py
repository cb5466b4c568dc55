"""Impacts whose outcome is known in closed form: balls in a row, energy lost, motion backwards, bounces that end.

Three equal balls in a row, one of them moving: with small gaps, or passed on in turn, the last one flies off and the
others rest; solved together, Newton's law gives -1/3, 2/3, 2/3.
"""

from __future__ import annotations

import math
from functools import cache

import pytest

import linkwork as lw
from linkwork.run.run import Run
from published.contact_models import EXACT, GRAVITY, ball, block, floor, impacts, plane


@cache
def cradle(gap: float, several: str) -> Run:
    """Three equal balls on a line; the first comes with 1 m/s."""
    m = plane("three balls", gravity=False)
    for number, x in enumerate((-0.1, 0.2, 0.4 + gap)):
        ball(m, f"ball{number}", 0.1, (x, 0.0), 0.004)
    for number in (1, 2):
        m.contact(f"C{number}", f"ball{number - 1}.skin", f"ball{number}.skin", restitution=1)
    m.impacts("newton", several)
    return m.simulate(1.0, 5, speeds={"ball0.vx": 1.0}, **EXACT)


def _speeds(run: Run) -> list[float]:
    return [float(run[f"ball{number}.vx"][-1]) for number in range(3)]


@pytest.mark.parametrize("several", ["together", "in turn"])
def test_cradle_with_gaps_of_a_micrometre_passes_the_speed_on(several: str) -> None:
    run = cradle(1e-6, several)
    assert _speeds(run) == pytest.approx([0, 0, 1], abs=1e-9)
    first, second = impacts(run)
    assert second.t - first.t == pytest.approx(1e-6, abs=1e-10)


def test_touching_cradle_in_turn_passes_the_speed_on() -> None:
    assert _speeds(cradle(0.0, "in turn")) == pytest.approx([0, 0, 1], abs=1e-9)


def test_touching_cradle_solved_together_shares_the_speed() -> None:
    assert _speeds(cradle(0.0, "together")) == pytest.approx([-1 / 3, 2 / 3, 2 / 3], abs=1e-9)


@pytest.mark.parametrize("law", ["newton", "poisson", "stronge"])
@pytest.mark.parametrize("restitution", [0.0, 0.3, 1.0])
def test_central_impact_loses_what_the_reduced_mass_tells(law: str, restitution: float) -> None:
    m = plane("two balls", gravity=False)
    ball(m, "light", 0.1, (0.0, 0.0), 0.004, mass=1.0)
    ball(m, "heavy", 0.2, (0.5, 0.0), 0.05, mass=3.0)
    m.contact("C", "light.skin", "heavy.skin", restitution=restitution)
    m.impacts(law)
    run = m.simulate(0.3, 3, speeds={"light.vx": 2.0, "heavy.vx": 0.5}, **EXACT)
    (hit,) = impacts(run)
    reduced, approach = 0.75, 1.5
    assert hit.t == pytest.approx(0.2 / approach, abs=1e-10)
    assert hit.before == pytest.approx(-approach, abs=1e-10)
    assert hit.after == pytest.approx(restitution * approach, abs=1e-10)
    assert hit.impulse == pytest.approx((1 + restitution) * reduced * approach, abs=1e-10)
    assert hit.lost == pytest.approx(0.5 * (1 - restitution**2) * reduced * approach**2, abs=1e-10)
    assert run["light.vx"][-1] == pytest.approx(2.0 - hit.impulse, abs=1e-10)
    assert run["heavy.vx"][-1] == pytest.approx(0.5 + hit.impulse / 3, abs=1e-10)


def _tumbling(start: dict[str, float], speeds: dict[str, float]) -> Run:
    """A block that bounces on a floor without any loss."""
    m = plane("block that bounces")
    block(m, "block", 0.2, 0.1, (start["x"], start["y"], start["angle"]))
    floor(m)
    m.contact("C", "ground.floor", "block.skin", restitution=1)
    return m.simulate(1.2, 3, speeds={f"block.{name}": value for name, value in speeds.items()}, **EXACT)


def test_elastic_impacts_run_backwards_as_forwards() -> None:
    start, speeds = {"x": 0.0, "y": 0.6, "angle": 0.3}, {"vx": 0.2, "vy": 0.0, "omega": 1.0}
    there = _tumbling(start, speeds)
    assert len(impacts(there)) >= 2
    end = {name: float(there[f"block.{name}"][-1]) for name in start}
    back = _tumbling(end, {name: -float(there[f"block.{name}"][-1]) for name in speeds})
    assert len(impacts(back)) == len(impacts(there))
    for name, value in start.items():
        assert back[f"block.{name}"][-1] == pytest.approx(value, abs=1e-6)
    for name, value in speeds.items():
        assert back[f"block.{name}"][-1] == pytest.approx(-value, abs=1e-5)
    assert there["energy.total"][-1] == pytest.approx(there["energy.total"][0], rel=1e-10)


@pytest.mark.parametrize("restitution", [0.2, 0.5, 0.8])
def test_bounces_end_where_their_sum_does(restitution: float) -> None:
    m = plane("ball")
    ball(m, "ball", 0.1, (0.0, 0.6), 0.004)
    floor(m)
    m.contact("C", "ground.floor", "ball.skin", restitution=restitution)
    fall = math.sqrt(2 * 0.5 / GRAVITY)
    total = fall * (1 + restitution) / (1 - restitution)
    run = m.simulate(total + 0.5, 6, **EXACT)
    closes = [contact_event.t for contact_event in run.touches if contact_event.kind == "closes"]
    assert len(closes) == 1
    assert closes[0] == pytest.approx(total, abs=1e-5)
    speeds = [contact_event.after for contact_event in impacts(run)]
    assert speeds[1] / speeds[0] == pytest.approx(restitution, rel=1e-9)
    assert run["energy.total"][-1] == pytest.approx(GRAVITY * 0.1, abs=1e-8)


def _quarter_period(length: float, angle: float) -> float:
    """Of a pendulum let go at an angle, by the arithmetic-geometric mean."""
    a, b = 1.0, math.cos(0.5 * angle)
    while abs(a - b) > 1e-15:
        a, b = 0.5 * (a + b), math.sqrt(a * b)
    return 0.5 * math.pi / a * math.sqrt(length / GRAVITY)


def test_times_of_impacts_converge_with_the_tolerance() -> None:
    """A pendulum meets a wall at its lowest point; each swing is shorter, its angle follows from the restitution."""
    begin, restitution, inertia = 1.0, 0.8, 0.004
    length = 1.0 + inertia
    rebound = 2 * math.asin(restitution * math.sin(0.5 * begin))
    exact = [_quarter_period(length, begin)]
    exact.append(exact[0] + 2 * _quarter_period(length, rebound))
    off = []
    for tolerance in (1e-6, 1e-8, 1e-11):
        m = plane("pendulum against a wall")
        body = m.body("bob", estimate=(-math.sin(begin), -math.cos(begin), -begin))
        m.mass("bob", mass=1, inertia=inertia)
        body.profile("skin", lw.circle(0.1))
        m.revolute("A", m.ground.at(0, 0), body.at(0, 1))
        m.ground.profile("wall", lw.wall((0.1, 0), (0, -1)))
        m.contact("C", "ground.wall", "bob.skin", restitution=restitution)
        run = m.simulate(1.5, 2, hold={"bob.angle": -begin}, **EXACT | {"rtol": tolerance, "atol": 1e-2 * tolerance})
        off.append(max(abs(hit.t - t) for hit, t in zip(impacts(run), exact, strict=False)))
    assert off[0] < 1e-4
    assert off[1] < 1e-6
    assert off[2] < 1e-9
