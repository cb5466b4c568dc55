"""The common normal of one element of a profile and one of another.

`contact` returns, for elements that are frozen: gap, unit normal from the first body to the second, foot on the first,
both fractions, and the radii of curvature r/c of both. With feet p_A, p_B it holds p_B = p_A + gap n.

    round and round:     n = +-(c_B - c_A)/|c_B - c_A|, - where one is hollow;  gap = n.(c_B - c_A) - R_A - R_B
    otherwise:           n is the normal of the straight one or the curve, whose fraction Newton's method gives

A foot is q + R o, with q the centre and R the radius of a round element and R = 0 otherwise, so that in all cases
gap = n.(q_B - q_A) - R_A - R_B.
"""

from __future__ import annotations

from linkwork.elements.planar.contact.profile_curve_kernel import between_curves, to_center, to_direction
from linkwork.elements.planar.contact.profile_element_kernel import (
    center_of,
    curve_at,
    round_fraction,
    straight_fraction,
    straight_normal,
    wrapped,
)
from linkwork.elements.planar.contact.profile_layout_kernel import (
    CURVE,
    ENDS,
    FLAGS,
    KIND,
    RADIUS,
    ROUND,
    STRAIGHT,
    floats_of,
    ints_of,
)
from linkwork.elements.planar.frames_kernel import turn
from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import hypot

SOLVED = 1e-8  # of the size: how near feet and normals must be
COINCIDE = 1e-12  # centres nearer than this share of the radii have no direction


@njit
def orientation(k, p, a, b, first, second):
    """+1 where the elements are nearest at their common normal, -1 where one surrounds the other, 0: never."""
    one, other = ints_of(k, b, 0, first), ints_of(k, b, 1, second)
    kind, kind_b = k[one + KIND], k[other + KIND]
    if kind == STRAIGHT and kind_b == STRAIGHT:
        return 0
    r = p[floats_of(k, a, b, 0, first) + RADIUS].real if kind == ROUND else 0.0
    r_b = p[floats_of(k, a, b, 1, second) + RADIUS].real if kind_b == ROUND else 0.0
    if r >= 0.0 and r_b >= 0.0:
        return 1
    if kind == STRAIGHT or kind_b == STRAIGHT or (r < 0.0 and r_b < 0.0):
        return 0
    if kind == ROUND and kind_b == ROUND and r + r_b >= 0.0:
        return 0
    return -1


@njit
def pivot(fraction, pose, i, p, k, a, b, body, element, out, c):
    """A point q, the outward normal o there and r, c: the foot is q + radius o, with a radius where it is round."""
    kind = k[ints_of(k, b, body, element) + KIND]
    place = floats_of(k, a, b, body, element)
    zero = 0.0 * pose[i]
    if kind == CURVE:
        x, y, _tx, _ty, ox, oy, bend, _speed = curve_at(fraction, pose, i, p, k, a, b, body, element, out, c)
        return x, y, ox, oy, zero + 1.0, bend
    x, y = center_of(pose, i, p, place)
    if kind == STRAIGHT:
        ox, oy = straight_normal(pose, i, p, place)
        return x, y, ox, oy, zero + 1.0, zero
    return x, y, zero, zero, zero + p[place + RADIUS], zero + 1.0


@njit
def _solved(fraction, sign, pose, i, j, p, k, a, b, body, element, other, out, c):
    """Fraction of a curve at its common normal with an element of the other body that is no curve."""
    ends = k[ints_of(k, b, body, element) + FLAGS] & ENDS > 0
    place = floats_of(k, a, b, 1 - body, other)
    if k[ints_of(k, b, 1 - body, other) + KIND] == ROUND:
        x, y = center_of(pose, j, p, place)
        return to_center(fraction, x, y, sign, ends, pose, i, p, k, a, b, body, element, out, c)
    ox, oy = straight_normal(pose, j, p, place)
    return to_direction(fraction, ox, oy, ends, pose, i, p, k, a, b, body, element, out, c)


@njit
def _fractions(fa, fb, sign, pose, p, k, a, b, first, second, out, c):
    """Fractions of the curves among the two elements at the common normal."""
    i, j = k[b], k[b + 2]
    one, other = ints_of(k, b, 0, first), ints_of(k, b, 1, second)
    f, g = fa + 0.0 * pose[i], fb + 0.0 * pose[i]
    if k[one + KIND] == CURVE and k[other + KIND] == CURVE:
        ends, ends_b = k[one + FLAGS] & ENDS > 0, k[other + FLAGS] & ENDS > 0
        f, g = between_curves(f, g, ends, ends_b, pose, i, j, p, k, a, b, first, second, out, c)
    elif k[one + KIND] == CURVE:
        f = _solved(f, sign, pose, i, j, p, k, a, b, 0, first, second, out, c)
    elif k[other + KIND] == CURVE:
        g = _solved(g, sign, pose, j, i, p, k, a, b, 1, second, first, out, c)
    return f, g


