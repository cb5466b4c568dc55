"""Formulation "trees": accelerations in coordinates of the trees of translation and of rotation, cuts by multipliers.

    a = S z + a_0,   [[S' M S, G'], [G, 0]] (z, mu) = (S' (Q - M a_0), gamma_c - C a_0),   T S = 0,   T a_0 = gamma_t

T are the rows by which joints hold a motion in whose tree they are, C those that are cut, G = C S. There are as many
unknowns z as both trees have coordinates, and as many mu as rows are cut (McPhee 2005, 3.2.2). What G holds is added
to the matrix, (S' M S + G' G) z = ... + G' g, which leaves the solution as it is where G z = g and needs no mass of
what the cuts hold. Multipliers of all rows follow as in "null-space"; steps are projected.

Own numbers behind those of "null-space": the rows in order, those of the trees first (m); the rows (m (n + 1)); G and
(S' M S + G' G)^-1 G' as rows (m n each), G (...) G' (m m), and three vectors (m).
"""

from __future__ import annotations

from linkwork.numerics.dense_kernel import factor_dense, solve_dense
from linkwork.numerics.jit import njit
from linkwork.places.layout_kernel import COORDINATES, EQUATIONS, RHS, X
from linkwork.system.constraints.elimination_kernel import load_rows, reduce_rows
from linkwork.system.constraints.equations_kernel import load_jacobian
from linkwork.system.constraints.grip_kernel import load_beside, tell_grip
from linkwork.system.dynamics.dynamics_kernel import accelerate, in_contact, load_motion, take_motion
from linkwork.system.dynamics.state_kernel import load_state, store_rates
from linkwork.system.formulations.formulation_kernel import GRIP, driven, option, own
from linkwork.system.formulations.null_space_kernel import (
    REFINEMENTS,
    SLIGHT,
    add_multipliers,
    basis_at,
    eliminate,
    is_weak,
    marks_at,
    reduce_masses,
    reduced_at,
    rows_at,
    side_at,
    take_basis,
)

IN_TREES = 0  # the option that says how many rows belong to the trees


@njit
def order_at(k):
    """Where the numbers of the rows lie, those of the trees first."""
    return rows_at(k) + k[EQUATIONS] * (k[COORDINATES] + k[EQUATIONS] + 3)


@njit
def sorted_at(k):
    """Where the rows lie in that order."""
    return order_at(k) + k[EQUATIONS]


@njit
def held_at(k):
    """Where G lies, then what the masses make of it."""
    return sorted_at(k) + k[EQUATIONS] * (k[COORDINATES] + 1)


@njit
def square_at(k):
    """Where the matrix of the multipliers lies, then three vectors."""
    return held_at(k) + 2 * k[EQUATIONS] * k[COORDINATES]


@njit
def load_sorted(k, w):
    """The scaled rows with gamma behind each, those of the trees first."""
    n, m, table, order, out = k[COORDINATES], k[EQUATIONS], rows_at(k), order_at(k), sorted_at(k)
    width = n + 1
    load_rows(k, w, table, 1)
    for i in range(m):
        row = int(w[order + i].real)
        for column in range(n):
            w[out + i * width + column] = w[table + row * width + column]
        w[out + i * width + n] = w[k[RHS] + n + row]


@njit
def load_held(k, w, freedoms, inside):
    """G and g = gamma_c - C a_0 of the cut rows; how many pivots they have, and the smallest."""
    n, m, held, first = k[COORDINATES], k[EQUATIONS], held_at(k), sorted_at(k)
    basis, rows, marks, width = basis_at(k), rows_at(k), marks_at(k), n + 1
    given = square_at(k) + m * m
    for i in range(m - inside):
        at = first + (inside + i) * width
        side = w[at + n]
        for column in range(n):
            side -= w[at + column] * w[k[X] + column]
        w[given + i] = side
        for j in range(freedoms):
            total = 0.0 * w[at]
            for column in range(n):
                total += w[at + column] * w[basis + j * n + column]
            w[held + i * freedoms + j] = total
            w[rows + i * freedoms + j] = total
    for j in range(freedoms):
        w[marks + j] = 1.0
    return reduce_rows(w, rows, m - inside, freedoms, freedoms, marks, marks + freedoms)[:2]


@njit
def add_held(k, w, freedoms, cuts):
    """Add G' G to the matrix and G' g to its side."""
    held, reduced, side = held_at(k), reduced_at(k), side_at(k)
    given = square_at(k) + k[EQUATIONS] * k[EQUATIONS]
    for row in range(cuts):
        at = held + row * freedoms
        for i in range(freedoms):
            w[side + i] += w[at + i] * w[given + row]
            for j in range(freedoms):
                w[reduced + i * freedoms + j] += w[at + i] * w[at + j]


