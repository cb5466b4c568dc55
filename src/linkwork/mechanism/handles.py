"""Handles: what a user holds in Python to say where things are on a body."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, overload

from linkwork.mechanism.expression import Expression, as_expression
from linkwork.mechanism.places import Line, Point, Vector

if TYPE_CHECKING:
    from linkwork.functions import Outline
    from linkwork.mechanism.planar import Planar

Num = float | str | Expression
Pair = tuple[Num, Num]


def vector(pair: Any) -> Vector:
    """Two numbers as expressions."""
    x, y = pair
    return as_expression(x), as_expression(y)


class BodyHandle:
    """A body of a mechanism; `at`, `line` and `drawn` give places on it."""

    def __init__(self, mechanism: Planar, name: str) -> None:
        self._mechanism = mechanism
        self.name = name

    def __repr__(self) -> str:
        return f"<body '{self.name}' of {self._mechanism.name!r}>"

    def __str__(self) -> str:
        return self.name

    @overload
    def at(self, x: str) -> Point: ...
    @overload
    def at(self, x: Num, y: Num) -> Point: ...
    def at(self, x: Num, y: Num | None = None) -> Point:
        """The point with these coordinates in the body's frame, or the body's point of that name."""
        if y is None:
            return Point(body=self.name, named=str(x))
        return Point(body=self.name, coordinates=vector((x, y)))

    def drawn(self, x: Num, y: Num) -> Point:
        """The point of the body that the drawing shows at these world coordinates."""
        return Point(body=self.name, coordinates=vector((x, y)), drawn=True)

    def line(self, start: Pair, end: Pair, drawn: bool = False) -> Line:
        """The line from one point of the body to another (world coordinates when `drawn`)."""
        return Line(body=self.name, start=vector(start), end=vector(end), drawn=drawn)

    def point(self, name: str, x: Num, y: Num) -> Point:
        """Name a point of the body and return it."""
        self._mechanism.add_point(self.name, name, vector((x, y)))
        return Point(body=self.name, named=name)

    def outline(self, name: str, outline: Outline) -> str:
        """Give the body a named outline (cam, slot) and return the reference that joints use."""
        self._mechanism.add_outline(self.name, name, outline)
        return f"{self.name}.{name}"
