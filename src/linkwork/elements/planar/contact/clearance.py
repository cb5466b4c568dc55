"""Joints of the plane with clearance: a journal in a bearing (revolute), a block in a guide (prismatic)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

from pydantic import Field

from linkwork.elements.clearance_base import Clearance, RoundClearance, SizedClearance
from linkwork.expression.by_type import BY_TYPE
from linkwork.expression.number import Number
from linkwork.places.places import LinePlace, PointPlace


class JournalClearance(RoundClearance):
    """A revolute joint with radial clearance: the journal of the second body in the bearing of the first."""

    type: Literal["journal"] = "journal"
    between: tuple[PointPlace, PointPlace] = Field(description="centre of the bearing, centre of the journal")

    def kernel_body(self) -> Callable[..., Any]:
        from linkwork.elements.planar.contact.clearance_kernel import journal

        return journal


class GuideClearance(SizedClearance):
    """A prismatic joint with clearance: four corners of a block of the second body between two faces of the first."""

    slots = 4

    type: Literal["guide"] = "guide"
    between: tuple[LinePlace, LinePlace] = Field(
        description="middle line of the guide; middle line of the block, beginning in the block's middle"
    )
    length: Number = Field(description="of the block, m")
    width: Number | None = Field(default=None, description="of the block, m; nothing when left out")

    def pack(self, row: Any) -> None:
        for line in self.between:
            row.add(*row.line(line)[:4])
        row.add(0.5 * row.positive(self.length, "length"), 0.5 * self.friction_size(row, self.width, ""))
        row.add(row.positive(self.clearance, "clearance"))

    def kernel_body(self) -> Callable[..., Any]:
        from linkwork.elements.planar.contact.clearance_kernel import block

        return block


AnyClearance = Annotated[JournalClearance | GuideClearance, BY_TYPE]
CLEARANCES: tuple[type[Clearance], ...] = (JournalClearance, GuideClearance)
