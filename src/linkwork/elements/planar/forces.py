"""Applied forces: spring-damper-actuators along a line and about a pin, forces and torques on a body."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import Field

from linkwork.elements.base import Element
from linkwork.elements.planar.ends import PointPair
from linkwork.functions import TimeFunction
from linkwork.functions.value import as_function
from linkwork.mechanism.expression import as_expression
from linkwork.mechanism.number import Number
from linkwork.mechanism.places import PointPlace

if TYPE_CHECKING:
    from linkwork.elements.sketch import Pen
    from linkwork.run.motion import Measured, Motion
    from linkwork.system.row import Row

_ZERO = as_expression(0)
_NONE = as_function(_ZERO)


class Force(Element):
    """Something that acts on one or two bodies without holding them: no equations."""

    equations = {}


class Spring(PointPair, Force):
    """A spring, damper and actuator between two points; tension is positive."""

    kernel = "spring"

    type: Literal["spring"] = "spring"
    stiffness: Number = Field(default=_ZERO, description="N/m")
    free_length: Number = Field(default=_ZERO, description="length without tension, m")
    damping: Number = Field(default=_ZERO, description="N s/m")
    force: TimeFunction = Field(default=_NONE, description="force of an actuator in N, a number or a function of t")

    def pack(self, row: Row) -> None:
        for place in self.places():
            row.add(*row.point(place))
        row.add(row.number(self.stiffness), row.number(self.free_length), row.number(self.damping))
        row.function(self.force)

    def measure(self, row: Row, motion: Motion) -> dict[str, Measured]:
        first, second = self.places()
        return {"length": motion.distance((first.body, row.point(first)), (second.body, row.point(second)))}

    def sketch(self, row: Row, pen: Pen) -> None:
        pen.connect(row, *self.places(), kind="spring")


class TorsionSpring(Force):
    """A rotational spring, damper and actuator between two bodies."""

    kernel = "torsion_spring"

    type: Literal["torsion_spring"] = "torsion_spring"
    between: tuple[str, str] = Field(description="two bodies")
    stiffness: Number = Field(default=_ZERO, description="N m/rad")
    free_angle: Number = Field(default=_ZERO, description="relative angle without torque, rad")
    damping: Number = Field(default=_ZERO, description="N m s/rad")
    torque: TimeFunction = Field(default=_NONE, description="torque of an actuator in N m that pulls the angle back")

    def ends(self, row: Row) -> tuple[str, str]:
        return self.between

    def pack(self, row: Row) -> None:
        row.add(row.number(self.stiffness), row.number(self.free_angle), row.number(self.damping))
        row.function(self.torque)

    def measure(self, row: Row, motion: Motion) -> dict[str, Measured]:
        return {"angle": motion.angle_between(*self.between)}


class PointForce(Force):
    """A force at a point of a body and a torque on it, in world directions or following the body."""

    kernel = "point_force"

    type: Literal["force"] = "force"
    on: PointPlace = Field(description="the point on which it acts")
    x: TimeFunction = Field(default=_NONE, description="component along x in N")
    y: TimeFunction = Field(default=_NONE, description="component along y in N")
    torque: TimeFunction = Field(default=_NONE, description="torque in N m, counterclockwise positive")
    follows: bool = Field(default=False, description="components are along the body's own axes")

    def ends(self, row: Row) -> tuple[str, str]:
        return "ground", self.on.body

    def pack(self, row: Row) -> None:
        row.add(*row.point(self.on), 1.0 if self.follows else 0.0)
        for function in (self.x, self.y, self.torque):
            row.function(function)
