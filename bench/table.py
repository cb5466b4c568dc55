"""The table: on every problem Linkwork and every installed program side by side, measured in the same run.

For each program the cheapest run, in processor time, whose error is at most 1e-4 m and 1e-7 m, among all its methods
and steps or tolerances; microseconds a step and evaluations of the right-hand side belong to that run. Ours is the time
of the compiled loop, warm, with output at the sample times; theirs the time of their stepping loop, without reading and
building the model. Where a program would need longer than the limit, its time is estimated from its time a step and its
order of convergence, and marked so.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Iterator
from importlib import metadata
from typing import Any

from bench.dynamic_problems import Problem, problems
from bench.dynamics import FORMULATIONS, LEVELS, TARGETS, Row, measure, ours
from bench.peers.programs import PROGRAMS, Program
from linkwork.base.errors import AnalysisError

LIMIT = float(os.environ.get("BENCH_LIMIT", 6))  # processor seconds that one run of another program may take
ORDER = ("chain10", "chain50", "chain200", "squeezer", "slidercrank", "windows40", "windows1000", "a02-40", "a02-1000")
CANDIDATES = 2  # cheapest runs of each level that are measured again, many times
WORDS = {"projection": "Cartesian"}


def chosen_by_auto(problem: Problem, mechanism: Any) -> str:
    """The formulation that `auto` takes."""
    run = mechanism.simulate(1e-3 * problem.end, 2, speeds=problem.speeds, progress=False)
    return str(run.moment.options.formulation)


def _best(found: list[Row], level: float) -> Row | None:
    good = [row for row in found if (row["error_m"] or 1.0) <= level]
    return min(good, key=lambda row: float(row["cpu_s"]), default=None)


def our_row(problem: Problem, mechanism: Any, formulation: str, auto: str) -> Row:
    """Our cheapest runs in one formulation: all settings once, the best of them again and again."""
    row: Row = {"problem": problem.name, "program": "linkwork", "what": WORDS.get(formulation, formulation)}
    row["auto"] = formulation == auto
    try:
        once = list(ours(problem, mechanism, formulation, True))
    except AnalysisError as refused:
        return row | {"note": f"refused: {refused}"}
    row["tried"] = True
    again: list[Row] = []
    for level in LEVELS:
        good = [pair for pair in once if (pair[0]["error_m"] or 1.0) <= level]
        for _, setting in sorted(good, key=lambda pair: float(pair[0]["cpu_s"]))[:CANDIDATES]:
            again.append(measure(problem, mechanism, *setting, formulation))
    for level in LEVELS:
        row[f"{level:g}"] = _best(again, level)
    return row


def their_row(program: Program, problem: str, limit: float) -> Row:
    """The cheapest runs of another program, or why there are none."""
    if program.missing():
        return {"problem": problem, "program": program.name, "what": "", "note": program.missing()}
    return row_of(program.name, "", problem, limit, program.lines(problem, limit))


def row_of(program: str, what: str, problem: str, limit: float, lines: Iterable[Row]) -> Row:
    """The cheapest of the runs that a program's script has printed."""
    row: Row = {"problem": problem, "program": program, "what": what}
    runs: list[Row] = []
    skipped: dict[float, float] = {}
    notes = set()
    for line in lines:
        if "err_m" in line:
            seconds = 1e-6 * line["us_per_step"] * line["steps"]
            runs.append({**line, "cpu_s": seconds, "error_m": line["err_m"], "setting": line["h"]})
        elif "skipped_s" in line and line["skipped_s"] > limit:
            level = line["level_m"]
            skipped[level] = min(skipped.get(level, float("inf")), line["skipped_s"])
        elif "failed" in line and not runs:
            notes.add(line["failed"])
        elif "stopped" in line:
            notes.add(line["stopped"])
    row["tried"] = bool(runs)
    for level in LEVELS:
        row[f"{level:g}"] = _best(runs, level)
        if row[f"{level:g}"] is None and level in skipped:
            row[f"{level:g}"] = {"estimated_s": skipped[level]}
    if not any(row[f"{level:g}"] for level in LEVELS):
        row["note"] = "; ".join(sorted(notes)) or f"not reached with runs of at most {limit:g} s"
    return row


def rows(limit: float = LIMIT) -> Iterator[Row]:
    """One row a problem and program."""
    everything = problems()
    for name in ORDER:
        problem = everything[name]
        mechanism = problem.build()
        auto = chosen_by_auto(problem, mechanism)
        for formulation in dict.fromkeys([*FORMULATIONS, auto]):
            yield our_row(problem, mechanism, formulation, auto)
        for program in PROGRAMS:
            yield their_row(program, name, limit)


