"""A plate with straight edges."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from linkwork.bodies.shapes.base import Geometry, Plate
from linkwork.bodies.shapes.contour import enclosed, straight, total
from linkwork.bodies.shapes.crossing import meeting_edges
from linkwork.functions.outlines.curve import Point
from linkwork.places.row import Row


class Polygon(Plate):
    """A polygon by its corners in order, either way round; it must not cross or touch itself."""

    type: Literal["polygon"] = "polygon"
    points: Annotated[tuple[Point, ...], Field(min_length=3, max_length=2000)] = Field(
        description="In order around the edge; the first need not be repeated at the end."
    )

    def geometry(self, row: Row) -> Geometry:
        """Area, centroid and radius of gyration."""
        corners = self._corners(row)
        base = corners[0]
        moved = [(x - base[0], y - base[1]) for x, y in corners]
        extent = max(max(abs(x.real), abs(y.real)) for x, y in moved)
        edges = zip(moved, [*moved[1:], moved[0]], strict=True)
        geometry = enclosed(row, total(straight(*a, *b) for a, b in edges), base, extent)
        self._check_crossing(row, corners)
        return geometry

    def _corners(self, row: Row) -> list[tuple[Any, Any]]:
        corners = [row.scope.vector(point) for point in self.points]
        if corners[0] == corners[-1]:
            corners.pop()
        for n in range(1, len(corners)):
            if corners[n] == corners[n - 1]:
                row.fail(f"point {n + 1} repeats the one before it; leave it out")
        if len(corners) < 3:
            row.fail("it needs at least 3 different points")
        return corners

    def _check_crossing(self, row: Row, corners: list[tuple[Any, Any]]) -> None:
        meeting = meeting_edges([(x.real, y.real) for x, y in corners])
        if meeting is None:
            return
        first, second = (f"from point {n + 1} to {(n + 1) % len(corners) + 1}" for n in meeting)
        row.fail(
            f"its edge {first} meets that {second}; give the points in order around the plate, "
            "and openings as shapes of their own with hole: true"
        )
