"""Short dips: a number of a contact that passes zero and comes back within one step, as a force does at a grazing
lift-off.

The number at the starts of the last step and of this one, and at its end, lie on a parabola. Where that has its foot in
this step, and low, the foot is looked for on the dense output; below zero there, the passage before it is an event.
"""

from __future__ import annotations

from linkwork.numerics.integrators.integrator_kernel import dense, prepare_dense
from linkwork.numerics.integrators.integrator_state_kernel import T_OLD, T
from linkwork.numerics.jit import njit
from linkwork.numerics.switch_kernel import FROZEN, NUMBER, STATE
from linkwork.places.layout_kernel import CONTACTS, SWITCHES
from linkwork.system.contact.contact_layout_kernel import BEFORE_STEP, GAP_BY_FORCE, REACH, SINCE, SPEED_BY_FORCE
from linkwork.system.loop.event_sides_kernel import any_wrong, slack, watch_at, watches_contact
from linkwork.system.loop.watches_kernel import ARMED, place_of

NEVER = 1e300  # a time that no run reaches
LOOKS = 8  # for a foot
CLOSE = 1e-7  # of the step: feet this near to each other are one
RISE = 3e-3  # of a gap that counts as none: a dip that parts two bodies by less does not open their contact
BISECTIONS = 60


@njit
def foot_of(t0, n0, t1, n1, t2, n2):
    """Where the parabola through three points is lowest, how low, and its bend; NEVER where that is not upwards."""
    d0, d2 = t0 - t1, t2 - t1
    slope0, slope2 = (n0 - n1) / d0, (n2 - n1) / d2
    bend = (slope2 - slope0) / (d2 - d0)
    if not bend > 0.0:
        return NEVER, NEVER, bend
    slope = slope0 - bend * d0
    return t1 - 0.5 * slope / bend, n1 - 0.25 * slope * slope / bend, bend


@njit
def may_dip(k, w, numbers, watch, start, end):
    """Where in the step a number may come below zero and back; NEVER where it does not seem so."""
    at = place_of(k, watch)
    n1, n2, since = numbers[watch], w[at + NUMBER].real, w[at + SINCE].real
    if w[at + FROZEN].real != ARMED or w[at + STATE].real < 0.5 or n1 <= 0.0 or n2 <= 0.0 or not since < start:
        return NEVER
    n0 = w[at + BEFORE_STEP].real
    foot, low, _ = foot_of(since, n0, start, n1, end, n2)
    if foot <= start or foot >= end or low > max(n0, n1, n2) - min(n0, n1, n2):
        return NEVER
    return foot


@njit
def below(see, k, p, w, z, s, y, spare, watch, foot, n0, n1):
    """A time at which a number is below zero near a foot, long enough to matter; NEVER when there is none.

    A force f that is missing for a time of 2 sqrt(f / bend) parts two bodies by about f / mass times f / bend.
    """
    t0, t1, wide = z[T_OLD].real, z[T].real, z[T].real - z[T_OLD].real
    at, reach = place_of(k, watch), k[k[CONTACTS] + REACH]
    pace = (p[reach + SPEED_BY_FORCE].real / p[reach + GAP_BY_FORCE].real) ** 2
    for _ in range(LOOKS):
        dense(z, s, foot + 0.0 * z[T], y)
        watch_at(see, k, p, w, foot + 0.0 * z[T], y, spare)
        n = w[at + NUMBER].real
        next_foot, _, bend = foot_of(t0, n0, foot, n, t1, n1)
        if n < 0.0 and n * n * pace > RISE * slack(k, p, watch) * bend:
            return foot
        if n0 > n1:
            t0, n0 = foot, n
        else:
            t1, n1 = foot, n
        if not z[T_OLD].real < next_foot < z[T].real or abs(next_foot - foot) <= CLOSE * wide:
            break
        foot = next_foot
    return NEVER


@njit
def crossing_time(see, k, p, w, z, s, y, spare, good, bad):
    """The time at which a number passes zero, by halving."""
    for _ in range(BISECTIONS):
        t = 0.5 * (good + bad)
        if not good < t < bad:
            break
        dense(z, s, t + 0.0 * z[T], y)
        watch_at(see, k, p, w, t + 0.0 * z[T], y, spare)
        if any_wrong(k, w):
            bad = t
        else:
            good = t
    dense(z, s, bad + 0.0 * z[T], y)
    watch_at(see, k, p, w, bad + 0.0 * z[T], y, spare)
    return bad


@njit
def keep_course(k, w, numbers, start, goes_on):
    """Keep what the numbers of contacts were at the start of this step; nothing where an event ends it."""
    for watch in range(k[SWITCHES]):
        if watches_contact(k, watch):
            at = place_of(k, watch)
            w[at + BEFORE_STEP] = numbers[watch]
            w[at + SINCE] = start if goes_on else NEVER


@njit
def find_dip(rate, see, k, p, w, z, s, y, spare, numbers, dip):
    """Time of an event that a step has hidden, because its number is back at its end; otherwise the time `dip`.

    The numbers at the end of the step have just been filled.
    """
    start, end = z[T_OLD].real, z[T].real
    if k[CONTACTS] == 0:
        return dip
    t = dip
    for watch in range(k[SWITCHES] if dip > end else 0):
        if not watches_contact(k, watch):
            continue
        foot = may_dip(k, w, numbers, watch, start, end)
        if foot < NEVER and prepare_dense(rate, k, p, w, z, s):
            n1 = w[place_of(k, watch) + NUMBER].real
            low = below(see, k, p, w, z, s, y, spare, watch, foot, numbers[watch], n1)
            if low < NEVER:
                t = crossing_time(see, k, p, w, z, s, y, spare, start, low)
                break
            dense(z, s, z[T], y)
            watch_at(see, k, p, w, z[T], y, spare)
    keep_course(k, w, numbers, start, t > end)
    return t
