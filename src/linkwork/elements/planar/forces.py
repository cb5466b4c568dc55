"""Applied forces: springs, dampers and actuators in a freedom; forces and torques on a body; motors; end stops."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from linkwork.elements.base import Element
from linkwork.elements.planar.ends import PointPair
from linkwork.elements.planar.freedoms import ANGLE, Freedom, FreedomMotion, freedoms_of, joint_freedom
from linkwork.functions import TimeFunction
from linkwork.functions.law import Law
from linkwork.functions.value import as_function
from linkwork.mechanism.expression import as_expression
from linkwork.mechanism.number import Number
from linkwork.mechanism.places import LinePlace, PointPlace
from linkwork.signals.parts import law_states

if TYPE_CHECKING:
    from linkwork.elements.sketch import Pen
    from linkwork.run.motion import Measured, Motion
    from linkwork.system.row import Row

_ZERO = as_expression(0)
_NONE = as_function(_ZERO)
Side = Literal["both", "tension", "compression"]
_SIDES = {"both": 0.0, "tension": 1.0, "compression": -1.0}


class Force(Element):
    """Something that acts on one or two bodies without holding them: no equations."""

    equations = {}

    def states(self) -> dict[str, Number]:
        """Own states with their values at the start."""
        return law_states(self)


class FreedomForce(Force):
    """A force in a freedom between two bodies."""

    def freedom(self, row: Row) -> Freedom:
        """The freedom in which it acts."""
        raise TypeError(f"{type(self).__name__} does not say in which freedom it acts")

    def ends(self, row: Row) -> tuple[str, str]:
        return self.freedom(row).bodies


class _SpringLike(FreedomForce):
    """Spring, damper and actuator: f = k (s - s0) + c s' + law, pulling the freedom s back."""

    kernel = "spring"

    damping: Number = Field(default=_ZERO, description="N s/m or N m s/rad")
    only: Side = Field(
        default="both", description="spring and damper act only in tension (above the free value) or compression"
    )
    clipped: bool = Field(
        default=False, description="a one-sided spring never pulls the other way when its damper would"
    )

    def _pack(self, row: Row, stiffness: Number, free: Number, law: Law, *names: str) -> None:
        """`names` are what the law calls the freedom's value; its rate is the speed."""
        freedom = self.freedom(row)
        row.freedom(freedom)
        row.add(row.number(stiffness), row.number(free), row.number(self.damping), _SIDES[self.only])
        row.add(1.0 if self.clipped else 0.0)
        if self.clipped and self.only == "both":
            row.fail("'clipped' is for a spring that acts only in tension or only in compression")
        row.ints.append(row.law(law, _variables(row, freedom, *names)))
        row.ints.append(row.switch(self.only) if self.only != "both" else 0)
        if self.clipped:
            row.switch(f"clip of {self.only}")


class Spring(PointPair, _SpringLike):
    """A spring, damper and actuator between two points; tension is positive."""

    type: Literal["spring"] = "spring"
    stiffness: Number = Field(default=_ZERO, description="N/m")
    free_length: Number = Field(default=_ZERO, description="length without tension, m")
    force: Law = Field(default=_NONE, description="law of an actuator in N: of t, length, speed and any channel")

    def freedom(self, row: Row) -> Freedom:
        first, second = self.places()
        return FreedomMotion().distance((first.body, row.point(first)), (second.body, row.point(second)))

    def ends(self, row: Row) -> tuple[str, str]:
        first, second = self.places()
        return first.body, second.body

    def pack(self, row: Row) -> None:
        row.not_negative(self.free_length, "free_length", "a length has no sign; slide_spring has a signed position")
        self._pack(row, self.stiffness, self.free_length, self.force, "length")

    def measure(self, row: Row, motion: Motion) -> dict[str, Measured]:
        first, second = self.places()
        return {"length": motion.distance((first.body, row.point(first)), (second.body, row.point(second)))}

    def sketch(self, row: Row, pen: Pen) -> None:
        pen.connect(row, *self.places(), kind="spring")


