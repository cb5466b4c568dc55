"""Transposed derivatives of the parts of a step: of the rates at a state, and of the projection onto the constraints.

At fixed accelerations a and multipliers lambda the rows of the motion are

    M a + Phi_q' lambda - Q     Phi_q a - gamma     powers of forces, -lambda' nu of drivers     rates of own states

and at a projected state, with velocities v, Phi_q v - nu and Phi. With weights on the rates the factor of the equations
of motion, which is symmetric, gives weights mu on the rows. Their derivatives by the state and by numbers of the tables
are found where they arise: of masses by formulas (functions of the world), of elements and forces by complex numbers
(`tangent_probes_kernel`), in space all against twists, so that charts come in at the very end.

    world = addresses of functions of the world for complex numbers: turn; for real ones: inertia_back, to_twists,
            to_charts (the last two are 0 in the plane)
    room  = z, multipliers, weights, sides
    z       a against twists, a as solved for, then a block for every response: mu, weights on places, on twists, on a
            (n numbers each), and sums of derivatives by masses and gravity
    weights one a response and entry of Phi_q: of lambda' Phi_q mu + mu' Phi_q a; sides: of Phi, nu and gamma
"""

from __future__ import annotations

from linkwork.numerics.jit import call_world, njit, part
from linkwork.places.layout_kernel import (
    COLUMN_SCALE,
    COORDINATES,
    ELEMENT_AT,
    ELEMENTS,
    EQUATIONS,
    FIRST_ROW,
    MASS_NUMBERS,
    MASS_SCALE,
    MASSES,
    MOTION,
    MULTIPLIERS,
    OUT,
    OUT_AT,
    QUADRATURES,
    RECORD,
    RHS,
    ROW_SCALE,
    ROWS,
    STATES,
    VALUES,
    WEIGHTS,
    A,
    X,
)
from linkwork.system.adjoint.tangent_probes_kernel import (
    IN_MOTION,
    PROJECTED,
    elements_back,
    forces_back,
    numbers_back,
    take_real,
)
from linkwork.system.constraints.equations_kernel import evaluate, factor_motion, solve_exactly, solve_smoothly
from linkwork.system.dynamics.dynamics_kernel import ACCURACY, load_motion, project, take_motion
from linkwork.system.dynamics.state_kernel import load_state, save_state, store_rates


@njit
def solve_with(k, w, smooth):
    """Solve for the right-hand side with the factor of the equations of motion."""
    if smooth > 0:
        solve_smoothly(k, w)
    else:
        solve_exactly(k, w, ACCURACY)


@njit
def motion_at(k, p, w, t, y):
    """Accelerations and multipliers of a state; tells whether the factor left out rows that are nearly redundant."""
    load_state(k, w, y)
    load_motion(k, p, w, t)
    smooth = factor_motion(k, p, w)
    solve_with(k, w, smooth)
    take_motion(k, p, w)
    return smooth


@njit
def rates_at(k, p, w, t, y, dy):
    """The rates of a state."""
    motion_at(k, p, w, t, y)
    store_rates(k, w, dy)


@njit
def project_at(k, p, w, t, y, out):
    """The state on the constraints."""
    load_state(k, w, y)
    project(k, p, w, t)
    save_state(k, w, out)


@njit
def rates_back(probes, p, w, t, y, slopes, room, states, sums):
    """From weights on the rates (`slopes`, one row a response) to weights on the state and on the numbers."""
    k_table, world, entries, _, elements, changes, pulls = probes
    z_table, multipliers, weights, sides = room
    k, z = part(k_table, 0), part(z_table, 0)
    n, stride = k[COORDINATES], block_size(k)
    at = 2 * n
    smooth = motion_at(k, p, w, t, y)
    for i in range(n):
        z[i] = w[k[A] + i]
        z[n + i] = w[k[A] + i]
    for row in range(k[EQUATIONS]):
        multipliers[row] = w[k[MULTIPLIERS] + row]
    if world[2] > 0:
        call_world(world[2], k, p, w, z, 1, 0, t)
    for response in range(slopes.shape[0]):
        weights_on_rows(k, p, w, smooth, slopes[response], multipliers, z, at, sides[response])
        for i in range(n):
            states[response, n + i] += slopes[response, i]
        if world[2] > 0:
            call_world(world[2], k, p, w, z, 0, at, t)
        weights_on_entries(entries, multipliers, z, at, sides[response], weights[response])
        if k[MASSES] > 0:
            call_world(world[1], k, p, w, z, 0, at, t)
        at += stride
    take_real(k, w, part(elements[2], 0), y)
    elements_back(elements, w, t, IN_MOTION, weights, sides, z, 2 * n, stride)
    numbers_back(elements, changes, t, weights, sides, sums)
    forces_back(elements, pulls, w, t, slopes, z, 2 * n, stride, states, sums)
    at = 2 * n
    for response in range(slopes.shape[0]):
        if world[3] > 0:
            call_world(world[3], k, p, w, z, n, at, 1.0)
        for i in range(2 * n):
            states[response, i] += z[at + n + i]
        at += stride


@njit
def block_size(k):
    """Numbers of z for a response."""
    return 4 * k[COORDINATES] + k[MASS_SCALE] - k[MASS_NUMBERS]


