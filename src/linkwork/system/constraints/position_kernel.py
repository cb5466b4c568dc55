"""Single positions, called from Python: evaluation, one linear solve, Newton's method with the motion.

Entry points take arrays and hand pointers on, so that every function below them is compiled once.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit, part
from linkwork.numerics.ldl_kernel import tiny_pivots
from linkwork.places.layout_kernel import FACTOR, PATTERN, VALUES
from linkwork.system.constraints.equations_kernel import (
    REGULARISATION,
    evaluate,
    factor_jacobian,
    load_masses,
    solve_exactly,
    solve_motion,
    solve_plain,
)
from linkwork.system.loop.kinematics_kernel import converge


@njit
def evaluate_at(k_table, p_table, w_table, stage, t):
    """Evaluate all elements at the coordinates and velocities of the workspace."""
    evaluate(part(k_table, 0), part(p_table, 0), part(w_table, 0), stage, t)


@njit
def load_masses_at(k_table, p_table, w_table):
    """The mass matrix at the position last evaluated, into the solver's values."""
    load_masses(part(k_table, 0), part(p_table, 0), part(w_table, 0))


@njit
def factor_and_solve(k_table, p_table, w_table, damping):
    """Solve for the right-hand side in the workspace with the rows last evaluated."""
    k, p, w = part(k_table, 0), part(p_table, 0), part(w_table, 0)
    poor = factor_jacobian(k, p, w, damping)
    # so little damping leaves a matrix that one solution without refinement does not do justice to
    if damping < 1e-9:
        solve_exactly(k, w, 1e-15)
    else:
        solve_plain(k, w)
    return poor


@njit
def count_tiny_pivots(k_table, p_table, w_table, threshold, out):
    """How many of the rows last evaluated are nearly implied by others; their numbers in `out`."""
    k, p, w = part(k_table, 0), part(p_table, 0), part(w_table, 0)
    factor_jacobian(k, p, w, REGULARISATION)
    return tiny_pivots(k, k[PATTERN], w, k[VALUES], k[FACTOR], REGULARISATION, threshold, out, 0)


@njit
def settle(k_table, p_table, w_table, s, t):
    """Newton's method from the coordinates of the workspace, then velocities and accelerations."""
    k, p, w = part(k_table, 0), part(p_table, 0), part(w_table, 0)
    if not converge(k, p, w, s, t):
        return False
    # sigma is not known here: as if the position were rather near a singular one
    solve_motion(k, p, w, t, 0.01 + 0.0 * t)
    return True
