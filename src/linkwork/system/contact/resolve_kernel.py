"""What happens at an event of a contact or of a rubbing joint: transition, impact, and the new modes.

First contacts that have left their element go to the next one. Then points that touch and approach collide. Then the
accelerations decide which points stay closed and what sticks, by complementarity of all of them at once.
"""

from __future__ import annotations

from linkwork.elements.contact_point_layout_kernel import CROSS, FREE, GAP, TRANSIT
from linkwork.numerics.jit import call_world, njit, part
from linkwork.numerics.switch_kernel import FROZEN, NUMBER, STATE
from linkwork.places.layout_kernel import ACCEPT, CONTACT_ROOM, CONTACTS, MEMORY, MOTION, OUT, POSE, TWIST
from linkwork.system.constraints.equations_kernel import call_element, evaluate, factor_motion
from linkwork.system.contact.collide_kernel import collide
from linkwork.system.contact.compliant_layout_kernel import CHANGE, MEASURE
from linkwork.system.contact.cones_kernel import mode_of
from linkwork.system.contact.contact_layout_kernel import (
    BLAMED,
    COMPLIANT,
    COMPLIANT_POINTS,
    F_MODE,
    F_WATCH,
    FINE,
    FRICTION_IMPULSE,
    FRICTIONS,
    IMPULSE,
    LOSES,
    MARKS_AT,
    MOVES,
    NEAR_GAP,
    OPEN,
    OVERLAPS,
    PAIR,
    POINT_OUT,
    POINT_WATCH,
    POINT_WATCHES,
    POINTS,
    REACH,
    SLOT,
    START_GAP,
    STRUCK,
    TANGENTS,
    VERDICT,
    WATCH_GAP,
    WATCH_INSIDE,
)
from linkwork.system.contact.decide_kernel import decide
from linkwork.system.contact.event_log_kernel import elements_of, is_hit, write_log
from linkwork.system.contact.rows_kernel import (
    call_pairs,
    crossing,
    evaluate_frictions,
    evaluate_points,
    friction_record,
    is_compliant,
    point_record,
    room,
)
from linkwork.system.loop.event_sides_kernel import slack
from linkwork.system.loop.watches_kernel import UNARMED, place_of

TOGETHER = 1e-2  # of the slack: numbers so near to each other pass zero together


def resolve(k, p, w, z, i, j, t):
    """Decide what happens at the state of the workspace; i = 1 at the start of a run, 2 after a known impulse."""
    here = k[CONTACT_ROOM]
    w[here + VERDICT], w[here + BLAMED] = FINE, 0.0
    evaluate(k, p, w, MOTION, t)
    if i == 1:
        _begin(k, p, w, t)
    else:
        _move_on(k, p, w, t)
    if k[k[CONTACTS] + COMPLIANT_POINTS] > 0:
        call_world(k[k[CONTACTS] + COMPLIANT], k, p, w, w, MEASURE, 0, t)
        call_world(k[k[CONTACTS] + COMPLIANT], k, p, w, w, CHANGE, i, t)
    if k[k[CONTACTS] + COMPLIANT_POINTS] == k[k[CONTACTS] + POINTS] and k[k[CONTACTS] + FRICTIONS] == 0:
        _settle(k, w)
        return
    evaluate_points(k, p, w, MOTION, t)
    evaluate_frictions(k, p, w, MOTION, t)
    _mark_contacts(k, p, w, i == 1)
    if w[here + VERDICT].real == FINE:
        factor_motion(k, p, w)
        collide(k, p, w, t, i == STRUCK)
    if w[here + VERDICT].real == FINE:
        decide(k, p, w, t)
    _settle(k, w)


@njit
def _begin(k, p, w, t):
    """Look for what is near, with all points open and all joints taken as sticking or not by their speed."""
    for point in range(k[k[CONTACTS] + POINTS]):
        w[mode_of(k, w, point)] = OPEN
    for friction in range(k[k[CONTACTS] + FRICTIONS]):
        w[k[MEMORY] + k[friction_record(k, friction) + F_MODE]] = OPEN
    call_pairs(k, p, w, ACCEPT, t)
    if k[k[CONTACTS] + TANGENTS] == 1:  # outlines may cross; solids are seen by their depth
        call_pairs(k, p, w, CROSS, t)
        if crossing(k, w) >= 0:
            w[k[CONTACT_ROOM] + VERDICT], w[k[CONTACT_ROOM] + BLAMED] = OVERLAPS, crossing(k, w)


@njit
def _move_on(k, p, w, t):
    """Contacts that have left their element, or do so in the same moment, go to the next one, or are lost."""
    for point in range(k[k[CONTACTS] + POINTS]):
        record = point_record(k, point)
        inside = k[record + POINT_WATCH] + WATCH_INSIDE
        if not is_hit(k, w, inside) and w[place_of(k, inside) + NUMBER].real > TOGETHER * slack(k, p, inside):
            continue
        out, pair = k[OUT] + k[record + POINT_OUT], k[record + PAIR]
        elements = elements_of(k, point)
        before, other = w[elements], w[elements + 1]
        slot = 1.0 * k[record + SLOT]
        spaces = part(w, k[POSE]), part(w, k[TWIST]), part(w, k[MEMORY]), part(w, k[OUT])
        call_element(k, p, pair, TRANSIT, slot, *spaces)
        call_element(k, p, pair, MOTION, t, *spaces)
        if w[out + GAP].real >= FREE:
            if w[mode_of(k, w, point)].real != OPEN:
                write_log(k, w, t, LOSES, point, before, other)
            w[mode_of(k, w, point)] = OPEN
        elif w[elements].real != before.real or w[elements + 1].real != other.real:
            at = write_log(k, w, t, MOVES, point, before, w[elements])
            w[at + IMPULSE], w[at + FRICTION_IMPULSE] = other, w[elements + 1]


@njit
def _mark_contacts(k, p, w, start):
    """Which points touch: closed ones, and open ones whose gap has come to nothing."""
    reach, marks = k[k[CONTACTS] + REACH], room(k, MARKS_AT)
    near, deep = (p[reach + START_GAP].real, p[reach + START_GAP].real) if start else (p[reach + NEAR_GAP].real, FREE)
    for point in range(k[k[CONTACTS] + POINTS]):
        w[marks + point] = 0.0
        if is_compliant(k, point):
            continue
        record = point_record(k, point)
        gap = w[k[OUT] + k[record + POINT_OUT] + GAP].real
        closed = w[mode_of(k, w, point)].real != OPEN
        if gap < -deep and not closed:
            w[k[CONTACT_ROOM] + VERDICT], w[k[CONTACT_ROOM] + BLAMED] = OVERLAPS, point
        is_closed = closed or gap <= near or is_hit(k, w, k[record + POINT_WATCH] + WATCH_GAP)
        w[marks + point] = 1.0 if is_closed and gap < FREE else 0.0


@njit
def _settle(k, w):
    """The watched numbers wait until they have left zero on their right side."""
    for point in range(k[k[CONTACTS] + POINTS]):
        first = k[point_record(k, point) + POINT_WATCH]
        for watch in range(first, first + POINT_WATCHES):
            w[place_of(k, watch) + STATE], w[place_of(k, watch) + FROZEN] = 1.0, UNARMED
    for friction in range(k[k[CONTACTS] + FRICTIONS]):
        at = place_of(k, k[friction_record(k, friction) + F_WATCH])
        w[at + STATE], w[at + FROZEN] = 1.0, UNARMED
