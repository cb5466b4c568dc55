"""The stages of Radau IIA of order 5: Jacobian, the two linear systems, and the simplified Newton iteration.

Hairer and Wanner, Solving Ordinary Differential Equations II, IV.8. Where the caller has a solver of his own for
(c - J) x = r (the method has a table), he makes J in his own way, factors for the step length at H_FACTORED and solves
for right-hand sides at SIDES; f's full iteration is then left out.
"""

from __future__ import annotations

import numpy as np

from linkwork.numerics.integrators.integrator_state_kernel import (
    ATOL,
    EXTRA,
    FACTORISATIONS,
    FRESH,
    H_DONE,
    ITERATIONS,
    JACOBIANS,
    LINEAR_AT,
    OWN,
    OWN_TABLE,
    RTOL,
    SIZE,
    TASK,
    TRIAL,
    UNCOUNTED,
    Y_OLD,
    F,
    T,
    Y,
    evaluate,
    moment,
)
from linkwork.numerics.integrators.radau_full_kernel import NO_CONTROL, full_numbers, increment, iterate_full, make_full
from linkwork.numerics.jit import call_method, njit
from linkwork.numerics.lu_kernel import factor, factor_pair, solve, solve_pair

_S = 6.0**0.5
C = np.array([(4.0 - _S) / 10.0, (4.0 + _S) / 10.0, 1.0])
REAL = 3.0 + 3.0 ** (2 / 3) - 3.0 ** (1 / 3)  # eigenvalues of the inverse of the method's matrix
ALPHA, BETA = 3.0 + 0.5 * (3.0 ** (1 / 3) - 3.0 ** (2 / 3)), -0.5 * (3.0 ** (5 / 6) + 3.0 ** (7 / 6))
# fmt: off
FORTH = np.array([  # Z = FORTH W
    [0.09443876248897524, -0.14125529502095421, 0.03002919410514742],
    [0.25021312296533332, 0.20412935229379994, -0.38294211275726192],
    [1.0, 1.0, 0.0],
])
BACK = np.array([  # W = BACK Z
    [4.17871859155190428, 0.32768282076106237, 0.52337644549944951],
    [-4.17871859155190428, -0.32768282076106237, 0.47662355450055044],
    [0.50287263494578682, -2.57192694985560522, 0.59603920482822492],
])
# fmt: on

STAGES, TRANSFORMED, POLYNOMIAL, SIDES, ALLOWED = 1, 4, 7, 10, 13  # first vectors of each kind
POSITIONS = 0  # setting: how many of the first components are positions, whose rates are other components
H_FACTORED, THETA, CONVERGENCE, H_BEFORE, ERROR_BEFORE, FULL = range(1, 7)  # single numbers behind the setting
H_DIVERGED, SINCE_DIVERGED = 7, 8  # where the iteration failed last (0: nowhere), and steps accepted since
NUMBERS = 9
MOST_ITERATIONS = 7  # of the simplified iteration, as in radau5.f
ROUND_OFF = 2.0**-52  # relative distance of neighbouring numbers
REBUILD = 0.2  # contraction of the full iteration from which its matrix is made anew
MOST_REBUILDS = 3  # of the large matrix in one step
CONVERGED, SLOW, BROKEN = range(3)
MAKE, FACTOR, SOLVE_FIRST, SOLVE_ALL = range(4)  # tasks of a solver that the caller provides


def own_numbers(n: int) -> int:
    """How many numbers the method needs beside its vectors: single ones, matrices, lists of pivots."""
    return NUMBERS + 4 * n * n + 2 * n + full_numbers(n)


@njit
def goal_of_estimate(rtol):
    """What the estimate, of order 3, must reach so that the error of the method, of order 5, is near rtol.

    The program has 0.1 rtol^(2/3); the exponent 4/5 makes the error proportional to the tolerance.
    """
    return 0.3 * rtol**0.8


@njit
def solve_by_caller(address, k, p, w, z, s, task):
    """Let the caller's solver do a task; tells whether it could."""
    s[TASK] = task
    return call_method(s[LINEAR_AT], address, k, p, w, z, s) == 1


