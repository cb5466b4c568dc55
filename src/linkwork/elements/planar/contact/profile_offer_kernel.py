"""Candidates: element pairs with a common normal where two profiles are nearest, the best of them kept in order.

Real numbers only: this decides, it is not differentiated.
"""

from __future__ import annotations

from linkwork.elements.contact_point_layout_kernel import MODES, PAIR_MEMORY, PAIR_OWN, SLOTS
from linkwork.elements.planar.contact.profile_contact_kernel import contact, is_solved, orientation, spread
from linkwork.elements.planar.contact.profile_depth_kernel import is_depth
from linkwork.elements.planar.contact.profile_element_kernel import inside_of
from linkwork.elements.planar.contact.profile_layout_kernel import (
    CANDIDATE,
    CLOSED,
    COUNT,
    ELEMENTS_OF,
    ENDS,
    FLAGS,
    FRACTIONS_OF,
    GAP_OF,
    KIND,
    NORMAL_OF,
    OPEN,
    POINT_OF,
    RADIUS,
    ROUND,
    SLOT,
    SLOT_OF,
    STRAIGHT,
    SWEEP,
    floats_of,
    ints_of,
)
from linkwork.numerics.jit import njit

EDGE = 1e-9  # fraction beyond its end that a contact may have
LAX = 0.3  # rad beyond its end that a round element may have on a straight one towards a straight neighbour
LAX_INSIDE = 1e-3  # the same for one that is already inside the material
NO_SPREAD = 1e-11  # relative: a journal in the middle of its bearing
TINY = 1e-300
SAME = 1e-7  # of the size: nearer points with the same normal are one contact
SAME_FRACTION = 0.05  # two contacts between the same curves


@njit
def _beyond(p, k, a, b, body, element, fraction, other):
    """By how much (rad) a round element on a straight one is beyond its ends."""
    ints = ints_of(k, b, body, element)
    if k[ints + KIND] != ROUND or other != STRAIGHT or k[ints + FLAGS] & ENDS == 0:
        return 0.0
    return max(-fraction, fraction - 1.0) * p[floats_of(k, a, b, body, element) + SWEEP].real


@njit
def _backed(p, k, a, b, body, element, fraction):
    """Whether there is material behind an element: at the end of an open chain only on the side of the chain."""
    own, place = b + PAIR_OWN, floats_of(k, a, b, body, element)
    point = k[ints_of(k, b, body, element) + KIND] == ROUND and p[place + RADIUS].real == 0.0
    if k[own + CLOSED + body] != OPEN or not point:
        return True
    first, last = element == 0, element == k[own + COUNT + body] - 1
    return not (first and fraction < 0.5) and not (last and fraction > 0.5)


@njit
def _is_valid(sign, parting, gap, nx, ny, px, py, f, g, pose, p, k, a, b, first, second):
    """Whether a common normal is one of nearest places, inside both elements and in front of the material."""
    one, other = ints_of(k, b, 0, first), ints_of(k, b, 1, second)
    # no gap at all: FREE, infinite or not a number
    if not (-1e290 < gap < 1e290) or sign * parting < -NO_SPREAD:
        return False
    if inside_of(k, one, f, k[other + KIND]) < -EDGE or inside_of(k, other, g, k[one + KIND]) < -EDGE:
        return False
    lax = LAX if gap >= 0.0 else LAX_INSIDE
    if (
        _beyond(p, k, a, b, 0, first, f, k[other + KIND]) > lax
        or _beyond(p, k, a, b, 1, second, g, k[one + KIND]) > lax
    ):
        return False
    if gap >= 0.0:
        return True
    backed, backed_b = _backed(p, k, a, b, 0, first, f), _backed(p, k, a, b, 1, second, g)
    if backed and is_depth(-gap, px, py, -nx, -ny, pose, k[b], p, k, a, b, 0):
        return True
    return backed_b and is_depth(-gap, px + gap * nx, py + gap * ny, nx, ny, pose, k[b + 2], p, k, a, b, 1)


@njit
def is_same(p, a, x, y, nx, ny, other_x, other_y, other_nx, other_ny):
    """Whether two contacts are one: the same point and the same normal."""
    near = SAME * min(p[a].real, p[a + 1].real)
    return abs(x - other_x) + abs(y - other_y) < near and nx * other_nx + ny * other_ny > 0.999


@njit
def slot_state(memory, k, b, slot):
    """Elements and fractions of a slot."""
    kept = k[b + PAIR_MEMORY]
    own = kept + 2 * k[b + SLOTS] + SLOT * slot
    first, second = int(memory[kept + 2 * slot].real), int(memory[kept + 2 * slot + 1].real)
    return first, second, memory[own].real, memory[own + 1].real