class TorsionSpring(_SpringLike):
    """A rotational spring, damper and actuator between two bodies."""

    type: Literal["torsion_spring"] = "torsion_spring"
    between: tuple[str, str] = Field(description="two bodies")
    stiffness: Number = Field(default=_ZERO, description="N m/rad")
    free_angle: Number = Field(default=_ZERO, description="relative angle without torque, rad")
    torque: Law = Field(
        default=_NONE, description="law of an actuator in N m that pulls the angle back: of t, angle, speed, channels"
    )

    def freedom(self, row: Row) -> Freedom:
        return FreedomMotion().angle_between(*self.between)

    def pack(self, row: Row) -> None:
        self._pack(row, self.stiffness, self.free_angle, self.torque, "angle")

    def measure(self, row: Row, motion: Motion) -> dict[str, Measured]:
        return {"angle": motion.angle_between(*self.between)}


class SlideSpring(_SpringLike):
    """A spring, damper and actuator along a line of the first body, with a signed position: safe at zero length."""

    type: Literal["slide_spring"] = "slide_spring"
    line: LinePlace = Field(description="the line on the first body")
    pin: PointPlace = Field(description="the point of the second body")
    stiffness: Number = Field(default=_ZERO, description="N/m")
    free_position: Number = Field(default=_ZERO, description="position without force, m")
    force: Law = Field(default=_NONE, description="law of an actuator in N that pulls the position back")

    def freedom(self, row: Row) -> Freedom:
        return FreedomMotion().along(self.line.body, row.line(self.line), self.pin.body, row.point(self.pin))

    def ends(self, row: Row) -> tuple[str, str]:
        return self.line.body, self.pin.body

    def pack(self, row: Row) -> None:
        self._pack(row, self.stiffness, self.free_position, self.force, "position")

    def measure(self, row: Row, motion: Motion) -> dict[str, Measured]:
        return {"position": motion.along(self.line.body, row.line(self.line), self.pin.body, row.point(self.pin))}


class _InJoint(FreedomForce):
    """Something that acts in a freedom of a joint."""

    joint: str = Field(description="the joint")
    freedom_name: str | None = Field(
        default=None, alias="freedom", description="angle, position, ...; needed when the joint has several freedoms"
    )

    def freedom(self, row: Row) -> Freedom:
        return joint_freedom(row, self.joint, self.freedom_name)

    def _names(self, row: Row) -> tuple[str, ...]:
        """What a law may call the freedom's value: value, and angle, or position and length."""
        angle = self.freedom(row).kind == ANGLE
        return ("value", "angle") if angle else ("value", "position", "length")

    def measure(self, row: Row, motion: Motion) -> dict[str, Measured]:
        joint = row.scope.joint(self.joint)
        found = joint.measure(row, motion)
        if "angle" not in found and "angle" not in joint.equations:
            found["angle"] = motion.angle_between(*joint.ends(row))
        name = self.freedom_name or next(iter(freedoms_of(row, joint)))
        return {name: found[name]} if name in found else {}


class JointSpring(_InJoint, _SpringLike):
    """A spring, damper and actuator inside a freedom of a joint."""

    type: Literal["joint_spring"] = "joint_spring"
    stiffness: Number = Field(default=_ZERO, description="N/m or N m/rad")
    free: Number = Field(default=_ZERO, description="position or angle without force")
    force: Law = Field(
        default=_NONE, description="law of an actuator that pulls the value back: of t, value, speed ..."
    )

    def pack(self, row: Row) -> None:
        self._pack(row, self.stiffness, self.free, self.force, *self._names(row))


class Actuator(_InJoint):
    """A force or torque in a freedom of a joint that pushes its value up (the other sign than a spring's)."""

    kernel = "actuator"

    type: Literal["actuator"] = "actuator"
    force: Law = Field(description="law in N or N m: of t, value, speed and any channel")

    def pack(self, row: Row) -> None:
        freedom = self.freedom(row)
        row.freedom(freedom)
        row.ints.append(row.law(self.force, _variables(row, freedom, *self._names(row))))


