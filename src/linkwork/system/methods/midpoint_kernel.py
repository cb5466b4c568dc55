"""The energy-conserving midpoint rule for constrained mechanical systems, with a fixed step (order 2).

Its equations are in `midpoint_state_kernel`. Newton's matrix is made by differences of the residual, of large systems
on their pattern, and kept while the iteration converges fast; the iteration goes on to round-off, because the energy is
only as constant as it is exact. The constraints hold at the end of every step, and nothing may change the velocities
there: `kept` and `shown` take the place of the projection of a formulation.
"""

from __future__ import annotations

from linkwork.numerics.integrators.integrator_state_kernel import (
    ATOL,
    DENSE,
    DIRECTION,
    EXTRA,
    FACTORISATIONS,
    FRESH,
    H_DONE,
    ITERATIONS,
    JACOBIANS,
    NOT_CONVERGED,
    NOT_FINITE,
    OWN_TABLE,
    REJECTED,
    RTOL,
    SETTLED,
    SIZE,
    SPAN,
    T_OLD,
    TRIAL,
    Y_OLD,
    F,
    H,
    Y,
    accept,
    copy,
    finite,
    moment,
    next_length,
    open_step,
    settle_slope,
)
from linkwork.numerics.jit import call_world, njit, part
from linkwork.numerics.lu_kernel import factor, solve
from linkwork.places.layout_kernel import (
    COLUMN_SCALE,
    COORDINATES,
    EQUATIONS,
    FORCES,
    FUNCTIONS,
    MASS_SCALE,
    POSITION,
    QUADRATURES,
    RECENTRE,
    ROW_SCALE,
    STATES,
    Q,
)
from linkwork.system.constraints.equations_kernel import (
    REGULARISATION,
    add_step,
    evaluate,
    factor_jacobian,
    load_right_side,
    solve_plain,
)
from linkwork.system.dynamics.state_kernel import load_state, save_state, state_size
from linkwork.system.methods import midpoint_state_kernel
from linkwork.system.methods.dropped_rows_kernel import drop_multipliers
from linkwork.system.methods.midpoint_compliant_kernel import has_compliant, mark_step
from linkwork.system.methods.midpoint_pair_kernel import STANDSTILL
from linkwork.system.methods.midpoint_sparse_kernel import make_sparse_matrix, solve_sparse
from linkwork.system.methods.midpoint_state_kernel import (
    CENTRE0,
    CENTRE1,
    COLUMNS,
    END_OF,
    FADING,
    MOVED,
    PUSH,
    RATE,
    RATES,
    REST,
    ROOM,
    SPINS,
    THETA,
    along,
    blocks,
    full_rows,
    keep_energies,
    lost_at,
    measure_motion,
    residual,
    shift,
    stores,
    values_at,
    vector,
)
from linkwork.system.methods.newton_kernel import REDUNDANT, border
from linkwork.system.methods.step_iteration_kernel import (
    BROKEN,
    CONVERGED,
    FAST,
    GOING_ON,
    INCREMENT,
    MOST_ITERATIONS,
    ROUND_OFF,
    SLOW,
    STRETCH,
    enough,
    has_stalled,
    judge,
    wants_matrix,
)

settle = settle_slope
OWN_VECTORS, SLOPE_VECTOR = midpoint_state_kernel.OWN_VECTORS, midpoint_state_kernel.SLOPE_VECTOR

MOST_ROUNDS = 40  # of the iteration with a new matrix in every round
# Where what is stiff hardly deforms, the direction of corrections is that of next to nothing: they fade out.
FADES, FADINGS = 1e4, 3  # by how much sooner each time, of squares, and how often
BRIEF = 1e-6  # of the given step: in a shorter one velocities, differences of positions by its length, are rounding
CUTS = 5  # how often a step is halved whose iteration does not converge
NO_MULTIPLIER = 1e300  # what is not less is no number
OFF_CONSTRAINTS = 1e-12  # violation in model lengths or radians from which an output is put right


