"""What is near: fills the open slots of a pair of profiles with the nearest places between them.

Every pair of elements whose bounding circles are nearer than the farthest place found so far is looked at. Curves are
scanned at their samples for changes of sign of the condition of a common normal, which Newton's method then solves.
A place that already has a slot keeps it; one that went to a neighbouring element takes the slot along.
"""

from __future__ import annotations

import math

from linkwork.elements.contact_point_layout_kernel import MODES, PAIR_MEMORY, PAIR_OWN, SLOTS
from linkwork.elements.planar.contact.profile_contact_kernel import contact, orientation
from linkwork.elements.planar.contact.profile_crossing_kernel import box_of, from_box
from linkwork.elements.planar.contact.profile_layout_kernel import (
    BOUND,
    CANDIDATE,
    CLOSED,
    COUNT,
    CURVE,
    ELEMENTS_OF,
    FRACTIONS_OF,
    GAP_OF,
    KIND,
    NORMAL_OF,
    POINT_OF,
    SLOT,
    SLOT_OF,
    floats_of,
    ints_of,
)
from linkwork.elements.planar.contact.profile_offer_kernel import SAME_FRACTION, candidate_at, offer, slot_state
from linkwork.elements.planar.contact.profile_scan_kernel import along_curve, between_curves, in_world
from linkwork.numerics.jit import njit


@njit
def _apart(pose, p, k, a, b, first, second):
    """A distance that two elements have at least."""
    at, at_b = floats_of(k, a, b, 0, first) + BOUND, floats_of(k, a, b, 1, second) + BOUND
    x, y = in_world(pose, k[b], p[at].real, p[at + 1].real)
    u, v = in_world(pose, k[b + 2], p[at_b].real, p[at_b + 1].real)
    return math.hypot(u - x, v - y) - p[at + 2].real - p[at_b + 2].real


@njit
def _kept_normal(memory, k, b, first, second):
    """The normal that a slot of these two elements had, in the axes of the first body."""
    for slot in range(k[b + SLOTS]):
        one, other, _f, _g = slot_state(memory, k, b, slot)
        if one == first and other == second:
            own = k[b + PAIR_MEMORY] + 2 * k[b + SLOTS] + SLOT * slot
            return memory[own + 2].real, memory[own + 3].real
    return 1.0, 0.0


@njit
def _candidates(room, pose, memory, p, k, a, b, out, c):
    """The list of the nearest places, as many as there is room; its length."""
    own = b + PAIR_OWN
    count, box = 0, box_of(pose, p, k, a, b, 1)
    for first in range(k[own + COUNT]):
        farthest = memory[candidate_at(k, b, room - 1) + GAP_OF].real
        if count == room and from_box(pose, p, k, a, b, 0, first, box) > max(farthest, 0.0):
            continue
        curved = k[ints_of(k, b, 0, first) + KIND] == CURVE
        for second in range(k[own + COUNT + 1]):
            if orientation(k, p, a, b, first, second) == 0:
                continue
            farthest = memory[candidate_at(k, b, room - 1) + GAP_OF].real
            if count == room and _apart(pose, p, k, a, b, first, second) > max(farthest, 0.0):
                continue
            curved_b = k[ints_of(k, b, 1, second) + KIND] == CURVE
            if curved and curved_b:
                count = between_curves(first, second, count, room, pose, memory, p, k, a, b, out, c)
            elif curved:
                count = along_curve(0, first, second, count, room, pose, memory, p, k, a, b, out, c)
            elif curved_b:
                count = along_curve(1, second, first, count, room, pose, memory, p, k, a, b, out, c)
            else:
                mx, my = _kept_normal(memory, k, b, first, second)
                count = offer(first, second, 0.5, 0.5, mx, my, count, room, pose, memory, p, k, a, b, out, c)
    return count


@njit
def remember(memory, k, b, slot, first, second, f, g, nx, ny, x, y):
    """Put a contact into a slot; the normal is in the axes of the first body."""
    kept = k[b + PAIR_MEMORY]
    own = kept + 2 * k[b + SLOTS] + SLOT * slot
    memory[kept + 2 * slot], memory[kept + 2 * slot + 1] = first, second
    memory[own], memory[own + 1] = f, g
    memory[own + 2], memory[own + 3] = nx, ny
    memory[own + 4], memory[own + 5] = x, y