@njit
def load_square(k, w, freedoms, cuts):
    """The matrix of the multipliers, factored; rows that others imply are damped by a little."""
    held, reduced, square = held_at(k), reduced_at(k), square_at(k)
    eased = held + k[EQUATIONS] * k[COORDINATES]
    largest = 0.0
    for i in range(cuts):
        for j in range(freedoms):
            w[eased + i * freedoms + j] = w[held + i * freedoms + j]
        solve_dense(w, reduced, freedoms, eased + i * freedoms)
        for other in range(i + 1):
            total = 0.0 * w[held]
            for j in range(freedoms):
                total += w[held + other * freedoms + j] * w[eased + i * freedoms + j]
            w[square + i * cuts + other] = total
            w[square + other * cuts + i] = total
        largest = max(largest, w[square + i * cuts + i].real)
    for i in range(cuts):
        w[square + i * cuts + i] += SLIGHT * largest
    factor_dense(w, square, cuts)


@njit
def close_cuts(k, w, freedoms, cuts):
    """Change z until the cut rows hold, by refinement, for the damping is taken out again."""
    held, square, z = held_at(k), square_at(k), side_at(k)
    eased, given = held + k[EQUATIONS] * k[COORDINATES], square_at(k) + k[EQUATIONS] * k[EQUATIONS]
    change = given + k[EQUATIONS]
    for _ in range(REFINEMENTS):
        for row in range(cuts):
            w[change + row] = -w[given + row]
            for j in range(freedoms):
                w[change + row] += w[held + row * freedoms + j] * w[z + j]
        solve_dense(w, square, cuts, change)
        largest, size = 0.0, 0.0
        for j in range(freedoms):
            step = 0.0 * w[z]
            for row in range(cuts):
                step += w[eased + row * freedoms + j] * w[change + row]
            w[z + j] -= step
            largest = max(largest, abs(step.real))
            size = max(size, abs(w[z + j].real))
        # to rounding
        if largest <= 1e-15 * size:
            break


@njit
def accelerate_in_trees(k, p, w, t):
    """Accelerations of the workspace's state; the multipliers are left at zero."""
    n, m, basis, z = k[COORDINATES], k[EQUATIONS], basis_at(k), side_at(k)
    inside = int(option(k, w, IN_TREES).real)
    cuts = m - inside
    load_motion(k, p, w, t)
    load_jacobian(k, p, w)
    load_sorted(k, w)
    smallest = eliminate(k, w, sorted_at(k), inside)  # of no rows, too: it marks all columns as free
    freedoms = take_basis(k, w, sorted_at(k))
    reduce_masses(k, w, freedoms)
    if cuts > 0:
        pivots, least = load_held(k, w, freedoms, inside)
        smallest = min(smallest, least)
        # all are implied by the trees: nothing is left to close, and G of rounding alone cannot be factored
        if pivots == 0:
            cuts = 0
    if cuts > 0:
        add_held(k, w, freedoms, cuts)
    factor_dense(w, reduced_at(k), freedoms)
    solve_dense(w, reduced_at(k), freedoms, z)
    if cuts > 0:
        load_square(k, w, freedoms, cuts)
        close_cuts(k, w, freedoms, cuts)
    w[own(k) + GRIP] = smallest if m > 0 else 0.0
    for i in range(freedoms):
        for column in range(n):
            w[k[X] + column] += w[basis + i * n + column] * w[z + i]
    for row in range(m):
        w[k[X] + n + row] = 0.0
    take_motion(k, p, w)


def trees_rate(k, p, w, t, y, dy):
    """Right-hand side with accelerations in the coordinates of the trees."""
    load_beside(k, p, w, t, y)
    accelerate_in_trees(k, p, w, t)
    if k[EQUATIONS] > 0:
        tell_grip(k, w, t, w[own(k) + GRIP].real)
    if is_weak(k, w):
        accelerate(k, p, w, t)
    elif driven(k, w) or in_contact(k, w):
        add_multipliers(k, p, w, t)
    store_rates(k, w, dy)


def trees_solve(k, p, w, t, y, out):
    """Accelerations in the coordinates of the trees, then the multipliers."""
    load_state(k, w, y)
    accelerate_in_trees(k, p, w, t)
    add_multipliers(k, p, w, t)
