"""Primitive constraints as elements of their own (Haug 9.4.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from linkwork.elements.spatial.joints.composed import Aligned, Composed, Crossed
from linkwork.elements.spatial.joints.program import AXES, DOT_1, DOT_2, FIRST_CONSTANT, H_I, H_J, LINE, POINT
from linkwork.expression import as_expression
from linkwork.expression.number import Number

if TYPE_CHECKING:
    from linkwork.elements.motion import Measured
    from linkwork.places.spatial.row import JointFrame, SpatialRow

_ZERO = as_expression(0)


class Dot1(Crossed):
    """The axes of two frames stay square to each other (1 equation; dot-1, Haug 9.4.3)."""

    equations = {"square": "angle"}
    program = ((DOT_1, H_I, H_J),)

    type: Literal["dot_1"] = "dot_1"


class Dot2(Composed):
    """The line from the first point to the second stays square to the first axis (1 equation; dot-2, Haug 9.4.6).

    `offset` lets the second point lie that far along the axis instead. Where the points may meet, it says nothing
    about directions.
    """

    equations = {"offset": "length"}
    program = ((DOT_2, H_I, FIRST_CONSTANT),)

    type: Literal["dot_2"] = "dot_2"
    offset: Number = Field(default=_ZERO, description="place of the second point along the first axis, m")

    def constants(self, row: SpatialRow, pair: tuple[JointFrame, JointFrame]) -> tuple[Any, ...]:
        return (row.number(self.offset),)


class Parallel1(Aligned):
    """The axes of two frames stay parallel (2 equations; parallel-1, Haug 9.4.9)."""

    equations = {"axis x": "angle", "axis y": "angle"}
    program = AXES

    type: Literal["parallel_1"] = "parallel_1"

    def measure(self, row: SpatialRow, motion: Any) -> dict[str, Measured]:
        first, second = self.frames(row)
        bodies = self.ends(row)
        return {"angle": motion.angle_about(bodies[0], (first[1], first[2]), bodies[1], second[1])}


class Parallel2(Composed):
    """The second point stays on the first axis (2 equations; parallel-2, Haug 9.4.10)."""

    equations = {"off x": "length", "off y": "length"}
    program = LINE
    symbol = "bead"

    type: Literal["parallel_2"] = "parallel_2"

    def measure(self, row: SpatialRow, motion: Any) -> dict[str, Measured]:
        (s, _, _, h), second = self.frames(row)
        bodies = self.ends(row)
        return {"position": motion.along(bodies[0], (s, h), bodies[1], second[0])}


class CoincidentPoints(Composed):
    """Two points stay together (3 equations; Haug 9.4.7)."""

    equations = {"x": "length", "y": "length", "z": "length"}
    program = (POINT,)
    symbol = "ball"

    type: Literal["point"] = "point"
