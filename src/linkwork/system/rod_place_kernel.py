"""Removed rods: bodies with two pins that a distance replaces. Their poses and twists follow from those of their ends.

The rods stand in a list behind the table of the tree, one record each, with their numbers in p. The angle of a rod
keeps its turns: it is the one nearest to the angle that the rod had at the last state that was kept.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import atan2, sqrt
from linkwork.system.layout_kernel import SIGNALS, TREE, V

RODS, ROD_AT = 16, 17  # places in the head of the tree's table: how many, and where their records begin, in k

# record of a rod: its pose, twist and column; where its mass and its numbers lie in p, and in w the angle kept;
# its two ends: link of the tree (-1: ground), pose, twist, point in p
ROD_POSE, ROD_TWIST, ROD_COLUMN, ROD_MASS, ROD_NUMBERS, KEPT = range(6)
END = 6  # where the ends begin
END_LINK, END_POSE, END_TWIST, END_POINT = range(4)
END_SIZE = 4
ROD = END + 2 * END_SIZE

# numbers of a rod: direction from pin to pin and first pin in its frame; where its frame's origin is along and across,
# in lengths; masses at the ends and between them, the last one turned
ALONG_X, ALONG_Y, PIN_X, PIN_Y, SHARE_ALONG, SHARE_ACROSS = range(6)
MASS_FIRST, MASS_SECOND, MASS_BETWEEN, MASS_TURNED = range(6, 10)

TURN = 6.283185307179586


@njit
def end_lever(k, p, w, end):
    """From the origin of the body at an end of a rod to the pin there, in the world's directions."""
    pose, point = k[end + END_POSE], k[end + END_POINT]
    c, s = w[pose + 3], w[pose + 4]
    return c * p[point] - s * p[point + 1], s * p[point] + c * p[point + 1]


@njit
def rod_span(k, p, w, rod):
    """From the first pin of a rod to its second."""
    one, other = rod + END, rod + END + END_SIZE
    ax, ay = end_lever(k, p, w, one)
    bx, by = end_lever(k, p, w, other)
    first, second = k[one + END_POSE], k[other + END_POSE]
    return w[second] + bx - w[first] - ax, w[second + 1] + by - w[first + 1] - ay


@njit
def place_rods(k, p, w, moving):
    """Poses and, when they move, twists and velocities of the removed rods."""
    rod = k[k[TREE] + ROD_AT]
    for _ in range(k[k[TREE] + RODS]):
        one, other, numbers = rod + END, rod + END + END_SIZE, k[rod + ROD_NUMBERS]
        first, pose = k[one + END_POSE], k[rod + ROD_POSE]
        ax, ay = end_lever(k, p, w, one)
        dx, dy = rod_span(k, p, w, rod)
        square = dx * dx + dy * dy
        inverse = 1.0 / sqrt(square)
        ex, ey = p[numbers + ALONG_X] * inverse, p[numbers + ALONG_Y] * inverse
        c, s = dx * ex + dy * ey, dy * ex - dx * ey
        x, y = p[numbers + PIN_X], p[numbers + PIN_Y]
        sx, sy = c * x - s * y, s * x + c * y
        w[pose], w[pose + 1], w[pose + 3], w[pose + 4] = w[first] + ax - sx, w[first + 1] + ay - sy, c, s
        if moving:
            bx, by = end_lever(k, p, w, other)
            here, there, twist = k[one + END_TWIST], k[other + END_TWIST], k[rod + ROD_TWIST]
            vx, vy = w[here] - w[here + 2] * ay, w[here + 1] + w[here + 2] * ax
            ux, uy = w[there] - w[there + 2] * by - vx, w[there + 1] + w[there + 2] * bx - vy
            spin, v = (dx * uy - dy * ux) / square, k[V] + k[rod + ROD_COLUMN]
            w[twist], w[twist + 1], w[twist + 2] = vx + spin * sy, vy - spin * sx, spin
            w[v], w[v + 1], w[v + 2] = w[twist], w[twist + 1], w[twist + 2]
        rod += ROD
    if k[SIGNALS] > 0:
        turn_rods(k, w, False)


@njit
def turn_rods(k, w, keep):
    """Angles of the removed rods, each with its turns; `keep` makes them the ones to which later ones are nearest."""
    rod = k[k[TREE] + ROD_AT]
    for _ in range(k[k[TREE] + RODS]):
        pose, kept = k[rod + ROD_POSE], k[rod + KEPT]
        angle = atan2(w[pose + 4], w[pose + 3])
        angle += TURN * round((w[kept] - angle).real / TURN)
        w[pose + 2] = angle
        if keep:
            w[kept] = angle
        rod += ROD


@njit
def keep_turns(k, w):
    """Keep the angles that the removed rods have in the workspace."""
    rod = k[k[TREE] + ROD_AT]
    for _ in range(k[k[TREE] + RODS]):
        w[k[rod + KEPT]] = w[k[rod + ROD_POSE] + 2]
        rod += ROD
