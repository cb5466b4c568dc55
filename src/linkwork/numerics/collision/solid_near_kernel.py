"""Where two solids are near each other, for pairs that need no search: a half-space or a ball with anything, capsules.

It is apart from the others so that a model of balls on a floor does not wait for what it never calls to be compiled.
"""

from __future__ import annotations

from linkwork.numerics.collision.solid_capsule_search_kernel import ends_search, line_search
from linkwork.numerics.collision.solid_layout_kernel import BALL, CAPSULE, CAPSULE_LINE, HALF_SPACE, KIND, MIDDLE
from linkwork.numerics.collision.solid_plane_search_kernel import plane_search
from linkwork.numerics.collision.solid_point_search_kernel import nearest_feature
from linkwork.numerics.collision.solid_real_kernel import real_in, real_place, real_vector
from linkwork.numerics.collision.solid_record_kernel import flipped, offer
from linkwork.numerics.jit import njit


@njit
def is_round(kind_1, kind_2):
    """Whether closed forms alone find the points of two kinds of solids."""
    free = kind_1 in (BALL, HALF_SPACE) or kind_2 in (BALL, HALF_SPACE)
    return free or (kind_1 == CAPSULE and kind_2 == CAPSULE)


@njit
def ball_search(k, p, pose, pair, turned, room, at, most):
    """Anything with an end, and a ball, the second."""
    b_1, a_1, i_1, _, a_2, i_2 = pair
    x = real_in(pose, i_1, real_place(pose, i_2, real_vector(p, a_2 + MIDDLE)))
    number = nearest_feature(k, b_1, p, a_1, x)
    # however deep
    return offer(k, p, pose, pair, turned, room, at, most, 0, number, 0, 1.0, -1e300)


@njit
def two_capsules(k, p, pose, pair, room, at, most):
    """Two capsules: where their lines cross, and their ends."""
    count = line_search(k, p, pose, pair, False, room, at, most, 0, CAPSULE_LINE, CAPSULE_LINE)
    count = ends_search(k, p, pose, pair, False, room, at, most, count)
    return ends_search(k, p, pose, flipped(pair), True, room, at, most, count)


@njit
def round_contact_points(k, p, pose, pair, room, at, most):
    """As `touching`, for two solids that are round in this sense."""
    kind_1, kind_2 = k[pair[0] + KIND], k[pair[3] + KIND]
    if kind_1 == HALF_SPACE:
        return plane_search(k, p, pose, pair, False, room, at, most)
    if kind_2 == HALF_SPACE:
        return plane_search(k, p, pose, flipped(pair), True, room, at, most)
    if kind_2 == BALL:
        return ball_search(k, p, pose, pair, False, room, at, most)
    if kind_1 == BALL:
        return ball_search(k, p, pose, flipped(pair), True, room, at, most)
    return two_capsules(k, p, pose, pair, room, at, most)
