"""The equations of a step of the trapezoidal rule in joint coordinates, and where it keeps its numbers.

With d = z1 - z0 - h z0' - h^2/4 z0'' the rule z1' = 2/h (z1 - z0) - z0' gives h^2/4 z1'' = d, and the motion at the end
of the step is, with the loops closed by an augmented Lagrangian directly on position level (index 3),

    H d - h^2/4 Q - J' kappa + P J' Phi = 0,   kappa := kappa - P Phi   until Phi = 0        (Bayo, Cuadrado)

Own states x follow x1 - x0 = h/2 (f0 + f1). All numbers are scaled as in `closure_kernel`.
"""

from __future__ import annotations

from linkwork.numerics.integrators.integrator_state_kernel import EVALUATIONS, EXTRA, OWN, SIZE, TRIAL, Y_OLD, moment
from linkwork.numerics.jit import njit, part
from linkwork.places.layout_kernel import QUADRATURES, STATE_RATE, STATES
from linkwork.system.formulations.joint_dense_kernel import copy_matrix, copy_rows, load_joint_motion, sizes
from linkwork.system.tree.closure_place_kernel import given_at, side_at
from linkwork.system.tree.cut_kernel import load_sides
from linkwork.system.tree.tree_kernel import vectors_at

COLUMNS, ROWS, THETA = range(3)  # settings: coordinates, cut rows; contraction of the last iteration
NUMBERS = 3
PENALTY = 1e7  # P, of the largest inertia

# The method's own vectors, each as long as y: f at the accepted y, the rates at the start of the step and at its end.
SLOPE, RATE0, RATE1 = range(3)
OWN_VECTORS, SLOPE_VECTOR = 3, 0


def own_numbers(coordinates: int, rows: int, states: int) -> int:
    """How many numbers the method needs beside its vectors."""
    size = coordinates + states
    return NUMBERS + rows * (3 + 2 * coordinates) + coordinates * coordinates + size * size + 3 * size


@njit
def vector(s, which):
    """Where one of the method's own vectors starts."""
    return s[OWN] + which * s[SIZE]


@njit
def blocks(z, s):
    """Size of the matrix, and where lie: multipliers (those of the step before behind them), errors, rows
    (those of the matrix behind them), H, matrix, pivots, residual (its base behind it)."""
    n, m = int(z[s[EXTRA] + COLUMNS].real), int(z[s[EXTRA] + ROWS].real)
    size = s[SIZE] - n - QUADRATURES
    multipliers = s[EXTRA] + NUMBERS
    rows = multipliers + 3 * m
    inertia = rows + 2 * m * n
    matrix = inertia + n * n
    pivots = matrix + size * size
    return size, multipliers, multipliers + 2 * m, rows, inertia, matrix, pivots, pivots + size


@njit
def move_end(z, s, h, n):
    """Rates at the end of the step that belong to the coordinates there."""
    start, trial, first, last = s[Y_OLD], s[TRIAL], vector(s, RATE0), vector(s, RATE1)
    for i in range(n):
        speed = 2.0 / h * (z[trial + i] - z[start + i]) - z[start + n + i]
        z[trial + n + i] = speed
        z[last + i] = speed
        z[last + n + i] = 2.0 / h * (speed - z[start + n + i]) - z[first + n + i]


@njit
def residual(k, p, w, z, s, h, target):
    """The scaled equations for the end of the step without the penalty, and the errors of the closures."""
    n, m = sizes(k)
    x, units, side, sides = k[STATES] - QUADRATURES, vectors_at(k), side_at(k), given_at(k)
    _, multipliers, errors, rows, inertia, _, _, _ = blocks(z, s)
    start, trial, first = s[Y_OLD], s[TRIAL], vector(s, RATE0)
    move_end(z, s, h, n)
    s[EVALUATIONS] += 1
    load_joint_motion(k, p, w, moment(z, 1.0, h), part(z, trial), part(z, trial))
    copy_matrix(k, w, z, inertia)
    copy_rows(k, w, z, rows, n)
    for i in range(n):
        z[target + i] = -0.25 * h * h * w[side + i]
    for j in range(n):
        way = z[trial + j] - z[start + j] - h * (z[start + n + j] + 0.25 * h * z[first + n + j])
        for i in range(n):
            z[target + i] += z[inertia + n * i + j] * way / w[units + j]
    load_sides(k, p, w, 0)
    for row in range(m):
        z[errors + row] = -w[sides + row]
        for i in range(n):
            z[target + i] -= z[rows + n * row + i] * z[multipliers + row]
    for i in range(x):
        at, rate = 2 * n + i, w[k[STATE_RATE] + i]
        z[target + n + i] = z[trial + at] - z[start + at] - 0.5 * h * (z[first + at] + rate)
