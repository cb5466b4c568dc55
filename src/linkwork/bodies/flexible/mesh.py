"""Meshes: nodes and cells, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from linkwork.base.errors import MechanismError
from linkwork.bodies.flexible.cells import EDGES, FIRST, SECOND, Floats, cell

Ints = NDArray[np.int64]
_SHEETS = ("triangle", "quad", "triangle6", "quad8")
MOST_NODES = 200_000
"""Nodes that a mesh may have."""


@dataclass(frozen=True)
class Mesh:
    """Nodes (n x d), cells by the name of their kind, and named sets of nodes."""

    points: Floats
    cells: dict[str, Ints]
    sets: dict[str, Ints] = field(default_factory=dict)
    numbers: Ints | None = None
    """Of every node its number in the file that it was read from."""
    notes: tuple[str, ...] = ()
    """What of that file is left out."""

    @property
    def dimension(self) -> int:
        """2 in the plane, 3 in space."""
        return int(self.points.shape[1])

    @property
    def thin(self) -> bool:
        """Whether its cells fill less than the space that it lies in: shells, frames."""
        return "line" in self.cells or (self.dimension == 3 and any(name in _SHEETS for name in self.cells))

    @property
    def count(self) -> int:
        """How many cells it has."""
        return sum(map(len, self.cells.values()))


def checked(mesh: Mesh) -> Mesh:
    """The mesh with all cells turned the right way round; one that cannot be used is refused."""
    refuse_loose(mesh)
    checked = Mesh(
        mesh.points, {name: _turned(mesh.points, name, nodes) for name, nodes in mesh.cells.items()}, mesh.sets
    )
    refuse_pieces(checked)
    return checked


def refuse_loose(mesh: Mesh) -> None:
    """Refuse a mesh that is too large or empty, and nodes that are nowhere or belong to nothing."""
    if len(mesh.points) > MOST_NODES:
        raise MechanismError(
            f"the mesh has {len(mesh.points)} nodes; at most {MOST_NODES} are taken: make it coarser, or reduce it in "
            "the finite-element program and give its matrices"
        )
    if not mesh.count:
        raise MechanismError(
            "the mesh has no cells that fill it; triangles and quadrilaterals fill the plane, "
            "tetrahedra and hexahedra space"
        )
    if not np.isfinite(mesh.points).all():
        raise MechanismError("some nodes of the mesh are not at finite places")
    used = np.zeros(len(mesh.points), dtype=bool)
    for nodes in mesh.cells.values():
        if nodes.size and (nodes.min() < 0 or nodes.max() >= len(mesh.points)):
            raise MechanismError(f"a cell of the mesh names node {int(nodes.max())}; there are {len(mesh.points)}")
        used[nodes] = True
    loose = int((~used).sum())
    if loose:
        raise MechanismError(
            f"{loose} of {len(used)} nodes of the mesh belong to no cell, the first is node {int(np.argmin(used))}; "
            "remove them"
        )


def refuse_pieces(mesh: Mesh) -> None:
    """Refuse a mesh that is not in one piece."""
    pieces = _pieces(mesh)
    if pieces > 1:
        raise MechanismError(
            f"the mesh falls into {pieces} pieces that share no nodes; join them (merge nodes at the same place), or "
            "give each its own body"
        )


def _turned(points: Floats, name: str, nodes: Ints) -> Ints:
    """Cells with positive volume; those inside out are mirrored, those without volume refused."""
    kind = cell(name)
    volumes = _volumes(points, name, nodes)
    size = np.median(np.abs(volumes))
    flat = np.abs(volumes) <= 1e-12 * size
    if flat.any() or size == 0.0:
        raise MechanismError(f"cell {int(np.argmax(flat))} of the mesh ({name}) has no volume")
    inside_out = volumes < 0
    if not inside_out.any():
        return nodes
    nodes = nodes.copy()
    mirrored = kind.nodes.copy()
    mirrored[:, [0, 1]] = mirrored[:, [1, 0]]
    order = [int(np.argmin(np.abs(kind.nodes - one).sum(axis=1))) for one in mirrored]
    nodes[inside_out] = nodes[inside_out][:, order]
    return nodes


def _volumes(points: Floats, name: str, nodes: Ints) -> Floats:
    kind = cell(name)
    slopes = np.einsum("qni,cnj->cqij", kind.gradients(kind.points), points[nodes])
    volumes: Floats = np.linalg.det(slopes) @ kind.weights
    return volumes


def _pieces(mesh: Mesh) -> int:
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    first = np.concatenate([np.repeat(nodes[:, 0], nodes.shape[1] - 1) for nodes in mesh.cells.values()])
    other = np.concatenate([nodes[:, 1:].ravel() for nodes in mesh.cells.values()])
    n = len(mesh.points)
    return int(connected_components(coo_matrix((np.ones(len(first)), (first, other)), shape=(n, n)), False)[0])


def _between(one: Floats, other: Floats) -> Floats:
    return (one + other) / 2


def second_order(mesh: Mesh, middle: Callable[[Floats, Floats], Floats] = _between) -> Mesh:
    """The mesh with nodes in the middle of all edges, which are straight unless `middle` says otherwise."""
    points, cells, known = [*mesh.points], {}, {}
    for name, nodes in mesh.cells.items():
        wanted = SECOND[name]
        middles = []
        for own in nodes.tolist():
            row = []
            for a, b in EDGES[wanted]:
                edge = (min(own[a], own[b]), max(own[a], own[b]))
                if edge not in known:
                    known[edge] = len(points)
                    points.append(middle(mesh.points[edge[0]], mesh.points[edge[1]]))
                row.append(known[edge])
            middles.append(row)
        cells[wanted] = np.hstack([nodes, np.array(middles, dtype=np.int64)])
    return Mesh(np.array(points), cells, mesh.sets)


def neighbours(mesh: Mesh, node: int) -> Ints:
    """Nodes of all cells that a node belongs to, with itself."""
    cells = [nodes[(nodes == node).any(axis=1)].ravel() for nodes in mesh.cells.values()]
    unique: Ints = np.unique(np.concatenate(cells))
    return unique


def outside(mesh: Mesh) -> list[list[int]]:
    """Faces of the outside (edges in the plane), their nodes such that normals point out: corners, then middles.

    Of a shell its cells, whose normals point to its upper face; of a frame its lines.
    """
    if mesh.thin:
        return [own for nodes in mesh.cells.values() for own in nodes.tolist()]
    faces: dict[tuple[int, ...], tuple[int, list[int]]] = {}
    for name, nodes in mesh.cells.items():
        for local in faces_of(name):
            for own in nodes[:, local].tolist():
                key = tuple(sorted(own[: 2 if mesh.dimension == 2 else (3 if "te" in name[:2] else 4)]))
                count, _ = faces.get(key, (0, own))
                faces[key] = (count + 1, own)
    return [list(dict.fromkeys(own)) for count, own in faces.values() if count == 1]


def boundary(mesh: Mesh) -> Ints:
    """Nodes on the outside of the mesh."""
    boundary: Ints = np.unique([node for own in outside(mesh) for node in own])
    return boundary


def faces_of(name: str) -> list[list[int]]:
    """Local nodes of every face (edge in the plane) of a cell: corners first, then the middles of its edges."""
    kind = cell(FIRST.get(name, name))
    corners = {
        "triangle": [[0, 1], [1, 2], [2, 0]],
        "quad": [[0, 1], [1, 2], [2, 3], [3, 0]],
        "tetra": [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]],
        "hexahedron": [[0, 3, 2, 1], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]],
    }[kind.name]
    if name not in EDGES:
        return corners
    middle = {frozenset(edge): kind.corners + n for n, edge in enumerate(EDGES[name])}
    return [
        [
            *face,
            *(
                middle[edge]
                for a, b in zip(face, face[1:] + face[:1], strict=True)
                if (edge := frozenset((a, b))) in middle
            ),
        ]
        for face in corners
    ]
