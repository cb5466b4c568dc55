"""NSM-1, 4, 6 and 9 with outlines that touch: bouncing balls, a rocking block, a ball that begins to roll, a cam that
throws its follower off."""

from __future__ import annotations

import math
from functools import cache, partial

import numpy as np
import pytest

import linkwork as lw
from linkwork.run.run import Run
from published.case import Case
from published.case import tests_of as checks_of
from published.contact_models import EXACT, GRAVITY, ball, block, floor, impacts, plane, when

FMI = (0.451523641, 1.083656738, 1.526149907, 1.835895124, 2.052716777)
FMI += (2.204491933, 2.310734543, 2.385104370, 2.437163249, 2.473604464)
SICONOS = (0.428352937, 1.199388223, 1.893319981, 2.517858563, 3.079943287)
BLOCKS = (  # b, h, tilt at the start, first impact, rate before it, ratio of the rates, next peak
    (0.1, 0.5, 0.098697780, 0.347093587, -0.648049012, 0.942307692, 0.083339113),
    (0.2, 1.0, 0.098697780, 0.490864458, -0.458239851, 0.942307692, 0.083339113),
    (0.25, 0.75, 0.257400444, 0.752340632, -0.957414034, 0.850000000, 0.144114830),
)
CRITICAL = 94.768138106  # rad/s


@cache
def bouncing(height: float, radius: float, restitution: float, until: float) -> Run:
    """A ball that falls from rest; `height` is that of its centre."""
    m = plane("bouncing ball")
    ball(m, "ball", radius, (0.0, height), 0.4 * radius**2)
    floor(m)
    m.contact("C", "ground.floor", "ball.skin", restitution=restitution)
    return m.simulate(until, 11, **EXACT)


@cache
def rocking(number: int) -> Run:
    """A block on one of its corners, with so much friction that it never slides."""
    b, h, tilt, *_ = BLOCKS[number]
    c, s = math.cos(tilt), math.sin(tilt)
    m = plane("rocking block")
    block(m, "block", b, h, (-(c * b - s * h), s * b + c * h, -tilt))
    floor(m)
    m.contact("C", "ground.floor", "block.skin", friction=5.0)
    m.event("peak", "block.omega", direction="falling")
    return m.simulate(2.0, 2001, **EXACT)


def _impact_rate(number: int, after: bool) -> float:
    """Rate of the block at its first impact, from the speed of its corner there."""
    b = BLOCKS[number][0]
    first = impacts(rocking(number))[0]
    if not after:
        return float(first.before / (2 * b))
    run = rocking(number)
    row = int((run.t <= first.t).sum())
    back, jerk = run.t[row] - first.t, np.diff(run["block.alpha"][row : row + 2])[0] / np.diff(run.t[row : row + 2])[0]
    return float(run["block.omega"][row] - back * run["block.alpha"][row] + 0.5 * back**2 * jerk)


def _ratio(number: int) -> float:
    return abs(_impact_rate(number, True) / _impact_rate(number, False))


@cache
def sliding() -> Run:
    m = plane("sliding to rolling")
    ball(m, "sphere", 0.1, (0.0, 0.1), 0.4 * 0.1**2)
    floor(m)
    m.contact("C", "ground.floor", "sphere.skin", friction=0.2)
    return m.simulate(0.5, 501, speeds={"sphere.vx": 2.0}, **EXACT)


def _rolled(name: str) -> float:
    """A number of the sphere when it begins to roll, from the first row after it."""
    run, t = sliding(), when(sliding(), "sticks")[0]
    row = int((run.t < t).sum())
    back = run.t[row] - t
    return float(run["sphere.vx"][row]) if name == "vx" else float(run["sphere.x"][row] - back * run["sphere.vx"][row])


@cache
def cam(speed: float) -> Run:
    """An eccentric disc under a flat follower: m = 1, k = 2000, e = 0.01, preload 0.02 of the spring, weight."""
    m = plane("cam and flat follower")
    disc, follower = m.body("disc"), m.body("follower", estimate=(0, 0.03, 0))
    m.mass("disc", mass=1, inertia=1)
    m.mass("follower", mass=1, inertia=1)
    m.revolute("A", m.ground.at(0, 0), disc.at(0, 0))
    m.translational("B", m.ground.line((0, 0), (0, 1)), follower.line((0, 0), (0, 1)))
    disc.profile("edge", lw.circle(0.04, center=(0, -0.01)))
    follower.profile("face", lw.wall((0, 0), (1, 0)))
    m.slide_spring("S", m.ground.line((0, 0), (0, 1)), follower.at(0, 0), stiffness=2000, free_position=0.01)
    m.contact("C", "disc.edge", "follower.face")
    m.drive("turn", joint="A", angle=f"{speed}*t")
    return m.simulate(2 * math.pi / speed, 101, **EXACT)


