"""A curve through points that rise which does not fall between them, as that of iron must not."""

from __future__ import annotations

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import MechanismError
from linkwork.functions.base import Environment
from linkwork.functions.packed import Packed
from linkwork.functions.table import Table
from linkwork.networks.surface import cubics, monotone

_LOOKS = np.linspace(0.0, 1.0, 33)  # places of an interval at which the slope is looked at


class RisingTable(Table):
    """The spline of a table; where that would fall between two points, cubics that rise as the points do.

    Points of measured iron bend sharply at saturation: a spline swings there, and a field that falls while the flux
    density rises would be a store that gives more than it got. For the same reason it goes on straight beyond its ends.
    """

    def pack(self, env: Environment, variable: str = "t") -> Packed:
        """The numbers of the spline or those of the cubics, as quintics whose two highest coefficients are zero."""
        packed = super().pack(env, variable)
        knots, values = (np.asarray(given) for given in self._points(env))
        self._require_rising(knots.real, values.real)
        curve = np.asarray(packed.floats[len(knots) :]).reshape(-1, 6)
        if len(knots) > 2 and not _rises(np.diff(knots.real), curve.real):
            curve = cubics(knots, values, monotone(knots, values))
        if packed.range is not None:
            knots, curve = _straight_beyond(knots, values, curve)
        floats = [*knots.tolist(), *curve.ravel().tolist()]
        return Packed(packed.body, floats, [len(knots), *packed.ints[1:]], range=packed.range)

    def _require_rising(self, knots: Array, values: Array) -> None:
        """Refuse numbers, of parameters too, that fall, and a field at zero in a table that was made of one half."""
        part = f"part '{self.of.rpartition('.')[0]}': field"
        for number in np.flatnonzero(np.diff(values) < 0.0)[:1].tolist():
            falls = f"from {values[number]:g} A/m at {knots[number]:g} T to {values[number + 1]:g}"
            raise MechanismError(
                f"{part}: H must rise with the flux density; it falls {falls} at {knots[number + 1]:g}"
            )
        middle, odd = len(knots) // 2, len(knots) % 2 == 1
        turned = np.delete(values + values[::-1], middle)
        if odd and values[middle] != 0.0 and not np.any(knots + knots[::-1]) and not np.any(turned):
            raise MechanismError(f"{part}: at B = 0 it is zero, not {values[middle]:g} A/m")


def _straight_beyond(knots: Array, values: Array, curve: Array) -> tuple[Array, Array]:
    """Knots and polynomials with one more interval on each side, in which the curve goes on straight.

    Its slope is that of the end, or that between the last two points where this is more: a curve may end level, and
    iron that takes any flux at the same field is none.
    """
    width, steps = knots[-1] - knots[0], np.diff(knots)
    rates = np.diff(values) / steps
    at_end = sum((power * curve[-1, power] * steps[-1] ** (power - 1) for power in range(1, 6)), 0.0 * width)
    first = max(curve[0, 1], rates[0], key=np.real)
    last = max(at_end, rates[-1], key=np.real)
    before = [values[0] - width * first, first, 0.0, 0.0, 0.0, 0.0]
    after = [values[-1], last, 0.0, 0.0, 0.0, 0.0]
    return np.array([knots[0] - width, *knots, knots[-1] + width]), np.vstack([before, curve, after])


def _rises(steps: Array, curve: Array) -> bool:
    """Whether no polynomial of a curve falls in its interval."""
    h = steps[:, None] * _LOOKS
    slope = sum((power * curve[:, [power]] * h ** (power - 1) for power in range(1, 6)), np.zeros_like(h))
    return bool(np.all(slope >= 0.0))
