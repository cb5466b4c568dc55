"""Records of points where two solids are near each other: which features, the gap, the point and the normal.

Two solids are a tuple (b_1, a_1, i_1, b_2, a_2, i_2): where their ints, their floats and the poses of their bodies are.
A record is frozen where its features have no smooth common normal when they touch (two sharp corners, a corner and an
edge, two rims side by side): it then holds a plane, fixed in the one body, and a spot of the other that must not pass
it. In the place of the plane a record of a rim and a line, or of two rims, remembers where on the rims the feet were.
"""

from __future__ import annotations

from linkwork.numerics.collision.epa_kernel import EPA_ROOM
from linkwork.numerics.collision.solid_feature_kernel import SLACK, feature, inside, least
from linkwork.numerics.collision.solid_gap_kernel import gap_of, zero_rates
from linkwork.numerics.collision.solid_layout_kernel import CIRCLE, FACE, HALF_SPACE, KIND, LINE, POINT, RADIUS, SIZE
from linkwork.numerics.collision.solid_rim_kernel import rim_line, rim_rim
from linkwork.numerics.jit import njit
from linkwork.numerics.vectors_kernel import (
    cross,
    dot,
    into_body,
    into_world,
    length,
    minus,
    point_at,
    point_in,
    put,
    times,
    vector,
)

GAP, FIRST, SECOND, X, NORMAL = 0, 1, 2, 3, 6
SIGN, FROZEN, PLANE, SPOT, AGAINST, AXIS = 9, 10, 11, 17, 20, 23  # FROZEN: 0, or whose plane it is: 1, 2
RECORD = 24
STALE = 0.01  # radians, or of the size: how far bodies move while a plane between them stays frozen
SAME = 1e-7  # of the size: points nearer than this are one


@njit
def flipped(pair):
    """The same two solids in the other order."""
    return pair[3], pair[4], pair[5], pair[0], pair[1], pair[2]


@njit
def extent(k, p, pair):
    """The size of the smaller solid; a half-space has none."""
    one = p[pair[1] + SIZE].real + p[pair[1] + RADIUS].real
    two = p[pair[4] + SIZE].real + p[pair[4] + RADIUS].real
    if k[pair[0] + KIND] == HALF_SPACE:
        return two
    return one if k[pair[3] + KIND] == HALF_SPACE or one < two else two


@njit
def placed(pose, i, given):
    """A feature of a body in the world."""
    what, s, d, size, radius = given
    return what, point_at(pose, i, s), into_world(pose, i, d), size, radius


@njit
def frozen_side(p, a, room, at, owner):
    """The plane of a frozen record in its body, or the spot of the other one, as features."""
    none = 0.0 * room[at]
    if owner:
        return FACE, vector(room, at + PLANE), vector(room, at + PLANE + 3), none + 0.0 * p[a], none + 0.0 * p[a]
    radius = none + p[a + RADIUS]
    return POINT, vector(room, at + SPOT), (none, none, none), 0.0 * radius, radius


@njit
def sides(k, p, pose, pair, room, at):
    """The two features of a record in the world."""
    b_1, a_1, i_1, b_2, a_2, i_2 = pair
    frozen = int(room[at + FROZEN].real)
    if frozen != 0:
        one = frozen_side(p, a_1, room, at, frozen == 1)
        two = frozen_side(p, a_2, room, at, frozen == 2)
    else:
        one = feature(k, b_1, p, a_1, int(room[at + FIRST].real))
        two = feature(k, b_2, p, a_2, int(room[at + SECOND].real))
    return placed(pose, i_1, one), placed(pose, i_2, two)


@njit
def still_frozen(k, p, pose, pair, room, at, f_1, f_2):
    """One less the squares of what the bodies have turned and slid against each other since a record was frozen."""
    i_1, i_2 = (pair[2], pair[5]) if room[at + FROZEN].real == 1.0 else (pair[5], pair[2])
    foot = f_1 if room[at + FROZEN].real == 1.0 else f_2
    slid = minus(foot, point_at(pose, i_1, vector(room, at + PLANE)))
    here, there = vector(room, at + PLANE + 3), vector(room, at + AGAINST)
    turned = minus(into_world(pose, i_1, here), into_world(pose, i_2, there))
    reach = STALE * extent(k, p, pair)
    return 1.0 - dot(slid, slid) / (reach * reach) - dot(turned, turned) / (STALE * STALE)


@njit
def how_inside(k, p, pose, pair, room, at, n, f_1, f_2):
    """How far a record's contact is inside its features; a corner on a face counts by the face alone."""
    b_1, a_1, i_1, b_2, a_2, i_2 = pair
    depth = 1.0 + 0.0 * n[0]
    if room[at + FROZEN].real != 0.0:
        return still_frozen(k, p, pose, pair, room, at, f_1, f_2)
    one, two = int(room[at + FIRST].real), int(room[at + SECOND].real)
    what_1, s_1, d_1, _, _ = feature(k, b_1, p, a_1, one)
    what_2, s_2, d_2, _, _ = feature(k, b_2, p, a_2, two)
    if what_2 != FACE:
        slack, line = seen_from(pose, i_2, what_2, s_2, d_2, f_2, i_1)
        here, outward = point_in(pose, i_1, f_1), into_body(pose, i_1, n)
        depth = least(depth, inside(k, b_1, p, a_1, one, here, outward, slack, line))
    if what_1 != FACE:
        slack, line = seen_from(pose, i_1, what_1, s_1, d_1, f_1, i_2)
        here, outward = point_in(pose, i_2, f_2), into_body(pose, i_2, times(-1.0, n))
        depth = least(depth, inside(k, b_2, p, a_2, two, here, outward, slack, line))
    return depth


