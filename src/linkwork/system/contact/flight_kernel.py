"""How long a step may be while bodies with several elements fly about each other.

Inside a step a slot follows the elements that were nearest at its start; others are looked for at its end. Until the
outlines could have come as near as the nearest gap, or a small share of their size, nothing else can have touched. In
the plane that holds for outlines that touch as well: a corner that goes in and out again within a step is not seen.
"""

from __future__ import annotations

from linkwork.elements.contact_point_layout_kernel import FREE, GAP
from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import sqrt
from linkwork.places.layout_kernel import COLUMNS, CONTACTS, MEMORY, OUT, Q, V
from linkwork.system.contact.contact_layout_kernel import (
    LENGTH,
    OPEN,
    PAIR,
    POINT_AT,
    POINT_I,
    POINT_J,
    POINT_MODE,
    POINT_OUT,
    POINT_RECORD,
    POINTS,
    REACH,
)

SHARE = 0.02  # of the length of the model
ENDLESS = 1e300  # length of a step that nothing limits


@njit
def _relative_pace(k, w, one, other, length):
    """The same in the plane, seen from the first body: bodies that turn together do not approach each other."""
    x, y, u, v, spin, turn = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    if other >= 0:
        x, y = w[k[Q] + other].real, w[k[Q] + other + 1].real
        u, v, turn = w[k[V] + other].real, w[k[V] + other + 1].real, w[k[V] + other + 2].real
    if one >= 0:
        x, y, spin = x - w[k[Q] + one].real, y - w[k[Q] + one + 1].real, w[k[V] + one + 2].real
        u, v = u - w[k[V] + one].real, v - w[k[V] + one + 1].real
    return sqrt((u + spin * y) ** 2 + (v - spin * x) ** 2) + abs(turn - spin) * length


@njit
def _pace(k, p, w, record):
    """A speed with which two outlines approach each other at most."""
    size, square, turning = k[COLUMNS], 0.0, 0.0
    flat = 2 if size == 3 else 3
    one, other = k[record + POINT_I], k[record + POINT_J]
    for i in range(size):
        first = w[k[V] + one + i].real if one >= 0 else 0.0
        second = w[k[V] + other + i].real if other >= 0 else 0.0
        if i < flat:
            square += (first - second) ** 2
        else:
            turning += abs(first) + abs(second)
    length = p[k[k[CONTACTS] + REACH] + LENGTH].real
    pace = sqrt(square) + turning * length
    return min(pace, _relative_pace(k, w, one, other, length)) if size == 3 else pace


@njit
def longest_flight(k, p, w):
    """The longest step after which the search sees what has come near, for pairs of several elements.

    In space only for those that are open.
    """
    longest, points, flat = ENDLESS, k[k[CONTACTS] + POINTS], k[COLUMNS] == 3
    first = 0
    while first < points:
        record = k[k[CONTACTS] + POINT_AT] + POINT_RECORD * first
        last, nearest, is_open = first, FREE, True
        while last < points and k[record + POINT_RECORD * (last - first) + PAIR] == k[record + PAIR]:
            at = record + POINT_RECORD * (last - first)
            apart = w[k[MEMORY] + k[at + POINT_MODE]].real == OPEN
            nearest = min(nearest, w[k[OUT] + k[at + POINT_OUT] + GAP].real) if apart or not flat else nearest
            is_open = is_open and apart
            last += 1
        if last - first > 1 and (flat or (is_open and nearest < FREE)):
            pace = _pace(k, p, w, record)
            room = max(nearest if nearest < FREE else 0.0, SHARE * p[k[k[CONTACTS] + REACH] + LENGTH].real)
            if pace * longest > room:
                longest = room / pace
        first = last
    return longest
