"""Rows of closed points and rubbing joints in joint coordinates, and how a tree with its loops responds to forces.

A row at two bodies is summed along their paths to the root. The closures have been factored at this position; the
response to a unit force along a row is one more solution, which lies scaled as the closures' own one does.
"""

from __future__ import annotations

from linkwork.numerics.jit import call_world, njit
from linkwork.places.layout_kernel import (
    COLUMNS,
    CONTACTS,
    COORDINATES,
    EQUATIONS,
    FUNCTIONS,
    LOAD,
    MASS_SCALE,
    ROW_ON_PATH,
    TREE,
)
from linkwork.system.contact.contact_layout_kernel import (
    JOINT_ROWS_AT,
    JOINT_TABLE,
    KEPT_AT,
    PATHS,
    RESPONSES_AT,
    ROW,
    ROW_I,
    ROW_NUMBERS,
    ROWS_AT,
)
from linkwork.system.contact.rows_kernel import active, drop_held, room
from linkwork.system.tree.closure_place_kernel import side_at, solution_at
from linkwork.system.tree.closure_solver_kernel import solve_closures
from linkwork.system.tree.tree_kernel import CUT_ROWS, FREEDOMS


@njit
def unknowns(k):
    """How many joint coordinates and rows of cut elements there are."""
    return k[k[TREE] + FREEDOMS] + k[k[TREE] + CUT_ROWS]


@njit
def response_at(k, row):
    """Where the response to a row lies."""
    return room(k, RESPONSES_AT) + row * (k[COORDINATES] + k[EQUATIONS])


@njit
def load_joint_row(k, p, w, row):
    """A gathered row, scaled by the units of the joint coordinates, as right side of the closures and in the room."""
    n, at, size = k[k[TREE] + FREEDOMS], room(k, ROWS_AT) + ROW * row, k[COLUMNS]
    numbers, side, paths = int(w[at + ROW_NUMBERS].real), side_at(k), k[k[CONTACTS] + JOINT_TABLE] + PATHS
    for i in range(unknowns(k)):
        w[side + i] = 0.0
    for end in range(2):
        column = int(w[at + ROW_I + end].real)
        if column >= 0:
            path = k[paths + column // size + 1]
            call_world(k[k[FUNCTIONS] + ROW_ON_PATH], k, p, w, w, numbers + size * end, path, 0.0 * w[0])
    target, mass = room(k, JOINT_ROWS_AT) + row * n, p[k[MASS_SCALE]]
    for i in range(n):
        w[target + i] = w[side + i]
        w[side + i] /= mass


@njit
def joint_row_times(k, w, row, vector):
    """A row times scaled motions of the joints."""
    n = k[k[TREE] + FREEDOMS]
    at, total = room(k, JOINT_ROWS_AT) + row * n, 0.0 * w[vector]
    for i in range(n):
        total += w[at + i] * w[vector + i]
    return total


@njit
def respond_joints(k, p, w, matrix, poor):
    """Responses of the tree to a unit force along each gathered row, and the matrix W of the rows by them.

    The solution of the closures is kept first; their right side is zero afterwards.
    """
    count, size, x, side, kept = active(k, w), unknowns(k), solution_at(k), side_at(k), room(k, KEPT_AT)
    for i in range(size):
        w[kept + i] = w[x + i]
    for row in range(count):
        load_joint_row(k, p, w, row)
        solve_closures(k, w, poor)
        for i in range(size):
            w[response_at(k, row) + i] = w[x + i]
    for i in range(size):
        w[side + i] = 0.0
    for row in range(count):
        for other in range(row + 1):
            value = joint_row_times(k, w, row, response_at(k, other))
            w[matrix + row * count + other] = value
            w[matrix + other * count + row] = value
    drop_held(k, p, w, matrix)


@njit
def restore_solution(k, w):
    """The solution of the closures that was kept."""
    x, kept = solution_at(k), room(k, KEPT_AT)
    for i in range(unknowns(k)):
        w[x + i] = w[kept + i]


@njit
def add_response(k, w, row, force):
    """Add the response to a force along a row to the solution of the closures."""
    x, at = solution_at(k), response_at(k, row)
    for i in range(unknowns(k)):
        w[x + i] += force * w[at + i]


@njit
def push_bodies(k, w, row, force):
    """Add a force along a row to the forces on the bodies."""
    at, size = room(k, ROWS_AT) + ROW * row, k[COLUMNS]
    numbers = int(w[at + ROW_NUMBERS].real)
    for end in range(2):
        column = int(w[at + ROW_I + end].real)
        if column >= 0:
            for i in range(size):
                w[k[LOAD] + column + i] += force * w[numbers + size * end + i]
