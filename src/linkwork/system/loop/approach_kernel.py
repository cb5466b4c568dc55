"""Whether gaps can have reached zero between two places of a step, where both are positive.

A gap with the numbers a, b and the rates u, v at the ends of an interval of the length h lies above both tangents there
if it is convex, as the distance of two discs in free flight is. Where it bends down by at most K, it lies above the
lines with the rates u - K h / 2 and v + K h / 2 instead. K is twice the bend of the cubic through the four numbers.
Where these lines meet above zero the gap cannot have been zero; elsewhere a place between is looked at.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.numerics.switch_kernel import FROZEN, NUMBER
from linkwork.places.layout_kernel import CONTACTS, SLACK, SWITCH_AT, WATCH
from linkwork.system.contact.contact_layout_kernel import (
    LEFT_NUMBER,
    LEFT_RATE,
    POINT_AT,
    POINT_RECORD,
    POINT_WATCH,
    POINTS,
    RATE,
    START_RATE,
    UNKNOWN,
)
from linkwork.system.loop.watches_kernel import ARMED, ROUNDING, place_of

SAFETY = 2.0  # times the bend of the cubic
CLEAR = -1.0  # in place of a share of the interval: nothing can have been zero
INNER = 0.1  # share of an interval that is cut off at least


@njit
def gap_watch(k, point):
    """The watched number of a point that is its gap while it is open."""
    return k[k[k[CONTACTS] + POINT_AT] + POINT_RECORD * point + POINT_WATCH]


@njit
def lowest(a, u, b, v, h):
    """What a gap is at least between two places, and at which share of the way that is."""
    rise = 6.0 * (b - a) / h
    bend = SAFETY * max(0.0, max(4.0 * u + 2.0 * v - rise, rise - 2.0 * u - 4.0 * v))
    down, up = u - 0.5 * bend, v + 0.5 * bend
    if down >= 0.0:
        return a, 0.0
    if up <= 0.0:
        return b, 1.0
    time = (b - a - up * h) / (down - up)
    return a + down * time, time / h


@njit
def unclear(k, p, w, h, armed):
    """Where, as a share of the way from the place kept to the present one, the most doubtful gap is to be looked at.

    CLEAR where none can have been zero and come back. With `armed` only numbers that are armed count.
    """
    share, worst = CLEAR, 0.0
    for point in range(k[k[CONTACTS] + POINTS] if k[CONTACTS] > 0 else 0):
        watch = gap_watch(k, point)
        at = place_of(k, watch)
        a, u, b, v = w[at + LEFT_NUMBER].real, w[at + LEFT_RATE].real, w[at + NUMBER].real, w[at + RATE].real
        if b < 0.0 or u >= UNKNOWN or v >= UNKNOWN or (armed and w[at + FROZEN].real != ARMED):
            continue
        least, place = lowest(a, u, b, v, h)
        least += ROUNDING * p[k[k[SWITCH_AT] + WATCH * watch + SLACK]].real
        if least < 0.0 and (share == CLEAR or least < worst):
            share, worst = min(max(place, INNER), 1.0 - INNER), least
    return share


@njit
def keep_left(k, w):
    """The present place is the left end of the next interval."""
    for point in range(k[k[CONTACTS] + POINTS] if k[CONTACTS] > 0 else 0):
        at = place_of(k, gap_watch(k, point))
        w[at + LEFT_NUMBER], w[at + LEFT_RATE] = w[at + NUMBER], w[at + RATE]


@njit
def keep_rates(k, w):
    """Keep the rates of an accepted state."""
    for point in range(k[k[CONTACTS] + POINTS] if k[CONTACTS] > 0 else 0):
        at = place_of(k, gap_watch(k, point))
        w[at + START_RATE] = w[at + RATE]


@njit
def left_is_start(k, w, numbers):
    """The start of the step is the left end; false where other elements have come near since it was accepted."""
    known = True
    for point in range(k[k[CONTACTS] + POINTS] if k[CONTACTS] > 0 else 0):
        watch = gap_watch(k, point)
        at = place_of(k, watch)
        w[at + LEFT_NUMBER], w[at + LEFT_RATE] = numbers[watch], w[at + START_RATE]
        known = known and (w[at + START_RATE].real < UNKNOWN or w[at + RATE].real >= UNKNOWN)
    return known
