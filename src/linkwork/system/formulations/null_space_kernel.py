"""Formulation "null-space": accelerations in a basis S of the motions that the constraints allow.

    a = S z + a_0,   (S' M S) z = S' (Q - M a_0),   Phi_q S = 0,   Phi_q a_0 = gamma

The basis comes from elimination with full pivoting, so that redundant rows do no harm and no multipliers are needed;
these follow afterwards from Phi_q' lambda = Q - M a by least squares, the smallest ones where they are not unique.
Where the smallest pivot is far below that of other positions, beside a singular one, rounding is divided by its third
power: there the whole system is solved, in which such rows are damped.

Own numbers, from w[own(k) + OWN_NUMBERS] on: S as rows (n n), S' M S (n n), five vectors (n), marks and pivot rows
(2 n + m), the dense rows (m (n + 1)), and for the multipliers Phi_q Phi_q' (m m) and two vectors (m).
"""

from __future__ import annotations

from linkwork.numerics.dense_kernel import factor_dense, solve_dense
from linkwork.numerics.jit import call_world, njit
from linkwork.places.layout_kernel import (
    COORDINATES,
    EQUATIONS,
    FUNCTIONS,
    MULTIPLY_MASSES,
    RHS,
    X,
)
from linkwork.system.constraints.elimination_kernel import load_rows, reduce_rows
from linkwork.system.constraints.equations_kernel import load_jacobian
from linkwork.system.constraints.grip_kernel import is_near, load_beside, tell_grip
from linkwork.system.dynamics.dynamics_kernel import (
    accelerate,
    add_closed_contacts,
    in_contact,
    load_motion,
    take_motion,
)
from linkwork.system.dynamics.state_kernel import load_state, store_rates
from linkwork.system.formulations.formulation_kernel import FIRMEST, GRIP, OWN_NUMBERS, driven, own

SLIGHT = 1e-6  # added to Phi_q Phi_q', taken out again by refinement
REFINEMENTS = 30
WEAK = 0.02  # of the firmest grip: what is less belongs to a position beside a singular one


@njit
def basis_at(k):
    """Where the basis lies: one row of n numbers a freedom."""
    return own(k) + OWN_NUMBERS


@njit
def reduced_at(k):
    """Where S' M S lies."""
    return basis_at(k) + k[COORDINATES] * k[COORDINATES]


@njit
def side_at(k):
    """Where S' (Q - M a_0) lies, then four more vectors."""
    return reduced_at(k) + k[COORDINATES] * k[COORDINATES]


@njit
def marks_at(k):
    """Where the marks of the columns lie."""
    return side_at(k) + 5 * k[COORDINATES]


@njit
def rows_at(k):
    """Where the dense rows lie."""
    return marks_at(k) + 2 * k[COORDINATES] + k[EQUATIONS]


@njit
def multiply_masses(k, w, x, out):
    """The scaled mass matrix times a vector."""
    for column in range(k[COORDINATES]):
        w[out + column] = 0.0
    call_world(k[k[FUNCTIONS] + MULTIPLY_MASSES], k, w, w, w, x, out, 0.0 * w[0])


@njit
def load_basis(k, w):
    """Basis of the allowed motions, and a_0 into the unknowns; returns the number of freedoms."""
    n, m, table = k[COORDINATES], k[EQUATIONS], rows_at(k)
    width = n + 1
    load_rows(k, w, table, 1)
    for row in range(m):
        w[table + row * width + n] = w[k[RHS] + n + row]
    smallest = eliminate(k, w, table, m)
    w[own(k) + GRIP] = smallest if m > 0 else 0.0
    return take_basis(k, w, table)


@njit
def eliminate(k, w, table, rows):
    """Eliminate rows with one right-hand side; the smallest pivot."""
    n, marks = k[COORDINATES], marks_at(k)
    for column in range(n):
        w[marks + column] = 1.0
    return reduce_rows(w, table, rows, n, n + 1, marks, marks + n)[1]


@njit
def take_basis(k, w, table):
    """Basis of what eliminated rows allow, and a_0 into the unknowns; returns the number of freedoms."""
    n, basis, row_of = k[COORDINATES], basis_at(k), marks_at(k) + k[COORDINATES]
    width, freedoms = n + 1, 0
    for free in range(n):
        row = int(w[row_of + free].real)
        w[k[X] + free] = 0.0
        if row >= 0:
            w[k[X] + free] = w[table + row * width + n]
            continue
        for column in range(n):
            row = int(w[row_of + column].real)
            w[basis + freedoms * n + column] = -w[table + row * width + free] if row >= 0 else 0.0
        w[basis + freedoms * n + free] = 1.0
        freedoms += 1
    return freedoms


