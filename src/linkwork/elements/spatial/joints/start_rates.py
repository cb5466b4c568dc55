"""What is asked of a body at the start only: a component of its angular velocity, or of its rotation vector."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from pydantic import Field

from linkwork.elements.spatial.base import SpatialElement
from linkwork.functions import TimeFunction

if TYPE_CHECKING:
    from linkwork.elements.base import Unit
    from linkwork.places.spatial.row import SpatialRow

AXES = ("x", "y", "z")


class _Asked(SpatialElement):
    """One number of a body against the ground, about an axis."""

    on: str = Field(description="the body")
    axis: Literal["x", "y", "z"] = Field(description="the axis")
    value: TimeFunction = Field(description="in rad, a function of t")

    def ends(self, row: SpatialRow) -> tuple[str, str]:
        return "ground", self.on

    def structure(self) -> tuple[str, ...]:
        return ("------|---abc",)

    def _unit(self) -> tuple[float, ...]:
        return tuple(float(self.axis == name) for name in AXES)


class SpinRate(_Asked):
    """Angular velocity along an axis of the world, or of the body; its value is the integral of the rate."""

    kernel = "spin"
    equations: ClassVar[dict[str, Unit]] = {"rate": "angle"}
    nonholonomic = ("rate",)

    type: Literal["spin_rate"] = "spin_rate"
    own_axis: bool = Field(default=False, description="the axis is one of the body")

    def pack(self, row: SpatialRow) -> None:
        row.add(*self._unit())
        row.ints.append(int(self.own_axis))
        row.function(self.value)


class RotationComponent(_Asked):
    """Component of the rotation vector along an axis of the world."""

    kernel = "turned"
    equations: ClassVar[dict[str, Unit]] = {"turn": "angle"}

    type: Literal["rotation_component"] = "rotation_component"

    def pack(self, row: SpatialRow) -> None:
        row.add(*self._unit())
        row.function(self.value)
