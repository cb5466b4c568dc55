"""Where in a step the first watched number passes through zero: on the dense output, by parabolas and halving.

Where numbers and rates at two places do not tell that nothing was between, more are looked at: see `approach_kernel`,
`crossings_kernel`.
"""

from __future__ import annotations

from linkwork.numerics.integrators.integrator_kernel import dense
from linkwork.numerics.integrators.integrator_state_kernel import T_OLD, T
from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import sqrt
from linkwork.numerics.small_step import small_step
from linkwork.numerics.switch_kernel import NUMBER
from linkwork.system.loop.approach_kernel import CLEAR, keep_left, unclear
from linkwork.system.loop.crossings_kernel import (
    DIFFERENCE,
    any_own,
    doubtful,
    keep_before,
    keep_left_numbers,
    take_rates,
)
from linkwork.system.loop.event_sides_kernel import NONE_ARMED, any_wrong, arm, first_wrong, least_armed, watch_at
from linkwork.system.loop.watches_kernel import place_of

BISECTIONS = 80
AT_ONCE, LITTLE_TIME = 2.0**-46, 1e-3  # of the time, or of that many seconds: what begins so soon began with the step
WIDEST = 16.0  # widths of the bracket: how far behind halving a location may be
LAST_DIGIT = 2.0**-52  # relative distance of neighbouring numbers
MOST_LOOKS = 400  # between two places


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
