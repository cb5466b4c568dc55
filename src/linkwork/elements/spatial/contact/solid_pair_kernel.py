"""Two solids that can touch: up to S points, each between two features that stay the same between events.

A point has the gap of its features, its normal n from the first body to the second and the place M of the contact. With
b_i = M - r_i and W_i the angular velocity in world axes, u = r_2' + W_2 x b_2 - r_1' - W_1 x b_1 is the velocity of the
second body's material against the first's at M, and e one of n, t_1, t_2:

    rows    e . u: the gap's rate and the slip speeds
    gamma   -(e' . u + e . (W_2 x b_2' - W_1 x b_1')),  b_i' = M' - r_i'

t_1 = (n x a) / |n x a| and t_2 = n x t_1 follow the normal smoothly; a is the world's axis that was most across the
normal when the point was found. Memory: two numbers a slot, the features; the records; room for the search, and two
poses a little ahead, where a point that leaves its feature looks for the next one.
"""

from __future__ import annotations

from linkwork.elements.contact_point_layout_kernel import (
    FIRST,
    FREE,
    GAMMA,
    GAP,
    INSIDE,
    LOOK,
    MODES,
    NX,
    PAIR_MEMORY,
    PAIR_OWN,
    SECOND,
    SLOTS,
    TRANSIT,
    X,
)
from linkwork.elements.spatial.contact.solid_slots_kernel import (
    accept,
    kept_at,
    move_slots,
    places_ahead,
    records_at,
    room_at,
    transit,
)
from linkwork.elements.spatial.joints.rolling_kernel import put_slip_row, slip_bias
from linkwork.elements.spatial.vectors_kernel import cross, into_world, minus, plus, vector
from linkwork.numerics.collision.solid_gap_kernel import unit
from linkwork.numerics.collision.solid_layout_kernel import BALL, HALF_SPACE, KIND
from linkwork.numerics.collision.solid_near_kernel import round_contact_points
from linkwork.numerics.collision.solid_range_kernel import within_ranges
from linkwork.numerics.collision.solid_record_kernel import AXIS, RECORD, gap_of_record, how_inside, sides
from linkwork.numerics.collision.solid_search_kernel import solid_contact_points
from linkwork.numerics.jit import njit
from linkwork.numerics.vectors_kernel import put

POSITION, ACCEPT = 0, 2
ROWS, WIDTH, POINT_SIZE = 13, 12, 49


@njit
def rates_of(pose, i, v_rate, w, feature):
    """Rates of a feature's place and direction, w in world axes."""
    return plus(v_rate, cross(w, minus(feature[1], vector(pose, i)))), cross(w, feature[2])


@njit
def tangents(n, n_rate, number):
    """Two unit vectors square to the normal, and their rates."""
    one, none = 1.0 + 0.0 * n[0], 0.0 * n[0]
    axis = (one if number == 0 else none, one if number == 1 else none, one if number == 2 else none)
    t, t_rate, _ = unit(cross(n, axis), cross(n_rate, axis))
    return t, t_rate, cross(n, t), plus(cross(n_rate, t), cross(n, t_rate))


@njit
def clear(out, here):
    """A free slot."""
    for place in range(POINT_SIZE):
        out[here + place] = 0.0
    out[here + GAP] = FREE
    out[here + INSIDE] = 1.0
    out[here + FIRST] = -1.0
    out[here + SECOND] = -1.0


