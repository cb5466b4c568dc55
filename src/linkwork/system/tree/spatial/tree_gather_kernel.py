"""From poses and twists of the bodies to the coordinates of the joints of a tree in space and their rates.

A joint is a chain of motions through frames without mass. Orientations come first: a turn before another turn brings
the other's axis to where it is, the last turn and a ball take what is left. Then the slides, which are square to each
other, take what is left between the points. Turns are counted: of all angles the one nearest to that of the last
position; of a screw the one nearest to its advance.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import atan2, cos, sin, sqrt
from linkwork.numerics.turns_kernel import TURN, nearest_turn
from linkwork.places.layout_kernel import BODIES, OWN, POSE, TREE, V
from linkwork.places.spatial.layout_kernel import MATRIX, PARAMETERS, POSE_SIZE, TWIST_SIZE
from linkwork.system.rods.spatial.rod_place_kernel import keep_rods
from linkwork.system.spatial.rotation_kernel import chart_rate, cross, product, store_matrix, turned, turned_back
from linkwork.system.tree.spatial.tree_layout_kernel import (
    AXIS,
    BALL_REFERENCE,
    CHAIN,
    DX,
    HX,
    LEVER,
    NUMBERS,
    OWN_AXIS,
    PITCH,
    POINT,
    QUARTER,
    SIGN,
    SPATIAL_BLOCK,
    SX,
    VALUE,
    ZERO,
    block_of,
)
from linkwork.system.tree.tree_kernel import (
    BALL,
    FREEDOM,
    FREEDOMS,
    JOINT,
    JOINTS,
    KIND,
    PARENT,
    PARENT_POSE,
    PARENT_TWIST,
    POSE_OF,
    RECORDS,
    RIGID,
    SCREWING,
    SLIDING,
    TWIST_OF,
)


@njit
def rotated(a, b, c, d, x, y, z):
    """A vector turned by a quaternion."""
    tx, ty, tz = cross(b, c, d, x, y, z)
    tx, ty, tz = 2.0 * tx, 2.0 * ty, 2.0 * tz
    ux, uy, uz = cross(b, c, d, tx, ty, tz)
    return x + a * tx + ux, y + a * ty + uy, z + a * tz + uz


@njit
def turns(kind):
    """Whether a link turns against its parent."""
    return kind not in (SLIDING, RIGID)


@njit
def next_turn(k, joint, count):
    """How many links behind this one the next of the same joint turns; 0: none."""
    for ahead in range(1, count):
        if turns(k[joint + JOINT * ahead + KIND]):
            return ahead
    return 0


@njit
def constant_turn(k, p, joint, first, last):
    """The quaternion across links first..last-1 behind this one, which do not turn."""
    at = k[joint + NUMBERS]
    a, b, c, d = 1.0 + 0.0 * p[at], 0.0 * p[at], 0.0 * p[at], 0.0 * p[at]
    for ahead in range(first, last):
        at = k[joint + JOINT * ahead + NUMBERS]
        a, b, c, d = product(a, b, c, d, p[at], p[at + 1], p[at + 2], p[at + 3])
    return a, b, c, d


@njit
def sign_of(counted, angle):
    """1, or -1 where two angles that differ by whole turns differ by an odd number of them."""
    return 1.0 - 2.0 * (round((counted - angle).real / TURN) % 2)


@njit
def turn_before_turn(k, p, joint, count, ahead, a, b, c, d):
    """Angle of a turn that brings the axis of a later turn to where (a, b, c, d), parent to child, has it."""
    at, later = k[joint + NUMBERS], k[joint + JOINT * ahead + NUMBERS]
    e, f, g, h = constant_turn(k, p, joint, 1, ahead)
    x, y, z = rotated(e, f, g, h, p[later + AXIS], p[later + AXIS + 1], p[later + AXIS + 2])
    e, f, g, h = constant_turn(k, p, joint, ahead + 1, count)
    ex, ey, ez = rotated(e, -f, -g, -h, p[later + OWN_AXIS], p[later + OWN_AXIS + 1], p[later + OWN_AXIS + 2])
    ex, ey, ez = rotated(a, b, c, d, ex, ey, ez)
    ex, ey, ez = rotated(p[at + ZERO], -p[at + ZERO + 1], -p[at + ZERO + 2], -p[at + ZERO + 3], ex, ey, ez)
    hx, hy, hz = p[at + OWN_AXIS], p[at + OWN_AXIS + 1], p[at + OWN_AXIS + 2]
    cx, cy, cz = cross(x, y, z, ex, ey, ez)
    inside = (hx * x + hy * y + hz * z) * (hx * ex + hy * ey + hz * ez)
    return atan2(hx * cx + hy * cy + hz * cz, x * ex + y * ey + z * ez - inside)


@njit
def place_link(k, p, w, joint, block, count, out, fresh):
    """Coordinates of a link that turns, and its orientation; its parent's orientation is known."""
    kind, at, z, pose = k[joint + KIND], k[joint + NUMBERS], k[joint + FREEDOM], k[joint + POSE_OF]
    up, child = k[joint + PARENT_POSE] + PARAMETERS, k[joint + JOINT * (count - 1) + POSE_OF] + PARAMETERS
    a, b, c, d = product(w[up], -w[up + 1], -w[up + 2], -w[up + 3], w[child], w[child + 1], w[child + 2], w[child + 3])
    e, f, g, h = p[at + ZERO], p[at + ZERO + 1], p[at + ZERO + 2], p[at + ZERO + 3]
    if turns(kind):
        ahead = next_turn(k, joint, count)
        i, r, s, t = constant_turn(k, p, joint, 1, count)
        if kind == BALL:
            e, f, g, h = product(a, b, c, d, i, -r, -s, -t)
            take_ball(w, block, e, f, g, h, z, out, fresh)
        else:
            if ahead > 0:
                angle = turn_before_turn(k, p, joint, count, ahead, a, b, c, d)
            else:
                i, r, s, t = product(a, b, c, d, i, -r, -s, -t)
                i, r, s, t = product(e, -f, -g, -h, i, r, s, t)
                along = p[at + OWN_AXIS] * r + p[at + OWN_AXIS + 1] * s + p[at + OWN_AXIS + 2] * t
                angle = 2.0 * atan2(along, i)
            out[z] = nearest_turn(angle, w[block + VALUE])
            w[block + SIGN] = sign_of(out[z], angle)
            if count > 1:
                half = 0.5 * angle
                c, s = cos(half), sin(half)
                q = at + QUARTER
                e, f = c * e + s * p[q], c * f + s * p[q + 1]
                g, h = c * g + s * p[q + 2], c * h + s * p[q + 3]
    elif count == 1:
        w[block + SIGN] = 1.0 if (a * e + b * f + c * g + d * h).real > 0.0 else -1.0
    else:
        w[block + SIGN] = 1.0
    if count > 1:
        a, b, c, d = product(w[up], w[up + 1], w[up + 2], w[up + 3], e, f, g, h)
        own = pose + PARAMETERS
        w[own], w[own + 1], w[own + 2], w[own + 3] = a, b, c, d
        store_matrix(w, pose + MATRIX, a, b, c, d)


