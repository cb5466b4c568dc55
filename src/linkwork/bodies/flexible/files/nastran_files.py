"""Matrices and nodes as Nastran writes them: DMIG and GRID cards of bulk data and punch files."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import numpy as np

from linkwork.base.errors import MechanismError
from linkwork.base.local_file import read_bytes
from linkwork.base.plain_numbers import float_in, int_in
from linkwork.bodies.flexible.cells import Floats
from linkwork.bodies.flexible.files.op2_files import entries_of, grids_of

ENDINGS = (".pch", ".dmig", ".bdf", ".dat", ".nas", ".op2")
LARGEST = 512 * 1024 * 1024
Label = tuple[int, int]


def is_nastran(path: Any) -> bool:
    """Whether a file is one of Nastran's by its name."""
    return isinstance(path, str) and os.path.splitext(path)[1].lower() in ENDINGS


def is_binary(path: str) -> bool:
    """Whether a file of Nastran is a binary one."""
    return path.lower().endswith(".op2")


def matrices_of(stiffness: str, mass: str) -> tuple[Any, Any, list[Label]]:
    """K and M over the same rows, and of every row its node and freedom (1 to 6)."""
    k, m = _entries(stiffness, "K", "stiffness"), _entries(mass, "M", "mass")
    labels = sorted({label for pair in k for label in pair})
    further = sorted({label for pair in m for label in pair} - set(labels))
    if further:
        raise MechanismError(
            f"{mass}: node {further[0][0]} has a mass in freedom {further[0][1]}, in which K has no row; write both "
            "matrices of the same set"
        )
    return _matrix(k, labels), _matrix(m, labels), labels


def nodes_of(path: str, labels: list[Label]) -> Floats:
    """Places of the nodes of the labels, by their numbers, from GRID cards."""
    nodes: dict[int, list[float]] = {}
    for number, system, place, moves in grids_of(path) if is_binary(path) else ():
        if system or moves:
            raise MechanismError(
                f"{path}: node {number} is given or moves in coordinate system {system or moves}; only the basic one "
                "(0) is taken"
            )
        nodes[number] = place
    for fields in () if is_binary(path) else _cards(path, "GRID"):
        if fields[2] not in ("", "0"):
            raise MechanismError(
                f"{path}: node {fields[1]} is given in coordinate system {fields[2]}; only the basic one (0) is taken"
            )
        if len(fields) < 6:
            raise MechanismError(f"{path}: node {fields[1]} has no third coordinate; its second line is missing")
        if len(fields) > 6 and fields[6] not in ("", "0"):
            raise MechanismError(f"{path}: node {fields[1]} moves in coordinate system {fields[6]}; only 0 is taken")
        nodes[int_in(path, fields[1])] = [_number(path, value) for value in fields[3:6]]
    missing = next((node for node, _ in labels if node not in nodes), None)
    if missing is not None:
        raise MechanismError(f"{path}: there is no GRID {missing}, to which rows of K belong")
    return np.array([nodes[node] for node in sorted({node for node, _ in labels})])


def _entries(path: str, letter: str, word: str) -> dict[tuple[Label, Label], float]:
    """Entries of the one matrix in a file whose name begins with a letter; of a symmetric one both halves."""
    if is_binary(path):
        return entries_of(path, letter, word)
    entries: dict[tuple[Label, Label], float] = {}
    forms: dict[str, int] = {}
    for fields in _cards(path, "DMIG"):
        name = fields[1].upper()
        if not name.startswith(letter):
            continue
        if fields[2] == "0":
            forms[name] = int_in(path, fields[3])
            if len(forms) > 1:
                raise MechanismError(f"{path}: it holds several {word} matrices: {', '.join(forms)}; leave one of them")
            if int_in(path, fields[4]) > 2:
                raise MechanismError(f"{path}: matrix {name} is complex; a real one is taken")
            continue
        column = _label(path, fields[2], fields[3])
        for at in range(5, len(fields), 4):
            if not fields[at]:
                continue
            row, value = _label(path, fields[at], fields[at + 1]), _number(path, fields[at + 2])
            entries[row, column] = value
            if forms.get(name) == 6:
                entries[column, row] = value
    if not entries:
        raise MechanismError(f"{path}: there is no DMIG whose name begins with {letter} in it, a {word} matrix")
    return entries


def _matrix(entries: dict[tuple[Label, Label], float], labels: list[Label]) -> Any:
    from scipy.sparse import coo_matrix

    number = {label: place for place, label in enumerate(labels)}
    rows, columns = ([number[pair[side]] for pair in entries] for side in (0, 1))
    return coo_matrix((list(entries.values()), (rows, columns)), shape=(len(labels),) * 2).tocsr()


def _label(path: str, node: str, freedom: str) -> Label:
    label = int_in(path, node), int_in(path, freedom or "0")
    if not 1 <= label[1] <= 6:
        raise MechanismError(
            f"{path}: point {label[0]} is no node (freedom {label[1]}): modal coordinates of a superelement are not "
            "taken; write the matrices of its nodes, they are reduced here"
        )
    return label


def _cards(path: str, wanted: str) -> Iterator[list[str]]:
    """The fields of all cards of a name, continued lines joined: 8 characters each, 16 with a star, or by commas."""
    fields: list[str] = []
    for line in read_bytes(path, LARGEST, "a file of Nastran").decode("utf-8", "replace").splitlines():
        line = line.partition("$")[0].expandtabs(8).rstrip()
        if not line:
            continue
        parts = _fields(line)
        head = parts[0].rstrip("*").strip()
        if head.startswith(("+", "*")) or not head:
            if fields:
                fields += parts[1:]
            continue
        if fields:
            yield fields
        fields = [head, *parts[1:]] if head.upper() == wanted else []
    if fields:
        yield fields


def _fields(line: str) -> list[str]:
    if "," in line:
        fields = [part.strip() for part in line.split(",")]
        count = 5 if "*" in fields[0] else 9
        return (fields + [""] * count)[:count]
    wide = "*" in line[:8]
    width, count = (16, 4) if wide else (8, 8)
    return [line[:8].strip(), *(line[8 + width * at : 8 + width * (at + 1)].strip() for at in range(count))]


def _number(path: str, text: str) -> float:
    """A number of Nastran's, whose exponent may have no letter: 1.5-3."""
    plain = text.upper().replace("D", "E")
    at = max(plain.rfind("+"), plain.rfind("-"))
    if at > 0 and plain[at - 1] != "E":
        plain = f"{plain[:at]}E{plain[at:]}"
    return float_in(path, plain, text) if plain else 0.0
