"""Matrices and nodes of Nastran: DMIG and GRID cards, in short and long fields and with commas."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bodies.flexible.test_import import number, plate
from linkwork.base.errors import MechanismError
from linkwork.bodies.flexible.description import Matrices
from linkwork.bodies.flexible.sources import from_matrices


def wide(*fields: object) -> str:
    """A card of long fields, four a line."""
    name, *rest = fields
    lines = [rest[at : at + 4] for at in range(0, len(rest), 4)]
    heads = [f"{name}*", *(f"*N{number}" for number in range(len(lines) - 1))]
    return "\n".join(
        f"{head:8s}" + "".join(f"{field!s:>16s}" for field in line) for head, line in zip(heads, lines, strict=True)
    )


def nastran(value: float) -> str:
    """A number with an exponent without a letter, as Nastran writes it."""
    return f"{value:.8E}".replace("E", "")


def files(folder: Path, first: int = 11) -> Matrices:
    """The plate as a punch file with both matrices, upper halves, and a bulk data file with its nodes."""
    one = plate()
    text = ["$ superelement", "ASSIGN OUTPUT4"]
    for name, matrix in (("KAAX", one.stiffness), ("MAAX", one.mass)):
        text.append(f"DMIG    {name:8s}{0:8d}{6:8d}{2:8d}{0:8d}")
        dense = matrix.toarray()
        for column in range(len(dense)):
            entries: list[object] = []
            for row in range(column + 1):
                if dense[row, column] != 0.0:
                    entries += [first + row // 2, row % 2 + 1, nastran(dense[row, column]), ""]
            text.append(wide("DMIG", name, first + column // 2, column % 2 + 1, "", *entries))
    punch = folder / "plate.pch"
    punch.write_text("\n".join(text))
    grids = [f"GRID,{first + n},,{x!r},{y!r},0." for n, (x, y) in enumerate(one.points.tolist())]
    bulk = folder / "plate.bdf"
    bulk.write_text(
        "\n".join(["BEGIN BULK", "GRID           5              9.      9.      9.", *reversed(grids), "ENDDATA"])
    )
    return Matrices(stiffness=str(punch), mass=str(punch), nodes=str(bulk))


def test_matrices_and_nodes_of_nastran_are_those_that_were_written(tmp_path: Path) -> None:
    found, one = from_matrices(files(tmp_path), number, 2), plate()
    assert np.array_equal(found.points, one.points)
    assert abs(found.stiffness - one.stiffness).max() <= 1e-8 * abs(one.stiffness).max()
    assert abs(found.mass - one.mass).max() <= 1e-8 * abs(one.mass).max()


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("MAAX", "XAAX", "there is no DMIG whose name begins with M in it, a mass matrix"),
        ("GRID,11,,", "GRID,11,3,", "node 11 is given in coordinate system 3"),
        ("GRID,11,,", "GRID,91,,", "there is no GRID 11"),
        ("GRID,11,,0.", "GRID,11,,inf", "no number"),
        ("               1        ", "               0        ", "modal coordinates of a superelement are not taken"),
    ],
)
def test_what_cannot_be_taken_of_nastran_is_told_in_one_line(tmp_path: Path, old: str, new: str, words: str) -> None:
    given = files(tmp_path)
    for name in ("plate.pch", "plate.bdf"):
        path = tmp_path / name
        path.write_text(path.read_text().replace(old, new))
    with pytest.raises(MechanismError, match=words):
        from_matrices(given, number, 2)


def test_the_punch_file_of_an_external_superelement_is_read_whole(tmp_path: Path) -> None:
    """As EXTSEOUT(DMIGPCH) writes it: nodes, matrices and what belongs to the assembly in one file."""
    given, one = files(tmp_path), plate()
    places = enumerate(one.points.tolist())
    grids = [f"GRID   *{11 + n:<16d}{'':16s}{x:<16.9g}{y:<16.9g}\n*       {0.0:<16g}{'':16s}" for n, (x, y) in places]
    head = ["$ EXT. SUPERELEMENT 111", "BEGIN SUPER     111     ", "EXTRN         11  123456      12  123456"]
    ends = ["ASET          11  123456", "DTI     TUG1    0       66      105     32767   0       7       0"]
    punch = Path(str(given.stiffness))
    punch.write_text("\n".join([*head, *grids, *ends, punch.read_text(), "$ END"]))
    found = from_matrices(Matrices(stiffness=str(punch), mass=str(punch), nodes=str(punch)), number, 2)
    assert np.allclose(found.points, one.points, rtol=1e-8)
    assert abs(found.stiffness - one.stiffness).max() <= 1e-8 * abs(one.stiffness).max()


def test_output4_of_a_superelement_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "se.op4"
    path.write_text("     105     105       6       1KAA     1P,3E22.15\n")
    with pytest.raises(MechanismError, match=r"let Nastran write EXTSEOUT\(DMIGPCH\)"):
        from_matrices(Matrices(stiffness=str(path), mass=str(path), nodes=str(path)), number, 2)
