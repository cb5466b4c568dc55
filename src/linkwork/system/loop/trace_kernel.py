"""The compiled loop that follows a curve of positions by arc length (Allgower and Georg, Euler-Newton continuation).

The system has one column more than independent rows: the time is free, or one driver has been left out. A step goes
along the tangent with a second-order correction, comes back to the curve by shortest Newton steps, and its length is
chosen so that the tangent turns by about `TURN` a step. It passes limits (lock-up) without noticing them; where the
smallest singular value changes sign a second curve crosses, and the loop goes straight on.

Resumable like the kinematic loop: all state in `w` and `s`.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit, part
from linkwork.places.layout_kernel import (
    A0,
    CHARTS,
    COLUMN_SCALE,
    COORDINATES,
    EQUATIONS,
    FLOATS,
    MOTION,
    Q0,
    RHS,
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
    factor_jacobian,
    load_right_side,
    solve_exactly,
    solve_plain,
    step_size,
)
from linkwork.system.constraints.plain_kernel import give_position, recentre_motion
from linkwork.system.constraints.rounding_kernel import rounding
from linkwork.system.loop.kinematics_kernel import follow_singular_value

# int state
STATUS, COUNT, CALLS = range(3)
STATE = 8
RUNNING, CLOSED, FULL, STUCK = range(4)
# single numbers from w[k[FLOATS]] on
ARC, STEP, SIGMA, LONGEST, TIME = range(5)

TURN = 0.06  # rad of the tangent a step
SHORTEST = 1e-9  # arc in model lengths and radians: shorter steps are stuck
NARROWEST = 1e-5  # curves closer than this are taken to cross
TOLERANCE = 1e-12  # last Newton step, in model lengths and radians
ROUNDINGS = 100.0  # of what rounding leaves open: a step no longer than that is round-off


@njit
def return_to_curve(k, p, w):
    """Shortest Newton steps to the curve; true when converged."""
    before = 1e300  # before the first step: longer than any
    # from a guess along the tangent four are enough; more means that the curve is lost
    for _ in range(8):
        evaluate(k, p, w, MOTION, w[k[FLOATS] + TIME])
        load_right_side(k, p, w, 0)
        factor_jacobian(k, p, w, REGULARISATION)
        solve_plain(k, w)
        size = step_size(k, w)
        if not size < 1.0:
            return False
        # it does not shrink, and that is no rounding
        if size > 0.5 * before and size > 1e-10 and size > ROUNDINGS * rounding(k, p, w):
            return False
        add_step(k, p, w, k[Q], 1.0)
        if size <= TOLERANCE:
            return True
        before = size
    # near enough for a curve that is drawn, or as near as the rounding of the equations allows
    return before < 1e-9 or before < ROUNDINGS * rounding(k, p, w)


@njit
def find_tangent(k, p, w):
    """The unit tangent at the position last factored, on the side of the tangent before; returns the cosine."""
    n, m, rhs, x, tangent, before = k[COORDINATES], k[EQUATIONS], k[RHS], k[X], k[V], k[V0]
    for i in range(n):
        w[rhs + i] = w[before + i]
    for i in range(m):
        w[rhs + n + i] = 0.0
    solve_exactly(k, w, 1e-14)  # a direction needs no more
    square, product = 0.0, 0.0
    for i in range(n):
        square += (w[x + i] * w[x + i]).real
        product += (w[x + i] * w[before + i]).real
    length = square**0.5
    # no part of the old tangent is left: the curve turns off at a right angle
    if not length > 1e-8:
        return 0.0
    for i in range(n):
        w[tangent + i] = w[x + i] / length
    return product / length


@njit
def try_arc(k, p, w, ds):
    """One step of arc length ds from the remembered point; the cosine of the turn, or 0 when it failed."""
    q, q0, v0, a0, scale = k[Q], k[Q0], k[V0], k[A0], k[COLUMN_SCALE]
    for i in range(k[COORDINATES]):
        w[q + i] = w[q0 + i] + ds * (w[v0 + i] + 0.5 * ds * w[a0 + i]) * p[scale + i]
    if not return_to_curve(k, p, w):
        return 0.0
    moved, along = 0.0, 0.0
    for i in range(k[COORDINATES]):
        part = ((w[q + i] - w[q0 + i]) / p[scale + i]).real
        moved += part * part
        along += part * w[v0 + i].real
    if along < 0.5 * ds or moved > 4.0 * ds * ds:
        return 0.0
    return find_tangent(k, p, w)


@njit
def accept_arc(k, p, w, ds):
    """Remember the new point, its tangent and the curvature vector."""
    for i in range(k[COORDINATES]):
        w[k[A] + i] = (w[k[V] + i] - w[k[V0] + i]) / ds
    if k[CHARTS] > 0:  # a new reference changes the columns, and with them the length of the tangent
        recentre_motion(k, p, w)
        square = 0.0
        for i in range(k[COORDINATES]):
            square += (w[k[V] + i] * w[k[V] + i]).real
        for i in range(k[COORDINATES]):
            w[k[V] + i] = w[k[V] + i] / square**0.5
    for i in range(k[COORDINATES]):
        w[k[Q0] + i] = w[k[Q] + i]
        w[k[V0] + i] = w[k[V] + i]
        w[k[A0] + i] = w[k[A] + i]


@njit
def advance_arc(k_table, p_table, w_table, s, points, tangents, arcs, sigma, budget):
    """Follow the curve for at most `budget` accepted steps or until the arrays are full."""
    k, p, w = part(k_table, 0), part(p_table, 0), part(w_table, 0)
    floats, n = k[FLOATS], k[COORDINATES]
    while s[STATUS] == RUNNING and budget > 0:
        if s[COUNT] == points.shape[0]:
            s[STATUS] = FULL
            break
        ds = w[floats + STEP].real
        cosine = try_arc(k, p, w, ds)
        s[CALLS] += 1
        turn = (2.0 * abs(1.0 - cosine)) ** 0.5
        if turn > 3.0 * TURN:
            w[floats + STEP] = 0.5 * ds
            if 0.5 * ds < SHORTEST:
                s[STATUS] = STUCK
            continue
        w[floats + SIGMA] = follow_singular_value(k, w)
        accept_arc(k, p, w, ds)
        w[floats + ARC] += ds
        index = s[COUNT]
        give_position(k, p, w, points[index])
        for i in range(n):
            tangents[index, i] = w[k[V] + i]
        arcs[index] = w[floats + ARC].real
        sigma[index] = w[floats + SIGMA].real
        s[COUNT] = index + 1
        budget -= 1
        factor_of_step = 2.0 if turn < 0.5 * TURN else (TURN / turn if turn > TURN else 1.0)
        # two curves that nearly meet lie as far apart as the singular value is small: never step across the gap
        gap = max(NARROWEST, 0.5 * abs(w[floats + SIGMA].real))
        w[floats + STEP] = min(ds * factor_of_step, w[floats + LONGEST].real, gap)
