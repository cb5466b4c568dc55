"""Places: a point or a line, given on a body or as drawn in the world.

In a model file a point is written

- `{crank: [r, 0]}`: at these coordinates in the frame of the body,
- `rod.tip`: at a point that the body names,
- `crank`: at the origin of the body's frame,
- `{rod: {drawn: [0.2, 0.1]}}`: at these coordinates of the world, with the body where its estimate puts it.

A line is written `{ground: [[0, 0], [1, 0]]}` (from the first to the second point),
`{ground: {point: [0, 0], angle: 30 deg}}` or `{ground: {drawn: [[0, 0], [1, 0]]}}`. A joint may also give one place
for both bodies as drawn in the world: `between: [crank, rod], at: [0.2, 0.1]`.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator, PlainSerializer, WithJsonSchema

from linkwork.base.errors import MechanismError, shown
from linkwork.expression import Expression
from linkwork.expression.number import Number, written
from linkwork.expression.part import Part
from linkwork.places.place_reading import NUMBER, list_of, number, object_of, of_one_body, single

Vector = tuple[Number, Number]
_EXAMPLE = "{crank: [0.2, 0]}"


class Point(Part):
    """A point of a body: coordinates in the body's frame, a named point, or as drawn in the world."""

    body: str
    coordinates: Vector | None = None
    named: str | None = None
    drawn: bool = False

    def __str__(self) -> str:
        if self.named:
            return f"{self.body}.{self.named}"
        if self.coordinates is None:
            return self.body
        x, y = self.coordinates
        return f"{self.body} {'drawn ' if self.drawn else ''}({x}, {y})"


class Line(Part):
    """A directed line of a body: from `start` to `end` in the body's frame, or as drawn in the world."""

    body: str
    start: Vector | None = None
    end: Vector | None = None
    drawn: bool = False

    def __str__(self) -> str:
        return self.body


def _pair(value: Any, what: str, *inner: str | int) -> Vector:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise ValueError(f"{what} needs two numbers [x, y]; found {shown(value)}")
    return (number(value[0], *inner, 0), number(value[1], *inner, 1))


def _drawn(body: str, where: Any) -> tuple[Any, tuple[str, ...]]:
    """What is written for the place, and the keys that lead to it."""
    if isinstance(where, dict) and set(where) == {"drawn"}:
        return where["drawn"], (body, "drawn")
    return where, (body,)


def read_point(value: Any) -> Point:
    """Read a point as the model file writes it."""
    if isinstance(value, Point):
        return value
    if isinstance(value, str):
        body, dot, named = value.partition(".")
        return Point(body=body, named=named if dot else None)
    if not isinstance(value, dict):
        raise ValueError(f"a point is written {{body: [x, y]}} or body.point; found {shown(value)}")
    body, where = single(value, "a point", _EXAMPLE)
    where, keys = _drawn(body, where)
    if isinstance(where, str):
        raise ValueError(f"a point of '{body}' needs two numbers [x, y]; one with a name is written {body}.{where}")
    coordinates = _pair(where, f"a point of '{body}'", *keys)
    return Point(body=body, coordinates=coordinates, drawn=len(keys) == 2)


def read_line(value: Any) -> Line:
    """Read a line as the model file writes it."""
    if isinstance(value, Line):
        return value
    if isinstance(value, str):
        return Line(body=value)
    if not isinstance(value, dict):
        raise ValueError(f"a line is written {{body: [[x, y], [x, y]]}}; found {shown(value)}")
    body, where = single(value, "a line", _EXAMPLE)
    if isinstance(where, dict) and set(where) == {"point", "angle"}:
        through = _pair(where["point"], "point", body, "point")
        return line_at_angle(body, through, number(where["angle"], body, "angle"))
    where, keys = _drawn(body, where)
    if not isinstance(where, list | tuple) or len(where) != 2:
        raise ValueError(f"a line of '{body}' needs two points [[x, y], [x, y]]; found {shown(where)}")
    start, end = (_pair(point, f"a line of '{body}'", *keys, n) for n, point in enumerate(where))
    return Line(body=body, start=start, end=end, drawn=len(keys) == 2)


def line_at_angle(body: str, point: Vector, angle: Expression) -> Line:
    """The line through a point of a body, at an angle to the body's x axis."""
    from linkwork.expression import cos, sin

    return Line(body=body, start=point, end=(point[0] + cos(angle), point[1] + sin(angle)))


def _vector_data(vector: Vector) -> list[Any]:
    return [written(vector[0]), written(vector[1])]


def write_point(point: Point) -> Any:
    """A point as the model file writes it."""
    if point.coordinates is None:
        return str(point)
    where = _vector_data(point.coordinates)
    return {point.body: {"drawn": where} if point.drawn else where}


def write_line(line: Line) -> Any:
    """A line as the model file writes it."""
    if line.start is None or line.end is None:
        return line.body
    where = [_vector_data(line.start), _vector_data(line.end)]
    return {line.body: {"drawn": where} if line.drawn else where}


_VECTOR = list_of(NUMBER, 2)
_TWO_POINTS = list_of(_VECTOR, 2)
_POINT_SCHEMA = {"anyOf": [{"type": "string"}, of_one_body(_VECTOR, object_of(drawn=_VECTOR))]}
_LINE_FORMS = of_one_body(_TWO_POINTS, object_of(drawn=_TWO_POINTS), object_of(point=_VECTOR, angle=NUMBER))
_LINE_SCHEMA = {"anyOf": [{"type": "string"}, _LINE_FORMS]}

PointPlace = Annotated[Point, BeforeValidator(read_point), PlainSerializer(write_point), WithJsonSchema(_POINT_SCHEMA)]
LinePlace = Annotated[Line, BeforeValidator(read_line), PlainSerializer(write_line), WithJsonSchema(_LINE_SCHEMA)]


def require_point(value: Any) -> Point:
    """Read a point given in Python, with an error that says how to write one."""
    try:
        return read_point(value)
    except ValueError as error:
        raise MechanismError(f"{error}; in Python a point is written crank.at(0.2, 0)") from None
