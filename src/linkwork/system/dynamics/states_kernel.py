"""Entry point from Python: one part of a formulation at given states."""

from __future__ import annotations

from linkwork.numerics.jit import call_rate, njit, part
from linkwork.system.constraints.plain_kernel import give_accelerations
from linkwork.system.dynamics.dynamics_kernel import store_forces


@njit
def at_states(address, k_table, p_table, w_table, times, states, out, a, loads):
    """Call the part at every state and keep accelerations, multipliers, reactions and energies of the workspace."""
    k, p, w = part(k_table, 0), part(p_table, 0), part(w_table, 0)
    for index in range(times.shape[0]):
        call_rate(address, k, p, w, times[index] + 0.0 * w[0], states[index], out)
        give_accelerations(k, p, w, a[index])
        store_forces(k, p, w, index, loads)
