"""Freedoms of joints and of pairs of places, as data: what springs, motors, stops and sensors act on or measure.

A joint says what it measures (`Element.measure`) in terms of a Motion; asked with `FreedomMotion` instead, the same
words give the freedoms themselves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from linkwork.elements.base import Element
    from linkwork.system.row import Row

ANGLE, DISTANCE, ALONG, DIFFERENCE = range(4)
"""The kinds that `freedom_kernel` knows."""

Local = tuple[Any, Any]
_RATES = {"angle": ("omega", "alpha"), "position": ("speed", "acceleration")}


def rate_names(quantity: str) -> tuple[str, str, str]:
    """What a quantity, its rate and its acceleration are called: angle, omega, alpha."""
    rate, acceleration = _RATES.get(quantity, (f"{quantity}_rate", f"{quantity}_acceleration"))
    return quantity, rate, acceleration


@dataclass(frozen=True)
class Freedom:
    """One number between two bodies."""

    kind: int
    bodies: tuple[str, str]
    numbers: tuple[Any, ...] = (0.0,) * 6

    @property
    def unit(self) -> str:
        """Its unit."""
        return "rad" if self.kind == ANGLE else "m"


class FreedomMotion:
    """Answers the questions that elements ask a Motion with freedoms."""

    def angle_between(self, first: str, second: str) -> Freedom:
        """Angle of the second body less that of the first."""
        return Freedom(ANGLE, (first, second))

    def distance(self, first: tuple[str, Local], second: tuple[str, Local]) -> Freedom:
        """Distance of two points."""
        return Freedom(DISTANCE, (first[0], second[0]), (*first[1], *second[1], 0.0, 0.0))

    def along(self, body: str, line: tuple[Any, ...], other: str, local: Local) -> Freedom:
        """Position of a point of another body along a line of a body."""
        return Freedom(ALONG, (body, other), (line[0], line[1], *local, line[2], line[3]))

    def difference(self, first: tuple[str, Local], second: tuple[str, Local], axis: int) -> Freedom:
        """World coordinate (0 x, 1 y) of the second point less that of the first."""
        return Freedom(DIFFERENCE, (first[0], second[0]), (*first[1], *second[1], 1.0 - axis, float(axis)))

    def owned(self, element: str, names: tuple[str, ...]) -> dict[str, Freedom]:
        """Contact parameters are no freedoms that a force acts on."""
        return {}


def freedoms_of(row: Row, element: Element) -> dict[str, Freedom]:
    """The freedoms of a joint by name: angle, position, distance, x, y."""
    found = cast(dict[str, Freedom], element.measure(row, cast(Any, FreedomMotion())))
    first, second = element.ends(row)
    equations = set(element.equations)
    if "angle" not in equations and "angle" not in found:
        found["angle"] = Freedom(ANGLE, (first, second))
    if equations == {"angle"}:
        origin = (0.0, 0.0)
        found["x"] = FreedomMotion().along(first, (0.0, 0.0, 1.0, 0.0), second, origin)
        found["y"] = FreedomMotion().along(first, (0.0, 0.0, 0.0, 1.0), second, origin)
        found.pop("angle", None)
    return found


def joint_freedom(row: Row, joint: str, named: str | None) -> Freedom:
    """The freedom of a joint by name, or the only one it has."""
    found = freedoms_of(row, row.scope.joint(joint))
    free = [name for name in found if name not in row.scope.joint(joint).equations]
    if named is not None:
        if named not in found:
            row.fail(f"joint '{joint}' has no freedom '{named}'; it has: {', '.join(free) or 'none'}")
        return found[named]
    if len(free) != 1:
        row.fail(
            f"joint '{joint}' has {len(free)} freedoms ({', '.join(free)}); name one with 'freedom'"
            if free
            else f"joint '{joint}' has no freedom that a force can act on; use a spring between points"
        )
    return found[free[0]]
