"""Common normals of curves, all of them: changes of sign of the condition along the samples, solved one by one."""

from __future__ import annotations

from linkwork.elements.planar.contact.profile_cell_kernel import HALVINGS, in_cell
from linkwork.elements.planar.contact.profile_element_kernel import curve_at
from linkwork.elements.planar.contact.profile_layout_kernel import (
    CENTER,
    DIRECTION,
    KIND,
    ROUND,
    SAMPLE,
    SAMPLED,
    SAMPLES,
    SIDE,
    floats_of,
    ints_of,
)
from linkwork.elements.planar.contact.profile_offer_kernel import offer
from linkwork.numerics.jit import njit

DOUBT = 0.2  # of its changes between three samples: where the condition is less, it may be zero twice between two
PROBES = 4  # parts of such a stretch
SHARP = 0.8  # cosine of the angle by which a tangent turns between two samples: where it turns more there is a tip
AT_END = 1e-6  # of its change: a condition so small at the end of a curve is zero there


@njit
def in_world(pose, i, x, y):
    """A point of a body in the world, real."""
    c, s = pose[i + 3].real, pose[i + 4].real
    return pose[i].real + c * x - s * y, pose[i + 1].real + s * x + c * y


@njit
def turned(pose, i, x, y):
    """A direction of a body in the world, real."""
    c, s = pose[i + 3].real, pose[i + 4].real
    return c * x - s * y, s * x + c * y


@njit
def _condition(pose, p, k, a, b, body, element, other, sample):
    """The condition of a common normal at a sample of a curve against an element that is no curve, and its side.

    It falls through zero where the curve is nearest to a round element that bulges and rises where it surrounds;
    a straight element must be faced: the second number is negative there.
    """
    i, q = k[b + 2 * body], a + k[ints_of(k, b, body, element) + SAMPLES] + SAMPLE * sample
    x, y = in_world(pose, i, p[q].real, p[q + 1].real)
    tx, ty = turned(pose, i, p[q + 2].real, p[q + 3].real)
    return _condition_of(x, y, tx, ty, pose, p, k, a, b, body, element, other)


@njit
def _condition_of(x, y, tx, ty, pose, p, k, a, b, body, element, other):
    """The same at a place of the curve with its tangent, both in the world."""
    j, place = k[b + 2 - 2 * body], floats_of(k, a, b, 1 - body, other)
    if k[ints_of(k, b, 1 - body, other) + KIND] == ROUND:
        cx, cy = in_world(pose, j, p[place + CENTER].real, p[place + CENTER + 1].real)
        return (cx - x) * tx + (cy - y) * ty, -1.0
    ux, uy = turned(pose, j, p[place + DIRECTION].real, p[place + DIRECTION + 1].real)
    side, side_b = p[floats_of(k, a, b, body, element) + SIDE].real, p[place + SIDE].real
    return side_b * (tx * uy - ty * ux), side * side_b * (tx * ux + ty * uy)


@njit
def _condition_at(f, pose, p, k, a, b, body, element, other, out, c):
    """The condition at a fraction of the curve."""
    i = k[b + 2 * body]
    x, y, tx, ty, _ox, _oy, _bend, _speed = curve_at(f + 0.0 * pose[i], pose, i, p, k, a, b, body, element, out, c)
    return _condition_of(x.real, y.real, tx.real, ty.real, pose, p, k, a, b, body, element, other)[0]


@njit
def _turn_between(p, k, a, ints, n):
    """Cosine of the angle by which a curve turns from a sample to the next."""
    q = a + k[ints + SAMPLES] + SAMPLE * n
    o = q + SAMPLE
    return p[q + 2].real * p[o + 2].real + p[q + 3].real * p[o + 3].real


@njit
def _is_sharp(p, k, a, b, body, element, f, g):
    """Whether there is a tip between two fractions, which lie between the same samples."""
    ints = ints_of(k, b, body, element)
    last = k[ints + SAMPLED] - 2
    return _turn_between(p, k, a, ints, min(int(0.5 * (f + g) * (last + 1)), last)) < SHARP


@njit
def _halved(f, g, at_f, at_g, pose, p, k, a, b, body, element, other, out, c):
    """Two fractions between which the condition changes its sign, near each other, and the condition there."""
    for _ in range(HALVINGS):
        middle = 0.5 * (f + g)
        at_middle = _condition_at(middle, pose, p, k, a, b, body, element, other, out, c)
        if at_f * at_middle > 0.0:
            f, at_f = middle, at_middle
        else:
            g, at_g = middle, at_middle
        if at_f == at_g:
            break
    return f, g, at_f, at_g if at_f != at_g else at_g + 1.0


@njit
def _offer_between(f, g, at_f, at_g, body, element, other, count, room, pose, memory, p, k, a, b, out, c):
    """Offer the common normal between two fractions of a curve where the condition changes its sign, if it does."""
    if at_f * at_g > 0.0 or at_f == at_g:
        return count
    if _is_sharp(p, k, a, b, body, element, f, g):
        f, g, at_f, at_g = _halved(f, g, at_f, at_g, pose, p, k, a, b, body, element, other, out, c)
    place = f + min(max(at_f / (at_f - at_g), 0.0), 1.0) * (g - f)
    if body == 0:
        return offer(element, other, place, 0.5, 1.0, 0.0, count, room, pose, memory, p, k, a, b, out, c)
    return offer(other, element, 0.5, place, 1.0, 0.0, count, room, pose, memory, p, k, a, b, out, c)


