"""Functions of a state in joint coordinates, over many states in one call: matrices, forces, places, energies.

    H(q) v' + h(q, v) = Q(q, v, t) + tau + J' lambda,    Phi(q) = 0,   J = Phi_q

with H the mass matrix of the joints of a spanning tree, h what weight and speeds need (the bias), Q what springs,
dampers and all other forces give, tau forces at the joints, and Phi the equations of the joints that close loops.
A caller counts coordinates in an order and with signs and zeros of its own: its q[i] is, in those of the tree,

    z[order[i]] = sign[i] q[i] + shift[i]
"""

from __future__ import annotations

from linkwork.numerics.jit import call_world, njit, part
from linkwork.places.layout_kernel import (
    ACCEPT,
    CHART_LOAD,
    CHARTS,
    COORDINATES,
    ENERGIES,
    ENERGY,
    FIRST_ROW,
    FUNCTIONS,
    LOAD,
    MASS_SCALE,
    MEMORY,
    MOTION,
    OUT,
    OUT_AT,
    ROW_SCALE,
    ROWS,
    TREE,
)
from linkwork.system.constraints.equations_kernel import evaluate_elements
from linkwork.system.constraints.point_motion_kernel import momentum, point_place, point_speed
from linkwork.system.dynamics.forces_kernel import add_gravity_and_spin, apply_forces
from linkwork.system.formulations.joint_kernel import load_bias, load_inertia
from linkwork.system.tree.articulated_kernel import load_bodies
from linkwork.system.tree.closure_place_kernel import matrix_at, rows_at, side_at, solution_at
from linkwork.system.tree.closure_solver_kernel import factor_closures, solve_closures
from linkwork.system.tree.composite_kernel import load_matrix
from linkwork.system.tree.cut_kernel import evaluate_cuts, load_rows
from linkwork.system.tree.tree_kernel import CUT, CUT_AT, CUT_ELEMENT, CUT_ROW, CUTS, FREEDOMS, spread, vectors_at

MASS_MATRIX, BIAS, FORCES, ACCELERATIONS, INVERSE, PLACE, JACOBIAN, ENERGY_OF, MOMENTUM, RESIDUAL, ROWS_OF = range(11)
SIGN, SHIFT, TURNS, BEGIN = range(4)  # rows of `joints`: sign and zero, whether it is an angle, the tree's start
STRIDE = 1.0  # rad: the farthest way between two positions between which turns are counted


@njit
def take_state(k, y, order, joints, q, v, index):
    """Coordinates and rates of the tree from those of the caller."""
    n = k[k[TREE] + FREEDOMS]
    for i in range(n):
        z = order[i]
        y[z] = joints[SIGN, i] * q[index, i] + joints[SHIFT, i]
        y[n + z] = joints[SIGN, i] * v[index, i]


@njit
def count_turns(k, p, w, t, y, order, joints, memory):
    """What counts turns remembers the straight way from the start to the coordinates at y, and nothing before."""
    n, farthest = k[k[TREE] + FREEDOMS], 0.0
    for i in range(memory.shape[0]):
        w[k[MEMORY] + i] = memory[i]
    for i in range(n):
        farthest = max(farthest, joints[TURNS, i] * abs(y[order[i]] - joints[BEGIN, i]))
    steps = int(farthest / STRIDE) + 1
    for step in range(1, steps):
        share = step / steps
        for i in range(n):
            z = order[i]
            y[2 * n + z] = joints[BEGIN, i] + share * (y[z] - joints[BEGIN, i])
        spread(k, p, w, part(y, 2 * n), False)
        evaluate_elements(k, p, w, ACCEPT, t)


@njit
def load_weight(k, p, w):
    """Weight and forces of spin alone as the generalised forces of the bodies."""
    for column in range(k[COORDINATES]):
        w[k[LOAD] + column] = 0.0
    for i in range(ENERGIES):
        w[k[ENERGY] + i] = 0.0
    add_gravity_and_spin(k, p, w)
    if k[CHARTS] > 0:
        call_world(k[k[FUNCTIONS] + CHART_LOAD], k, p, w, w, 0, 0, 0.0 * w[0])


@njit
def load_joint_forces(k, p, w, t, whole):
    """The scaled forces of the joints: of weight and speeds, and as a whole also of all force elements."""
    if whole:
        apply_forces(k, p, w, t)
    else:
        load_weight(k, p, w)
    load_bodies(k, p, w, True)
    load_bias(k, p, w)


@njit
def scaled_force(k, p, w, i):
    """The force of a joint in N or N m from the right side."""
    return w[side_at(k) + i] * p[k[MASS_SCALE]] / w[vectors_at(k) + i]


@njit
def entry(k, p, w, i, j):
    """An entry of H in its own units, of which the loading makes the lower half."""
    n, units = k[k[TREE] + FREEDOMS], vectors_at(k)
    low, high = min(i, j), max(i, j)
    return w[matrix_at(k) + n * high + low] * p[k[MASS_SCALE]] / (w[units + i] * w[units + j])


@njit
def write_matrix(k, p, w, order, joints, out):
    """H, row by row."""
    n = k[k[TREE] + FREEDOMS]
    load_inertia(k, p, w)
    for i in range(n):
        for j in range(n):
            out[n * i + j] = joints[SIGN, i] * joints[SIGN, j] * entry(k, p, w, order[i], order[j])