@njit
def reduce_motion(k, w):
    """S' M S and S' (Q - M a_0) at the motion just loaded; returns the number of freedoms."""
    freedoms = load_basis(k, w)
    reduce_masses(k, w, freedoms)
    return freedoms


@njit
def reduce_masses(k, w, freedoms):
    """S' M S and S' (Q - M a_0) with the basis and a_0 just loaded."""
    n, basis, reduced, side = k[COORDINATES], basis_at(k), reduced_at(k), side_at(k)
    product = side + n
    multiply_masses(k, w, k[X], product)
    for i in range(freedoms):
        total = 0.0 * w[product]
        for column in range(n):
            total += w[basis + i * n + column] * (w[k[RHS] + column] - w[product + column])
        w[side + i] = total
    for i in range(freedoms):
        multiply_masses(k, w, basis + i * n, product)
        for j in range(i + 1):
            total = 0.0 * w[product]
            for column in range(n):
                total += w[basis + j * n + column] * w[product + column]
            w[reduced + i * freedoms + j] = total
            w[reduced + j * freedoms + i] = total


@njit
def accelerate_in_basis(k, p, w, t):
    """Accelerations of the workspace's state; the multipliers are left at zero."""
    n, basis, side = k[COORDINATES], basis_at(k), side_at(k)
    load_motion(k, p, w, t)
    load_jacobian(k, p, w)
    freedoms = reduce_motion(k, w)
    factor_dense(w, reduced_at(k), freedoms)
    solve_dense(w, reduced_at(k), freedoms, side)
    for i in range(freedoms):
        for column in range(n):
            w[k[X] + column] += w[basis + i * n + column] * w[side + i]
    for row in range(k[EQUATIONS]):
        w[k[X] + n + row] = 0.0
    take_motion(k, p, w)


@njit
def least_multipliers(k, w):
    """Scaled multipliers from Phi_q' lambda = Q - M a, by least squares, behind the unknowns."""
    n, m, table = k[COORDINATES], k[EQUATIONS], rows_at(k)
    square = table + m * (n + 1)
    change, force, multipliers = square + m * m, side_at(k), k[X] + n
    load_rows(k, w, table, 0)
    for i in range(m):
        for j in range(i + 1):
            total = 0.0 * w[table]
            for column in range(n):
                total += w[table + i * n + column] * w[table + j * n + column]
            w[square + i * m + j] = total
            w[square + j * m + i] = total
        w[square + i * m + i] += SLIGHT
    factor_dense(w, square, m)
    for _ in range(REFINEMENTS):
        multiply_masses(k, w, k[X], force)
        for column in range(n):
            w[force + column] = w[k[RHS] + column] - w[force + column]
        for row in range(m):
            for column in range(n):
                w[force + column] -= w[table + row * n + column] * w[multipliers + row]
        for row in range(m):
            w[change + row] = 0.0
            for column in range(n):
                w[change + row] += w[table + row * n + column] * w[force + column]
        solve_dense(w, square, m, change)
        largest, size = 0.0, 0.0
        for row in range(m):
            w[multipliers + row] += w[change + row]
            largest = max(largest, abs(w[change + row].real))
            size = max(size, abs(w[multipliers + row].real))
        # to rounding
        if largest <= 1e-15 * size:
            break


@njit
def add_multipliers(k, p, w, t):
    """The multipliers behind the accelerations, and what closed points and rubbing joints do to both."""
    least_multipliers(k, w)
    take_motion(k, p, w)
    if in_contact(k, w):
        add_closed_contacts(k, p, w, t)


@njit
def is_weak(k, w):
    """Whether a singular position is near, by what the loop knows or by the smallest pivot just found."""
    return is_near(k, w) or w[own(k) + GRIP].real < WEAK * w[own(k) + FIRMEST].real


def null_space_rate(k, p, w, t, y, dy):
    """Right-hand side with accelerations in the basis."""
    load_beside(k, p, w, t, y)
    accelerate_in_basis(k, p, w, t)
    if k[EQUATIONS] > 0:
        tell_grip(k, w, t, w[own(k) + GRIP].real)
    if is_weak(k, w):
        accelerate(k, p, w, t)
    elif driven(k, w) or in_contact(k, w):
        add_multipliers(k, p, w, t)
    store_rates(k, w, dy)


def null_space_solve(k, p, w, t, y, out):
    """Accelerations in the basis, then the multipliers."""
    load_state(k, w, y)
    accelerate_in_basis(k, p, w, t)
    add_multipliers(k, p, w, t)


@njit
def reduce_at(k, p, w, t):
    """S' M S and its right side at the coordinates and velocities of the workspace; returns the number of freedoms."""
    load_motion(k, p, w, t)
    load_jacobian(k, p, w)
    return reduce_motion(k, w)
