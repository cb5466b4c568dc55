"""How the mass of a link lies along a line: uniform pieces and lumps, and what lies before a cut.

With shapes, a rod is a uniform piece, and so is a rectangle that lies along the line or across it; every other shape
counts at its own mass centre. With numbers only the first of these that fits is taken:

1. a uniform rod over the whole line with a point mass at each end, which together have the mass, the mass centre and
   the inertia of the body (a plain uniform rod has empty ends);
2. a uniform rod about the mass centre, as long as the inertia asks;
3. everything at the mass centre.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.bodies.mass import Mass, Resolved
from linkwork.bodies.shapes.base import Shape
from linkwork.bodies.shapes.rectangle import Rectangle
from linkwork.bodies.shapes.rod import Rod
from linkwork.numerics import analytic
from linkwork.places.base_scope import root
from linkwork.places.row import Row

_SMALL = 1e-9


@dataclass(frozen=True)
class Piece:
    """A uniform piece from (x, y) to (end_x, end_y) of the line's frame, or a lump where both are the same.

    `spin` is inertia beyond that of a thin rod, spread evenly over the piece.
    """

    mass: float
    x: float
    y: float
    end_x: float
    end_y: float
    spin: float = 0.0

    def before(self, station: Array) -> tuple[Array, Array, Array, Array]:
        """Mass, mass centre and inertia about it, of the part before each station."""
        forward = self.x.real <= self.end_x.real
        start, end = ((self.x, self.y), (self.end_x, self.end_y))[:: 1 if forward else -1]
        way = end[0] - start[0], end[1] - start[1]
        share = share_before(station, start[0], way[0], station)
        mass, length = self.mass * share, analytic.hypot(*way)
        inertia = mass * (length * share) ** 2 / 12.0 + self.spin * share
        return mass, start[0] + 0.5 * share * way[0], start[1] + 0.5 * share * way[1], inertia


def before(pieces: list[Piece], station: Array) -> tuple[Array, Array, Array, Array]:
    """Mass, first moments x and y, and inertia about the line's start, of all that lies before each station."""
    total: list[Any] = [np.zeros(len(station))] * 4
    for piece in pieces:
        mass, x, y, inertia = piece.before(station)
        parts = (mass, mass * x, mass * y, inertia + mass * (x * x + y * y))
        total = [sum_ + part for sum_, part in zip(total, parts, strict=True)]
    return total[0], total[1], total[2], total[3]


def share_before(station: Array, begin: Any, width: Any, limit: Array) -> Array:
    """Shares, from 0 to 1, of a piece that lie before each station; a lump lies before those whose limit is beyond."""
    if width.real > 0.0:
        return analytic.smallest(analytic.largest((station - begin) / width, 0.0), 1.0)
    return np.where(limit.real >= begin.real, 1.0, 0.0)


def pieces_along(given: Mass | None, resolved: Resolved, row: Row, frame: tuple[float, ...]) -> tuple[list[Piece], str]:
    """The pieces of a body along the line `frame` = (x, y, direction x, direction y, length), and how in words."""
    if given is not None and given.shapes:
        return [_of_shape(shape, row, frame) for shape in given.shapes], "from the body's shapes"
    x, y = _seen((resolved.x, resolved.y), frame)
    length, mass, inertia = frame[4], resolved.mass, resolved.inertia
    if mass.real == 0.0:
        return [Piece(0.0, x, y, x, y, inertia)], "massless"
    far = (inertia + mass * x * x) / length**2  # m_rod/3 + m_far
    near = mass * x / length  # m_rod/2 + m_far
    rod = 6.0 * (near - far)
    ends = (mass - rod - (near - rod / 2.0), near - rod / 2.0)
    if min(rod.real, *(end.real for end in ends)) >= -_SMALL * mass.real:
        parts = [Piece(rod, 0.0, y, length, y)]
        lumps = [(m, at) for m, at in zip(ends, (0.0, length), strict=True) if m.real > _SMALL * mass.real]
        parts += [Piece(m, at, y, at, y) for m, at in lumps]
        return parts, "a uniform rod" if len(parts) == 1 else "a uniform rod with point masses at its ends"
    half = root(3.0 * inertia / mass)
    inside = (x - half).real >= -_SMALL * length.real and (x + half).real <= (1.0 + _SMALL) * length.real
    if half.real > 0.0 and inside:
        return [Piece(mass, x - half, y, x + half, y)], "a uniform rod about the mass centre"
    return [Piece(mass, x, y, x, y, inertia)], "everything at the mass centre"


def _seen(point: tuple[Any, Any], frame: tuple[float, ...]) -> tuple[float, float]:
    """A point of the body in the line's frame."""
    x, y = analytic.number(point[0]) - frame[0], analytic.number(point[1]) - frame[1]
    return frame[2] * x + frame[3] * y, frame[2] * y - frame[3] * x


def _of_shape(shape: Shape, row: Row, frame: tuple[float, ...]) -> Piece:
    geometry = shape.geometry(row)
    mass = analytic.number(shape.weight(row, geometry))
    if isinstance(shape, Rod):
        return Piece(mass, *_seen(row.scope.vector(shape.begin), frame), *_seen(row.scope.vector(shape.end), frame))
    x, y = _seen((geometry.x, geometry.y), frame)
    inertia = mass * analytic.number(geometry.gyration)
    if isinstance(shape, Rectangle):
        turned = row.number(shape.angle).real - math.atan2(frame[3].real, frame[2].real)
        sides = (analytic.number(row.number(shape.width)), analytic.number(row.number(shape.height)))
        for side, sine in zip(sides, (math.sin(turned), math.cos(turned)), strict=True):
            if abs(sine) < _SMALL:
                return Piece(mass, x - side / 2, y, x + side / 2, y, inertia - mass * side**2 / 12.0)
    return Piece(mass, x, y, x, y, inertia)
