"""Geometry of one element of a profile, seen in the world: place, tangent, outward normal, fraction, curvature.

The radius of curvature is kept as a ratio r/c, positive where the material bulges: a point is (0, 1), a straight piece
(1, 0), an arc (+-R, 1), a curve (1, kappa).
"""

from __future__ import annotations

import math

from linkwork.elements.planar.contact.profile_layout_kernel import (
    CENTER,
    DIRECTION,
    ENDS,
    FLAGS,
    FLAT_AFTER,
    FLAT_BEFORE,
    KIND,
    RADIUS,
    ROUND,
    SENSE,
    SIDE,
    STRAIGHT,
    SWEEP,
    block_of,
    floats_of,
)
from linkwork.elements.planar.frames_kernel import turn
from linkwork.functions.call_kernel import evaluate
from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import atan2, hypot

NO_LIMIT = 1.0  # how far inside, on a side that has no end


@njit
def center_of(pose, i, p, place):
    """The centre of a round element, or the start of a straight one, in the world."""
    x, y = turn(pose, i, p[place + CENTER], p[place + CENTER + 1])
    return pose[i] + x, pose[i + 1] + y


@njit
def straight_normal(pose, i, p, place):
    """Outward normal of a straight element in the world."""
    tx, ty = turn(pose, i, p[place + DIRECTION], p[place + DIRECTION + 1])
    return p[place + SIDE] * ty, -p[place + SIDE] * tx


@njit
def round_fraction(pose, i, p, place, ox, oy):
    """Fraction of a round element at which its outward normal is (ox, oy)."""
    mx, my = turn(pose, i, p[place + DIRECTION], p[place + DIRECTION + 1])
    angle = atan2(mx * oy - my * ox, mx * ox + my * oy)
    return 0.5 + p[place + SENSE] * angle / p[place + SWEEP]


@njit
def straight_fraction(pose, i, p, place, x, y):
    """Fraction of a straight element at the foot (x, y)."""
    sx, sy = center_of(pose, i, p, place)
    tx, ty = turn(pose, i, p[place + DIRECTION], p[place + DIRECTION + 1])
    return ((x - sx) * tx + (y - sy) * ty) / p[place + RADIUS]


@njit
def curve_at(fraction, pose, i, p, k, a, b, body, element, out, c):
    """Place, unit tangent, outward normal, curvature (positive where it bulges) and speed d(length)/d(fraction)."""
    place = floats_of(k, a, b, body, element)
    span = p[place + SWEEP]
    evaluate(p[place + RADIUS] + fraction * span, p, k, block_of(k, b, body, element), out, c)
    x, y = turn(pose, i, out[c], out[c + 1])
    gx, gy = turn(pose, i, out[c + 2], out[c + 3])
    hx, hy = turn(pose, i, out[c + 4], out[c + 5])
    forward = 1.0 if span.real > 0.0 else -1.0
    length = hypot(gx, gy)
    tx, ty = forward * gx / length, forward * gy / length
    side = p[place + SIDE]
    bend = side * forward * (gx * hy - gy * hx) / (length * length * length)
    return pose[i] + x, pose[i + 1] + y, tx, ty, side * ty, -side * tx, bend, forward * span * length


@njit
def wrapped(fraction):
    """The same place on an element that closes on itself, with a fraction from 0 to 1."""
    return fraction - math.floor(fraction.real)


@njit
def inside_of(k, place, fraction, other):
    """How far a fraction is inside its element, whose ints begin at `place`; `other` is the kind that it touches.

    A round element against a straight one has no limit towards a straight neighbour: before the two straight faces
    lie on each other, the far end of one of them touches, so that limit is never met by a contact that carries.
    """
    flags = k[place + FLAGS]
    if flags & ENDS == 0:
        return NO_LIMIT + 0.0 * fraction
    flat = k[place + KIND] == ROUND and other == STRAIGHT
    low = NO_LIMIT + 0.0 * fraction if flat and flags & FLAT_BEFORE else fraction
    high = NO_LIMIT + 0.0 * fraction if flat and flags & FLAT_AFTER else 1.0 - fraction
    return low if low.real < high.real else high
