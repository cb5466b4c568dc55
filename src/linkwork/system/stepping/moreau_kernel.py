"""Moreau's midpoint rule with impulses, a method of fixed step for very many contacts (order 1 at impacts).

    q_m = q + h/2 v,   M (v' - v) = h F(q_m, v) + sum of impulses,   q' = q_m + h/2 v'

Contacts are those that overlap at q_m. No time of impact is searched: bodies overlap by up to about the way of a step.
Overlaps that stay are pushed out by displacements that change no velocity.
J. J. Moreau, Comput. Methods Appl. Mech. Engrg. 177 (1999) 329; M. Jean, ibid. 235.
"""

from __future__ import annotations

from linkwork.numerics.integrators.integrator_state_kernel import (
    DENSE,
    EVALUATIONS,
    H_DONE,
    ITERATIONS,
    NOT_CONVERGED,
    NOT_FINITE,
    OWN,
    RTOL,
    SIZE,
    STRETCH,
    T_OLD,
    TRIAL,
    Y_OLD,
    H,
    Y,
    accept,
    finite,
    moment,
    next_length,
    open_step,
)
from linkwork.numerics.jit import call_world, njit, part
from linkwork.numerics.vectors_kernel import cross, minus, plus, times, vector
from linkwork.places.layout_kernel import (
    BODIES,
    CHARTS,
    COLUMNS,
    COORDINATES,
    FORCE_AT,
    FORCES,
    FUNCTIONS,
    MEMORY,
    MOTION,
    OUT,
    OUT_AT,
    QUADRATURES,
    RECENTRE,
    RECORD,
    STATE_RATE,
    STATES,
    STEPPING_ROOM,
    V0,
    A,
    Q,
    V,
)
from linkwork.system.constraints.equations_kernel import evaluate
from linkwork.system.dynamics.dynamics_kernel import accelerate
from linkwork.system.dynamics.forces_kernel import COLUMN_I, apply_forces
from linkwork.system.dynamics.state_kernel import load_state, store_powers
from linkwork.system.spatial.rotation_kernel import chart_rate, spin_bias
from linkwork.system.stepping.bodies_kernel import move_half, move_on, push_free, put_columns, to_body
from linkwork.system.stepping.layout_kernel import (
    ACCELERATION_AT,
    APART,
    BEFORE,
    COUNT,
    FULL,
    GAP,
    IMPULSE,
    LINKED,
    LOST,
    OFFSET,
    R_SHOWN,
    RULE,
    RULE_AT,
    RULES,
    SHOWN_CONTACTS,
    SHOWN_DEPTH,
    SHOWN_FORCE,
    SHOWN_FRICTION,
    SHOWN_GAP,
    SHOWN_IMPULSE,
    SHOWN_MODE,
    SPIN,
    STEPS,
    SWEEPS,
    VELOCITY,
    WHOSE,
    body_at,
    contact_at,
    room,
    table,
)
from linkwork.system.stepping.linked_kernel import answer_together, push_by_forces, settle_linked
from linkwork.system.stepping.nudge_kernel import energy_of_nudges, find_nudges, measure
from linkwork.system.stepping.points_kernel import find_contacts
from linkwork.system.stepping.sweep_kernel import keep_impulses, sweep_all

OWN_VECTORS, SLOPE_VECTOR, BEND_VECTOR = 2, 0, 1


@njit
def settle(address, k, p, w, z, s):
    """Nothing is needed at the start of a step."""
    return 1


@njit
def step(address, k, p, w, z, s):
    """One step of the given length."""
    call_world(k[k[FUNCTIONS] + RECENTRE], k, p, w, part(z, s[Y]), 0, 0, z[H])
    open_step(z, s)
    h = next_length(z, s, STRETCH)
    load_state(k, w, part(z, s[Y]))
    move_half(k, p, w, h)
    t = moment(z, 0.5, h)
    evaluate(k, p, w, MOTION, t)
    apply_forces(k, p, w, t)
    s[EVALUATIONS] += 1
    push_free(k, p, w, h)
    linked, smooth = table(k, LINKED) > 0, 0
    if linked:
        smooth = push_by_forces(k, p, w, h)
    find_contacts(k, p, w)
    if w[k[STEPPING_ROOM] + FULL] != 0.0 or not measure(k, p, w, h):
        return NOT_CONVERGED
    if linked:
        answer_together(k, p, w, smooth)
    sweep_all(k, p, w, z[RTOL])
    s[ITERATIONS] = int(w[k[STEPPING_ROOM] + SWEEPS])
    if linked:
        settle_linked(k, p, w, h, smooth)
    find_nudges(k, w, h)
    keep_impulses(k, w)
    end_step(k, p, w, z, s, h, t)
    return accept(z, s, h) if finite(z, s[TRIAL], s[SIZE]) else NOT_FINITE


@njit
def end_step(k, p, w, z, s, h, t):
    """What the run shows; the state at the end of the step."""
    n, bodies, trial = k[COORDINATES], k[COLUMNS] * k[BODIES], s[TRIAL]
    show(k, w, h)
    keep_accelerations(k, w, h)
    store_powers(k, w)
    for i in range(k[STATES]):
        z[trial + 2 * n + i] = z[s[Y_OLD] + 2 * n + i] + h * w[k[STATE_RATE] + i]
    z[trial + 2 * n + k[STATES] - QUADRATURES] += w[k[STEPPING_ROOM] + LOST] - energy_of_nudges(k, p, w, t)
    for column in range(bodies, n):
        before, after = z[s[Y_OLD] + n + column], w[k[V0] + column]
        z[trial + column] = z[s[Y_OLD] + column] + 0.5 * h * (before + after)
        w[k[V] + column] = after
    move_on(k, p, w, h, z, trial)
    bend = s[OWN] + BEND_VECTOR * s[SIZE]
    for column in range(n):
        z[trial + n + column] = w[k[V] + column]
        z[bend + column] = 0.5 * h * (w[k[V] + column] - z[s[Y_OLD] + n + column])
    if k[CHARTS] == 0:  # rates of charts are no velocities
        book_mean_work(k, w, z, s, h)


