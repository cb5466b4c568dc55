"""What a user's force law costs: a slider-crank on three springs, their law built in, as a formula, in Python."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import linkwork as lw

REPEATS = 7
UNTIL = 20.0


def hardening(length: float, speed: float) -> float:
    """A linear spring and damper, as a user writes it."""
    return 90.0 * (length - 0.5) + 0.05 * speed


LAWS: dict[str, dict[str, Any]] = {
    "built in": {"stiffness": 90.0, "free_length": 0.5, "damping": 0.05},
    "formula": {"force": "90*(length - 0.5) + 0.05*speed"},
    "python": {"force": hardening},
}


def mechanism(law: dict[str, Any]) -> lw.Planar:
    """A slider-crank whose slider and crank hang on three springs with the law."""
    m = lw.Planar("springs")
    crank, rod, slider = m.body("crank", (0, 0, 0.6)), m.body("rod", (0.2, 0.1, -0.2)), m.body("slider", (0.7, 0, 0))
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at(0.2, 0), rod.at(0, 0))
    m.revolute("B", rod.at(0.5, 0), slider.at(0, 0))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), slider.line((0, 0), (1, 0)))
    m.mass("crank", mass=1, center=(0.1, 0), inertia=0.02)
    m.mass("rod", mass=0.5, center=(0.25, 0), inertia=0.01)
    m.mass("slider", mass=1)
    m.set_gravity(0, -9.81)
    m.spring("one", m.ground.at(1.2, 0.1), slider.at(0, 0), **law)
    m.spring("two", m.ground.at(-0.3, 0.4), crank.at(0.2, 0), **law)
    m.spring("three", m.ground.at(0.3, -0.6), rod.at(0.25, 0), **law)
    return m


def _seconds(m: lw.Planar) -> tuple[float, int]:
    """Processor time of the best of several simulations after the first, and evaluations of one."""
    options: dict[str, Any] = {"rtol": 1e-9, "atol": 1e-11, "progress": False}
    evaluations = m.simulate(UNTIL, 2, **options).statistics["evaluations"]
    best = float("inf")
    for _ in range(REPEATS):
        begin = time.process_time()
        m.simulate(UNTIL, 2, **options)
        best = min(best, time.process_time() - begin)
    return best, evaluations


def rows() -> Iterator[dict[str, Any]]:
    """One row a way of writing the law; `over_built_in` is the share by which it costs more."""
    built_in = 0.0
    for name, law in LAWS.items():
        seconds, evaluations = _seconds(mechanism(law))
        built_in = built_in or seconds
        yield {
            "problem": f"law {name}",
            "cpu_s": seconds,
            "evaluations": evaluations,
            "over_built_in": seconds / built_in - 1.0,
        }
