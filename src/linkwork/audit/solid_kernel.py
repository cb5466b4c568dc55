"""True distance of two convex solids: an own search by the distance algorithm of Gilbert, Johnson and Keerthi.

Along any unit direction n the two are at least their separation s(n) apart, and their distance is the greatest of
these: positive apart, negative by the depth of an overlap. The direction comes from the nearest points; the number that
is returned is the separation along it, so that a bad search can only find too little distance. Where the two overlap,
one is shifted along a trial direction until they part, the nearest points give a better direction, and so on.
"""

from __future__ import annotations

import math

from linkwork.audit.closest_kernel import nearest_of_four, nearest_of_three, nearest_of_two
from linkwork.audit.support_kernel import (
    AX,
    AY,
    AZ,
    BALL,
    BX,
    BY,
    BZ,
    CYLINDER,
    HALF_SPACE,
    KIND,
    OX,
    RADIUS,
    separation,
    support,
)
from linkwork.numerics.jit import njit

ROUNDS = 200
CONVERGED = 1e-12  # of the square of the distance
SHIFTS = 12
POLISHING, FIRST_STEP, LAST_STEP = 200, 0.05, 1e-8  # rounds of trial, and how far directions are turned in them
ENOUGH = 1e-9  # of the size: shifts that gain less are done


@njit
def _difference(a, corners_a, b, corners_b, d, shift, s, row):
    """The point of b less that of a, farthest against a direction; b is shifted."""
    qx, qy, qz = support(b, corners_b, 0, -d[0], -d[1], -d[2])
    px, py, pz = support(a, corners_a, 0, d[0], d[1], d[2])
    s[row, 0], s[row, 1], s[row, 2] = qx + shift[0] - px, qy + shift[1] - py, qz + shift[2] - pz


@njit
def _nearest(a, corners_a, b, corners_b, shift, s, v):
    """Distance of two solids without their radii, and the way v from one to the other; 0 where they overlap.

    Of all ways on the search the one with the greatest separation is kept: flat simplices of curved solids turn the
    last ones a little.
    """
    v[0], v[1], v[2] = b[BX] + shift[0] - a[BX], b[BY] + shift[1] - a[BY], b[BZ] + shift[2] - a[BZ]
    if v[0] * v[0] + v[1] * v[1] + v[2] * v[2] == 0.0:
        v[0] = 1.0
    _difference(a, corners_a, b, corners_b, v, shift, s, 0)
    v[0], v[1], v[2] = s[0, 0], s[0, 1], s[0, 2]
    count, last, most = 1, math.inf, -math.inf
    x, y, z = v[0], v[1], v[2]
    for _ in range(ROUNDS):
        square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2]
        if square == 0.0 or not square < last:
            break
        last = square
        if count == 4:
            return 0.0
        _difference(a, corners_a, b, corners_b, v, shift, s, count)
        reach = v[0] * s[count, 0] + v[1] * s[count, 1] + v[2] * s[count, 2]
        if reach / math.sqrt(square) > most:
            most, x, y, z = reach / math.sqrt(square), v[0], v[1], v[2]
        if square - reach <= CONVERGED * square:
            break
        count += 1
        if count == 2:
            count = nearest_of_two(s, v)
        elif count == 3:
            count = nearest_of_three(s, v)
        else:
            count = nearest_of_four(s, v)
            if count == 4:
                return 0.0
    nearest = math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])
    v[0], v[1], v[2] = x, y, z
    return nearest


@njit
def _try(a, corners_a, b, corners_b, x, y, z, best, axis):
    """The separation along a direction, kept with it where it is greater than the best so far."""
    length = math.sqrt(x * x + y * y + z * z)
    if length == 0.0:
        return best
    gap = separation(a, corners_a, b, corners_b, x / length, y / length, z / length)
    if gap > best:
        axis[0], axis[1], axis[2] = x / length, y / length, z / length
        return gap
    return best


@njit
def _pushed_apart(a, corners_a, b, corners_b, best, axis, shift, s, v):
    """The greatest separation near a direction, by shifts of b along it that part the two."""
    size = min(a[BALL], b[BALL]) + a[RADIUS] + b[RADIUS]
    for _ in range(SHIFTS):
        far = -best - a[RADIUS] - b[RADIUS]
        # a hundredth of its size clears it of the other, so that the nearest points are well defined
        far = max(far, 0.0) + 1e-2 * size
        shift[0], shift[1], shift[2] = far * axis[0], far * axis[1], far * axis[2]
        if _nearest(a, corners_a, b, corners_b, shift, s, v) == 0.0:
            return best
        better = _try(a, corners_a, b, corners_b, v[0], v[1], v[2], best, axis)
        if better <= best + ENOUGH * size:
            return max(better, best)
        best = better
    return best


