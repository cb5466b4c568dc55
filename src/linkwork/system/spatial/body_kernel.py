"""Inertia of the bodies in space: mass matrix, weight and forces of spin, reactions (Haug 11.1, 11.3, 11.5).

About the origin of the body's frame, with the mass centre c anywhere in it, J_o = J + m (c.c I - c c'):

    m (r'' + A (omega' x c) + A omega x (omega x c))  = F            (world axes)
    J_o omega' + omega x J_o omega + m c x A' r''     = n            (body axes)

Against the chart u of the orientation, omega = T u', omega' = T u'' + e, the equations of the torques are T' times
these. All functions have the signature (k, p, w, z, i, j, x) of a function of the world and are called by address.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.places.layout_kernel import (
    BODIES,
    CHARTS,
    COLUMN_SCALE,
    ELEMENT_AT,
    ELEMENTS,
    ENERGY,
    FIRST_ROW,
    GRAVITY,
    GRAVITY_ENERGY,
    INTS_AT,
    LOAD,
    MASS_AT,
    MASS_NUMBERS,
    MASS_SCALE,
    MASSES,
    MULTIPLIERS,
    OUT,
    OUT_AT,
    POSE,
    REACTION_POINT,
    RECORD,
    REFERENCE,
    ROWS,
    SECOND_POSE,
    TWIST,
    VALUES,
    WIDTH,
    Q,
    V,
)
from linkwork.places.spatial.layout_kernel import MASS, MASS_ENTRIES, MATRIX, POSE_SIZE, QUATERNION, TWIST_SIZE
from linkwork.system.spatial.rotation_kernel import cross, pulled, pushed, spin, spin_bias, turned, turned_back


@njit
def inertia(p, at):
    """Jxx, Jyy, Jzz, Jxy, Jyz, Jzx about the origin of the body's frame."""
    m, x, y, z = p[at], p[at + 1], p[at + 2], p[at + 3]
    return (
        p[at + 4] + m * (y * y + z * z),
        p[at + 5] + m * (z * z + x * x),
        p[at + 6] + m * (x * x + y * y),
        p[at + 7] - m * x * y,
        p[at + 8] - m * y * z,
        p[at + 9] - m * z * x,
    )


@njit
def times(xx, yy, zz, xy, yz, zx, x, y, z):
    """J (x, y, z)."""
    return xx * x + xy * y + zx * z, xy * x + yy * y + yz * z, zx * x + yz * y + zz * z


@njit
def block(k, p, w, number):
    """The mass matrix of a body against its columns, in full, row by row; where it lies in w."""
    at = k[REFERENCE] + QUATERNION * k[BODIES]
    body = k[k[MASS_AT] + number]
    here, matrix, u = k[MASS_NUMBERS] + MASS * number, k[POSE] + POSE_SIZE * (body + 1) + MATRIX, k[Q] + 6 * body + 3
    m, cx, cy, cz = p[here], p[here + 1], p[here + 2], p[here + 3]
    xx, yy, zz, xy, yz, zx = inertia(p, here)
    ux, uy, uz = w[u], w[u + 1], w[u + 2]
    if k[CHARTS] == 0:
        ux, uy, uz = 0.0 * ux, 0.0 * uy, 0.0 * uz
    for row in range(3):
        for column in range(3):
            w[at + TWIST_SIZE * row + column] = m if row == column else 0.0 * m
    for axis in range(3):
        ex = 1.0 if axis == 0 else 0.0
        ey = 1.0 if axis == 1 else 0.0
        ez = 1.0 if axis == 2 else 0.0
        ox, oy, oz = spin(ux, uy, uz, ex, ey, ez)
        bx, by, bz = cross(ox, oy, oz, cx, cy, cz)
        bx, by, bz = turned(w, matrix, bx, by, bz)
        for row, value in enumerate((m * bx, m * by, m * bz)):
            w[at + TWIST_SIZE * row + 3 + axis] = value
            w[at + TWIST_SIZE * (3 + axis) + row] = value
        tx, ty, tz = times(xx, yy, zz, xy, yz, zx, ox, oy, oz)
        tx, ty, tz = pulled(ux, uy, uz, tx, ty, tz)
        for row, value in enumerate((tx, ty, tz)):
            w[at + TWIST_SIZE * (3 + row) + 3 + axis] = value
    return at


