"""Meshes of shells and frames: what is wrong with them, and which way the cells of a shell look."""

from __future__ import annotations

from collections import deque

import numpy as np

from linkwork.base.errors import MechanismError
from linkwork.bodies.flexible.cells import Floats
from linkwork.bodies.flexible.mesh import Ints, Mesh, refuse_loose, refuse_pieces

_WARPED = 0.3
"""Of the size of a cell: how far its nodes may lie out of its mean plane."""


def checked_shell(mesh: Mesh) -> Mesh:
    """The mesh with neighbours that look to the same side; one that cannot be used is refused."""
    refuse_loose(mesh)
    for name, nodes in mesh.cells.items():
        _refuse_thin(mesh.points, name, nodes)
    refuse_pieces(mesh)
    return Mesh(mesh.points, _looking_alike(mesh), mesh.sets)


def checked_frame(mesh: Mesh) -> Mesh:
    """Lines with a length, in one piece."""
    refuse_loose(mesh)
    nodes = mesh.cells["line"]
    lengths = np.linalg.norm(mesh.points[nodes[:, 1]] - mesh.points[nodes[:, 0]], axis=1)
    short = lengths <= 1e-12 * np.ptp(mesh.points)
    if short.any():
        raise MechanismError(f"line {int(np.argmax(short))} of the mesh has no length")
    refuse_pieces(mesh)
    return mesh


def running_on(lines: Ints) -> Ints:
    """Lines turned such that two that meet alone in a node run through it one way, where such a choice exists."""
    at: dict[int, list[int]] = {}
    for number, pair in enumerate(lines.tolist()):
        for node in pair:
            at.setdefault(node, []).append(number)
    turned = lines.copy()
    seen = [False] * len(lines)
    for first in range(len(lines)):
        if seen[first]:
            continue
        seen[first] = True
        waiting = deque([first])
        while waiting:
            one = waiting.popleft()
            for side in (0, 1):
                node = int(turned[one, side])
                for other in at[node] if len(at[node]) == 2 else ():
                    if not seen[other]:
                        seen[other] = True
                        if turned[other, side] == node:  # it begins where the first begins, or ends where it ends
                            turned[other] = turned[other, ::-1].copy()
                        waiting.append(other)
    return turned


def _refuse_thin(points: Floats, name: str, nodes: Ints) -> None:
    """Refuse cells without area, and quadrilaterals that are no sheet any more."""
    places = points[nodes]
    if name == "triangle":
        area = np.cross(places[:, 1] - places[:, 0], places[:, 2] - places[:, 0]) / 2
    else:
        area = np.cross(places[:, 2] - places[:, 0], places[:, 3] - places[:, 1]) / 2
    sizes = np.linalg.norm(area, axis=1)
    flat = sizes <= 1e-12 * np.median(sizes)
    if flat.any() or not np.median(sizes):
        raise MechanismError(f"cell {int(np.argmax(flat))} of the mesh ({name}) has no area")
    if name == "triangle":
        return
    normal = area / sizes[:, None]
    heights = np.abs(np.einsum("cna,ca->cn", places - places.mean(axis=1, keepdims=True), normal)).max(axis=1)
    warped = heights / np.sqrt(sizes)
    if warped.max() > _WARPED:
        raise MechanismError(
            f"cell {int(np.argmax(warped))} of the mesh is warped by {100 * warped.max():.0f} % of its size; mesh it "
            "finer, or with triangles"
        )
    for a in range(4):  # every corner turns the same way
        before, after = places[:, a] - places[:, a - 1], places[:, (a + 1) % 4] - places[:, a]
        turned = np.einsum("ca,ca->c", np.cross(before, after), normal)
        if (turned <= 0.0).any():
            raise MechanismError(f"cell {int(np.argmax(turned <= 0.0))} of the mesh is folded: it has a corner inwards")


def _looking_alike(mesh: Mesh) -> dict[str, Ints]:
    """Cells turned such that two that share an edge run through it in opposite ways, where such a choice exists."""
    cells = [row for nodes in mesh.cells.values() for row in nodes.tolist()]
    edges: dict[tuple[int, int], list[tuple[int, bool]]] = {}
    for number, row in enumerate(cells):
        for a, b in zip(row, row[1:] + row[:1], strict=True):
            edges.setdefault((min(a, b), max(a, b)), []).append((number, a < b))
    beside: list[list[tuple[int, bool]]] = [[] for _ in cells]
    for pair in edges.values():
        if len(pair) == 2:  # where more than two meet there is no such choice
            (one, up), (other, down) = pair
            beside[one].append((other, up == down))
            beside[other].append((one, up == down))
    turned: list[bool | None] = [None] * len(cells)
    for first in range(len(cells)):
        if turned[first] is not None:
            continue
        turned[first] = False
        waiting = deque([first])
        while waiting:
            one = waiting.popleft()
            for other, against in beside[one]:
                if turned[other] is None:
                    turned[other] = bool(turned[one]) != against
                    waiting.append(other)
    looking, at = {}, 0
    for name, nodes in mesh.cells.items():
        mirrored = np.array([bool(one) for one in turned[at : at + len(nodes)]])
        looking[name] = np.where(mirrored[:, None], nodes[:, ::-1], nodes)
        at += len(nodes)
    return looking
