"""Events of a simulation: numbers that are watched, found when they pass through zero, and what happens then.

Every switch of a law and every event of the user has three numbers in the memory (see `numerics.switch_kernel`): on
which side of zero it is held, the number itself, and whether it is armed. During a step the sides are frozen. A number
on the wrong side at the end of a step, or at points inside it, is an event; the earliest is found on the dense output
by parabolas and halving. Where numbers and rates at two places do not tell that nothing was between, more are looked at
(see `approach_kernel` and `crossings_kernel`). A number that has just left zero (a ball after its bounce) is looked at
soon after its start as well. A switch that has just changed is armed again when its number has left zero on the right
side; one that never does so chatters.
"""

from __future__ import annotations

from linkwork.numerics.integrators.integrator_kernel import dense, prepare_dense, settle
from linkwork.numerics.integrators.integrator_state_kernel import DOP853, METHOD, SIZE, T_OLD, F, T, Y
from linkwork.numerics.jit import njit, part
from linkwork.system.loop.approach_kernel import CLEAR, keep_left, left_is_start, unclear
from linkwork.system.loop.crossings_kernel import (
    DIFFERENCE,
    any_own,
    doubtful,
    keep_before,
    keep_left_numbers,
    left_from_start,
    next_look,
    rounded_up,
    take_rates,
)
from linkwork.system.loop.event_location_kernel import BISECTIONS, LAST_DIGIT, fill_at, locate, look_at, narrowed
from linkwork.system.loop.event_sides_kernel import (
    INSIDE,
    QUARTERS,
    any_wrong,
    arm,
    below,
    fell_back,
    first_place,
    keep_early,
    law_fell_back,
    least_armed,
    slack,
    steady,
    suspicious,
    watch_at,
    wrong_side,
)
from linkwork.system.loop.simulation_state_kernel import CALM, NUMBERS, UNSURE, UNTIL

EARLY = 8  # the share up to which numbers that go steadily are not looked at between
RESOLUTION = 1e-14  # of the time, or of the run's end: places nearer to the start of a step than this are the start
MOST_DOUBTS = 200  # places of one step that are looked at because a number of a law or event may have been zero
NARROWEST = 1e-9  # of the step: between places nearer than this nothing is looked at
FALLING = 0.1  # of its slack: so far below zero a number is half way if it has fallen evenly faster, a quarter
SOON = 2.0**-8  # of the step: what falls back before falls back at its start


@njit
def look_at_end(rate, see, k, p, w, z, s, y, spare, numbers):
    """Fill the watched numbers at the end of the last step, and their rates; false where f is not finite there.

    DOP853 needs f at the end in any case; its interpolant would cost more.
    """
    passed = DIFFERENCE * (z[T].real - z[T_OLD].real)
    good = True
    if any_own(k):
        if s[METHOD] == DOP853:
            good = settle(rate, k, p, w, z, s)
            for i in range(s[SIZE]):
                y[i] = z[s[Y] + i] - passed * z[s[F] + i]
        else:
            good = prepare_dense(rate, k, p, w, z, s) and dense(z, s, z[T] - passed, y)
        if good:
            watch_at(see, k, p, w, z[T] - passed, y, spare)
            keep_before(k, w, numbers)
    watch_at(see, k, p, w, z[T], part(z, s[Y]), spare)
    if good:
        take_rates(k, w, numbers, passed)
    return good


