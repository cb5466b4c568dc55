"""The car of Haug 12.5 (`examples/vehicle.yaml`) in its lane change: processor time against error.

The car begins at rest on its springs, moving at 24.587 m/s, and changes its lane within 6 s; output at 61 times. Times
are those of the compiled loop, warm. Error of a run: the largest difference from the reference of sideways position,
roll and yaw of the chassis, each as a share of its largest value. The reference is DOP853 at a relative tolerance of
1e-10, which Radau confirms to 2e-11. `real_time` says how often the loop would run in 6 s.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import linkwork as lw
from bench.dynamics import timed_loop
from linkwork.base.errors import AnalysisError

Row = dict[str, Any]
FILE = Path(__file__).resolve().parents[1] / "examples" / "vehicle.yaml"
DURATION, POINTS = 6.0, 61
MEASURED = ("chassis.x", "chassis.ry", "chassis.rz")
FORMULATIONS = ("projection", "joint")
TOLERANCES = (1e-3, 1e-4, 1e-5, 1e-6)
METHODS = {"dop853": FORMULATIONS, "adams": FORMULATIONS, "radau": FORMULATIONS, "alpha": ("auto",)}
REPEATS, PATIENCE, LONG = 7, 2.0, 6.0  # runs of a setting, fewer after so many seconds; a method is left after LONG


@cache
def car() -> lw.Spatial:
    """The car."""
    return lw.Spatial.load(FILE)


def values(run: Any) -> NDArray[np.float64]:
    """What the error is measured in."""
    return np.stack([run[name] for name in MEASURED])


def simulated(method: str, formulation: str, rtol: float) -> tuple[Any, float]:
    """A run and the processor time of its loop."""
    request = car().analysis.simulate
    options = {"method": method, "formulation": formulation, "rtol": rtol, "atol": 0.01 * rtol, "progress": False}
    with timed_loop() as spent:
        run = car().simulate(DURATION, POINTS, speeds=request.speeds, **options)
    return run, sum(spent)


@cache
def reference() -> NDArray[np.float64]:
    """The motion to ten digits."""
    return values(simulated("dop853", "projection", 1e-10)[0])


def measure(method: str, formulation: str, rtol: float) -> Row:
    """One setting: best time of several runs, and the error."""
    best, begin = np.inf, time.process_time()
    for _ in range(REPEATS):
        run, spent = simulated(method, formulation, rtol)
        best = min(best, spent)
        if time.process_time() - begin > PATIENCE:
            break
    exact = reference()
    off = np.max(np.abs(values(run) - exact), axis=1) / np.max(np.abs(exact), axis=1) if run.completed else [np.inf]
    return {
        "problem": f"lane change, {method}",
        "formulation": formulation,
        "rtol": rtol,
        "cpu_s": round(float(best), 5),
        "real_time": round(DURATION / float(best), 1),
        "steps": run.statistics["steps"],
        "evaluations": run.statistics["evaluations"],
        "us_per_evaluation": round(1e6 * float(best) / max(run.statistics["evaluations"], 1), 2),
        "error": float(np.max(off)),
    }


def rows() -> Iterator[Row]:
    """One row a setting."""
    for method, formulations in METHODS.items():
        for formulation in formulations:
            for rtol in TOLERANCES[1:] if method == "adams" else TOLERANCES:  # its noise at 1e-3 makes tyres chatter
                try:
                    row = measure(method, formulation, rtol)
                except AnalysisError as refused:
                    yield {"problem": f"lane change, {method}", "formulation": formulation, "refused": str(refused)}
                    break
                yield row
                if row["cpu_s"] > LONG or row["error"] < 1e-8:
                    break
