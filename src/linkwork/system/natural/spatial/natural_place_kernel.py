"""Poses, twists and the matrices T of the bodies from natural coordinates in space, and back.

With the directions D = [d1 d2 d3], A = D G and a_j its columns:

    omega = 1/2 sum a_j x a_j',   v = P' - omega x (A s)

whose rates are linear in those of the directions; where d3 = d1 x d2, with 2 d1' x d2' beside them.
All functions have the signature (k, p, w, z, i, j, x) of a function of the world and are called by address: z is
(s, s') and j the place of the table.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import sqrt
from linkwork.places.layout_kernel import BODIES, COORDINATES, OWN, POSE, REFERENCE, TWIST, V
from linkwork.places.spatial.layout_kernel import MATRIX, PARAMETERS, POSE_SIZE, QUATERNION, TWIST_SIZE
from linkwork.system.natural.natural_layout_kernel import (
    BIAS,
    BLOCK_AT,
    BODY,
    BODY_AT,
    COLUMN_COUNT,
    COLUMNS_AT,
    CONSTANTS,
    COUNT,
    CROSSED,
    IS_DIRECTION,
    LOCAL,
    NATURAL,
    OWNER,
    OWNER_AT,
    OWNER_NUMBERS,
    SPARE,
    TERM,
    TERM_PART,
    TERM_SHARE,
    TERMS,
    TERMS_AT,
    TURNS,
)
from linkwork.system.spatial.rotation_kernel import cross, store_matrix, turned, turned_back

PARTS = 12  # P and three directions
POINT_SIZE = 3  # numbers of the point before the inverse of the directions


@njit
def columns_of(w, d, p, inverse, out):
    """D G to w[out ...], three columns one behind the other; D likewise at w[d ...], G row by row at p[inverse ...]."""
    for column in range(3):
        for axis in range(3):
            total = 0.0 * w[d]
            for part in range(3):
                total += w[d + 3 * part + axis] * p[inverse + 3 * part + column]
            w[out + 3 * column + axis] = total


@njit
def spin_of(w, a, rate):
    """1/2 sum a_j x a_j' of columns at w[a ...] and their rates."""
    ox, oy, oz = 0.0 * w[a], 0.0 * w[a], 0.0 * w[a]
    for column in range(3):
        at, to = a + 3 * column, rate + 3 * column
        x, y, z = cross(w[at], w[at + 1], w[at + 2], w[to], w[to + 1], w[to + 2])
        ox, oy, oz = ox + 0.5 * x, oy + 0.5 * y, oz + 0.5 * z
    return ox, oy, oz


@njit
def store_parameters(w, a, to):
    """The Euler parameters of nearly orthonormal columns, of unit length, with the sign of those that were there."""
    xx, yy, zz = w[a], w[a + 4], w[a + 8]
    xy, yx, xz, zx, yz, zy = w[a + 3], w[a + 1], w[a + 6], w[a + 2], w[a + 7], w[a + 5]
    trace = (xx + yy + zz).real
    if trace > 0.0:
        q0, q1, q2, q3 = 1.0 + xx + yy + zz, zy - yz, xz - zx, yx - xy
    elif xx.real >= yy.real and xx.real >= zz.real:
        q0, q1, q2, q3 = zy - yz, 1.0 + xx - yy - zz, xy + yx, xz + zx
    elif yy.real >= zz.real:
        q0, q1, q2, q3 = xz - zx, xy + yx, 1.0 - xx + yy - zz, yz + zy
    else:
        q0, q1, q2, q3 = yx - xy, xz + zx, yz + zy, 1.0 - xx - yy + zz
    length = 1.0 / sqrt(q0 * q0 + q1 * q1 + q2 * q2 + q3 * q3)
    if (q0 * w[to] + q1 * w[to + 1] + q2 * w[to + 2] + q3 * w[to + 3]).real < 0.0:
        length = -length
    w[to], w[to + 1], w[to + 2], w[to + 3] = q0 * length, q1 * length, q2 * length, q3 * length


