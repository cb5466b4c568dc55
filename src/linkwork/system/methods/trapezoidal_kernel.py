"""The trapezoidal rule in joint coordinates with an augmented Lagrangian of index 3, with a fixed step (order 2).

Its equations are in `trapezoidal_state_kernel`. The closures hold at the end of every step; velocities and
accelerations are then projected onto theirs by the shortest way in the metric of the masses (Cuadrado, Cardenal, Bayo),
without which the rule would make them swing. Newton's matrix is made by differences of the residual and kept while the
iteration converges fast.
"""

from __future__ import annotations

from linkwork.numerics.integrators.integrator_state_kernel import (
    ATOL,
    DENSE,
    EXTRA,
    FACTORISATIONS,
    FRESH,
    ITERATIONS,
    JACOBIANS,
    NOT_CONVERGED,
    NOT_FINITE,
    RTOL,
    SIZE,
    SPAN,
    TRIAL,
    Y_OLD,
    F,
    accept,
    copy,
    cubic,
    finite,
    moment,
    next_length,
    open_step,
    settle_slope,
)
from linkwork.numerics.jit import njit, part
from linkwork.numerics.lu_kernel import factor, solve
from linkwork.places.layout_kernel import MOTION, QUADRATURES, STATE_RATE, STATES
from linkwork.system.dynamics.state_kernel import store_powers
from linkwork.system.formulations.joint_dense_kernel import load_joint_motion, sizes
from linkwork.system.formulations.joint_kernel import close_rates, make_factor
from linkwork.system.methods import trapezoidal_state_kernel
from linkwork.system.methods.step_iteration_kernel import (
    BROKEN,
    CONVERGED,
    GOING_ON,
    INCREMENT,
    MOST_ITERATIONS,
    SLOW,
    STRETCH,
    enough,
    judge,
    wants_matrix,
)
from linkwork.system.methods.trapezoidal_state_kernel import (
    PENALTY,
    RATE0,
    RATE1,
    THETA,
    blocks,
    move_end,
    residual,
    vector,
)
from linkwork.system.rods.rod_place_kernel import follow_rods
from linkwork.system.tree.closure_place_kernel import given_at, multipliers_at, rows_at, side_at, solution_at
from linkwork.system.tree.closure_solver_kernel import factor_closures, solve_closures
from linkwork.system.tree.cut_kernel import evaluate_cuts, take_multipliers
from linkwork.system.tree.tree_kernel import spread, vectors_at

settle = settle_slope
OWN_VECTORS, SLOPE_VECTOR = trapezoidal_state_kernel.OWN_VECTORS, trapezoidal_state_kernel.SLOPE_VECTOR


@njit
def make_matrix(k, p, w, z, s, h, base):
    """Newton's matrix by differences of the residual just evaluated at `base`, with the penalty; factored."""
    n, m = sizes(k)
    x, units = k[STATES] - QUADRATURES, vectors_at(k)
    size, _, _, rows, _, matrix, pivots, side = blocks(z, s)
    for column in range(n + x):
        at = s[TRIAL] + (column if column < n else n + column)
        unit = w[units + column].real if column < n else 1.0
        # without a relative tolerance: a hundredth of a unit
        least = z[s[ATOL] + n + column].real / z[RTOL].real if z[RTOL].real > 0.0 else 1e-2
        kept = z[at]
        z[at] = kept + INCREMENT * (unit if column < n else max(abs(kept.real), least))
        change = (z[at] - kept).real
        residual(k, p, w, z, s, h, side)
        z[at] = kept
        for row in range(size):
            z[matrix + row * size + column] = (z[side + row] - z[base + row]) / change * unit
    residual(k, p, w, z, s, h, side)
    copy(z, rows, rows + m * n, m * n)
    for row in range(m):
        at = rows + n * row
        for i in range(n):
            for j in range(n):
                z[matrix + i * size + j] += PENALTY * z[at + i] * z[at + j]
    s[JACOBIANS] += 1
    s[FACTORISATIONS] += 1
    s[FRESH] = 1
    return factor(z, matrix, size, pivots)


@njit
def correct(k, w, z, s):
    """Solve for the step of the iteration and take it, with the multipliers; its largest scaled change.

    The penalty goes with the rows of the matrix: with others it would push along the free directions.
    """
    n, m = sizes(k)
    x, units = k[STATES] - QUADRATURES, vectors_at(k)
    size, multipliers, errors, rows, _, matrix, pivots, side = blocks(z, s)
    rows += m * n
    for row in range(m):
        for i in range(n):
            z[side + i] += PENALTY * z[rows + n * row + i] * z[errors + row]
    solve(z, matrix, size, pivots, side)
    largest = 0.0
    for i in range(n):
        z[s[TRIAL] + i] -= z[side + i] * w[units + i]
        if not abs(z[side + i].real) <= largest:
            largest = abs(z[side + i].real)
    for row in range(m):
        left = z[errors + row]
        for i in range(n):
            left -= z[rows + n * row + i] * z[side + i]
        z[multipliers + row] -= PENALTY * left
    for i in range(x):
        z[s[TRIAL] + 2 * n + i] -= z[side + n + i]
    s[ITERATIONS] += 1
    return largest


