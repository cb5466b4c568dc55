"""The grip of the constraints: the root of the smallest pivot of their rows, which vanishes where their rank falls.

Every right-hand side tells it, for the rows are factored there anyway; `singular_crossing_kernel` looks at
what was told. Beside a singular position a state off the constraints has accelerations that are wrong by its error
divided by the grip, so that there the right-hand side is taken at the nearest state on the constraints.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.numerics.ldl_kernel import ORDER, M, N
from linkwork.places.layout_kernel import EQUATIONS, FACTOR, PATTERN
from linkwork.system.constraints.equations_kernel import PASSABLE
from linkwork.system.dynamics.dynamics_kernel import project, project_velocity
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

NEVER = 1e300  # no pivot is that large: none was seen
ALIKE = 1e-15  # of the damping: a pivot that is nothing else belongs to a row that is left out
DAMPED = 1e3  # times the damping: pivots up to this hold it
LEAST = 1e-30  # what is left of a pivot without its damping is not taken for zero, which would mean no row
MORE = 2  # projections of the velocities
BLURRED = 3.0  # roots of the damping: as much it may leave of a grip that vanishes
PARTS = 0.25  # of the rows: so many others a row may be made of, each with its own damping


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
def keep_blur(k, w, damping, rows):
    """Keep what the damping of all rows leaves of a grip that vanishes: a row may be made of many others."""
    w[own(k) + BLUR] = BLURRED * (damping * max(1.0, PARTS * rows)) ** 0.5


@njit
def tell_factored(k, w, t, damping):
    """Tell the grip from the factor of the whole system."""
    if k[EQUATIONS] > 0:
        keep_blur(k, w, damping, k[EQUATIONS])
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
def load_beside(k, p, w, t, y):
    """From y into the workspace; beside a singular position the nearest state on the constraints.

    Of the velocities the damping of a projection would leave more there than a tight tolerance bears.
    """
    load_state(k, w, y)
    if not is_near(k, w):
        return
    if project(k, p, w, t):
        for _ in range(MORE):
            project_velocity(k, p, w, t)
    else:
        load_state(k, w, y)
