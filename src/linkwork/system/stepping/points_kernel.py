"""Contacts of a step: who is near whom, in which points they overlap, and what each contact needs for the sweeps."""

from __future__ import annotations

from linkwork.numerics.collision.broad_phase_kernel import BOX, broad_phase
from linkwork.numerics.collision.solid_record_kernel import FIRST as FEATURE_1
from linkwork.numerics.collision.solid_record_kernel import GAP as FOUND_GAP
from linkwork.numerics.collision.solid_record_kernel import NORMAL as FOUND_NORMAL
from linkwork.numerics.collision.solid_record_kernel import RECORD, X
from linkwork.numerics.collision.solid_record_kernel import SECOND as FEATURE_2
from linkwork.numerics.jit import call_world, njit, part
from linkwork.numerics.vectors_kernel import cross, dot, minus, plus, put, times, vector
from linkwork.places.layout_kernel import STEPPING_ROOM
from linkwork.system.stepping.axes_kernel import in_space, point_of
from linkwork.system.stepping.bodies_kernel import answer, is_free
from linkwork.system.stepping.layout_kernel import (
    ARM_1,
    ARM_2,
    BODY_1,
    BODY_2,
    BOXES_AT,
    CELL_AT,
    CENTRE,
    CHAIN_AT,
    CONTACT,
    COUNT,
    FEATURES,
    FIRST,
    FOUND,
    FOUND_AT,
    FRICTION,
    FULL,
    G_LIST,
    G_MEMBERS,
    G_RULE,
    GAP,
    GROUP,
    GROUP_AT,
    GROUPS,
    IMPULSE,
    INVERSE_MASS,
    JOINED_AT,
    KEY,
    LINK,
    LINKED_COUNT,
    M_BODY,
    M_BOUND,
    M_RADIUS,
    M_SIZE,
    MATRIX,
    MEMBER,
    MEMBER_AT,
    MEMBERS,
    MOST,
    MOST_LINKED,
    MOST_NEAR,
    MU,
    NARROW,
    NEAR_AT,
    NORMAL,
    OLD_AT,
    OLD_CONTACT,
    P_FIRST,
    P_RULE,
    P_SECOND,
    PAIR,
    PAIR_AT,
    PAIRS,
    PLACE_1,
    PLACE_2,
    PLACE_AT,
    R_NUMBERS,
    RULE,
    RULE_AT,
    SECOND,
    SMALLER,
    SPIN,
    VELOCITY,
    WHOSE,
    body_at,
    chain_of,
    contact_at,
    room,
    table,
)

ENDLESS = 1e90  # radius of a member that has no end
NO_GAP = 1e-6  # of the size of the smaller member: gaps up to this are none


@njit
def member_at(k, member):
    """Where in k a member's record begins."""
    return table(k, MEMBER_AT) + MEMBER * member


@njit
def find_contacts(k, p, w):
    """All contacts at the poses of the workspace."""
    here = k[STEPPING_ROOM]
    w[here + COUNT], w[here + LINKED_COUNT] = 0.0, 0.0
    place_members(k, p, w)
    for pair in range(table(k, PAIRS)):
        at = table(k, PAIR_AT) + PAIR * pair
        look_at(k, p, w, k[at + P_FIRST], k[at + P_SECOND], k[at + P_RULE])
    for group in range(table(k, GROUPS)):
        look_in_group(k, p, w, table(k, GROUP_AT) + GROUP * group)


@njit
def place_members(k, p, w):
    """Middles of all members in the world."""
    for member in range(table(k, MEMBERS)):
        record, to = member_at(k, member), room(k, PLACE_AT) + 3 * member
        put(w, to, point_of(k, w, k[record + M_BODY], vector(p, k[record + M_BOUND])))


