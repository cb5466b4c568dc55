"""The generalised-alpha method for constrained mechanical systems, directly on position level (index 3).

Order 2, with numerical damping of high frequencies set by the spectral radius rho at infinity (1: none, 0: at once).
The equations and their scaling are in `alpha_state_kernel`, the iteration in `alpha_newton_kernel`. The error is
estimated from the change of the auxiliary acceleration and, for the velocities, from its second difference; both are
filtered by Newton's matrix, so that stiff directions and those of the constraints do not shorten the steps. Own
states go by the trapezoidal rule. Variable
steps move a0 along with the step length (Bruls, Arnold: The generalized-alpha scheme as a linear multistep integrator,
J. Comput. Nonlinear Dyn. 3 (2008) 041007). A fixed step whose iteration does not converge is cut, and the next one goes
on to where it should have ended. Backward Euler is made of the same parts, with fixed steps alone.
"""

from __future__ import annotations

from linkwork.numerics.integrators.first_step_kernel import begin_briefly
from linkwork.numerics.integrators.integrator_state_kernel import (
    DENSE,
    DIRECTION,
    EXTRA,
    FRESH,
    H_DONE,
    NOT_CONVERGED,
    NOT_FINITE,
    NOT_FINITE_LIMIT,
    REJECTED,
    SIZE,
    SPAN,
    STEP_TOO_SMALL,
    STRETCH,
    TRIAL,
    Y_OLD,
    F,
    H,
    accept,
    choose_first_length,
    copy,
    cubic,
    moment,
    next_length,
    open_step,
    settle_slope,
    shortest,
    tolerance,
)
from linkwork.numerics.jit import njit
from linkwork.places.layout_kernel import COLUMN_SCALE, COORDINATES, EQUATIONS, MASS_SCALE, QUADRATURES, STATES
from linkwork.system.methods import alpha_state_kernel
from linkwork.system.methods.alpha_newton_kernel import (
    BROKEN,
    CONVERGED,
    FAST,
    newton,
    predict,
    solve_newton,
    thorough_newton,
)
from linkwork.system.methods.alpha_state_kernel import (
    AUX0,
    AUX1,
    BEFORE,
    COLUMNS,
    CONVERGENCE,
    DISTRUST,
    FIXED,
    H_BEFORE,
    RATE,
    RATE0,
    RATE1,
    REST,
    THETA,
    blocks,
    coefficients,
    residual,
    vector,
)
from linkwork.system.methods.newton_kernel import add_inertia

settle = settle_slope
OWN_VECTORS, SLOPE_VECTOR = alpha_state_kernel.OWN_VECTORS, alpha_state_kernel.SLOPE_VECTOR

ORDER = 3  # of the local error
SAFETY = 0.9  # of the length that the error allows, as usual
LARGEST_SHRINK, LARGEST_GROWTH, KEEP_LENGTH = 5.0, 2.0, 1.2  # up to the last, length and factor are kept
CAREFUL_STEPS = 50.0  # that make a new matrix each, after an old one has failed
FAR, WORTHLESS = 0.01, 1e3  # an error in model lengths or radians that the filter must not hide; its norm
CUTS = 5  # how often a fixed step is halved whose iteration does not converge
FIXED_STRETCH = 1e-9  # the last of fixed steps takes over what round-off has left of the interval


@njit
def filtered(k, p, w, z, s, source, first):
    """Root mean square of a change of the coordinates in units of the tolerances from component `first` on.

    Stiff directions and those of the constraints are taken out by Newton's matrix.
    """
    n = k[COORDINATES]
    size, _, _, _, _, _, side, _ = blocks(z, s)
    am, af, _, _ = coefficients(z, s)
    for i in range(size):
        z[side + i] = 0.0
    add_inertia(k, p, w, z, source, side, (1.0 - am) / (1.0 - af))
    for i in range(n):
        z[side + i] *= p[k[COLUMN_SCALE] + i] / p[k[MASS_SCALE]]
    solve_newton(z, s)
    total = 0.0
    for i in range(n):
        change = (z[side + i] * p[k[COLUMN_SCALE] + i]).real
        total += (change / tolerance(z, s, first + i, s[TRIAL])) ** 2
    return total


