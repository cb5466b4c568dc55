"""The Newton iteration of a step of the generalised-alpha method (see `alpha_state_kernel` for its equations).

Newton's matrix has stiffness and damping by differences: of the residual, or of large systems element by element, on
their pattern. It is kept while the iteration converges fast;
a change of the step length alone costs no evaluation. Rows that others imply are dropped through a step.
"""

from __future__ import annotations

from linkwork.numerics.integrators.integrator_state_kernel import (
    ATOL,
    EXTRA,
    FACTORISATIONS,
    FRESH,
    ITERATIONS,
    JACOBIANS,
    OWN_TABLE,
    RTOL,
    SIZE,
    TRIAL,
    Y_OLD,
    copy,
    moment,
    tolerance,
)
from linkwork.numerics.jit import njit
from linkwork.numerics.lu_kernel import factor, solve
from linkwork.places.layout_kernel import (
    COLUMN_SCALE,
    COORDINATES,
    EQUATIONS,
    MASS_SCALE,
    QUADRATURES,
    ROW_SCALE,
    STATES,
)
from linkwork.system.methods.alpha_sparse_kernel import make_sparse_matrix, make_sparse_tangent, solve_sparse
from linkwork.system.methods.alpha_state_kernel import (
    AUX0,
    AUX1,
    BEFORE,
    CONVERGENCE,
    DISTRUST,
    H_BEFORE,
    H_FACTORED,
    H_TANGENT,
    RATE,
    RATE0,
    RATE1,
    THETA,
    blocks,
    coefficients,
    early_shares,
    residual,
    vector,
)
from linkwork.system.methods.dropped_rows_kernel import drop_multipliers
from linkwork.system.methods.newton_kernel import border, copy_rows, inertia_columns
from linkwork.system.methods.step_iteration_kernel import GOOD, has_stalled

MOST_ITERATIONS = 10
MOST_THOROUGH = 30  # with a matrix each, where the usual iteration has failed
FAST = 0.25  # contraction of the iteration up to which its matrix is kept
REBUILD, MOST_REBUILDS = 0.5, 4  # contraction from which the matrix is made anew during a step, how often
GOAL = 0.01  # of the tolerance: error that the iteration leaves
ROUND_OFF = 1e-15  # change of the scaled coordinates that is nothing
INCREMENT = 1e-8  # of the scaled coordinates, for differences
CONVERGED, SLOW, BROKEN = range(3)


@njit
def predict(z, s, h, n):
    """Trial state and rates from the start of the step: accelerations go on as in the step before."""
    am, af, b, g = coefficients(z, s)
    early = early_shares(z, s)[0]
    rate0, rate1, aux0, aux1 = vector(s, RATE0), vector(s, RATE1), vector(s, AUX0), vector(s, AUX1)
    before, y, trial = vector(s, BEFORE), s[Y_OLD], s[TRIAL]
    last = z[s[EXTRA] + H_BEFORE].real
    ratio = abs(h.real) / last if last > 0.0 else 0.0
    for i in range(n):
        rate = z[rate0 + n + i]
        a0 = rate + ratio * (z[aux0 + i] - rate)
        z[aux0 + n + i] = a0
        acceleration = rate + h * z[before + i]
        a1 = ((1.0 - af) * acceleration + af * rate - am * a0) / (1.0 - am)
        z[rate1 + n + i], z[aux1 + i] = acceleration, a1
        z[trial + i] = z[y + i] + h * z[y + n + i] + h * h * (early * a0 + b * a1)
        z[trial + n + i] = z[y + n + i] + h * ((1.0 - g) * a0 + g * a1)
    for i in range(2 * n, s[SIZE]):
        z[trial + i] = z[y + i] + h * z[rate0 + i]


@njit
def make_tangent(address, k, p, w, z, s, t, h, base):
    """Stiffness and damping part of Newton's matrix, by differences of the residual just evaluated at `base`."""
    if s[OWN_TABLE] > 0:
        make_sparse_tangent(k, p, w, z, s, t, h)
    else:
        make_dense_tangent(address, k, p, w, z, s, t, h, base)
    z[s[EXTRA] + H_TANGENT] = h
    s[JACOBIANS] += 1
    s[FRESH] = 1


