"""Single states of motion, called from Python: forces and reactions, with arrays at the door and pointers inside."""

from __future__ import annotations

from linkwork.numerics.jit import njit, part
from linkwork.places.layout_kernel import MOTION
from linkwork.system.constraints.equations_kernel import evaluate
from linkwork.system.dynamics.dynamics_kernel import reactions
from linkwork.system.dynamics.forces_kernel import apply_forces


@njit
def forces_at(k_table, p_table, w_table, t):
    """Constraints, generalised forces and energies at the coordinates and velocities of the workspace."""
    k, p, w = part(k_table, 0), part(p_table, 0), part(w_table, 0)
    evaluate(k, p, w, MOTION, t)
    apply_forces(k, p, w, t)


@njit
def reactions_at(k_table, p_table, w_table, wrenches):
    """Reactions of all elements for the multipliers of the workspace, at the state last evaluated."""
    reactions(part(k_table, 0), part(p_table, 0), part(w_table, 0), wrenches)