@njit
def _polished(a, corners_a, b, corners_b, best, axis):
    """The greatest separation in the neighbourhood of a direction, by trial: the search can stall on curved solids.

    Eight ways are tried from the best direction, turned a little in every round; where none is better, shorter ones.
    """
    step, turn = FIRST_STEP, 0.0
    for _ in range(POLISHING):
        x, y, z = axis[0], axis[1], axis[2]
        ux, uy, uz = (0.0, -z, y) if abs(x) < 0.7 else (z, 0.0, -x)
        length = math.sqrt(ux * ux + uy * uy + uz * uz)
        ux, uy, uz = ux / length, uy / length, uz / length
        wx, wy, wz = y * uz - z * uy, z * ux - x * uz, x * uy - y * ux
        before = best
        # the eight directions about the axis
        for way in range(8):
            c, s = step * math.cos(turn + 0.25 * math.pi * way), step * math.sin(turn + 0.25 * math.pi * way)
            best = _try(
                a, corners_a, b, corners_b, x + c * ux + s * wx, y + c * uy + s * wy, z + c * uz + s * wz, best, axis
            )
        turn += 0.3
        if best <= before:
            step *= 0.5
        if step < LAST_STEP:
            break
    return best


@njit
def _from(a, corners_a, b, corners_b, x, y, z, best, trial, axis, shift, s, v):
    """The greatest separation that pushing apart finds from one more direction; its direction in `axis` if it is it."""
    gap = _try(a, corners_a, b, corners_b, x, y, z, -math.inf, trial)
    if gap == -math.inf:
        return best
    gap = _pushed_apart(a, corners_a, b, corners_b, gap, trial, shift, s, v)
    if gap > best:
        axis[0], axis[1], axis[2] = trial[0], trial[1], trial[2]
        return gap
    return best


@njit
def _overlap(a, corners_a, b, corners_b, best, enough, axis, shift, s, v):
    """The greatest separation where two solids overlap, from several directions, until it is not less than -`enough`.

    The directions are those of the ways between the middles, and to the faces, edges and corners of a cube.
    """
    trial = s[8]
    best = _from(
        a, corners_a, b, corners_b, b[BX] - a[BX], b[BY] - a[BY], b[BZ] - a[BZ], best, trial, axis, shift, s, v
    )
    if a[KIND] == CYLINDER or b[KIND] == CYLINDER:
        for sign in (-1.0, 1.0):
            x, y, z = sign * a[AX], sign * a[AY], sign * a[AZ]
            best = _from(a, corners_a, b, corners_b, x, y, z, best, trial, axis, shift, s, v)
            x, y, z = sign * b[AX], sign * b[AY], sign * b[AZ]
            best = _from(a, corners_a, b, corners_b, x, y, z, best, trial, axis, shift, s, v)
    # directions to the corners, edges and faces of a cube
    for number in range(27):
        if best >= -enough:
            break
        x, y, z = number % 3 - 1.0, number // 3 % 3 - 1.0, number // 9 - 1.0
        best = _from(a, corners_a, b, corners_b, x, y, z, best, trial, axis, shift, s, v)
    return best


@njit
def true_distance(a, corners_a, b, corners_b, far, enough, axis, shift, s, v):
    """Distance of two convex solids, negative by the depth of their overlap, and the direction of it in `axis`.

    `axis` comes with a direction to be tried first: where the two are farther apart than `far` along it, that will do,
    and where they overlap and are not deeper than `enough`.
    """
    if a[KIND] == HALF_SPACE:
        px, py, pz = support(b, corners_b, 0, -a[AX], -a[AY], -a[AZ])
        return (px - a[OX]) * a[AX] + (py - a[OX + 1]) * a[AY] + (pz - a[OX + 2]) * a[AZ] - b[RADIUS]
    if b[KIND] == HALF_SPACE:
        px, py, pz = support(a, corners_a, 0, -b[AX], -b[AY], -b[AZ])
        return (px - b[OX]) * b[AX] + (py - b[OX + 1]) * b[AY] + (pz - b[OX + 2]) * b[AZ] - a[RADIUS]
    best = _try(a, corners_a, b, corners_b, axis[0], axis[1], axis[2], -math.inf, axis)
    if best > far:
        return best
    shift[0], shift[1], shift[2] = 0.0, 0.0, 0.0
    away, radii = _nearest(a, corners_a, b, corners_b, shift, s, v), a[RADIUS] + b[RADIUS]
    if away > 0.0:
        best = _try(a, corners_a, b, corners_b, v[0], v[1], v[2], best, axis)
        if away - radii - best > ENOUGH * (min(a[BALL], b[BALL]) + radii):  # nearest points that are not: it stalled
            best = _polished(a, corners_a, b, corners_b, best, axis)
        if best > -radii:
            return best
    if best < -enough:
        best = _polished(a, corners_a, b, corners_b, best, axis)
    if best < -enough:
        best = _overlap(a, corners_a, b, corners_b, best, enough, axis, shift, s, v)
        best = _polished(a, corners_a, b, corners_b, best, axis)
    return best
