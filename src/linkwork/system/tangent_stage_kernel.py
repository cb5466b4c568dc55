"""Transposed derivatives of the parts of a step: of the rates at a state, and of the projection onto the constraints.

With weights on the rates, the factor of the equations of motion, which is symmetric, gives weights on their rows
(see `tangent_rows_kernel`); the derivatives of the rows by the state and by the parameters come from complex numbers.
Components of the state that no row shares are moved together (Curtis, Powell, Reid), and likewise parameters; `owner`
tells for every such probe and every row to which component its derivative belongs, -1 where to none.

All numbers of the probes are in one tuple:

    probes = (k, complex k, complex tables, w, entries, mass_at, members, first, counts, owner, parameter_owner, spare,
              found)
"""

from __future__ import annotations

from linkwork.numerics.analytic import STEP
from linkwork.numerics.jit import njit, part
from linkwork.system.dynamics_kernel import ACCURACY, load_motion, project, take_motion
from linkwork.system.equations_kernel import MOTION, evaluate, factor_motion, solve_exactly, solve_smoothly
from linkwork.system.layout_kernel import (
    COLUMN_SCALE,
    COORDINATES,
    ELEMENT_AT,
    ELEMENTS,
    EQUATIONS,
    FIRST_ROW,
    FORCES,
    MASS_SCALE,
    OUT,
    OUT_AT,
    QUADRATURES,
    RECORD,
    RHS,
    ROW_SCALE,
    ROWS,
    STATES,
    X,
)
from linkwork.system.state_kernel import load_state, save_state, store_rates
from linkwork.system.tangent_rows_kernel import (
    IN_MOTION,
    PROJECTED,
    derive_rows,
    multiply_masses,
    own_states,
    place_in,
    take_real,
)


@njit
def solve_with(k, w, smooth):
    """Solve for the right-hand side with the factor of the equations of motion."""
    if smooth > 0:
        solve_smoothly(k, w)
    else:
        solve_exactly(k, w, ACCURACY)


@njit
def rates_at(k, p, w, t, y, dy):
    """The rates of a state; tells whether the factor left out rows that are nearly redundant."""
    load_state(k, w, y)
    load_motion(k, p, w, t)
    smooth = factor_motion(k, p, w)
    solve_with(k, w, smooth)
    take_motion(k, p, w)
    store_rates(k, w, dy)
    return smooth


@njit
def project_at(k, p, w, t, y, out):
    """The state on the constraints."""
    load_state(k, w, y)
    project(k, p, w, t)
    save_state(k, w, out)


@njit
def add_states(probes, w, t, y, mode, x, weights, states):
    """Add the derivatives of the weighted rows by the state, in mode PROJECTED by the position only."""
    _, k, tables, wc, entries, mass_at, members, first, counts, owner, _, spare, found = probes
    header, work = part(k, 0), part(wc, 0)
    take_real(header, w, work, y)
    for probe in range(counts[mode]):
        for at in range(first[probe], first[probe + 1]):
            wc[place_in(header, members[at])] += complex(0.0, STEP)
        derive_rows(header, part(tables, 0), work, complex(t, 0.0), mode, x, entries, mass_at, spare, found)
        add_owned(owner[probe], found, weights, states)
        for at in range(first[probe], first[probe + 1]):
            wc[place_in(header, members[at])] = y[members[at]]


@njit
def add_parameters(probes, t, mode, x, weights, parameters):
    """Add the derivatives of the weighted rows by the parameters, at the state that `add_states` left."""
    _, k, tables, wc, entries, mass_at, _, _, _, _, parameter_owner, spare, found = probes
    header, work = part(k, 0), part(wc, 0)
    for group in range(parameter_owner.shape[0]):
        table = part(tables, (group + 1) * tables.shape[1])
        derive_rows(header, table, work, complex(t, 0.0), mode, x, entries, mass_at, spare, found)
        add_owned(parameter_owner[group], found, weights, parameters)


@njit
def add_owned(owner, found, weights, sums):
    """Add the weighted derivatives of rows to the components that own them."""
    for row in range(owner.shape[0]):
        where, value = owner[row], found[row]
        if where >= 0 and value != 0.0:
            for response in range(weights.shape[0]):
                sums[response, where] += weights[response, row] * value


@njit
def rates_back(probes, p, w, t, y, slopes, x, weights, states, parameters):
    """From weights on the rates (`slopes`, one row a response) to weights on the state and on the parameters."""
    k = part(probes[0], 0)
    n, m, forces = k[COORDINATES], k[EQUATIONS], k[FORCES]
    load_state(k, w, y)
    load_motion(k, p, w, t)
    smooth = factor_motion(k, p, w)
    solve_with(k, w, smooth)
    for i in range(n + m):
        x[i] = w[k[X] + i]
    mass, last = p[k[MASS_SCALE]], 2 * n + k[STATES]
    for response in range(slopes.shape[0]):
        driven = slopes[response, last - 1] if k[STATES] >= QUADRATURES else 0.0
        load_weights(k, p, w, slopes[response], driven)
        solve_with(k, w, smooth)
        for i in range(n + m):
            weights[response, i] = -w[k[X] + i]
        for row in range(m):
            weights[response, n + m + row] = -driven * x[n + row] * mass * p[k[ROW_SCALE] + row]
        at = n + 2 * m
        for force in range(forces):
            weights[response, at + 2 * force] = slopes[response, last - 3]
            weights[response, at + 2 * force + 1] = slopes[response, last - 2]
        for i in range(own_states(k)):
            weights[response, at + 2 * forces + i] = slopes[response, 2 * n + i]
        for i in range(n):
            states[response, n + i] += slopes[response, i]
    add_states(probes, w, t, y, IN_MOTION, x, weights, states)
    add_parameters(probes, t, IN_MOTION, x, weights, parameters)


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
def projection_back(probes, p, w, t, y, ends, x, weights, parameters):
    """From weights on a projected state y to weights on the state before it was projected, which replace them.

    The way of the projection is taken as nothing: its length is that of the error of a step.
    """
    k, mass_at = part(probes[0], 0), probes[5]
    n, m = k[COORDINATES], k[EQUATIONS]
    load_state(k, w, y)
    evaluate(k, p, w, MOTION, t)
    smooth = factor_motion(k, p, w)
    for response in range(ends.shape[0]):
        for row in range(weights.shape[1]):
            weights[response, row] = 0.0
        onto_motions(k, p, w, mass_at, smooth, ends[response], n, weights[response], n)
    for i in range(n):
        x[i] = y[n + i] / p[k[COLUMN_SCALE] + i]
    add_states(probes, w, t, y, PROJECTED, x, weights, ends)
    for response in range(ends.shape[0]):
        onto_motions(k, p, w, mass_at, smooth, ends[response], 0, weights[response], n + m)
    add_parameters(probes, t, PROJECTED, x, weights, parameters)


@njit
def onto_motions(k, p, w, mass_at, smooth, ends, at, weights, rows_at):
    """Project weights on positions, or velocities, from `at` on; the weights on the rows of the projection."""
    n, m, scale = k[COORDINATES], k[EQUATIONS], k[COLUMN_SCALE]
    for i in range(n):
        w[k[RHS] + i] = p[scale + i] * ends[at + i]
    for row in range(m):
        w[k[RHS] + n + row] = 0.0
    solve_with(k, w, smooth)
    for row in range(m):
        weights[rows_at + row] = -w[k[X] + n + row]
    for i in range(n):
        ends[at + i] = 0.0
    multiply_masses(k, w, mass_at, part(w, k[X]), part(ends, at))
    for i in range(n):
        ends[at + i] /= p[scale + i]