@njit
def error(k, p, w, z, s, h):
    """Norm of the error estimate of positions, velocities and own states, 1 at the tolerance."""
    n = k[COORDINATES]
    am, af, b, _ = coefficients(z, s)
    aux0, aux1, before, work = vector(s, AUX0) + n, vector(s, AUX1), vector(s, BEFORE) + n, vector(s, RATE)
    known = 1.0 if z[s[EXTRA] + H_BEFORE].real > 0.0 else 0.0
    for i in range(n):
        rise = z[aux1 + i] - z[aux0 + i]
        z[work + i] = (b + 0.5 * (am - af) - 1.0 / 6.0) * h * h * rise
        z[work + n + i] = known * h / 12.0 * (rise - h * z[before + i])
        if not abs(z[work + i].real) < FAR * p[k[COLUMN_SCALE] + i].real:
            return WORTHLESS
    norm = own_error(k, z, s, h, known)
    if n > 0:
        total = filtered(k, p, w, z, s, work, 0) + filtered(k, p, w, z, s, work + n, n)
        norm = max(norm, (total / (2 * n)) ** 0.5)
    return norm


@njit
def own_error(k, z, s, h, known):
    """Norm of the error estimate of own states, which go by the trapezoidal rule.

    Without a step before, their whole change of rate counts. It is not filtered: the rule follows a stiff state only in
    the ends of its steps, and rows lie between them.
    """
    n, x = k[COORDINATES], k[STATES] - QUADRATURES
    rate0, rate1, before = vector(s, RATE0) + 2 * n, vector(s, RATE1) + 2 * n, vector(s, BEFORE) + 2 * n
    total = 0.0
    for i in range(x):
        change = h / 12.0 * (z[rate1 + i] - z[rate0 + i] - known * h * z[before + i])
        total += (change.real / tolerance(z, s, 2 * n + i, s[TRIAL])) ** 2
    return (total / x) ** 0.5 if x > 0 else 0.0


@njit
def begin(address, k, p, w, z, s):
    """What the end of the last step has left becomes the start of this one; without it, f at the accepted y."""
    n, extra, known = int(z[s[EXTRA] + COLUMNS].real), s[EXTRA], s[SPAN] == 1
    rate0, aux0, before = vector(s, RATE0), vector(s, AUX0), vector(s, BEFORE)
    if known:
        h = z[H_DONE]
        rate1, aux1 = vector(s, RATE1), vector(s, AUX1)
        for i in range(n):
            z[before + i] = (z[rate1 + n + i] - z[rate0 + n + i]) / h
            z[before + n + i] = (z[aux1 + i] - z[aux0 + n + i]) / h
        for i in range(2 * n, s[SIZE]):
            z[before + i] = (z[rate1 + i] - z[rate0 + i]) / h
        copy(z, rate1, rate0, s[SIZE])
        copy(z, aux1, aux0, n)
        z[extra + H_BEFORE] = abs(h.real)
        return True
    if not settle_slope(address, k, p, w, z, s):
        return False
    copy(z, s[F], rate0, s[SIZE])
    copy(z, s[F] + n, aux0, n)
    for i in range(s[SIZE]):
        z[before + i] = 0.0
    z[extra + H_BEFORE], z[extra + CONVERGENCE] = 0.0, 1.0
    if z[H].real == 0.0:
        choose_first_length(address, k, p, w, z, s, vector(s, RATE), ORDER)
        begin_briefly(z)
    return True


