"""The locally shortest way between two points round a smooth surface: straight, along a geodesic, straight.

The geodesic begins at P with the direction t and is l long. Its equation is x'' = -(t^T H t / |g|^2) g; a neighbour of
it lies at a distance j along the binormal with j'' + K j = 0 (Jacobi). Unknowns are changes of P along t and along the
binormal, a turn of t, and a change of l; what has to vanish are the parts of the straight directions across t at both
ends (after Scholz, Sherman, Stavness, Delp and Kecskemethy 2016). Newton's method, from where the last frame ended.
It is the shortest among its neighbours as long as those from one end do not meet before the other.

The workspace is a table `w` from the place `g` on, in rows of ten numbers. Decisions look at real parts; a last step
without a new geodesic brings the parts of derivatives.
"""

from __future__ import annotations

import math

from linkwork.numerics.geodesics.layout_kernel import COLUMNS, END, HERE, MEET, STAGE, START, SYSTEM, TRIAL, TRIED
from linkwork.numerics.geodesics.rows_kernel import solve_rows
from linkwork.numerics.geodesics.surface_kernel import (
    bend_along,
    gauss_curvature,
    put_on_surface,
    surface_slopes,
)
from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import sqrt

STRIDE = 0.1  # of the radius of curvature: the length of one step along the geodesic
MOST_STRIDES = 2000
MOST_STEPS = 60
CLOSE = 1e-13  # sines of angles at the ends with which the way is the shortest
NEAR_ENOUGH = 1e-10  # what round-off may leave of them
DEPENDENT = 1e-12  # a pivot of the four equations that is none
LARGEST = 0.3  # of the smallest radius, and in radians: the largest step of Newton's method


@njit
def way_rate(kind, radii, w, state, out):
    """Derivatives of place, direction and the two neighbours along the geodesic."""
    s = surface_slopes(kind, radii, w[state], w[state + 1], w[state + 2])
    size = s[0] * s[0] + s[1] * s[1] + s[2] * s[2]
    tx, ty, tz = w[state + 3], w[state + 4], w[state + 5]
    pull = bend_along(s, tx, ty, tz, tx, ty, tz) / size
    curvature = gauss_curvature(s)
    w[out], w[out + 1], w[out + 2] = tx, ty, tz
    for i in range(3):
        w[out + 3 + i] = -pull * s[i]
    w[out + 6], w[out + 7] = w[state + 7], -curvature * w[state + 6]
    w[out + 8], w[out + 9] = w[state + 9], -curvature * w[state + 8]


@njit
def stage_of(w, g, h, a0, a1, a2, a3, a4, a5):
    """The state after the stages so far, those that do not count with a factor of zero, in the row TRIED."""
    at = g + STAGE
    for i in range(at, at + COLUMNS):
        total = a0 * w[i]
        if a1 != 0.0:
            total = total + a1 * w[i + COLUMNS]
        if a2 != 0.0:
            total = total + a2 * w[i + 2 * COLUMNS]
        if a3 != 0.0:
            total = total + a3 * w[i + 3 * COLUMNS]
        if a4 != 0.0:
            total = total + a4 * w[i + 4 * COLUMNS]
        if a5 != 0.0:
            total = total + a5 * w[i + 5 * COLUMNS]
        w[g + TRIED + i - at] = w[g + HERE + i - at] + h * total


@njit
def stride_along(kind, radii, w, g, h):
    """One step of Dormand and Prince along the geodesic, in the row HERE."""
    first, tried = g + STAGE, g + TRIED
    way_rate(kind, radii, w, g + HERE, first)
    stage_of(w, g, h, 1 / 5, 0.0, 0.0, 0.0, 0.0, 0.0)
    way_rate(kind, radii, w, tried, first + COLUMNS)
    stage_of(w, g, h, 3 / 40, 9 / 40, 0.0, 0.0, 0.0, 0.0)
    way_rate(kind, radii, w, tried, first + 2 * COLUMNS)
    stage_of(w, g, h, 44 / 45, -56 / 15, 32 / 9, 0.0, 0.0, 0.0)
    way_rate(kind, radii, w, tried, first + 3 * COLUMNS)
    stage_of(w, g, h, 19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729, 0.0, 0.0)
    way_rate(kind, radii, w, tried, first + 4 * COLUMNS)
    stage_of(w, g, h, 9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656, 0.0)
    way_rate(kind, radii, w, tried, first + 5 * COLUMNS)
    stage_of(w, g, h, 35 / 384, 0.0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84)
    for i in range(COLUMNS):
        w[g + HERE + i] = w[tried + i]
    put_on_surface(kind, radii, w, g + HERE)


