"""The energy-conserving midpoint rule in space where some bodies have modes.

As in the plane (`planar_step_kernel`) about the mass centres as the modes have moved them; with the chart u of the
orientation from the start of the step and the momentum Pi of the spin about the centre, in the axes of the body,

    Pi1 - Pi0 + u x (Pi0 + Pi1) / 2 = torques,   (omega0 + omega1) / 2 = u / h

keep the angular momentum, for the chart turns one into the other by Cayley's map (Simo and Wong 1991). Functions of the
world, called by address with (k, p, w, z, i, j, x); those of rigid bodies come first, what the modes add behind them.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.places.layout_kernel import COORDINATES, MASS_NUMBERS, POSE, RHS, TWIST, Q, V, X
from linkwork.places.spatial.layout_kernel import MASS, MATRIX, POSE_SIZE
from linkwork.system.modal.modal_layout_kernel import (
    BODIES,
    BODIES_AT,
    BODY,
    BODY_RECORD,
    COLUMN,
    CURVED,
    MASS_NUMBER,
    MODES,
    NUMBERS,
)
from linkwork.system.modal.planar_step_kernel import GAUSS
from linkwork.system.modal.shape_integrals_kernel import mixed_sum, modal_sum, room_of, table_of
from linkwork.system.modal.spatial_shapes_kernel import (
    couplings,
    mode_mass,
    moved_mass,
    rates_twice,
    spin_coupling,
    turned_by_change,
    turned_by_slope,
    vector_sum,
)
from linkwork.system.spatial import midpoint_kernel as rigid
from linkwork.system.spatial.midpoint_kernel import in_world, matrix_at
from linkwork.system.spatial.rotation_kernel import cross, pulled, spin, spin_bias, turned, turned_back

shift_rigid = njit(rigid.shift)
rigid_to_centres = njit(rigid.to_centres)
take_out_rigid_spin = njit(rigid.take_out_spin)
rigid_step_inertia = njit(rigid.step_inertia)


@njit
def mass_of(k, p, record):
    """Where the numbers of the rigid body begin in p."""
    return k[MASS_NUMBERS] + MASS * k[record + MASS_NUMBER]


@njit
def centre_moved(k, p, record, z, q, first, share):
    """(C + share q D) times the numbers at z[first]; the modes lie at z[q]."""
    curved = k[record + CURVED]
    bx, by, bz = vector_sum(k, p, z, record, couplings(k, record)[0], 3, first)
    if curved > 0:
        bx += share * mixed_sum(k, p, record, curved, 3, z, q, first)
        by += share * mixed_sum(k, p, record, curved + 1, 3, z, q, first)
        bz += share * mixed_sum(k, p, record, curved + 2, 3, z, q, first)
    return bx, by, bz


def shift(k, p, w, z, i, j, x):
    """Coordinates at z[i] between frames and mass centres to z[j]; x as it is with rigid bodies."""
    shift_rigid(k, p, w, z, i, j, x)
    if abs(x.real) > 3.5:
        return
    n, sign, kind = k[COORDINATES], 1.0 if x.real > 0.0 else -1.0, abs(x.real)
    record = k[table_of(k) + BODIES_AT]
    for _ in range(k[table_of(k) + BODIES]):
        body, q, m = k[record + BODY], i + k[record + COLUMN], p[mass_of(k, p, record)]
        u = i + 6 * body + 3
        matrix = matrix_at(k, w, z, body, u)
        bx, by, bz = centre_moved(k, p, record, z, q, q, 0.5)
        for axis, value in enumerate(turned(w, matrix, bx, by, bz)):
            z[j + 6 * body + axis] += sign * value / m
        if kind > 1.5:
            v = i + n + 6 * body + 3
            ox, oy, oz = z[v], z[v + 1], z[v + 2]
            if kind < 2.5:
                ox, oy, oz = spin(z[u], z[u + 1], z[u + 2], ox, oy, oz)
            fx, fy, fz = centre_moved(k, p, record, z, q, n + q, 1.0)
            bx, by, bz = cross(ox, oy, oz, bx, by, bz)
            for axis, value in enumerate(turned(w, matrix, bx + fx, by + fy, bz + fz)):
                z[j + n + 6 * body + axis] += sign * value / m
        record += BODY_RECORD


def to_centres(k, p, w, z, i, j, x):
    """Derivatives at z[i] by the frames made those by the mass centres, at the poses of the workspace."""
    rigid_to_centres(k, p, w, z, i, j, x)
    record = k[table_of(k) + BODIES_AT]
    for _ in range(k[table_of(k) + BODIES]):
        body, m = k[record + BODY], p[mass_of(k, p, record)]
        at, matrix = i + 6 * body, k[POSE] + POSE_SIZE * (body + 1) + MATRIX
        fx, fy, fz = turned_back(w, matrix, z[at], z[at + 1], z[at + 2])
        dx, dy, dz = moved_mass(k, p, w, record, k[Q] + k[record + COLUMN], 0.5)
        tx, ty, tz = cross(dx, dy, dz, fx, fy, fz)
        for axis, value in enumerate(turned(w, matrix, tx, ty, tz)):
            z[at + 3 + axis] -= value / m
        for mode in range(k[record + MODES]):
            ex, ey, ez = mode_mass(k, p, w, record, mode)
            z[i + k[record + COLUMN] + mode] -= (fx * ex + fy * ey + fz * ez) / m
        record += BODY_RECORD


def take_out_spin(k, p, w, z, i, j, x):
    """Take the inertia forces of spin and of the modes' rates out of the negative load at z[i]."""
    take_out_rigid_spin(k, p, w, z, i, j, x)
    record = k[table_of(k) + BODIES_AT]
    for _ in range(k[table_of(k) + BODIES]):
        n, body, column = k[record + MODES], k[record + BODY], k[record + COLUMN]
        at, u, v, twist = i + 6 * body, k[Q] + 6 * body + 3, k[V] + 6 * body + 3, k[TWIST] + 6 * (body + 1)
        g = couplings(k, record)[4]
        ox, oy, oz = w[twist + 3], w[twist + 4], w[twist + 5]
        ex, ey, ez = spin_bias(w[u], w[u + 1], w[u + 2], w[v], w[v + 1], w[v + 2])
        dx, dy, dz = moved_mass(k, p, w, record, k[Q] + column, 0.5)
        fx, fy, fz = moved_mass(k, p, w, record, k[V] + column, 1.0)
        ax, ay, az = cross(ox, oy, oz, dx, dy, dz)
        ax, ay, az = cross(ox, oy, oz, ax + 2.0 * fx, ay + 2.0 * fy, az + 2.0 * fz)
        bx, by, bz = cross(ex, ey, ez, dx, dy, dz)
        ax, ay, az = ax + bx, ay + by, az + bz
        hx, hy, hz = turned_by_change(k, p, w, record, ox, oy, oz)
        tx, ty, tz = turned_by_change(k, p, w, record, ex, ey, ez)
        for mode in range(n):
            rate = w[k[V] + column + mode]
            nx, ny, nz = spin_coupling(k, p, w, record, mode)
            hx, hy, hz = hx + nx * rate, hy + ny * rate, hz + nz * rate
            sx, sy, sz = turned_by_slope(k, p, w, record, mode, ox, oy, oz)
            tx, ty, tz = tx + sx * rate, ty + sy * rate, tz + sz * rate
            qx, qy, qz = vector_sum(k, p, w, record, g + 3 * mode, 3 * n, k[V] + column)
            rx, ry, rz = vector_sum(k, p, w, record, g + 3 * n * mode, 3, k[V] + column)
            force = 0.5 * (ox * sx + oy * sy + oz * sz) - ex * nx - ey * ny - ez * nz
            z[i + column + mode] += force - ox * (qx - rx) - oy * (qy - ry) - oz * (qz - rz)
        hx, hy, hz = cross(ox, oy, oz, hx, hy, hz)
        tx, ty, tz = tx + hx, ty + hy, tz + hz
        if k[record + CURVED] > 0:
            bx, by, bz = rates_twice(k, p, w, record, k[record + CURVED])
            ax, ay, az = ax + bx, ay + by, az + bz
            bx, by, bz = rates_twice(k, p, w, record, g)
            tx, ty, tz = tx + bx, ty + by, tz + bz
        for axis, value in enumerate(turned(w, k[POSE] + POSE_SIZE * (body + 1) + MATRIX, ax, ay, az)):
            z[at + axis] -= value
        for axis, value in enumerate(pulled(w[u], w[u + 1], w[u + 2], tx, ty, tz)):
            z[at + 3 + axis] -= value
        record += BODY_RECORD


