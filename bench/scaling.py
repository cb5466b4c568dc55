"""How the cost grows with the size, from 10 to 1000 bodies or windows, beside other programs; exponents are fitted.

Ours: the right-hand side, called by its address from a compiled loop; a step of RK4 (four right-hand sides and one
projection), a long run without output divided by its steps; memory, the size of the tables, the workspace and the
integrator's state, and what building and simulating the largest allocates at most (tracemalloc). Random tree: every
body hangs by a pin on one that was drawn among those before it (or on the ground), lengths from 0.05 to 0.15 m.
"""

from __future__ import annotations

import math
import sys
import tracemalloc
from collections.abc import Iterator
from typing import Any

import numpy as np

import linkwork as lw
from bench.dynamic_problems import chain, windows
from bench.dynamics import timed_loop
from bench.loops import moment_of, part_seconds
from bench.peers import common
from bench.peers.programs import PROGRAMS
from linkwork.analysis.simulation.time_loop import run_loop
from linkwork.base.errors import AnalysisError
from linkwork.system.loop import simulation_state_kernel as loop
from linkwork.system.loop.moment import Loop

Row = dict[str, Any]
SIZES = common.SIZES
STEP, LIMIT = 1e-3, 4.0
STEPS, REPEATS, ENOUGH = 40, 9, 0.5  # steps of a run, runs, processor seconds after which there are no more
FORMULATIONS = {"chain": ("joint", "projection"), "random tree": ("joint",), "windows": ("projection", "joint")}
WORDS = {"projection": "Cartesian"}


def random_tree(count: int) -> lw.Planar:
    """Rods hanging on rods drawn at random, released at rest at random angles."""
    draw = np.random.default_rng(count)
    m = lw.Planar(f"random tree of {count} rods")
    m.set_gravity(0, -common.G)
    ends: list[tuple[Any, float, float, float]] = [(m.ground, 0.0, 0.0, 0.0)]  # body, its end: own x, world x, y
    for i in range(count):
        parent, own, x, y = ends[int(draw.integers(0, len(ends)))]
        length, angle = float(draw.uniform(0.05, 0.15)), float(draw.uniform(-math.pi, 0.0))
        body = m.body(f"rod{i}", estimate=(x, y, angle))
        m.mass(body, mass=length, center=(length / 2, 0), inertia=length**3 / 12)
        m.revolute(f"J{i}", parent.at(own, 0), body.at(0, 0))
        ends.append((body, length, x + length * math.cos(angle), y + length * math.sin(angle)))
    return m


BUILDERS = {"chain": chain, "random tree": random_tree, "windows": windows}


def step_seconds(moment: Loop) -> float:
    """Processor time of a step in the compiled loop, best of several runs."""
    grid = np.array([float(moment.z[0]) + STEPS * STEP])
    best, total = math.inf, 0.0
    for _ in range(REPEATS):
        with timed_loop() as spent:
            run_loop(moment, grid)
        best, total = min(best, sum(spent)), total + sum(spent)
        if total > ENOUGH:
            break
    return best / STEPS


def measure(kind: str, size: int, formulation: str) -> Row:
    """Right-hand side, step and memory of one size."""
    mechanism = BUILDERS[kind](size)
    moment, y = moment_of(mechanism, 5 * STEP, method="rk4", step=STEP, formulation=formulation)
    system = moment.system

    numbers = (system.k, system.p, moment.w, moment.z, moment.s)
    return {
        "problem": kind,
        "peer": "linkwork",
        "method": f"{WORDS.get(formulation, formulation)}, a step of RK4",
        "size": size,
        "us_per_step": 1e6 * step_seconds(moment),
        "us_per_evaluation": 1e6 * part_seconds(moment, loop.RATE, y),
        "kilobytes": sum(array.nbytes for array in numbers) / 1024,
    }


def ours(kind: str, formulation: str) -> Iterator[Row]:
    """All sizes, until the formulation refuses one."""
    for size in SIZES:
        try:
            yield measure(kind, size, formulation)
        except AnalysisError as refused:
            print(f"{kind} {size}, {formulation}: {refused}", file=sys.stderr)
            return


def held(kind: str, formulation: str, size: int) -> float:
    """Megabytes that building and simulating a mechanism of this size allocate at most, with all that Python holds."""
    tracemalloc.start()
    try:
        mechanism = BUILDERS[kind](size)
        mechanism.simulate(0.01, 2, method="rk4", step=STEP, formulation=formulation, progress=False)
        return tracemalloc.get_traced_memory()[1] / 2**20
    finally:
        tracemalloc.stop()


def rows(limit: float = LIMIT) -> Iterator[Row]:
    """One row a size, then one a program, kind and method with the fitted exponents."""
    for kind, formulations in FORMULATIONS.items():
        for formulation in formulations:
            found = list(ours(kind, formulation))
            yield from found
            if found:
                yield fitted(found) | {"megabytes": round(held(kind, formulation, found[-1]["size"]), 1)}
    for program in PROGRAMS:
        if program.missing():
            yield {"problem": "all", "peer": program.name, "method": program.missing()}
            continue
        groups: dict[tuple[str, str], list[Row]] = {}
        for line in program.lines("scaling", limit):
            if "us_per_step" in line:
                groups.setdefault((line["problem"], line["method"]), []).append(line)
                yield line
        for found in groups.values():
            yield fitted(found)


def exponent(sizes: list[float], costs: list[float]) -> float:
    """Slope of the logarithm of the cost against that of the size, by least squares."""
    return float(np.polyfit(np.log(sizes), np.log(costs), 1)[0]) if len(sizes) > 1 else math.nan


def fitted(found: list[Row]) -> Row:
    """The exponents of what was measured."""
    sizes = [row["size"] for row in found]
    row: Row = {key: found[0][key] for key in ("problem", "peer", "method")}
    row |= {"from": sizes[0], "to": sizes[-1]}
    for key in ("us_per_step", "us_per_evaluation", "kilobytes"):
        if key in found[0]:
            row[f"exponent {key}"] = round(exponent(sizes, [each[key] for each in found]), 3)
    return row


MEASURED = {
    "us_per_step": "",
    "us_per_evaluation": ", a right-hand side by its address",
    "kilobytes": ", kilobytes of tables",
}


def table(found: Iterator[Row]) -> Iterator[str]:
    """Time a step and a right-hand side by size, with the fitted exponents."""
    yield f"\n{'microseconds, or kilobytes, by size':<75}" + "".join(f"{size:>10}" for size in SIZES) + "   exponent"
    group: list[Row] = []
    for row in found:
        if "size" in row:
            group.append(row)
        elif "from" in row:
            yield from _lines(row, [each for each in group if _name(each) == _name(row)])
        else:
            yield f"{row['problem']:<12} {row['peer']:<10} {row['method']}"


def _name(row: Row) -> tuple[str, str, str]:
    return row["problem"], row["peer"], row["method"]


def _lines(row: Row, group: list[Row]) -> Iterator[str]:
    """One line a measured quantity."""
    for key, what in MEASURED.items():
        if f"exponent {key}" not in row:
            continue
        values = {each["size"]: f"{each[key]:>10.4g}" for each in group}
        method = row["method"].split(", a step")[0] + what if what else row["method"]
        title = f"{row['problem']:<12} {row['peer']:<10} {method}"
        cells = "".join(values.get(size, f"{'-':>10}") for size in SIZES)
        more = f"   ({row['megabytes']:g} MB with all of Python's)" if key == "kilobytes" else ""
        yield f"{title:<75}{cells}   {row[f'exponent {key}']:.2f}{more}"
