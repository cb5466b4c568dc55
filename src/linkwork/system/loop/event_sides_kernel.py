"""The sides of watched numbers: held during a step, changed at an event, armed again when a number has left zero.

Every switch of a law and every event of the user has three numbers in the memory (see `numerics.switch_kernel`): on
which side of zero it is held, the number itself, and whether it is armed. A switch that has just changed is armed again
when its number has left zero on the right side; one that never does so chatters.
"""

from __future__ import annotations

from linkwork.numerics.jit import call_rate, call_world, njit
from linkwork.numerics.switch_kernel import FROZEN, NUMBER, STATE
from linkwork.places.layout_kernel import (
    CONTACTS,
    DIRECTION,
    EVENT,
    KIND,
    OF_CONTACT,
    OF_LAW,
    SLACK,
    SWITCH_AT,
    SWITCHES,
    WATCH,
)
from linkwork.system.constraints.equations_kernel import move_bodies, place_bodies
from linkwork.system.contact.contact_layout_kernel import HIT, WATCH_CONTACTS
from linkwork.system.dynamics.forces_kernel import evaluate_forces
from linkwork.system.dynamics.state_kernel import load_state
from linkwork.system.loop.approach_kernel import keep_rates
from linkwork.system.loop.crossings_kernel import keep_start_rates
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
STEADY = 0.25  # of its change: how far a number that goes steadily may be from a straight line
LEAVING = 1e-3  # of its change in the step: a number that began nearer to zero has just left it
MOVED = 1e3  # times its slack: so far below zero an open point may be where a step begins
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
    if k[CONTACTS] > 0:
        call_world(k[k[CONTACTS] + WATCH_CONTACTS], k, p, w, y if see == 0 else spare, 0, 0, t)


@njit
def watches_contact(k, watch):
    """Whether a watched number is one of a contact or of a joint that rubs: positive while nothing happens."""
    return k[k[SWITCH_AT] + WATCH * watch + KIND] == OF_CONTACT


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
            if watches_contact(k, watch):
                w[at + STATE], w[at + FROZEN] = 1.0, ARMED if number > 0.0 else UNARMED
                continue
            event = k[k[SWITCH_AT] + WATCH * watch + KIND] == EVENT
            w[at + STATE] = 1.0 if number > 0.0 else 0.0
            w[at + FROZEN] = ARMED if number != 0.0 else UNSET if event else UNARMED


@njit
def slack(k, p, watch):
    """How far from zero a number may be by rounding: nothing, but for those of contacts."""
    return p[k[k[SWITCH_AT] + WATCH * watch + SLACK]].real if watches_contact(k, watch) else 0.0


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
        if (
            watches_contact(k, watch)
            and w[at + FROZEN].real == ARMED
            and -most <= w[at + NUMBER].real <= ROUNDING * most
        ):
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
def below(k, p, w, numbers, watch):
    """How far a number on its wrong side is beyond zero; those of contacts beyond where the step began, if that was.

    What holds other points moves an open one that has just been struck a little: it has not fallen by that.
    """
    number, began = abs(w[place_of(k, watch) + NUMBER].real), 0.0
    if watches_contact(k, watch) and numbers[watch] < 0.0:
        began = min(-numbers[watch], MOVED * slack(k, p, watch))
    return number - began


@njit
def fell_back(k, p, w, numbers):
    """A number that never left zero on the side to which it has just changed: -1 when there is none.

    Those of contacts may be a little off zero: a contact that rests without force stays closed. `numbers` are those at
    the start of the step.
    """
    for watch in range(k[SWITCHES]):
        if w[place_of(k, watch) + FROZEN].real != UNARMED or not wrong_side(k, w, watch):
            continue
        if below(k, p, w, numbers, watch) > slack(k, p, watch):
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
    if watches_contact(k, watch):
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
        if hit[watch] == 0 and wrong_side(k, w, watch) and (contacts or not watches_contact(k, watch)):
            at = place_of(k, watch)
            if (
                w[at + FROZEN].real == UNARMED
                and abs(w[at + NUMBER].real) <= slack(k, p, watch)
                and watches_contact(k, watch)
            ):
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
