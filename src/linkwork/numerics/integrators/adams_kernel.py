"""The Adams method of variable order (1 to 12) and variable step, PECE with local extrapolation, and its interpolant.

Shampine, Gordon: Computer Solution of Ordinary Differential Equations: The Initial Value Problem (1975), programs STEP
and INTRP; also Hairer, Norsett, Wanner: Solving Ordinary Differential Equations I, 2nd ed., III.5. Predict with order
k, correct with order k + 1, on modified divided differences phi_1 ... phi_(k+2) of f; names, indices from 1 and blocks
are those of STEP. The method's own vectors are the change of f by the last evaluation, the inverse tolerances, then the
differences. Errors are root mean squares over the components, as in the other methods.

The second evaluation of a step is made late (`settle`), so that a correction of y in between is seen by f:
predict, evaluate, correct, (revise), evaluate.
"""

from __future__ import annotations

import numpy as np

from linkwork.numerics.integrators.first_step_kernel import begin_briefly
from linkwork.numerics.integrators.integrator_state_kernel import (
    DENSE,
    EQUAL_STEPS,
    ERROR,
    ERROR_LOWER,
    H_DONE,
    LAST_ORDER,
    NEXT_ORDER,
    NOT_FINITE,
    NOT_FINITE_LIMIT,
    NOT_FINITE_SHRINK,
    ORDER,
    OWN,
    REJECTED,
    SETTLED,
    SIZE,
    STARTING,
    STEP_TOO_SMALL,
    STRETCH,
    TABLE,
    TABLES,
    TRIAL,
    UNCOUNTED,
    H,
    T,
    Y,
    accept,
    choose_first_length,
    evaluate,
    finite,
    moment,
    next_length,
    open_step,
    settle_slope,
    shortest,
    tolerance,
)
from linkwork.numerics.integrators.step_over_kernel import allowance, refuse
from linkwork.numerics.jit import njit

LARGEST_ORDER = 12
# gamma*_k, k = 1 ... 13: error constants of the Adams-Moulton formulas with equal steps (the program's digits)
GAMMA = np.array(
    [0.0, 0.5, 0.0833, 0.0417, 0.0264, 0.0188, 0.0143, 0.0114, 0.00936, 0.00789, 0.00679, 0.00592, 0.00524, 0.00468]
)
AIM = 0.5  # of the tolerance: the error that the next step's length aims at

CHANGE, WEIGHT, PHI = 0, 1, 1  # own vectors; difference i is the vector PHI + i
OWN_VECTORS, SLOPE_VECTOR = PHI + LARGEST_ORDER + 3, PHI + 1  # f at the accepted y is the first difference
# tables in z, indices from 1
PSI, ALPHA, BETA, SIGMA, V, W, G, W_DENSE, G_DENSE = (TABLES - 1 + TABLE * i for i in range(9))


@njit
def phi(s, i):
    """Place of difference i."""
    return s[OWN] + (PHI + i) * s[SIZE]


@njit
def start(address, k, p, w, z, s):
    """Order 1: the only difference is f."""
    if not settle_slope(address, k, p, w, z, s):
        return False
    for i in range(s[SIZE]):
        z[phi(s, 2) + i] = 0.0
    if z[H].real == 0.0:
        choose_first_length(address, k, p, w, z, s, s[OWN] + CHANGE * s[SIZE], 2)
        begin_briefly(z)
    z[H_DONE] = 0.0
    s[ORDER], s[LAST_ORDER], s[EQUAL_STEPS], s[STARTING] = 1, 0, 0, 1
    z[G + 1], z[G + 2], z[SIGMA + 1] = 1.0, 0.5, 1.0
    return True


@njit
def update_ratios(z, k, ns, h):
    """alpha, beta, psi, sigma that change with this step's length (block 1)."""
    z[BETA + ns], z[ALPHA + ns], z[SIGMA + ns + 1] = 1.0, 1.0 / ns, 1.0
    span = h * ns
    for i in range(ns + 1, k + 1):
        before = z[PSI + i - 1]
        z[PSI + i - 1] = span
        z[BETA + i] = z[BETA + i - 1] * span / before
        span = before + h
        z[ALPHA + i] = h / span
        z[SIGMA + i + 1] = i * z[ALPHA + i] * z[SIGMA + i]
    z[PSI + k] = span


@njit
def update_integrals(z, k, last, ns):
    """The coefficients g of the formulas (block 1)."""
    if ns == 1:
        for q in range(1, k + 1):
            z[V + q] = 1.0 / (q * (q + 1))
            z[W + q] = z[V + q]
    else:
        if k > last:
            z[V + k] = 1.0 / (k * (k + 1))
            for j in range(1, ns - 1):
                z[V + k - j] -= z[ALPHA + j + 1] * z[V + k - j + 1]
        for q in range(1, k + 2 - ns):
            z[V + q] -= z[ALPHA + ns] * z[V + q + 1]
            z[W + q] = z[V + q]
        z[G + ns + 1] = z[W + 1]
    for i in range(ns + 2, k + 2):
        for q in range(1, k + 3 - i):
            z[W + q] -= z[ALPHA + i - 1] * z[W + q + 1]
        z[G + i] = z[W + 1]


