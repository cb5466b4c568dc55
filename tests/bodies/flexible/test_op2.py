"""Matrices and nodes in binary files of Nastran, in words of four and of eight bytes, of both orders."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bodies.flexible.test_import import number, plate
from linkwork.base.errors import MechanismError
from linkwork.bodies.flexible.description import Matrices
from linkwork.bodies.flexible.files.op2_files import entries_of, grids_of, records_of
from linkwork.bodies.flexible.sources import from_matrices

KEYS = {4: "i", 8: "q"}


class Binary:
    """Writes Fortran records as Nastran does."""

    def __init__(self, size: int, order: str) -> None:
        self.size, self.order, self.content = size, order, b""

    def piece(self, data: bytes) -> None:
        mark = struct.pack(f"{self.order}i", len(data))
        self.content += mark + data + mark

    def marks(self, *values: int) -> None:
        for value in values:
            self.piece(struct.pack(f"{self.order}{KEYS[self.size]}", value))

    def text(self, text: str) -> bytes:
        raw = text.encode().ljust(8)
        return raw if self.size == 4 else raw[:4] + b"    " + raw[4:] + b"    "

    def words(self, *values: Any) -> bytes:
        return struct.pack(f"{self.order}{len(values)}{KEYS[self.size]}", *values)

    def record(self, data: bytes, longest: int = 10**9) -> None:
        for at in range(0, len(data), longest):
            part = data[at : at + longest]
            self.marks(len(part) // self.size)
            self.piece(part)

    def block(self, name: str, records: list[bytes], longest: int = 10**9) -> None:
        self.marks(2)
        self.piece(self.text(name))
        self.marks(-1)
        self.record(self.words(101, 0, 0, 0, 0, 0, 0))
        self.marks(-2, 1, 0)
        self.record(self.text(name))
        for place, data in enumerate(records):
            self.marks(-3 - place, 1, 0)
            self.record(data, longest)
        self.marks(-3 - len(records), 1, 0, 0)


def written(
    path: Path, size: int = 4, order: str = "<", first: int = 11, kind: int = 2, told: int = 0, longest: int = 4000
) -> None:
    one, file = plate(), Binary(size, order)
    file.marks(3)
    file.piece(file.words(7, 14, 26))
    file.marks(7)
    file.piece(b"NASTRAN FORT TAPE ID CODE - ".ljust(7 * size))
    file.marks(2)
    file.piece(file.text("XXXXXXXX"))
    file.marks(-1, 0)
    real = "f" if size == 4 else "d"
    grids = file.words(4501, 45, 1)
    for node, (x, y) in enumerate(one.points):
        grids += file.words(first + node, 0) + struct.pack(f"{order}3{real}", x, y, 0) + file.words(0, 0, 0)
    end = file.words(65535, 65535, 65535)
    file.block("GEOM1", [grids, end])
    value = f"{order}{'d' if kind == 2 or size == 8 else 'f'}"
    data = file.words(114, 1, 120)
    for name, matrix in (("KAAX", one.stiffness), ("MAAX", one.mass)):
        data += file.text(name) + file.words(0, 6, told or kind, told or kind, 0, 0, 0)
        dense = matrix.toarray()
        for column in range(len(dense)):
            data += file.words(first + column // 2, column % 2 + 1)
            for row in range(column + 1):
                if dense[row, column] != 0.0:
                    data += file.words(first + row // 2, row % 2 + 1) + struct.pack(value, dense[row, column])
            data += file.words(-1, -1)
        data += file.words(-1, -1)
    file.block("MATPOOL", [data, end], longest)
    file.marks(0)
    path.write_bytes(file.content)


@pytest.mark.parametrize(("size", "order"), [(4, "<"), (4, ">"), (8, "<")])
def test_matrices_and_nodes_are_those_that_were_written(tmp_path: Path, size: int, order: str) -> None:
    path = tmp_path / "plate.op2"
    written(path, size, order)
    body, one = from_matrices(Matrices(stiffness=str(path), mass=str(path), nodes=str(path)), number, 2), plate()
    assert np.abs(body.points - one.points).max() < 1e-8
    assert abs(body.stiffness - one.stiffness).max() <= 1e-15 * abs(one.stiffness).max()
    assert abs(body.mass - one.mass).max() <= 1e-15 * abs(one.mass).max()


@pytest.mark.parametrize("size", [4, 8])
@pytest.mark.parametrize("last", [1, 2, 3, 4])
def test_a_record_may_end_with_a_piece_of_few_words(tmp_path: Path, size: int, last: int) -> None:
    """What a piece is follows from its place: two words are no name of a block, one is no mark."""
    path, one = tmp_path / "plate.op2", plate()
    written(path, size)
    longest = max(len(record) for _, record in records_of(str(path), "MATPOOL")) - last * size
    written(path, size, longest=longest)
    entries = entries_of(str(path), "K", "stiffness")
    assert len(entries) == one.stiffness.nnz
    assert entries[(11, 1), (11, 1)] == one.stiffness[0, 0]
    assert len(entries_of(str(path), "M", "mass")) == one.mass.nnz


def test_single_values_have_seven_digits(tmp_path: Path) -> None:
    written(tmp_path / "plate.op2", kind=1)
    entries, one = entries_of(str(tmp_path / "plate.op2"), "K", "stiffness"), plate()
    assert entries[(11, 1), (11, 1)] == pytest.approx(one.stiffness[0, 0], rel=1e-7)


def test_double_values_that_are_told_to_be_single_are_read_as_they_are(tmp_path: Path) -> None:
    written(tmp_path / "plate.op2", told=1)
    entries, one = entries_of(str(tmp_path / "plate.op2"), "K", "stiffness"), plate()
    assert entries[(11, 1), (11, 1)] == one.stiffness[0, 0]
    assert len(entries) == one.stiffness.nnz


def test_pynastran_reads_the_same_matrices(tmp_path: Path) -> None:
    """The file as written here is one for another reader, too; of double values its version 1.4 takes wrong words."""
    module = pytest.importorskip("pyNastran.op2.op2", exc_type=ImportError)
    path = tmp_path / "plate.op2"
    written(path, kind=1, longest=10**9)
    model = module.read_op2(str(path), debug=False, log=None, mode="msc")
    ours = entries_of(str(path), "K", "stiffness")
    theirs = model.matrices["KAAX"].data.toarray()
    assert np.sort(theirs[theirs != 0.0]) == pytest.approx(
        np.sort([value for (row, column), value in ours.items() if row <= column]), rel=1e-12
    )


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda data: b"solid body" + data, "no .op2 file"),
        (lambda data: data[: len(data) // 2], "damaged at byte"),
        (lambda data: data.replace(b"KAAX", b"BAAX"), "no DMIG whose name begins with K"),
        (lambda data: data.replace(b"MAAX", b"KMMX"), "several stiffness matrices"),
        (lambda data: data.replace(struct.pack("<2i", 12, 2), struct.pack("<2i", 12, 0)), "modal coordinates"),
        (lambda data: data.replace(struct.pack("<4i", 0, 6, 2, 2), struct.pack("<4i", 0, 6, 4, 4)), "is complex"),
        (lambda data: data.replace(b"GEOM1", b"GEOM9"), "there are no nodes"),
        (lambda data: data.replace(struct.pack("<2i", 13, 0), struct.pack("<2i", 13, 2)), "coordinate system 2"),
    ],
)
def test_bad_files_are_refused_in_words(tmp_path: Path, spoil: Any, words: str) -> None:
    path = tmp_path / "plate.op2"
    written(path)
    path.write_bytes(spoil(path.read_bytes()))
    with pytest.raises(MechanismError, match=words):
        from_matrices(Matrices(stiffness=str(path), mass=str(path), nodes=str(path)), number, 2)


def test_nodes_in_a_file_of_another_program() -> None:
    """`tests/data/grids.op2` was written by pyNastran 1.4.1 (OP2Geom.write_op2), which writes no matrices."""
    expected = [[0, 0, 0], [1.25, 0, 0], [1, 2.5, 0], [0, 1, 0.125], [0.5, 0.25, 3]]
    grids = grids_of(str(Path(__file__).parents[2] / "data" / "grids.op2"))
    assert [(number, places) for number, _, places, _ in grids] == [(101 + k, row) for k, row in enumerate(expected)]
