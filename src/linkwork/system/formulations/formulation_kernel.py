"""What the formulations share: their five parts, and where their own numbers lie.

A formulation has five parts, all called by address with the signature of a right-hand side:

    rate(k, p, w, t, y, dy)       the rates of the state y
    correct(k, p, w, t, y, out)   y of an accepted step brought back onto the constraints; out[0] NaN when that fails
    observe(k, p, w, t, y, out)   coordinates, velocities and own states that belong to y at an output time, likewise
    renew(k, p, w, t, y, out)     the state to start from, given coordinates, velocities and own states, likewise
    solve(k, p, w, t, y, out)     accelerations and multipliers without any stabilisation, into the workspace, for
                                  coordinates, velocities and own states as `observe` gives them

The state y is (coordinates, velocities, own states) in all of them but "canonical", which has momenta in the place of
the velocities and the integrals of the constraint errors at the end.

A formulation's own numbers lie behind the workspace, from w[k[WORKSPACE]] on: first a signal, which a part sets to 1 to
ask for a fresh start (the loop then observes, renews and restarts the integrator before the next step), then options,
then what `singular_crossing_kernel` knows of singular positions.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.places.layout_kernel import ELEMENT_AT, ELEMENTS, OUT, OUT_AT, POSITION, RECORD, ROWS, WORKSPACE
from linkwork.system.constraints.equations_kernel import evaluate, load_right_side
from linkwork.system.dynamics.dynamics_kernel import accelerate, project
from linkwork.system.dynamics.state_kernel import load_state, save_state, state_size

SIGNAL = 0
TOLERANCES_AT = 1  # where the tolerances to be used lie, counted from SIGNAL; 0 when the integrator keeps its own
OPTIONS = 2  # the numbers that the user may set
# what is known of singular positions: the grip of the constraints where it was told last (0: not told), the firmest of
# all; whether it was firm since it last vanished; how often a step was taken again because of that; whether such a
# position is near; what damping leaves of a grip that vanishes; the length that the next step was to have; that of the
# step that led over the last one, and its time; how many were passed, and when
GRIP, FIRMEST, FIRMLY, AGAIN, NEARBY, BLUR, NEXT_STEP, PASSING_STEP, PASSING_TIME, PASSED, PASSED_AT = range(8, 19)
MOST_PASSED = 493
TOLD = PASSED_AT + MOST_PASSED  # how many grips are told since the last step, then pairs of time and grip
TOLD_AT, TOLD_ROOM, TOLD_BEFORE = TOLD + 1, 64, 4  # of these, room; how many of earlier steps stand first
OWN_NUMBERS = TOLD_AT + 2 * TOLD_ROOM  # where a formulation's own vectors begin
BROKEN = 0.1  # constraint errors (model lengths, radians) from which a state without correction is worthless
NOT_A_NUMBER = float("nan")


@njit
def own(k):
    """Where the formulation's own numbers begin."""
    return k[WORKSPACE]


@njit
def option(k, w, number):
    """An option's value."""
    return w[k[WORKSPACE] + OPTIONS + number]


@njit
def ask_for_fresh_start(k, w):
    """Tell the loop to restart the integration before the next step."""
    w[k[WORKSPACE] + SIGNAL] = 1.0


def unchanged(k, p, w, t, y, out):
    """A state that is left as it is."""
    for i in range(state_size(k)):
        out[i] = y[i]


@njit
def near_constraints(k, p, w, t, limit):
    """Whether the coordinates of the workspace fulfil the constraints to `limit` model lengths and radians."""
    evaluate(k, p, w, POSITION, t)
    return load_right_side(k, p, w, 0) < limit


@njit
def driven(k, w):
    """Whether some constraint moves with time at this moment, so that the multipliers do work."""
    record, moving = k[ELEMENT_AT], 0
    for _ in range(k[ELEMENTS]):
        rows = k[record + ROWS]
        speed = k[OUT] + k[record + OUT_AT] + rows
        for row in range(rows):
            moving += w[speed + row].real != 0.0
        record += RECORD
    return moving > 0


def watched(k, p, w, t, y, out):
    """A state that is left as it is, unless its constraints are broken.

    Beside a singular position what it is off the constraints would choose the branch: there it is put right.
    """
    load_state(k, w, y)
    if w[own(k) + NEARBY].real > 0.0:
        good = project(k, p, w, t)
        save_state(k, w, out)
        if not good:
            out[0] = 0.0 * t + NOT_A_NUMBER
        return
    for i in range(state_size(k)):
        out[i] = y[i]
    if not near_constraints(k, p, w, t, BROKEN):
        out[0] = 0.0 * t + NOT_A_NUMBER


def solve_multipliers(k, p, w, t, y, out):
    """Accelerations and multipliers from the whole system."""
    load_state(k, w, y)
    accelerate(k, p, w, t)
