"""The painter: faces of all parts, shaded flat, and their edges, in the order from far to near."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.view.spatial.display import Display
from linkwork.view.spatial.parts import Part
from linkwork.view.spatial.poses import Array, Place
from linkwork.view.spatial.solids import Solid, refined

Ints = NDArray[np.int64]

LIGHT = np.array([-0.38, 0.58, 0.72])  # from where the light comes: right, up, towards the viewer
SHARP = 0.76  # cosine of the angle between two faces below which their edge is drawn
EDGE_WIDTH = 0.7  # points
EDGE_ON = 1e-9  # faces that look less towards us are seen edge on


@dataclass(frozen=True)
class Stroke:
    """Faces, edges and wires on paper from far to near; wires are as wide as their radius says, in m."""

    outlines: list[Array]
    fills: Array
    lines: Array
    widths: Array
    radii: Array


class Painter:
    """The faces and edges of a display as tables, painted for one position after another."""

    def __init__(self, display: Display, parts: list[Part] | None = None, fine: bool = True) -> None:
        self.display = display
        given = display.parts if parts is None else parts
        self.coarse = Painter(display, given, fine=False) if fine else self
        self.parts = [replace(part, solid=refined(part.solid)) for part in given] if fine else given
        self.colours = np.array([rgb(part.colour or display.colours[part.body]) for part in self.parts]).reshape(-1, 3)
        self.nearer = np.array([part.nearer for part in self.parts]) * display.unit
        self.faces: dict[int, tuple[Ints, Ints, Ints]] = {}
        self._collect()

    def _collect(self) -> None:
        """Number all corners and faces; faces by their count of corners."""
        groups: dict[int, list[tuple[list[int], int, int]]] = {}
        edges: list[tuple[int, int, int, int, bool]] = []
        corner = 0
        closed: list[bool] = []
        for number, part in enumerate(self.parts):
            for own in part.solid.faces:
                groups.setdefault(len(own), []).append(([corner + c for c in own], number, len(closed)))
                closed.append(part.solid.closed)
            first = len(closed) - len(part.solid.faces)
            if not part.wire:
                edges += [
                    (corner + a, corner + b, first + f, first + mate if mate >= 0 else -1, sharp)
                    for a, b, f, mate, sharp in edges_of(part.solid)
                ]
            corner += len(part.solid.corners)
        for length, rows in groups.items():
            self.faces[length] = (
                np.array([row[0] for row in rows], np.int64),
                np.array([row[1] for row in rows], np.int64),
                np.array([row[2] for row in rows], np.int64),
            )
        self.closed = np.array(closed, bool)
        self.edges = np.array(edges, np.int64).reshape(-1, 5)

    def paint(self, place: Place, rows: Array, focus: Array, alpha: float = 1.0) -> Stroke:
        """Everything at one position, seen by a camera (rows: right, up, towards us)."""
        corners = np.vstack([part.corners(place) for part in self.parts]) if self.parts else np.zeros((0, 3))
        seen = (corners - focus) @ rows.T
        count = len(self.closed)
        depth, facing, owner = np.zeros(count), np.zeros(count), np.zeros(count, np.int64)
        shade = np.zeros(count)
        outlines: list[Any] = [None] * count
        for length, (corner, part, face) in self.faces.items():
            points = seen[corner]
            depth[face], owner[face] = points[..., 2].mean(axis=1) + self.nearer[part], part
            for f, outline in zip(face, points[..., :2], strict=True):
                outlines[f] = outline
            if length > 2:
                normal = _normals(points)
                facing[face] = np.where(np.abs(normal[:, 2]) > EDGE_ON, normal[:, 2], 0.0)
                shade[face] = lit(normal)
        wires = np.array([part.wire for part in self.parts])[owner] if count else np.zeros(0)
        visible = (facing > 0.0) | ~self.closed | (wires > 0.0)
        base = self.colours[owner]
        fills = shaded(base, shade)
        fills[wires > 0.0] = base[wires > 0.0]
        return self._ordered(seen, outlines, depth, facing, visible, fills, base, wires, alpha)

    def _ordered(
        self,
        seen: Array,
        outlines: list[Array],
        depth: Array,
        facing: Array,
        visible: NDArray[np.bool_],
        fills: Array,
        base: Array,
        wires: Array,
        alpha: float,
    ) -> Stroke:
        a, b, face, mate, sharp = self.edges.T
        turned = np.where(mate >= 0, facing[mate] * facing[face] <= 0.0, True) if len(face) else np.zeros(0, bool)
        drawn = np.flatnonzero(visible[face] & ((sharp > 0) | turned)) if len(face) else np.zeros(0, np.int64)
        shown = np.flatnonzero(visible)
        owners = face[drawn]
        order = np.lexsort(
            (np.concatenate([np.zeros(len(shown)), np.ones(len(drawn))]), np.concatenate([depth[shown], depth[owners]]))
        )
        chains = [outlines[f] for f in shown] + list(np.stack([seen[a[drawn], :2], seen[b[drawn], :2]], axis=1))
        opaque = np.ones((len(order), 1)) * alpha
        edge = 0.45 * base[owners]
        fill = np.concatenate([fills[shown], edge])
        line = np.concatenate([fills[shown], edge])
        widths = np.concatenate([np.full(len(shown), 0.35), np.full(len(drawn), EDGE_WIDTH)])
        radii = np.concatenate([wires[shown], np.zeros(len(drawn))])
        return Stroke(
            [chains[i] for i in order],
            np.hstack([fill[order], opaque]),
            np.hstack([line[order], opaque]),
            widths[order],
            radii[order],
        )

    def shadow(self, place: Place, rows: Array, focus: Array) -> list[Array]:
        """Shadows on paper that all faces throw straight down onto the floor: tables faces by corners by 2.

        All go round the same way, so that they may be filled as one outline.
        """
        if self.coarse is not self:  # a shadow has no order: it needs no small faces
            return self.coarse.shadow(place, rows, focus)
        up = self.display.up
        corners = np.vstack([part.corners(place) for part in self.parts]) if self.parts else np.zeros((0, 3))
        flat = corners - np.outer(corners @ up - self.display.floor, up)
        seen = ((flat - focus) @ rows.T)[:, :2]
        shadow: list[Array] = []
        for length, (corner, _, face) in self.faces.items():
            if length > 2:
                towards = _normals(corners[corner]) @ up
                above = (towards > 0.0) | ~self.closed[face]
                outlines = seen[corner[above]]
                turned = towards[above] < 0.0
                outlines[turned] = outlines[turned, ::-1]
                shadow.append(outlines)
        return shadow


def _normals(points: Array) -> Array:
    """Unit normals of faces (faces by corners by 3), by the sum over all corners."""
    total: Array = np.cross(points, np.roll(points, -1, axis=1)).sum(axis=1)
    return np.asarray(total / np.maximum(np.linalg.norm(total, axis=1, keepdims=True), 1e-300))


def lit(normals: Array) -> Array:
    """How much light faces with these normals get, seen from the side that looks towards us."""
    towards = np.where(normals[:, 2:] < 0.0, -normals, normals)
    lit: Array = 0.2 + 0.8 * np.maximum(towards @ LIGHT / np.linalg.norm(LIGHT), 0.0)
    return lit


def shaded(base: Array, shade: Array) -> Array:
    """Colours between the dark and the light of a body's own."""
    dark, light = 0.62 * base, base + 0.45 * (1.0 - base)
    shaded: Array = dark + (light - dark) * shade[:, None]
    return shaded


