"""An outline by two formulas."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from linkwork.base.errors import MechanismError
from linkwork.expression.number import Number
from linkwork.functions.base import Environment
from linkwork.functions.outlines.curve import Curve
from linkwork.functions.packed import Packed
from linkwork.functions.time_function import TimeFunction


class Parametric(Curve):
    """A curve (x(alpha), y(alpha)), open or closed."""

    type: Literal["parametric"] = "parametric"
    x: TimeFunction = Field(description="In `alpha`.")
    y: TimeFunction = Field(description="In `alpha`.")
    begin: Number = Field(alias="from")
    end: Number = Field(alias="to")
    closed: bool = Field(default=False, description="Whether the end meets the beginning, so that alpha may run on.")

    def pack(self, env: Environment) -> Packed:
        """The kernel of the curve and its numbers in this environment."""
        from linkwork.functions.outlines.pair_kernel import pair

        begin, end = self._ends(env)
        parts = [self.x.pack(env, "alpha"), self.y.pack(env, "alpha")]
        scratch = 4 + max(part.scratch for part in parts)
        return Packed(pair, [begin, end - begin], [int(self.closed)], scratch, parts, self._open_range(env))

    def period(self, env: Environment) -> float | None:
        """The period of alpha on a closed curve, None on an open one."""
        begin, end = self._ends(env)
        return float((end - begin).real) if self.closed else None

    def range(self, env: Environment) -> tuple[float, float] | None:
        """Where alpha runs once along the curve."""
        begin, end = self._ends(env)
        return (begin.real, end.real)

    def joints(self, env: Environment) -> list[float]:
        """The joints of the formulas, and the closure."""
        begin, end = self._ends(env)
        extent = (begin.real, end.real)
        inner = [x.real for function in (self.x, self.y) for x in function.joints(env, "alpha", extent)]
        closure = [begin.real] if self.closed else []
        return closure + [place for place in inner if begin.real < place < end.real]

    def _open_range(self, env: Environment) -> tuple[float, float] | None:
        return None if self.closed else self.range(env)

    def _ends(self, env: Environment) -> tuple[Any, Any]:
        begin, end = self.begin.value(env), self.end.value(env)
        if end.real <= begin.real:
            raise MechanismError(
                f"parametric outline: 'to' ({end.real:.6g}) must be greater than 'from' ({begin.real:.6g})"
            )
        return begin, end
