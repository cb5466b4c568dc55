"""A curve through points that rise which does not fall between them, as that of iron must not."""

from __future__ import annotations

import numpy as np

from linkwork.base.arrays import Array
from linkwork.functions.base import Environment
from linkwork.functions.packed import Packed
from linkwork.functions.table import Table
from linkwork.networks.surface import cubics, monotone

_LOOKS = np.linspace(0.0, 1.0, 33)  # places of an interval at which the slope is looked at


class RisingTable(Table):
    """The spline of a table; where that would fall between two points, cubics that rise as the points do.

    Points of measured iron bend sharply at saturation: a spline swings there, and a field that falls while the flux
    density rises would be a store that gives more than it got.
    """

    def pack(self, env: Environment, variable: str = "t") -> Packed:
        """The numbers of the spline or those of the cubics, as quintics whose two highest coefficients are zero."""
        packed = super().pack(env, variable)
        knots, values = (np.asarray(given) for given in self._points(env))
        spline = np.asarray(packed.floats[len(knots) :]).reshape(-1, 6)
        is_rising = len(knots) > 2 and bool(np.all(np.diff(values.real) >= 0.0))
        if not is_rising or _rises(np.diff(knots.real), spline.real):
            return packed
        curve = cubics(knots, values, monotone(knots, values))
        floats = [*knots.tolist(), *curve.ravel().tolist()]
        return Packed(packed.body, floats, packed.ints, range=packed.range)


def _rises(steps: Array, curve: Array) -> bool:
    """Whether no polynomial of a curve falls in its interval."""
    h = steps[:, None] * _LOOKS
    slope = sum((power * curve[:, [power]] * h ** (power - 1) for power in range(1, 6)), np.zeros_like(h))
    return bool(np.all(slope >= 0.0))
