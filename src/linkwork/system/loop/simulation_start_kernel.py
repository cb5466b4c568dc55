"""How a simulation starts: its first state, and a new state after an event, an action or a failure.

The formulation's business is what a state is and how it is corrected (see `formulation_kernel`); contacts and rubbing
joints answer at every start.
"""

from __future__ import annotations

from linkwork.numerics.integrators.integrator_kernel import restart, revise
from linkwork.numerics.integrators.integrator_state_kernel import (
    ADAMS,
    ATOL,
    DOP853,
    H_MAX,
    METHOD,
    MIDPOINT,
    RADAU,
    SIZE,
    STOP,
    T,
    Y,
)
from linkwork.numerics.jit import call_rate, call_world, njit, part
from linkwork.places.layout_kernel import (
    ACCEPT,
    BODIES,
    COLUMNS,
    CONTACT_ROOM,
    CONTACTS,
    MEMORY,
    REMEMBERING,
    SAMPLER_AT,
    SAMPLERS,
    SWITCHES,
    WORKSPACE,
    V,
)
from linkwork.signals.sampled_layout import ASKED, SAMPLING
from linkwork.signals.sampled_layout import NEXT as NEXT_SAMPLE
from linkwork.system.constraints.equations_kernel import evaluate
from linkwork.system.contact.contact_layout_kernel import FINE, LOOSE, RESOLVE, SOLVE_AT, STRUCK, VERDICT
from linkwork.system.contact.flight_kernel import longest_flight
from linkwork.system.dynamics.state_kernel import load_state, save_state, states_jumped, take_states
from linkwork.system.formulations.formulation_kernel import SIGNAL, TOLERANCES_AT
from linkwork.system.loop.crossings_kernel import forget_rates
from linkwork.system.loop.event_sides_kernel import begin, remember, watch_at
from linkwork.system.loop.simulation_state_kernel import (
    BREAK,
    BREAKS,
    CORRECT,
    INFINITE,
    LAST_EVENT,
    MARKED,
    NUMBERS,
    OBSERVE,
    RENEW,
    REST,
    ROUND,
    SEE,
    SOLVE,
    STATUS,
    STOPPED,
    UNTIL,
)
from linkwork.system.loop.singular_crossing_kernel import begin_singular_crossing

LONGEST = 1e300  # step
FARTHEST_TURN = 0.5  # rad
JUST = 2.0**-51  # of the time: how far before a break of a function of time a step ends


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
            w[own + SAMPLING] = ASKED
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
    begin_singular_crossing(k, w)
    w[k[WORKSPACE] + SIGNAL] = 0.0
    tolerances = int(w[k[WORKSPACE] + TOLERANCES_AT].real)
    if tolerances > 0:
        for i in range(s[SIZE]):
            z[s[ATOL] + i] = w[k[WORKSPACE] + tolerances + i]
    return kept(state[SEE], k, p, w, t, out, part(out, 2 * s[SIZE]))


@njit
def answer_contacts(k, p, w, state, t, plain, how):
    """Contacts and rubbing joints answer at coordinates and velocities, which they change; false when they cannot."""
    load_state(k, w, plain)
    call_world(k[k[CONTACTS] + RESOLVE], k, p, w, part(plain, 0), how, 0, t)
    save_state(k, w, plain)
    if w[k[CONTACT_ROOM] + VERDICT].real != FINE:
        state[STATUS] = STOPPED
        return False
    return True


@njit
def resolve_contacts(k, p, w, z, s, state, t, scratch, start):
    """Contacts and rubbing joints at the corrected state in the scratch decide what happens; false when they cannot."""
    y, plain = part(scratch, 0), part(scratch, s[SIZE])
    if state[OBSERVE] == state[CORRECT]:
        for i in range(s[SIZE]):
            plain[i] = y[i]
    else:
        call_rate(state[OBSERVE], k, p, w, t, y, plain)
    if not answer_contacts(k, p, w, state, t, plain, start):
        return False
    if not start_afresh(k, p, w, z, s, state, t, plain, y):
        state[STATUS] = STOPPED
        return False
    return True


@njit
def limit_step(k, p, w, z, s, state):
    """Where numbers are watched let no body turn or fly too far in a step of variable length: it might pass unseen.

    Wheels of which no number depends on how they are turned are left out; what carries them counts.
    """
    if k[SWITCHES] == 0 or s[METHOD] not in (DOP853, ADAMS, RADAU):
        return
    fastest, size = 0.0, k[COLUMNS]
    for body in range(k[BODIES]):
        if body < MARKED and (state[ROUND] >> body) & 1 == 1:
            continue
        for turn in range(2 if size == 3 else 3, size):
            fastest = max(fastest, abs(w[k[V] + size * body + turn].real))
    z[H_MAX] = FARTHEST_TURN / fastest if fastest > 0.0 else LONGEST
    if k[CONTACTS] > 0:
        z[H_MAX] = min(z[H_MAX].real, longest_flight(k, p, w))


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
    if k[CONTACTS] > 0:
        w[k[CONTACT_ROOM] + SOLVE_AT] = state[SOLVE]
        w[k[CONTACT_ROOM] + LOOSE] = 1.0 if s[METHOD] == MIDPOINT else 0.0
        if not resolve_contacts(k, p, w, z, s, state, z[T], scratch, 1):
            return
    revise(z, s, scratch)
    see, spare = state[SEE], part(scratch, 2 * s[SIZE])
    begin(see, k, p, w, z[T], y, spare)
    take_samples(see, k, p, w, z[T], y, spare)
    begin(see, k, p, w, z[T], y, spare)
    forget_rates(k, part(marks, NUMBERS))
    remember(k, p, w, part(marks, NUMBERS))
    limit_step(k, p, w, z, s, state)
    next_stop(k, p, w, z, state, marks, breaks)


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
    if struck and k[CONTACTS] > 0 and not answer_contacts(k, p, w, state, z[T], plain, STRUCK):
        return False
    good = start_afresh(k, p, w, z, s, state, z[T], plain, y)
    restart(z, s, z[T], scratch)
    begin(state[SEE], k, p, w, z[T], y, part(scratch, 2 * s[SIZE]))
    if states_jumped(k, w, plain):
        take_states(k, w, plain)
        good = good and start_afresh(k, p, w, z, s, state, z[T], plain, y)
        restart(z, s, z[T], scratch)
        begin(state[SEE], k, p, w, z[T], y, part(scratch, 2 * s[SIZE]))
    limit_step(k, p, w, z, s, state)
    return good
