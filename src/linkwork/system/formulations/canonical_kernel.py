"""Formulation "canonical": augmented Lagrangian in momenta (Bayo and Avello; Garcia de Jalon and Bayo 10.92).

    pi = M v + Phi_q' sigma,   Phi_q v = nu - 2 mu Omega Phi - Omega^2 int Phi,   sigma' = lambda
    pi' = Q + dT/dq + (d Phi_q'/dt) sigma

The constraints are differentiated only once; v and sigma follow from pi by the passes of the augmented Lagrangian.
The state is (coordinates, momenta, own states, integrals of the scaled constraint errors). gamma is a quadratic
form of the velocities, therefore (d Phi_q/dt)' sigma = -1/2 d(sigma gamma)/dv exactly by differences of gamma.
The momenta are set back to M v when Phi_q' sigma has grown far beyond them. Contacts: see `canonical_contact_kernel`,
singular positions: `canonical_beside_kernel`.
"""

from __future__ import annotations

from linkwork.numerics.jit import call_world, njit, part
from linkwork.places.layout_kernel import (
    CHART_ROWS,
    CHARTS,
    COLUMN_SCALE,
    COLUMNS,
    COORDINATES,
    ELEMENT_AT,
    ELEMENTS,
    EQUATIONS,
    FIRST_ROW,
    FUNCTIONS,
    INTS_AT,
    LOAD,
    MASS_SCALE,
    MEMORY,
    MOMENTUM_TERMS,
    MOTION,
    OUT,
    OUT_AT,
    POSE,
    POSITION,
    RECORD,
    RHS,
    ROW_SCALE,
    ROWS,
    STATE,
    STATE_RATE,
    STATES,
    TWIST,
    WIDTH,
    A,
    Q,
    V,
    X,
)
from linkwork.system.constraints.equations_kernel import (
    call_element,
    evaluate,
    load_right_side,
    move_bodies,
    take_solution,
)
from linkwork.system.constraints.grip_kernel import tell_factored, tell_motion
from linkwork.system.dynamics.dynamics_kernel import accelerate, in_contact, project
from linkwork.system.dynamics.forces_kernel import apply_forces
from linkwork.system.dynamics.state_kernel import load_state, store_powers
from linkwork.system.formulations.augmented_kernel import BROKEN, DAMPING, FREQUENCY, PENALTY, solve_in_passes
from linkwork.system.formulations.canonical_beside_kernel import (
    begin_kind,
    end_kind,
    is_beside,
    nearest_momenta,
    ran_beside,
    runs_beside,
)
from linkwork.system.formulations.canonical_contact_kernel import add_contact_forces, settle, store_settled
from linkwork.system.formulations.formulation_kernel import (
    NOT_A_NUMBER,
    OWN_NUMBERS,
    ask_for_fresh_start,
    driven,
    near_constraints,
    option,
    own,
)
from linkwork.system.methods.newton_kernel import add_inertia

RESET = 4  # option: the momenta are set back when Phi_q' sigma is this many times M v


@njit
def _error_row(k, p, w, row):
    """A scaled constraint error of the last evaluation, after `load_right_side` of -Phi."""
    return -w[k[RHS] + k[COORDINATES] + row]


@njit
def velocities(k, p, w, t, y):
    """Velocities (into the workspace) and scaled multipliers sigma (behind the unknowns) that belong to y."""
    n, m, scale, mass = k[COORDINATES], k[EQUATIONS], k[COLUMN_SCALE], p[k[MASS_SCALE]]
    for i in range(n):
        w[k[Q] + i] = y[i]
        w[k[V] + i] = 0.0
    for i in range(k[STATES]):
        w[k[STATE] + i] = y[2 * n + i]
    frequency, errors = option(k, w, FREQUENCY), own(k) + OWN_NUMBERS + 2 * (n + m)
    evaluate(k, p, w, MOTION, t)
    load_right_side(k, p, w, 0)
    for row in range(m):
        w[errors + row] = -w[k[RHS] + n + row]
    load_right_side(k, p, w, 1)
    for row in range(m):
        damping = 2.0 * option(k, w, DAMPING) * frequency * w[errors + row]
        w[k[RHS] + n + row] -= damping + frequency * frequency * y[2 * n + k[STATES] + row]
    for column in range(n):
        w[k[RHS] + column] = y[n + column] * p[scale + column] / mass
    solve_in_passes(k, p, w)
    take_solution(k, p, w, k[V])
    move_bodies(k, w)


