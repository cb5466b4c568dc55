"""Applied forces of the plane and of space alike: springs, dampers and actuators in a freedom, motors, end stops.

A force in a freedom measures that freedom (`measure`); asked with the freedoms of its world, the same words give the
freedom in which it acts. A world adds forces of its own in its package.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal, cast

from pydantic import Field

from linkwork.elements.base import Element, Unit
from linkwork.elements.freedoms import Freedom, freedoms_of, joint_freedom, world_of
from linkwork.expression import as_expression
from linkwork.expression.number import Number
from linkwork.functions import TimeFunction
from linkwork.functions.law import Law, law_names
from linkwork.functions.value import as_function
from linkwork.signals.parts import law_states

ZERO = as_expression(0)
NONE = as_function(ZERO)
SOLID_KERNELS = ("solid_element", "isoparametric_element")
"""Kernels of cells of solids, whose edges and spokes know more nodes than their two ends."""
Side = Literal["both", "tension", "compression"]
_SIDES = {"both": 0.0, "tension": 1.0, "compression": -1.0}


class Force(Element):
    """Something that acts on one or two bodies without holding them: no equations."""

    equations: ClassVar[dict[str, Unit]] = {}

    def states(self) -> dict[str, Number]:
        """Own states with their values at the start."""
        return law_states(self)


class FreedomForce(Force):
    """A force in a freedom between two bodies: the one that it measures."""

    def freedom(self, row: Any) -> Freedom:
        """The freedom in which it acts."""
        measure: Any = self.measure(row, world_of(row).FreedomMotion())
        return cast(Freedom, next(iter(measure.values())))

    def ends(self, row: Any) -> tuple[str, str]:
        return self.freedom(row).bodies


class SpringLike(FreedomForce):
    """Spring, damper and actuator: f = k (s - s0) + c s' + law, pulling the freedom s back."""

    kernel = "spring"

    damping: Number = Field(default=ZERO, description="N s/m or N m s/rad")
    only: Side = Field(
        default="both", description="spring and damper act only in tension (above the free value) or compression"
    )
    clipped: bool = Field(
        default=False, description="a one-sided spring never pulls the other way when its damper would"
    )

    def only_damps(self) -> bool:
        """Whether it is a damper: it has damping, but neither a stiffness nor a law."""
        own: Any = self
        law = own.torque if hasattr(self, "torque") else own.force
        others = own.stiffness.constant == 0.0 and law == NONE
        return bool(others and self.damping.constant != 0.0)

    def drawn_as(self) -> str:
        """How it is drawn."""
        return "damper" if self.only_damps() else "spring"

    def _pack(self, row: Any, stiffness: Number, free: Number, law: Law, *names: str) -> None:
        """`names` are what the law calls the freedom's value; its rate is the speed."""
        freedom = self.freedom(row)
        row.freedom(freedom)
        row.add(row.number(stiffness), row.number(free), row.number(self.damping), _SIDES[self.only])
        row.add(1.0 if self.clipped else 0.0)
        if self.clipped and self.only == "both":
            row.fail("'clipped' is for a spring that acts only in tension or only in compression")
        row.ints.append(row.law(law, variables(row, freedom, *names)))
        row.ints.append(row.switch(self.only) if self.only != "both" else 0)
        if self.clipped:
            row.switch(f"clip of {self.only}")


Look = Literal["spring", "cylinder", "gas_strut", "damper", "none"]


class DistanceSpring(SpringLike):
    """A spring, damper and actuator between two points; tension is positive."""

    channel_units: ClassVar[dict[str, str]] = {"strength": "N"}

    stiffness: Number = Field(default=ZERO, description="N/m")
    free_length: Number = Field(default=ZERO, description="length without tension, m")
    force: Law = Field(default=NONE, description="law of an actuator in N: of t, length, speed and any channel")
    look: Look | None = Field(
        default=None,
        description="how it is drawn, which changes nothing else; left out, one that only damps is drawn as a damper, "
        "any other as a spring",
    )

    def drawn_as(self) -> str:
        return self.look or super().drawn_as()

    def places(self) -> tuple[Any, Any]:
        """The two points."""
        raise TypeError(f"{type(self).__name__} does not say between which points it acts")

    def pack(self, row: Any) -> None:
        row.not_negative(self.free_length, "free_length", "a length has no sign; slide_spring has a signed position")
        self._pack(row, self.stiffness, self.free_length, self.force, "length")

    def measure(self, row: Any, motion: Any) -> dict[str, Any]:
        first, second = self.places()
        return {"length": motion.distance((first.body, row.point(first)), (second.body, row.point(second)))}


class AngleSpring(SpringLike):
    """A rotational spring, damper and actuator."""

    channel_units: ClassVar[dict[str, str]] = {"strength": "N m"}

    stiffness: Number = Field(default=ZERO, description="N m/rad")
    free_angle: Number = Field(default=ZERO, description="relative angle without torque, rad")
    torque: Law = Field(
        default=NONE, description="law of an actuator in N m that pulls the angle back: of t, angle, speed, channels"
    )

    def pack(self, row: Any) -> None:
        self._pack(row, self.stiffness, self.free_angle, self.torque, "angle")


