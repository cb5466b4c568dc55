"""A line across the cap of a cylinder: it meets the rim at both ends of a chord, and both may bear.

Where the line is not quite parallel to the cap only one end touches; the other one has a gap that closes as the cap
comes to lie on the line, so that the contact goes over from one end to the other without a jump.
"""

from __future__ import annotations

from linkwork.numerics.collision.solid_capsule_search_kernel import PARALLEL
from linkwork.numerics.collision.solid_feature_kernel import SLACK
from linkwork.numerics.collision.solid_layout_kernel import FORM, ROUND
from linkwork.numerics.collision.solid_real_kernel import norm, real_back, real_direction, real_in, real_vector
from linkwork.numerics.collision.solid_record_kernel import GAP, PLANE, RECORD, flipped, kept, measure, write
from linkwork.numerics.jit import njit
from linkwork.numerics.vectors_kernel import cross, dot, minus, plus, put, times


@njit
def chord_search(k, p, pose, pair, turned, room, at, most, count, line, s, e, n, lowest):
    """A line of the second solid from s to e (in the world) across the cap of a cylinder, the first.

    `line` is the number of the line among the features of the second solid, n points from the first to the second.
    """
    a_1, i_1 = pair[1], pair[2]
    low, high = real_vector(p, a_1 + FORM), real_vector(p, a_1 + FORM + 3)
    axis = minus(high, low)
    axis = times(1.0 / norm(axis), axis)
    rim = 1 if dot(axis, real_back(pose, i_1, n)) > 0.0 else 0
    centre, radius = high if rim == 1 else low, p[a_1 + ROUND].real
    d = minus(e, s)
    if not norm(d) > 0.0:
        return count
    d = times(1.0 / norm(d), d)
    along = real_back(pose, i_1, d)
    lean = dot(along, axis)
    if abs(lean) > SLACK:
        return count
    flat = minus(along, times(lean, axis))
    flat = times(1.0 / norm(flat), flat)
    away = minus(real_in(pose, i_1, s), centre)
    away = minus(away, times(dot(away, axis), axis))
    aside = minus(away, times(dot(away, flat), flat))
    square = radius * radius - dot(aside, aside)
    if not square > PARALLEL * PARALLEL * radius * radius:
        return count
    outward = axis if rim == 1 else times(-1.0, axis)
    spare, order = at + most * RECORD, flipped(pair) if turned else pair
    for end in range(2):
        half = (2.0 * end - 1.0) * square**0.5
        begin = times(1.0 / radius, plus(aside, times(half, flat)))
        m = cross(real_direction(pose, i_1, cross(outward, begin)), d)
        write(room, spare, turned, rim, line, 1.0 if dot(m, n) >= 0.0 else -1.0, 0.0)
        put(room, spare + PLANE, begin)
        put(room, spare + PLANE + 3, begin)
        # inside both features but for rounding (shares of their lengths)
        if measure(k, p, pose, order, room, spare) >= -1e-9 and room[spare + GAP].real >= lowest:
            count = kept(k, p, order, room, at, most, count)
    return count
