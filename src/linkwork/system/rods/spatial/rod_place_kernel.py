"""Removed rods in space: poses and twists follow from those of the bodies at their ends.

With d from joint to joint, e its direction and u the velocity of one joint against the other,

    omega = d x u / d.d + sigma e

Between two balls an axisymmetric rod that does not spin never will: sigma = 0, and its frame is carried along e without
turning about it. That is no function of the position but of the way to it. So the frame is kept at every state that is
kept, and brought from there along the great circle, then turned about e by the area between the circle and the cubic
through directions and rates at both ends. Where one joint is universal its pins, h on the body and h' on the rod, stay
square to each other: sigma = (omega_body - omega) . n / e . n with n = h' x h.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import atan2, cos, sin, sqrt
from linkwork.numerics.turns_kernel import TURN
from linkwork.places.layout_kernel import TREE, V
from linkwork.places.spatial.layout_kernel import MATRIX, PARAMETERS
from linkwork.system.rods.rod_place_kernel import (
    END,
    END_LINK,
    END_POINT,
    END_POSE,
    END_SIZE,
    OWN_AT,
    ROD,
    ROD_AT,
    ROD_COLUMN,
    ROD_NUMBERS,
    ROD_POSE,
    ROD_TWIST,
    RODS,
)
from linkwork.system.rods.spatial.rod_layout_kernel import (
    ALONG,
    DIRECTION,
    DRIFT,
    END_AXIS,
    FIRST_POINT,
    INVERSE,
    KEPT,
    KNOWN,
    LEVERS,
    OWN_PIN,
    SPAN,
    SPIN,
    TIME,
)
from linkwork.system.spatial.rotation_kernel import cross, product, store_matrix, turned, turned_back
from linkwork.system.tree.spatial.tree_layout_kernel import SX, VX, WX, block_of

OPPOSITE = 1e-12  # 1 + cosine of two directions below which no great circle between them is the shortest


@njit
def crossed_end(k, rod):
    """The end of a rod that has a universal joint; -1: none."""
    if k[rod + END + END_AXIS] >= 0:
        return 0
    return 1 if k[rod + END + END_SIZE + END_AXIS] >= 0 else -1


@njit
def joint_velocity(k, w, rod, side):
    """Velocity of the joint at an end of a rod."""
    block, at = block_of(k, k[rod + END + END_SIZE * side + END_LINK]), k[rod + OWN_AT] + LEVERS + 3 * side
    x, y, z = cross(w[block + WX], w[block + WX + 1], w[block + WX + 2], w[at], w[at + 1], w[at + 2])
    return w[block + VX] + x, w[block + VX + 1] + y, w[block + VX + 2] + z


@njit
def place_ends(k, p, w, rod):
    """Levers to the joints, and the vector from the first to the second; returns where the first one is."""
    own = k[rod + OWN_AT]
    firstx, firsty, firstz = 0.0 * w[own], 0.0 * w[own], 0.0 * w[own]
    for side in range(2):
        end = rod + END + END_SIZE * side
        body, point, block = k[end + END_POSE], k[end + END_POINT], block_of(k, k[end + END_LINK])
        x, y, z = turned(w, body + MATRIX, p[point], p[point + 1], p[point + 2])
        at = own + LEVERS + 3 * side
        w[at], w[at + 1], w[at + 2] = x - w[block + SX], y - w[block + SX + 1], z - w[block + SX + 2]
        x, y, z = x + w[body], y + w[body + 1], z + w[body + 2]
        if side == 0:
            firstx, firsty, firstz = x, y, z
        else:
            x, y, z = x - firstx, y - firsty, z - firstz
            w[own + SPAN], w[own + SPAN + 1], w[own + SPAN + 2] = x, y, z
            w[own + INVERSE] = 1.0 / (x * x + y * y + z * z)
    return firstx, firsty, firstz


@njit
def direction(w, own):
    """Direction of a rod from its first joint to its second."""
    root = sqrt(w[own + INVERSE])
    return w[own + SPAN] * root, w[own + SPAN + 1] * root, w[own + SPAN + 2] * root


@njit
def carried(w, own, x, y, z):
    """The kept quaternion, brought to the direction (x, y, z) along the great circle."""
    at = own + DIRECTION
    fx, fy, fz = w[at], w[at + 1], w[at + 2]
    real = 1.0 + fx * x + fy * y + fz * z
    a, b, c = cross(fx, fy, fz, x, y, z)
    if real.real < OPPOSITE:
        real = 0.0 * real
        a, b, c = -fy - fz, fx + 0.0 * fy, fx + 0.0 * fz
        if a.real * a.real + 2.0 * b.real * b.real < 0.1:
            a, b, c = 0.0 * fx, fz + 0.0 * fx, -fy + 0.0 * fx
    size = 1.0 / sqrt(real * real + a * a + b * b + c * c)
    at = own + KEPT
    return product(real * size, a * size, b * size, c * size, w[at], w[at + 1], w[at + 2], w[at + 3])


@njit
def nearest_zero(angle):
    """An angle without whole turns."""
    return angle - TURN * round(angle.real / TURN)


@njit
def pins_of(k, p, w, rod, side):
    """Where the two pins of a universal joint at an end point: that of the body, that of the rod."""
    end, numbers = rod + END + END_SIZE * side, k[rod + ROD_NUMBERS] + OWN_PIN
    at = k[end + END_AXIS]
    hx, hy, hz = turned(w, k[end + END_POSE] + MATRIX, p[at], p[at + 1], p[at + 2])
    x, y, z = turned(w, k[rod + ROD_POSE] + MATRIX, p[numbers], p[numbers + 1], p[numbers + 2])
    return hx, hy, hz, x, y, z


@njit
def turn_square(k, p, w, rod, side, x, y, z):
    """By which angle about its direction a rod turns so that the pins of its universal joint are square."""
    hx, hy, hz, ux, uy, uz = pins_of(k, p, w, rod, side)
    inside, beside = x * ux + y * uy + z * uz, x * hx + y * hy + z * hz
    vx, vy, vz = cross(x, y, z, ux, uy, uz)
    constant = inside * beside
    even, odd = ux * hx + uy * hy + uz * hz - constant, vx * hx + vy * hy + vz * hz
    middle, rest = atan2(odd, even), even * even + odd * odd - constant * constant
    if rest.real < 0.0:
        rest = 0.0 * rest
    aside = atan2(sqrt(rest), -constant)
    one, other = nearest_zero(middle + aside), nearest_zero(middle - aside)
    return one if one.real * one.real <= other.real * other.real else other


@njit
def turned_about(x, y, z, angle, a, b, c, d):
    """A quaternion turned about a direction of the world."""
    s = sin(0.5 * angle)
    return product(cos(0.5 * angle), s * x, s * y, s * z, a, b, c, d)


@njit
def place_rods(k, p, w, moving):
    """Poses and, when they move, twists and velocities of the removed rods."""
    rod = k[k[TREE] + ROD_AT]
    for _ in range(k[k[TREE] + RODS]):
        own, pose, at = k[rod + OWN_AT], k[rod + ROD_POSE], k[rod + ROD_NUMBERS] + FIRST_POINT
        px, py, pz = place_ends(k, p, w, rod)
        x, y, z = direction(w, own)
        a, b, c, d = carried(w, own, x, y, z)
        store_matrix(w, pose + MATRIX, a, b, c, d)
        side = crossed_end(k, rod)
        if side >= 0:
            a, b, c, d = turned_about(x, y, z, turn_square(k, p, w, rod, side, x, y, z), a, b, c, d)
            store_matrix(w, pose + MATRIX, a, b, c, d)
        to = pose + PARAMETERS
        w[to], w[to + 1], w[to + 2], w[to + 3] = a, b, c, d
        sx, sy, sz = turned(w, pose + MATRIX, p[at], p[at + 1], p[at + 2])
        w[pose], w[pose + 1], w[pose + 2] = px - sx, py - sy, pz - sz
        if moving:
            move_rod(k, p, w, rod, side, sx, sy, sz)
        rod += ROD


@njit
def move_rod(k, p, w, rod, side, sx, sy, sz):
    """Twist and velocities of a rod whose first joint is at (sx, sy, sz) from its origin."""
    own, pose, twist = k[rod + OWN_AT], k[rod + ROD_POSE], k[rod + ROD_TWIST]
    vx, vy, vz = joint_velocity(k, w, rod, 0)
    ux, uy, uz = joint_velocity(k, w, rod, 1)
    at, inverse = own + SPAN, w[own + INVERSE]
    ox, oy, oz = cross(w[at], w[at + 1], w[at + 2], ux - vx, uy - vy, uz - vz)
    ox, oy, oz = ox * inverse, oy * inverse, oz * inverse
    w[own + SPIN] = 0.0
    if side >= 0:
        hx, hy, hz, x, y, z = pins_of(k, p, w, rod, side)
        nx, ny, nz = cross(x, y, z, hx, hy, hz)
        x, y, z = direction(w, own)
        body = block_of(k, k[rod + END + END_SIZE * side + END_LINK]) + WX
        spin = (w[body] - ox) * nx + (w[body + 1] - oy) * ny + (w[body + 2] - oz) * nz
        spin /= x * nx + y * ny + z * nz
        w[own + SPIN] = spin
        ox, oy, oz = ox + spin * x, oy + spin * y, oz + spin * z
    lx, ly, lz = cross(ox, oy, oz, sx, sy, sz)
    vx, vy, vz = vx - lx, vy - ly, vz - lz
    ox, oy, oz = turned_back(w, pose + MATRIX, ox, oy, oz)
    w[twist], w[twist + 1], w[twist + 2], w[twist + 3], w[twist + 4], w[twist + 5] = vx, vy, vz, ox, oy, oz
    v = k[V] + k[rod + ROD_COLUMN]
    w[v], w[v + 1], w[v + 2], w[v + 3], w[v + 4], w[v + 5] = vx, vy, vz, ox, oy, oz


@njit
def keep_frame(w, pose, own, x, y, z):
    """Keep the orientation of a rod that has this direction."""
    at = pose + PARAMETERS
    a, b, c, d = w[at], w[at + 1], w[at + 2], w[at + 3]
    size = 1.0 / sqrt(a * a + b * b + c * c + d * d)
    w[own + KEPT], w[own + KEPT + 1], w[own + KEPT + 2], w[own + KEPT + 3] = a * size, b * size, c * size, d * size
    w[own + DIRECTION], w[own + DIRECTION + 1], w[own + DIRECTION + 2] = x, y, z


@njit
def keep_rods(k, p, w):
    """Keep the orientations that the removed rods have in the workspace; their time is not known."""
    rod = k[k[TREE] + ROD_AT]
    for _ in range(k[k[TREE] + RODS]):
        pose, own, at = k[rod + ROD_POSE], k[rod + OWN_AT], k[rod + ROD_NUMBERS] + ALONG
        x, y, z = turned(w, pose + MATRIX, p[at], p[at + 1], p[at + 2])
        keep_frame(w, pose, own, x, y, z)
        w[own + KNOWN] = 0.0
        rod += ROD


@njit
def keep_placed_rods(k, w):
    """Keep the orientations of the removed rods that are not followed in time, where they were just placed."""
    rod = k[k[TREE] + ROD_AT]
    for _ in range(k[k[TREE] + RODS]):
        own = k[rod + OWN_AT]
        if w[own + KNOWN].real == 0.0:
            x, y, z = direction(w, own)
            keep_frame(w, k[rod + ROD_POSE], own, x, y, z)
        rod += ROD


@njit
def area_beside(w, own, x, y, z, vx, vy, vz, step):
    """The area between the great circle from the kept direction to (x, y, z) and the cubic through both.

    A cubic with ends 0 and c and tangents S, T holds n . (c x (T - S) / 10 - S x T / 60).
    """
    at, rate = own + DIRECTION, own + DRIFT
    nx, ny, nz = w[at] + x, w[at + 1] + y, w[at + 2] + z
    size = 1.0 / sqrt(nx * nx + ny * ny + nz * nz)
    sx, sy, sz = w[rate] * step, w[rate + 1] * step, w[rate + 2] * step
    tx, ty, tz = vx * step, vy * step, vz * step
    ax, ay, az = cross(x - w[at], y - w[at + 1], z - w[at + 2], tx - sx, ty - sy, tz - sz)
    bx, by, bz = cross(sx, sy, sz, tx, ty, tz)
    return (nx * (ax / 10 - bx / 60) + ny * (ay / 10 - by / 60) + nz * (az / 10 - bz / 60)) * size


def follow_rods(k, p, w, z, i, j, x):
    """Keep the orientations of the removed rods at the time x, to which those kept before have been carried."""
    rod = k[k[TREE] + ROD_AT]
    for _ in range(k[k[TREE] + RODS]):
        pose, own, twist = k[rod + ROD_POSE], k[rod + OWN_AT], k[rod + ROD_TWIST] + 3
        ex, ey, ez = direction(w, own)
        ox, oy, oz = turned(w, pose + MATRIX, w[twist], w[twist + 1], w[twist + 2])
        vx, vy, vz = cross(ox, oy, oz, ex, ey, ez)
        if w[own + KNOWN].real > 0.0 and crossed_end(k, rod) < 0:
            area = area_beside(w, own, ex, ey, ez, vx, vy, vz, x - w[own + TIME])
            at = pose + PARAMETERS
            w[at], w[at + 1], w[at + 2], w[at + 3] = turned_about(
                ex, ey, ez, area, w[at], w[at + 1], w[at + 2], w[at + 3]
            )
        keep_frame(w, pose, own, ex, ey, ez)
        w[own + DRIFT], w[own + DRIFT + 1], w[own + DRIFT + 2] = vx, vy, vz
        w[own + TIME], w[own + KNOWN] = x, 1.0
        rod += ROD
    place_rods(k, p, w, True)
