"""Matrices as Abaqus writes them in .mtx files, with the node and freedom of every row.

Lines 'node, freedom, node, freedom, value' (*MATRIX OUTPUT), or a substructure: *USER ELEMENT with its nodes and their
freedoms, and below *MATRIX, TYPE=STIFFNESS or MASS the lower triangle, row by row (*SUBSTRUCTURE MATRIX OUTPUT; that of
CalculiX is the same).
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.base.errors import MechanismError
from linkwork.base.local_file import read_bytes
from linkwork.base.plain_numbers import float_in, int_in
from linkwork.bodies.flexible.cells import Floats
from linkwork.bodies.flexible.files.matrix_files import LARGEST, both_halves

HELD = 1e34  # Abaqus writes 1e36 on the diagonal of freedoms that a boundary condition holds
_FREEDOMS = 8  # more than a node has: node and freedom in one number
Label = tuple[int, int]


@dataclass(frozen=True)
class Labelled:
    """Entries of a matrix; rows and columns as _FREEDOMS times the node, plus the freedom."""

    path: str
    rows: Any
    columns: Any
    values: Floats


def labelled(path: Any, kind: str) -> Labelled | None:
    """The matrix of a kind, STIFFNESS or MASS, in a file that tells nodes and freedoms; None: it is of another form."""
    if not isinstance(path, str) or os.path.splitext(path)[1].lower() != ".mtx":
        return None
    text = read_bytes(path, LARGEST, f"a {kind.lower()} matrix").decode("utf-8", "replace")
    if text.startswith("%%MatrixMarket"):
        return None
    if "*USER ELEMENT" in text.upper():
        entries = _substructure(path, text, kind)
    else:
        data = [line for line in text.splitlines() if line.strip() and line.lstrip()[0] not in "*%#"]
        if not data or len(data[0].replace(",", " ").split()) != 5:
            return None
        entries = _listed(path, data)
    held = np.flatnonzero((entries.rows == entries.columns) & (entries.values > HELD))
    if len(held):
        node, freedom = divmod(int(entries.rows[held[0]]), _FREEDOMS)
        raise MechanismError(
            f"{path}: freedom {freedom} of node {node} is held by a boundary condition (1e36 on the diagonal); write "
            "the matrices of the free body, joints hold it here"
        )
    return entries


def matrices_of(stiffness: Labelled, mass: Labelled) -> tuple[Any, Any, list[Label]]:
    """K and M over the same rows, and of every row its node and freedom (1 to 6)."""
    codes = np.unique(np.concatenate([stiffness.rows, stiffness.columns]))
    further = np.setdiff1d(np.concatenate([mass.rows[mass.values != 0.0], mass.columns[mass.values != 0.0]]), codes)
    if len(further):
        node, freedom = divmod(int(further[0]), _FREEDOMS)
        raise MechanismError(
            f"{mass.path}: node {node} has a mass in freedom {freedom}, in which K has no row; write both matrices of "
            "the same set"
        )
    return _matrix(stiffness, codes), _matrix(mass, codes), [(int(c) // _FREEDOMS, int(c) % _FREEDOMS) for c in codes]


def _matrix(entries: Labelled, codes: Any) -> Any:
    known = np.isin(entries.rows, codes) & np.isin(entries.columns, codes)
    rows, columns = (np.searchsorted(codes, each[known]) for each in (entries.rows, entries.columns))
    return both_halves(rows, columns, entries.values[known], len(codes))


def _listed(path: str, data: list[str]) -> Labelled:
    numbers = [[_number(path, word) for word in line.replace(",", " ").split()] for line in data]
    if {len(row) for row in numbers} != {5}:
        raise MechanismError(f"{path}: lines of the matrix are 'node, freedom, node, freedom, value'")
    table = np.array(numbers)
    broken = table[:, :4][table[:, :4] != np.rint(table[:, :4])]
    if len(broken):
        raise MechanismError(f"{path}: {broken[0]:g} is no whole number of a node or a freedom")
    nodes, freedoms = table[:, [0, 2]].astype(np.int64), table[:, [1, 3]].astype(np.int64)
    _look(path, nodes.ravel(), freedoms.ravel())
    codes = _FREEDOMS * nodes + freedoms
    return Labelled(path, codes[:, 0], codes[:, 1], table[:, 4])


def _look(path: str, nodes: Any, freedoms: Any) -> None:
    """Refuse what is no freedom of a node."""
    if (nodes < 1).any():
        raise MechanismError(
            f"{path}: {int((nodes < 1).sum())} entries belong to no node (numbers below 1): internal freedoms of "
            "connectors or modes of a substructure, which are not taken; write the matrices of nodes, they are reduced "
            "here"
        )
    wrong = np.flatnonzero((freedoms < 1) | (freedoms > 6))
    if len(wrong):
        raise MechanismError(f"{path}: freedom {freedoms[wrong[0]]} of node {nodes[wrong[0]]}: those from 1 to 6 move")


def _substructure(path: str, text: str, kind: str) -> Labelled:
    """The matrix of one kind of the one element in a file."""
    heads = text.upper().count("*USER ELEMENT")
    if heads > 1:
        raise MechanismError(
            f"{path}: it holds matrices of {heads} elements; write those of the whole (*MATRIX GENERATE) or of a "
            "substructure"
        )
    nodes: list[int] = []
    lists: list[list[int]] = []
    values: list[float] = []
    place = ""
    for line in text.splitlines():
        words = line.replace(",", " ").split()
        if line.startswith("**"):
            if "ELEMENT NODES" in line.upper():
                place = "nodes"
            elif place == "nodes":
                nodes += [int_in(path, word) for word in line.lstrip("*").replace(",", " ").split()]
        elif line.startswith("*"):
            place = _keyword(path, line)
        elif place in ("element", "nodes") and words:
            place = "element"
            lists.append([int_in(path, word) for word in words])
        elif place == kind:
            values += [_number(path, word) for word in words]
    codes = _codes(path, nodes, lists)
    size = len(codes)
    if len(values) != size * (size + 1) // 2:
        raise MechanismError(
            f"{path}: {'no' if not values else len(values)} numbers of a {kind.lower()} matrix; {size} freedoms of "
            f"{len(set((codes // _FREEDOMS).tolist()))} nodes need {size * (size + 1) // 2}, its lower triangle"
        )
    rows, columns = np.tril_indices(size)
    return Labelled(path, codes[rows], codes[columns], np.array(values))


def _keyword(path: str, line: str) -> str:
    """What stands below a line with a keyword."""
    plain = line.upper().replace(" ", "")
    if plain.startswith("*USERELEMENT"):
        if "UNSYMM" in plain:
            raise MechanismError(f"{path}: its matrices are not symmetric (UNSYMM); symmetric ones are taken")
        return "element"
    return plain.partition("TYPE=")[2].partition(",")[0] if plain.startswith("*MATRIX") else ""


def _codes(path: str, nodes: list[int], lists: list[list[int]]) -> Any:
    """Of every row its node and freedom: the first list is that of the first node, others begin with their place."""
    if not nodes or not lists:
        raise MechanismError(f"{path}: below *USER ELEMENT neither its nodes (a comment) nor their freedoms are told")
    begins = {1: lists[0]} | {each[0]: each[1:] for each in lists[1:]}
    freedoms: list[int] = []
    labels = []
    for place, node in enumerate(nodes, 1):
        freedoms = begins.get(place, freedoms)
        labels += [(node, freedom) for freedom in freedoms]
    table = np.array(labels, dtype=np.int64)
    _look(path, table[:, 0], table[:, 1])
    codes = _FREEDOMS * table[:, 0] + table[:, 1]
    if len(set(codes.tolist())) != len(codes):
        raise MechanismError(f"{path}: a freedom of a node stands twice below *USER ELEMENT")
    return codes


def _number(path: str, word: str) -> float:
    return float_in(path, word.upper().replace("D", "E"), word)
