"""Where a point of a body is, how it moves, and the momentum of all bodies, from poses and twists of the workspace.

A point is given by four numbers: the body (0: the ground) and where it lies in the body's frame.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.places import layout_kernel as plane
from linkwork.places.layout_kernel import COLUMNS, MASS_AT, MASS_NUMBERS, MASSES, POSE, TWIST
from linkwork.places.spatial.layout_kernel import MASS, MATRIX, POSE_SIZE, TWIST_SIZE
from linkwork.system.spatial.body_kernel import times
from linkwork.system.spatial.rotation_kernel import cross, turned

PLANE_MASS = 4  # numbers of a body's mass in a plane


@njit
def point_place(k, w, point, out):
    """x, y and the body's angle; in space x, y, z and the matrix of the body, row by row."""
    body = int(point[0])
    if k[COLUMNS] == TWIST_SIZE:
        pose = k[POSE] + POSE_SIZE * body
        x, y, z = turned(w, pose + MATRIX, point[1], point[2], point[3])
        out[0], out[1], out[2] = w[pose] + x, w[pose + 1] + y, w[pose + 2] + z
        # the matrix
        for i in range(9):
            out[3 + i] = w[pose + MATRIX + i]
        return
    pose = k[POSE] + plane.POSE_SIZE * body
    c, s = w[pose + 3], w[pose + 4]
    out[0], out[1] = w[pose] + c * point[1] - s * point[2], w[pose + 1] + s * point[1] + c * point[2]
    out[2] = w[pose + 2]


@njit
def point_speed(k, w, point, out):
    """Velocity of the point and angular velocity of its body, along the axes of the world."""
    body = int(point[0])
    if k[COLUMNS] == TWIST_SIZE:
        matrix, twist = k[POSE] + POSE_SIZE * body + MATRIX, k[TWIST] + TWIST_SIZE * body
        ox, oy, oz = turned(w, matrix, w[twist + 3], w[twist + 4], w[twist + 5])
        x, y, z = turned(w, matrix, point[1], point[2], point[3])
        x, y, z = cross(ox, oy, oz, x, y, z)
        out[0], out[1], out[2] = w[twist] + x, w[twist + 1] + y, w[twist + 2] + z
        out[3], out[4], out[5] = ox, oy, oz
        return
    pose, twist = k[POSE] + plane.POSE_SIZE * body, k[TWIST] + plane.TWIST_SIZE * body
    c, s, spin = w[pose + 3], w[pose + 4], w[twist + 2]
    out[0] = w[twist] - spin * (s * point[1] + c * point[2])
    out[1] = w[twist + 1] + spin * (c * point[1] - s * point[2])
    out[2] = spin


@njit
def momentum(k, p, w, out):
    """Momentum of all bodies, and their angular momentum about the origin of the world."""
    if k[COLUMNS] == TWIST_SIZE:
        momentum_in_space(k, p, w, out)
        return
    at = k[MASS_NUMBERS]
    out[0], out[1], out[2] = 0.0, 0.0, 0.0
    for number in range(k[MASSES]):
        body = k[k[MASS_AT] + number] + 1
        pose, twist = k[POSE] + plane.POSE_SIZE * body, k[TWIST] + plane.TWIST_SIZE * body
        c, s, spin = w[pose + 3], w[pose + 4], w[twist + 2]
        bx, by = c * p[at + 1] - s * p[at + 2], s * p[at + 1] + c * p[at + 2]
        px, py = p[at] * (w[twist] - spin * by), p[at] * (w[twist + 1] + spin * bx)
        out[0] += px
        out[1] += py
        out[2] += p[at + 3] * spin + (w[pose] + bx) * py - (w[pose + 1] + by) * px
        at += PLANE_MASS


@njit
def momentum_in_space(k, p, w, out):
    """The same in space: m v_c, and A J omega + r_c x m v_c."""
    at = k[MASS_NUMBERS]
    for i in range(6):
        out[i] = 0.0
    for number in range(k[MASSES]):
        body = k[k[MASS_AT] + number] + 1
        pose, twist = k[POSE] + POSE_SIZE * body, k[TWIST] + TWIST_SIZE * body
        matrix, m = pose + MATRIX, p[at]
        ox, oy, oz = w[twist + 3], w[twist + 4], w[twist + 5]
        cx, cy, cz = p[at + 1], p[at + 2], p[at + 3]
        x, y, z = cross(ox, oy, oz, cx, cy, cz)
        x, y, z = turned(w, matrix, x, y, z)
        px, py, pz = m * (w[twist] + x), m * (w[twist + 1] + y), m * (w[twist + 2] + z)
        cx, cy, cz = turned(w, matrix, cx, cy, cz)
        lx, ly, lz = cross(w[pose] + cx, w[pose + 1] + cy, w[pose + 2] + cz, px, py, pz)
        hx, hy, hz = times(p[at + 4], p[at + 5], p[at + 6], p[at + 7], p[at + 8], p[at + 9], ox, oy, oz)
        hx, hy, hz = turned(w, matrix, hx, hy, hz)
        out[0] += px
        out[1] += py
        out[2] += pz
        out[3] += lx + hx
        out[4] += ly + hy
        out[5] += lz + hz
        at += MASS
