"""Independent and dependent coordinates: choosing them, and solving for the dependent ones (Haug 7.2, 7.3.2).

Own numbers of the formulations that partition, from w[own(k) + OWN_NUMBERS] on: seven single numbers, the marks of the
dependent columns and of a candidate set, the rows of the pivots, tolerances as given and as used, the dense table.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.places.layout_kernel import COLUMN_SCALE, COORDINATES, EQUATIONS, MOTION, RHS, STATES, Q, V
from linkwork.system.constraints.choice_kernel import (
    BETTER,
    RANK,
    SMALLEST,
    VOLUME,
    control_independent,
    differs,
    has_become_ill,
    keep_choice,
    mark_pivots,
)
from linkwork.system.constraints.elimination_kernel import load_rows, reduce_rows
from linkwork.system.constraints.equations_kernel import evaluate, load_jacobian, load_right_side
from linkwork.system.constraints.grip_kernel import is_near
from linkwork.system.constraints.rounding_kernel import rounding
from linkwork.system.dynamics.state_kernel import state_size
from linkwork.system.formulations.formulation_kernel import OWN_NUMBERS, own

MODE, BEST = 4, 5  # beside those of the choice; see the hybrid
COUNTED = 6  # whether errors of all coordinates count
SINGLES = 7
SIDES = 2
FAR = 0.5  # a Newton step this long (model lengths, radians) means that the state is worthless
CLOSE, ENOUGH = 1e-13, 1e-10  # steps of Newton's method: converged; good enough when they get no shorter
ROUNDINGS = 100.0  # the same far from the origin, of what rounding leaves open
POOR = 0.5  # of the best smallest pivot: below it, the hybrid works as partitioning


@njit
def singles(k):
    """Where the single numbers lie."""
    return own(k) + OWN_NUMBERS


@njit
def dependent_marks(k):
    """Where the marks of the dependent columns lie."""
    return singles(k) + SINGLES


@njit
def tolerances_used(k):
    """Where the tolerances lie that the integrator is to use."""
    return dependent_marks(k) + 3 * k[COORDINATES] + k[EQUATIONS] + state_size(k)


@njit
def dense_table(k):
    """Where the dense rows lie."""
    return tolerances_used(k) + state_size(k)


@njit
def _rows_at(k, p, w, t):
    """Evaluate, and put rows, -Phi and nu into the dense table; returns the largest scaled error."""
    n, m, table = k[COORDINATES], k[EQUATIONS], dense_table(k)
    evaluate(k, p, w, MOTION, t)
    load_jacobian(k, p, w)
    load_rows(k, w, table, SIDES)
    error = load_right_side(k, p, w, 0)
    for row in range(m):
        w[table + row * (n + SIDES) + n] = w[k[RHS] + n + row]
    load_right_side(k, p, w, 1)
    for row in range(m):
        w[table + row * (n + SIDES) + n + 1] = w[k[RHS] + n + row]
    return error


@njit
def choose(k, p, w, t, marks):
    """Mark the dependent columns at the coordinates of the workspace; returns their number and their volume."""
    n = k[COORDINATES]
    row_of = dependent_marks(k) + 2 * n
    _rows_at(k, p, w, t)
    for column in range(n):
        w[marks + column] = 1.0
    count, _, volume = reduce_rows(w, dense_table(k), k[EQUATIONS], n, n + SIDES, marks, row_of)
    mark_pivots(w, marks, row_of, n)
    return count, volume


@njit
def partition(k, p, w, t):
    """Choose the dependent coordinates, keeping the old choice at a singular position, and set the tolerances.

    Beside such a position, where the nearest state is taken, errors of all coordinates count.
    """
    n, at, marks = k[COORDINATES], singles(k), dependent_marks(k)
    count, volume = choose(k, p, w, t, marks + n)
    keep_choice(w, at, marks, n, count, volume)
    used = tolerances_used(k)
    control_independent(w, marks, n, k[STATES], used - state_size(k), used)
    w[at + COUNTED] = 0.0
    if is_near(k, w):
        w[at + COUNTED] = 1.0
        for i in range(state_size(k)):
            w[used + i] = w[used - state_size(k) + i]


@njit
def counts_others(k, w):
    """Whether other errors count than should: beside a singular position those of all coordinates."""
    return (w[singles(k) + COUNTED].real > 0.0) != is_near(k, w)


@njit
def solve_dependent(k, p, w, t):
    """Dependent coordinates and velocities from the independent ones; false when that fails."""
    n, m, at, marks, table = k[COORDINATES], k[EQUATIONS], singles(k), dependent_marks(k), dense_table(k)
    # before the first step: longer than any
    row_of, width, scale, before = marks + 2 * n, n + SIDES, k[COLUMN_SCALE], 1e300
    # Newton from a position nearby needs four or five
    for iteration in range(12):
        _rows_at(k, p, w, t)
        count, smallest, volume = reduce_rows(w, table, m, n, width, marks, row_of)
        if count < int(w[at + RANK].real):
            return False
        w[at + SMALLEST], w[at + VOLUME] = smallest, volume
        size, imaginary = 0.0, 0.0
        for column in range(n):
            row = int(w[row_of + column].real)
            if row >= 0:
                change = w[table + row * width + n]
                w[k[Q] + column] += change * p[scale + column]
                size = max(size, abs(change.real))
                imaginary = max(imaginary, abs(change.imag))
        if not size < FAR:
            return False
        if iteration == 0 and imaginary > 0.0:
            continue
        if size < CLOSE or (size > 0.5 * before and _is_round_off(k, p, w, size)):
            _dependent_velocities(k, p, w)
            return True
        before = size
    return False


@njit
def measure_choice(k, p, w, t):
    """Smallest pivot and volume of the choice in use, at the coordinates of the workspace."""
    n, at, marks = k[COORDINATES], singles(k), dependent_marks(k)
    _rows_at(k, p, w, t)
    _, smallest, volume = reduce_rows(w, dense_table(k), k[EQUATIONS], n, n + SIDES, marks, marks + 2 * n)
    w[at + SMALLEST], w[at + VOLUME] = smallest, volume


@njit
def _is_round_off(k, p, w, size):
    """Whether a step that gets no shorter is good enough."""
    return size < ENOUGH or size < ROUNDINGS * rounding(k, p, w)


@njit
def _dependent_velocities(k, p, w):
    """Dependent velocities from the reduced rows."""
    n, table, scale = k[COORDINATES], dense_table(k), k[COLUMN_SCALE]
    marks = dependent_marks(k)
    row_of, width = marks + 2 * n, n + SIDES
    for column in range(n):
        row = int(w[row_of + column].real)
        if row >= 0:
            at = table + row * width
            speed = w[at + n + 1]
            for other in range(n):
                if w[marks + other].real == 0.0:
                    speed -= w[at + other] * w[k[V] + other] / p[scale + other]
            w[k[V] + column] = speed * p[scale + column]


@njit
def is_poor(k, p, w, t):
    """Whether the dependent columns are close to singular at the coordinates of the workspace."""
    n, at, marks = k[COORDINATES], singles(k), dependent_marks(k)
    _rows_at(k, p, w, t)
    count, smallest, _ = reduce_rows(w, dense_table(k), k[EQUATIONS], n, n + SIDES, marks, marks + 2 * n)
    w[at + BEST] = max(smallest, w[at + BEST].real)
    return count < int(w[at + RANK].real) or smallest < POOR * w[at + BEST].real


@njit
def wants_other_choice(k, p, w, t):
    """Whether the choice has become ill-conditioned and full pivoting would now choose otherwise."""
    n, at, marks = k[COORDINATES], singles(k), dependent_marks(k)
    if not has_become_ill(w, at):
        return False
    count, other = choose(k, p, w, t, marks + n)
    if count < int(w[at + RANK].real) or other < BETTER + w[at + VOLUME].real:
        return False
    return differs(w, marks, n)