@njit
def write_forces(k, p, w, t, what, order, joints, out):
    """What weight and speeds need, or what the force elements give."""
    n = k[k[TREE] + FREEDOMS]
    load_joint_forces(k, p, w, t, False)
    for i in range(n):
        out[i] = -joints[SIGN, i] * scaled_force(k, p, w, order[i])
    if what == FORCES:
        load_joint_forces(k, p, w, t, True)
        for i in range(n):
            out[i] += joints[SIGN, i] * scaled_force(k, p, w, order[i])


@njit
def write_accelerations(k, p, w, t, order, joints, given, index, out):
    """Accelerations under the forces at the joints that are given; loops are closed by their multipliers."""
    n, side, x, units = k[k[TREE] + FREEDOMS], side_at(k), solution_at(k), vectors_at(k)
    evaluate_cuts(k, p, w, MOTION, t)
    load_joint_forces(k, p, w, t, True)
    for i in range(n):
        z = order[i]
        w[side + z] += joints[SIGN, i] * given[index, i] * w[units + z] / p[k[MASS_SCALE]]
    load_matrix(k, p, w)
    load_rows(k, p, w)
    solve_closures(k, w, factor_closures(k, w))
    for i in range(n):
        out[i] = joints[SIGN, i] * w[x + order[i]] * w[units + order[i]]


@njit
def write_inverse(k, p, w, t, order, joints, given, index, out):
    """Forces at the joints that the accelerations given need, the loops left open."""
    n = k[k[TREE] + FREEDOMS]
    load_joint_forces(k, p, w, t, True)
    load_matrix(k, p, w)
    for i in range(n):
        force = -scaled_force(k, p, w, order[i])
        for j in range(n):
            force += entry(k, p, w, order[i], order[j]) * joints[SIGN, j] * given[index, j]
        out[i] = joints[SIGN, i] * force


@njit
def write_jacobian(k, p, w, y, order, joints, numbers, size, out):
    """How a point and its body move with each joint: velocities, then angular ones, row by row."""
    n = k[k[TREE] + FREEDOMS]
    for i in range(n):
        y[n + i] = 0.0
    for i in range(n):
        y[n + order[i]] = joints[SIGN, i]
        spread(k, p, w, y, True)
        y[n + order[i]] = 0.0
        point_speed(k, w, numbers, part(y, 2 * n))
        for row in range(size):
            out[n * row + i] = y[2 * n + row]


@njit
def write_residual(k, w, out):
    """Phi of the cut elements."""
    cut = k[k[TREE] + CUT_AT]
    for _ in range(k[k[TREE] + CUTS]):
        record = k[cut + CUT_ELEMENT]
        for row in range(k[record + ROWS]):
            out[k[cut + CUT_ROW] + row] = w[k[OUT] + k[record + OUT_AT] + row]
        cut += CUT


@njit
def write_rows(k, p, w, order, joints, out):
    """J of the cut elements, row by row."""
    n, rows, units, cut = k[k[TREE] + FREEDOMS], rows_at(k), vectors_at(k), k[k[TREE] + CUT_AT]
    load_rows(k, p, w)
    for _ in range(k[k[TREE] + CUTS]):
        record = k[cut + CUT_ELEMENT]
        for row in range(k[record + ROWS]):
            at, scale = k[cut + CUT_ROW] + row, p[k[ROW_SCALE] + k[record + FIRST_ROW] + row]
            for i in range(n):
                z = order[i]
                out[n * at + i] = joints[SIGN, i] * w[rows + n * at + z] / (scale * w[units + z])
        cut += CUT


@njit
def write_state(k, p, w, t, what, y, order, joints, given, index, numbers, size, out):
    """What is asked for at the coordinates and rates at y."""
    if what == JACOBIAN:
        write_jacobian(k, p, w, y, order, joints, numbers, size, out)
        return
    spread(k, p, w, y, True)
    if what == MASS_MATRIX:
        write_matrix(k, p, w, order, joints, out)
    elif what in (BIAS, FORCES):
        write_forces(k, p, w, t, what, order, joints, out)
    elif what == ACCELERATIONS:
        write_accelerations(k, p, w, t, order, joints, given, index, out)
    elif what == INVERSE:
        write_inverse(k, p, w, t, order, joints, given, index, out)
    elif what == PLACE:
        point_place(k, w, numbers, out)
    elif what == ENERGY_OF:
        apply_forces(k, p, w, t)
        for i in range(3):
            out[i] = w[k[ENERGY] + i]
    elif what == MOMENTUM:
        momentum(k, p, w, out)
    else:
        evaluate_cuts(k, p, w, MOTION, t)
        if what == RESIDUAL:
            write_residual(k, w, out)
        else:
            write_rows(k, p, w, order, joints, out)


@njit
def evaluate_states(
    k_table, p_table, w_table, y_table, what, t, order, joints, memory, q, v, given, numbers, size, out
):
    """What is asked for, at every state: rows of q, of v and of what else is given, and rows of the result."""
    k, p, w, y = part(k_table, 0), part(p_table, 0), part(w_table, 0), part(y_table, 0)
    for index in range(q.shape[0]):
        take_state(k, y, order, joints, q, v, index)
        if memory.shape[0] > 0:
            count_turns(k, p, w, t, y, order, joints, memory)
        write_state(k, p, w, t, what, y, order, joints, given, index, part(numbers, 0), size, part(out[index], 0))
