"""The functions of a plane in which some bodies have modes: those of rigid bodies, and what the modes add.

See `shape_integrals_kernel` for the formulas. All functions have the signature (k, p, w, z, i, j, x) of a function of
the world and are called by address; a plane without modes has none of them.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit, part
from linkwork.places.layout_kernel import (
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
    TWIST_SIZE,
    Q,
    V,
)
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
from linkwork.system.modal.planar_frame_kernel import arm, shape
from linkwork.system.modal.planar_shapes_kernel import (
    add_bending_rates,
    change_of_inertia,
    couplings,
    inertia_slope,
    mode_mass,
    moved_mass,
    spin_coupling,
)
from linkwork.system.modal.shape_integrals_kernel import (
    add_columns,
    add_elastic,
    add_product,
    load_entries,
    modal_sum,
    multiply_entries,
    put_mode_masses,
    room_of,
    table_of,
)
from linkwork.system.planar import body_kernel as rigid

load_rigid_masses = njit(rigid.load_masses)
multiply_rigid_masses = njit(rigid.multiply_masses)
add_rigid_inertia = njit(rigid.add_inertia)
rigid_inertia_columns = njit(rigid.inertia_columns)
add_rigid_weight = njit(rigid.weight)
rigid_reactions = njit(rigid.reactions)


@njit
def put_block(k, p, w, record):
    """What the modes add to the mass matrix of the rigid body, in full, into the room."""
    room, n = room_of(k), k[record + MODES]
    width = TWIST_SIZE + n
    dx, dy = moved_mass(k, p, w, record, k[Q] + k[record + COLUMN], 0.5)
    for i in range(width * width):
        w[room + i] = 0.0
    w[room + 2], w[room + 2 * width] = -dy, -dy
    w[room + width + 2], w[room + 2 * width + 1] = dx, dx
    w[room + 2 * width + 2] = change_of_inertia(k, p, w, record)
    for mode in range(n):
        x, y = mode_mass(k, p, w, record, mode)
        for axis, value in enumerate((x, y, spin_coupling(k, p, w, record, mode))):
            w[room + axis * width + 3 + mode] = value
            w[room + (3 + mode) * width + axis] = value
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
    """Weight, forces of spin, stiffness and damping of one body with modes, and its energies."""
    n, column, body = k[record + MODES], k[record + COLUMN], k[record + BODY]
    load, energy, v = k[LOAD] + 3 * body, k[ENERGY], k[V] + 3 * body
    gx, gy = p[k[GRAVITY]], p[k[GRAVITY] + 1]
    spin, g = w[v + 2], couplings(k, record)[4]
    dx, dy = moved_mass(k, p, w, record, k[Q] + column, 0.5)
    fx, fy = moved_mass(k, p, w, record, k[V] + column, 1.0)
    w[load] += spin * spin * dx + 2.0 * spin * fy
    w[load + 1] += spin * spin * dy - 2.0 * spin * fx
    w[load + 2] += dx * gy - dy * gx
    w[energy] += w[v] * (fx - spin * dy) + w[v + 1] * (fy + spin * dx)
    w[energy] += 0.5 * spin * spin * change_of_inertia(k, p, w, record)
    w[energy + GRAVITY_ENERGY] -= gx * dx + gy * dy
    for mode in range(n):
        rate, slope = w[k[V] + column + mode], inertia_slope(k, p, w, record, mode)
        x, y = mode_mass(k, p, w, record, mode)
        turning = modal_sum(k, p, record, g + mode, n, w, k[V] + column)
        turning -= modal_sum(k, p, record, g + n * mode, 1, w, k[V] + column)
        w[load + 2] -= spin * slope * rate
        w[k[LOAD] + column + mode] += x * gx + y * gy + 0.5 * spin * spin * slope - spin * turning
        w[energy] += spin * spin_coupling(k, p, w, record, mode) * rate
    if k[record + CURVED] > 0:
        add_bending_rates(k, p, w, record)
    add_elastic(k, p, w, record)


def weight(k, p, w, z, i, j, x):
    """Add weight, forces of spin and elastic forces, and the energies."""
    add_rigid_weight(k, p, w, z, i, j, x)
    record = k[table_of(k) + BODIES_AT]
    for _ in range(k[table_of(k) + BODIES]):
        add_body(k, p, w, record)
        record += BODY_RECORD


def force_ends(k, p, w, z, i, j, x):
    """Add what forces, just evaluated, do at frames to the bodies that own them and to their modes."""
    pose, at = part(w, k[POSE]), k[table_of(k) + FORCE_ENDS_AT]
    for _ in range(k[table_of(k) + FORCE_ENDS]):
        f, force = k[at + FRAME], k[FORCE_AT] + RECORD * k[at + FORCE]
        c = k[OUT] + k[force + OUT_AT] + TWIST_SIZE * k[at + SIDE]
        fx, fy, moment = w[c], w[c + 1], w[c + 2]
        load = k[LOAD] + k[f + OWNER_TWIST] - TWIST_SIZE
        rx, ry, _ = arm(k, p, pose, f)
        w[load] += fx
        w[load + 1] += fy
        w[load + 2] += moment + rx * fy - ry * fx
        load = k[LOAD] + k[f + MODE_TWIST] - TWIST_SIZE
        for mode in range(k[f + FRAME_MODES]):
            sx, sy, turn = shape(k, p, pose, f, mode)
            w[load + mode] += fx * sx + fy * sy + moment * turn
        at += FORCE_END


def reactions(k, p, w, z, i, j, x):
    """Force and torque of every element on its second end, at the element's point."""
    rigid_reactions(k, p, w, z, i, j, x)
    at = k[table_of(k) + HELD_AT]
    for _ in range(k[table_of(k) + HELD]):
        element, f = k[at + ELEMENT], k[at + ELEMENT_FRAME]
        point = k[REACTION_POINT] + 2 * element
        owner, frame = k[POSE] + k[f + OWNER_POSE], k[POSE] + k[f + POSE_OF]
        px, py = p[point], p[point + 1]
        ax = w[frame] - w[owner] + (w[frame + 3] - w[owner + 3]) * px - (w[frame + 4] - w[owner + 4]) * py
        ay = w[frame + 1] - w[owner + 1] + (w[frame + 4] - w[owner + 4]) * px + (w[frame + 3] - w[owner + 3]) * py
        to = 3 * element
        z[to + 2] -= ax * z[to + 1] - ay * z[to]
        at += HELD_RECORD
