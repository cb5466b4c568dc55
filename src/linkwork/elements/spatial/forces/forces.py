"""Forces of space in a freedom: springs between points, about axes, along lines, in joints; actuators, motors, stops.

What they do with the value and the speed of their freedom is that of the plane (`elements/forces_base.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from linkwork.elements import forces_base as shared
from linkwork.elements.forces_base import AngleSpring, DistanceSpring, Force, PositionSpring
from linkwork.elements.spatial import acting
from linkwork.elements.spatial.base import SpatialElement
from linkwork.elements.spatial.ends import FramePair, drawn_between
from linkwork.elements.spatial.forces.plastic import Absorber as Absorber
from linkwork.elements.spatial.forces.plastic import PlasticHinge as PlasticHinge
from linkwork.elements.spatial.freedoms import SpatialFreedomMotion
from linkwork.elements.spatial.glyph import Glyph, pair_glyph, point_glyph
from linkwork.functions.law import Law
from linkwork.places.spatial import rotation
from linkwork.places.spatial.places import FramePlace, PointPlace

if TYPE_CHECKING:
    from linkwork.elements.freedoms import Freedom
    from linkwork.places.spatial.row import SpatialRow


_ABOUT_Z = ("revolute", "cylindrical")
"""Joints whose angle is one about the axis of their frames."""
_ALONG_Z = ("translational", "cylindrical")
"""Joints whose position is one along that axis."""


class Spring(DistanceSpring, SpatialElement):
    """A spring, damper and actuator between two points; tension is positive (Haug 11.4.1 to 11.4.11).

    At zero length it has no direction and does not act.
    """

    type: Literal["spring"] = "spring"
    between: tuple[PointPlace, PointPlace] = Field(description="a point on each of two bodies")

    def places(self) -> tuple[Any, Any]:
        return self.between

    def acting_points(self, row: SpatialRow, motion: Any) -> tuple[Any, ...]:
        return row.point(self.between[0]), row.point(self.between[1])

    def glyph(self, row: SpatialRow) -> tuple[Glyph, ...]:
        return () if self.look == "none" else (point_glyph(self.drawn_as(), row, *self.between),)


class TorsionSpring(FramePair, AngleSpring, SpatialElement):
    """A rotational spring, damper and actuator about an axis (Haug 11.4.12 to 11.4.16), with a free angle.

    Its angle is that of x'' of the second frame against x'' of the first, about the axis z'' of the first; whole turns
    are counted. It acts in a hinge, a pin in a bore or a screw, whose axes agree; it is not for a universal joint.
    """

    type: Literal["torsion_spring"] = "torsion_spring"

    def glyph(self, row: SpatialRow) -> tuple[Glyph, ...]:
        return (pair_glyph("coil", self, row),)

    def acting_points(self, row: SpatialRow, motion: Any) -> tuple[Any, ...]:
        """Its own points, or, where these are drawn apart, those of the joint between its bodies."""
        ends = self.ends(row)
        points = self.first_point(row), self.reaction_point(row)
        gap = drawn_between(row, (ends[0], self.frames(row)[0][0]), (ends[1], points[1]))
        joined = acting.where_joined(row, *ends) if rotation.size(gap) > 0.0 else None
        return joined or points

    def measure(self, row: SpatialRow, motion: Any) -> dict[str, Any]:
        (_, f, g, _), (_, other, _, _) = self.frames(row)
        first, second = self.ends(row)
        return {"angle": motion.angle_about(first, (f, g), second, other)}


class SlideSpring(PositionSpring, SpatialElement):
    """A spring, damper and actuator along an axis of the first body, with a signed position: safe at zero length."""

    type: Literal["slide_spring"] = "slide_spring"
    line: FramePlace = Field(description="a point of the first body and its axis, the line")
    pin: PointPlace = Field(description="the point of the second body")

    def acting_points(self, row: SpatialRow, motion: Any) -> tuple[Any, ...]:
        return None, row.point(self.pin)

    def glyph(self, row: SpatialRow) -> tuple[Glyph, ...]:
        free = float(row.number(self.free_position).real)
        return (point_glyph(f"slide_{self.drawn_as()}", row, self.line, self.pin, size=free),)

    def measure(self, row: SpatialRow, motion: Any) -> dict[str, Any]:
        start, _, _, direction = row.frame(self.line)
        return {"position": motion.along(self.line.body, (start, direction), self.pin.body, row.point(self.pin))}


class _InJoint(shared.InJoint, SpatialElement):
    """Something that acts in a freedom of a joint of space."""

    def acting_points(self, row: SpatialRow, motion: Any) -> tuple[Any, ...]:
        return acting.of_freedom(row, self.freedom(row), self.joint)


class JointSpring(_InJoint, shared.JointSpring):
    """A spring, damper and actuator inside a freedom of a joint."""

    def glyph(self, row: SpatialRow) -> tuple[Glyph, ...]:
        joint: Any = row.scope.joint(self.joint)
        kind = getattr(joint, "type", "") if isinstance(joint, FramePair) else ""
        if self.freedom(row).is_angle:
            return (pair_glyph("coil", joint, row),) if kind in _ABOUT_Z and self.winds(row) else ()
        free = float(row.number(self.free).real)
        return (pair_glyph(f"slide_{self.drawn_as()}", joint, row, size=free),) if kind in _ALONG_Z else ()


class Actuator(_InJoint, shared.Actuator):
    """A force or torque in a freedom of a joint that pushes its value up (the other sign than a spring's)."""


class Motor(_InJoint, shared.Motor):
    """A motor with a servo: it drives the joint towards a position or a speed that is a function of time."""


class EndStop(_InJoint, shared.EndStop):
    """End stops of a joint: stiff springs and dampers beyond a lower and an upper limit."""


class Torque(Force, SpatialElement):
    """A torque between two bodies about an axis of the first: on the second body, and the opposite on the first.

    With the ground as the first body it is a torque about an axis of the world.
    """

    kernel = "actuator"

    type: Literal["torque"] = "torque"
    axis: FramePlace = Field(description="the first body and the axis of the torque on it")
    on: str = Field(description="the second body")
    torque: Law = Field(description="law in N m: of t, speed (angular velocity about the axis) and any channel")

    def freedom(self, row: SpatialRow) -> Freedom:
        """The rotation about the axis."""
        return SpatialFreedomMotion().spin(self.axis.body, row.frame(self.axis)[3], self.on)

    def ends(self, row: SpatialRow) -> tuple[str, str]:
        return self.axis.body, self.on

    def acting_points(self, row: SpatialRow, motion: Any) -> tuple[Any, ...]:
        return acting.where_joined(row, *self.ends(row)) or (row.point(self.axis), acting.ORIGIN)

    def pack(self, row: SpatialRow) -> None:
        freedom = self.freedom(row)
        row.freedom(freedom)
        reads = shared.moves(row, (self.torque,))
        speed = {"speed": row.table.measure(freedom) + 1} if reads else {}
        row.ints.append(row.law(self.torque, speed))
