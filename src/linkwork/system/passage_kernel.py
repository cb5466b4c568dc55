"""Singular positions on the way: when the constraints will lose their grip, and when a motion passed such a position.

Where the rank of the constraints falls, as in a flat parallelogram, the smallest pivot of their equations vanishes like
the square of the time that is left; its root is called the grip here. It falls and rises again like a straight line, so
that two steps tell when it will vanish; in the step in which it does the least grip is looked for on the dense output.
"""

from __future__ import annotations

from linkwork.numerics.integrator_kernel import dense, prepare_dense
from linkwork.numerics.integrator_state_kernel import T_OLD, T
from linkwork.numerics.jit import call_rate, njit
from linkwork.numerics.ldl_kernel import ORDER, M, N
from linkwork.system.dynamics_kernel import SOFT
from linkwork.system.formulation_kernel import (
    EXPECTED,
    FIRMLY,
    GRIP,
    GRIP_BEFORE,
    GRIP_TIME,
    MOST_PASSED,
    PASSED,
    PASSED_AT,
    own,
)
from linkwork.system.simulation_state_kernel import OBSERVE, RATE

NEVER = 1e300
ALIKE = 1e-15  # of the damping: a pivot that is nothing else belongs to a row that is left out
DAMPED = 1e3  # times the damping: pivots up to this hold it
LEAST = 1e-30
NEAR = 2.0  # steps: so far behind the end of one the time expected may lie, for the grip falls faster and faster
LOOKS, FEW = 40, 8  # for the least grip in a step; after a few it is seen whether it vanishes at all
GOLDEN = 0.3819660112501051
SINGULAR = 3e-4  # largest grip at a singular position, where damping leaves some
FALLEN = 0.1  # of the grip at the start of a step: so far it has fallen after a few looks if it vanishes
FIRM = 1e-2  # grip from which on the next singular position is looked for


@njit
def least_pivot(k, base, w, factor_at):
    """The smallest pivot of a row of the sparse factor; rows that are left out do not count."""
    n, total = k[base + N], k[base + N] + k[base + M]
    order, least = base + k[base + ORDER], NEVER
    for step in range(total):
        inverse = w[factor_at + step].real
        if k[order + step] >= n and inverse < 0.0:
            pivot = -1.0 / inverse
            if abs(pivot - SOFT) <= ALIKE * SOFT:
                continue
            if pivot < DAMPED * SOFT:
                pivot = max(pivot - SOFT, LEAST)
            least = min(least, pivot)
    return least


@njit
def keep_grip(k, w, pivot):
    """Keep the root of the smallest pivot."""
    w[own(k) + GRIP] = pivot**0.5 if 0.0 < pivot < NEVER else 0.0


@njit
def begin_passage(k, w, t):
    """At a start nothing is expected yet."""
    w[own(k) + GRIP_BEFORE] = w[own(k) + GRIP]
    w[own(k) + GRIP_TIME] = t.real
    w[own(k) + EXPECTED] = NEVER


@njit
def mind_passage(k, p, w, z, s, state, y, spare):
    """After a step that was corrected: note a singular position in it, and expect the next one."""
    at, start, t = own(k), z[T_OLD].real, z[T].real
    grip = w[at + GRIP].real
    if grip <= 0.0:
        return
    if start == w[at + GRIP_TIME].real:
        before, expected, firmly = w[at + GRIP_BEFORE].real, w[at + EXPECTED].real, w[at + FIRMLY].real
        if (firmly > 0.0 and expected <= t + NEAR * (t - start)) or (firmly < 0.0 and expected <= t):
            note_passage(k, p, w, z, s, state, y, spare)
            w[at + GRIP] = grip
        w[at + EXPECTED] = t + (t - start) * grip / (before - grip) if grip < before else NEVER
    if grip > FIRM:
        if w[at + FIRMLY].real < 0.0:
            w[at + PASSED] += 1.0
        w[at + FIRMLY] = 1.0
    w[at + GRIP_BEFORE] = grip
    w[at + GRIP_TIME] = t


@njit
def grip_at(k, p, w, z, s, state, y, spare, t):
    """The grip at a time inside the last step."""
    dense(z, s, t + 0.0 * z[T], y)
    call_rate(state[OBSERVE], k, p, w, t + 0.0 * z[T], y, spare)
    return w[own(k) + GRIP].real


@njit
def note_passage(k, p, w, z, s, state, y, spare):
    """Note the time in the last step at which the grip vanishes, if it does.

    It counts when the grip is firm again: a dead end is not passed.
    """
    if not prepare_dense(state[RATE], k, p, w, z, s):
        return
    low, high = z[T_OLD].real, z[T].real
    at, other = low + GOLDEN * (high - low), high - GOLDEN * (high - low)
    one = grip_at(k, p, w, z, s, state, y, spare, at)
    two = grip_at(k, p, w, z, s, state, y, spare, other)
    for look in range(LOOKS):
        if look == FEW and min(one, two) > max(FALLEN * w[own(k) + GRIP_BEFORE].real, SINGULAR):
            return
        if one < two:
            high, other, two = other, at, one
            at = low + GOLDEN * (high - low)
            one = grip_at(k, p, w, z, s, state, y, spare, at)
        else:
            low, at, one = at, other, two
            other = high - GOLDEN * (high - low)
            two = grip_at(k, p, w, z, s, state, y, spare, other)
    if min(one, two) <= SINGULAR:
        number = int(w[own(k) + PASSED].real)
        if number < MOST_PASSED:
            w[own(k) + PASSED_AT + number] = at if one < two else other
        w[own(k) + FIRMLY] = -1.0
