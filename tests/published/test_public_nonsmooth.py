"""NSM-1, 2, 4 and 6: a bouncing ball, an oscillator with dry friction, a rocking block, a ball that begins to roll."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import pytest

import linkwork as lw
from linkwork.run.run import Run
from published.case import Case
from published.case import tests_of as checks_of

pytestmark = pytest.mark.both_coordinates

EXACT: dict[str, Any] = {"rtol": 1e-12, "atol": 1e-13, "progress": False}
IMPACTS = (0.451523641, 1.083656738, 1.526149907, 1.835895124, 2.052716777)
IMPACTS += (2.204491933, 2.310734543, 2.385104370, 2.437163249, 2.473604464)
BLOCKS = (  # b, h, tilt at the start, first impact, rate before it, ratio of the rates, next peak
    (0.1, 0.5, 0.098697780, 0.347093587, -0.648049012, 0.942307692, 0.083339113),
    (0.2, 1.0, 0.098697780, 0.490864458, -0.458239851, 0.942307692, 0.083339113),
    (0.25, 0.75, 0.257400444, 0.752340632, -0.957414034, 0.850000000, 0.144114830),
)


def cart(x: float, along: tuple[float, float]) -> lw.Planar:
    """A mass of 1 kg on a rail."""
    m = lw.Planar("mass on a rail")
    m.carriage("cart", at=(x * along[0], x * along[1]), along=along, mass=1)
    return m


@cache
def ball() -> Run:
    m = cart(1.0, (0, 1))
    m.set_gravity(0, -9.81)
    m.event("impact", "cart.y", direction="falling", jump={"cart.vy": -0.7})
    return m.simulate(3.0, 4, **EXACT)


@cache
def friction() -> Run:
    m = cart(12.0, (1, 0))
    m.slide_spring("spring", m.ground.line((0, 0), (1, 0)), "cart", stiffness=1)
    m.force("friction", "cart", x="-sign(vx)")
    m.event("sticks", "max(abs(cart.x) - 1, abs(cart.vx) - 1e-12)", direction="falling", stop=True)
    return m.simulate(30.0, 31, speeds={"cart.vx": 6.0}, **EXACT)


@cache
def block(number: int) -> Run:
    """The block rocks about one corner and its mirror image; at each impact it loses the same share of its rate."""
    b, h, tilt, *_ = BLOCKS[number]
    m = lw.Planar("rocking block")
    body = m.body("block", estimate=(0, 0, -tilt))
    m.revolute("corner", m.ground.at(0, 0), body.at(0, 0))
    m.mass("block", mass=1, center=(-b, h), inertia=(b * b + h * h) / 3)
    m.set_gravity(0, -9.81)
    ratio = 1 - 1.5 * math.sin(math.atan2(b, h)) ** 2
    m.event("impact", "block.angle", direction="rising", jump={"block.omega": -ratio})
    m.event("peak", "block.omega", direction="rising")
    return m.simulate(4.0, 8001, **EXACT)


@cache
def rolling() -> Run:
    """A sphere of 1 kg and 0.1 m slides until its lowest point stands still."""
    m = lw.Planar("sliding to rolling")
    m.body("sphere", estimate=(0, 0.1, 0))
    m.mass("sphere", mass=1, inertia=0.4 * 0.1**2)
    m.absolute_y("floor", "sphere", 0.1)
    m.set_gravity(0, -9.81)
    m.force("friction", "sphere", x="-0.2*9.81", torque="-0.2*9.81*0.1")
    m.event("rolls", "sphere.vx + 0.1*sphere.omega", direction="falling", stop=True)
    return m.simulate(1.0, 11, speeds={"sphere.vx": 2.0, "sphere.omega": 0.0}, **EXACT)


def times(run: Run, name: str) -> list[float]:
    return [event.t for event in run.events if event.name == name and event.kind == "event"]


def _at(run: Run, name: str, t: float) -> float:
    """A channel just before a time, from the nearest point of a fine grid by its rate."""
    row = int((run.t < t).sum()) - 1
    h = t - run.t[row]
    return float(run[f"{name}.angle"][row] + h * run[f"{name}.omega"][row] + 0.5 * h * h * run[f"{name}.alpha"][row])


def _rate(run: Run, t: float) -> float:
    row = int((run.t < t).sum()) - 1
    return float(run["block.omega"][row] + (t - run.t[row]) * run["block.alpha"][row])


def _peak(number: int) -> float:
    run = block(number)
    after = times(run, "impact")[0]
    return -_at(run, "block", next(t for t in times(run, "peak") if t > after))


def cases() -> list[Case]:
    found = [
        Case("NSM-1 bouncing ball", f"impact {n + 1} (s)", t, lambda n=n: times(ball(), "impact")[n], 1e-8)
        for n, t in enumerate(IMPACTS)
    ]
    found.append(Case("NSM-1 bouncing ball", "accumulation (s)", 2.558633966, lambda: float(ball().t[-1]), 1e-8))
    source = "NSM-2 dry-friction oscillator"
    found.append(Case(source, "first stop (s)", 0.432407776, lambda: friction().events[0].t, 1e-8))
    found.append(Case(source, "rests at (s)", 22.423556350699, lambda: float(friction().t[-1]), 1e-9))
    found.append(Case(source, "rests at x (m)", 0.682178936724, lambda: float(friction()["cart.x"][-1]), 1e-9))
    for n, (b, h, _, first, rate, _, peak) in enumerate(BLOCKS):
        source = f"NSM-4 rocking block {b} by {h}"
        found.append(Case(source, "first impact (s)", first, lambda n=n: times(block(n), "impact")[0], 1e-8))
        before = Case(
            source, "rate before it (rad/s)", rate, lambda n=n: -_rate(block(n), times(block(n), "impact")[0]), 1e-6
        )
        found.append(before)
        found.append(Case(source, "next peak (rad)", peak, lambda n=n: _peak(n), 1e-7))
    source = "NSM-6 sliding to rolling"
    found.append(Case(source, "rolls at (s)", 0.291247998, lambda: float(rolling().t[-1]), 1e-8))
    found.append(Case(source, "speed (m/s)", 1.428571429, lambda: float(rolling()["sphere.vx"][-1]), 1e-8))
    found.append(Case(source, "x (m)", 0.499282282, lambda: float(rolling()["sphere.x"][-1]), 1e-8))
    return found


test_cases = checks_of(cases)
