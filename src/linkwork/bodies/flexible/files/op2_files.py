"""Matrices and nodes in Nastran's binary files (.op2): DMIG, as EXTSEOUT(DMIGOP2) and DMAP write them, GRID in GEOM1.

A file is a row of Fortran records: single words are marks, others data. After its name a data block is a list of
records, each behind the marks -k, 1, 0 and in pieces that have their length in a mark before them; 0 ends the block.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.base.errors import MechanismError
from linkwork.base.local_file import read_bytes

LARGEST = 512 * 1024 * 1024
Label = tuple[int, int]
_DMIG, _GRID, _LONG_GRID = (114, 1, 120), (4501, 45, 1), (4501, 45, 1120001)
_HEADER, _SYMMETRIC, _COMPLEX = 9, 6, (3, 4)
_NAMED = 2  # the mark before the name of a data block
_TRAILER = -1  # the mark before the trailer of a data block, which stands alone


@dataclass(frozen=True)
class Words:
    """Words of a file: 4 or 8 bytes, little or big end first."""

    size: int
    order: str

    def ints(self, data: bytes) -> Any:
        return np.frombuffer(data, dtype=f"{self.order}i{self.size}")

    def text(self, data: bytes) -> str:
        """Characters, four in a word of whatever size."""
        kept = data if self.size == 4 else b"".join(data[at : at + 4] for at in range(0, len(data), 8))
        return kept.decode("ascii", "replace").strip("\x00 ")


def _pieces(path: str) -> tuple[Words, list[bytes]]:
    """All Fortran records of a file."""
    content = read_bytes(path, LARGEST, "a file of Nastran")
    for order in "<>":
        if len(content) >= 4 and (size := struct.unpack(f"{order}i", content[:4])[0]) in (4, 8):
            break
    else:
        raise MechanismError(f"{path}: it is no .op2 file of Nastran")
    pieces, at = [], 0
    while at < len(content):
        length = struct.unpack(f"{order}i", content[at : at + 4])[0] if at + 4 <= len(content) else -1
        end = at + 8 + length
        if length < 0 or end > len(content) or content[at : at + 4] != content[end - 4 : end]:
            raise MechanismError(f"{path}: it is damaged at byte {at}")
        pieces.append(content[at + 4 : end - 4])
        at = end
    return Words(size, order), pieces


def records_of(path: str, block: str) -> Iterator[tuple[Words, bytes]]:
    """The records of the data blocks whose name begins so."""
    words, pieces = _pieces(path)
    inside, wanted, joined, at = False, False, b"", 0
    while at < len(pieces):
        if len(pieces[at]) != words.size:
            raise MechanismError(f"{path}: piece {at} of it has no mark before it")
        mark = int(words.ints(pieces[at])[0])
        at += 1
        if mark > 0:  # data follow, of any length: what they are is decided by their place alone
            piece = pieces[at] if at < len(pieces) else b""
            at += 1
            if inside:
                joined += piece if wanted else b""
            elif mark == _NAMED:
                inside, wanted = True, words.text(piece).startswith(block)
            continue
        if wanted and joined:
            yield words, joined
        joined = b""
        if mark == 0:
            inside = wanted = False
        elif mark < _TRAILER:
            at += 2  # the marks 1 and 0 of a record, 1 and 1 of a column
    if wanted and joined:
        yield words, joined


def entries_of(path: str, letter: str, word: str) -> dict[tuple[Label, Label], float]:
    """Entries of the one matrix in a file whose name begins with a letter; of a symmetric one both halves."""
    matrices = {name: entries for name, entries in matrices_of(path, letter).items() if entries}
    if len(matrices) > 1:
        raise MechanismError(f"{path}: it holds several {word} matrices: {', '.join(matrices)}; leave one of them")
    if not matrices:
        raise MechanismError(
            f"{path}: there is no DMIG whose name begins with {letter} in it, a {word} matrix; let Nastran write it by "
            "EXTSEOUT(DMIGOP2)"
        )
    entries = next(iter(matrices.values()))
    modal = next((label for labels in entries for label in labels if not label[1]), None)
    if modal is not None:
        raise MechanismError(
            f"{path}: point {modal[0]} is no node (freedom 0): modal coordinates of a superelement are not taken; "
            "write the matrices of its nodes, they are reduced here"
        )
    return entries


def matrices_of(path: str, letter: str) -> dict[str, dict[tuple[Label, Label], float]]:
    """Entries of all matrices in a file whose names begin with a letter, in whatever data block they are."""
    matrices: dict[str, dict[tuple[Label, Label], float]] = {}
    for words, record in records_of(path, ""):
        if len(record) >= 3 * words.size and tuple(words.ints(record[: 3 * words.size]).tolist()) == _DMIG:
            for name, kind, entries in _matrices(path, words, record[3 * words.size :]):
                if not name.upper().startswith(letter):
                    continue
                if kind in _COMPLEX:
                    raise MechanismError(f"{path}: matrix {name} is complex; a real one is taken")
                matrices[name] = entries
    return matrices


def _matrices(path: str, words: Words, data: bytes) -> list[tuple[str, int, dict[tuple[Label, Label], float]]]:
    """Of every matrix its name, the kind of its numbers and its entries, of complex ones the real parts.

    Files are known that tell single values and hold double ones: what the header says is tried first, then the other.
    """
    if len(data) < _HEADER * words.size:
        return []
    told = 1 if int(words.ints(data)[4]) in (1, 3) else 2  # words of a real number
    for wide in (told, 3 - told) if words.size == 4 else (1,):
        try:
            return list(_parsed(words, data, wide))
        except _MisreadError:
            continue
    raise MechanismError(f"{path}: its matrices (DMIG in MATPOOL) cannot be understood")


class _MisreadError(Exception):
    """What should be a node and its freedom is none."""


def _parsed(words: Words, data: bytes, wide: int) -> Iterator[tuple[str, int, dict[tuple[Label, Label], float]]]:
    """Headers, and behind each columns (node, freedom) of rows and values; columns and matrices end with -1, -1."""
    ints, at = words.ints(data), 0
    real = np.dtype(f"{words.order}f{wide * words.size}")

    def pair(at: int) -> Label | None:
        """A node and its freedom; None where a list ends."""
        if at + 1 >= len(ints):
            raise _MisreadError
        label = int(ints[at]), int(ints[at + 1])
        if label == (-1, -1):
            return None
        if label[0] < 1 or not 0 <= label[1] <= 6:
            raise _MisreadError
        return label

    while at + _HEADER <= len(ints):
        name = words.text(data[at * words.size : (at + 2) * words.size])
        form, kind = int(ints[at + 3]), int(ints[at + 4])
        numbers = 2 * wide if kind in _COMPLEX else wide
        at += _HEADER
        entries: dict[tuple[Label, Label], float] = {}
        while (column := pair(at)) is not None:
            at += 2
            while (row := pair(at)) is not None:
                if at + 2 + numbers > len(ints):
                    raise _MisreadError
                value = float(np.frombuffer(data, real, 1, (at + 2) * words.size)[0])
                entries[row, column] = value
                if form == _SYMMETRIC:
                    entries[column, row] = value
                at += 2 + numbers
            at += 2
        at += 2
        yield name, kind, entries


def grids_of(path: str) -> list[tuple[int, int, list[float], int]]:
    """Of every node its number, coordinate system, place, and the system in which it moves."""
    grids = []
    for words, record in records_of(path, "GEOM1"):
        if len(record) < 3 * words.size:
            continue
        key, data = tuple(words.ints(record)[:3].tolist()), record[3 * words.size :]
        if key not in (_GRID, _LONG_GRID):
            continue
        one, real = words.order + f"i{words.size}", words.order + f"f{words.size}"
        place = real if key == _GRID else words.order + "f8"
        fields = [("id", one), ("cp", one), ("x", place, 3), ("cd", one), ("ps", one), ("seid", one)]
        row = np.dtype([tuple(field) for field in fields])
        if len(data) % row.itemsize:
            raise MechanismError(f"{path}: its GRID entries have another length than {row.itemsize} bytes")
        grids += [
            (int(each["id"]), int(each["cp"]), [float(value) for value in each["x"]], int(each["cd"]))
            for each in np.frombuffer(data, row)
        ]
    if not grids:
        raise MechanismError(f"{path}: there are no nodes (GRID in GEOM1) in it; give 'nodes' as a .bdf file")
    return grids
