"""Plain positions, called from Python: into the workspace, evaluated there, corrected; turns of bodies in space.

What the worlds and `analysis.kinematics.ramp` do, for real numbers: in space numpy takes twenty times as long for it.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit, part
from linkwork.numerics.scalar import sqrt
from linkwork.places.layout_kernel import BODIES, COLUMNS, COORDINATES, EQUATIONS, MOTION, REFERENCE, RHS, Q, X
from linkwork.places.spatial.layout_kernel import QUATERNION, TWIST_SIZE
from linkwork.system.constraints.equations_kernel import (
    REGULARISATION,
    evaluate,
    factor_jacobian,
    load_right_side,
    solve_exactly,
)
from linkwork.system.constraints.penalty_kernel import move_position, nearest_turn, put_position, short_turn
from linkwork.system.constraints.rounding_kernel import rounding
from linkwork.system.spatial.rotation_kernel import from_vector

STEPS = 8  # of Newton's method, each less than half as long as the one before
SHORT = 1e-9  # scaled: the last step
ROUNDINGS = 100.0  # of what rounding leaves open: a step no longer than that is the last, too


@njit
def put_there(k_table, w_table, q):
    """Plain coordinates into the workspace: orientations as references, with charts at zero; velocities stay."""
    k, w = part(k_table, 0), part(w_table, 0)
    for i in range(k[COORDINATES]):
        w[k[Q] + i] = q[i]
    if k[COLUMNS] != TWIST_SIZE:
        return
    for body in range(k[BODIES]):
        at, to = TWIST_SIZE * body + 3, k[REFERENCE] + QUATERNION * body
        w[to], w[to + 1], w[to + 2], w[to + 3] = from_vector(q[at], q[at + 1], q[at + 2])
        for axis in range(3):
            w[k[Q] + at + axis] = 0.0


@njit
def evaluate_there(k_table, p_table, w_table, q, t):
    """Evaluate all elements at a position at rest."""
    k, p, w = part(k_table, 0), part(p_table, 0), part(w_table, 0)
    put_position(k, w, q)
    evaluate(k, p, w, MOTION, t)


@njit
def correct_there(k_table, p_table, w_table, q, target, t, trial):
    """A few steps of Newton's method, each the shortest, until the scaled residuals are the target; false if not."""
    k, p, w = part(k_table, 0), part(p_table, 0), part(w_table, 0)
    n, before = k[COORDINATES], 1e300  # longer than any
    for _ in range(STEPS):
        put_position(k, w, q)
        evaluate(k, p, w, MOTION, t)
        load_right_side(k, p, w, 0)
        for row in range(k[EQUATIONS]):
            w[k[RHS] + n + row] += target[row]
        factor_jacobian(k, p, w, REGULARISATION)
        solve_exactly(k, w, 1e-15)  # to rounding
        square = 0.0
        for i in range(n):
            square += w[k[X] + i] * w[k[X] + i]
        size = sqrt(square)
        if not size <= 0.5 * before:
            return False
        move_position(k, p, w, q, 1.0, trial)
        for i in range(n):
            q[i] = trial[i]
        if size < SHORT or size < ROUNDINGS * rounding(k, p, w):
            return True
        before = size
    return False


@njit
def turn_bodies(bodies, q, step, out):
    """The rotation vectors of bodies in space after a step, in the place of plain sums."""
    for body in range(bodies):
        at = TWIST_SIZE * body + 3
        x, y, z = nearest_turn(q[at], q[at + 1], q[at + 2], step[at], step[at + 1], step[at + 2])
        out[at], out[at + 1], out[at + 2] = x, y, z


@njit
def turns_between(bodies, q, start, out):
    """The short turns of bodies in space from one position to another, in the place of plain differences."""
    for body in range(bodies):
        at = TWIST_SIZE * body + 3
        x, y, z = short_turn(q[at], q[at + 1], q[at + 2], start[at], start[at + 1], start[at + 2])
        out[at], out[at + 1], out[at + 2] = x, y, z
