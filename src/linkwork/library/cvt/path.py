"""The reference path of a belt on two pulleys: two arcs and two spans, and where its stations are."""

from __future__ import annotations

from dataclasses import dataclass
from math import acos, cos, pi, sin

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import MechanismError
from linkwork.library.cvt.layout_kernel import PATH


@dataclass(frozen=True)
class ReferencePath:
    """Arcs of the radii `driving` (about the origin) and `driven` (about x = `distance`), joined by their tangents.

    It runs counterclockwise: arc of the driving pulley, span t1 below, arc of the driven pulley, span t2 above.
    """

    driving: float
    driven: float
    distance: float

    @property
    def opening(self) -> float:
        """Half the angle wrapped on the driven pulley, rad."""
        return acos((self.driving - self.driven) / self.distance)

    @property
    def parts(self) -> tuple[float, float, float, float]:
        """Lengths of the four parts, m."""
        half = self.opening
        span = self.distance * sin(half)
        return (self.driving * (2 * pi - 2 * half), span, self.driven * 2 * half, span)

    @property
    def length(self) -> float:
        """Of the whole path, m."""
        return sum(self.parts)

    def rows(self, places: Array) -> Array:
        """Place, tangent and curvature at coordinates along the path, a row of `PATH` numbers each."""
        first, second, third, _ = np.cumsum(self.parts)
        half, table = self.opening, np.zeros((len(places), PATH))
        for i, s in enumerate(np.asarray(places) % self.length):
            if s < first:
                table[i, :5] = _arc(0.0, self.driving, half + s / self.driving)
            elif s < second:
                table[i, :5] = _span(0.0, self.driving, 2 * pi - half, s - first)
            elif s < third:
                table[i, :5] = _arc(self.distance, self.driven, -half + (s - second) / self.driven)
            else:
                table[i, :5] = _span(self.distance, self.driven, half, s - third)
        return table


def _arc(centre: float, radius: float, angle: float) -> tuple[float, ...]:
    return centre + radius * cos(angle), radius * sin(angle), -sin(angle), cos(angle), 1 / radius


def _span(centre: float, radius: float, angle: float, along: float) -> tuple[float, ...]:
    tx, ty = -sin(angle), cos(angle)
    return centre + radius * cos(angle) + along * tx, radius * sin(angle) + along * ty, tx, ty, 0.0


def path_of_ratio(length: float, distance: float, ratio: float) -> ReferencePath:
    """The path of a given length whose radii have the ratio driven over driving."""

    def lack(driving: float) -> float:
        return ReferencePath(driving, ratio * driving, distance).length - length

    low = 1e-6 * distance
    high = distance / max(1.0, abs(1 - ratio)) * (1 - 1e-9)
    if lack(low) > 0 or lack(high) < 0:
        raise MechanismError(f"no belt of {length:g} m runs on pulleys {distance:g} m apart at the ratio {ratio:g}")
    for _ in range(200):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if lack(middle) < 0 else (low, middle)
    return ReferencePath(low, ratio * low, distance)
