"""A stepped shaft on two bearings: its deflection in one plane, and how far it opens the pulley that it carries."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import MechanismError
from linkwork.expression.given import public, publicly_made, takes
from linkwork.library.checks import require_not_negative, require_numbers, require_positive
from linkwork.library.cvt import data


@public
@publicly_made
@takes(bearings="LENGTH", sheaves="LENGTH", modulus="PRESSURE", bearing="STIFFNESS", clearance="LENGTH")
@dataclass(frozen=True)
class SteppedShaft:
    """Segments (length and diameter in m) from one end to the other, bearings at two places from that end (m).

    `bearing` is the stiffness of a bearing in N/m, `clearance` how far it gives way before it carries, in m. `sheaves`
    are the places of the two sheaves of a pulley.
    """

    segments: Any
    bearings: tuple[float, float]
    sheaves: tuple[float, float]
    modulus: float = 2.1e11
    bearing: float = data.BEARING_STIFFNESS
    clearance: float = 0.0

    def __post_init__(self) -> None:
        require_positive("SteppedShaft", modulus=self.modulus, bearing=self.bearing)
        require_not_negative("SteppedShaft", "a length", clearance=self.clearance)
        table = np.asarray(self.segments, float)
        if table.ndim != 2 or table.shape[1] != 2 or not np.all(table > 0):
            raise MechanismError("SteppedShaft: segments are rows of a length and a diameter, both positive")
        total = float(table[:, 0].sum())
        for name, places in (("bearings", self.bearings), ("sheaves", self.sheaves)):
            if not 0 <= places[0] < places[1] <= total * (1 + 1e-12):
                raise MechanismError(f"SteppedShaft: {name} are two growing places between 0 and {total:g} m")

    @property
    def length(self) -> float:
        """Of the whole shaft, m."""
        return float(np.asarray(self.segments, float)[:, 0].sum())

    def _moment(self, places: Array, loads: list[tuple[float, float]], turns: list[tuple[float, float]]) -> Array:
        """The bending moment, and the two reactions, by forces (place, N) and moments (place, N m)."""
        one, two = self.bearings
        second = -(sum(f * (a - one) for a, f in loads) + sum(m for _, m in turns)) / (two - one)
        first = -sum(f for _, f in loads) - second
        total = np.zeros(len(places))
        for a, f in [*loads, (one, first), (two, second)]:
            total += f * np.maximum(places - a, 0.0)
        for a, m in turns:
            total -= m * (places > a)
        return np.concatenate([total, [first, second]])

    def _rows(self, name: str, given: Any) -> list[tuple[float, float]]:
        """Rows of a place and a size, checked."""
        table = require_numbers("deflection", given)
        if table.size and (table.ndim != 2 or table.shape[1] != 2):
            raise MechanismError(f"deflection: {name} are rows of a place (m) and a size")
        rows: list[tuple[float, float]] = [(float(place), float(size)) for place, size in table.reshape(-1, 2)]
        self._require_on_it(name, [place for place, _ in rows])
        return rows

    def _require_on_it(self, name: str, places: Any) -> None:
        """Refuse what lies beside the shaft."""
        for place in places:
            if not 0.0 <= place <= self.length * (1 + 1e-12):
                raise MechanismError(f"deflection: {name} lie between 0 and {self.length:g} m, not at {place:g}")

    @public
    def deflection(self, places: Any, loads: Any = (), moments: Any = ()) -> tuple[Array, Array]:
        """Deflection (m) and slope (rad) at places along the shaft, by forces and moments: rows of a place and a size.

        Exact for sections that are constant between steps: the moment is linear there, Simpson's rule integrates it.
        """
        loads, moments = self._rows("loads", loads), self._rows("moments", moments)
        at = require_numbers("deflection", places)
        self._require_on_it("places", at.ravel())
        table = np.asarray(self.segments, float)
        steps = np.concatenate([[0.0], np.cumsum(table[:, 0])])
        marks = np.unique(np.concatenate([steps, self.bearings, [a for a, _ in loads + moments], at.ravel()]))
        marks = marks[(marks >= 0) & (marks <= self.length)]
        slope, line = np.zeros(len(marks)), np.zeros(len(marks))
        for i in range(len(marks) - 1):
            begin, end = marks[i], marks[i + 1]
            width = end - begin
            section = table[min(int(np.searchsorted(steps, 0.5 * (begin + end)) - 1), len(table) - 1), 1]
            stiff = self.modulus * pi * section**4 / 64
            inner = begin + width * np.array([0.25, 0.75])
            low, high = self._moment(inner, loads, moments)[:2] / stiff
            first, last = 1.5 * low - 0.5 * high, 1.5 * high - 0.5 * low
            slope[i + 1] = slope[i] + 0.5 * width * (first + last)
            line[i + 1] = line[i] + slope[i] * width + width**2 * (first / 3 + last / 6)
        reactions = self._moment(np.zeros(0), loads, moments)
        held = [-r / self.bearing - self.clearance * float(np.sign(r)) for r in reactions]
        one, two = (float(np.interp(b, marks, line)) for b in self.bearings)
        turn = ((held[1] - two) - (held[0] - one)) / (self.bearings[1] - self.bearings[0])
        shift = held[0] - one - turn * self.bearings[0]
        return np.interp(at, marks, line) + shift + turn * at, np.interp(at, marks, slope) + turn

    @property
    def opening_by_force(self) -> float:
        """rad/N: how far the sheaves open, at the side to which it points, by a force of the belt between them."""
        one, two = self.sheaves
        slope = self.deflection([one, two], loads=[(one, 0.5), (two, 0.5)])[1]
        return float(slope[0] - slope[1])

    @property
    def opening_by_moment(self) -> float:
        """rad/(N m): how far the sheaves open by the moment of the axial forces that press them apart."""
        one, two = self.sheaves
        slope = self.deflection([one, two], moments=[(one, 1.0), (two, -1.0)])[1]
        return abs(float(slope[0] - slope[1]))