def load_masses(k, p, w, z, i, j, x):
    """The scaled mass matrix into the solver's values: 18 entries a body."""
    values, scale = k[VALUES], p[k[MASS_SCALE]]
    for number in range(k[MASSES]):
        units = k[COLUMN_SCALE] + TWIST_SIZE * k[k[MASS_AT] + number]
        room = block(k, p, w, number)
        for row in range(3):
            w[values + row] = w[room + 7 * row] * p[units + row] * p[units + row] / scale
        for row in range(3):
            for column in range(3):
                entry = w[room + TWIST_SIZE * (3 + row) + column]
                w[values + 3 + 3 * row + column] = entry * p[units + 3 + row] * p[units + column] / scale
        at = values + 12
        for row in range(3):
            for column in range(row + 1):
                entry = w[room + TWIST_SIZE * (3 + row) + 3 + column]
                w[at] = entry * p[units + 3 + row] * p[units + 3 + column] / scale
                at += 1
        values += MASS_ENTRIES


def weight(k, p, w, z, i, j, x):
    """Add weight and forces of spin, against the twists, and the energies of motion and of weight."""
    energy, here = k[ENERGY], k[MASS_NUMBERS]
    gx, gy, gz = p[k[GRAVITY]], p[k[GRAVITY] + 1], p[k[GRAVITY] + 2]
    for number in range(k[MASSES]):
        body = k[k[MASS_AT] + number]
        pose, twist, load = k[POSE] + POSE_SIZE * (body + 1), k[TWIST] + 6 * (body + 1), k[LOAD] + 6 * body
        matrix = pose + MATRIX
        m, cx, cy, cz = p[here], p[here + 1], p[here + 2], p[here + 3]
        ox, oy, oz = w[twist + 3], w[twist + 4], w[twist + 5]
        xx, yy, zz, xy, yz, zx = inertia(p, here)
        hx, hy, hz = times(xx, yy, zz, xy, yz, zx, ox, oy, oz)
        fx, fy, fz = cross(ox, oy, oz, cx, cy, cz)  # velocity of the centre beside that of the origin, body axes
        lx, ly, lz = turned(w, matrix, fx, fy, fz)
        vx, vy, vz = w[twist], w[twist + 1], w[twist + 2]
        w[energy] += m * (0.5 * (vx * vx + vy * vy + vz * vz) + vx * lx + vy * ly + vz * lz)
        w[energy] += 0.5 * (ox * hx + oy * hy + oz * hz)
        ax, ay, az = cross(ox, oy, oz, fx, fy, fz)
        ax, ay, az = turned(w, matrix, ax, ay, az)
        w[load] += m * (gx - ax)
        w[load + 1] += m * (gy - ay)
        w[load + 2] += m * (gz - az)
        ax, ay, az = turned_back(w, matrix, gx, gy, gz)
        ax, ay, az = cross(cx, cy, cz, ax, ay, az)
        sx, sy, sz = cross(ox, oy, oz, hx, hy, hz)
        w[load + 3] += m * ax - sx
        w[load + 4] += m * ay - sy
        w[load + 5] += m * az - sz
        lx, ly, lz = turned(w, matrix, cx, cy, cz)
        w[energy + GRAVITY_ENERGY] -= m * (gx * (w[pose] + lx) + gy * (w[pose + 1] + ly) + gz * (w[pose + 2] + lz))
        here += MASS


def chart_load(k, p, w, z, i, j, x):
    """The generalised forces, just summed up against the twists, against the charts."""
    here = k[MASS_NUMBERS]
    for number in range(k[MASSES]):
        body = k[k[MASS_AT] + number]
        u, v, load = k[Q] + 6 * body + 3, k[V] + 6 * body + 3, k[LOAD] + 6 * body
        ex, ey, ez = spin_bias(w[u], w[u + 1], w[u + 2], w[v], w[v + 1], w[v + 2])
        m, cx, cy, cz = p[here], p[here + 1], p[here + 2], p[here + 3]
        fx, fy, fz = cross(ex, ey, ez, cx, cy, cz)
        fx, fy, fz = turned(w, k[POSE] + POSE_SIZE * (body + 1) + MATRIX, fx, fy, fz)
        w[load] -= m * fx
        w[load + 1] -= m * fy
        w[load + 2] -= m * fz
        xx, yy, zz, xy, yz, zx = inertia(p, here)
        tx, ty, tz = times(xx, yy, zz, xy, yz, zx, ex, ey, ez)
        w[load + 3] -= tx
        w[load + 4] -= ty
        w[load + 5] -= tz
        here += MASS
    for body in range(k[BODIES]):
        u, load = k[Q] + 6 * body + 3, k[LOAD] + 6 * body + 3
        w[load], w[load + 1], w[load + 2] = pulled(w[u], w[u + 1], w[u + 2], w[load], w[load + 1], w[load + 2])


