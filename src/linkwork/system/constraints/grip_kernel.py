"""The grip of the constraints: the root of the smallest pivot of their rows, which vanishes where their rank falls.

Every right-hand side tells it, for the rows are factored there anyway; `passage_kernel` looks at what was told. Beside
a singular position a state off the constraints has accelerations that are wrong by its error divided by the grip, so
that there the right-hand side is taken at the nearest state on the constraints.
"""

from __future__ import annotations

from linkwork.numerics.jit import call_factor, call_world, njit
from linkwork.numerics.ldl_kernel import FACTOR_AT, ORDER, M, N
from linkwork.places.layout_kernel import EQUATIONS, FACTOR, MOTION, PATTERN, TOUCH, VALUES, Q, V
from linkwork.system.constraints.equations_kernel import (
    PASSABLE,
    add_step,
    evaluate,
    load_jacobian,
    load_right_side,
    solve_plain,
    step_size,
)
from linkwork.system.contact.contact_layout_kernel import ADD_VELOCITY
from linkwork.system.dynamics.dynamics_kernel import project, subtract_rows
from linkwork.system.dynamics.state_kernel import load_state
from linkwork.system.formulations.formulation_kernel import (
    BLUR,
    GRIP,
    NEARBY,
    TOLD,
    TOLD_AT,
    TOLD_BEFORE,
    TOLD_ROOM,
    own,
)

NEVER = 1e300
ALIKE = 1e-15  # of the damping: a pivot that is nothing else belongs to a row that is left out
DAMPED = 1e3  # times the damping: pivots up to this hold it
LEAST = 1e-30
MORE = 2  # corrections of the velocities
FINE, FINER = 1e-13, 4  # damping beside singular positions, and steps of Newton's method with it
WIDE = 1e-6  # longer steps (model lengths, radians) lead elsewhere
BLURRED = 3.0  # roots of the damping: as much it may leave of a grip that vanishes


@njit
def least_pivot(k, base, w, factor_at, damping):
    """The smallest pivot of a row of a sparse factor with that damping; rows that are left out do not count."""
    n, total = k[base + N], k[base + N] + k[base + M]
    order, least = base + k[base + ORDER], NEVER
    for step in range(total):
        inverse = w[factor_at + step].real
        if k[order + step] >= n and inverse < 0.0:
            pivot = -1.0 / inverse
            if abs(pivot - damping) <= ALIKE * damping:
                continue
            if pivot < DAMPED * damping:
                pivot = max(pivot - damping, LEAST)
            least = min(least, pivot)
    return least


@njit
def keep_grip(k, w, pivot):
    """Keep the root of the smallest pivot."""
    w[own(k) + GRIP] = pivot**0.5 if 0.0 < pivot < NEVER else 0.0


@njit
def tell_grip(k, w, t, grip):
    """Tell the grip at a time at which the rows were evaluated."""
    at = own(k)
    told = int(w[at + TOLD].real)
    place = told if told < TOLD_ROOM else TOLD_BEFORE + (told - TOLD_BEFORE) % (TOLD_ROOM - TOLD_BEFORE)
    w[at + GRIP] = grip
    w[at + TOLD_AT + 2 * place], w[at + TOLD_AT + 2 * place + 1] = t.real, grip
    w[at + TOLD] += 1.0


@njit
def tell_factored(k, w, t, damping):
    """Tell the grip from the factor of the whole system."""
    if k[EQUATIONS] > 0:
        w[own(k) + BLUR] = BLURRED * damping**0.5
        pivot = least_pivot(k, k[PATTERN], w, k[FACTOR], damping)
        tell_grip(k, w, t, pivot**0.5 if pivot < NEVER else 0.0)


@njit
def tell_motion(k, w, t):
    """Tell the grip from the factor of the equations of motion."""
    tell_factored(k, w, t, PASSABLE)


@njit
def is_near(k, w):
    """Whether a singular position is near."""
    return w[own(k) + NEARBY].real > 0.0


@njit
def factor_finely(k, p, w):
    """Factor the matrix of a projection with the rows just evaluated, hardly damped."""
    base = k[PATTERN]
    load_jacobian(k, p, w)
    call_factor(k[base + FACTOR_AT], k, base, w, k[VALUES], k[FACTOR], 0.0, FINE, 1)


@njit
def settle(k, p, w, t):
    """Bring a state that is nearly on the constraints onto them across the branches too, as far as rounding allows.

    A projection leaves these directions to the integration, because it is made after every step. A right-hand side
    needs them: what a position is off its branch there counts by the third power of 1/grip, a velocity by the first.
    """
    for _ in range(FINER):
        factor_finely(k, p, w)
        load_right_side(k, p, w, 0)
        solve_plain(k, w)
        if not step_size(k, w) < WIDE:
            break
        add_step(k, p, w, k[Q], 1.0)
        evaluate(k, p, w, MOTION, t)
    for _ in range(MORE):
        factor_finely(k, p, w)
        load_right_side(k, p, w, 1)
        subtract_rows(k, p, w)
        solve_plain(k, w)
        if k[TOUCH] > 0:
            call_world(k[k[TOUCH] + ADD_VELOCITY], k, p, w, w, 0, 0, t)
        add_step(k, p, w, k[V], 1.0)


@njit
def load_beside(k, p, w, t, y):
    """From y into the workspace; beside a singular position the nearest state on the constraints."""
    load_state(k, w, y)
    if not is_near(k, w):
        return
    if project(k, p, w, t):
        settle(k, p, w, t)
    else:
        load_state(k, w, y)
