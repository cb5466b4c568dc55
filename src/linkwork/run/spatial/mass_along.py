"""How the mass of a link in space lies along a line: uniform pieces and lumps, and what lies before a cut.

With shapes, a rod is a uniform piece, and so is a box, rectangle, cylinder or pipe with an edge or its axis along the
line; every other shape counts at its own mass centre. With numbers only the first of these that fits is taken:

1. a uniform bar over the whole line with a point mass at each end, which together have the mass, the mass centre and
   the second moment along the line of the body (a plain uniform bar has empty ends);
2. a uniform bar about the mass centre, as long as the second moment asks;
3. everything at the mass centre.

What inertia is left is spread evenly over the bar, as that of its cross-section.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.bodies.spatial.mass import SpatialMass
from linkwork.bodies.spatial.shapes import Box, Cube, Cylinder, HollowCylinder, Rectangle, Rod, Shape
from linkwork.numerics.analytic import number
from linkwork.places.base_scope import root
from linkwork.run.mass_along import share_before

_SMALL = 1e-9
_EDGES: dict[type[Shape], tuple[tuple[int, str], ...]] = {
    Box: ((0, "x"), (1, "y"), (2, "z")),
    Cube: ((0, "x"), (1, "y"), (2, "z")),
    Rectangle: ((0, "width"), (1, "height")),
    Cylinder: ((2, "length"),),
    HollowCylinder: ((2, "length"),),
}
"""Shapes that are uniform along some of their own axes, and the names of their sizes along these."""


@dataclass(frozen=True)
class Line:
    """A line of a body: its start, its axes (rows: along, and two across) in the body's frame, and its length."""

    start: Array
    axes: Array
    length: float

    def seen(self, point: Any) -> Array:
        """A point of the body in the line's frame."""
        return np.asarray(self.axes @ (np.asarray(point) - self.start))

    def turned(self, matrix: Array) -> Array:
        """A matrix of the body's axes in those of the line."""
        return np.asarray(self.axes @ matrix @ self.axes.T)


@dataclass(frozen=True)
class Piece:
    """A uniform piece between two points of the line's frame, or a lump where both are as far along it.

    `spin` is inertia beyond that of a thin rod, spread evenly over the piece.
    """

    mass: float
    begin: Array
    end: Array
    spin: Array

    def before(self, station: Array, limit: Array) -> tuple[Array, Array, Array]:
        """Mass, first moments and inertia about the line's start of the part before each station (limit: of lumps)."""
        begin, end = (self.begin, self.end) if self.begin[0].real <= self.end[0].real else (self.end, self.begin)
        share = share_before(station, begin[0], end[0] - begin[0], limit)
        mass, way = self.mass * share, share[:, None] * (end - begin)
        centre = begin + 0.5 * way
        inertia = of_points(mass / 12.0, way) + share[:, None, None] * self.spin + of_points(mass, centre)
        return mass, mass[:, None] * centre, inertia


def of_points(mass: Array, places: Array) -> Array:
    """Inertia m (r.r I - r r^T) of point masses (Haug 11.2.7)."""
    square = np.sum(places * places, axis=-1)[..., None, None] * np.eye(3)
    return np.asarray(mass[..., None, None] * (square - places[..., :, None] * places[..., None, :]))


def before(pieces: list[Piece], station: Array, limit: Array) -> tuple[Array, Array, Array]:
    """Mass, first moments and inertia about the line's start of all that lies before each station."""
    parts = [piece.before(station, limit) for piece in pieces]
    mass, first, inertia = (np.sum([part[n] for part in parts], axis=0) for n in range(3))
    return mass, first, inertia


def pieces_along(given: SpatialMass | None, free: Any, row: Any, line: Line) -> tuple[list[Piece], str]:
    """The pieces of a free body along a line, and how in words."""
    if given is not None and given.parts():
        return [_of_shape(shape, row, line) for shape in given.parts()], "from the body's shapes"
    mass, centre, inertia = free.mass, line.seen(free.centre), line.turned(free.inertia)
    length, x = line.length, centre[0]
    lump = [Piece(mass, centre, centre, inertia)]
    if mass.real == 0.0:
        return lump, "massless"
    second = _along(inertia)
    far = (second + mass * x * x) / length**2  # m_bar/3 + m_far
    near = mass * x / length  # m_bar/2 + m_far
    bar = 6.0 * (near - far)
    ends = (mass - bar - (near - bar / 2.0), near - bar / 2.0)
    if min(bar.real, *(end.real for end in ends)) >= -_SMALL * mass.real:
        left = inertia - second * np.diag([0.0, 1.0, 1.0])
        parts = [_bar(bar, 0.0, length, centre, left)]
        lumps = [(m, at) for m, at in zip(ends, (0.0, length), strict=True) if m.real > _SMALL * mass.real]
        parts += [_bar(m, at, at, centre) for m, at in lumps]
        return parts, "a uniform bar" if len(parts) == 1 else "a uniform bar with point masses at its ends"
    half = root(3.0 * second / mass) if second.real > 0.0 else 0.0
    inside = (x - half).real >= -_SMALL * length.real and (x + half).real <= (1.0 + _SMALL) * length.real
    if half.real > 0.0 and inside:
        left = inertia - second * np.diag([0.0, 1.0, 1.0])
        return [_bar(mass, x - half, x + half, centre, left)], "a uniform bar about the mass centre"
    return lump, "everything at the mass centre"


def _along(inertia: Array) -> Any:
    """The second moment along the line, int x^2 dm about the mass centre.

    Of a flat body with the same moment about all axes in its plane only the moment about the normal is known to mean
    something: so a body of the plane comes into space. All of it counts along the line, as it does in the plane.
    """
    a, b, c = (number(value) for value in np.diag(inertia))
    room = _SMALL * c.real
    if c.real > 0.0 and abs((a - b).real) <= room and abs((a + b - c).real) <= room:
        return c
    return 0.5 * (b + c - a)


def _bar(mass: float, low: float, high: float, centre: Array, spin: Array | None = None) -> Piece:
    """A piece along the line at the height of the mass centre."""
    begin, end = (np.array([x, centre[1], centre[2]]) for x in (low, high))
    return Piece(mass, begin, end, np.zeros((3, 3)) if spin is None else spin)


def _of_shape(shape: Shape, row: Any, line: Line) -> Piece:
    form = shape.placed(row)
    mass = number(shape.weight(row, form))
    if isinstance(shape, Rod):
        begin, end = (line.seen(place) for place in shape.sizes(row).values())
        return Piece(mass, begin, end, np.zeros((3, 3)))
    centre, inertia = line.seen(form.centre), mass * line.turned(np.asarray(form.gyration))
    axes = np.asarray(shape.frame(row)[1])
    for column, name in _EDGES.get(type(shape), ()):
        if abs(abs((line.axes[0] @ axes[:, column]).real) - 1.0) < _SMALL:
            size = number(shape.sizes(row)[name])
            left = inertia - mass * size**2 / 12.0 * np.diag([0.0, 1.0, 1.0])
            return _bar(mass, centre[0] - size / 2, centre[0] + size / 2, centre, left)
    return Piece(mass, centre, centre, inertia)
