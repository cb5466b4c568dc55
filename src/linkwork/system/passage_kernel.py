"""Singular positions on the way: where the constraints lose their grip, the steps that lead over them, and their times.

Where the rank of the constraints falls, as in a flat parallelogram, more than one motion goes on, the equations do not
say which, and beside the position they say it the worse the nearer it is. The motion itself is smooth there. So it is
stepped over: no stage of the integrator comes near the position, which lies in the widest gap between the stages of
one step (see `clear_length`), and what is smooth goes on. Grips are told by the right-hand side (`grip_kernel`); a grip
that vanishes falls and rises again along straight lines.

- A step in which two such lines meet at zero holds a singular position: its time is found on the dense output. Where it
  is too close to a stage, the step is taken again.
- A grip that has already fallen low tells the time at which it will vanish.
"""

from __future__ import annotations

import numpy as np

from linkwork.numerics.integrator_kernel import dense, prepare_dense, restart
from linkwork.numerics.integrator_state_kernel import (
    AVOID,
    GAPS,
    H_DONE,
    METHOD,
    REJECTED,
    STEPS,
    T_OLD,
    Y_OLD,
    H,
    T,
)
from linkwork.numerics.jit import call_rate, njit, part
from linkwork.system.formulation_kernel import (
    AGAIN,
    BLUR,
    FIRMEST,
    FIRMLY,
    GRIP,
    MOST_PASSED,
    NEARBY,
    PASSED,
    PASSED_AT,
    PASSING_STEP,
    PASSING_TIME,
    TOLD,
    TOLD_AT,
    TOLD_BEFORE,
    TOLD_ROOM,
    own,
)
from linkwork.system.grip_kernel import NEVER, tell_grip
from linkwork.system.layout_kernel import COORDINATES
from linkwork.system.simulation_state_kernel import OBSERVE, RATE

LOOKS, FEW = 40, 8  # for the least grip in a step; after a few it is seen whether it vanishes at all
GOLDEN = 0.3819660112501051
SINGULAR = 3e-4  # of the firmest grip: the largest at a singular position, where damping leaves some
FALLEN = 0.1  # of the grips around: so far it has fallen after a few looks if it vanishes
FIRM, FIRMLESS = 0.02, 1e-3  # of the firmest grip, and by itself: what is more is firm
LOW = 0.4  # of the firmest grip: what is less tells when it will vanish
ALIKE = 1e-3  # of a step: grips told this close to each other are one
APART = 0.02  # of a step: between those from which one is foretold
OFF = np.array([0.12, 0.07, 0.4, 0.15])  # of a step, for each method: so far it may lie from the middle of the gap
BEYOND = 1.25  # steps: what lies so far from the start of one is far enough from its end
EDGE = 0.02  # of a step: what lies so close to its start cannot be stepped over any more
MOST_AGAIN = 3  # times that a step is taken again
CLOSE = 3.0  # steps: so far a singular position is near
PLACES, WEIGHTS = 16.0, np.array([0.0, 45.0, -9.0, 1.0]) / 60.0  # of differences, on a step in as many parts
BESIDE = 0.1  # of the step over it: so far accelerations are those of the motion, not of the equations


@njit
def begin_passage(k, w):
    """At a start nothing is told yet."""
    w[own(k) + TOLD] = 0.0


@njit
def sort_told(k, w, until, least):
    """Sort the grips told by their times, without those after the step and those told twice; returns how many."""
    at = own(k)
    count, first = 0, at + TOLD_AT
    for number in range(min(int(w[at + TOLD].real), TOLD_ROOM)):
        t, grip = w[first + 2 * number].real, w[first + 2 * number + 1].real
        if not t <= until or not grip > 0.0:
            continue
        place = count
        while place > 0 and w[first + 2 * (place - 1)].real > t:
            place -= 1
        if place > 0 and t - w[first + 2 * (place - 1)].real < least:
            w[first + 2 * (place - 1) + 1] = grip
            continue
        if place < count and w[first + 2 * place].real - t < least:
            w[first + 2 * place + 1] = grip
            continue
        for other in range(count, place, -1):
            w[first + 2 * other], w[first + 2 * other + 1] = w[first + 2 * other - 2], w[first + 2 * other - 1]
        w[first + 2 * place], w[first + 2 * place + 1] = t, grip
        count += 1
    w[at + TOLD] = count
    return count


