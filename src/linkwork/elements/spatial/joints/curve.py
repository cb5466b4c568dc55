"""A point of one body on a space curve of another."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from linkwork.elements.spatial.base import SpatialElement
from linkwork.elements.spatial.glyph import Glyph, point_glyph
from linkwork.expression import as_expression
from linkwork.expression.number import Number
from linkwork.functions import TimeFunction
from linkwork.places.spatial.places import Frame, PointPlace

if TYPE_CHECKING:
    from linkwork.elements.motion import Measured
    from linkwork.functions.packed import Packed
    from linkwork.places.spatial.rotation import Vec
    from linkwork.places.spatial.row import SpatialRow

_RESULTS = 8  # numbers that a function writes at most


class PointOnCurve(SpatialElement):
    """A point of the second body stays on a curve x(alpha), y(alpha), z(alpha) of the first.

    3 equations, 1 own coordinate: the curve parameter `alpha`; `contact` gives its estimate.
    """

    kernel = "curve"
    equations = {"x": "length", "y": "length", "z": "length"}
    own = ("alpha",)

    type: Literal["point_on_curve"] = "point_on_curve"
    on: str = Field(description="the body that has the curve")
    x: TimeFunction = Field(description="x of the curve in its body's frame, in `alpha`")
    y: TimeFunction = Field(description="y of the curve, in `alpha`")
    z: TimeFunction = Field(description="z of the curve, in `alpha`")
    point: PointPlace = Field(description="the point of the other body")
    contact: Number = Field(default=as_expression(0), description="estimate of the curve parameter")

    def ends(self, row: SpatialRow) -> tuple[str, str]:
        return self.on, self.point.body

    def structure(self) -> tuple[str, ...]:
        return ("x--abc|x--abc|1", "-y-abc|-y-abc|1", "--zabc|--zabc|1")

    def start(self, row: SpatialRow) -> tuple[Any, ...]:
        self._coordinates(row)  # a name that they do not know is refused before anything is compiled
        return (row.number(self.contact),)

    def _coordinates(self, row: SpatialRow) -> list[Packed]:
        """The three functions of `alpha`."""
        return [row.packed(function, "alpha") for function in (self.x, self.y, self.z)]

    def pack(self, row: SpatialRow) -> None:
        row.add(*row.point(self.point))
        packed = self._coordinates(row)
        rooms = [part.scratch + _RESULTS for part in packed]
        row.ints += [rooms[0], rooms[0] + rooms[1]]
        row.functions += packed

    def own_speeds(self, row: SpatialRow) -> tuple[Any, ...]:
        from linkwork.functions.value import value_at

        at, coordinates = row.number(self.contact), self._coordinates(row)
        if at.imag or any(packed.carries for packed in coordinates):
            from linkwork.numerics import analytic

            speed = analytic.norm([value_at(packed, at, 4, "complex")[1] for packed in coordinates])[()]
            return (speed if speed.real else 1.0,)
        return (math.hypot(*(value_at(packed, at.real, 4)[1] for packed in coordinates)) or 1.0,)

    def reaction_point(self, row: SpatialRow) -> Vec:
        return row.point(self.point)

    def glyph(self, row: SpatialRow) -> tuple[Glyph, ...]:
        return (point_glyph("curve", row, Frame(body=self.on), self.point),)

    def measure(self, row: SpatialRow, motion: Any) -> dict[str, Measured]:
        owned: dict[str, Measured] = motion.owned(row.name, self.own)
        return owned