@njit
def seen_from(pose, i, what, s, d, foot, other):
    """The slack that a feature gives the one that it touches, and its direction in that body: a rim's at the foot."""
    if what == CIRCLE:
        d = cross(d, minus(point_in(pose, i, foot), s))
        d = times(1.0 / length(d), d)
    line = into_body(pose, other, into_world(pose, i, d))
    return SLACK if what in (LINE, CIRCLE) else 0.0, line if what in (LINE, CIRCLE) else times(0.0, line)


@njit
def gap_of_record(pose, pair, room, at, one, one_rates, two, two_rates):
    """Gap, normal, point, the rates of both, and the feet, of a record's features in the world."""
    if one[0] not in (LINE, CIRCLE) or two[0] not in (LINE, CIRCLE) or (one[0] == LINE and two[0] == LINE):
        return gap_of(one, one_rates, two, two_rates, room[at + SIGN])
    begin_1 = into_world(pose, pair[2], vector(room, at + PLANE))
    begin_2 = into_world(pose, pair[5], vector(room, at + PLANE + 3))
    if one[0] == CIRCLE and two[0] == CIRCLE:
        return rim_rim(one, one_rates, begin_1, two, two_rates, begin_2, room[at + SIGN])
    if one[0] == CIRCLE:
        return rim_line(one, one_rates, begin_1, two, two_rates, room[at + SIGN])
    gap, n, x, n_rate, x_rate, f_2, f_1 = rim_line(two, two_rates, begin_2, one, one_rates, room[at + SIGN])
    return gap, times(-1.0, n), x, times(-1.0, n_rate), x_rate, f_1, f_2


@njit
def remember(pose, i, rim, foot, room, to):
    """Where the foot on a rim is now, from the rim's middle, in the body's frame."""
    away = minus(foot, rim[1])
    put(room, to, into_body(pose, i, times(1.0 / length(away), away)))


@njit
def measure(k, p, pose, pair, room, at):
    """Gap, point and normal of a record at this pose, into it; how far it is inside its features."""
    one, two = sides(k, p, pose, pair, room, at)
    gap, n, x, _, _, f_1, f_2 = gap_of_record(pose, pair, room, at, one, zero_rates(one[1]), two, zero_rates(two[1]))
    if one[0] == CIRCLE and two[0] in (LINE, CIRCLE):
        remember(pose, pair[2], one, f_1, room, at + PLANE)
    if two[0] == CIRCLE and one[0] in (LINE, CIRCLE):
        remember(pose, pair[5], two, f_2, room, at + PLANE + 3)
    room[at + GAP] = gap
    put(room, at + X, x)
    put(room, at + NORMAL, n)
    return how_inside(k, p, pose, pair, room, at, n, f_1, f_2).real


@njit
def copy(room, source, to):
    """A record to another place."""
    for place in range(RECORD):
        room[to + place] = room[source + place]


@njit
def kept(k, p, pair, room, at, most, count):
    """Put the measured record behind the last one among those found, nearest first; how many there are now."""
    spare = at + most * RECORD
    gap, x = room[spare + GAP].real, vector(room, spare + X)
    # not a number, or no normal
    if not gap < 1e300 or not room[spare + NORMAL].real > -2.0:
        return count
    near = SAME * extent(k, p, pair)
    for number in range(count):
        other = at + number * RECORD
        away = minus(vector(room, other + X), x)
        square = away[0].real * away[0].real + away[1].real * away[1].real + away[2].real * away[2].real
        if square < near * near:
            return count
    place = count if count < most else most - 1
    if count == most and room[at + place * RECORD + GAP].real <= gap:
        return count
    while place > 0 and room[at + (place - 1) * RECORD + GAP].real > gap:
        copy(room, at + (place - 1) * RECORD, at + place * RECORD)
        place -= 1
    copy(room, spare, at + place * RECORD)
    return count + 1 if count < most else count


@njit
def write(room, at, turned, first, second, sign, frozen):
    """Name the features of a record, given in the order of the search."""
    room[at + FIRST] = float(second if turned else first)
    room[at + SECOND] = float(first if turned else second)
    room[at + SIGN] = sign
    room[at + FROZEN] = frozen


@njit
def offer(k, p, pose, pair, turned, room, at, most, count, first, second, sign, lowest):
    """Add the point of two features to those found, where it is inside them, not deeper than `lowest`, and near."""
    spare, order = at + most * RECORD, flipped(pair) if turned else pair
    write(room, spare, turned, first, second, sign, 0.0)
    # outside of a feature by more than rounding (shares of their lengths)
    if measure(k, p, pose, order, room, spare) < -1e-9 or room[spare + GAP].real < lowest:
        return count
    return kept(k, p, order, room, at, most, count)


@njit
def offer_frozen(k, p, pose, pair, turned, room, at, most, count, first, second, foot, normal, spot):
    """Add a plane of the first solid of the search, through a foot, and a spot of the second."""
    spare, order = at + most * RECORD, flipped(pair) if turned else pair
    write(room, spare, turned, first, second, 1.0, 2.0 if turned else 1.0)
    put(room, spare + PLANE, point_in(pose, pair[2], foot))
    put(room, spare + PLANE + 3, into_body(pose, pair[2], normal))
    put(room, spare + SPOT, point_in(pose, pair[5], spot))
    put(room, spare + AGAINST, into_body(pose, pair[5], normal))
    measure(k, p, pose, order, room, spare)
    return kept(k, p, order, room, at, most, count)


@njit
def search_room(most, deep):
    """Numbers that a search of so many points needs; `deep` where neither solid is a ball or a half-space."""
    return (most + 1) * RECORD + (EPA_ROOM if deep else 0)
