"""The compiled loop of kinematic analysis: predict, correct, velocities, accelerations, next time point.

It is resumable: all its state is in the workspace `w` and the int state `s`; `advance` comes back after `budget`
accepted steps, at the end, or when it cannot go on, and results do not depend on the budget.

Position by Newton's method from the second-order prediction q + h q' + h^2/2 q'' (Haug 3.6.13), stopping when residual
and step are both small; velocity and acceleration with the factor of the converged position (Haug 3.6.10, 3.6.11).
A step whose Newton iteration fails, or whose correction is out of proportion to the prediction (another branch), is
halved. The smallest singular value is followed with its sign by inverse iteration: its sign changes exactly where the
determinant's does, with or without redundant rows.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit, part
from linkwork.places.layout_kernel import (
    A0,
    ACCEPT,
    COLUMN_SCALE,
    COORDINATES,
    EQUATIONS,
    FLOATS,
    LEFT,
    MOTION,
    Q0,
    RHS,
    RIGHT,
    V0,
    A,
    Q,
    V,
    X,
)
from linkwork.system.constraints.equations_kernel import (
    REGULARISATION,
    add_step,
    evaluate,
    evaluate_elements,
    factor_jacobian,
    load_right_side,
    solve_motion,
    solve_plain,
    step_size,
)
from linkwork.system.constraints.plain_kernel import give_plain, recentre_motion
from linkwork.system.constraints.rounding_kernel import rounding
from linkwork.system.spatial.trail_kernel import enter

# int state
STATUS, NEXT, HALVED, ITERATIONS, FACTORED, REJECTED, EXTRA, TRAILED = range(8)
STATE = 8
RUNNING, FINISHED, STUCK, NOT_ASSEMBLED = range(4)
# single numbers from w[k[FLOATS]] on
TIME, STEP, SIGMA = range(3)

TOLERANCE = 1e-11  # of residual and step
ROUND_OFF = 1e-9  # a step this small that no longer shrinks is round-off
MAX_ITERATIONS = 10
MAX_HALVINGS = 14
SHORTEST_STEP = 1e-8  # of the grid's interval
FREE_CORRECTION = 0.02  # a correction this small (in model lengths, radians) is never taken for a jump
LARGEST_CORRECTION = 0.25  # of the predicted displacement
LONGEST_STEP = 0.3  # displacement of one step; a coarser time grid is filled with steps of its own
CROSSING_CORRECTION = 1e-3  # a larger one at a change of sign of the singular value is a jump to another branch
SINGULAR = 1e-3  # below this smallest singular value a grid point is skipped, to be filled in from its neighbours
LARGEST_SKIP = 50
FREE = 0.1  # of a unit motion that damped rows let pass where it is free
STEP_OVER = 6  # halvings after which the loop tries to step over a grid point that may be singular


@njit
def smallest_step(sigma):
    """Newton step at which to stop: smaller near singular positions, where velocities feel it more, above round-off."""
    near = min(1.0, 10.0 * abs(sigma))
    return max(TOLERANCE * near**3, 1e-14)  # a few roundings of scaled coordinates


@njit
def converge(k, p, w, s, t):
    """Newton's method at time t; true when converged. The factor belongs to the final position."""
    before = 1e300  # before the first step: longer than any
    extra = s[EXTRA]
    tolerance = smallest_step(w[k[FLOATS] + SIGMA].real)
    for _ in range(MAX_ITERATIONS):
        evaluate(k, p, w, MOTION, t)
        residual = load_right_side(k, p, w, 0)
        factor_jacobian(k, p, w, REGULARISATION)
        solve_plain(k, w)
        size = step_size(k, w)
        s[ITERATIONS] += 1
        # not a number, or a million times the size of the mechanism
        if not size < 1e6:
            return False
        add_step(k, p, w, k[Q], 1.0)
        if residual <= TOLERANCE and size <= tolerance:
            if extra == 0:
                return True
            extra -= 1
        elif size > 0.7 * before:
            if residual <= TOLERANCE:
                return size <= ROUND_OFF
            coarse = max(rounding(k, p, w) / TOLERANCE, 1.0)
            return residual <= coarse * TOLERANCE and size <= coarse * ROUND_OFF
        before = size
    return False


@njit
def predict(k, w, h):
    """Second-order prediction of the position; the null component beyond it is left alone."""
    q, q0, v0, a0 = k[Q], k[Q0], k[V0], k[A0]
    for column in range(k[COORDINATES]):
        w[q + column] = w[q0 + column] + h * (w[v0 + column] + 0.5 * h * w[a0 + column])


