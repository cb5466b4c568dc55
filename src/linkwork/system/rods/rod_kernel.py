"""Inertia and forces of removed rods, exact: mass at both ends and mass between them (Garcia de Jalon, Eqs. 53 to 63).

A point of a rod is r = r_j + alpha (r_k - r_j) + beta P (r_k - r_j), linear in the pins j and k, P a quarter turn. So
the mass matrix of the pins is constant, for any rod and any place of its mass centre:

    M_jj = m - 2 m alpha + J / l^2,   M_kk = J / l^2,   M_jk = (m alpha - J / l^2) I + m beta P

with alpha, beta of the mass centre and J the inertia about pin j. The masses at the ends belong to the bodies there;
M_jk couples the joints on the paths of both.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.places.layout_kernel import LOAD, MASS_SCALE, TREE
from linkwork.system.rods.rod_place_kernel import (
    ACROSS_X,
    ACROSS_Y,
    END,
    END_LINK,
    END_SIZE,
    END_TWIST,
    LEVERS,
    MASS_BETWEEN,
    MASS_FIRST,
    MASS_SECOND,
    MASS_TURNED,
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
    SHARE_ACROSS,
    SHARE_ALONG,
)
from linkwork.system.tree.closure_place_kernel import matrix_at
from linkwork.system.tree.path_kernel import along
from linkwork.system.tree.tree_kernel import (
    AT,
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
    RIGID,
    SLIDING,
    TT,
    UX,
    UY,
    XT,
    XX,
    YT,
    blocks_at,
    vectors_at,
)


@njit
def pin_lever(k, w, rod, side):
    """From the reference point of the body at an end of a rod to the pin there."""
    at = k[rod + OWN_AT] + LEVERS + 2 * side
    return w[at], w[at + 1]


@njit
def pin_acceleration(k, w, rod, side):
    """Acceleration of a pin that follows from that of the reference point of its body."""
    end = rod + END + END_SIZE * side
    link, (x, y) = k[end + END_LINK], pin_lever(k, w, rod, side)
    if link < 0:
        return 0.0 * x, 0.0 * y
    block, spin = blocks_at(k) + BLOCK * link, w[k[end + END_TWIST] + 2]
    turn = w[block + AT]
    return w[block + AX] - turn * y - spin * spin * x, w[block + AY] + turn * x - spin * spin * y


@njit
def add_at_pin(k, w, rod, side, mass, fx, fy):
    """Add a mass and a force at a pin to the body there."""
    link = k[rod + END + END_SIZE * side + END_LINK]
    if link >= 0:
        block, (x, y) = blocks_at(k) + BLOCK * link, pin_lever(k, w, rod, side)
        w[block + XX] += mass
        w[block + XT] -= mass * y
        w[block + YT] += mass * x
        w[block + TT] += mass * (x * x + y * y)
        w[block + FX] += fx
        w[block + FY] += fy
        w[block + FT] += x * fy - y * fx


@njit
def add_rods(k, p, w, moving):
    """Masses of the removed rods at their ends and, when they move, the forces there without what the bias needs."""
    rod = k[k[TREE] + ROD_AT]
    for _ in range(k[k[TREE] + RODS]):
        numbers = k[rod + ROD_NUMBERS]
        mass, far = p[numbers + MASS_FIRST], p[numbers + MASS_SECOND]
        gx, gy, hx, hy = 0.0 * mass, 0.0 * mass, 0.0 * mass, 0.0 * mass
        if moving:
            gx, gy, hx, hy = rod_forces(k, p, w, rod)
        add_at_pin(k, w, rod, 0, mass, gx, gy)
        add_at_pin(k, w, rod, 1, far, hx, hy)
        rod += ROD


@njit
def rod_forces(k, p, w, rod):
    """What acts on a removed rod, at its two pins, less what the accelerations of the pins need."""
    numbers, own = k[rod + ROD_NUMBERS], k[rod + OWN_AT]
    load, pose, at = k[LOAD] + k[rod + ROD_COLUMN], k[rod + ROD_POSE], k[rod + ROD_MASS]
    fx, fy, turn = w[load], w[load + 1], w[load + 2]
    if at >= 0:
        spin = w[k[rod + ROD_TWIST] + 2]
        pull, c, s = p[at] * spin * spin, w[pose + 3], w[pose + 4]
        fx -= pull * (c * p[at + 1] - s * p[at + 2])
        fy -= pull * (s * p[at + 1] + c * p[at + 2])
    share, across = p[numbers + SHARE_ALONG], p[numbers + SHARE_ACROSS]
    hx = share * fx + across * fy + turn * w[own + ACROSS_X]
    hy = share * fy - across * fx + turn * w[own + ACROSS_Y]
    ax, ay = pin_acceleration(k, w, rod, 0)
    bx, by = pin_acceleration(k, w, rod, 1)
    between, turned = p[numbers + MASS_BETWEEN], p[numbers + MASS_TURNED]
    mass, far = p[numbers + MASS_FIRST], p[numbers + MASS_SECOND]
    return (
        fx - hx - mass * ax - between * bx + turned * by,
        fy - hy - mass * ay - between * by - turned * bx,
        hx - far * bx - between * ax - turned * ay,
        hy - far * by - between * ay + turned * ax,
    )


@njit
def couple_ends(k, w, rod, near, between, turned, slot):
    """Add what the joints below one end of a rod, moving, do to those below its other end; returns the next slot."""
    place, link = k[rod + END + END_SIZE * near + END_LINK], k[rod + END + END_SIZE * (1 - near) + END_LINK]
    if place < 0:
        return slot
    first, records, units, h = blocks_at(k), k[TREE] + RECORDS, vectors_at(k), matrix_at(k)
    (nx, ny), (x, y) = pin_lever(k, w, rod, near), pin_lever(k, w, rod, 1 - near)
    while link >= 0:
        joint, block = records + JOINT * link, first + BLOCK * link
        kind, unit = k[joint + KIND], units + k[joint + FREEDOM]
        count = 3 if kind == FLOATING else 0 if kind == RIGID else 1
        for number in range(count):
            vx, vy = -y, x
            if kind == SLIDING:
                vx, vy = w[block + UX] * w[unit], w[block + UY] * w[unit]
            elif kind == FLOATING and number < 2:
                vx, vy = (1.0 - number) * w[unit + number], number * w[unit + number]
            fx, fy = between * vx - turned * vy, between * vy + turned * vx
            slot = along(k, w, place, fx, fy, nx * fy - ny * fx, h, slot)
        x += w[block + DX]
        y += w[block + DY]
        link = k[joint + PARENT]
    return slot


@njit
def couple_rods(k, p, w, slot):
    """Add the masses between the ends of the removed rods to the scaled H, lower half.

    Where the ends have no joint in common, what one does to the other stands there once.
    """
    rod, scale = k[k[TREE] + ROD_AT], 1.0 / p[k[MASS_SCALE]]
    for _ in range(k[k[TREE] + RODS]):
        numbers = k[rod + ROD_NUMBERS]
        between, turned = p[numbers + MASS_BETWEEN] * scale, p[numbers + MASS_TURNED] * scale
        slot = couple_ends(k, w, rod, 0, between, turned, slot)
        if k[rod + ROD_SHARED] > 0:
            slot = couple_ends(k, w, rod, 1, between, -turned, slot)
        rod += ROD
