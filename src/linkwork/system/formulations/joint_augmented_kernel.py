"""Formulation "joint-augmented": augmented Lagrangian in accelerations of the joints (Bayo, Garcia de Jalon, Serna).

    (H + J' alpha J) z'' = Q + J' (alpha c + mu),   c = gamma - 2 Omega mu_d Phidot - Omega^2 Phi
    mu := mu + alpha (c - J z'')

repeated until the accelerations stay. The leading matrix is positive definite in every position, singular ones
included, and whatever rows are redundant. Every pass corrects what the one before has left of the equations, so that
the size of the penalty costs no digits. The state is left as it is after a step, unless its closures are broken.

Own numbers behind those of "joint": H and H + J' alpha J (n n each), the rows (m n), accelerations and a side (n each),
c and what is left of it (m each).
"""

from __future__ import annotations

from linkwork.numerics.dense_kernel import factor_dense, solve_dense
from linkwork.numerics.jit import njit
from linkwork.places.layout_kernel import COORDINATES, MOTION, STATES
from linkwork.system.formulations.augmented_kernel import BROKEN, DAMPING, FREQUENCY, PASSES, PENALTY, SETTLED
from linkwork.system.formulations.formulation_kernel import NOT_A_NUMBER, option
from linkwork.system.formulations.joint_dense_kernel import (
    behind,
    copy_matrix,
    copy_rows,
    dot,
    load_joint_motion,
    multiply,
    sizes,
    store_joint_rates,
)
from linkwork.system.formulations.joint_kernel import beside
from linkwork.system.rods.rod_place_kernel import follow_rods
from linkwork.system.tree.closure_place_kernel import given_at, multipliers_at, side_at
from linkwork.system.tree.closure_solver_kernel import factor_closures, tell_closures
from linkwork.system.tree.cut_kernel import evaluate_cuts, load_sides, take_multipliers
from linkwork.system.tree.tree_kernel import collect, spread, vectors_at


def numbers(n: int, m: int) -> int:
    """How many numbers are needed behind those of "joint"."""
    return 2 * n * n + m * n + 2 * n + 2 * m


@njit
def load_damped(k, p, w, y, rows, goal):
    """gamma with the closures' errors damped."""
    n, m = sizes(k)
    sides, units = given_at(k), vectors_at(k)
    frequency, damping = option(k, w, FREQUENCY), option(k, w, DAMPING)
    for row in range(m):
        w[goal + row] = w[sides + row]
    load_sides(k, p, w, 1)
    for row in range(m):
        speed = -w[sides + row]
        for i in range(n):
            speed += w[rows + n * row + i] * y[n + i] / w[units + i]
        w[goal + row] -= 2.0 * frequency * damping * speed
    load_sides(k, p, w, 0)
    for row in range(m):
        w[goal + row] += frequency * frequency * w[sides + row]


@njit
def load_penalised(k, w, inertia, rows, matrix):
    """H + J' alpha J, factored."""
    n, m = sizes(k)
    penalty = option(k, w, PENALTY).real
    for i in range(n * n):
        w[matrix + i] = w[inertia + i]
    for row in range(m):
        at = rows + n * row
        for i in range(n):
            if w[at + i] != 0.0:
                for j in range(n):
                    w[matrix + n * i + j] += penalty * w[at + i] * w[at + j]
    factor_dense(w, matrix, n)


@njit
def accelerate_in_passes(k, p, w, t, y):
    """Scaled accelerations and multipliers of the motion just loaded; where the accelerations lie."""
    n, m = sizes(k)
    inertia, side, multipliers, penalty = behind(k, w), side_at(k), multipliers_at(k), option(k, w, PENALTY).real
    matrix, rows = inertia + n * n, inertia + 2 * n * n
    accelerate = rows + m * n
    right, goal = accelerate + n, accelerate + 2 * n
    left = goal + m
    copy_matrix(k, w, w, inertia)
    copy_rows(k, w, w, rows, n)
    factor_closures(k, w)
    tell_closures(k, w, t)
    load_damped(k, p, w, y, rows, goal)
    load_penalised(k, w, inertia, rows, matrix)
    for i in range(n):
        w[accelerate + i] = 0.0
    for row in range(m):
        w[multipliers + row] = 0.0
    for _ in range(int(option(k, w, PASSES).real)):
        multiply(w, inertia, accelerate, n, right)
        for i in range(n):
            w[right + i] = w[side + i] - w[right + i]
        for row in range(m):
            at = rows + n * row
            w[left + row] = w[goal + row] - dot(w, at, accelerate, n)
            push = w[multipliers + row] + penalty * w[left + row]
            for i in range(n):
                w[right + i] += w[at + i] * push
        solve_dense(w, matrix, n, right)
        change, size = 0.0, 0.0
        for i in range(n):
            w[accelerate + i] += w[right + i]
            change = max(change, abs(w[right + i].real))
            size = max(size, abs(w[accelerate + i].real))
        for row in range(m):
            w[multipliers + row] += penalty * (w[left + row] - dot(w, rows + n * row, right, n))
        if change <= SETTLED * size:
            break
    take_multipliers(k, p, w)
    return accelerate


def joint_augmented_rate(k, p, w, t, y, dy):
    """Rates of joint coordinates, of their rates and of own states."""
    state = beside(k, p, w, t, y)
    load_joint_motion(k, p, w, t, state, y)
    store_joint_rates(k, w, state, dy, accelerate_in_passes(k, p, w, t, state))


def joint_augmented_correct(k, p, w, t, y, out):
    """The state as it is, unless its closures are broken, as at a dead end against which it is pushed.

    Beside a singular position the nearest one on the closures.
    """
    n, m = sizes(k)
    for i in range(2 * n + k[STATES]):
        out[i] = y[i]
    near = beside(k, p, w, t, y)
    for i in range(2 * n):
        out[i] = near[i]
    if m > 0:
        spread(k, p, w, out, True)
        follow_rods(k, p, w, t)
        evaluate_cuts(k, p, w, MOTION, t)
        if not load_sides(k, p, w, 0) < option(k, w, BROKEN).real:
            out[0] = 0.0 * t + NOT_A_NUMBER


def joint_augmented_observe(k, p, w, t, y, out):
    """Coordinates, velocities and own states that belong to y."""
    spread(k, p, w, y, True)
    follow_rods(k, p, w, t)
    collect(k, w, out)
    for i in range(k[STATES]):
        out[2 * k[COORDINATES] + i] = y[2 * sizes(k)[0] + i]
