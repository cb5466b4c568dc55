"""A five-point suspension with its rods as bodies and as distances: what a right-hand side and two seconds cost.

Garcia de Jalon and others (2005, 3.1) measured 26.5 % more processor time with rods kept, in Matlab.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.loops import moment_of, part_seconds
from linkwork.system.loop import simulation_state_kernel as loop
from linkwork.system.tree.tree import cut_rows

UNTIL, POINTS, REPEATS = 2.0, 201, 5


def rows() -> Iterator[dict[str, Any]]:
    """One row for rods removed and one for rods kept, with what keeping them costs more."""
    sys.path.append(str(Path(__file__).parents[1] / "tests"))
    from published.mechanisms.garcia_de_jalon_car import five_point_suspension

    spent: dict[str, tuple[float, float]] = {}
    for what in ("removed", "kept"):
        m, rods = five_point_suspension()
        if what == "removed":
            m.tree(remove=rods)
        else:
            m.tree(remove="none", cut=[f"{rod} out" for rod in rods])
        options: dict[str, Any] = {"formulation": "joint", "rtol": 1e-6, "atol": 1e-8}
        moment, y = moment_of(m, 0.1, **options)
        rate, whole = part_seconds(moment, loop.RATE, y), float("inf")
        for _ in range(REPEATS):
            begin = time.process_time()
            run = m.simulate(UNTIL, POINTS, progress=False, **options)
            whole = min(whole, time.process_time() - begin)
        spent[what] = rate, whole
        row = {"problem": f"five-point suspension, rods {what}", "coordinates": len(moment.system.plan.coordinates)}
        row |= {"equations": cut_rows(moment.system), "rate us": 1e6 * rate, "2 s ms": 1e3 * whole}
        row |= {"evaluations": float(run.statistics["evaluations"])}
        if what == "kept":
            for name, place in (("rate", 0), ("run", 1)):
                row[f"{name} more %"] = 100.0 * (spent["kept"][place] / spent["removed"][place] - 1.0)
        yield row