@njit
def _is_held(memory, p, k, a, b, x, y, nx, ny):
    """Whether a closed slot already is this contact; the normal is in the axes of the first body."""
    for slot in range(k[b + SLOTS]):
        kept = k[b + PAIR_MEMORY]
        own = kept + 2 * k[b + SLOTS] + SLOT * slot
        if memory[k[b + MODES] + slot].real == 0.0 or memory[kept + 2 * slot].real < 0.0:
            continue
        mx, my, sx, sy = memory[own + 2].real, memory[own + 3].real, memory[own + 4].real, memory[own + 5].real
        if is_same(p, a, x, y, nx, ny, sx, sy, mx, my):
            return True
    return False


@njit
def _has_slot(memory, k, b, first, second):
    """Whether an open slot is between these two elements already."""
    for slot in range(k[b + SLOTS]):
        kept = k[b + PAIR_MEMORY] + 2 * slot
        same = int(memory[kept].real) == first and int(memory[kept + 1].real) == second
        if same and memory[k[b + MODES] + slot].real == 0.0:
            return True
    return False


@njit
def candidate_at(k, b, number):
    """Where a candidate lies in the memory."""
    return k[b + PAIR_MEMORY] + (2 + SLOT) * k[b + SLOTS] + CANDIDATE * number


@njit
def _insert(memory, k, b, room, count, gap):
    """Make place for a candidate in the list, nearest first; its number, -1 where there is no room."""
    number = count
    while number > 0 and memory[candidate_at(k, b, number - 1) + GAP_OF].real > gap:
        number -= 1
    if number >= room:
        return -1
    for n in range(min(count, room - 1), number, -1):
        for field in range(CANDIDATE):
            memory[candidate_at(k, b, n) + field] = memory[candidate_at(k, b, n - 1) + field]
    return number


@njit
def _write(memory, at, gap, first, second, f, g, nx, ny, x, y):
    """A candidate that has no slot yet; the normal is in the axes of the first body."""
    memory[at + GAP_OF] = gap
    memory[at + ELEMENTS_OF], memory[at + ELEMENTS_OF + 1] = first, second
    memory[at + FRACTIONS_OF], memory[at + FRACTIONS_OF + 1] = f, g
    memory[at + NORMAL_OF], memory[at + NORMAL_OF + 1] = nx, ny
    memory[at + POINT_OF], memory[at + POINT_OF + 1] = x, y
    memory[at + SLOT_OF] = -1.0


@njit
def offer(first, second, fa, fb, mx, my, count, room, pose, memory, p, k, a, b, out, c):
    """Put the common normal near these fractions into the list, if it is a valid one; the length of the list.

    Where two elements meet both have it: then a slot that is on one of them stays there, and its own events move it on.
    """
    sign = orientation(k, p, a, b, first, second)
    if sign == 0 or room == 0:
        return count
    one, normal_x, normal_y, foot_x, foot_y, one_f, one_g, r, curve, r_b, curve_b = contact(
        pose, p, k, a, b, first, second, fa, fb, mx, my, out, c
    )
    gap, nx, ny, px, py = one.real, normal_x.real, normal_y.real, foot_x.real, foot_y.real
    f, g = one_f.real, one_g.real
    scale = abs(r.real * curve_b.real) + abs(r_b.real * curve.real) + TINY
    parting = spread(gap, r.real, curve.real, r_b.real, curve_b.real) / scale
    if not is_solved(nx, ny, f, g, pose, p, k, a, b, first, second, out, c):
        return count
    if not _is_valid(sign, parting, gap, nx, ny, px, py, f, g, pose, p, k, a, b, first, second):
        return count
    x, y = px + 0.5 * gap * nx, py + 0.5 * gap * ny
    cosine, sine = pose[k[b] + 3].real, pose[k[b] + 4].real
    lx, ly = cosine * nx + sine * ny, cosine * ny - sine * nx
    if _is_held(memory, p, k, a, b, x, y, lx, ly):
        return count
    for n in range(count):
        at = candidate_at(k, b, n)
        u, v, ux, uy = (
            memory[at + POINT_OF],
            memory[at + POINT_OF + 1],
            memory[at + NORMAL_OF],
            memory[at + NORMAL_OF + 1],
        )
        if is_same(p, a, x, y, lx, ly, u.real, v.real, ux.real, uy.real):
            if _has_slot(memory, k, b, first, second):
                _write(memory, at, gap, first, second, f, g, lx, ly, x, y)
            return count
    number = _insert(memory, k, b, room, count, gap)
    if number < 0:
        return count
    _write(memory, candidate_at(k, b, number), gap, first, second, f, g, lx, ly, x, y)
    return min(count + 1, room)
