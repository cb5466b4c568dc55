"""Whole calls beside those of the other programs: the model from nothing to its positions, and once more with it.

All at positions that are good to 1e-4 m, in processor time, everything warm. Ours is what a user writes: building,
`simulate`, and the array of positions; `again` is `simulate` with the model that is there (after `m.set`: `calls`).
Theirs are in `bench.peers.whole_calls`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from bench.dynamic_problems import Problem, problems
from bench.peers.programs import PROGRAMS
from bench.peers.whole_calls import LEVEL
from bench.peers.whole_calls import PROGRAMS as KNOWN
from bench.timing import seconds

Row = dict[str, Any]
ASKED = ("chain10", "slidercrank")
TOLERANCES = (2e-2, 1e-2, 5e-3, 2e-3, 1e-3, 5e-4, 2e-4, 1e-4, 5e-5, 1e-5, 1e-6)
REPEATS = 25


def _options(problem: Problem, tolerance: float) -> dict[str, Any]:
    shape = {"until": problem.end, "points": len(problem.times) + 1, "speeds": problem.speeds, "progress": False}
    return shape | {"rtol": tolerance, "atol": tolerance / 100}


def _ours(problem: Problem) -> Row:
    m = problem.build()
    for tolerance in TOLERANCES:
        options = _options(problem, tolerance)
        run = m.simulate(**options)
        error = problem.error(run.system.bodies, run.q)
        if error <= LEVEL:
            break
    row: Row = {"problem": problem.name, "program": "linkwork", "method": run.moment.options.formulation}
    row["anew_ms"] = 1e3 * seconds(lambda: problem.build().simulate(**options).q, REPEATS)
    row["again_ms"] = 1e3 * seconds(lambda: m.simulate(**options).q, REPEATS)
    return row | {"steps": run.statistics["steps"], "error_m": error}


def rows() -> Iterator[Row]:
    """One row a program and problem."""
    for problem in map(problems().__getitem__, ASKED):
        yield _ours(problem)
        for program in PROGRAMS:
            if program.name not in KNOWN:
                continue
            if program.missing():
                yield {"problem": problem.name, "program": program.name, "note": program.missing()}
                continue
            found = list(replace(program, script="whole_calls").lines(f"{program.name}:{problem.name}", limit=6.0))
            for row in found or [{"note": "no step reaches the accuracy"}]:
                kept = {key: row[key] for key in ("method", "steps", "error_m", "note", "stopped") if key in row}
                times = {f"{key}_ms": 1e3 * row[f"{key}_s"] for key in ("anew", "again") if f"{key}_s" in row}
                yield {"problem": problem.name, "program": program.name} | times | kept
