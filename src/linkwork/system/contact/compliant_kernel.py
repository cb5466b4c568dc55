"""Contacts with a force law: their forces among the applied ones, and when they begin and end.

The gaps are measured before the signals, so that a law may read them; the forces are added behind all others, against
the twists of the bodies. A point is open or presses from one event to the next: the gap passes zero, or the force would
begin to pull. Where there is no time, and in steps of the conserving rule, points follow their gaps at once.
"""

from __future__ import annotations

from linkwork.elements.contact_point_layout_kernel import FIRST, FREE, GAP, SECOND, X, rows_at
from linkwork.numerics.jit import njit, part
from linkwork.numerics.signed_kernel import larger, root
from linkwork.numerics.switch_kernel import FROZEN
from linkwork.places.layout_kernel import (
    ACCEPT,
    COLUMNS,
    CONTACT_ROOM,
    CONTACTS,
    COORDINATES,
    ENERGY,
    FORCE_ENERGY,
    LOAD,
    LOST_POWER,
    MEMORY,
    MOTION,
    OUT,
    POSE,
    TWIST,
)
from linkwork.system.constraints.equations_kernel import call_element
from linkwork.system.contact.compliant_law_kernel import NOTHING, friction_share, normal_force, pushes, stored_at
from linkwork.system.contact.compliant_layout_kernel import (
    ADD,
    APPROACH,
    CHANGE,
    CLIPPED,
    CLIPS,
    KEEP,
    KEPT,
    KEPT_ENERGY,
    KEPT_GAP,
    LAW_DEPTH,
    LAW_FLOATS,
    LEAST_APPROACH,
    LOADED,
    MEASURE,
)
from linkwork.system.contact.cones_kernel import coefficient, mode_of
from linkwork.system.contact.contact_layout_kernel import (
    COMPLIANT_AT,
    IN_STEP,
    KINETIC,
    LOOSE,
    OPEN,
    PAIR,
    PARTS,
    POINT_FLOATS,
    POINT_I,
    POINT_J,
    POINT_LAW,
    POINT_MEMORY,
    POINT_OUT,
    POINT_WATCH,
    POINTS,
    PRESSES,
    SHOWN_FIRST,
    SHOWN_FORCE,
    SHOWN_FRICTION,
    SHOWN_GAP,
    SHOWN_RATE,
    SHOWN_SECOND,
    SHOWN_SLIP,
    SHOWN_X,
    SLOT,
    STATIC,
    STRIBECK,
    TANGENTS,
    WATCH_FRICTION,
    WATCH_GAP,
)
from linkwork.system.contact.event_log_kernel import is_hit, write_log
from linkwork.system.contact.rows_kernel import is_compliant, point_record, room
from linkwork.system.loop.watches_kernel import place_of


def compliant(k, p, w, z, i, j, t):
    """Measure the gaps, add the forces, keep what a step needs of its ends, or open and close; i says which."""
    if i == MEASURE:
        measure(k, p, w, t)
    for point in range(k[k[CONTACTS] + POINTS]):
        if not is_compliant(k, point):
            continue
        if i == MEASURE:
            _tell_law(k, w, point)
        elif i == ADD:
            _add_point(k, p, w, point)
        elif i == KEEP:
            _keep(k, p, w, point, j)
        elif i == CHANGE:
            change(k, p, w, point, j == 1, t)


@njit
def _is_free(k, w, point):
    """Whether nothing holds the modes: there is no time, or a start is being decided."""
    return w[place_of(k, k[point_record(k, point) + POINT_WATCH] + WATCH_GAP) + FROZEN].real == 0.0


@njit
def measure(k, p, w, t):
    """Gaps and rows, against the twists, of all pairs with a force law."""
    for point in range(k[k[CONTACTS] + POINTS]):
        if is_compliant(k, point) and k[point_record(k, point) + SLOT] == 0:
            _measure_pair(k, p, w, point, t)


@njit
def _measure_pair(k, p, w, point, t):
    """Those of one pair, decided anew where nothing holds it."""
    spaces = part(w, k[POSE]), part(w, k[TWIST]), part(w, k[MEMORY]), part(w, k[OUT])
    pair = k[point_record(k, point) + PAIR]
    if _is_free(k, w, point):
        call_element(k, p, pair, ACCEPT, t, *spaces)
    call_element(k, p, pair, MOTION, t, *spaces)


