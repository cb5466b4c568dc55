"""Values of joints bound to each other by one linear equation: the ground of gears, racks, belts and couplers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from linkwork.elements.spatial.acting import in_one_of
from linkwork.elements.spatial.base import SpatialElement
from linkwork.elements.spatial.freedoms import SpatialFreedom
from linkwork.elements.spatial.values import drawn_value

if TYPE_CHECKING:
    from linkwork.functions.packed import Packed
    from linkwork.places.spatial.row import SpatialRow

Term = tuple[SpatialFreedom, Any]
"""A value and its factor."""


class Relation(SpatialElement):
    """Sum of factors times values of joints; turns count. Its multiplier acts on each value times its factor.

    The values belong to pairs of bodies; where these are more than two, the bodies beyond the ends are `others`.
    """

    kernel = "relation"
    memory: ClassVar[tuple[str, ...]] = ("first", "second")

    def terms(self, row: SpatialRow) -> list[Term]:
        """The values and their factors."""
        raise TypeError(f"{type(self).__name__} does not say which values it binds")

    def counted(self, row: SpatialRow) -> list[Term]:
        """Those of the values that change as it says; others are there for the forces and never change."""
        return self.terms(row)

    def constant(self, row: SpatialRow, terms: list[Term]) -> Any:
        """What the sum is: as drawn, unless the element says otherwise."""
        return sum(factor * drawn_value(row, value) for value, factor in terms)

    def course(self, row: SpatialRow) -> Packed:
        """What is added to the constant over time."""
        from linkwork.functions.value import constant

        return row.function(constant(0.0))

    def bodies(self, row: SpatialRow) -> tuple[str, ...]:
        """Every moving body once, those that the joints carry first."""
        values = [value for value, _ in self.terms(row)]
        names = dict.fromkeys(value.bodies[side] for side in (1, 0) for value in values)
        moving = tuple(name for name in names if name != "ground")
        return moving if len(moving) > 1 else (*moving, "ground")

    def ends(self, row: SpatialRow) -> tuple[str, str]:
        first, second, *_ = self.bodies(row)
        return first, second

    def others(self, row: SpatialRow) -> tuple[str, ...]:
        return self.bodies(row)[2:]

    def bound(self) -> tuple[str, ...]:
        """The joints whose values it binds."""
        raise TypeError(f"{type(self).__name__} does not say which joints it binds")

    def acting_points(self, row: SpatialRow, motion: Any) -> tuple[Any, ...]:
        return tuple(in_one_of(row, self.bound(), body) for body in self.bodies(row))

    def pack(self, row: SpatialRow) -> None:
        terms, bodies = self.terms(row), self.bodies(row)
        number = {"ground": -1} | {body: place for place, body in enumerate(bodies) if body != "ground"}
        row.add(len(bodies) - 2.0, self.constant(row, terms))
        row.ints.append(len(terms))
        for value, factor in terms:
            row.add(*value.numbers, drawn_value(row, value), factor)
            row.ints += [value.kind, *(number[body] for body in value.bodies)]
        self.course(row)
