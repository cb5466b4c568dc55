"""A run with contacts looked at in one compiled call, which is all that one costs that is right.

What is found there is only whether there is something to tell; what it is, `findings` works out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from linkwork.audit.look_kernel import planar_look, spatial_look
from linkwork.audit.pairs import Pairs
from linkwork.base.arrays import Array

if TYPE_CHECKING:
    from linkwork.run.loads import Loads
    from linkwork.run.run import Run


class Look(NamedTuple):
    """What one look says of a run."""

    bad: bool
    """Whether the state of some contact is not that of its bodies."""
    largest: float
    """Kinetic energy."""
    jump: float
    """The greatest of the energy at an event."""
    apart: float
    """What lies between the most and the least energy, events and work taken into account."""
    times: Array
    """Of the events."""
    jumps: Array
    """Of the energy at them."""


def look(run: Run, loads: Loads, pairs: Pairs, sides: Array) -> Look | None:
    """Look at a run; none where there are no pairs, or elastic modes, whose energy is summed elsewhere.

    `sides` are the states at its events, and ends of steps.
    """
    system = run.system
    if not pairs.names or system.modal:
        return None
    n, sided, empty = run.q.shape[1], len(sides), np.empty
    rows, ends = len(run.q) + sided, 2 * sided
    work = empty((rows, n)), empty((rows, len(pairs.names))), empty((ends, sides.shape[1] // 2)), empty((ends, 2))
    times, jumps, look_at = empty(sided), empty(sided), planar_look if system.world.dimensions == 2 else spatial_look
    tables = np.ascontiguousarray(run.q), loads.memory, loads.energy, run.touches.lines, sides, system.k, system.p
    seen = look_at(*tables, pairs.points, *pairs.prepared, (*work, empty(ends)), times, jumps)
    events, bad, largest, jump, apart = seen
    return Look(bad, largest, jump, apart, times[:events], jumps[:events])
