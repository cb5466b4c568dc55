"""`python -m bench [suite ...] [--only NAME ...] [--json]`: processor times; without a suite the table and the scaling.

`--only` takes single problems of a suite that goes through many files (shipped), by their names.

table       every problem: Linkwork and every installed program side by side
scaling     cost and memory from 10 to 1000 bodies, with fitted exponents
profile     where the time of a run goes, beside the floor
space       chains with ball joints beside every installed program, growth, and the bars in space
dynamics    every run of every method and tolerance on the problems of the table
kinematics, stiff, laws, start    solved positions; stiff systems; what a user's law costs; start-up
ahead       the loop with the library of kernels beside numba's own code for this processor, and whether bits are equal
implicit    a step of alpha, Radau and midpoint from 9 to 3000 coordinates, with fitted exponents
rest        whole calls of equilibrium and linearise from 30 to 960 coordinates, with fitted exponents
ringing     a struck rod for ten seconds: the modes that still matter beside all hundred
crash_front   the front of the train of three cars: 70 designs in 30 generations, three scenarios each, two processes
belt        steady states of a push-belt drive over 49 settings: time, and how far push and thrust are known
belt_twice  the same settings with twice the functions everywhere: how far push and thrust change
ritz        chains of 2, 10 and 50 beams by Ritz functions: what a step costs, with fitted exponents
beams       geometrically exact beams beside Exudyn's: a flexible pendulum and a spin-up, to 1e-4 m
flexible_crank   a slider-crank with a meshed rod beside Exudyn, the same matrices and modes, to 1e-4 of its deflection
circuits    ladders from 10 to 1000 nodes, a drive with ten loops, a valve that switches 1000 times a second
again       the same call again and again, parameters changed before it or not: what is no work of the loop
calls       whole calls, as a user waits for them: motions, variants of a study, gradients, a synthesis
whole       whole calls, models built from nothing included, beside those of every installed program
functions   functions of a state from Python beside Pinocchio's
programs    right-hand sides of generated C beside the compiled tables and CasADi's C
auto        whole calls of simulate(compiled="auto") beside the tables, what is recorded and compiled included
counts      operations of motorcycles in variants, as Sharp, Evangelou and Limebeer (2005) count them
shipped     every model that ships as C, Python and FMU beside the engine: values, derivatives, runs
exports     programs of 30 and 100 bodies: time of the export, lines of C, time and memory of the compiler
live        from the move of a slider to its picture in a browser, ten bodies; needs playwright and Chromium
contacts    spheres settling in a box by time-stepping beside MuJoCo; a ball that bounces a thousand times
scenes      random scenes with contacts, each by its seed: what the audit finds in them, and what stops
audit       what the audit of runs with contacts costs, of the whole call: scenes, examples, a heap
clearance   a slider-crank with play in a joint beside Exudyn's contact elements: the first 20 impacts
studies     ten thousand variants of the slider-crank by two processes
figure      a tree of 42 bodies in every formulation
coupling    what gluing costs: a step of one interface without iteration, a four-bar glued beside itself, two processes
rods        a five-point suspension with its rods as bodies and as distances
vehicle     a car in space: its lane change, and what its equations cost
lane_changes   a thousand variants of a lane change of a car with 18 degrees of freedom, by two processes
body        a walking trial from markers to shared forces and back; an arm with muscles beside MuJoCo
synthesis   four-bars through ten points from 200 starts, and the same by the synthesis of any mechanism
homotopy    all solutions of polynomial systems, paths a second: Katsura, cyclic roots, a platform, nine points
sensitivity gradients by 10 and by 100 parameters, in simulations
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

SUITES = ("table", "scaling", "profile", "space", "contacts", "clearance", "vehicle", "kinematics", "dynamics", "stiff")
SUITES += (
    "beams",
    "flexible_crank",
    "circuits",
    "ritz",
    "ringing",
    "crash_front",
    "belt",
    "belt_twice",
    "figure",
    "implicit",
    "rest",
    "laws",
    "start",
    "ahead",
    "live",
    "studies",
    "lane_changes",
    "synthesis",
    "homotopy",
    "sensitivity",
    "scenes",
    "audit",
    "auto",
    "calls",
    "again",
    "whole",
    "functions",
    "programs",
    "coupling",
    "exports",
    "shipped",
    "counts",
    "rods",
    "body",
)
USUAL = ("table", "scaling")


def _shown(value: float | str) -> str:
    """A cell of the table."""
    return value if isinstance(value, str) else f"{value:.6g}"


def lines(rows: Iterator[dict[str, Any]]) -> Iterator[str]:
    """One readable line a row."""
    for row in rows:
        cells = [f"{row['problem']:<36}"]
        cells += [f"{key} {_shown(value):<12}" for key, value in row.items() if key != "problem"]
        yield "  " + "  ".join(cells)


def _chosen(parser: argparse.ArgumentParser, module: Any, names: list[str]) -> Iterator[dict[str, Any]]:
    """Rows of single problems; a suite that knows none, or not these, is refused in one line."""
    named: Callable[[], list[str]] | None = getattr(module, "names", None)
    if named is None:
        parser.error(f"--only: suite '{module.__name__.rpartition('.')[2]}' is run as a whole")
    unknown = [name for name in names if name not in named()]
    if unknown:
        parser.error(f"--only: there is no {', '.join(unknown)}; there are {', '.join(named())}")
    rows: Iterator[dict[str, Any]] = module.rows(names)
    return rows


def main() -> None:
    """Run the suites that were asked for, the table and the scaling when none was."""
    parser = argparse.ArgumentParser(prog="bench", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("suites", nargs="*", choices=[*SUITES, []], help="which to run")
    parser.add_argument("--json", action="store_true", help="one JSON line a run")
    parser.add_argument("--markdown", action="store_true", help="the table as in the documentation")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="single problems of a suite: shipped")
    arguments = parser.parse_args()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # processor time of one thread, also of the references
    for suite in arguments.suites or USUAL:
        module = import_module(f"bench.{suite}")
        rows = module.rows() if arguments.only is None else _chosen(parser, module, arguments.only)
        if arguments.json:
            for row in rows:
                print(json.dumps(row), flush=True)
        else:
            print(f"\n{suite}")
            shown = getattr(module, "markdown", None) if arguments.markdown else None
            for line in (shown or getattr(module, "table", lines))(rows):
                print(line, flush=True)


if __name__ == "__main__":
    main()