def add_inertia(k, p, w, z, i, j, x):
    """Add x M a, with a at z[i], to z[j], at the poses of the workspace."""
    here = k[MASS_NUMBERS]
    for number in range(k[MASSES]):
        body = k[k[MASS_AT] + number]
        matrix, u = k[POSE] + POSE_SIZE * (body + 1) + MATRIX, k[Q] + 6 * body + 3
        at, to = i + 6 * body, j + 6 * body
        ux, uy, uz = w[u], w[u + 1], w[u + 2]
        if k[CHARTS] == 0:
            ux, uy, uz = 0.0 * ux, 0.0 * uy, 0.0 * uz
        m, cx, cy, cz = p[here], p[here + 1], p[here + 2], p[here + 3]
        ox, oy, oz = spin(ux, uy, uz, z[at + 3], z[at + 4], z[at + 5])
        bx, by, bz = turned_back(w, matrix, z[at], z[at + 1], z[at + 2])
        fx, fy, fz = cross(ox, oy, oz, cx, cy, cz)
        tx, ty, tz = cross(cx, cy, cz, bx, by, bz)
        fx, fy, fz = turned(w, matrix, fx, fy, fz)
        z[to] += x * m * (z[at] + fx)
        z[to + 1] += x * m * (z[at + 1] + fy)
        z[to + 2] += x * m * (z[at + 2] + fz)
        xx, yy, zz, xy, yz, zx = inertia(p, here)
        hx, hy, hz = times(xx, yy, zz, xy, yz, zx, ox, oy, oz)
        tx, ty, tz = pulled(ux, uy, uz, hx + m * tx, hy + m * ty, hz + m * tz)
        z[to + 3] += x * tx
        z[to + 4] += x * ty
        z[to + 5] += x * tz
        here += MASS


def inertia_columns(k, p, w, z, i, j, x):
    """Add x times the scaled mass matrix to the full matrix at z[i], whose rows have length j."""
    scale = p[k[MASS_SCALE]]
    for number in range(k[MASSES]):
        column = TWIST_SIZE * k[k[MASS_AT] + number]
        units, corner = k[COLUMN_SCALE] + column, i + column * j + column
        room = block(k, p, w, number)
        for row in range(TWIST_SIZE):
            for other in range(TWIST_SIZE):
                entry = w[room + TWIST_SIZE * row + other] * p[units + row] * p[units + other]
                z[corner + row * j + other] += x * entry / scale


@njit
def wrench(k, w, record, side, multiplier_of, at):
    """-Phi_q' lambda on one body of an element: force in the world, torque about its origin in body axes."""
    rows, width, ints = k[record + ROWS], k[record + WIDTH], k[record + INTS_AT]
    jacobian = k[OUT] + k[record + OUT_AT] + 3 * rows + TWIST_SIZE * side
    fx, fy, fz = 0.0 * w[jacobian], 0.0 * w[jacobian], 0.0 * w[jacobian]
    tx, ty, tz = fx, fy, fz
    for row in range(rows):
        force = multiplier_of[at + row]
        fx -= w[jacobian] * force
        fy -= w[jacobian + 1] * force
        fz -= w[jacobian + 2] * force
        tx -= w[jacobian + 3] * force
        ty -= w[jacobian + 4] * force
        tz -= w[jacobian + 5] * force
        jacobian += width
    column = k[ints + 1 + 2 * side] - TWIST_SIZE
    if k[CHARTS] == 1 and column >= 0:
        u = k[Q] + column + 3
        tx, ty, tz = pushed(w[u], w[u + 1], w[u + 2], tx, ty, tz)
    return fx, fy, fz, tx, ty, tz


def reactions(k, p, w, z, i, j, x):
    """Force and torque of every element on its second body, at its point, along the world's axes: six numbers each."""
    record, to = k[ELEMENT_AT], 0
    for element in range(k[ELEMENTS]):
        fx, fy, fz, tx, ty, tz = wrench(k, w, record, 1, w, k[MULTIPLIERS] + k[record + FIRST_ROW])
        matrix = k[POSE] + k[k[record + INTS_AT] + SECOND_POSE] + MATRIX
        point = k[REACTION_POINT] + 3 * element
        tx, ty, tz = turned(w, matrix, tx, ty, tz)
        sx, sy, sz = turned(w, matrix, p[point], p[point + 1], p[point + 2])
        mx, my, mz = cross(sx, sy, sz, fx, fy, fz)
        z[to], z[to + 1], z[to + 2] = fx, fy, fz
        z[to + 3], z[to + 4], z[to + 5] = tx - mx, ty - my, tz - mz
        record += RECORD
        to += TWIST_SIZE


