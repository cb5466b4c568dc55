"""Angles: absolute, relative, of a revolute joint, and the double translational joint that holds one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from linkwork.elements.base import Element
from linkwork.elements.carrier import Primitive, slides
from linkwork.expression import as_expression
from linkwork.expression.number import Number
from linkwork.functions import TimeFunction

if TYPE_CHECKING:
    from linkwork.elements.motion import Measured, Motion
    from linkwork.places.row import Row

_ZERO = as_expression(0)


class _Angle(Element):
    kernel = "angle"
    equations = {"angle": "angle"}

    def structure(self) -> tuple[str, ...]:
        return ("--a|--a",)

    def carry(self, row: Row, numbers: Any) -> tuple[Primitive, ...]:
        value = getattr(self, "value", None)
        return slides(-numbers[0] if value is None else row.held_value(value) - numbers[0])

    def measure(self, row: Row, motion: Motion) -> dict[str, Measured]:
        return {"angle": motion.angle_between(*self.ends(row))}


class AbsoluteAngle(_Angle):
    """The angle of a body in the world (1 equation)."""

    freedoms = ("x", "y")
    type: Literal["absolute_angle"] = "absolute_angle"
    on: str = Field(description="the body")
    value: TimeFunction = Field(description="the angle in rad, a number or a function of t")

    def ends(self, row: Row) -> tuple[str, str]:
        return "ground", self.on

    def pack(self, row: Row) -> None:
        row.add(0.0)
        row.function(self.value)


class RelativeAngle(_Angle):
    """The angle of the second body less that of the first (1 equation)."""

    freedoms = ("x", "y")
    type: Literal["relative_angle"] = "relative_angle"
    between: tuple[str, str] = Field(description="two bodies")
    value: TimeFunction = Field(description="the angle in rad, a number or a function of t")

    def ends(self, row: Row) -> tuple[str, str]:
        return self.between

    def pack(self, row: Row) -> None:
        row.add(0.0)
        row.function(self.value)


class DoubleTranslational(_Angle):
    """Two bodies slide over each other freely but keep their relative angle (1 equation).

    Marquis-Favre and others 2006, Eqs. 18 to 22.
    """

    freedoms = ("x", "y")
    type: Literal["double_translational"] = "double_translational"
    between: tuple[str, str] = Field(description="two bodies")
    angle: Number | None = Field(default=None, description="the relative angle in rad; as drawn when left out")

    def ends(self, row: Row) -> tuple[str, str]:
        return self.between

    def pack(self, row: Row) -> None:
        from linkwork.functions.value import constant

        row.add(-relative_angle(row, self.between, self.angle))
        row.function(constant(0.0))


class AngleDrive(_Angle):
    """A rotary actuator in a revolute joint: second body against the first (1 equation; Haug 3.5.11)."""

    type: Literal["angle"] = "angle"
    joint: str = Field(description="the revolute joint")
    value: TimeFunction = Field(description="the angle in rad as a function of t")
    mounting: tuple[Number, Number] = Field(
        default=(_ZERO, _ZERO), description="mounting angles on the first and second body"
    )

    def ends(self, row: Row) -> tuple[str, str]:
        joint = row.scope.joint(self.joint)
        if not {"x", "y"} <= set(joint.equations) or len(joint.equations) != 2:
            row.fail(f"joint '{self.joint}' does not turn; an angle drives a revolute joint")
        return joint.ends(row)

    def pack(self, row: Row) -> None:
        first, second = (row.number(value) for value in self.mounting)
        row.add(second - first)
        row.function(self.value)


def relative_angle(row: Row, bodies: tuple[str, str], given: Number | None) -> Number:
    """The angle given, or the one that the drawing shows."""
    if given is not None:
        return row.number(given)
    first, second = (row.scope.drawn_pose(body)[2] for body in bodies)
    return second - first
