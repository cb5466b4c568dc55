"""Matrices and nodes in files that CalculiX and Nastran themselves wrote."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bodies.flexible.test_import import number
from linkwork.base.errors import MechanismError
from linkwork.bodies.flexible.body import modes_of
from linkwork.bodies.flexible.description import Flexible, Matrices
from linkwork.bodies.flexible.files import nastran_files
from linkwork.bodies.flexible.files.op2_files import entries_of, grids_of, matrices_of
from linkwork.bodies.flexible.sources import from_matrices

DATA = Path(__file__).parents[2] / "data"
CALCULIX, NASTRAN = DATA / "calculix", DATA / "nastran"
HELD, LOADS = (1, 4, 5, 8), {(12, 2): -1e6, (10, 1): 5e5}
MOVED = {  # of its own static analysis: C3D8, nodes 1, 4, 5, 8 held, the two loads (version 2.20)
    2: (-1.159309e-05, 6.615858e-06, -2.706003e-05),
    6: (3.843457e-05, 3.367470e-05, -3.247371e-05),
    9: (-1.751659e-05, 3.432980e-05, -9.373740e-05),
    12: (2.275091e-05, 6.949795e-05, -1.459642e-04),
}


def of_calculix(**changes: Any) -> Matrices:
    """Two bricks of 1 m, as `*FREQUENCY, SOLVER=MATRIXSTORAGE` of CalculiX 2.20 wrote them."""
    parts = {"stiffness": "two.sti", "mass": "two.mas", "nodes": "two.inp", "freedoms": "two.dof"}
    return Matrices(**{name: str(CALCULIX / file) for name, file in parts.items()} | changes)


def test_calculix_moves_its_nodes_as_its_matrices_say() -> None:
    body = from_matrices(of_calculix(), number, 3)
    held = [3 * (node - 1) + axis for node in HELD for axis in range(3)]
    free = np.setdiff1d(np.arange(36), held)
    force, moved = np.zeros(36), np.zeros(36)
    for (node, axis), value in LOADS.items():
        force[3 * (node - 1) + axis] = value
    moved[free] = np.linalg.solve(body.stiffness.toarray()[np.ix_(free, free)], force[free])
    for node, places in MOVED.items():
        assert moved[3 * (node - 1) :][:3] == pytest.approx(places, rel=1e-6)
    assert body.mass.sum() == pytest.approx(3 * 2 * 7850.0, rel=1e-12)


def test_a_body_is_made_of_calculix_files() -> None:
    body = from_matrices(of_calculix(), number, 3)
    ends = {"left": {"face": "-x", "tie": "mean"}}
    made = modes_of(
        Flexible(matrices=of_calculix(), interfaces=ends, modes=20, reduction="free", attachment=False), number, 3
    )
    squares = np.sort(
        np.linalg.eigvals(np.linalg.solve(body.mass.toarray(), body.stiffness.toarray())).real
    )  # of the free body: six are zero
    assert made.hertz == pytest.approx(np.sqrt(squares[6:26]) / (2 * np.pi), rel=1e-8)


def test_nastrans_binary_matrices_are_those_of_its_punch_file() -> None:
    """Of all kinds of points: 18 freedoms of nodes and three scalar points."""
    text: dict[str, dict[Any, float]] = {"IDENT": {}, "RANDM": {}}
    path = str(NASTRAN / "matrices.pch")
    for fields in nastran_files._cards(path, "DMIG"):
        if fields[2] == "0":
            continue
        column = int(fields[2]), int(fields[3] or 0)
        for at in range(5, len(fields), 4):
            if fields[at]:
                row = int(fields[at]), int(fields[at + 1] or 0)
                text[fields[1]][row, column] = nastran_files._number(path, fields[at + 2])
    binary = str(NASTRAN / "matrices.op2")
    assert len(text["IDENT"]) == 21 and len(text["RANDM"]) == 441
    found = matrices_of(binary, "I") | matrices_of(binary, "R")
    assert sorted(found) == ["IDENT", "RANDM"]
    for name, entries in found.items():
        assert sorted(entries) == sorted(text[name])
        assert [entries[at] for at in sorted(entries)] == pytest.approx(
            [text[name][at] for at in sorted(entries)], rel=1e-9
        )


def test_scalar_points_of_nastran_are_refused_by_name() -> None:
    with pytest.raises(MechanismError, match=r"point 10 is no node \(freedom 0\): modal coordinates"):
        entries_of(str(NASTRAN / "matrices.op2"), "I", "stiffness")


def test_nastrans_binary_nodes_are_those_of_its_input() -> None:
    grids = {node: (system, places, moves) for node, system, places, moves in grids_of(str(NASTRAN / "nodes.op2"))}
    lines = (NASTRAN / "nodes.dat").read_text().splitlines()
    assert len(grids) == len(lines) == 26
    for line in lines:
        node, system, x, y, z, moves = line.split()[1:]
        assert grids[int(node)] == (int(system), [float(x), float(y), float(z)], int(moves))
    with pytest.raises(MechanismError, match="node 11 is given or moves in coordinate system 10"):
        nastran_files.nodes_of(str(NASTRAN / "nodes.op2"), [(3, 1)])
