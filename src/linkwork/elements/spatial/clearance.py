"""Joints of space with clearance: a ball in a spherical cavity, two axes that may tilt."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Annotated, Any, Literal

from pydantic import Field

from linkwork.elements.clearance_base import Clearance, RoundClearance
from linkwork.mechanism.number import Number
from linkwork.mechanism.spatial.places import FramePlace, PointPlace
from linkwork.system.base_scope import cosine_sine


class SocketClearance(RoundClearance):
    """A spherical joint with clearance: the ball of the second body in the cavity of the first."""

    type: Literal["socket"] = "socket"
    between: tuple[PointPlace, PointPlace] = Field(description="centre of the cavity, centre of the ball")

    def kernel_body(self) -> Callable[..., Any]:
        from linkwork.elements.spatial.clearance_kernel import ball_in_cavity

        return ball_in_cavity


class TiltClearance(Clearance):
    """Angular clearance: the axes of two frames may tilt against each other up to an angle.

    Its gap is cos(tilt) - cos(clearance), a pure number (Garcia Orden and Goicolea, Eq. 46). Beside it stands what
    holds the points, such as a spherical joint; together they are a revolute joint with angular play.
    """

    round = False

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
        from linkwork.elements.spatial.tilt_kernel import tilted_axes

        return tilted_axes


AnyClearance = Annotated[SocketClearance | TiltClearance, Field(discriminator="type")]
CLEARANCES: tuple[type[Clearance], ...] = (SocketClearance, TiltClearance)
