"""A straight line."""

from __future__ import annotations

from typing import Literal

from linkwork.base.errors import MechanismError
from linkwork.functions.base import Environment
from linkwork.functions.outlines.curve import Curve, Point
from linkwork.functions.packed import Packed


class Straight(Curve):
    """A straight line without ends; alpha is the signed distance from the point `through`, in metres."""

    type: Literal["straight"] = "straight"
    through: Point
    along: Point

    def pack(self, env: Environment) -> Packed:
        """The kernel of the curve and its numbers in this environment."""
        from linkwork.functions.outlines.straight_kernel import straight

        x, y = (number.value(env) for number in self.through)
        dx, dy = (number.value(env) for number in self.along)
        square = dx * dx + dy * dy
        if square.real <= 0:
            raise MechanismError("straight outline: the direction 'along' is zero")
        length = square**0.5
        return Packed(straight, [x, y, dx / length, dy / length])

    def period(self, env: Environment) -> float | None:
        """None: the line does not close."""
        return None

    def range(self, env: Environment) -> tuple[float, float] | None:
        """None: the line has no ends."""
        return None
