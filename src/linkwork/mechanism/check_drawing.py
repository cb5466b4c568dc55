"""Whether it is known where the drawing shows a body: needed when it has places both drawn and in its own frame."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from linkwork.base.errors import MechanismError
from linkwork.base.names import GROUND
from linkwork.places.places import Line, Point

if TYPE_CHECKING:
    from linkwork.elements.base import Element
    from linkwork.mechanism.mechanism import Mechanism


def check_drawing(mechanism: Mechanism) -> None:
    """Refuse a body without an estimate that has places drawn in the world beside places in its own frame.

    A body whose places are all drawn needs no estimate: its frame is then the world's.
    """
    drawn = drawn_bodies(mechanism)
    local = {name for name, body in mechanism.bodies_by_name.items() if body.points or body.outlines or body.profiles}
    local |= {place.body for place in _all_places(mechanism) if not place.drawn}
    for name, body in mechanism.bodies_by_name.items():
        if name != GROUND and body.estimate is None and name in drawn & local:
            raise MechanismError(
                f"body '{name}' has places drawn in the world but no estimate; "
                "say where the drawing shows it: estimate=(x, y, angle)"
            )


def drawn_bodies(mechanism: Mechanism) -> set[str]:
    """Bodies that have a place drawn in the world."""
    return {place.body for place in _all_places(mechanism) if place.drawn}


def _all_places(mechanism: Mechanism) -> Iterator[Point | Line]:
    for element in (*mechanism.joints.values(), *mechanism.drivers.values()):
        yield from _places(element)


def _places(element: Element) -> Iterator[Point | Line]:
    """The points and lines of an element, with `at` and `along` put in."""
    pair: Any = getattr(element, "places", None) or getattr(element, "lines", None)
    if pair is not None:
        yield from pair()
        return
    for name in type(element).model_fields:
        value = getattr(element, name)
        if isinstance(value, Point | Line):
            yield value
