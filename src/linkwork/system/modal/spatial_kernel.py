"""The functions of space where some bodies have modes: those of rigid bodies, and what the modes add.

See `shape_integrals_kernel` for the formulas. All functions have the signature (k, p, w, z, i, j, x) of a function of
the world and are called by address.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit, part
from linkwork.places.layout_kernel import (
    CHARTS,
    ENERGY,
    FORCE_AT,
    GRAVITY,
    GRAVITY_ENERGY,
    LOAD,
    OUT,
    OUT_AT,
    POSE,
    REACTION_POINT,
    RECORD,
    TWIST,
    Q,
    V,
)
from linkwork.places.spatial.layout_kernel import MATRIX, POSE_SIZE, TWIST_SIZE
from linkwork.system.modal.modal_layout_kernel import (
    BODIES,
    BODIES_AT,
    BODY,
    BODY_RECORD,
    COLUMN,
    CURVED,
    ELEMENT,
    ELEMENT_FRAME,
    FORCE,
    FORCE_END,
    FORCE_ENDS,
    FORCE_ENDS_AT,
    FRAME,
    FRAME_MODES,
    HELD,
    HELD_AT,
    HELD_RECORD,
    MODE_TWIST,
    MODES,
    OWNER_POSE,
    OWNER_TWIST,
    POSE_OF,
    SIDE,
)
from linkwork.system.modal.shape_integrals_kernel import (
    add_columns,
    add_elastic,
    add_product,
    load_entries,
    multiply_entries,
    put_mode_masses,
    room_of,
    table_of,
)
from linkwork.system.modal.spatial_frame_kernel import chart_torque, force_on_mode, torque_on_owner
from linkwork.system.modal.spatial_shapes_kernel import (
    add_bending_rates,
    couplings,
    mode_mass,
    moved_mass,
    spin_coupling,
    turned_by_change,
    turned_by_slope,
    vector_sum,
)
from linkwork.system.spatial import body_kernel as rigid
from linkwork.system.spatial.rotation_kernel import cross, pulled, spin, spin_bias, turned, turned_back

load_rigid_masses = njit(rigid.load_masses)
multiply_rigid_masses = njit(rigid.multiply_masses)
add_rigid_inertia = njit(rigid.add_inertia)
rigid_inertia_columns = njit(rigid.inertia_columns)
add_rigid_weight = njit(rigid.weight)
chart_rigid_load = njit(rigid.chart_load)
rigid_reactions = njit(rigid.reactions)


@njit
def put_block(k, p, w, record):
    """What the modes add to the mass matrix of the rigid body, in full, against its columns, into the room."""
    room, n, body = room_of(k), k[record + MODES], k[record + BODY]
    width, matrix, u = TWIST_SIZE + n, k[POSE] + POSE_SIZE * (body + 1) + MATRIX, k[Q] + 6 * body + 3
    dx, dy, dz = moved_mass(k, p, w, record, k[Q] + k[record + COLUMN], 0.5)
    ux, uy, uz = w[u], w[u + 1], w[u + 2]
    if k[CHARTS] == 0:
        ux, uy, uz = 0.0 * ux, 0.0 * uy, 0.0 * uz
    for i in range(width * width):
        w[room + i] = 0.0
    for axis in range(3):
        ex = 1.0 if axis == 0 else 0.0
        ey = 1.0 if axis == 1 else 0.0
        ez = 1.0 if axis == 2 else 0.0
        ox, oy, oz = spin(ux, uy, uz, ex, ey, ez)
        bx, by, bz = cross(ox, oy, oz, dx, dy, dz)
        for row, value in enumerate(turned(w, matrix, bx, by, bz)):
            w[room + width * row + 3 + axis] = value
            w[room + width * (3 + axis) + row] = value
        tx, ty, tz = turned_by_change(k, p, w, record, ox, oy, oz)
        for row, value in enumerate(pulled(ux, uy, uz, tx, ty, tz)):
            w[room + width * (3 + row) + 3 + axis] = value
    for mode in range(n):
        bx, by, bz = mode_mass(k, p, w, record, mode)
        for row, value in enumerate(turned(w, matrix, bx, by, bz)):
            w[room + width * row + 6 + mode] = value
            w[room + width * (6 + mode) + row] = value
        tx, ty, tz = spin_coupling(k, p, w, record, mode)
        for row, value in enumerate(pulled(ux, uy, uz, tx, ty, tz)):
            w[room + width * (3 + row) + 6 + mode] = value
            w[room + width * (6 + mode) + 3 + row] = value
    put_mode_masses(k, p, w, record)


def load_masses(k, p, w, z, i, j, x):
    """The scaled mass matrix into the solver's values."""
    load_rigid_masses(k, p, w, z, i, j, x)
    record = k[table_of(k) + BODIES_AT]
    for _ in range(k[table_of(k) + BODIES]):
        put_block(k, p, w, record)
        load_entries(k, p, w, record)
        record += BODY_RECORD


