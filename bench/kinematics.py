"""Kinematic throughput: solved time points (position, velocity, acceleration) a second of processor time, warm."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from bench.problems import chain, four_bar, slider_crank
from linkwork.analysis.assembly.assemble import assemble
from linkwork.analysis.kinematics.kinematics import move

REPEATS = 15
CHAIN_SIZES = (25, 50, 100, 200)


def measure(name: str, mechanism: Any, points: int) -> dict[str, Any]:
    """Best processor time of several runs over one second, and the largest scaled residual of the last."""
    system = mechanism.system()
    assembly = assemble(mechanism)
    grid = np.linspace(0.0, 1.0, points)
    move(system, assembly, grid[:3], progress=False)
    best = np.inf
    for _ in range(REPEATS):
        begin = time.process_time()
        run = move(system, assembly, grid, progress=False)
        best = min(best, time.process_time() - begin)
    some = slice(None, None, max(1, points // 200))
    return {
        "problem": name,
        "bodies": len(system.bodies),
        "points": points,
        "cpu_s": round(best, 6),
        "points_per_s": round(points / best),
        "us_per_point": round(1e6 * best / points, 3),
        "iterations_per_point": round(run.statistics["iterations per point"], 3),
        "residual": float(np.max(run.violation()[some])),
    }


def rows() -> Iterator[dict[str, Any]]:
    """One row a problem."""
    yield measure("slider-crank", slider_crank(), 20001)
    yield measure("four-bar", four_bar(), 20001)
    for size in CHAIN_SIZES:
        yield measure(f"chain of {size} four-bars", chain(size), 401)
