"""Whole turns: positions that differ by them are the same place, unless a gear or a rack counts the turns."""

from __future__ import annotations

import numpy as np

from linkwork.base.arrays import Array
from linkwork.system.constraints.equations import Equations
from linkwork.system.system import System

GEARED = {"gear", "rack"}
_HOLDS = 1e-9


def wrapped(system: System, q: Array, other: Array) -> Array:
    """Scaled way from another position to this one with whole turns of bodies taken out (not where gears count them).

    In space the way is the shortest anyway.
    """
    difference = system.difference(q, other)
    if not any(placed.element.kernel in GEARED for placed in system.elements):
        difference = difference - 2 * np.pi * _nearest(system, difference)
    return difference / system.column_scale


def _nearest(system: System, difference: Array) -> Array:
    """The whole turns nearest to a difference: of every body's angle and every contact's outline parameter."""
    turns = np.zeros_like(difference)
    columns = system.turning
    turns[..., columns] = np.round(difference[..., columns] / (2 * np.pi))
    return turns


class Turns:
    """The whole turns by which one position can be shifted so that all equations still hold.

    A gear allows those after which its marks meet again: with radii 1 and 2 two turns of the one with one of the
    other. A rack allows none of its pinion.
    """

    def __init__(self, system: System, q: Array) -> None:
        self.system = system
        self.q = q
        self._equations = Equations(system)
        self._before = self._residual(q)
        self._known: dict[bytes, bool] = {}

    def _residual(self, q: Array) -> Array:
        self._equations.evaluate(q, 0.0)
        return self._equations.residual()

    def _allowed(self, turns: Array) -> bool:
        key = turns.astype(np.int64).tobytes()
        if key not in self._known:
            change = self._residual(self.system.moved(self.q, 2 * np.pi * turns)) - self._before
            self._known[key] = bool(np.all(np.abs(change) < _HOLDS))
        return self._known[key]

    def beside(self, point: Array) -> Array:
        """The position, shifted by the whole turns that bring it next to a point, where they are allowed."""
        turns = _nearest(self.system, self.system.difference(point, self.q))
        shifted: Array = self.system.moved(self.q, 2 * np.pi * turns) if self._allowed(turns) else self.q
        return shifted

    def offset(self, points: Array) -> Array:
        """Scaled way from the position, or its shift nearest to each point, to the points."""
        difference = self.system.difference(points, self.q)
        turns = _nearest(self.system, difference)
        rows = turns.reshape(-1, turns.shape[-1])  # along a curve they are the same over long stretches
        begins = np.ones(len(rows), bool)
        begins[1:] = np.any(rows[1:] != rows[:-1], axis=1)
        verdicts = np.array([self._allowed(candidate) for candidate in rows[begins]], bool)
        allowed = verdicts[np.cumsum(begins) - 1].reshape(turns.shape[:-1])
        offset: Array = (difference - 2 * np.pi * turns * allowed[..., None]) / self.system.column_scale
        return offset