@njit
def third(w, d, rate):
    """d1' x d2 + d1 x d2' as the rate of the third direction."""
    ax, ay, az = cross(w[rate], w[rate + 1], w[rate + 2], w[d + 3], w[d + 4], w[d + 5])
    bx, by, bz = cross(w[d], w[d + 1], w[d + 2], w[rate + 3], w[rate + 4], w[rate + 5])
    w[rate + 6], w[rate + 7], w[rate + 8] = ax + bx, ay + by, az + bz


def spread(k, p, w, z, i, j, x):
    """Poses, twists, velocities, T and bias of all bodies."""
    n, body, pose, twist, v, bias = k[j + COUNT], k[j + BODY_AT], k[POSE], k[TWIST], k[V], k[j + BIAS]
    frame = k[j + SPARE]  # P and D, then a rate of P and D, then A and its rate
    d, rate, a, turning = frame + 3, frame + PARTS, frame + 2 * PARTS, frame + 2 * PARTS + 9
    for _ in range(k[BODIES]):
        pose += POSE_SIZE
        twist += TWIST_SIZE
        local, block, count = k[body + LOCAL], k[body + BLOCK_AT], k[body + COLUMN_COUNT]
        crossed, inverse = k[body + CROSSED] > 0, k[body + LOCAL] + POINT_SIZE
        for part in range(PARTS):
            w[frame + part] = p[k[body + CONSTANTS] + part]
        term = k[body + TERMS_AT]
        for _ in range(k[body + TERMS]):
            w[frame + k[term + TERM_PART]] += p[k[term + TERM_SHARE]] * z[k[k[body + COLUMNS_AT] + k[term]]]
            term += TERM
        if crossed:
            w[d + 6], w[d + 7], w[d + 8] = cross(w[d], w[d + 1], w[d + 2], w[d + 3], w[d + 4], w[d + 5])
        columns_of(w, d, p, inverse, a)
        own, matrix = pose + PARAMETERS, pose + MATRIX
        store_parameters(w, a, own)
        store_matrix(w, matrix, w[own], w[own + 1], w[own + 2], w[own + 3])
        lx, ly, lz = turned(w, matrix, p[local], p[local + 1], p[local + 2])
        w[pose], w[pose + 1], w[pose + 2] = w[frame] - lx, w[frame + 1] - ly, w[frame + 2] - lz
        for column in range(count):
            for part in range(PARTS):
                w[rate + part] = 0.0
            term = k[body + TERMS_AT]
            for _ in range(k[body + TERMS]):
                if k[term] == column:
                    w[rate + k[term + TERM_PART]] += p[k[term + TERM_SHARE]]
                term += TERM
            put_column(w, p, d, rate, a, turning, inverse, crossed, lx, ly, lz, matrix, block + column, count)
        for row in range(TWIST_SIZE):
            total = 0.0 * lx
            for column in range(count):
                total += w[block + count * row + column] * z[n + k[k[body + COLUMNS_AT] + column]]
            w[twist + row] = total
            w[v + row] = total
        put_bias(k, p, w, z, n, body, frame, matrix, twist, lx, ly, lz, bias)
        body += BODY
        v += TWIST_SIZE
        bias += TWIST_SIZE
    for own in range(k[OWN]):
        w[pose + POSE_SIZE + own] = z[k[j + NATURAL] + own]
        w[twist + TWIST_SIZE + own] = z[n + k[j + NATURAL] + own]
        w[v + own] = z[n + k[j + NATURAL] + own]


@njit
def put_column(w, p, d, rate, a, turning, inverse, crossed, lx, ly, lz, matrix, to, count):
    """The twist that a rate of P and of the directions makes, as a column of T."""
    if crossed:
        third(w, d, rate + 3)
    columns_of(w, rate + 3, p, inverse, turning)
    ox, oy, oz = spin_of(w, a, turning)
    cx, cy, cz = cross(ox, oy, oz, lx, ly, lz)
    w[to], w[to + count], w[to + 2 * count] = w[rate] - cx, w[rate + 1] - cy, w[rate + 2] - cz
    w[to + 3 * count], w[to + 4 * count], w[to + 5 * count] = turned_back(w, matrix, ox, oy, oz)