@njit
def make_matrix(address, k, p, w, z, s, h, base):
    """Newton's matrix by differences of the residual just evaluated at `base`; factored."""
    s[JACOBIANS] += 1
    s[FACTORISATIONS] += 1
    s[FRESH] = 1
    lost, given = z[lost_at(k, s)], z[lost_at(k, s) + 1]
    if s[OWN_TABLE] > 0:
        made = make_sparse_matrix(address, k, p, w, z, s, h)
    else:
        made = make_dense_matrix(address, k, p, w, z, s, h, base)
    z[lost_at(k, s)], z[lost_at(k, s) + 1] = lost, given
    return made


@njit
def make_dense_matrix(address, k, p, w, z, s, h, base):
    """The same column by column."""
    n, m, x = k[COORDINATES], k[EQUATIONS], k[STATES] - QUADRATURES
    size, _, _, _, rows, matrix, pivots, side = blocks(z, s)
    for i in range(size * size):
        z[matrix + i] = 0.0
    for column in range(n + x):
        at = vector(s, CENTRE1) + column if column < n else s[TRIAL] + n + column
        unit = p[k[COLUMN_SCALE] + column].real if column < n else 1.0
        # an own state at zero is as large as its tolerances say; without a relative one 0.01
        least = z[s[ATOL] + n + column].real / z[RTOL].real if z[RTOL].real > 0.0 else 1e-2
        kept = z[at]
        z[at] = kept + INCREMENT * (unit if column < n else max(abs(kept.real), least))
        change = (z[at] - kept).real
        residual(address, k, p, w, z, s, h, side)
        z[at] = kept
        target = matrix + (column if column < n else m + column)
        for row in range(size):
            z[target + row * size] = (z[side + row] - z[base + row]) / change * unit
    copy(z, base, side, size)
    full_rows(address, k, p, w, z, s, h)
    border(k, p, z, rows, matrix, size, False)
    for row in range(n, n + m):
        z[matrix + row * size + row] -= REDUNDANT
    return factor(z, matrix, size, pivots)


@njit
def correct(k, p, z, s, h):
    """Solve for the step of the iteration and take it; its largest scaled change."""
    n, m, x = k[COORDINATES], k[EQUATIONS], k[STATES] - QUADRATURES
    size, multipliers, _, _, _, matrix, pivots, side = blocks(z, s)
    if s[OWN_TABLE] > 0:
        solve_sparse(z, s)
    else:
        solve(z, matrix, size, pivots, side)
    last, largest = vector(s, CENTRE1), 0.0
    for i in range(n):
        z[last + i] -= z[side + i] * p[k[COLUMN_SCALE] + i]
        if not abs(z[side + i].real) <= largest:
            largest = abs(z[side + i].real)
    for row in range(m):
        z[multipliers + row] -= z[side + n + row] * p[k[MASS_SCALE]] * p[k[ROW_SCALE] + row] * 2.0 / (h * h)
    for i in range(x):
        z[s[TRIAL] + 2 * n + i] -= z[side + n + m + i]
    s[ITERATIONS] += 1
    return largest


@njit
def guess_end(k, p, w, z, s, h):
    """The end of the step with the acceleration of the step before, and the constraints' values at its start.

    With other rows than in the step before the matrix is another.
    """
    n, first, last, push = k[COORDINATES], vector(s, CENTRE0), vector(s, CENTRE1), vector(s, PUSH)
    multipliers = blocks(z, s)[1]
    if drop_multipliers(k, p, z, multipliers):
        z[s[EXTRA] + THETA] = 1.0
    for i in range(k[EQUATIONS]):
        if not abs(z[multipliers + i]) < NO_MULTIPLIER:  # an attempt that broke has left no number
            z[multipliers + i] = 0.0 * z[H]
    room = vector(s, ROOM)
    for i in range(n):
        z[room + i], z[room + n + i] = z[first + i], h * (z[first + n + i] + 0.5 * h * z[push + i])
    along(k, p, w, z, room, last, END_OF)
    for i in range(2 * n, s[SIZE]):
        z[s[TRIAL] + i] = z[s[Y_OLD] + i]
    if k[FORCES] > 0:
        mark_step(k, w, 1.0)
        keep_energies(k, p, w, z, s, first, s[Y_OLD], moment(z, 0.0, h), stores(z, s)[0])
        mark_step(k, w, 0.0)
    values_at(k, p, w, z, s, first, moment(z, 0.5, h), blocks(z, s)[2])