@njit
def refresh(slot, pose, memory, p, k, a, b, out, c):
    """Bring what a slot remembers up to date with the pose."""
    first, second, _f, _g = slot_state(memory, k, b, slot)
    if first < 0:
        return
    own = k[b + PAIR_MEMORY] + 2 * k[b + SLOTS] + SLOT * slot
    gap, nx, ny, px, py, one, other, _r, _curve, _r_b, _curve_b = contact(
        pose, p, k, a, b, first, second, memory[own], memory[own + 1], memory[own + 2], memory[own + 3], out, c
    )
    cosine, sine = pose[k[b] + 3].real, pose[k[b] + 4].real
    lx, ly = cosine * nx.real + sine * ny.real, cosine * ny.real - sine * nx.real
    x, y = px.real + 0.5 * gap.real * nx.real, py.real + 0.5 * gap.real * ny.real
    remember(memory, k, b, slot, first, second, one.real, other.real, lx, ly, x, y)


@njit
def _aside(k, b):
    """Where slots are put aside, and how many numbers they are."""
    return k[b + PAIR_MEMORY] + (2 + SLOT + CANDIDATE) * k[b + SLOTS], (2 + SLOT) * k[b + SLOTS]


@njit
def keep_slots(memory, k, b):
    """Put aside what all slots remember."""
    aside, count = _aside(k, b)
    for n in range(count):
        memory[aside + n] = memory[k[b + PAIR_MEMORY] + n]


@njit
def restore_slots(memory, k, b):
    """Let all slots be as they were put aside."""
    aside, count = _aside(k, b)
    for n in range(count):
        memory[k[b + PAIR_MEMORY] + n] = memory[aside + n]


@njit
def _is_taken(memory, k, b, slot, count):
    """Whether a slot is closed or has been given to a candidate."""
    taken = memory[k[b + MODES] + slot].real != 0.0
    for n in range(count):
        taken = taken or int(memory[candidate_at(k, b, n) + SLOT_OF].real) == slot
    return taken


@njit
def _is_beside(one, other, count, closed):
    """Whether two elements of a chain are the same or neighbours."""
    distance = abs(one - other)
    return distance <= 1 or (closed > 0 and distance == count - 1)


@njit
def _fits(rule, memory, k, b, slot, at):
    """Whether a slot suits a candidate: 0, it was the same place; 1, it was beside it; 2, always."""
    if rule == 2:
        return True
    own = b + PAIR_OWN
    first, second, f, g = slot_state(memory, k, b, slot)
    one, other = int(memory[at + ELEMENTS_OF].real), int(memory[at + ELEMENTS_OF + 1].real)
    if first < 0:
        return False
    if rule == 1:
        beside = _is_beside(first, one, k[own + COUNT], k[own + CLOSED])
        return beside and _is_beside(second, other, k[own + COUNT + 1], k[own + CLOSED + 1])
    if first != one or second != other:
        return False
    same = k[ints_of(k, b, 0, one) + KIND] != CURVE or abs(f - memory[at + FRACTIONS_OF].real) < SAME_FRACTION
    same_b = k[ints_of(k, b, 1, other) + KIND] != CURVE or abs(g - memory[at + FRACTIONS_OF + 1].real) < SAME_FRACTION
    return same and same_b


@njit
def _share_out(memory, k, b, count):
    """Give every candidate a slot: first its own, then one beside it, then any."""
    for rule in range(3):
        for n in range(count):
            at = candidate_at(k, b, n)
            for slot in range(k[b + SLOTS]):
                given = memory[at + SLOT_OF].real >= 0.0
                if not given and not _is_taken(memory, k, b, slot, count) and _fits(rule, memory, k, b, slot, at):
                    memory[at + SLOT_OF] = slot


@njit
def search(pose, memory, p, k, a, b, out, c):
    """Fill the open slots with the nearest places between the two profiles."""
    room = 0
    for slot in range(k[b + SLOTS]):
        room += 1 if memory[k[b + MODES] + slot].real == 0.0 else 0
        refresh(slot, pose, memory, p, k, a, b, out, c)
    if room == 0:
        return
    count = _candidates(room, pose, memory, p, k, a, b, out, c)
    _share_out(memory, k, b, count)
    for slot in range(k[b + SLOTS]):
        if not _is_taken(memory, k, b, slot, count):
            memory[k[b + PAIR_MEMORY] + 2 * slot], memory[k[b + PAIR_MEMORY] + 2 * slot + 1] = -1.0, -1.0
    for n in range(count):
        at = candidate_at(k, b, n)
        slot = int(memory[at + SLOT_OF].real)
        first, second = int(memory[at + ELEMENTS_OF].real), int(memory[at + ELEMENTS_OF + 1].real)
        f, g = memory[at + FRACTIONS_OF].real, memory[at + FRACTIONS_OF + 1].real
        nx, ny = memory[at + NORMAL_OF].real, memory[at + NORMAL_OF + 1].real
        x, y = memory[at + POINT_OF].real, memory[at + POINT_OF + 1].real
        remember(memory, k, b, slot, first, second, f, g, nx, ny, x, y)