@njit
def put_bias(k, p, w, z, n, body, frame, matrix, twist, lx, ly, lz, bias):
    """The rate of the twist of a body where the coordinates have none of the second order."""
    rate, a, turning = frame + PARTS, frame + 2 * PARTS, frame + 2 * PARTS + 9
    ex, ey, ez = 0.0 * lx, 0.0 * lx, 0.0 * lx
    if k[body + CROSSED] > 0:
        for part in range(PARTS):
            w[rate + part] = 0.0
        term = k[body + TERMS_AT]
        for _ in range(k[body + TERMS]):
            w[rate + k[term + TERM_PART]] += p[k[term + TERM_SHARE]] * z[n + k[k[body + COLUMNS_AT] + k[term]]]
            term += TERM
        at = rate + 3
        ax, ay, az = cross(w[at], w[at + 1], w[at + 2], w[at + 3], w[at + 4], w[at + 5])
        for part in range(6):
            w[at + part] = 0.0
        w[at + 6], w[at + 7], w[at + 8] = 2.0 * ax, 2.0 * ay, 2.0 * az
        columns_of(w, at, p, k[body + LOCAL] + POINT_SIZE, turning)
        ex, ey, ez = spin_of(w, a, turning)
    ox, oy, oz = turned(w, matrix, w[twist + 3], w[twist + 4], w[twist + 5])
    cx, cy, cz = cross(ox, oy, oz, lx, ly, lz)
    cx, cy, cz = cross(ox, oy, oz, cx, cy, cz)
    bx, by, bz = cross(ex, ey, ez, lx, ly, lz)
    w[bias], w[bias + 1], w[bias + 2] = -cx - bx, -cy - by, -cz - bz
    w[bias + 3], w[bias + 4], w[bias + 5] = turned_back(w, matrix, ex, ey, ez)


def gather(k, p, w, z, i, j, x):
    """Natural coordinates and their rates of the poses and twists."""
    n, owner = k[j + COUNT], k[j + OWNER_AT]
    for place in range(k[j + NATURAL]):
        pose, twist, at = k[POSE] + POSE_SIZE * k[owner], k[TWIST] + TWIST_SIZE * k[owner], k[owner + OWNER_NUMBERS]
        matrix = pose + MATRIX
        px, py, pz = turned(w, matrix, p[at], p[at + 1], p[at + 2])
        ox, oy, oz = turned(w, matrix, w[twist + 3], w[twist + 4], w[twist + 5])
        vx, vy, vz = cross(ox, oy, oz, px, py, pz)
        if k[owner + IS_DIRECTION] == 0:
            px, py, pz = px + w[pose], py + w[pose + 1], pz + w[pose + 2]
            vx, vy, vz = vx + w[twist], vy + w[twist + 1], vz + w[twist + 2]
        z[place] = p[at + 3] * px + p[at + 4] * py + p[at + 5] * pz + p[at + 6]
        z[n + place] = p[at + 3] * vx + p[at + 4] * vy + p[at + 5] * vz
        owner += OWNER
    pose, twist = k[POSE] + POSE_SIZE * (k[BODIES] + 1), k[TWIST] + TWIST_SIZE * (k[BODIES] + 1)
    for own in range(k[OWN]):
        z[k[j + NATURAL] + own] = w[pose + own]
        z[n + k[j + NATURAL] + own] = w[twist + own]


def collect(k, p, w, z, i, j, x):
    """Coordinates and velocities of the bodies to z: charts at zero, the references at the orientations."""
    n, pose, reference = k[COORDINATES], k[POSE] + POSE_SIZE, k[REFERENCE]
    for body in range(k[BODIES]):
        at, own = TWIST_SIZE * body, pose + PARAMETERS
        for part in range(QUATERNION):
            w[reference + part] = w[own + part]
        for axis in range(3):
            z[at + axis] = w[pose + axis]
            z[at + 3 + axis] = 0.0
        pose += POSE_SIZE
        reference += QUATERNION
    for own in range(k[OWN]):
        z[TWIST_SIZE * k[BODIES] + own] = w[pose + own]
    for column in range(n):
        z[n + column] = w[k[TWIST] + TWIST_SIZE + column]


def never_far(k, p, w, z, i, j, x):
    """Natural coordinates have no charts that could go too far."""


def remember(k, p, w, z, i, j, x):
    """Remember the time x; orientations need no count of turns; p is not there."""
    w[k[j + TURNS]] = x.real
