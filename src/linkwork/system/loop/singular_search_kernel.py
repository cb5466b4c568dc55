"""The time of a singular position inside a step: where the grip on the dense output is least, and vanishes.

Damping leaves something of a grip that vanishes, so that the least one seen may lie beside the position. Where the grip
is clear of it, its square is smooth and least at the position: the time is taken from squares on both sides.
"""

from __future__ import annotations

from linkwork.numerics.integrators.integrator_kernel import dense, prepare_dense
from linkwork.numerics.integrators.integrator_state_kernel import AVOID, GAPS, METHOD, T_OLD, T
from linkwork.numerics.jit import call_rate, njit
from linkwork.system.constraints.grip_kernel import NEVER
from linkwork.system.constraints.told_positions_kernel import meets_zero
from linkwork.system.formulations.formulation_kernel import (
    BLUR,
    FIRMEST,
    GRIP,
    PASSING_STEP,
    PASSING_TIME,
    TOLD,
    TOLD_AT,
    own,
)
from linkwork.system.loop.simulation_state_kernel import OBSERVE, RATE

LOOKS, FEW = 40, 8  # for the least grip in a step; after a few it is seen whether it vanishes at all
GOLDEN = 0.3819660112501051  # (3 - sqrt 5) / 2: the golden section keeps one of its two places
SINGULAR = 3e-4  # of the firmest grip: the largest at a singular position, where damping leaves some
FALLEN = 0.1  # of the grips around: so far it has fallen after a few looks if it vanishes
CLEAR = 20.0  # times what damping leaves of a grip, and of that of a singular position: from there on it is clear
SIDES = 3  # squares on either side
AGAIN, STANDS = 4, 1e-6  # how often they are taken about a better time; of their distance: a change that is none
UNEVEN = 0.5  # of their sum: two squares of the same distance that differ by more belong to no one curve


@njit
def grip_at(probe, k, p, w, z, s, y, spare, t):
    """The grip at a time inside the last step; none where there is no motion."""
    dense(z, s, t + 0.0 * z[T], y)
    w[own(k) + GRIP] = 0.0
    call_rate(probe, k, p, w, t + 0.0 * z[T], y, spare)
    return w[own(k) + GRIP].real


@njit
def least_grip(probe, k, p, w, z, s, y, spare, low, high, around):
    """The time of the least grip between two times of the last step; never, when it does not vanish."""
    at, other = low + GOLDEN * (high - low), high - GOLDEN * (high - low)
    one = grip_at(probe, k, p, w, z, s, y, spare, at)
    two = grip_at(probe, k, p, w, z, s, y, spare, other)
    singular = max(SINGULAR * w[own(k) + FIRMEST].real, w[own(k) + BLUR].real)
    for look in range(LOOKS):
        if look == FEW and min(one, two) > max(FALLEN * around, singular):
            return NEVER
        if one < two:
            high, other, two = other, at, one
            at = low + GOLDEN * (high - low)
            one = grip_at(probe, k, p, w, z, s, y, spare, at)
        else:
            low, at, one = at, other, two
            other = high - GOLDEN * (high - low)
            two = grip_at(probe, k, p, w, z, s, y, spare, other)
    if min(one, two) > singular:
        return NEVER
    return at if one < two else other


@njit
def distance_of_squares(probe, k, p, w, z, s, y, spare, t):
    """How far apart squares of the grip are taken: where it is clear of its damping, and inside the step."""
    room = min(t - z[T_OLD].real, z[T].real - t) / SIDES
    one = grip_at(probe, k, p, w, z, s, y, spare, t - room)
    two = grip_at(probe, k, p, w, z, s, y, spare, t + room)
    clear = CLEAR * max(w[own(k) + BLUR].real, SINGULAR * w[own(k) + FIRMEST].real)
    return room * clear / min(one, two) if min(one, two) > clear else room


@njit
def sharpened(probe, k, p, w, z, s, y, spare, t):
    """The time near t at which the square of the grip is least, by its derivative from six squares around.

    The time t itself where they are not two sides of one curve.
    """
    if not z[T_OLD].real < t < z[T].real:
        return t
    h, at = distance_of_squares(probe, k, p, w, z, s, y, spare, t), t
    for _ in range(AGAIN):
        slope, bend, weight = 0.0, 0.0, 45.0
        for number in range(1, SIDES + 1):
            left = grip_at(probe, k, p, w, z, s, y, spare, at - number * h) ** 2
            right = grip_at(probe, k, p, w, z, s, y, spare, at + number * h) ** 2
            if not abs(right - left) < UNEVEN * (right + left):
                return t
            slope += weight * (right - left) / 60.0
            bend += (0.0 if number == 3 else 2.0 * number - 3.0) * (right + left) / 3.0
            weight = -9.0 if number == 1 else 1.0
        change = -h * slope / bend if bend > 0.0 else h
        at += change
        if not abs(at - t) < h:
            return t
        if abs(change) < STANDS * h:
            break
    return at


@njit
def is_awaited(k, w, z, low, high):
    """Whether a position is expected between two times: one foretold, or one that an event has cut off."""
    cut_off = w[own(k) + PASSING_STEP].real == 0.0 and low < w[own(k) + PASSING_TIME].real <= high
    return cut_off or max(low, z[T_OLD].real) < z[AVOID].real <= high


@njit
def find_singular_crossing(k, p, w, z, s, state, count, y, spare):
    """The time of a singular position in the last step; never, when there is none."""
    at, start, end = own(k), z[T_OLD].real, z[T].real
    first = at + TOLD_AT
    probe = state[RATE] if GAPS[s[METHOD]] > 0.0 else state[OBSERVE]
    for number in range(count - 1):
        low, high = w[first + 2 * number].real, w[first + 2 * number + 2].real
        if high <= start or not (meets_zero(k, w, number, count) or is_awaited(k, w, z, low, high)):
            continue
        if not prepare_dense(state[RATE], k, p, w, z, s):
            return NEVER
        around = max(w[first + 2 * number + 1].real, w[first + 2 * number + 3].real)
        wider = 0.5 * (high - low)
        low, high = max(low - wider, start), min(high + wider, end)
        crossing = least_grip(probe, k, p, w, z, s, y, spare, low, high, around)
        if crossing < NEVER:
            crossing = sharpened(probe, k, p, w, z, s, y, spare, crossing)
        w[at + TOLD] = count
        if crossing < NEVER:
            return crossing
    return NEVER
