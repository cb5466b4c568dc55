"""Plain positions, called from Python: into the workspace, evaluated there, moved by a step, and the way between two.

What `moved`, `difference` and `put` of a world do, for real numbers; in space numpy takes twenty times as long for it.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit, part
from linkwork.places.layout_kernel import BODIES, COLUMN_SCALE, COLUMNS, COORDINATES, MOTION, REFERENCE, Q
from linkwork.places.spatial.layout_kernel import QUATERNION, TWIST_SIZE
from linkwork.system.constraints.equations_kernel import evaluate
from linkwork.system.constraints.penalty_kernel import nearest_turn, put_position, short_turn
from linkwork.system.spatial.rotation_kernel import from_vector


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
def move_there(k_table, p_table, q, step, out):
    """The position after a scaled step."""
    k, p = part(k_table, 0), part(p_table, 0)
    for i in range(k[COORDINATES]):
        out[i] = q[i] + step[i] * p[k[COLUMN_SCALE] + i]
    if k[COLUMNS] != TWIST_SIZE:
        return
    for body in range(k[BODIES]):
        at = TWIST_SIZE * body + 3
        scale = k[COLUMN_SCALE] + at
        turn = step[at] * p[scale], step[at + 1] * p[scale + 1], step[at + 2] * p[scale + 2]
        out[at], out[at + 1], out[at + 2] = nearest_turn(q[at], q[at + 1], q[at + 2], turn[0], turn[1], turn[2])


@njit
def way_there(k_table, p_table, q, start, out):
    """The scaled step from one position to another."""
    k, p = part(k_table, 0), part(p_table, 0)
    for i in range(k[COORDINATES]):
        out[i] = q[i] - start[i]
    if k[COLUMNS] == TWIST_SIZE:
        for body in range(k[BODIES]):
            at = TWIST_SIZE * body + 3
            x, y, z = short_turn(q[at], q[at + 1], q[at + 2], start[at], start[at + 1], start[at + 2])
            out[at], out[at + 1], out[at + 2] = x, y, z
    for i in range(k[COORDINATES]):
        out[i] /= p[k[COLUMN_SCALE] + i]
