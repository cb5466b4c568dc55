"""Skins of what bends: corners, triangles and lines, and how every corner follows the nodes of a mesh or of an axis.

In the plane a skin has two sheets; the third number of a corner is 0 behind and 1 in front, between whatever heights
the body is drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.bodies.flexible.mesh import Mesh, faces_of

AROUND = 12  # corners of a round section
THINNEST = 0.006  # of its length: half the height with which a thin beam is still seen


@dataclass(frozen=True)
class Skin:
    """Corners follow `nodes`; `triangles` and `lines` are numbers of corners."""

    nodes: Any
    triangles: Any
    lines: Any


def skin_of(mesh: Mesh) -> Skin:
    """The outside of a mesh; cells of second order by their corners alone."""
    faces: dict[tuple[int, ...], tuple[int, list[int]]] = {}
    for name, nodes in mesh.cells.items():
        for local in faces_of(name):
            count = 2 if mesh.dimension == 2 else 3 if name.startswith("tetra") else 4
            for own in nodes[:, local[:count]].tolist():
                key = tuple(sorted(own))
                faces[key] = (faces.get(key, (0, own))[0] + 1, own)
    outside = [own for count, own in faces.values() if count == 1]
    return _sheets(mesh, outside) if mesh.dimension == 2 else _solid(outside)


def _solid(outside: list[list[int]]) -> Skin:
    triangles = [triangle for face in outside for triangle in _fan(face)]
    used = np.unique([node for face in outside for node in face])
    number = {int(node): place for place, node in enumerate(used)}
    lines = sorted({(min(a, b), max(a, b)) for face in outside for a, b in zip(face, face[1:] + face[:1], strict=True)})
    named = np.vectorize(number.__getitem__)
    return Skin(used, named(np.array(triangles)), named(np.array(lines)))


def _sheets(mesh: Mesh, rim: list[list[int]]) -> Skin:
    """Cells in front and behind, and walls along the rim; corners behind come first, those in front after them."""
    cells = [row[: 3 if name.startswith("tri") else 4] for name, nodes in mesh.cells.items() for row in nodes.tolist()]
    used = np.unique([node for cell in cells for node in cell])
    number, size = {int(node): place for place, node in enumerate(used)}, len(used)
    flat = [[number[node] for node in cell] for cell in cells]
    edges = [[number[node] for node in edge] for edge in rim]
    front = [[size + corner for corner in triangle] for cell in flat for triangle in _fan(cell)]
    behind = [triangle[::-1] for cell in flat for triangle in _fan(cell)]
    walls = [half for a, b in edges for half in ([a, b, size + b], [a, size + b, size + a])]
    lines = [pair for a, b in edges for pair in ((a, b), (size + a, size + b))]
    return Skin(np.concatenate([used, used]), np.array([*front, *behind, *walls]), np.array(lines))


def _fan(face: list[int]) -> list[list[int]]:
    return [[face[0], face[i], face[i + 1]] for i in range(1, len(face) - 1)]


def tube_skin(count: int, around: int) -> Skin:
    """Rings of corners about `count` places of an axis, with both ends closed; corners of a ring stand together."""
    ring = list(range(around))
    triangles: list[list[int]] = []
    for place in range(count - 1):
        for k in ring:
            a, b = place * around + k, place * around + (k + 1) % around
            triangles += [[a, b, b + around], [a, b + around, a + around]]
    last = (count - 1) * around
    triangles += [[0, k + 1, k] for k in range(1, around - 1)]
    triangles += [[last, last + k, last + k + 1] for k in range(1, around - 1)]
    along = ring if around <= 4 else []
    lines = [[place * around + k, (place + 1) * around + k] for place in range(count - 1) for k in along]
    lines += [[first + k, first + (k + 1) % around] for first in (0, last) for k in ring]
    return Skin(np.repeat(np.arange(count), around), np.array(triangles), np.array(lines))


def ring(half_y: float, half_z: float, is_round: bool) -> Array:
    """Corners of a section: y and z of each, counter-clockwise seen from its tip."""
    if not is_round:
        return np.array([[-half_y, -half_z], [half_y, -half_z], [half_y, half_z], [-half_y, half_z]])
    angles = 2.0 * np.pi * np.arange(AROUND) / AROUND
    return np.column_stack([half_y * np.cos(angles), half_z * np.sin(angles)])
