"""The closed position beside a known one, by a few steps of Newton's method, each a small part of the one before.

Steps that shorten so quickly have one closed position near them and no other (Kantorovich): it is the one that the
known position moves to when numbers of the mechanism change a little.
"""

from __future__ import annotations

from math import floor

from linkwork.numerics.jit import njit, part
from linkwork.numerics.ldl_kernel import tiny_pivots
from linkwork.numerics.scalar import sqrt
from linkwork.places.layout_kernel import (
    COLUMN_SCALE,
    COORDINATES,
    EQUATIONS,
    FACTOR,
    MOTION,
    PATTERN,
    RHS,
    VALUES,
    X,
)
from linkwork.system.constraints.equations_kernel import (
    REGULARISATION,
    evaluate,
    factor_jacobian,
    load_right_side,
    solve_exactly,
)
from linkwork.system.constraints.nearest_kernel import STILL, nearest
from linkwork.system.constraints.penalty_kernel import load_pull, move_position, put_position
from linkwork.system.constraints.rounding_kernel import rounding

STEPS = 6
PART = 0.25  # of the step before: a longer one is no sign of one closed position alone
ROUGH = 1e-4  # scaled: after a step no longer than this the position is known to the fineness of the grid
SHORT = 1e-9  # scaled: the step after the last is rounding
FINE = 2.0**-23  # scaled: the grid on which the last steps begin, whatever way led there
ROUNDINGS = 100.0  # of what rounding leaves open: a step no longer than that is the last, too
EVEN, PULLED = 0.5, 12  # of the step before, and how many steps, while the pull to a start is followed as well
# what is told of the position, and how many numbers these are
IMPLIED, SURELY, MOVING, FIRST, DISTANCE, AWAY, TOLD = 0, 1, 2, 3, 4, 5, 6
SLACK = 1e-3  # of the threshold for rows that may be implied: those below are


@njit
def changed_since(k_table, p_table, w_table, t, drawn, residual, estimate):
    """By how much residuals of a drawing, and the drawing itself, have changed: the sum of both norms, scaled."""
    k, p, w = part(k_table, 0), part(p_table, 0), part(w_table, 0)
    put_position(k, w, drawn)
    evaluate(k, p, w, MOTION, t)
    load_right_side(k, p, w, 0)
    rows, square = k[RHS] + k[COORDINATES], 0.0
    for row in range(k[EQUATIONS]):
        square += (w[rows + row] + residual[row]) ** 2
    return sqrt(square) + sqrt(load_pull(k, p, w, estimate, drawn))


@njit
def _step(k, p, w, t, q, trial):
    """One step of Newton's method, the shortest that closes the joints; its length."""
    put_position(k, w, q)
    evaluate(k, p, w, MOTION, t)
    load_right_side(k, p, w, 0)
    return _solved(k, p, w, q, trial)


@njit
def _pulled_step(k, p, w, t, start, q, trial):
    """One step that closes the joints and goes where the pull to a start leads along closed positions.

    Its length, and the distance from the start before it.
    """
    put_position(k, w, q)
    evaluate(k, p, w, MOTION, t)
    load_right_side(k, p, w, 0)
    far = sqrt(load_pull(k, p, w, start, q))
    return _solved(k, p, w, q, trial), far


@njit
def _solved(k, p, w, q, trial):
    """Make the step of the right side; its length."""
    factor_jacobian(k, p, w, REGULARISATION)
    solve_exactly(k, w, 1e-15)  # to rounding
    square, n = 0.0, k[COORDINATES]
    for i in range(n):
        square += w[k[X] + i] * w[k[X] + i]
    move_position(k, p, w, q, 1.0, trial)
    for i in range(n):
        q[i] = trial[i]
    return sqrt(square)


@njit
def _onto_grid(k, p, q):
    """Each coordinate to the nearest of numbers that do not depend on the way that led to it."""
    for i in range(k[COORDINATES]):
        unit = FINE * p[k[COLUMN_SCALE] + i]
        q[i] = unit * floor(q[i] / unit + 0.5)


@njit
def _near(k, p, w, t, q, trial, told):
    """Steps from a position beside a closed one until they are short; false where they do not shorten quickly."""
    before = _step(k, p, w, t, q, trial)
    told[FIRST] = before
    for _ in range(STEPS):
        if before <= ROUGH:
            return True
        size = _step(k, p, w, t, q, trial)
        if not size <= PART * before:
            return False
        before = size
    return before <= ROUGH


@njit
def _tell(k, p, w, implied, start, known, q, rows, told):
    """Count the rows last factored that others imply; how far the position is from a start and from a known one."""
    told[IMPLIED] = tiny_pivots(k, k[PATTERN], w, k[VALUES], k[FACTOR], REGULARISATION, implied, rows, 0)
    told[SURELY] = tiny_pivots(k, k[PATTERN], w, k[VALUES], k[FACTOR], REGULARISATION, SLACK * implied, rows, 0)
    told[DISTANCE] = sqrt(load_pull(k, p, w, start, q))
    load_pull(k, p, w, known, q)
    told[AWAY] = 0.0
    for i in range(k[COORDINATES]):
        told[AWAY] = max(told[AWAY], abs(w[k[RHS] + i]))


@njit
def close_beside(k_table, p_table, w_table, t, allowed, implied, start, known, q, trial, rows, told):
    """Close the joints from a position beside a closed one; false where the steps do not say that it is the only one.

    The last steps begin on a grid, so that the same numbers have the same position to the last bit. Told are how many
    rows have a pivot below the share `implied` of their own size and below a small part of that, the largest rate that
    the equations ask for, the length of the first step, the distance from a start, and by how much, at most, a
    coordinate differs from that of a known position.
    """
    k, p, w = part(k_table, 0), part(p_table, 0), part(w_table, 0)
    if not _near(k, p, w, t, q, trial, told):
        return False
    _onto_grid(k, p, q)
    _step(k, p, w, t, q, trial)
    size = _step(k, p, w, t, q, trial)
    if not (size < SHORT or size < ROUNDINGS * rounding(k, p, w)):
        return False
    _tell(k, p, w, implied, start, known, q, rows, told)
    put_position(k, w, q)
    evaluate(k, p, w, MOTION, t)
    told[MOVING] = load_right_side(k, p, w, 1)
    largest = load_right_side(k, p, w, 0)
    return largest <= allowed or largest <= rounding(k, p, w)


@njit
def _followed(k, p, w, t, start, q, trial, told):
    """Steps that close the joints and follow the pull at once, until nothing pulls; false where they stay long."""
    before = 1e300  # longer than any
    for number in range(PULLED):
        size, far = _pulled_step(k, p, w, t, start, q, trial)
        if number == 0:
            told[FIRST] = size
        if not size <= EVEN * before:
            return False
        if size <= STILL * max(1.0, far):
            return True
        before = size
    return False


@njit
def nearest_beside(k_table, p_table, w_table, s, t, implied, start, known, q, trial, room, rows, told):
    """The closed position beside a known one that is nearest to a start; false as for `close_beside`, and told, too."""
    k, p, w = part(k_table, 0), part(p_table, 0), part(w_table, 0)
    if not _followed(k, p, w, t, start, q, trial, told):
        first = told[FIRST]
        if not _near(k, p, w, t, q, trial, told) or not nearest(k, p, w, s, t, start, q, room):
            return False
        told[FIRST] = max(told[FIRST], first)
    _tell(k, p, w, implied, start, known, q, rows, told)
    told[MOVING] = load_right_side(k, p, w, 1)
    return True
