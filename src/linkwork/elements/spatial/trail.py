"""The trail of a run in space: how bodies were turned at steps between its points; along it turns are counted."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from linkwork.base.arrays import Array
from linkwork.base.late_dataclass import dataclass

_BODY = 7  # numbers a body in an entry
_BUFFER, _FEWEST, _LONGEST = 30_000, 64, 4096  # numbers in a buffer; least and most entries in it
_MOST = 50_000_000  # numbers that are kept


@dataclass(frozen=True)
class Trail:
    """Times, and of every body Euler parameters and angular velocity in body axes (entries by bodies by 7)."""

    t: NDArray[np.float64]
    turns: NDArray[np.float32]
    full: bool = False  # whether there was no room for all entries

    def joined(self, later: Trail | None, until: float) -> Trail:
        """The entries up to a time, and those of another trail after it."""
        if later is None:
            return self
        early, late = self.t <= until, later.t > until
        times = np.concatenate([self.t[early], later.t[late]])
        return Trail(times, np.concatenate([self.turns[early], later.turns[late]]), self.full or later.full)


class TrailRoom:
    """Where a compiled loop leaves its trail, and what was taken from there."""

    def __init__(self, bodies: int, wanted: bool) -> None:
        size = max(_BODY * bodies, 1)
        room = min(max(_BUFFER // size, _FEWEST), _LONGEST) if wanted and bodies else 0
        self.t = np.empty(room)
        self.entries = np.empty((room, size))
        self.times: list[Array] = []
        self.turns: list[Array] = []
        self.kept, self.full = 0, False

    def empty(self, count: int) -> None:
        """Take the entries out of the room."""
        self.full = self.full or self.kept > _MOST
        if count == 0 or self.full:
            return
        self.times.append(self.t[:count].copy())
        self.turns.append(self.entries[:count].astype(np.float32))
        self.kept += self.entries[:count].size

    def trail(self) -> Trail | None:
        """All entries."""
        if not self.times:
            return None
        once = len(self.times) == 1
        t, turns = (self.times[0], self.turns[0]) if once else map(np.concatenate, (self.times, self.turns))
        return Trail(t, turns.reshape(len(t), -1, _BODY), self.full)


FULL = (
    "angles in space: the run turns too often for all turns to be counted between its points; "
    "ask for more points where whole turns matter"
)
"""What is said when the trail had no more room."""