@njit
def _row_speed(k, w, point, row):
    """A row of a point times the twists."""
    record, size = point_record(k, point), k[COLUMNS]
    numbers = k[OUT] + k[record + POINT_OUT] + rows_at(k[k[CONTACTS] + TANGENTS]) + 2 * size * row
    first, second = k[TWIST] + size + k[record + POINT_I], k[TWIST] + size + k[record + POINT_J]
    total = 0.0 * w[numbers]
    for i in range(size):
        total += w[numbers + i] * w[first + i] + w[numbers + size + i] * w[second + i]
    return total


@njit
def _push_along(k, w, point, row, force):
    """Add a force along a row to the loads."""
    record, size = point_record(k, point), k[COLUMNS]
    numbers = k[OUT] + k[record + POINT_OUT] + rows_at(k[k[CONTACTS] + TANGENTS]) + 2 * size * row
    for side in range(2):
        column = k[record + POINT_I + side]
        if column >= 0:
            for i in range(size):
                w[k[LOAD] + column + i] += force * w[numbers + size * side + i]


@njit
def _tell_law(k, w, point):
    """Depth and rate for a law of the user, both mirrored behind the end of a contact that is held closed."""
    record = point_record(k, point)
    depth = k[k[record + POINT_LAW] + LAW_DEPTH]
    if depth < 0:
        return
    gap = w[k[OUT] + k[record + POINT_OUT] + GAP]
    rate = _row_speed(k, w, point, 0) if gap.real < FREE else 0.0 * gap
    held = not _is_free(k, w, point) and w[k[CONTACT_ROOM] + LOOSE].real == 0.0 and w[mode_of(k, w, point)].real != OPEN
    behind = held and 0.0 < gap.real < FREE
    w[k[MEMORY] + depth] = gap if behind else larger(-gap, 0.0 * gap)
    w[k[MEMORY] + depth + 1] = rate if behind else -rate


@njit
def state_of(k, p, w, point, gap, rate):
    """Whether a point is open, presses or is clipped, as its mode says or, where nothing holds it, its gap."""
    if gap.real >= FREE:
        return OPEN
    if not _is_free(k, w, point) and w[k[CONTACT_ROOM] + LOOSE].real == 0.0:
        return w[mode_of(k, w, point)].real
    return free_state(k, p, w, point, gap, rate)


@njit
def free_state(k, p, w, point, gap, rate):
    """Open, pressed or clipped by gap and force alone."""
    record = point_record(k, point)
    if gap.real >= 0.0:
        return OPEN
    approach = w[k[MEMORY] + k[record + POINT_MEMORY] + APPROACH]
    approach = larger(approach, p[k[k[record + POINT_LAW] + LAW_FLOATS] + LEAST_APPROACH])
    return CLIPPED if pushes(k, p, w, k[record + POINT_LAW], -gap, -rate, approach).real < 0.0 else LOADED


@njit
def _add_point(k, p, w, point):
    """The force of a point into loads, energies and what the run shows."""
    record = point_record(k, point)
    law, memory, out = k[record + POINT_LAW], k[MEMORY] + k[record + POINT_MEMORY], k[OUT] + k[record + POINT_OUT]
    gap, rate = w[out + GAP], _row_speed(k, w, point, 0)
    state, force = state_of(k, p, w, point, gap, rate), 0.0 * rate
    if state != OPEN:
        approach = larger(w[memory + APPROACH], p[k[law + LAW_FLOATS] + LEAST_APPROACH])
        elastic, whole, stored = normal_force(k, p, w, law, -gap, -rate, approach)
        force = 0.0 * whole if state == CLIPPED else whole
        in_step = w[k[CONTACT_ROOM] + IN_STEP].real != 0.0
        _push_along(k, w, point, 0, force - elastic if in_step else force)
        w[k[ENERGY] + FORCE_ENERGY] += 0.0 * stored if in_step else stored
        w[k[ENERGY] + LOST_POWER] -= (force - elastic) * rate
    w[memory + SHOWN_GAP], w[memory + SHOWN_RATE], w[memory + SHOWN_FORCE] = gap, rate, force
    w[memory + SHOWN_FIRST], w[memory + SHOWN_SECOND] = w[out + FIRST], w[out + SECOND]
    for i in range(3):
        w[memory + SHOWN_X + i] = w[out + X + i]
    _add_friction(k, p, w, point, force)


