"""What a simulation does at its events: sides change, contacts answer, the integration starts anew."""

from __future__ import annotations

from linkwork.numerics.integrators.integrator_kernel import dense, restart
from linkwork.numerics.integrators.integrator_state_kernel import DOP853, METHOD, RADAU, SIZE, H, T, Y
from linkwork.numerics.jit import njit, part
from linkwork.places.layout_kernel import ACTION, ASK, CONTACT_ROOM, CONTACTS, END, MEMORY, SWITCH_AT, SWITCHES, WATCH
from linkwork.system.contact.contact_layout_kernel import LOG_ROWS, OPEN, POINT_AT, POINT_MODE, POINT_RECORD, POINTS
from linkwork.system.contact.contact_layout_kernel import LOGGED as CONTACTS_LOGGED
from linkwork.system.dynamics.state_kernel import state_size, states_jumped, take_states
from linkwork.system.loop.crossings_kernel import forget_rates
from linkwork.system.loop.event_location_kernel import event_moment
from linkwork.system.loop.event_record_kernel import record_after, record_before, record_full
from linkwork.system.loop.event_sides_kernel import (
    change_side,
    change_sides,
    counts,
    disarm,
    remember,
    watch_at,
    watches_contact,
)
from linkwork.system.loop.events_kernel import RESOLUTION
from linkwork.system.loop.simulation_start_kernel import (
    corrected,
    just_before,
    limit_step,
    next_stop,
    resolve_contacts,
    start_afresh,
    take_samples,
)
from linkwork.system.loop.simulation_state_kernel import (
    ASKING,
    BREAK,
    BREAKS,
    CHATTER,
    CHATTERING,
    CLOSED_STEP,
    ENDED,
    EVENT_TIME,
    FELL,
    JUMP_AT,
    JUMPING,
    LAST_EVENT,
    LOG_FULL,
    LOGGED,
    NUMBERS,
    OPEN_STEP,
    PENDING,
    RUNNING,
    SEE,
    STATUS,
    STOPPED,
    UNTIL,
)
from linkwork.system.loop.singular_crossing_kernel import cut_singular_crossing

MOST_CHATTER = 20  # changes without time passing
AGAIN = 2.2  # times since the last event: the first step after an event of a contact
SHORTER = 0.125  # of its length: to which an event shortens the next step, at most


@njit
def write_down(k, w, t, hit, state, log_t, log_i):
    """Enter the changes of side into the log; what has to be done about them into the status."""
    for watch in range(k[SWITCHES]):
        if hit[watch] == 0 or watches_contact(k, watch) or not counts(k, w, watch):
            continue
        log_t[state[LOGGED]] = t
        log_i[state[LOGGED]] = watch if w[k[MEMORY] + k[k[SWITCH_AT] + WATCH * watch]].real < 0.5 else -watch - 1
        state[LOGGED] += 1
        action = k[k[SWITCH_AT] + WATCH * watch + ACTION]
        if action == ASK:
            state[STATUS] = ASKING
        elif action == END and state[STATUS] == RUNNING:
            state[STATUS] = ENDED


@njit
def any_contact_hit(k, hit):
    """Whether a contact or a rubbing joint has a part in an event."""
    contact_hit = False
    for watch in range(k[SWITCHES]):
        contact_hit = contact_hit or (hit[watch] == 1 and watches_contact(k, watch))
    return contact_hit


@njit
def any_closed(k, w):
    """Whether some point is closed, or presses by its law."""
    closed = False
    for point in range(k[k[CONTACTS] + POINTS]):
        record = k[k[CONTACTS] + POINT_AT] + POINT_RECORD * point
        closed = closed or w[k[MEMORY] + k[record + POINT_MODE]].real != OPEN
    return closed


@njit
def expect_again(k, w, z, s, t, before, marks):
    """The first step after an event of a contact: as long as the last one in such a phase, when the phase changes.

    Otherwise it does not go far beyond the next event, if that comes as soon as this one did. `before` tells whether
    some point was closed before the event.
    """
    if s[METHOD] not in (DOP853, RADAU):
        return
    after, passed = any_closed(k, w), t - marks[LAST_EVENT]
    marks[CLOSED_STEP if before else OPEN_STEP] = z[H].real
    known = marks[CLOSED_STEP if after else OPEN_STEP]
    if before != after and known > 0.0:
        z[H] = known
    elif passed > 0.0:
        z[H] = min(z[H].real, max(AGAIN * passed, SHORTER * z[H].real))