@njit
def from_centre(k, p, w, record, ox, oy, oz, rates):
    """m e, and m times the velocity of the centre in the frame for the spin and the rates at w[rates]."""
    at = mass_of(k, p, record)
    m = p[at]
    dx, dy, dz = moved_mass(k, p, w, record, k[Q] + k[record + COLUMN], 0.5)
    fx, fy, fz = moved_mass(k, p, w, record, rates, 1.0)
    dx, dy, dz = dx + m * p[at + 1], dy + m * p[at + 2], dz + m * p[at + 3]
    bx, by, bz = cross(ox, oy, oz, dx, dy, dz)
    return dx, dy, dz, bx + fx, by + fy, bz + fz


@njit
def add_momenta(k, p, w, record, z, i, spins, rates, factor):
    """Add factor times the momenta of the modes to z[i]; that of the spin, beside the rigid body's about its centre."""
    at, n, to = mass_of(k, p, record), k[record + MODES], i + k[record + COLUMN]
    m, cx, cy, cz = p[at], p[at + 1], p[at + 2], p[at + 3]
    ox, oy, oz = w[spins], w[spins + 1], w[spins + 2]
    dx, dy, dz, vx, vy, vz = from_centre(k, p, w, record, ox, oy, oz, rates)
    hx, hy, hz = turned_by_change(k, p, w, record, ox, oy, oz)
    ax, ay, az = cross(ox, oy, oz, cx, cy, cz)
    ax, ay, az = cross(cx, cy, cz, ax, ay, az)
    bx, by, bz = cross(dx, dy, dz, vx, vy, vz)
    hx, hy, hz = hx + m * ax - bx / m, hy + m * ay - by / m, hz + m * az - bz / m
    for mode in range(n):
        nx, ny, nz = spin_coupling(k, p, w, record, mode)
        ex, ey, ez = mode_mass(k, p, w, record, mode)
        rate = w[rates + mode]
        hx, hy, hz = hx + nx * rate, hy + ny * rate, hz + nz * rate
        own = modal_sum(k, p, record, k[record + NUMBERS] + n * mode, 1, w, rates)
        own += ox * nx + oy * ny + oz * nz - (ex * vx + ey * vy + ez * vz) / m
        z[to + mode] += factor * own
    return hx, hy, hz


