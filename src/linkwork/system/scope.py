"""Scope: what the words of a description mean for given parameter values.

It turns places into coordinates of a body's frame, names into elements and outlines, and expressions into numbers.
All arithmetic holds for complex values too, so that derivatives by the complex step pass through it.
"""

from __future__ import annotations

import cmath
import difflib
import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from linkwork.errors import MechanismError
from linkwork.mechanism.expression import Expression
from linkwork.mechanism.places import Line, Point

if TYPE_CHECKING:
    from linkwork.elements.base import Element
    from linkwork.functions import Outline
    from linkwork.mechanism.bodies import Body, Plane
    from linkwork.mechanism.planar import Planar

Scalar = Any
GROUND = "ground"


def suggestion(name: str, known: Iterable[str], what: str) -> str:
    """`; did you mean 'crank'?` or the list of what there is."""
    names = list(known)
    close = difflib.get_close_matches(name, names, n=1)
    if close:
        return f"; did you mean '{close[0]}'?"
    return f"; {what} are: {', '.join(names)}" if names else f"; there are no {what} yet"


def root(x: Scalar) -> Scalar:
    """Square root of a real or complex-step value."""
    return cmath.sqrt(x) if isinstance(x, complex) else math.sqrt(x)


def cosine_sine(angle: Scalar) -> tuple[Scalar, Scalar]:
    """cos and sin of a real or complex-step value."""
    if isinstance(angle, complex):
        return cmath.cos(angle), cmath.sin(angle)
    return math.cos(angle), math.sin(angle)


class Scope:
    """The meaning of a mechanism's words for one set of parameter values."""

    def __init__(self, mechanism: Planar, env: dict[str, Scalar]) -> None:
        self.mechanism = mechanism
        self.env = env

    def number(self, value: Expression) -> Scalar:
        """Value of an expression in the parameters."""
        constant = value.constant
        return value.value(self.env) if constant is None else constant

    def vector(self, pair: tuple[Expression, Expression]) -> tuple[Scalar, Scalar]:
        """Values of two expressions."""
        return self.number(pair[0]), self.number(pair[1])

    def body(self, name: str) -> Body:
        """The body of that name."""
        try:
            return self.mechanism.bodies_by_name[name]
        except KeyError:
            bodies = suggestion(name, self.mechanism.bodies_by_name, "bodies")
            raise MechanismError(f"body '{name}' is not defined{bodies}") from None

    def drawn_pose(self, name: str) -> tuple[Scalar, Scalar, Scalar]:
        """Where the drawing shows the body: its estimate, or the world's own frame."""
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
        body = self.body(place.body)
        if place.named is not None:
            if place.named not in body.points:
                points = suggestion(place.named, body.points, f"points of '{place.body}'")
                raise MechanismError(f"body '{place.body}' has no point '{place.named}'{points}")
            return self.vector(body.points[place.named])
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

    def joint(self, name: str) -> Element:
        """The joint of that name."""
        try:
            return self.mechanism.joints[name]
        except KeyError:
            joints = suggestion(name, self.mechanism.joints, "joints")
            raise MechanismError(f"joint '{name}' is not defined{joints}") from None

    def plane(self, body: str) -> tuple[str, Plane]:
        """Name and frame of the plane in which a body moves."""
        name = self.body(body).plane
        try:
            return name, self.mechanism.planes[name]
        except KeyError:
            planes = suggestion(name, self.mechanism.planes, "planes")
            raise MechanismError(f"body '{body}': plane '{name}' is not defined{planes}") from None
