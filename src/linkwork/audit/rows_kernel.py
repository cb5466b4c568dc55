"""True distances of pairs of outlines or solids over the rows of a run, one compiled pass.

Bodies are numbered from 1, the ground is 0. A pair that the circles or balls around it show to be farther apart than
`far` is left at that; they are compared first, with the poses that all pairs of a row share.
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
def _circles_apart(e, tree, one, two, x, y, first, second):
    """How far the circles around two outlines are apart, at least; below zero where that says nothing.

    x, y is the way from the first body to the second, `first` and `second` have cosine and sine of their angles.
    """
    if one[FORM] == plane.HOLE or two[FORM] == plane.HOLE or one[FORM] == WALL or two[FORM] == WALL:
        return -1.0
    m, n = one[TREE], two[TREE]
    u = x + second[0] * tree[n, NX] - second[1] * tree[n, NY] - first[0] * tree[m, NX] + first[1] * tree[m, NY]
    v = y + second[1] * tree[n, NX] + second[0] * tree[n, NY] - first[1] * tree[m, NX] - first[0] * tree[m, NY]
    return math.hypot(u, v) - tree[m, NR] - tree[n, NR]


@njit
def planar_distances(q, pairs, outlines, e, tree, far, told, room, nodes, cut, stack, turns, out):
    """Distances of all pairs (two outlines, two bodies) in all rows."""
    turns[0, 0], turns[0, 1] = 1.0, 0.0
    for row in range(q.shape[0]):
        for body in range(1, turns.shape[0]):
            turns[body, 0], turns[body, 1] = math.cos(q[row, 3 * body - 1]), math.sin(q[row, 3 * body - 1])
        for pair in range(pairs.shape[0]):
            one, two, first, second = pairs[pair, 0], pairs[pair, 1], pairs[pair, 2], pairs[pair, 3]
            i, j, x, y = 3 * (first - 1), 3 * (second - 1), 0.0, 0.0
            if second > 0:
                x, y = q[row, j], q[row, j + 1]
            if first > 0:
                x, y = x - q[row, i], y - q[row, i + 1]
            away = _circles_apart(e, tree, outlines[one], outlines[two], x, y, turns[first], turns[second])
            if away > far[pair]:
                out[row, pair] = away
                continue
            c, s = turns[first, 0], turns[first, 1]
            x, y = c * x + s * y, c * y - s * x
            c, s = c * turns[second, 0] + s * turns[second, 1], c * turns[second, 1] - s * turns[second, 0]
            out[row, pair] = _apart(
                e, tree, outlines[one], outlines[two], x, y, c, s, far[pair], told[pair], room, nodes, cut, stack
            )


@njit
def _turned(r, solid, at, i):
    """A component of a vector of a solid in the axes of the world."""
    return r[i, 0] * solid[at] + r[i, 1] * solid[at + 1] + r[i, 2] * solid[at + 2]


@njit
def _balls_apart(a, b, ra, rb, x):
    """How far the balls around two solids are apart, at least; x is the way from the first body to the second."""
    if a[KIND] == HALF_SPACE and b[KIND] == HALF_SPACE:
        return -1.0
    square, height, walled = 0.0, 0.0, a[KIND] == HALF_SPACE or b[KIND] == HALF_SPACE
    one, two = (OX if a[KIND] == HALF_SPACE else BX), (OX if b[KIND] == HALF_SPACE else BX)
    for i in range(3):
        way = x[i] + _turned(rb, b, two, i) - _turned(ra, a, one, i)
        square += way * way
        if a[KIND] == HALF_SPACE:
            height += way * _turned(ra, a, AX, i)
        elif walled:
            height -= way * _turned(rb, b, AX, i)
    size = (0.0 if a[KIND] == HALF_SPACE else a[BALL] + a[RADIUS]) + (
        0.0 if b[KIND] == HALF_SPACE else b[BALL] + b[RADIUS]
    )
    return (height if walled else math.sqrt(square)) - size


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
def spatial_distances(q, pairs, solids, corners, far, told, axes, turns, w, out):
    """Distances of all pairs (two solids, two bodies) in all rows; `turns` and `w` are room: see `solids.room`."""
    origin, x, a, b, corners_a, corners_b, shift, simplex, v = w
    rotation(0.0, 0.0, 0.0, turns[0])
    for row in range(q.shape[0]):
        for body in range(1, turns.shape[0]):
            at = 6 * body - 3
            rotation(q[row, at], q[row, at + 1], q[row, at + 2], turns[body])
        for pair in range(pairs.shape[0]):
            i, j = pairs[pair, 2], pairs[pair, 3]
            for n in range(3):  # seen from the first body, so that numbers far from the origin lose nothing
                x[n] = q[row, 6 * (j - 1) + n] if j > 0 else 0.0
                x[n] -= q[row, 6 * (i - 1) + n] if i > 0 else 0.0
            one, two = solids[pairs[pair, 0]], solids[pairs[pair, 1]]
            away = _balls_apart(one, two, turns[i], turns[j], x)
            if away > far[pair]:
                out[row, pair] = away
                continue
            _place(one, corners, turns[i], origin, a, corners_a)
            _place(two, corners, turns[j], x, b, corners_b)
            out[row, pair] = space.true_distance(a, corners_a, b, corners_b, told[pair], axes[pair], shift, simplex, v)
