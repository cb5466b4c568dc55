"""Joints with clearance: what all of them have. They are contacts whose surfaces follow from the joint's sizes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from pydantic import Field

from linkwork.elements.contacts import ContactPart
from linkwork.expression.number import Number


class Clearance(ContactPart):
    """A joint with play: its parts are free between their limits and touch there."""

    slots: ClassVar[int] = 1

    between: Any
    """Its two places, of the kind that each class says."""

    def bodies(self) -> tuple[str, str]:
        return self.between[0].body, self.between[1].body

    def pack(self, row: Any) -> None:
        """Put the joint's numbers into the row of its pair."""
        raise TypeError(f"{type(self).__name__} does not say how it is packed")

    def kernel_body(self) -> Callable[..., Any]:
        """The kernel of its pair; importing it imports numba."""
        raise TypeError(f"{type(self).__name__} does not name its kernel")

    def friction_size(self, row: Any, value: Number | None, what: str) -> Any:
        """A radius or size, 0 when left out; friction needs it."""
        if value is None:
            if row.number(self.friction).real > 0.0 and what:
                row.fail(f"friction needs the {what}: it acts at the surface; give {what}=...")
            return 0.0
        return row.not_negative(value, what, "it is a size")


class SizedClearance(Clearance):
    """A joint whose play is one length."""

    clearance: Number = Field(description="play from the middle to the limit, m")


class RoundClearance(SizedClearance):
    """A round part with play in a round hole: a journal in its bearing, a ball in its cavity."""

    radius: Number | None = Field(default=None, description="of the journal or ball, m; friction needs it")

    def hole(self, row: Any, dimensions: int) -> tuple[Any, list[tuple[float, ...]]]:
        """The middle of the hole in its body, and the axes along which an orbit is told."""
        axes = [tuple(float(i == n) for i in range(dimensions)) for n in range(dimensions)]
        return row.point(self.between[0]), axes

    def pack(self, row: Any) -> None:
        for place in self.between:
            row.add(*row.point(place))
        row.add(row.positive(self.clearance, "clearance"), self.friction_size(row, self.radius, "radius"))
