"""What of a mesh file is no part of the body: refused where it could be meant as one, told where it is a mark.

Meshers write the faces and edges of a solid beside its cells, as marks of its boundary. Lines on a shell are marks or
ribs, which the file does not tell: they are marks where an interface names their set, and otherwise the user says so.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.base.errors import MechanismError
from linkwork.bodies.flexible.mesh import Ints

POINTS = ("vertex",)
_WAYS = {
    "lines": "give ribs a body of their own with 'section', joined to this one by fixed joints",
    "sheets": "give sheets a body of their own with 'thickness', joined to this one by fixed joints",
    "others": "mesh them as the others, or give them a body of their own",
}


@dataclass(frozen=True)
class Asked:
    """What the user says of cells that the body is not made of."""

    kinds: Collection[str] = ()
    """Kinds that are left out on purpose."""
    marks: Collection[str] = ()
    """Sets that interfaces name."""


def left_out(path: str, mesh: Any, taken: dict[str, Ints], solid: bool, asked: Asked) -> tuple[str, ...]:
    """Sentences on cells and nodes of a file that are left out; cells that could be meant are refused.

    `taken` are the cells of the body by kind; `solid`, whether they fill it, so that cells on them are its faces.
    """
    _refuse_unknown(path, mesh, taken, asked)
    notes: list[str] = []
    for kind in dict.fromkeys(block.type for block in mesh.cells):
        if kind in taken or kind in POINTS:
            continue
        cells = np.vstack([np.asarray(block.data, dtype=np.int64) for block in mesh.cells if block.type == kind])
        if kind in asked.kinds:
            notes.append(f"{_count(len(cells), kind)} of the mesh left out, as said by 'leave_out'")
            continue
        marks = _in_sets(mesh, kind, asked.marks)
        if solid:
            marks |= _lying_on(cells, taken, len(mesh.points))
        if not marks.all():
            raise MechanismError(_refusal(path, int((~marks).sum()), kind, taken))
        if len(cells):
            notes.append(f"{_count(len(cells), kind)} of the mesh taken as marks, without mass and stiffness")
    return (*notes, *_loose(mesh, taken))


def _refuse_unknown(path: str, mesh: Any, taken: dict[str, Ints], asked: Asked) -> None:
    kinds = sorted({block.type for block in mesh.cells} - set(POINTS))
    for kind in asked.kinds:
        if kind not in kinds:
            raise MechanismError(
                f"{path}: 'leave_out' names '{kind}', of which the file has none; its cells are: {', '.join(kinds)}"
            )
        if kind in taken:
            raise MechanismError(f"{path}: 'leave_out' names '{kind}', the kind that the body is made of")


def _count(count: int, kind: str) -> str:
    return f"{count} {'cell' if count == 1 else 'cells'} of kind '{kind}'"


def _refusal(path: str, count: int, kind: str, taken: dict[str, Ints]) -> str:
    way = "lines" if kind.startswith("line") else "sheets" if kind.startswith(("triangle", "quad")) else "others"
    return (
        f"{path}: {_count(count, kind)} would be left out, for the body is made of its {' and '.join(taken)} cells: "
        f"{_WAYS[way]}; if they are marks only, say leave_out: [{kind}]"
    )


def _in_sets(mesh: Any, kind: str, names: Collection[str]) -> Any:
    """Which cells of a kind belong to one of the named sets."""
    numbers = [number for number, block in enumerate(mesh.cells) if block.type == kind]
    inside = [np.zeros(len(mesh.cells[number].data), dtype=bool) for number in numbers]
    for name, chosen in mesh.cell_sets.items():
        for own, number in zip(inside, numbers, strict=True):
            if str(name) in names and number < len(chosen) and chosen[number] is not None:
                own[np.asarray(chosen[number], dtype=np.int64)] = True
    return np.concatenate(inside)


def _lying_on(cells: Ints, taken: dict[str, Ints], nodes: int) -> Any:
    """Which cells have all their nodes in one cell of the body, as its faces and edges have."""
    from scipy.sparse import csr_matrix, vstack

    def incidence(own: Ints) -> Any:
        rows = np.repeat(np.arange(len(own)), own.shape[1])
        return csr_matrix((np.ones(own.size), (rows, own.ravel())), shape=(len(own), nodes))

    if not len(cells):
        return np.ones(0, dtype=bool)
    shared = incidence(cells) @ vstack([incidence(own) for own in taken.values()]).T
    return shared.max(axis=1).toarray().ravel() >= cells.shape[1]


def _loose(mesh: Any, taken: dict[str, Ints]) -> list[str]:
    """A sentence on nodes that belong to no cell of the body."""
    used = np.zeros(len(mesh.points), dtype=bool)
    for own in taken.values():
        used[own] = True
    loose = int((~used).sum())
    if not loose:
        return []
    return [
        f"{loose} of {len(used)} nodes of the mesh belong to no cell of the body and are left out, the first is node "
        f"{int(np.argmin(used))}"
    ]
