"""Handles: what a user holds in Python to say where things are on a body in space."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, overload

from pydantic import ValidationError

from linkwork.base.errors import MechanismError, shown
from linkwork.expression import as_expression
from linkwork.expression.given import public
from linkwork.expression.part import plain_values
from linkwork.mechanism.handles import Handle, Num
from linkwork.places.interfaces import interface_name
from linkwork.places.spatial.orientation import Vector3
from linkwork.places.spatial.places import Frame, Triad

if TYPE_CHECKING:
    from linkwork.mechanism.spatial.spatial import Spatial

Triple = Sequence[Num]


def vector3(values: Any) -> Vector3:
    """Three numbers as expressions."""
    given = plain_values(values)
    if not isinstance(given, list | tuple) or len(given) != 3:
        raise MechanismError(f"three numbers (x, y, z) are needed; found {shown(values)}")
    return as_expression(given[0]), as_expression(given[1]), as_expression(given[2])


@public
class SpatialBodyHandle(Handle):
    """A body of a mechanism in space; `at`, `frame` and `drawn` give places on it."""

    _mechanism: Spatial

    @overload
    def at(self, x: str) -> Frame: ...
    @overload
    def at(self, x: Num, y: Num, z: Num) -> Frame: ...
    def at(self, x: Num, y: Num | None = None, z: Num | None = None) -> Frame:
        """The point with these coordinates in the body's frame, or its point, frame or interface of that name."""
        if y is None and z is None and isinstance(x, str):
            if x in self._interfaces():
                return Frame(body=interface_name(self.name, x))
            return Frame(body=self.name, named=x)
        if y is None or z is None:
            raise MechanismError(f"body '{self.name}': at() takes x, y and z, or the name of a point; found {shown(x)}")
        return Frame(body=self.name, triad=self._triad(at=(x, y, z)))

    def interface(self, name: str) -> SpatialBodyHandle:
        """The frame of that name on a body with elastic modes; it takes joints and forces as a body does."""
        frame = interface_name(self.name, name)
        self._mechanism.scope().interface(frame)
        return SpatialBodyHandle(self._mechanism, frame)

    def drawn(self, x: Num, y: Num, z: Num) -> Frame:
        """The point of the body that the drawing shows at these world coordinates."""
        return Frame(body=self.name, triad=self._triad(at=(x, y, z)), drawn=True)

    def frame(
        self,
        at: Triple | None = None,
        axis: Triple | None = None,
        x: Triple | None = None,
        *,
        P: Triple | None = None,
        Q: Triple | None = None,
        R: Triple | None = None,
        drawn: bool = False,
    ) -> Frame:
        """A frame of the body: a point, the joint's axis z'' and x'' there, or points P, Q on z'', R on x''.

        With `drawn` all are in coordinates of the world, the body where its estimate puts it.
        """
        triad = self._triad(at=at, axis=axis, x=x, P=P, Q=Q, R=R)
        return Frame(body=self.name, triad=triad, drawn=drawn)

    def point(self, name: str, x: Num, y: Num, z: Num) -> Frame:
        """Name a point of the body and return it."""
        self._mechanism.add_point(self.name, name, self._vector((x, y, z)))
        return Frame(body=self.name, named=name)

    def named_frame(self, name: str, **given: Any) -> Frame:
        """Name a frame of the body, given as for `frame`, and return it."""
        self._mechanism.add_frame(self.name, name, self._triad(**given))
        return Frame(body=self.name, named=name)

    def solid(self, name: str, type: Any, **fields: Any) -> str:
        """Name a solid of the body, what of it can touch others, and return its place as contacts take it: `ball.skin`.

        `type` is sphere, plane, box, cube, capsule, cylinder or convex, with its fields; or a shape already made.
        At an interface `rod@tip` it belongs to a body `rod_tip` without mass, which is welded there.
        """
        body = self._rigid()
        self._mechanism.add_solid(body, name, {"type": type, **fields} if isinstance(type, str) else type)
        return f"{body}.{name}"

    def _triad(self, **given: Any) -> Triad:
        vectors = {name: self._vector(value) for name, value in given.items() if value is not None}
        try:
            return Triad(**vectors)
        except ValidationError as error:
            from linkwork.expression.explain_fields import explain

            raise MechanismError(f"body '{self.name}': {explain(error)}") from None

    def _vector(self, values: Any) -> Vector3:
        try:
            return vector3(values)
        except MechanismError as error:
            raise MechanismError(f"body '{self.name}': {error}") from None
