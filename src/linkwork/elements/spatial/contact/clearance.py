"""Joints of space with clearance: a ball in a socket, a journal in a bearing, a point in any cavity, two axes."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Annotated, Any, Literal

from pydantic import Field

from linkwork.elements.clearance_base import Clearance, RoundClearance, SizedClearance
from linkwork.expression.by_type import BY_TYPE
from linkwork.expression.number import Number
from linkwork.functions.field import pack_field
from linkwork.places.base_scope import cosine_sine
from linkwork.places.spatial.places import FramePlace, PointPlace


class SocketClearance(RoundClearance):
    """A spherical joint with clearance: the ball of the second body in the cavity of the first."""

    type: Literal["socket"] = "socket"
    between: tuple[PointPlace, PointPlace] = Field(description="centre of the cavity, centre of the ball")

    def kernel_body(self) -> Callable[..., Any]:
        from linkwork.elements.spatial.contact.clearance_kernel import ball_in_cavity

        return ball_in_cavity


class JournalClearance(RoundClearance):
    """A round bearing with clearance, at one place of its axis: the journal's point may leave it by so much.

    Along the axis it is free, and so is tilt: two of them, at the ends of a bearing, are a bearing that lets its shaft
    tilt as far as its length and clearance allow.
    """

    type: Literal["journal"] = "journal"
    between: tuple[FramePlace, PointPlace] = Field(
        description="a frame on the axis of the bearing; the journal's point"
    )

    def hole(self, row: Any, dimensions: int) -> tuple[Any, list[tuple[float, ...]]]:
        point, x, y, _ = row.frame(self.between[0])
        return point, [tuple(complex(part).real for part in axis) for axis in (x, y)]

    def pack(self, row: Any) -> None:
        frame, place = self.between
        point, _, _, axis = row.frame(frame)
        row.add(*point, *axis, *row.point(place))
        row.add(row.positive(self.clearance, "clearance"), self.friction_size(row, self.radius, "radius"))

    def kernel_body(self) -> Callable[..., Any]:
        from linkwork.elements.spatial.contact.clearance_kernel import journal_in_bearing

        return journal_in_bearing


class CavityClearance(Clearance):
    """A point of the second body in a cavity of any shape in the first.

    The shape is a smooth formula of where the point is, positive inside and zero on the wall, in any unit: its value is
    the gap (Garcia Orden and Goicolea, Eqs. 40 to 45). A force law of it is a force by that unit: it acts across the
    wall, times the slope of the gap.
    """

    type: Literal["cavity"] = "cavity"
    between: tuple[FramePlace, PointPlace] = Field(description="a frame in the middle of the cavity; the point")
    gap: Number = Field(description="of x, y, z in the frame, m: positive inside the cavity, zero on its wall")

    def pack(self, row: Any) -> None:
        if row.number(self.friction).real > 0.0:
            row.fail("the gap of a cavity has any unit, so that friction has no normal force; leave friction out")
        frame, place = self.between
        row.add(*(value for vector in row.frame(frame) for value in vector), *row.point(place))
        row.functions.append(pack_field(self.gap, row.scope.env))

    def kernel_body(self) -> Callable[..., Any]:
        from linkwork.elements.spatial.contact.cavity_kernel import point_in_cavity

        return point_in_cavity


class TiltClearance(SizedClearance):
    """Angular clearance: the axes of two frames may tilt against each other up to an angle.

    Its gap is cos(tilt) - cos(clearance), a pure number (Garcia Orden and Goicolea, Eq. 46). Beside it stands what
    holds the points, such as a spherical joint; together they are a revolute joint with angular play.
    """

    type: Literal["tilt"] = "tilt"
    between: tuple[FramePlace, FramePlace] = Field(description="two frames; their axes may tilt")
    clearance: Number = Field(description="largest tilt, rad, less than a right angle")

    def pack(self, row: Any) -> None:
        (_, _, _, first), (point, _, _, second) = row.frames(*self.between)
        play = row.positive(self.clearance, "clearance")
        if play.real >= 0.5 * math.pi:
            row.fail(f"the clearance of a tilt must be less than a right angle; it is {play.real:g} rad")
        if row.number(self.friction).real > 0.0:
            row.fail("friction needs a surface, which a tilt has not; leave friction out")
        row.add(*first, *second, *point, cosine_sine(play)[0])

    def kernel_body(self) -> Callable[..., Any]:
        from linkwork.elements.spatial.contact.tilt_kernel import tilted_axes

        return tilted_axes


AnyClearance = Annotated[SocketClearance | JournalClearance | CavityClearance | TiltClearance, BY_TYPE]
CLEARANCES: tuple[type[Clearance], ...] = (SocketClearance, JournalClearance, CavityClearance, TiltClearance)
