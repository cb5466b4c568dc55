"""Linear actuator in a translational joint."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from linkwork.elements.base import Element
from linkwork.elements.planar.joints.slot import RevoluteTranslational
from linkwork.elements.planar.joints.translational import Translational
from linkwork.functions import TimeFunction
from linkwork.places.places import Line, Point

if TYPE_CHECKING:
    from linkwork.places.row import Row


class PositionDrive(Element):
    """Drives the position of a slide: the second body's point along the first body's line (1 equation; Haug 3.5.12)."""

    kernel = "slide_drive"
    equations = {"position": "length"}

    type: Literal["position"] = "position"
    joint: str = Field(description="the translational or revolute-translational joint")
    value: TimeFunction = Field(description="the position in m as a function of t")

    def _guide(self, row: Row) -> tuple[Line, Point]:
        joint = row.scope.joint(self.joint)
        if isinstance(joint, Translational):
            first, second = joint.lines()
            return first, Point(body=second.body, coordinates=second.start, drawn=second.drawn)
        if isinstance(joint, RevoluteTranslational):
            return joint.line, joint.pin
        row.fail(f"joint '{self.joint}' does not slide; a position drives a translational joint")

    def ends(self, row: Row) -> tuple[str, str]:
        line, point = self._guide(row)
        return line.body, point.body

    def reaction_point(self, row: Row) -> tuple[Any, Any]:
        return row.point(self._guide(row)[1])

    def joint_axis(self, row: Row) -> tuple[str, Any, Any]:
        line, _ = self._guide(row)
        return line.body, *row.line(line)[2:4]

    def pack(self, row: Row) -> None:
        line, point = self._guide(row)
        row.add(*row.line(line)[:4], *row.point(point))
        row.function(self.value)
