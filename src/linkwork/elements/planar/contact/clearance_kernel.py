"""Joints of the plane with clearance: a journal in a bearing, a block in a guide.

Journal: with the centres P_1 of the bearing and P_2 of the journal, e = P_2 - P_1 and the radial play c, the gap
is c - |e| and the normal, from the bearing to the journal, -e / |e|. The length has a grain, smooth at e = 0.

Block: four corners C of the second body against the two faces of the guide, at h to the left and to the right of its
line with point G and normal nu. On the side s = 1 or -1 the gap is h - s nu . (C - G) and the normal -s nu.
"""

from __future__ import annotations

from linkwork.elements.contact_point_layout_kernel import PAIR_MEMORY, SLOTS
from linkwork.elements.planar.contact.contact_point_kernel import POINT_SIZE, put_point
from linkwork.elements.planar.frames_kernel import point_velocity, turn
from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import sqrt

ACCEPT = 2
GRAIN = 1e-12  # of the clearance: a distance of the centres that is none


@njit
def occupy(stage, memory, k, b):
    """All slots are always taken."""
    if stage == ACCEPT:
        for place in range(2 * k[b + SLOTS]):
            memory[k[b + PAIR_MEMORY] + place] = 0.0


@njit
def place_and_speed(pose, twist, i, v, x, y):
    """A point of a body and its velocity."""
    ax, ay = turn(pose, i, x, y)
    return (pose[i] + ax, pose[i + 1] + ay), point_velocity(twist, v, ax, ay)


def journal(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: centre of the bearing, of the journal, clearance, radius of the journal."""
    occupy(stage, memory, k, b)
    i, v_1, j, v_2 = k[b], k[b + 1], k[b + 2], k[b + 3]
    one, one_rate = place_and_speed(pose, twist, i, v_1, p[a], p[a + 1])
    two, two_rate = place_and_speed(pose, twist, j, v_2, p[a + 2], p[a + 3])
    clearance, radius = p[a + 4], p[a + 5]
    ex, ey = two[0] - one[0], two[1] - one[1]
    fx, fy = two_rate[0] - one_rate[0], two_rate[1] - one_rate[1]
    length = sqrt(ex * ex + ey * ey + (GRAIN * clearance) ** 2)
    n = (-ex / length, -ey / length)
    along = n[0] * fx + n[1] * fy
    n_rate = (-(fx - along * n[0]) / length, -(fy - along * n[1]) / length)
    reach = radius + 0.5 * clearance
    m = (0.5 * (one[0] + two[0]) - reach * n[0], 0.5 * (one[1] + two[1]) - reach * n[1])
    m_rate = (
        0.5 * (one_rate[0] + two_rate[0]) - reach * n_rate[0],
        0.5 * (one_rate[1] + two_rate[1]) - reach * n_rate[1],
    )
    put_point(pose, twist, i, j, v_1, v_2, clearance - length, n, n_rate, m, m_rate, c, out)


def block(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: point and unit direction of the guide's line, of the block's; half length and half width of it, clearance."""
    occupy(stage, memory, k, b)
    i, v_1, j, v_2 = k[b], k[b + 1], k[b + 2], k[b + 3]
    dx, dy = turn(pose, i, p[a + 2], p[a + 3])
    spin = twist[v_1 + 2]
    guide, _ = place_and_speed(pose, twist, i, v_1, p[a], p[a + 1])
    for slot in range(4):
        side, end = 1.0 if slot < 2 else -1.0, 1.0 if slot % 2 == 0 else -1.0
        half, wide = end * p[a + 8], side * p[a + 9]
        x, y = p[a + 4] + half * p[a + 6] - wide * p[a + 7], p[a + 5] + half * p[a + 7] + wide * p[a + 6]
        corner, corner_rate = place_and_speed(pose, twist, j, v_2, x, y)
        n = (side * dy, -side * dx)
        gap = p[a + 9] + p[a + 10] + n[0] * (corner[0] - guide[0]) + n[1] * (corner[1] - guide[1])
        n_rate = (-spin * n[1], spin * n[0])
        here = c + POINT_SIZE * slot
        put_point(pose, twist, i, j, v_1, v_2, gap, n, n_rate, corner, corner_rate, here, out)
