"""The right-hand side at the nearest state on the constraints, for implicit methods on redundant constraints.

Off the constraints, redundant rows contradict each other, and what the accelerations then are depends on how the
contradiction is shared out: differences of such a right-hand side mean nothing. Taken at the nearest state on the
constraints it is smooth, the same motion, and indifferent to what lies off them.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.places.layout_kernel import COORDINATES, MOTION, POSITION, RHS, Q, V
from linkwork.system.constraints.equations_kernel import (
    add_step,
    evaluate,
    factor_jacobian,
    load_right_side,
    solve_plain,
    step_size,
)
from linkwork.system.constraints.grip_kernel import tell_motion
from linkwork.system.dynamics.dynamics_kernel import accelerate, subtract_rows
from linkwork.system.dynamics.state_kernel import load_state, store_rates

SOFT = 1e-7  # damping of the rows: far off the constraints, redundant ones contradict each other more than that
TINY = 1e-13  # a change of position, in model lengths and radians, that is nothing
MOST = 8


@njit
def settle_state(k, p, w, t):
    """Position and velocity of the workspace onto the constraints by the shortest way in the metric of the masses."""
    for _ in range(MOST):
        evaluate(k, p, w, POSITION, t)
        load_right_side(k, p, w, 0)
        factor_jacobian(k, p, w, SOFT)
        solve_plain(k, w)
        add_step(k, p, w, k[Q], 1.0)
        if not step_size(k, w) > TINY:
            break
    evaluate(k, p, w, MOTION, t)
    load_right_side(k, p, w, 1)
    subtract_rows(k, p, w)
    for column in range(k[COORDINATES]):
        w[k[RHS] + column] = 0.0
    solve_plain(k, w)
    add_step(k, p, w, k[V], 1.0)


def settled_rate(k, p, w, t, y, dy):
    """Right-hand side of the equations of motion at the state nearest to y."""
    load_state(k, w, y)
    settle_state(k, p, w, t)
    accelerate(k, p, w, t)
    tell_motion(k, w, t)
    store_rates(k, w, dy)
