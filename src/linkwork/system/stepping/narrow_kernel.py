"""Where two members overlap: points with gap, features, place and normal, in records like those of the solids' search.

Both functions have the signature of a function of the world; i and j are the members.
"""

from __future__ import annotations

import math

from linkwork.elements import contact_point_layout_kernel as point
from linkwork.numerics.collision.solid_layout_kernel import BALL, FORM, HALF_SPACE, KIND, MIDDLE, RADIUS
from linkwork.numerics.collision.solid_real_kernel import real_direction, real_place, real_vector
from linkwork.numerics.collision.solid_record_kernel import FIRST as FEATURE_1
from linkwork.numerics.collision.solid_record_kernel import GAP, NORMAL, RECORD, X
from linkwork.numerics.collision.solid_record_kernel import SECOND as FEATURE_2
from linkwork.numerics.collision.solid_search_kernel import solid_contact_points
from linkwork.numerics.jit import call_constraint, njit, part
from linkwork.numerics.vectors_kernel import dot, minus, plus, put, times
from linkwork.places.layout_kernel import POSE, POSE_SIZE, STEPPING_ROOM
from linkwork.places.spatial.layout_kernel import POSE_SIZE as SPATIAL_POSE
from linkwork.system.stepping.layout_kernel import (
    CLASS_AT,
    CLASSES,
    FOUND,
    FOUND_AT,
    M_BODY,
    M_FLOATS,
    M_INTS,
    MEMBER,
    MEMBER_AT,
    MOST_FOUND,
    room,
    table,
)

ACCEPT, POSITION = 2, 0


@njit
def _put_one(w, at, gap, x, n):
    """The only point of two round members."""
    w[at + GAP], w[at + FEATURE_1], w[at + FEATURE_2] = gap, 0.0, 0.0
    put(w, at + X, x)
    put(w, at + NORMAL, n)
    return 1.0


@njit
def _two_balls(p, pose, pair, w, at):
    """Two balls."""
    c_1, c_2 = (
        real_place(pose, pair[2], real_vector(p, pair[1] + MIDDLE)),
        real_place(pose, pair[5], real_vector(p, pair[4] + MIDDLE)),
    )
    d = minus(c_2, c_1)
    away, r_1, r_2 = math.sqrt(dot(d, d)), p[pair[1] + RADIUS], p[pair[4] + RADIUS]
    if away > r_1 + r_2 or away == 0.0:
        return 0.0
    n = times(1.0 / away, d)
    gap = away - r_1 - r_2
    return _put_one(w, at, gap, plus(c_1, times(r_1 + 0.5 * gap, n)), n)


@njit
def _plane_and_ball(p, pose, a_1, i_1, a_2, i_2, sign, w, at):
    """A half-space and a ball; sign -1 where the ball is the first of the two."""
    n = real_direction(pose, i_1, real_vector(p, a_1 + FORM))
    c = real_place(pose, i_2, real_vector(p, a_2 + MIDDLE))
    height = dot(n, minus(c, real_place(pose, i_1, real_vector(p, a_1 + MIDDLE))))
    gap = height - p[a_2 + RADIUS]
    return _put_one(w, at, gap, minus(c, times(height - 0.5 * gap, n)), times(sign, n))


@njit
def _pair_of(k, i, j):
    """Two solids as the search takes them: ints, floats and pose of each."""
    one, two = table(k, MEMBER_AT) + MEMBER * i, table(k, MEMBER_AT) + MEMBER * j
    return (
        k[one + M_INTS],
        k[one + M_FLOATS],
        SPATIAL_POSE * k[one + M_BODY],
        k[two + M_INTS],
        k[two + M_FLOATS],
        SPATIAL_POSE * k[two + M_BODY],
    )


@njit
def _between_round(k, p, pose, pair, w, at):
    """Points between balls and half-spaces; -1 where one of the two is something else."""
    kind_1, kind_2 = k[pair[0] + KIND], k[pair[3] + KIND]
    if kind_1 == BALL and kind_2 == BALL:
        return _two_balls(p, pose, pair, w, at)
    if kind_1 == HALF_SPACE and kind_2 == BALL:
        return _plane_and_ball(p, pose, pair[1], pair[2], pair[4], pair[5], 1.0, w, at)
    if kind_1 == BALL and kind_2 == HALF_SPACE:
        return _plane_and_ball(p, pose, pair[4], pair[5], pair[1], pair[2], -1.0, w, at)
    return 0.0 if kind_1 == HALF_SPACE and kind_2 == HALF_SPACE else -1.0


def ball_points(k, p, w, z, i, j, x):
    """Two solids of a system that has balls and half-spaces only: compiled in no time."""
    w[k[STEPPING_ROOM] + FOUND] = _between_round(k, p, part(w, k[POSE]), _pair_of(k, i, j), w, room(k, FOUND_AT))


def solid_points(k, p, w, z, i, j, x):
    """Two solids."""
    pair, at, pose = _pair_of(k, i, j), room(k, FOUND_AT), part(w, k[POSE])
    count = _between_round(k, p, pose, pair, w, at)
    if count < 0.0:
        count = float(solid_contact_points(k, p, pose, pair, w, at, table(k, MOST_FOUND)))
    w[k[STEPPING_ROOM] + FOUND] = count


def profile_points(k, p, w, z, i, j, x):
    """Two profiles, by the kernel of their classes, which finds both poses, its memory and its results in the room."""
    one, two = table(k, MEMBER_AT) + MEMBER * i, table(k, MEMBER_AT) + MEMBER * j
    entry = table(k, CLASS_AT) + 3 * (k[one + M_INTS] * table(k, CLASSES) + k[two + M_INTS])
    a, b, at = k[entry], k[entry + 1], room(k, FOUND_AT)
    slots, size = k[b + point.SLOTS], point.point_size(1, 3)
    poses = at + table(k, MOST_FOUND) * RECORD
    for n in range(POSE_SIZE):
        w[poses + n] = w[k[POSE] + POSE_SIZE * k[one + M_BODY] + n]
        w[poses + POSE_SIZE + n] = w[k[POSE] + POSE_SIZE * k[two + M_BODY] + n]
    memory = poses + 2 * POSE_SIZE
    out = memory + k[b + point.MODES] + slots
    for n in range(2 * slots):
        w[memory + k[b + point.PAIR_MEMORY] + n] = -1.0
    for n in range(slots):
        w[memory + k[b + point.MODES] + n] = 0.0
    for stage in (ACCEPT, POSITION):
        pose = part(w, poses)
        call_constraint(k[entry + 2], stage, x, pose, pose, part(w, memory), p, k, a, b, 0, part(w, out))
    count = 0
    for slot in range(slots):
        here = out + size * slot
        if w[here + point.GAP] < point.FREE:
            to = at + RECORD * count
            w[to + GAP] = w[here + point.GAP]
            w[to + FEATURE_1], w[to + FEATURE_2] = int(w[here + point.FIRST]), int(w[here + point.SECOND])
            for n in range(3):
                w[to + X + n], w[to + NORMAL + n] = w[here + point.X + n], w[here + point.NX + n]
            count += 1
    w[k[STEPPING_ROOM] + FOUND] = count
