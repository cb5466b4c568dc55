"""The implicit Runge-Kutta method Radau IIA of order 5 with three stages, for stiff equations.

Hairer, Wanner: Solving Ordinary Differential Equations II, 2nd ed., IV.8, and their program radau5.f: transformation
of the stages, simplified Newton iteration, error estimate and step control are those of the program. The interpolant is
the collocation polynomial; it also predicts the stages of the next step. The Jacobian of f is made by differences and
kept as long as the iteration converges fast.

Where the caller has a solver of his own for (c - J) x = r (the method has a table), he makes J in his own way, factors
for the step length at H_FACTORED and solves for right-hand sides at SIDES; f's full iteration is then left out.

Own vectors: f at the accepted y, the stages Z, the transformed stages W, the polynomial of the last step, right-hand
sides, tolerances.
"""

from __future__ import annotations

import numpy as np

from linkwork.numerics.integrators.integrator_state_kernel import (
    ATOL,
    DENSE,
    EXTRA,
    FACTORISATIONS,
    FRESH,
    H_DONE,
    ITERATIONS,
    JACOBIANS,
    LINEAR_AT,
    NOT_CONVERGED,
    NOT_FINITE,
    NOT_FINITE_LIMIT,
    OWN,
    OWN_TABLE,
    REJECTED,
    RTOL,
    SIZE,
    SPAN,
    STEP_TOO_SMALL,
    STRETCH,
    T_OLD,
    TASK,
    TRIAL,
    UNCOUNTED,
    Y_OLD,
    F,
    H,
    T,
    Y,
    accept,
    choose_first_length,
    evaluate,
    moment,
    next_length,
    open_step,
    settle_slope,
    shortest,
    tolerance,
)
from linkwork.numerics.integrators.radau_full_kernel import NO_CONTROL, full_numbers, increment, iterate_full, make_full
from linkwork.numerics.integrators.step_over_kernel import allowance, refuse
from linkwork.numerics.jit import call_method, njit
from linkwork.numerics.lu_kernel import factor, factor_pair, solve, solve_pair

_S = 6.0**0.5
C = np.array([(4.0 - _S) / 10.0, (4.0 + _S) / 10.0, 1.0])
E = np.array([-13.0 - 7.0 * _S, -13.0 + 7.0 * _S, -1.0]) / 3.0
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
POWERS = np.array([  # coefficients of x, x^2, x^3 in the collocation polynomial, for each stage
    [13.0 / 3.0 + 7.0 * _S / 3.0, -23.0 / 3.0 - 22.0 * _S / 3.0, 10.0 / 3.0 + 5.0 * _S],
    [13.0 / 3.0 - 7.0 * _S / 3.0, -23.0 / 3.0 + 22.0 * _S / 3.0, 10.0 / 3.0 - 5.0 * _S],
    [1.0 / 3.0, -8.0 / 3.0, 10.0 / 3.0],
])
# fmt: on

STAGES, TRANSFORMED, POLYNOMIAL, SIDES, ALLOWED = 1, 4, 7, 10, 13  # first vectors of each kind
OWN_VECTORS, SLOPE_VECTOR = 14, 0
POSITIONS = 0  # setting: how many of the first components are positions, whose rates are other components
H_FACTORED, THETA, CONVERGENCE, H_BEFORE, ERROR_BEFORE, FULL = range(1, 7)  # single numbers behind the setting
NUMBERS = 7

settle = settle_slope

ORDER = 4  # of the error estimate
MOST_ITERATIONS = 7
SAFETY = 0.9
LARGEST_SHRINK, LARGEST_GROWTH = 5.0, 8.0
KEEP_LENGTH = 1.2  # growth up to which step length and factor are kept
FAST = 0.03  # contraction of the Newton iteration up to which the Jacobian is kept
ROUND_OFF = 2.0**-52
FULL_STEPS = 50  # steps by the full iteration before the simplified one is tried again
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
    """Factor REAL / h - J and (ALPHA + i BETA) / h - J."""
    s[FACTORISATIONS] += 1
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
    return max((total / max(count, 1)) ** 0.5, 1e-10)


@njit
def solve_first(address, k, p, w, z, s):
    """Solve with the real matrix for the first of the right-hand sides."""
    n, side = s[SIZE], s[OWN] + SIDES * s[SIZE]
    if s[OWN_TABLE] > 0:
        solve_by_caller(address, k, p, w, z, s, SOLVE_FIRST)
        return
    real = s[EXTRA] + NUMBERS + n * n
    solve(z, real, n, real + 3 * n * n, side)


@njit
def error(address, k, p, w, z, s, h, again):
    """Norm of the error estimate, 1 at the tolerance; estimated twice where the first would reject (`again`)."""
    n, own, trial = s[SIZE], s[OWN], s[TRIAL]
    stage, side, f = own + STAGES * n, own + SIDES * n, s[F]
    for i in range(n):
        rise = (E[0] * z[stage + i] + E[1] * z[stage + n + i] + E[2] * z[stage + 2 * n + i]) / h
        z[side + n + i] = rise
        z[side + i] = z[f + i] + rise
    solve_first(address, k, p, w, z, s)
    norm = _size(z, s, side)
    if norm >= 1.0 and again:
        for i in range(n):
            z[trial + i] = z[s[Y_OLD] + i] + z[side + i]
        evaluate(address, k, p, w, z, s, z[T_OLD], trial, side)
        for i in range(n):
            z[side + i] += z[side + n + i]
        solve_first(address, k, p, w, z, s)
        norm = _size(z, s, side)
    return norm


