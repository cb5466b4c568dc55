"""The compiled loop of a simulation: integrate the state, correct it after every accepted step, find events, write the
output.

What is integrated and how it is corrected is the formulation's business (see `formulation_kernel`). Output at a grid
time is the observed interpolant, with accelerations, multipliers and reactions solved there, so that output does not
change the steps. An event ends the step at its time: outputs before it are written, then sides change, the state is
corrected and the integration starts anew. Resumable: all state is in `w`, `z`, `s`, `state` and `marks`.
"""

from __future__ import annotations

from linkwork.numerics.integrator_kernel import dense, prepare_dense, restart, revise, step
from linkwork.numerics.integrator_state_kernel import (
    ACCEPTED,
    ADAMS,
    ATOL,
    DOP853,
    H_DONE,
    H_MAX,
    METHOD,
    MIDPOINT,
    RADAU,
    REJECTED,
    RK4,
    SIZE,
    SPAN,
    STEPS,
    STOP,
    T_OLD,
    Y_OLD,
    H,
    T,
    Y,
)
from linkwork.numerics.jit import call_rate, call_world, njit, part
from linkwork.signals.sampled_layout import NEXT as NEXT_SAMPLE
from linkwork.signals.sampled_layout import SAMPLING
from linkwork.system.dips_kernel import find_dip
from linkwork.system.dynamics_kernel import store_forces
from linkwork.system.equations_kernel import ACCEPT, evaluate
from linkwork.system.event_step_kernel import end_at_event
from linkwork.system.events_kernel import (
    RESOLUTION,
    begin,
    change_side,
    change_sides,
    counts,
    disarm,
    event_moment,
    fell_back,
    find_event,
    remember,
    touching,
    watch_at,
)
from linkwork.system.formulation_kernel import SIGNAL, TOLERANCES_AT
from linkwork.system.layout_kernel import (
    ACTION,
    ASK,
    BODIES,
    COLUMNS,
    END,
    FIND_FAR,
    MEMORY,
    RECENTRE,
    REMEMBERING,
    SAMPLER_AT,
    SAMPLERS,
    SWITCH_AT,
    SWITCHES,
    TOUCH,
    TOUCH_ROOM,
    WATCH,
    WORKSPACE,
    WORLD,
    V,
)
from linkwork.system.plain_kernel import give_plain
from linkwork.system.state_kernel import load_state, save_state
from linkwork.system.touch.touch_layout_kernel import (
    FINE,
    LOG_ROWS,
    LOOSE,
    OPEN,
    POINT_AT,
    POINT_MODE,
    POINT_RECORD,
    POINTS,
    RESOLVE,
    SEARCH,
    SHOW,
    SOLVE_AT,
    STRUCK,
    VERDICT,
)
from linkwork.system.touch.touch_layout_kernel import LOGGED as TOUCHES_LOGGED

# int state; the addresses are those of the formulation
STATUS, NEXT, RATE, CORRECT, OBSERVE, PENDING, LOGGED, CHATTER, BREAK, BREAKS, FELL, SAVED, STARTED = range(13)
RENEW, SOLVE, SEE, FRESH_STARTS, FAILURES = range(13, 18)  # more addresses; fresh starts; corrections failed in a row
STATE = 18
RUNNING, FINISHED, STOPPED, ENDED, ASKING, CHATTERING, LOG_FULL, CHECKPOINT = range(8)

# float state: time of the pending event, time of the last one, end of the run, what the last event has left of a step
# that is to be completed (0: nothing), the last steps while all contacts were open and while some were closed (0: not
# known); then the watched numbers at the start of the step, and early in it
EVENT_TIME, LAST_EVENT, UNTIL, REST, OPEN_STEP, CLOSED_STEP, NUMBERS = range(7)

INFINITE = 1e300
LONGEST = 1e300  # step
FARTHEST_TURN = 0.5  # rad
LAST_STEPS = 1.02  # steps up to the end: the end may cut or stretch the next one
MOST_FAILURES = 15  # corrections that fail one after the other
MOST_CHATTER = 20  # changes without time passing
JUST = 2.0**-51  # of the time: how far before a break of a function of time a step ends
AGAIN = 2.2  # times since the last event: the first step after an event of a contact
SHORTER = 0.125  # of its length: to which an event shortens the next step, at most
MOST_OVERLAPS = 4  # times that a step is searched again for overlaps found late


@njit
def write_output(solve, k, p, w, y, t, index, q, v, a, loads):
    """One row of the results at the observed state y."""
    call_rate(solve, k, p, w, t, y, y)
    if k[TOUCH] > 0:
        call_world(k[k[TOUCH] + SHOW], k, p, w, y, 0, 0, t)
    give_plain(k, p, w, q[index], v[index], a[index])
    store_forces(k, p, w, index, loads)