@njit
def make_dense_tangent(address, k, p, w, z, s, t, h, base):
    """The same column by column."""
    n, m, x = k[COORDINATES], k[EQUATIONS], k[STATES] - QUADRATURES
    size, _, _, tangent, _, _, side, _ = blocks(z, s)
    _, _, b, g = coefficients(z, s)
    trial, own, kept_rates = s[TRIAL], vector(s, RATE1) + 2 * n, vector(s, RATE) + 2 * n
    copy(z, own, kept_rates, k[STATES])
    for column in range(n + x):
        at = trial + column if column < n else trial + n + column
        scale = p[k[COLUMN_SCALE] + column].real if column < n else 1.0
        if column >= n:
            # an own state at zero is as large as its tolerances say; without a relative one 0.01
            least = z[s[ATOL] + n + column].real / z[RTOL].real if z[RTOL].real > 0.0 else 1e-2
            scale = max(abs(z[at].real), least)
        kept, kept_speed = z[at], z[trial + n + column]
        z[at] = kept + INCREMENT * scale
        change = (z[at] - kept).real
        if column < n:
            z[trial + n + column] = kept_speed + g / (b * h) * change
        residual(address, k, p, w, z, s, t, h, side)
        z[trial + n + column] = kept_speed
        z[at] = kept
        unit = p[k[COLUMN_SCALE] + column].real if column < n else 1.0
        target = tangent + (column if column < n else m + column)
        for row in range(size):
            z[target + row * size] = (z[side + row] - z[base + row]) / change * unit
    copy(z, base, side, size)
    copy(z, kept_rates, own, k[STATES])  # powers of a state that was moved for a difference are those of no step


@njit
def make_matrix(k, p, w, z, s, h):
    """Newton's matrix for the step length h, with the rows and masses just evaluated; factored."""
    z[s[EXTRA] + H_FACTORED] = h
    s[FACTORISATIONS] += 1
    if s[OWN_TABLE] > 0:
        return make_sparse_matrix(k, p, w, z, s, h)
    return make_dense_matrix(k, p, w, z, s, h)


@njit
def make_dense_matrix(k, p, w, z, s, h):
    """The same in full."""
    n, m = k[COORDINATES], k[EQUATIONS]
    size, _, rows, tangent, matrix, pivots, _, _ = blocks(z, s)
    am, af, _, _ = coefficients(z, s)
    ratio = h / z[s[EXTRA] + H_TANGENT]
    for row in range(size):
        for column in range(size):
            at, own = row * size + column, 1.0 if row == column else 0.0
            if row < n:
                z[matrix + at] = ratio * ratio * z[tangent + at]
            elif row < n + m:
                z[matrix + at] = 0.0
            else:
                z[matrix + at] = own + ratio * (z[tangent + at] - own)
    inertia_columns(k, p, w, z, matrix, size, (1.0 - am) / (1.0 - af))
    copy_rows(k, w, z, rows)
    border(k, p, z, rows, matrix, size, True)
    return factor(z, matrix, size, pivots)


@njit
def solve_newton(z, s):
    """The residual replaced by what Newton's matrix makes of it."""
    size, _, _, _, matrix, pivots, side, _ = blocks(z, s)
    if s[OWN_TABLE] > 0:
        solve_sparse(z, s)
    else:
        solve(z, matrix, size, pivots, side)


@njit
def correct(k, p, z, s, h):
    """Solve for the step of the iteration and take it; its norm (1 at the tolerance) and its largest scaled change."""
    n, m, x = k[COORDINATES], k[EQUATIONS], k[STATES] - QUADRATURES
    _, multipliers, _, _, _, _, side, _ = blocks(z, s)
    am, af, b, g = coefficients(z, s)
    solve_newton(z, s)
    trial, rate1, aux1, total, largest = s[TRIAL], vector(s, RATE1), vector(s, AUX1), 0.0, 0.0
    for i in range(n):
        largest = max(largest, abs(z[side + i].real))
        change = -z[side + i] * p[k[COLUMN_SCALE] + i]
        faster = g / (b * h) * change
        z[trial + i] += change
        z[trial + n + i] += faster
        z[rate1 + n + i] += (1.0 - am) / (b * h * h * (1.0 - af)) * change
        z[aux1 + i] += change / (b * h * h)
        total += (change.real / tolerance(z, s, i, s[TRIAL])) ** 2
        total += (faster.real / tolerance(z, s, n + i, s[TRIAL])) ** 2
    for i in range(x):
        z[trial + 2 * n + i] -= z[side + n + m + i]
        total += (z[side + n + m + i].real / tolerance(z, s, 2 * n + i, s[TRIAL])) ** 2
    for row in range(m):
        z[multipliers + row] -= z[side + n + row] * p[k[MASS_SCALE]] * p[k[ROW_SCALE] + row] / (b * h * h)
    s[ITERATIONS] += 1
    return (total / s[SIZE]) ** 0.5, largest


