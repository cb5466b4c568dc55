"""Speed in space: chains with ball joints beside other programs, growth, a chain of hinges, positions, and the bars.

The chains are measured as the problems of the table (`bench.table`): the cheapest run for each error. Exudyn has two
rows: its bodies in space with constraints, and its kinematic tree. Bars: Cartesian coordinates against Exudyn's bodies
with constraints, joint coordinates against the best of all, linear growth, the right-hand side of ten hinges, positions
a second.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from typing import Any

import numpy as np

from bench import table as sheet
from bench.dynamics import FORMULATIONS
from bench.kinematics import measure as solved_positions
from bench.loops import moment_of, part_seconds
from bench.peers.programs import PROGRAMS
from bench.scaling import STEP, exponent, step_seconds
from bench.space_problems import SIZES, SpaceProblem, four_bar, revolutes, slider_crank, with_balls
from linkwork.analysis.assembly.assemble import assemble
from linkwork.analysis.simulation.start import starting_rates
from linkwork.analysis.simulation.time_loop import begin_loop, run_loop, state_at
from linkwork.system.loop import simulation_state_kernel as loop
from linkwork.system.loop.moment import Loop, Options

Row = dict[str, Any]
LIMIT = float(os.environ.get("BENCH_LIMIT", 3))  # processor seconds that one run of another program may take
PEERS = ("mujoco", "pinocchio", "exudyn")
KINDS = ("bodies", "tree")  # of Exudyn: how the names of its methods begin
GROWTH, ROUNDS = (50, 100, 200), 5
LEVEL = "0.0001"
AGAINST_BODIES, AGAINST_ALL = 4.0, 2.0  # how many times faster at 1e-4 m: Cartesian at 50 rods, joint at 100
BODIES_AT, ALL_AT = "balls50", "balls100"
LINEAR = 1.15  # exponent that is still linear growth
HINGES_US, POSITIONS = 3.0, 15000


class Released:
    """A problem that is assembled, with its speeds at the start, so that every run begins at once."""

    def __init__(self, problem: SpaceProblem) -> None:
        self.mechanism = problem.build()
        self.assembly = assemble(self.mechanism)
        self.system = self.mechanism.system(dynamics=True)
        self.v = starting_rates(self.mechanism, self.assembly, problem.speeds)[0]

    def begin(self, **options: Any) -> Loop:
        """The simulation at its start."""
        return begin_loop(self.system, self.assembly, self.v, 0.0, Options(**options))

    def simulate(self, until: float, points: int, speeds: Any = None, progress: bool = False, **options: Any) -> Any:
        """As the mechanism's own, from the speeds that the problem has."""
        return run_loop(self.begin(**options), np.linspace(0.0, until, points), progress)


def chain(size: int, limit: float) -> Iterator[Row]:
    """One row a formulation and program."""
    problem = with_balls(size)
    released = Released(problem)
    auto = sheet.chosen_by_auto(problem, released)
    for formulation in FORMULATIONS:
        yield sheet.our_row(problem, released, formulation, auto)
    for program in PROGRAMS:
        if program.name not in PEERS:
            continue
        if program.missing() or program.name != "exudyn":
            yield sheet.their_row(program, problem.name, limit)
            continue
        lines = list(program.lines(problem.name, limit))
        for kind in KINDS:
            own = [line for line in lines if line.get("method", kind).startswith(kind)]
            yield sheet.row_of(program.name, kind, problem.name, limit, own)


def growth(formulation: str) -> Iterator[Row]:
    """Time of a step of RK4 and of a right-hand side for growing chains, and the exponents.

    The sizes are measured in turn, several times, so that a moment in which the machine is busy falls on all of them.
    """
    head: Row = {"problem": "growth", "what": sheet.WORDS.get(formulation, formulation)}
    options: Row = {"method": "rk4", "step": STEP, "formulation": formulation}
    moments = [Released(with_balls(size)).begin(**options) for size in GROWTH]
    states = [state_at(moment, 5 * STEP) for moment in moments]
    steps, calls = [math.inf] * len(GROWTH), [math.inf] * len(GROWTH)
    for _ in range(ROUNDS):
        for i, (moment, y) in enumerate(zip(moments, states, strict=True)):
            steps[i] = min(steps[i], 1e6 * step_seconds(moment))
            calls[i] = min(calls[i], 1e6 * part_seconds(moment, loop.RATE, y))
    for size, step, call in zip(GROWTH, steps, calls, strict=True):
        yield head | {"size": size, "us_per_step": step, "us_per_evaluation": call}
    sizes = [float(size) for size in GROWTH]
    found = {"exponent of a step": exponent(sizes, steps), "exponent of a right-hand side": exponent(sizes, calls)}
    yield head | {key: round(value, 3) for key, value in found.items()}


