"""SpatialScope: what the words of a spatial description mean for given parameter values.

It turns places into coordinates of a body's frame. All arithmetic holds for complex values too, so that derivatives by
the complex step pass through it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from linkwork.base.errors import MechanismError
from linkwork.base.names import suggestion
from linkwork.places.base_scope import BaseScope, which_of
from linkwork.places.interfaces import interface_name, is_interface, owner_of
from linkwork.places.spatial import rotation
from linkwork.places.spatial.places import Frame, Triad
from linkwork.places.spatial.rotation import Matrix, Parameters, Vec

_ORIGIN: Vec = (0.0, 0.0, 0.0)
_UPRIGHT: Parameters = (1.0, 0.0, 0.0, 0.0)


class Axes(NamedTuple):
    """A place in its body's frame: the point, and the directions given there, of any length."""

    point: Vec
    axis: Vec | None = None
    x: Vec | None = None


class SpatialScope(BaseScope):
    """The meaning of a spatial mechanism's words for one set of parameter values."""

    def __init__(self, mechanism: Any, env: dict[str, Any]) -> None:
        super().__init__(mechanism, env)
        self._drawn: dict[str, tuple[tuple[Vec, Parameters], Matrix]] = {}

    def vector(self, values: Any) -> Vec:
        """Values of three expressions."""
        x, y, z = self.numbers(values)
        return x, y, z

    def solid(self, reference: str) -> tuple[str, str]:
        """Body and name of a solid such as `ball.skin`; the name may be left out where a body has only one."""
        body, dot, name = reference.partition(".")
        solids = self.body(body).solids
        if not dot and len(solids) == 1:
            return body, next(iter(solids))
        if not dot:
            raise MechanismError(which_of(body, "solid", solids))
        if name not in solids:
            known = suggestion(name, solids, f"solids of '{body}'") if solids else "; give it one under solids"
            raise MechanismError(f"body '{body}' has no solid '{name}'{known}")
        return body, name

    def drawn_place(self, name: str) -> tuple[Vec, Parameters]:
        """Where the drawing shows the body: position and Euler parameters of its estimate, or the world's own frame."""
        return self._shown(name)[0]

    def _shown(self, name: str) -> tuple[tuple[Vec, Parameters], Matrix]:
        """The same, found once: every joint of the body asks for it."""
        if name not in self._drawn:
            place = self._estimated(name)
            self._drawn[name] = place, rotation.matrix_of(place[1])
        return self._drawn[name]

    def _estimated(self, name: str) -> tuple[Vec, Parameters]:
        if is_interface(name):
            place = self.into_world(owner_of(name), *self.vector(self.interface(name).at))
            return place, self.drawn_place(owner_of(name))[1]
        estimate = self.body(name).estimate
        if estimate is None:
            return _ORIGIN, _UPRIGHT
        turn = _UPRIGHT if estimate.orientation is None else estimate.orientation.evaluate(self)
        return self.vector(estimate.position), turn

    def drawn_pose(self, name: str) -> tuple[Any, Any, Any, Any, Any, Any]:
        """The same as plain coordinates: x, y, z and the rotation vector rx, ry, rz."""
        position, turn = self.drawn_place(name)
        return *position, *rotation.to_vector(turn)

    def drawn_frame(self, name: str) -> tuple[Vec, Matrix]:
        """The same as position and rotation matrix."""
        (position, _), matrix = self._shown(name)
        return position, matrix

    def into_body(self, name: str, x: Any, y: Any, z: Any, direction: bool = False) -> Vec:
        """A point (or a direction) drawn in the world, seen in the body's frame."""
        origin, matrix = self.drawn_frame(name)
        there: Vec = (x, y, z)
        return rotation.turned_back(matrix, there if direction else rotation.minus(there, origin))

    def into_world(self, name: str, x: Any, y: Any, z: Any, direction: bool = False) -> Vec:
        """A point (or a direction) of the body, where the drawing shows it (Haug, Eq. 9.2.16)."""
        origin, matrix = self.drawn_frame(name)
        there = rotation.turned(matrix, (x, y, z))
        return there if direction else rotation.plus(origin, there)

    def point(self, place: Frame) -> Vec:
        """Coordinates of a place in the frame of its body."""
        return self.axes(place).point

    def axes(self, place: Frame) -> Axes:
        """The point of a place and the directions given there, in the frame of its body."""
        body = self.body(place.body)
        if place.named is not None:
            if place.named in body.points:
                return Axes(self.vector(body.points[place.named]))
            if place.named in self.interfaces(place.body):
                written = interface_name(place.body, place.named)
                raise MechanismError(f"'{place.named}' is an interface of body '{place.body}'; write {written}")
            if place.named not in body.frames:
                known = suggestion(place.named, [*body.points, *body.frames], f"points and frames of '{place.body}'")
                raise MechanismError(f"body '{place.body}' has no point or frame '{place.named}'{known}")
            return self.triad(body.frames[place.named])
        axes = Axes(_ORIGIN) if place.triad is None else self.triad(place.triad)
        if not place.drawn:
            return axes
        axis, x = (None if v is None else self.into_body(place.body, *v, direction=True) for v in axes[1:])
        return Axes(self.into_body(place.body, *axes.point), axis, x)

    def triad(self, triad: Triad) -> Axes:
        """The numbers of a triad; directions from points are Q - P and R - P (Haug, Eq. 9.4.1)."""
        if triad.P is None:
            given = (triad.at, triad.axis, triad.x)
            point, axis, x = (None if v is None else self.vector(v) for v in given)
            return Axes(point or _ORIGIN, axis, x)
        point = self.vector(triad.P)
        ends = (triad.Q, triad.R)
        axis, x = (None if v is None else rotation.minus(self.vector(v), point) for v in ends)
        return Axes(point, axis, x)
