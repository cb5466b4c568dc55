"""Formulation "joint": the coordinates of the joints of a spanning tree, with the cut elements as constraints.

The state is (joint coordinates, their rates, own states). Open chains cost one sweep to the root and one back; loops
are closed by the multipliers of the cut elements, and every step is projected onto the closures by the shortest way in
the metric of the masses. The parts of a formulation are described in `formulation_kernel`.
"""

from __future__ import annotations

from linkwork.numerics.jit import call_world, njit, part
from linkwork.places.layout_kernel import (
    CONTACTS,
    COORDINATES,
    DRIVER_POWER,
    ENERGY,
    LOST_POWER,
    MOTION,
    QUADRATURES,
    STATE,
    STATE_RATE,
    STATES,
    TREE,
)
from linkwork.system.constraints.equations_kernel import move_bodies, place_bodies
from linkwork.system.constraints.grip_kernel import is_near, keep_grip
from linkwork.system.contact.contact_layout_kernel import JOINT_FORCES, JOINT_POSITION, JOINT_TABLE, JOINT_VELOCITY
from linkwork.system.dynamics.dynamics_kernel import in_contact
from linkwork.system.dynamics.forces_kernel import apply_forces
from linkwork.system.dynamics.state_kernel import load_state
from linkwork.system.formulations.formulation_kernel import NOT_A_NUMBER
from linkwork.system.rods.rod_place_kernel import follow_rods
from linkwork.system.tree.articulated_kernel import load_bodies, sweep_from_root, sweep_to_root, take_accelerations
from linkwork.system.tree.closure_place_kernel import side_at, solution_at, solver_at
from linkwork.system.tree.closure_solver_kernel import (
    factor_closures,
    least_pivot_of_closures,
    solve_closures,
    solve_roughly,
    tell_closures,
)
from linkwork.system.tree.composite_kernel import bias_accelerations, compose, load_forces, load_matrix
from linkwork.system.tree.cut_kernel import (
    evaluate_cuts,
    load_rows,
    load_sides,
    power_of_cuts,
    subtract_bias,
    subtract_speeds,
    take_multipliers,
)
from linkwork.system.tree.tree_kernel import CUT_ROWS, CUTS, FREEDOMS, SOLVER_SIZE, collect, gather, spread, vectors_at

PROJECTIONS = 6  # most steps of a projection
FAR = 0.1  # a step of a projection this long (model lengths, radians) means that the state is worthless
NEAR = 0.01  # a factor serves for positions up to this distance from the one where it was made
NOTHING = 1e-15  # a remainder that does not count
LIKE = 1e-5  # a factor without damped rows serves for rates up to this distance: no row is redundant there
ROUGH = 1e-3  # a share of the error of a step that does not count


@njit
def load_own(k, w, y):
    """The own states behind the joint coordinates into the workspace."""
    at, to = 2 * k[k[TREE] + FREEDOMS], k[STATE]
    for i in range(k[STATES]):
        w[to + i] = y[at + i]


@njit
def load_bias(k, p, w):
    """Forces of the joints and gamma of the cut rows, with the bodies' inertias and forces in the workspace."""
    bias_accelerations(k, w)
    take_accelerations(k, w)
    compose(k, p, w, True)
    load_forces(k, p, w)
    load_sides(k, p, w, 2)
    subtract_bias(k, p, w)


@njit
def call_contacts(function, k, p, w, poor, t):
    """Let closed points and rubbing joints change the solution of the closures, in whose factor rows are `poor`."""
    call_world(k[k[k[CONTACTS] + JOINT_TABLE] + function], k, p, w, w, poor, 0, t)


@njit
def closed_accelerations(k, p, w, t, dy):
    """Accelerations of the joints, behind the rates at dy, and multipliers of the cut elements."""
    n, units, x = k[k[TREE] + FREEDOMS], vectors_at(k), solution_at(k)
    load_bias(k, p, w)
    load_matrix(k, p, w)
    load_rows(k, p, w)
    poor = factor_closures(k, w)
    tell_closures(k, w, t)
    solve_closures(k, w, poor)
    if in_contact(k, w):
        call_contacts(JOINT_FORCES, k, p, w, poor, t)
    take_multipliers(k, p, w)
    for i in range(n):
        dy[n + i] = w[x + i] * w[units + i]


@njit
def load_inertia(k, p, w):
    """H at the poses of the workspace."""
    load_bodies(k, p, w, False)
    compose(k, p, w, False)
    load_matrix(k, p, w)


@njit
def make_factor(k, p, w):
    """Factor the equations at the poses and rows of the workspace."""
    load_inertia(k, p, w)
    load_rows(k, p, w)
    return factor_closures(k, w)


@njit
def close_rates(k, p, w, t, y, poor):
    """Bring the rates behind the joint coordinates at y, which the bodies have, onto the closures with the factor."""
    n, units, side, x = k[k[TREE] + FREEDOMS], vectors_at(k), side_at(k), solution_at(k)
    for i in range(n):
        w[side + i] = 0.0
    load_sides(k, p, w, 1)
    subtract_speeds(k, p, w)
    solve_roughly(k, w)
    if in_contact(k, w):
        call_contacts(JOINT_VELOCITY, k, p, w, poor, t)
    for i in range(n):
        y[n + i] += w[x + i] * w[units + i]


@njit
def longest(k, w):
    """Largest real part among the scaled coordinates just solved for; NaN counts as infinite."""
    x, size = solution_at(k), 0.0
    for i in range(k[k[TREE] + FREEDOMS]):
        length = abs(w[x + i].real)
        if not length <= size:
            size = length if length == length else 1e300  # not a number: longer than any step
    return size