@njit
def jacobian(address, k, p, w, z, s):
    """The Jacobian of f at the accepted y."""
    if s[OWN_TABLE] > 0:
        solve_by_caller(address, k, p, w, z, s, MAKE)
    else:
        jacobian_by_columns(address, k, p, w, z, s)
    s[JACOBIANS] += 1
    s[FRESH] = 1
    z[s[EXTRA] + H_FACTORED] = 0.0


@njit
def jacobian_by_columns(address, k, p, w, z, s):
    """The Jacobian by differences, column after column."""
    n, at, column = s[SIZE], s[EXTRA] + NUMBERS, s[OWN] + SIDES * s[SIZE]
    y, f = s[Y], s[F]
    for j in range(n):
        if z[s[ATOL] + j].real >= NO_CONTROL:
            for i in range(n):
                z[at + i * n + j] = 0.0
            continue
        kept = z[y + j]
        z[y + j] = kept + increment(z, s, j, kept)
        change = (z[y + j] - kept).real
        evaluate(address, k, p, w, z, s, z[T], y, column)
        z[y + j] = kept
        for i in range(n):
            z[at + i * n + j] = (z[column + i] - z[f + i]) / change


@njit
def factor_both(address, k, p, w, z, s, h):
    """Factor REAL / h - J and (ALPHA + i BETA) / h - J.

    How fast the iteration contracted with another Jacobian or in a shorter step says nothing of this one: the first of
    its corrections has to be small itself, or a second one shows the contraction. A step that grew forty times was once
    taken with one correction whose error was a hundred times what is allowed, and left stiff vibrations behind.
    """
    s[FACTORISATIONS] += 1
    if abs(h.real) > abs(z[s[EXTRA] + H_FACTORED].real):
        z[s[EXTRA] + CONVERGENCE] = 1.0
    z[s[EXTRA] + H_FACTORED] = h
    if s[OWN_TABLE] > 0:
        return solve_by_caller(address, k, p, w, z, s, FACTOR)
    n = s[SIZE]
    square, source = n * n, s[EXTRA] + NUMBERS
    real, a, b = source + square, source + 2 * square, source + 3 * square
    for i in range(square):
        value = -z[source + i]
        z[real + i], z[a + i], z[b + i] = value, value, 0.0
    for i in range(n):
        at = i * n + i
        z[real + at] += REAL / h
        z[a + at] += ALPHA / h
        z[b + at] = BETA / h
    pivots = source + 4 * square
    return factor(z, real, n, pivots) and factor_pair(z, a, b, n, pivots + n)


@njit
def predict(z, s, h, known):
    """Start the stages from the polynomial of the last step, or from zero; transform them."""
    n, own = s[SIZE], s[OWN]
    stage, wave, powers = own + STAGES * n, own + TRANSFORMED * n, own + POLYNOMIAL * n
    for i in range(3 * n):
        z[stage + i] = 0.0
        z[wave + i] = 0.0
    if not known:
        return
    ratio = h / z[H_DONE]
    for row in range(3):
        x = 1.0 + C[row] * ratio
        for i in range(n):
            first, second, third = z[powers + i], z[powers + n + i], z[powers + 2 * n + i]
            z[stage + row * n + i] = x * (first + x * (second + x * third)) - (first + second + third)
    for row in range(3):
        for column in range(3):
            for i in range(n):
                z[wave + row * n + i] += BACK[row, column] * z[stage + column * n + i]