@njit
def trace_geodesic(kind, radii, w, g, start, length, lead):
    """Go along the geodesic from the row `start` to the row END; gives the least curvature on it.

    Neighbours from a point `lead` before it spread; where they meet again it is no shortest way, and MEET is given.
    """
    here, none = g + HERE, 0.0 * w[g + start]
    for i in range(6):
        w[here + i] = w[g + start + i]
    w[here + 6], w[here + 7], w[here + 8], w[here + 9] = 1.0 + none, none, none, 1.0 + none
    left, least, sign = abs(length.real), math.inf, 1.0 if length.real >= 0.0 else -1.0
    for _ in range(MOST_STRIDES):
        s = surface_slopes(kind, radii, w[here], w[here + 1], w[here + 2])
        size = math.sqrt((s[0] * s[0] + s[1] * s[1] + s[2] * s[2]).real)
        tx, ty, tz = w[here + 3], w[here + 4], w[here + 5]
        least = min(least, bend_along(s, tx, ty, tz, tx, ty, tz).real / size)
        if left <= 0.0:
            break
        sharp = s[3] * s[3] + s[4] * s[4] + s[5] * s[5] + 2 * (s[6] * s[6] + s[7] * s[7] + s[8] * s[8])
        long = STRIDE * size / math.sqrt(sharp.real)
        if long >= left:
            long = left
        elif 2 * long > left:
            long = 0.5 * left
        stride_along(kind, radii, w, g, sign * long)
        if (lead * w[here + 6] + w[here + 8]).real < 0.0:
            least = MEET
        left -= long
    rest = length - length.real  # what a derivative adds to the length
    way_rate(kind, radii, w, here, g + STAGE)
    for i in range(COLUMNS):
        w[g + END + i] = w[here + i] + rest * w[g + STAGE + i]
    return least


@njit
def end_rows(kind, radii, w, state, ex, ey, ez, inverse, sign, row):
    """Two equations at one end: parts of the straight direction e across t, along the normal and the binormal.

    `inverse` is one over the length of the straight part, `sign` 1 where moving the end lengthens it. Columns of the
    rows: what has to vanish, then its changes for a shift along t, along the binormal, and for a turn of t; then the
    binormal.
    """
    s = surface_slopes(kind, radii, w[state], w[state + 1], w[state + 2])
    size = sqrt(s[0] * s[0] + s[1] * s[1] + s[2] * s[2])
    nx, ny, nz = s[0] / size, s[1] / size, s[2] / size
    tx, ty, tz = w[state + 3], w[state + 4], w[state + 5]
    bx, by, bz = ny * tz - nz * ty, nz * tx - nx * tz, nx * ty - ny * tx
    tt = bend_along(s, tx, ty, tz, tx, ty, tz) / size
    tb = bend_along(s, tx, ty, tz, bx, by, bz) / size
    bb = bend_along(s, bx, by, bz, bx, by, bz) / size
    et, en, eb = ex * tx + ey * ty + ez * tz, ex * nx + ey * ny + ez * nz, ex * bx + ey * by + ez * bz
    factor, other = sign * inverse, row + COLUMNS
    # a shift along t turns n by tt t + tb b, t by -tt n, b by -tb n; along b n by tb t + bb b, t by -tb n, b by -bb n
    w[row], w[other] = en, eb
    w[row + 1] = -factor * et * en + et * tt + eb * tb
    w[other + 1] = -factor * et * eb - en * tb
    w[row + 2] = -factor * eb * en + et * tb + eb * bb
    w[other + 2] = factor * (1 - eb * eb) - en * bb
    w[row + 3], w[other + 3] = 0.0 * et, -et
    w[row + 4], w[row + 5], w[row + 6] = bx, by, bz
    return et.real


@njit
def lacks(kind, radii, ends, w, g, start, length):
    """Shoot from the row `start`; puts the equations of both ends into the workspace.

    Gives the largest lack, the least curvature on the way, and the smaller cosine at the ends.
    """
    p, q = g + start, g + END
    ex, ey, ez = w[p] - ends[0], w[p + 1] - ends[1], w[p + 2] - ends[2]
    long = sqrt(ex * ex + ey * ey + ez * ez)
    least = trace_geodesic(kind, radii, w, g, start, length, long)
    spread, grows = long * w[q + 6] + w[q + 8], long * w[q + 7] + w[q + 9]
    first = end_rows(kind, radii, w, p, ex / long, ey / long, ez / long, 1 / long, 1.0, g + SYSTEM)
    ex, ey, ez = ends[3] - w[q], ends[4] - w[q + 1], ends[5] - w[q + 2]
    long = sqrt(ex * ex + ey * ey + ez * ez)
    last = end_rows(kind, radii, w, q, ex / long, ey / long, ez / long, 1 / long, -1.0, g + SYSTEM + 2 * COLUMNS)
    if (spread + long * grows).real < 0.0:
        least = MEET
    lack = 0.0
    for i in range(4):
        lack = max(lack, abs(w[g + SYSTEM + COLUMNS * i].real))
    return lack, least, min(first, last)


