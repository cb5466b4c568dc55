"""The compiled loop of a simulation: integrate the state, correct it after every accepted step, find events, write the
output.

What is integrated and how it is corrected is the formulation's business (see `formulation_kernel`). Output at a grid
time is the observed interpolant, with accelerations, multipliers and reactions solved there, so that output does not
change the steps. An event ends the step at its time: outputs before it are written, then sides change, the state is
corrected and the integration starts anew. Resumable: all state is in `w`, `z`, `s`, `state` and `marks`.
"""

from __future__ import annotations

from linkwork.numerics.integrators.integrator_kernel import dense, prepare_dense, restart, revise, step
from linkwork.numerics.integrators.integrator_state_kernel import (
    ACCEPTED,
    DENSE,
    H_DONE,
    METHOD,
    MIDPOINT,
    REJECTED,
    RK4,
    ROUGH,
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
from linkwork.numerics.integrators.stand_in_kernel import change_method
from linkwork.numerics.jit import call_rate, call_world, njit, part
from linkwork.places.layout_kernel import CONTACTS, COORDINATES, FIND_FAR, FUNCTIONS, RECENTRE, SWITCHES, WORKSPACE, A
from linkwork.system.constraints.beside_singular_kernel import accelerations_of_motion, is_beside
from linkwork.system.constraints.equations_kernel import move_bodies, place_bodies
from linkwork.system.constraints.plain_kernel import give_plain
from linkwork.system.contact.contact_layout_kernel import SHOW
from linkwork.system.dynamics.dynamics_kernel import store_forces
from linkwork.system.dynamics.state_kernel import load_state, state_size
from linkwork.system.formulations.formulation_kernel import SIGNAL
from linkwork.system.loop.crossings_kernel import forget_rates
from linkwork.system.loop.double_crossing_kernel import find_dip
from linkwork.system.loop.event_record_kernel import record_between
from linkwork.system.loop.event_sides_kernel import fell_back, remember, watch_at
from linkwork.system.loop.event_step_kernel import end_at_event
from linkwork.system.loop.events_kernel import find_event, look_at_end
from linkwork.system.loop.inside_out_kernel import keeps_cells
from linkwork.system.loop.overlap_kernel import overlap_begins, search_at
from linkwork.system.loop.simulation_event_kernel import execute, time_event
from linkwork.system.loop.simulation_start_kernel import corrected, just_before, limit_step, start, start_afresh
from linkwork.system.loop.simulation_state_kernel import (
    BREAK,
    BREAKS,
    CALM,
    CELLS,
    CHECKPOINT,
    EVENT_TIME,
    FAILURES,
    FELL,
    FINISHED,
    FRESH_STARTS,
    INFINITE,
    LOG_FULL,
    LOOK,
    LOOKS,
    NEXT,
    NUMBERS,
    OBSERVE,
    PENDING,
    RATE,
    REST,
    RUNNING,
    SAVED,
    SEE,
    SOLVE,
    SPIN,
    STARTED,
    STATUS,
    STOPPED,
    TRAIL_TIME,
    TRAILED,
    UNTIL,
)
from linkwork.system.loop.singular_crossing_kernel import calls_for_other, mind_singular_crossing, steps_over
from linkwork.system.spatial.trail_kernel import FARTHEST, NEAR, enter, fastest, in_space

FIRST_STEPS = 100.0  # steps as long as the first up to the end: nearer, the end may have had a say in its length
SAVED_ONCE, SAVED_FOR_GOOD = 1, 2  # the state before a step in which the end may have a say, and did
LAST_STEPS = 1.02  # steps up to the end: the end may cut or stretch the next one
MOST_FAILURES = 15  # corrections that fail one after the other
MOST_OVERLAPS = 16  # times that a step is searched again for overlaps found late


@njit
def write_output(k, p, w, z, s, state, scratch, t, index, q, v, a, loads):
    """One row of the results at the observed state, which lies in the scratch behind that of the integrator.

    At a singular position accelerations are not solved for: the motion has them.
    """
    y, size, beside = part(scratch, s[SIZE]), state_size(k), False
    if s[SPAN] == 1 and is_beside(k, w, t):
        plain, second = part(scratch, s[SIZE] + size), part(scratch, s[SIZE] + 2 * size)
        beside = accelerations_of_motion(k, p, w, z, s, state, t, part(scratch, 0), plain, second)
    call_rate(state[SOLVE], k, p, w, t, y, y)
    if beside:
        for i in range(k[COORDINATES]):
            w[k[A] + i] = scratch[s[SIZE] + 2 * size + i]
    if k[CONTACTS] > 0:
        call_world(k[k[CONTACTS] + SHOW], k, p, w, y, 0, 0, t)
    give_plain(k, p, w, q[index], v[index], a[index])
    store_forces(k, p, w, index, loads)


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
def make_step(k, p, w, z, s, state, scratch):
    """One accepted step of the integrator, corrected; false when it fails or is taken back."""
    y = part(scratch, 0)
    call_world(k[k[FUNCTIONS] + FIND_FAR], k, p, w, part(z, s[Y]), 0, 0, z[T])
    if w[k[WORKSPACE] + SIGNAL].real != 0.0:
        call_rate(state[OBSERVE], k, p, w, z[T], part(z, s[Y]), part(scratch, s[SIZE]))
        call_world(k[k[FUNCTIONS] + RECENTRE], k, p, w, part(scratch, s[SIZE]), 0, 0, z[T])
        if not start_afresh(k, p, w, z, s, state, z[T], part(scratch, s[SIZE]), y):
            state[STATUS] = STOPPED
            return False
        restart(z, s, z[T], scratch)
        state[FRESH_STARTS] += 1
    if step(state[RATE], k, p, w, z, s) != ACCEPTED:
        state[STATUS] = STOPPED
        return False
    if not steps_over(k, p, w, z, s, state, part(scratch, s[SIZE]), part(scratch, 2 * s[SIZE])):
        return False
    if not corrected(k, p, w, s, z[T], part(z, s[Y]), state, y):
        take_back(z, s, state)
        return False
    if state[CELLS] > 0 and not keeps_cells(k, p, w, z[T], y, state, part(scratch, 2 * s[SIZE])):
        restart(z, s, z[T_OLD], part(z, s[Y_OLD]))  # also where the run ends there
        take_back(z, s, state)
        return False
    state[FAILURES] = 0
    revise(z, s, scratch)
    mind_singular_crossing(k, p, w, z, s, state, part(scratch, s[SIZE]), part(scratch, 2 * s[SIZE]))
    return True


@njit
def take_step(k, p, w, z, s, state, marks, looks, scratch, record, apart, points):
    """One accepted step of the integrator, corrected; then look for events in it.

    `apart` lies between two of the `points` of the run: where steps are shorter, ends of them are recorded
    (`record_between`).
    """
    if not make_step(k, p, w, z, s, state, scratch) or k[SWITCHES] == 0:
        return
    y = part(scratch, 0)
    see, spare, numbers = state[SEE], part(scratch, 2 * s[SIZE]), part(marks, NUMBERS)
    while state[LOOK] < state[LOOKS] and looks[state[LOOK]] <= z[T_OLD].real:
        state[LOOK] += 1
    if not look_at_end(state[RATE], see, k, p, w, z, s, y, spare, numbers):
        forget_rates(k, numbers)
    t = find_event(state[RATE], see, k, p, w, z, s, y, spare, state, marks, looks)
    fell = fell_back(k, p, w, numbers)
    for _ in range(MOST_OVERLAPS if k[CONTACTS] > 0 else 0):
        if search_at(k, p, w, z, s, state, t, y, spare) == 0.0:
            break
        begun = overlap_begins(k, p, w, z, s, state, marks, looks, t, y, spare)
        if not begun < t:
            break
        t = begun
        fell = fell_back(k, p, w, numbers)
    t = find_dip(state[RATE], see, k, p, w, z, s, y, spare, numbers, t)
    if t <= z[T].real:
        if s[METHOD] == MIDPOINT or s[METHOD] == RK4:
            end = z[T].real
            t = end_at_event(state[RATE], see, k, p, w, z, s, t, y, spare)
            marks[REST] = end - t
        elif s[DENSE] == ROUGH:
            t = end_at_event(state[RATE], see, k, p, w, z, s, t, y, spare)
        state[PENDING] = 1
        state[FELL] = 1 + fell if t == z[T_OLD].real else 0
        marks[EVENT_TIME] = t
    else:
        if state[CALM] == 0 or k[CONTACTS] > 0:  # otherwise the numbers are still those of the end
            watch_at(see, k, p, w, z[T], part(z, s[Y]), spare)
        remember(k, p, w, numbers)
        if k[CONTACTS] > 0 and not record_between(k, p, w, z[T_OLD], z[T], apart, points, record):
            state[STATUS] = LOG_FULL
    limit_step(k, p, w, z, s, state)


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

    Right after a start anew there is no step behind: an output time is then the present one, or a little before it.
    """
    y = part(scratch, s[SIZE])
    if s[SPAN] == 0:
        extend(k, p, w, z, s, state, t, scratch)
        call_rate(state[OBSERVE], k, p, w, t, part(scratch, 0), y)
    elif prepare_dense(state[RATE], k, p, w, z, s) and s[DENSE] != ROUGH and dense(z, s, t, scratch):
        call_rate(state[OBSERVE], k, p, w, t, part(scratch, 0), y)
    else:
        return False
    return abs(y[0].real) < INFINITE


@njit
def leave_trail(k, p, w, z, s, state, marks, times, trail_t, trail, scratch):
    """Enter how the bodies turned in the last step, where the points of the run are too far apart to tell."""
    index, room = state[NEXT], trail_t.shape[0]
    if s[SPAN] == 0 or index == 0 or index == times.shape[0]:
        return
    now = fastest(k, w)
    spin = max(now, marks[SPIN])
    marks[SPIN] = now
    if spin * (times[index] - times[index - 1]) < NEAR:
        return
    begin, end = z[T_OLD].real, marks[EVENT_TIME] if state[PENDING] == 1 else z[T].real
    pieces = min(int(spin * (end - begin) / FARTHEST) + 1, room // 2)
    for piece in range(1, pieces + 1):
        t = begin + (end - begin) * piece / pieces
        if spin * (t - marks[TRAIL_TIME]) < FARTHEST or not observe(k, p, w, z, s, state, t + 0.0 * z[T], scratch):
            continue
        load_state(k, w, part(scratch, s[SIZE]))
        place_bodies(k, w)
        move_bodies(k, w)
        enter(k, w, t, state[TRAILED], trail_t, trail)
        state[TRAILED] += 1
        marks[TRAIL_TIME] = t


@njit
def before_break(z, state, breaks, t):
    """Whether an output time lies in the nothing between the end of a step and the break to which it led."""
    if state[PENDING] == 1 or z[STOP].real != z[T].real or state[BREAK] >= state[BREAKS]:
        return False
    here = breaks[state[BREAK]]
    return t < here.real and just_before(here).real <= z[T].real


@njit
def end_matters(z, marks):
    """Whether the end of the run has a say in the length of the next step."""
    return z[H].real == 0.0 or z[T].real + LAST_STEPS * z[H].real >= marks[UNTIL]


@njit
def end_mattered(z, s, marks, first, refused):
    """Whether the end of the run had a say in the step just taken, so that all that follows is owed to it.

    It may have made the first step of a start shorter, or have cut one that was refused then.
    """
    near = FIRST_STEPS * abs(z[H_DONE].real) >= marks[UNTIL] - z[T_OLD].real
    return s[REJECTED] > refused or (first and near)


@njit
def simulate(
    k_table,
    p_table,
    w_table,
    z,
    s,
    state,
    marks,
    breaks,
    looks,
    trail_t,
    trail,
    scratch,
    hit,
    log_t,
    log_i,
    record,
    times,
    q,
    v,
    a,
    loads,
    budget,
):
    """Go on for at most `budget` steps and outputs; below zero: for as many, but no farther than the next event."""
    k, p, w = part(k_table, 0), part(p_table, 0), part(w_table, 0)
    at_events, budget = budget < 0, abs(budget)
    while budget > 0 and state[STATUS] == RUNNING and 2 * state[TRAILED] <= trail_t.shape[0]:
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
        if times[index] <= reached or before_break(z, state, breaks, times[index]):
            t = times[index] + 0.0 * z[T]
            if observe(k, p, w, z, s, state, t, scratch):
                write_output(k, p, w, z, s, state, scratch, t, index, q, v, a, loads)
                state[NEXT] += 1
            else:
                state[STATUS] = STOPPED
        elif state[PENDING] == 1:
            execute(k, p, w, z, s, state, marks, breaks, scratch, hit, log_t, log_i, record)
            budget = 0 if at_events else budget
        elif z[STOP].real == z[T].real:
            time_event(k, p, w, z, s, state, marks, breaks, scratch)
            budget = 0 if at_events else budget
        elif calls_for_other(k, w, z, s):
            change_method(z, s)
        elif state[SAVED] == 0 and end_matters(z, marks):
            state[SAVED] = SAVED_ONCE
            state[STATUS] = CHECKPOINT
        else:
            apart = times[index] - times[index - 1] if index > 0 else 0.0
            first, refused = z[H].real == 0.0, s[REJECTED]
            take_step(k, p, w, z, s, state, marks, looks, scratch, record, apart, times.shape[0])
            if in_space(k) and trail_t.shape[0] > 0:
                leave_trail(k, p, w, z, s, state, marks, times, trail_t, trail, scratch)
            if state[SAVED] == SAVED_ONCE and end_mattered(z, s, marks, first, refused):
                state[SAVED] = SAVED_FOR_GOOD
            elif state[SAVED] == SAVED_ONCE and not end_matters(z, marks):
                state[SAVED] = 0
