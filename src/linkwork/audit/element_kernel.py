"""Distances and crossings of segments and arcs in the plane, in closed form.

An element is a row of numbers: kind, start, end, and of an arc its centre, its radius, the unit vector to its middle,
the cosine of half its sweep, and whether it bulges to the left (+1) or right (-1) of its chord. Arcs are at most a
quarter of a circle.
"""

from __future__ import annotations

import math

from linkwork.numerics.jit import njit

SEGMENT, ARC = 0.0, 1.0
KIND, X0, Y0, X1, Y1, CX, CY, R, MX, MY, COSINE, BULGE = range(12)
COLUMNS = 12
EDGE = 1e-12  # of an element: crossings so near to an end count as crossings of the end


@njit
def length_of(x, y):
    """The length of a vector; faster than `hypot`, which minds numbers that no outline has."""
    return math.sqrt(x * x + y * y)


@njit
def on_arc(e, i, dx, dy):
    """Whether a direction from the centre of an arc meets the arc."""
    return dx * e[i, MX] + dy * e[i, MY] >= (e[i, COSINE] - EDGE) * math.sqrt(dx * dx + dy * dy)


@njit
def point_at(e, i, share):
    """The point at a share of an element."""
    if e[i, KIND] == SEGMENT or share == 0.0 or share == 1.0:
        if share == 1.0:
            return e[i, X1], e[i, Y1]
        return e[i, X0] + share * (e[i, X1] - e[i, X0]), e[i, Y0] + share * (e[i, Y1] - e[i, Y0])
    turn = -e[i, BULGE] * 2.0 * math.acos(e[i, COSINE]) * (share - 0.5)
    c, s = math.cos(turn), math.sin(turn)
    return (
        e[i, CX] + e[i, R] * (c * e[i, MX] - s * e[i, MY]),
        e[i, CY] + e[i, R] * (s * e[i, MX] + c * e[i, MY]),
    )


@njit
def share_of(e, i, x, y):
    """The share of an element at which a point of it lies."""
    if e[i, KIND] == SEGMENT:
        dx, dy = e[i, X1] - e[i, X0], e[i, Y1] - e[i, Y0]
        square = dx * dx + dy * dy
        share = ((x - e[i, X0]) * dx + (y - e[i, Y0]) * dy) / square if square > 0.0 else 0.0
    else:
        dx, dy = x - e[i, CX], y - e[i, CY]
        turn = math.atan2(e[i, MX] * dy - e[i, MY] * dx, e[i, MX] * dx + e[i, MY] * dy)
        share = 0.5 - e[i, BULGE] * turn / (2.0 * math.acos(e[i, COSINE]))
    return min(max(share, 0.0), 1.0)


@njit
def point_distance(e, i, x, y):
    """Distance of a point from an element."""
    if e[i, KIND] == SEGMENT:
        dx, dy = e[i, X1] - e[i, X0], e[i, Y1] - e[i, Y0]
        square = dx * dx + dy * dy
        share = ((x - e[i, X0]) * dx + (y - e[i, Y0]) * dy) / square if square > 0.0 else 0.0
        share = min(max(share, 0.0), 1.0)
        return length_of(x - e[i, X0] - share * dx, y - e[i, Y0] - share * dy)
    dx, dy = x - e[i, CX], y - e[i, CY]
    if on_arc(e, i, dx, dy):
        return abs(math.sqrt(dx * dx + dy * dy) - e[i, R])
    return min(length_of(x - e[i, X0], y - e[i, Y0]), length_of(x - e[i, X1], y - e[i, Y1]))


@njit
def _segments_cross(a, i, b, j, crossings, at):
    """Where two segments cross; how often."""
    ux, uy = a[i, X1] - a[i, X0], a[i, Y1] - a[i, Y0]
    vx, vy = b[j, X1] - b[j, X0], b[j, Y1] - b[j, Y0]
    wx, wy = b[j, X0] - a[i, X0], b[j, Y0] - a[i, Y0]
    cross = ux * vy - uy * vx
    if abs(cross) <= EDGE * math.sqrt((ux * ux + uy * uy) * (vx * vx + vy * vy)):
        return 0
    s, t = (wx * vy - wy * vx) / cross, (wx * uy - wy * ux) / cross
    if not (-EDGE <= s <= 1.0 + EDGE and -EDGE <= t <= 1.0 + EDGE):
        return 0
    crossings[at, 2], crossings[at, 3] = a[i, X0] + s * ux, a[i, Y0] + s * uy
    return 1


