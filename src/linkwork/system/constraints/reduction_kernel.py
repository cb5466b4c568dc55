"""Entry point from Python to the reduced equations of motion at one state."""

from __future__ import annotations

from linkwork.numerics.jit import njit, part
from linkwork.system.formulations.null_space_kernel import reduce_at


@njit
def reduce_state(k_table, p_table, w_table, t):
    """Reduce at the coordinates and velocities of the workspace; returns the number of freedoms."""
    return reduce_at(part(k_table, 0), part(p_table, 0), part(w_table, 0), t)
