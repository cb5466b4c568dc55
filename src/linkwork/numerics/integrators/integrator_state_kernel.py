"""What the integrators of y' = f(t, y) share: the places of an integration's state, error norm, step lengths.

All state is in one float array `z` (float64, or complex128 for derivatives by the complex step) and one int64 array
`s`; `integrators.integrator.prepare` makes both. Decisions look at real parts only. Inside, both are C pointers,
and so are the tables `k`, `p`, `w` of the right-hand side, which is called by its `address` and otherwise opaque.

f at the accepted y is evaluated late, when the next step or the interpolant needs it: a caller that corrects y between
the steps (`revise`) pays nothing for it.
"""

from __future__ import annotations

import numpy as np

from linkwork.numerics.jit import call_rate, njit, part

# The int state: what it is, statistics, flags, then where in z the vectors start.
METHOD, SIZE, STATUS, DIRECTION = range(4)  # the method, numbers in y, of the last step, +1 or -1
STEPS, REJECTED, EVALUATIONS = 4, 5, 6  # accepted steps, rejected steps, calls of f (all of them)
SETTLED = 7  # whether f at the accepted y is known
SPAN = 8  # whether z still holds what the last accepted step is made of
DENSE = 9  # whether the interpolant of that step is ready, or ROUGH
ROUGH = 2  # for DENSE: only the cubic, as its further stages were not finite
ATOL, Y, Y_OLD, F, TRIAL, OWN = 10, 11, 12, 13, 14, 15  # OWN: the method's own vectors
ORDER, LAST_ORDER, NEXT_ORDER, EQUAL_STEPS, STARTING = 16, 17, 18, 19, 20  # of the Adams method
STEP_AT, SETTLE_AT, PREPARE_AT, DENSE_AT = 21, 22, 23, 24  # addresses of the method's parts
EXTRA = 25  # where the method's own numbers start: its settings, then matrices and the like
JACOBIANS, FACTORISATIONS, ITERATIONS = 26, 27, 28  # of the implicit methods: counted since the start
FRESH = 29  # whether the Jacobian was made at the start of the present step
OWN_TABLE = 30  # where behind the state the method's own table starts; 0 where it has none
LINEAR_AT, TASK = 31, 32  # address of a solver of its linear equations that the caller provides, and what it is to do
STATE = 33

# The float state: single numbers, then the tables of the Adams method, then vectors.
T, T_OLD, STOP, RTOL = range(4)  # times of the last accepted step, the time no step goes beyond, relative tolerance
H, H_DONE, H_MIN, H_MAX = 4, 5, 6, 7  # lengths: of the next step (0: not chosen), of the last (signed), limits
ERROR, ERROR_LOWER = 8, 9  # norm of the last error estimate; of the next lower order (Adams)
AVOID = 10  # a time near which f is not to be evaluated (NEVER: none)
OVER_ERROR = 11  # norm of the error of the last step over it that was refused (0: none was)
TABLES = 12
TABLE, TABLE_COUNT = 14, 9  # numbers of a table of the Adams method (counted from 1), how many tables
VECTORS = TABLES + TABLE * TABLE_COUNT

RK4, DOP853, ADAMS, RADAU, ALPHA, MIDPOINT, TRAPEZOIDAL, MOREAU = range(8)
ACCEPTED, AT_STOP, STEP_TOO_SMALL, NOT_FINITE, NOT_CONVERGED = range(5)

# For each method the place in a step that is farthest from its stages, as a part of the step's length; 0 where a time
# to avoid means nothing, because the method has an equation of its own there.
GAPS = np.array([0.25, 0.466, 0.5, 0.4, 0.0, 0.0, 0.0, 0.0])
OVER = 0.8  # of the length of a step: that of one over a time to avoid, where f is looked at less closely
LONGER = 1.05  # times that length: so long it may be
CUT = 0.25  # of the way to a time to avoid: a step up to it is no shorter
LEAST_REST = 0.05  # of a step: a stop this close behind a time to avoid does not shorten the step over it
ROUND_OFF = 16 * 2.0**-52  # the shortest step, of the time
ERROR_START = 1e-4  # the smallest error that the control of the step length remembers
NEVER = 1e300  # a time that no run reaches
UNCOUNTED = 1e200  # tolerance from which on a component does not count: others tell its value
SMALLEST = 1e-300  # the shortest step at time zero
STRETCH = 0.01  # a step is made this much longer to reach the stop (Hairer)
NOT_FINITE_LIMIT = 10  # attempts at a step in which f is not finite
NOT_FINITE_SHRINK = 0.25  # of the step after each of them
LOOKS = 2  # Euler steps for the first length: a second, longer one where the first was too short to tell
REACH = 100.0  # a length found by an Euler step is at most this many times as long


@njit
def evaluate(address, k, p, w, z, s, t, y_at, f_at):
    """One counted call of f."""
    s[EVALUATIONS] += 1
    call_rate(address, k, p, w, t, part(z, y_at), part(z, f_at))


@njit
def copy(z, source, target, n):
    """Copy one vector of the state onto another."""
    for i in range(n):
        z[target + i] = z[source + i]


@njit
def finite(z, at, n):
    """Whether all numbers of a vector are finite."""
    total = 0.0
    for i in range(n):
        total += 0.0 * z[at + i].real
    return total == 0.0


