"""Pins on outlines of the plane as points on curves of space."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwork.base.names import GROUND
from linkwork.elements.base import Element
from linkwork.elements.planar import catalogue as planar
from linkwork.elements.spatial import catalogue as spatial
from linkwork.expression import Expression, cos, hypot, sin, symbol
from linkwork.formats.embedding.terms import ZERO, number, times, total
from linkwork.functions import Circle, Formula, Parametric, Polar, Straight
from linkwork.functions.value import as_function

if TYPE_CHECKING:
    from linkwork.formats.embedding.embedding import Spot

_ALPHA = symbol("alpha")


def point_on_curve(spot: Spot, joint: planar.PointFollower) -> dict[str, Element]:
    """The outline is a curve with z = 0 in the frame of its body."""
    body, _, name = joint.slot.partition(".")
    x, y = _formulas(spot, spot.planar.bodies_by_name[body].outlines[name])
    if body == GROUND:
        if not isinstance(x, Expression) or not isinstance(y, Expression):
            spot.refuse("its outline stands on the ground and is no formula")
        curve: tuple[Any, ...] = tuple(as_function(value) for value in spot.plane.point(x, y))
    else:
        curve = tuple(as_function(value) if isinstance(value, Expression) else value for value in (x, y, ZERO))
    fields = dict(zip("xyz", curve, strict=True))
    point = spot.point(joint.pin)
    return {spot.name: spatial.PointOnCurve(on=body, **fields, point=point, contact=joint.contact)}


def _formulas(spot: Spot, outline: Any) -> tuple[Any, Any]:
    """x and y as expressions in alpha, or as functions."""
    if isinstance(outline, Circle):
        return _around(outline.center, outline.radius)
    if isinstance(outline, Polar) and isinstance(outline.radius, Formula):
        return _around(outline.center, outline.radius.value)
    if isinstance(outline, Straight):
        share = number(1 / hypot(*outline.along))
        x, y = (
            total((1, at), (times(share, along), _ALPHA))
            for at, along in zip(outline.through, outline.along, strict=True)
        )
        return x, y
    if isinstance(outline, Parametric):
        return _open(outline.x), _open(outline.y)
    spot.refuse(f"its outline is given by {'points' if outline.type == 'points' else 'a table'}; a formula is needed")


def _around(centre: Any, radius: Expression) -> tuple[Expression, Expression]:
    return total((1, centre[0]), (radius, cos(_ALPHA))), total((1, centre[1]), (radius, sin(_ALPHA)))


def _open(function: Any) -> Any:
    return function.value if isinstance(function, Formula) else function
