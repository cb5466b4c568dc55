"""A thousand variants of a lane change of the car with 18 degrees of freedom, 5 s each, by two worker processes.

The cornering stiffness of the front tyres varies by 10 %. Processor time is that of all processes and wall time what a
user waits, from the call of `study` to its results. Error: that of the place at the end and of the largest yaw rate,
over twenty variants, each as a share of its size, against simulations with tolerances of 1e-9.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import numpy as np

import linkwork as lw
from bench.studies import processor_time
from linkwork.vehicles import real_time_saloon

Row = dict[str, Any]
VARIANTS, WORKERS, CHECKED = 1000, 2, 20
BAR = 60.0  # s of wall time, on two cores that nobody else uses
SPEED, ANGLE, UNTIL, POINTS = 20.0, 0.03, 5.0, 51
RESPONSES = ["final(chassis.y)", "max(chassis.wz)"]
QUICK = {"method": "radau", "rtol": 1e-4, "atol": 1e-5, "compiled": "model"}
TIGHT = {"method": "dop853", "rtol": 1e-9, "atol": 1e-11, "compiled": "model"}


def studied(count: int, workers: int, responses: list[str], options: dict[str, Any]) -> Any:
    """The study: one period of a sine at the steering wheel, then straight on."""
    car = real_time_saloon()
    steering = f"{car.rack_lever * ANGLE!r}*sin(2*pi*0.5*t)*if(t < 2, 1, 0)"
    plan = lw.plans.monte_carlo(count, front_cornering="+- 10 %")
    given = {"until": UNTIL, "points": POINTS, "speeds": car.starting_speeds(SPEED), **options}
    return car.mechanism(SPEED, driver=steering).study(plan, responses, workers=workers, progress=False, **given)


def rows(count: int = VARIANTS) -> Iterator[Row]:
    """With one response and with two, the second of which is sought between the points."""
    exact = studied(CHECKED, 1, RESPONSES, TIGHT)
    for responses in (RESPONSES[:1], RESPONSES):
        studied(CHECKED, WORKERS, responses, QUICK)
        spent, began = processor_time(), time.perf_counter()
        results = studied(count, WORKERS, responses, QUICK)
        spent, waited = processor_time() - spent, time.perf_counter() - began
        off = [np.max(np.abs(results[name][:CHECKED] / exact[name] - 1.0)) for name in responses]
        yield {
            "problem": f"{count} lane changes, {len(responses)} responses",
            "processor time (s)": spent,
            "wall time (s)": waited,
            "error": float(max(off)),
            "failed": len(results.failed),
            f"bar {BAR:g} s": "met" if waited <= BAR and not results.failed else "not met",
        }
