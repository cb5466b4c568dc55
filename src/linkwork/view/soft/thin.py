"""Skins of shells, both faces and their rim, and of frames, a bar for each of their lines."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.view.soft.skin import THINNEST, Skin, ring, tube_skin


def thin_skin(structure: Any, modes: Array) -> tuple[Skin, Array, Array]:
    """The skin, places of its corners, and how every mode moves them: modes x corners x 3."""
    moves = modes.reshape(len(structure.points), len(structure.freedoms), -1)
    if "line" in structure.mesh.cells:
        return _frame(structure, moves)
    return _shell(structure, moves)


def _moved(moves: Array, nodes: Any, arms: Array) -> Array:
    """Corners at the ends of rigid arms of nodes."""
    own = moves[nodes]
    turned = np.cross(np.moveaxis(own[:, 3:6], 1, 2), arms[:, None, :])
    return np.asarray(np.moveaxis(own[:, :3], 2, 0) + np.moveaxis(turned, 1, 0))


def _shell(structure: Any, moves: Array) -> tuple[Skin, Array, Array]:
    mesh, n = structure.mesh, len(structure.points)
    cells = [row for nodes in mesh.cells.values() for row in nodes.tolist()]
    normals = np.zeros((n, 3))
    for row in cells:
        places = mesh.points[row]
        normals[row] += np.cross(places[2] - places[0], places[-1] - places[1])
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-300)
    half = max(structure.recovery.thickness / 2, THINNEST * float(np.ptp(mesh.points, axis=0).max()) / 4)
    edges: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for row in cells:
        for a, b in zip(row, row[1:] + row[:1], strict=True):
            edges.setdefault((min(a, b), max(a, b)), []).append((a, b))
    rim = [pair[0] for pair in edges.values() if len(pair) == 1]
    upper = [[row[0], row[k], row[k + 1]] for row in cells for k in range(1, len(row) - 1)]
    lower = [[n + c, n + b, n + a] for a, b, c in upper]
    walls = [half_wall for a, b in rim for half_wall in ([n + a, n + b, b], [n + a, b, a])]
    lines = [pair for a, b in rim for pair in ([a, b], [n + a, n + b])]
    if not lines:
        lines = [list(pair) for pair in edges]
    nodes = np.concatenate([np.arange(n), np.arange(n)])
    arms = np.concatenate([half * normals, -half * normals])
    skin = Skin(nodes, np.array([*upper, *lower, *walls], int), np.array(lines, int))
    return skin, structure.points[nodes] + arms, _moved(moves, nodes, arms)


def _frame(structure: Any, moves: Array) -> tuple[Skin, Array, Array]:
    """In the plane bars are drawn as wide as they are high, half in front of it and half behind."""
    d = structure.dimension
    least = THINNEST * float(np.ptp(structure.points, axis=0).max())
    nodes, arms, triangles, lines = [], [], [], []
    count = 0
    for pair, beam in zip(structure.recovery.lines, structure.recovery.pieces, strict=True):
        section = beam.section
        is_round = section.about_z == section.about_y and section.shear == 0.9
        corners = ring(max(section.half_y, least), max(section.half_z, least), is_round)
        axes = np.eye(3)
        axes[:d, :d] = beam.axes
        skin = tube_skin(2, len(corners))
        nodes.append(pair[skin.nodes])
        arms.append(np.tile(corners @ axes[1:], (2, 1)))
        triangles.append(skin.triangles + count)
        lines.append(skin.lines + count)
        count += len(skin.nodes)
    every, away = np.concatenate(nodes), np.concatenate(arms)
    skin = Skin(every, np.concatenate(triangles), np.concatenate(lines))
    if d == 2:
        return _in_plane(structure, moves, skin, away)
    return skin, structure.points[every] + away, _moved(moves, every, away)


def _in_plane(structure: Any, moves: Array, skin: Skin, away: Array) -> tuple[Skin, Array, Array]:
    """A frame in the plane: the third number is 0 behind and 1 in front."""
    own = moves[skin.nodes]
    shapes = np.zeros((moves.shape[2], len(skin.nodes), 3))
    turned = np.stack([-away[:, 1], away[:, 0]], axis=1)
    shapes[:, :, :2] = np.moveaxis(own[:, :2] + turned[:, :, None] * own[:, 2:3], 2, 0)
    base = np.column_stack([structure.points[skin.nodes] + away[:, :2], (away[:, 2] > 0.0).astype(float)])
    return skin, base, shapes
