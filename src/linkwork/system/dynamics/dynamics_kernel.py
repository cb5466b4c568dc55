"""The equations of motion: masses, applied forces, accelerations and multipliers (Haug 6.3.18).

    [[M, Phi_q'], [Phi_q, 0]] (a, lambda) = (Q, gamma)

solved in scaled unknowns by the same factor as the kinematics.
"""

from __future__ import annotations

from linkwork.numerics.jit import call_factor, call_world, njit, part
from linkwork.numerics.ldl_kernel import FACTOR_AT
from linkwork.places.layout_kernel import (
    ADVANCE,
    COLUMN_SCALE,
    COLUMNS,
    CONTACT_ROOM,
    CONTACTS,
    COORDINATES,
    ELEMENT_AT,
    ELEMENTS,
    ENERGIES,
    ENERGY,
    EQUATIONS,
    FACTOR,
    FIRST_ROW,
    FORCE_AT,
    FORCE_NUMBERS,
    FORCES,
    FUNCTIONS,
    LOAD,
    MASS_SCALE,
    MEMORY,
    MOTION,
    MULTIPLIERS,
    OUT,
    OUT_AT,
    PATTERN,
    REACTIONS,
    RECORD,
    RHS,
    ROW_SCALE,
    ROWS,
    VALUES,
    A,
    Q,
    V,
    X,
)
from linkwork.system.constraints.equations_kernel import (
    add_step,
    call_remembering,
    evaluate,
    factor_motion,
    load_jacobian,
    load_right_side,
    move_bodies,
    place_bodies,
    remember_measured,
    row_speed,
    solve_exactly,
    solve_plain,
    solve_smoothly,
    step_size,
    take_solution,
)
from linkwork.system.constraints.plain_kernel import take_plain
from linkwork.system.contact.contact_layout_kernel import ADD_FORCES, ADD_POSITION, ADD_VELOCITY, CLOSED
from linkwork.system.dynamics.forces_kernel import apply_forces
from linkwork.system.dynamics.state_kernel import store_powers

ACCURACY = 1e-13  # relative residual of accelerations and multipliers
PROJECTIONS = 6  # most steps of a projection
FAR = 0.1  # a step of a projection this long (model lengths, radians) means that the state is worthless
NEAR = 0.01  # a factor serves for positions up to this distance from the one where it was made
NOTHING = 1e-15  # a remainder that does not count
SOFT = 1e-8  # damping of a projection: beside singular positions it would make rounding errors of positions large


@njit
def factor_projection(k, p, w):
    """Factor the matrix of a projection with the rows just evaluated.

    Where a pivot is small, across the branches of a singular position, what rounding leaves of the rows would be
    divided by its root, and with every step motion would be added there: such directions are left to the integration,
    the more the smaller the pivot is.
    """
    load_jacobian(k, p, w)
    base = k[PATTERN]
    return call_factor(k[base + FACTOR_AT], k, base, w, k[VALUES], k[FACTOR], 0.0, SOFT, 1)


@njit
def accelerate(k, p, w, t):
    """Accelerations and multipliers at the coordinates and velocities of the workspace."""
    load_motion(k, p, w, t)
    smooth = factor_motion(k, p, w)
    if smooth > 0:
        solve_smoothly(k, w)
    elif k[EQUATIONS] == 0:
        solve_plain(k, w)
    else:
        solve_exactly(k, w, ACCURACY)
    take_motion(k, p, w)
    if k[CONTACTS] > 0:
        call_world(k[k[CONTACTS] + ADD_FORCES], k, p, w, w, smooth, 0, t)


@njit
def in_contact(k, w):
    """Whether points are closed or joints rub."""
    return k[CONTACTS] > 0 and w[k[CONTACT_ROOM] + CLOSED] != 0.0


@njit
def add_closed_contacts(k, p, w, t):
    """Forces of closed points and rubbing joints beside accelerations and multipliers found without a factor."""
    call_world(k[k[CONTACTS] + ADD_FORCES], k, p, w, w, factor_motion(k, p, w), 0, t)


@njit
def load_motion(k, p, w, t):
    """Evaluate constraints and forces, and put scaled forces and gamma into the right-hand side."""
    evaluate(k, p, w, MOTION, t)
    apply_forces(k, p, w, t)
    load_right_side(k, p, w, 2)
    rhs, scale, mass = k[RHS], k[COLUMN_SCALE], p[k[MASS_SCALE]]
    for column in range(k[COORDINATES]):
        w[rhs + column] = w[k[LOAD] + column] * p[scale + column] / mass


@njit
def take_motion(k, p, w):
    """Accelerations and multipliers from the scaled unknowns just solved for."""
    take_solution(k, p, w, k[A])
    x, rows, mass = k[X] + k[COORDINATES], k[ROW_SCALE], p[k[MASS_SCALE]]
    for row in range(k[EQUATIONS]):
        w[k[MULTIPLIERS] + row] = w[x + row] * mass * p[rows + row]


