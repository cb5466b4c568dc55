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
from linkwork.numerics.jit import call_rate, call_world, njit, part
from linkwork.numerics.scalar import sqrt
from linkwork.numerics.small_step import small_step
from linkwork.numerics.switch_kernel import FROZEN, NUMBER, STATE
from linkwork.places.layout_kernel import (
    DIRECTION,
    EVENT,
    KIND,
    OF_LAW,
    SLACK,
    SWITCH_AT,
    SWITCHES,
    TOUCH,
    TOUCHING,
    WATCH,
)
from linkwork.system.constraints.equations_kernel import move_bodies, place_bodies
from linkwork.system.contact.contact_layout_kernel import HIT, WATCH_TOUCH
from linkwork.system.dynamics.forces_kernel import evaluate_forces
from linkwork.system.dynamics.state_kernel import load_state
from linkwork.system.loop.approach_kernel import CLEAR, keep_left, keep_rates, left_is_start, unclear
from linkwork.system.loop.crossings_kernel import (
    DIFFERENCE,
    any_own,
    doubtful,
    keep_before,
    keep_left_numbers,
    keep_start_rates,
    left_from_start,
    next_look,
    rounded_up,
    take_rates,
)
from linkwork.system.loop.simulation_state_kernel import NUMBERS, UNSURE, UNTIL
from linkwork.system.loop.watches_kernel import ARMED, FREE, ROUNDING, UNARMED, UNSET, place_of

INSIDE = (
    2.0**-46,
    2.0**-40,
    2.0**-34,
    2.0**-28,
    2.0**-22,
    2.0**-17,
    2.0**-12,
    2.0**-8,
    2.0**-5,
    2.0**-3,
    0.25,
    0.5,
    0.75,
)
QUARTERS = 10  # the first of the quarters; shares before it are looked at when a number has just left zero
EARLY = 8  # the share up to which numbers that go steadily are not looked at between
STEADY = 0.25  # of its change: how far a number that goes steadily may be from a straight line
LEAVING = 1e-3  # of its change in the step: a number that began nearer to zero has just left it
RESOLUTION = 1e-14  # of the time, or of the run's end: places nearer to the start of a step than this are the start
BISECTIONS = 80
AT_ONCE, LITTLE_TIME = 2.0**-46, 1e-3  # of the time, or of that many seconds: what begins so soon began with the step
WIDEST = 16.0  # widths of the bracket: how far behind halving a location may be
LAST_DIGIT = 2.0**-52
MOST_LOOKS = 400  # between two places
MOST_DOUBTS = 200  # places of one step that are looked at because a number of a law or event may have been zero
NARROWEST = 1e-9  # of the step: between places nearer than this nothing is looked at
FALLING = 0.1  # of its slack: so far below zero a number is half way if it has fallen evenly faster, a quarter
SOON = 2.0**-8  # of the step: what falls back before falls back at its start
NONE_ARMED = 1e300  # least number where nothing is armed


@njit
def watch_at(see, k, p, w, t, y, spare):
    """Fill the watched numbers at the state y; `see` is `observe` of a formulation without velocities in y, or 0."""
    if see == 0:
        load_state(k, w, y)
    else:
        call_rate(see, k, p, w, t, y, spare)
        load_state(k, w, spare)
    place_bodies(k, w)
    move_bodies(k, w)
    evaluate_forces(k, p, w, t)
    if k[TOUCH] > 0:
        call_world(k[k[TOUCH] + WATCH_TOUCH], k, p, w, y if see == 0 else spare, 0, 0, t)


@njit
def touching(k, watch):
    """Whether a watched number is one of a contact or of a joint that rubs: positive while nothing happens."""
    return k[k[SWITCH_AT] + WATCH * watch + KIND] == TOUCHING