@njit
def weights_on_rows(k, p, w, smooth, slopes, multipliers, z, at, sides):
    """Weights on the rows: of the bodies into z, of the constraints and their right-hand sides into `sides`."""
    n, mass, record = k[COORDINATES], p[k[MASS_SCALE]], k[ELEMENT_AT]
    driven = slopes[2 * n + k[STATES] - 1] if k[STATES] >= QUADRATURES else 0.0
    load_weights(k, p, w, slopes, driven)
    solve_with(k, w, smooth)
    for i in range(n):
        z[at + i] = -w[k[X] + i] * p[k[COLUMN_SCALE] + i] / mass
        z[at + n + i] = 0.0
        z[at + 2 * n + i] = 0.0
        z[at + 3 * n + i] = -slopes[n + i]
    for _ in range(k[ELEMENTS]):
        rows, first = k[record + ROWS], k[record + FIRST_ROW]
        for row in range(first, first + rows):
            to = 2 * first + row
            sides[to] = 0.0
            sides[to + rows] = -driven * multipliers[row]
            sides[to + 2 * rows] = w[k[X] + n + row] * p[k[ROW_SCALE] + row]
        record += RECORD


@njit
def weights_on_entries(entries, multipliers, z, at, sides, weights):
    """Weights on the entries of Phi_q; those on rows are minus those on gamma."""
    for entry in range(entries.shape[0]):
        row, column, side = entries[entry, 0], entries[entry, 1], entries[entry, 2]
        weights[entry] = z[at + column] * multipliers[row] - sides[side] * z[column]


@njit
def load_weights(k, p, w, slopes, driven):
    """Weights on accelerations, and on multipliers through the power of drivers, as a right-hand side."""
    n, record, mass = k[COORDINATES], k[ELEMENT_AT], p[k[MASS_SCALE]]
    for i in range(n):
        w[k[RHS] + i] = p[k[COLUMN_SCALE] + i] * slopes[n + i]
    for _ in range(k[ELEMENTS]):
        rows, first = k[record + ROWS], k[record + FIRST_ROW]
        for row in range(rows):
            speed = w[k[OUT] + k[record + OUT_AT] + rows + row]
            w[k[RHS] + n + first + row] = -driven * speed * mass * p[k[ROW_SCALE] + first + row]
        record += RECORD


@njit
def projection_back(probes, p, w, t, y, ends, room, sums):
    """From weights on a projected state y to weights on the state before it was projected, which replace them.

    The way of the projection is taken as nothing: its length is that of the error of a step.
    """
    k_table, world, entries, mass_at, elements, changes, _ = probes
    z_table, _, weights, sides = room
    k, z = part(k_table, 0), part(z_table, 0)
    n, stride = k[COORDINATES], block_size(k)
    at = 2 * n
    load_state(k, w, y)
    evaluate(k, p, w, MOTION, t)
    smooth = factor_motion(k, p, w)
    for i in range(n):
        z[i] = y[n + i]
        z[n + i] = y[n + i]
    if world[2] > 0:
        call_world(world[2], k, p, w, z, 0, 0, t)
    for response in range(ends.shape[0]):
        side = sides[response]
        for i in range(n):
            z[at + n + i] = 0.0
            z[at + 2 * n + i] = 0.0
            z[at + 3 * n + i] = -ends[response, n + i]
        onto_motions(k, p, w, entries, mass_at, smooth, ends[response], n, side, 1)
        for i in range(n):
            z[at + 3 * n + i] += ends[response, n + i]
        for entry in range(entries.shape[0]):
            weights[response, entry] = -side[entries[entry, 3]] * z[entries[entry, 1]]
        at += stride
    take_real(k, w, part(elements[2], 0), y)
    elements_back(elements, w, t, PROJECTED, weights, sides, z, 2 * n, stride)
    at = 2 * n
    for response in range(ends.shape[0]):
        if world[3] > 0:
            call_world(world[3], k, p, w, z, n, at, 0.0)
        for i in range(n):
            ends[response, i] += z[at + n + i]
        onto_motions(k, p, w, entries, mass_at, smooth, ends[response], 0, sides[response], 0)
        at += stride
    numbers_back(elements, changes, t, weights, sides, sums)


@njit
def onto_motions(k, p, w, entries, mass_at, smooth, ends, at, sides, which):
    """Project weights on positions, or velocities, from `at` on; weights on Phi (which 0) or nu (1), gamma has none.

    Rows of rolling hold velocities; of a position they hold the way of the projection only, not where it leads.
    """
    n, m, scale, record = k[COORDINATES], k[EQUATIONS], k[COLUMN_SCALE], k[ELEMENT_AT]
    for i in range(n):
        w[k[RHS] + i] = p[scale + i] * ends[at + i]
    for row in range(m):
        w[k[RHS] + n + row] = 0.0
    solve_with(k, w, smooth)
    for _ in range(k[ELEMENTS]):
        rows, first = k[record + ROWS], k[record + FIRST_ROW]
        for row in range(first, first + rows):
            value = w[k[X] + n + row] * p[k[ROW_SCALE] + row]
            sides[2 * first + row + which * rows] = value if which == 1 else -value
            if which == 1:
                sides[2 * first + row] = 0.0
                sides[2 * first + row + 2 * rows] = 0.0
        record += RECORD
    for i in range(n):
        ends[at + i] = 0.0
    multiply_masses(k, w, mass_at, part(w, k[X]), part(ends, at))
    if which == 0:
        for entry in range(entries.shape[0]):
            if entries[entry, 4] > 0:
                value = w[k[VALUES] + k[WEIGHTS] + entry]
                ends[at + entries[entry, 1]] += value * w[k[X] + n + entries[entry, 0]]
    for i in range(n):
        ends[at + i] /= p[scale + i]


@njit
def multiply_masses(k, w, mass_at, x, out):
    """The scaled mass matrix, as last loaded, times x, added to `out`."""
    for entry in range(k[WEIGHTS]):
        row, column = mass_at[entry, 0], mass_at[entry, 1]
        value = w[k[VALUES] + entry]
        out[row] += value * x[column]
        if row != column:
            out[column] += value * x[row]
