"""Values given as functions of time: drivers, and constraints where the value is constant (Haug 9.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal

from pydantic import Field

from linkwork.elements.spatial.base import SpatialElement
from linkwork.elements.spatial.ends import FramePair
from linkwork.elements.spatial.freedoms import SpatialFreedom, SpatialFreedomMotion
from linkwork.elements.spatial.glyph import Glyph, pair_glyph
from linkwork.elements.spatial.values import ANGLES, LENGTHS, joint_value
from linkwork.functions import TimeFunction
from linkwork.places.spatial.places import Frame, FramePlace, PointPlace

if TYPE_CHECKING:
    from linkwork.elements.base import Unit
    from linkwork.elements.motion import Measured
    from linkwork.places.spatial.rotation import Vec
    from linkwork.places.spatial.row import JointFrame, SpatialRow

_GROUND = Frame(body="ground")


class _Drive(SpatialElement):
    """One value between two bodies that follows a function of time; its multiplier is the force or torque along it."""

    kernel = "drive"

    def driven(self, row: SpatialRow) -> SpatialFreedom:
        """What is driven."""
        raise TypeError(f"{type(self).__name__} does not say what it drives")

    def course(self) -> TimeFunction:
        """How it moves."""
        course: TimeFunction = getattr(self, "value")  # noqa: B009
        return course

    def ends(self, row: SpatialRow) -> tuple[str, str]:
        return self.driven(row).bodies

    def pack(self, row: SpatialRow) -> None:
        driven = self.driven(row)
        row.add(*driven.numbers)
        row.ints.append(driven.kind)
        row.function(self.course())

    def reaction_point(self, row: SpatialRow) -> Vec:
        driven = self.driven(row)
        return (0.0, 0.0, 0.0) if driven.kind in ANGLES else driven.numbers[3:6]


class _Length(_Drive):
    equations: ClassVar[dict[str, Unit]] = {"position": "length"}

    value: TimeFunction = Field(description="in m, a number or a function of t")


class _Turn(_Drive):
    equations: ClassVar[dict[str, Unit]] = {"angle": "angle"}

    value: TimeFunction = Field(description="the angle in rad, a number or a function of t; turns count")

    def structure(self) -> tuple[str, ...]:
        return ("---abc|---abc",)


class _Absolute(_Length):
    """A world coordinate of a point (Haug 9.4.15, 9.5.1)."""

    coordinate: ClassVar[int]
    on: PointPlace = Field(description="the point that is held or driven")

    def driven(self, row: SpatialRow) -> SpatialFreedom:
        return self._measured(row, SpatialFreedomMotion())

    def structure(self) -> tuple[str, ...]:
        marks = "".join(mark if place == self.coordinate else "-" for place, mark in enumerate("xyz"))
        return (f"{marks}abc|{marks}abc",)

    def measure(self, row: SpatialRow, motion: Any) -> dict[str, Measured]:
        return {"position": self._measured(row, motion)}

    def _measured(self, row: SpatialRow, motion: Any) -> Any:
        return motion.difference(("ground", (0.0, 0.0, 0.0)), (self.on.body, row.point(self.on)), self.coordinate)


class AbsoluteX(_Absolute):
    """The world x of a point (1 equation)."""

    coordinate = 0
    type: Literal["absolute_x"] = "absolute_x"


class AbsoluteY(_Absolute):
    """The world y of a point (1 equation)."""

    coordinate = 1
    type: Literal["absolute_y"] = "absolute_y"


class AbsoluteZ(_Absolute):
    """The world z of a point (1 equation)."""

    coordinate = 2
    type: Literal["absolute_z"] = "absolute_z"


class AbsoluteAngle(_Turn):
    """The angle of a body about an axis of the world (1 equation).

    It is that of x'' of the body's frame about `axis` of the frame `against`, which is fixed in the ground and, where
    it is left out, as drawn.
    """

    type: Literal["absolute_angle"] = "absolute_angle"
    on: FramePlace = Field(description="the frame of the body, its axis along the axis of the turn")
    against: FramePlace = Field(default=_GROUND, description="the frame of the ground")

    def driven(self, row: SpatialRow) -> SpatialFreedom:
        return self._measured(row, SpatialFreedomMotion())

    def measure(self, row: SpatialRow, motion: Any) -> dict[str, Measured]:
        return {"angle": self._measured(row, motion)}

    def _measured(self, row: SpatialRow, motion: Any) -> Any:
        (_, f, g, _), second = row.frames(self.against, self.on)
        return motion.angle_about(self.against.body, (f, g), self.on.body, second[1])


class Distance(FramePair, _Length):
    """The distance of two points (1 equation; Haug 9.4.8, 9.5.2, as |d| - C so that its multiplier is a force)."""

    equations = {"distance": "length"}

    type: Literal["distance"] = "distance"

    def driven(self, row: SpatialRow) -> SpatialFreedom:
        return self._measured(row, SpatialFreedomMotion())

    def ends(self, row: SpatialRow) -> tuple[str, str]:
        return self.between[0].body, self.between[1].body

    def pack(self, row: SpatialRow) -> None:
        start = row.start_value(self.value)
        if start <= 0.0:
            row.fail(f"the distance must be greater than zero; at the start it is {start:g}; for zero take 'spherical'")
        row.lengths.append(row.carried_start(self.value))
        super().pack(row)

    def glyph(self, row: SpatialRow) -> tuple[Glyph, ...]:
        return (pair_glyph("rod", self, row),)

    def measure(self, row: SpatialRow, motion: Any) -> dict[str, Measured]:
        return {"distance": self._measured(row, motion)}

    def _measured(self, row: SpatialRow, motion: Any) -> Any:
        first, second = self.places()
        return motion.distance((first.body, row.point(first)), (second.body, row.point(second)))


class Along(FramePair, _Length):
    """How far a point of the second body lies along the axis of the first (1 equation; Haug 9.5.3)."""

    type: Literal["along"] = "along"

    def driven(self, row: SpatialRow) -> SpatialFreedom:
        return self._measured(row, SpatialFreedomMotion())

    def ends(self, row: SpatialRow) -> tuple[str, str]:
        return self.between[0].body, self.between[1].body

    def measure(self, row: SpatialRow, motion: Any) -> dict[str, Measured]:
        return {"position": self._measured(row, motion)}

    def _measured(self, row: SpatialRow, motion: Any) -> Any:
        (s, _, _, h), second = self.frames(row)
        return motion.along(self.between[0].body, (s, h), self.between[1].body, second[0])


class _InJoint(_Drive):
    """A driver of a joint's value; its reaction is told in the joint's frame."""

    joint: str = Field(description="the joint")
    freedom: str | None = Field(default=None, description="which of its values, where it has several")

    def reaction_point(self, row: SpatialRow) -> Vec:
        frame = self._frame(row, self.ends(row)[1])
        return super().reaction_point(row) if frame is None else frame[0]

    def joint_frame(self, row: SpatialRow) -> tuple[str, Vec, Vec, Vec]:
        first = self.ends(row)[0]
        frame = self._frame(row, first)
        return super().joint_frame(row) if frame is None else (first, *frame[1:])

    def _frame(self, row: SpatialRow, body: str) -> JointFrame | None:
        """The joint's frame in one of its bodies; None where it has a value but no frames, as a distance."""
        joint = row.scope.joint(self.joint)
        return joint.frames(row)[joint.ends(row).index(body)] if isinstance(joint, FramePair) else None


class AngleDrive(_InJoint, _Turn):
    """A rotary actuator in a joint that turns, such as a revolute, screw or universal one (1 equation; Haug 9.5.4).

    The angle is measured from x'' of the joint's first frame to x'' of its second about the first axis, in the turn
    that is nearest to the value.
    """

    type: Literal["angle"] = "angle"

    def driven(self, row: SpatialRow) -> SpatialFreedom:
        return joint_value(row, self.joint, self.freedom, ANGLES, "angle")


class PositionDrive(_InJoint, _Length):
    """A linear actuator in a joint that slides (1 equation; Haug 9.5.3)."""

    type: Literal["position"] = "position"

    def driven(self, row: SpatialRow) -> SpatialFreedom:
        return joint_value(row, self.joint, self.freedom, LENGTHS, "position")
