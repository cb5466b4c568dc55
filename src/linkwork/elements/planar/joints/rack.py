"""Rack and pinion."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from linkwork.elements.base import Element
from linkwork.elements.planar.direction import direction_angle
from linkwork.expression.number import Number
from linkwork.places.places import LinePlace, PointPlace

if TYPE_CHECKING:
    from linkwork.elements.motion import Measured, Motion
    from linkwork.elements.sketch import Pen
    from linkwork.places.row import Row


class RackPinion(Element):
    """A pinion that rolls on the pitch line of a rack (2 equations). It lies left or right of the line.

    `reference` is the angle, in the pinion's frame, of the mark that meets the end point of the rack line
    (Haug 3.4.12); left out, rack and pinion mesh as drawn.
    """

    kernel = "rack"
    equations = {"rolling": "length", "offset": "length"}

    type: Literal["rack_pinion"] = "rack_pinion"
    rack: LinePlace = Field(description="the pitch line on the first body")
    pinion: PointPlace = Field(description="the centre of the pinion on the second body")
    radius: Number = Field(description="pitch radius in m, positive")
    side: Literal["left", "right"] = Field(default="left", description="side of the rack line on which the pinion lies")
    reference: Number | None = Field(default=None, description="reference angle of the pinion in rad")

    def ends(self, row: Row) -> tuple[str, str]:
        return self.rack.body, self.pinion.body

    def pack(self, row: Row) -> None:
        line = row.line(self.rack)
        radius = row.positive(self.radius, "the pinion's radius")
        signed = radius if self.side == "left" else -radius
        row.add(*line[:4], *row.point(self.pinion), signed, self._rolled(row, line, signed))

    def _rolled(self, row: Row, line: tuple[Any, ...], radius: Any) -> Any:
        """The constant s_0: rolling distance at equal angles of rack and pinion."""
        x, y, ux, uy, length = line
        if self.reference is not None:
            quarter = 1.5 * math.pi if self.side == "left" else 0.5 * math.pi
            return length + radius * (direction_angle(ux, uy) - row.number(self.reference) + quarter)
        rack, pinion = self.ends(row)
        wx, wy = row.scope.into_world(pinion, *row.point(self.pinion))
        px, py = row.scope.into_body(rack, wx, wy)
        turned = row.scope.drawn_pose(rack)[2] - row.scope.drawn_pose(pinion)[2]
        return ux * (px - x) + uy * (py - y) - radius * turned

    def reaction_point(self, row: Row) -> tuple[Any, Any]:
        return row.point(self.pinion)

    def joint_axis(self, row: Row) -> tuple[str, Any, Any]:
        return self.rack.body, *row.line(self.rack)[2:4]

    def measure(self, row: Row, motion: Motion) -> dict[str, Measured]:
        place = self.pinion
        return {"position": motion.along(self.rack.body, row.line(self.rack), place.body, row.point(place))}

    def sketch(self, row: Row, pen: Pen) -> None:
        pen.rack(row, self.rack)
        pen.gear(row, self.pinion, row.number(self.radius).real)
