"""Whether numbers of laws and of events can have passed zero and come back between two places of a step.

Every number is known at both places with its rate, a difference along the way. Where the bounds of `approach_kernel`
(tangents, or steeper lines where the number bends towards zero) stay on the side on which the number is held, it cannot
have been zero between them as far as a cubic tells; elsewhere a place between is looked at. Beside that all numbers are
looked at in even distances, and between the zeros of those that are formulas of the time alone.
"""

from __future__ import annotations

import math

from linkwork.numerics.jit import njit
from linkwork.numerics.switch_kernel import FROZEN, NUMBER, STATE
from linkwork.places.layout_kernel import CONTACT_ROOM, CONTACTS, KIND, OF_CONTACT, SWITCH_AT, SWITCHES, WATCH
from linkwork.system.contact.contact_layout_kernel import CLOSED, UNKNOWN
from linkwork.system.loop.approach_kernel import CLEAR, INNER, lowest
from linkwork.system.loop.simulation_state_kernel import BEGAN, LOOK, LOOKS
from linkwork.system.loop.watches_kernel import ARMED, place_of

RATES, START_RATES, LEFT_NUMBERS, LEFT_RATES, SIZES = range(2, 7)  # behind the numbers at the start, and early
ROUNDING = 1e-12  # of the largest size of a number so far: what is not nearer to zero than this has not passed it
DIFFERENCE = 2.0**-16  # of the step: over which the rate of a number is taken
LOOKS_OF_RUN = 128.0  # places, over the time passed so far rounded up, at which numbers are looked at in any case
SAME_PLACE = 1e-9  # of the step: places nearer than this are one


@njit
def rounded_up(t):
    """A power of 4 not below a time: a run and the same one cut short look at the same places."""
    power = 1.0
    while power < abs(t):
        power *= 4.0
    while 0.0 < abs(t) <= 0.25 * power:
        power *= 0.25
    return power


@njit
def own(k, watch):
    """Whether a number is one of a law or of an event, not of a contact."""
    return k[k[SWITCH_AT] + WATCH * watch + KIND] != OF_CONTACT


@njit
def any_own(k):
    """Whether there is such a number."""
    crossed = False
    for watch in range(k[SWITCHES]):
        crossed = crossed or own(k, watch)
    return crossed


@njit
def keep_before(k, w, numbers):
    """Keep the numbers a little before a place, from which their rates follow."""
    for watch in range(k[SWITCHES]):
        numbers[RATES * k[SWITCHES] + watch] = w[place_of(k, watch) + NUMBER].real


@njit
def take_rates(k, w, numbers, passed):
    """The rates at the present place, the numbers before it being kept."""
    for watch in range(k[SWITCHES]):
        at = RATES * k[SWITCHES] + watch
        numbers[at] = (w[place_of(k, watch) + NUMBER].real - numbers[at]) / passed


@njit
def forget_rates(k, numbers):
    """Nothing is known of the rates at the start of the next step."""
    for watch in range(k[SWITCHES]):
        numbers[RATES * k[SWITCHES] + watch] = UNKNOWN
        numbers[START_RATES * k[SWITCHES] + watch] = UNKNOWN


@njit
def keep_start_rates(k, w, numbers):
    """The rates at the end of a step are those at the start of the next one."""
    for watch in range(k[SWITCHES]):
        at = SIZES * k[SWITCHES] + watch
        numbers[at] = max(numbers[at], abs(w[place_of(k, watch) + NUMBER].real))
        numbers[START_RATES * k[SWITCHES] + watch] = numbers[RATES * k[SWITCHES] + watch]


@njit
def keep_left_numbers(k, w, numbers):
    """The present place is the left end of the next interval."""
    for watch in range(k[SWITCHES]):
        numbers[LEFT_NUMBERS * k[SWITCHES] + watch] = w[place_of(k, watch) + NUMBER].real
        numbers[LEFT_RATES * k[SWITCHES] + watch] = numbers[RATES * k[SWITCHES] + watch]


@njit
def left_from_start(k, numbers):
    """The start of the step is the left end; false where the rates there are not known."""
    known = True
    for watch in range(k[SWITCHES]):
        rate = numbers[START_RATES * k[SWITCHES] + watch]
        numbers[LEFT_NUMBERS * k[SWITCHES] + watch] = numbers[watch]
        numbers[LEFT_RATES * k[SWITCHES] + watch] = rate
        known = known and (rate < UNKNOWN or not own(k, watch))
    return known


@njit
def doubtful(k, w, numbers, h, armed):
    """Where, as a share of the way from the left end, the most doubtful number is to be looked at; CLEAR where none is.

    With `armed` only numbers that are armed count.
    """
    share, worst = CLEAR, 0.0
    for watch in range(k[SWITCHES]):
        at = place_of(k, watch)
        if not own(k, watch) or (armed and w[at + FROZEN].real != ARMED):
            continue
        side = 1.0 if w[at + STATE].real > 0.5 else -1.0
        a, b = side * numbers[LEFT_NUMBERS * k[SWITCHES] + watch], side * w[at + NUMBER].real
        u, v = numbers[LEFT_RATES * k[SWITCHES] + watch], numbers[RATES * k[SWITCHES] + watch]
        if a <= 0.0 or b < 0.0 or not abs(u) < UNKNOWN or not abs(v) < UNKNOWN:
            continue
        least, place = lowest(a, side * u, b, side * v, h)
        least += ROUNDING * numbers[SIZES * k[SWITCHES] + watch]
        if least < 0.0 and (share == CLEAR or least < worst):
            share, worst = min(max(place, INNER), 1.0 - INNER), least
    return share


@njit
def next_look(k, w, good, start, end, state, marks, looks):
    """The next place after `good` at which the numbers are looked at in any case; the end where there is none.

    Forces of closed contacts may follow laws of time while nothing moves, and then steps are long.
    """
    t, nearest, began = end, good + SAME_PLACE * (end - start), marks[BEGAN]
    closed = k[CONTACTS] > 0 and w[k[CONTACT_ROOM] + CLOSED].real != 0.0
    if end > began and (closed or any_own(k)):
        spacing = rounded_up(end - began) / LOOKS_OF_RUN
        t = min(t, began + spacing * (math.floor((nearest - began) / spacing) + 1.0))
    low, high = state[LOOK], state[LOOKS]
    while low < high:
        middle = (low + high) // 2
        if looks[middle] > nearest:
            high = middle
        else:
            low = middle + 1
    if low < state[LOOKS]:
        t = min(t, looks[low])
    return t if t > nearest else end
