"""A linear relation between any values of joints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from linkwork.elements.spatial.joints.relation import Relation, Term
from linkwork.elements.spatial.values import ANGLES, LENGTHS, joint_value
from linkwork.expression import as_expression
from linkwork.expression.number import Number
from linkwork.expression.part import Part
from linkwork.functions import TimeFunction

if TYPE_CHECKING:
    from linkwork.functions.packed import Packed
    from linkwork.places.spatial.row import SpatialRow

MOST = 6


class CouplerTerm(Part):
    """A value of a joint and its factor."""

    joint: str = Field(description="the joint")
    freedom: str | None = Field(default=None, description="which of its values, where it has several")
    factor: Number = Field(default=as_expression(1), description="by which the value is multiplied")


class Coupler(Relation):
    """The sum of factors times values of joints is given (1 equation): a differential, a cable, a linkage of drives."""

    equations = {"sum": "length"}
    memory = tuple(f"value {number}" for number in range(1, MOST + 1))

    type: Literal["coupler"] = "coupler"
    of: tuple[CouplerTerm, ...] = Field(min_length=1, max_length=MOST, description="the values and their factors")
    value: TimeFunction | None = Field(
        default=None, description="what the sum is, a number or a function of t; as drawn when left out"
    )

    def bound(self) -> tuple[str, ...]:
        return tuple(term.joint for term in self.of)

    def terms(self, row: SpatialRow) -> list[Term]:
        kinds = (*ANGLES, *LENGTHS)
        return [
            (joint_value(row, term.joint, term.freedom, kinds, "value"), row.number(term.factor)) for term in self.of
        ]

    def constant(self, row: SpatialRow, terms: list[Term]) -> Any:
        return super().constant(row, terms) if self.value is None else 0.0

    def course(self, row: SpatialRow) -> Packed:
        return super().course(row) if self.value is None else row.function(self.value)
