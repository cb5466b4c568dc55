"""Articulated bodies of a tree in the plane: one sweep to the root and one back, at a cost linear in the bodies.

With the reference point at the pin that carries the body, b = (0, 0, 1), the articulated inertia of a body on a pin is
one of forces only, and moving it to the parent takes six products. Functions of the world, called by address.
"""

from __future__ import annotations

from linkwork.places.layout_kernel import LOAD, TREE, A
from linkwork.system.tree.tree_kernel import (
    AT,
    AX,
    AY,
    BLOCK,
    COLUMN,
    CX,
    CY,
    DX,
    DY,
    FLOATING,
    FREEDOM,
    FREEDOMS,
    FT,
    FX,
    FY,
    JOINT,
    JOINTS,
    KIND,
    KT,
    KX,
    KY,
    MASS_OF,
    PARENT,
    POSE_OF,
    RECORDS,
    SHARE,
    SLIDING,
    SX,
    SY,
    TT,
    TURNING,
    TWIST_OF,
    UX,
    UY,
    XT,
    XX,
    XY,
    YT,
    YY,
    blocks_at,
)


def load_bodies(k, p, w, z, i, j, x):
    """Inertia of every body at its reference point and, with i > 0, the forces there, with those of its spin."""
    table, loads = k[TREE], k[LOAD]
    joint, block = table + RECORDS, blocks_at(k)
    for _ in range(k[table + JOINTS]):
        at, pose = k[joint + MASS_OF], k[joint + POSE_OF]
        sx, sy = w[block + SX], w[block + SY]
        mass, bx, by = 0.0 * sx, 0.0 * sx, 0.0 * sx
        hx, hy, inertia = 0.0 * sx, 0.0 * sx, 0.0 * sx
        if at >= 0:
            mass, px, py = p[at], p[at + 1], p[at + 2]
            c, s = w[pose + 3], w[pose + 4]
            bx, by = c * px - s * py, s * px + c * py
            gx, gy = bx - sx, by - sy
            hx, hy = mass * gx, mass * gy
            inertia = p[at + 3] + hx * gx + hy * gy
        w[block + XX], w[block + XY], w[block + YY] = mass, 0.0, mass
        w[block + XT], w[block + YT], w[block + TT] = -hy, hx, inertia
        column = k[joint + COLUMN]
        if column < 0:
            w[block + FX], w[block + FY], w[block + FT] = 0.0, 0.0, 0.0
        elif i > 0:
            load, spin = loads + column, w[k[joint + TWIST_OF] + 2]
            fx, fy, pull = w[load], w[load + 1], mass * spin * spin
            w[block + FX], w[block + FY] = fx - pull * sx, fy - pull * sy
            w[block + FT] = w[load + 2] - sx * (fy - pull * by) + sy * (fx - pull * bx)
        joint += JOINT
        block += BLOCK


