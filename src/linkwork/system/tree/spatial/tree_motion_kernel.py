"""From joint coordinates to poses and twists of a tree in space, and from those to coordinates of the bodies.

A link turns against its parent by quaternions, z being the coordinate of a turn and u the chart of a ball:

    p = p_parent * (cos(z/2) p_0 + sin(z/2) p_0 * (0, h)),      p = p_parent * p_ref * (1, u/2) / sqrt(1 + u.u/4)

With d from the parent's reference point to its own, the axis h and the rate z' (of a screw with pitch c):

    omega = omega_p + h z',   v = v_p + omega_p x d + c h z'
    acceleration = a_p + alpha_p x d + omega_p x (omega_p x d) + 2 c omega_p x h z' + c h z''
    angular acceleration = alpha_p + omega_p x h z' + h z''

All functions have the signature (k, p, w, z, i, j, x) of a function of the world and are called by address.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import cos, sin, sqrt
from linkwork.places.layout_kernel import BODIES, COORDINATES, OWN, POSE, REFERENCE, TREE, TWIST, WORKSPACE, V
from linkwork.places.spatial.layout_kernel import FARTHEST, MATRIX, PARAMETERS, POSE_SIZE, QUATERNION, TWIST_SIZE
from linkwork.system.rods.rod_place_kernel import RODS
from linkwork.system.rods.spatial.rod_place_kernel import keep_placed_rods, place_rods
from linkwork.system.spatial.rotation_kernel import cross, product, store_matrix, turned, turned_back
from linkwork.system.tree.spatial.tree_layout_kernel import (
    AXIS,
    BALL_AXES,
    BALL_REFERENCE,
    CHART,
    CX,
    DX,
    EX,
    HX,
    LEVER,
    NUMBERS,
    PITCH,
    POINT,
    QUARTER,
    SIGN,
    SPATIAL_BLOCK,
    SX,
    VALUE,
    VX,
    WX,
    ZERO,
    block_of,
    parent_block,
)
from linkwork.system.tree.tree_kernel import (
    BALL,
    COLUMN,
    FREEDOM,
    FREEDOMS,
    JOINT,
    JOINTS,
    KIND,
    PARENT_POSE,
    POSE_OF,
    RECORDS,
    RIGID,
    SCREWING,
    SLIDING,
    TURNING,
    TWIST_OF,
)


@njit
def quaternion_of(k, p, w, joint, block, y):
    """The quaternion of a link in its parent at the joint coordinates y."""
    kind, z, at = k[joint + KIND], k[joint + FREEDOM], k[joint + NUMBERS]
    if kind in (TURNING, SCREWING):
        value = y[z]
        w[block + VALUE] = value
        sign = w[block + SIGN]
        c, s = sign * cos(0.5 * value), sign * sin(0.5 * value)
        return (
            c * p[at + ZERO] + s * p[at + QUARTER],
            c * p[at + ZERO + 1] + s * p[at + QUARTER + 1],
            c * p[at + ZERO + 2] + s * p[at + QUARTER + 2],
            c * p[at + ZERO + 3] + s * p[at + QUARTER + 3],
        )
    if kind == BALL:
        ux, uy, uz = 0.5 * y[z], 0.5 * y[z + 1], 0.5 * y[z + 2]
        length = 1.0 / sqrt(1.0 + ux * ux + uy * uy + uz * uz)
        to = block + BALL_REFERENCE
        a, b, c, d = w[to] * length, w[to + 1] * length, w[to + 2] * length, w[to + 3] * length
        return product(a, b, c, d, 1.0 + 0.0 * ux, ux, uy, uz)
    sign = w[block + SIGN]
    return sign * p[at + ZERO], sign * p[at + ZERO + 1], sign * p[at + ZERO + 2], sign * p[at + ZERO + 3]


@njit
def store_ball_axes(w, matrix, block, ux, uy, uz):
    """The chart of a ball, and the columns A T(u) by which its rates turn the link."""
    w[block + CHART], w[block + CHART + 1], w[block + CHART + 2] = ux, uy, uz
    s = 1.0 / (1.0 + 0.25 * (ux * ux + uy * uy + uz * uz))
    half = 0.5 * s
    for row in range(3):
        m, to = matrix + 3 * row, block + BALL_AXES + 3 * row
        x, y, z = w[m], w[m + 1], w[m + 2]
        w[to] = s * x - half * (y * uz - z * uy)
        w[to + 1] = s * y - half * (z * ux - x * uz)
        w[to + 2] = s * z - half * (x * uy - y * ux)


@njit
def move_ball(w, block, above, y, z, rate):
    """Spin of a ball's link, and its angular acceleration without that of the joint and of the parent."""
    ux, uy, uz, vx, vy, vz = y[z], y[z + 1], y[z + 2], y[rate], y[rate + 1], y[rate + 2]
    px, py, pz = w[above + WX], w[above + WX + 1], w[above + WX + 2]
    sx, sy, sz = turned(w, block + BALL_AXES, vx, vy, vz)
    w[block + WX], w[block + WX + 1], w[block + WX + 2] = px + sx, py + sy, pz + sz
    share = -0.5 * (ux * vx + uy * vy + uz * vz) / (1.0 + 0.25 * (ux * ux + uy * uy + uz * uz))
    ex, ey, ez = cross(px, py, pz, sx, sy, sz)
    w[block + EX], w[block + EX + 1], w[block + EX + 2] = ex + share * sx, ey + share * sy, ez + share * sz