@njit
def execute(k, p, w, z, s, state, marks, breaks, scratch, hit, log_t, log_i, record):
    """The pending event: go to its time, change sides until all agree, start anew."""
    full = k[CONTACTS] > 0 and w[k[CONTACT_ROOM] + CONTACTS_LOGGED].real > LOG_ROWS
    full = full or record_full(record)
    if full or state[LOGGED] + k[SWITCHES] > log_t.shape[0]:
        state[STATUS] = LOG_FULL
        return
    y = part(scratch, 0)
    other = part(scratch, s[SIZE])
    see, spare = state[SEE], part(scratch, 2 * s[SIZE])
    t = event_moment(see, k, p, w, z, s, marks[EVENT_TIME], other, spare)
    dense(z, s, t, other)
    watch_at(see, k, p, w, t, other, spare)
    record_before(k, p, w, t, record)
    for watch in range(k[SWITCHES]):
        hit[watch] = 0
    if state[FELL] > 0:
        disarm(k, p, w)
        change_side(k, w, hit, state[FELL] - 1)
    change_sides(k, p, w, hit, True)
    if not corrected(k, p, w, s, t, other, state, y):
        state[STATUS] = STOPPED
        return
    contacts_hit = k[CONTACTS] > 0 and any_contact_hit(k, hit)
    before = contacts_hit and any_closed(k, w)
    if contacts_hit and not resolve_contacts(k, p, w, z, s, state, t, scratch, 0):
        state[PENDING] = 0
        restart(z, s, t, scratch)
        return
    for _ in range(k[SWITCHES] + 2):
        watch_at(see, k, p, w, t, y, spare)
        seen = y if see == 0 else spare
        if states_jumped(k, w, seen):
            for i in range(state_size(k)):
                other[i] = seen[i]
            take_states(k, w, other)
            if not start_afresh(k, p, w, z, s, state, t, other, y):
                state[STATUS] = STOPPED
                return
            watch_at(see, k, p, w, t, y, spare)
        if change_sides(k, p, w, hit, False) == 0:
            break
    state[PENDING] = 0
    restart(z, s, t, scratch)
    cut_singular_crossing(k, w, z, t)
    if contacts_hit:
        record_after(k, p, w, record)
        expect_again(k, w, z, s, t.real, before, marks)
    forget_rates(k, part(marks, NUMBERS))
    remember(k, p, w, part(marks, NUMBERS))
    limit_step(k, p, w, z, s, state)
    write_down(k, w, t, hit, state, log_t, log_i)
    # times that differ by rounding only are one time: of the time itself, or of the whole span near t = 0
    nothing = max(1e-12 * abs(marks[LAST_EVENT]), RESOLUTION * abs(marks[UNTIL]))
    state[CHATTER] = state[CHATTER] + 1 if t.real <= marks[LAST_EVENT] + nothing else 0
    marks[LAST_EVENT] = t.real
    if state[CHATTER] > MOST_CHATTER:
        state[STATUS] = CHATTERING
    next_stop(k, p, w, z, state, marks, breaks)


@njit
def time_event(k, p, w, z, s, state, marks, breaks, scratch):
    """A sample, or a break in a function of time: the integration starts anew. Drivers that jump are the caller's."""
    y, t = part(scratch, 0), z[T]
    for i in range(s[SIZE]):
        scratch[i] = z[s[Y] + i]
    while state[BREAK] < state[BREAKS] and just_before(breaks[state[BREAK]]).real <= t.real:
        if breaks[state[BREAK]].real >= t.real:
            t = breaks[state[BREAK]]
        state[BREAK] += 1
    if state[BREAK] > state[JUMP_AT]:
        state[STATUS] = JUMPING
    take_samples(state[SEE], k, p, w, t, y, part(scratch, 2 * s[SIZE]))
    restart(z, s, t, scratch)
    forget_rates(k, part(marks, NUMBERS))
    next_stop(k, p, w, z, state, marks, breaks)
