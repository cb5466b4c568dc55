"""The elements of a contact curve: point, segment, arc, circle and polynomial (Wang, D.1 part 3)."""

from __future__ import annotations

from collections.abc import Callable

from linkwork.formats.dyn.data import (
    ArcElement,
    CircleElement,
    CurveElement,
    PointElement,
    PolynomialElement,
    SegmentElement,
    Vector,
)
from linkwork.formats.dyn.dyn_text import ELEMENTS, SIDES
from linkwork.formats.dyn.fields import Entity, Field

_LARGEST_ORDER = 60
_MOST_TERMS = 1000
_MOST_ELEMENTS = 2000


def read_elements(surface: Entity) -> tuple[CurveElement, ...]:
    """The elements in order; the list must end with FIN : YES."""
    parts = _parts(surface)
    curve_elements: list[CurveElement] = []
    for number, part in enumerate(parts, 1):
        last = part.truth("FIN") if any(given.key == "FIN" for given in part.fields) else None
        if number == len(parts) and last is not True:
            end = max((given.line for given in part.fields), default=part.line)
            surface.fail(end, "the list of elements does not end with 'FIN : YES'; the file may be cut")
        if number < len(parts) and last is not False:
            words = "FIN says that the curve ends" if last else "FIN is missing"
            surface.report.conflict(part.line, f"{part}: {words}, but more elements follow; they are read")
        curve_elements.append(_READERS[part.kind](part))
        part.finish()
    return tuple(curve_elements)


def _parts(surface: Entity) -> list[Entity]:
    """The fields of the surface, split at each TYPE OF CURVE."""
    parts: list[Entity] = []
    before: list[Field] = []
    for given in surface.fields:
        if given.key == "TYPE OF CURVE":
            kind = surface.choice(given, ELEMENTS)
            if len(parts) == _MOST_ELEMENTS:
                surface.fail(given.line, f"the curve has more than {_MOST_ELEMENTS} elements; give it fewer")
            title = f"{len(parts) + 1} of curve '{surface.title}'"
            parts.append(Entity(kind, given.line, surface.report, [], title))
        else:
            (parts[-1].fields if parts else before).append(given)
    surface.fields = before
    if not parts:
        surface.fail(surface.line, "the curve has no elements; the file may be cut, or TYPE OF CURVE left out")
    return parts


def _vector(part: Entity, key: str) -> Vector:
    """Three numbers that must be there."""
    x, y, z = part.numbers(part.need(key), 3)
    return x, y, z


def _given(part: Entity, key: str) -> Vector | None:
    """Three numbers, if they are there."""
    return _vector(part, key) if any(given.key == key for given in part.fields) else None


def _concave(part: Entity) -> bool:
    """Whether the element is concave."""
    return part.choice(part.need("CONCAVE OR CONVEX"), SIDES)


def _point(part: Entity) -> PointElement:
    """A corner."""
    return PointElement(line=part.line)


def _segment(part: Entity) -> SegmentElement:
    """A segment."""
    return SegmentElement(_given(part, "PINIT"), _given(part, "PEND"), line=part.line)


def _arc(part: Entity) -> ArcElement:
    """An arc."""
    ends = _given(part, "PINIT"), _given(part, "PEND")
    return ArcElement(_vector(part, "CENTRE"), *ends, _concave(part), line=part.line)


def _circle(part: Entity) -> CircleElement:
    """A circle."""
    centre, radius = _vector(part, "CENTRE"), part.number("RADIUS")
    return CircleElement(centre, radius, _vector(part, "PINIT"), _concave(part), line=part.line)


def _polynomial(part: Entity) -> PolynomialElement:
    """A polynomial."""
    count = _whole(part, "NUM", part.number("NUM"), 1, _MOST_TERMS)
    coefficients = part.numbers(part.need("COEFFI"), count)
    orders = part.numbers(part.need("ORDER"), count)
    return PolynomialElement(
        coefficients,
        tuple(_whole(part, "ORDER", order, 0, _LARGEST_ORDER) for order in orders),
        part.number("AO"),
        part.number("RO", missing=1.0),
        part.number("KO") if any(given.key == "KO" for given in part.fields) else None,
        _vector(part, "CENTRE"),
        _concave(part),
        line=part.line,
    )


def _whole(part: Entity, key: str, value: float, least: int, most: int) -> int:
    """A whole number within limits."""
    if value != round(value) or not least <= value <= most:
        part.fail(part.line, f"{key}: {value:g} is not a whole number from {least} to {most}")
    return int(value)


_READERS: dict[str, Callable[[Entity], CurveElement]] = {
    "POINT": _point,
    "SEGMENT": _segment,
    "ARC": _arc,
    "CIRCLE": _circle,
    "POLY": _polynomial,
}