@njit
def finish(z, s, h, norm, rejected):
    """Accept the step and choose the next length."""
    size = abs(h.real)
    if z[s[EXTRA] + FIXED].real == 0.0:
        length = size / max(1.0 / LARGEST_GROWTH, min(LARGEST_SHRINK, norm ** (1.0 / ORDER) / SAFETY))
        if rejected:
            length = min(length, size)
        if size < z[H].real:
            length = max(length, z[H].real)
        elif size <= length <= KEEP_LENGTH * size and z[s[EXTRA] + THETA].real <= FAST:
            length = size
        z[H] = length
    z[s[EXTRA] + DISTRUST] = max(z[s[EXTRA] + DISTRUST].real - 1.0, 0.0)
    n, rate1 = int(z[s[EXTRA] + COLUMNS].real), vector(s, RATE1)
    for i in range(n):
        z[rate1 + i] = z[s[TRIAL] + n + i]
    for i in range(s[SIZE] - QUADRATURES, s[SIZE]):
        z[s[TRIAL] + i] = z[s[Y_OLD] + i] + 0.5 * h * (z[vector(s, RATE0) + i] + z[rate1 + i])
    return accept(z, s, h)


@njit
def step(address, k, p, w, z, s):
    """One accepted step, after as many attempts as it takes; a fixed step is cut only where the iteration fails."""
    extra, n = s[EXTRA], k[COORDINATES]
    rest = z[extra + REST].real if s[SPAN] == 1 else 0.0
    if not begin(address, k, p, w, z, s):
        return NOT_FINITE
    fixed = z[extra + FIXED].real != 0.0
    open_step(z, s)
    s[FRESH] = 0
    rejected, broken = 0, 0
    while broken < NOT_FINITE_LIMIT:
        h = next_length(z, s, FIXED_STRETCH if fixed else STRETCH)
        if 0.0 < rest * (1.0 + FIXED_STRETCH) < abs(h.real):
            h = s[DIRECTION] * rest
        whole = abs(h.real)
        if fixed:
            h *= 0.5**rejected
        size = abs(h.real)
        predict(z, s, h, n)
        outcome = newton(address, k, p, w, z, s, h)
        if fixed and outcome != CONVERGED and s[FRESH] == 1:
            predict(z, s, h, n)
            outcome = thorough_newton(address, k, p, w, z, s, h)
        if outcome == CONVERGED:
            if k[STATES] > QUADRATURES:  # rates of own states at the end itself, not before the last correction
                residual(address, k, p, w, z, s, moment(z, 1.0, h), h, blocks(z, s)[6])
            norm = 0.0 if fixed else error(k, p, w, z, s, h)
            if norm <= 1.0:
                z[extra + REST] = whole - size
                return finish(z, s, h, norm, rejected > 0)
            # an error that is not finite says nothing of the step: a fifth, as a step that Newton did not reach
            z[H] = size / min(LARGEST_SHRINK, norm ** (1.0 / ORDER) / SAFETY) if norm < 1e300 else 0.2 * size
        elif s[FRESH] == 0:
            z[extra + DISTRUST] = CAREFUL_STEPS
            continue
        elif fixed:
            if rejected == CUTS:
                return NOT_FINITE if outcome == BROKEN else NOT_CONVERGED
            z[extra + DISTRUST] = CAREFUL_STEPS
        else:
            broken += outcome == BROKEN
            z[H] = 0.5 * size
            z[extra + DISTRUST] = CAREFUL_STEPS
        if outcome == BROKEN:  # multipliers that are no numbers
            for row in range(k[EQUATIONS]):
                z[blocks(z, s)[1] + row] = 0.0
        rejected += 1
        s[REJECTED] += 1
        if not fixed and z[H].real < shortest(z):
            return STEP_TOO_SMALL if outcome == CONVERGED else NOT_CONVERGED
    return NOT_FINITE


@njit
def prepare_dense(address, k, p, w, z, s):
    """The rates at both ends are there already: it costs nothing."""
    s[DENSE] = 1
    return True


@njit
def dense(z, s, t, out):
    """The cubic with the values and rates of both ends: coordinates, velocities, own states."""
    return cubic(z, s, t, vector(s, RATE0), vector(s, RATE1), out)