def hinges() -> Row:
    """The right-hand side of ten hinges with skew axes, called by its address."""
    moment, y = moment_of(revolutes(10), 0.1, formulation="joint")
    return {"problem": "revolutes10", "what": "right-hand side, joint", "us": 1e6 * part_seconds(moment, loop.RATE, y)}


def bar(what: str, value: float, limit: float, least: bool) -> Row:
    """A bar and whether it is met; `least`: the value must be at least the limit, else at most."""
    met = value >= limit if least else value <= limit
    row = {"problem": "bar", "what": what, "value": float(f"{value:.4g}"), "bar": limit, "met": bool(met)}
    return row | {"sense": "at least" if least else "at most"}


def _seconds(found: list[Row], problem: str, wanted: Any) -> list[float]:
    """Times at the coarse level of the rows wanted, run or estimated."""
    runs = [row.get(LEVEL) for row in found if row["problem"] == problem and wanted(row)]
    return [run.get("cpu_s", run.get("estimated_s")) for run in runs if run]


def bars(found: list[Row]) -> Iterator[Row]:
    """The bars that the rows measured can judge."""
    cartesian = _seconds(found, BODIES_AT, lambda row: row.get("what") == "Cartesian")
    bodies = _seconds(found, BODIES_AT, lambda row: row.get("what") == "bodies")
    if cartesian and bodies:
        what = f"{BODIES_AT}, 1e-4 m: Cartesian, times faster than Exudyn's bodies with constraints"
        yield bar(what, min(bodies) / min(cartesian), AGAINST_BODIES, True)
    joint = _seconds(found, ALL_AT, lambda row: row.get("what") == "joint")
    others = _seconds(found, ALL_AT, lambda row: row.get("program") in PEERS)
    if joint and others:
        what = f"{ALL_AT}, 1e-4 m: joint coordinates, times faster than the best program"
        yield bar(what, min(others) / min(joint), AGAINST_ALL, True)
    for row in found:
        if "exponent of a step" in row and row["what"] == "Cartesian":
            yield bar("growth from 50 to 200 rods, Cartesian: exponent", row["exponent of a step"], LINEAR, False)
        if row["problem"] == "revolutes10":
            yield bar("right-hand side of ten hinges, us", row["us"], HINGES_US, False)
        if "points_per_s" in row:
            yield bar(f"{row['problem']}: positions a second", row["points_per_s"], POSITIONS, True)


def rows(limit: float = LIMIT) -> Iterator[Row]:
    """The chains, the growth, the hinges, the positions, and then the bars."""
    found: list[Row] = []

    def kept(each: Iterator[Row]) -> Iterator[Row]:
        for row in each:
            found.append(row)
            yield row

    for size in SIZES:
        yield from kept(chain(size, limit))
    for formulation in FORMULATIONS:
        yield from kept(growth(formulation))
    yield from kept(iter([hinges()]))
    yield from kept(solved_positions(m.name, m, 20001) for m in (slider_crank(), four_bar()))
    yield from bars(found)


def _rest(row: Row) -> str:
    """A line for what is not in the table of programs."""
    if row["problem"] == "bar":
        verdict = "met" if row["met"] else "MISSED"
        return f"bar: {row['what']} {row['value']:g}, {row['sense']} {row['bar']:g}: {verdict}"
    rest = {key: value for key, value in row.items() if key != "problem"}
    cells = [f"{key} {value:.4g}" if isinstance(value, float) else f"{key} {value}" for key, value in rest.items()]
    return f"{row['problem']}: " + ", ".join(cells)


def table(found: Iterator[Row]) -> Iterator[str]:
    """The table of programs, then one line a measurement and a bar."""
    rest: list[Row] = []

    def programs() -> Iterator[Row]:
        for row in found:
            if "program" in row:
                yield row
            else:
                rest.append(row)
                return

    yield from sheet.table(programs())
    yield from (_rest(row) for row in rest)
    yield from (_rest(row) for row in found)


def markdown(found: Iterator[Row]) -> Iterator[str]:
    """The table of programs for the documentation, and the rest as it is printed."""
    everything = list(found)
    yield from sheet.markdown(iter([row for row in everything if "program" in row]))
    yield from (_rest(row) for row in everything if "program" not in row)