@njit
def just_before(t):
    """The end of a step that leads to a break of a function of time: the function there is still that of the step."""
    return t - JUST * abs(t.real)


@njit
def next_stop(k, p, w, z, state, marks, breaks):
    """Let no step go beyond the next sample, the next break of a function of time, or the end."""
    stop = marks[UNTIL]
    if marks[REST] > 0.0 and marks[LAST_EVENT] + marks[REST] > z[T].real:
        stop = min(stop, marks[LAST_EVENT] + marks[REST])
    z[STOP] = stop
    if state[BREAK] < state[BREAKS] and breaks[state[BREAK]].real < z[STOP].real:
        z[STOP] = just_before(breaks[state[BREAK]])
        if z[STOP].real < z[T].real:
            z[STOP] = z[T]
    for number in range(k[SAMPLERS]):
        sample = w[k[MEMORY] + k[k[SAMPLER_AT] + 2 * number] + NEXT_SAMPLE]
        if sample.real < z[STOP].real:
            z[STOP] = sample


@njit
def take_samples(see, k, p, w, t, y, spare):
    """Sampled controllers whose time has come take their inputs."""
    for number in range(k[SAMPLERS]):
        own = k[MEMORY] + k[k[SAMPLER_AT] + 2 * number]
        if w[own + NEXT_SAMPLE].real <= t.real:
            w[own + SAMPLING] = 1.0
            w[own + NEXT_SAMPLE] = w[own + NEXT_SAMPLE] + p[k[k[SAMPLER_AT] + 2 * number + 1]]
    watch_at(see, k, p, w, t, y, spare)
    for number in range(k[SAMPLERS]):
        w[k[MEMORY] + k[k[SAMPLER_AT] + 2 * number] + SAMPLING] = 0.0


@njit
def corrected(k, p, w, s, t, y, state, out):
    """The corrected y; false when the correction fails."""
    call_rate(state[CORRECT], k, p, w, t, y, out)
    return kept(state[SEE], k, p, w, t, out, part(out, 2 * s[SIZE]))


@njit
def kept(see, k, p, w, t, y, spare):
    """Let the elements remember the state y; false when y is no state."""
    if not abs(y[0].real) < INFINITE:
        return False
    if k[REMEMBERING] > 0:
        if see == 0:
            load_state(k, w, y)
        else:
            call_rate(see, k, p, w, t, y, spare)
            load_state(k, w, spare)
        evaluate(k, p, w, ACCEPT, t)
    return True


@njit
def start_afresh(k, p, w, z, s, state, t, y, out):
    """The formulation's state and tolerances for a start from y (coordinates, velocities, own states)."""
    call_rate(state[RENEW], k, p, w, t, y, out)
    w[k[WORKSPACE] + SIGNAL] = 0.0
    tolerances = int(w[k[WORKSPACE] + TOLERANCES_AT].real)
    if tolerances > 0:
        for i in range(s[SIZE]):
            z[s[ATOL] + i] = w[k[WORKSPACE] + tolerances + i]
    return kept(state[SEE], k, p, w, t, out, part(out, 2 * s[SIZE]))


@njit
def take_back(z, s, state):
    """Undo a step whose correction failed and go on with a shorter one, a limited number of times."""
    state[FAILURES] += 1
    if s[METHOD] == RK4 or state[FAILURES] > MOST_FAILURES:
        state[STATUS] = STOPPED
        return
    restart(z, s, z[T_OLD], part(z, s[Y_OLD]))
    z[H] = 0.25 * abs(z[H_DONE].real)
    s[STEPS] -= 1
    s[REJECTED] += 1


@njit
def start(k, p, w, z, s, state, marks, breaks, scratch):
    """Correct the first state, take the first samples, decide the sides of all switches.

    A formulation with a state of its own starts from the coordinates and velocities of the workspace.
    """
    y, plain = part(scratch, 0), part(z, s[Y])
    if state[SEE] != 0:
        plain = part(scratch, s[SIZE])
        save_state(k, w, plain)
    if not start_afresh(k, p, w, z, s, state, z[T], plain, y):
        state[STATUS] = STOPPED
        return
    if k[TOUCH] > 0:
        w[k[TOUCH_ROOM] + SOLVE_AT] = state[SOLVE]
        w[k[TOUCH_ROOM] + LOOSE] = 1.0 if s[METHOD] == MIDPOINT else 0.0
        if not resolve_touch(k, p, w, z, s, state, z[T], scratch, 1):
            return
    revise(z, s, scratch)
    see, spare = state[SEE], part(scratch, 2 * s[SIZE])
    begin(see, k, p, w, z[T], y, spare)
    take_samples(see, k, p, w, z[T], y, spare)
    begin(see, k, p, w, z[T], y, spare)
    remember(k, p, w, part(marks, NUMBERS))
    limit_turn(k, w, z, s)
    next_stop(k, p, w, z, state, marks, breaks)


