"""The locally shortest way between two points round a smooth surface: straight, along a geodesic, straight.

The geodesic begins at P with the direction t and is l long. Its equation is x'' = -(t^T H t / |g|^2) g; a neighbour of
it lies at a distance j along the binormal with j'' + K j = 0 (Jacobi). Unknowns are changes of P along t and along the
binormal, a turn of t, and a change of l; what has to vanish are the parts of the straight directions across t at both
ends (after Scholz, Sherman, Stavness, Delp and Kecskemethy 2016). Newton's method, from where the last frame ended.
It is the shortest among its neighbours as long as those from one end do not meet before the other.
"""

from __future__ import annotations

import math

from linkwork.library.biomechanics.layout_kernel import GEODESIC_COLUMNS
from linkwork.library.biomechanics.paths.surface_kernel import (
    bend_along,
    gauss_curvature,
    put_on_surface,
    surface_slopes,
)
from linkwork.numerics.jit import njit

STRIDE = 0.1  # of the radius of curvature: the length of one step along the geodesic
MOST_STRIDES = 2000
MOST_STEPS = 60
CLOSE = 1e-13  # sines of angles at the ends with which the way is the shortest
NEAR_ENOUGH = 1e-10  # what round-off may leave of them
LARGEST = 0.3  # of the smallest radius, and in radians: the largest step of Newton's method
START, TRIAL, HERE, END, STAGE = 0, 1, 2, 3, 4
"""Rows of the workspace: place, direction and neighbours at the start, a trial start, along the way, at the end, and
the stages of a step. Rows from SYSTEM on hold four equations."""
SYSTEM = 11


@njit
def way_rate(kind, radii, state, out):
    """Derivatives of place, direction and the two neighbours along the geodesic."""
    s = surface_slopes(kind, radii, state[0], state[1], state[2])
    size = s[0] * s[0] + s[1] * s[1] + s[2] * s[2]
    pull = bend_along(s, state[3], state[4], state[5], state[3], state[4], state[5]) / size
    curvature = gauss_curvature(s)
    for i in range(3):
        out[i], out[3 + i] = state[3 + i], -pull * s[i]
    out[6], out[7] = state[7], -curvature * state[6]
    out[8], out[9] = state[9], -curvature * state[8]


@njit
def stage_of(work, count, h, a0, a1, a2, a3, a4, a5):
    """The state after the stages so far, in row START + STAGE + 6 of the workspace."""
    for i in range(GEODESIC_COLUMNS):
        total = a0 * work[STAGE, i]
        if count > 1:
            total += a1 * work[STAGE + 1, i]
        if count > 2:
            total += a2 * work[STAGE + 2, i]
        if count > 3:
            total += a3 * work[STAGE + 3, i]
        if count > 4:
            total += a4 * work[STAGE + 4, i]
        if count > 5:
            total += a5 * work[STAGE + 5, i]
        work[STAGE + 6, i] = work[HERE, i] + h * total