@njit
def newton(address, k, p, w, z, s, h):
    """The iteration of one step: CONVERGED, SLOW or BROKEN (a force is not finite)."""
    extra, t = s[EXTRA], moment(z, 1.0, h)
    size, multipliers, _, _, _, _, side, base = blocks(z, s)
    before, rebuilds, count = 0.0, 0, 0
    fresh = s[JACOBIANS] == 0 or z[extra + THETA].real > FAST or z[extra + DISTRUST].real > 0.0
    fresh = drop_multipliers(k, p, z, multipliers) or fresh
    z[extra + CONVERGENCE] = max(z[extra + CONVERGENCE].real, 1e-16) ** 0.8  # Hairer, Wanner 1996, IV.8
    z[extra + THETA] = 0.0
    while count < MOST_ITERATIONS:
        residual(address, k, p, w, z, s, t, h, side)
        if fresh:
            copy(z, side, base, size)
            make_tangent(address, k, p, w, z, s, t, h, base)
            z[extra + H_FACTORED], z[extra + CONVERGENCE], fresh = 0.0, 1.0, False
        if z[extra + H_FACTORED].real != h.real and not make_matrix(k, p, w, z, s, h):
            return SLOW
        norm, largest = correct(k, p, z, s, h)
        if not norm < 1e300:  # also not a number
            return BROKEN
        theta = norm / before if count > 0 and before > 0.0 else 0.0
        z[extra + THETA] = max(theta, z[extra + THETA].real)
        if count > 0:
            # it diverges: a factor that lets no error pass
            z[extra + CONVERGENCE] = theta / (1.0 - theta) if theta < 1.0 else 1e3
        if largest <= ROUND_OFF or (z[extra + CONVERGENCE].real * norm <= GOAL and theta < 1.0):
            return CONVERGED
        if theta >= 0.5 and has_stalled(k, p, w, largest):
            return CONVERGED
        before = norm
        count += 1
        if theta > REBUILD:
            if s[FRESH] == 0 or rebuilds == MOST_REBUILDS:
                return SLOW
            rebuilds += 1
            fresh, before, count, z[extra + THETA] = True, 0.0, 0, 0.0
    return SLOW


@njit
def thorough_newton(address, k, p, w, z, s, h):
    """The same from no multipliers, with a new matrix in every iteration.

    At a flat position multipliers have a pole. In the step over it those of the step before have the wrong sign, and
    with them the stiffness of the constraints in Newton's matrix.
    """
    m, extra, t = k[EQUATIONS], s[EXTRA], moment(z, 1.0, h)
    size, multipliers, _, _, _, _, side, base = blocks(z, s)
    for row in range(m):
        z[multipliers + row] = 0.0
    before = 0.0
    z[extra + CONVERGENCE], z[extra + THETA] = 1.0, 1.0
    for count in range(MOST_THOROUGH):
        residual(address, k, p, w, z, s, t, h, side)
        copy(z, side, base, size)
        make_tangent(address, k, p, w, z, s, t, h, base)
        if not make_matrix(k, p, w, z, s, h):
            return SLOW
        norm, largest = correct(k, p, z, s, h)
        if not norm < 1e300:  # also not a number
            return BROKEN
        theta = norm / before if before > 0.0 else 1.0
        if largest <= ROUND_OFF or (theta < 0.5 and theta / (1.0 - theta) * norm <= GOAL):
            return CONVERGED
        if count > 1 and theta >= 0.5 and (largest <= GOOD or has_stalled(k, p, w, largest)):
            return CONVERGED
        before = norm
    return SLOW