@njit
def _normal_of_centers(sign, dx, dy, r, r_b, pose, i, mx, my):
    """Normal of two round elements; where their centres coincide the one kept in the axes of the first body."""
    near = COINCIDE * (abs(r.real) + abs(r_b.real))
    if dx.real * dx.real + dy.real * dy.real <= near * near:
        return turn(pose, i, mx, my)
    length = hypot(dx, dy)
    return sign * dx / length, sign * dy / length


@njit
def _fraction_at(fraction, pose, i, p, k, a, b, body, element, ox, oy, x, y):
    """Fraction of an element whose outward normal and foot are known."""
    ints, place = ints_of(k, b, body, element), floats_of(k, a, b, body, element)
    if k[ints + KIND] == ROUND:
        return round_fraction(pose, i, p, place, ox, oy)
    if k[ints + KIND] == STRAIGHT:
        return straight_fraction(pose, i, p, place, x, y)
    return fraction if k[ints + FLAGS] & ENDS > 0 else wrapped(fraction)


@njit
def contact(pose, p, k, a, b, first, second, fa, fb, mx, my, out, c):
    """Gap, normal, foot on the first, fractions, r and c of both.

    `fa`, `fb` are fractions nearby; (mx, my) is a normal in the axes of the first body for coinciding centres.
    """
    i, j = k[b], k[b + 2]
    kind, kind_b = k[ints_of(k, b, 0, first) + KIND], k[ints_of(k, b, 1, second) + KIND]
    sign = float(orientation(k, p, a, b, first, second))
    f, g = _fractions(fa, fb, sign, pose, p, k, a, b, first, second, out, c)
    ax, ay, nx, ny, r, curve = pivot(f, pose, i, p, k, a, b, 0, first, out, c)
    bx, by, ox, oy, r_b, curve_b = pivot(g, pose, j, p, k, a, b, 1, second, out, c)
    radius = r if kind == ROUND else 0.0 * r
    radius_b = r_b if kind_b == ROUND else 0.0 * r_b
    if kind == ROUND and kind_b == ROUND:
        nx, ny = _normal_of_centers(sign, bx - ax, by - ay, r, r_b, pose, i, mx, my)
    elif kind == ROUND or kind_b == STRAIGHT:
        nx, ny = -ox, -oy
    gap = nx * (bx - ax) + ny * (by - ay) - radius - radius_b
    px, py = ax + radius * nx, ay + radius * ny
    if kind == STRAIGHT:
        px, py = bx - (radius_b + gap) * nx, by - (radius_b + gap) * ny
    f = _fraction_at(f, pose, i, p, k, a, b, 0, first, nx, ny, px, py)
    g = _fraction_at(g, pose, j, p, k, a, b, 1, second, -nx, -ny, px + gap * nx, py + gap * ny)
    return gap, nx, ny, px, py, f, g, r, curve, r_b, curve_b


@njit
def spread(gap, r, curve, r_b, curve_b):
    """r_A c_B + r_B c_A + gap c_A c_B: by how much the feet part when the normal turns; its sign tells a minimum."""
    return r * curve_b + r_b * curve + gap * curve * curve_b


@njit
def is_solved(nx, ny, f, g, pose, p, k, a, b, first, second, out, c):
    """Whether the curves among the two elements have their feet on the normal and face along it; real numbers."""
    kind, kind_b = k[ints_of(k, b, 0, first) + KIND], k[ints_of(k, b, 1, second) + KIND]
    if kind != CURVE and kind_b != CURVE:
        return True
    i, j = k[b], k[b + 2]
    x, y, ox, oy, _r, _curve = pivot(f + 0.0 * pose[i], pose, i, p, k, a, b, 0, first, out, c)
    u, v, vx, vy, _r, _curve = pivot(g + 0.0 * pose[i], pose, j, p, k, a, b, 1, second, out, c)
    if kind == CURVE and nx * ox.real + ny * oy.real < 1.0 - SOLVED:
        return False
    if kind_b == CURVE and -(nx * vx.real + ny * vy.real) < 1.0 - SOLVED:
        return False
    off, size = nx * (v - y).real - ny * (u - x).real, p[a if kind == CURVE else a + 1].real
    return kind == STRAIGHT or kind_b == STRAIGHT or abs(off) <= SOLVED * size
