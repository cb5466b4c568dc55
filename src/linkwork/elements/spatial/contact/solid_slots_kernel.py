"""The slots of a pair of solids: how found points fill them, and where a point goes that leaves its feature."""

from __future__ import annotations

from linkwork.numerics.collision.solid_real_kernel import norm, real_vector
from linkwork.numerics.collision.solid_record_kernel import (
    AXIS,
    FIRST,
    FROZEN,
    GAP,
    NORMAL,
    RECORD,
    SAME,
    SECOND,
    X,
    copy,
    extent,
    measure,
    search_room,
)
from linkwork.numerics.jit import njit
from linkwork.numerics.vectors_kernel import cross, minus

POSE = 16
AHEAD = 1e-6  # of the size: how far ahead a point that leaves its feature looks
LATER = 30.0  # times as far: where a point leaves its feature slowly
NEARBY = 1e-4  # of the size: how far the next point may be from the one that has left
LEAST_SINE = 0.1  # between the normal and the axis from which the tangents are made


@njit
def records_at(at, slots):
    """Where the records of the slots begin in a pair's memory."""
    return at + 2 * slots


@njit
def room_at(at, slots):
    """Where the room of the search begins."""
    return at + 2 * slots + slots * RECORD + 2 * POSE


@njit
def memory_size(slots, deep):
    """Numbers that a pair keeps in the memory; `deep` where neither solid is a ball or a half-space."""
    return kept_at(0, slots, deep) + slots * (2 + RECORD)


@njit
def kept_at(at, slots, deep):
    """Where the slots are kept while a run looks at what is nearest."""
    return room_at(at, slots) + search_room(slots, deep)


@njit
def move_slots(memory, at, to, slots):
    """Copy features and records of all slots."""
    for i in range(slots * (2 + RECORD)):
        memory[to + i] = memory[at + i]


@njit
def most_across(n):
    """The world's axis with the largest angle to a normal."""
    x, y, z = abs(n[0]), abs(n[1]), abs(n[2])
    if x <= y and x <= z:
        return 0
    return 1 if y <= z else 2


@njit
def choose_axis(memory, record, closed):
    """The axis from which a point's tangents are made; a closed point keeps its own while it can."""
    n = real_vector(memory, record + NORMAL)
    part = n[int(memory[record + AXIS].real)] if closed else 1.0
    if 1.0 - part * part < LEAST_SINE * LEAST_SINE:
        memory[record + AXIS] = float(most_across(n))


@njit
def same_features(memory, one, other):
    """Whether two records are of the same features."""
    same = memory[one + FIRST].real == memory[other + FIRST].real
    return same and memory[one + SECOND].real == memory[other + SECOND].real


@njit
def apart(memory, one, other):
    """How far the points of two records are from each other, along the normal too."""
    away = norm(minus(real_vector(memory, one + X), real_vector(memory, other + X)))
    return away + abs(memory[one + GAP].real - memory[other + GAP].real)


@njit
def occupy(memory, at, slots, slot, source):
    """Put a record that was found into a slot."""
    record = records_at(at, slots) + slot * RECORD
    copy(memory, source, record)
    memory[at + 2 * slot], memory[at + 2 * slot + 1] = memory[record + FIRST], memory[record + SECOND]
    choose_axis(memory, record, False)


@njit
def free(memory, at, slot):
    """Give a slot back."""
    memory[at + 2 * slot] = -1.0
    memory[at + 2 * slot + 1] = -1.0


@njit
def match(memory, at, slots, slot, count, near, closed):
    """Take the slot's features from those found, so that they are not taken twice; whether they are among them.

    A rim and a line have the same features at both ends of a chord: the nearer one is the slot's.
    """
    record, room = records_at(at, slots) + slot * RECORD, room_at(at, slots)
    best, least = -1, 1e300  # farther than anything
    for number in range(count):
        candidate = room + number * RECORD
        if memory[candidate + FIRST].real < 0.0:
            continue
        away = apart(memory, record, candidate)
        if (same_features(memory, record, candidate) or (closed and away < near)) and away < least:
            best, least = candidate, away
    if best < 0:
        return False
    if not closed:
        occupy(memory, at, slots, slot, best)
    memory[best + FIRST] = -1.0
    return True