@njit
def find_event(rate, see, k, p, w, z, s, y, spare, state, marks, looks):
    """Time of the earliest event in the last accepted step; a time after its end when there is none.

    The numbers at the end of the step have just been filled. Where a number leaves zero all shares of the step are
    looked at, but for tiny ones over which all numbers go steadily. Between two places more are looked at wherever a
    number could have been zero. A number that never left zero and has fallen back when another one passes it did so at
    the start.
    """
    end, start, numbers = z[T].real, z[T_OLD].real, part(marks, NUMBERS)
    beyond, wide = end + abs(end - start) + 1.0, end - start
    known, wrong = left_is_start(k, w, numbers), any_wrong(k, w) or fell_back(k, p, w, numbers) >= 0
    known = left_from_start(k, numbers) and known
    extra = next_look(k, w, start, start, end, state, marks, looks)
    state[CALM] = 0
    calm = known and not wrong and not suspicious(k, w, numbers) and extra == end
    if calm and unclear(k, p, w, wide, False) == CLEAR and doubtful(k, w, numbers, wide, False) == CLEAR:
        state[CALM] = 1
        return beyond
    if not prepare_dense(rate, k, p, w, z, s):
        return beyond
    first = first_place(k, w, numbers, wide, RESOLUTION * max(abs(end), rounded_up(marks[UNTIL])))
    good, right, place, jumps = start, -1.0, first, first < EARLY - 1 and extra > start + wide * INSIDE[EARLY]
    last, at_last, doubts = start, -1.0, MOST_DOUBTS
    if not known:
        look_at(see, k, p, w, z, s, y, spare, numbers, start)
        keep_left(k, w)
        keep_left_numbers(k, w, numbers)
    while place <= len(INSIDE):
        t = end if place == len(INSIDE) else start + wide * INSIDE[place]
        t = min(t, extra)
        if t <= good:
            place += 1
            continue
        look_at(see, k, p, w, z, s, y, spare, numbers, t)
        wrong = any_wrong(k, w)
        if jumps and place == EARLY:
            jumps = False
            if wrong or not steady(k, w, numbers, (t - start) / (good - start)):
                place = first + 1
                continue
        near, far, doubts = narrowed(see, k, p, w, z, s, y, spare, numbers, good, t, NARROWEST * wide, doubts)
        if far != t or near != good:
            right, at_last = -1.0, -1.0
        if wrong or far != t:
            event = locate(see, k, p, w, z, s, y, spare, near, far, right, last, at_last)
            fill_at(see, k, p, w, z, s, y, spare, event)
            if fell_back(k, p, w, numbers) < 0:
                return event
            return fallen_since(see, k, p, w, z, s, y, spare, numbers, start, event)
        if t >= start + wide * INSIDE[QUARTERS] and law_fell_back(k, w):
            return fallen_since(see, k, p, w, z, s, y, spare, numbers, start, t)
        arm(k, p, w)
        keep_left(k, w)
        keep_left_numbers(k, w, numbers)
        last, at_last, good, right = good, right, t, least_armed(k, w)
        if jumps:
            keep_early(k, w, numbers)
        if t == extra and t < end:
            extra = next_look(k, w, good, start, end, state, marks, looks)
        else:
            place = EARLY if jumps else place + 1
    state[UNSURE] += 1 if doubts == 0 else 0
    fell = fell_back(k, p, w, numbers) >= 0
    return fallen_since(see, k, p, w, z, s, y, spare, numbers, start, end) if fell else beyond


@njit
def fallen_since(see, k, p, w, z, s, y, spare, numbers, start, end):
    """Since when a number that never left zero has fallen back: from the start of the step, or from later on.

    A corner that rests beside an edge has the edge at no distance, until the contact moves on along the edge. What was
    below zero half way already has fallen from the start: a bounce too low to be seen.
    """
    good, bad = start + SOON * (end - start), end
    fill_at(see, k, p, w, z, s, y, spare, good)
    if fell_back(k, p, w, numbers) >= 0:
        return start
    for _ in range(BISECTIONS):
        if bad - good <= 2.0 * LAST_DIGIT * abs(bad):
            break
        middle = 0.5 * (good + bad)
        fill_at(see, k, p, w, z, s, y, spare, middle)
        if fell_back(k, p, w, numbers) >= 0:
            bad = middle
        else:
            good = middle
    fill_at(see, k, p, w, z, s, y, spare, bad)
    watch = fell_back(k, p, w, numbers)
    fill_at(see, k, p, w, z, s, y, spare, 0.5 * (start + bad))
    falls = wrong_side(k, w, watch) and below(k, p, w, numbers, watch) > FALLING * slack(k, p, watch)
    fill_at(see, k, p, w, z, s, y, spare, bad)  # the caller asks these numbers which one it was
    return start if falls else bad
