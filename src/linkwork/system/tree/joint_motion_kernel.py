"""Between the coordinates of bodies and of joints, called from Python: positions, motions, and dq/dz."""

from __future__ import annotations

from linkwork.numerics.jit import njit, part
from linkwork.places.layout_kernel import BODIES, COORDINATES, MOTION, TREE, Q, V
from linkwork.places.spatial.layout_kernel import TWIST_SIZE
from linkwork.system.constraints.equations_kernel import evaluate, move_bodies, place_bodies, remember_measured
from linkwork.system.constraints.penalty_kernel import put_position, short_turn
from linkwork.system.constraints.plain_kernel import give_plain, give_position
from linkwork.system.constraints.rounding_kernel import rounding_of_rows
from linkwork.system.dynamics.dynamics_kernel import store_forces, take_frame
from linkwork.system.tree.joint_reaction_kernel import recover, solve_motion_of_joints, spare_at, take_motion_of_joints
from linkwork.system.tree.tree_kernel import FREEDOMS, collect, gather, spread


@njit
def gather_at(k_table, p_table, w_table, out, fresh):
    """Joint coordinates and rates of the coordinates and velocities of the workspace; fresh: with new charts."""
    k, p, w = part(k_table, 0), part(p_table, 0), part(w_table, 0)
    place_bodies(k, w)
    move_bodies(k, w)
    gather(k, p, w, part(out, 0), fresh)


@njit
def joints_at(k_table, p_table, w_table, q, out):
    """Joint coordinates of a position at rest, with new charts; what rounding of the bodies' coordinates leaves open.

    That is scaled, of all rows of the mechanism.
    """
    k, p, w = part(k_table, 0), part(p_table, 0), part(w_table, 0)
    put_position(k, w, q)
    evaluate(k, p, w, MOTION, 0.0 * w[0])
    left = rounding_of_rows(k, p, w)
    gather(k, p, w, part(out, 0), True)
    return left


@njit
def most_turned(k_table, p_table, w_table, q, joints, bodies):
    """How far and which body is turned where the joints put it from where a position in space does, at rest.

    The position is that of the workspace; `joints` and `bodies` are room.
    """
    k, p, w = part(k_table, 0), part(p_table, 0), part(w_table, 0)
    place_bodies(k, w)
    move_bodies(k, w)
    gather(k, p, w, part(joints, 0), True)
    count, farthest, which = k[k[TREE] + FREEDOMS], 0.0, 0
    for i in range(count):
        joints[count + i] = 0.0
    spread(k, p, w, part(joints, 0), True)
    collect(k, w, part(w, k[Q]))
    give_position(k, p, w, bodies)
    for body in range(k[BODIES]):
        at = TWIST_SIZE * body + 3
        here, there = bodies[at : at + 3], q[at : at + 3]
        x, y, z = short_turn(here[0].real, here[1].real, here[2].real, there[0].real, there[1].real, there[2].real)
        turned = max(abs(x), abs(y), abs(z))
        if turned > farthest:
            farthest, which = turned, body
    return farthest, which


@njit
def spread_motion(k_table, p_table, w_table, joints, bodies):
    """Coordinates, velocities and accelerations of the bodies (three rows an instant) from those of the joints."""
    k, p, w = part(k_table, 0), part(p_table, 0), part(w_table, 0)
    n, count = k[COORDINATES], k[k[TREE] + FREEDOMS]
    for index in range(joints.shape[0]):
        spread(k, p, w, part(joints[index], 0), True)
        collect(k, w, part(w, k[Q]))
        take_motion_of_joints(k, p, w, part(joints[index], 2 * count))
        give_plain(k, p, w, bodies[index, :n], bodies[index, n : 2 * n], bodies[index, 2 * n :])


@njit
def carry(k_table, p_table, w_table, state, motions):
    """How all coordinates of the bodies move with each of the joints (dq/dz), at a state, which is there afterwards."""
    k, p, w = part(k_table, 0), part(p_table, 0), part(w_table, 0)
    count, y = k[k[TREE] + FREEDOMS], part(w, spare_at(k))
    for i in range(count):
        y[i] = state[i]
        y[count + i] = 0.0
    for column in range(count):
        y[count + column] = 1.0
        spread(k, p, w, y, True)
        y[count + column] = 0.0
        for i in range(k[COORDINATES]):
            motions[i, column] = w[k[V] + i]
    spread(k, p, w, part(state, 0), True)
    collect(k, w, part(w, k[Q]))


@njit
def inverse_of_joints(k_table, p_table, w_table, times, q, v, loads):
    """Multipliers, reactions and energies at all points of a known motion of the bodies."""
    k, p, w = part(k_table, 0), part(p_table, 0), part(w_table, 0)
    for index in range(times.shape[0]):
        t = times[index] + 0.0 * w[k[Q]]
        take_frame(k, p, w, q, v, times, index)
        solve_motion_of_joints(k, p, w, t, True)
        store_forces(k, p, w, index, loads)
        remember_measured(k, p, w, t)


@njit
def recover_at(k_table, p_table, w_table, second):
    """Multipliers of the tree's joints for accelerations of the joints, and forces and cut multipliers as they are.

    In equations by dq/dz a removed rod hangs on its first pin.
    """
    k, p, w = part(k_table, 0), part(p_table, 0), part(w_table, 0)
    take_motion_of_joints(k, p, w, part(second, 0))
    recover(k, p, w, False)