@njit
def _add_friction(k, p, w, point, force):
    """Smoothed friction of a point by its normal force.

    A law that never pulls has a negative force only where a step goes a little over the event that ends the contact:
    friction goes on with it there, or it would have a kink inside the step. Where nothing presses no slip is asked for:
    a point that has not been accepted yet, with its normal along an axis, may have no tangents.
    """
    record, tangents = point_record(k, point), k[k[CONTACTS] + TANGENTS]
    memory, at = k[MEMORY] + k[record + POINT_MEMORY], k[record + POINT_FLOATS]
    square = 0.0 * force
    for i in range(tangents):
        square += _row_speed(k, w, point, 1 + i) * _row_speed(k, w, point, 1 + i)
    speed = root(square)
    law, share = k[k[record + POINT_LAW] + LAW_FLOATS], 0.0 * force
    load = larger(force, 0.0 * force) if p[law + CLIPS].real == 0.0 else force
    if load.real != 0.0 and p[at + STATIC].real > 0.0:
        mu = coefficient(k, p, w, p[at + KINETIC], p[at + STATIC], p[at + STRIBECK], speed)
        share = mu * load * friction_share(p, law, speed)
        for i in range(tangents):
            _push_along(k, w, point, 1 + i, -share * _row_speed(k, w, point, 1 + i))
        w[k[ENERGY] + LOST_POWER] += share * square
    slip = _row_speed(k, w, point, 1) if tangents == 1 else speed
    w[memory + SHOWN_SLIP] = slip
    w[memory + SHOWN_FRICTION] = -share * slip if tangents == 1 else share * speed


@njit
def _keep(k, p, w, point, end):
    """Keep gap and stored energy at the start (0) or at the end (1) of a step, gap and elastic force in its middle."""
    record, n = point_record(k, point), k[COORDINATES]
    at, gap = room(k, COMPLIANT_AT) + (3 * KEPT + n) * point + KEPT * end, w[k[OUT] + k[record + POINT_OUT] + GAP]
    law = k[record + POINT_LAW]
    w[at + KEPT_GAP] = gap
    if end < 2:
        w[at + KEPT_ENERGY] = stored_at(k, p, w, law, -gap)
    else:
        none = 0.0 * gap
        w[at + KEPT_ENERGY] = normal_force(k, p, w, law, -gap, none, 1.0 + none)[0] if gap.real < 0.0 else none


@njit
def watched(k, p, w, point, gap, rate):
    """The two numbers of a point that are positive while nothing happens: of its gap and of its push."""
    record = point_record(k, point)
    mode, approach = w[mode_of(k, w, point)].real, w[k[MEMORY] + k[record + POINT_MEMORY] + APPROACH]
    nothing = NOTHING + 0.0 * gap
    if w[k[CONTACT_ROOM] + LOOSE].real != 0.0:
        return nothing, nothing
    if mode == OPEN:
        return gap, nothing
    push = pushes(k, p, w, k[record + POINT_LAW], -gap, -rate, approach)
    return -gap, -push if mode == CLIPPED else push


@njit
def change(k, p, w, point, anew, t):
    """Open or close a point at an event, or by its gap alone where it is decided `anew`; with a line of the log."""
    record, at = point_record(k, point), mode_of(k, w, point)
    gap, rate, before = w[k[OUT] + k[record + POINT_OUT] + GAP], _row_speed(k, w, point, 0), w[at].real
    watch = k[record + POINT_WATCH]
    if gap.real >= FREE:
        now = OPEN
    elif anew:
        now = free_state(k, p, w, point, gap, rate)
    elif is_hit(k, w, watch + WATCH_GAP):
        now = LOADED if before == OPEN else OPEN
    elif is_hit(k, w, watch + WATCH_FRICTION) and before != OPEN:
        now = CLIPPED if before == LOADED else LOADED
    else:
        now = before
    w[at] = now
    if before == OPEN and now != OPEN:
        least = p[k[k[record + POINT_LAW] + LAW_FLOATS] + LEAST_APPROACH]
        w[k[MEMORY] + k[record + POINT_MEMORY] + APPROACH] = larger(-rate, least)
        write_log(k, w, t, PRESSES, point, rate, 0.0)
    elif before != OPEN and now == OPEN:
        write_log(k, w, t, PARTS, point, rate, 0.0)


@njit
def follow_gaps(k, p, w, t):
    """Open and close all points by their gaps at an accepted state, just measured, where no events do it."""
    for point in range(k[k[CONTACTS] + POINTS]):
        if is_compliant(k, point):
            change(k, p, w, point, True, t)
