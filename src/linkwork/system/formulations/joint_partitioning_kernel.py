"""Formulation "joint-partitioning": independent joint coordinates are integrated, the others follow from them.

The semi-recursive double velocity transformation (Garcia de Jalon, Alvarez, de Ribera, Rodriguez, Funes, Eqs. 36-52):
from bodies to joints by composite inertias in one sweep to the root, from joints to independent ones by R.

    R' H R z_i'' = R' (Q - H S gamma),   z'' = R z_i'' + S gamma

All joint coordinates are carried along as starting values, but only the independent ones count for the integrator's
error. At every evaluation the dependent ones are solved for. When the choice becomes ill-conditioned another one is
made, and the integration starts afresh.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit, part
from linkwork.places.layout_kernel import COORDINATES, MOTION, STATES
from linkwork.system.constraints.choice_kernel import SMALLEST, UNSURE
from linkwork.system.constraints.grip_kernel import tell_grip
from linkwork.system.formulations.formulation_kernel import NOT_A_NUMBER, ask_for_fresh_start
from linkwork.system.formulations.joint_dense_kernel import (
    add_freedoms,
    behind,
    copy_matrix,
    load_joint_motion,
    sizes,
    store_joint_rates,
)
from linkwork.system.formulations.joint_kernel import close, load_joints
from linkwork.system.formulations.joint_partition_kernel import (
    inertia_at,
    load_basis,
    load_dependent,
    load_multipliers,
    nearest_state,
    partition,
    solve_positions,
    solve_rates,
    state_at,
    wants_other_choice,
)
from linkwork.system.rods.rod_place_kernel import follow_rods
from linkwork.system.tree.closure_place_kernel import side_at
from linkwork.system.tree.cut_kernel import evaluate_cuts, take_multipliers
from linkwork.system.tree.tree_kernel import collect, spread


@njit
def reduced_accelerations(k, p, w):
    """Scaled accelerations and multipliers of the motion just loaded, with the table made there; where they lie."""
    n, _ = sizes(k)
    inertia = inertia_at(k, w)
    basis, reduced_accelerations = inertia + n * n, inertia + 3 * n * n
    copy_matrix(k, w, w, inertia)
    freedoms = load_basis(k, w, basis)
    load_dependent(k, w, reduced_accelerations)
    add_freedoms(w, inertia, n, freedoms, reduced_accelerations, side_at(k))
    load_multipliers(k, w, reduced_accelerations + n)
    take_multipliers(k, p, w)
    return reduced_accelerations


@njit
def close_state(k, p, w, t, y):
    """Joint coordinates and rates that belong to the independent ones of y; false when that fails.

    Beside a singular position the nearest ones: there the others hardly follow from those that are integrated.
    """
    if nearest_state(k, p, w, t, y):
        return True
    if not solve_positions(k, p, w, t, y):
        return False
    n, _ = sizes(k)
    solve_rates(k, p, w, inertia_at(k, w) + 3 * n * n)
    return True


@njit
def closed_rates(k, p, w, t, y, dy):
    """Rates at the position that belongs to the independent coordinates of y."""
    if not close_state(k, p, w, t, y):
        dy[0] = 0.0 * t + NOT_A_NUMBER
        return
    tell_grip(k, w, t, w[behind(k, w) + SMALLEST].real)
    state = part(w, state_at(k, w))
    load_joint_motion(k, p, w, t, state, state)
    store_joint_rates(k, w, state, dy, reduced_accelerations(k, p, w))


def joint_partitioning_rate(k, p, w, t, y, dy):
    """Rates of joint coordinates, of their rates and of own states."""
    closed_rates(k, p, w, t, y, dy)


@njit
def bring_bodies(k, p, w, t):
    """Bodies and removed rods where the state on the closures has them."""
    spread(k, p, w, part(w, state_at(k, w)), True)
    follow_rods(k, p, w, t)


@njit
def store_closed(k, w, t, out, good):
    """The state on the closures."""
    at = state_at(k, w)
    for i in range(2 * sizes(k)[0] + k[STATES]):
        out[i] = w[at + i]
    if not good:
        out[0] = 0.0 * t + NOT_A_NUMBER


def joint_partitioning_correct(k, p, w, t, y, out):
    """Dependent coordinates of an accepted step, and the test of the choice."""
    good = close_state(k, p, w, t, y)
    bring_bodies(k, p, w, t)
    store_closed(k, w, t, out, good)
    if good and wants_other_choice(k, p, w):
        ask_for_fresh_start(k, w)


@njit
def show_closed(k, p, w, t, out, good):
    """Coordinates and velocities of the bodies in the state on the closures, with its own states."""
    coordinates, at = k[COORDINATES], state_at(k, w)
    bring_bodies(k, p, w, t)
    collect(k, w, out)
    for i in range(k[STATES]):
        out[2 * coordinates + i] = w[at + 2 * sizes(k)[0] + i]
    if not good:
        out[0] = 0.0 * t + NOT_A_NUMBER


def joint_partitioning_observe(k, p, w, t, y, out):
    """Coordinates, velocities and own states that belong to y; beside a singular position the nearest ones."""
    good = close_state(k, p, w, t, y)
    if not (good and w[behind(k, w) + SMALLEST].real > UNSURE):
        state = part(w, state_at(k, w))
        for i in range(2 * sizes(k)[0] + k[STATES]):
            state[i] = y[i]
        good = close(k, p, w, t, state, True)
    show_closed(k, p, w, t, out, good)


@njit
def choose_independent(k, p, w, t, y, out):
    """Joint coordinates of coordinates and velocities into out, and the choice made there."""
    load_joints(k, p, w, y, out)
    spread(k, p, w, out, True)
    evaluate_cuts(k, p, w, MOTION, t)
    partition(k, p, w, t)


def joint_partitioning_renew(k, p, w, t, y, out):
    """Choose the independent coordinates, then solve for the others."""
    choose_independent(k, p, w, t, y, out)
    good = close_state(k, p, w, t, out)
    bring_bodies(k, p, w, t)
    store_closed(k, w, t, out, good)
