"""Row: the table row of one planar element while it is being packed."""

from __future__ import annotations

from typing import Any

from linkwork.places.base_row import BaseRow
from linkwork.places.places import Line, Point
from linkwork.places.scope import Scope


class Row(BaseRow):
    """The row of a planar element: it knows points and lines of bodies."""

    scope: Scope

    def point(self, place: Point) -> tuple[Any, Any]:
        """Coordinates of a point in its body's frame."""
        x, y = self.scope.point(place)
        self.seen.append((place.body, x, y))
        return x, y

    def line(self, place: Line) -> tuple[Any, Any, Any, Any, Any]:
        """Start, unit direction and length of a line in its body's frame."""
        line = self.scope.line(place)
        self.seen.append((place.body, line[0], line[1]))
        return line
