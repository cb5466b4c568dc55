"""A spatial display into pixels, position after position, by a depth buffer: nothing is sorted or cut small."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.view.film.cover_kernel import CORNERS, NOBODY, SAMPLES, STRETCH, colour, cover, darken
from linkwork.view.film.patches import Rows, patches_of
from linkwork.view.spatial.display import Display
from linkwork.view.spatial.painter import EDGE_ON, EDGE_WIDTH, edges_of, lit, rgb, shaded
from linkwork.view.spatial.parts import Part, Span
from linkwork.view.spatial.poses import Array, Place
from linkwork.view.spatial.solids import along

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_RIM = 0.6  # pixels that a face gives way to the lines along its rim, for each unit of its slope
_LIFT = 0.5  # pixels that lines lie before the faces that they bound
_POINTS = 72.0


class SolidFrames:
    """Faces, edges and wires of a display as tables, and the pixels of a figure to paint them in."""

    def __init__(self, display: Display, axes: Axes, canvas: Any) -> None:
        self.display = display
        self.pixels = np.asarray(canvas.buffer_rgba())
        tall, wide = self.pixels.shape[:2]
        self.samples = np.full((tall, wide, SAMPLES), NOBODY, np.int64)
        self.marks = np.zeros((tall, -(-wide // STRETCH)), np.uint8)
        self.box = np.zeros(4, np.int64)
        matrix = np.asarray(axes.transData.get_matrix())
        self.scale = float(matrix[0, 0])
        self.origin = np.array([matrix[0, 2], tall - matrix[1, 2], 0.0])
        (left, low), (right, high) = axes.bbox.get_points()
        frame = [max(left, 0.0), max(tall - high, 0.0), min(right, wide), min(tall - low, tall)]
        self.clip = np.array(np.round(frame), np.int64)
        self.pixel_per_point = float(canvas.figure.dpi) / _POINTS
        self._collect()

    def _collect(self) -> None:
        """Number corners, faces, triangles and edges of all parts; the middle of a large face is one more corner."""
        corners: list[Any] = []
        self.pieces: list[tuple[Any, slice]] = []
        triangles: list[tuple[int, int, int, int]] = []
        wires: list[tuple[int, int, int]] = []
        edges: list[tuple[int, int, int, int, bool]] = []
        owner: list[int] = []
        count = 0
        for number, part in enumerate(self.display.parts):
            own, first = [np.asarray(part.solid.corners, float)], len(owner)
            for face in part.solid.faces:
                at, name = [count + corner for corner in face], len(owner)
                owner.append(number)
                if len(face) == 2:
                    wires.append((at[0], at[1], name))
                elif len(face) <= 4:
                    triangles += [(at[0], at[i], at[i + 1], name) for i in range(1, len(face) - 1)]
                else:
                    middle = count + sum(map(len, own))
                    own.append(part.solid.corners[list(face)].mean(axis=0, keepdims=True))
                    triangles += [(middle, a, b, name) for a, b in zip(at, at[1:] + at[:1], strict=True)]
            if not part.wire:
                edges += [
                    (count + a, count + b, first + f, first + mate if mate >= 0 else -1, sharp)
                    for a, b, f, mate, sharp in edges_of(part.solid)
                ]
            size = sum(map(len, own))
            corners.append(np.vstack(own))
            self.pieces.append((part, slice(count, count + size)))
            count += size
        parts = self.display.parts
        self.corners = np.vstack(corners) if corners else np.zeros((0, 3))
        self.owner = np.array(owner, np.int64)
        stiff = np.array([type(part) is Part for part in parts], bool)[self.owner]
        patches = patches_of(np.array(triangles, np.int64).reshape(-1, 4), self.corners, stiff)
        self.patches, self.patch_face = np.ascontiguousarray(patches[:, :CORNERS]), patches[:, CORNERS].copy()
        self.wires = np.array(wires, np.int64).reshape(-1, 3)
        ends, (self.edge_face, mate, sharp) = _once(np.array(edges, np.int64).reshape(-1, 5))
        self.edge_ends, self.edge_sharp = ends, sharp > 0
        self.edge_mate = np.where(mate < 0, self.edge_face, mate)  # an open edge: it turns away from nobody
        self.closed = np.array([parts[n].solid.closed and not parts[n].wire for n in owner], bool)
        self.radii = np.array([part.wire for part in parts], float)
        self.dye(parts)
        self.thread = self.radii[self.owner] > 0.0
        lengths = np.array([piece.stop - piece.start for _, piece in self.pieces], np.int64)
        self.nearer = np.repeat([part.nearer * self.display.unit for part in parts], lengths)
        self.spans = [part for part in parts if part.span is not None and type(part) is Part]
        numbers = {id(part): len(self.display.colours) + n for n, part in enumerate(self.spans)}
        self.carriers = np.repeat([numbers.get(id(part), part.body) for part in parts], lengths).astype(np.int64)
        spans = [part.span for part in self.spans if part.span is not None]
        self.starts, self.ends = (np.array([end[0] for end in ends], np.int64) for ends in _both(spans))
        self.start_points, self.end_points = (np.array([end[1] for end in ends]) for ends in _both(spans))
        self.span_x = np.array([span.x for span in spans])
        self.stretched = np.array([part.anchor == "stretch" for part in self.spans], bool)
        self.at_end = np.array([part.anchor == "to" for part in self.spans], bool)

    def dye(self, parts: list[Part]) -> None:
        """Give the faces the colours that their parts have now."""
        base = np.array([rgb(part.colour or self.display.colours[part.body]) for part in parts]).reshape(-1, 3)
        self.face_base = base[self.owner]

    def put(self, place: Place) -> None:
        """Put everything into one position."""
        self.world = self._world(place)
        self.normals = self._normals(self.world)

    def paint(self, rows: Array, focus: Array) -> None:
        """Paint everything where it is, seen by a camera (rows: right, up, towards us)."""
        seen, normals = (self.world - focus) @ rows.T, self.normals @ rows.T
        facing = np.where(np.abs(normals[:, 2]) > EDGE_ON, normals[:, 2], 0.0)
        visible = (facing > 0.0) | ~self.closed
        fills = shaded(self.face_base, lit(normals))
        fills[self.thread] = self.face_base[self.thread]
        seen[:, 2] += self.nearer
        points = self._in_pixels(seen)
        shown = visible[self.patch_face]
        face, mate = self.edge_face, self.edge_mate
        turned = facing[mate] * facing[face] <= 0.0
        rims = np.flatnonzero((visible[face] | visible[mate]) & (self.edge_sharp | turned))
        half = np.full(len(rims), 0.5 * EDGE_WIDTH * self.pixel_per_point)
        radius = self.scale * self.radii[self.owner[self.wires[:, 2]]]
        solid = points[self.patches[shown]]
        lines = _bands(points[self.edge_ends[rims]], half, _LIFT)
        threads = _bands(points[self.wires[:, :2]], radius, radius)
        self._cover(
            [solid, lines, threads],
            [self.patch_face[shown], len(self.owner) + face[rims], self.wires[:, 2]],
            [_RIM, 0.0, 0.0],
        )
        colours = np.rint(255.0 * np.vstack([fills, 0.45 * self.face_base])).astype(np.int64)
        colour(self.pixels, self.samples, self.marks, colours, self.box)

    def shade(self, rows: Array, focus: Array, dark: Any) -> None:
        """Paint the shadow that everything throws straight down onto the floor; `dark` is the picture in the shadow."""
        up = self.display.up
        flat = self.world - np.outer(self.world @ up - self.display.floor, up)
        points = self._in_pixels((flat - focus) @ rows.T)
        points[:, 2] = 0.0
        above = (self.normals @ up > 0.0) | ~self.closed
        chosen = self.patches[above[self.patch_face]]
        self._cover([points[chosen]], [np.zeros(len(chosen), np.int64)], [0.0])
        darken(self.pixels, self.samples, self.marks, dark, self.box)

    def _world(self, place: Place) -> Array:
        """All corners in the world."""
        at, turn = place.at, place.turn
        if self.spans:
            begins, axes = self._spanned(place)
            at, turn = np.concatenate([at, begins]), np.concatenate([turn, axes])
        world: Array = at[self.carriers] + np.einsum("nij,nj->ni", turn[self.carriers], self.corners)
        for part, piece in self.pieces:
            if part.moves and type(part) is not Part:
                world[piece] = part.placed(self.corners[piece], place)
        return world

    def _spanned(self, place: Place) -> tuple[Array, Array]:
        """Where all spans begin, and their axes, as long as they are where parts stretch with them."""
        begins = place.at[self.starts] + np.einsum("nij,nj->ni", place.turn[self.starts], self.start_points)
        reach = place.at[self.ends] + np.einsum("nij,nj->ni", place.turn[self.ends], self.end_points) - begins
        axes = along(reach, np.einsum("nij,nj->ni", place.turn[self.starts], self.span_x))
        axes[self.stretched, :, 2] = reach[self.stretched]
        return begins + np.where(self.at_end[:, None], reach, 0.0), axes

    def _normals(self, corners: Array) -> Array:
        """Unit normals of all faces; those of wires are zero."""
        a, b, c, d = (corners[self.patches[:, n]] for n in range(CORNERS))
        one, two = c - a, d - b
        total = np.zeros((len(self.owner), 3))
        for n, (i, j) in enumerate(((1, 2), (2, 0), (0, 1))):
            cross = one[:, i] * two[:, j] - one[:, j] * two[:, i]
            total[:, n] = np.bincount(self.patch_face, cross, len(self.owner))
        length = np.sqrt((total**2).sum(axis=1, keepdims=True))
        return np.asarray(total / np.maximum(length, 1e-300))

    def _in_pixels(self, seen: Array) -> Array:
        pixels: Array = self.origin + seen * [self.scale, -self.scale, self.scale]
        return pixels

    def _cover(self, patches: list[Array], owners: list[Any], slacks: list[float]) -> None:
        every, owner = np.concatenate(patches), np.concatenate(owners)
        slack = np.repeat(slacks, [len(some) for some in patches])
        if not np.isfinite(every.sum()):
            good = np.isfinite(every).all(axis=(1, 2))
            every, owner, slack = every[good], owner[good], slack[good]
        cover(every, owner, slack, self.clip, self.samples, self.marks, self.box)


def _both(spans: list[Span]) -> tuple[list[tuple[int, Array]], list[tuple[int, Array]]]:
    """The bodies and points at which spans begin, and at which they end."""
    return [span.start for span in spans], [span.end for span in spans]


def _bands(ends: Array, half: Array, lift: Any) -> Array:
    """A patch for every line, given half its width in pixels, so much nearer than its ends."""
    along = ends[:, 1, :2] - ends[:, 0, :2]
    length = np.maximum(np.hypot(along[:, 0], along[:, 1]), 1e-12)
    aside = np.zeros((len(ends), 3))
    aside[:, 0], aside[:, 1] = -along[:, 1] * half / length, along[:, 0] * half / length
    nearer = np.zeros((len(ends), 3))
    nearer[:, 2] = lift
    a, b = ends[:, 0] + nearer, ends[:, 1] + nearer
    return np.stack([a - aside, b - aside, b + aside, a + aside], axis=1)


def _once(edges: Rows) -> tuple[Rows, Rows]:
    """Edges that two faces share once: their two corners; and as columns a face, its mate and whether it is sharp."""
    key = np.column_stack([np.sort(edges[:, :2], axis=1), np.sort(edges[:, 2:4], axis=1)])
    _, first = np.unique(key, axis=0, return_index=True)
    kept = edges[np.sort(first)]
    return np.ascontiguousarray(kept[:, :2]), np.ascontiguousarray(kept[:, 2:].T)
