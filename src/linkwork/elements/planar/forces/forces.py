"""Applied forces of the plane: springs between points, bodies and along lines; forces and torques on a body."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from linkwork.elements.forces_base import (
    NONE,
    Actuator,
    AngleSpring,
    DistanceSpring,
    EndStop,
    Force,
    JointSpring,
    Motor,
    PositionSpring,
    moves,
)
from linkwork.elements.planar.ends import PointPair
from linkwork.elements.planar.forces.plastic import Absorber, PlasticHinge
from linkwork.elements.planar.freedoms import FreedomMotion
from linkwork.functions.law import Law
from linkwork.places.places import LinePlace, PointPlace

if TYPE_CHECKING:
    from linkwork.elements.motion import Measured, Motion
    from linkwork.elements.sketch import Pen
    from linkwork.places.row import Row

__all__ = [
    "Absorber",
    "Actuator",
    "EndStop",
    "Force",
    "JointSpring",
    "Motor",
    "PlasticHinge",
    "PointForce",
    "SlideSpring",
    "Spring",
    "TorsionSpring",
]


class Spring(PointPair, DistanceSpring):
    """A spring, damper and actuator between two points; tension is positive."""

    type: Literal["spring"] = "spring"

    def sketch(self, row: Row, pen: Pen) -> None:
        if self.look != "none":
            pen.connect(row, *self.places(), kind=self.drawn_as())


class TorsionSpring(AngleSpring):
    """A rotational spring, damper and actuator between two bodies."""

    type: Literal["torsion_spring"] = "torsion_spring"
    between: tuple[str, str] = Field(description="two bodies")

    def measure(self, row: Row, motion: Motion) -> dict[str, Measured]:
        return {"angle": motion.angle_between(*self.between)}

    def sketch(self, row: Row, pen: Pen) -> None:
        if not self.only_damps():
            pen.coil(row, *self.between)


class SlideSpring(PositionSpring):
    """A spring, damper and actuator along a line of the first body, with a signed position: safe at zero length."""

    type: Literal["slide_spring"] = "slide_spring"
    line: LinePlace = Field(description="the line on the first body")
    pin: PointPlace = Field(description="the point of the second body")

    def measure(self, row: Row, motion: Motion) -> dict[str, Measured]:
        return {"position": motion.along(self.line.body, row.line(self.line), self.pin.body, row.point(self.pin))}

    def sketch(self, row: Row, pen: Pen) -> None:
        free = float(row.number(self.free_position).real)
        pen.stretch(row, self.line, (self.pin.body, row.point(self.pin)), self.drawn_as(), free)


class PointForce(Force):
    """A force at a point of a body and a torque on it, in world directions or following the body."""

    kernel = "point_force"

    type: Literal["force"] = "force"
    on: PointPlace = Field(description="the point on which it acts")
    x: Law = Field(default=NONE, description="component along x in N")
    y: Law = Field(default=NONE, description="component along y in N")
    torque: Law = Field(default=NONE, description="torque in N m, counterclockwise positive")
    follows: bool = Field(default=False, description="components are along the body's own axes")

    def ends(self, row: Row) -> tuple[str, str]:
        return "ground", self.on.body

    def _variables(self, row: Row) -> dict[str, int]:
        """The point's x, y, vx, vy and the body's angle, omega."""
        point: Any = (self.on.body, row.point(self.on))
        motion, origin = FreedomMotion(), ("ground", (0.0, 0.0))
        measured = row.measured(motion.difference(origin, point, 0), "x", "vx")
        measured |= row.measured(motion.difference(origin, point, 1), "y", "vy")
        return measured | row.measured(motion.angle_between("ground", self.on.body), "angle", "omega")

    def pack(self, row: Row) -> None:
        row.add(*row.point(self.on), 1.0 if self.follows else 0.0)
        laws = (self.x, self.y, self.torque)
        variables = self._variables(row) if moves(row, laws) else {}
        row.ints += [row.law(law, variables) for law in laws]