@njit
def accept(k, p, pose, memory, pair, at, slots, modes, count):
    """Fill the slots from points found: open ones keep their features while near, free ones take the nearest others."""
    near = SAME * extent(k, p, pair)
    for slot in range(slots):
        record = records_at(at, slots) + slot * RECORD
        if memory[modes + slot].real != 0.0 and memory[at + 2 * slot].real >= 0.0:
            measure(k, p, pose, pair, memory, record)
            choose_axis(memory, record, True)
            match(memory, at, slots, slot, count, near, True)
    for slot in range(slots):
        held = memory[modes + slot].real == 0.0 and memory[at + 2 * slot].real >= 0.0
        if held and not match(memory, at, slots, slot, count, near, False):
            free(memory, at, slot)
    fill(memory, at, slots, modes, count)


@njit
def fill(memory, at, slots, modes, count):
    """Put those found that no slot has yet into the free slots, nearest first."""
    slot = 0
    for number in range(count):
        candidate = room_at(at, slots) + number * RECORD
        if memory[candidate + FIRST].real < 0.0:
            continue
        while slot < slots and (memory[at + 2 * slot].real >= 0.0 or memory[modes + slot].real != 0.0):
            slot += 1
        if slot == slots:
            return
        occupy(memory, at, slots, slot, candidate)


@njit
def ahead(pose, twist, i, v, time, memory, to):
    """The pose of a body a little later."""
    spin = real_vector(twist, v + 3)
    for row in range(3):
        memory[to + row] = pose[i + row] + time * twist[v + row]
        line = i + 3 + 3 * row
        turned = cross(real_vector(pose, line), spin)
        for column in range(3):
            memory[to + 3 + 3 * row + column] = pose[line + column] + time * turned[column]


@njit
def places_ahead(k, p, pose, twist, memory, pair, v_1, v_2, at, slots, slot):
    """The two solids with the poses of their bodies a little ahead, kept in the memory.

    A point that leaves its feature slowly is looked at later: where it parts into two they are seen apart.
    """
    size, later = extent(k, p, pair), room_at(at, slots) - 2 * POSE
    speed = norm(minus(real_vector(twist, v_2), real_vector(twist, v_1)))
    speed += size * (norm(real_vector(twist, v_1 + 3)) + norm(real_vector(twist, v_2 + 3)))
    time = AHEAD * size / speed if speed > 0.0 else 0.0
    ahead(pose, twist, pair[2], v_1, time, memory, later)
    ahead(pose, twist, pair[5], v_2, time, memory, later + POSE)
    moved = pair[0], pair[1], later, pair[3], pair[4], later + POSE
    left = -measure(k, p, memory, moved, memory, records_at(at, slots) + slot * RECORD)
    if 0.0 < left < AHEAD:
        time *= min(AHEAD / left, LATER)
        ahead(pose, twist, pair[2], v_1, time, memory, later)
        ahead(pose, twist, pair[5], v_2, time, memory, later + POSE)
    return moved


@njit
def transit(k, p, pose, memory, pair, at, slots, modes, slot, count):
    """Move the point of a slot to the features found a little ahead; where there are none near, free the slot.

    An open point that waits there already gives its slot back. What else is found there fills the free slots: a corner
    that leaves a face goes on as two points, where its two edges cross that of the face.
    """
    record, room, size = records_at(at, slots) + slot * RECORD, room_at(at, slots), extent(k, p, pair)
    measure(k, p, pose, pair, memory, record)
    best, least = -1, NEARBY * size
    for number in range(count):
        candidate = room + number * RECORD
        taken = same_features(memory, record, candidate) and memory[record + FROZEN].real == 0.0
        for other in range(slots):
            if other != slot and memory[at + 2 * other].real >= 0.0 and memory[modes + other].real != 0.0:
                taken = taken or same_features(memory, records_at(at, slots) + other * RECORD, candidate)
        away = apart(memory, record, candidate)
        if not taken and away < least:
            best, least = candidate, away
    if best < 0:
        free(memory, at, slot)
        return
    axis = memory[record + AXIS]
    for other in range(slots):
        if other != slot and same_features(memory, records_at(at, slots) + other * RECORD, best):
            free(memory, at, other)
    occupy(memory, at, slots, slot, best)
    memory[record + AXIS] = axis
    for other in range(slots):
        if memory[at + 2 * other].real >= 0.0:
            match(memory, at, slots, other, count, SAME * size, True)
    fill(memory, at, slots, modes, count)
    measure(k, p, pose, pair, memory, record)
    choose_axis(memory, record, True)
