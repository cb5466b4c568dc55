"""Removed rods: bodies with two pins that a distance replaces. Their poses and twists follow from those of their ends.

The rods stand in a list behind the table of the tree, one record each, with their numbers in p. The angle of a rod
keeps its turns: it is the one nearest to the angle that the rod had at the last state that was kept, moved on by its
spin where the times are known. What the plane and space do for rods are functions by address (`planar/`, `spatial/`).
"""

from __future__ import annotations

from linkwork.numerics.jit import call_world, njit
from linkwork.numerics.scalar import atan2, sqrt
from linkwork.numerics.turns_kernel import nearest_turn
from linkwork.places.layout_kernel import FUNCTIONS, SIGNALS, TREE, TREE_FUNCTIONS, V

RODS, ROD_AT = 16, 17  # places in the head of the tree's table: how many, and where their records begin, in k

# functions of removed rods, behind those of the tree
FOLLOW_RODS, ROD_ACCELERATIONS, RECOVER_RODS, ROD_LENGTHS = range(TREE_FUNCTIONS, TREE_FUNCTIONS + 4)
ROD_FUNCTIONS = TREE_FUNCTIONS + 4

# record of a rod: its pose, twist and column; where its mass and its numbers lie in p and its own ones in w; whether
# the paths of its ends to the root share joints; its two ends: link of the tree (-1: ground), pose, twist, point in p,
# reference point of the body in w
ROD_POSE, ROD_TWIST, ROD_COLUMN, ROD_MASS, ROD_NUMBERS, OWN_AT, ROD_SHARED = range(7)
END = 7  # where the ends begin
END_LINK, END_POSE, END_TWIST, END_POINT, END_SHIFT = range(5)
END_SIZE = 5
ROD = END + 2 * END_SIZE

# numbers of a rod: direction from pin to pin and first pin in its frame; where its frame's origin is along and across,
# in lengths; masses at the ends and between them, the last one turned
ALONG_X, ALONG_Y, PIN_X, PIN_Y, SHARE_ALONG, SHARE_ACROSS = range(6)
MASS_FIRST, MASS_SECOND, MASS_BETWEEN, MASS_TURNED = range(6, 10)

# own numbers of a rod in w: its angle that was kept, its spin then, when that was and whether this is known; from the
# reference point of the body at each end to the pin there; the vector from pin to pin, turned by a quarter and divided
# by its square
ANGLE, SPIN, TIME, KNOWN, LEVERS, ACROSS_X, ACROSS_Y = 0, 1, 2, 3, 4, 8, 9
OWN_SIZE = 10


@njit
def place_rods(k, p, w, moving):
    """Poses and, when they move, twists and velocities of the removed rods."""
    rod = k[k[TREE] + ROD_AT]
    for _ in range(k[k[TREE] + RODS]):
        numbers, own, pose = k[rod + ROD_NUMBERS], k[rod + OWN_AT], k[rod + ROD_POSE]
        first, point = k[rod + END + END_POSE], k[rod + END + END_POINT]
        c, s, x, y = w[first + 3], w[first + 4], p[point], p[point + 1]
        ax, ay = c * x - s * y, s * x + c * y
        second, point = k[rod + END + END_SIZE + END_POSE], k[rod + END + END_SIZE + END_POINT]
        c, s, x, y = w[second + 3], w[second + 4], p[point], p[point + 1]
        bx, by = c * x - s * y, s * x + c * y
        dx, dy = w[second] + bx - w[first] - ax, w[second + 1] + by - w[first + 1] - ay
        inverse = 1.0 / (dx * dx + dy * dy)
        root = sqrt(inverse)
        ex, ey = p[numbers + ALONG_X] * root, p[numbers + ALONG_Y] * root
        c, s = dx * ex + dy * ey, dy * ex - dx * ey
        x, y = p[numbers + PIN_X], p[numbers + PIN_Y]
        sx, sy = c * x - s * y, s * x + c * y
        w[pose], w[pose + 1], w[pose + 3], w[pose + 4] = w[first] + ax - sx, w[first + 1] + ay - sy, c, s
        shift, other = k[rod + END + END_SHIFT], k[rod + END + END_SIZE + END_SHIFT]
        w[own + LEVERS], w[own + LEVERS + 1] = ax - w[shift], ay - w[shift + 1]
        w[own + LEVERS + 2], w[own + LEVERS + 3] = bx - w[other], by - w[other + 1]
        w[own + ACROSS_X], w[own + ACROSS_Y] = -dy * inverse, dx * inverse
        if moving:
            here, there = k[rod + END + END_TWIST], k[rod + END + END_SIZE + END_TWIST]
            twist, v = k[rod + ROD_TWIST], k[V] + k[rod + ROD_COLUMN]
            vx, vy = w[here] - w[here + 2] * ay, w[here + 1] + w[here + 2] * ax
            ux, uy = w[there] - w[there + 2] * by - vx, w[there + 1] + w[there + 2] * bx - vy
            spin = (dx * uy - dy * ux) * inverse
            w[twist], w[twist + 1], w[twist + 2] = vx + spin * sy, vy - spin * sx, spin
            w[v], w[v + 1], w[v + 2] = w[twist], w[twist + 1], w[twist + 2]
        rod += ROD
    if k[SIGNALS] > 0:
        turn_rods(k, w, False)


@njit
def turn_rods(k, w, keep):
    """Angles of the removed rods nearest to those kept.

    `keep` makes them the ones to which later ones are nearest, unless these are followed in time.
    """
    rod = k[k[TREE] + ROD_AT]
    for _ in range(k[k[TREE] + RODS]):
        pose, own = k[rod + ROD_POSE], k[rod + OWN_AT]
        w[pose + 2] = nearest(w, pose, w[own + ANGLE])
        if keep and w[own + KNOWN].real == 0.0:
            w[own + ANGLE] = w[pose + 2]
        rod += ROD


@njit
def nearest(w, pose, wanted):
    """The angle of a pose, by its sine and cosine, that is nearest to another."""
    return nearest_turn(atan2(w[pose + 4], w[pose + 3]), wanted)


@njit
def keep_turns(k, w):
    """Keep the angles that the removed rods have in the workspace; their time is not known."""
    rod = k[k[TREE] + ROD_AT]
    for _ in range(k[k[TREE] + RODS]):
        own = k[rod + OWN_AT]
        w[own + ANGLE], w[own + KNOWN] = w[k[rod + ROD_POSE] + 2], 0.0
        rod += ROD


@njit
def follow_rods(k, p, w, t):
    """Orientations of the removed rods at a time, kept: where the spins then and now have brought those kept."""
    if k[k[TREE] + RODS] > 0:
        call_world(k[k[FUNCTIONS] + FOLLOW_RODS], k, p, w, w, 0, 0, t)
