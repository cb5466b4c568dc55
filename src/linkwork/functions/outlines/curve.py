"""What all outlines have in common."""

from __future__ import annotations

import math

from linkwork.expression import as_expression
from linkwork.expression.number import Number
from linkwork.functions.base import Description, Environment, Kink
from linkwork.functions.packed import Packed

Point = tuple[Number, Number]
TURN = 2 * math.pi


def origin() -> Point:
    """The origin of the body's frame."""
    return (as_expression(0), as_expression(0))


class Curve(Description):
    """A plane curve in the frame of a body, traced by a parameter alpha."""

    def pack(self, env: Environment) -> Packed:
        """The kernel of the curve and its numbers in this environment."""
        raise TypeError(f"{type(self).__name__} does not say how it is packed")

    def period(self, env: Environment) -> float | None:
        """The period of alpha on a closed curve, None on an open one."""
        return TURN

    def range(self, env: Environment) -> tuple[float, float] | None:
        """Where alpha runs once along the curve; None when the curve has no ends."""
        return (0.0, TURN)

    def joints(self, env: Environment) -> list[float]:
        """Where the formula changes, the closure included."""
        return []

    def kinks(self, env: Environment) -> list[Kink]:
        """Joints where a derivative up to the third jumps, each with the lowest such order (0: the value)."""
        joints = self.joints(env)
        extent = self.range(env)
        if not joints or extent is None:
            return []
        from linkwork.functions.sample import CURVE, find_kinks

        return find_kinks(self.pack(env), joints, extent, CURVE)

    def sample(self, env: Environment, n: int, over: tuple[float, float] | None = None) -> list[tuple[float, float]]:
        """Points for a drawing, equally spaced in alpha; a closed curve does not repeat its first point."""
        from linkwork.functions.sample import CURVE, sample

        low, high = over or self.range(env) or (-1.0, 1.0)
        closed = over is None and self.period(env) is not None
        step = (high - low) / (n if closed else max(n - 1, 1))
        rows = sample(self.pack(env), [low + step * i for i in range(n)], CURVE)
        return [(float(row[0]), float(row[1])) for row in rows]