class Motor(_InJoint):
    """A motor with a servo: it drives the joint towards a position or a speed that is a function of time."""

    kernel = "motor"

    type: Literal["motor"] = "motor"
    position: TimeFunction | None = Field(default=None, description="wanted angle or position as a function of t")
    speed: TimeFunction | None = Field(default=None, description="wanted speed as a function of t")
    proportional: Number = Field(default=_ZERO, description="gain of the error")
    derivative: Number = Field(default=_ZERO, description="gain of the error's rate (position servo)")
    integral: Number = Field(default=_ZERO, description="gain of the error's integral")
    limit: Number = Field(default=_ZERO, description="largest force or torque; 0 without limit")

    def states(self) -> dict[str, Number]:
        return {"integral": _ZERO}

    def pack(self, row: Row) -> None:
        if (self.position is None) == (self.speed is None):
            row.fail("give the wanted position or the wanted speed, one of them")
        row.freedom(self.freedom(row))
        gains = [row.number(value) for value in (self.proportional, self.derivative, self.integral)]
        row.add(*gains, row.not_negative(self.limit, "limit", "give the largest force or torque, or 0 for no limit"))
        row.add(1.0 if self.speed is not None else 0.0)
        row.ints += row.state("integral")
        target = self.position if self.position is not None else self.speed
        assert target is not None
        row.function(target)


class EndStop(_InJoint):
    """End stops of a joint: stiff springs and dampers beyond a lower and an upper limit."""

    kernel = "stop"

    type: Literal["end_stop"] = "end_stop"
    lower: Number | None = Field(default=None, description="least position or angle")
    upper: Number | None = Field(default=None, description="largest position or angle")
    stiffness: Number = Field(description="N/m or N m/rad")
    damping: Number = Field(default=_ZERO, description="N s/m or N m s/rad, only while touching")

    def pack(self, row: Row) -> None:
        if self.lower is None and self.upper is None:
            row.fail("give a lower or an upper limit")
        limits = [0.0 if value is None else row.number(value) for value in (self.lower, self.upper)]
        if self.lower is not None and self.upper is not None and limits[0].real >= limits[1].real:
            row.fail("the lower limit must be below the upper one")
        row.freedom(self.freedom(row))
        stiffness = row.not_negative(self.stiffness, "stiffness", "a stop pushes back")
        damping = row.not_negative(self.damping, "damping", "a stop would feed energy into the motion")
        row.add(stiffness, damping, *limits)
        place = row.switch("contact at the lower limit")
        for text in ("clip at the lower limit", "contact at the upper limit", "clip at the upper limit"):
            row.switch(text)
        row.ints += [place, int(self.lower is not None) + 2 * int(self.upper is not None)]


class PointForce(Force):
    """A force at a point of a body and a torque on it, in world directions or following the body."""

    kernel = "point_force"

    type: Literal["force"] = "force"
    on: PointPlace = Field(description="the point on which it acts")
    x: Law = Field(default=_NONE, description="component along x in N")
    y: Law = Field(default=_NONE, description="component along y in N")
    torque: Law = Field(default=_NONE, description="torque in N m, counterclockwise positive")
    follows: bool = Field(default=False, description="components are along the body's own axes")

    def ends(self, row: Row) -> tuple[str, str]:
        return "ground", self.on.body

    def _variables(self, row: Row) -> dict[str, int]:
        """The point's x, y, vx, vy and the body's angle, omega."""
        point: Any = (self.on.body, row.point(self.on))
        motion, origin = FreedomMotion(), ("ground", (0.0, 0.0))
        found = row.measured(motion.difference(origin, point, 0), "x", "vx")
        found |= row.measured(motion.difference(origin, point, 1), "y", "vy")
        return found | row.measured(motion.angle_between("ground", self.on.body), "angle", "omega")

    def pack(self, row: Row) -> None:
        row.add(*row.point(self.on), 1.0 if self.follows else 0.0)
        laws = (self.x, self.y, self.torque)
        moving = any(getattr(law, "of", "") or _names(law) - set(row.scope.env) - {"t"} for law in laws)
        variables = self._variables(row) if moving else {}
        row.ints += [row.law(law, variables) for law in laws]


def _variables(row: Row, freedom: Freedom, *names: str) -> dict[str, int]:
    """The freedom's value under these names, and its rate as the speed."""
    place = row.measured(freedom, names[0], "speed")
    return place | dict.fromkeys(names[1:], place[names[0]])


def _names(law: Any) -> set[str]:
    """Free names of a law; of a Python law the names of its arguments."""
    if hasattr(law, "arguments"):
        return set(law.arguments())
    value = getattr(law, "value", None)
    return set(value.names) if value is not None else set()
