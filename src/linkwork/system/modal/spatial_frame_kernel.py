"""A frame on a body with modes in space: its pose, its twist, what its acceleration owes to velocities, projections.

With the place s = s_0 + S q + q B q / 2 in the body's frame and the turn E of the frame there, whose chart is
u = R q + q K q / 2 (see `rotation_kernel`; to first order the rotation vector), omega in the axes of each frame, and
S, R in what follows those of the modes as they are, S + B q and R + K q:

    r_f = r + A s,                                   A_f = A E
    v_f = v + A (omega x s + S q'),                  omega_f = E' omega + T(u) R q'
    a_f = J a + A (omega x (omega x s) + 2 omega x S q' + q' B q')
    omega_f' = J a - (T R q') x E' omega + e(u, R q') + T(u) (q' K q')

Its numbers in p: s_0, then S and R, three numbers each, of every mode, and behind them B and K of every pair where
there are any.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import sqrt
from linkwork.places.spatial.layout_kernel import MATRIX, PARAMETERS
from linkwork.system.modal.modal_layout_kernel import (
    FRAME_CURVED,
    FRAME_MODES,
    FRAME_NUMBERS,
    MODE_POSE,
    MODE_TWIST,
    OWNER_POSE,
    OWNER_TWIST,
    POSE_OF,
    TWIST_OF,
)
from linkwork.system.spatial.rotation_kernel import (
    cross,
    product,
    pulled,
    spin,
    spin_bias,
    store_matrix,
    turned,
    turned_back,
)


@njit
def total(k, p, at, values, first, f):
    """Sum over the modes of values[first + mode] times three numbers, six apart from p[at] on."""
    x, y, z = 0.0 * p[at], 0.0 * p[at], 0.0 * p[at]
    for mode in range(k[f + FRAME_MODES]):
        value = values[first + mode]
        x += p[at + 6 * mode] * value
        y += p[at + 6 * mode + 1] * value
        z += p[at + 6 * mode + 2] * value
    return x, y, z


@njit
def twice(k, p, values, first, other, f, offset):
    """B (offset 0) or K (3) against the modes at values[first] and values[other]; zero where there are none."""
    at, n = k[f + FRAME_CURVED] + offset, k[f + FRAME_MODES]
    x, y, z = 0.0 * p[at], 0.0 * p[at], 0.0 * p[at]
    if k[f + FRAME_CURVED] > 0:
        for mode in range(n):
            bx, by, bz = total(k, p, at + 6 * n * mode, values, first, f)
            value = values[other + mode]
            x, y, z = x + value * bx, y + value * by, z + value * bz
    return x, y, z


@njit
def mode_shape(k, p, pose, f, mode, offset):
    """S (offset 0) or R (3) of a mode, with what those of second order add to it."""
    at, curved = k[f + FRAME_NUMBERS] + 3 + 6 * mode + offset, k[f + FRAME_CURVED]
    x, y, z = p[at], p[at + 1], p[at + 2]
    if curved > 0:
        row = curved + 6 * k[f + FRAME_MODES] * mode + offset
        bx, by, bz = total(k, p, row, pose, k[f + MODE_POSE], f)
        x, y, z = x + bx, y + by, z + bz
    return x, y, z


@njit
def combined(k, p, pose, values, first, f, offset):
    """Sum over the modes of values[first + mode] times S (offset 0) or R (3) of each."""
    x, y, z = total(k, p, k[f + FRAME_NUMBERS] + 3 + offset, values, first, f)
    if k[f + FRAME_CURVED] > 0:
        n, q = k[f + FRAME_MODES], k[f + MODE_POSE]
        for mode in range(n):
            bx, by, bz = total(k, p, k[f + FRAME_CURVED] + 6 * n * mode + offset, pose, q, f)
            value = values[first + mode]
            x, y, z = x + value * bx, y + value * by, z + value * bz
    return x, y, z


@njit
def whole(k, p, pose, f, offset):
    """S q + q B q / 2 (offset 0), or R q + q K q / 2 (3)."""
    q = k[f + MODE_POSE]
    x, y, z = total(k, p, k[f + FRAME_NUMBERS] + 3 + offset, pose, q, f)
    bx, by, bz = twice(k, p, pose, q, q, f, offset)
    return x + 0.5 * bx, y + 0.5 * by, z + 0.5 * bz


@njit
def place_in_body(k, p, pose, f):
    """s, in the axes of the body."""
    at = k[f + FRAME_NUMBERS]
    x, y, z = whole(k, p, pose, f, 0)
    return p[at] + x, p[at + 1] + y, p[at + 2] + z


@njit
def chart_in_body(k, p, pose, f):
    """u, the chart of the frame's turn in its body."""
    return whole(k, p, pose, f, 3)


