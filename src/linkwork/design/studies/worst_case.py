"""Worst case: the corners that tolerances leave open, or where they are many, those to which the slopes point."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from linkwork.base.errors import MechanismError
from linkwork.design.studies.plan import Plan
from linkwork.design.studies.tolerance import Tolerance, as_tolerance

MOST_CORNERS = 1024


class WorstCase(Plan):
    """Variant 0 is nominal. Up to 10 tolerances: all corners follow.

    With more, each parameter alone goes to its lower and upper limit, and then for each response two corners follow,
    those where every parameter makes it smaller or larger: exact where the response rises or falls with each of them.
    """

    kind = "worst_case"

    def __init__(self, spreads: Mapping[str, Any]) -> None:
        if not spreads:
            raise MechanismError("worst_case: give at least one tolerance, as in worst_case(l='2 +- 0.05')")
        self.given = dict(spreads)
        self.tolerances: dict[str, Tolerance] = {name: as_tolerance(name, spreads[name]) for name in spreads}
        self.names = tuple(self.tolerances)
        self.all_corners = 2 ** len(self.names) <= MOST_CORNERS
        self.count = 1 + (2 ** len(self.names) if self.all_corners else 2 * len(self.names))

    def resolved(self, model: Mapping[str, float]) -> Self:
        return type(self)({name: tolerance.resolved(model[name]) for name, tolerance in self.tolerances.items()})

    def rows(self, first: int, last: int) -> NDArray[np.float64]:
        number = np.arange(first, last)[:, None] - 1
        place = np.arange(len(self.names))
        if self.all_corners:
            upper = (number >> (len(self.names) - 1 - place)) & 1
            moved = number >= 0
        else:
            upper, moved = number % 2 + 0 * place, number // 2 == place
        return np.where(moved, np.where(upper, self._limits[1], self._limits[0]), self._nominal)

    def follow_up(self, responses: int) -> int:
        return 0 if self.all_corners else 2 * responses

    def following(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        corners = []
        for slope in (values[2::2] - values[1::2]).T:
            rising = np.where(np.isnan(slope), 0.0, slope)
            for wanted in (-rising, rising):
                low, high = self._limits
                corners.append(np.where(wanted > 0, high, np.where(wanted < 0, low, self._nominal)))
        return np.array(corners)

    @property
    def _limits(self) -> NDArray[np.float64]:
        return np.array([tolerance.limits for tolerance in self.tolerances.values()]).T

    @property
    def _nominal(self) -> NDArray[np.float64]:
        return np.array([tolerance.nominal for tolerance in self.tolerances.values()], float)

    def data(self) -> dict[str, Any]:
        return {"kind": self.kind, "spreads": {name: tolerance.data() for name, tolerance in self.tolerances.items()}}
