"""Geometrically exact beams beside Exudyn's: the cheapest run of each whose tip is good to 1e-4 m at all output times.

The reference is our own solution with more and more elements, extrapolated; both programs converge to it. Times are
processor times of `simulate`, here, and of `SolveDynamic`, there; models are built before. `grows` is what a step of
fixed length costs with 200 elements, over what it costs with two.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

import linkwork as lw
from bench.beam_problems import PENDULUM, SPIN
from bench.peers.programs import PROGRAMS

Row = dict[str, Any]
LEVEL = 1e-4
DATA = {"pendulum": PENDULUM, "spin": SPIN}
_ALPHA: tuple[Row, ...] = tuple(
    {"method": "alpha", "step": 1 / steps, "rho": rho, "rtol": tolerance, "atol": tolerance}
    for steps in (1200, 1300, 1400, 1500)
    for rho in (0.6, 0.7)
    for tolerance in (0.03, 0.1, 0.2)
)
_RADAU: Row = {"method": "radau", "formulation": "projection"}
OURS: dict[str, tuple[tuple[int, ...], tuple[Row, ...]]] = {
    "pendulum": ((20, 21, 22), (*_ALPHA, _RADAU | {"rtol": 3e-3})),
    "spin": ((7, 8, 9), tuple(_RADAU | {"rtol": rtol, "atol": 7e-6} for rtol in (3e-5, 2e-5, 1e-5))),
}
"""Numbers of elements and methods, around the cheapest of a wide search, as the other program has them."""
REFERENCE = {"pendulum": (40, 56), "spin": (12, 18)}
PATIENCE, REPEATS = 300.0, 3


def model(problem: str, elements: int) -> lw.Planar:
    """The beam of a problem, hinged or turned at its root."""
    data = DATA[problem]
    m = lw.Planar(problem)
    section = {"type": "stiffness"} | {name: data[name] for name in ("EA", "EI", "GA", "mass", "inertia")}
    arm = m.beam("arm", (0, 0), (data["length"], 0), section=section, elements=elements)
    m.revolute("O", m.ground.at(0, 0), arm.at("root"))
    if data["gravity"]:
        m.set_gravity(0, -data["gravity"])
    else:
        m.drive("hub", joint="O", angle="if(t < 15, 6/15*(t^2/2 + (15/(2*pi))^2*(cos(2*pi*t/15) - 1)), 6*t - 45)")
    return m


def tip(m: lw.Planar, problem: str, **options: Any) -> tuple[NDArray[np.float64], float]:
    """Places of the tip at the output times, and the processor time."""
    data = DATA[problem]
    begin = time.process_time()
    run = m.simulate(data["end"], data["points"] + 1, progress=False, **options)
    spent = time.process_time() - begin
    return np.column_stack([run["arm_tip.x"], run["arm_tip.y"]]), spent


def reference(problem: str) -> NDArray[np.float64]:
    """The tip with the error of the fourth power taken out."""
    options = {"method": "radau", "formulation": "projection", "rtol": 1e-7, "atol": 1e-8}
    few, many = REFERENCE[problem]
    coarse, fine = (tip(model(problem, elements), problem, **options)[0] for elements in (few, many))
    found: NDArray[np.float64] = fine + (fine - coarse) / ((many / few) ** 4 - 1)
    return found


def ours(problem: str, exact: NDArray[np.float64]) -> Row:
    """The cheapest of all numbers of elements and methods."""
    best: Row = {"s": np.inf}
    numbers, methods = OURS[problem]
    for elements in numbers:
        m = model(problem, elements)
        for options in methods:
            places, spent = tip(m, problem, **options)
            spent = min(tip(m, problem, **options)[1] for _ in range(REPEATS))
            error = float(np.max(np.abs(places - exact)))
            if error <= LEVEL and spent < best["s"]:
                words = ", ".join(f"{name} {value:.3g}" for name, value in options.items() if name in ("step", "rtol"))
                best = {"elements": elements, "method": f"{options['method']}, {words}", "s": spent, "error_m": error}
    return {"problem": problem, "program": "linkwork"} | best


def theirs(problem: str, exact: NDArray[np.float64]) -> Row:
    """The same of Exudyn, where it is installed."""
    program = next(program for program in PROGRAMS if program.name == "exudyn")
    if program.missing():
        return {"problem": problem, "program": program.name, "note": program.missing()}
    best: Row = {"s": np.inf}
    for line in replace(program, script="beams_exudyn").lines(problem, PATIENCE, PATIENCE):
        if "tip" in line:
            places = np.array(line["tip"])[: len(exact), 1:3]
            error = float(np.max(np.abs(places - exact[: len(places)])))
            best["nearest_m"] = min(error, best.get("nearest_m", np.inf))
            if error <= LEVEL and line["s"] < best["s"]:
                steps = f"three nodes each, generalised alpha, {line['steps']} steps"
                best |= {"elements": line["elements"], "method": steps, "s": line["s"], "error_m": error}
    return {"problem": problem, "program": program.name} | best


def growth() -> Row:
    """What a step of the midpoint rule costs with 200 elements, over that with two."""
    spent = []
    for elements in (2, 200):
        m = model("pendulum", elements)
        m.simulate(0.002, 2, method="midpoint", step=1e-3, progress=False)
        begin = time.process_time()
        m.simulate(0.1, 2, method="midpoint", step=1e-3, progress=False)
        spent.append(time.process_time() - begin)
    return {"problem": "pendulum, 2 to 200 elements", "program": "linkwork", "grows": spent[1] / spent[0]}


def rows() -> Iterator[Row]:
    """One row a program and problem."""
    for problem in DATA:
        exact = reference(problem)
        own = ours(problem, exact)
        yield own
        other = theirs(problem, exact)
        yield other | ({"times": other["s"] / own["s"]} if "s" in other else {})
    yield growth()
