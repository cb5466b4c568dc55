"""Closed positions of variants: the one beside a known position, moved on to where it is nearest to the estimates.

What `analysis.position` does in Python for one mechanism, for the tables of many variants. Positions are plain
coordinates, as in `penalty_kernel`.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import sqrt
from linkwork.places.layout_kernel import COORDINATES, EQUATIONS, FLOATS, MOTION, RHS, X
from linkwork.system.constraints.equations_kernel import REGULARISATION, evaluate, factor_jacobian, solve_exactly
from linkwork.system.constraints.penalty_kernel import load_pull, move_position, put_position
from linkwork.system.constraints.plain_kernel import give_position
from linkwork.system.loop.kinematics_kernel import SIGMA, converge

STILL = 1e-12  # of the distance: a pull along the closed positions that is none
MOST = 80  # slides
CLOSE_BY = 0.03  # scaled: longer slides are not mixed, for curvatures differ along them
KEPT = 6  # slides from which the next one is mixed
# rows of the room: the next step, the last slide, the last way; ways, changes of slides, normal equations, their sides
STEP, BEFORE, WAY = range(3)
WAYS = 3
CHANGES = WAYS + KEPT
MATRIX = CHANGES + KEPT
MIXED = MATRIX + KEPT
ROWS = MIXED + 1  # of as many numbers as there are coordinates, and not fewer than KEPT


@njit
def close(k, p, w, s, t, q):
    """Newton's method from q by shortest steps; q becomes the closed position. False where there is none."""
    put_position(k, w, q)
    w[k[FLOATS] + SIGMA] = 1.0
    for i in range(s.shape[0]):
        s[i] = 0
    if not converge(k, p, w, s, t):
        return False
    give_position(k, p, w, q)
    return True


@njit
def slide(k, p, w, t, q0, q):
    """The way to q0 that leads along the closed positions, as the solution; its length and that of the whole way."""
    put_position(k, w, q)
    evaluate(k, p, w, MOTION, t)
    far = sqrt(load_pull(k, p, w, q0, q))
    n = k[COORDINATES]
    for row in range(k[EQUATIONS]):
        w[k[RHS] + n + row] = 0.0
    factor_jacobian(k, p, w, REGULARISATION)
    solve_exactly(k, w, 1e-15)  # to rounding
    square = 0.0
    for i in range(n):
        square += w[k[X] + i] * w[k[X] + i]
    return sqrt(square), far


@njit
def solve_mixed(room, count):
    """Solve the normal equations of the mixture in place; false where slides say the same."""
    for row in range(count):
        pivot = room[MATRIX + row, row]
        if not pivot > 0.0:
            return False
        for below in range(row + 1, count):
            share = room[MATRIX + below, row] / pivot
            for column in range(row, count):
                room[MATRIX + below, column] -= share * room[MATRIX + row, column]
            room[MIXED, below] -= share * room[MIXED, row]
    for back in range(count):
        row = count - 1 - back
        for column in range(row + 1, count):
            room[MIXED, row] -= room[MATRIX + row, column] * room[MIXED, column]
        room[MIXED, row] /= room[MATRIX + row, row]
    return True


@njit
def mix(room, n, count):
    """Make the step of the slide in it and of those before (Anderson's mixture, see `analysis.position`)."""
    for i in range(count):
        room[MIXED, i] = 0.0
        for column in range(n):
            room[MIXED, i] += room[CHANGES + i, column] * room[STEP, column]
        for j in range(count):
            room[MATRIX + i, j] = 0.0
            for column in range(n):
                room[MATRIX + i, j] += room[CHANGES + i, column] * room[CHANGES + j, column]
    for i in range(count):
        # changes that say the same would leave a matrix without an inverse
        room[MATRIX + i, i] *= 1.0 + 1e-14
    if not solve_mixed(room, count):
        return
    for i in range(count):
        for column in range(n):
            room[STEP, column] -= room[MIXED, i] * (room[WAYS + i, column] + room[CHANGES + i, column])


@njit
def enter_slide(room, n, number):
    """The slide just made, into the room; from the second on what it has changed on the way from the last."""
    if number > 0:
        place = (number - 1) % KEPT
        for i in range(n):
            room[WAYS + place, i] = room[WAY, i]
            room[CHANGES + place, i] = room[STEP, i] - room[BEFORE, i]
    for i in range(n):
        room[BEFORE, i] = room[STEP, i]


@njit
def nearest(k, p, w, s, t, q0, q, room):
    """Close q and move it to where nothing pulls it towards q0 along the closed positions; false where that fails."""
    n = k[COORDINATES]
    if not close(k, p, w, s, t, q):
        return False
    first = -1.0
    for number in range(MOST):
        length, far = slide(k, p, w, t, q0, q)
        first = far if first < 0.0 else first
        if length <= STILL * max(1.0, far):
            # not farther than it was at the first, but for rounding
            return far <= first * (1.0 + 1e-9) + STILL
        for i in range(n):
            room[STEP, i] = w[k[X] + i]
        enter_slide(room, n, number)
        if length <= CLOSE_BY:
            mix(room, n, min(number, KEPT))
        for i in range(n):
            w[k[X] + i] = room[STEP, i]
            room[WAY, i] = q[i]
        move_position(k, p, w, room[WAY], 1.0, q)
        if not close(k, p, w, s, t, q):
            return False
        load_pull(k, p, w, q, room[WAY])
        for i in range(n):
            room[WAY, i] = w[k[RHS] + i]
    return False