@njit
def move_link(k, p, w, joint, block, above, y, rate):
    """Velocities at the reference point of a link, and its accelerations without those of the joint and the parent."""
    kind = k[joint + KIND]
    dx, dy, dz = w[block + DX], w[block + DX + 1], w[block + DX + 2]
    px, py, pz = w[above + WX], w[above + WX + 1], w[above + WX + 2]
    lx, ly, lz = cross(px, py, pz, dx, dy, dz)
    vx, vy, vz = w[above + VX] + lx, w[above + VX + 1] + ly, w[above + VX + 2] + lz
    cx, cy, cz = cross(px, py, pz, lx, ly, lz)
    if kind == BALL:
        move_ball(w, block, above, y, k[joint + FREEDOM], rate)
    elif kind == RIGID:
        w[block + WX], w[block + WX + 1], w[block + WX + 2] = px, py, pz
    else:
        speed = y[rate]
        sx, sy, sz = w[block + HX] * speed, w[block + HX + 1] * speed, w[block + HX + 2] * speed
        ex, ey, ez = cross(px, py, pz, sx, sy, sz)
        if kind == TURNING:
            w[block + WX], w[block + WX + 1], w[block + WX + 2] = px + sx, py + sy, pz + sz
            w[block + EX], w[block + EX + 1], w[block + EX + 2] = ex, ey, ez
        else:
            pitch, turn = p[k[joint + NUMBERS] + PITCH], 1.0
            if kind == SLIDING:
                pitch, turn = pitch * 0.0 + 1.0, 0.0
            vx, vy, vz = vx + pitch * sx, vy + pitch * sy, vz + pitch * sz
            cx, cy, cz = cx + 2.0 * pitch * ex, cy + 2.0 * pitch * ey, cz + 2.0 * pitch * ez
            w[block + WX], w[block + WX + 1], w[block + WX + 2] = px + turn * sx, py + turn * sy, pz + turn * sz
            w[block + EX], w[block + EX + 1], w[block + EX + 2] = turn * ex, turn * ey, turn * ez
    w[block + VX], w[block + VX + 1], w[block + VX + 2] = vx, vy, vz
    w[block + CX], w[block + CX + 1], w[block + CX + 2] = cx, cy, cz


@njit
def store_twist(k, w, joint, block):
    """The twist of a body, and its velocities, from those at its reference point."""
    pose, twist, v = k[joint + POSE_OF], k[joint + TWIST_OF], k[V] + k[joint + COLUMN]
    ox, oy, oz = w[block + WX], w[block + WX + 1], w[block + WX + 2]
    lx, ly, lz = cross(ox, oy, oz, w[block + SX], w[block + SX + 1], w[block + SX + 2])
    vx, vy, vz = w[block + VX] - lx, w[block + VX + 1] - ly, w[block + VX + 2] - lz
    ox, oy, oz = turned_back(w, pose + MATRIX, ox, oy, oz)
    w[twist], w[twist + 1], w[twist + 2], w[twist + 3], w[twist + 4], w[twist + 5] = vx, vy, vz, ox, oy, oz
    w[v], w[v + 1], w[v + 2], w[v + 3], w[v + 4], w[v + 5] = vx, vy, vz, ox, oy, oz