@njit
def add_slopes(k, p, w, record, z, i, spins, rates, factor):
    """Add factor times W0.(dB/dq_k) W1 of every mode; spins and rates of both ends at w[spins] and w[rates]."""
    m, n, g = p[mass_of(k, p, record)], k[record + MODES], couplings(k, record)[4]
    ax, ay, az = w[spins], w[spins + 1], w[spins + 2]
    bx, by, bz = w[spins + 3], w[spins + 4], w[spins + 5]
    _, _, _, fx, fy, fz = from_centre(k, p, w, record, ax, ay, az, rates)
    _, _, _, hx, hy, hz = from_centre(k, p, w, record, bx, by, bz, rates + n)
    for mode in range(n):
        ex, ey, ez = mode_mass(k, p, w, record, mode)
        px, py, pz = cross(ax, ay, az, ex, ey, ez)
        qx, qy, qz = cross(bx, by, bz, ex, ey, ez)
        if k[record + CURVED] > 0:
            row = k[record + CURVED] + 3 * n * mode
            tx, ty, tz = vector_sum(k, p, w, record, row, 3, rates)
            px, py, pz = px + tx, py + ty, pz + tz
            tx, ty, tz = vector_sum(k, p, w, record, row, 3, rates + n)
            qx, qy, qz = qx + tx, qy + ty, qz + tz
        sx, sy, sz = turned_by_slope(k, p, w, record, mode, bx, by, bz)
        slope = ax * sx + ay * sy + az * sz
        sx, sy, sz = vector_sum(k, p, w, record, g + 3 * n * mode, 3, rates + n)
        slope += ax * sx + ay * sy + az * sz
        sx, sy, sz = vector_sum(k, p, w, record, g + 3 * n * mode, 3, rates)
        slope += bx * sx + by * sy + bz * sz
        slope -= (px * hx + py * hy + pz * hz + fx * qx + fy * qy + fz * qz) / m
        z[i + k[record + COLUMN] + mode] += factor * slope


def step_inertia(k, p, w, z, i, j, x):
    """Add the inertia of a step to the forces at z[i]; its motion du lies at w[RHS], du - h V0 at w[X].

    The workspace holds the modes at the end of the step; x is its length.
    """
    rigid_step_inertia(k, p, w, z, i, j, x)
    record = k[table_of(k) + BODIES_AT]
    for _ in range(k[table_of(k) + BODIES]):
        n, column, turn, spins = k[record + MODES], k[record + COLUMN], 6 * k[record + BODY] + 3, room_of(k)
        q, rates = k[Q] + column, spins + 6
        for mode in range(n):
            du, more = w[k[RHS] + column + mode], w[k[X] + column + mode]
            w[rates + mode], w[rates + n + mode] = (du - more) / x, (du + more) / x
        for axis in range(3):
            du, more = w[k[RHS] + turn + axis], w[k[X] + turn + axis]
            w[spins + axis], w[spins + 3 + axis] = (du - more) / x, (du + more) / x
        ax, ay, az = add_momenta(k, p, w, record, z, i, spins + 3, rates + n, 0.5 * x)
        for place in range(3):
            share = 2.0 * GAUSS if place == 1 else 0.5 - GAUSS
            for mode in range(n):
                w[q + mode] -= share * w[k[RHS] + column + mode]
            if place < 2:
                add_slopes(k, p, w, record, z, i, spins, rates, -0.125 * x * x)
        bx, by, bz = add_momenta(k, p, w, record, z, i, spins, rates, -0.5 * x)
        ux, uy, uz = w[k[RHS] + turn], w[k[RHS] + turn + 1], w[k[RHS] + turn + 2]
        tx, ty, tz = cross(ux, uy, uz, 0.5 * (ax + bx), 0.5 * (ay + by), 0.5 * (az + bz))
        ax, ay, az = ax - bx + tx, ay - by + ty, az - bz + tz
        for axis, value in enumerate(in_world(k, w, k[record + BODY], ux, uy, uz, ax, ay, az)):
            z[i + turn + axis] += 0.5 * x * value
        record += BODY_RECORD
