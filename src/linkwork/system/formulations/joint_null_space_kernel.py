"""Formulation "joint-null-space": accelerations of the joints in an orthonormal basis B of what the closures allow.

    z'' = B' s + z_0,   (B H B') s = B (Q - H z_0),   J B' = 0,   B B' = I,   J z_0 = gamma, z_0 the shortest

The basis comes from an orthogonal triangular factor of J' with pivoting, so that it is as well conditioned as can be
in every position, and rows that others imply are left over. Steps are projected as in "joint".

Own numbers behind those of "joint": H, B and B H B' (n n each), the factor of J' (n m + 2 m), three vectors (n).
"""

from __future__ import annotations

from linkwork.numerics.householder_kernel import combine, factor_vectors, firmness, least_solution, turn
from linkwork.numerics.jit import njit
from linkwork.system.constraints.grip_kernel import tell_grip
from linkwork.system.contact.contact_layout_kernel import JOINT_FORCES
from linkwork.system.dynamics.dynamics_kernel import in_contact
from linkwork.system.formulations.formulation_kernel import GRIP, own
from linkwork.system.formulations.joint_dense_kernel import (
    add_freedoms,
    behind,
    copy_matrix,
    copy_rows,
    load_joint_motion,
    sizes,
    store_joint_rates,
)
from linkwork.system.formulations.joint_kernel import beside, call_contacts
from linkwork.system.tree.closure_place_kernel import given_at, multipliers_at, side_at, solution_at
from linkwork.system.tree.closure_solver_kernel import factor_closures
from linkwork.system.tree.cut_kernel import take_multipliers

IMPLIED = 3e-6  # remainder (model lengths and radians) up to which a row is implied by others


def numbers(n: int, m: int) -> int:
    """How many numbers are needed behind those of "joint"."""
    return 3 * n * n + n * m + 2 * m + 3 * n


@njit
def accelerations_in_basis(k, p, w):
    """Scaled accelerations and multipliers of the motion just loaded; where the accelerations lie."""
    n, m = sizes(k)
    inertia, sides = behind(k, w), given_at(k)
    basis, rows = inertia + n * n, inertia + 3 * n * n
    accelerations = rows + n * m + 2 * m
    copy_matrix(k, w, w, inertia)
    copy_rows(k, w, w, rows, n)
    rank = factor_vectors(w, rows, n, m, IMPLIED)
    freedoms = n - rank
    w[own(k) + GRIP] = firmness(w, rows, n, m, rank, accelerations)
    for i in range(freedoms):
        for column in range(n):
            w[basis + n * i + column] = 1.0 if column == rank + i else 0.0
        turn(w, rows, n, m, rank, basis + n * i)
    least_solution(w, rows, n, m, rank, sides, accelerations)
    add_freedoms(w, inertia, n, freedoms, accelerations, side_at(k))
    combine(w, rows, n, m, rank, accelerations + n, multipliers_at(k))
    take_multipliers(k, p, w)
    return accelerations


def joint_null_space_rate(k, p, w, t, y, dy):
    """Rates of joint coordinates, of their rates and of own states."""
    state = beside(k, p, w, t, y)
    load_joint_motion(k, p, w, t, state, y)
    accelerations = accelerations_in_basis(k, p, w)
    tell_grip(k, w, t, w[own(k) + GRIP].real)
    if in_contact(k, w):
        for i in range(sizes(k)[0]):
            w[solution_at(k) + i] = w[accelerations + i]
        call_contacts(JOINT_FORCES, k, p, w, factor_closures(k, w), t)
        take_multipliers(k, p, w)
        accelerations = solution_at(k)
    store_joint_rates(k, w, state, dy, accelerations)
