"""Follow: run the compiled kinematic loop over a time grid, slice by slice, with progress and Ctrl-C."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from linkwork.base.arrays import Array
from linkwork.base.late_dataclass import dataclass
from linkwork.base.progress import Progress
from linkwork.elements.spatial.trail import Trail, TrailRoom
from linkwork.system.loop import kinematics_kernel as loop
from linkwork.system.system import System

_FIRST_BUDGET = 500
_SLICE = 0.05  # s between two looks at the clock


@dataclass
class Moved:
    """What the compiled loop left: how far it came, why it stopped, and the motion."""

    state: NDArray[np.int64]
    q: Array
    v: Array
    a: Array
    sigma: NDArray[np.float64]
    memory: Array
    trail: Trail | None = None

    @property
    def done(self) -> int:
        """Number of time points reached."""
        return int(self.state[loop.NEXT])


def continue_on_grid(system: System, start: Array, grid: NDArray[np.float64], progress: bool = False) -> Moved:
    """Run the compiled loop over a grid from a position at its first time."""
    n, count = len(system.coordinates), len(grid)
    w = system.workspace()
    system.world.put(system, w, np.asarray(start, system.dtype))
    state = np.zeros(loop.STATE, np.int64)
    state[loop.EXTRA] = int(system.scalar == "complex")
    q, v, a = np.zeros((3, count, n), system.dtype)
    sigma, room = np.zeros(count), TrailRoom(len(system.bodies), system.world.dimensions == 3)
    with Progress("kinematics", count, show=progress) as bar:
        budget = _FIRST_BUDGET
        while state[loop.STATUS] == loop.RUNNING:
            loop.advance(system.k, system.p, w, state, grid, q, v, a, sigma, room.t, room.entries, budget)
            room.empty(int(state[loop.TRAILED]))
            state[loop.TRAILED] = 0
            budget = bar.update(int(state[loop.NEXT]), budget, _SLICE)
    return Moved(state, q, v, a, sigma, system.remembered(w), room.trail())
