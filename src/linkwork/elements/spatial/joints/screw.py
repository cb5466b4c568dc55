"""Screw joint: a thread."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field, model_validator

from linkwork.elements.spatial.carrier import SCREW, Primitive
from linkwork.elements.spatial.freedoms import SpatialFreedomMotion
from linkwork.elements.spatial.joints.composed import Aligned, frames_of
from linkwork.elements.spatial.joints.joints import angle_of, position_of
from linkwork.elements.spatial.joints.program import AXES, LINE, structure_of
from linkwork.elements.spatial.values import drawn_value
from linkwork.expression.number import Number
from linkwork.places.spatial import rotation

if TYPE_CHECKING:
    from linkwork.elements.motion import Measured
    from linkwork.places.spatial.row import SpatialRow

_CONSTANT = 24


class Screw(Aligned):
    """A nut on a thread: the axes stay on each other, and the advance follows the angle, turns counted.

    5 equations, 1 freedom (Haug 9.4.26). A right-handed thread has a positive pitch. Position and angle belong together
    as drawn; with `zero` the second point is there, at the place 0 on the axis, where the angle is `zero`.
    """

    kernel = "screw"
    equations = {"axis x": "angle", "axis y": "angle", "off x": "length", "off y": "length", "advance": "length"}
    program = (*AXES, *LINE)
    memory = ("angle",)
    freedoms = ("angle",)
    symbol = "thread"

    type: Literal["screw"] = "screw"
    pitch: Number | None = Field(default=None, description="advance in m a radian")
    lead: Number | None = Field(default=None, description="advance in m a turn")
    zero: Number | None = Field(default=None, description="angle in rad at which the advance is zero; else as drawn")

    @model_validator(mode="after")
    def _one_way(self) -> Screw:
        if (self.pitch is None) == (self.lead is None):
            raise ValueError("give one of pitch (m a radian) and lead (m a turn)")
        return self

    def advance(self, row: SpatialRow) -> Any:
        """Advance in m a radian."""
        return row.number(self.lead) / (2.0 * math.pi) if self.lead is not None else row.number(_given(self.pitch))

    def structure(self) -> tuple[str, ...]:
        return *structure_of(self.program), "xyzabc|xyzabc"

    def pack(self, row: SpatialRow) -> None:
        pair = self.frames(row)
        pitch = self.advance(row)
        if pitch.real == 0.0:
            row.fail("a screw without pitch does not advance; take a revolute joint")
        position, angle = (of(self, row, SpatialFreedomMotion()) for of in (position_of, angle_of))
        drawn = drawn_value(row, position), drawn_value(row, angle)
        zero = drawn[0] - pitch * drawn[1] if self.zero is None else -pitch * row.number(self.zero)
        row.add(*(number for frame in pair for vector in frame for number in vector), zero, pitch, drawn[1])

    def carry(self, row: SpatialRow, numbers: Any) -> tuple[Primitive, ...]:
        (s, f, g, h), second = frames_of(numbers)
        begin = rotation.plus(s, rotation.scaled(h, numbers[_CONSTANT]))
        return (Primitive(SCREW, (begin, f, g, h), second, self.advance(row)),)

    def measure(self, row: SpatialRow, motion: Any) -> dict[str, Measured]:
        return {"position": position_of(self, row, motion), "angle": angle_of(self, row, motion)}


def _given(value: Number | None) -> Number:
    assert value is not None
    return value