def sweep_to_root(k, p, w, z, i, j, x):
    """Articulated inertias and forces, from the leaves to the root."""
    table = k[TREE]
    count, first = k[table + JOINTS], blocks_at(k)
    joint, block = table + RECORDS + JOINT * (count - 1), first + BLOCK * (count - 1)
    for _ in range(count):
        kind, parent = k[joint + KIND], k[joint + PARENT]
        xx, xy, yy = w[block + XX], w[block + XY], w[block + YY]
        xt, yt, tt = w[block + XT], w[block + YT], w[block + TT]
        fx, fy, ft = w[block + FX], w[block + FY], w[block + FT]
        if kind == TURNING:
            span = 1.0 / tt
            kx, ky, share = xt * span, yt * span, ft * span
            w[block + KX], w[block + KY], w[block + SHARE] = kx, ky, share
            if parent >= 0:
                xx -= kx * xt
                xy -= kx * yt
                yy -= ky * yt
                fx -= share * xt
                fy -= share * yt
                cx, cy, dx, dy = w[block + CX], w[block + CY], w[block + DX], w[block + DY]
                fx -= xx * cx + xy * cy
                fy -= xy * cx + yy * cy
                xt, yt = xy * dx - xx * dy, yy * dx - xy * dy
                above = first + BLOCK * parent
                w[above + XX] += xx
                w[above + XY] += xy
                w[above + YY] += yy
                w[above + XT] += xt
                w[above + YT] += yt
                w[above + TT] += dx * yt - dy * xt
                w[above + FX] += fx
                w[above + FY] += fy
                w[above + FT] += dx * fy - dy * fx
        elif kind == FLOATING:
            a = xt / xx
            b = xy / xx
            right = yt - b * xt
            lower = right / (yy - b * xy)
            turned = ft - a * fx - lower * (fy - b * fx)
            w[block + KT] = turned / (tt - a * xt - lower * right)
            w[block + KY] = (fy - b * fx) / (yy - b * xy)
            w[block + SHARE] = lower
            w[block + KX] = fx / xx
        else:
            if kind == SLIDING:
                ux, uy = w[block + UX], w[block + UY]
                kx, ky, kt = xx * ux + xy * uy, xy * ux + yy * uy, xt * ux + yt * uy
                span = 1.0 / (ux * kx + uy * ky)
                force = ux * fx + uy * fy
                share = force * span
                w[block + KX], w[block + KY], w[block + KT] = kx * span, ky * span, kt * span
                w[block + SHARE] = share
                xx -= kx * kx * span
                xy -= kx * ky * span
                yy -= ky * ky * span
                xt -= kx * kt * span
                yt -= ky * kt * span
                tt -= kt * kt * span
                fx -= kx * share
                fy -= ky * share
                ft -= kt * share
            if parent >= 0:
                cx, cy, dx, dy = w[block + CX], w[block + CY], w[block + DX], w[block + DY]
                fx -= xx * cx + xy * cy
                fy -= xy * cx + yy * cy
                ft -= xt * cx + yt * cy
                above = first + BLOCK * parent
                right, lower = xy * dx - xx * dy, yy * dx - xy * dy
                w[above + XX] += xx
                w[above + XY] += xy
                w[above + YY] += yy
                w[above + XT] += xt + right
                w[above + YT] += yt + lower
                w[above + TT] += tt + 2.0 * (dx * yt - dy * xt) + dx * lower - dy * right
                w[above + FX] += fx
                w[above + FY] += fy
                w[above + FT] += ft + dx * fy - dy * fx
        joint -= JOINT
        block -= BLOCK


def sweep_from_root(k, p, w, z, i, j, x):
    """Accelerations, of the bodies into the workspace and of the joints behind the rates at z."""
    table = k[TREE]
    joint, first = table + RECORDS, blocks_at(k)
    block, second = first, k[table + FREEDOMS]
    for _ in range(k[table + JOINTS]):
        kind, parent, to = k[joint + KIND], k[joint + PARENT], second + k[joint + FREEDOM]
        if kind == FLOATING:
            at = w[block + KT]
            ay = w[block + KY] - w[block + SHARE] * at
            ax = w[block + KX] - (w[block + XY] * ay + w[block + XT] * at) / w[block + XX]
            z[to], z[to + 1], z[to + 2] = ax, ay, at
        else:
            ax, ay, at = w[block + CX], w[block + CY], 0.0 * w[block + CX]
            if parent >= 0:
                above = first + BLOCK * parent
                at = w[above + AT]
                ax += w[above + AX] - at * w[block + DY]
                ay += w[above + AY] + at * w[block + DX]
            if kind == TURNING:
                turned = w[block + SHARE] - w[block + KX] * ax - w[block + KY] * ay - at
                z[to] = turned
                at += turned
            elif kind == SLIDING:
                slid = w[block + SHARE] - w[block + KX] * ax - w[block + KY] * ay - w[block + KT] * at
                z[to] = slid
                ax += slid * w[block + UX]
                ay += slid * w[block + UY]
        w[block + AX], w[block + AY], w[block + AT] = ax, ay, at
        joint += JOINT
        block += BLOCK


def take_accelerations(k, p, w, z, i, j, x):
    """Accelerations of the bodies' origins from those of their reference points; p is not there."""
    table = k[TREE]
    joint, block = table + RECORDS, blocks_at(k)
    for _ in range(k[table + JOINTS]):
        column = k[joint + COLUMN]
        if column >= 0:
            a, spin = k[A] + column, w[k[joint + TWIST_OF] + 2]
            sx, sy, at = w[block + SX], w[block + SY], w[block + AT]
            w[a] = w[block + AX] + at * sy + spin * spin * sx
            w[a + 1] = w[block + AY] - at * sx + spin * spin * sy
            w[a + 2] = at
        joint += JOINT
        block += BLOCK