@njit
def trace_geodesic(kind, radii, work, start, length, lead):
    """Go along the geodesic from work[start] to work[END] by Dormand and Prince; gives the least curvature on it.

    Neighbours from a point `lead` before it spread; where they meet again it is no shortest way, and -1 is given.
    """
    for i in range(6):
        work[HERE, i] = work[start, i]
    work[HERE, 6], work[HERE, 7], work[HERE, 8], work[HERE, 9] = 1.0, 0.0, 0.0, 1.0
    left, least, sign = abs(length), math.inf, 1.0 if length >= 0.0 else -1.0
    for _ in range(MOST_STRIDES):
        here = work[HERE]
        s = surface_slopes(kind, radii, here[0], here[1], here[2])
        size = math.sqrt(s[0] * s[0] + s[1] * s[1] + s[2] * s[2])
        least = min(least, bend_along(s, here[3], here[4], here[5], here[3], here[4], here[5]) / size)
        if left <= 0.0:
            break
        sharp = math.sqrt(
            s[3] * s[3] + s[4] * s[4] + s[5] * s[5] + 2 * (s[6] * s[6] + s[7] * s[7] + s[8] * s[8])
        )  # fmt: skip
        long = STRIDE * size / sharp
        if long >= left:
            long = left
        elif 2 * long > left:
            long = 0.5 * left
        h = sign * long
        way_rate(kind, radii, work[HERE], work[STAGE])
        stage_of(work, 1, h, 1 / 5, 0.0, 0.0, 0.0, 0.0, 0.0)
        way_rate(kind, radii, work[STAGE + 6], work[STAGE + 1])
        stage_of(work, 2, h, 3 / 40, 9 / 40, 0.0, 0.0, 0.0, 0.0)
        way_rate(kind, radii, work[STAGE + 6], work[STAGE + 2])
        stage_of(work, 3, h, 44 / 45, -56 / 15, 32 / 9, 0.0, 0.0, 0.0)
        way_rate(kind, radii, work[STAGE + 6], work[STAGE + 3])
        stage_of(work, 4, h, 19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729, 0.0, 0.0)
        way_rate(kind, radii, work[STAGE + 6], work[STAGE + 4])
        stage_of(work, 5, h, 9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656, 0.0)
        way_rate(kind, radii, work[STAGE + 6], work[STAGE + 5])
        stage_of(work, 6, h, 35 / 384, 0.0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84)
        for i in range(GEODESIC_COLUMNS):
            work[HERE, i] = work[STAGE + 6, i]
        put_on_surface(kind, radii, work[HERE])
        if lead * work[HERE, 6] + work[HERE, 8] < 0.0:
            least = -1.0
        left -= long
    for i in range(GEODESIC_COLUMNS):
        work[END, i] = work[HERE, i]
    return least


@njit
def end_rows(kind, radii, state, ex, ey, ez, inverse, sign, work, row):
    """Two equations at one end: parts of the straight direction e across t, along the normal and the binormal.

    `inverse` is one over the length of the straight part, `sign` 1 where moving the end lengthens it. Columns of the
    rows: what has to vanish, then its changes for a shift along t, along the binormal, and for a turn of t.
    """
    s = surface_slopes(kind, radii, state[0], state[1], state[2])
    size = math.sqrt(s[0] * s[0] + s[1] * s[1] + s[2] * s[2])
    nx, ny, nz = s[0] / size, s[1] / size, s[2] / size
    tx, ty, tz = state[3], state[4], state[5]
    bx, by, bz = ny * tz - nz * ty, nz * tx - nx * tz, nx * ty - ny * tx
    tt = bend_along(s, tx, ty, tz, tx, ty, tz) / size
    tb = bend_along(s, tx, ty, tz, bx, by, bz) / size
    bb = bend_along(s, bx, by, bz, bx, by, bz) / size
    et, en, eb = ex * tx + ey * ty + ez * tz, ex * nx + ey * ny + ez * nz, ex * bx + ey * by + ez * bz
    factor = sign * inverse
    # a shift along t turns n by tt t + tb b, t by -tt n, b by -tb n; along b n by tb t + bb b, t by -tb n, b by -bb n
    work[row, 0], work[row + 1, 0] = en, eb
    work[row, 1] = -factor * et * en + et * tt + eb * tb
    work[row + 1, 1] = -factor * et * eb - en * tb
    work[row, 2] = -factor * eb * en + et * tb + eb * bb
    work[row + 1, 2] = factor * (1 - eb * eb) - en * bb
    work[row, 3], work[row + 1, 3] = 0.0, -et
    work[row, 4] = bx
    work[row, 5] = by
    work[row, 6] = bz
    return et


@njit
def lacks(kind, radii, ends, work, start, length):
    """Shoot from work[start]; puts the equations of both ends into the workspace.

    Gives the largest lack, the least curvature on the way, and the smaller cosine at the ends.
    """
    p, q = work[start], work[END]
    ex, ey, ez = p[0] - ends[0], p[1] - ends[1], p[2] - ends[2]
    long = math.sqrt(ex * ex + ey * ey + ez * ez)
    least = trace_geodesic(kind, radii, work, start, length, long)
    spread, grows = long * q[6] + q[8], long * q[7] + q[9]
    first = end_rows(kind, radii, p, ex / long, ey / long, ez / long, 1 / long, 1.0, work, SYSTEM)
    ex, ey, ez = ends[3] - q[0], ends[4] - q[1], ends[5] - q[2]
    long = math.sqrt(ex * ex + ey * ey + ez * ez)
    last = end_rows(kind, radii, q, ex / long, ey / long, ez / long, 1 / long, -1.0, work, SYSTEM + 2)
    if spread + long * grows < 0.0:
        least = -1.0
    lack = 0.0
    for i in range(4):
        lack = max(lack, abs(work[SYSTEM + i, 0]))
    return lack, least, min(first, last)


