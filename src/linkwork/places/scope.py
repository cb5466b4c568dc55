"""Scope: what the words of a planar description mean for given parameter values.

It turns places into coordinates of a body's frame. All arithmetic holds for complex values too, so that derivatives by
the complex step pass through it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from linkwork.base.errors import MechanismError
from linkwork.base.names import suggestion
from linkwork.expression import Expression
from linkwork.places.base_scope import BaseScope, Scalar, cosine_sine, root, which_of
from linkwork.places.interfaces import is_interface, owner_of
from linkwork.places.places import Line, Point

if TYPE_CHECKING:
    from linkwork.bodies.bodies import Plane
    from linkwork.bodies.profiles import Profile
    from linkwork.functions import Outline


class Scope(BaseScope):
    """The meaning of a planar mechanism's words for one set of parameter values."""

    def vector(self, pair: tuple[Expression, Expression]) -> tuple[Scalar, Scalar]:
        """Values of two expressions."""
        return self.number(pair[0]), self.number(pair[1])

    def drawn_pose(self, name: str) -> tuple[Scalar, Scalar, Scalar]:
        """Where the drawing shows the body: its estimate, or the world's own frame; an interface undeformed."""
        if is_interface(name):
            x, y = self.into_world(owner_of(name), *self.vector(self.interface(name).at))
            return x, y, self.drawn_pose(owner_of(name))[2]
        estimate = self.body(name).estimate
        if estimate is None:
            return 0.0, 0.0, 0.0
        x, y, angle = (self.number(value) for value in estimate)
        return x, y, angle

    def into_body(self, name: str, x: Scalar, y: Scalar, direction: bool = False) -> tuple[Scalar, Scalar]:
        """A point (or a direction) drawn in the world, seen in the body's frame."""
        bx, by, angle = self.drawn_pose(name)
        c, s = cosine_sine(angle)
        dx, dy = (x, y) if direction else (x - bx, y - by)
        return c * dx + s * dy, c * dy - s * dx

    def into_world(self, name: str, x: Scalar, y: Scalar) -> tuple[Scalar, Scalar]:
        """A point of the body, where the drawing shows it."""
        bx, by, angle = self.drawn_pose(name)
        c, s = cosine_sine(angle)
        return bx + c * x - s * y, by + s * x + c * y

    def point(self, place: Point) -> tuple[Scalar, Scalar]:
        """Coordinates of a place in the frame of its body."""
        self.body(place.body)
        if place.named is not None:
            x, y = self.named_point(place.body, place.named)
            return x, y
        if place.coordinates is None:
            return 0.0, 0.0
        x, y = self.vector(place.coordinates)
        return self.into_body(place.body, x, y) if place.drawn else (x, y)

    def line(self, place: Line) -> tuple[Scalar, Scalar, Scalar, Scalar, Scalar]:
        """Start of a line, its unit direction and the distance of its two points, in the frame of its body."""
        self.body(place.body)
        if place.start is None or place.end is None:
            raise MechanismError(
                f"body '{place.body}' needs a line, as in {{{place.body}: [[0, 0], [1, 0]]}}, "
                "or the joint needs 'at' and 'along'"
            )
        (x, y), (ex, ey) = self.vector(place.start), self.vector(place.end)
        if place.drawn:
            (x, y), (ex, ey) = self.into_body(place.body, x, y), self.into_body(place.body, ex, ey)
        dx, dy = ex - x, ey - y
        length = root(dx * dx + dy * dy)
        if length.real == 0.0:
            raise MechanismError(
                f"the two points of the line on '{place.body}' are the same; give two different points"
            )
        return x, y, dx / length, dy / length, length

    def outline(self, reference: str) -> tuple[str, Outline]:
        """Body and curve of a reference such as `cam.profile`."""
        body_name, dot, name = reference.partition(".")
        body = self.body(body_name)
        if not dot or name not in body.outlines:
            outlines = suggestion(name, body.outlines, f"outlines of '{body_name}'")
            raise MechanismError(f"body '{body_name}' has no outline '{name}'{outlines}")
        return body_name, body.outlines[name]

    def profile(self, reference: str) -> tuple[str, Profile]:
        """Body and profile of a reference such as `cam.edge`; the name may be left out where a body has only one."""
        body_name, dot, name = reference.partition(".")
        profiles = self.body(body_name).profiles
        if not dot and len(profiles) == 1:
            return body_name, next(iter(profiles.values()))
        if not dot:
            raise MechanismError(which_of(body_name, "profile", profiles))
        if name not in profiles:
            known = (
                suggestion(name, profiles, f"profiles of '{body_name}'") if profiles else "; give it one under profiles"
            )
            raise MechanismError(f"body '{body_name}' has no profile '{name}'{known}")
        return body_name, profiles[name]

    def plane(self, body: str) -> tuple[str, Plane]:
        """Name and frame of the plane in which a body moves."""
        name = self.body(body).plane
        try:
            return name, self.mechanism.planes[name]
        except KeyError:
            planes = suggestion(name, self.mechanism.planes, "planes")
            raise MechanismError(f"body '{body}': plane '{name}' is not defined{planes}") from None