@njit
def wrong_side(k, w, watch):
    """Whether a number lies strictly on the other side of zero than it is held."""
    at = place_of(k, watch)
    if w[at + FROZEN].real == UNSET:
        return False
    number = w[at + NUMBER].real
    return number < 0.0 if w[at + STATE].real > 0.5 else number > 0.0


@njit
def begin(see, k, p, w, t, y, spare):
    """Decide the sides at a start and freeze them; what has just changed at an event stays as it is.

    An event whose number is zero at the start has not passed it: its side is the one to which the number goes first.
    """
    for watch in range(k[SWITCHES]):
        at = place_of(k, watch)
        if w[at + FROZEN].real != UNARMED:
            w[at + FROZEN] = FREE
    watch_at(see, k, p, w, t, y, spare)
    keep_rates(k, w)
    for watch in range(k[SWITCHES]):
        at = place_of(k, watch)
        number = w[at + NUMBER].real
        if w[at + FROZEN].real == FREE:
            if touching(k, watch):
                w[at + STATE], w[at + FROZEN] = 1.0, ARMED if number > 0.0 else UNARMED
                continue
            event = k[k[SWITCH_AT] + WATCH * watch + KIND] == EVENT
            w[at + STATE] = 1.0 if number > 0.0 else 0.0
            w[at + FROZEN] = ARMED if number != 0.0 else UNSET if event else UNARMED


@njit
def slack(k, p, watch):
    """How far from zero a number may be by rounding: nothing, but for those of contacts."""
    return p[k[k[SWITCH_AT] + WATCH * watch + SLACK]].real if touching(k, watch) else 0.0


@njit
def arm(k, p, w):
    """Arm what is now on its right side; events that began at zero take the side on which they are."""
    for watch in range(k[SWITCHES]):
        at = place_of(k, watch)
        if w[at + FROZEN].real == UNSET and w[at + NUMBER].real != 0.0:
            w[at + STATE] = 1.0 if w[at + NUMBER].real > 0.0 else 0.0
            w[at + FROZEN] = ARMED
        clear = abs(w[at + NUMBER].real) > ROUNDING * slack(k, p, watch)
        if w[at + FROZEN].real == UNARMED and clear and not wrong_side(k, w, watch):
            w[at + FROZEN] = ARMED


@njit
def disarm(k, p, w):
    """Where a step begins: numbers of contacts that are nothing, as far as rounding tells, have yet to leave zero.

    The search of the step has armed them at later times, and contacts with new elements are armed unseen.
    """
    for watch in range(k[SWITCHES]):
        at, most = place_of(k, watch), slack(k, p, watch)
        if touching(k, watch) and w[at + FROZEN].real == ARMED and -most <= w[at + NUMBER].real <= ROUNDING * most:
            w[at + FROZEN] = UNARMED


@njit
def remember(k, p, w, numbers):
    """Keep the numbers of an accepted state, and arm what has left zero on its side."""
    arm(k, p, w)
    keep_rates(k, w)
    keep_start_rates(k, w, numbers)
    for watch in range(k[SWITCHES]):
        numbers[watch] = w[place_of(k, watch) + NUMBER].real


@njit
def any_wrong(k, w):
    """Whether an armed number is on its wrong side."""
    wrong = False
    for watch in range(k[SWITCHES]):
        wrong = wrong or (w[place_of(k, watch) + FROZEN].real == ARMED and wrong_side(k, w, watch))
    return wrong


@njit
def least_armed(k, w):
    """The least of the armed numbers, counted as positive on their right side."""
    least = NONE_ARMED
    for watch in range(k[SWITCHES]):
        at = place_of(k, watch)
        if w[at + FROZEN].real == ARMED:
            number = w[at + NUMBER].real
            least = min(least, number if w[at + STATE].real > 0.5 else -number)
    return least


@njit
def suspicious(k, w, numbers):
    """Whether a number could have passed zero twice inside the step: it changed by more than its distance from it."""
    for watch in range(k[SWITCHES]):
        number, before = w[place_of(k, watch) + NUMBER].real, numbers[watch]
        if min(abs(number), abs(before)) <= abs(number - before):
            return True
    return False


