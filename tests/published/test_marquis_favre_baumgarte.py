"""Marquis-Favre 2006, 4.2: with alpha = beta = 5 a length error of 5 % dies out like f'' + 10 f' + 25 f = 0."""

from __future__ import annotations

import math
from functools import cache

import numpy as np

import linkwork as lw
from linkwork.analysis.assembly.assemble import assemble
from linkwork.analysis.simulation.time_loop import begin_loop, run_loop
from linkwork.run.run import Run
from linkwork.system.loop.moment import Options
from linkwork.system.tables.compile import compile_system
from published.case import Case
from published.case import tests_of as checks_of

SOURCE = "Marquis-Favre and others 2006, section 4.2"
TIMES = (0.1, 0.2, 0.5, 1.0, 2.0)


@cache
def run() -> Run:
    """A bob on a massless bar of 1 m, released at rest 1.05 m from the pivot."""
    m = lw.Planar("bob")
    bob = m.body("bob", estimate=(1, 0, 0))
    m.absolute_distance("bar", bob.at(0, 0), center=(0, 0), value=1)
    m.absolute_angle("upright", bob, 0)
    m.mass(bob, mass=1, inertia=0.1)
    m.set_gravity(0, -9.81)
    assembly = assemble(m, at=0.0)
    assembly.q[:] = [1.05, 0, 0]
    options = Options(rtol=1e-11, atol=1e-12, formulation="baumgarte", settings={"alpha": 5, "beta": 5})
    loop = begin_loop(compile_system(m, dynamics=True), assembly, np.zeros(3), 0.0, options)
    return run_loop(loop, np.linspace(0.0, 2.0, 201))


def error(t: float) -> float:
    """The constraint (x^2 + y^2 - 1) / 2 at a time."""
    index = round(t / 0.01)
    x, y, _ = run().q[index]
    return float(x * x + y * y - 1) / 2


def closed_form(t: float) -> float:
    return (1.05**2 - 1) / 2 * (1 + 5 * t) * math.exp(-5 * t)


def cases() -> list[Case]:
    return [
        Case(
            SOURCE,
            f"error of (x^2 + y^2 - 1)/2 at t = {t} s (m^2)",
            None,
            lambda t=t: error(t),
            0.0,
            exact=closed_form(t),
            exact_tolerance=1e-9,
        )
        for t in TIMES
    ]


test_cases = checks_of(cases)


def test_the_length_is_right_in_the_end() -> None:
    assert abs(math.hypot(*run().q[-1, :2]) - 1) < 1e-4
