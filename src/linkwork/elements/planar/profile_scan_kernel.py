"""Common normals of curves, all of them: changes of sign of the condition along the samples, solved one by one."""

from __future__ import annotations

from linkwork.elements.planar.profile_layout_kernel import (
    CENTER,
    DIRECTION,
    ENDS,
    FLAGS,
    KIND,
    ROUND,
    SAMPLE,
    SAMPLED,
    SAMPLES,
    SIDE,
    floats_of,
    ints_of,
)
from linkwork.elements.planar.profile_offer_kernel import offer
from linkwork.numerics.jit import njit

DOUBT = 0.5  # of its least size at samples: by so much a condition goes towards zero between them, or farther


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
    i, j = (k[b], k[b + 2]) if body == 0 else (k[b + 2], k[b])
    q = a + k[ints_of(k, b, body, element) + SAMPLES] + SAMPLE * sample
    tx, ty = turned(pose, i, p[q + 2].real, p[q + 3].real)
    place = floats_of(k, a, b, 1 - body, other)
    if k[ints_of(k, b, 1 - body, other) + KIND] == ROUND:
        x, y = in_world(pose, i, p[q].real, p[q + 1].real)
        cx, cy = in_world(pose, j, p[place + CENTER].real, p[place + CENTER + 1].real)
        return (cx - x) * tx + (cy - y) * ty, -1.0
    ux, uy = turned(pose, j, p[place + DIRECTION].real, p[place + DIRECTION + 1].real)
    side, side_b = p[floats_of(k, a, b, body, element) + SIDE].real, p[place + SIDE].real
    return side_b * (tx * uy - ty * ux), side * side_b * (tx * ux + ty * uy)


@njit
def _foot(before, here, after):
    """Where between three samples, from -1 to 1, a condition that does not change sign is nearest to zero; -2: nowhere.

    Two zeros between two samples, a bulge and the dent beside it, are seen by the parabola through the three.
    """
    if before * here <= 0.0 or here * after <= 0.0 or abs(here) > abs(before) or abs(here) > abs(after):
        return -2.0
    bend, slope = 0.5 * (before + after) - here, 0.5 * (after - before)
    if bend == 0.0 or abs(here) * DOUBT > abs(0.25 * slope * slope / bend):
        return -2.0
    return min(max(-0.5 * slope / bend, -1.0), 1.0)


@njit
def _offer_at(f, body, element, other, count, room, pose, memory, p, k, a, b, out, c):
    """Offer the common normal near a fraction of a curve."""
    if body == 0:
        return offer(element, other, f, 0.5, 1.0, 0.0, count, room, pose, memory, p, k, a, b, out, c)
    return offer(other, element, 0.5, f, 1.0, 0.0, count, room, pose, memory, p, k, a, b, out, c)


@njit
def along_curve(body, element, other, count, room, pose, memory, p, k, a, b, out, c):
    """Offer all common normals of one curve and an element that is no curve."""
    ints = ints_of(k, b, body, element)
    samples = k[ints + SAMPLED]
    before, facing = _condition(pose, p, k, a, b, body, element, other, 0)
    last = _condition(pose, p, k, a, b, body, element, other, samples - 2)[0] if k[ints + FLAGS] & ENDS == 0 else 0.0
    for n in range(1, samples):
        after, ahead = _condition(pose, p, k, a, b, body, element, other, n)
        change = before * after <= 0.0 and before != after
        close = 1e-6 * abs(after - before)
        at_end = (n == 1 and abs(before) < close) or (n == samples - 1 and abs(after) < close)
        foot = _foot(last, before, after) if facing < 0.0 else -2.0
        if foot >= -1.0:
            f = (n - 1 + foot) / (samples - 1)
            count = _offer_at(f, body, element, other, count, room, pose, memory, p, k, a, b, out, c)
        if (change or at_end) and (facing < 0.0 or ahead < 0.0):
            share = min(max(before / (before - after), 0.0), 1.0)
            f = (n - 1 + share) / (samples - 1)
            count = _offer_at(f, body, element, other, count, room, pose, memory, p, k, a, b, out, c)
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
                f, g = (m + 0.5) / rows, (n + 0.5) / columns
                count = offer(first, second, f, g, 1.0, 0.0, count, room, pose, memory, p, k, a, b, out, c)
            along, cross, facing = along_c, cross_c, facing_c
            along_b, cross_b, facing_b = along_d, cross_d, facing_d
    return count
