"""What overlaps unseen: contacts follow elements that were near when a step began, and others may have come in it.

At the end of a step, and at every event found in it, all elements are looked at. Where something overlaps then that
nobody followed, it began to do so in the step. If its gap was positive when the step began that is an event like all
others. If not, for a corner may lie behind the line of a side which it has not reached, the time between is halved with
a new search at every place, until what overlaps at the later one was apart at the earlier.
"""

from __future__ import annotations

from linkwork.numerics.integrators.integrator_kernel import prepare_dense
from linkwork.numerics.integrators.integrator_state_kernel import T_OLD, T, Y
from linkwork.numerics.jit import call_world, njit, part
from linkwork.numerics.switch_kernel import FROZEN, NUMBER, STATE
from linkwork.places.layout_kernel import CONTACTS, MEMORY
from linkwork.system.contact.contact_layout_kernel import (
    CROSSED,
    LEFT_NUMBER,
    OPEN,
    POINT_AT,
    POINT_MODE,
    POINT_RECORD,
    POINTS,
    REACH,
    SEARCH,
)
from linkwork.system.loop.approach_kernel import gap_watch, keep_left
from linkwork.system.loop.crossings_kernel import forget_rates
from linkwork.system.loop.event_location_kernel import fill_at, locate
from linkwork.system.loop.event_sides_kernel import disarm, slack, watch_at
from linkwork.system.loop.events_kernel import find_event, look_at_end
from linkwork.system.loop.simulation_state_kernel import NUMBERS, RATE, SEE
from linkwork.system.loop.watches_kernel import ARMED, place_of

HALVINGS = 60


@njit
def search_at(k, p, w, z, s, state, t, y, spare):
    """Look at time t of the last step for what is near; not 0 where something overlaps that nobody followed."""
    see = state[SEE]
    if t < z[T].real:
        fill_at(see, k, p, w, z, s, y, spare, t)
    else:
        watch_at(see, k, p, w, z[T], part(z, s[Y]), spare)
    y[0] = 0.0
    call_world(k[k[CONTACTS] + SEARCH], k, p, w, y, 0, 0, z[T])
    return y[0].real


@njit
def _is_open(k, w, point):
    """Whether a point is open."""
    record = k[k[CONTACTS] + POINT_AT] + POINT_RECORD * point
    return w[k[MEMORY] + k[record + POINT_MODE]].real == OPEN


@njit
def _overlaps(k, p, w):
    """Whether the gap of an open point, just filled, is negative beyond rounding."""
    near, overlaps = p[k[k[CONTACTS] + REACH]].real, False
    for point in range(k[k[CONTACTS] + POINTS]):
        number = w[place_of(k, gap_watch(k, point)) + NUMBER].real
        overlaps = overlaps or (_is_open(k, w, point) and number < -near)
    return overlaps


@njit
def _begins(k, p, w):
    """Whether all that overlaps at the place that was kept was apart at the present one; false where nothing does."""
    near, begins = p[k[k[CONTACTS] + REACH]].real, False
    for point in range(k[k[CONTACTS] + POINTS]):
        watch = gap_watch(k, point)
        at = place_of(k, watch)
        if _is_open(k, w, point) and w[at + LEFT_NUMBER].real < -near:
            begins = True
            if w[at + NUMBER].real < -slack(k, p, watch):
                return False
    return begins


@njit
def _overlaps_at(k, p, w, z, s, state, t, y, spare):
    """Search at time t; whether anything overlaps there, followed or not."""
    crossed = search_at(k, p, w, z, s, state, t, y, spare) == CROSSED
    fill_at(state[SEE], k, p, w, z, s, y, spare, t)
    return crossed or _overlaps(k, p, w)


@njit
def _bracket(k, p, w, z, s, state, t, y, spare):
    """Two places of the last step between which begins what overlaps at time t; twice the same where none are found.

    The points follow what has been found at the later one.
    """
    see, low, high = state[SEE], z[T_OLD].real, min(t, z[T].real)
    if _overlaps_at(k, p, w, z, s, state, low, y, spare):
        search_at(k, p, w, z, s, state, high, y, spare)
        return high, high
    search_at(k, p, w, z, s, state, high, y, spare)
    for _ in range(HALVINGS):
        fill_at(see, k, p, w, z, s, y, spare, high)
        keep_left(k, w)
        fill_at(see, k, p, w, z, s, y, spare, low)
        if _begins(k, p, w):
            return low, high
        middle = 0.5 * (low + high)
        if not low < middle < high:
            break
        if _overlaps_at(k, p, w, z, s, state, middle, y, spare):
            high = middle
        else:
            low = middle
            search_at(k, p, w, z, s, state, high, y, spare)
    return high, high


@njit
def _arm_found(k, p, w):
    """Let all open points be watched that overlap."""
    near = p[k[k[CONTACTS] + REACH]].real
    for point in range(k[k[CONTACTS] + POINTS]):
        at = place_of(k, gap_watch(k, point))
        if _is_open(k, w, point) and w[at + NUMBER].real < -near:
            w[at + STATE], w[at + FROZEN] = 1.0, ARMED


@njit
def overlap_begins(k, p, w, z, s, state, marks, looks, t, y, spare):
    """The time in the last step at which begins what a search at time t has found overlapping; t where that fails."""
    see, start = state[SEE], z[T_OLD].real
    if not prepare_dense(state[RATE], k, p, w, z, s):
        return t
    low, high = _bracket(k, p, w, z, s, state, t, y, spare)
    if low == high:
        return t
    if low == start:
        fill_at(see, k, p, w, z, s, y, spare, start)
        disarm(k, p, w)
        if not look_at_end(state[RATE], see, k, p, w, z, s, y, spare, part(marks, NUMBERS)):
            forget_rates(k, part(marks, NUMBERS))
        overlap_begins = find_event(state[RATE], see, k, p, w, z, s, y, spare, state, marks, looks)
        if overlap_begins <= high:
            return overlap_begins
    fill_at(see, k, p, w, z, s, y, spare, high)
    _arm_found(k, p, w)
    return locate(see, k, p, w, z, s, y, spare, low, high, -1.0, low, -1.0)
