"""What `simulate(compiled="auto")` costs in all beside the tables: recorded and compiled anew, nothing kept."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import linkwork as lw
from linkwork.analysis.simulation.compiled import NOTE
from linkwork.program.loop import compiled_rate, model_rate

Row = dict[str, Any]
EXAMPLES = Path(__file__).parents[1] / "examples"


def spent() -> float:
    """Processor time of this process and of the compilers that it has called."""
    times = os.times()
    return time.process_time() + times.children_user + times.children_system


def cost(mechanism: Any, compiled: str, until: float) -> tuple[float, Any]:
    """Processor time of a whole call that finds no library of before."""
    compiled_rate._opened.clear()
    model_rate._addresses.clear()
    kept = compiled_rate._kept
    with tempfile.TemporaryDirectory() as folder:
        compiled_rate._kept = lambda key: Path(folder) / f"{key}.so"
        try:
            begin = spent()
            run = mechanism.simulate(until=until, points=11, formulation="joint", compiled=compiled, progress=False)
            return spent() - begin, run
        finally:
            compiled_rate._kept = kept


def problems() -> dict[str, tuple[Any, tuple[float, ...]]]:
    """A double pendulum and the hydraulic arm, in short and in long runs."""
    pendulum: Any = lw.load(EXAMPLES / "gallery/double-pendulum.yaml")
    crank: Any = lw.load(EXAMPLES / "gallery/motor-crank.yaml")
    return {"double pendulum": (pendulum, (10.0, 1000.0, 10000.0)), "motor and crank": (crank, (1.0, 100.0, 1000.0))}


def rows() -> Iterator[Row]:
    """One row a run: seconds, and whether `auto` changed to a right-hand side of its own."""
    for name, (mechanism, lengths) in problems().items():
        mechanism.simulate(until=0.1, points=2, formulation="joint", progress=False)
        for until in lengths:
            tables, _ = cost(mechanism, "tables", until)
            auto, run = cost(mechanism, "auto", until)
            row: Row = {"problem": f"{name}, {until:g} s", "evaluations": run.statistics["evaluations"]}
            yield row | {"tables, s": tables, "auto, s": auto, "changed": NOTE in run.notes, "times": tables / auto}