@njit
def along_curve(body, element, other, count, room, pose, memory, p, k, a, b, out, c):
    """Offer all common normals of one curve and an element that is no curve.

    Two zeros may lie between two samples, a bulge and the dent beside it: where the condition is small more places are
    looked at.
    """
    samples = k[ints_of(k, b, body, element) + SAMPLED]
    before, facing = _condition(pose, p, k, a, b, body, element, other, 0)
    last = before
    for n in range(1, samples):
        after, ahead = _condition(pose, p, k, a, b, body, element, other, n)
        f, g = (n - 1.0) / (samples - 1), n / (samples - 1.0)
        change = abs(after - before)
        before = 0.0 if n == 1 and abs(before) < AT_END * change else before
        after = 0.0 if n == samples - 1 and abs(after) < AT_END * change else after
        least = min(abs(before), abs(after))
        if (facing < 0.0 or ahead < 0.0) and least <= DOUBT * (change + abs(before - last)):
            at_f = before
            for probe in range(1, PROBES):
                middle = f + (g - f) / (PROBES - probe + 1.0)
                at_middle = _condition_at(middle, pose, p, k, a, b, body, element, other, out, c)
                count = _offer_between(
                    f, middle, at_f, at_middle, body, element, other, count, room, pose, memory, p, k, a, b, out, c
                )
                f, at_f = middle, at_middle
            count = _offer_between(
                f, g, at_f, after, body, element, other, count, room, pose, memory, p, k, a, b, out, c
            )
        elif (facing < 0.0 or ahead < 0.0) and before * after <= 0.0:
            count = _offer_between(
                f, g, before, after, body, element, other, count, room, pose, memory, p, k, a, b, out, c
            )
        last, before, facing = before, after, ahead
    return count


@njit
def _conditions(pose, p, k, a, b, first, second, m, n):
    """The two conditions of a common normal at samples of two curves, and whether they face each other."""
    q = a + k[ints_of(k, b, 0, first) + SAMPLES] + SAMPLE * m
    o = a + k[ints_of(k, b, 1, second) + SAMPLES] + SAMPLE * n
    x, y = in_world(pose, k[b], p[q].real, p[q + 1].real)
    u, v = in_world(pose, k[b + 2], p[o].real, p[o + 1].real)
    tx, ty = turned(pose, k[b], p[q + 2].real, p[q + 3].real)
    sx, sy = turned(pose, k[b + 2], p[o + 2].real, p[o + 3].real)
    side = p[floats_of(k, a, b, 0, first) + SIDE].real * p[floats_of(k, a, b, 1, second) + SIDE].real
    return (u - x) * tx + (v - y) * ty, tx * sy - ty * sx, side * (tx * sx + ty * sy)


@njit
def _holds_zero(one, two, three, four):
    """Whether a function changes sign in a cell."""
    return min(min(one, two), min(three, four)) <= 0.0 <= max(max(one, two), max(three, four))


@njit
def _in_cell(m, n, rows, columns, pose, p, k, a, b, first, second, out, c):
    """Fractions from which Newton's method finds the common normal in a cell: its middle, closer where one is sharp."""
    turning = _turn_between(p, k, a, ints_of(k, b, 0, first), m)
    turning_b = _turn_between(p, k, a, ints_of(k, b, 1, second), n)
    f, f_end, g, g_end = m / rows, (m + 1.0) / rows, n / columns, (n + 1.0) / columns
    if min(turning, turning_b) >= SHARP:
        return 0.5 * (f + f_end), 0.5 * (g + g_end)
    if turning_b < turning:
        return in_cell(f, f_end, g, g_end, pose, p, k, a, b, 0, first, second, out, c)
    g, f = in_cell(g, g_end, f, f_end, pose, p, k, a, b, 1, second, first, out, c)
    return f, g


@njit
def between_curves(first, second, count, room, pose, memory, p, k, a, b, out, c):
    """Offer all common normals of two curves: cells of samples in which both conditions change sign."""
    rows, columns = k[ints_of(k, b, 0, first) + SAMPLED] - 1, k[ints_of(k, b, 1, second) + SAMPLED] - 1
    for m in range(rows):
        along, cross, facing = _conditions(pose, p, k, a, b, first, second, m, 0)
        along_b, cross_b, facing_b = _conditions(pose, p, k, a, b, first, second, m + 1, 0)
        for n in range(columns):
            along_c, cross_c, facing_c = _conditions(pose, p, k, a, b, first, second, m, n + 1)
            along_d, cross_d, facing_d = _conditions(pose, p, k, a, b, first, second, m + 1, n + 1)
            faced = min(min(facing, facing_b), min(facing_c, facing_d)) < 0.0
            zero = _holds_zero(along, along_b, along_c, along_d) and _holds_zero(cross, cross_b, cross_c, cross_d)
            if faced and zero:
                f, g = _in_cell(m, n, rows, columns, pose, p, k, a, b, first, second, out, c)
                count = offer(first, second, f, g, 1.0, 0.0, count, room, pose, memory, p, k, a, b, out, c)
            along, cross, facing = along_c, cross_c, facing_c
            along_b, cross_b, facing_b = along_d, cross_d, facing_d
    return count