@njit
def leaving(k, w, numbers):
    """Whether a number began the step near zero: it may be back soon, however long the step is."""
    for watch in range(k[SWITCHES]):
        number, before = w[place_of(k, watch) + NUMBER].real, numbers[watch]
        if abs(before) <= LEAVING * abs(number - before):
            return True
    return False


@njit
def fell_back(k, p, w):
    """A number that never left zero on the side to which it has just changed: -1 when there is none.

    Those of contacts may be a little off zero: a contact that rests without force stays closed.
    """
    for watch in range(k[SWITCHES]):
        at = place_of(k, watch)
        far = abs(w[at + NUMBER].real) > slack(k, p, watch)
        if w[at + FROZEN].real == UNARMED and far and wrong_side(k, w, watch):
            return watch
    return -1


@njit
def law_fell_back(k, w):
    """The same inside a step for laws, whose numbers may be back before its end: a source that begins at zero."""
    for watch in range(k[SWITCHES]):
        law = k[k[SWITCH_AT] + WATCH * watch + KIND] == OF_LAW
        if law and w[place_of(k, watch) + FROZEN].real == UNARMED and wrong_side(k, w, watch):
            return True
    return False


@njit
def keep_early(k, w, numbers):
    """Keep the numbers at the first place that is looked at, behind those of the start."""
    for watch in range(k[SWITCHES]):
        numbers[k[SWITCHES] + watch] = w[place_of(k, watch) + NUMBER].real


@njit
def steady(k, w, numbers, ratio):
    """Whether all numbers have changed since the start by about `ratio` times what they had at the first place."""
    for watch in range(k[SWITCHES]):
        before = numbers[watch]
        change, early = w[place_of(k, watch) + NUMBER].real - before, numbers[k[SWITCHES] + watch] - before
        if abs(change - ratio * early) > STEADY * abs(change) + LEAVING * abs(before):
            return False
    return True


@njit
def first_place(k, w, numbers, span, nearest):
    """The first share of a step to look at: a tiny one, but no rounding of the time, where a number leaves zero."""
    if not leaving(k, w, numbers):
        return QUARTERS
    place = 0
    while place < QUARTERS and span * INSIDE[place] <= nearest:
        place += 1
    return place


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
    known, wrong = left_is_start(k, w, numbers), any_wrong(k, w) or fell_back(k, p, w) >= 0
    known = left_from_start(k, numbers) and known
    extra = next_look(k, w, start, start, end, state, marks, looks)
    calm = known and not wrong and not suspicious(k, w, numbers) and extra == end
    if calm and unclear(k, p, w, wide, False) == CLEAR and doubtful(k, w, numbers, wide, False) == CLEAR:
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
            return fallen_since(see, k, p, w, z, s, y, spare, start, event) if fell_back(k, p, w) >= 0 else event
        if t >= start + wide * INSIDE[QUARTERS] and law_fell_back(k, w):
            return fallen_since(see, k, p, w, z, s, y, spare, start, t)
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
    return fallen_since(see, k, p, w, z, s, y, spare, start, end) if fell_back(k, p, w) >= 0 else beyond


@njit
def fallen_since(see, k, p, w, z, s, y, spare, start, end):
    """Since when a number that never left zero has fallen back: from the start of the step, or from later on.

    A corner that rests beside an edge has the edge at no distance, until the contact moves on along the edge. What was
    below zero half way already has fallen from the start: a bounce too low to be seen.
    """
    good, bad = start + SOON * (end - start), end
    fill_at(see, k, p, w, z, s, y, spare, good)
    if fell_back(k, p, w) >= 0:
        return start
    for _ in range(BISECTIONS):
        if bad - good <= 2.0 * LAST_DIGIT * abs(bad):
            break
        middle = 0.5 * (good + bad)
        fill_at(see, k, p, w, z, s, y, spare, middle)
        if fell_back(k, p, w) >= 0:
            bad = middle
        else:
            good = middle
    fill_at(see, k, p, w, z, s, y, spare, bad)
    watch = fell_back(k, p, w)
    fill_at(see, k, p, w, z, s, y, spare, 0.5 * (start + bad))
    falls = wrong_side(k, w, watch) and abs(w[place_of(k, watch) + NUMBER].real) > FALLING * slack(k, p, watch)
    fill_at(see, k, p, w, z, s, y, spare, bad)  # the caller asks these numbers which one it was
    return start if falls else bad