def _critical() -> float:
    """Speed at which nothing presses at the top: the force there is linear in the square of the speed."""
    low, high = 90.0, 94.0
    normal = [float(cam(speed)["C.force"][50]) for speed in (low, high)]
    return math.sqrt(low**2 + normal[0] * (high**2 - low**2) / (normal[0] - normal[1]))


def _lift_off(speed: float) -> float:
    """Cam angle at which the follower leaves: its inertia outgrows spring and weight."""
    return speed * when(cam(speed), "opens")[0]


def cases() -> list[Case]:
    found = []
    source = "NSM-1 ball with an outline"
    for n, t in enumerate(FMI):
        compute = partial(lambda n: impacts(bouncing(1.1, 0.1, 0.7, 3.0))[n].t, n)
        found.append(Case(source, f"impact {n + 1} (s)", t, compute, 1e-8))
    rest = lambda: when(bouncing(1.1, 0.1, 0.7, 3.0), "closes")[-1]  # noqa: E731
    found.append(Case(source, "at rest (s)", 2.558633966, rest, 1e-5))
    for n, t in enumerate(SICONOS):
        compute = partial(lambda n: impacts(bouncing(1.0, 0.1, 0.9, 4.0))[n].t, n)
        found.append(Case("NSM-1 ball of Siconos", f"impact {n + 1} (s)", t, compute, 1e-8))
    for n, (b, h, _, first, rate, ratio, _peak) in enumerate(BLOCKS):
        source = f"NSM-4 block with an outline {b} by {h}"
        found.append(Case(source, "first impact (s)", first, partial(lambda n: impacts(rocking(n))[0].t, n), 1e-8))
        found.append(Case(source, "rate before it (rad/s)", rate, partial(_impact_rate, n, False), 1e-8))
        found.append(Case(source, "ratio of the rates", ratio, partial(_ratio, n), 1e-7))
        peak = partial(lambda n: float(rocking(n)["block.angle"][int(rocking(n).t.size * 0.05) :].max()), n)
        found.append(Case(source, "next peak (rad)", _peak, peak, 1e-6))
    source = "NSM-6 sphere with an outline"
    found.append(Case(source, "rolls at (s)", 0.291247998, lambda: when(sliding(), "sticks")[0], 1e-8))
    found.append(Case(source, "speed (m/s)", 1.428571429, partial(_rolled, "vx"), 1e-8))
    found.append(Case(source, "x (m)", 0.499282282, partial(_rolled, "x"), 1e-8))
    source = "NSM-9 flat follower on an eccentric disc"
    found.append(Case(source, "critical speed (rad/s)", CRITICAL, _critical, 1e-7))
    for speed in (95.0, 110.0, 140.0):
        # m e w^2 cos(a) + k (d0 + e (1 - cos a)) + m g = 0, a the cam angle
        normal = 2000 * (0.02 + 0.01) + GRAVITY
        angle = math.acos(-normal / (0.01 * speed**2 - 2000 * 0.01))
        case = Case(
            source,
            f"lift-off angle at {speed:g} rad/s",
            None,
            partial(_lift_off, speed),
            0.0,
            exact=angle,
            exact_tolerance=1e-6,
        )
        found.append(case)
    return found


test_cases = checks_of(cases)


def test_ball_comes_to_rest_and_stays_there() -> None:
    run = bouncing(1.1, 0.1, 0.7, 3.0)
    assert run.completed
    assert run["C.force"][-1] == pytest.approx(GRAVITY, rel=1e-9)
    assert run["ball.y"][-1] == pytest.approx(0.1, abs=1e-9)


def test_follower_stays_on_the_cam_below_the_critical_speed_and_leaves_it_above() -> None:
    assert math.sqrt((2000 * (0.02 + 2 * 0.01) + GRAVITY) / 0.01) == pytest.approx(CRITICAL, rel=1e-10)
    for below in (1e-2, 1e-4, 1e-6):
        assert not when(cam(CRITICAL - below), "opens")
    for above in (1e-4, 2e-4, 1e-3, 0.02):
        assert when(cam(CRITICAL + above), "opens")


@pytest.mark.parametrize("above", (1e-6, 1e-5, 3e-5, 5e-5, 7e-5, 1e-4, 3e-4))
def test_follower_that_grazes_the_critical_speed_goes_on(above: float) -> None:
    """It parts by 1e-13 m or less, for microseconds; the run does not end there."""
    assert cam(CRITICAL + above).completed


def test_force_of_the_follower_is_that_of_its_equation_of_motion() -> None:
    run = cam(80.0)
    angle = 80.0 * run.t
    lift = 0.01 * (1 - np.cos(angle))
    expected = 2000 * (0.02 + lift) + GRAVITY + 0.01 * 80.0**2 * np.cos(angle)
    assert run["C.force"] == pytest.approx(expected, abs=1e-6)
