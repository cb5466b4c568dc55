"""A tree in space in which bodies have elastic modes: poses, twists and accelerations through their interfaces.

As in the plane (`planar_tree_kernel`): links from a body to a frame on it, and from the frame by which it is carried to
the body. With rho = A s, the turn E of the frame in the body, the velocity-dependent parts b and e of the frame's
acceleration and angular acceleration (`spatial_frame_kernel`) and T the map from rates of the chart to spin:

    to a frame:     a_f = a + alpha x rho + b + A S q'',          alpha_f = alpha + e + A_f T R q''
    from a frame:   the same, solved for a and alpha

Reference points are the origins of the frame and of the body. All functions have the signature (k, p, w, z, i, j, x)
of a function of the world and are called by address.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit, part
from linkwork.numerics.scalar import sqrt
from linkwork.places.layout_kernel import BODIES, COLUMNS, FUNCTIONS, OWN, POSE, TREE, TWIST, A, Q
from linkwork.places.spatial.layout_kernel import MATRIX, PARAMETERS
from linkwork.system.modal.modal_layout_kernel import (
    MODE_TWIST,
    OWNER_POSE,
    POSE_OF,
    TRANSFORMATION,
    TWIST_OF,
)
from linkwork.system.modal.spatial_frame_kernel import (
    bias_of_place,
    bias_of_turn,
    chart_in_body,
    combined,
    move_frame,
    place_frame,
    place_in_body,
)
from linkwork.system.modal.spatial_kernel import add_force_ends
from linkwork.system.spatial.rotation_kernel import cross, product, spin, store_matrix, turned, turned_back
from linkwork.system.tree.spatial import tree_acceleration_kernel as acceleration
from linkwork.system.tree.spatial import tree_motion_kernel as motion
from linkwork.system.tree.spatial.tree_acceleration_kernel import (
    add_joint_acceleration,
    carried_acceleration,
    clear_ground,
    store_acceleration,
)
from linkwork.system.tree.spatial.tree_gather_kernel import gather_chain, gather_own
from linkwork.system.tree.spatial.tree_layout_kernel import (
    AX,
    CHAIN,
    CX,
    DX,
    EX,
    SPATIAL_BLOCK,
    SX,
    TX,
    VX,
    WX,
    block_of,
    parent_block,
)
from linkwork.system.tree.spatial.tree_motion_kernel import spread_link, spread_own, store_twist
from linkwork.system.tree.tree_kernel import (
    ANGLE_AT,
    COLUMN,
    FREEDOM,
    FREEDOMS,
    JOINT,
    JOINTS,
    KIND,
    RECORDS,
    TO_FRAME,
)
from linkwork.system.tree.tree_kernel import POSE_OF as POSE_OF_LINK

collect = motion.collect
find_far = motion.find_far
take_accelerations = acceleration.take_accelerations


@njit
def store(w, at, x, y, z):
    """A vector into the workspace."""
    w[at], w[at + 1], w[at + 2] = x, y, z


@njit
def pull_in(w, block, x, y, z):
    """omega x (omega x (x, y, z)) with the angular velocity of a link."""
    ox, oy, oz = w[block + WX], w[block + WX + 1], w[block + WX + 2]
    x, y, z = cross(ox, oy, oz, x, y, z)
    return cross(ox, oy, oz, x, y, z)


@njit
def to_frame(k, p, w, joint, block, moving):
    """Pose and twist of a frame on a body, and what its accelerations owe to velocities."""
    f, pose, twist, above = k[joint + ANGLE_AT], part(w, k[POSE]), part(w, k[TWIST]), parent_block(k, joint)
    owner, matrix = k[f + OWNER_POSE] + MATRIX, k[f + POSE_OF] + MATRIX
    place_frame(k, p, pose, f)
    sx, sy, sz = w[above + SX], w[above + SX + 1], w[above + SX + 2]
    x, y, z = place_in_body(k, p, pose, f)
    x, y, z = turned(pose, owner, x, y, z)
    store(w, block + SX, 0.0 * x, 0.0 * y, 0.0 * z)
    store(w, block + DX, x - sx, y - sy, z - sz)
    if moving:
        move_frame(k, p, pose, twist, f)
        at = k[f + TWIST_OF]
        store(w, block + VX, twist[at], twist[at + 1], twist[at + 2])
        x, y, z = turned(pose, matrix, twist[at + 3], twist[at + 4], twist[at + 5])
        store(w, block + WX, x, y, z)
        x, y, z = bias_of_place(k, p, pose, twist, f)
        x, y, z = turned(pose, owner, x, y, z)
        sx, sy, sz = pull_in(w, above, sx, sy, sz)
        store(w, block + CX, x - sx, y - sy, z - sz)
        x, y, z = bias_of_turn(k, p, pose, twist, f)
        x, y, z = turned(pose, matrix, x, y, z)
        store(w, block + EX, x, y, z)


@njit
def from_frame(k, p, w, joint, block, moving):
    """Pose and twist of a body from those of the frame on it by which it is carried, and the same."""
    f, pose, twist, above = k[joint + ANGLE_AT], part(w, k[POSE]), part(w, k[TWIST]), parent_block(k, joint)
    here, owner = k[f + POSE_OF], k[f + OWNER_POSE]
    ux, uy, uz = chart_in_body(k, p, pose, f)
    length = 1.0 / sqrt(1.0 + 0.25 * (ux * ux + uy * uy + uz * uz))
    half, at = 0.5 * length, here + PARAMETERS
    a, b, c, d = product(pose[at], pose[at + 1], pose[at + 2], pose[at + 3], length, -half * ux, -half * uy, -half * uz)
    at = owner + PARAMETERS
    pose[at], pose[at + 1], pose[at + 2], pose[at + 3] = a, b, c, d
    store_matrix(pose, owner + MATRIX, a, b, c, d)
    x, y, z = place_in_body(k, p, pose, f)
    rx, ry, rz = turned(pose, owner + MATRIX, x, y, z)
    pose[owner], pose[owner + 1], pose[owner + 2] = pose[here] - rx, pose[here + 1] - ry, pose[here + 2] - rz
    sx, sy, sz = w[above + SX], w[above + SX + 1], w[above + SX + 2]
    store(w, block + SX, 0.0 * x, 0.0 * y, 0.0 * z)
    store(w, block + DX, -rx - sx, -ry - sy, -rz - sz)
    if not moving:
        return
    ox, oy, oz = w[above + WX], w[above + WX + 1], w[above + WX + 2]
    gx, gy, gz = cross(ox, oy, oz, sx, sy, sz)
    vx, vy, vz = w[above + VX] - gx, w[above + VX + 1] - gy, w[above + VX + 2] - gz
    gx, gy, gz = combined(k, p, pose, twist, k[f + MODE_TWIST], f, 3)
    gx, gy, gz = spin(ux, uy, uz, gx, gy, gz)
    gx, gy, gz = turned(pose, here + MATRIX, gx, gy, gz)
    ox, oy, oz = ox - gx, oy - gy, oz - gz
    store(w, block + WX, ox, oy, oz)
    gx, gy, gz = combined(k, p, pose, twist, k[f + MODE_TWIST], f, 0)
    gx, gy, gz = turned(pose, owner + MATRIX, gx, gy, gz)
    lx, ly, lz = cross(ox, oy, oz, rx, ry, rz)
    store(w, block + VX, vx - lx - gx, vy - ly - gy, vz - lz - gz)
    store_twist(k, w, joint, block)
    ex, ey, ez = bias_of_turn(k, p, pose, twist, f)
    ex, ey, ez = turned(pose, here + MATRIX, ex, ey, ez)
    store(w, block + EX, -ex, -ey, -ez)
    lx, ly, lz = cross(ex, ey, ez, rx, ry, rz)
    bx, by, bz = bias_of_place(k, p, pose, twist, f)
    bx, by, bz = turned(pose, owner + MATRIX, bx, by, bz)
    sx, sy, sz = pull_in(w, above, sx, sy, sz)
    store(w, block + CX, lx - bx - sx, ly - by - sy, lz - bz - sz)


def spread(k, p, w, z, i, j, x):
    """Poses, and with i > 0 twists and velocities, that belong to the joint coordinates z and their rates."""
    w[k[k[FUNCTIONS] + TRANSFORMATION]] = 0.0  # dq/dz is that of another position from now on
    spread_own(k, w, z, i > 0)
    table, own, modes = k[TREE], k[OWN], k[Q] + k[COLUMNS] * k[BODIES]
    for mode in range(own):
        w[modes + mode] = z[k[table + FREEDOMS] - own + mode]
    joint, block = table + RECORDS, block_of(k, 0)
    for _ in range(k[table + JOINTS]):
        if k[joint + KIND] < TO_FRAME:
            spread_link(k, p, w, z, i > 0, joint, block)
        elif k[joint + KIND] == TO_FRAME:
            to_frame(k, p, w, joint, block, i > 0)
        else:
            from_frame(k, p, w, joint, block, i > 0)
        joint += JOINT
        block += SPATIAL_BLOCK


def load_bodies(k, p, w, z, i, j, x):
    """With i > 0, right after the forces: what they do at frames, which charts of orientations, absent here, add."""
    if i > 0:
        add_force_ends(k, p, w)


def gather(k, p, w, z, i, j, x):
    """Joint coordinates and their rates to z; with i > 0 the charts of balls are zero, at new references."""
    table, pose, twist = k[TREE], part(w, k[POSE]), part(w, k[TWIST])
    joint, block, place = table + RECORDS, block_of(k, 0), 0
    for _ in range(k[table + JOINTS]):
        if k[joint + KIND] >= TO_FRAME:
            place_frame(k, p, pose, k[joint + ANGLE_AT])
            move_frame(k, p, pose, twist, k[joint + ANGLE_AT])
            store(w, block + SX, 0.0 * x, 0.0 * x, 0.0 * x)
        joint += JOINT
        block += SPATIAL_BLOCK
    joint, block = table + RECORDS, block_of(k, 0)
    while place < k[table + JOINTS]:
        count = k[joint + CHAIN]
        if k[joint + KIND] < TO_FRAME:
            gather_chain(k, p, w, joint, block, z, i > 0)
        joint += JOINT * count
        block += SPATIAL_BLOCK * count
        place += count
    gather_own(k, w, z)


@njit
def bend(k, p, w, z, joint, ax, ay, az, tx, ty, tz):
    """Accelerations of a frame, or of the body that it carries, with those of the modes at z added."""
    f, pose = k[joint + ANGLE_AT], part(w, k[POSE])
    owner, first = k[f + OWNER_POSE] + MATRIX, k[joint + FREEDOM]
    sx, sy, sz = combined(k, p, pose, z, first, f, 0)
    sx, sy, sz = turned(pose, owner, sx, sy, sz)
    ux, uy, uz = chart_in_body(k, p, pose, f)
    gx, gy, gz = combined(k, p, pose, z, first, f, 3)
    gx, gy, gz = spin(ux, uy, uz, gx, gy, gz)
    gx, gy, gz = turned(pose, k[f + POSE_OF] + MATRIX, gx, gy, gz)
    if k[joint + KIND] == TO_FRAME:
        return ax + sx, ay + sy, az + sz, tx + gx, ty + gy, tz + gz
    rx, ry, rz = place_in_body(k, p, pose, f)
    rx, ry, rz = turned(pose, owner, rx, ry, rz)
    lx, ly, lz = cross(gx, gy, gz, rx, ry, rz)
    return ax + lx - sx, ay + ly - sy, az + lz - sz, tx - gx, ty - gy, tz - gz


def bias(k, p, w, z, i, j, x):
    """Accelerations at the reference points when no coordinate accelerates; p is not there."""
    table = k[TREE]
    joint, block = table + RECORDS, block_of(k, 0)
    clear_ground(k, w)
    for _ in range(k[table + JOINTS]):
        ax, ay, az, tx, ty, tz = carried_acceleration(w, block, parent_block(k, joint))
        store_acceleration(w, block, ax, ay, az, tx, ty, tz)
        joint += JOINT
        block += SPATIAL_BLOCK
    for own in range(k[OWN]):
        w[k[A] + k[COLUMNS] * k[BODIES] + own] = 0.0


@njit
def carried_velocity(w, block, above):
    """What a link that is still against its parent has of its velocities, in the place of accelerations."""
    tx, ty, tz = w[above + TX], w[above + TX + 1], w[above + TX + 2]
    lx, ly, lz = cross(tx, ty, tz, w[block + DX], w[block + DX + 1], w[block + DX + 2])
    return w[above + AX] + lx, w[above + AX + 1] + ly, w[above + AX + 2] + lz, tx, ty, tz


@njit
def take_velocity(k, w, joint, block):
    """The velocities of a body from those of its reference point, both in the place of accelerations."""
    a = k[A] + k[joint + COLUMN]
    tx, ty, tz = w[block + TX], w[block + TX + 1], w[block + TX + 2]
    lx, ly, lz = cross(tx, ty, tz, w[block + SX], w[block + SX + 1], w[block + SX + 2])
    store(w, a, w[block + AX] - lx, w[block + AX + 1] - ly, w[block + AX + 2] - lz)
    tx, ty, tz = turned_back(w, k[joint + POSE_OF_LINK] + MATRIX, tx, ty, tz)
    store(w, a + 3, tx, ty, tz)


def spread_accelerations(k, p, w, z, i, j, x):
    """Accelerations at the reference points from those of the coordinates at z.

    With i > 0, instead, the velocities of the bodies that the rates at z give alone, in the place of accelerations.
    """
    table = k[TREE]
    joint, block = table + RECORDS, block_of(k, 0)
    clear_ground(k, w)
    for _ in range(k[table + JOINTS]):
        above = parent_block(k, joint)
        if i > 0:
            ax, ay, az, tx, ty, tz = carried_velocity(w, block, above)
        else:
            ax, ay, az, tx, ty, tz = carried_acceleration(w, block, above)
        if k[joint + KIND] < TO_FRAME:
            ax, ay, az, tx, ty, tz = add_joint_acceleration(k, p, w, z, joint, block, ax, ay, az, tx, ty, tz)
        else:
            ax, ay, az, tx, ty, tz = bend(k, p, w, z, joint, ax, ay, az, tx, ty, tz)
        store_acceleration(w, block, ax, ay, az, tx, ty, tz)
        if i > 0 and k[joint + COLUMN] >= 0:
            take_velocity(k, w, joint, block)
        joint += JOINT
        block += SPATIAL_BLOCK
    for own in range(k[OWN]):
        w[k[A] + k[COLUMNS] * k[BODIES] + own] = z[k[table + FREEDOMS] - k[OWN] + own]