@njit
def place_frame(k, p, pose, f):
    """The pose of the frame into its slot."""
    owner, to = k[f + OWNER_POSE], k[f + POSE_OF]
    x, y, z = place_in_body(k, p, pose, f)
    x, y, z = turned(pose, owner + MATRIX, x, y, z)
    pose[to], pose[to + 1], pose[to + 2] = pose[owner] + x, pose[owner + 1] + y, pose[owner + 2] + z
    x, y, z = chart_in_body(k, p, pose, f)
    length = 1.0 / sqrt(1.0 + 0.25 * (x * x + y * y + z * z))
    at = owner + PARAMETERS
    half = 0.5 * length
    a, b, c, d = product(pose[at], pose[at + 1], pose[at + 2], pose[at + 3], length, half * x, half * y, half * z)
    store_matrix(pose, to + MATRIX, a, b, c, d)
    at = to + PARAMETERS
    pose[at], pose[at + 1], pose[at + 2], pose[at + 3] = a, b, c, d


@njit
def in_frame(k, pose, f, x, y, z):
    """E' (x, y, z): a vector in the axes of the body, along those of the frame."""
    x, y, z = turned(pose, k[f + OWNER_POSE] + MATRIX, x, y, z)
    return turned_back(pose, k[f + POSE_OF] + MATRIX, x, y, z)


@njit
def move_frame(k, p, pose, twist, f):
    """The twist of the frame into its slot."""
    owner, to = k[f + OWNER_TWIST], k[f + TWIST_OF]
    ox, oy, oz = twist[owner + 3], twist[owner + 4], twist[owner + 5]
    x, y, z = place_in_body(k, p, pose, f)
    x, y, z = cross(ox, oy, oz, x, y, z)
    sx, sy, sz = combined(k, p, pose, twist, k[f + MODE_TWIST], f, 0)
    x, y, z = turned(pose, k[f + OWNER_POSE] + MATRIX, x + sx, y + sy, z + sz)
    twist[to], twist[to + 1], twist[to + 2] = twist[owner] + x, twist[owner + 1] + y, twist[owner + 2] + z
    ux, uy, uz = chart_in_body(k, p, pose, f)
    x, y, z = combined(k, p, pose, twist, k[f + MODE_TWIST], f, 3)
    x, y, z = spin(ux, uy, uz, x, y, z)
    ox, oy, oz = in_frame(k, pose, f, ox, oy, oz)
    twist[to + 3], twist[to + 4], twist[to + 5] = ox + x, oy + y, oz + z


@njit
def bias_of_place(k, p, pose, twist, f):
    """The part of the origin's acceleration that depends on velocities, in the axes of the body."""
    owner = k[f + OWNER_TWIST]
    ox, oy, oz = twist[owner + 3], twist[owner + 4], twist[owner + 5]
    x, y, z = place_in_body(k, p, pose, f)
    x, y, z = cross(ox, oy, oz, x, y, z)
    sx, sy, sz = combined(k, p, pose, twist, k[f + MODE_TWIST], f, 0)
    x, y, z = cross(ox, oy, oz, x + 2.0 * sx, y + 2.0 * sy, z + 2.0 * sz)
    bx, by, bz = twice(k, p, twist, k[f + MODE_TWIST], k[f + MODE_TWIST], f, 0)
    return x + bx, y + by, z + bz


@njit
def bias_of_turn(k, p, pose, twist, f):
    """The part of the angular acceleration that depends on velocities, in the axes of the frame."""
    owner = k[f + OWNER_TWIST]
    ox, oy, oz = in_frame(k, pose, f, twist[owner + 3], twist[owner + 4], twist[owner + 5])
    ux, uy, uz = chart_in_body(k, p, pose, f)
    vx, vy, vz = combined(k, p, pose, twist, k[f + MODE_TWIST], f, 3)
    rx, ry, rz = spin(ux, uy, uz, vx, vy, vz)
    x, y, z = cross(ox, oy, oz, rx, ry, rz)
    ex, ey, ez = spin_bias(ux, uy, uz, vx, vy, vz)
    vx, vy, vz = twice(k, p, twist, k[f + MODE_TWIST], k[f + MODE_TWIST], f, 3)
    rx, ry, rz = spin(ux, uy, uz, vx, vy, vz)
    return x + ex + rx, y + ey + ry, z + ez + rz


@njit
def torque_on_owner(k, p, pose, f, gx, gy, gz, nx, ny, nz):
    """What a force (axes of the body) and a torque (axes of the frame) at the frame do to the turn of its body."""
    nx, ny, nz = turned(pose, k[f + POSE_OF] + MATRIX, nx, ny, nz)
    nx, ny, nz = turned_back(pose, k[f + OWNER_POSE] + MATRIX, nx, ny, nz)
    x, y, z = place_in_body(k, p, pose, f)
    x, y, z = cross(x, y, z, gx, gy, gz)
    return nx + x, ny + y, nz + z


@njit
def force_on_mode(k, p, pose, f, mode, gx, gy, gz, tx, ty, tz):
    """What they do to a mode; the torque as `chart_torque` gives it."""
    sx, sy, sz = mode_shape(k, p, pose, f, mode, 0)
    rx, ry, rz = mode_shape(k, p, pose, f, mode, 3)
    return gx * sx + gy * sy + gz * sz + tx * rx + ty * ry + tz * rz


@njit
def chart_torque(k, p, pose, f, nx, ny, nz):
    """T' n: a torque in the axes of the frame against the chart of its turn in the body."""
    ux, uy, uz = chart_in_body(k, p, pose, f)
    return pulled(ux, uy, uz, nx, ny, nz)