@njit
def spread_link(k, p, w, z, moving, joint, block):
    """Pose of a link, whose parent is placed, and when it moves its twist and velocities."""
    kind, at, first = k[joint + KIND], k[joint + NUMBERS], k[joint + FREEDOM]
    pose, above, carrier = k[joint + POSE_OF], k[joint + PARENT_POSE], parent_block(k, joint)
    matrix = above + MATRIX
    dx, dy, dz = turned(w, matrix, p[at + LEVER], p[at + LEVER + 1], p[at + LEVER + 2])
    if kind not in (BALL, RIGID):
        hx, hy, hz = turned(w, matrix, p[at + AXIS], p[at + AXIS + 1], p[at + AXIS + 2])
        w[block + HX], w[block + HX + 1], w[block + HX + 2] = hx, hy, hz
        if kind != TURNING:
            along = z[first] if kind == SLIDING else z[first] * p[at + PITCH]
            dx, dy, dz = dx + along * hx, dy + along * hy, dz + along * hz
    w[block + DX], w[block + DX + 1], w[block + DX + 2] = dx, dy, dz
    a, b, c, d = quaternion_of(k, p, w, joint, block, z)
    up = above + PARAMETERS
    a, b, c, d = product(w[up], w[up + 1], w[up + 2], w[up + 3], a, b, c, d)
    own = pose + PARAMETERS
    w[own], w[own + 1], w[own + 2], w[own + 3] = a, b, c, d
    store_matrix(w, pose + MATRIX, a, b, c, d)
    sx, sy, sz = turned(w, pose + MATRIX, p[at + POINT], p[at + POINT + 1], p[at + POINT + 2])
    w[block + SX], w[block + SX + 1], w[block + SX + 2] = sx, sy, sz
    w[pose] = w[above] + w[carrier + SX] + dx - sx
    w[pose + 1] = w[above + 1] + w[carrier + SX + 1] + dy - sy
    w[pose + 2] = w[above + 2] + w[carrier + SX + 2] + dz - sz
    if kind == BALL:
        store_ball_axes(w, pose + MATRIX, block, z[first], z[first + 1], z[first + 2])
    if moving:
        move_link(k, p, w, joint, block, carrier, z, k[k[TREE] + FREEDOMS] + first)
        if k[joint + COLUMN] >= 0:
            store_twist(k, w, joint, block)


@njit
def spread_own(k, w, z, moving):
    """Coordinates that elements own, and when they move their rates and velocities, from those at z."""
    bodies, own, freedoms = k[BODIES], k[OWN], k[k[TREE] + FREEDOMS]
    for place in range(own):
        w[k[POSE] + POSE_SIZE * (bodies + 1) + place] = z[freedoms - own + place]
        if moving:
            w[k[TWIST] + TWIST_SIZE * (bodies + 1) + place] = z[2 * freedoms - own + place]
            w[k[V] + TWIST_SIZE * bodies + place] = z[2 * freedoms - own + place]


def spread(k, p, w, z, i, j, x):
    """Poses, and with i > 0 twists and velocities, that belong to the joint coordinates z and their rates."""
    table = k[TREE]
    joint, block = table + RECORDS, block_of(k, 0)
    for _ in range(k[table + JOINTS]):
        spread_link(k, p, w, z, i > 0, joint, block)
        joint += JOINT
        block += SPATIAL_BLOCK
    if k[table + RODS] > 0:
        place_rods(k, p, w, i > 0)
    spread_own(k, w, z, i > 0)


def collect(k, p, w, z, i, j, x):
    """Coordinates and velocities to z from the poses and twists: charts at zero, the references at the orientations."""
    if k[k[TREE] + RODS] > 0:
        keep_placed_rods(k, w)
    n, pose, reference = k[COORDINATES], k[POSE] + POSE_SIZE, k[REFERENCE]
    for body in range(k[BODIES]):
        at, own = TWIST_SIZE * body, pose + PARAMETERS
        a, b, c, d = w[own], w[own + 1], w[own + 2], w[own + 3]
        length = 1.0 / sqrt(a * a + b * b + c * c + d * d)
        w[reference], w[reference + 1] = a * length, b * length
        w[reference + 2], w[reference + 3] = c * length, d * length
        for axis in range(3):
            z[at + axis] = w[pose + axis]
            z[at + 3 + axis] = 0.0
        pose += POSE_SIZE
        reference += QUATERNION
    for own in range(k[OWN]):
        z[TWIST_SIZE * k[BODIES] + own] = w[pose + own]
    for column in range(n):
        z[n + column] = w[k[TWIST] + TWIST_SIZE + column]


def find_far(k, p, w, z, i, j, x):
    """Ask for a fresh start (the signal of the formulation) when the chart of a ball has gone too far."""
    joint = k[TREE] + RECORDS
    for _ in range(k[k[TREE] + JOINTS]):
        if k[joint + KIND] == BALL:
            at = k[joint + FREEDOM]
            if z[at].real ** 2 + z[at + 1].real ** 2 + z[at + 2].real ** 2 > FARTHEST:
                w[k[WORKSPACE]] = 1.0
        joint += JOINT
