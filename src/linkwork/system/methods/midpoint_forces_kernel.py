"""What forces that store energy do in a step of the conserving midpoint rule beside their loads at its midpoint.

A force between two bodies that turn together as it does is evaluated where they are apart as far as at the ends: their
mean places are nearer to each other. The torques that this would leave are put right (`spread_forces`).
A force stores U; over a step its loads at the midpoint take out h U' there, by its own account of powers. What is
missing, U1 - U0 - h U', is made up by a correction between its two bodies that changes no momentum
(`midpoint_pair_kernel`). A force through both mass centres, as that of a spring between two particles, is corrected
along itself: with l0 and l1 its lengths it is then (U1 - U0) / (l1^2 / 2 - l0^2 / 2) times the mean of the vectors
between its ends, as Garcia Orden and Goicolea (2005, eq. 23) have it.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit, part
from linkwork.numerics.scalar import sqrt
from linkwork.places.layout_kernel import (
    COLUMN_SCALE,
    COLUMNS,
    FIRST_TWIST,
    FORCE_AT,
    FORCES,
    INTS_AT,
    MEMORY,
    MOTION,
    OUT,
    OUT_AT,
    POSE,
    RECORD,
    ROWS,
    SECOND_TWIST,
    TWIST,
)
from linkwork.places.spatial.layout_kernel import MATRIX, POSE_SIZE
from linkwork.system.constraints.equations_kernel import call_element
from linkwork.system.dynamics.forces_kernel import COLUMN_I
from linkwork.system.methods.midpoint_pair_kernel import PLANE, STANDSTILL, add_along, apart, mass_at
from linkwork.system.methods.midpoint_solid_kernel import SOLID, solid_step
from linkwork.system.modal.modal_layout_kernel import ATTACHED, KERNEL_INTS
from linkwork.system.spatial.rotation_kernel import cross, turned

PLANE_POSE = 5
CENTRAL = 1e-13  # torque about the mass centre that is nothing, of the force times the model length


@njit
def at_frame(k, record):
    """Whether an end of a force is a frame of a body with modes: it then has no columns of its own there."""
    ints, size = k[record + INTS_AT], k[COLUMNS]
    first = k[record + COLUMN_I] < 0 and k[ints + FIRST_TWIST] >= size
    return first or (k[record + COLUMN_I + 1] < 0 and k[ints + SECOND_TWIST] >= size)


@njit
def stored_rate(k, w, record):
    """How fast the energy that a force stores grows: what it takes from its ends, less what it loses, and is given."""
    size, c, ints, taken = k[COLUMNS], k[OUT] + k[record + OUT_AT], k[record + INTS_AT], 0.0 * w[0]
    if at_frame(k, record):
        ints = k[ints - ATTACHED + KERNEL_INTS]
    for side in range(2):
        twist = k[TWIST] + k[ints + FIRST_TWIST + (SECOND_TWIST - FIRST_TWIST) * side]
        for axis in range(size):
            taken -= w[c + size * side + axis] * w[twist + axis]
    return taken - w[c + 2 * size + 1] + w[c + 2 * size + 2]


@njit
def lever(k, p, w, column, c):
    """The torque of the load at w[c] about the mass centre of the body at that column, and the size of its force."""
    at = mass_at(k, column)
    if at < 0:
        return 1e300, 0.0  # no mass, no mass centre: never central
    if k[COLUMNS] == PLANE:
        pose = k[POSE] + PLANE_POSE * (column // PLANE + 1)
        bx = w[pose + 3] * p[at + 1] - w[pose + 4] * p[at + 2]
        by = w[pose + 4] * p[at + 1] + w[pose + 3] * p[at + 2]
        torque = abs((w[c + 2] - bx * w[c + 1] + by * w[c]).real)
        return torque, sqrt((w[c] * w[c] + w[c + 1] * w[c + 1]).real)
    matrix = k[POSE] + POSE_SIZE * (column // k[COLUMNS] + 1) + MATRIX
    bx, by, bz = turned(w, matrix, p[at + 1], p[at + 2], p[at + 3])
    bx, by, bz = cross(bx, by, bz, w[c], w[c + 1], w[c + 2])
    tx, ty, tz = turned(w, matrix, w[c + 3], w[c + 4], w[c + 5])
    torque = abs((tx - bx).real) + abs((ty - by).real) + abs((tz - bz).real)
    return torque, sqrt((w[c] * w[c] + w[c + 1] * w[c + 1] + w[c + 2] * w[c + 2]).real)


@njit
def is_central(k, p, w, record):
    """Whether the load of a force goes through the mass centres of all its bodies."""
    if at_frame(k, record):
        return False
    for side in range(2):
        column = k[record + COLUMN_I + side]
        if column >= 0:
            torque, force = lever(k, p, w, column, k[OUT] + k[record + OUT_AT] + k[COLUMNS] * side)
            if not torque <= CENTRAL * force * p[k[COLUMN_SCALE]].real:
                return False
    return True


@njit
def keep_stored(k, w, z, room):
    """The energies that forces, just evaluated, store: to z[room]."""
    record = k[FORCE_AT]
    for force in range(k[FORCES]):
        z[room + force] = w[k[OUT] + k[record + OUT_AT] + 2 * k[COLUMNS]]
        record += RECORD


@njit
def add_load(k, p, w, record, side, factor, z, target):
    """Add the load of a force, just evaluated, on one of its bodies to z[target], about the mass centre."""
    size, column = k[COLUMNS], k[record + COLUMN_I + side]
    at, c = mass_at(k, column), k[OUT] + k[record + OUT_AT] + size * side
    zero = 0.0 * w[c]
    cx, cy = (p[at + 1], p[at + 2]) if at >= 0 else (zero, zero)
    if size == PLANE:
        pose = k[POSE] + PLANE_POSE * (column // size + 1)
        bx, by = w[pose + 3] * cx - w[pose + 4] * cy, w[pose + 4] * cx + w[pose + 3] * cy
        z[target + column] += factor * w[c]
        z[target + column + 1] += factor * w[c + 1]
        z[target + column + 2] += factor * (w[c + 2] - bx * w[c + 1] + by * w[c])
        return
    matrix = k[POSE] + POSE_SIZE * (column // size + 1) + MATRIX
    bx, by, bz = turned(w, matrix, cx, cy, p[at + 3] if at >= 0 else zero)
    bx, by, bz = cross(bx, by, bz, w[c], w[c + 1], w[c + 2])
    tx, ty, tz = turned(w, matrix, w[c + 3], w[c + 4], w[c + 5])
    for axis in range(3):
        z[target + column + axis] += factor * w[c + axis]
    z[target + column + 3] += factor * (tx - bx)
    z[target + column + 4] += factor * (ty - by)
    z[target + column + 5] += factor * (tz - bz)


@njit
def spread_forces(k, p, w, z, first, last, moved, t, h, works, target):
    """Evaluate forces between two bodies anew with these as far apart as they are at the ends of the step.

    Their speeds are those of a turn of both at that distance, so that damping resists no turn. z[target] holds the
    negative of all loads. Half the torque that is missing about the mean places goes to each body; its work is put to
    z[works]. Returned is by how much more power the forces lose, and give, there.
    """
    lost, given = 0.0 * w[0], 0.0 * w[0]
    size, record = k[COLUMNS], k[FORCE_AT]
    pose_size = PLANE_POSE if size == PLANE else POSE_SIZE
    pose, twist, memory, out = part(w, k[POSE]), part(w, k[TWIST]), part(w, k[MEMORY]), part(w, k[OUT])
    for force in range(k[FORCES]):
        i, j, c = k[record + COLUMN_I], k[record + COLUMN_I + 1], k[OUT] + k[record + OUT_AT]
        z[works + force] = 0.0
        if k[record + ROWS] >= SOLID:
            add_load(k, p, w, record, 0, 1.0, z, target)
            add_load(k, p, w, record, 1, 1.0, z, target)
            lost -= w[c + 2 * size + 1]
            given -= w[c + 2 * size + 2]
            solid_step(k, p, w, z, record, first, last, h)
            lost += w[c + 2 * size + 1]
            add_load(k, p, w, record, 0, -1.0, z, target)
            add_load(k, p, w, record, 1, -1.0, z, target)
        elif i >= 0 and j >= 0 and w[c + 2 * size].real != 0.0:
            heavy = 0.0 if is_central(k, p, w, record) else 1.0
            dx, dy, dz, rx, ry, rz = apart(k, p, w, z, first, last, moved, i, j, heavy)
            add_load(k, p, w, record, 0, 1.0, z, target)
            add_load(k, p, w, record, 1, 1.0, z, target)
            place = k[POSE] + pose_size * (j // size + 1)
            x, y, height = w[place], w[place + 1], w[place + 2]
            w[place], w[place + 1] = x + dx, y + dy
            speed = k[TWIST] + k[k[record + INTS_AT] + SECOND_TWIST]
            vx, vy, vz = cross(rx, ry, rz, dx, dy, dz)
            ux, uy, uz = w[speed], w[speed + 1], w[speed + 2]
            w[speed], w[speed + 1] = ux + vx / h, uy + vy / h
            if size != PLANE:
                w[place + 2], w[speed + 2] = height + dz, uz + vz / h
            lost -= w[c + 2 * size + 1]
            given -= w[c + 2 * size + 2]
            call_element(k, p, record, MOTION, t, pose, twist, memory, out)
            lost += w[c + 2 * size + 1]
            given += w[c + 2 * size + 2]
            w[place], w[place + 1], w[place + 2] = x, y, height
            w[speed], w[speed + 1], w[speed + 2] = ux, uy, uz
            add_load(k, p, w, record, 0, -1.0, z, target)
            add_load(k, p, w, record, 1, -1.0, z, target)
            push = c + size
            if size == PLANE:
                torque = 0.5 * (dx * w[push + 1] - dy * w[push])
                z[target + i + 2] -= torque
                z[target + j + 2] -= torque
                z[works + force] = torque * (z[moved + i + 2] + z[moved + j + 2])
            else:
                tx, ty, tz = cross(dx, dy, dz, w[push], w[push + 1], w[push + 2])
                for axis in range(3):
                    torque = 0.5 * (tx if axis == 0 else ty if axis == 1 else tz)
                    z[target + i + 3 + axis] -= torque
                    z[target + j + 3 + axis] -= torque
                    z[works + force] += torque * (z[moved + i + 3 + axis] + z[moved + j + 3 + axis])
        record += RECORD
    return lost, given


@njit
def add_missing(k, p, w, z, first, last, moved, h, still, starts, ends, works, room, target):
    """Correct the forces whose loads at the midpoint are loaded; energies at start and end at z[starts], z[ends].

    still: see `add_along`.
    """
    size, record = k[COLUMNS], k[FORCE_AT]
    for force in range(k[FORCES]):
        stored, held = (
            w[k[OUT] + k[record + OUT_AT] + 2 * size],
            k[record + COLUMN_I] < 0 and k[record + COLUMN_I + 1] < 0,
        )
        if k[record + ROWS] >= SOLID or (held and not at_frame(k, record)):  # exact, or between the ground and itself
            record += RECORD
            continue
        if z[ends + force].real != 0.0 or z[starts + force].real != 0.0 or stored.real != 0.0:
            missing = z[ends + force] - z[starts + force] - h * stored_rate(k, w, record)
            missing += z[works + force]
            i, j = k[k[record + INTS_AT] + FIRST_TWIST] - size, k[k[record + INTS_AT] + SECOND_TWIST] - size
            central = is_central(k, p, w, record)
            if not central or not (i < 0 or j < 0) or not add_along_itself(k, p, w, z, moved, record, missing, target):
                add_along(k, p, w, z, first, last, moved, i, j, 0.0 if central else 1.0, missing, still, room, target)
        record += RECORD


@njit
def add_along_itself(k, p, w, z, moved, record, missing, target):
    """The correction of a force between the ground and a mass centre, along itself; whether there is a force."""
    size, side, dimensions = k[COLUMNS], 0 if k[record + COLUMN_I] >= 0 else 1, 2 if k[COLUMNS] == PLANE else 3
    column, c = k[record + COLUMN_I + side], k[OUT] + k[record + OUT_AT] + size * side
    along, square = 0.0 * w[0], 0.0 * w[0]
    for axis in range(dimensions):
        along += w[c + axis] * z[moved + column + axis]
        square += w[c + axis] ** 2
    if not square.real > 0.0:
        return False
    share = missing * along / (along * along + STANDSTILL * p[k[COLUMN_SCALE]] ** 2 * square)
    for axis in range(dimensions):
        z[target + column + axis] += share * w[c + axis]
    return True