@njit
def remember_start(k, p, w):
    """The state from which the next step starts."""
    recentre_motion(k, p, w)
    for column in range(k[COORDINATES]):
        w[k[Q0] + column] = w[k[Q] + column]
        w[k[V0] + column] = w[k[V] + column]
        w[k[A0] + column] = w[k[A] + column]


@njit
def displacement(k, p, w, h):
    """Largest predicted displacement of a step, in model lengths and radians."""
    v0, a0, scale, largest = k[V0], k[A0], k[COLUMN_SCALE], 0.0
    for column in range(k[COORDINATES]):
        first, second = h * w[v0 + column].real, 0.5 * h * h * w[a0 + column].real
        largest = max(largest, (abs(first) + abs(second)) / p[scale + column].real)
    return largest


@njit
def correction(k, p, w, h):
    """Largest distance of the corrected position from the predicted one."""
    q, q0, v0, a0, scale, largest = k[Q], k[Q0], k[V0], k[A0], k[COLUMN_SCALE], 0.0
    for column in range(k[COORDINATES]):
        predicted = h * (w[v0 + column].real + 0.5 * h * w[a0 + column].real)
        off = abs(w[q + column].real - w[q0 + column].real - predicted) / p[scale + column].real
        largest = max(largest, off)
    return largest


@njit
def _normalise(w, at, count, like_at, source_at):
    """Store the source, of unit length and on the side of `like`, at `at`; returns (length, sign, cosine)."""
    square, product = 0.0, 0.0
    for i in range(count):
        value = w[source_at + i].real
        square += value * value
        product += value * w[like_at + i].real
    length = square**0.5
    if not length > 0.0:
        return 0.0, 1.0, 0.0
    sign = 1.0 if product >= 0.0 else -1.0
    for i in range(count):
        w[at + i] = sign * w[source_at + i].real / length
    return length, sign, abs(product) / length


@njit
def lies_free(k, w):
    """Whether the motion followed last is free here: it passes the damped rows (singular value below their damping).

    There the rows alone would no longer show it. What passes becomes the motion that is followed.
    """
    n, m, rhs, x, right = k[COORDINATES], k[EQUATIONS], k[RHS], k[X], k[RIGHT]
    for i in range(n):
        w[rhs + i] = w[right + i]
    for i in range(m):
        w[rhs + n + i] = 0.0
    solve_plain(k, w)
    square = 0.0
    for i in range(n):
        square += w[x + i].real ** 2
    if square < FREE**2:
        return False
    _normalise(w, right, n, right, x)
    return True


@njit
def follow_singular_value(k, w):
    """One step of inverse iteration for the smallest singular value of the rows; returns it with its sign.

    With more columns than rows it is the smallest across the free motions.
    """
    n, m, rhs, x, right, left = k[COORDINATES], k[EQUATIONS], k[RHS], k[X], k[RIGHT], k[LEFT]
    for i in range(n):
        w[rhs + i] = 0.0
    for i in range(m):
        w[rhs + n + i] = w[left + i]
    solve_plain(k, w)
    length, sign, _ = _normalise(w, right, n, right, x)
    if length == 0.0:
        return 0.0
    for i in range(n):
        w[rhs + i] = w[right + i]
    for i in range(m):
        w[rhs + n + i] = 0.0
    solve_plain(k, w)
    _, _, cosine = _normalise(w, left, m, left, x + n)
    return sign * cosine / length


@njit
def try_step(k, p, w, s, h):
    """One step of length h from the remembered start; true when accepted."""
    floats = k[FLOATS]
    step = displacement(k, p, w, h.real)
    if step > LONGEST_STEP:
        return False
    t = w[floats + TIME] + h
    predict(k, w, h)
    if not converge(k, p, w, s, t):
        return False
    off = correction(k, p, w, h.real)
    if off > FREE_CORRECTION and off > LARGEST_CORRECTION * step:
        return False
    before = w[floats + SIGMA]
    solve_motion(k, p, w, t, before)
    s[FACTORED] += 1
    sigma = 0.0 if lies_free(k, w) else follow_singular_value(k, w)
    if sigma * before.real < 0.0 and off > CROSSING_CORRECTION:
        return False
    w[floats + SIGMA] = sigma
    evaluate_elements(k, p, w, ACCEPT, t)
    w[floats + TIME] = t
    return True


