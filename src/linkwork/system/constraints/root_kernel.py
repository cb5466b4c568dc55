"""A root of the constraints near a position, in one call: the steps that `analysis.assembly.position` takes in Python.

Only the plain case: it ends at a closed position, or leaves the question, and q as it was, to Python, which looks for
minima, far positions and their rounding.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit, part
from linkwork.numerics.scalar import sqrt
from linkwork.places.layout_kernel import COORDINATES, EQUATIONS, MOTION, RHS
from linkwork.system.constraints.equations_kernel import (
    evaluate,
    factor_jacobian,
    load_right_side,
    solve_exactly,
    solve_plain,
)
from linkwork.system.constraints.penalty_kernel import EXACT, move_position, put_position
from linkwork.system.constraints.rounding_kernel import rounding

FIRST_DAMPING, LEAST_DAMPING, MOST_DAMPING = 1e-3, 1e-12, 1e8  # of scaled equations; beyond the last no step helps
STEPS = 60  # a search that needs more is no plain case


@njit
def open_by(k, p, w, t, q):
    """The largest scaled residual at a position and the norm of all, with -Phi as the right side."""
    put_position(k, w, q)
    evaluate(k, p, w, MOTION, t)
    largest = load_right_side(k, p, w, 0)
    rows, total = k[RHS] + k[COORDINATES], 0.0
    for row in range(k[EQUATIONS]):
        total += w[rows + row] * w[rows + row]
    return largest, sqrt(total)


@njit
def close_by(k_table, p_table, w_table, t, allowed, q, trial):
    """Levenberg-Marquardt steps from q, each the shortest, until no residual is larger than allowed.

    q becomes that position; the number of steps. Below zero where it is not found so.
    """
    k, p, w = part(k_table, 0), part(p_table, 0), part(w_table, 0)
    n, damping = k[COORDINATES], FIRST_DAMPING
    largest, norm = open_by(k, p, w, t, q)
    for step in range(STEPS):
        if largest <= allowed:
            return step
        if not largest > rounding(k, p, w):
            return -1
        factor_jacobian(k, p, w, max(damping, LEAST_DAMPING))
        if damping < EXACT:
            solve_exactly(k, w, 1e-15)  # to rounding
        else:
            solve_plain(k, w)
        move_position(k, p, w, q, 1.0, trial)
        largest, new = open_by(k, p, w, t, trial)
        if new < norm:
            # no gain beyond rounding: a minimum that is no root
            if norm - new < 1e-13 * norm:
                return -1
            norm = new
            for i in range(n):
                q[i] = trial[i]
            damping *= 0.1
        else:
            damping *= 10.0
            if damping > MOST_DAMPING:
                return -1
            largest, norm = open_by(k, p, w, t, q)
    return -1