@njit
def take_ball(w, block, e, f, g, h, z, out, fresh):
    """The chart of a ball whose link has the quaternion (e, f, g, h) in its parent; fresh: with its reference there."""
    to = block + BALL_REFERENCE
    if fresh:
        length = 1.0 / sqrt(e * e + f * f + g * g + h * h)
        w[to], w[to + 1], w[to + 2], w[to + 3] = e * length, f * length, g * length, h * length
        out[z], out[z + 1], out[z + 2] = 0.0, 0.0, 0.0
    else:
        e, f, g, h = product(w[to], -w[to + 1], -w[to + 2], -w[to + 3], e, f, g, h)
        out[z], out[z + 1], out[z + 2] = 2.0 * f / e, 2.0 * g / e, 2.0 * h / e


@njit
def place_slides(k, p, w, joint, block, count, out):
    """Levers and axes of the links of a joint, and the coordinates of its slides and screws."""
    first, last = joint, joint + JOINT * (count - 1)
    above, child, tip = k[first + PARENT_POSE], k[last + POSE_OF], k[last + NUMBERS] + POINT
    carrier = block_of(k, k[first + PARENT])
    sx, sy, sz = turned(w, child + MATRIX, p[tip], p[tip + 1], p[tip + 2])
    here = block + SPATIAL_BLOCK * (count - 1)
    w[here + SX], w[here + SX + 1], w[here + SX + 2] = sx, sy, sz
    x = w[child] + sx - w[above] - w[carrier + SX]
    y = w[child + 1] + sy - w[above + 1] - w[carrier + SX + 1]
    z = w[child + 2] + sz - w[above + 2] - w[carrier + SX + 2]
    for _ in range(count):
        matrix, at = k[joint + PARENT_POSE] + MATRIX, k[joint + NUMBERS]
        dx, dy, dz = turned(w, matrix, p[at + LEVER], p[at + LEVER + 1], p[at + LEVER + 2])
        w[block + HX], w[block + HX + 1], w[block + HX + 2] = turned(
            w, matrix, p[at + AXIS], p[at + AXIS + 1], p[at + AXIS + 2]
        )
        w[block + DX], w[block + DX + 1], w[block + DX + 2] = dx, dy, dz
        x, y, z = x - dx, y - dy, z - dz
        joint += JOINT
        block += SPATIAL_BLOCK
    for _ in range(count):
        joint -= JOINT
        block -= SPATIAL_BLOCK
        kind = k[joint + KIND]
        if kind in (SLIDING, SCREWING):
            hx, hy, hz = w[block + HX], w[block + HX + 1], w[block + HX + 2]
            along, freedom = hx * x + hy * y + hz * z, k[joint + FREEDOM]
            if kind == SLIDING:
                out[freedom] = along
            else:
                pitch = p[k[joint + NUMBERS] + PITCH]
                counted = nearest_turn(out[freedom], along / pitch)
                w[block + SIGN] *= sign_of(counted, out[freedom])
                out[freedom] = counted
                along = pitch * out[freedom]
            w[block + DX] += along * hx
            w[block + DX + 1] += along * hy
            w[block + DX + 2] += along * hz