@njit
def begin(k, p, w, s, t):
    """Converge at the first time point and start following the singular value."""
    if not converge(k, p, w, s, t):
        s[STATUS] = NOT_ASSEMBLED
        return
    solve_motion(k, p, w, t, w[k[FLOATS] + SIGMA])
    for _ in range(4):
        w[k[FLOATS] + SIGMA] = follow_singular_value(k, w)
    evaluate_elements(k, p, w, ACCEPT, t)
    w[k[FLOATS] + TIME] = t
    remember_start(k, p, w)


@njit
def store(k, p, w, index, positions, velocities, accelerations, sigma):
    """Copy the state of the workspace to the results."""
    give_plain(k, p, w, positions[index], velocities[index], accelerations[index])
    sigma[index] = w[k[FLOATS] + SIGMA].real


@njit
def step_over(k, p, w, s, times, sigma):
    """Skip grid points that are singular or block the way: go from the remembered start to a regular one after them."""
    first, time = s[NEXT], w[k[FLOATS] + TIME]
    for index in range(first + 1, min(first + 1 + LARGEST_SKIP, times.shape[0])):
        if not try_step(k, p, w, s, times[index] - time):
            return False
        if abs(w[k[FLOATS] + SIGMA].real) >= SINGULAR:
            for skipped in range(first, index):
                sigma[skipped] = 0.0
            s[NEXT] = index
            s[HALVED] = 0
            return True
        w[k[FLOATS] + TIME] = time
    return False


@njit
def leap(k, p, w, s, times, sigma):
    """Pass a singular grid point by a step as far beyond it as the start lies before it; the point is skipped."""
    index, time = s[NEXT], w[k[FLOATS] + TIME]
    left = times[index] - time
    if index + 1 >= times.shape[0] or (time + 2.0 * left).real >= times[index + 1]:
        return False
    if not try_step(k, p, w, s, 2.0 * left):
        return False
    if abs(w[k[FLOATS] + SIGMA].real) < SINGULAR:
        w[k[FLOATS] + TIME] = time
        return False
    sigma[index] = 0.0
    s[NEXT], s[HALVED] = index + 1, 0
    remember_start(k, p, w)
    return True


@njit
def approach(k, p, w, s, times, sigma, trail_t, trail):
    """One step towards the next grid point; true when it has been reached. In space steps on the way are entered."""
    floats = k[FLOATS]
    before, time = w[floats + SIGMA], w[floats + TIME]
    h = (times[s[NEXT]] - time) * 0.5 ** s[HALVED]
    if h.real < SHORTEST_STEP * (times[s[NEXT]] - times[s[NEXT] - 1]):
        s[STATUS] = STUCK
        return False
    good = try_step(k, p, w, s, h)
    if good and abs(w[floats + SIGMA].real) < SINGULAR:
        w[floats + SIGMA], w[floats + TIME] = before, time
        good = False
        if s[HALVED] == 0:
            if step_over(k, p, w, s, times, sigma):
                return True
            if leap(k, p, w, s, times, sigma):
                return False
    if not good:
        s[HALVED] += 1
        s[REJECTED] += 1
        if s[HALVED] == STEP_OVER and step_over(k, p, w, s, times, sigma):
            return True
        if s[HALVED] > MAX_HALVINGS:
            s[STATUS] = STUCK
        return False
    if s[HALVED] > 0:
        s[HALVED] -= 1
        if trail_t.shape[0] > 0:
            enter(k, w, w[floats + TIME].real, s[TRAILED], trail_t, trail)
            s[TRAILED] += 1
        remember_start(k, p, w)
        return False
    return True


@njit
def advance(k_table, p_table, w_table, s, times, positions, velocities, accelerations, sigma, trail_t, trail, budget):
    """Go on over the time grid for at most `budget` steps; the status says why it came back.

    Skipped points have a singular value of zero and no motion; the caller fills them in, and empties the trail.
    """
    k, p, w = part(k_table, 0), part(p_table, 0), part(w_table, 0)
    floats = k[FLOATS]
    while s[STATUS] == RUNNING and budget > 0 and (s[TRAILED] == 0 or s[TRAILED] < trail_t.shape[0]):
        budget -= 1
        if s[NEXT] == times.shape[0]:
            s[STATUS] = FINISHED
            break
        if s[NEXT] == 0:
            w[floats + TIME], w[floats + SIGMA] = times[0], 1.0
            begin(k, p, w, s, w[floats + TIME])
            if s[STATUS] != RUNNING:
                break
        elif not approach(k, p, w, s, times, sigma, trail_t, trail):
            continue
        else:
            remember_start(k, p, w)
        w[floats + TIME] = times[s[NEXT]]
        store(k, p, w, s[NEXT], positions, velocities, accelerations, sigma)
        s[NEXT] += 1
