"""Equations of joint coordinates as dense matrices: what the formulations in independent coordinates have in common.

All numbers are scaled as in `closure_kernel`. The formulations keep their numbers behind those of "joint"; the first
of their places that no user sets says where.
"""

from __future__ import annotations

from linkwork.numerics.dense_kernel import factor_dense, solve_dense
from linkwork.numerics.jit import njit
from linkwork.places.layout_kernel import MOTION, STATE_RATE, STATES, TREE
from linkwork.system.dynamics.forces_kernel import apply_forces
from linkwork.system.dynamics.state_kernel import store_powers
from linkwork.system.formulations.formulation_kernel import OWN_NUMBERS, option, own
from linkwork.system.formulations.joint_kernel import load_bias, load_own
from linkwork.system.tree.articulated_kernel import load_bodies
from linkwork.system.tree.closure_place_kernel import matrix_at, rows_at
from linkwork.system.tree.composite_kernel import load_matrix
from linkwork.system.tree.cut_kernel import evaluate_cuts, load_rows
from linkwork.system.tree.tree_kernel import CUT_ROWS, FREEDOMS, spread, vectors_at

BEHIND = 4  # among the options: how many numbers "joint" has, behind which the others begin


@njit
def behind(k, w):
    """Where the numbers of a formulation begin that are not those of "joint"."""
    return own(k) + OWN_NUMBERS + int(option(k, w, BEHIND).real)


@njit
def sizes(k):
    """How many joint coordinates and cut rows there are."""
    return k[k[TREE] + FREEDOMS], k[k[TREE] + CUT_ROWS]


@njit
def load_joint_motion(k, p, w, t, state, y):
    """H, forces, rows and gamma at the joint coordinates and rates of a state and the own states of y."""
    spread(k, p, w, state, True)
    load_own(k, w, y)
    evaluate_cuts(k, p, w, MOTION, t)
    apply_forces(k, p, w, t)
    load_bodies(k, p, w, True)
    load_bias(k, p, w)
    load_matrix(k, p, w)
    load_rows(k, p, w)


@njit
def copy_matrix(k, w, out, target):
    """The whole of H, of which its loading makes the lower half, into `out`."""
    n, h = k[k[TREE] + FREEDOMS], matrix_at(k)
    for i in range(n):
        for j in range(i + 1):
            value = w[h + n * i + j]
            out[target + n * i + j] = value
            out[target + n * j + i] = value


@njit
def copy_rows(k, w, out, target, width):
    """The rows of the cut elements into `out`, each at the beginning of `width` numbers."""
    n, m = sizes(k)
    rows = rows_at(k)
    for row in range(m):
        for i in range(n):
            out[target + width * row + i] = w[rows + n * row + i]


@njit
def multiply(w, matrix, x, n, out):
    """A square matrix times a vector."""
    for i in range(n):
        total = 0.0 * w[matrix]
        for j in range(n):
            total += w[matrix + n * i + j] * w[x + j]
        w[out + i] = total


@njit
def dot(w, a, b, n):
    """Inner product of two vectors."""
    total = 0.0 * w[a]
    for i in range(n):
        total += w[a + i] * w[b + i]
    return total


@njit
def reduce_to_basis(w, matrix, basis, n, freedoms, product, reduced):
    """B H B' for a basis of as many rows as there are freedoms."""
    for i in range(freedoms):
        multiply(w, matrix, basis + n * i, n, product)
        for j in range(i + 1):
            total = dot(w, basis + n * j, product, n)
            w[reduced + freedoms * i + j] = total
            w[reduced + freedoms * j + i] = total


@njit
def add_freedoms(w, inertia, n, freedoms, accelerations, side):
    """From accelerations that fulfil the rows to those of the motion; the force H z'' - Q that is left behind them.

    One behind the other lie H, the basis B, room for B H B' (n n each); behind the accelerations lie two more vectors.
    """
    basis, reduced, force, right = inertia + n * n, inertia + 2 * n * n, accelerations + n, accelerations + 2 * n
    reduce_to_basis(w, inertia, basis, n, freedoms, force, reduced)
    multiply(w, inertia, accelerations, n, force)
    for i in range(n):
        w[force + i] = w[side + i] - w[force + i]
    for i in range(freedoms):
        w[right + i] = dot(w, basis + n * i, force, n)
    factor_dense(w, reduced, freedoms)
    solve_dense(w, reduced, freedoms, right)
    for i in range(freedoms):
        for column in range(n):
            w[accelerations + column] += w[basis + n * i + column] * w[right + i]
    multiply(w, inertia, accelerations, n, force)
    for i in range(n):
        w[force + i] -= w[side + i]


@njit
def store_joint_rates(k, w, y, dy, accelerations):
    """Rates of joint coordinates, of their rates and of own states; scaled accelerations lie at `accelerations`."""
    n, units = k[k[TREE] + FREEDOMS], vectors_at(k)
    store_powers(k, w)
    for i in range(n):
        dy[i] = y[n + i]
        dy[n + i] = w[accelerations + i] * w[units + i]
    for i in range(k[STATES]):
        dy[2 * n + i] = w[k[STATE_RATE] + i]
