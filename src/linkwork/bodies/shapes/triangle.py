"""A triangular plate."""

from __future__ import annotations

from typing import Literal

from linkwork.bodies.shapes.base import Geometry, Plate
from linkwork.functions.outlines.curve import Point
from linkwork.places.row import Row

_FLAT = 1e-12
"""A triangle of less area than this times the sum of its sides squared is none."""


class Triangle(Plate):
    """A triangle by its corners, in any order: J' = m (a^2 + b^2 + c^2)/36 with the sides a, b, c.

    For the isosceles one of Haug, Table 6.1.1, this is m (b^2/24 + h^2/18).
    """

    type: Literal["triangle"] = "triangle"
    points: tuple[Point, Point, Point]

    def geometry(self, row: Row) -> Geometry:
        """Area, centroid and radius of gyration."""
        (ax, ay), (bx, by), (cx, cy) = (row.scope.vector(point) for point in self.points)
        ux, uy, vx, vy = bx - ax, by - ay, cx - ax, cy - ay
        wx, wy = vx - ux, vy - uy
        area = (ux * vy - uy * vx) / 2
        sides = ux * ux + uy * uy + vx * vx + vy * vy + wx * wx + wy * wy
        area = -area if area.real < 0 else area
        if area.real <= _FLAT * sides.real:
            row.fail("its three points lie on one line; give the corners of a triangle")
        return Geometry(area, ax + (ux + vx) / 3, ay + (uy + vy) / 3, sides / 36)