def _cells(run: Row | None) -> str:
    """Time, time a step, evaluations and how, of one run."""
    if run is None:
        return f"{'-':>9} {'-':>9} {'-':>6}  {'not reached':<36}"
    if "estimated_s" in run:
        return f"{'~' + format(run['estimated_s'], '.3g'):>9} {'-':>9} {'-':>6}  {'estimated, not run':<36}"
    per_step = 1e6 * run["cpu_s"] / max(run["steps"], 1)
    evaluations = "-" if run["evaluations"] is None else str(run["evaluations"])
    method = (
        run["method"].replace(" in Python", "").split(" ", 1)[1] if run.get("peer") == "linkwork" else run["method"]
    )
    how = f"{method.replace(' in Python', '')}, {run['setting']:.2g}"
    return f"{run['cpu_s']:>9.5f} {per_step:>9.3g} {evaluations:>6}  {how:<36}"


def _line(row: Row, first: bool) -> str:
    name = f"{row['program']} {row['what']}".strip() + (" (auto)" if row.get("auto") else "")
    start = f"{row['problem'] if first else '':<12} {name:<28}"
    if "note" in row:
        return f"{start} {row['note']}"
    return start + " " + " | ".join(_cells(row[f"{level:g}"]) for level in LEVELS).rstrip()


def factor(found: list[Row], level: float) -> str:
    """How many times faster our best run is than that of the best other program."""
    key = f"{level:g}"
    own = [row[key]["cpu_s"] for row in found if row["program"] == "linkwork" and row.get(key)]
    other = [
        (
            row[key].get("cpu_s", row[key].get("estimated_s")),
            row["program"] + " (estimated)" * ("cpu_s" not in row[key]),
        )
        for row in found
        if row["program"] != "linkwork" and row.get(key)
    ]
    if not own:
        return f"{level:g} m: not reached"
    target = TARGETS.get(found[0]["problem"], {}).get(level)
    bar = "" if target is None else f", bar {target:g} s {'met' if min(own) <= target else 'missed'}"
    if not other:
        return f"{level:g} m: no other program{bar}"
    seconds, program = min(other)
    return f"{level:g} m: {seconds / min(own):.2g} times faster than {program}{bar}"


def table(found: Iterator[Row]) -> Iterator[str]:
    """The lines of the table, problem after problem, as they come."""
    where = f"Python {platform.python_version()} on {platform.machine()}, numba {metadata.version('numba')}"
    yield f"linkwork: {where}; the loop is compiled"
    for program in PROGRAMS:
        yield f"{program.name}: {program.missing() or program.version() + ', ' + program.called}"
    head = f"{'cpu s':>9} {'us/step':>9} {'evals':>6}  {'how (tolerance or step)':<36}"
    yield f"\n{'':<12} {'':<28} " + " | ".join(f"{f'error at most {level:g} m':<63}" for level in LEVELS).rstrip()
    yield f"{'problem':<12} {'program':<28} " + " | ".join([head] * len(LEVELS)).rstrip()
    block: list[Row] = []
    for row in found:
        if block and row["problem"] != block[0]["problem"]:
            yield _end(block)
            block = []
        block.append(row)
        yield _line(row, len(block) == 1)
    yield _end(block)


def _end(block: list[Row]) -> str:
    return f"{'':<12} linkwork at " + "; at ".join(factor(block, level) for level in LEVELS) + "\n"


def markdown(found: Iterator[Row]) -> Iterator[str]:
    """The table for the documentation: seconds / microseconds a step / evaluations, a column a program."""
    blocks: dict[str, list[Row]] = {}
    for row in found:
        blocks.setdefault(row["problem"], []).append(row)
    names = list(dict.fromkeys(_title(row) for block in blocks.values() for row in block))
    yield "| problem | error at most (m) | " + " | ".join(names) + " | |"
    yield "|---|---:|" + "---:|" * len(names) + "---|"
    for problem, block in blocks.items():
        cells = {_title(row): row for row in block}
        for level in LEVELS:
            line = [_short(cells.get(name, {}), level) for name in names]
            text = factor(block, level).split(" m: ", 1)[1]
            yield f"| {problem} | {level:.0e} | " + " | ".join(line) + f" | {text} |"


def _title(row: Row) -> str:
    return f"{row['program']} {row['what']}".strip()


def _short(row: Row, level: float) -> str:
    run = row.get(f"{level:g}")
    if not run:
        return "not reached" if row.get("tried") else "-"
    if "estimated_s" in run:
        return f"about {run['estimated_s']:.2g}, estimated"
    text = f"{run['cpu_s']:.5f} / {1e6 * run['cpu_s'] / max(run['steps'], 1):.3g} / {run['evaluations'] or '-'}"
    return f"**{text}**" if row.get("auto") else text