@njit
def book_mean_work(k, w, z, s, h):
    """Let the work of forces be that of their impulses on the mean of the velocities before and after the step.

    Their powers are known with the velocities before it, and a pulse changes these much. In the plane; forces that
    store energy beside other work keep the powers as they are.
    """
    n, size, record = k[COORDINATES], k[COLUMNS], k[FORCE_AT]
    to = s[TRIAL] + 2 * n + k[STATES] - QUADRATURES
    for _ in range(k[FORCES]):
        c, work = k[OUT] + k[record + OUT_AT], 0.0
        for side in range(2):
            column = k[record + COLUMN_I + side]
            for i in range(size if column >= 0 else 0):
                change = w[k[V] + column + i] - z[s[Y_OLD] + n + column + i]
                work += 0.5 * h.real * w[c + size * side + i] * change
        stored, lost = w[c + 2 * size], w[c + 2 * size + 1]
        if stored == 0.0 and lost == 0.0:
            z[to + 1] += work
        elif stored == 0.0:
            z[to] -= work
        record += RECORD


@njit
def show(k, w, h):
    """Of every rule: contacts, forces (impulse by time), all normal impulses so far, deepest overlap, gap."""
    for rule in range(table(k, RULES)):
        to = k[MEMORY] + k[table(k, RULE_AT) + RULE * rule + R_SHOWN]
        w[to + SHOWN_CONTACTS], w[to + SHOWN_FORCE], w[to + SHOWN_FRICTION] = 0.0, 0.0, 0.0
        w[to + SHOWN_DEPTH], w[to + SHOWN_MODE], w[to + SHOWN_GAP] = 0.0, 0.0, APART
    for contact in range(int(w[k[STEPPING_ROOM] + COUNT])):
        at = contact_at(k, contact)
        to, i = k[MEMORY] + k[table(k, RULE_AT) + RULE * int(w[at + WHOSE]) + R_SHOWN], at + IMPULSE
        w[to + SHOWN_CONTACTS] += 1.0
        w[to + SHOWN_FORCE] += w[i] / h
        w[to + SHOWN_FRICTION] += (w[i + 1] * w[i + 1] + w[i + 2] * w[i + 2]) ** 0.5 / h
        w[to + SHOWN_IMPULSE] += w[i]
        w[to + SHOWN_MODE] = 1.0
        w[to + SHOWN_DEPTH] = max(w[to + SHOWN_DEPTH], -w[at + GAP])
        w[to + SHOWN_GAP] = min(w[to + SHOWN_GAP], w[at + GAP])


@njit
def keep_accelerations(k, w, h):
    """The change of the velocities by the time, taken from the mass centres to the origins, for the results."""
    for body in range(1, k[BODIES] + 1):
        at = body_at(k, body)
        u = times(1.0 / h, minus(vector(w, at + VELOCITY), vector(w, at + BEFORE)))
        spin, offset = vector(w, at + SPIN), vector(w, at + OFFSET)
        turn = times(1.0 / h, minus(spin, vector(w, at + BEFORE + SPIN - VELOCITY)))
        u = minus(u, plus(cross(turn, offset), cross(spin, cross(spin, offset))))
        put_columns(k, w, room(k, ACCELERATION_AT), body, u, to_body(k, w, body, turn))


@njit
def prepare_dense(address, k, p, w, z, s):
    """Both ends of the step are there."""
    s[DENSE] = 1
    return 1


@njit
def dense(z, s, t, out):
    """Velocities and states on straight lines between the ends of the step, positions on the parabolas of these."""
    x = (t - z[T_OLD]) / z[H_DONE]
    bend = s[OWN] + BEND_VECTOR * s[SIZE]
    for i in range(s[SIZE]):
        out[i] = (1.0 - x) * z[s[Y_OLD] + i] + x * z[s[Y] + i] + x * (x - 1.0) * z[bend + i]
    return 1


def solved(k, p, w, t, y, out):
    """Forces and energies at a state; accelerations are those of the last step, multipliers too."""
    load_state(k, w, y)
    if w[k[STEPPING_ROOM] + STEPS] == 0.0:
        accelerate(k, p, w, t)
        return
    evaluate(k, p, w, MOTION, t)
    apply_forces(k, p, w, t)
    for column in range(k[COORDINATES]):
        w[k[A] + column] = w[room(k, ACCELERATION_AT) + column]
    if k[CHARTS] == 0:
        return
    for body in range(k[BODIES]):
        u, v, a = k[Q] + 6 * body + 3, k[V] + 6 * body + 3, k[A] + 6 * body + 3
        ex, ey, ez = spin_bias(w[u], w[u + 1], w[u + 2], w[v], w[v + 1], w[v + 2])
        w[a], w[a + 1], w[a + 2] = chart_rate(w[u], w[u + 1], w[u + 2], w[a] - ex, w[a + 1] - ey, w[a + 2] - ez)
