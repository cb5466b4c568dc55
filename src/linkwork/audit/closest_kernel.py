"""The point nearest to the origin of a simplex of one to four points in space, and the points that carry it.

Points are the rows of `s`; they are reordered so that those that carry the nearest point come first.
"""

from __future__ import annotations

import math

from linkwork.numerics.jit import njit

FLAT = 1e-13  # of its size: a tetrahedron less high than this is flat


@njit
def _dot(s, i, j):
    return s[i, 0] * s[j, 0] + s[i, 1] * s[j, 1] + s[i, 2] * s[j, 2]


@njit
def _keep(s, place, from_row):
    for n in range(3):
        s[place, n], s[from_row, n] = s[from_row, n], s[place, n]


@njit
def _combine(s, count, v, one, two, three):
    """The point with these weights."""
    for n in range(3):
        v[n] = one * s[0, n] + (two * s[1, n] if count > 1 else 0.0) + (three * s[2, n] if count > 2 else 0.0)
    return count


@njit
def nearest_of_two(s, v):
    """Nearest point of a segment."""
    square = _dot(s, 0, 0) - 2.0 * _dot(s, 0, 1) + _dot(s, 1, 1)
    share = (_dot(s, 0, 0) - _dot(s, 0, 1)) / square if square > 0.0 else 1.0
    if share >= 1.0:
        _keep(s, 0, 1)
        return _combine(s, 1, v, 1.0, 0.0, 0.0)
    if share <= 0.0:
        return _combine(s, 1, v, 1.0, 0.0, 0.0)
    return _combine(s, 2, v, 1.0 - share, share, 0.0)


@njit
def nearest_of_three(s, v):
    """Nearest point of a triangle, by the regions in which the origin can be."""
    d_aa, d_bb, d_cc = _dot(s, 0, 0), _dot(s, 1, 1), _dot(s, 2, 2)
    d_ab, d_ac, d_bc = _dot(s, 0, 1), _dot(s, 0, 2), _dot(s, 1, 2)
    ab_a, ac_a = d_aa - d_ab, d_aa - d_ac  # (b - a).(o - a), (c - a).(o - a)
    if ab_a <= 0.0 and ac_a <= 0.0:
        return _combine(s, 1, v, 1.0, 0.0, 0.0)
    ab_b, ac_b = d_ab - d_bb, d_ab - d_bc
    if ab_b >= 0.0 and ac_b <= ab_b:
        _keep(s, 0, 1)
        return _combine(s, 1, v, 1.0, 0.0, 0.0)
    w_c = ab_a * ac_b - ab_b * ac_a
    if w_c <= 0.0 and ab_a >= 0.0 and ab_b <= 0.0:
        share = ab_a / (ab_a - ab_b) if ab_a > ab_b else 0.0
        return _combine(s, 2, v, 1.0 - share, share, 0.0)
    ab_c, ac_c = d_ac - d_bc, d_ac - d_cc
    if ac_c >= 0.0 and ab_c <= ac_c:
        _keep(s, 0, 2)
        return _combine(s, 1, v, 1.0, 0.0, 0.0)
    w_b = ab_c * ac_a - ab_a * ac_c
    if w_b <= 0.0 and ac_a >= 0.0 and ac_c <= 0.0:
        share = ac_a / (ac_a - ac_c) if ac_a > ac_c else 0.0
        _keep(s, 1, 2)
        return _combine(s, 2, v, 1.0 - share, share, 0.0)
    w_a = ab_b * ac_c - ab_c * ac_b
    if w_a <= 0.0 and ac_b - ab_b >= 0.0 and ab_c - ac_c >= 0.0:
        whole = (ac_b - ab_b) + (ab_c - ac_c)
        share = (ac_b - ab_b) / whole if whole > 0.0 else 0.0
        _keep(s, 0, 2)
        return _combine(s, 2, v, share, 1.0 - share, 0.0)
    whole = w_a + w_b + w_c
    if not whole > 0.0:
        return nearest_of_two(s, v)
    return _combine(s, 3, v, w_a / whole, w_b / whole, w_c / whole)


@njit
def _outside(s, i, j, k, other):
    """Whether the origin lies on the other side of a face than the fourth point, or the four lie in one plane."""
    ux, uy, uz = s[j, 0] - s[i, 0], s[j, 1] - s[i, 1], s[j, 2] - s[i, 2]
    vx, vy, vz = s[k, 0] - s[i, 0], s[k, 1] - s[i, 1], s[k, 2] - s[i, 2]
    nx, ny, nz = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    here = -(s[i, 0] * nx + s[i, 1] * ny + s[i, 2] * nz)
    there = (s[other, 0] - s[i, 0]) * nx + (s[other, 1] - s[i, 1]) * ny + (s[other, 2] - s[i, 2]) * nz
    size = math.sqrt((nx * nx + ny * ny + nz * nz) * (_dot(s, other, other) + _dot(s, i, i)))
    return abs(there) <= FLAT * size or here * there < 0.0


@njit
def nearest_of_four(s, v):
    """Nearest point of a tetrahedron: of its faces that look at the origin; 4 where it holds the origin.

    Rows 4 to 7 are room to keep the four points.
    """
    best, count = math.inf, 4
    for row in range(4):
        for n in range(3):
            s[4 + row, n] = s[row, n]
    bx, by, bz = 0.0, 0.0, 0.0
    kept = 0
    for left in range(4):
        i, j, k = (left + 1) % 4, (left + 2) % 4, (left + 3) % 4
        if not _outside(s, 4 + i, 4 + j, 4 + k, 4 + left):
            continue
        for n in range(3):
            s[0, n], s[1, n], s[2, n] = s[4 + i, n], s[4 + j, n], s[4 + k, n]
        nearest = nearest_of_three(s, v)
        square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2]
        if square < best:
            best, count, kept = square, nearest, left
            bx, by, bz = v[0], v[1], v[2]
    if count < 4:
        i, j, k = (kept + 1) % 4, (kept + 2) % 4, (kept + 3) % 4
        for n in range(3):
            s[0, n], s[1, n], s[2, n] = s[4 + i, n], s[4 + j, n], s[4 + k, n]
        nearest_of_three(s, v)
    v[0], v[1], v[2] = bx, by, bz
    return count
