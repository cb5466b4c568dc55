"""How thick a body is behind a place of its profile: a ray into the material up to where it leaves it again."""

from __future__ import annotations

import math

from linkwork.elements.planar.profile_layout_kernel import (
    CENTER,
    CLOSED,
    COUNT,
    CURVE,
    DIRECTION,
    ENDS,
    FLAGS,
    KIND,
    RADIUS,
    SAMPLE,
    SAMPLED,
    SAMPLES,
    SENSE,
    STRAIGHT,
    SWEEP,
    floats_of,
    ints_of,
)
from linkwork.numerics.jit import njit
from linkwork.system.touch.point_layout_kernel import PAIR_OWN

ENDLESS = 1e300
_SKIN = 1e-6  # of the profile's size: what lies nearer is the place itself


@njit
def _through_chord(x, y, ux, uy, ax, ay, bx, by, skin):
    """Distance along a ray to a chord, ENDLESS where it misses."""
    ex, ey = bx - ax, by - ay
    cross = ux * ey - uy * ex
    if cross == 0.0:
        return ENDLESS
    distance = ((ax - x) * ey - (ay - y) * ex) / cross
    share = ((ax - x) * uy - (ay - y) * ux) / cross
    return distance if distance > skin and 0.0 <= share <= 1.0 else ENDLESS


@njit
def _through_round(x, y, ux, uy, p, place, ends, skin):
    """The same to an arc or a circle."""
    cx, cy = p[place + CENTER].real - x, p[place + CENTER + 1].real - y
    radius = p[place + RADIUS].real
    middle = cx * ux + cy * uy
    square = radius * radius - (cx * cx + cy * cy - middle * middle)
    if square < 0.0:
        return ENDLESS
    for side in range(2):
        distance = middle + (2 * side - 1) * math.sqrt(square)
        if distance <= skin:
            continue
        ox, oy = (distance * ux - cx) / radius, (distance * uy - cy) / radius
        mx, my = p[place + DIRECTION].real, p[place + DIRECTION + 1].real
        angle = p[place + SENSE].real * math.atan2(mx * oy - my * ox, mx * ox + my * oy)
        if not ends or abs(angle) <= 0.5 * p[place + SWEEP].real:
            return distance
    return ENDLESS


@njit
def _through(x, y, ux, uy, p, k, a, ints, place, skin):
    """Distance along a ray to one element."""
    if k[ints + KIND] == STRAIGHT:
        ax, ay, length = p[place + CENTER].real, p[place + CENTER + 1].real, p[place + RADIUS].real
        if k[ints + FLAGS] & ENDS == 0:
            return ENDLESS
        bx, by = ax + length * p[place + DIRECTION].real, ay + length * p[place + DIRECTION + 1].real
        return _through_chord(x, y, ux, uy, ax, ay, bx, by, skin)
    if k[ints + KIND] == CURVE:
        nearest = ENDLESS
        for n in range(k[ints + SAMPLED] - 1):
            q = a + k[ints + SAMPLES] + SAMPLE * n
            reach = _through_chord(
                x, y, ux, uy, p[q].real, p[q + 1].real, p[q + SAMPLE].real, p[q + SAMPLE + 1].real, skin
            )
            nearest = min(nearest, reach)
        return nearest
    if p[place + RADIUS].real == 0.0:
        return ENDLESS
    return _through_round(x, y, ux, uy, p, place, k[ints + FLAGS] & ENDS > 0, skin)


@njit
def thickness(x, y, ux, uy, pose, i, p, k, a, b, body):
    """How far a ray from (x, y) along (ux, uy), given in the world, stays inside the body.

    An open chain that the ray does not meet again counts as thick as it is large; a closed one around a hole, and an
    endless line, have no other side.
    """
    own = b + PAIR_OWN
    c, s = pose[i + 3].real, pose[i + 4].real
    dx, dy = x - pose[i].real, y - pose[i + 1].real
    lx, ly = c * dx + s * dy, c * dy - s * dx
    vx, vy = c * ux + s * uy, c * uy - s * ux
    size = p[a + body].real
    count = k[own + COUNT + body]
    ints = ints_of(k, b, body, 0)
    endless = count == 1 and k[ints + KIND] == STRAIGHT and k[ints + FLAGS] & ENDS == 0
    nearest = ENDLESS if k[own + CLOSED + body] > 0 or endless else size
    for element in range(count):
        place = floats_of(k, a, b, body, element)
        reach = _through(lx, ly, vx, vy, p, k, a, ints_of(k, b, body, element), place, _SKIN * size)
        nearest = min(nearest, reach)
    return nearest