@njit
def tolerance(z, s, i, other):
    """Error allowed in component i: atol + rtol max(|y|, |other|), `other` being a second vector."""
    size = max(abs(z[s[Y] + i].real), abs(z[other + i].real))
    return z[s[ATOL] + i].real + z[RTOL].real * size


@njit
def shortest(z):
    """The shortest step allowed at the present time."""
    return max(z[H_MIN].real, ROUND_OFF * abs(z[T].real), SMALLEST)


@njit
def clear_length(z, s, size):
    """A length of at most about `size` with which no stage comes near the time to avoid.

    Either the step goes over that time, which then lies in the widest gap between its stages, or it ends so far before
    it that the next one can.
    """
    gap, way = GAPS[s[METHOD]], s[DIRECTION] * (z[AVOID] - z[T]).real
    if gap == 0.0 or not 0.0 < way < (1.0 + gap * OVER) * size:
        return size
    rest, over = s[DIRECTION] * (z[STOP] - z[AVOID]).real, OVER * size
    if rest < 0.0:
        return size
    if LEAST_REST * over < rest < (1.0 - gap) * over:
        over = rest / (1.0 - gap)
    if way <= gap * LONGER * over:
        return way / gap
    return max(way - gap * over, CUT * way)


@njit
def next_length(z, s, stretch):
    """Signed length of the step to try: within the limits, and up to the stop where that is near."""
    size = min(max(z[H].real, shortest(z)), z[H_MAX].real)
    if z[AVOID].real < NEVER:
        size = clear_length(z, s, size)
    left = z[STOP] - z[T]
    if abs(left.real) <= size * (1.0 + stretch):
        return left
    return s[DIRECTION] * size


@njit
def moment(z, c, h):
    """Time of the fraction c of a step from T_OLD; its end is exactly the stop when it leads there."""
    if c == 1.0 and (z[STOP] - z[T_OLD]).real == h.real:
        return z[STOP]
    return z[T_OLD] + c * h


@njit
def open_step(z, s):
    """The accepted state becomes the start of a step."""
    s[SPAN], s[DENSE] = 0, 0
    z[T_OLD] = z[T]
    copy(z, s[Y], s[Y_OLD], s[SIZE])


@njit
def accept(z, s, h):
    """The trial vector becomes the accepted y at the end of the step."""
    z[T], z[H_DONE] = moment(z, 1.0, h), h
    copy(z, s[TRIAL], s[Y], s[SIZE])
    s[STEPS] += 1
    s[SETTLED], s[SPAN] = 0, 1
    return ACCEPTED


@njit
def settle_slope(address, k, p, w, z, s):
    """f at the accepted y into the vector F, unless it is there; tells whether it is finite."""
    if s[SETTLED] == 0:
        evaluate(address, k, p, w, z, s, z[T], s[Y], s[F])
        s[SETTLED] = 1
    return finite(z, s[F], s[SIZE])


@njit
def cubic(z, s, t, first, last, out):
    """The cubic with the values of y at both ends of the last step and the slopes at `first` and `last`."""
    h, start, end = z[H_DONE], s[Y_OLD], s[Y]
    x = (t - z[T_OLD]) / h
    for i in range(s[SIZE]):
        rise = z[end + i] - z[start + i]
        bend = (1.0 - 2.0 * x) * rise + (x - 1.0) * h * z[first + i] + x * h * z[last + i]
        out[i] = z[start + i] + x * rise + x * (x - 1.0) * bend
    return 1


@njit
def rms(z, s, at):
    """Root mean square of a vector, each component divided by its tolerance."""
    total, count = 0.0, 0
    for i in range(s[SIZE]):
        allowed = tolerance(z, s, i, s[Y])
        total += (z[at + i].real / allowed) ** 2
        count += allowed < UNCOUNTED
    return (total / max(count, 1)) ** 0.5


@njit
def choose_first_length(address, k, p, w, z, s, scratch, order):
    """First step length from f and an Euler step; the local error grows with h^order.

    Hairer, Norsett, Wanner: Solving Ordinary Differential Equations I, 2nd ed., II.4, starting step size. F holds
    f at y; `scratch` is a free vector. From rest their Euler step is far too short, because velocities that are zero
    have small tolerances: then a second one goes as far as the first one allows.
    """
    n, y, f, trial = s[SIZE], s[Y], s[F], s[TRIAL]
    largest = min(z[H_MAX].real, abs((z[STOP] - z[T]).real))
    size, slope = rms(z, s, y), rms(z, s, f)
    # the numbers of this rule are those of the book
    h = 1e-6 if size < 1e-5 or slope < 1e-5 else 0.01 * size / slope
    h = min(h, largest)
    for _ in range(LOOKS):
        signed = s[DIRECTION] * h
        for i in range(n):
            z[trial + i] = z[y + i] + signed * z[f + i]
        evaluate(address, k, p, w, z, s, z[T] + signed, trial, scratch)
        for i in range(n):
            z[scratch + i] = z[scratch + i] - z[f + i]
        curvature = rms(z, s, scratch) / h
        steepest = max(slope, curvature)
        # not a number, or infinite
        if not steepest < 1e300:
            z[H] = h
            return
        # nothing changes: a thousandth of the first try, as in the book
        if steepest <= 1e-15:
            z[H] = min(max(1e-6, 1e-3 * h), largest)
            return
        h *= REACH
        # a step whose local error, judged by this slope, is a hundredth of what is allowed
        wanted = min((0.01 / steepest) ** (1.0 / order), largest)
        z[H] = min(h, wanted)
        if wanted <= h:
            return
