"""A slider-crank with play between rod and slider: the first 20 impacts beside Exudyn, then ten revolutions.

Both programs have the same law (`elastic`: Hertz; `lossy`: Hunt and Crossley, restitution 0.9) in compiled code: here a
clearance with `force=`, there its contact of a sphere in a hollow sphere; no user's function in Python. Compared is the
processor time, of ours the whole call of `simulate` with assembly and result (`loop_ms` is the compiled loop in it), of
theirs `SolveDynamic`, for an error at the end: of the places of rod and slider after 20 impacts, against a tight
run of our own. A setting reaches an error when all finer ones of the same way do so too: every impact enlarges what
differs, and a coarse run may be right by chance. `rigid` is ours with impulses in no time, another model: its error
says how far the two models part.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

import linkwork as lw
from bench.dynamics import timed_loop
from bench.peers import loose_crank as data
from bench.peers.programs import PROGRAMS
from bench.space import bar

Row = dict[str, Any]
IMPACTS, REVOLUTIONS = 20, 10
LEVELS = (1e-5, 1e-6)  # m: 2 and 0.2 per cent of the play
TIMES = 5.0  # faster than Exudyn
TOLERANCES = (1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12)
METHODS = ("dop853", "adams", "radau")
TIGHT = 1e-13
LIMIT = 120.0


def loose_crank(kind: str, rigid: bool = False) -> lw.Planar:
    """The mechanism; `rigid` for impulses in no time instead of the law."""
    m = lw.Planar("slider-crank with play")
    crank = m.body("crank", estimate=(data.CRANK / 2, 0, 0))
    rod = m.body("rod", estimate=(data.CRANK + data.ROD / 2, 0, 0))
    slider = m.body("slider", estimate=(data.SLIDER, 0, 0))
    for name, mass in data.MASSES.items():
        m.mass(name, mass=mass, inertia=data.INERTIAS[name])
    m.revolute("O", m.ground.at(0, 0), crank.at(-data.CRANK / 2, 0))
    m.revolute("A", crank.at(data.CRANK / 2, 0), rod.at(-data.ROD / 2, 0))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), slider.line((0, 0), (1, 0)))
    m.drive("motor", joint="O", angle=f"{data.SPEED!r}*t")
    restitution = data.RESTITUTIONS[kind]
    law = {"type": "hertz", "stiffness": data.STIFFNESS, "exponent": data.EXPONENT}
    if restitution < 1:
        law |= {"type": "hunt-crossley", "restitution": restitution}
    touch = {"restitution": restitution} if rigid else {"force": law}
    m.clearance("B", slider.at(0, 0), rod.at(data.ROD / 2, 0), clearance=data.PLAY, radius=data.JOURNAL, **touch)
    return m


def run_of(mechanism: lw.Planar, end: float, repeats: int = data.REPEATS, **options: Any) -> tuple[Any, float, float]:
    """The run, and the least processor times of the whole call and of its loop, ms."""
    whole, loop = math.inf, math.inf
    start: Row = {
        "hold": {"rod.angle": 0.0, "slider.x": data.SLIDER},
        "speeds": {"rod.omega": data.ROD_SPEED, "slider.vx": 0.0},
    }
    for _ in range(repeats):
        begin = time.process_time()
        with timed_loop() as spent:
            run = mechanism.simulate(end, 2, progress=False, **start, **options)
        whole, loop = min(whole, time.process_time() - begin), min(loop, sum(spent))
    return run, 1e3 * whole, 1e3 * loop


def places(run: Any) -> NDArray[np.float64]:
    """Where the rod's middle and the slider are at the end."""
    return np.array([(run[f"{body}.x"][-1], run[f"{body}.y"][-1]) for body in ("rod", "slider")])


def last_of(run: Any, kinds: tuple[str, ...]) -> float:
    """A time just after so many impacts."""
    times = [touch.t for touch in run.touches if touch.kind in kinds]
    return float(round(0.5 * (times[IMPACTS - 1] + times[IMPACTS]), 6))


def ours(kind: str, end: float, reference: NDArray[np.float64]) -> Iterator[Row]:
    """All methods and tolerances."""
    mechanism = loose_crank(kind)
    for method in METHODS:
        for rtol in TOLERANCES:
            run, *spent = run_of(mechanism, end, method=method, rtol=rtol, atol=1e-3 * rtol)
            yield _line("linkwork", method, rtol, spent, np.abs(places(run) - reference).max())
    run, *spent = run_of(loose_crank(kind, rigid=True), end)
    yield _line("linkwork", "rigid", 0.0, spent, np.abs(places(run) - reference).max())


def _line(peer: str, method: str, setting: float, spent: list[float], error: float | None) -> Row:
    """A run: the time of the call, and where there is one that of the loop in it."""
    times = dict(zip(("ms", "loop_ms"), spent, strict=False))
    return {"peer": peer, "method": method, "setting": setting, **times, "error_m": error}


def theirs(kind: str, end: float, reference: NDArray[np.float64]) -> Iterator[Row]:
    """All ways of Exudyn, where it is installed."""
    program = next(program for program in PROGRAMS if program.name == "exudyn")
    if program.missing():
        yield {"peer": program.name, "missing": program.missing()}
        return
    for line in program.lines(f"loose:{kind}:{end!r}", LIMIT):
        if "places" in line:
            found = line["places"]
            error = None if found is None else float(np.abs(np.array(found) - reference).max())
            yield _line(line["peer"], line["method"], line["setting"], [line["ms"]], error)


def cheapest(found: list[Row], peer: str, level: float) -> Row | None:
    """The cheapest run that reaches an error, with all finer ones of its way."""
    good: list[Row] = []
    theirs = [row for row in found if row["peer"] == peer and row.get("method", "rigid") != "rigid"]
    for method in {row["method"] for row in theirs}:
        for row in reversed([row for row in theirs if row["method"] == method]):
            if row["error_m"] is None or not row["error_m"] <= level:
                break
            good.append(row)
    return min(good, key=lambda row: float(row["ms"]), default=None)


def ten_revolutions(kind: str, rigid: bool) -> Row:
    """All impacts of ten revolutions, ours alone."""
    run, spent, _ = run_of(loose_crank(kind, rigid), REVOLUTIONS * data.REVOLUTION, repeats=1)
    count = sum(touch.kind in ("presses", "impact") for touch in run.touches)
    what = "rigid" if rigid else "law"
    return {"problem": f"{REVOLUTIONS} revolutions, {kind}", "model": what, "impacts": count, "ms": spent}


def rows() -> Iterator[Row]:
    """Both laws, and the bars."""
    for kind in data.RESTITUTIONS:
        mechanism = loose_crank(kind)
        tight: Row = {"repeats": 1, "rtol": TIGHT, "atol": 1e-3 * TIGHT}
        end = last_of(run_of(mechanism, data.REVOLUTION, **tight)[0], ("parts",))
        reference = places(run_of(mechanism, end, **tight)[0])
        found = []
        for lines in (ours(kind, end, reference), theirs(kind, end, reference)):
            for row in lines:
                found.append(row)
                yield {"problem": f"first {IMPACTS} impacts, {kind}", **row}
        for level in LEVELS:
            mine, other = cheapest(found, "linkwork", level), cheapest(found, "exudyn", level)
            if mine and other:
                ways = f"{mine['method']} beside {other['method']}"
                what = f"{kind}, {level:g} m: times faster than Exudyn's contact elements ({ways})"
                yield bar(what, other["ms"] / mine["ms"], TIMES, True)
    for kind in data.RESTITUTIONS:
        for rigid in (False, True):
            yield ten_revolutions(kind, rigid)
