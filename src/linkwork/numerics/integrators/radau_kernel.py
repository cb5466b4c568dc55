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
    DENSE,
    EXTRA,
    FRESH,
    H_DONE,
    ITERATIONS,
    JACOBIANS,
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
    TRIAL,
    Y_OLD,
    F,
    H,
    Y,
    accept,
    choose_first_length,
    evaluate,
    next_length,
    open_step,
    settle_slope,
    shortest,
    tolerance,
)
from linkwork.numerics.integrators.radau_newton_kernel import (
    _S,
    ALLOWED,
    BROKEN,
    CONVERGED,
    CONVERGENCE,
    ERROR_BEFORE,
    FULL,
    H_BEFORE,
    H_DIVERGED,
    H_FACTORED,
    MOST_ITERATIONS,
    NUMBERS,
    POLYNOMIAL,
    SIDES,
    SINCE_DIVERGED,
    SLOW,
    SOLVE_FIRST,
    STAGES,
    THETA,
    _size,
    factor_both,
    goal_of_estimate,
    jacobian,
    newton,
    predict,
    solve_by_caller,
)
from linkwork.numerics.integrators.step_over_kernel import allowance, refuse
from linkwork.numerics.jit import njit
from linkwork.numerics.lu_kernel import solve

E = np.array([-13.0 - 7.0 * _S, -13.0 + 7.0 * _S, -1.0]) / 3.0
# fmt: off
POWERS = np.array([  # coefficients of x, x^2, x^3 in the collocation polynomial, for each stage
    [13.0 / 3.0 + 7.0 * _S / 3.0, -23.0 / 3.0 - 22.0 * _S / 3.0, 10.0 / 3.0 + 5.0 * _S],
    [13.0 / 3.0 - 7.0 * _S / 3.0, -23.0 / 3.0 + 22.0 * _S / 3.0, 10.0 / 3.0 - 5.0 * _S],
    [1.0 / 3.0, -8.0 / 3.0, 10.0 / 3.0],
])
# fmt: on

OWN_VECTORS, SLOPE_VECTOR = 14, 0

settle = settle_slope

ORDER = 4  # of the error estimate
SAFETY = 0.9  # of the length that the error allows, as in radau5.f
LARGEST_SHRINK, LARGEST_GROWTH = 5.0, 8.0  # of one step, as in radau5.f
KEEP_LENGTH = 1.2  # growth up to which step length and factor are kept
FAST = 0.03  # contraction of the Newton iteration up to which the Jacobian is kept
FAST_BY_CALLER = 0.08  # the same with a solver of the caller's, who makes the most of his matrix: a new one costs
# as much as several iterations, and may contract no faster
BELOW_DIVERGED = 0.9  # of the length at which the iteration failed last: how far the next steps grow
FORGET = 1.05  # what that length is multiplied by after each step accepted
REMEMBER, FORGET_SOON = 30, 2.0  # after so many steps it is multiplied by more, so that it cannot hold for long
FULL_STEPS = 50  # steps by the full iteration before the simplified one is tried again


@njit
def fast_enough(z, s):
    """Whether the last iteration converged so fast that its Jacobian is kept."""
    return z[s[EXTRA] + THETA].real <= (FAST_BY_CALLER if s[OWN_TABLE] > 0 else FAST)


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
    # Hairer and Wanner II, IV.8: an error that happens to be tiny must not let the next step leap
    z[at + H_BEFORE], z[at + ERROR_BEFORE] = size, max(1e-2, norm)
    length = size / shrink
    if rejected:
        length = min(length, size)
    if size < z[H].real:
        length = max(length, z[H].real)
    elif size <= length <= KEEP_LENGTH * size and fast_enough(z, s):
        length = size
    z[H] = _below_diverged(z, s, size, length)
    if z[at + FULL].real > 0.0:
        _keep_last(z, s)
    return accept(z, s, h)


@njit
def _below_diverged(z, s, size, length):
    """The next length, kept from growing into one at which the iteration failed a short while ago.

    The error estimate knows nothing of the iteration: with it alone every few steps grow until one fails, and an
    attempt that fails costs a Jacobian, two factors and several iterations.
    """
    at = s[EXTRA] + H_DIVERGED
    diverged = z[at].real
    if diverged == 0.0:
        return length
    since = s[EXTRA] + SINCE_DIVERGED
    z[at] = diverged * (FORGET if z[since].real < REMEMBER else FORGET_SOON)
    z[since] += 1.0
    if length <= BELOW_DIVERGED * diverged:
        return length
    most = max(size, BELOW_DIVERGED * diverged)
    return size if most <= KEEP_LENGTH * size else most


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
        z[at + H_BEFORE], z[at + CONVERGENCE], z[at + H_DIVERGED] = 0.0, 1.0, 0.0
    _open(z, s)
    rejected, broken = 0, 0
    while broken < NOT_FINITE_LIMIT:
        h = next_length(z, s, STRETCH)
        size = abs(h.real)
        if s[FRESH] == 0 and (s[JACOBIANS] == 0 or not fast_enough(z, s)):
            jacobian(address, k, p, w, z, s)
        good = z[at + H_FACTORED].real == h.real or factor_both(address, k, p, w, z, s, h)
        predict(z, s, h, known)
        before = s[ITERATIONS]
        outcome = newton(address, k, p, w, z, s, h) if good else SLOW
        if outcome == CONVERGED:
            iterations = s[ITERATIONS] - before
            norm = error(address, k, p, w, z, s, h, rejected > 0 or not known)
            if norm < allowance(z, s, h, norm, False):
                return finish(z, s, h, min(norm, 1.0), iterations, rejected > 0)
            refuse(z, s, h, norm)
            # neither infinite nor not a number
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
            z[at + H_DIVERGED], z[at + SINCE_DIVERGED] = size, 0.0
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