def multiply_masses(k, p, w, z, i, j, x):
    """The scaled mass matrix of the solver's values times the vector at w[i], to w[j]."""
    values = k[VALUES]
    for number in range(k[MASSES]):
        column = TWIST_SIZE * k[k[MASS_AT] + number]
        source, to = i + column, j + column
        for row in range(3):
            w[to + row] += w[values + row] * w[source + row]
            for other in range(3):
                entry = w[values + 3 + 3 * row + other]
                w[to + 3 + row] += entry * w[source + other]
                w[to + other] += entry * w[source + 3 + row]
        at = values + 12
        for row in range(3):
            for other in range(row + 1):
                w[to + 3 + row] += w[at] * w[source + 3 + other]
                if other < row:
                    w[to + 3 + other] += w[at] * w[source + 3 + row]
                at += 1
        values += MASS_ENTRIES


def momentum_terms(k, p, w, z, i, j, x):
    """From the forces of accelerations to those of momenta: add dM/dt v to the forces (without those of spin).

    d/dt (M v) = Q_a + M' v, with Q_a what stands beside M v'. With omega = T u': the momenta of the frame's origin are
    P = m (r' + A (omega x c)) and h = J_o omega + m c x A' r', against the chart T' h.
    """
    here = k[MASS_NUMBERS]
    for number in range(k[MASSES]):
        body = k[k[MASS_AT] + number]
        matrix, u, v = k[POSE] + POSE_SIZE * (body + 1) + MATRIX, k[Q] + 6 * body + 3, k[V] + 6 * body
        load, twist = k[LOAD] + 6 * body, k[TWIST] + 6 * (body + 1)
        m, cx, cy, cz = p[here], p[here + 1], p[here + 2], p[here + 3]
        ux, uy, uz = w[u], w[u + 1], w[u + 2]
        vx, vy, vz = w[v + 3], w[v + 4], w[v + 5]
        ox, oy, oz = w[twist + 3], w[twist + 4], w[twist + 5]
        ex, ey, ez = spin_bias(ux, uy, uz, vx, vy, vz)
        # forces: m A (omega x (omega x c) + e x c)
        fx, fy, fz = cross(ox, oy, oz, cx, cy, cz)
        ax, ay, az = cross(ox, oy, oz, fx, fy, fz)
        bx, by, bz = cross(ex, ey, ez, cx, cy, cz)
        ax, ay, az = turned(w, matrix, ax + bx, ay + by, az + bz)
        w[load] += m * ax
        w[load + 1] += m * ay
        w[load + 2] += m * az
        # torques: d/dt (T' h) at u'' = 0 and r'' = 0
        xx, yy, zz, xy, yz, zx = inertia(p, here)
        hx, hy, hz = times(xx, yy, zz, xy, yz, zx, ox, oy, oz)
        dx, dy, dz = times(xx, yy, zz, xy, yz, zx, ex, ey, ez)
        bx, by, bz = turned_back(w, matrix, w[twist], w[twist + 1], w[twist + 2])
        ax, ay, az = cross(cx, cy, cz, bx, by, bz)
        hx, hy, hz = hx + m * ax, hy + m * ay, hz + m * az
        bx, by, bz = cross(bx, by, bz, ox, oy, oz)  # d/dt A' r' at r'' = 0
        ax, ay, az = cross(cx, cy, cz, bx, by, bz)
        dx, dy, dz = pulled(ux, uy, uz, dx + m * ax, dy + m * ay, dz + m * az)
        s = 1.0 / (1.0 + 0.25 * (ux * ux + uy * uy + uz * uz))
        share = -0.5 * s * (ux * vx + uy * vy + uz * vz)
        tx, ty, tz = pulled(ux, uy, uz, hx, hy, hz)
        qx, qy, qz = cross(vx, vy, vz, hx, hy, hz)
        w[load + 3] += dx + share * tx + 0.5 * s * qx
        w[load + 4] += dy + share * ty + 0.5 * s * qy
        w[load + 5] += dz + share * tz + 0.5 * s * qz
        here += MASS
