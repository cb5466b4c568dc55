"""A circle."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from linkwork.base.errors import MechanismError
from linkwork.expression.number import Number
from linkwork.functions.base import Environment
from linkwork.functions.outlines.curve import Curve, Point, origin
from linkwork.functions.packed import Packed


class Circle(Curve):
    """A circle; alpha is the angle from the body's x axis."""

    type: Literal["circle"] = "circle"
    radius: Number
    center: Point = Field(default_factory=origin)

    def pack(self, env: Environment) -> Packed:
        """The kernel of the curve and its numbers in this environment."""
        from linkwork.functions.outlines.circle_kernel import circle

        radius = self.radius.value(env)
        if radius.real <= 0:
            raise MechanismError(f"circle: the radius must be positive, not {radius.real:.6g}")
        return Packed(circle, [*(number.value(env) for number in self.center), radius])
