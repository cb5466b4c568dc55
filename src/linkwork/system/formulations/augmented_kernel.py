"""Formulation "augmented": augmented Lagrangian in accelerations (Garcia de Jalon and Bayo, Bayo and Avello; 10.91).

    (M + Phi_q' alpha Phi_q) a = Q + Phi_q' alpha c - Phi_q' lambda*,   c = gamma - 2 Omega mu Phidot - Omega^2 Phi
    lambda* := lambda* + alpha (Phi_q a - c)

repeated until the multipliers stay. The leading matrix is positive definite in every position, singular ones included,
and with redundant constraints. A pass is one correction with the factor of [[M, Phi_q'], [Phi_q, -1/alpha]], which
gives the same numbers without forming M + Phi_q' alpha Phi_q.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.numerics.ldl_factor_kernel import factor
from linkwork.numerics.ldl_kernel import M, N, multiply_residual, solve
from linkwork.places.layout_kernel import FACTOR, PATTERN, RHS, VALUES, WORK, X
from linkwork.system.constraints.equations_kernel import load_jacobian
from linkwork.system.constraints.grip_kernel import load_beside, tell_factored
from linkwork.system.dynamics.dynamics_kernel import load_motion, take_motion
from linkwork.system.dynamics.state_kernel import load_state, save_state, store_rates
from linkwork.system.formulations.baumgarte_kernel import add_stabilisation
from linkwork.system.formulations.formulation_kernel import NOT_A_NUMBER, OWN_NUMBERS, near_constraints, option, own

PENALTY, FREQUENCY, DAMPING, PASSES = range(4)  # options: alpha (of the largest inertia), Omega (1/s), mu, most passes
BROKEN = 5  # set by the tolerance: constraint errors (model lengths, radians) that the penalty must never allow
SETTLED = 1e-14  # relative change of the multipliers that ends the passes


@njit
def penalty_passes(k, base, w, values_at, factor_at, rhs_at, x_at, work_at, spare_at, passes):
    """Passes with a matrix already factored with e = 1/alpha; `spare_at` has room for two right-hand sides.

    x holds the unknowns and, behind them, the multipliers. Returns the number of passes made.
    """
    n, total = k[base + N], k[base + N] + k[base + M]
    change_at = spare_at + total
    for i in range(total):
        w[x_at + i] = 0.0
    for count in range(passes):
        multiply_residual(k, base, w, values_at, rhs_at, x_at, spare_at)
        solve(k, base, w, factor_at, spare_at, change_at, work_at)
        change, size = 0.0, 0.0
        for i in range(total):
            w[x_at + i] += w[change_at + i]
            if i >= n:
                change = max(change, abs(w[change_at + i].real))
                size = max(size, abs(w[x_at + i].real))
        if change <= SETTLED * size:
            return count + 1
    return passes


@njit
def solve_in_passes(k, p, w):
    """Solve the system whose right-hand side and rows are evaluated."""
    load_jacobian(k, p, w)
    factor(k, k[PATTERN], w, k[VALUES], k[FACTOR], 0.0, 1.0 / option(k, w, PENALTY).real)
    passes, spare = int(option(k, w, PASSES).real), own(k) + OWN_NUMBERS
    penalty_passes(k, k[PATTERN], w, k[VALUES], k[FACTOR], k[RHS], k[X], k[WORK], spare, passes)


@njit
def accelerate_augmented(k, p, w, t, frequency, damping):
    """Accelerations and multipliers by passes, with the constraint errors damped."""
    load_motion(k, p, w, t)
    add_stabilisation(k, p, w, 2.0 * frequency * damping, frequency * frequency)
    solve_in_passes(k, p, w)
    take_motion(k, p, w)


def augmented_rate(k, p, w, t, y, dy):
    """Right-hand side of the augmented Lagrangian formulation."""
    load_beside(k, p, w, t, y)
    accelerate_augmented(k, p, w, t, option(k, w, FREQUENCY), option(k, w, DAMPING))
    tell_factored(k, w, t, 1.0 / option(k, w, PENALTY).real)
    store_rates(k, w, dy)


def augmented_correct(k, p, w, t, y, out):
    """The state as it is, unless its constraints are broken, as at a dead end against which it is pushed.

    Beside a singular position the nearest one on the constraints.
    """
    load_beside(k, p, w, t, y)
    save_state(k, w, out)
    if not near_constraints(k, p, w, t, option(k, w, BROKEN).real):
        out[0] = 0.0 * t + NOT_A_NUMBER


def augmented_solve(k, p, w, t, y, out):
    """Accelerations and multipliers by passes, without the terms that damp constraint errors."""
    load_state(k, w, y)
    accelerate_augmented(k, p, w, t, 0.0 * t, 0.0 * t)
