"""How deep a place is inside a body: whether it lies there, and how far from the nearest of its outline."""

from __future__ import annotations

import math

from linkwork.elements.contact_point_layout_kernel import PAIR_OWN
from linkwork.elements.planar.contact.profile_layout_kernel import (
    CENTER,
    CLOSED,
    COUNT,
    CURVE,
    DIRECTION,
    ENDS,
    FLAGS,
    KIND,
    OPEN,
    RADIUS,
    SAMPLE,
    SAMPLED,
    SAMPLES,
    SOLID,
    STRAIGHT,
    SWEEP,
    floats_of,
    ints_of,
)
from linkwork.numerics.jit import njit

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
    return distance if distance > skin and 0.0 <= share < 1.0 else ENDLESS


@njit
def _through_round(x, y, ux, uy, p, place, ends, far, skin):
    """The same to the near or the far side of an arc or a circle."""
    cx, cy = p[place + CENTER].real - x, p[place + CENTER + 1].real - y
    radius = p[place + RADIUS].real
    middle = cx * ux + cy * uy
    square = radius * radius - (cx * cx + cy * cy - middle * middle)
    if square < 0.0 or radius == 0.0:
        return ENDLESS
    distance = middle + (2 * far - 1) * math.sqrt(square)
    ox, oy = (distance * ux - cx) / radius, (distance * uy - cy) / radius
    mx, my = p[place + DIRECTION].real, p[place + DIRECTION + 1].real
    angle = math.atan2(mx * oy - my * ox, mx * ox + my * oy)
    if distance <= skin or (ends and abs(angle) > 0.5 * p[place + SWEEP].real):
        return ENDLESS
    return distance


@njit
def _chord(x, y, ux, uy, p, q, skin):
    """The same to the chord from a sample of a curve to the next; what is nearer than a quarter of it is its arc."""
    ax, ay, bx, by = p[q].real, p[q + 1].real, p[q + SAMPLE].real, p[q + SAMPLE + 1].real
    return _through_chord(x, y, ux, uy, ax, ay, bx, by, max(skin, 0.25 * math.hypot(bx - ax, by - ay)))


@njit
def _parts(k, ints):
    """How often a ray can cross an element."""
    if k[ints + KIND] == CURVE:
        return k[ints + SAMPLED] - 1
    return 1 if k[ints + KIND] == STRAIGHT else 2


@njit
def _through(part, x, y, ux, uy, p, k, a, ints, place, skin):
    """Distance along a ray to one of the crossings with an element."""
    ends = k[ints + FLAGS] & ENDS > 0
    if k[ints + KIND] == CURVE:
        return _chord(x, y, ux, uy, p, a + k[ints + SAMPLES] + SAMPLE * part, skin)
    if k[ints + KIND] == STRAIGHT:
        ax, ay, length = p[place + CENTER].real, p[place + CENTER + 1].real, p[place + RADIUS].real
        bx, by = ax + length * p[place + DIRECTION].real, ay + length * p[place + DIRECTION + 1].real
        return _through_chord(x, y, ux, uy, ax, ay, bx, by, skin) if ends else ENDLESS
    return _through_round(x, y, ux, uy, p, place, ends, part, skin)


@njit
def thickness(x, y, ux, uy, pose, i, p, k, a, b, body):
    """How far a ray from (x, y) along (ux, uy), given in the world, stays inside the body.

    An open chain that the ray does not meet again counts as thick as it is large, an endless line as endless. A ray
    that crosses a closed chain an even number of times began outside, at a sharp corner: nothing is behind it.
    """
    own = b + PAIR_OWN
    c, s = pose[i + 3].real, pose[i + 4].real
    dx, dy = x - pose[i].real, y - pose[i + 1].real
    lx, ly = c * dx + s * dy, c * dy - s * dx
    vx, vy = c * ux + s * uy, c * uy - s * ux
    size = p[a + body].real
    nearest, crossings = ENDLESS, 0
    for element in range(k[own + COUNT + body]):
        ints, place = ints_of(k, b, body, element), floats_of(k, a, b, body, element)
        for part in range(_parts(k, ints)):
            reach = _through(part, lx, ly, vx, vy, p, k, a, ints, place, _SKIN * size)
            crossings += 1 if reach < ENDLESS else 0
            nearest = min(nearest, reach)
    closed = k[own + CLOSED + body]
    if closed == OPEN:
        line = k[ints_of(k, b, body, 0) + FLAGS] & ENDS == 0
        return nearest if line else min(nearest, size)
    outside = crossings % 2 == (0 if closed == SOLID else 1)
    return 0.0 if outside else nearest