@njit
def gather_four(w, g):
    """The equations of both ends for the four unknowns: four coefficients a row, the right side in column 4."""
    q = g + END
    for i in range(4):
        row = g + SYSTEM + COLUMNS * i
        lack, along, across, turned, later = w[row], w[row + 1], w[row + 2], w[row + 3], 0.0 * w[row]
        if i > 1:
            across, turned = across * w[q + 6] + turned * w[q + 7], across * w[q + 8] + turned * w[q + 9]
            later = along
        w[row], w[row + 1], w[row + 2], w[row + 3], w[row + 4] = along, across, turned, later, -lack


@njit
def solve_four(w, g):
    """Changes of the four unknowns into the row TRIED; False where the equations do not tell them.

    Binormals are gone then. Rows have unit vectors: a pivot that is left out is rounding.
    """
    gather_four(w, g)
    rank = solve_rows(w, g + SYSTEM, 4, COLUMNS, DEPENDENT)
    for i in range(4):
        w[g + TRIED + i] = w[g + SYSTEM + COLUMNS * i + 4]
    return rank == 4


@njit
def binormals(w, g):
    """The binormals at both ends, before the equations are solved."""
    p, q = g + SYSTEM + 4, g + SYSTEM + 2 * COLUMNS + 4
    return (w[p], w[p + 1], w[p + 2]), (w[q], w[q + 1], w[q + 2])


@njit
def finish_way(w, g, length):
    """A step of Newton's method for the parts of derivatives alone, by the geodesic's own neighbours; the length.

    Real parts stay: a way that is there does not move.
    """
    b, c = binormals(w, g)
    if not solve_four(w, g):
        return length
    at, p, q = g + TRIED, g + START, g + END
    ds, db, dt, dl = w[at], w[at + 1], w[at + 2], w[at + 3]
    ds, db, dt, dl = ds - ds.real, db - db.real, dt - dt.real, dl - dl.real
    across = db * w[q + 6] + dt * w[q + 8]
    for i in range(3):
        w[p + i] = w[p + i] + ds * w[p + 3 + i] + db * b[i]
        w[q + i] = w[q + i] + (ds + dl) * w[q + 3 + i] + across * c[i]
    return length + dl


@njit
def shortest_way(kind, radii, ends, w, g, length):
    """Newton's method from the geodesic in the row START; gives its length, the largest lack and the least curvature.

    `ends` are the six coordinates of two points in the frame of the surface.
    """
    smallest = min(radii[0].real, min(radii[1].real, radii[2].real))
    put_on_surface(kind, radii, w, g + START)
    lack, least, cosine = lacks(kind, radii, ends, w, g, START, length)
    solvable = True
    for _ in range(MOST_STEPS):
        if lack < CLOSE:
            break
        b = binormals(w, g)[0]
        solvable = solve_four(w, g)
        if not solvable:
            break
        at = g + TRIED
        ds, db, dt, dl = w[at], w[at + 1], w[at + 2], w[at + 3]
        size = max(max(abs(ds.real), abs(db.real)), abs(dl.real)) / smallest
        share = LARGEST / max(LARGEST, max(size, abs(dt.real)))
        better = False
        for _half in range(12):  # down to 1/4096 of the step
            for i in range(3):
                w[g + TRIAL + i] = w[g + START + i] + share * (ds * w[g + START + 3 + i] + db * b[i])
                w[g + TRIAL + 3 + i] = w[g + START + 3 + i] + share * dt * b[i]
            put_on_surface(kind, radii, w, g + TRIAL)
            new, bent, straight = lacks(kind, radii, ends, w, g, TRIAL, length + share * dl)
            if new < lack or (lack < NEAR_ENOUGH and new < NEAR_ENOUGH):
                better = new < lack
                break
            share *= 0.5
        if not better:
            solvable = False
            break
        for i in range(6):
            w[g + START + i] = w[g + TRIAL + i]
        length = length + share * dl
        lack, least, cosine = new, bent, straight
    if cosine <= 0.0:
        lack = 1.0
    if lack < NEAR_ENOUGH:
        if not solvable:  # what the workspace holds belongs to a step that was not taken
            lacks(kind, radii, ends, w, g, START, length)
        length = finish_way(w, g, length)
    return length, lack, least
