"""Singular positions on the way: the steps that lead over them, and what is noted of those passed.

Where the rank of the constraints falls, as in a flat parallelogram, more than one motion goes on, the equations do not
say which, and beside the position they say it the worse the nearer it is. The motion itself is smooth there. So it is
stepped over: no stage of the integrator comes near the position, which lies in the widest gap between the stages of
one step (`clear_length`), and what is smooth goes on. Grips are told by the right-hand side (`grip_kernel`).

- A step that holds a singular position (`singular_search_kernel`) too close to a stage is taken again.
- A grip that has already fallen low tells the time at which it will vanish (`told_kernel`).
"""

from __future__ import annotations

import numpy as np

from linkwork.numerics.integrators.integrator_kernel import restart
from linkwork.numerics.integrators.integrator_state_kernel import (
    ADAMS,
    AVOID,
    DOP853,
    GAPS,
    H_DONE,
    METHOD,
    ORDER,
    OVER_ERROR,
    REJECTED,
    STEPS,
    T_OLD,
    Y_OLD,
    H,
    T,
)
from linkwork.numerics.integrators.stand_in_kernel import LENGTH, has_stand_in
from linkwork.numerics.jit import njit, part
from linkwork.system.constraints.grip_kernel import NEVER, tell_grip
from linkwork.system.constraints.told_positions_kernel import foretell, forget_told, sort_told
from linkwork.system.formulations.formulation_kernel import (
    AGAIN,
    FIRMEST,
    FIRMLY,
    GRIP,
    MOST_PASSED,
    NEARBY,
    NEXT_STEP,
    PASSED,
    PASSED_AT,
    PASSING_STEP,
    PASSING_TIME,
    TOLD,
    TOLD_AT,
    TOLD_BEFORE,
    own,
)
from linkwork.system.loop.singular_search_kernel import find_singular_crossing

FIRM, FIRMLESS = 0.02, 1e-3  # of the firmest grip, and by itself: what is more is firm
LOW = 0.4  # of the firmest grip: what is less tells when it will vanish
ALIKE = 1e-3  # of a step: grips told this close to each other are one
OFF = np.array([0.12, 0.07, 0.4, 0.15])  # of a step, for each method: so far it may lie from the middle of the gap
BEYOND = 1.25  # steps: what lies so far from the start of one is far enough from its end
EDGE = 0.02  # of a step: what lies so close to its start cannot be stepped over any more
MOST_AGAIN = 3  # times that a step is taken again
CLOSE = 3.0  # steps: so far a singular position is near


@njit
def begin_singular_crossing(k, w):
    """At a start nothing is told yet."""
    w[own(k) + TOLD] = 0.0


@njit
def expect_at(z, t):
    """The time to avoid from now on; NEVER for none."""
    z[AVOID] = t
    if not t < NEVER:
        z[OVER_ERROR] = 0.0


@njit
def cut_singular_crossing(k, w, z, t):
    """The last step ends at an event: what was told behind its time did not come to pass, nor what was passed there.

    A singular position behind it is still to be stepped over, about when it was found.
    """
    at = own(k)
    w[at + TOLD] = 0.0
    if w[at + PASSING_STEP].real > 0.0 and w[at + PASSING_TIME].real > t.real:
        last = int(w[at + PASSED].real) - 1
        if 0 <= last < MOST_PASSED and w[at + PASSED_AT + last].real == w[at + PASSING_TIME].real:
            w[at + PASSED] -= 1.0
        w[at + FIRMLY], w[at + NEARBY], w[at + PASSING_STEP] = 1.0, 1.0, 0.0
        z[AVOID], z[OVER_ERROR] = w[at + PASSING_TIME].real, 0.0


@njit
def lies_well(z, s, t):
    """Whether no stage of the last step was near that time, or the step cannot be taken better."""
    gap, part_of_step = GAPS[s[METHOD]], (t - z[T_OLD].real) / (z[T] - z[T_OLD]).real
    if gap == 0.0 or not EDGE < part_of_step < BEYOND:
        return True
    return abs(part_of_step - gap) <= OFF[s[METHOD]] and not (s[METHOD] == ADAMS and has_stand_in(s))


@njit
def calls_for_other(k, w, z, s):
    """Whether the next step is for the method that stands aside: beside a singular position that is DOP853.

    Each takes a step before it may be relieved: what calls for DOP853 holds for its own longer step, too.
    """
    if not has_stand_in(s):
        return False
    near = w[own(k) + NEARBY].real > 0.0 or z[AVOID].real > NEVER
    if z[AVOID].real < NEVER and (s[METHOD] == DOP853 or s[ORDER] > 0):
        way, size = z[AVOID].real - z[T].real, max(abs(z[H_DONE].real), z[H].real)
        near = near or 0.0 < way < CLOSE * (size if s[METHOD] == DOP853 else LENGTH * size)
    return near == (s[METHOD] == ADAMS)


