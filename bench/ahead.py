"""What the loop loses by being compiled ahead: on every problem its time with the library and with numba's own code.

Two processes stand ready, one with the library that is found (or that of `LINKWORK_KERNELS`), one that uses none, so
that numba compiles for this processor. They solve each problem in turns, again and again, so that a busy machine slows
both; the least processor time of each inside the compiled loop is taken. `same` says whether their results are equal to
the bit. The first time numba compiles what it needs, which takes minutes.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

Row = dict[str, Any]
MOST = 1.03  # times numba's own
REPEATS, PATIENCE = 40, 1.5  # runs of each way; fewer once they have taken this many seconds
FORMULATIONS = ("projection", "joint")
TOLERANCE = 1e-6
POINTS = 4001  # of solved positions
DRIVEN = ("slider-crank", "four-bar", "chain of 25 four-bars")


def cases() -> list[tuple[str, str]]:
    """Problem and formulation: positions that are solved, then motions in the plane and in space."""
    from bench import dynamic_problems, space_problems

    moving = [*dynamic_problems.problems(), *space_problems.problems()]
    return [*((name, "kinematics") for name in DRIVEN), *((name, how) for name in moving for how in FORMULATIONS)]


def _prepared(name: str, how: str) -> Any:
    """What solves a problem once: processor time inside the loop, and the results."""
    if how == "kinematics":
        return _kinematics(name)
    from bench import dynamic_problems, space_problems
    from bench.dynamics import timed_loop

    problem: Any = (dynamic_problems.problems() | space_problems.problems())[name]
    mechanism = problem.build()
    options: Row = {"formulation": how, "speeds": problem.speeds, "progress": False, "method": "dop853"}
    options |= {"rtol": TOLERANCE, "atol": TOLERANCE / 100}

    def solve() -> tuple[float, Any]:
        with timed_loop() as spent:
            run = mechanism.simulate(problem.end, len(problem.times) + 1, **options)
        return sum(spent), run.q

    return solve


def _kinematics(name: str) -> Any:
    import numpy as np

    from bench.problems import chain, four_bar, slider_crank
    from linkwork.analysis.assembly.assemble import assemble
    from linkwork.analysis.kinematics.kinematics import move

    made = {"slider-crank": slider_crank, "four-bar": four_bar}.get(name, lambda: chain(25))()
    system, assembly, grid = made.system(), assemble(made), np.linspace(0.0, 1.0, POINTS)

    def solve() -> tuple[float, Any]:
        begin = time.process_time()
        run = move(system, assembly, grid, progress=False)
        return time.process_time() - begin, run.q

    return solve


def answer() -> None:
    """Solve what is asked for on standard input, a line a run, until there is no more."""
    from linkwork.base.errors import LinkworkError

    known: dict[str, Any] = {}
    for line in sys.stdin:
        try:
            if line not in known:
                known = {line: _prepared(*json.loads(line))}
                known[line]()
            spent, result = known[line]()
            told: Row = {"cpu_s": spent, "bits": hashlib.sha256(result.tobytes()).hexdigest()}
        except LinkworkError as error:
            told = {"refused": str(error)}
        print(json.dumps(told), flush=True)


def _process(**environment: str) -> Any:
    command = [sys.executable, "-c", "from bench.ahead import answer; answer()"]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=os.environ | environment)


def _asked(process: Any, case: tuple[str, str]) -> Row:
    process.stdin.write(json.dumps(case) + "\n")
    process.stdin.flush()
    told: Row = json.loads(process.stdout.readline())
    return told


def rows() -> Iterator[Row]:
    """One row a problem and formulation."""
    ways = _process(), _process(LINKWORK_KERNELS="none")
    try:
        for case in cases():
            yield from _compared(case, ways)
    finally:
        for process in ways:
            process.stdin.close()
            process.wait()


def _compared(case: tuple[str, str], ways: tuple[Any, Any]) -> Iterator[Row]:
    """The row of a problem; none where it is refused, as loops are that a formulation does not know."""
    best, bits, total = [float("inf")] * 2, [set[str](), set[str]()], 0.0
    for _ in range(REPEATS):
        for place, process in enumerate(ways):
            told = _asked(process, case)
            if "refused" in told:
                return
            best[place], total = min(best[place], told["cpu_s"]), total + told["cpu_s"]
            bits[place].add(told["bits"])
        if total > 2.0 * PATIENCE:
            break
    yield {
        "problem": f"{case[0]}, {case[1]}",
        "library_ms": round(1e3 * best[0], 4),
        "numba_ms": round(1e3 * best[1], 4),
        "ratio": round(best[0] / best[1], 3),
        "target": MOST,
        "same": str(bits[0] == bits[1] and len(bits[0]) == 1),
    }
