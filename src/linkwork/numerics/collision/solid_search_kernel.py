"""Where two solids are near each other: up to so many points, nearest first, each between two features.

`touching` is the one way to ask: it serves the contacts of the event-driven engine, which keep the features and follow
their gaps in closed form, and the time-stepping, which asks anew at every step.
"""

from __future__ import annotations

from linkwork.numerics.collision.epa_kernel import epa
from linkwork.numerics.collision.gjk_kernel import gjk
from linkwork.numerics.collision.simplex_kernel import corner
from linkwork.numerics.collision.solid_capsule_search_kernel import edges_search, ends_search
from linkwork.numerics.collision.solid_face_search_kernel import (
    corners_search,
    edges_of_faces,
    face_feature,
    line_of_edges,
    looking_face,
)
from linkwork.numerics.collision.solid_layout_kernel import (
    CAPSULE,
    CAPSULE_LINE,
    CYLINDER,
    FORM,
    KIND,
    POLYTOPE,
    RADIUS,
)
from linkwork.numerics.collision.solid_near_kernel import is_round, round_contact_points
from linkwork.numerics.collision.solid_point_search_kernel import nearest_feature
from linkwork.numerics.collision.solid_real_kernel import norm, real_in, real_place, real_vector
from linkwork.numerics.collision.solid_record_kernel import GAP, RECORD, extent, flipped, offer, offer_frozen
from linkwork.numerics.collision.solid_rim_search_kernel import rims_of
from linkwork.numerics.collision.solid_round_search_kernel import (
    capsule_and_cylinder,
    polytope_and_cylinder,
    two_cylinders,
)
from linkwork.numerics.collision.support_kernel import support
from linkwork.numerics.jit import njit, part
from linkwork.numerics.vectors_kernel import cross, dot, minus, times

NEARER = 1e-6  # of the size: a point found by features that is this much farther than the nearest one is not that one

DEEPER = 2.0  # points deeper by this factor than the shortest way apart are no points of that contact


@njit
def across(s, v):
    """The normal of a triangle of the difference on the side of v; exact where v itself is nearly zero."""
    n = cross(minus(corner(s[1]), corner(s[0])), minus(corner(s[2]), corner(s[0])))
    return times((1.0 if dot(n, v) > 0.0 else -1.0) / norm(n), n)


@njit
def closest(k, p, pose, pair, room, at):
    """Whether it is known; the normal between two cores, from the first to the second; their distance; two points.

    Negative distances are depths. The points are those of the cores that are nearest to each other, or deepest.
    """
    k, p, pose, room = part(k, 0), part(p, 0), part(pose, 0), part(room, 0)  # of arrays too: the rest is compiled once
    apart, v, x, y, s, count = gjk(k, p, pose, pair)
    if apart:
        n = across(s, times(-1.0, v)) if count == 3 else times(-1.0 / norm(v), v)
        return True, n, norm(v), x, y
    good, n, _ = epa(k, p, pose, pair, s, count, room, at)
    x = support(k, p, pose, pair[0], pair[1], pair[2], n)
    y = support(k, p, pose, pair[3], pair[4], pair[5], times(-1.0, n))
    return good, n, dot(n, minus(y, x)), x, y


@njit
def two_polytopes(k, p, pose, pair, room, at, most, n, lowest):
    """Two polytopes: the corners and edges of the faces that look at each other."""
    b_1, a_1, i_1, b_2, a_2, i_2 = pair
    one = looking_face(k, b_1, p, a_1, pose, i_1, n)
    two = looking_face(k, b_2, p, a_2, pose, i_2, times(-1.0, n))
    number, other = face_feature(k, b_1, one), face_feature(k, b_2, two)
    count = corners_search(k, p, pose, pair, False, room, at, most, 0, number, two, lowest)
    count = corners_search(k, p, pose, flipped(pair), True, room, at, most, count, other, one, lowest)
    return edges_of_faces(k, p, pose, pair, room, at, most, count, one, two, n, lowest)


