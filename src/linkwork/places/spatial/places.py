"""Places in space: a point of a body, or a frame at such a point, given on the body or as drawn in the world.

In a model file a place is written

- `crank`: the origin and the axes of the body's frame,
- `crank.tip`: a point or a frame that the body names,
- `{crank: [x, y, z]}`: the point with these coordinates in the frame of the body,
- `{crank: {at: [..], axis: [..], x: [..]}}`: a frame there; `axis` is the joint's axis z'', `x` its x'' (projected),
- `{crank: {P: [..], Q: [..], R: [..]}}`: the same by points: Q on z'', R on x'' (Haug, Eq. 9.4.1; R is projected),
- any of these with `drawn: true`, or `{crank: {drawn: [x, y, z]}}`: in coordinates of the world, with the body where
  its estimate puts it.

A joint may give one frame for both bodies as drawn in the world: `between: [crank, rod], at: [..], axis: [..]`.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator, Field, PlainSerializer, WithJsonSchema, model_serializer, model_validator

from linkwork.base.errors import MechanismError, shown
from linkwork.expression.number import written
from linkwork.expression.part import Part
from linkwork.places.place_reading import NUMBER, list_of, misplaced, number, object_of, of_one_body, single
from linkwork.places.spatial.orientation import Vector3

_EXAMPLE = "{crank: [0.2, 0, 0]}"
_BY_AXES, _BY_POINTS = ("at", "axis", "x"), ("P", "Q", "R")


class Triad(Part):
    """A point with axes: `at`, `axis` (z''), `x` (x''), or points P (origin), Q on z'', R on x''."""

    at: Vector3 | None = Field(default=None, description="the point; the origin when left out")
    axis: Vector3 | None = Field(default=None, description="direction of the joint's axis z''")
    x: Vector3 | None = Field(default=None, description="direction of x'', projected square to the axis")
    P: Vector3 | None = Field(default=None, description="the point")
    Q: Vector3 | None = Field(default=None, description="a point on the axis z''")
    R: Vector3 | None = Field(default=None, description="a point on x''")

    @model_validator(mode="after")
    def _one_way(self) -> Triad:
        by_axes = [name for name in _BY_AXES if getattr(self, name) is not None]
        by_points = [name for name in _BY_POINTS if getattr(self, name) is not None]
        if by_axes and by_points:
            raise ValueError(
                f"give a frame by at, axis, x or by points P, Q, R; found {', '.join(by_axes + by_points)}"
            )
        if by_points and (self.P is None or self.Q is None):
            raise ValueError("a frame by points needs P (its origin) and Q (on the axis), and R (on x) where x matters")
        return self

    @model_serializer
    def _written(self) -> dict[str, Any]:
        return {name: _data(value) for name in type(self).model_fields if (value := getattr(self, name)) is not None}

    @property
    def has_axes(self) -> bool:
        """Whether more than the point is given."""
        return self.P is not None or self.axis is not None or self.x is not None

    @property
    def point(self) -> Vector3 | None:
        """Where it is: `at` or P."""
        return self.at if self.P is None else self.P


class Frame(Part):
    """A point of a body with axes, of which some may be left open."""

    body: str
    named: str | None = None
    triad: Triad | None = None
    drawn: bool = False

    @property
    def coordinates(self) -> Vector3 | None:
        """Coordinates of the point as given; None where only the body or a name stands."""
        return None if self.triad is None else self.triad.point

    @property
    def bare(self) -> bool:
        """Whether only the body is named."""
        return self.named is None and self.triad is None

    def __str__(self) -> str:
        if self.named:
            return f"{self.body}.{self.named}"
        if self.coordinates is None:
            return self.body
        return f"{self.body} {'drawn ' if self.drawn else ''}({', '.join(str(value) for value in self.coordinates)})"


Point = Frame
"""A point is a frame of which only the origin counts."""


def drawn_frame(place: Frame, at: Vector3 | None, axis: Vector3 | None = None, x: Vector3 | None = None) -> Frame:
    """The place itself, or the frame drawn in the world when it names only its body."""
    if not place.bare or (at is None and axis is None and x is None):
        return place
    return Frame(body=place.body, triad=Triad(at=at, axis=axis, x=x), drawn=True)


def _vector(value: Any, what: str, *inner: str | int) -> Vector3:
    if not isinstance(value, list | tuple) or len(value) != 3:
        named = f"; one with a name is written {inner[0]}.{value}" if isinstance(value, str) and len(inner) == 1 else ""
        raise misplaced(f"{what} needs three numbers [x, y, z]; found {shown(value)}{named}", *inner)
    x, y, z = (number(item, *inner, place) for place, item in enumerate(value))
    return x, y, z


def _text(value: str) -> Frame:
    body, dot, named = value.partition(".")
    return Frame(body=body, named=named if dot else None)


def read_point(value: Any) -> Frame:
    """Read a point as the model file writes it; of a frame given in Python its origin."""
    if isinstance(value, Frame):
        plain = value.triad is None or not value.triad.has_axes
        return value if plain else value.model_copy(update={"triad": Triad(at=value.coordinates)})
    frame = read_frame(value)
    if frame.triad is not None and frame.triad.has_axes:
        raise ValueError(f"a point of '{frame.body}' has no axes; write {{{frame.body}: [x, y, z]}}")
    return frame


def read_frame(value: Any) -> Frame:
    """Read a frame as the model file writes it."""
    if isinstance(value, Frame):
        return value
    if isinstance(value, str):
        return _text(value)
    if not isinstance(value, dict):
        raise ValueError(f"a place in space is written {{body: [x, y, z]}} or body.point; found {shown(value)}")
    body, where = single(value, "a place", _EXAMPLE)
    if not isinstance(where, dict):
        return Frame(body=body, triad=Triad(at=_vector(where, f"a point of '{body}'", body)))
    return _read_triad(body, dict(where))


def _read_triad(body: str, where: dict[Any, Any]) -> Frame:
    drawn = where.pop("drawn", False)
    if isinstance(drawn, list | tuple):
        if where:
            raise misplaced(f"beside 'drawn: [x, y, z]' nothing else may stand; found {', '.join(where)}", body)
        return Frame(body=body, triad=Triad(at=_vector(drawn, f"a point of '{body}'", body, "drawn")), drawn=True)
    if not isinstance(drawn, bool):
        raise misplaced("'drawn' is true, false or a point [x, y, z]", body, "drawn")
    for name in where:
        if name not in (*_BY_AXES, *_BY_POINTS):
            known = ", ".join((*_BY_AXES, *_BY_POINTS, "drawn"))
            raise misplaced(f"'{name}' is not known here; known are: {known}", body, str(name))
    vectors = {name: _vector(vector, f"'{name}'", body, name) for name, vector in where.items()}
    return Frame(body=body, triad=Triad.model_validate(vectors), drawn=drawn)


def _data(vector: Vector3) -> list[Any]:
    return [written(value) for value in vector]


def write_frame(frame: Frame) -> Any:
    """A place as the model file writes it."""
    if frame.triad is None:
        return str(frame)
    data = frame.triad.model_dump()
    if set(data) <= {"at"}:
        where = data.get("at", [0, 0, 0])
        return {frame.body: {"drawn": where} if frame.drawn else where}
    return {frame.body: data | ({"drawn": True} if frame.drawn else {})}


VECTOR3_SCHEMA = list_of(NUMBER, 3)
_DRAWN = {"type": "boolean"}
_POINT_FORMS = (VECTOR3_SCHEMA, object_of(drawn=VECTOR3_SCHEMA))
_AT = object_of("drawn", at=VECTOR3_SCHEMA, drawn=_DRAWN)
_AXES = object_of("at", "axis", "x", "drawn", **dict.fromkeys(_BY_AXES, VECTOR3_SCHEMA), drawn=_DRAWN)
_POINTS = object_of("R", "drawn", **dict.fromkeys(_BY_POINTS, VECTOR3_SCHEMA), drawn=_DRAWN)
_POINT_SCHEMA = {"anyOf": [{"type": "string"}, of_one_body(*_POINT_FORMS, _AT)]}
_FRAME_SCHEMA = {"anyOf": [{"type": "string"}, of_one_body(*_POINT_FORMS, _AXES, _POINTS)]}

PointPlace = Annotated[Frame, BeforeValidator(read_point), PlainSerializer(write_frame), WithJsonSchema(_POINT_SCHEMA)]
FramePlace = Annotated[Frame, BeforeValidator(read_frame), PlainSerializer(write_frame), WithJsonSchema(_FRAME_SCHEMA)]


def require_point(value: Any) -> Frame:
    """Read a point given in Python, with an error that says how to write one."""
    try:
        return read_point(value)
    except ValueError as error:
        raise MechanismError(f"{error}; in Python a point is written crank.at(0.2, 0, 0)") from None
