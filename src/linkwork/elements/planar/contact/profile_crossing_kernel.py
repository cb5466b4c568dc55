"""Whether two outlines cross: two of their straight pieces lie across each other, by more than rounding.

Places with a common normal say how near outlines are; deep inside each other two polygons may have none. Crossing sides
tell it all the same. Real numbers only: this decides, it is not differentiated.
"""

from __future__ import annotations

from linkwork.elements.contact_point_layout_kernel import PAIR_OWN
from linkwork.elements.planar.contact.profile_layout_kernel import (
    BOUND,
    CENTER,
    COUNT,
    DIRECTION,
    ENDS,
    FLAGS,
    KIND,
    RADIUS,
    STRAIGHT,
    floats_of,
    ints_of,
)
from linkwork.elements.planar.contact.profile_scan_kernel import in_world, turned
from linkwork.numerics.jit import njit

DEEP = 1e-7  # of the smaller size: sides that reach across each other by less touch
FAR = 1e300


@njit
def box_of(pose, p, k, a, b, body):
    """A box along the world's axes around a profile: least and greatest x and y."""
    i = k[b + 2 * body]
    left, right, low, high = FAR, -FAR, FAR, -FAR
    for element in range(k[b + PAIR_OWN + COUNT + body]):
        at = floats_of(k, a, b, body, element) + BOUND
        x, y = in_world(pose, i, p[at].real, p[at + 1].real)
        r = p[at + 2].real
        left, right = min(left, x - r), max(right, x + r)
        low, high = min(low, y - r), max(high, y + r)
    return left, right, low, high


@njit
def from_box(pose, p, k, a, b, body, element, box):
    """A distance that an element has from a box at least."""
    at = floats_of(k, a, b, body, element) + BOUND
    x, y = in_world(pose, k[b + 2 * body], p[at].real, p[at + 1].real)
    dx, dy = max(box[0] - x, x - box[1]), max(box[2] - y, y - box[3])
    return max(dx, dy) - p[at + 2].real


@njit
def _side(pose, p, k, a, b, body, element):
    """Start and end of a straight piece in the world, and its direction."""
    i, place = k[b + 2 * body], floats_of(k, a, b, body, element)
    x, y = in_world(pose, i, p[place + CENTER].real, p[place + CENTER + 1].real)
    ux, uy = turned(pose, i, p[place + DIRECTION].real, p[place + DIRECTION + 1].real)
    length = p[place + RADIUS].real
    return x, y, x + length * ux, y + length * uy, ux, uy


@njit
def _is_side(k, b, body, element):
    """Whether an element is straight and has ends."""
    ints = ints_of(k, b, body, element)
    return k[ints + KIND] == STRAIGHT and k[ints + FLAGS] & ENDS > 0


@njit
def _across(one, other):
    """By how much the ends of a side lie on both sides of another one's line; negative where they do not."""
    first = (one[0] - other[0]) * other[5] - (one[1] - other[1]) * other[4]
    second = (one[2] - other[0]) * other[5] - (one[3] - other[1]) * other[4]
    return min(abs(first), abs(second)) if first * second < 0.0 else -1.0


@njit
def crosses(pose, p, k, a, b):
    """Whether two sides cross each other, with all their ends farther from the other one than rounding tells."""
    deep = DEEP * min(p[a].real, p[a + 1].real)
    box = box_of(pose, p, k, a, b, 1)
    for first in range(k[b + PAIR_OWN + COUNT]):
        if not _is_side(k, b, 0, first) or from_box(pose, p, k, a, b, 0, first, box) > 0.0:
            continue
        one = _side(pose, p, k, a, b, 0, first)
        for second in range(k[b + PAIR_OWN + COUNT + 1]):
            if not _is_side(k, b, 1, second):
                continue
            other = _side(pose, p, k, a, b, 1, second)
            if _across(one, other) > deep and _across(other, one) > deep:
                return True
    return False