def multiply_masses(k, p, w, z, i, j, x):
    """The scaled mass matrix of the solver's values times the vector at w[i], to w[j]."""
    multiply_rigid_masses(k, p, w, z, i, j, x)
    record = k[table_of(k) + BODIES_AT]
    for _ in range(k[table_of(k) + BODIES]):
        multiply_entries(k, w, record, i, j)
        record += BODY_RECORD


def add_inertia(k, p, w, z, i, j, x):
    """Add x M a, with a at z[i], to z[j], at the poses of the workspace."""
    add_rigid_inertia(k, p, w, z, i, j, x)
    record = k[table_of(k) + BODIES_AT]
    for _ in range(k[table_of(k) + BODIES]):
        put_block(k, p, w, record)
        add_product(k, w, record, z, i, j, x)
        record += BODY_RECORD


def inertia_columns(k, p, w, z, i, j, x):
    """Add x times the scaled mass matrix to the full matrix at z[i], whose rows have length j."""
    rigid_inertia_columns(k, p, w, z, i, j, x)
    record = k[table_of(k) + BODIES_AT]
    for _ in range(k[table_of(k) + BODIES]):
        put_block(k, p, w, record)
        add_columns(k, p, w, record, z, i, j, x)
        record += BODY_RECORD


@njit
def add_body(k, p, w, record):
    """Weight, forces of spin, stiffness and damping of one body with modes, against its twist, and its energies."""
    n, column, body = k[record + MODES], k[record + COLUMN], k[record + BODY]
    load, energy, twist = k[LOAD] + 6 * body, k[ENERGY], k[TWIST] + 6 * (body + 1)
    matrix = k[POSE] + POSE_SIZE * (body + 1) + MATRIX
    g_at = couplings(k, record)[4]
    ox, oy, oz = w[twist + 3], w[twist + 4], w[twist + 5]
    gx, gy, gz = turned_back(w, matrix, p[k[GRAVITY]], p[k[GRAVITY] + 1], p[k[GRAVITY] + 2])
    vx, vy, vz = turned_back(w, matrix, w[twist], w[twist + 1], w[twist + 2])
    dx, dy, dz = moved_mass(k, p, w, record, k[Q] + column, 0.5)
    fx, fy, fz = moved_mass(k, p, w, record, k[V] + column, 1.0)
    ax, ay, az = cross(ox, oy, oz, dx, dy, dz)
    w[energy] += vx * (ax + fx) + vy * (ay + fy) + vz * (az + fz)
    w[energy + GRAVITY_ENERGY] -= gx * dx + gy * dy + gz * dz
    ax, ay, az = cross(ox, oy, oz, ax + 2.0 * fx, ay + 2.0 * fy, az + 2.0 * fz)
    ax, ay, az = turned(w, matrix, ax, ay, az)
    w[load] -= ax
    w[load + 1] -= ay
    w[load + 2] -= az
    hx, hy, hz = turned_by_change(k, p, w, record, ox, oy, oz)
    w[energy] += 0.5 * (ox * hx + oy * hy + oz * hz)
    tx, ty, tz = cross(dx, dy, dz, gx, gy, gz)
    for mode in range(n):
        rate = w[k[V] + column + mode]
        cx, cy, cz = mode_mass(k, p, w, record, mode)
        nx, ny, nz = spin_coupling(k, p, w, record, mode)
        w[energy] += rate * (ox * nx + oy * ny + oz * nz)
        hx, hy, hz = hx + nx * rate, hy + ny * rate, hz + nz * rate
        sx, sy, sz = turned_by_slope(k, p, w, record, mode, ox, oy, oz)
        tx, ty, tz = tx - sx * rate, ty - sy * rate, tz - sz * rate
        qx, qy, qz = vector_sum(k, p, w, record, g_at + 3 * mode, 3 * n, k[V] + column)
        rx, ry, rz = vector_sum(k, p, w, record, g_at + 3 * n * mode, 3, k[V] + column)
        force = cx * gx + cy * gy + cz * gz + 0.5 * (ox * sx + oy * sy + oz * sz)
        w[k[LOAD] + column + mode] += force - ox * (qx - rx) - oy * (qy - ry) - oz * (qz - rz)
    hx, hy, hz = cross(ox, oy, oz, hx, hy, hz)
    w[load + 3] += tx - hx
    w[load + 4] += ty - hy
    w[load + 5] += tz - hz
    if k[record + CURVED] > 0:
        add_bending_rates(k, p, w, record)
    add_elastic(k, p, w, record)


