"""Inertia and forces of removed rods in space, exact: mass at both ends and mass between them (Garcia de Jalon, 53-63).

A point on the line of a rod is r_j + xi (r_k - r_j), linear in its joints j and k, and off that line nothing has mass
or, between balls, turns. So the mass matrix of the joints is constant, with the mass centre at xi and the inertia J
across the line about it:

    M_jj = m (1 - xi)^2 + J / l^2,   M_kk = m xi^2 + J / l^2,   M_jk = m xi (1 - xi) - J / l^2

The masses at the ends belong to the bodies there; M_jk couples the joints on the paths of both.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.places.layout_kernel import LOAD, MASS_SCALE, TREE
from linkwork.places.spatial.layout_kernel import MATRIX
from linkwork.system.rods.rod_place_kernel import (
    END,
    END_LINK,
    END_SIZE,
    OWN_AT,
    ROD,
    ROD_AT,
    ROD_COLUMN,
    ROD_MASS,
    ROD_NUMBERS,
    ROD_POSE,
    ROD_SHARED,
    ROD_TWIST,
    RODS,
)
from linkwork.system.rods.spatial.rod_layout_kernel import (
    BESIDE,
    FOOT,
    INVERSE,
    LEVERS,
    MASS_BETWEEN,
    MASS_FIRST,
    MASS_SECOND,
    SPAN,
)
from linkwork.system.spatial.body_kernel import inertia, times
from linkwork.system.spatial.rotation_kernel import cross, turned
from linkwork.system.tree.closure_place_kernel import matrix_at
from linkwork.system.tree.spatial.path_kernel import along
from linkwork.system.tree.spatial.tree_layout_kernel import (
    AX,
    BALL_AXES,
    DX,
    FX,
    HX,
    HXY,
    HYZ,
    HZX,
    JXX,
    MXX,
    NUMBERS,
    NX,
    PITCH,
    TX,
    WX,
    block_of,
)
from linkwork.system.tree.tree_kernel import BALL, FREEDOM, JOINT, KIND, PARENT, RECORDS, RIGID, SLIDING, vectors_at


@njit
def end_block(k, rod, side):
    """Where the block of the body at an end of a rod lies."""
    return block_of(k, k[rod + END + END_SIZE * side + END_LINK])


@njit
def lever(k, w, rod, side):
    """From the reference point of the body at an end of a rod to the joint there."""
    at = k[rod + OWN_AT] + LEVERS + 3 * side
    return w[at], w[at + 1], w[at + 2]


@njit
def joint_acceleration(k, w, rod, side):
    """Acceleration of a rod's joint that follows from that of the reference point of the body there."""
    block, (x, y, z) = end_block(k, rod, side), lever(k, w, rod, side)
    ox, oy, oz = w[block + WX], w[block + WX + 1], w[block + WX + 2]
    ax, ay, az = cross(w[block + TX], w[block + TX + 1], w[block + TX + 2], x, y, z)
    bx, by, bz = cross(ox, oy, oz, x, y, z)
    bx, by, bz = cross(ox, oy, oz, bx, by, bz)
    return w[block + AX] + ax + bx, w[block + AX + 1] + ay + by, w[block + AX + 2] + az + bz


@njit
def add_at_joint(k, w, rod, side, mass, fx, fy, fz):
    """Add a mass and a force at a rod's joint to the body there."""
    if k[rod + END + END_SIZE * side + END_LINK] < 0:
        return
    block, (x, y, z) = end_block(k, rod, side), lever(k, w, rod, side)
    at = block + JXX
    w[block + MXX] += mass
    w[block + HYZ] += mass * x
    w[block + HZX] += mass * y
    w[block + HXY] += mass * z
    w[at] += mass * (y * y + z * z)
    w[at + 1] -= mass * x * y
    w[at + 2] -= mass * x * z
    w[at + 3] += mass * (z * z + x * x)
    w[at + 4] -= mass * y * z
    w[at + 5] += mass * (x * x + y * y)
    nx, ny, nz = cross(x, y, z, fx, fy, fz)
    w[block + FX] += fx
    w[block + FX + 1] += fy
    w[block + FX + 2] += fz
    w[block + NX] += nx
    w[block + NX + 1] += ny
    w[block + NX + 2] += nz


@njit
def applied(k, p, w, rod):
    """Force on a rod at the foot of its origin on its line and moment about it, without the forces of its spin."""
    load, matrix, at = k[LOAD] + k[rod + ROD_COLUMN], k[rod + ROD_POSE] + MATRIX, k[rod + ROD_MASS]
    fx, fy, fz = w[load], w[load + 1], w[load + 2]
    nx, ny, nz = w[load + 3], w[load + 4], w[load + 5]
    if at >= 0:
        spin = k[rod + ROD_TWIST] + 3
        ox, oy, oz = w[spin], w[spin + 1], w[spin + 2]
        ax, ay, az = cross(ox, oy, oz, p[at + 1], p[at + 2], p[at + 3])
        ax, ay, az = cross(ox, oy, oz, ax, ay, az)
        ax, ay, az = turned(w, matrix, ax, ay, az)
        fx, fy, fz = fx + p[at] * ax, fy + p[at] * ay, fz + p[at] * az
        xx, yy, zz, xy, yz, zx = inertia(p, at)
        hx, hy, hz = times(xx, yy, zz, xy, yz, zx, ox, oy, oz)
        hx, hy, hz = cross(ox, oy, oz, hx, hy, hz)
        nx, ny, nz = nx + hx, ny + hy, nz + hz
    nx, ny, nz = turned(w, matrix, nx, ny, nz)
    beside = k[rod + ROD_NUMBERS] + BESIDE
    x, y, z = turned(w, matrix, p[beside], p[beside + 1], p[beside + 2])
    x, y, z = cross(x, y, z, fx, fy, fz)
    return fx, fy, fz, nx + x, ny + y, nz + z


