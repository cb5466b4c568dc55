"""Joints that turn, slide or hold: revolute, cylindrical, translational, planar, spherical, fixed (Haug 9.4.4)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from linkwork.elements.spatial.carrier import BALL, HOLD, MASSLESS, SLIDE, TURN, Primitive, slides
from linkwork.elements.spatial.ends import drawn_product
from linkwork.elements.spatial.joints.composed import Aligned, Composed, frames_of
from linkwork.elements.spatial.joints.program import (
    AXES,
    DOT_1,
    DOT_2,
    F_I,
    FIRST_CONSTANT,
    G_J,
    H_I,
    LINE,
    PARALLEL,
    POINT,
    SQUARE,
)
from linkwork.expression.number import Number
from linkwork.places.spatial import rotation

if TYPE_CHECKING:
    from linkwork.elements.motion import Measured
    from linkwork.places.spatial.row import JointFrame, SpatialRow


class Spherical(Composed):
    """A ball joint: two points stay together (3 equations, 3 freedoms; Haug 9.4.18)."""

    equations = {"x": "length", "y": "length", "z": "length"}
    program = (POINT,)
    freedoms = ("rx", "ry", "rz")
    symbol = "ball"

    type: Literal["spherical"] = "spherical"

    def carry(self, row: SpatialRow, numbers: Any) -> tuple[Primitive, ...]:
        return (Primitive(BALL, *frames_of(numbers)),)


class Revolute(Aligned):
    """A hinge: the points stay together and the axes parallel (5 equations, 1 freedom; Haug 9.4.22).

    Its angle is that of x'' of the second frame against x'' of the first, about the first axis.
    """

    equations = {"x": "length", "y": "length", "z": "length", "axis x": "angle", "axis y": "angle"}
    program = (POINT, *AXES)
    freedoms = ("angle",)
    symbol = "hinge"

    type: Literal["revolute"] = "revolute"

    def carry(self, row: SpatialRow, numbers: Any) -> tuple[Primitive, ...]:
        return (Primitive(TURN, *frames_of(numbers)),)

    def measure(self, row: SpatialRow, motion: Any) -> dict[str, Measured]:
        return {"angle": angle_of(self, row, motion)}


class Cylindrical(Aligned):
    """A pin in a bore: the axes stay on each other (4 equations, 2 freedoms; Haug 9.4.23)."""

    equations = {"axis x": "angle", "axis y": "angle", "off x": "length", "off y": "length"}
    program = (*AXES, *LINE)
    freedoms = ("position", "angle")
    symbol = "sleeve"

    type: Literal["cylindrical"] = "cylindrical"

    def carry(self, row: SpatialRow, numbers: Any) -> tuple[Primitive, ...]:
        first, second = frames_of(numbers)
        return Primitive(SLIDE, first, MASSLESS), Primitive(TURN, MASSLESS, second)

    def measure(self, row: SpatialRow, motion: Any) -> dict[str, Measured]:
        return {"position": position_of(self, row, motion), "angle": angle_of(self, row, motion)}


class Translational(Aligned):
    """A slide: the axes stay on each other and the bodies do not turn (5 equations, 1 freedom; Haug 9.4.24).

    The book asks for x'' axes square to each other, its tables give parallel ones. Here the x'' axes keep the angle
    `angle`; left out, the quarter turn that is nearest to the drawing.
    """

    equations = {"axis x": "angle", "axis y": "angle", "off x": "length", "off y": "length", "turn": "angle"}
    program = (*AXES, *LINE, (DOT_1, F_I, G_J))
    freedoms = ("position",)
    symbol = "slide"

    type: Literal["translational"] = "translational"
    angle: Number | None = Field(default=None, description="angle from the first x'' to the second in rad")

    def frames(self, row: SpatialRow) -> tuple[JointFrame, JointFrame]:
        first, second = super().frames(row)
        if self.angle is not None:
            return first, turned_back(second, row.number(self.angle))
        bodies = self.ends(row)
        c, s = (drawn_product(row, (bodies[0], axis), (bodies[1], second[1])).real for axis in first[1:3])
        return first, turned_back(second, 0.5 * math.pi * round(math.atan2(s, c) / (0.5 * math.pi)))

    def carry(self, row: SpatialRow, numbers: Any) -> tuple[Primitive, ...]:
        return (Primitive(SLIDE, *frames_of(numbers)),)

    def measure(self, row: SpatialRow, motion: Any) -> dict[str, Measured]:
        return {"position": position_of(self, row, motion)}


class PlanarJoint(Aligned):
    """A flat face on another: the second point stays in the plane x'' y'' of the first (3 equations, 3 freedoms)."""

    equations = {"axis x": "angle", "axis y": "angle", "height": "length"}
    program = (*AXES, (DOT_2, H_I, FIRST_CONSTANT))
    freedoms = ("x", "y", "angle")
    symbol = "puck"

    type: Literal["planar"] = "planar"

    def carry(self, row: SpatialRow, numbers: Any) -> tuple[Primitive, ...]:
        first, second = frames_of(numbers)
        return *slides(first), Primitive(TURN, MASSLESS, second)

    def measure(self, row: SpatialRow, motion: Any) -> dict[str, Measured]:
        return {**across_of(self, row, motion), "angle": angle_of(self, row, motion)}


class OnLine(Composed):
    """A point of the second body on the axis of the first."""

    equations = {"off x": "length", "off y": "length"}
    program = LINE
    freedoms = ("position", "rx", "ry", "rz")

    def carry(self, row: SpatialRow, numbers: Any) -> tuple[Primitive, ...]:
        first, second = frames_of(numbers)
        return Primitive(SLIDE, first, MASSLESS), Primitive(BALL, MASSLESS, second)

    def measure(self, row: SpatialRow, motion: Any) -> dict[str, Measured]:
        return {"position": position_of(self, row, motion)}


class PointOnLine(OnLine):
    """A point of the second body stays on the axis of the first (2 equations, 4 freedoms)."""

    symbol = "bead"

    type: Literal["point_on_line"] = "point_on_line"


class PointOnPlane(Composed):
    """A point of the second body stays in the plane x'' y'' of the first (1 equation, 5 freedoms)."""

    equations = {"height": "length"}
    program = ((DOT_2, H_I, FIRST_CONSTANT),)
    freedoms = ("x", "y", "rx", "ry", "rz")
    symbol = "pad"

    type: Literal["point_on_plane"] = "point_on_plane"

    def carry(self, row: SpatialRow, numbers: Any) -> tuple[Primitive, ...]:
        first, second = frames_of(numbers)
        return *slides(first), Primitive(BALL, MASSLESS, second)

    def measure(self, row: SpatialRow, motion: Any) -> dict[str, Measured]:
        return across_of(self, row, motion)


class Fixed(Composed):
    """Two bodies welded together: their frames coincide (6 equations). Axes that are left out are as drawn."""

    kernel = "parallel"
    equations = {"x": "length", "y": "length", "z": "length", "turn x": "angle", "turn y": "angle", "turn z": "angle"}
    program = (POINT, (PARALLEL, FIRST_CONSTANT, 0))
    freedoms = ()
    symbol = "weld"

    type: Literal["fixed"] = "fixed"

    def constants(self, row: SpatialRow, pair: tuple[JointFrame, JointFrame]) -> tuple[Any, ...]:
        return parameters_of(pair)

    def carry(self, row: SpatialRow, numbers: Any) -> tuple[Primitive, ...]:
        return (Primitive(HOLD, *frames_of(numbers)),)


class ConstantVelocity(Composed):
    """A joint of constant velocity between shafts along the axes of its frames (4 equations, 2 freedoms).

    The points stay together, and the frames are turned against each other about an axis square to both shafts only:
    both shafts turn equally about the plane that bisects them, f_i . g_j = g_i . f_j.
    """

    kernel = "parallel"
    equations = {"x": "length", "y": "length", "z": "length", "turn": "angle"}
    program = (POINT, (SQUARE, FIRST_CONSTANT, 0))
    symbol = "coupling"

    type: Literal["constant_velocity"] = "constant_velocity"

    def constants(self, row: SpatialRow, pair: tuple[JointFrame, JointFrame]) -> tuple[Any, ...]:
        return parameters_of(pair)


def parameters_of(pair: tuple[JointFrame, JointFrame]) -> tuple[Any, ...]:
    """Euler parameters of the axes of two frames in their bodies."""
    first, second = (rotation.parameters_of(columns(frame)) for frame in pair)
    return *first, *second


def columns(frame: JointFrame) -> rotation.Matrix:
    """The matrix C = [f, g, h] of a frame, row by row."""
    _, f, g, h = frame
    return (f[0], g[0], h[0]), (f[1], g[1], h[1]), (f[2], g[2], h[2])


def turned_back(frame: JointFrame, angle: Any) -> JointFrame:
    """The frame turned by minus an angle about its axis."""
    from linkwork.places.base_scope import cosine_sine

    s, f, g, h = frame
    cosine, sine = cosine_sine(angle)
    x = rotation.minus(rotation.scaled(f, cosine), rotation.scaled(g, sine))
    return s, x, rotation.cross(h, x), h


def angle_of(joint: Composed, row: SpatialRow, motion: Any) -> Any:
    """Angle of the second x'' against the first, about the first axis."""
    (_, f, g, _), second = joint.frames(row)
    bodies = joint.ends(row)
    return motion.angle_about(bodies[0], (f, g), bodies[1], second[1])


def position_of(joint: Composed, row: SpatialRow, motion: Any) -> Any:
    """Place of the second point along the first axis."""
    (s, _, _, h), second = joint.frames(row)
    bodies = joint.ends(row)
    return motion.along(bodies[0], (s, h), bodies[1], second[0])


def across_of(joint: Composed, row: SpatialRow, motion: Any) -> dict[str, Any]:
    """Places of the second point along x'' and y'' of the first frame."""
    (s, f, g, _), second = joint.frames(row)
    bodies = joint.ends(row)
    return {name: motion.along(bodies[0], (s, axis), bodies[1], second[0]) for name, axis in (("x", f), ("y", g))}
