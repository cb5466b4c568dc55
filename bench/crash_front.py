"""The front of Dias and Pereira (2005) for their train of three cars: 70 designs in 30 generations by two processes.

Three scenarios a design, 2 criteria, 16 conditions, 6 levels; curves and bounds are ours (`linkwork.crash.data`).
`seconds` is the processor time of all processes, `waited` what a user waits.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Row = dict[str, Any]
WORKERS, DESIGNS, GENERATIONS = 2, 70, 30


def _spent() -> float:
    """Processor time of this process and of those that it has waited for."""
    usage = [resource.getrusage(whose) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in usage)


def rows() -> Iterator[Row]:
    """One search, after a design that compiles what it needs."""
    sys.path.append(str(Path(__file__).parent.parent / "tests"))
    from published.mechanisms.crash import absorbers_of_12_b

    problem = absorbers_of_12_b(workers=WORKERS)
    problem.evaluate({name: 0.5 * (low + high) for name, (low, high) in problem.free.items()})
    begin, spent = time.perf_counter(), _spent()
    front = problem.front(population=DESIGNS, generations=GENERATIONS)
    yield {
        "problem": "train of three cars",
        "seconds": _spent() - spent,
        "waited": time.perf_counter() - begin,
        "designs": front.evaluations,
        "front": len(front.designs),
    }
