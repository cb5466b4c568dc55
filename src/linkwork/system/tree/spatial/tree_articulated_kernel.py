"""Accelerations of a tree in space in one sweep to the root and one back: articulated bodies (Featherstone).

At the reference point of a link, with accelerations (a, alpha), forces (f, n) and the inertia [[M, H], [H', J]]:

    f = M a + H alpha - F,   n = H' a + J alpha - N

A joint with the column S = (c h, h) passes no force along it: D = S' I S, U = I S, u = S' (F, N), and what is left is
I - U U' / D. A ball passes no moment: alpha = J^-1 (N - H' a), and M - H J^-1 H' is left, an inertia of forces only.
All functions have the signature (k, p, w, z, i, j, x) of a function of the world and are called by address.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.places.layout_kernel import TREE
from linkwork.system.spatial.rotation_kernel import cross, turned
from linkwork.system.tree.spatial.tree_acceleration_kernel import carried_acceleration, chart_acceleration, clear_ground
from linkwork.system.tree.spatial.tree_layout_kernel import (
    AX,
    CX,
    DX,
    EX,
    FX,
    GX,
    HX,
    HXX,
    HXY,
    HXZ,
    HYX,
    HYY,
    HYZ,
    HZX,
    HZY,
    HZZ,
    JXX,
    JXY,
    JXZ,
    JYY,
    JYZ,
    JZZ,
    KX,
    LX,
    MXX,
    MXY,
    MXZ,
    MYY,
    MYZ,
    MZZ,
    NUMBERS,
    NX,
    PITCH,
    SHARE,
    SPATIAL_BLOCK,
    TX,
    block_of,
    parent_block,
)
from linkwork.system.tree.tree_kernel import (
    BALL,
    FREEDOM,
    FREEDOMS,
    JOINT,
    JOINTS,
    KIND,
    RECORDS,
    RIGID,
    SLIDING,
    TURNING,
)


@njit
def pass_ball(w, block, above):
    """Take the moments out of an articulated inertia, and hand what is left to the parent."""
    mxx, mxy, mxz = w[block + MXX], w[block + MXY], w[block + MXZ]
    myy, myz, mzz = w[block + MYY], w[block + MYZ], w[block + MZZ]
    ax, ay, az = w[block + HXX], w[block + HXY], w[block + HXZ]
    bx, by, bz = w[block + HYX], w[block + HYY], w[block + HYZ]
    cx, cy, cz = w[block + HZX], w[block + HZY], w[block + HZZ]
    jxx, jxy, jxz = w[block + JXX], w[block + JXY], w[block + JXZ]
    jyy, jyz, jzz = w[block + JYY], w[block + JYZ], w[block + JZZ]
    nx, ny, nz = w[block + NX], w[block + NX + 1], w[block + NX + 2]
    # J^-1 by its minors
    ixx, ixy, ixz = jyy * jzz - jyz * jyz, jxz * jyz - jxy * jzz, jxy * jyz - jxz * jyy
    span = 1.0 / (jxx * ixx + jxy * ixy + jxz * ixz)
    iyy, iyz, izz = jxx * jzz - jxz * jxz, jxy * jxz - jxx * jyz, jxx * jyy - jxy * jxy
    ixx, ixy, ixz, iyy, iyz, izz = ixx * span, ixy * span, ixz * span, iyy * span, iyz * span, izz * span
    kx, ky, kz = ixx * nx + ixy * ny + ixz * nz, ixy * nx + iyy * ny + iyz * nz, ixz * nx + iyz * ny + izz * nz
    w[block + KX], w[block + KX + 1], w[block + KX + 2] = kx, ky, kz
    # G = J^-1 H', columns of G for the rows of H
    gxa, gya, gza = ixx * ax + ixy * ay + ixz * az, ixy * ax + iyy * ay + iyz * az, ixz * ax + iyz * ay + izz * az
    gxb, gyb, gzb = ixx * bx + ixy * by + ixz * bz, ixy * bx + iyy * by + iyz * bz, ixz * bx + iyz * by + izz * bz
    gxc, gyc, gzc = ixx * cx + ixy * cy + ixz * cz, ixy * cx + iyy * cy + iyz * cz, ixz * cx + iyz * cy + izz * cz
    w[block + GX], w[block + GX + 1], w[block + GX + 2] = gxa, gxb, gxc
    w[block + GX + 3], w[block + GX + 4], w[block + GX + 5] = gya, gyb, gyc
    w[block + GX + 6], w[block + GX + 7], w[block + GX + 8] = gza, gzb, gzc
    mxx -= ax * gxa + ay * gya + az * gza
    mxy -= ax * gxb + ay * gyb + az * gzb
    mxz -= ax * gxc + ay * gyc + az * gzc
    myy -= bx * gxb + by * gyb + bz * gzb
    myz -= bx * gxc + by * gyc + bz * gzc
    mzz -= cx * gxc + cy * gyc + cz * gzc
    vx, vy, vz = w[block + CX], w[block + CX + 1], w[block + CX + 2]
    fx = w[block + FX] - ax * kx - ay * ky - az * kz - mxx * vx - mxy * vy - mxz * vz
    fy = w[block + FX + 1] - bx * kx - by * ky - bz * kz - mxy * vx - myy * vy - myz * vz
    fz = w[block + FX + 2] - cx * kx - cy * ky - cz * kz - mxz * vx - myz * vy - mzz * vz
    zero = 0.0 * fx
    add_force(w, above, block, fx, fy, fz, zero, zero, zero)
    # H' = -M ~d, J' = ~d H'
    dx, dy, dz = w[block + DX], w[block + DX + 1], w[block + DX + 2]
    ax, ay, az = cross(dx, dy, dz, mxx, mxy, mxz)
    bx, by, bz = cross(dx, dy, dz, mxy, myy, myz)
    cx, cy, cz = cross(dx, dy, dz, mxz, myz, mzz)
    w[above + MXX] += mxx
    w[above + MXY] += mxy
    w[above + MXZ] += mxz
    w[above + MYY] += myy
    w[above + MYZ] += myz
    w[above + MZZ] += mzz
    w[above + HXX] += ax
    w[above + HXY] += ay
    w[above + HXZ] += az
    w[above + HYX] += bx
    w[above + HYY] += by
    w[above + HYZ] += bz
    w[above + HZX] += cx
    w[above + HZY] += cy
    w[above + HZZ] += cz
    w[above + JXX] += dy * cx - dz * bx
    w[above + JXY] += dz * ax - dx * cx
    w[above + JXZ] += dx * bx - dy * ax
    w[above + JYY] += dz * ay - dx * cy
    w[above + JYZ] += dx * by - dy * ay
    w[above + JZZ] += dx * bz - dy * az


@njit
def add_force(w, above, block, fx, fy, fz, nx, ny, nz):
    """Hand a force and a moment at the reference point of a link to its parent."""
    lx, ly, lz = cross(w[block + DX], w[block + DX + 1], w[block + DX + 2], fx, fy, fz)
    w[above + FX] += fx
    w[above + FX + 1] += fy
    w[above + FX + 2] += fz
    w[above + NX] += nx + lx
    w[above + NX + 1] += ny + ly
    w[above + NX + 2] += nz + lz


@njit
def pass_joint(w, block, above, kind, pitch):
    """Take what a turn, slide or screw does not pass out of an articulated inertia, and hand the rest to the parent."""
    mxx, mxy, mxz = w[block + MXX], w[block + MXY], w[block + MXZ]
    myy, myz, mzz = w[block + MYY], w[block + MYZ], w[block + MZZ]
    ax, ay, az = w[block + HXX], w[block + HXY], w[block + HXZ]
    bx, by, bz = w[block + HYX], w[block + HYY], w[block + HYZ]
    cx, cy, cz = w[block + HZX], w[block + HZY], w[block + HZZ]
    jxx, jxy, jxz = w[block + JXX], w[block + JXY], w[block + JXZ]
    jyy, jyz, jzz = w[block + JYY], w[block + JYZ], w[block + JZZ]
    fx, fy, fz = w[block + FX], w[block + FX + 1], w[block + FX + 2]
    nx, ny, nz = w[block + NX], w[block + NX + 1], w[block + NX + 2]
    if kind != RIGID:
        hx, hy, hz = w[block + HX], w[block + HX + 1], w[block + HX + 2]
        if kind == TURNING:
            ux, uy, uz = ax * hx + ay * hy + az * hz, bx * hx + by * hy + bz * hz, cx * hx + cy * hy + cz * hz
            lx, ly, lz = jxx * hx + jxy * hy + jxz * hz, jxy * hx + jyy * hy + jyz * hz, jxz * hx + jyz * hy + jzz * hz
            span = 1.0 / (hx * lx + hy * ly + hz * lz)
            share = (hx * nx + hy * ny + hz * nz) * span
        else:
            turn = 1.0
            if kind == SLIDING:
                turn, pitch = 0.0, 0.0 * pitch + 1.0
            px, py, pz = pitch * hx, pitch * hy, pitch * hz
            tx, ty, tz = turn * hx, turn * hy, turn * hz
            ux = mxx * px + mxy * py + mxz * pz + ax * tx + ay * ty + az * tz
            uy = mxy * px + myy * py + myz * pz + bx * tx + by * ty + bz * tz
            uz = mxz * px + myz * py + mzz * pz + cx * tx + cy * ty + cz * tz
            lx = ax * px + bx * py + cx * pz + jxx * tx + jxy * ty + jxz * tz
            ly = ay * px + by * py + cy * pz + jxy * tx + jyy * ty + jyz * tz
            lz = az * px + bz * py + cz * pz + jxz * tx + jyz * ty + jzz * tz
            span = 1.0 / (px * ux + py * uy + pz * uz + tx * lx + ty * ly + tz * lz)
            share = (px * fx + py * fy + pz * fz + tx * nx + ty * ny + tz * nz) * span
        kx, ky, kz, sx, sy, sz = ux * span, uy * span, uz * span, lx * span, ly * span, lz * span
        w[block + KX], w[block + KX + 1], w[block + KX + 2] = kx, ky, kz
        w[block + LX], w[block + LX + 1], w[block + LX + 2] = sx, sy, sz
        w[block + SHARE] = share
        mxx, mxy, mxz = mxx - ux * kx, mxy - ux * ky, mxz - ux * kz
        myy, myz, mzz = myy - uy * ky, myz - uy * kz, mzz - uz * kz
        ax, ay, az = ax - ux * sx, ay - ux * sy, az - ux * sz
        bx, by, bz = bx - uy * sx, by - uy * sy, bz - uy * sz
        cx, cy, cz = cx - uz * sx, cy - uz * sy, cz - uz * sz
        jxx, jxy, jxz = jxx - lx * sx, jxy - lx * sy, jxz - lx * sz
        jyy, jyz, jzz = jyy - ly * sy, jyz - ly * sz, jzz - lz * sz
        fx, fy, fz = fx - share * ux, fy - share * uy, fz - share * uz
        nx, ny, nz = nx - share * lx, ny - share * ly, nz - share * lz
    vx, vy, vz = w[block + CX], w[block + CX + 1], w[block + CX + 2]
    ex, ey, ez = w[block + EX], w[block + EX + 1], w[block + EX + 2]
    fx -= mxx * vx + mxy * vy + mxz * vz + ax * ex + ay * ey + az * ez
    fy -= mxy * vx + myy * vy + myz * vz + bx * ex + by * ey + bz * ez
    fz -= mxz * vx + myz * vy + mzz * vz + cx * ex + cy * ey + cz * ez
    nx -= ax * vx + bx * vy + cx * vz + jxx * ex + jxy * ey + jxz * ez
    ny -= ay * vx + by * vy + cy * vz + jxy * ex + jyy * ey + jyz * ez
    nz -= az * vx + bz * vy + cz * vz + jxz * ex + jyz * ey + jzz * ez
    add_force(w, above, block, fx, fy, fz, nx, ny, nz)
    # J' = J + ~d H' + (~d H)', with H' = H - M ~d; first the part of H
    dx, dy, dz = w[block + DX], w[block + DX + 1], w[block + DX + 2]
    jxx += dy * cx - dz * bx
    jxy += dy * cy - dz * by
    jxz += dy * cz - dz * bz
    jyy += dz * ay - dx * cy
    jyz += dz * az - dx * cz
    jzz += dx * bz - dy * az
    ex, ey, ez = cross(dx, dy, dz, mxx, mxy, mxz)
    ax, ay, az = ax + ex, ay + ey, az + ez
    ex, ey, ez = cross(dx, dy, dz, mxy, myy, myz)
    bx, by, bz = bx + ex, by + ey, bz + ez
    ex, ey, ez = cross(dx, dy, dz, mxz, myz, mzz)
    cx, cy, cz = cx + ex, cy + ey, cz + ez
    w[above + MXX] += mxx
    w[above + MXY] += mxy
    w[above + MXZ] += mxz
    w[above + MYY] += myy
    w[above + MYZ] += myz
    w[above + MZZ] += mzz
    w[above + HXX] += ax
    w[above + HXY] += ay
    w[above + HXZ] += az
    w[above + HYX] += bx
    w[above + HYY] += by
    w[above + HYZ] += bz
    w[above + HZX] += cx
    w[above + HZY] += cy
    w[above + HZZ] += cz
    w[above + JXX] += jxx + dy * cx - dz * bx
    w[above + JXY] += jxy + dz * ax - dx * cx
    w[above + JXZ] += jxz + dx * bx - dy * ax
    w[above + JYY] += jyy + dz * ay - dx * cy
    w[above + JYZ] += jyz + dx * by - dy * ay
    w[above + JZZ] += jzz + dx * bz - dy * az


def sweep_to_root(k, p, w, z, i, j, x):
    """Articulated inertias and forces, from the leaves to the root."""
    count = k[k[TREE] + JOINTS]
    joint, block = k[TREE] + RECORDS + JOINT * (count - 1), block_of(k, count - 1)
    for _ in range(count):
        kind, above = k[joint + KIND], parent_block(k, joint)
        if kind == BALL:
            pass_ball(w, block, above)
        else:
            pass_joint(w, block, above, kind, p[k[joint + NUMBERS] + PITCH])
        joint -= JOINT
        block -= SPATIAL_BLOCK


def sweep_from_root(k, p, w, z, i, j, x):
    """Accelerations, of the bodies into the workspace and of the joints behind the rates at z."""
    table = k[TREE]
    joint, block, second = table + RECORDS, block_of(k, 0), k[table + FREEDOMS]
    clear_ground(k, w)
    for _ in range(k[table + JOINTS]):
        kind, place = k[joint + KIND], second + k[joint + FREEDOM]
        ax, ay, az, tx, ty, tz = carried_acceleration(w, block, parent_block(k, joint))
        if kind == BALL:
            gx, gy, gz = turned(w, block + GX, ax, ay, az)
            gx, gy, gz = w[block + KX] - gx, w[block + KX + 1] - gy, w[block + KX + 2] - gz
            z[place], z[place + 1], z[place + 2] = chart_acceleration(k, w, joint, block, gx - tx, gy - ty, gz - tz)
            tx, ty, tz = gx, gy, gz
        elif kind != RIGID:
            hx, hy, hz = w[block + HX], w[block + HX + 1], w[block + HX + 2]
            value = w[block + SHARE] - w[block + KX] * ax - w[block + KX + 1] * ay - w[block + KX + 2] * az
            value -= w[block + LX] * tx + w[block + LX + 1] * ty + w[block + LX + 2] * tz
            z[place] = value
            if kind != SLIDING:
                tx, ty, tz = tx + value * hx, ty + value * hy, tz + value * hz
                value = value * p[k[joint + NUMBERS] + PITCH]
            if kind != TURNING:
                ax, ay, az = ax + value * hx, ay + value * hy, az + value * hz
        w[block + AX], w[block + AX + 1], w[block + AX + 2] = ax, ay, az
        w[block + TX], w[block + TX + 1], w[block + TX + 2] = tx, ty, tz
        joint += JOINT
        block += SPATIAL_BLOCK
