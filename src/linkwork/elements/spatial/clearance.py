"""Joints of space with clearance: a ball in a spherical cavity."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from pydantic import Field

from linkwork.elements.clearance_base import Clearance
from linkwork.mechanism.number import Number
from linkwork.mechanism.spatial.places import PointPlace


class SocketClearance(Clearance):
    """A spherical joint with clearance: the ball of the second body in the cavity of the first."""

    type: Literal["socket"] = "socket"
    between: tuple[PointPlace, PointPlace] = Field(description="centre of the cavity, centre of the ball")
    radius: Number | None = Field(default=None, description="of the ball, m; friction needs it")

    def bodies(self) -> tuple[str, str]:
        return self.between[0].body, self.between[1].body

    def pack(self, row: Any) -> None:
        for place in self.between:
            row.add(*row.point(place))
        row.add(row.positive(self.clearance, "clearance"), self.rubbing_size(row, self.radius, "radius"))

    def kernel_body(self) -> Callable[..., Any]:
        from linkwork.elements.spatial.clearance_kernel import ball_in_cavity

        return ball_in_cavity


AnyClearance = SocketClearance
CLEARANCES: tuple[type[Clearance], ...] = (SocketClearance,)