@njit
def resolve_touch(k, p, w, z, s, state, t, scratch, start):
    """Contacts and rubbing joints at the corrected state in the scratch decide what happens; false when they cannot."""
    y, plain = part(scratch, 0), part(scratch, s[SIZE])
    if state[OBSERVE] == state[CORRECT]:
        for i in range(s[SIZE]):
            plain[i] = y[i]
    else:
        call_rate(state[OBSERVE], k, p, w, t, y, plain)
    if not answer_touch(k, p, w, state, t, plain, start):
        return False
    if not start_afresh(k, p, w, z, s, state, t, plain, y):
        state[STATUS] = STOPPED
        return False
    return True


@njit
def answer_touch(k, p, w, state, t, plain, how):
    """Contacts and rubbing joints answer at coordinates and velocities, which they change; false when they cannot."""
    load_state(k, w, plain)
    call_world(k[k[TOUCH] + RESOLVE], k, p, w, part(plain, 0), how, 0, t)
    save_state(k, w, plain)
    if w[k[TOUCH_ROOM] + VERDICT].real != FINE:
        state[STATUS] = STOPPED
        return False
    return True


@njit
def found_overlap(k, p, w, z, s, state, t, y, spare):
    """Look at time t for what has come near in the last step; whether something was found too late, overlapping."""
    see, end = state[SEE], z[T].real
    if t < end:
        dense(z, s, t + 0.0 * z[T], y)
        watch_at(see, k, p, w, t + 0.0 * z[T], y, spare)
    else:
        watch_at(see, k, p, w, z[T], part(z, s[Y]), spare)
    y[0] = 0.0
    call_world(k[k[TOUCH] + SEARCH], k, p, w, y, 0, 0, z[T])
    if y[0].real == 0.0:
        return False
    watch_at(see, k, p, w, z[T_OLD], part(z, s[Y_OLD]), spare)
    disarm(k, p, w)
    watch_at(see, k, p, w, z[T], part(z, s[Y]), spare)
    return True


@njit
def limit_turn(k, w, z, s):
    """Where numbers are watched let no body turn too far in a step of variable length, or passages would be missed."""
    if k[SWITCHES] == 0 or s[METHOD] not in (DOP853, ADAMS, RADAU):
        return
    fastest, size = 0.0, k[COLUMNS]
    for body in range(k[BODIES]):
        for turn in range(2 if size == 3 else 3, size):
            fastest = max(fastest, abs(w[k[V] + size * body + turn].real))
    z[H_MAX] = FARTHEST_TURN / fastest if fastest > 0.0 else LONGEST


@njit
def make_step(k, p, w, z, s, state, scratch):
    """One accepted step of the integrator, corrected; false when it fails or is taken back."""
    y = part(scratch, 0)
    if k[WORLD] > 0:
        call_world(k[k[WORLD] + FIND_FAR], k, p, w, part(z, s[Y]), 0, 0, z[T])
    if w[k[WORKSPACE] + SIGNAL].real != 0.0:
        call_rate(state[OBSERVE], k, p, w, z[T], part(z, s[Y]), part(scratch, s[SIZE]))
        if k[WORLD] > 0:
            call_world(k[k[WORLD] + RECENTRE], k, p, w, part(scratch, s[SIZE]), 0, 0, z[T])
        if not start_afresh(k, p, w, z, s, state, z[T], part(scratch, s[SIZE]), y):
            state[STATUS] = STOPPED
            return False
        restart(z, s, z[T], scratch)
        state[FRESH_STARTS] += 1
    if step(state[RATE], k, p, w, z, s) != ACCEPTED:
        state[STATUS] = STOPPED
        return False
    if not corrected(k, p, w, s, z[T], part(z, s[Y]), state, y):
        take_back(z, s, state)
        return False
    state[FAILURES] = 0
    revise(z, s, scratch)
    return True


