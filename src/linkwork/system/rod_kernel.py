"""Inertia and forces of removed rods, exact: mass at both ends and mass between them (Garcia de Jalon, Eqs. 53 to 63).

A point of a rod is r = r_j + alpha (r_k - r_j) + beta P (r_k - r_j), linear in the pins j and k, P a quarter turn. So
the mass matrix of the pins is constant, for any rod and any place of its mass centre:

    M_jj = m - 2 m alpha + J / l^2,   M_kk = J / l^2,   M_jk = (m alpha - J / l^2) I + m beta P

with alpha, beta of the mass centre and J the inertia about pin j. The masses at the ends belong to the bodies there;
M_jk couples the joints on the paths of both.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.system.closure_place_kernel import matrix_at
from linkwork.system.layout_kernel import LOAD, MASS_SCALE, TREE
from linkwork.system.path_kernel import along
from linkwork.system.rod_place_kernel import (
    END,
    END_LINK,
    END_SIZE,
    END_TWIST,
    MASS_BETWEEN,
    MASS_FIRST,
    MASS_SECOND,
    MASS_TURNED,
    ROD,
    ROD_AT,
    ROD_COLUMN,
    ROD_MASS,
    ROD_NUMBERS,
    ROD_POSE,
    ROD_TWIST,
    RODS,
    SHARE_ACROSS,
    SHARE_ALONG,
    end_lever,
    rod_span,
)
from linkwork.system.tree_kernel import (
    AX,
    AY,
    BLOCK,
    DX,
    DY,
    FLOATING,
    FREEDOM,
    FT,
    FX,
    FY,
    JOINT,
    KIND,
    PARENT,
    RECORDS,
    SLIDING,
    SX,
    SY,
    TT,
    TURNING,
    UX,
    UY,
    XT,
    XX,
    YT,
    blocks_at,
    vectors_at,
)


@njit
def pin_lever(k, p, w, end):
    """From the reference point of the body at an end of a rod to the pin there."""
    x, y = end_lever(k, p, w, end)
    link = k[end + END_LINK]
    if link >= 0:
        block = blocks_at(k) + BLOCK * link
        x -= w[block + SX]
        y -= w[block + SY]
    return x, y


@njit
def pin_acceleration(k, p, w, end):
    """Acceleration of a pin when no joint accelerates."""
    link = k[end + END_LINK]
    x, y = pin_lever(k, p, w, end)
    if link < 0:
        return 0.0 * x, 0.0 * y
    block, spin = blocks_at(k) + BLOCK * link, w[k[end + END_TWIST] + 2]
    return w[block + AX] - spin * spin * x, w[block + AY] - spin * spin * y


@njit
def add_inertia(k, p, w, end, mass):
    """Add a mass at a pin to the body there."""
    link = k[end + END_LINK]
    if link >= 0:
        block = blocks_at(k) + BLOCK * link
        x, y = pin_lever(k, p, w, end)
        w[block + XX] += mass
        w[block + XT] -= mass * y
        w[block + YT] += mass * x
        w[block + TT] += mass * (x * x + y * y)


@njit
def add_force(k, p, w, end, fx, fy):
    """Add a force at a pin to the body there."""
    link = k[end + END_LINK]
    if link >= 0:
        block = blocks_at(k) + BLOCK * link
        x, y = pin_lever(k, p, w, end)
        w[block + FX] += fx
        w[block + FY] += fy
        w[block + FT] += x * fy - y * fx


@njit
def add_rods(k, p, w, moving):
    """Masses of the removed rods at their ends and, when they move, the forces there without what the bias needs."""
    rod = k[k[TREE] + ROD_AT]
    for _ in range(k[k[TREE] + RODS]):
        one, other, numbers = rod + END, rod + END + END_SIZE, k[rod + ROD_NUMBERS]
        if moving:
            add_rod_forces(k, p, w, rod)
        add_inertia(k, p, w, one, p[numbers + MASS_FIRST])
        add_inertia(k, p, w, other, p[numbers + MASS_SECOND])
        rod += ROD


@njit
def add_rod_forces(k, p, w, rod):
    """What acts on a removed rod, taken by the bodies at its ends, less what the accelerations of its pins need."""
    one, other, numbers = rod + END, rod + END + END_SIZE, k[rod + ROD_NUMBERS]
    load, pose, at = k[LOAD] + k[rod + ROD_COLUMN], k[rod + ROD_POSE], k[rod + ROD_MASS]
    fx, fy, turn = w[load], w[load + 1], w[load + 2]
    if at >= 0:
        spin = w[k[rod + ROD_TWIST] + 2]
        pull, c, s = p[at] * spin * spin, w[pose + 3], w[pose + 4]
        fx -= pull * (c * p[at + 1] - s * p[at + 2])
        fy -= pull * (s * p[at + 1] + c * p[at + 2])
    share, across = p[numbers + SHARE_ALONG], p[numbers + SHARE_ACROSS]
    dx, dy = rod_span(k, p, w, rod)
    turn /= dx * dx + dy * dy
    hx, hy = share * fx + across * fy - turn * dy, share * fy - across * fx + turn * dx
    gx, gy = fx - hx, fy - hy
    ax, ay = pin_acceleration(k, p, w, one)
    bx, by = pin_acceleration(k, p, w, other)
    between, turned = p[numbers + MASS_BETWEEN], p[numbers + MASS_TURNED]
    mass, far = p[numbers + MASS_FIRST], p[numbers + MASS_SECOND]
    gx -= mass * ax + between * bx - turned * by
    gy -= mass * ay + between * by + turned * bx
    hx -= far * bx + between * ax + turned * ay
    hy -= far * by + between * ay - turned * ax
    add_force(k, p, w, one, gx, gy)
    add_force(k, p, w, other, hx, hy)


@njit
def couple_ends(k, p, w, near, far, between, turned, slot):
    """Add what the joints below one end of a rod, moving, do to those below its other end; returns the next slot."""
    place, h = k[near + END_LINK], matrix_at(k)
    if place < 0:
        return slot
    first, records, units = blocks_at(k), k[TREE] + RECORDS, vectors_at(k)
    nx, ny = pin_lever(k, p, w, near)
    x, y = pin_lever(k, p, w, far)
    link = k[far + END_LINK]
    while link >= 0:
        joint, block = records + JOINT * link, first + BLOCK * link
        kind, unit = k[joint + KIND], units + k[joint + FREEDOM]
        for number in range(3 if kind == FLOATING else 1):
            vx, vy = -y, x
            if kind == SLIDING:
                vx, vy = w[block + UX] * w[unit], w[block + UY] * w[unit]
            elif kind == FLOATING and number < 2:
                vx, vy = (1.0 - number) * w[unit + number], number * w[unit + number]
            elif kind != TURNING and kind != FLOATING:
                continue
            fx, fy = between * vx - turned * vy, between * vy + turned * vx
            slot = along(k, w, place, fx, fy, nx * fy - ny * fx, h, slot)
        x += w[block + DX]
        y += w[block + DY]
        link = k[joint + PARENT]
    return slot


@njit
def couple_rods(k, p, w, slot):
    """Add the masses between the ends of the removed rods to the scaled H."""
    rod, scale = k[k[TREE] + ROD_AT], 1.0 / p[k[MASS_SCALE]]
    for _ in range(k[k[TREE] + RODS]):
        one, other, numbers = rod + END, rod + END + END_SIZE, k[rod + ROD_NUMBERS]
        between, turned = p[numbers + MASS_BETWEEN] * scale, p[numbers + MASS_TURNED] * scale
        slot = couple_ends(k, p, w, one, other, between, turned, slot)
        slot = couple_ends(k, p, w, other, one, between, -turned, slot)
        rod += ROD