@njit
def _to_chord(x, y, ax, ay, bx, by):
    """Distance of a point from a chord."""
    ex, ey = bx - ax, by - ay
    square = ex * ex + ey * ey
    share = ((x - ax) * ex + (y - ay) * ey) / square if square > 0.0 else 0.0
    share = min(max(share, 0.0), 1.0)
    return math.hypot(ax + share * ex - x, ay + share * ey - y)


@njit
def _to_round(x, y, p, place, ends):
    """Distance of a point from an arc or a point element; ENDLESS beyond its ends, where its neighbours are nearer."""
    dx, dy = x - p[place + CENTER].real, y - p[place + CENTER + 1].real
    radius = p[place + RADIUS].real
    distance = math.hypot(dx, dy)
    side = 1.0 if radius >= 0.0 else -1.0
    mx, my = side * p[place + DIRECTION].real, side * p[place + DIRECTION + 1].real
    beyond = ends and abs(math.atan2(mx * dy - my * dx, mx * dx + my * dy)) > 0.5 * p[place + SWEEP].real
    return ENDLESS if radius != 0.0 and beyond else abs(distance - abs(radius))


@njit
def _to_element(x, y, p, k, a, ints, place):
    """Distance of a point from an element, a little more for a curve, which is known by its chords."""
    if k[ints + KIND] == STRAIGHT:
        ax, ay, length = p[place + CENTER].real, p[place + CENTER + 1].real, p[place + RADIUS].real
        ux, uy = p[place + DIRECTION].real, p[place + DIRECTION + 1].real
        if k[ints + FLAGS] & ENDS == 0:
            return abs(ux * (y - ay) - uy * (x - ax))
        return _to_chord(x, y, ax, ay, ax + length * ux, ay + length * uy)
    if k[ints + KIND] == CURVE:
        nearest = ENDLESS
        for n in range(k[ints + SAMPLED] - 1):
            q = a + k[ints + SAMPLES] + SAMPLE * n
            ax, ay, bx, by = p[q].real, p[q + 1].real, p[q + SAMPLE].real, p[q + SAMPLE + 1].real
            nearest = min(nearest, _to_chord(x, y, ax, ay, bx, by) + 0.15 * math.hypot(bx - ax, by - ay))
        return nearest
    return _to_round(x, y, p, place, k[ints + FLAGS] & ENDS > 0)


@njit
def is_depth(depth, x, y, ux, uy, pose, i, p, k, a, b, body):
    """Whether the place `depth` behind (x, y) along (ux, uy) is inside the body, with (x, y) the nearest way out."""
    if not depth < thickness(x, y, ux, uy, pose, i, p, k, a, b, body):
        return False
    c, s = pose[i + 3].real, pose[i + 4].real
    dx, dy = x + depth * ux - pose[i].real, y + depth * uy - pose[i + 1].real
    lx, ly = c * dx + s * dy, c * dy - s * dx
    # the element that (x, y) lies on is at `depth` itself, but for rounding
    least = depth * (1.0 - 1e-6) - _SKIN * p[a + body].real
    for element in range(k[b + PAIR_OWN + COUNT + body]):
        ints, place = ints_of(k, b, body, element), floats_of(k, a, b, body, element)
        if _to_element(lx, ly, p, k, a, ints, place) < least:
            return False
    return True
