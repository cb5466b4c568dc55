"""Matrices and tables of nodes from rows and from files: Matrix Market, CalculiX, Abaqus, NumPy, lists of numbers."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from typing import Any

import numpy as np

from linkwork.base.errors import MechanismError
from linkwork.base.local_file import read_bytes
from linkwork.base.plain_numbers import plain_float, plain_int
from linkwork.bodies.flexible.cells import Floats

LARGEST = 512 * 1024 * 1024
_KINDS = ".mtx, .sti, .mas, .pch, .npz, .npy, .csv, .txt"


def matrix_of(given: Any, number: Any, word: str) -> Any:
    """A sparse matrix from rows of numbers or from a file."""
    from scipy.sparse import csr_matrix

    if not isinstance(given, str):
        rows = [[number(value).real for value in row] for row in given]
        if len({len(row) for row in rows}) != 1:
            raise MechanismError(f"the rows of the {word} matrix are not of one length")
        return csr_matrix(np.array(rows))
    kind = os.path.splitext(given)[1].lower()
    content = read_bytes(given, LARGEST, f"a {word} matrix")
    try:
        matrix = _read(given, kind, content)
    except MechanismError:
        raise
    except Exception as error:
        reason = (str(error).splitlines() or [type(error).__name__])[0]
        raise MechanismError(f"{given}: it cannot be read as a matrix: {reason}") from None
    if kind == ".op4":
        raise MechanismError(
            f"{given}: OUTPUT4 files have no nodes beside their rows; let Nastran write EXTSEOUT(DMIGPCH) or "
            "EXTSEOUT(DMIGOP2), and give the .pch or .op2 file"
        )
    if matrix is None:
        raise MechanismError(f"{given}: a matrix is a file {_KINDS}, not '{kind}'")
    return matrix.tocsr()


def _read(path: str, kind: str, content: bytes) -> Any:
    from scipy.sparse import csr_matrix, load_npz

    if kind == ".npz":
        return load_npz(io.BytesIO(content))
    if kind == ".npy":
        return csr_matrix(np.load(io.BytesIO(content), allow_pickle=False))
    text = content.decode("utf-8", "replace")
    if kind == ".mtx" and text.startswith("%%MatrixMarket"):
        from scipy.io import mmread

        return csr_matrix(mmread(io.BytesIO(content)))
    if kind in (".mtx", ".sti", ".mas"):
        return _triples(path, text)
    return csr_matrix(np.atleast_2d(_numbers(text))) if kind in (".csv", ".txt") else None


def _numbers(text: str) -> Floats:
    """A table of numbers, separated by blanks or commas; comment lines begin with *, % or #."""
    lines = (line for _, line in _lines(text))
    rows = [[plain_float(word.replace("D", "E").replace("d", "e")) for word in line.split()] for line in lines]
    if len({len(row) for row in rows}) > 1:
        raise ValueError("its lines have not all as many numbers")
    return np.array(rows)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Number, from 1, and words of the lines that are no comment."""
    for number, line in enumerate(text.replace(",", " ").splitlines(), start=1):
        if line.strip() and line.lstrip()[0] not in "*%#":
            yield number, line


def _triples(path: str, text: str) -> Any:
    """Row, column, value (CalculiX, Abaqus); one triangle or both."""
    table = _numbers(text)
    if table.ndim != 2 or table.shape[1] != 3:
        raise MechanismError(f"{path}: lines of a matrix are 'row column value', or 'node freedom node freedom value'")
    not_whole = np.flatnonzero((table[:, :2] != np.floor(table[:, :2])).any(axis=1) | ~np.isfinite(table).all(axis=1))
    if not_whole.size:
        number, line = list(_lines(text))[not_whole[0]]
        raise MechanismError(
            f"{path}: line {number}, '{line.strip()}': row and column are whole numbers, the value is finite"
        )
    rows, columns = (table[:, at].astype(np.int64) - 1 for at in (0, 1))
    if rows.min() < 0 or columns.min() < 0:
        raise MechanismError(
            f"{path}: rows and columns of the matrix are counted from 1; those below are internal freedoms, of "
            "connectors, say, and are not taken"
        )
    size = int(max(rows.max(), columns.max())) + 1
    return both_halves(rows, columns, table[:, -1], size)


def both_halves(rows: Any, columns: Any, values: Floats, size: int) -> Any:
    """A symmetric matrix of its entries, of which one half is given where no pair stands both ways round.

    In whatever order the rows come: such a half may lie on both sides of the diagonal.
    """
    from scipy.sparse import coo_matrix, diags

    matrix = coo_matrix((values, (rows, columns)), shape=(size, size)).tocsr()
    aside = (rows != columns) & (values != 0.0)
    pairs, turned = size * rows[aside] + columns[aside], size * columns[aside] + rows[aside]
    if not np.isin(pairs, turned).any():
        return (matrix + matrix.T - diags(matrix.diagonal())).tocsr()
    return matrix


def nodes_of(given: Any, number: Any, dimensions: int) -> Floats:
    """Places of the nodes, n x d."""
    if not isinstance(given, str):
        nodes = np.array([[number(value).real for value in row] for row in given])
    else:
        kind = os.path.splitext(given)[1].lower()
        content = read_bytes(given, LARGEST, "a table of nodes")
        try:
            if kind == ".npy":
                nodes = np.load(io.BytesIO(content), allow_pickle=False)
            elif kind == ".inp":
                nodes = _abaqus_nodes(content.decode("utf-8", "replace"))
            else:
                nodes = _numbers(content.decode("utf-8", "replace"))
        except ValueError as error:
            raise MechanismError(f"{given}: it cannot be read as a table of nodes: {error}") from None
    if nodes.ndim != 2 or nodes.shape[1] not in (dimensions, dimensions + 1, 4):
        raise MechanismError(f"a table of nodes has {dimensions} numbers a row, or the node's label before them")
    if nodes.shape[1] > dimensions:
        nodes = nodes[:, 1:] if nodes.shape[1] in (dimensions + 1, 4) else nodes
    if not np.isfinite(nodes).all():
        raise MechanismError("some nodes are not at finite places")
    return np.ascontiguousarray(nodes[:, :dimensions], dtype=float)


def labelled_nodes_of(path: str, labels: list[int]) -> Floats:
    """Places of the nodes of these labels, in their order, from an input file of Abaqus or CalculiX."""
    try:
        table = _abaqus_nodes(read_bytes(path, LARGEST, "a table of nodes").decode("utf-8", "replace"))
    except ValueError as error:
        raise MechanismError(f"{path}: it cannot be read as a table of nodes: {error}") from None
    places = {int(row[0]): row[1:] for row in table}
    missing = next((label for label in labels if label not in places), None)
    if missing is not None:
        raise MechanismError(f"{path}: there is no node {missing} below *NODE, to which rows of K belong")
    return np.array([places[label] for label in sorted(set(labels))])


def _abaqus_nodes(text: str) -> Floats:
    """Label and coordinates of the nodes of an input file of Abaqus or CalculiX, by their labels."""
    rows: dict[int, list[float]] = {}
    inside = False
    for at, line in enumerate(text.splitlines(), start=1):
        if line.startswith("*"):
            if not line.startswith("**"):
                words = [word.strip().upper() for word in line[1:].split(",")]
                inside = words[0] == "NODE"
                if inside and any(word.replace(" ", "") in ("SYSTEM=C", "SYSTEM=S") for word in words):
                    raise ValueError("its nodes are in cylindrical or spherical coordinates; write them rectangular")
        elif inside and line.strip():
            label, *place = (plain_float(word) if word.strip() else 0.0 for word in line.rstrip(" ,").split(","))
            if label != int(label):
                raise ValueError(f"line {at}, '{line.strip()}': a node's number is whole")
            if int(label) in rows:
                raise ValueError(f"node {int(label)} stands twice in it, in several parts; give the file of one part")
            rows[int(label)] = [label, *[*place, 0.0, 0.0, 0.0][:3]]
    if not rows:
        raise ValueError("there is no *NODE in it")
    return np.array([rows[label] for label in sorted(rows)])


def places_of(given: Any, nodes: int, size: int, dimensions: int) -> list[tuple[int, int]]:
    """Of every row of K its node (from 0) and freedom (from 0)."""
    if isinstance(given, str):
        places = _dof_file(read_bytes(given, LARGEST, "a list of freedoms").decode("utf-8", "replace"))
    elif given:
        places = [(int(node), int(freedom)) for node, freedom in given]
    else:
        if not nodes or size % nodes:
            raise MechanismError(f"K has {size} rows for {nodes} nodes; say with 'freedoms' which row is which")
        each = size // nodes
        if each not in (dimensions, 3 if dimensions == 2 else 6):
            raise MechanismError(f"K has {each} rows a node; {dimensions} or {3 if dimensions == 2 else 6} are taken")
        return [(node, freedom) for node in range(nodes) for freedom in range(each)]
    labels = sorted({node for node, _ in places})
    if len(labels) != nodes:
        raise MechanismError(f"the rows of K belong to {len(labels)} nodes, the table has {nodes}; give the same nodes")
    number = {label: place for place, label in enumerate(labels)}
    return [(number[node], _freedom(freedom, dimensions)) for node, freedom in places]


def _freedom(freedom: int, dimensions: int) -> int:
    """From 0: x, y, z, then rotations; in the plane freedom 6 (or 3) is the rotation."""
    if dimensions == 2:
        return 2 if freedom == 6 else freedom - 1
    return freedom - 1


def _dof_file(text: str) -> list[tuple[int, int]]:
    """Lines 'node.freedom' of CalculiX, or 'node freedom'."""
    places = []
    for line in text.splitlines():
        words = line.replace(".", " ").replace(",", " ").split()
        if len(words) == 2:
            places.append((plain_int(words[0]), plain_int(words[1])))
    return places