@njit
def iterate(address, k, p, w, z, s, h):
    """One Newton step on all stages; returns its norm, 1 at the tolerance."""
    n, own, y, trial = s[SIZE], s[OWN], s[Y_OLD], s[TRIAL]
    stage, wave, side = own + STAGES * n, own + TRANSFORMED * n, own + SIDES * n
    for row in range(3):
        for i in range(n):
            z[trial + i] = z[y + i] + z[stage + row * n + i]
        evaluate(address, k, p, w, z, s, moment(z, C[row], h), trial, side + row * n)
    for i in range(n):
        f1, f2, f3 = z[side + i], z[side + n + i], z[side + 2 * n + i]
        w1, w2, w3 = z[wave + i], z[wave + n + i], z[wave + 2 * n + i]
        z[side + i] = BACK[0, 0] * f1 + BACK[0, 1] * f2 + BACK[0, 2] * f3 - REAL / h * w1
        z[side + n + i] = BACK[1, 0] * f1 + BACK[1, 1] * f2 + BACK[1, 2] * f3 - (ALPHA * w2 - BETA * w3) / h
        z[side + 2 * n + i] = BACK[2, 0] * f1 + BACK[2, 1] * f2 + BACK[2, 2] * f3 - (ALPHA * w3 + BETA * w2) / h
    if s[OWN_TABLE] > 0:
        solve_by_caller(address, k, p, w, z, s, SOLVE_ALL)
    else:
        real = s[EXTRA] + NUMBERS + n * n
        pivots = real + 3 * n * n
        solve(z, real, n, pivots, side)
        solve_pair(z, real + n * n, real + 2 * n * n, n, pivots + n, side + n, side + 2 * n)
    total, allowed = 0.0, own + ALLOWED * n
    for i in range(n):
        for row in range(3):
            z[wave + row * n + i] += z[side + row * n + i]
            total += (z[side + row * n + i].real / z[allowed + i].real) ** 2
        w1, w2, w3 = z[wave + i], z[wave + n + i], z[wave + 2 * n + i]
        for row in range(3):
            z[stage + row * n + i] = FORTH[row, 0] * w1 + FORTH[row, 1] * w2 + FORTH[row, 2] * w3
    s[ITERATIONS] += 1
    return (total / (3 * n)) ** 0.5


@njit
def newton(address, k, p, w, z, s, h):
    """The Newton iteration, simplified or full: CONVERGED, SLOW or BROKEN (f is not finite)."""
    at, n, own, full = s[EXTRA], s[SIZE], s[OWN], z[s[EXTRA] + FULL].real > 0.0
    stage, side, allowed = own + STAGES * n, own + SIDES * n, own + ALLOWED * n
    matrix, rebuilds = at + NUMBERS + 4 * n * n + 2 * n, 0
    columns = int(z[at + POSITIONS].real) if z[at + POSITIONS].real > 0.0 else n  # what a rebuild must make anew
    rtol = goal_of_estimate(z[RTOL].real)
    goal = max(10.0 * ROUND_OFF / max(rtol, ROUND_OFF), min(0.03, rtol**0.5)) if rtol > 0.0 else 0.03
    z[at + CONVERGENCE] = 1.0 if full else max(z[at + CONVERGENCE].real, ROUND_OFF) ** 0.8
    z[at + THETA] = 0.0
    before, ratio_before, count = 0.0, 0.0, 0
    if full and not make_full(address, k, p, w, z, s, h, stage, side, matrix, n):
        return SLOW
    while count < MOST_ITERATIONS:
        if full:
            norm = iterate_full(address, k, p, w, z, s, h, stage, side, matrix, allowed)
        else:
            norm = iterate(address, k, p, w, z, s, h)
        # not a number, or infinite
        if not norm < 1e300:
            return BROKEN
        theta, left = 0.0, MOST_ITERATIONS - 1 - count
        if count > 0:
            ratio = norm / before if before > 0.0 else 0.0
            theta = ratio if count == 1 else (ratio * ratio_before) ** 0.5
            ratio_before = ratio
            z[at + THETA] = theta
            if theta < 0.99:
                z[at + CONVERGENCE] = theta / (1.0 - theta)
        if norm == 0.0 or (z[at + CONVERGENCE].real * norm <= goal and theta < 0.99):
            return CONVERGED
        slow = theta >= 0.99 or (count > 0 and norm * theta**left * theta / (1.0 - theta) > goal)
        # rounding: it shrinks no more, and is far below what is allowed
        if slow and theta >= 0.99 and norm < 1e-3 * goal:
            return CONVERGED
        before = norm
        count += 1
        if full and rebuilds < MOST_REBUILDS and (slow or theta > REBUILD):
            rebuilds += 1
            before, ratio_before, count = 0.0, 0.0, 0
            if not make_full(address, k, p, w, z, s, h, stage, side, matrix, columns):
                return SLOW
        elif slow:
            return SLOW
    return SLOW


@njit
def _size(z, s, at):
    """Norm of a vector in units of what is allowed."""
    total, count, allowed = 0.0, 0, s[OWN] + ALLOWED * s[SIZE]
    for i in range(s[SIZE]):
        total += (z[at + i].real / z[allowed + i].real) ** 2
        count += z[allowed + i].real < UNCOUNTED
    return max((total / max(count, 1)) ** 0.5, 1e-10)  # it divides
