"""The arc on which a beam in the plane lies without load: places and directions of its nodes, as formulas."""

from __future__ import annotations

from linkwork.base.errors import MechanismError
from linkwork.base.late_dataclass import dataclass
from linkwork.bodies.sections import folded
from linkwork.expression import Expression, as_expression, atan2, cos, sin, sqrt
from linkwork.places.places import Vector


@dataclass(frozen=True)
class Arc:
    """From start to end, turning left by `bend`; a straight line where that is zero."""

    start: Vector
    end: Vector
    bend: Expression

    def __post_init__(self) -> None:
        if self.chord.constant == 0.0:
            raise MechanismError("'start' and 'end' are one point; a beam needs a length")

    @property
    def straight(self) -> bool:
        """Whether it does not turn."""
        return self.bend.constant == 0.0

    @property
    def chord(self) -> Expression:
        """Distance of the ends."""
        return folded(sqrt((self.end[0] - self.start[0]) ** 2 + (self.end[1] - self.start[1]) ** 2))

    @property
    def length(self) -> Expression:
        """Length along the arc."""
        return self.chord if self.straight else folded(self.chord * self.bend / (2 * sin(self.bend / 2)))

    @property
    def _direction(self) -> Expression:
        return folded(atan2(self.end[1] - self.start[1], self.end[0] - self.start[0]))

    def pose(self, at: float) -> tuple[Expression, Expression, Expression]:
        """x, y and direction at a share of the length."""
        share = as_expression(at)
        (x, y), (ex, ey) = self.start, self.end
        if self.straight:
            return folded(x + (ex - x) * share), folded(y + (ey - y) * share), self._direction
        reach = self.chord * sin(self.bend * share / 2) / sin(self.bend / 2)
        way = self._direction + self.bend * (share - 1) / 2
        angle = self._direction + self.bend * (share - as_expression(0.5))
        return folded(x + reach * cos(way)), folded(y + reach * sin(way)), folded(angle)
