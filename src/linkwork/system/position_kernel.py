"""Single positions, called from Python: one linear solve, and Newton's method with velocities and accelerations."""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.numerics.ldl_kernel import tiny_pivots
from linkwork.system.equations_kernel import (
    REGULARISATION,
    factor_jacobian,
    solve_exactly,
    solve_motion,
    solve_plain,
)
from linkwork.system.kinematics_kernel import converge
from linkwork.system.layout_kernel import FACTOR, PATTERN, VALUES


@njit
def factor_and_solve(k, p, w, damping):
    """Solve for the right-hand side in the workspace with the rows last evaluated."""
    poor = factor_jacobian(k, p, w, damping)
    if damping < 1e-9:
        solve_exactly(k, w, 1e-15)
    else:
        solve_plain(k, w)
    return poor


@njit
def count_tiny_pivots(k, p, w, threshold, found):
    """How many of the rows last evaluated are nearly implied by others; their numbers in `found`."""
    factor_jacobian(k, p, w, REGULARISATION)
    return tiny_pivots(k, k[PATTERN], w, k[VALUES], k[FACTOR], REGULARISATION, threshold, found, 0)


@njit
def settle(k, p, w, s, t):
    """Newton's method from the coordinates of the workspace, then velocities and accelerations."""
    if not converge(k, p, w, s, t):
        return False
    solve_motion(k, p, w, t, 0.01 + 0.0 * t)
    return True