@njit
def polytope_and_capsule(k, p, pose, pair, turned, room, at, most, n, distance, lowest):
    """A polytope, the first, and a capsule; where its line is inside, the face through which it came counts."""
    if distance > 0.0:
        count = ends_search(k, p, pose, pair, turned, room, at, most, 0)
        return edges_search(k, p, pose, pair, turned, room, at, most, count, lowest)
    b_1, a_1, i_1, _, a_2, i_2 = pair
    face, count = looking_face(k, b_1, p, a_1, pose, i_1, n), 0
    for end in range(2):
        number = face_feature(k, b_1, face)
        count = offer(k, p, pose, pair, turned, room, at, most, count, number, end, 1.0, lowest)
    t, f = real_place(pose, i_2, real_vector(p, a_2 + FORM)), real_place(pose, i_2, real_vector(p, a_2 + FORM + 3))
    back, against = flipped(pair), times(-1.0, n)
    return line_of_edges(k, p, pose, back, not turned, room, at, most, count, t, f, CAPSULE_LINE, face, against, lowest)


@njit
def deep_search(k, p, pose, pair, turned, room, at, most):
    """Two solids whose distance must be searched; the second is a cylinder or a capsule where only one is."""
    kind_1, kind_2 = k[pair[0] + KIND], k[pair[3] + KIND]
    size = extent(k, p, pair)
    known, n, distance, x, y = closest(k, p, pose, pair, room, at + (most + 1) * RECORD)
    if not known:
        return 0
    gap = distance - p[pair[1] + RADIUS].real - p[pair[4] + RADIUS].real
    lowest = (gap if gap > 0.0 else DEEPER * gap) - NEARER * size
    if kind_1 == POLYTOPE and kind_2 == CAPSULE:
        count = polytope_and_capsule(k, p, pose, pair, turned, room, at, most, n, distance, lowest)
    elif kind_2 == CAPSULE:
        count = capsule_and_cylinder(k, p, pose, pair, turned, room, at, most, n, lowest)
    elif kind_1 == POLYTOPE and kind_2 == POLYTOPE:
        count = two_polytopes(k, p, pose, pair, room, at, most, n, lowest)
    elif kind_1 == POLYTOPE:
        count = polytope_and_cylinder(k, p, pose, pair, turned, room, at, most, n, lowest)
    else:
        count = two_cylinders(k, p, pose, pair, room, at, most, n, lowest)
    if count > 0 and room[at + GAP].real <= gap + NEARER * size:
        return count
    if CYLINDER in (kind_1, kind_2):
        count = rims_of(k, p, pose, pair, turned, room, at, most, count, n, x, y, lowest)
        if count > 0 and room[at + GAP].real <= gap + NEARER * size:
            return count
    one = nearest_feature(k, pair[0], p, pair[1], real_in(pose, pair[2], y))
    two = nearest_feature(k, pair[3], p, pair[4], real_in(pose, pair[5], x))
    return offer_frozen(k, p, pose, pair, turned, room, at, most, count, one, two, x, n, y)


@njit
def solid_contact_points(k, p, pose, pair, room, at, most):
    """Fill records from room[at] on, in `search_room` numbers; how many points there are.

    pair: where the ints, the floats and the pose of the first solid are, and those of the second. Every record has the
    gap, the numbers of the features, the point and the normal from the first to the second in the world.
    """
    k, p, pose, room = part(k, 0), part(p, 0), part(pose, 0), part(room, 0)  # of arrays too: the rest is compiled once
    kind_1, kind_2 = k[pair[0] + KIND], k[pair[3] + KIND]
    if is_round(kind_1, kind_2):
        return round_contact_points(k, p, pose, pair, room, at, most)
    turned = kind_1 == CAPSULE or (kind_1 == CYLINDER and kind_2 == POLYTOPE)
    order = flipped(pair) if turned else pair
    return deep_search(k, p, pose, order, turned, room, at, most)