@njit
def fill_at(see, k, p, w, z, s, y, spare, t):
    """Fill the watched numbers at a time inside the last step."""
    dense(z, s, t + 0.0 * z[T], y)
    watch_at(see, k, p, w, t + 0.0 * z[T], y, spare)


@njit
def look_at(see, k, p, w, z, s, y, spare, numbers, t):
    """Fill the watched numbers at a time inside the last step; the rates of those of laws and events as well."""
    passed = DIFFERENCE * (z[T].real - z[T_OLD].real)
    if any_own(k):
        fill_at(see, k, p, w, z, s, y, spare, t - passed)
        keep_before(k, w, numbers)
    fill_at(see, k, p, w, z, s, y, spare, t)
    take_rates(k, w, numbers, passed)


@njit
def narrowed(see, k, p, w, z, s, y, spare, numbers, good, goal, least, doubts):
    """Look between two places wherever a number could have been zero: a place until which nothing happened, and one
    later.

    The later is `goal`, at which the numbers have been filled, unless a number is wrong before it. The numbers at the
    later place are filled afterwards. `doubts` is how many places numbers of laws and events may still ask for; what is
    left of it is the third result.
    """
    t = goal
    for _ in range(MOST_LOOKS):
        share = unclear(k, p, w, t - good, True) if t - good > least else CLEAR
        if share == CLEAR and t - good > least and doubts > 0:
            share = doubtful(k, w, numbers, t - good, True)
            doubts -= 1 if share != CLEAR else 0
        if share != CLEAR:
            t = good + share * (t - good)
        elif t == goal:
            break
        else:
            arm(k, p, w)
            keep_left(k, w)
            keep_left_numbers(k, w, numbers)
            good, t = t, goal
        look_at(see, k, p, w, z, s, y, spare, numbers, t)
        if t != goal and any_wrong(k, w):
            break
    return good, t, doubts


@njit
def locate(see, k, p, w, z, s, y, spare, good, bad, right, last, at_last):
    """The first time, to rounding, at which an armed number is on its wrong side.

    By the parabola through the bracket's ends and the last point that was given up, exact for free fall, or by halving
    where the bracket has shrunk less than halving would have done. Points on one side go on in growing steps, so that
    both ends come to the zero. `right` is the least number at `good`, `at_last` that at a place before it; below zero
    if not known.
    """
    newest, at_newest, other, at_other = bad, least_armed(k, w), good, right
    if right < 0.0:
        fill_at(see, k, p, w, z, s, y, spare, good)
        at_other = least_armed(k, w)
    if not 0.0 <= at_last < NONE_ARMED:
        last = bad
    widest, nudge = WIDEST * (bad - good), 1.0
    for _ in range(BISECTIONS):
        width, rounding = abs(other - newest), LAST_DIGIT * max(abs(other), abs(newest))
        if width <= 2.0 * rounding:
            break
        share, least = 0.5, min(nudge * rounding / width, 0.5)
        if width <= widest and (at_newest < 0.0) != (at_other < 0.0):
            share = _share(newest, at_newest, other, at_other, last, at_last)
        t = newest + min(max(share, least), 1.0 - least) * (other - newest)
        dense(z, s, t + 0.0 * z[T], y)
        watch_at(see, k, p, w, t + 0.0 * z[T], y, spare)
        now = least_armed(k, w)
        if (now < 0.0) == (at_newest < 0.0):
            last, at_last, nudge = newest, at_newest, 4.0 * nudge
        else:
            last, at_last, other, at_other, nudge = other, at_other, newest, at_newest, 1.0
        newest, at_newest, widest = t, now, 0.5 * widest
    return newest if at_newest < 0.0 else other