class PositionSpring(SpringLike):
    """A spring, damper and actuator along a line of the first body, with a signed position: safe at zero length."""

    channel_units: ClassVar[dict[str, str]] = {"strength": "N"}

    stiffness: Number = Field(default=ZERO, description="N/m")
    free_position: Number = Field(default=ZERO, description="position without force, m")
    force: Law = Field(default=NONE, description="law of an actuator in N that pulls the position back")

    def pack(self, row: Any) -> None:
        self._pack(row, self.stiffness, self.free_position, self.force, "position")


class InJoint(FreedomForce):
    """Something that acts in a freedom of a joint."""

    joint: str = Field(description="the joint")
    freedom_name: str | None = Field(
        default=None, alias="freedom", description="angle, position, ...; needed when the joint has several freedoms"
    )

    def freedom(self, row: Any) -> Freedom:
        freedom: Freedom = joint_freedom(row, self.joint, self.freedom_name)
        return freedom

    def _names(self, row: Any) -> tuple[str, ...]:
        """What a law may call the freedom's value: value, and angle, or position and length."""
        return ("value", "angle") if self.freedom(row).is_angle else ("value", "position", "length")

    def measure(self, row: Any, motion: Any) -> dict[str, Any]:
        joint = row.scope.joint(self.joint)
        joint_values = world_of(row).joint_values(row, joint, motion)
        name = self.freedom_name or next(iter(freedoms_of(row, joint)))
        return {name: joint_values[name]} if name in joint_values else {}


class JointSpring(InJoint, SpringLike):
    """A spring, damper and actuator inside a freedom of a joint."""

    type: Literal["joint_spring"] = "joint_spring"
    stiffness: Number = Field(default=ZERO, description="N/m or N m/rad")
    free: Number = Field(default=ZERO, description="position or angle without force")
    force: Law = Field(default=NONE, description="law of an actuator that pulls the value back: of t, value, speed ...")

    def pack(self, row: Any) -> None:
        self._pack(row, self.stiffness, self.free, self.force, *self._names(row))

    def winds(self, row: Any) -> bool:
        """Whether it is wound about the axis of its joint, and drawn so."""
        return not self.only_damps() and self.freedom(row).is_angle

    def sketch(self, row: Any, pen: Any) -> None:
        joint = row.scope.joint(self.joint)
        if self.winds(row):
            pen.coil(row, *self.ends(row), self.joint)
        elif joint.type == "translational":
            first, second = joint.lines()
            free = float(row.number(self.free).real)
            pen.stretch(row, first, (second.body, row.line(second)[:2]), self.drawn_as(), free)


class Actuator(InJoint):
    """A force or torque in a freedom of a joint that pushes its value up (the other sign than a spring's)."""

    kernel = "actuator"

    type: Literal["actuator"] = "actuator"
    force: Law = Field(description="law in N or N m: of t, value, speed and any channel")

    def pack(self, row: Any) -> None:
        freedom = self.freedom(row)
        row.freedom(freedom)
        row.ints.append(row.law(self.force, variables(row, freedom, *self._names(row))))


class Motor(InJoint):
    """A motor with a servo: it drives the joint towards a position or a speed that is a function of time."""

    kernel = "motor"

    type: Literal["motor"] = "motor"
    position: TimeFunction | None = Field(default=None, description="wanted angle or position as a function of t")
    speed: TimeFunction | None = Field(default=None, description="wanted speed as a function of t")
    proportional: Number = Field(default=ZERO, description="gain of the error")
    derivative: Number = Field(default=ZERO, description="gain of the error's rate (position servo)")
    integral: Number = Field(default=ZERO, description="gain of the error's integral")
    limit: Number = Field(default=ZERO, description="largest force or torque; 0 without limit")

    def states(self) -> dict[str, Number]:
        return {"integral": ZERO}

    def pack(self, row: Any) -> None:
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


class EndStop(InJoint):
    """End stops of a joint: stiff springs and dampers beyond a lower and an upper limit."""

    kernel = "stop"

    type: Literal["end_stop"] = "end_stop"
    lower: Number | None = Field(default=None, description="least position or angle")
    upper: Number | None = Field(default=None, description="largest position or angle")
    stiffness: Number = Field(description="N/m or N m/rad")
    damping: Number = Field(default=ZERO, description="N s/m or N m s/rad, only while touching")

    def pack(self, row: Any) -> None:
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


def variables(row: Any, freedom: Freedom, *names: str) -> dict[str, int]:
    """The freedom's value under these names, and its rate as the speed."""
    place: dict[str, int] = row.measured(freedom, names[0], "speed")
    return place | dict.fromkeys(names[1:], place[names[0]])


def moves(row: Any, laws: tuple[Any, ...]) -> bool:
    """Whether one of the laws reads more than the time and parameters."""
    return any(getattr(law, "of", "") or law_names(law) - set(row.scope.env) - {"t"} for law in laws)