@njit
def add_momentum_terms(k, p, w):
    """From the forces of accelerations to those of momenta."""
    call_world(k[k[FUNCTIONS] + MOMENTUM_TERMS], k, p, w, w, 0, 0, 0.0 * w[0])


@njit
def _set_speed(k, w, place, speed):
    """A velocity, by its place in the twists."""
    w[k[V] + place - k[COLUMNS]] = speed
    if k[CHARTS] > 0:
        move_bodies(k, w)
    else:
        w[k[TWIST] + place] = speed


@njit
def _call(k, p, w, record, t):
    """Evaluate one element at the velocities of the workspace."""
    pose, twist, memory, out = part(w, k[POSE]), part(w, k[TWIST]), part(w, k[MEMORY]), part(w, k[OUT])
    call_element(k, p, record, MOTION, t, pose, twist, memory, out)
    if k[CHARTS] > 0:
        call_world(k[k[FUNCTIONS] + CHART_ROWS], k, w, w, w, MOTION, record, 0.0 * w[0])


@njit
def add_turning_rows(k, p, w, t):
    """Add (d Phi_q/dt)' sigma to the forces: differences of the quadratic form gamma, exact for any step."""
    n, record, mass, columns = k[COORDINATES], k[ELEMENT_AT], p[k[MASS_SCALE]], k[COLUMNS]
    for _ in range(k[ELEMENTS]):
        rows, first, ints = k[record + ROWS], k[record + FIRST_ROW], k[record + INTS_AT]
        sides = k[OUT] + k[record + OUT_AT] + 2 * rows
        for local in range(k[record + WIDTH]):
            if local < 2 * columns:
                place = k[ints + 1 + 2 * (local // columns)] + local % columns
            else:
                place = k[ints + 5 + 2 * (local - 2 * columns)]
            if place < columns:
                continue
            column = place - columns
            speed, total = w[k[V] + column], 0.0 * t
            step = p[k[COLUMN_SCALE] + column].real + abs(speed.real)
            for side in range(2):
                _set_speed(k, w, place, speed + step if side == 0 else speed - step)
                _call(k, p, w, record, t)
                for row in range(rows):
                    sigma = w[k[X] + n + first + row] * p[k[ROW_SCALE] + first + row] * mass
                    total += sigma * w[sides + row] if side == 0 else -sigma * w[sides + row]
            _set_speed(k, w, place, speed)
            w[k[LOAD] + column] -= 0.25 * total / step
        _call(k, p, w, record, t)
        record += RECORD


@njit
def _momenta(k, p, w, out):
    """M v of the workspace into out; returns its largest scaled component."""
    scale, momenta, largest = k[COLUMN_SCALE], k[RHS], 0.0
    for column in range(k[COORDINATES]):
        w[momenta + column] = 0.0
    add_inertia(k, p, w, w, k[V], momenta, 1.0 + 0.0 * w[k[V]])
    for column in range(k[COORDINATES]):
        out[column] = w[momenta + column]
        largest = max(largest, abs((out[column] * p[scale + column]).real))
    return largest


@njit
def _rate_beside(k, p, w, t, dy):
    """Rates at the state that `nearest_momenta` has found: those of M v, and of Phi_q' sigma with sigma as it is."""
    n, momenta = k[COORDINATES], k[RHS]
    evaluate(k, p, w, MOTION, t)
    apply_forces(k, p, w, t)
    for i in range(n):
        dy[n + i] = -w[k[LOAD] + i]
    add_momentum_terms(k, p, w)
    add_turning_rows(k, p, w, t)
    for i in range(n):
        dy[n + i] += w[k[LOAD] + i]
    accelerate(k, p, w, t)
    tell_motion(k, w, t)
    for i in range(n):
        w[momenta + i] = 0.0
    add_inertia(k, p, w, w, k[A], momenta, 1.0 + 0.0 * w[k[A]])
    for i in range(n):
        dy[i] = w[k[V] + i]
        dy[n + i] += w[momenta + i]
    for row in range(k[EQUATIONS]):
        dy[2 * n + k[STATES] + row] = 0.0 * t
    store_powers(k, w)
    for i in range(k[STATES]):
        dy[2 * n + i] = w[k[STATE_RATE] + i]


def canonical_rate(k, p, w, t, y, dy):
    """Rates of coordinates, momenta, own states and integrals of the constraint errors."""
    n, m = k[COORDINATES], k[EQUATIONS]
    if runs_beside(k, w, t) and nearest_momenta(k, p, w, t, y):
        _rate_beside(k, p, w, t, dy)
        return
    velocities(k, p, w, t, y)
    tell_factored(k, w, t, 1.0 / option(k, w, PENALTY).real)
    evaluate(k, p, w, MOTION, t)
    apply_forces(k, p, w, t)
    add_momentum_terms(k, p, w)
    add_turning_rows(k, p, w, t)
    for i in range(n):
        dy[i] = w[k[V] + i]
        dy[n + i] = w[k[LOAD] + i]
    load_right_side(k, p, w, 0)
    for row in range(m):
        dy[2 * n + k[STATES] + row] = _error_row(k, p, w, row)
    if in_contact(k, w):
        accelerate(k, p, w, t)
        add_contact_forces(k, w, part(dy, n))
    elif driven(k, w):
        accelerate(k, p, w, t)
    store_powers(k, w)
    for i in range(k[STATES]):
        dy[2 * n + i] = w[k[STATE_RATE] + i]


def canonical_correct(k, p, w, t, y, out):
    """The state as it is; a fresh start is asked for when the momenta hold far more than M v.

    What touches is brought onto constraints and contacts; beside a singular position the positions are put right.
    """
    n, largest, beside = k[COORDINATES], 0.0, ran_beside(k, w) and nearest_momenta(k, p, w, t, y)
    if not beside:
        velocities(k, p, w, t, y)
    moving = _momenta(k, p, w, part(out, n))
    for i in range(n):
        excess = (y[n + i] - out[n + i]) * p[k[COLUMN_SCALE] + i]
        largest = max(largest, abs(excess.real))
    for i in range(2 * n + k[STATES] + k[EQUATIONS]):
        out[i] = y[i]
    end_kind(k, w, t)
    if beside:
        for i in range(n):
            out[i] = w[k[Q] + i]
        return
    # at rest: a hundredth of a typical mass at unit speed
    if largest > option(k, w, RESET).real * max(moving, 0.01 * p[k[MASS_SCALE]].real):
        ask_for_fresh_start(k, w)
    good = near_constraints(k, p, w, t, option(k, w, BROKEN).real)
    if good and in_contact(k, w):
        good = settle(k, p, w, t)
        store_settled(k, p, w, out)
    if not good:
        out[0] = 0.0 * t + NOT_A_NUMBER


def canonical_observe(k, p, w, t, y, out):
    """Coordinates, velocities and own states that belong to y."""
    n, good = k[COORDINATES], True
    if not (is_beside(k, w, t) and nearest_momenta(k, p, w, t, y)):
        velocities(k, p, w, t, y)
    if in_contact(k, w):
        good = settle(k, p, w, t)
    for i in range(n):
        out[i] = w[k[Q] + i]
        out[n + i] = w[k[V] + i]
    for i in range(k[STATES]):
        out[2 * n + i] = y[2 * n + i]
    if not good:
        out[0] = 0.0 * t + NOT_A_NUMBER


def canonical_renew(k, p, w, t, y, out):
    """Momenta M v, and no constraint errors yet."""
    n, good = k[COORDINATES], True
    load_state(k, w, y)
    if in_contact(k, w):
        good = project(k, p, w, t)
    evaluate(k, p, w, POSITION, t)
    _momenta(k, p, w, part(out, n))
    for i in range(n):
        out[i] = w[k[Q] + i]
    for i in range(k[STATES]):
        out[2 * n + i] = y[2 * n + i]
    for row in range(k[EQUATIONS]):
        out[2 * n + k[STATES] + row] = 0.0 * t
    begin_kind(k, w)
    if not good:
        out[0] = 0.0 * t + NOT_A_NUMBER