@njit
def take_rates(k, p, w, joint, block, count, out):
    """Rates of the links of a joint from the twists of its two bodies."""
    last, tip = joint + JOINT * (count - 1), block + SPATIAL_BLOCK * (count - 1)
    rate, carrier, carried = k[k[TREE] + FREEDOMS], k[joint + PARENT_TWIST], k[last + TWIST_OF]
    above, child = k[joint + PARENT_POSE], k[last + POSE_OF]
    px, py, pz = turned(w, above + MATRIX, w[carrier + 3], w[carrier + 4], w[carrier + 5])
    ox, oy, oz = turned(w, child + MATRIX, w[carried + 3], w[carried + 4], w[carried + 5])
    sx, sy, sz = w[tip + SX], w[tip + SX + 1], w[tip + SX + 2]
    vx, vy, vz = cross(ox, oy, oz, sx, sy, sz)
    rx, ry, rz = w[child] + sx - w[above], w[child + 1] + sy - w[above + 1], w[child + 2] + sz - w[above + 2]
    lx, ly, lz = cross(px, py, pz, rx, ry, rz)
    vx += w[carried] - w[carrier] - lx
    vy += w[carried + 1] - w[carrier + 1] - ly
    vz += w[carried + 2] - w[carrier + 2] - lz
    ox, oy, oz = ox - px, oy - py, oz - pz
    # rx, ry, rz: from the reference point of the link at hand to that of the body
    rx, ry, rz = 0.0 * rx, 0.0 * ry, 0.0 * rz
    for ahead in range(1, count):
        other = block + SPATIAL_BLOCK * ahead
        rx, ry, rz = rx + w[other + DX], ry + w[other + DX + 1], rz + w[other + DX + 2]
    for number in range(count):
        kind, at, to = k[joint + KIND], k[joint + NUMBERS], rate + k[joint + FREEDOM]
        hx, hy, hz = w[block + HX], w[block + HX + 1], w[block + HX + 2]
        if turns(kind):
            if kind == BALL:
                ux, uy, uz = out[to - rate], out[to - rate + 1], out[to - rate + 2]
                lx, ly, lz = turned_back(w, k[joint + POSE_OF] + MATRIX, ox, oy, oz)
                out[to], out[to + 1], out[to + 2] = chart_rate(ux, uy, uz, lx, ly, lz)
                tx, ty, tz = ox, oy, oz
            else:
                speed, ahead = hx * ox + hy * oy + hz * oz, next_turn(k, joint, count - number)
                if ahead > 0:
                    other = block + SPATIAL_BLOCK * ahead
                    ex, ey, ez = w[other + HX], w[other + HX + 1], w[other + HX + 2]
                    inside = hx * ex + hy * ey + hz * ez
                    speed = (speed - inside * (ex * ox + ey * oy + ez * oz)) / (1.0 - inside * inside)
                out[to] = speed
                tx, ty, tz = speed * hx, speed * hy, speed * hz
                if kind == SCREWING:
                    pitch = p[at + PITCH]
                    vx, vy, vz = vx - pitch * tx, vy - pitch * ty, vz - pitch * tz
            lx, ly, lz = cross(tx, ty, tz, rx, ry, rz)
            vx, vy, vz = vx - lx, vy - ly, vz - lz
            ox, oy, oz = ox - tx, oy - ty, oz - tz
        if number + 1 < count:
            other = block + SPATIAL_BLOCK
            rx, ry, rz = rx - w[other + DX], ry - w[other + DX + 1], rz - w[other + DX + 2]
            joint += JOINT
            block += SPATIAL_BLOCK
    for _ in range(count):
        if k[joint + KIND] == SLIDING:
            speed = w[block + HX] * vx + w[block + HX + 1] * vy + w[block + HX + 2] * vz
            out[rate + k[joint + FREEDOM]] = speed
        joint -= JOINT
        block -= SPATIAL_BLOCK


