"""True distances of pairs of outlines or solids over the rows of a run, one compiled pass.

Bodies are numbered from 1, the ground is 0. A pair that the circles or balls around it show to be farther apart than
`far` is left at that; they are compared first, with the poses that all pairs of a row share.
"""

from __future__ import annotations

import math

from linkwork.audit import outline_kernel as plane
from linkwork.audit import solid_kernel as space
from linkwork.audit.element_kernel import X0, X1, Y0, Y1, length_of
from linkwork.audit.motion_kernel import rotation
from linkwork.audit.outline_kernel import NR, NX, NY, WALL, moved
from linkwork.audit.support_kernel import AX, BALL, BX, COLUMNS, COUNT, FIRST, HALF_SPACE, KIND, OX, POINTS, RADIUS
from linkwork.audit.wall_kernel import above_wall
from linkwork.numerics.jit import njit

ELEMENT, ELEMENTS, TREE, FORM = range(4)  # of an outline: first element, their number, first node, form
OUTLINE = 4
STILL = 1e-3  # of what is told: a pair that has moved less is where it was


@njit
def _against_wall(e, tree, outlines, wall, other, x, y, c, s, far):
    """Distance of an outline from an endless line, in the frame of the line; x, y, c, s place the outline there."""
    first = outlines[wall, ELEMENT]
    px, py = e[first, X0], e[first, Y0]
    nx, ny = e[first, X1] - px, e[first, Y1] - py
    node = outlines[other, TREE]
    u, v = x + c * tree[node, NX] - s * tree[node, NY], y + s * tree[node, NX] + c * tree[node, NY]
    height = (u - px) * nx + (v - py) * ny - tree[node, NR]
    if height > far:
        return height
    px, py = px - x, py - y  # the line seen from the outline
    px, py, nx, ny = c * px + s * py, c * py - s * px, c * nx + s * ny, c * ny - s * nx
    return above_wall(e, outlines[other, ELEMENT], outlines[other, ELEMENTS], px, py, nx, ny)


@njit
def _apart(e, tree, outlines, one, two, x, y, c, s, far, told, room, nodes, cut, stack):
    """Distance of two outlines in the frame of the first; x, y, c, s place the second there."""
    forms = outlines[one, FORM], outlines[two, FORM]
    if forms[0] == WALL:
        return _against_wall(e, tree, outlines, one, two, x, y, c, s, far)
    if forms[1] == WALL:
        return _against_wall(e, tree, outlines, two, one, -c * x - s * y, s * x - c * y, c, -s, far)
    m, n, first = outlines[one, TREE], outlines[two, TREE], outlines[one, ELEMENT]
    counts = outlines[one, ELEMENTS], outlines[two, ELEMENTS]
    moved(e, outlines[two, ELEMENT], counts[1], x, y, c, s, room)
    for node in range(2 * counts[1] - 1):
        for column in range(plane.NODE):
            nodes[node, column] = tree[n + node, column]
        u, v = tree[n + node, NX], tree[n + node, NY]
        nodes[node, NX], nodes[node, NY] = x + c * u - s * v, y + s * u + c * v
    a, hung = e[first : first + counts[0]], tree[m : m + 2 * counts[0] - 1]
    return plane.true_distance(a, hung, forms[0], room, nodes, forms[1], *counts, far, told, cut, stack)


@njit
def _circles_apart(tree, outlines, one, two, x, y, turns, first, second):
    """How far the circles around two outlines are apart, at least; below zero where that says nothing.

    x, y is the way from the first body to the second, `turns` has cosine and sine of their angles.
    """
    form, other = outlines[one, FORM], outlines[two, FORM]
    if form == plane.HOLE or other == plane.HOLE or form == WALL or other == WALL:
        return -1.0
    m, n = outlines[one, TREE], outlines[two, TREE]
    c, s = turns[second, 0], turns[second, 1]
    u, v = x + c * tree[n, NX] - s * tree[n, NY], y + s * tree[n, NX] + c * tree[n, NY]
    c, s = turns[first, 0], turns[first, 1]
    u, v = u - c * tree[m, NX] + s * tree[m, NY], v - s * tree[m, NX] - c * tree[m, NY]
    return length_of(u, v) - tree[m, NR] - tree[n, NR]


@njit
def _stands(tree, outlines, two, known, pair, x, y, c, s, slight):
    """Whether no point of the second outline has moved, seen from the first, since the pair was looked at last."""
    if outlines[two, FORM] == WALL:
        return False  # it has no end
    node = outlines[two, TREE]
    reach = length_of(tree[node, NX], tree[node, NY]) + tree[node, NR]
    turned = abs(c - known[pair, 2]) + abs(s - known[pair, 3])
    return abs(x - known[pair, 0]) + abs(y - known[pair, 1]) + reach * turned < slight