@njit
def project(k, p, w, t):
    """Bring position and velocity back onto the constraints by the shortest way in the metric of the masses.

    Newton's method, with one factor as long as the position stays near the place where it was made: what a step leaves
    is its length times the distance from there. False when the position runs away.
    """
    evaluate(k, p, w, MOTION, t)
    if k[EQUATIONS] == 0 and not in_contact(k, w):
        return True
    factor_projection(k, p, w)
    distance, before = 0.0, 1e300  # before the first step: longer than any
    for _ in range(PROJECTIONS):
        load_right_side(k, p, w, 0)
        solve_plain(k, w)
        if k[CONTACTS] > 0:
            call_world(k[k[CONTACTS] + ADD_POSITION], k, p, w, w, 0, 0, t)
        size = step_size(k, w)
        if not size < FAR:
            return False
        add_step(k, p, w, k[Q], 1.0)
        evaluate(k, p, w, MOTION, t)
        distance += size
        if size * max(distance, size / before) <= NOTHING:
            break
        before = size
        if distance > NEAR:
            factor_projection(k, p, w)
            distance, before = 0.0, 1e300  # before the first step: longer than any
    project_velocity(k, p, w, t)
    return True


@njit
def project_velocity(k, p, w, t):
    """Bring the velocity onto the constraints at the position last evaluated.

    The factor has to be made there: away from the constraints redundant rows are not redundant and would take away
    velocity that is free.
    """
    factor_projection(k, p, w)
    load_right_side(k, p, w, 1)
    subtract_rows(k, p, w)
    solve_plain(k, w)
    if k[CONTACTS] > 0:
        call_world(k[k[CONTACTS] + ADD_VELOCITY], k, p, w, w, 0, 0, t)
    add_step(k, p, w, k[V], 1.0)


@njit
def subtract_rows(k, p, w):
    """Take Phi_q v from the velocity side, so that solving gives the correction of the velocities."""
    rhs, record, scale = k[RHS] + k[COORDINATES], k[ELEMENT_AT], k[ROW_SCALE]
    for _ in range(k[ELEMENTS]):
        first = k[record + FIRST_ROW]
        for row in range(k[record + ROWS]):
            w[rhs + first + row] -= row_speed(k, w, record, row) * p[scale + first + row]
        record += RECORD


@njit
def reactions(k, p, w, wrenches):
    """Force and torque of every element on its second body, at the element's point: three numbers each.

    The constraint force on a body is -Phi_q' lambda; its moment is moved from the body's origin to the point.
    In space six numbers each, along the axes of the world.
    """
    call_world(k[k[FUNCTIONS] + REACTIONS], k, p, w, part(wrenches, 0), 0, 0, 0.0 * w[0])


@njit
def take_frame(k, p, w, q, v, times, index):
    """A frame of a known motion into the workspace, in which the frame before it was.

    What sensors remember of an angle runs ahead by the mean of its rates in both frames, so that turns are counted
    however far apart the frames are.
    """
    h = 0.0 * w[k[Q]]
    if index > 0:
        h += times[index] - times[index - 1]
    call_remembering(k, p, w, ADVANCE, 0.5 * h)
    take_plain(k, p, w, q[index], v[index])
    place_bodies(k, w)
    move_bodies(k, w)
    call_remembering(k, p, w, ADVANCE, 0.5 * h)


@njit
def inverse_loop(k_table, p_table, w_table, times, q, v, first, last, loads):
    """Multipliers, reactions and energies at points of a known motion, from index `first` up to `last`."""
    k, p, w = part(k_table, 0), part(p_table, 0), part(w_table, 0)
    for index in range(first, last):
        t = times[index] + 0.0 * w[k[Q]]
        take_frame(k, p, w, q, v, times, index)
        accelerate(k, p, w, t)
        store_forces(k, p, w, index, loads)
        remember_measured(k, p, w, t)


@njit
def store_forces(k, p, w, index, loads):
    """Copy multipliers, reactions, energies, forces and the memory to the results, five arrays."""
    multipliers, wrenches, energy, forces, memory = loads
    store_powers(k, w)
    for row in range(k[EQUATIONS]):
        multipliers[index, row] = w[k[MULTIPLIERS] + row]
    reactions(k, p, w, wrenches[index])
    for i in range(ENERGIES):
        energy[index, i] = w[k[ENERGY] + i]
    record, results = k[FORCE_AT], 2 * k[COLUMNS] + FORCE_NUMBERS
    for force in range(k[FORCES]):
        at = k[OUT] + k[record + OUT_AT]
        for i in range(results):
            forces[index, results * force + i] = w[at + i]
        record += RECORD
    for i in range(memory.shape[1]):
        memory[index, i] = w[k[MEMORY] + i]
