"""Speed of the planar dynamics: processor time of a simulation against its error, beside targets and other programs.

Ours is measured warm: `cpu_s` is the time inside the compiled loop alone, from prepared tables to the results at the
sample times; `call_s` is the whole `simulate`, with assembling and all. The other programs, where they are installed,
solve the same problems in the same run (`bench.peers`); their `cpu_s` is the time of their stepping loop.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import linkwork as lw
from bench.dynamic_problems import Problem, problems
from bench.peers.programs import PROGRAMS
from bench.start import REPEATS as START_REPEATS
from bench.start import cpu_of
from linkwork.base.errors import AnalysisError
from linkwork.system.loop import simulation_kernel

Row = dict[str, Any]
REPEATS, PATIENCE = 25, 0.5  # runs of a setting; fewer once they have taken this many seconds
TOLERANCES = [10.0 ** (-i / 2) for i in range(2, 19)]  # relative; the absolute one is a hundredth, as by default
STEPS = (10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 150, 200, 300, 400, 600, 900, 1300, 2000)
TARGETS = {  # processor seconds for an error of at most so many metres
    "squeezer": {1e-4: 0.0008, 1e-7: 0.004},
    "slidercrank": {1e-4: 0.0010, 1e-7: 0.005},
    "chain10": {1e-4: 0.0012, 1e-7: 0.009},
    "chain50": {1e-4: 0.006},
    "chain200": {1e-4: 0.02},
}
LEVELS = (1e-4, 1e-7)
ENOUGH = 0.1  # of the finest level: a method is not refined further
SLOWER = 1.5  # times a run that reached all levels: a method is left, when a quick answer is wanted
LIMIT = 20.0  # processor seconds that a run of another program may take
LONG = 0.5  # processor seconds of a call, with assembling: only every other setting, when a quick answer is wanted
OWN_LIMIT = 1.0  # processor seconds: a method of ours with a longer run is left
FORMULATIONS = ("projection", "joint")
START_TARGET = 2.2
_SCRIPT = """
from bench.dynamic_problems import slider_crank
slider_crank().simulate(1.0, 21, progress=False)
"""


@contextmanager
def timed_loop() -> Iterator[list[float]]:
    """Gather the processor times of the calls of the compiled loop."""
    spent: list[float] = []
    loop = simulation_kernel.simulate

    def timed(*args: Any) -> Any:
        begin = time.process_time()
        result = loop(*args)
        spent.append(time.process_time() - begin)
        return result

    simulation_kernel.simulate = timed
    try:
        yield spent
    finally:
        simulation_kernel.simulate = loop


def measure(
    problem: Problem,
    mechanism: lw.Planar,
    method: str,
    setting: float,
    formulation: str = "projection",
    repeats: int | None = None,
) -> Row:
    """One run: best times of several, error against the reference."""
    options: dict[str, Any] = {"step": setting} if method == "rk4" else {"rtol": setting, "atol": setting / 100}
    options |= {"method": method, "formulation": formulation, "speeds": problem.speeds, "progress": False}
    best, whole, total = float("inf"), float("inf"), 0.0
    for _ in range(repeats or REPEATS):
        begin = time.process_time()
        with timed_loop() as spent:
            run = mechanism.simulate(problem.end, len(problem.times) + 1, **options)
        call = time.process_time() - begin
        best, whole, total = min(best, sum(spent)), min(whole, call), total + call
        if total > PATIENCE:
            break
    return {
        "problem": problem.name,
        "peer": "linkwork",
        "method": f"{formulation} {method}",
        "setting": setting,
        "cpu_s": round(best, 6),
        "call_s": round(whole, 6),
        "steps": run.statistics["steps"],
        "evaluations": run.statistics["evaluations"],
        "error_m": problem.error(run.system.bodies, run.q) if run.completed else None,
    }


def ours(
    problem: Problem, mechanism: lw.Planar, formulation: str, quick: bool = False
) -> Iterator[tuple[Row, tuple[str, float]]]:
    """All methods and settings of Linkwork on a problem in one formulation, until the error is below all levels.

    Quick: every setting once, every other one where a call takes long, and a method is left when two runs were slower
    than another that reached all levels.
    """
    measure(problem, mechanism, "dop853", TOLERANCES[0], formulation, 1)
    first = measure(problem, mechanism, "dop853", TOLERANCES[0], formulation, 1)
    every = 2 if quick and first["call_s"] > LONG else 1
    steps, best = [problem.end / count for count in STEPS], float("inf")
    for method, settings in {"dop853": TOLERANCES, "adams": TOLERANCES, "rk4": steps}.items():
        slow = 0
        for setting in settings[::every]:
            row = measure(problem, mechanism, method, setting, formulation, 1 if quick else None)
            yield row, (method, setting)
            error, cost = row["error_m"] or 1.0, float(row["cpu_s"])
            if error <= min(LEVELS):
                best = min(best, cost)
            slow += quick and cost > SLOWER * best
            if error < ENOUGH * min(LEVELS) or slow > 1 or cost > OWN_LIMIT:
                break


def theirs(name: str, limit: float = LIMIT) -> Iterator[Row]:
    """Every other program that is installed, on a problem."""
    for program in PROGRAMS:
        for found in [] if program.missing() else program.lines(name, limit):
            if "err_m" in found:
                yield {
                    "problem": name,
                    "peer": found["peer"],
                    "method": found["method"],
                    "setting": found["h"],
                    "cpu_s": round(1e-6 * found["us_per_step"] * found["steps"], 6),
                    "call_s": None,
                    "steps": found["steps"],
                    "evaluations": found["evaluations"],
                    "error_m": found["err_m"],
                }


def warm_start() -> Row:
    """A script that simulates, from the start of the process to its end, with kernels compiled before."""
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "simulate.py"
        script.write_text(f"import sys; sys.path[:0] = {sys.path!r}\n{_SCRIPT}")
        command = [sys.executable, str(script)]
        cpu_of(command)
        best = min(cpu_of(command) for _ in range(START_REPEATS))
    return {"problem": "warm start of a simulation", "peer": "linkwork", "cpu_s": round(best, 3)}


def rows() -> Iterator[Row]:
    """One row a run."""
    for program in PROGRAMS:
        if program.missing():
            print(f"{program.name}: {program.missing()}", file=sys.stderr)
    for name, problem in problems().items():
        mechanism = problem.build()
        for formulation in FORMULATIONS:
            try:
                yield from (row for row, _ in ours(problem, mechanism, formulation))
            except AnalysisError as refused:
                print(f"{name}: {refused}", file=sys.stderr)
        yield from theirs(name)
    yield warm_start()


def table(found: Iterator[Row]) -> Iterator[str]:
    """For every problem and level of error the cheapest run of each method, cheapest first, with its target."""
    everything = list(found)
    for name in problems():
        for level in LEVELS:
            target = TARGETS.get(name, {}).get(level)
            yield f"\n{name}, error at most {level:g} m" + (f": target {target:g} s" if target else "")
            good = [row for row in everything if row["problem"] == name and (row["error_m"] or 1.0) <= level]
            for row in sorted(cheapest(good), key=lambda row: row["cpu_s"]):
                whole = "" if row["call_s"] is None else f"  call {row['call_s']:.4f} s"
                mark = "  ok" if target and row["peer"] == "linkwork" and row["cpu_s"] <= target else ""
                yield (
                    f"  {row['peer'] + ', ' + row['method']:<44} {row['setting']:<10.3g} {row['cpu_s']:.5f} s{whole}"
                    f"  steps {row['steps']}  evaluations {row['evaluations']}  error {row['error_m']:.2g} m{mark}"
                )
    start = everything[-1]
    yield f"\n{start['problem']}: {start['cpu_s']:g} s, target {START_TARGET:g} s"


def cheapest(found: list[Row]) -> list[Row]:
    """The cheapest run of every program and method."""
    best: dict[tuple[str, str], Row] = {}
    for row in found:
        key = (row["peer"], row["method"])
        if key not in best or row["cpu_s"] < best[key]["cpu_s"]:
            best[key] = row
    return list(best.values())
