"""Couplings of two motion planes, at any angle between them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from linkwork.bodies.bodies import common_line
from linkwork.elements.base import Element
from linkwork.elements.planar.ends import PointPair
from linkwork.places.places import LinePlace, PointPlace

if TYPE_CHECKING:
    from linkwork.elements.sketch import Pen
    from linkwork.places.row import Row


def _common(row: Row, first: str, second: str) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """The planes' common line, seen in each plane as (o_x, o_y, e_x, e_y)."""
    (name_i, plane_i), (name_j, plane_j) = row.scope.plane(first), row.scope.plane(second)
    if name_i == name_j:
        row.fail(f"bodies '{first}' and '{second}' lie in the same plane '{name_i}'; use a revolute joint")
    return common_line(row, plane_i, plane_j)


class Coupling(PointPair, Element):
    """A pin on the common line of two motion planes (3 equations; Marquis-Favre and others 2006 Eqs. 28 to 32)."""

    kernel = "coupling"
    equations = {"first on line": "length", "second on line": "length", "meeting": "length"}

    type: Literal["coupling"] = "coupling"

    def structure(self) -> tuple[str, ...]:
        return ("xya|---", "---|xya", "xya|xya")

    def joint_axis(self, row: Row) -> tuple[str, Any, Any]:
        return "ground", *_common(row, *self.ends(row))[1][2:4]

    def pack(self, row: Row) -> None:
        first, second = self.places()
        line_i, line_j = _common(row, first.body, second.body)
        row.add(*row.point(first), *line_i, *row.point(second), *line_j)

    def sketch(self, row: Row, pen: Pen) -> None:
        pen.couple(row, *self.places())


class CouplingSlide(Element):
    """A pin of the second body on the common line, sliding along a line of the first (2 equations; Eqs. 33 to 37)."""

    kernel = "coupling_slide"
    equations = {"on line": "length", "on slide": "length"}

    type: Literal["coupling_slide"] = "coupling_slide"
    slide: LinePlace = Field(description="the slide on the first body")
    pin: PointPlace = Field(description="the pin on the second body")

    def ends(self, row: Row) -> tuple[str, str]:
        return self.slide.body, self.pin.body

    def structure(self) -> tuple[str, ...]:
        return ("---|xya", "xya|xya")

    def reaction_point(self, row: Row) -> tuple[Any, Any]:
        return row.point(self.pin)

    def first_point(self, row: Row) -> tuple[Any, Any] | None:
        return row.line(self.slide)[:2]

    def joint_axis(self, row: Row) -> tuple[str, Any, Any]:
        return "ground", *_common(row, *self.ends(row))[1][2:4]

    def pack(self, row: Row) -> None:
        line_i, line_j = _common(row, self.slide.body, self.pin.body)
        x, y, ux, uy, _ = row.line(self.slide)
        row.add(x, y, *line_i, *row.point(self.pin), *line_j, ux, uy)

    def sketch(self, row: Row, pen: Pen) -> None:
        pen.couple(row, self.pin)
        pen.rail(row, self.slide)
