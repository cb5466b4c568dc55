"""Handles: what a user holds in Python to say where things are on a body."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, overload

from linkwork.base.errors import MechanismError, shown
from linkwork.expression import Expression, as_expression
from linkwork.expression.given import public
from linkwork.expression.part import plain_values
from linkwork.places.interfaces import interface_name, is_interface
from linkwork.places.places import Line, Point, Vector

if TYPE_CHECKING:
    from linkwork.bodies.profiles import Profile
    from linkwork.mechanism.planar import Planar

Num = float | str | Expression
Pair = tuple[Num, Num]
Names = str | Iterable[str]
"""One name, or several."""


def vector(pair: Any) -> Vector:
    """Two numbers as expressions."""
    values = plain_values(pair)
    if not isinstance(values, list | tuple) or len(values) != 2:
        raise MechanismError(f"two numbers (x, y) are needed; found {shown(pair)}")
    return as_expression(values[0]), as_expression(values[1])


class Handle:
    """A body of a mechanism, by its name."""

    _mechanism: Any

    def __init__(self, mechanism: Any, name: str) -> None:
        self._mechanism = mechanism
        self.name = name

    def _interfaces(self) -> Any:
        """The interfaces of the body; only one with elastic modes has any."""
        modes = getattr(self._mechanism.bodies_by_name.get(self.name), "modes", None)
        return {} if modes is None else modes.interfaces

    def _rigid(self) -> str:
        """The name of the body itself; of an interface that of the body without mass that is welded to it."""
        if not is_interface(self.name):
            return self.name
        from linkwork.mechanism.beams.shoes import shoe_of

        return shoe_of(self._mechanism, self.name)

    def __repr__(self) -> str:
        return f"<body '{self.name}' of {self._mechanism.name!r}>"

    def __str__(self) -> str:
        return self.name


@public
class BodyHandle(Handle):
    """A body of a planar mechanism; `at`, `line` and `drawn` give places on it."""

    _mechanism: Planar

    @overload
    def at(self, x: str) -> Point: ...
    @overload
    def at(self, x: Num, y: Num) -> Point: ...
    def at(self, x: Num, y: Num | None = None) -> Point:
        """The point with these coordinates in the body's frame, or the body's point or interface of that name."""
        if y is None:
            if not isinstance(x, str):
                raise MechanismError(
                    f"body '{self.name}': at() takes x and y, or the name of a point; found {shown(x)}"
                )
            if x in self._interfaces():
                return Point(body=interface_name(self.name, x))
            return Point(body=self.name, named=x)
        return Point(body=self.name, coordinates=self._vector((x, y)))

    def _vector(self, pair: Any) -> Vector:
        try:
            return vector(pair)
        except MechanismError as error:
            raise MechanismError(f"body '{self.name}': {error}") from None

    def interface(self, name: str) -> BodyHandle:
        """The frame of that name on a body with elastic modes; it takes joints and forces as a body does."""
        frame = interface_name(self.name, name)
        self._mechanism.scope().interface(frame)
        return BodyHandle(self._mechanism, frame)

    def drawn(self, x: Num, y: Num) -> Point:
        """The point of the body that the drawing shows at these world coordinates."""
        return Point(body=self.name, coordinates=self._vector((x, y)), drawn=True)

    def line(self, start: Pair, end: Pair, drawn: bool = False) -> Line:
        """The line from one point of the body to another (world coordinates when `drawn`)."""
        return Line(body=self.name, start=self._vector(start), end=self._vector(end), drawn=drawn)

    def point(self, name: str, x: Num, y: Num) -> Point:
        """Name a point of the body and return it."""
        self._mechanism.add_point(self.name, name, self._vector((x, y)))
        return Point(body=self.name, named=name)

    def outline(self, name: str, outline: Any) -> str:
        """Give the body a named outline (cam, slot) and return the reference that joints use."""
        self._mechanism.add_outline(self.name, name, outline)
        return f"{self.name}.{name}"

    def profile(self, name: str, profile: Profile | None = None, **fields: Any) -> str:
        """Give the body a named outline that can touch others and return the reference that contacts use.

        Either a whole profile, as in `profile("rim", lw.circle(0.1))`, or its fields: `elements`, `closed`, `material`.
        At an interface `rod@tip` it belongs to a body `rod_tip` without mass, which is welded there.
        """
        body = self._rigid()
        self._mechanism.add_profile(body, name, profile, **fields)
        return f"{body}.{name}"