@njit
def newton_anew(address, k, p, w, z, s, h):
    """The iteration with a new matrix in every round, for long steps and those in which a contact begins or ends."""
    size, _, _, _, _, _, _, side = blocks(z, s)
    before = 0.0
    guess_end(k, p, w, z, s, h)
    for count in range(MOST_ROUNDS):
        residual(address, k, p, w, z, s, h, side)
        copy(z, side, side + size, size)
        if not make_matrix(address, k, p, w, z, s, h, side + size):
            return SLOW
        largest = correct(k, p, z, s, h)
        if not largest < 1e300:  # also not a number
            return BROKEN
        if largest <= ROUND_OFF or (count > 0 and largest >= 0.5 * before and has_stalled(k, p, w, largest)):
            return CONVERGED
        before = largest
    return enough(k, p, w, s, before)


@njit
def newton(address, k, p, w, z, s, h):
    """The iteration of one step, to round-off: CONVERGED, SLOW or BROKEN (a force is not finite)."""
    theta = s[EXTRA] + THETA
    size, _, _, _, _, _, _, side = blocks(z, s)
    base = side + size
    guess_end(k, p, w, z, s, h)
    residual(address, k, p, w, z, s, h, side)
    if wants_matrix(z, s, theta):
        copy(z, side, base, size)
        if not make_matrix(address, k, p, w, z, s, h, base):
            return SLOW
    z[theta] = 0.0
    before = 0.0
    for count in range(MOST_ITERATIONS):
        if count > 0:
            residual(address, k, p, w, z, s, h, side)
        largest = correct(k, p, z, s, h)
        outcome = judge(k, p, w, z, s, theta, count, largest, before)
        if outcome != GOING_ON:
            return outcome
        before = largest
    return enough(k, p, w, s, before)


@njit
def polish(address, k, p, w, z, s, h):
    """Two more corrections with the matrix at the end itself.

    Where a stiff contact begins or ends the matrix serves badly, and small changes do not say that the end is near: an
    error of 1e-12 m in it has the work of 1e-8 J.
    """
    size, _, _, _, _, _, _, side = blocks(z, s)
    for count in range(2):
        residual(address, k, p, w, z, s, h, side)
        copy(z, side, side + size, size)
        if count == 0 and not make_matrix(address, k, p, w, z, s, h, side + size):
            return
        correct(k, p, z, s, h)


@njit
def step_briefly(address, k, p, w, z, s, h):
    """A step that is next to nothing, between an event and a point of the grid: along the rates at its start."""
    s[SETTLED] = 0
    if not settle_slope(address, k, p, w, z, s):
        return NOT_FINITE
    for i in range(s[SIZE]):
        z[s[TRIAL] + i] = z[s[Y_OLD] + i] + h * z[s[F] + i]
    if not finite(z, s[TRIAL], s[SIZE]):
        return NOT_FINITE
    copy(z, vector(s, CENTRE0), vector(s, CENTRE1), 2 * k[COORDINATES])  # no acceleration for the next guess
    return accept(z, s, h)