@njit
def newton(k, p, w, z, s, h):
    """The iteration of one step: CONVERGED, SLOW or BROKEN (a force is not finite)."""
    n, m = sizes(k)
    theta, start, first = s[EXTRA] + THETA, s[Y_OLD], vector(s, RATE0)
    size, multipliers, _, _, _, _, _, side = blocks(z, s)
    base = side + size
    for i in range(n):
        z[s[TRIAL] + i] = z[start + i] + h * (z[start + n + i] + 0.5 * h * z[first + n + i])
    for i in range(2 * n, s[SIZE]):
        z[s[TRIAL] + i] = z[start + i] + h * z[first + i]
    for row in range(m):
        z[multipliers + row] = 0.25 * h * h * z[multipliers + m + row]
    residual(k, p, w, z, s, h, side)
    if wants_matrix(z, s, theta):
        copy(z, side, base, size)
        if not make_matrix(k, p, w, z, s, h, base):
            return SLOW
    z[theta] = 0.0
    before = 0.0
    for count in range(MOST_ITERATIONS):
        if count > 0:
            residual(k, p, w, z, s, h, side)
        largest = correct(k, w, z, s)
        outcome = judge(k, p, w, z, s, theta, count, largest, before)
        if outcome != GOING_ON:
            return outcome
        before = largest
    return enough(k, p, w, s, before)


@njit
def project(k, p, w, z, s, t):
    """Velocities and accelerations of the end onto the closures, and the rates of all that is integrated there."""
    n, m = sizes(k)
    trial, last, units, known = s[TRIAL], vector(s, RATE1), vectors_at(k), blocks(z, s)[1] + m
    side, given, x, multipliers, rows = side_at(k), given_at(k), solution_at(k), multipliers_at(k), rows_at(k)
    spread(k, p, w, part(z, trial), True)
    follow_rods(k, p, w, t)
    evaluate_cuts(k, p, w, MOTION, t)
    close_rates(k, p, w, t, part(z, trial), make_factor(k, p, w))
    load_joint_motion(k, p, w, t, part(z, trial), part(z, trial))
    poor = factor_closures(k, w)
    solve_closures(k, w, poor)
    take_multipliers(k, p, w)
    store_powers(k, w)
    for row in range(m):
        z[known + row] = w[multipliers + row]
    for i in range(n):
        w[side + i] = 0.0
        for row in range(m):
            w[given + row] -= w[rows + n * row + i] * z[last + n + i] / w[units + i]
    solve_closures(k, w, poor)
    for i in range(n):
        z[last + i] = z[trial + n + i]
        z[last + n + i] += w[x + i] * w[units + i]
    for i in range(k[STATES]):
        z[last + 2 * n + i] = w[k[STATE_RATE] + i]


@njit
def step(address, k, p, w, z, s):
    """One step of the given length."""
    first, last, size = vector(s, RATE0), vector(s, RATE1), s[SIZE]
    if s[SPAN] == 1:
        copy(z, last, first, size)
    elif settle_slope(address, k, p, w, z, s):
        copy(z, s[F], first, size)
    else:
        return NOT_FINITE
    open_step(z, s)
    s[FRESH] = 0
    h = next_length(z, s, STRETCH)
    outcome = newton(k, p, w, z, s, h)
    if outcome != CONVERGED and s[FRESH] == 0:
        z[s[EXTRA] + THETA] = 1.0
        outcome = newton(k, p, w, z, s, h)
    if outcome != CONVERGED:
        return NOT_FINITE if outcome == BROKEN else NOT_CONVERGED
    move_end(z, s, h, sizes(k)[0])
    project(k, p, w, z, s, moment(z, 1.0, h))
    for i in range(size - QUADRATURES, size):
        z[s[TRIAL] + i] = z[s[Y_OLD] + i] + 0.5 * h * (z[first + i] + z[last + i])
    return accept(z, s, h) if finite(z, last, size) else NOT_FINITE


@njit
def prepare_dense(address, k, p, w, z, s):
    """The rates at both ends are there already: it costs nothing."""
    s[DENSE] = 1
    return True


@njit
def dense(z, s, t, out):
    """The cubic with the values and rates of both ends."""
    return cubic(z, s, t, vector(s, RATE0), vector(s, RATE1), out)


def kept(k, p, w, t, y, out):
    """The state as it is."""
    for i in range(2 * sizes(k)[0] + k[STATES]):
        out[i] = y[i]