@njit
def forget_told(k, w, count):
    """Keep only the last few of the grips told."""
    at = own(k)
    kept, first = min(count, TOLD_BEFORE), at + TOLD_AT
    for number in range(kept):
        source = first + 2 * (count - kept + number)
        w[first + 2 * number], w[first + 2 * number + 1] = w[source], w[source + 1]
    w[at + TOLD] = kept


@njit
def meets_zero(k, w, number, count):
    """Whether the grips before and after the interval behind a grip lead to zero in it, or half its width beside it."""
    first = own(k) + TOLD_AT + 2 * number
    t, grip = w[first].real, w[first + 1].real
    end, other = w[first + 2].real, w[first + 3].real
    before, after = number > 0, number + 2 < count
    slack = 0.5 * (end - t) if before and after else 0.0
    if before:
        fall = w[first - 1].real - grip
        if not fall > 0.0 or t + grip * (t - w[first - 2].real) / fall > end + slack:
            return False
    if after:
        rise = w[first + 5].real - other
        if not rise > 0.0 or end - other * (w[first + 4].real - end) / rise < t - slack:
            return False
    return before


@njit
def grip_at(probe, k, p, w, z, s, y, spare, t):
    """The grip at a time inside the last step; none where there is no motion."""
    dense(z, s, t + 0.0 * z[T], y)
    w[own(k) + GRIP] = 0.0
    call_rate(probe, k, p, w, t + 0.0 * z[T], y, spare)
    return w[own(k) + GRIP].real


@njit
def least_grip(probe, k, p, w, z, s, y, spare, low, high, around):
    """The time of the least grip between two times of the last step; never, when it does not vanish."""
    at, other = low + GOLDEN * (high - low), high - GOLDEN * (high - low)
    one = grip_at(probe, k, p, w, z, s, y, spare, at)
    two = grip_at(probe, k, p, w, z, s, y, spare, other)
    singular = max(SINGULAR * w[own(k) + FIRMEST].real, w[own(k) + BLUR].real)
    for look in range(LOOKS):
        if look == FEW and min(one, two) > max(FALLEN * around, singular):
            return NEVER
        if one < two:
            high, other, two = other, at, one
            at = low + GOLDEN * (high - low)
            one = grip_at(probe, k, p, w, z, s, y, spare, at)
        else:
            low, at, one = at, other, two
            other = high - GOLDEN * (high - low)
            two = grip_at(probe, k, p, w, z, s, y, spare, other)
    if min(one, two) > singular:
        return NEVER
    return at if one < two else other


@njit
def find_passage(k, p, w, z, s, state, count, y, spare):
    """The time of a singular position in the last step; never, when there is none."""
    at, start, end = own(k), z[T_OLD].real, z[T].real
    first = at + TOLD_AT
    probe = state[RATE] if GAPS[s[METHOD]] > 0.0 else state[OBSERVE]
    for number in range(count - 1):
        low, high = w[first + 2 * number].real, w[first + 2 * number + 2].real
        if high <= start or not meets_zero(k, w, number, count):
            continue
        if not prepare_dense(state[RATE], k, p, w, z, s):
            return NEVER
        around = max(w[first + 2 * number + 1].real, w[first + 2 * number + 3].real)
        wider = 0.5 * (high - low)
        low, high = max(low - wider, start), min(high + wider, end)
        found = least_grip(probe, k, p, w, z, s, y, spare, low, high, around)
        w[at + TOLD] = count
        if found < NEVER:
            return found
    return NEVER


@njit
def lies_well(z, s, t):
    """Whether no stage of the last step was near that time, or the step cannot be taken better."""
    gap, part_of_step = GAPS[s[METHOD]], (t - z[T_OLD].real) / (z[T] - z[T_OLD]).real
    return gap == 0.0 or abs(part_of_step - gap) <= OFF[s[METHOD]] or not EDGE < part_of_step < BEYOND