@njit
def close_rates_from(k, p, w, t, y, distance, exactly, poor):
    """Bring the rates onto the closures with a factor made at a distance: again, until the remainder does not count."""
    for _ in range(PROJECTIONS):
        close_rates(k, p, w, t, y, poor)
        if not exactly or not longest(k, w) * distance > NOTHING:
            break
        spread(k, p, w, y, True)


@njit
def close(k, p, w, t, y, exactly):
    """Bring the joint coordinates and rates at y onto the closures; false when they run away.

    Exactly, or up to a part of what they were off: after a step, which is off by its error, less would count for
    nothing, and the next step closes again.
    """
    table = k[TREE]
    n, units, side, x = k[table + FREEDOMS], vectors_at(k), side_at(k), solution_at(k)
    if k[table + CUT_ROWS] == 0 and not in_contact(k, w):
        return True
    spread(k, p, w, y, True)
    evaluate_cuts(k, p, w, MOTION, t)
    poor = make_factor(k, p, w)
    distance, before = 0.0, 1e300  # before the first step: longer than any
    for i in range(n):
        w[side + i] = 0.0
    for _ in range(PROJECTIONS):
        load_sides(k, p, w, 0)
        solve_roughly(k, w)
        if in_contact(k, w):
            call_contacts(JOINT_POSITION, k, p, w, poor, t)
        size = longest(k, w)
        if not size < FAR:
            return False
        for i in range(n):
            y[i] += w[x + i] * w[units + i]
        spread(k, p, w, y, True)
        evaluate_cuts(k, p, w, MOTION, t)
        distance += size
        share = max(distance, size / before)
        if size * share <= NOTHING or (share <= ROUGH and not exactly):
            break
        before = size
        if distance > NEAR:
            poor = make_factor(k, p, w)
            distance, before = 0.0, 1e300  # before the first step: longer than any
    if poor > 0 or distance > LIKE:
        poor = make_factor(k, p, w)
        distance = 0.0
    close_rates_from(k, p, w, t, y, distance, exactly, poor)
    follow_rods(k, p, w, t)
    keep_grip(k, w, least_pivot_of_closures(k, w))
    return True


@njit
def beside(k, p, w, t, y):
    """Joint coordinates and rates of y; beside a singular position the nearest ones on the closures."""
    if not is_near(k, w):
        return y
    n, spare = k[k[TREE] + FREEDOMS], part(w, solver_at(k) + k[k[TREE] + SOLVER_SIZE])
    for i in range(2 * n):
        spare[i] = y[i]
    return spare if close(k, p, w, t, spare, True) else y


def joint_rate(k, p, w, t, y, dy):
    """Rates of joint coordinates, of their rates and of own states."""
    table = k[TREE]
    n = k[table + FREEDOMS]
    state = beside(k, p, w, t, y)
    spread(k, p, w, state, True)
    load_own(k, w, y)
    if k[table + CUTS] > 0:
        evaluate_cuts(k, p, w, MOTION, t)
    apply_forces(k, p, w, t)
    load_bodies(k, p, w, True)
    if k[table + CUTS] > 0 or in_contact(k, w):
        closed_accelerations(k, p, w, t, dy)
        w[k[ENERGY] + DRIVER_POWER] = power_of_cuts(k, w)
    else:
        sweep_to_root(k, p, w)
        sweep_from_root(k, p, w, dy)
    rate = k[STATE_RATE] + k[STATES] - QUADRATURES
    for i in range(QUADRATURES):
        w[rate + i] = w[k[ENERGY] + LOST_POWER + i]
    for i in range(n):
        dy[i] = state[n + i]
    own = k[STATE_RATE]
    for i in range(k[STATES]):
        dy[2 * n + i] = w[own + i]


def joint_correct(k, p, w, t, y, out):
    """The state on the closures."""
    n = k[k[TREE] + FREEDOMS]
    for i in range(2 * n + k[STATES]):
        out[i] = y[i]
    if not close(k, p, w, t, out, False):
        out[0] = 0.0 * t + NOT_A_NUMBER


def joint_observe(k, p, w, t, y, out):
    """Coordinates, velocities and own states that belong to y, on the closures."""
    table = k[TREE]
    n, freedoms = k[COORDINATES], k[table + FREEDOMS]
    spare = part(w, solver_at(k) + k[table + SOLVER_SIZE])
    for i in range(2 * freedoms):
        spare[i] = y[i]
    good = close(k, p, w, t, spare, True)
    spread(k, p, w, spare, True)
    collect(k, w, out)
    for i in range(k[STATES]):
        out[2 * n + i] = y[2 * freedoms + i]
    if not good:
        out[0] = 0.0 * t + NOT_A_NUMBER


@njit
def load_joints(k, p, w, y, out):
    """Joint coordinates, their rates and own states of coordinates and velocities."""
    n, freedoms = k[COORDINATES], k[k[TREE] + FREEDOMS]
    load_state(k, w, y)
    place_bodies(k, w)
    move_bodies(k, w)
    gather(k, p, w, out, True)
    for i in range(k[STATES]):
        out[2 * freedoms + i] = y[2 * n + i]


def joint_renew(k, p, w, t, y, out):
    """Joint coordinates of coordinates and velocities, on the closures."""
    load_joints(k, p, w, y, out)
    if not close(k, p, w, t, out, True):
        out[0] = 0.0 * t + NOT_A_NUMBER