@njit
def planar_distances(q, pairs, outlines, e, tree, far, told, room, nodes, cut, stack, turns, known, out):
    """Distances of all pairs (two outlines, two bodies) in all rows.

    `turns` and `known` are room: for cosines and sines, and for the places in which pairs were looked at last with
    what was found.
    """
    turns[0, 0], turns[0, 1] = 1.0, 0.0
    for pair in range(pairs.shape[0]):
        known[pair, 0] = math.inf  # looked at nowhere yet
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
            away = _circles_apart(tree, outlines, one, two, x, y, turns, first, second)
            if away > far[pair]:
                out[row, pair] = away
                continue
            c, s = turns[first, 0], turns[first, 1]
            x, y = c * x + s * y, c * y - s * x
            c, s = c * turns[second, 0] + s * turns[second, 1], c * turns[second, 1] - s * turns[second, 0]
            if not _stands(tree, outlines, two, known, pair, x, y, c, s, STILL * told[pair]):
                known[pair, 0], known[pair, 1], known[pair, 2], known[pair, 3] = x, y, c, s
                known[pair, 4] = _apart(
                    e, tree, outlines, one, two, x, y, c, s, far[pair], told[pair], room, nodes, cut, stack
                )
            out[row, pair] = known[pair, 4]


@njit
def _place_centres(q, row, owners, solids, turns, out):
    """Of every solid the place of its body; from there the way to the centre of the ball around it, or to a point of a
    half-space; the outward normal of that; the radius; whether it is a half-space, and
    whether ball or half-space are the solid itself.
    """
    for n in range(owners.shape[0]):
        body, walled = owners[n], solids[n, KIND] == HALF_SPACE
        first = OX if walled else BX
        for i in range(3):
            out[n, i] = q[row, 6 * (body - 1) + i] if body > 0 else 0.0
            out[n, 3 + i], out[n, 6 + i] = 0.0, 0.0
            for j in range(3):
                out[n, 3 + i] += turns[body, i, j] * solids[n, first + j]
                out[n, 6 + i] += turns[body, i, j] * solids[n, AX + j]
        out[n, 9] = 0.0 if walled else solids[n, BALL] + solids[n, RADIUS]
        out[n, 10] = 1.0 if walled else 0.0
        out[n, 11] = 1.0 if walled or (solids[n, KIND] == POINTS and solids[n, BALL] == 0.0) else 0.0


@njit
def _balls_apart(at, m, n):
    """How far the balls around two solids are apart, or one from a half-space; of two half-spaces it says nothing.

    Bodies are compared first, so that numbers far from the origin lose nothing.
    """
    x = at[n, 0] - at[m, 0] + (at[n, 3] - at[m, 3])
    y = at[n, 1] - at[m, 1] + (at[n, 4] - at[m, 4])
    z = at[n, 2] - at[m, 2] + (at[n, 5] - at[m, 5])
    size = at[m, 9] + at[n, 9]
    if at[m, 10] + at[n, 10] == 0.0:
        return math.sqrt(x * x + y * y + z * z) - size
    if at[m, 10] + at[n, 10] == 2.0:
        return -1.0
    if at[m, 10] == 1.0:
        return x * at[m, 6] + y * at[m, 7] + z * at[m, 8] - size
    return -x * at[n, 6] - y * at[n, 7] - z * at[n, 8] - size


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
def spatial_distances(q, pairs, owners, solids, corners, far, told, axes, turns, centres, w, out):
    """Distances of all pairs (two solids, two bodies) in all rows; `owners` are the bodies of the solids.

    `turns`, `centres` and `w` are room: see `solids.room`.
    """
    origin, x, a, b, corners_a, corners_b, shift, simplex, v = w
    rotation(0.0, 0.0, 0.0, turns[0])
    for row in range(q.shape[0]):
        for body in range(1, turns.shape[0]):
            at = 6 * body - 3
            rotation(q[row, at], q[row, at + 1], q[row, at + 2], turns[body])
        _place_centres(q, row, owners, solids, turns, centres)
        for pair in range(pairs.shape[0]):
            m, n = pairs[pair, 0], pairs[pair, 1]
            away = _balls_apart(centres, m, n)
            if away > far[pair] or centres[m, 11] + centres[n, 11] == 2.0:
                out[row, pair] = away
                continue
            one, two, i, j = solids[m], solids[n], pairs[pair, 2], pairs[pair, 3]
            for axis in range(3):  # seen from the first body, so that numbers far from the origin lose nothing
                x[axis] = q[row, 6 * (j - 1) + axis] if j > 0 else 0.0
                x[axis] -= q[row, 6 * (i - 1) + axis] if i > 0 else 0.0
            _place(one, corners, turns[i], origin, a, corners_a)
            _place(two, corners, turns[j], x, b, corners_b)
            limits = far[pair], told[pair]
            out[row, pair] = space.true_distance(a, corners_a, b, corners_b, *limits, axes[pair], shift, simplex, v)
