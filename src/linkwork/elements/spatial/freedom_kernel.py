"""A freedom between two bodies in space: one number s, its rate and its gradient, on which springs and motors act.

With d = r_j + A_j s_j - r_i - A_i s_i (Haug 9.4.5):

ANGLE        s = atan2(g_i . f_j, f_i . f_j) about h_i = f_i x g_i, with counted turns (Haug 9.2.26 to 9.2.31)
COUNTER      the same with the bodies exchanged: about an axis of the second body
DISTANCE     s = |d|                                    (no direction at d = 0; Haug 11.4.1)
ALONG        s = h_i . d, h_i turning with the first body
DIFFERENCE   s = e . d, e fixed in the world
TURNED       s = u . phi, phi the rotation vector of the second body against the first, in axes of the first
SPIN         s' = sign u . (w_j - w_i), u fixed in the first body; it has a rate and a gradient but no value

The gradient is 12 numbers: by r_i (world axes), the rotation of i (body axes), r_j, the rotation of j. It is exact for
every pose, so the angle's is that of atan2, (c s' - s c') / (c^2 + s^2), not the book's short form 9.4.27 or 11.4.14.
Of all values of an angle the nearest to the last accepted one is taken; a sensor remembers it.
A generalised force of strength f that pulls s back is Q = -f grad s.
"""

from __future__ import annotations

import math

from linkwork.elements.spatial.rotation_vector_kernel import rotation_vector, tangent
from linkwork.elements.spatial.vectors_kernel import cross, dot, into_body, into_world, minus, point_at, times, vector
from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import atan2, sqrt
from linkwork.numerics.vectors_kernel import put

ANGLE, DISTANCE, ALONG, DIFFERENCE, TURNED, SPIN, COUNTER = range(7)
FREEDOM_NUMBERS = 9
GRADIENT = 12
ENERGY, LOST, GIVEN, STRENGTH = range(12, 16)  # what a force kernel writes behind the two wrenches
RESULTS = 16
TURN = 2.0 * math.pi


@njit
def put_turning(out, c, first, second):
    """A gradient by rotations only."""
    for place in range(3):
        out[c + place] = 0.0 * first[0]
        out[c + 6 + place] = 0.0 * first[0]
    put(out, c + 3, first)
    put(out, c + 9, second)


@njit
def angle(pose, i, j, p, a, near, c, out):
    """Angle about an axis of the first body; p: f_i, g_i, f_j."""
    f, g, other = vector(p, a), vector(p, a + 3), vector(p, a + 6)
    seen = into_body(pose, i, into_world(pose, j, other))
    cosine, sine = dot(f, seen), dot(g, seen)
    square = cosine * cosine + sine * sine
    inverse = 1.0 / square if square.real > 0.0 else 0.0 * square
    lever = minus(times(cosine * inverse, g), times(sine * inverse, f))
    put_turning(out, c, cross(lever, seen), cross(other, into_body(pose, j, into_world(pose, i, lever))))
    value = atan2(sine, cosine) if square.real > 0.0 else 0.0 * square
    return value + TURN * math.floor((near - value.real) / TURN + 0.5)


@njit
def between_points(kind, pose, i, j, p, a, c, out):
    """DISTANCE, ALONG and DIFFERENCE; p: s_i, s_j, direction."""
    s_i, s_j, u = vector(p, a), vector(p, a + 3), vector(p, a + 6)
    d = minus(point_at(pose, j, s_j), point_at(pose, i, s_i))
    e = u
    if kind == ALONG:
        e = into_world(pose, i, u)
    elif kind == DISTANCE:
        square = dot(d, d)
        length = sqrt(square) if square.real > 0.0 else 0.0 * square
        e = times(1.0 / length if length.real > 0.0 else 0.0 * length, d)
    local = into_body(pose, i, e)
    turning = cross(local, s_i)
    if kind == ALONG:
        turning = minus(cross(u, into_body(pose, i, d)), cross(s_i, local))
    put(out, c, times(-1.0, e))
    put(out, c + 3, turning)
    put(out, c + 6, e)
    put(out, c + 9, cross(s_j, into_body(pose, j, e)))
    return dot(e, d)


@njit
def turned(pose, i, j, p, a, c, out):
    """A component of the rotation vector; p: direction in the first body, constant quaternion."""
    u, q = vector(p, a), (p[a + 3], p[a + 4], p[a + 5], p[a + 6])
    phi = rotation_vector(pose, i, j, q)
    back = tangent(times(-1.0, phi), u)  # in axes of the first body
    put_turning(out, c, times(-1.0, back), into_body(pose, j, into_world(pose, i, back)))
    return dot(u, phi)


@njit
def freedom(pose, twist, memory, p, k, a, b, c, out):
    """s and s'; the gradient to out[c...c+11]. k from b + 4 on: kind, place of the last accepted angle."""
    kind, i, j = k[b + 4], k[b], k[b + 2]
    if kind == ANGLE:
        value = angle(pose, i, j, p, a, memory[k[b + 5]].real, c, out)
    elif kind == COUNTER:
        value = angle(pose, j, i, p, a, memory[k[b + 5]].real, c, out)
        for place in range(c + 3, c + 6):
            out[place], out[place + 6] = out[place + 6], out[place]
    elif kind == TURNED:
        value = turned(pose, i, j, p, a, c, out)
    elif kind == SPIN:
        u = times(p[a + 3], vector(p, a))
        put_turning(out, c, times(-1.0, u), into_body(pose, j, into_world(pose, i, u)))
        value = 0.0 * u[0]
    else:
        value = between_points(kind, pose, i, j, p, a, c, out)
    rate = 0.0 * value
    for place in range(6):
        rate += out[c + place] * twist[k[b + 1] + place] + out[c + 6 + place] * twist[k[b + 3] + place]
    return value, rate


@njit
def pull_back(force, c, out):
    """Make the gradient at out[c...] the two wrenches of a strength that pulls the freedom back."""
    for place in range(GRADIENT):
        out[c + place] = -force * out[c + place]


@njit
def put_powers(stored, lost, given, strength, c, out):
    """What a force kernel writes behind its wrenches."""
    out[c + ENERGY] = stored
    out[c + LOST] = lost
    out[c + GIVEN] = given
    out[c + STRENGTH] = strength
