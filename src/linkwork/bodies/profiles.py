"""Profiles: outlines of a body in the plane that can touch others, as chains of simple elements.

A profile is travelled element by element; the material lies on the left of the direction of travel, or on the right
where it says so. Where two elements meet in an outward corner a point element stands between them, whether it is
written or not; an inward corner has none, because two contacts can exist there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from linkwork.expression import as_expression
from linkwork.expression.by_type import BY_TYPE
from linkwork.expression.given import public
from linkwork.expression.number import Number
from linkwork.functions.base import Description
from linkwork.functions.outlines.curve import origin
from linkwork.places.places import Vector

_ZERO, _ONE = as_expression(0), as_expression(1)


class PointElement(Description):
    """A corner. Its place and its range of normals follow from its neighbours; alone it is a pin of no radius."""

    type: Literal["point"] = "point"
    at: Vector | None = Field(default=None, description="Only where the point is alone.")


class Segment(Description):
    """A straight piece between two points."""

    type: Literal["segment"] = "segment"
    start: Vector | None = Field(default=None, description="The end of the element before when left out.")
    end: Vector | None = Field(default=None, description="The start of the chain when left out, which closes it.")


class Polyline(Description):
    """Straight pieces through points, one after the other."""

    type: Literal["polyline"] = "polyline"
    points: Annotated[tuple[Vector, ...], Field(min_length=2)]


class EndlessLine(Description):
    """A straight line without ends, such as a wall or a floor; it is a profile by itself."""

    type: Literal["line"] = "line"
    at: Vector = Field(default_factory=origin, description="A point of the line.")
    along: Vector = Field(description="The direction of travel.")


class Arc(Description):
    """A piece of a circle, bulging out of the material or, when concave, hollow."""

    type: Literal["arc"] = "arc"
    center: Vector
    start: Vector | None = Field(default=None, description="The end of the element before when left out.")
    end: Vector | None = None
    radius: Number | None = Field(default=None, description="With `from` and `to`, instead of start and end.")
    begin: Number | None = Field(default=None, alias="from", description="Angle of the start from the body's x axis.")
    finish: Number | None = Field(default=None, alias="to", description="Angle of the end.")
    concave: bool = False

    @model_validator(mode="after")
    def _one_way_of_giving_it(self) -> Arc:
        angles = [value is not None for value in (self.radius, self.begin, self.finish)]
        points = [value is not None for value in (self.start, self.end)]
        if any(angles) and (any(points) or not all(angles)):
            raise ValueError("an arc takes center, start and end, or center, radius, from and to")
        if not any(angles) and self.end is None:
            raise ValueError("an arc needs its end, or radius, from and to")
        return self


class CircleElement(Description):
    """A full circle, or a round hole when concave; it is a profile by itself."""

    type: Literal["circle"] = "circle"
    radius: Number
    center: Vector = Field(default_factory=origin)
    begin: Number = Field(default=_ZERO, alias="from", description="Angle where the coordinate begins.")
    concave: bool = False


class PolarPolynomial(Description):
    """A piece of a curve in polar coordinates, r = sum c_i ((theta - shift)/scale)^n_i about a centre."""

    type: Literal["polynomial"] = "polynomial"
    coefficients: Annotated[tuple[Number, ...], Field(min_length=1)]
    orders: tuple[Annotated[int, Field(ge=0, le=99)], ...] | None = Field(
        default=None, description="The powers n_i; 0, 1, 2, ... when left out."
    )
    begin: Number = Field(alias="from", description="The angle theta at the start.")
    finish: Number = Field(alias="to", description="The angle theta at the end.")
    shift: Number = _ZERO
    scale: Number = _ONE
    unit: Literal["rad", "deg"] = Field(default="rad", description="The unit of theta, from, to, shift and scale.")
    center: Vector = Field(default_factory=origin)

    @model_validator(mode="after")
    def _as_many_orders(self) -> PolarPolynomial:
        if self.orders is not None and len(self.orders) != len(self.coefficients):
            lengths = f"{len(self.coefficients)} coefficients and {len(self.orders)} orders"
            raise ValueError(f"every coefficient needs its order; found {lengths}")
        return self


class Spline(Description):
    """A smooth curve through points, or along an outline that the body names."""

    type: Literal["spline"] = "spline"
    points: Annotated[tuple[Vector, ...], Field(min_length=3)] | None = None
    outline: str | None = Field(default=None, description="Name of an outline of the same body.")
    reverse: bool = Field(default=False, description="Whether the outline is travelled against its parameter.")

    @model_validator(mode="after")
    def _one_source(self) -> Spline:
        if (self.points is None) == (self.outline is None):
            raise ValueError("a spline takes either points or the name of an outline")
        return self


ProfileElement = Annotated[
    PointElement | Segment | Polyline | EndlessLine | Arc | CircleElement | PolarPolynomial | Spline,
    BY_TYPE,
]
PROFILE_ELEMENTS = (PointElement, Segment, Polyline, EndlessLine, Arc, CircleElement, PolarPolynomial, Spline)


class Profile(Description):
    """A chain of elements in the frame of a body that can touch other profiles."""

    elements: Annotated[tuple[ProfileElement, ...], Field(min_length=1)]
    closed: bool | None = Field(default=None, description="When left out: closed if the end meets the start.")
    material: Literal["left", "right"] = Field(default="left", description="Its side, seen in the direction of travel.")
    ends: Literal["points", "none"] = Field(
        default="points", description="Whether the ends of an open chain are points that can touch."
    )


@public
def polygon(points: Sequence[Any], material: Literal["left", "right"] = "left") -> Profile:
    """A closed profile with straight sides through these corners, counter-clockwise around its material."""
    return Profile(elements=(Polyline(points=tuple(points)),), closed=True, material=material)


@public
def circle(radius: Any, center: Any = (0, 0), hole: bool = False) -> Profile:
    """A disc, or a round hole."""
    return Profile(elements=(CircleElement(radius=radius, center=center, concave=hole),))


@public
def wall(point: Any, direction: Any, material: Literal["left", "right"] = "left") -> Profile:
    """An endless straight face through a point, with the material on its left: a floor runs along -x."""
    return Profile(elements=(EndlessLine(at=point, along=direction),), material=material)
