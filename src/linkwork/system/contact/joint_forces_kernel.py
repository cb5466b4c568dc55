"""Forces of closed points and rubbing joints in joint coordinates, and their corrections of positions and rates.

As in the coordinates of the bodies (`forces_kernel`), behind the solution of the closures without them. What presses in
a joint that rubs is its reaction, which is recovered from the leaves to the root for every force of the problem.
"""

from __future__ import annotations

from linkwork.numerics.cones import cone_layout_kernel as cone
from linkwork.numerics.cones.cone_layout_kernel import number
from linkwork.numerics.gram_kernel import solve_gram
from linkwork.numerics.jit import njit, part
from linkwork.places.layout_kernel import CONTACT_ROOM, COORDINATES, LOAD, MASS_SCALE, MOTION, POSITION, TREE, A
from linkwork.system.constraints.equations_kernel import evaluate_elements
from linkwork.system.contact.cones_kernel import collect, give_modes, open_cones, take_loads
from linkwork.system.contact.contact_layout_kernel import KEPT_AT, KEPT_LOAD_AT, LOADS, PROBLEM_AT
from linkwork.system.contact.forces_kernel import NOT_A_NUMBER, find_forces, gather_held, load_defects, show_forces
from linkwork.system.contact.joint_rows_kernel import (
    add_response,
    joint_row_times,
    push_bodies,
    respond_joints,
    restore_solution,
)
from linkwork.system.contact.rows_kernel import active, evaluate_frictions, evaluate_points, room, row_gamma, row_times
from linkwork.system.tree.closure_place_kernel import solution_at
from linkwork.system.tree.cut_kernel import take_multipliers
from linkwork.system.tree.joint_reaction_kernel import recover, spare_at, take_motion_of_joints
from linkwork.system.tree.tree_kernel import FREEDOMS, vectors_at


def add_joint_forces(k, p, w, z, i, j, t):
    """Add what the forces of closed points and rubbing joints do to the solution of the closures, and to the bodies.

    The workspace has the accelerations of the bodies without those of the joints; i: how many rows were damped.
    """
    evaluate_points(k, p, w, MOTION, t)
    evaluate_frictions(k, p, w, MOTION, t)
    collect(k, p, w, False)
    loads, at = open_cones(k, p, w), room(k, PROBLEM_AT)
    respond_joints(k, p, w, number(w, at + cone.MATRIX), i)
    b, h = number(w, at + cone.B), number(w, at + cone.H)
    for row in range(active(k, w)):
        w[b + row] = row_times(k, w, row, k[A]) - row_gamma(k, w, row) + joint_row_times(k, w, row, room(k, KEPT_AT))
    if loads > 0:
        _fill_joint_loads(k, p, w, at, t)
    give_modes(k, w)
    restore_solution(k, w)
    if not find_forces(k, w):
        w[solution_at(k)] = NOT_A_NUMBER
        return
    for row in range(active(k, w)):
        add_response(k, w, row, w[h + row])
        push_bodies(k, w, row, w[h + row])
    show_forces(k, p, w)


@njit
def _fill_joint_loads(k, p, w, at, t):
    """What presses in the joints that rub: without the forces of the problem, and by a unit of each of them.

    Reactions are recovered with and without a force as strong as those that act, which loses no digits.
    """
    kept, first, count = room(k, KEPT_LOAD_AT), number(w, at + cone.LOAD), int(w[k[CONTACT_ROOM] + LOADS].real)
    factors, rows, strong = number(w, at + cone.LOAD_MATRIX), active(k, w), 0.0
    evaluate_elements(k, p, w, MOTION, t)
    for column in range(k[COORDINATES]):
        w[kept + column] = w[k[LOAD] + column]
        strong = max(strong, abs(w[kept + column].real))
    strong = strong if strong > 0.0 else p[k[MASS_SCALE]].real
    restore_solution(k, w)
    _take_reactions(k, p, w, first, 1)
    for row in range(rows):
        restore_solution(k, w)
        add_response(k, w, row, strong)
        push_bodies(k, w, row, strong)
        _take_reactions(k, p, w, factors + row, rows)
        for load in range(count):
            place = factors + row + rows * load
            w[place] = (w[place] - w[first + load]) / strong
        for column in range(k[COORDINATES]):
            w[k[LOAD] + column] = w[kept + column]


@njit
def _take_reactions(k, p, w, target, stride):
    """The loads of all frictions by the solution of the closures and the forces on the bodies."""
    n, second = k[k[TREE] + FREEDOMS], part(w, spare_at(k) + k[k[TREE] + FREEDOMS])
    for i in range(n):
        second[i] = w[solution_at(k) + i] * w[vectors_at(k) + i]
    take_multipliers(k, p, w)
    take_motion_of_joints(k, p, w, second)
    recover(k, p, w, True)
    take_loads(k, p, w, target, stride)


def add_joint_position(k, p, w, z, i, j, t):
    """Add to a correction of the joint coordinates, just solved for, what closes the gaps of closed points."""
    evaluate_points(k, p, w, POSITION, t)
    collect(k, p, w, True)
    _correct_joints(k, p, w, True, i)


def add_joint_velocity(k, p, w, z, i, j, t):
    """Add to a correction of the rates what stops closed points from opening, and sticking ones from sliding."""
    gather_held(k, p, w, t)
    _correct_joints(k, p, w, False, i)


@njit
def _correct_joints(k, p, w, position, poor):
    """Add to the solution of the closures the shortest correction that makes the gathered rows zero."""
    rows, at = active(k, w), room(k, PROBLEM_AT)
    if rows == 0:
        return
    cone.open_problem(w, at, rows, 0, 0)
    matrix, b, h = number(w, at + cone.MATRIX), number(w, at + cone.B), number(w, at + cone.H)
    load_defects(k, w, b, position)
    respond_joints(k, p, w, matrix, poor)
    for row in range(rows):
        w[b + row] -= joint_row_times(k, w, row, room(k, KEPT_AT))
    solve_gram(w, matrix, b, h, rows, number(w, at + cone.WORK))
    restore_solution(k, w)
    for row in range(rows):
        add_response(k, w, row, w[h + row])