@njit
def update_coefficients(z, s, h):
    """Coefficients of this step; with equal steps only those of the highest orders are new."""
    if h.real != z[H_DONE].real:
        s[EQUAL_STEPS] = 0
    if s[EQUAL_STEPS] <= s[LAST_ORDER]:
        s[EQUAL_STEPS] += 1
    if s[ORDER] >= s[EQUAL_STEPS]:
        update_ratios(z, s[ORDER], s[EQUAL_STEPS], h)
        update_integrals(z, s[ORDER], s[LAST_ORDER], s[EQUAL_STEPS])


@njit
def predict(z, s, h):
    """Prediction of order k into the trial vector; the differences are carried to the end of the step."""
    n, k, y, trial = s[SIZE], s[ORDER], s[Y], s[TRIAL]
    for i in range(s[EQUAL_STEPS] + 1, k + 1):
        for j in range(n):
            z[phi(s, i) + j] *= z[BETA + i]
    for j in range(n):
        z[phi(s, k + 2) + j] = z[phi(s, k + 1) + j]
        z[phi(s, k + 1) + j] = 0.0
        z[trial + j] = 0.0
    for i in range(k, 0, -1):
        here, above = phi(s, i), phi(s, i + 1)
        for j in range(n):
            z[trial + j] += z[G + i] * z[here + j]
            z[here + j] += z[above + j]
    for j in range(n):
        z[trial + j] = z[y + j] + h * z[trial + j]


@njit
def norm(z, s, i, of_difference, of_change):
    """Norm, in tolerances, of a combination of difference i and the change of f by the evaluation."""
    n, change, weight, here = s[SIZE], s[OWN] + CHANGE * s[SIZE], s[OWN] + WEIGHT * s[SIZE], phi(s, i)
    total, count = 0.0, 0
    for j in range(n):
        value = of_difference * z[here + j].real + of_change * z[change + j].real
        total += (value * z[weight + j].real) ** 2
        count += z[weight + j].real * UNCOUNTED > 1.0
    return (total / max(count, 1)) ** 0.5


@njit
def evaluate_change(address, k, p, w, z, s, t, y_at):
    """f at y minus the f that the differences predict."""
    change, first = s[OWN] + CHANGE * s[SIZE], phi(s, 1)
    evaluate(address, k, p, w, z, s, t, y_at, change)
    for j in range(s[SIZE]):
        z[change + j] = z[change + j] - z[first + j]


@njit
def weigh(z, s):
    """Inverse tolerances of this step."""
    weight = s[OWN] + WEIGHT * s[SIZE]
    for j in range(s[SIZE]):
        z[weight + j] = 1.0 / tolerance(z, s, j, s[TRIAL])


@njit
def estimate(z, s, h):
    """Error norm of the step; errors at orders k, k - 1, k - 2 say whether the order should be lowered (block 2)."""
    k, size = s[ORDER], abs(h.real)
    off = size * norm(z, s, 1, 0.0, 1.0)
    z[ERROR] = off * z[SIGMA + k + 1].real * GAMMA[k]
    s[NEXT_ORDER] = k
    if k > 1:
        lower = size * z[SIGMA + k].real * GAMMA[k - 1] * norm(z, s, k, 1.0, 1.0)
        z[ERROR_LOWER] = lower
        if k == 2 and lower <= 0.5 * z[ERROR].real:
            s[NEXT_ORDER] = 1
        if k > 2:
            lowest = size * z[SIGMA + k - 1].real * GAMMA[k - 2] * norm(z, s, k - 1, 1.0, 1.0)
            if max(lower, lowest) <= z[ERROR].real:
                s[NEXT_ORDER] = k - 1
    return off * (z[G + k].real - z[G + k + 1].real)


@njit
def restore(z, s, h):
    """Differences and psi as they were before a step that is rejected."""
    for i in range(1, s[ORDER] + 1):
        here, above = phi(s, i), phi(s, i + 1)
        for j in range(s[SIZE]):
            z[here + j] = (z[here + j] - z[above + j]) / z[BETA + i]
    for i in range(2, s[ORDER] + 1):
        z[PSI + i - 1] = z[PSI + i] - h


@njit
def shrink(z, s, error, attempt):
    """Factor of the next attempt's length: half; from the third failure on order 1 and the length that should do."""
    s[STARTING] = 0
    if attempt >= 3:
        s[NEXT_ORDER] = 1
    s[ORDER] = s[NEXT_ORDER]
    # not a number, or infinite
    if not error < 1e300:
        s[ORDER] = 1
        return NOT_FINITE_SHRINK
    if attempt > 3 and z[ERROR].real > 4.0 * AIM:
        return (AIM / z[ERROR].real) ** 0.5
    return 0.5