@njit
def take_step(k, p, w, z, s, state, marks, scratch):
    """One accepted step of the integrator, corrected; then look for events in it."""
    if not make_step(k, p, w, z, s, state, scratch) or k[SWITCHES] == 0:
        return
    y = part(scratch, 0)
    see, spare, numbers = state[SEE], part(scratch, 2 * s[SIZE]), part(marks, NUMBERS)
    watch_at(see, k, p, w, z[T], y, spare)
    t = find_event(state[RATE], see, k, p, w, z, s, y, spare, numbers, marks[UNTIL])
    fell = fell_back(k, p, w)
    for _ in range(MOST_OVERLAPS if k[TOUCH] > 0 else 0):
        if not found_overlap(k, p, w, z, s, state, t, y, spare):
            break
        t = find_event(state[RATE], see, k, p, w, z, s, y, spare, numbers, marks[UNTIL])
        fell = fell_back(k, p, w)
    t = find_dip(state[RATE], see, k, p, w, z, s, y, spare, numbers, t)
    if t <= z[T].real:
        if s[METHOD] == MIDPOINT:
            end = z[T].real
            t = end_at_event(state[RATE], see, k, p, w, z, s, t, y, spare)
            marks[REST] = end - t
        state[PENDING] = 1
        state[FELL] = 1 + fell if t == z[T_OLD].real else 0
        marks[EVENT_TIME] = t
    else:
        watch_at(see, k, p, w, z[T], part(z, s[Y]), spare)
        remember(k, p, w, numbers)
    limit_turn(k, w, z, s)


@njit
def write_down(k, w, t, hit, state, log_t, log_i):
    """Enter the changes of side into the log; what has to be done about them into the status."""
    for watch in range(k[SWITCHES]):
        if hit[watch] == 0 or touching(k, watch) or not counts(k, w, watch):
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
def any_touched(k, hit):
    """Whether a contact or a rubbing joint has a part in an event."""
    found = False
    for watch in range(k[SWITCHES]):
        found = found or (hit[watch] == 1 and touching(k, watch))
    return found


@njit
def any_closed(k, w):
    """Whether some point is closed, or presses by its law."""
    found = False
    for point in range(k[k[TOUCH] + POINTS]):
        record = k[k[TOUCH] + POINT_AT] + POINT_RECORD * point
        found = found or w[k[MEMORY] + k[record + POINT_MODE]].real != OPEN
    return found


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
def execute(k, p, w, z, s, state, marks, breaks, scratch, hit, log_t, log_i):
    """The pending event: go to its time, change sides until all agree, start anew."""
    full = k[TOUCH] > 0 and w[k[TOUCH_ROOM] + TOUCHES_LOGGED].real > LOG_ROWS
    if full or state[LOGGED] + k[SWITCHES] > log_t.shape[0]:
        state[STATUS] = LOG_FULL
        return
    y = part(scratch, 0)
    other = part(scratch, s[SIZE])
    see, spare = state[SEE], part(scratch, 2 * s[SIZE])
    t = event_moment(see, k, p, w, z, s, marks[EVENT_TIME], other, spare)
    dense(z, s, t, other)
    watch_at(see, k, p, w, t, other, spare)
    for watch in range(k[SWITCHES]):
        hit[watch] = 0
    if state[FELL] > 0:
        disarm(k, p, w)
        change_side(k, w, hit, state[FELL] - 1)
    change_sides(k, p, w, hit, True)
    if not corrected(k, p, w, s, t, other, state, y):
        state[STATUS] = STOPPED
        return
    touches = k[TOUCH] > 0 and any_touched(k, hit)
    before = touches and any_closed(k, w)
    if touches and not resolve_touch(k, p, w, z, s, state, t, scratch, 0):
        state[PENDING] = 0
        restart(z, s, t, scratch)
        return
    for _ in range(k[SWITCHES] + 2):
        watch_at(see, k, p, w, t, y, spare)
        if change_sides(k, p, w, hit, False) == 0:
            break
    state[PENDING] = 0
    restart(z, s, t, scratch)
    if touches:
        expect_again(k, w, z, s, t.real, before, marks)
    remember(k, p, w, part(marks, NUMBERS))
    limit_turn(k, w, z, s)
    write_down(k, w, t, hit, state, log_t, log_i)
    nothing = max(1e-12 * abs(marks[LAST_EVENT]), RESOLUTION * abs(marks[UNTIL]))
    state[CHATTER] = state[CHATTER] + 1 if t.real <= marks[LAST_EVENT] + nothing else 0
    marks[LAST_EVENT] = t.real
    if state[CHATTER] > MOST_CHATTER:
        state[STATUS] = CHATTERING
    next_stop(k, p, w, z, state, marks, breaks)


