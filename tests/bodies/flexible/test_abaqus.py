"""Matrices of Abaqus: lines with nodes and freedoms, and substructures as Abaqus and CalculiX write them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bodies.flexible.test_files_of_other_programs import CALCULIX, of_calculix
from bodies.flexible.test_import import number, plate
from linkwork.base.errors import MechanismError
from linkwork.bodies.flexible.description import Matrices
from linkwork.bodies.flexible.files.abaqus_files import labelled
from linkwork.bodies.flexible.sources import from_matrices

FIRST, EACH = 101, 3  # labels of nodes: 101, 104, ...


def label(node: int) -> int:
    return FIRST + EACH * node


def listed(matrix: Any) -> str:
    """As `*MATRIX OUTPUT, FORMAT=MATRIX INPUT` writes it: the lower triangle, column by column."""
    dense = matrix.toarray()
    lines = ["** STIFFNESS AND MASS OF THE WHOLE"]
    for column in range(len(dense)):
        for row in range(column, len(dense)):
            if dense[row, column] != 0.0:
                places = f"{label(row // 2)},{row % 2 + 1}, {label(column // 2)},{column % 2 + 1},"
                lines.append(f"{places} {dense[row, column]: .15e}")
    return "\n".join(lines) + "\n"


def substructure(stiffness: Any, mass: Any) -> str:
    """As `*SUBSTRUCTURE MATRIX OUTPUT` writes it: four numbers a line, a new line for every row."""
    count = stiffness.shape[0] // 2
    lines = ["**", "** SUBSTRUCTURE GENERATION", f"*USER ELEMENT, NODES=     {count}, LINEAR", "** ELEMENT NODES"]
    for first in range(0, count, 8):
        lines.append("**" + ",".join(f"{label(node):8d}" for node in range(first, min(first + 8, count))) + ",")
    lines += ["1, 2", "3, 1, 2"]
    for kind, matrix in (("STIFFNESS", stiffness), ("MASS", mass)):
        lines.append(f"*MATRIX,TYPE={kind}")
        for row, entries in enumerate(matrix.toarray()):
            for first in range(0, row + 1, 4):
                lines.append(" , ".join(f"{value: .15e}" for value in entries[first : min(first + 4, row + 1)]) + " ,")
    return "\n".join(lines) + "\n"


def nodes(folder: Path) -> str:
    """An input file with the nodes in another order, further ones, and what else begins with *NODE."""
    lines = ["*HEADING", "*NODE OUTPUT, NSET=ALL", "U", "*NODE, NSET=ALL", "7, 9.0, 9.0, 9.0"]
    points = list(enumerate(plate().points.tolist()))
    lines += [f"{label(n)}, {x!r}, {y!r}, 0.0" for n, (x, y) in reversed(points)]
    path = folder / "plate.inp"
    path.write_text("\n".join([*lines, "*ELEMENT, TYPE=CPS4", "1, 101, 104, 107, 110"]))
    return str(path)


def files(folder: Path, kind: str) -> Matrices:
    one = plate()
    if kind == "listed":
        for name, matrix in (("stiffness", one.stiffness), ("mass", one.mass)):
            (folder / f"{name}.mtx").write_text(listed(matrix))
        paths = {name: str(folder / f"{name}.mtx") for name in ("stiffness", "mass")}
    else:
        (folder / "plate.mtx").write_text(substructure(one.stiffness, one.mass))
        paths = dict.fromkeys(("stiffness", "mass"), str(folder / "plate.mtx"))
    return Matrices(**paths, nodes=nodes(folder))


@pytest.mark.parametrize("kind", ["listed", "substructure"])
def test_matrices_belong_to_the_nodes_that_abaqus_names(tmp_path: Path, kind: str) -> None:
    found, one = from_matrices(files(tmp_path, kind), number, 2), plate()
    assert np.array_equal(found.points, one.points)
    assert abs(found.stiffness - one.stiffness).max() <= 1e-14 * abs(one.stiffness).max()
    assert abs(found.mass - one.mass).max() <= 1e-14 * abs(one.mass).max()


def test_half_of_a_matrix_may_come_in_any_order_of_its_rows(tmp_path: Path) -> None:
    """Where nodes are numbered otherwise inside, entries of one half fall on both sides of the diagonal by labels."""
    given, one = files(tmp_path, "listed"), plate()
    for path in (str(given.stiffness), str(given.mass)):
        lines = Path(path).read_text().splitlines()
        for at, line in enumerate(lines[1:], 1):
            node, freedom, other, its, value = line.split(",")
            if at % 3 == 0:
                lines[at] = f"{other},{its}, {node},{freedom},{value}"
        Path(path).write_text("\n".join(lines))
    found = from_matrices(given, number, 2)
    assert abs(found.stiffness - one.stiffness).max() <= 1e-14 * abs(one.stiffness).max()
    assert abs(found.mass - one.mass).max() <= 1e-14 * abs(one.mass).max()


def test_a_substructure_that_calculix_wrote_is_read() -> None:
    """Four nodes of an end, the others held: the block of its own matrix of the whole."""
    found = labelled(str(CALCULIX / "face.mtx"), "STIFFNESS")
    assert found is not None
    codes = np.unique(found.rows)
    assert [divmod(code, 8) for code in codes.tolist()] == [
        (node, freedom) for node in (9, 10, 11, 12) for freedom in (1, 2, 3)
    ]
    theirs = np.zeros((12, 12))
    rows, columns = np.searchsorted(codes, found.rows), np.searchsorted(codes, found.columns)
    theirs[rows, columns] = theirs[columns, rows] = found.values
    ours = from_matrices(of_calculix(), number, 3).stiffness.toarray()[24:, 24:]
    assert theirs == pytest.approx(ours, abs=1e-12 * abs(ours).max())


@pytest.mark.parametrize(
    ("kind", "old", "new", "words"),
    [
        ("listed", "104,1, 104,1, ", "104,1, 104,1, 1.0, ", "lines of the matrix are"),
        ("listed", "101,1, 101,1,", "-3,1, -3,1,", "belong to no node"),
        ("listed", "101,1, 101,1,", "101.7,1, 101,1,", "101.7 is no whole number of a node"),
        ("listed", "e+", "_e+", "is no number"),
        ("listed", "e+", "e+400", "is no number"),
        ("listed", "101,1, 101,1,", "101,8, 101,8,", "freedom 8 of node 101"),
        ("listed", "104,1, 104,1,", "500,1, 500,1,", "there is no node 500"),
        ("listed", "101, 0.0", "7, 0.0", "node 7 stands twice"),
        ("listed", "*NODE, NSET=ALL", "*NODE, NSET=ALL, SYSTEM=C", "cylindrical"),
        ("substructure", "*MATRIX,TYPE=MASS", "*MATRIX,TYPE=DAMPING", "no numbers of a mass matrix"),
        ("substructure", "3, 1, 2", "3, 1", "need .* its lower triangle"),
        ("substructure", "LINEAR", "LINEAR, UNSYMM", "not symmetric"),
        ("substructure", "*MATRIX,TYPE=MASS", "*USER ELEMENT, NODES=4", "matrices of 2 elements"),
        ("substructure", "**     101,", "**       0,", "belong to no node"),
    ],
)
def test_what_cannot_be_taken_of_abaqus_is_told_in_one_line(
    tmp_path: Path, kind: str, old: str, new: str, words: str
) -> None:
    given = files(tmp_path, kind)
    changed = 0
    for path in {str(given.stiffness), str(given.mass), str(given.nodes)}:
        text = Path(path).read_text()
        changed += old in text
        Path(path).write_text(text.replace(old, new))
    assert changed
    with pytest.raises(MechanismError, match=words) as error:
        from_matrices(given, number, 2)
    assert "\n" not in str(error.value)


def test_freedoms_that_a_boundary_condition_holds_are_refused(tmp_path: Path) -> None:
    given = files(tmp_path, "listed")
    path = Path(str(given.stiffness))
    lines = path.read_text().splitlines()
    lines[1] = "101,1, 101,1, 1.000000000000000e+36"
    path.write_text("\n".join(lines))
    with pytest.raises(MechanismError, match=r"freedom 1 of node 101 is held by a boundary condition \(1e36"):
        from_matrices(given, number, 2)