@njit
def correct(z, s, h):
    """Corrected value of order k + 1 in place of the prediction."""
    trial, change = s[TRIAL], s[OWN] + CHANGE * s[SIZE]
    weight = h * z[G + s[ORDER] + 1]
    for j in range(s[SIZE]):
        z[trial + j] += weight * z[change + j]
    s[LAST_ORDER] = s[ORDER]


@njit
def step(address, k, p, w, z, s):
    """One accepted step, after as many attempts as it takes."""
    if s[ORDER] == 0:
        if not start(address, k, p, w, z, s):
            return NOT_FINITE
    elif not settle(address, k, p, w, z, s):
        return NOT_FINITE
    open_step(z, s)
    attempt, not_finite = 0, 0
    while not_finite < NOT_FINITE_LIMIT:
        h = next_length(z, s, STRETCH)
        update_coefficients(z, s, h)
        predict(z, s, h)
        evaluate_change(address, k, p, w, z, s, moment(z, 1.0, h), s[TRIAL])
        weigh(z, s)
        error = estimate(z, s, h)
        if error <= allowance(z, s, h, error, False):
            correct(z, s, h)
            return accept(z, s, h)
        refuse(z, s, h, error)
        restore(z, s, h)
        attempt += 1
        s[REJECTED] += 1
        z[H] = abs(h.real) * shrink(z, s, error, attempt)
        # not a number, or infinite
        if not error < 1e300:
            not_finite += 1
        if z[H].real < shortest(z):
            return STEP_TOO_SMALL
    return NOT_FINITE


@njit
def choose_order(z, s):
    """Order and length of the next step from the errors at neighbouring orders (block 4); the length only doubles."""
    k, lower, error = s[ORDER], s[NEXT_ORDER] < s[ORDER], z[ERROR].real
    size = abs(z[H_DONE].real)
    if lower or k == LARGEST_ORDER:
        s[STARTING] = 0
    if s[STARTING] == 1:
        s[ORDER], z[H] = k + 1, 2.0 * size
        return
    if not lower and k + 1 <= s[EQUAL_STEPS]:
        higher = size * GAMMA[k + 1] * norm(z, s, k + 2, 1.0, 0.0)
        if k > 1 and z[ERROR_LOWER].real <= min(error, higher):
            lower = True
        elif k < LARGEST_ORDER and higher < (error if k > 1 else 0.5 * error):
            s[ORDER], error = k + 1, higher
    if lower:
        s[ORDER], error = k - 1, z[ERROR_LOWER].real
    if error * 2.0 ** (s[ORDER] + 1) <= AIM:
        z[H] = 2.0 * size
    elif error <= AIM:
        z[H] = size
    else:
        z[H] = size * max(0.5, min(0.9, (AIM / error) ** (1.0 / (s[ORDER] + 1))))


@njit
def settle(address, k, p, w, z, s):
    """f at the accepted y, the differences with it, and the next step's order and length; tells whether f is finite."""
    if s[ORDER] == 0:
        return settle_slope(address, k, p, w, z, s)
    if s[SETTLED] == 1:
        return True
    n, order, change = s[SIZE], s[ORDER], s[OWN] + CHANGE * s[SIZE]
    evaluate_change(address, k, p, w, z, s, z[T], s[Y])
    if not finite(z, change, n):
        return False
    new, newest = phi(s, order + 1), phi(s, order + 2)
    for j in range(n):
        z[new + j] = z[change + j]
        z[newest + j] = z[new + j] - z[newest + j]
    for i in range(1, order + 1):
        here = phi(s, i)
        for j in range(n):
            z[here + j] += z[new + j]
    choose_order(z, s)
    s[SETTLED] = 1
    return True


@njit
def prepare_dense(address, k, p, w, z, s):
    """The interpolant needs the differences at the end of the step."""
    if not settle(address, k, p, w, z, s):
        return False
    s[DENSE] = 1
    return True


@njit
def dense(z, s, t, out):
    """The integral of the polynomial through the last k + 1 values of f, from the end of the step (INTRP)."""
    n, count, y = s[SIZE], s[LAST_ORDER] + 1, s[Y]
    h = t - z[T]
    for i in range(1, count + 1):
        z[W_DENSE + i] = 1.0 / i
    z[G_DENSE + 1] = 1.0
    span = 0.0 * h
    for j in range(2, count + 1):
        before = z[PSI + j - 1]
        for i in range(1, count + 2 - j):
            z[W_DENSE + i] = ((h + span) * z[W_DENSE + i] - h * z[W_DENSE + i + 1]) / before
        z[G_DENSE + j] = z[W_DENSE + 1]
        span = before
    for j in range(n):
        total = 0.0 * h
        for i in range(count, 0, -1):
            total += z[G_DENSE + i] * z[phi(s, i) + j]
        out[j] = z[y + j] + h * total
    return 1
