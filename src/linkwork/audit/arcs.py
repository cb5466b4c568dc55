"""Outlines as chains of segments and arcs, with their tree of circles, for the true distance in the plane.

Arcs and circles are what they are; splines and polar polynomials become arcs through three of their points, halved
until none is farther from its curve than `FINE` of the outline's size.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.audit.element_kernel import ARC, COLUMNS, SEGMENT
from linkwork.audit.outline_kernel import HOLE, NODE, OPEN, SOLID, WALL
from linkwork.audit.tree_kernel import arc_errors, fill_tree
from linkwork.base.late_dataclass import dataclass
from linkwork.bodies.profile_chain import Chain
from linkwork.bodies.profile_pieces import Piece
from linkwork.bodies.profile_polar import PolarNumbers
from linkwork.functions.sample import sample

Array = NDArray[np.float64]
Point = tuple[float, float]
FINE = 1e-7
_STRAIGHT = 1e-7  # of its length: a chord whose middle is nearer to it than this is as good as the curve
_SAME = 1e-12  # of the size: ends so near to each other are one
_FIRST, _HALVINGS = 16, 9
_LOOKED = (0.0, 0.5, 1.0, 0.2, 0.35, 0.65, 0.8)  # start, middle and end of an arc, and where its error is looked at


@dataclass(frozen=True)
class Outline:
    """Elements in the frame of a body, and circles around runs of them."""

    elements: Array
    tree: Array
    form: int
    size: float
    """Greatest extent; of an endless line none."""


def outline_of(chain: Chain, env: Any) -> Outline:
    """A profile with numbers as an outline."""
    first = chain.pieces[0]
    if first.kind == "line":
        (x, y), (u, v) = ((value.real, other.real) for value, other in (first.start, first.start_tangent or (1, 0)))
        row = _row(SEGMENT, (x, y), (x + chain.side * v, y - chain.side * u))  # a point, and one out of the material
        return Outline(row[None], np.zeros((1, NODE)), WALL, math.inf)
    rows = [row for piece in chain.pieces for row in _rows(piece, chain.size, env)]
    elements = _joined(np.array(rows), chain.closed, chain.size)
    form = OPEN if not chain.closed else SOLID if chain.is_solid or first.kind == "point" else HOLE
    tree = np.zeros((2 * len(elements) - 1, NODE))
    fill_tree(elements, tree)
    return Outline(elements, tree, form, chain.size)


def _joined(rows: Array, closed: bool, size: float) -> Array:
    """Elements that end where the next one begins, to the last digit; mismatches that show are bridged by segments."""
    joined: list[Array] = []
    for number, row in enumerate(rows):
        joined.append(row)
        if number + 1 == len(rows) and not closed:
            break
        following = rows[(number + 1) % len(rows)]
        if float(np.max(np.abs(row[3:5] - following[1:3]))) > _SAME * size:
            joined.append(_row(SEGMENT, (row[3], row[4]), (following[1], following[2])))
        else:
            row[3:5] = following[1:3]
    return np.array(joined)


def _row(kind: float, start: Point, end: Point, *numbers: float) -> Array:
    row = np.zeros(COLUMNS)
    row[0], row[1:3], row[3:5] = kind, start, end
    row[5 : 5 + len(numbers)] = numbers
    return row


def _rows(piece: Piece, size: float, env: Any) -> list[Array]:
    """The elements of a piece; a corner is a part of its neighbours, and only a lone point is one itself."""
    if piece.kind == "point":
        at = (float(piece.center[0].real), float(piece.center[1].real))
        return [_row(SEGMENT, at, at)] if not piece.ends else []
    if piece.kind in ("arc", "circle"):
        return _round_rows(piece)
    if piece.curve is None:
        (x, y), (u, v) = piece.start, piece.end
        return [_row(SEGMENT, (x.real, y.real), (u.real, v.real))]
    return _curve_rows(_evaluator(piece, env), size)


def _round_rows(piece: Piece) -> list[Array]:
    """An arc in pieces of at most a quarter turn."""
    sweep, radius, sense = float(piece.sweep.real), abs(float(piece.radius.real)), piece.sense
    center = (float(piece.center[0].real), float(piece.center[1].real))
    out = 1.0 if piece.radius.real > 0 else -1.0
    begin = math.atan2(out * piece.middle[1].real, out * piece.middle[0].real) - 0.5 * sense * sweep
    count = max(1, math.ceil(sweep / (0.5 * math.pi) - 1e-9))
    angles = [begin + sense * sweep * n / count for n in range(count + 1)]
    return [_arc(center, radius, one, two) for one, two in pairwise(angles)]


def _arc(center: Point, radius: float, begin: float, end: float) -> Array:
    def at(angle: float) -> Point:
        return center[0] + radius * math.cos(angle), center[1] + radius * math.sin(angle)

    middle = 0.5 * (begin + end)
    bulge = -1.0 if end > begin else 1.0
    numbers = (*center, radius, math.cos(middle), math.sin(middle), math.cos(0.5 * (end - begin)), bulge)
    return _row(ARC, at(begin), at(end), *numbers)


def _evaluator(piece: Piece, env: Any) -> Callable[[Array], Array]:
    """Points of a curve by shares of it."""
    begin, span = float(piece.begin.real), float(piece.span.real)
    curve: Any = piece.curve
    if isinstance(curve, PolarNumbers):
        return lambda shares: np.array([np.real(curve.value(begin + span * float(share))[:2]) for share in shares])
    packed = curve.pack(env).real
    return lambda shares: sample(packed, begin + span * shares, 8, "real")[:, :2]


def _curve_rows(at: Callable[[Array], Array], size: float) -> list[Array]:
    """Arcs through three points of a curve, halved until they are near enough to it."""
    curve_rows: list[tuple[float, Array]] = []
    low = np.arange(_FIRST) / _FIRST
    length = 1.0 / _FIRST
    for halved in range(_HALVINGS + 1):
        points = at((low[:, None] + length * np.array(_LOOKED)).ravel()).reshape(len(low), len(_LOOKED), 2)
        rows = np.array([_through(*((float(x), float(y)) for x, y in group[:3])) for group in points])
        off = np.zeros(len(low))
        arc_errors(rows, points[:, 3:], off)
        good = off <= (FINE * size if halved < _HALVINGS else math.inf)
        curve_rows += [(float(begin), row) for begin, row in zip(low[good], rows[good], strict=True)]
        length *= 0.5
        low = np.sort(np.concatenate([low[~good], low[~good] + length]))
        if not len(low):
            break
    return [row for _, row in sorted(curve_rows, key=lambda one: one[0])]


def _through(start: Point, middle: Point, end: Point) -> Array:
    """The arc through three points, or the segment where they are in line."""
    ux, uy, vx, vy = middle[0] - start[0], middle[1] - start[1], end[0] - start[0], end[1] - start[1]
    cross, length = ux * vy - uy * vx, math.hypot(vx, vy)
    if abs(cross) <= _STRAIGHT * length * length:
        return _row(SEGMENT, start, end)
    u, v = ux * ux + uy * uy, vx * vx + vy * vy
    cx, cy = 0.5 * (vy * u - uy * v) / cross, 0.5 * (ux * v - vx * u) / cross  # the centre, from the start
    radius, bulge = math.hypot(cx, cy), -1.0 if cross > 0 else 1.0
    mx, my = -bulge * vy / length, bulge * vx / length  # across the chord, to the side on which the arc lies
    cosine = (mx * (0.5 * vx - cx) + my * (0.5 * vy - cy)) / radius
    return _row(ARC, start, end, start[0] + cx, start[1] + cy, radius, mx, my, cosine, bulge)
