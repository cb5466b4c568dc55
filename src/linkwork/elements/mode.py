"""A mode of a body that is held, or moved as a function of time: in all that knows no forces, and at the start."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from pydantic import Field

from linkwork.base.names import GROUND
from linkwork.elements.base import Element, Unit
from linkwork.functions import TimeFunction

if TYPE_CHECKING:
    from linkwork.elements.base import Row


class ModeHold(Element):
    """The coordinate of one elastic mode of a body (1 equation)."""

    kernel = "mode"
    equations: ClassVar[dict[str, Unit]] = {"mode": "angle"}

    type: Literal["mode"] = "mode"
    on: str = Field(description="the body")
    label: str = Field(description="the mode, such as q1")
    columns: int = Field(description="columns of two bodies")
    value: TimeFunction = Field(description="its value, a number or a function of t")

    def ends(self, row: Row) -> tuple[str, str]:
        return GROUND, self.on

    def others(self, row: Row) -> tuple[str, ...]:
        return (f"{self.on}.{self.label}",)

    def structure(self) -> tuple[str, ...]:
        return ("-" * self.columns,)

    def reaction_point(self, row: Row) -> tuple[float, ...]:
        return (0.0,) * (2 if self.columns == 6 else 3)

    def pack(self, row: Row) -> None:
        row.ints.append(self.columns)
        row.function(self.value)
