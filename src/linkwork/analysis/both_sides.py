"""Numbers looked at on both sides of a state, along one direction and on two ways: what has a kink there, what jumps.

What is smooth bends with the square of the way; what has a kink (abs, min, max, if, a spring that only pushes) bends
with the way itself, and what jumps does not get smaller at all.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from linkwork.base.arrays import Array

WAY, PARTS = 1e-6, 8.0  # model lengths and radians, and those a second; how many times shorter the second look is
_SHARE = 1e-4  # of its change along the way: a bend that is less is none
_BETWEEN = 0.5 * (1.0 / PARTS + 1.0 / PARTS**2)  # how a bend shrinks: kinks as 1/8, smooth laws as 1/64
_ROUNDING = 1e-12  # of a number, or of one: what is less is no change


class BothSides:
    """Values at a state, how they change over the long way and the short one, and how they bend."""

    def __init__(self, values: Callable[[float], Array]) -> None:
        self.here = values(0.0)
        self.bends, self.changes = list[Array](), list[Array]()
        for way in (WAY, WAY / PARTS):
            behind, ahead = values(-way), values(way)
            self.bends.append(np.abs(ahead - 2.0 * self.here + behind))
            self.changes.append(np.abs(ahead - behind))

    def rounding(self) -> Array:
        """What is no change, of each number by itself."""
        return np.asarray(_ROUNDING * np.maximum(np.abs(self.here), 1.0))

    def rounding_of_all(self, chosen: slice) -> float:
        """What is no change of some numbers, of which the largest counts."""
        return float(_ROUNDING * np.max(np.abs(self.here[chosen]), initial=0.0))

    def kinked(self, least: Array) -> Array:
        """Which numbers have a kink."""
        bends, changes = self.bends, self.changes
        return np.asarray((bends[0] > np.maximum(least, _SHARE * changes[0])) & (bends[1] > _BETWEEN * bends[0]))
