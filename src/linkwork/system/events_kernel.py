"""Events of a simulation: numbers that are watched, found when they pass through zero, and what happens then.

Every switch of a law and every event of the user has three numbers in the memory (see `numerics.switch_kernel`): on
which side of zero it is held, the number itself, and whether it is armed. During a step the sides are frozen. A number
on the wrong side at the end of a step, or at points inside it, is an event; the earliest is found on the dense output
by chords and halving. A number that has just left zero (a ball after its bounce) is looked at soon after its start as
well. A switch that has just changed is armed again when its number has left zero on the right side; one that never does
so chatters.
"""

from __future__ import annotations

from linkwork.numerics.integrator_kernel import dense, prepare_dense
from linkwork.numerics.integrator_state_kernel import T_OLD, T
from linkwork.numerics.jit import call_rate, call_world, njit
from linkwork.numerics.small_step import small_step
from linkwork.numerics.switch_kernel import FROZEN, NUMBER, STATE
from linkwork.system.equations_kernel import move_bodies, place_bodies
from linkwork.system.forces_kernel import evaluate_forces
from linkwork.system.layout_kernel import (
    DIRECTION,
    EVENT,
    KIND,
    MEMORY,
    SLACK,
    SWITCH_AT,
    SWITCHES,
    TOUCH,
    TOUCHING,
    WATCH,
    WATCHED,
)
from linkwork.system.state_kernel import load_state
from linkwork.system.touch.touch_layout_kernel import HIT, WATCH_TOUCH

FREE, ARMED, UNARMED, UNSET = 0.0, 1.0, 2.0, 3.0
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
ROUNDING = 1e-3  # of the slack: numbers of contacts this near zero have no sign
LEAVING = 1e-3  # of its change in the step: a number that began nearer to zero has just left it
RESOLUTION = 1e-14  # of the time, or of the run's end: places nearer to the start of a step than this are the start
BISECTIONS = 80
ITP_START, ITP_PULL = 16.0, 0.2  # how far from halving a location may go: in widths of the bracket


@njit
def place_of(k, watch):
    """Where in the workspace the three numbers of a watch lie."""
    return k[MEMORY] + k[k[SWITCH_AT] + WATCH * watch + WATCHED]


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
def remember(k, p, w, numbers):
    """Keep the numbers of an accepted state, and arm what has left zero on its side."""
    arm(k, p, w)
    for watch in range(k[SWITCHES]):
        numbers[watch] = w[place_of(k, watch) + NUMBER].real


@njit
def any_wrong(k, w):
    """Whether an armed number is on its wrong side."""
    found = False
    for watch in range(k[SWITCHES]):
        found = found or (w[place_of(k, watch) + FROZEN].real == ARMED and wrong_side(k, w, watch))
    return found


@njit
def least_armed(k, w):
    """The least of the armed numbers, counted as positive on their right side."""
    least = 1e300
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
def find_event(rate, see, k, p, w, z, s, y, spare, numbers, until):
    """Time of the earliest event in the last accepted step; a time after its end when there is none.

    The numbers at the end of the step have just been filled. `until` is the end of the run.
    """
    end, start = z[T].real, z[T_OLD].real
    nearest = RESOLUTION * max(abs(end), abs(until))
    beyond = end + abs(end - start) + 1.0
    if not any_wrong(k, w) and fell_back(k, p, w) < 0 and not suspicious(k, w, numbers):
        return beyond
    if not prepare_dense(rate, k, p, w, z, s):
        return beyond
    good = start
    for place in range(0 if leaving(k, w, numbers) else QUARTERS, len(INSIDE) + 1):
        t = end if place == len(INSIDE) else start + (end - start) * INSIDE[place]
        if t - start <= nearest and place < len(INSIDE):
            continue
        dense(z, s, t + 0.0 * z[T], y)
        watch_at(see, k, p, w, t + 0.0 * z[T], y, spare)
        if any_wrong(k, w):
            return locate(see, k, p, w, z, s, y, spare, good, t)
        arm(k, p, w)
        good = t
    return start if fell_back(k, p, w) >= 0 else beyond


@njit
def locate(see, k, p, w, z, s, y, spare, good, bad):
    """The first time, to rounding, at which an armed number is on its wrong side.

    The bracket shrinks as fast as by halving, at least, and as by the chord where that is better (ITP, Oliveira and
    Takahashi 2020): a chord, moved a little towards the middle, and never farther from it than halving allows.
    """
    wrong = least_armed(k, w)
    dense(z, s, good + 0.0 * z[T], y)
    watch_at(see, k, p, w, good + 0.0 * z[T], y, spare)
    right, width = least_armed(k, w), bad - good
    reach, pull = ITP_START * width, ITP_PULL / width
    for _ in range(BISECTIONS):
        middle, half = 0.5 * (good + bad), 0.5 * (bad - good)
        if not good < middle < bad:
            break
        t = middle
        if right > 0.0 and wrong < 0.0:
            chord = good + (bad - good) * right / (right - wrong)
            side = 1.0 if middle > chord else -1.0
            moved = min(pull * (bad - good) ** 2, abs(middle - chord))
            t = chord + side * max(moved, 2.0**-53 * abs(chord))
            far = max(reach - half, 0.0)
            if abs(t - middle) > far:
                t = middle - side * far
        reach *= 0.5
        if not good < t < bad:
            t = middle
        dense(z, s, t + 0.0 * z[T], y)
        watch_at(see, k, p, w, t + 0.0 * z[T], y, spare)
        if any_wrong(k, w):
            bad, wrong = t, least_armed(k, w)
        else:
            good, right = t, least_armed(k, w)
    return bad


@njit
def event_moment(see, k, p, w, z, s, time, y, spare):
    """The time of an event; in complex numbers with its derivative, for which its number stays zero."""
    t, little = time + 0.0 * z[T], small_step(z[T])
    if little.imag == 0.0:
        return t
    if time == z[T_OLD].real:
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
    found, least = -1, 0.0
    for watch in range(k[SWITCHES]):
        at = place_of(k, watch)
        number = w[at + NUMBER].real if w[at + STATE].real > 0.5 else -w[at + NUMBER].real
        if w[at + FROZEN].real == ARMED and number < least:
            found, least = watch, number
    return found


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