@njit
def look_in_group(k, p, w, group):
    """Those members of a group whose boxes overlap."""
    count, rule, listed = k[group + G_MEMBERS], k[group + G_RULE], k[group + G_LIST]
    boxes, pairs, most = room(k, BOXES_AT), room(k, NEAR_AT), table(k, MOST_NEAR)
    for number in range(count):
        member = k[listed + number]
        middle, reach = room(k, PLACE_AT) + 3 * member, p[k[member_at(k, member) + M_BOUND] + M_RADIUS]
        for axis in range(3):
            w[boxes + BOX * number + axis] = w[middle + axis] - reach
            w[boxes + BOX * number + 3 + axis] = w[middle + axis] + reach
    pair_count = broad_phase(part(w, boxes), count, part(w, room(k, CELL_AT)), part(w, pairs), most)
    if pair_count > most:
        w[k[STEPPING_ROOM] + FULL] = 1.0
        return
    for pair in range(pair_count):
        one, other = int(w[pairs + 2 * pair]), int(w[pairs + 2 * pair + 1])
        look_at_stranger(k, p, w, k[listed + one], k[listed + other], rule)


@njit
def look_at_stranger(k, p, w, first, second, rule):
    """Two members of a group, unless they are of one body or of bodies that a joint holds together."""
    body, other = k[member_at(k, first) + M_BODY], k[member_at(k, second) + M_BODY]
    if body == other or not near(k, p, w, first, second):
        return
    starts = table(k, JOINED_AT)
    for place in range(k[starts + body], k[starts + body + 1]):
        if k[starts + place] == other:
            return
    search(k, p, w, first, second, rule)


@njit
def look_at(k, p, w, first, second, rule):
    """Two members of a contact."""
    if near(k, p, w, first, second):
        search(k, p, w, first, second, rule)


@njit
def near(k, p, w, first, second):
    """Whether the balls around two members overlap."""
    reach = p[k[member_at(k, first) + M_BOUND] + M_RADIUS] + p[k[member_at(k, second) + M_BOUND] + M_RADIUS]
    if reach >= ENDLESS:
        return True
    d = minus(vector(w, room(k, PLACE_AT) + 3 * first), vector(w, room(k, PLACE_AT) + 3 * second))
    return dot(d, d) <= reach * reach


@njit
def search(k, p, w, first, second, rule):
    """The points in which two members overlap become contacts, and those that touch but for rounding.

    A box that lies flat on four corners lies on all of them, and not on the three that happen to be lowest.
    """
    here, one, other = k[STEPPING_ROOM], k[member_at(k, first) + M_BOUND], k[member_at(k, second) + M_BOUND]
    near_by = NO_GAP * min(p[one + M_SIZE], p[other + M_SIZE])
    call_world(table(k, NARROW), k, p, w, w, first, second, 0.0 * w[0])
    for number in range(int(w[here + FOUND])):
        record = room(k, FOUND_AT) + RECORD * number
        if w[record + FOUND_GAP] <= near_by:
            add_contact(k, p, w, first, second, rule, record)


@njit
def add_contact(k, p, w, first, second, rule, record):
    """One more contact."""
    here, bodies = k[STEPPING_ROOM], (k[member_at(k, first) + M_BODY], k[member_at(k, second) + M_BODY])
    count = int(w[here + COUNT])
    linked = not (free_or_ground(k, bodies[0]) and free_or_ground(k, bodies[1]))
    if count >= table(k, MOST) or (linked and w[here + LINKED_COUNT] >= table(k, MOST_LINKED)):
        w[here + FULL] = 1.0
        return
    w[here + COUNT] = count + 1.0
    at = contact_at(k, count)
    for i in range(CONTACT):
        w[at + i] = 0.0
    x, n = vector(w, record + X), vector(w, record + FOUND_NORMAL)
    put_axes(k, w, at, n)
    put(w, at + ARM_1, minus(x, vector(w, body_at(k, bodies[0]) + CENTRE)))
    put(w, at + ARM_2, minus(x, vector(w, body_at(k, bodies[1]) + CENTRE)))
    numbers = k[table(k, RULE_AT) + RULE * rule + R_NUMBERS]
    w[at + MU], w[at + WHOSE], w[at + GAP] = p[numbers + FRICTION], rule, w[record + FOUND_GAP]
    w[at + BODY_1], w[at + BODY_2] = bodies[0], bodies[1]
    w[at + PLACE_1], w[at + PLACE_2] = body_at(k, bodies[0]), body_at(k, bodies[1])
    features = (int(w[record + FEATURE_1]) % FEATURES) * FEATURES + int(w[record + FEATURE_2]) % FEATURES
    w[at + KEY] = float((first * table(k, MEMBERS) + second) * FEATURES * FEATURES + features)
    one, other = k[member_at(k, first) + M_BOUND], k[member_at(k, second) + M_BOUND]
    w[at + SMALLER] = min(p[one + M_SIZE], p[other + M_SIZE])
    w[at + LINK] = -1.0
    if linked:
        w[at + LINK] = w[here + LINKED_COUNT]
        w[here + LINKED_COUNT] += 1.0
    recall(k, w, at)
    put_matrix(w, at)


