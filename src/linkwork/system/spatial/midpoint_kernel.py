"""The midpoint rule in space: between body frames and mass centres, and the inertia of a step (Simo and Wong 1991).

Every step has charts whose reference is the orientation A0 at its start. With J about the mass centre, spins W0 and W1
at the ends and the chart u at the end, (W0 + W1) / 2 = u / h and

    A0 (I - u x / 2)^-1 [J (W1 - W0) + u x J u / h] = A1 J W1 - A0 J W0 = h n

n being the torque about the mass centre in the axes of the world, at the orientation of half the turn. Kinetic energy
changes by n . A0 u, the angular momentum by h n, and a motion (dr, A0 u) that is the same turn for several bodies takes
their mean places about a point. Functions of the world, called by address with (k, p, w, z, i, j, x).
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import sqrt
from linkwork.places.layout_kernel import (
    BODIES,
    COORDINATES,
    MASS_AT,
    MASS_NUMBERS,
    MASSES,
    POSE,
    REFERENCE,
    RHS,
    TWIST,
    Q,
    V,
    X,
)
from linkwork.places.spatial.layout_kernel import MASS, MATRIX, POSE_SIZE, QUATERNION, TWIST_SIZE
from linkwork.system.spatial.body_kernel import inertia, times
from linkwork.system.spatial.rotation_kernel import (
    chart_rate,
    charted,
    cross,
    pulled,
    pushed,
    spin,
    spin_bias,
    store_matrix,
    turned,
)


@njit
def matrix_at(k, w, z, body, u):
    """The orientation of a body at the chart z[u]; where its matrix lies in w."""
    room = k[REFERENCE] + QUATERNION * k[BODIES]
    for axis in range(3):
        w[room + axis] = z[u + axis]
    a, b, c, d = charted(w, k[REFERENCE] + QUATERNION * body, room)
    store_matrix(w, room + 3, a, b, c, d)
    return room + 3


@njit
def start_matrix(k, w, body):
    """Where the orientation of a body at the start of the step is put in w."""
    room = k[REFERENCE] + QUATERNION * k[BODIES]
    for axis in range(3):
        w[room + axis] = 0.0
    a, b, c, d = charted(w, k[REFERENCE] + QUATERNION * body, room)
    store_matrix(w, room + 3, a, b, c, d)
    return room + 3


@njit
def in_world(k, w, body, ux, uy, uz, x, y, z):
    """A0 (I - u x / 2)^-1 of a vector: what a change of momentum by the equation of the body is in the world."""
    share, along = 1.0 / (1.0 + 0.25 * (ux * ux + uy * uy + uz * uz)), 0.25 * (ux * x + uy * y + uz * z)
    cx, cy, cz = cross(ux, uy, uz, x, y, z)
    x, y, z = x + 0.5 * cx + along * ux, y + 0.5 * cy + along * uy, z + 0.5 * cz + along * uz
    return turned(w, start_matrix(k, w, body), share * x, share * y, share * z)


@njit
def along_step(k, w, z, i, j, kind):
    """What `shift` does with a step: 4, 5: its motion from du at z[i]; 6, 7: midpoint and end from u0 and what follows.

    5: turns in the axes of the world. 6: du lies behind u0, the rates at the midpoint times the length of the step are
    put behind it; 7: the motion does. Charts are zero at the start.
    """
    n = k[COORDINATES]
    for column in range(n):
        if kind < 5.5:
            z[j + column] = z[i + column]
        elif kind < 6.5:
            z[j + column] = z[i + column] + 0.5 * z[i + n + column]
            z[j + n + column] = z[i + n + column]
        else:
            z[j + column] = z[i + column] + z[i + n + column]
    for body in range(k[BODIES]):
        at = TWIST_SIZE * body + 3
        if 4.5 < kind < 5.5:
            matrix = start_matrix(k, w, body)
            z[j + at], z[j + at + 1], z[j + at + 2] = turned(w, matrix, z[i + at], z[i + at + 1], z[i + at + 2])
        elif 5.5 < kind < 6.5:
            du = i + n + at
            square = z[du] * z[du] + z[du + 1] * z[du + 1] + z[du + 2] * z[du + 2]
            half = 1.0 / (1.0 + sqrt(1.0 + 0.25 * square))  # tan of a quarter of the turn, of that of its half
            for axis in range(3):
                z[j + at + axis] = half * z[du + axis]
                z[j + n + at + axis] = (1.0 + 0.25 * half * half * square) * z[du + axis]


def shift(k, p, w, z, i, j, x):
    """Coordinates at z[i] between frames and mass centres to z[j]; the sign of x is the way.

    |x| 1: places only; 2: with rates of the charts behind them; 3: with spins of the bodies, made rates of the charts;
    from 4 on see `along_step`.
    """
    if abs(x.real) > 3.5:
        along_step(k, w, z, i, j, abs(x.real))
        return
    n, here = k[COORDINATES], k[MASS_NUMBERS]
    sign = 1.0 if x.real > 0.0 else -1.0
    kind = abs(x.real)
    for column in range(2 * n if kind > 1.5 else n):
        z[j + column] = z[i + column]
    for number in range(k[MASSES]):
        body = k[k[MASS_AT] + number]
        column = TWIST_SIZE * body
        u, v = i + column + 3, i + n + column + 3
        matrix = matrix_at(k, w, z, body, u)
        cx, cy, cz = p[here + 1], p[here + 2], p[here + 3]
        bx, by, bz = turned(w, matrix, cx, cy, cz)
        z[j + column] += sign * bx
        z[j + column + 1] += sign * by
        z[j + column + 2] += sign * bz
        if kind > 1.5:
            ox, oy, oz = z[v], z[v + 1], z[v + 2]
            if kind < 2.5:
                ox, oy, oz = spin(z[u], z[u + 1], z[u + 2], ox, oy, oz)
            bx, by, bz = cross(ox, oy, oz, cx, cy, cz)
            bx, by, bz = turned(w, matrix, bx, by, bz)
            z[j + n + column] += sign * bx
            z[j + n + column + 1] += sign * by
            z[j + n + column + 2] += sign * bz
        here += MASS
    if kind > 2.5:
        for body in range(k[BODIES]):
            u, to = i + TWIST_SIZE * body + 3, j + n + TWIST_SIZE * body + 3
            v = i + n + TWIST_SIZE * body + 3
            z[to], z[to + 1], z[to + 2] = chart_rate(z[u], z[u + 1], z[u + 2], z[v], z[v + 1], z[v + 2])


def to_centres(k, p, w, z, i, j, x):
    """Derivatives at z[i] by the frames made those by the mass centres, at the poses of the workspace.

    Those by the charts are made torques in the axes of the world.
    """
    for body in range(k[BODIES]):
        at, u = i + TWIST_SIZE * body + 3, k[Q] + TWIST_SIZE * body + 3
        tx, ty, tz = pushed(w[u], w[u + 1], w[u + 2], z[at], z[at + 1], z[at + 2])
        matrix = k[POSE] + POSE_SIZE * (body + 1) + MATRIX
        z[at], z[at + 1], z[at + 2] = turned(w, matrix, tx, ty, tz)
    here = k[MASS_NUMBERS]
    for number in range(k[MASSES]):
        body = k[k[MASS_AT] + number]
        at = i + TWIST_SIZE * body
        bx, by, bz = turned(w, k[POSE] + POSE_SIZE * (body + 1) + MATRIX, p[here + 1], p[here + 2], p[here + 3])
        tx, ty, tz = cross(bx, by, bz, z[at], z[at + 1], z[at + 2])
        z[at + 3] -= tx
        z[at + 4] -= ty
        z[at + 5] -= tz
        here += MASS


def take_out_spin(k, p, w, z, i, j, x):
    """Take the inertia forces of spin out of the negative load at z[i]."""
    here = k[MASS_NUMBERS]
    for number in range(k[MASSES]):
        body = k[k[MASS_AT] + number]
        at, u, v = i + TWIST_SIZE * body, k[Q] + TWIST_SIZE * body + 3, k[V] + TWIST_SIZE * body + 3
        twist = k[TWIST] + TWIST_SIZE * (body + 1)
        m, cx, cy, cz = p[here], p[here + 1], p[here + 2], p[here + 3]
        ox, oy, oz = w[twist + 3], w[twist + 4], w[twist + 5]
        ex, ey, ez = spin_bias(w[u], w[u + 1], w[u + 2], w[v], w[v + 1], w[v + 2])
        fx, fy, fz = cross(ox, oy, oz, cx, cy, cz)
        fx, fy, fz = cross(ox, oy, oz, fx, fy, fz)
        bx, by, bz = cross(ex, ey, ez, cx, cy, cz)
        fx, fy, fz = turned(w, k[POSE] + POSE_SIZE * (body + 1) + MATRIX, fx + bx, fy + by, fz + bz)
        z[at] -= m * fx
        z[at + 1] -= m * fy
        z[at + 2] -= m * fz
        xx, yy, zz, xy, yz, zx = inertia(p, here)
        hx, hy, hz = times(xx, yy, zz, xy, yz, zx, ox, oy, oz)
        tx, ty, tz = cross(ox, oy, oz, hx, hy, hz)
        hx, hy, hz = times(xx, yy, zz, xy, yz, zx, ex, ey, ez)
        tx, ty, tz = pulled(w[u], w[u + 1], w[u + 2], tx + hx, ty + hy, tz + hz)
        z[at + 3] -= tx
        z[at + 4] -= ty
        z[at + 5] -= tz
        here += MASS


def step_inertia(k, p, w, z, i, j, x):
    """Add the inertia of a step to the forces at z[i], whose torques are in the axes of the world.

    Its motion du lies at w[RHS], du - h V0 at w[X].
    """
    here = k[MASS_NUMBERS]
    for number in range(k[MASSES]):
        body = k[k[MASS_AT] + number]
        column = TWIST_SIZE * body
        at, du, more = i + column, k[RHS] + column, k[X] + column
        for axis in range(3):
            z[at + axis] += p[here] * w[more + axis]
        xx, yy, zz, xy, yz, zx = p[here + 4], p[here + 5], p[here + 6], p[here + 7], p[here + 8], p[here + 9]
        hx, hy, hz = times(xx, yy, zz, xy, yz, zx, w[more + 3], w[more + 4], w[more + 5])
        ux, uy, uz = w[du + 3], w[du + 4], w[du + 5]
        tx, ty, tz = times(xx, yy, zz, xy, yz, zx, ux, uy, uz)
        tx, ty, tz = cross(ux, uy, uz, tx, ty, tz)
        tx, ty, tz = in_world(k, w, body, ux, uy, uz, hx + 0.5 * tx, hy + 0.5 * ty, hz + 0.5 * tz)
        z[at + 3] += tx
        z[at + 4] += ty
        z[at + 5] += tz
        here += MASS