@njit
def put_point(stage, k, p, pose, twist, pair, v_1, v_2, memory, record, closed, here, out):
    """All numbers of a point.

    An open one that has left its lines has the gap of their ends: beyond an end the line itself comes nearer than the
    solid. A closed one goes on smoothly to where its end is found.
    """
    i_1, i_2 = pair[2], pair[5]
    one, two = sides(k, p, pose, pair, memory, record)
    w_1, w_2 = into_world(pose, i_1, vector(twist, v_1 + 3)), into_world(pose, i_2, vector(twist, v_2 + 3))
    r_1_rate, r_2_rate = vector(twist, v_1), vector(twist, v_2)
    again = True
    while True:
        rates_1, rates_2 = rates_of(pose, i_1, r_1_rate, w_1, one), rates_of(pose, i_2, r_2_rate, w_2, two)
        gap, n, x, n_rate, x_rate, f_1, f_2 = gap_of_record(pose, pair, memory, record, one, rates_1, two, rates_2)
        if again:
            out[here + INSIDE] = how_inside(k, p, pose, pair, memory, record, n, f_1, f_2)
        if closed or not again or out[here + INSIDE].real >= 0.0:
            break
        one, two = within_ranges(one, two)
        again = False
    out[here + GAP] = gap
    put(out, here + X, x)
    put(out, here + NX, n)
    t_1, t_1_rate, t_2, t_2_rate = tangents(n, n_rate, int(memory[record + AXIS].real))
    b_1, b_2 = minus(x, vector(pose, i_1)), minus(x, vector(pose, i_2))
    put_slip_row(pose, i_1, i_2, n, b_1, b_2, here + ROWS, out)
    put_slip_row(pose, i_1, i_2, t_1, b_1, b_2, here + ROWS + WIDTH, out)
    put_slip_row(pose, i_1, i_2, t_2, b_1, b_2, here + ROWS + 2 * WIDTH, out)
    if stage == POSITION:
        return
    u = minus(plus(r_2_rate, cross(w_2, b_2)), plus(r_1_rate, cross(w_1, b_1)))
    b_1_rate, b_2_rate = minus(x_rate, r_1_rate), minus(x_rate, r_2_rate)
    out[here + GAMMA] = -slip_bias(n, n_rate, u, w_1, w_2, b_1_rate, b_2_rate)
    out[here + GAMMA + 1] = -slip_bias(t_1, t_1_rate, u, w_1, w_2, b_1_rate, b_2_rate)
    out[here + GAMMA + 2] = -slip_bias(t_2, t_2_rate, u, w_1, w_2, b_1_rate, b_2_rate)


@njit
def solids_of(k, a, b):
    """The two solids of a pair; behind its slots stand where their ints and the second's floats begin."""
    own = b + PAIR_OWN
    return b + k[own], a, k[b], b + k[own + 1], a + k[own + 2], k[b + 2]


@njit
def put_points(stage, k, p, pose, twist, pair, memory, b, c, out):
    """All numbers of all slots."""
    slots, at = k[b + SLOTS], k[b + PAIR_MEMORY]
    for slot in range(slots):
        here = c + slot * POINT_SIZE
        if memory[at + 2 * slot].real < 0.0:
            clear(out, here)
        else:
            out[here + FIRST], out[here + SECOND] = memory[at + 2 * slot], memory[at + 2 * slot + 1]
            record = records_at(at, slots) + slot * RECORD
            closed = memory[k[b + MODES] + slot].real != 0.0
            put_point(stage, k, p, pose, twist, pair, k[b + 1], k[b + 3], memory, record, closed, here, out)


def solid_pair(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """The points of any two solids. p: the first solid, the second."""
    pair, slots, at = solids_of(k, a, b), k[b + SLOTS], k[b + PAIR_MEMORY]
    if stage == LOOK:
        move_slots(memory, at, kept_at(at, slots, True), slots)
    if stage in (ACCEPT, LOOK):
        count = solid_contact_points(k, p, pose, pair, memory, room_at(at, slots), slots)
        accept(k, p, pose, memory, pair, at, slots, k[b + MODES], count)
    elif stage == TRANSIT:
        moved = places_ahead(k, p, pose, twist, memory, pair, k[b + 1], k[b + 3], at, slots, int(t.real))
        count = solid_contact_points(k, p, memory, moved, memory, room_at(at, slots), slots)
        transit(k, p, pose, memory, pair, at, slots, k[b + MODES], int(t.real), count)
    put_points(stage, k, p, pose, twist, pair, memory, b, c, out)
    if stage == LOOK:
        move_slots(memory, kept_at(at, slots, True), at, slots)


def round_pair(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """The points of two solids of which one is a ball or a half-space, or of two capsules: soon compiled."""
    pair, slots, at = solids_of(k, a, b), k[b + SLOTS], k[b + PAIR_MEMORY]
    deep = k[pair[0] + KIND] not in (BALL, HALF_SPACE) and k[pair[3] + KIND] not in (BALL, HALF_SPACE)
    if stage == LOOK:
        move_slots(memory, at, kept_at(at, slots, deep), slots)
    if stage in (ACCEPT, LOOK):
        count = round_contact_points(k, p, pose, pair, memory, room_at(at, slots), slots)
        accept(k, p, pose, memory, pair, at, slots, k[b + MODES], count)
    elif stage == TRANSIT:
        moved = places_ahead(k, p, pose, twist, memory, pair, k[b + 1], k[b + 3], at, slots, int(t.real))
        count = round_contact_points(k, p, memory, moved, memory, room_at(at, slots), slots)
        transit(k, p, pose, memory, pair, at, slots, k[b + MODES], int(t.real), count)
    put_points(stage, k, p, pose, twist, pair, memory, b, c, out)
    if stage == LOOK:
        move_slots(memory, kept_at(at, slots, deep), at, slots)
