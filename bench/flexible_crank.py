"""A slider-crank with a meshed rod beside Exudyn: the same matrices, the same eight modes, 1 s at 30 rad/s.

The rod is reduced here to its six static modes at the two ends and two modes between; nodes, M, K, the modes and the
nodes of the ends go to the other program. A heavy crank keeps turning. What is compared is the deflection at the rod's
middle, in its frame, which the modes share: the cheapest run of each whose error is below 1e-4 of the largest one.
Times are processor times of `simulate`, here, and of `SolveDynamic`, there.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import linkwork as lw
from bench.crank_problem import CRANK, DAMPING, END, POINTS, ROD, SLIDER, SPEED
from bench.peers.programs import PROGRAMS

Row = dict[str, Any]
LEVEL, PATIENCE = 1e-4, 900.0
TRIES: tuple[dict[str, Any], ...] = (
    {"method": "dop853", "rtol": 1e-4},
    {"method": "dop853", "rtol": 1e-5},
    {"method": "radau", "formulation": "projection", "rtol": 1e-4},
    {"method": "radau", "formulation": "projection", "rtol": 1e-5},
    {"method": "radau", "formulation": "projection", "rtol": 1e-6},
)


def model(damping: float = 0.0) -> lw.Spatial:
    """A crank, the rod between a ball and a universal joint, a slider; drawn stretched."""
    length, size = ROD["length"], ROD["side"]
    m = lw.Spatial("slider-crank with a meshed rod")
    crank = m.body("crank", estimate=(0, 0, 0), mass={"mass": 1, "inertia": (CRANK["inertia"],) * 3})
    box = {"type": "box", "size": (length, size, size), "origin": (0, -size / 2, -size / 2), "divisions": (50, 3, 3)}
    rod = m.flexible(
        "rod",
        shape=box,
        material=ROD["material"],
        interfaces={"big": {"face": "-x"}, "small": {"face": "+x"}},
        modes=2,
        places={"middle": (length / 2, 0, size / 2)},
        stiffening=False,
        damping={"stiffness_share": damping} if damping else {},
        estimate=(CRANK["radius"], 0, 0),
    )
    slider = m.body(
        "slider",
        estimate=(CRANK["radius"] + length, 0, 0),
        mass={"mass": SLIDER["mass"], "inertia": (SLIDER["inertia"],) * 3},
    )
    m.revolute("O", m.ground.frame(axis=(0, 0, 1)), crank.frame(axis=(0, 0, 1)))
    m.spherical("A", crank.at(CRANK["radius"], 0, 0), rod.interface("big"))
    m.universal("B", rod.interface("small").frame(axis=(0, 0, 1)), slider.frame(axis=(0, 1, 0)))
    m.translational("guide", m.ground.frame(axis=(1, 0, 0)), slider.frame(axis=(1, 0, 0)))
    return m


def handed_over(run: lw.Run, damping: float, path: Path) -> None:
    """Nodes, matrices, modes, nodes of the ends of the rod and its damping, for the other program."""
    from scipy.sparse import coo_matrix

    modes = run.flexible("rod").modes
    structure, modulus, density = modes.reduced.structure, modes.modulus, modes.density
    mass, stiffness = coo_matrix(structure.mass), coo_matrix(structure.stiffness)
    ends = {tie.name: tie.nodes for tie in modes.reduced.ties}
    middle = run.flexible("rod").node_at((ROD["length"] / 2, 0, ROD["side"] / 2))
    parts = {"big": ends["big"], "small": ends["small"], "middle": middle, "nodes": structure.points}
    parts["damping"] = np.array(damping)
    for name, matrix, factor in (("mass", mass, density), ("stiffness", stiffness, modulus)):
        parts[name] = np.column_stack([matrix.row, matrix.col, factor * matrix.data])
    np.savez(path, modes=modes.reduced.shapes, **parts)


def deflection(m: lw.Spatial, **options: Any) -> tuple[NDArray[np.float64], float, lw.Run]:
    """Deflection of the rod's middle across it, at the output times, and the processor time."""
    labels = m.bodies_by_name["rod"].modes.labels
    speeds = {"crank.wz": SPEED} | {f"rod.{label}_rate": 0.0 for label in labels}
    begin = time.process_time()
    run = m.simulate(END, POINTS + 1, speeds=speeds, progress=False, **options)
    spent = time.process_time() - begin
    body = run.flexible("rod")
    node = body.node_at((ROD["length"] / 2, 0, ROD["side"] / 2))
    return body.amplitudes @ body.shapes[node, 1], spent, run


def rows() -> Iterator[Row]:
    """One row a program and damping."""
    for words, damping in DAMPING.items():
        yield from _rows(words, damping)


def _rows(damped: str, damping: float) -> Iterator[Row]:
    m = model(damping)
    exact, _, run = deflection(m, method="dop853", rtol=1e-9, atol=1e-12)
    largest = float(np.abs(exact).max())
    best: Row = {"s": np.inf}
    for options in TRIES:
        seen, spent, _ = deflection(m, **options)
        seen, again, _ = deflection(m, **options)
        error = float(np.abs(seen - exact).max()) / largest
        if error <= LEVEL and min(spent, again) < best["s"]:
            words = ", ".join(str(value) for value in options.values())
            best = {"method": words, "s": min(spent, again), "error": error}
    nodes = len(run.flexible("rod").points)
    name = f"slider-crank, rod of {nodes} nodes, {damped}"
    yield {"problem": name, "program": "linkwork", "largest_m": largest} | best
    program = next(program for program in PROGRAMS if program.name == "exudyn")
    if program.missing():
        yield {"problem": name, "program": program.name, "note": program.missing()}
        return
    other: Row = {"s": np.inf}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rod.npz"
        handed_over(run, damping, path)
        for line in replace(program, script="crank_exudyn").lines(str(path), PATIENCE, PATIENCE):
            if "deflection" not in line:
                continue
            error = float(np.abs(np.array(line["deflection"]) - exact).max()) / largest
            if error <= LEVEL and line["s"] < other["s"]:
                other = {"method": f"generalised alpha, {line['steps']} steps", "s": line["s"], "error": error}
            elif "nearest" not in other or error < other["nearest"]:
                other |= {"nearest": error, "nearest_steps": line["steps"], "nearest_s": line["s"]}
    # where no run of its reaches the error, what the nearest took is less than what is compared
    spent = other["s"] if other["s"] < np.inf else other.get("nearest_s", np.inf)
    yield {"problem": name, "program": program.name} | other | {"times_at_least": spent / best["s"]}