@njit
def take_again(k, w, z, s, t):
    """Undo the last step, to take it with a singular position at time t between its stages."""
    restart(z, s, z[T_OLD], part(z, s[Y_OLD]))
    z[H] = max(abs(z[H_DONE].real), w[own(k) + NEXT_STEP].real)
    z[AVOID] = t
    s[STEPS] -= 1
    s[REJECTED] += 1
    w[own(k) + AGAIN] += 1.0
    w[own(k) + NEARBY] = 1.0
    kept, first = 0, own(k) + TOLD_AT
    while kept < TOLD_BEFORE and w[first + 2 * kept].real < z[T].real:
        kept += 1
    w[own(k) + TOLD] = kept


@njit
def count_firm(k, w, t, grip):
    """A passage counts when the grip is firm again: a dead end is not passed."""
    at = own(k)
    if grip > w[at + FIRMEST].real:
        w[at + FIRMEST] = grip
    if grip > max(FIRM * w[at + FIRMEST].real, FIRMLESS):
        if w[at + FIRMLY].real < 0.0:
            number = int(w[at + PASSED].real)
            if number < MOST_PASSED:
                w[at + PASSED_AT + number] = w[at + PASSING_TIME]
            w[at + PASSED] += 1.0
        w[at + FIRMLY] = 1.0


@njit
def passes_well(k, p, w, z, s, state, y, spare):
    """Look at an accepted step before its correction: false when it is undone, because a stage was near a singular
    position; such positions are noted, and the next one is expected.
    """
    at, start, t = own(k), z[T_OLD].real, z[T].real
    if w[at + TOLD].real <= 0.0:
        return True
    count = sort_told(k, w, t, ALIKE * (t - start))
    if count < 2:
        forget_told(k, w, count)
        return True
    first = at + TOLD_AT
    for number in range(count):
        if w[first + 2 * number].real <= start:
            count_firm(k, w, start, w[first + 2 * number + 1].real)
    for number in range(count):
        w[at + FIRMEST] = max(w[at + FIRMEST].real, w[first + 2 * number + 1].real)
    if w[at + FIRMLY].real > 0.0:
        crossing = find_singular_crossing(k, p, w, z, s, state, count, y, spare)
        where = crossing
        given_up = z[AVOID].real > NEVER
        if not (crossing < NEVER or start < z[AVOID].real < NEVER):
            where = foretell(k, w, z, count)
        if not (given_up or lies_well(z, s, where)) and w[at + AGAIN].real < MOST_AGAIN:
            take_again(k, w, z, s, where)
            return False
        if crossing < NEVER:
            w[at + FIRMLY], w[at + AGAIN] = -1.0, 0.0
            expect_at(z, NEVER)
            w[at + PASSING_TIME], w[at + PASSING_STEP] = crossing, t - start
            count_firm(k, w, t, w[first + 2 * count - 1].real)
    expect(k, w, z, count)
    forget_told(k, w, count)
    return True


@njit
def expect(k, w, z, count):
    """When the next singular position is to be avoided, and whether one is near, before or behind.

    The one that was passed stays the time to avoid as long as the grip is low behind it. One that could not be stepped
    over is left to the control of the step until the grip is firm again.
    """
    at, t = own(k), z[T].real
    last, reach = w[at + TOLD_AT + 2 * count - 1].real, CLOSE * max((z[T] - z[T_OLD]).real, z[H].real)
    low = last < LOW * w[at + FIRMEST].real
    if z[AVOID].real > NEVER:
        if not low:
            expect_at(z, NEVER)
    elif w[at + AGAIN].real == 0.0 or not z[AVOID].real > t:
        if not z[AVOID].real > t:
            expect_at(z, NEVER)
        w[at + AGAIN] = 0.0
        expect_at(z, foretell(k, w, z, count) if w[at + FIRMLY].real > 0.0 and low else NEVER)
        if low and not z[AVOID].real < NEVER and w[at + PASSING_STEP].real > 0.0:
            expect_at(z, w[at + PASSING_TIME].real)
    behind = w[at + PASSING_STEP].real > 0.0 and t - w[at + PASSING_TIME].real < reach
    w[at + NEARBY] = 1.0 if behind or t < z[AVOID].real < t + reach else 0.0
    w[at + NEXT_STEP] = z[H].real


@njit
def steps_over(k, p, w, z, s, state, y, spare):
    """`passes_well` for methods that can avoid a time."""
    return GAPS[s[METHOD]] == 0.0 or passes_well(k, p, w, z, s, state, y, spare)


@njit
def mind_singular_crossing(k, p, w, z, s, state, y, spare):
    """Methods that evaluate no right-hand side at stages tell the grip of the corrected state, and note what passed."""
    grip = w[own(k) + GRIP].real
    if GAPS[s[METHOD]] == 0.0 and grip > 0.0:
        tell_grip(k, w, z[T], grip)
        passes_well(k, p, w, z, s, state, y, spare)
