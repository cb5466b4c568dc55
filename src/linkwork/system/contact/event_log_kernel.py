"""What happens to contacts and rubbing joints at an event: the marks of watched numbers, the log, the blame."""

from __future__ import annotations

from linkwork.elements.contact_point_layout_kernel import PAIR_MEMORY
from linkwork.numerics.cones import cone_layout_kernel as cone
from linkwork.numerics.cones.cone_layout_kernel import cone_at
from linkwork.numerics.jit import njit
from linkwork.numerics.switch_kernel import FROZEN
from linkwork.places.layout_kernel import CONTACT_ROOM, CONTACTS, ELEMENTS, INTS_AT, MEMORY, REACTION
from linkwork.system.contact.cones_kernel import mode_of
from linkwork.system.contact.contact_layout_kernel import (
    ACTIVE,
    AFTER,
    BEFORE,
    BLAMED,
    CODE,
    CONE,
    CONE_AT,
    CONE_WHOM,
    CONES,
    HAPPENED,
    HIT,
    KEPT_MODES_AT,
    LOG_AT,
    LOG_LINES,
    LOG_NUMBERS,
    LOGGED,
    ON_FIRST,
    ON_SECOND,
    PAIR,
    POINTS,
    SLOT,
    VERDICT,
    WHOM,
)
from linkwork.system.contact.rows_kernel import gather_point, point_record, room, slip_of
from linkwork.system.loop.watches_kernel import place_of

FALLEN = 3.0  # mark of a point that rose, but not above rounding, before it came back: it stays closed


@njit
def is_hit(k, w, watch):
    """Whether a watched number is what happens now."""
    return w[place_of(k, watch) + FROZEN].real == HIT


@njit
def elements_of(k, point):
    """Where in the workspace the two elements of a point lie."""
    record = point_record(k, point)
    return k[MEMORY] + k[k[k[record + PAIR] + INTS_AT] + PAIR_MEMORY] + 2 * k[record + SLOT]


@njit
def write_log(k, w, t, code, whom, before, after):
    """A line of the log; the place of its numbers."""
    line = int(w[k[CONTACT_ROOM] + LOGGED].real)
    width = LOG_NUMBERS + k[REACTION] * k[ELEMENTS]
    most = k[k[CONTACTS] + LOG_LINES]
    at = room(k, LOG_AT) + width * min(line, most - 1)
    for i in range(width):
        w[at + i] = 0.0
    w[at + HAPPENED], w[at + CODE], w[at + WHOM] = t, code, whom
    w[at + BEFORE], w[at + AFTER] = before, after
    if whom >= 0:
        elements = elements_of(k, whom)
        w[at + ON_FIRST], w[at + ON_SECOND] = w[elements], w[elements + 1]
    w[k[CONTACT_ROOM] + LOGGED] = min(line + 1, most)
    return at


@njit
def gap_rate(k, w, point):
    """Rate of a point's gap, just evaluated."""
    w[k[CONTACT_ROOM] + ACTIVE] = 0.0
    return slip_of(k, w, gather_point(k, w, point, 1))


@njit
def blame(k, w, at, verdict):
    """Keep what a decision ended with, and a point or friction that is at fault."""
    here = k[CONTACT_ROOM]
    w[here + VERDICT] = verdict
    for i in range(int(w[here + CONES].real)):
        if w[cone_at(w, at, i) + cone.BLAME].real != 0.0 or i == 0:
            w[here + BLAMED] = w[room(k, CONE_AT) + CONE * i + CONE_WHOM]


@njit
def restore(k, w):
    """Give all points the modes that were kept."""
    for point in range(k[k[CONTACTS] + POINTS]):
        w[mode_of(k, w, point)] = w[room(k, KEPT_MODES_AT) + point]