def edges_of(solid: Solid) -> list[tuple[int, int, int, int, bool]]:
    """Edges of every face: two corners, the face, the face on the other side (-1: none), whether it is sharp."""
    normals = np.zeros((len(solid.faces), 3))
    lengths = np.array([len(face) for face in solid.faces])
    for length in set(lengths.tolist()):
        same = np.flatnonzero(lengths == length)
        normals[same] = _normals(solid.corners[np.array([solid.faces[n] for n in same])])
    owners: dict[tuple[int, int], int] = {}
    for number, face in enumerate(solid.faces):
        for a, b in pairwise((*face, face[0])):
            owners[a, b] = number
    edges: list[tuple[int, int, int, int]] = []
    for number, face in enumerate(solid.faces):
        for a, b in pairwise((*face, face[0])):
            mate = owners.get((b, a), -1)
            edges.append((a, b, number, mate))
    _, _, one, other = np.array(edges, np.int64).reshape(-1, 4).T
    sharp = (other < 0) | (np.sum(normals[one] * normals[other], axis=1) < SHARP)
    return [(*edge, bool(s)) for edge, s in zip(edges, sharp, strict=True)]


def rgb(colour: str) -> list[float]:
    """Red, green and blue of a colour such as #2F6DB5, from 0 to 1."""
    return [int(colour[i : i + 2], 16) / 255.0 for i in (1, 3, 5)]