@njit
def solve_four(work):
    """Changes of the four unknowns into work[STAGE + 6, 0:4]; False where the equations do not tell them."""
    a, j, r = work[END, 6], work[END, 7], work[END, 8]
    turn = work[END, 9]
    for i in range(2):
        row = work[SYSTEM + 2 + i]
        along, across, turned = row[1], row[2], row[3]
        row[1], row[2], row[3], row[7] = along, across * a + turned * j, across * r + turned * turn, along
        work[SYSTEM + i, 7] = 0.0
    for i in range(4):
        row = work[SYSTEM + i]
        row[8] = -row[0]
        row[0], row[1], row[2], row[3] = row[1], row[2], row[3], row[7]
    for column in range(4):
        best = column
        for i in range(column + 1, 4):
            if abs(work[SYSTEM + i, column]) > abs(work[SYSTEM + best, column]):
                best = i
        # rows have unit vectors: such a pivot is rounding, and the four equations are dependent
        if abs(work[SYSTEM + best, column]) < 1e-12:
            return False
        if best != column:
            for k in range(9):  # four coefficients, what they were made from, the right side
                work[SYSTEM + best, k], work[SYSTEM + column, k] = work[SYSTEM + column, k], work[SYSTEM + best, k]
        for i in range(column + 1, 4):
            factor = work[SYSTEM + i, column] / work[SYSTEM + column, column]
            for k in range(column, 4):
                work[SYSTEM + i, k] -= factor * work[SYSTEM + column, k]
            work[SYSTEM + i, 8] -= factor * work[SYSTEM + column, 8]
    for i in range(3, -1, -1):
        total = work[SYSTEM + i, 8]
        for k in range(i + 1, 4):
            total -= work[SYSTEM + i, k] * work[STAGE + 6, k]
        work[STAGE + 6, i] = total / work[SYSTEM + i, i]
    return True


@njit
def shortest_way(kind, radii, ends, work, length):
    """Newton's method from the geodesic in work[START]; gives its length, the largest lack and the least curvature.

    `ends` are the two points in the frame of the surface.
    """
    smallest = min(radii[0], min(radii[1], radii[2]))
    lack, least, cosine = lacks(kind, radii, ends, work, START, length)
    for _ in range(MOST_STEPS):
        if lack < CLOSE:
            break
        bx, by, bz = work[SYSTEM, 4], work[SYSTEM, 5], work[SYSTEM, 6]
        if not solve_four(work):
            break
        ds, db, dt, dl = work[STAGE + 6, 0], work[STAGE + 6, 1], work[STAGE + 6, 2], work[STAGE + 6, 3]
        size = max(max(abs(ds), abs(db)), abs(dl)) / smallest
        share = LARGEST / max(LARGEST, max(size, abs(dt)))
        better = False
        for _half in range(12):  # down to 1/4096 of the step
            for i in range(3):
                b = bx if i == 0 else (by if i == 1 else bz)
                work[TRIAL, i] = work[START, i] + share * (ds * work[START, 3 + i] + db * b)
                work[TRIAL, 3 + i] = work[START, 3 + i] + share * dt * b
            put_on_surface(kind, radii, work[TRIAL])
            new, bent, straight = lacks(kind, radii, ends, work, TRIAL, length + share * dl)
            if new < lack or (lack < NEAR_ENOUGH and new < NEAR_ENOUGH):
                better = new < lack
                break
            share *= 0.5
        if not better:
            break
        for i in range(6):
            work[START, i] = work[TRIAL, i]
        length += share * dl
        lack, least, cosine = new, bent, straight
    if cosine <= 0.0:
        lack = 1.0
    if lack < NEAR_ENOUGH:
        lacks(kind, radii, ends, work, START, length)
    return length, lack, least
