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
from numpy.typing import NDArray

from linkwork.mechanism.mass import Mass, Resolved
from linkwork.mechanism.shapes.base import Shape
from linkwork.mechanism.shapes.rectangle import Rectangle
from linkwork.mechanism.shapes.rod import Rod
from linkwork.system.row import Row

Array = NDArray[Any]
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
        low, high = sorted((self.x, self.end_x))
        width = high - low
        if width > 0.0:
            share = np.clip((station - low) / width, 0.0, 1.0)
        else:
            share = np.where(station >= low, 1.0, 0.0)
        start = (self.x, self.y) if self.x <= self.end_x else (self.end_x, self.end_y)
        way = (abs(self.end_x - self.x), (self.end_y - self.y) * (1.0 if self.x <= self.end_x else -1.0))
        mass, length = self.mass * share, math.hypot(*way)
        inertia = mass * (length * share) ** 2 / 12.0 + self.spin * share
        return mass, start[0] + 0.5 * share * way[0], start[1] + 0.5 * share * way[1], inertia


def before(pieces: list[Piece], station: Array) -> tuple[Array, Array, Array, Array]:
    """Mass, first moments x and y, and inertia about the line's start, of all that lies before each station."""
    total = [np.zeros(len(station)) for _ in range(4)]
    for piece in pieces:
        mass, x, y, inertia = piece.before(station)
        for sum_, part in zip(total, (mass, mass * x, mass * y, inertia + mass * (x * x + y * y)), strict=True):
            sum_ += part
    return total[0], total[1], total[2], total[3]


def pieces_along(given: Mass | None, found: Resolved, row: Row, frame: tuple[float, ...]) -> tuple[list[Piece], str]:
    """The pieces of a body along the line `frame` = (x, y, direction x, direction y, length), and how in words."""
    if given is not None and given.shapes:
        return [_of_shape(shape, row, frame) for shape in given.shapes], "from the body's shapes"
    x, y = _seen((found.x, found.y), frame)
    length, mass, inertia = frame[4], found.mass, found.inertia
    if mass == 0.0:
        return [Piece(0.0, x, y, x, y, inertia)], "massless"
    far = (inertia + mass * x * x) / length**2  # m_rod/3 + m_far
    near = mass * x / length  # m_rod/2 + m_far
    rod = 6.0 * (near - far)
    ends = (mass - rod - (near - rod / 2.0), near - rod / 2.0)
    if min(rod, *ends) >= -_SMALL * mass:
        parts = [Piece(rod, 0.0, y, length, y)]
        parts += [Piece(m, at, y, at, y) for m, at in zip(ends, (0.0, length), strict=True) if m > _SMALL * mass]
        return parts, "a uniform rod" if len(parts) == 1 else "a uniform rod with point masses at its ends"
    half = math.sqrt(3.0 * inertia / mass)
    if half > 0.0 and x - half >= -_SMALL * length and x + half <= (1.0 + _SMALL) * length:
        return [Piece(mass, x - half, y, x + half, y)], "a uniform rod about the mass centre"
    return [Piece(mass, x, y, x, y, inertia)], "everything at the mass centre"


def _seen(point: tuple[Any, Any], frame: tuple[float, ...]) -> tuple[float, float]:
    """A point of the body in the line's frame."""
    x, y = float(point[0].real) - frame[0], float(point[1].real) - frame[1]
    return frame[2] * x + frame[3] * y, frame[2] * y - frame[3] * x


def _of_shape(shape: Shape, row: Row, frame: tuple[float, ...]) -> Piece:
    geometry = shape.geometry(row)
    mass = float(shape.weight(row, geometry).real)
    if isinstance(shape, Rod):
        return Piece(mass, *_seen(row.scope.vector(shape.begin), frame), *_seen(row.scope.vector(shape.end), frame))
    x, y = _seen((geometry.x, geometry.y), frame)
    inertia = mass * float(geometry.gyration.real)
    if isinstance(shape, Rectangle):
        turned = float(row.number(shape.angle).real) - math.atan2(frame[3], frame[2])
        sides = (float(row.number(shape.width).real), float(row.number(shape.height).real))
        for side, sine in zip(sides, (math.sin(turned), math.cos(turned)), strict=True):
            if abs(sine) < _SMALL:
                return Piece(mass, x - side / 2, y, x + side / 2, y, inertia - mass * side**2 / 12.0)
    return Piece(mass, x, y, x, y, inertia)
