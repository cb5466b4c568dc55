"""What a user waits for: whole calls, warm, in processor time; the loops alone are in the other suites."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import linkwork as lw
from bench import functions
from bench.problems import slider_crank
from bench.synthesis import EGG, STARTS
from bench.timing import seconds

Row = dict[str, Any]
REPEATS = 5
FEW, MANY = 201, 100_001  # points of a motion
VARIANTS = 1000
SPREAD = {"r": "+- 0.05 mm", "l": "+- 0.1 mm uniform", "e": "20 mm +0.5 mm/-0 mm triangular"}


def spatial_slider_crank() -> lw.Spatial:
    """The slider-crank in space of the README."""
    m = lw.Spatial("spatial slider-crank")
    crank, rod = m.body("crank", (0, 0.1, 0.12)), m.body("rod", (0, 0.1, 0.2))
    slider = m.body("slider", (0.2, 0, 0))
    m.revolute("O", m.ground, crank, at=(0, 0.1, 0.12), axis=(1, 0, 0))
    m.spherical("A", crank.at(0, 0, 0.08), rod.at(0, 0, 0))
    m.universal("B", rod.frame(at=(0.3, 0, 0), axis=(0, 0, 1)), slider.frame(axis=(0, 1, 0)))
    m.translational("guide", m.ground, slider, at=(0.2, 0, 0), axis=(1, 0, 0))
    m.drive("motor", joint="O", angle="2*pi*t")
    return m


def press() -> lw.Planar:
    """A press with three dimensions that are made with tolerances."""
    m = lw.Planar("press")
    m.parameters(r="50 mm", l="200 mm", e="20 mm")
    crank = m.body("crank", estimate=(0, 0, 0))
    rod = m.body("rod", estimate=("r", 0, 0))
    slide = m.body("slide", estimate=("r + l", "e", 0))
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at("r", 0), rod.at(0, 0))
    m.revolute("B", rod.at("l", 0), slide.at(0, 0))
    m.translational("guide", m.ground.line((0, "e"), (1, "e")), slide.line((0, 0), (1, 0)))
    m.drive("motor", joint="O", angle="2*pi*t")
    return m


def chain(rods: int) -> lw.Planar:
    """Rods hanging from each other, with their lengths as parameters."""
    m = lw.Planar(f"chain of {rods}")
    m.set_gravity(0, -9.81)
    m.parameters(**{f"l{number}": 0.1 + 0.01 * number for number in range(rods)})
    before = m.ground.at(0, 0)
    for number in range(rods):
        rod = m.body(f"r{number}", estimate=(0.1 * number, 0, 0))
        m.mass(rod, mass=0.1, center=(f"l{number}/2", 0), inertia=1e-4)
        m.revolute(f"J{number}", before, rod.at(0, 0))
        before = rod.at(f"l{number}", 0)
    return m


def _positions() -> Iterator[Row]:
    for mechanism in (slider_crank(), spatial_slider_crank()):
        for points in (FEW, MANY):
            spent = seconds(lambda m=mechanism, n=points: m.kinematics(until=1.0, points=n, progress=False), REPEATS)
            yield {
                "problem": f"kinematics, {mechanism.name}, {points} points",
                "cpu_s": spent,
                "positions_per_s": points / spent,
            }


def _variants() -> Iterator[Row]:
    plan = lw.plans.monte_carlo(VARIANTS, seed=7, **SPREAD)
    lengths = {f"l{number}": "+- 1 mm" for number in range(10)}
    falling = lw.plans.monte_carlo(VARIANTS, seed=7, **lengths)
    loose: dict[str, Any] = {"until": 1.0, "points": 11, "workers": 1, "rtol": 1e-4, "atol": 1e-4}
    spent = seconds(lambda: chain(10).study(falling, "final(r9.angle)", progress=False, **loose), 1)
    yield {
        "problem": "study, chains of 10 rods, 1 s at 1e-4",
        "cpu_s": spent,
        "ms_per_variant": 1e3 * spent / VARIANTS,
    }
    for responses in (["max(slide.x)"], ["max(slide.x)", "range(slide.x)", "peak(slide.ax)"]):
        options: dict[str, Any] = {"analysis": "kinematics", "until": 1.0, "points": 61, "workers": 1}
        spent = seconds(lambda r=responses, o=options: press().study(plan, r, progress=False, **o), 1)
        yield {
            "problem": f"study, {len(responses)} responses",
            "cpu_s": spent,
            "ms_per_variant": 1e3 * spent / VARIANTS,
        }


def _repeated() -> Iterator[Row]:
    """The same call again and again, and with a parameter that changes before each; the loop alone is in `table`."""
    lengths = itertools.count(1)
    for bodies in (10, 30):
        m = chain(bodies)
        options: dict[str, Any] = {"until": 1.0, "points": 11, "rtol": 1e-3, "atol": 1e-4, "progress": False}
        spent = seconds(lambda m=m, o=options: m.simulate(**o), 4 * REPEATS)
        yield {"problem": f"simulate again, chain of {bodies} rods", "cpu_s": spent}

        def changed(m: lw.Planar = m, o: dict[str, Any] = options) -> None:
            m.set(l0=0.1 + 1e-6 * next(lengths))
            m.simulate(**o)

        yield {"problem": "the same after m.set", "cpu_s": seconds(changed, 4 * REPEATS)}
        yield {"problem": "made anew", "cpu_s": seconds(lambda n=bodies, o=options: chain(n).simulate(**o), REPEATS)}


def _gradients() -> Iterator[Row]:
    m = chain(8)
    one = seconds(lambda: m.simulate(until=2.0, points=21, progress=False), REPEATS)
    yield {"problem": "simulate, chain of 8 rods, 2 s", "cpu_s": one}
    for count in (1, 2, 3, 8):
        to = [f"l{number}" for number in range(count)]
        options: dict[str, Any] = {"analysis": "simulate", "until": 2.0, "points": 21}
        spent = seconds(lambda t=to, o=options: m.sensitivity("final(r7.angle)", t, **o), REPEATS)
        yield {"problem": f"gradient by {count} parameters", "cpu_s": spent, "simulations": spent / one}


def rows() -> Iterator[Row]:
    """One row a call."""
    yield from _positions()
    yield from _repeated()
    yield from functions.rows()
    yield from _variants()
    yield from _gradients()
    bounds = {"l1": (0.1, 3), "l3": (0.1, 3), "l4": (0.1, 3)}
    options: dict[str, Any] = {"starts": STARTS, "bounds": bounds, "transmission": "30 deg"}
    spent = seconds(lambda: lw.synthesis.four_bar_path(EGG, **options), 2)
    yield {"problem": f"four-bars through 10 points, {STARTS} starts", "cpu_s": spent}