@njit
def free_or_ground(k, body):
    """Whether an impulse on a body moves nothing else."""
    return body == 0 or is_free(k, body)


@njit
def put_axes(k, w, at, n):
    """Normal and tangents; in the plane the first tangent is the normal turned by +90 degrees."""
    put(w, at + NORMAL, n)
    if not in_space(k):
        put(w, at + FIRST, (-n[1], n[0], 0.0))
        put(w, at + SECOND, (0.0, 0.0, 1.0))
        return
    x, y, z = abs(n[0]), abs(n[1]), abs(n[2])
    axis = (1.0, 0.0, 0.0) if x <= y and x <= z else (0.0, 1.0, 0.0) if y <= z else (0.0, 0.0, 1.0)
    t = cross(n, axis)
    t = times(1.0 / dot(t, t) ** 0.5, t)
    put(w, at + FIRST, t)
    put(w, at + SECOND, cross(n, t))


@njit
def speed_of(w, at, offset):
    """Velocity of the second body against the first at a contact; offset 0 now, or from now to before."""
    one, two = int(w[at + PLACE_1]) + offset, int(w[at + PLACE_2]) + offset
    second = plus(vector(w, two + VELOCITY), cross(vector(w, two + SPIN), vector(w, at + ARM_2)))
    first = plus(vector(w, one + VELOCITY), cross(vector(w, one + SPIN), vector(w, at + ARM_1)))
    return minus(second, first)


@njit
def put_matrix(w, at):
    """W of a contact: what a unit impulse along each axis does to its own velocities, by bodies that answer alone."""
    one, two = int(w[at + PLACE_1]), int(w[at + PLACE_2])
    arm_1, arm_2 = vector(w, at + ARM_1), vector(w, at + ARM_2)
    light = w[one + INVERSE_MASS] + w[two + INVERSE_MASS]
    for axis in range(3):
        d = vector(w, at + NORMAL + 3 * axis)
        u = times(light, d)
        u = plus(u, cross(answer(w, two, cross(arm_2, d)), arm_2))
        u = plus(u, cross(answer(w, one, cross(arm_1, d)), arm_1))
        add_to_matrix(w, at, axis, u)


@njit
def add_to_matrix(w, at, axis, u):
    """Add a column of W; kept are nn, n1, n2, 11, 12, 22."""
    for row in range(axis + 1):
        place = axis if row == 0 else 2 + axis if row == 1 else 5
        w[at + MATRIX + place] += dot(vector(w, at + NORMAL + 3 * row), u)


@njit
def recall(k, w, at):
    """The impulse of the same contact in the step before, as a first guess."""
    number = w[room(k, CHAIN_AT) + chain_of(k, w[at + KEY])]
    while number > 0.0:
        old = room(k, OLD_AT) + (OLD_CONTACT + 1) * (int(number) - 1)
        if w[old] == w[at + KEY]:
            push = vector(w, old + 1)
            for axis in range(3):
                w[at + IMPULSE + axis] = dot(push, vector(w, at + NORMAL + 3 * axis))
            w[at + IMPULSE] = max(w[at + IMPULSE], 0.0)
            return
        number = w[old + OLD_CONTACT]
