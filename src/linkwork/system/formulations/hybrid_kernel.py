"""Formulation "hybrid": all coordinates integrated, with Baumgarte's terms while they fulfil the constraints well
enough, and solved for from the independent ones when they do not (Haug 7.3.5).

Only the independent coordinates count for the integrator's error. Where the choice of these is poor, near singular
positions, every evaluation solves for the dependent ones, as in "partitioning".
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.places.layout_kernel import COLUMN_SCALE, COORDINATES, EQUATIONS, MOTION, RHS, A, V
from linkwork.system.constraints.equations_kernel import evaluate, load_right_side
from linkwork.system.constraints.grip_kernel import is_near, load_beside, tell_motion
from linkwork.system.constraints.partition_kernel import MODE, counts_others, is_poor, singles, wants_other_choice
from linkwork.system.dynamics.dynamics_kernel import accelerate, subtract_rows
from linkwork.system.dynamics.state_kernel import load_state, save_state, store_rates
from linkwork.system.formulations.baumgarte_kernel import ALPHA, BETA, accelerate_stabilised
from linkwork.system.formulations.formulation_kernel import NOT_A_NUMBER, ask_for_fresh_start, option
from linkwork.system.formulations.partition_beside_kernel import load_closed

CORRECTED, STABILISED, PARTITIONED = range(3)  # modes; the first step is taken without stabilising terms
TOLERANCE = 2  # option: the constraint error allowed, in model lengths and radians


@njit
def within_tolerance(k, p, w, t):
    """Whether positions and velocities fulfil the constraints well enough."""
    evaluate(k, p, w, MOTION, t)
    allowed = option(k, w, TOLERANCE).real
    if not load_right_side(k, p, w, 0) <= allowed:
        return False
    load_right_side(k, p, w, 1)
    subtract_rows(k, p, w)
    error, fastest, n = 0.0, 0.0, k[COORDINATES]
    for row in range(k[EQUATIONS]):
        error = max(error, abs(w[k[RHS] + n + row].real))
    for column in range(n):
        fastest = max(fastest, abs((w[k[V] + column] / p[k[COLUMN_SCALE] + column]).real))
    return error <= allowed * max(1.0, fastest)


def hybrid_rate(k, p, w, t, y, dy):
    """Rates with Baumgarte's terms, without them after a correction, or from the independent coordinates."""
    mode = w[singles(k) + MODE].real
    if mode != PARTITIONED:
        load_beside(k, p, w, t, y)
    if mode == STABILISED:
        accelerate_stabilised(k, p, w, t, option(k, w, ALPHA), option(k, w, BETA))
    elif mode == CORRECTED or load_closed(k, p, w, t, y):
        accelerate(k, p, w, t)
    else:
        w[k[A]] = 0.0 * t + NOT_A_NUMBER
    tell_motion(k, w, t)
    store_rates(k, w, dy)


def hybrid_correct(k, p, w, t, y, out):
    """The state as it is, or corrected when its constraint errors are too large, the choice is poor, or the position
    all but singular.
    """
    load_state(k, w, y)
    save_state(k, w, out)
    poor = is_poor(k, p, w, t)
    if not poor and not is_near(k, w) and not counts_others(k, w) and within_tolerance(k, p, w, t):
        w[singles(k) + MODE] = STABILISED
        return
    if load_closed(k, p, w, t, y):
        save_state(k, w, out)
        w[singles(k) + MODE] = PARTITIONED if poor else CORRECTED
        if counts_others(k, w) or wants_other_choice(k, p, w, t):
            ask_for_fresh_start(k, w)
    else:
        out[0] = 0.0 * t + NOT_A_NUMBER
