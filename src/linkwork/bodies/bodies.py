"""Bodies and the planes they move in."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field, model_serializer

from linkwork.bodies.mass import Mass
from linkwork.bodies.modes import Modes, without_expanded
from linkwork.bodies.profiles import Profile
from linkwork.expression import as_expression
from linkwork.expression.elsewhere import Elsewhere
from linkwork.expression.later import LATER
from linkwork.expression.number import Number
from linkwork.expression.part import Part
from linkwork.functions import Outline
from linkwork.places.places import Vector

if TYPE_CHECKING:
    from linkwork.bodies.flexible.description import Flexible
    from linkwork.bodies.ritz.description import RitzBeam
    from linkwork.places.row import Row
else:
    Flexible = Annotated[Any, Elsewhere("linkwork.bodies.flexible.description", "Flexible")]
    RitzBeam = Annotated[Any, Elsewhere("linkwork.bodies.ritz.description", "RitzBeam")]

Vector3 = tuple[Number, Number, Number]


def _vector3(x: float, y: float, z: float) -> Vector3:
    return as_expression(x), as_expression(y), as_expression(z)


class Body(Part):
    """A body that moves in a plane, rigid unless it has modes; its frame may sit anywhere on it."""

    estimate: Vector3 | None = Field(default=None, description="estimate of x, y, angle of the body's frame")
    points: dict[str, Vector] = Field(default_factory=dict, description="named points in the body's frame")
    outlines: dict[str, Outline] = Field(default_factory=dict, description="named curves in the body's frame")
    profiles: dict[str, Annotated[Profile, LATER]] = Field(
        default_factory=dict, description="named outlines that can touch others"
    )
    plane: str = Field(default="xy", description="the motion plane")
    mass: Annotated[Mass, LATER] | None = Field(default=None, description="mass properties; massless when left out")
    modes: Annotated[Modes, LATER] | None = Field(default=None, description="elastic modes; rigid when left out")
    flexible: Flexible | None = Field(default=None, description="finite elements that mass and modes come from")
    ritz: RitzBeam | None = Field(default=None, description="a beam by Ritz functions, likewise")
    negligible: Number | None = Field(
        default=None,
        description="share of its first vibration below which a mode is left out until the next contact; 0.001, say",
    )

    @model_serializer(mode="wrap")
    def _written(self, handler: Any) -> Any:
        return without_expanded(handler(self))


class Plane(Part):
    """A motion plane in space: its origin and the directions of its x and y axes."""

    origin: Vector3 = _vector3(0, 0, 0)
    x: Vector3 = _vector3(1, 0, 0)
    y: Vector3 = _vector3(0, 1, 0)


Vec = tuple[float, float, float]
_SQUARE = 1e-6
"""How far the cosine of the angle between a plane's axes may be from zero: directions are often rounded."""


def _dot(a: Vec, b: Vec) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _cross(a: Vec, b: Vec) -> Vec:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _scaled(a: Vec, factor: float) -> Vec:
    return a[0] * factor, a[1] * factor, a[2] * factor


def _numbers(row: Row, vector: Vector3) -> Vec:
    x, y, z = (row.number(value).real for value in vector)
    return x, y, z


def plane_frame(row: Row, plane: Plane) -> tuple[Vec, Vec, Vec]:
    """Origin and orthonormal x, y of a plane, from what the user gave."""
    origin, x, y = (_numbers(row, vector) for vector in (plane.origin, plane.x, plane.y))
    length, width = math.hypot(*x), math.hypot(*y)
    if length == 0.0 or width == 0.0:
        row.fail("the x and y directions of a plane must not be zero")
    x, y = _scaled(x, 1.0 / length), _scaled(y, 1.0 / width)
    normal = _cross(x, y)
    size = math.hypot(*normal)
    if size < 1e-12:
        row.fail("the x and y directions of a plane must not be parallel")
    if abs(_dot(x, y)) > _SQUARE:
        between = math.degrees(math.acos(_dot(x, y)))
        row.fail(f"the x and y directions of a plane must be perpendicular; between them are {between:.6g} deg")
    return origin, x, _cross(_scaled(normal, 1.0 / size), x)


def common_line(row: Row, first: Plane, second: Plane) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """The line in which two planes meet, seen in each: (o_x, o_y, e_x, e_y) with one o and one e in space."""
    frames = plane_frame(row, first), plane_frame(row, second)
    normals = [_cross(x, y) for _, x, y in frames]
    direction = _cross(normals[0], normals[1])
    size = math.sqrt(_dot(direction, direction))
    if size < 1e-9:
        row.fail("the two motion planes are parallel and have no common line")
    e = (direction[0] / size, direction[1] / size, direction[2] / size)
    heights = [_dot(normal, origin) for normal, (origin, _, _) in zip(normals, frames, strict=True)]
    # the point of the line nearest the world's origin: n1.o = h1, n2.o = h2, e.o = 0
    a, b = _cross(normals[1], direction), _cross(direction, normals[0])
    o = tuple((heights[0] * a[n] + heights[1] * b[n]) / (size * size) for n in range(3))
    lines = []
    for origin, x, y in frames:
        relative = (o[0] - origin[0], o[1] - origin[1], o[2] - origin[2])
        lines.append((_dot(relative, x), _dot(relative, y), _dot(e, x), _dot(e, y)))
    return lines[0], lines[1]
