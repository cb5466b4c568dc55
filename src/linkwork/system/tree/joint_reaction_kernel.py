"""Reactions at every joint in joint coordinates: what each joint of the tree must pass, from the leaves to the root.

The accelerations and the multipliers of the cut elements follow from the equations of the joints. What forces, inertia
and cut elements leave over at a body without children is what the joint that carries it passes:

    J_c' lambda = Q_c - M_c a_c - (rows of all other elements at the body)' lambda

with J_c the rows of that joint's element at its child; they are independent, so that lambda follows by least squares
from a system as small as the element has rows. What the joint does to its parent is taken into account there.
"""

from __future__ import annotations

from linkwork.numerics.jit import call_world, njit, part
from linkwork.places.layout_kernel import (
    ADD_INERTIA,
    BODIES,
    COLUMNS,
    COORDINATES,
    FUNCTIONS,
    LOAD,
    MOTION,
    OWN,
    RHS,
    SPREAD_ACCELERATIONS,
    TREE,
    A,
)
from linkwork.system.constraints.element_multiplier_kernel import find_multipliers, take_from_bodies
from linkwork.system.constraints.equations_kernel import evaluate_elements, move_bodies, place_bodies
from linkwork.system.dynamics.dynamics_kernel import in_contact
from linkwork.system.dynamics.forces_kernel import apply_forces
from linkwork.system.dynamics.state_kernel import load_state
from linkwork.system.formulations.joint_kernel import closed_accelerations
from linkwork.system.rods.rod_place_kernel import RODS
from linkwork.system.rods.rod_reaction_kernel import recover_rods, take_rod_accelerations
from linkwork.system.tree.articulated_kernel import load_bodies, sweep_from_root, sweep_to_root, take_accelerations
from linkwork.system.tree.closure_place_kernel import solver_at
from linkwork.system.tree.cut_kernel import evaluate_cuts
from linkwork.system.tree.tree_kernel import (
    BACK_AT,
    BACKS,
    CUT,
    CUT_AT,
    CUT_ELEMENT,
    CUTS,
    FREEDOMS,
    SOLVER_SIZE,
    gather,
    spread,
)


@njit
def spare_at(k):
    """Where numbers that nobody else keeps lie: two vectors of joint coordinates, then those of one joint's system."""
    return solver_at(k) + k[k[TREE] + SOLVER_SIZE]


@njit
def spread_accelerations(k, p, w, second):
    """Accelerations at the reference points of the bodies from those of the joints."""
    call_world(k[k[FUNCTIONS] + SPREAD_ACCELERATIONS], k, p, w, second, 0, 0, 0.0 * w[0])


@njit
def take_motion_of_joints(k, p, w, second):
    """Accelerations of all bodies and own coordinates from those of the joints."""
    spread_accelerations(k, p, w, second)
    take_accelerations(k, w)
    take_rod_accelerations(k, p, w)
    for i in range(k[OWN]):
        w[k[A] + k[COLUMNS] * k[BODIES] + i] = second[k[k[TREE] + FREEDOMS] - k[OWN] + i]


@njit
def load_remainder(k, p, w):
    """Applied forces without what the accelerations need, at the frame of every body and at the own coordinates."""
    rest = k[RHS]
    for column in range(k[COORDINATES]):
        w[rest + column] = w[k[LOAD] + column]
    call_world(k[k[FUNCTIONS] + ADD_INERTIA], k, p, w, w, k[A], rest, 0.0 * w[0] - 1.0)


@njit
def recover(k, p, w, shared):
    """Multipliers of the tree's joints and of removed rods, after accelerations and multipliers of the cut elements.

    How removed rods share what acts on them is said in `recover_rods`.
    """
    table = k[TREE]
    load_remainder(k, p, w)
    cut, back = k[table + CUT_AT], k[table + BACK_AT]
    for _ in range(k[table + CUTS] - k[table + RODS]):
        take_from_bodies(k, w, k[cut + CUT_ELEMENT])
        cut += CUT
    spare = spare_at(k) + 2 * k[table + FREEDOMS]
    recover_rods(k, p, w, spare, shared)
    for _ in range(k[table + BACKS]):
        find_multipliers(k, p, w, k[back], k[back + 1], spare)
        take_from_bodies(k, w, k[back])
        back += 2


@njit
def solve_motion_of_joints(k, p, w, t, fresh):
    """Accelerations and all multipliers at the coordinates and velocities of the workspace; fresh: with new charts."""
    table = k[TREE]
    n = k[table + FREEDOMS]
    state = part(w, spare_at(k))
    place_bodies(k, w)
    move_bodies(k, w)
    gather(k, p, w, state, fresh)
    spread(k, p, w, state, True)
    evaluate_elements(k, p, w, MOTION, t)
    evaluate_cuts(k, p, w, MOTION, t)
    apply_forces(k, p, w, t)
    load_bodies(k, p, w, True)
    if k[table + CUTS] > 0 or in_contact(k, w):
        closed_accelerations(k, p, w, t, state)
        take_motion_of_joints(k, p, w, part(w, spare_at(k) + n))
    else:
        sweep_to_root(k, p, w)
        sweep_from_root(k, p, w, state)
        take_accelerations(k, w)
    recover(k, p, w, True)


def joint_solve(k, p, w, t, y, out):
    """Accelerations and multipliers of all elements."""
    load_state(k, w, y)
    solve_motion_of_joints(k, p, w, t, False)