@njit
def time_event(k, p, w, z, s, state, marks, breaks, scratch):
    """A sample, or a break in a function of time: the integration starts anew."""
    y, t = part(scratch, 0), z[T]
    for i in range(s[SIZE]):
        scratch[i] = z[s[Y] + i]
    while state[BREAK] < state[BREAKS] and just_before(breaks[state[BREAK]]).real <= t.real:
        if breaks[state[BREAK]].real >= t.real:
            t = breaks[state[BREAK]]
        state[BREAK] += 1
    take_samples(state[SEE], k, p, w, t, y, part(scratch, 2 * s[SIZE]))
    restart(z, s, t, scratch)
    next_stop(k, p, w, z, state, marks, breaks)


@njit
def extend(k, p, w, z, s, state, t, out):
    """The state at time t, which is the present one but for the derivative that the present time may carry."""
    if (t - z[T]).imag != 0.0:
        call_rate(state[RATE], k, p, w, z[T], part(z, s[Y]), part(out, 0))
        for i in range(s[SIZE]):
            out[i] = z[s[Y] + i] + (t - z[T]) * out[i]
    else:
        for i in range(s[SIZE]):
            out[i] = z[s[Y] + i]


@njit
def observe(k, p, w, z, s, state, t, scratch):
    """The state at an output time, in the second half of the scratch; false when there is none.

    Right after a start anew there is no step behind: an output time is then the present one, or lies in the nothing
    between the end of the step before a break and the break.
    """
    y = part(scratch, s[SIZE])
    if s[SPAN] == 0:
        extend(k, p, w, z, s, state, t, scratch)
        call_rate(state[OBSERVE], k, p, w, t, part(scratch, 0), y)
    elif prepare_dense(state[RATE], k, p, w, z, s) and dense(z, s, t, scratch):
        call_rate(state[OBSERVE], k, p, w, t, part(scratch, 0), y)
    else:
        return False
    return abs(y[0].real) < INFINITE


@njit
def seen(k, p, w, z, s, state, out):
    """Coordinates, velocities and own states at the present time."""
    call_rate(state[OBSERVE], k, p, w, z[T], part(z, s[Y]), out)


@njit
def go_from(k, p, w, z, s, state, scratch, plain, struck):
    """Start anew from coordinates, velocities and own states, after an action; the switches look again.

    After a blow what touches answers, too.
    """
    y = part(scratch, 0)
    if struck and k[TOUCH] > 0 and not answer_touch(k, p, w, state, z[T], plain, STRUCK):
        return False
    good = start_afresh(k, p, w, z, s, state, z[T], plain, y)
    restart(z, s, z[T], scratch)
    begin(state[SEE], k, p, w, z[T], y, part(scratch, 2 * s[SIZE]))
    limit_turn(k, w, z, s)
    return good


@njit
def end_matters(z, marks):
    """Whether the end of the run has a say in the length of the next step."""
    return z[H].real == 0.0 or z[T].real + LAST_STEPS * z[H].real >= marks[UNTIL]


@njit
def simulate(
    k_table, p_table, w_table, z, s, state, marks, breaks, scratch, hit, log_t, log_i, times, q, v, a, loads, budget
):
    """Go on for at most `budget` steps and outputs."""
    k, p, w = part(k_table, 0), part(p_table, 0), part(w_table, 0)
    while budget > 0 and state[STATUS] == RUNNING:
        budget -= 1
        index = state[NEXT]
        if index == times.shape[0]:
            state[STATUS] = FINISHED
            continue
        if state[STARTED] == 0:
            start(k, p, w, z, s, state, marks, breaks, scratch)
            if state[STATUS] == STOPPED:
                continue
            state[STARTED] = 1
        reached = marks[EVENT_TIME] if state[PENDING] == 1 else z[T].real
        if times[index] <= reached:
            t = times[index] + 0.0 * z[T]
            if observe(k, p, w, z, s, state, t, scratch):
                write_output(state[SOLVE], k, p, w, part(scratch, s[SIZE]), t, index, q, v, a, loads)
                state[NEXT] += 1
            else:
                state[STATUS] = STOPPED
        elif state[PENDING] == 1:
            execute(k, p, w, z, s, state, marks, breaks, scratch, hit, log_t, log_i)
        elif z[STOP].real == z[T].real:
            time_event(k, p, w, z, s, state, marks, breaks, scratch)
        elif state[SAVED] == 0 and end_matters(z, marks):
            state[SAVED] = 1
            state[STATUS] = CHECKPOINT
        else:
            take_step(k, p, w, z, s, state, marks, scratch)
            if not end_matters(z, marks):
                state[SAVED] = 0