@njit
def rod_forces(k, p, w, rod):
    """What acts on a removed rod, at its two joints, less what the accelerations of the joints need."""
    numbers, own = k[rod + ROD_NUMBERS], k[rod + OWN_AT]
    fx, fy, fz, nx, ny, nz = applied(k, p, w, rod)
    at, inverse, foot = own + SPAN, w[own + INVERSE], p[numbers + FOOT]
    x, y, z = cross(nx, ny, nz, w[at], w[at + 1], w[at + 2])
    hx, hy, hz = foot * fx + x * inverse, foot * fy + y * inverse, foot * fz + z * inverse
    ax, ay, az = joint_acceleration(k, w, rod, 0)
    bx, by, bz = joint_acceleration(k, w, rod, 1)
    mass, far, between = p[numbers + MASS_FIRST], p[numbers + MASS_SECOND], p[numbers + MASS_BETWEEN]
    return (
        fx - hx - mass * ax - between * bx,
        fy - hy - mass * ay - between * by,
        fz - hz - mass * az - between * bz,
        hx - far * bx - between * ax,
        hy - far * by - between * ay,
        hz - far * bz - between * az,
    )


@njit
def add_rods(k, p, w, moving):
    """Masses of the removed rods at their ends and, when they move, the forces there without what the bias needs."""
    rod = k[k[TREE] + ROD_AT]
    for _ in range(k[k[TREE] + RODS]):
        numbers = k[rod + ROD_NUMBERS]
        mass, far = p[numbers + MASS_FIRST], p[numbers + MASS_SECOND]
        zero = 0.0 * mass
        fx, fy, fz, gx, gy, gz = zero, zero, zero, zero, zero, zero
        if moving:
            fx, fy, fz, gx, gy, gz = rod_forces(k, p, w, rod)
        add_at_joint(k, w, rod, 0, mass, fx, fy, fz)
        add_at_joint(k, w, rod, 1, far, gx, gy, gz)
        rod += ROD


@njit
def couple_ends(k, p, w, rod, near, between, slot):
    """Add what the joints below one end of a rod, moving, do to those below its other end; returns the next slot."""
    place, link = k[rod + END + END_SIZE * near + END_LINK], k[rod + END + END_SIZE * (1 - near) + END_LINK]
    if place < 0:
        return slot
    records, units, h = k[TREE] + RECORDS, vectors_at(k), matrix_at(k)
    (nx, ny, nz), (x, y, z) = lever(k, w, rod, near), lever(k, w, rod, 1 - near)
    while link >= 0:
        joint, block = records + JOINT * link, block_of(k, link)
        kind = k[joint + KIND]
        count = 3 if kind == BALL else 0 if kind == RIGID else 1
        for axis in range(count):
            if kind == BALL:
                at = block + BALL_AXES + axis
                vx, vy, vz = cross(w[at], w[at + 3], w[at + 6], x, y, z)
            else:
                unit = w[units + k[joint + FREEDOM]]
                hx, hy, hz = w[block + HX] * unit, w[block + HX + 1] * unit, w[block + HX + 2] * unit
                vx, vy, vz = hx, hy, hz
                if kind != SLIDING:
                    pitch = p[k[joint + NUMBERS] + PITCH]
                    vx, vy, vz = cross(hx, hy, hz, x, y, z)
                    vx, vy, vz = vx + pitch * hx, vy + pitch * hy, vz + pitch * hz
            fx, fy, fz = between * vx, between * vy, between * vz
            mx, my, mz = cross(nx, ny, nz, fx, fy, fz)
            slot = along(k, p, w, place, fx, fy, fz, mx, my, mz, h, slot)
        x, y, z = x + w[block + DX], y + w[block + DX + 1], z + w[block + DX + 2]
        link = k[joint + PARENT]
    return slot


@njit
def couple_rods(k, p, w, slot):
    """Add the masses between the ends of the removed rods to the scaled H, lower half.

    Where the ends have no joint in common, what one does to the other stands there once.
    """
    rod, scale = k[k[TREE] + ROD_AT], 1.0 / p[k[MASS_SCALE]]
    for _ in range(k[k[TREE] + RODS]):
        between = p[k[rod + ROD_NUMBERS] + MASS_BETWEEN] * scale
        slot = couple_ends(k, p, w, rod, 0, between, slot)
        if k[rod + ROD_SHARED] > 0:
            slot = couple_ends(k, p, w, rod, 1, between, slot)
        rod += ROD