@njit
def gather_chain(k, p, w, joint, block, z, fresh):
    """Coordinates and rates of the links of a joint, whose two bodies are placed."""
    count = k[joint + CHAIN]
    for number in range(count):
        here = joint + JOINT * number
        place_link(k, p, w, here, block + SPATIAL_BLOCK * number, count - number, z, fresh)
    place_slides(k, p, w, joint, block, count, z)
    take_rates(k, p, w, joint, block, count, z)


@njit
def gather_own(k, w, z):
    """Coordinates that elements own, and their rates, behind those of the joints."""
    own_at, freedoms = k[POSE] + POSE_SIZE * (k[BODIES] + 1), k[k[TREE] + FREEDOMS]
    for own in range(k[OWN]):
        z[freedoms - k[OWN] + own] = w[own_at + own]
        z[2 * freedoms - k[OWN] + own] = w[k[V] + TWIST_SIZE * k[BODIES] + own]


def gather(k, p, w, z, i, j, x):
    """Joint coordinates and their rates to z; with i > 0 the charts of balls are zero, at new references."""
    table = k[TREE]
    joint, block, place = table + RECORDS, block_of(k, 0), 0
    while place < k[table + JOINTS]:
        count = k[joint + CHAIN]
        gather_chain(k, p, w, joint, block, z, i > 0)
        joint += JOINT * count
        block += SPATIAL_BLOCK * count
        place += count
    keep_rods(k, p, w)
    gather_own(k, w, z)
