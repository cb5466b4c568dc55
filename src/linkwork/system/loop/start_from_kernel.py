"""A start anew from coordinates, velocities and own states while nothing that is watched changes its side."""

from __future__ import annotations

from linkwork.numerics.integrators.integrator_kernel import restart
from linkwork.numerics.integrators.integrator_state_kernel import SIZE, T
from linkwork.numerics.jit import njit, part
from linkwork.system.loop.simulation_start_kernel import next_stop, start_afresh


@njit
def start_from(k, p, w, z, s, state, marks, breaks, scratch):
    """The integration goes on from the plain state behind the first in the scratch; false when there is none."""
    good = start_afresh(k, p, w, z, s, state, z[T], part(scratch, s[SIZE]), part(scratch, 0))
    restart(z, s, z[T], scratch)
    next_stop(k, p, w, z, state, marks, breaks)
    return good
