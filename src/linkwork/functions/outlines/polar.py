"""An outline in polar coordinates."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from linkwork.base.errors import MechanismError
from linkwork.expression import parse
from linkwork.functions.base import Environment
from linkwork.functions.outlines.curve import TURN, Curve, Point, origin
from linkwork.functions.packed import Packed
from linkwork.functions.table import Table
from linkwork.functions.time_function import TimeFunction


class Polar(Curve):
    """A closed outline by its radius as a function of the angle `alpha` from the body's x axis."""

    type: Literal["polar"] = "polar"
    radius: TimeFunction = Field(description="In `alpha`, taken modulo 2 pi; a table is made periodic over 2 pi.")
    center: Point = Field(default_factory=origin)

    def pack(self, env: Environment) -> Packed:
        """The kernel of the curve and its numbers in this environment."""
        from linkwork.functions.outlines.polar_kernel import polar

        radius = self._periodic_radius().pack(env, "alpha")
        if radius.range is not None and (radius.range[0] > 1e-9 or radius.range[1] < TURN - 1e-9):
            raise MechanismError(
                "polar outline: the radius must be known from 0 to 2 pi,"
                f" not from {radius.range[0]:.6g} to {radius.range[1]:.6g}"
            )
        floats = [number.value(env) for number in self.center]
        return Packed(polar, floats, [], 4 + radius.scratch, [radius])

    def joints(self, env: Environment) -> list[float]:
        """The joints of the radius within one turn, and the closure at zero."""
        inner = [x.real for x in self._periodic_radius().joints(env, "alpha", (0.0, TURN))]
        return [0.0, *(x for x in inner if 0 < x < TURN)]

    def _periodic_radius(self) -> TimeFunction:
        radius = self.radius
        if not isinstance(radius, Table) or (radius.ends == "periodic" and radius.period is not None):
            return radius
        if radius.ends != "periodic" and "ends" in radius.model_fields_set:
            raise MechanismError(f"polar outline: the table of the radius is periodic, not '{radius.ends}'")
        return radius.model_copy(update={"ends": "periodic", "period": parse("2*pi")})