@njit
def foretell(k, w, z, count):
    """When the grip will vanish, by a parabola through the last three told; never, when it rises."""
    first, least = own(k) + TOLD_AT, APART * (z[T] - z[T_OLD]).real
    last = first + 2 * (count - 1)
    middle = last - 2
    while middle > first and w[last].real - w[middle].real < least:
        middle -= 2
    early = middle - 2
    while early > first and w[middle].real - w[early].real < least:
        early -= 2
    if early < first:
        return NEVER
    t, grip = w[last].real, w[last + 1].real
    back, further = w[middle].real - t, w[early].real - t
    slope = (w[middle + 1].real - grip) / back
    bend = ((w[early + 1].real - w[middle + 1].real) / (further - back) - slope) / further
    if not slope < 0.0:
        return NEVER
    ahead = -grip / slope
    for _ in range(4):
        steep = slope + bend * (2.0 * ahead - back)
        if not steep < 0.0:
            return t - grip / slope
        ahead -= (grip + slope * ahead + bend * ahead * (ahead - back)) / steep
    return t + ahead if ahead > 0.0 else t - grip / slope


@njit
def take_again(k, w, z, s, t):
    """Undo the last step, to take it with a singular position at time t between its stages."""
    restart(z, s, z[T_OLD], part(z, s[Y_OLD]))
    z[H] = abs(z[H_DONE].real)
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
        found = find_passage(k, p, w, z, s, state, count, y, spare)
        where = found
        if not (found < NEVER or z[AVOID].real < NEVER):
            where = foretell(k, w, z, count)
        if not lies_well(z, s, where) and w[at + AGAIN].real < MOST_AGAIN:
            take_again(k, w, z, s, where)
            return False
        if found < NEVER:
            w[at + FIRMLY], w[at + AGAIN] = -1.0, 0.0
            w[at + PASSING_TIME], w[at + PASSING_STEP] = found, t - start
            count_firm(k, w, t, w[first + 2 * count - 1].real)
    expect(k, w, z, count)
    forget_told(k, w, count)
    return True


@njit
def expect(k, w, z, count):
    """When the next singular position is to be avoided, and whether one is near, before or behind."""
    at, t = own(k), z[T].real
    last, reach = w[at + TOLD_AT + 2 * count - 1].real, CLOSE * max((z[T] - z[T_OLD]).real, z[H].real)
    if w[at + AGAIN].real == 0.0 or not z[AVOID].real > t:
        z[AVOID], w[at + AGAIN] = NEVER, 0.0
        if w[at + FIRMLY].real > 0.0 and last < LOW * w[at + FIRMEST].real:
            z[AVOID] = foretell(k, w, z, count)
    behind = w[at + PASSING_STEP].real > 0.0 and t - w[at + PASSING_TIME].real < reach
    w[at + NEARBY] = 1.0 if behind or z[AVOID].real - t < reach else 0.0


@njit
def steps_over(k, p, w, z, s, state, y, spare):
    """`passes_well` for methods that can avoid a time."""
    return GAPS[s[METHOD]] == 0.0 or passes_well(k, p, w, z, s, state, y, spare)


@njit
def mind_passage(k, p, w, z, s, state, y, spare):
    """Methods that evaluate no right-hand side at stages tell the grip of the corrected state, and note what passed."""
    grip = w[own(k) + GRIP].real
    if GAPS[s[METHOD]] == 0.0 and grip > 0.0:
        tell_grip(k, w, z[T], grip)
        passes_well(k, p, w, z, s, state, y, spare)


@njit
def is_beside(k, w, t):
    """Whether a time is so close to that of the last singular position that the equations are of no use there."""
    step = w[own(k) + PASSING_STEP].real
    return step > 0.0 and abs(t.real - w[own(k) + PASSING_TIME].real) < BESIDE * step


@njit
def accelerations_of_motion(k, p, w, z, s, state, t, y, plain, out):
    """Accelerations at a time inside the last step, as the rate at which velocities change there; false where it has
    no room. Differences over seven places: exact for polynomials of degree six. The workspace is left at that time.
    """
    n, apart = k[COORDINATES], (z[T] - z[T_OLD]) / PLACES
    if t.real - 3.0 * apart.real < z[T_OLD].real or t.real + 3.0 * apart.real > z[T].real:
        return False
    for i in range(n):
        out[i] = 0.0 * t
    for place in range(-3, 4):
        if place != 0:
            weight = WEIGHTS[abs(place)] * (1.0 if place > 0 else -1.0)
            dense(z, s, t + place * apart, y)
            call_rate(state[OBSERVE], k, p, w, t + place * apart, y, plain)
            for i in range(n):
                out[i] += weight * plain[n + i] / apart
    dense(z, s, t, y)
    call_rate(state[OBSERVE], k, p, w, t, y, plain)
    return True