@njit
def _segment_crosses_arc(a, i, b, j, crossings, at):
    """Where a segment crosses an arc."""
    ux, uy = a[i, X1] - a[i, X0], a[i, Y1] - a[i, Y0]
    wx, wy = a[i, X0] - b[j, CX], a[i, Y0] - b[j, CY]
    square, half = ux * ux + uy * uy, wx * ux + wy * uy
    if square == 0.0:
        return 0
    root = half * half - square * (wx * wx + wy * wy - b[j, R] * b[j, R])
    if root < 0.0:
        return 0
    root, count = math.sqrt(root), 0
    for sign in (-1.0, 1.0):
        s = (sign * root - half) / square
        x, y = a[i, X0] + s * ux, a[i, Y0] + s * uy
        if -EDGE <= s <= 1.0 + EDGE and on_arc(b, j, x - b[j, CX], y - b[j, CY]):
            crossings[at + count, 2], crossings[at + count, 3] = x, y
            count += 1
    return count


@njit
def _arcs_cross(a, i, b, j, crossings, at):
    """Where two arcs cross; those of one circle do not."""
    dx, dy = b[j, CX] - a[i, CX], b[j, CY] - a[i, CY]
    square = dx * dx + dy * dy
    if square <= EDGE * EDGE * a[i, R] * a[i, R]:
        return 0
    along = 0.5 * (1.0 + (a[i, R] * a[i, R] - b[j, R] * b[j, R]) / square)
    root = a[i, R] * a[i, R] / square - along * along
    if root < 0.0:
        return 0
    root, count = math.sqrt(root), 0
    for sign in (-1.0, 1.0):
        x, y = a[i, CX] + along * dx - sign * root * dy, a[i, CY] + along * dy + sign * root * dx
        if on_arc(a, i, x - a[i, CX], y - a[i, CY]) and on_arc(b, j, x - b[j, CX], y - b[j, CY]):
            crossings[at + count, 2], crossings[at + count, 3] = x, y
            count += 1
    return count


@njit
def crossings(a, i, b, j, crossings, at):
    """Where two elements cross, into columns 2 and 3 of the rows of `crossings` from `at` on; how often."""
    if a[i, KIND] == SEGMENT and b[j, KIND] == SEGMENT:
        return _segments_cross(a, i, b, j, crossings, at)
    if a[i, KIND] == SEGMENT:
        return _segment_crosses_arc(a, i, b, j, crossings, at)
    if b[j, KIND] == SEGMENT:
        return _segment_crosses_arc(b, j, a, i, crossings, at)
    return _arcs_cross(a, i, b, j, crossings, at)


@njit
def apart(a, i, b, j):
    """Distance of two elements that do not cross."""
    best = min(
        min(point_distance(a, i, b[j, X0], b[j, Y0]), point_distance(a, i, b[j, X1], b[j, Y1])),
        min(point_distance(b, j, a[i, X0], a[i, Y0]), point_distance(b, j, a[i, X1], a[i, Y1])),
    )
    if a[i, KIND] == ARC and b[j, KIND] == ARC:
        return min(best, _arcs_apart(a, i, b, j))
    if a[i, KIND] == ARC:
        return min(best, _arc_and_segment_apart(a, i, b, j))
    if b[j, KIND] == ARC:
        return min(best, _arc_and_segment_apart(b, j, a, i))
    return best


@njit
def _arc_and_segment_apart(a, i, b, j):
    """Distance along the normal that both have inside; infinite when there is none."""
    dx, dy = b[j, X1] - b[j, X0], b[j, Y1] - b[j, Y0]
    square = dx * dx + dy * dy
    if square == 0.0:
        return math.inf
    share = ((a[i, CX] - b[j, X0]) * dx + (a[i, CY] - b[j, Y0]) * dy) / square
    if not 0.0 <= share <= 1.0:
        return math.inf
    ux, uy = b[j, X0] + share * dx - a[i, CX], b[j, Y0] + share * dy - a[i, CY]
    away, best = math.sqrt(ux * ux + uy * uy), math.inf
    if on_arc(a, i, ux, uy):
        best = abs(away - a[i, R])
    return min(best, away + a[i, R]) if on_arc(a, i, -ux, -uy) else best


@njit
def _arcs_apart(a, i, b, j):
    """The same of two arcs: along the line of their centres."""
    dx, dy = b[j, CX] - a[i, CX], b[j, CY] - a[i, CY]
    length, best = math.sqrt(dx * dx + dy * dy), math.inf
    if length == 0.0:
        meet = a[i, MX] * b[j, MX] + a[i, MY] * b[j, MY]
        reach = math.acos(min(max(a[i, COSINE], -1.0), 1.0)) + math.acos(min(max(b[j, COSINE], -1.0), 1.0))
        return abs(a[i, R] - b[j, R]) if math.acos(min(max(meet, -1.0), 1.0)) <= reach else math.inf
    for one in (-1.0, 1.0):
        for two in (-1.0, 1.0):
            if on_arc(a, i, one * dx, one * dy) and on_arc(b, j, two * dx, two * dy):
                best = min(best, abs(length + two * b[j, R] - one * a[i, R]))
    return best
