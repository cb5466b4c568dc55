"""How a step of an implicit method grows with the size: chains of pinned rods and windows, 30 to 3000 coordinates.

Processor time of the compiled loop over the steps it made, in the coordinates of the bodies, at a relative tolerance of
1e-6 (midpoint: steps of 1 ms); the exponent is fitted from 100 coordinates on. A chain with torsion springs and dampers
in its pins has forces in its Newton matrix.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import linkwork as lw
from bench.dynamic_problems import chain, windows
from bench.dynamics import timed_loop
from bench.loops import moment_of
from bench.scaling import exponent
from linkwork.analysis.simulation.time_loop import run_loop, state_at
from linkwork.numerics.integrators import integrator_state_kernel as place

Row = dict[str, Any]
BEGIN, END = 0.005, 0.05  # s, of the motion that is measured
REPEATS = 3  # runs, the best of which counts
FROM = 100  # coordinates from which the exponent is fitted
METHODS = ("alpha", "radau", "midpoint")


def springs(count: int) -> lw.Planar:
    """A chain of rods with torsion springs and dampers in its pins, released when it is straight and level."""
    m, length = lw.Planar(f"chain of {count} rods with springs"), 0.1
    m.set_gravity(0, -9.81)
    before, point = "ground", m.ground.at(0, 0)
    for i in range(count):
        rod = m.body(f"rod{i}", estimate=((i + 0.5) * length, 0, 0))
        m.mass(rod, mass=0.1, inertia=0.1 * length**2 / 12)
        m.revolute(f"J{i}", point, rod.at(-length / 2, 0))
        m.torsion_spring(f"S{i}", before, rod, stiffness=50.0, damping=0.05)
        before, point = f"rod{i}", rod.at(length / 2, 0)
    return m


PROBLEMS: dict[str, tuple[Callable[[int], lw.Planar], tuple[int, ...]]] = {
    "chain": (chain, (3, 10, 40, 80, 160, 400, 1000)),
    "springs": (springs, (3, 10, 40, 80, 160, 400, 1000)),
    "windows": (windows, (3, 5, 20, 40, 80, 200, 500)),
}


def measure(kind: str, size: int, method: str) -> Row:
    """One run: time a step, and what it was made of."""
    step = 1e-3 if method == "midpoint" else 0.0
    options = {"method": method, "formulation": "projection", "rtol": 1e-6, "atol": 1e-8, "step": step}
    moment, _ = moment_of(PROBLEMS[kind][0](size), BEGIN, **options)
    best = math.inf
    for _ in range(REPEATS):
        with timed_loop() as spent:
            run_loop(moment, np.array([END]))
        best = min(best, sum(spent))
    ended = moment.copy()
    state_at(ended, END)
    made = ended.s[: place.STATE] - moment.s[: place.STATE]
    return {
        "problem": kind,
        "method": method,
        "coordinates": len(moment.system.coordinates),
        "us_per_step": round(1e6 * best / int(made[place.STEPS]), 1),
        "steps": str(made[place.STEPS]),
        "jacobians": str(made[place.JACOBIANS]),
        "iterations": str(made[place.ITERATIONS]),
    }


def rows() -> Iterator[Row]:
    """One row a size, then the exponent."""
    for kind, (_, sizes) in PROBLEMS.items():
        for method in METHODS:
            found = []
            for size in sizes:
                found.append(measure(kind, size, method))
                yield found[-1]
            large = [row for row in found if row["coordinates"] >= FROM]
            fitted = exponent([row["coordinates"] for row in large], [row["us_per_step"] for row in large])
            yield {"problem": kind, "method": method, "exponent": round(fitted, 3)}