@njit
def finish(z, s, h, norm, iterations, rejected):
    """Accept the step: keep its polynomial and choose the next length (Gustafsson)."""
    n, own, at, size = s[SIZE], s[OWN], s[EXTRA], abs(h.real)
    stage, powers = own + STAGES * n, own + POLYNOMIAL * n
    for i in range(n):
        z1, z2, z3 = z[stage + i], z[stage + n + i], z[stage + 2 * n + i]
        z[s[TRIAL] + i] = z[s[Y_OLD] + i] + z3
        for power in range(3):
            z[powers + power * n + i] = POWERS[0, power] * z1 + POWERS[1, power] * z2 + POWERS[2, power] * z3
    shrink = _shrink(norm, iterations)
    if z[at + H_BEFORE].real > 0.0:
        memory = z[at + H_BEFORE].real / size * (norm * norm / z[at + ERROR_BEFORE].real) ** 0.25 / SAFETY
        shrink = max(shrink, min(LARGEST_SHRINK, max(1.0 / LARGEST_GROWTH, memory)))
    z[at + H_BEFORE], z[at + ERROR_BEFORE] = size, max(1e-2, norm)
    length = size / shrink
    if rejected:
        length = min(length, size)
    if size < z[H].real:
        length = max(length, z[H].real)
    elif size <= length <= KEEP_LENGTH * size and z[at + THETA].real <= FAST:
        length = size
    z[H] = length
    if z[at + FULL].real > 0.0:
        _keep_last(z, s)
    return accept(z, s, h)


@njit
def _keep_last(z, s):
    """The Jacobian of the last stage of a full iteration becomes that of the next step."""
    n, at = s[SIZE], s[EXTRA]
    source = at + NUMBERS + 4 * n * n + 2 * n + 11 * n * n + 3 * n
    for i in range(n * n):
        z[at + NUMBERS + i] = z[source + i]
    z[at + H_FACTORED] = 0.0
    z[at + FULL] -= 1.0
    z[at + THETA] = 0.0 if z[at + FULL].real > 0.0 else 1.0


@njit
def _shrink(norm, iterations):
    """What the step is divided by for an error norm; many iterations make it more careful."""
    careful = min(SAFETY, SAFETY * (1 + 2 * MOST_ITERATIONS) / (iterations + 2 * MOST_ITERATIONS))
    return max(1.0 / LARGEST_GROWTH, min(LARGEST_SHRINK, norm**0.25 / careful))


@njit
def _open(z, s):
    """The accepted state becomes the start of the step; tolerances there."""
    open_step(z, s)
    rtol, allowed = z[RTOL].real, s[OWN] + ALLOWED * s[SIZE]
    wider = goal_of_estimate(rtol) / rtol if rtol > 0.0 else 1.0
    for i in range(s[SIZE]):
        z[allowed + i] = wider * tolerance(z, s, i, s[Y])
    s[FRESH] = 0


@njit
def step(address, k, p, w, z, s):
    """One accepted step, after as many attempts as it takes."""
    known, at = s[SPAN] == 1, s[EXTRA]
    if not settle_slope(address, k, p, w, z, s):
        return NOT_FINITE
    if z[H].real == 0.0:
        choose_first_length(address, k, p, w, z, s, s[OWN] + STAGES * s[SIZE], ORDER)
    if not known:
        z[at + H_BEFORE], z[at + CONVERGENCE] = 0.0, 1.0
    _open(z, s)
    rejected, broken = 0, 0
    while broken < NOT_FINITE_LIMIT:
        h = next_length(z, s, STRETCH)
        size = abs(h.real)
        if s[FRESH] == 0 and (s[JACOBIANS] == 0 or z[at + THETA].real > FAST):
            jacobian(address, k, p, w, z, s)
        good = z[at + H_FACTORED].real == h.real or factor_both(address, k, p, w, z, s, h)
        predict(z, s, h, known)
        before = s[ITERATIONS]
        outcome = newton(address, k, p, w, z, s, h) if good else SLOW
        if outcome == CONVERGED:
            iterations = s[ITERATIONS] - before
            norm = error(address, k, p, w, z, s, h, rejected > 0 or not known)
            if norm < allowance(z, s, h, norm):
                return finish(z, s, h, min(norm, 1.0), iterations, rejected > 0)
            refuse(z, s, h, norm)
            z[H] = size / _shrink(norm, iterations) if norm < 1e300 else 0.1 * size
        elif s[FRESH] == 0 and z[at + FULL].real == 0.0:
            z[at + THETA] = 1.0
            continue
        elif outcome == SLOW and z[at + FULL].real == 0.0 and s[OWN_TABLE] == 0:
            z[at + FULL] = FULL_STEPS
            continue
        else:
            broken += outcome == BROKEN
            z[H] = 0.5 * size
            known = False
            z[at + THETA] = 0.0
        rejected += 1
        s[REJECTED] += 1
        if z[H].real < shortest(z):
            return STEP_TOO_SMALL if outcome == CONVERGED else NOT_CONVERGED
    return NOT_FINITE


@njit
def prepare_dense(address, k, p, w, z, s):
    """The polynomial is there already: it costs nothing."""
    s[DENSE] = 1
    return True


@njit
def dense(z, s, t, out):
    """The collocation polynomial, led to the revised end of the step."""
    n, powers = s[SIZE], s[OWN] + POLYNOMIAL * s[SIZE]
    x = (t - z[T_OLD]) / z[H_DONE]
    blend = x * x * (3.0 - 2.0 * x)
    for i in range(n):
        start, first, second, third = z[s[Y_OLD] + i], z[powers + i], z[powers + n + i], z[powers + 2 * n + i]
        miss = z[s[Y] + i] - start - (first + second + third)
        out[i] = start + x * (first + x * (second + x * third)) + blend * miss
    return 1