@njit
def _share(a, at_a, b, at_b, c, at_c):
    """Where between a (0) and b (1), with numbers of different sign, the parabola through three points is zero."""
    if c in (a, b):
        return at_a / (at_a - at_b)
    place = (c - a) / (b - a)
    bend = (at_c - at_a - place * (at_b - at_a)) / (place * (place - 1.0))
    slope = at_b - at_a - bend
    root = sqrt(max(slope**2 - 4.0 * bend * at_a, 0.0))
    below = root - slope if at_a > at_b else -root - slope
    return 2.0 * at_a / below if below != 0.0 else 0.5


@njit
def event_moment(see, k, p, w, z, s, time, y, spare):
    """The time of an event; in complex numbers with its derivative, for which its number stays zero.

    A number that is wrong as soon as the step begins has jumped there, by a break or by another event: its time is that
    of the step's beginning, found or not a few last digits behind it.
    """
    t, little = time + 0.0 * z[T], small_step(z[T])
    if little.imag == 0.0:
        return t
    if time <= z[T_OLD].real + AT_ONCE * max(abs(time), LITTLE_TIME):
        return z[T_OLD]
    dense(z, s, t, y)
    watch_at(see, k, p, w, t, y, spare)
    watch = first_wrong(k, w)
    if watch < 0:
        return t
    shift = w[place_of(k, watch) + NUMBER].imag
    dense(z, s, t + little, y)
    watch_at(see, k, p, w, t + little, y, spare)
    rise = w[place_of(k, watch) + NUMBER].imag - shift
    return t - little * (shift / rise) if rise != 0.0 else t


@njit
def first_wrong(k, w):
    """The armed number that is farthest on its wrong side; -1 when there is none."""
    first_wrong, least = -1, 0.0
    for watch in range(k[SWITCHES]):
        at = place_of(k, watch)
        number = w[at + NUMBER].real if w[at + STATE].real > 0.5 else -w[at + NUMBER].real
        if w[at + FROZEN].real == ARMED and number < least:
            first_wrong, least = watch, number
    return first_wrong


@njit
def change_side(k, w, hit, watch):
    """Hold a number on the other side from now on; those of contacts are marked, to be resolved together."""
    at = place_of(k, watch)
    if touching(k, watch):
        w[at + FROZEN] = HIT
    else:
        w[at + STATE] = 1.0 - w[at + STATE]
        w[at + FROZEN] = UNARMED
    hit[watch] = 1


@njit
def change_sides(k, p, w, hit, contacts):
    """Change the side of every number on its wrong side, none twice at one event; tells how many.

    Numbers of contacts that have never left zero are not taken at their sign where rounding makes it.
    """
    count = 0
    for watch in range(k[SWITCHES]):
        if hit[watch] == 0 and wrong_side(k, w, watch) and (contacts or not touching(k, watch)):
            at = place_of(k, watch)
            if w[at + FROZEN].real == UNARMED and abs(w[at + NUMBER].real) <= slack(k, p, watch) and touching(k, watch):
                continue
            change_side(k, w, hit, watch)
            count += 1
    return count


@njit
def counts(k, w, watch):
    """Whether a change of side is what the user asked for: rising, falling or either."""
    record = k[SWITCH_AT] + WATCH * watch
    if k[record + KIND] != EVENT or k[record + DIRECTION] == 0:
        return True
    rising = w[place_of(k, watch) + STATE].real > 0.5
    return rising == (k[record + DIRECTION] > 0)
