"""Chains of pinned beams by Ritz functions, 2 to 50 of them: what a step of a fixed length costs, and its exponent.

Processor time of the compiled loop: in joint coordinates by the articulated recursion, in the coordinates of the
bodies, whose equations are solved on their pattern, and for the short chains by the composite form, which is dense.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

import linkwork as lw
from bench.dynamics import timed_loop
from bench.loops import moment_of
from bench.scaling import exponent
from linkwork.analysis.simulation.time_loop import run_loop

Row = dict[str, Any]
COUNTS = {"joint": (2, 10, 50), "projection": (2, 10, 50), "joint-partitioning": (2, 10)}
STEP, STEPS = 1e-5, 400
REPEATS = 3
SECTION = {"type": "rectangle", "width": 0.02, "height": 0.005}


def chain(count: int) -> lw.Planar:
    """Beams of steel, half a metre each, pinned to each other, released when straight and level."""
    m = lw.Planar(f"chain of {count} beams")
    m.set_gravity(0, -9.81)
    point: Any = m.ground.at(0, 0)
    for number in range(count):
        beam = m.ritz_beam(
            f"beam{number}",
            length=0.5,
            section=SECTION,
            E=2.1e11,
            rho=7850,
            bending=3,
            stations=0,
            estimate=(0.5 * number, 0, 0),
        )
        m.revolute(f"J{number}", point, beam.at("root"))
        point = beam.at("tip")
    return m


def measure(count: int, formulation: str) -> Row:
    """Microseconds a step of the classical Runge-Kutta method, the best of several runs."""
    options = {"method": "rk4", "formulation": formulation, "step": STEP}
    moment, _ = moment_of(chain(count), STEP, **options)
    best = math.inf
    for _ in range(REPEATS):
        with timed_loop() as spent:
            run_loop(moment, np.array([STEP * (STEPS + 1)]))
        best = min(best, sum(spent))
    return {"problem": f"chain of {count} beams", "formulation": formulation, "us_per_step": 1e6 * best / STEPS}


def rows() -> Iterator[Row]:
    """One row a size, and the exponents."""
    for formulation, counts in COUNTS.items():
        found = [measure(count, formulation) for count in counts]
        yield from found
        power = exponent(list(counts), [row["us_per_step"] for row in found])
        yield {"problem": "chains of beams", "formulation": formulation, "exponent": round(power, 3)}