def weight(k, p, w, z, i, j, x):
    """Add weight, forces of spin and elastic forces, against the twists, and the energies."""
    add_rigid_weight(k, p, w, z, i, j, x)
    record = k[table_of(k) + BODIES_AT]
    for _ in range(k[table_of(k) + BODIES]):
        add_body(k, p, w, record)
        record += BODY_RECORD


@njit
def add_force_ends(k, p, w):
    """Add what forces, just evaluated, do at frames to the bodies that own them and to their modes."""
    pose, at = part(w, k[POSE]), k[table_of(k) + FORCE_ENDS_AT]
    for _ in range(k[table_of(k) + FORCE_ENDS]):
        f, force = k[at + FRAME], k[FORCE_AT] + RECORD * k[at + FORCE]
        c = k[OUT] + k[force + OUT_AT] + TWIST_SIZE * k[at + SIDE]
        nx, ny, nz = w[c + 3], w[c + 4], w[c + 5]
        bx, by, bz = turned_back(pose, k[f + OWNER_POSE] + MATRIX, w[c], w[c + 1], w[c + 2])
        load = k[LOAD] + k[f + OWNER_TWIST] - TWIST_SIZE
        tx, ty, tz = torque_on_owner(k, p, pose, f, bx, by, bz, nx, ny, nz)
        for axis, value in enumerate((w[c], w[c + 1], w[c + 2], tx, ty, tz)):
            w[load + axis] += value
        load = k[LOAD] + k[f + MODE_TWIST] - TWIST_SIZE
        tx, ty, tz = chart_torque(k, p, pose, f, nx, ny, nz)
        for mode in range(k[f + FRAME_MODES]):
            w[load + mode] += force_on_mode(k, p, pose, f, mode, bx, by, bz, tx, ty, tz)
        at += FORCE_END


def chart_load(k, p, w, z, i, j, x):
    """The generalised forces, just summed up against the twists, against the charts; those at frames are added."""
    add_force_ends(k, p, w)
    record = k[table_of(k) + BODIES_AT]
    for _ in range(k[table_of(k) + BODIES]):
        body, column = k[record + BODY], k[record + COLUMN]
        u, v, load = k[Q] + 6 * body + 3, k[V] + 6 * body + 3, k[LOAD] + 6 * body
        ex, ey, ez = spin_bias(w[u], w[u + 1], w[u + 2], w[v], w[v + 1], w[v + 2])
        dx, dy, dz = moved_mass(k, p, w, record, k[Q] + column, 0.5)
        fx, fy, fz = cross(ex, ey, ez, dx, dy, dz)
        fx, fy, fz = turned(w, k[POSE] + POSE_SIZE * (body + 1) + MATRIX, fx, fy, fz)
        tx, ty, tz = turned_by_change(k, p, w, record, ex, ey, ez)
        for axis, value in enumerate((fx, fy, fz, tx, ty, tz)):
            w[load + axis] -= value
        for mode in range(k[record + MODES]):
            nx, ny, nz = spin_coupling(k, p, w, record, mode)
            w[k[LOAD] + column + mode] -= ex * nx + ey * ny + ez * nz
        record += BODY_RECORD
    chart_rigid_load(k, p, w, z, i, j, x)


def reactions(k, p, w, z, i, j, x):
    """Force and torque of every element on its second end, at its point, along the world's axes."""
    rigid_reactions(k, p, w, z, i, j, x)
    at = k[table_of(k) + HELD_AT]
    for _ in range(k[table_of(k) + HELD]):
        element, f = k[at + ELEMENT], k[at + ELEMENT_FRAME]
        point, to = k[REACTION_POINT] + 3 * element, TWIST_SIZE * element
        owner, frame = k[POSE] + k[f + OWNER_POSE], k[POSE] + k[f + POSE_OF]
        ax, ay, az = turned(w, frame + MATRIX, p[point], p[point + 1], p[point + 2])
        bx, by, bz = turned(w, owner + MATRIX, p[point], p[point + 1], p[point + 2])
        ax, ay, az = ax - bx + w[frame] - w[owner], ay - by + w[frame + 1] - w[owner + 1], az - bz
        az += w[frame + 2] - w[owner + 2]
        ax, ay, az = cross(ax, ay, az, z[to], z[to + 1], z[to + 2])
        z[to + 3], z[to + 4], z[to + 5] = z[to + 3] - ax, z[to + 4] - ay, z[to + 5] - az
        at += HELD_RECORD