@njit
def step(address, k, p, w, z, s):
    """One step of the given length, or of what a step that was cut has left of it.

    So the ends of steps stay where the rows of the output are: between them stiff elements have no energy of their own.
    """
    n, first, last = k[COORDINATES], vector(s, CENTRE0), vector(s, CENTRE1)
    rest = z[s[EXTRA] + REST].real if s[SPAN] == 1 else 0.0
    for i in range(n):
        z[vector(s, PUSH) + i] = (z[last + n + i] - z[first + n + i]) / z[H_DONE] if s[SPAN] == 1 else 0.0 * z[H]
    call_world(k[k[FUNCTIONS] + RECENTRE], k, p, w, part(z, s[Y]), 0, 0, z[H])
    open_step(z, s)
    s[FRESH] = 0
    shift(k, p, w, z, s[Y_OLD], first, RATES, 1.0)
    h = next_length(z, s, STRETCH)
    if 0.0 < rest * (1.0 + STRETCH) < abs(h.real):  # a stop that lies at the end of the rest is reached
        h = s[DIRECTION] * rest
    tried = abs(h.real)
    if tried < BRIEF * z[H].real:
        z[s[EXTRA] + REST] = max(rest - tried, 0.0)
        return step_briefly(address, k, p, w, z, s, h)
    z[s[EXTRA] + FADING] = STANDSTILL
    outcome = newton(address, k, p, w, z, s, h)
    if outcome != CONVERGED and s[FRESH] == 0:
        z[s[EXTRA] + THETA] = 1.0
        outcome = newton(address, k, p, w, z, s, h)
    if outcome == SLOW:
        outcome = newton_anew(address, k, p, w, z, s, h)
        z[s[EXTRA] + THETA] = 1.0
    for _ in range(FADINGS if outcome == SLOW and k[FORCES] > 0 else 0):
        if outcome == SLOW:
            z[s[EXTRA] + FADING] *= FADES
            outcome = newton_anew(address, k, p, w, z, s, h)
    for _ in range(CUTS):
        if outcome != CONVERGED:
            h *= 0.5
            s[REJECTED] += 1
            z[s[EXTRA] + FADING] = STANDSTILL
            z[s[EXTRA] + THETA] = 1.0
            outcome = newton_anew(address, k, p, w, z, s, h)
    if outcome != CONVERGED:
        return NOT_FINITE if outcome == BROKEN else NOT_CONVERGED
    if has_compliant(k) and z[s[EXTRA] + THETA].real > FAST:
        polish(address, k, p, w, z, s, h)
    z[s[EXTRA] + REST] = tried - abs(h.real)
    measure_motion(k, p, w, z, s)
    for i in range(n):
        z[last + n + i] = 2.0 * z[vector(s, MOVED) + i] / h - z[first + n + i]
    shift(k, p, w, z, last, s[TRIAL], SPINS, -1.0)
    for i in range(s[SIZE] - QUADRATURES, s[SIZE]):
        z[s[TRIAL] + i] = z[s[Y_OLD] + i] + h * z[vector(s, RATE) + i]
    return accept(z, s, h)


@njit
def prepare_dense(address, k, p, w, z, s):
    """The velocities at both ends are there already: it costs nothing."""
    s[DENSE] = 1
    return True


@njit
def dense(z, s, t, out):
    """The cubic with positions and velocities of both ends; velocities and own states on straight lines."""
    n, h, start, end = int(z[s[EXTRA] + COLUMNS].real), z[H_DONE], s[Y_OLD], s[Y]
    x = (t - z[T_OLD]) / h
    for i in range(n):
        rise = z[end + i] - z[start + i]
        bend = (1.0 - 2.0 * x) * rise + (x - 1.0) * h * z[start + n + i] + x * h * z[end + n + i]
        out[i] = z[start + i] + x * rise + x * (x - 1.0) * bend
    for i in range(n, s[SIZE]):
        out[i] = (1.0 - x) * z[start + i] + x * z[end + i]
    return 1


def kept(k, p, w, t, y, out):
    """The state as it is."""
    for i in range(state_size(k)):
        out[i] = y[i]


def shown(k, p, w, t, y, out):
    """Positions between two steps onto the constraints; velocities as they are."""
    load_state(k, w, y)
    for _ in range(4):
        evaluate(k, p, w, POSITION, t)
        if load_right_side(k, p, w, 0) < OFF_CONSTRAINTS:
            break
        factor_jacobian(k, p, w, REGULARISATION)
        solve_plain(k, w)
        add_step(k, p, w, k[Q], 1.0)
    save_state(k, w, out)
