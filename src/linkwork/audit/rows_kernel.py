"""True distances of pairs of outlines or solids over the rows of a run, one compiled pass.

Bodies are numbered from 1, the ground is 0. A pair that the circles or balls around it show to be farther apart than
`far` is left at that.
"""

from __future__ import annotations

import math

from linkwork.audit import outline_kernel as plane
from linkwork.audit import solid_kernel as space
from linkwork.audit.element_kernel import X0, X1, Y0, Y1
from linkwork.audit.motion_kernel import rotation
from linkwork.audit.outline_kernel import NR, NX, NY, WALL, above_wall, moved
from linkwork.audit.support_kernel import AX, BALL, BX, COLUMNS, COUNT, FIRST, HALF_SPACE, KIND, OX, RADIUS
from linkwork.numerics.jit import njit

ELEMENT, ELEMENTS, TREE, FORM = range(4)  # of an outline: first element, their number, first node, form
OUTLINE = 4


@njit
def _against_wall(e, tree, wall, other, x, y, c, s, far):
    """Distance of an outline from an endless line, in the frame of the line; x, y, c, s place the outline there."""
    first = wall[ELEMENT]
    px, py = e[first, X0], e[first, Y0]
    nx, ny = e[first, X1] - px, e[first, Y1] - py
    node = other[TREE]
    u, v = x + c * tree[node, NX] - s * tree[node, NY], y + s * tree[node, NX] + c * tree[node, NY]
    height = (u - px) * nx + (v - py) * ny - tree[node, NR]
    if height > far:
        return height
    px, py = px - x, py - y  # the line seen from the outline
    px, py, nx, ny = c * px + s * py, c * py - s * px, c * nx + s * ny, c * ny - s * nx
    return above_wall(e, other[ELEMENT], other[ELEMENTS], px, py, nx, ny)


@njit
def _apart(e, tree, one, two, x, y, c, s, far, told, room, nodes, cut, stack):
    """Distance of two outlines in the frame of the first; x, y, c, s place the second there."""
    if one[FORM] == WALL:
        return _against_wall(e, tree, one, two, x, y, c, s, far)
    if two[FORM] == WALL:
        return _against_wall(e, tree, two, one, -c * x - s * y, s * x - c * y, c, -s, far)
    m, n = one[TREE], two[TREE]
    u, v = x + c * tree[n, NX] - s * tree[n, NY], y + s * tree[n, NX] + c * tree[n, NY]
    away = math.hypot(u - tree[m, NX], v - tree[m, NY]) - tree[m, NR] - tree[n, NR]
    if away > far and one[FORM] != plane.HOLE and two[FORM] != plane.HOLE:
        return away
    moved(e, two[ELEMENT], two[ELEMENTS], x, y, c, s, room)
    for node in range(2 * two[ELEMENTS] - 1):
        for column in range(plane.NODE):
            nodes[node, column] = tree[n + node, column]
        u, v = tree[n + node, NX], tree[n + node, NY]
        nodes[node, NX], nodes[node, NY] = x + c * u - s * v, y + s * u + c * v
    a, hung = e[one[ELEMENT] : one[ELEMENT] + one[ELEMENTS]], tree[m : m + 2 * one[ELEMENTS] - 1]
    counts = one[ELEMENTS], two[ELEMENTS]
    return plane.true_distance(a, hung, one[FORM], room, nodes, two[FORM], *counts, far, told, cut, stack)


@njit
def planar_distances(q, pairs, outlines, e, tree, far, told, room, nodes, cut, stack, out):
    """Distances of all pairs (two outlines, two bodies) in all rows."""
    for row in range(q.shape[0]):
        for pair in range(pairs.shape[0]):
            one, two, i, j = pairs[pair, 0], pairs[pair, 1], 3 * (pairs[pair, 2] - 1), 3 * (pairs[pair, 3] - 1)
            x, y, angle = 0.0, 0.0, 0.0
            if j >= 0:
                x, y, angle = q[row, j], q[row, j + 1], q[row, j + 2]
            if i >= 0:
                c, s = math.cos(q[row, i + 2]), math.sin(q[row, i + 2])
                x, y = x - q[row, i], y - q[row, i + 1]
                x, y, angle = c * x + s * y, c * y - s * x, angle - q[row, i + 2]
            c, s = math.cos(angle), math.sin(angle)
            out[row, pair] = _apart(
                e, tree, outlines[one], outlines[two], x, y, c, s, far[pair], told[pair], room, nodes, cut, stack
            )


@njit
def _pose(q, row, body, r, x):
    """Rotation matrix and place of a body."""
    at = 6 * (body - 1)
    if body == 0:
        rotation(0.0, 0.0, 0.0, r)
        x[0], x[1], x[2] = 0.0, 0.0, 0.0
    else:
        rotation(q[row, at + 3], q[row, at + 4], q[row, at + 5], r)
        x[0], x[1], x[2] = q[row, at], q[row, at + 1], q[row, at + 2]


@njit
def _place(solid, corners, r, x, out, placed):
    """A solid turned and shifted."""
    for column in range(COLUMNS):
        out[column] = solid[column]
    for i in range(3):
        out[BX + i], out[OX + i], out[AX + i] = x[i], x[i], 0.0
        for j in range(3):
            out[BX + i] += r[i, j] * solid[BX + j]
            out[OX + i] += r[i, j] * solid[OX + j]
            out[AX + i] += r[i, j] * solid[AX + j]
    first = int(solid[FIRST])
    for n in range(int(solid[COUNT])):
        for i in range(3):
            placed[n, i] = x[i]
            for j in range(3):
                placed[n, i] += r[i, j] * corners[first + n, j]


@njit
def _far_apart(a, b, far):
    """How far the balls around two solids are apart, at least; less than `far` where they must be looked at."""
    if a[KIND] == HALF_SPACE or b[KIND] == HALF_SPACE:
        wall, ball = (a, b) if a[KIND] == HALF_SPACE else (b, a)
        height = -ball[BALL] - ball[RADIUS]
        for i in range(3):
            height += (ball[BX + i] - wall[OX + i]) * wall[AX + i]
        return height
    square = 0.0
    for i in range(3):
        square += (a[BX + i] - b[BX + i]) ** 2
    return math.sqrt(square) - a[BALL] - b[BALL] - a[RADIUS] - b[RADIUS]


@njit
def spatial_distances(q, pairs, solids, corners, far, told, axes, w, out):
    """Distances of all pairs (two solids, two bodies) in all rows; `w` is room: see `solids.room`."""
    r, ra, x, xa, a, b, corners_a, corners_b, shift, simplex, v = w
    for row in range(q.shape[0]):
        for pair in range(pairs.shape[0]):
            i, j = pairs[pair, 2], pairs[pair, 3]
            _pose(q, row, i, ra, xa)
            _pose(q, row, j, r, x)
            for n in range(3):  # seen from the first body, so that numbers far from the origin lose nothing
                x[n], xa[n] = x[n] - xa[n], 0.0
            _place(solids[pairs[pair, 0]], corners, ra, xa, a, corners_a)
            _place(solids[pairs[pair, 1]], corners, r, x, b, corners_b)
            away = _far_apart(a, b, far[pair])
            if away > far[pair]:
                out[row, pair] = away
                continue
            out[row, pair] = space.true_distance(a, corners_a, b, corners_b, told[pair], axes[pair], shift, simplex, v)
