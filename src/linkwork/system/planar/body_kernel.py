"""The functions of a plane of rigid bodies, in the order of the layout.

All have the signature (k, p, w, z, i, j, x) of a function of the world and are called by address; those of space are in
`system/spatial/`. With b = A c from a body's origin to its mass centre, in the axes of the world.
"""

from __future__ import annotations

from linkwork.numerics.scalar import cos, sin
from linkwork.places.layout_kernel import (
    BODIES,
    COLUMN_SCALE,
    COORDINATES,
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
    OWN,
    POSE,
    POSE_SIZE,
    REACTION_POINT,
    RECORD,
    ROWS,
    SECOND_POSE,
    TWIST,
    TWIST_SIZE,
    VALUES,
    WIDTH,
    A,
    Q,
    V,
)


def place(k, p, w, z, i, j, x):
    """Poses of the bodies: x, y, angle, its cosine and sine; then the coordinates that elements own."""
    q, pose = k[Q], k[POSE] + POSE_SIZE
    for _ in range(k[BODIES]):
        angle = w[q + 2]
        w[pose] = w[q]
        w[pose + 1] = w[q + 1]
        w[pose + 2] = angle
        w[pose + 3] = cos(angle)
        w[pose + 4] = sin(angle)
        q += 3
        pose += POSE_SIZE
    for own in range(k[OWN]):
        w[pose + own] = w[q + own]


def move(k, p, w, z, i, j, x):
    """Twists of the bodies, which are their velocities."""
    v, twist = k[V], k[TWIST] + TWIST_SIZE
    for column in range(TWIST_SIZE * k[BODIES] + k[OWN]):
        w[twist + column] = w[v + column]


def nothing(k, p, w, z, i, j, x):
    """The plane needs no charts of orientations."""


def take(k, p, w, z, i, j, x):
    """Coordinates z into the workspace (i = 0), or velocities (i = 1)."""
    target = k[Q] if i == 0 else k[V]
    for column in range(k[COORDINATES]):
        w[target + column] = z[column]


def give(k, p, w, z, i, j, x):
    """Coordinates (i = 0), velocities (1) or accelerations (2) of the workspace to z."""
    source = k[Q] if i == 0 else k[V] if i == 1 else k[A]
    for column in range(k[COORDINATES]):
        z[column] = w[source + column]


def load_masses(k, p, w, z, i, j, x):
    """The scaled mass matrix into the solver's values: five a body, its centre anywhere in its frame (Haug 6.1.11).

    M = [[m, 0, -m b_y], [0, m, m b_x], [-m b_y, m b_x, J + m |c|^2]],  b = A c
    """
    values, at, scale = k[VALUES], k[MASS_NUMBERS], p[k[MASS_SCALE]]
    masses, poses, columns = k[MASS_AT], k[POSE] + POSE_SIZE, k[COLUMN_SCALE]
    for number in range(k[MASSES]):
        body = k[masses + number]
        pose, column = poses + POSE_SIZE * body, columns + 3 * body
        mass, px, py, inertia = p[at], p[at + 1], p[at + 2], p[at + 3]
        c, s = w[pose + 3], w[pose + 4]
        bx, by = c * px - s * py, s * px + c * py
        sx, sy, sa = p[column], p[column + 1], p[column + 2]
        w[values] = mass * sx * sx / scale
        w[values + 1] = mass * sy * sy / scale
        w[values + 2] = (inertia + mass * (px * px + py * py)) * sa * sa / scale
        w[values + 3] = -mass * by * sa * sx / scale
        w[values + 4] = mass * bx * sa * sy / scale
        values += 5
        at += 4


def multiply_masses(k, p, w, z, i, j, x):
    """The scaled mass matrix of the solver's values times the vector at w[i], to w[j]."""
    values, masses = k[VALUES], k[MASS_AT]
    for number in range(k[MASSES]):
        column = 3 * k[masses + number]
        vx, vy, va = w[i + column], w[i + column + 1], w[i + column + 2]
        w[j + column] = w[values] * vx + w[values + 3] * va
        w[j + column + 1] = w[values + 1] * vy + w[values + 4] * va
        w[j + column + 2] = w[values + 2] * va + w[values + 3] * vx + w[values + 4] * vy
        values += 5


def weight(k, p, w, z, i, j, x):
    """Add weight, the force m w^2 b of a mass centre that is not the frame's origin (Haug 6.1.11), and the energies."""
    load, energy, at, masses = k[LOAD], k[ENERGY], k[MASS_NUMBERS], k[MASS_AT]
    poses, speeds = k[POSE] + POSE_SIZE, k[V]
    gx, gy = p[k[GRAVITY]], p[k[GRAVITY] + 1]
    motion, height = w[energy], w[energy + GRAVITY_ENERGY]
    for number in range(k[MASSES]):
        body = k[masses + number]
        pose, column, v = poses + POSE_SIZE * body, 3 * body, speeds + 3 * body
        mass, px, py, inertia = p[at], p[at + 1], p[at + 2], p[at + 3]
        c, s = w[pose + 3], w[pose + 4]
        bx, by = c * px - s * py, s * px + c * py
        spin = w[v + 2]
        w[load + column] += mass * (gx + spin * spin * bx)
        w[load + column + 1] += mass * (gy + spin * spin * by)
        w[load + column + 2] += mass * (bx * gy - by * gx)
        vx, vy = w[v] - spin * by, w[v + 1] + spin * bx
        motion += 0.5 * mass * (vx * vx + vy * vy) + 0.5 * inertia * spin * spin
        height -= mass * (gx * (w[pose] + bx) + gy * (w[pose + 1] + by))
        at += 4
    w[energy], w[energy + GRAVITY_ENERGY] = motion, height


def reactions(k, p, w, z, i, j, x):
    """Force and torque of every element on its second body, at the element's point: three numbers each to z."""
    record = k[ELEMENT_AT]
    for element in range(k[ELEMENTS]):
        rows, width, first = k[record + ROWS], k[record + WIDTH], k[record + FIRST_ROW]
        jacobian = k[OUT] + k[record + OUT_AT] + 3 * rows
        fx, fy, moment = 0.0 * w[jacobian], 0.0 * w[jacobian], 0.0 * w[jacobian]
        for row in range(rows):
            multiplier = w[k[MULTIPLIERS] + first + row]
            at = jacobian + row * width + 3
            fx -= w[at] * multiplier
            fy -= w[at + 1] * multiplier
            moment -= w[at + 2] * multiplier
        pose = k[POSE] + k[k[record + INTS_AT] + SECOND_POSE]
        px, py = p[k[REACTION_POINT] + 2 * element], p[k[REACTION_POINT] + 2 * element + 1]
        c, s = w[pose + 3], w[pose + 4]
        z[3 * element] = fx
        z[3 * element + 1] = fy
        z[3 * element + 2] = moment - ((c * px - s * py) * fy - (s * px + c * py) * fx)
        record += RECORD


def add_inertia(k, p, w, z, i, j, x):
    """Add x M a, with a at z[i], to z[j], at the poses of the workspace."""
    at = k[MASS_NUMBERS]
    for number in range(k[MASSES]):
        body = k[k[MASS_AT] + number]
        pose, column = k[POSE] + POSE_SIZE * (body + 1), 3 * body
        mass, px, py, inertia = p[at], p[at + 1], p[at + 2], p[at + 3]
        c, s = w[pose + 3], w[pose + 4]
        bx, by = c * px - s * py, s * px + c * py
        ax, ay, spin = z[i + column], z[i + column + 1], z[i + column + 2]
        fx, fy = mass * (ax - by * spin), mass * (ay + bx * spin)
        z[j + column] += x * fx
        z[j + column + 1] += x * fy
        z[j + column + 2] += x * (inertia * spin + bx * fy - by * fx)
        at += 4


def inertia_columns(k, p, w, z, i, j, x):
    """Add x times the scaled mass matrix to the full matrix at z[i], whose rows have length j."""
    at, scale = k[MASS_NUMBERS], p[k[MASS_SCALE]]
    for number in range(k[MASSES]):
        body = k[k[MASS_AT] + number]
        pose, column = k[POSE] + POSE_SIZE * (body + 1), 3 * body
        mass, px, py, inertia = p[at], p[at + 1], p[at + 2], p[at + 3]
        c, s = w[pose + 3], w[pose + 4]
        bx, by = c * px - s * py, s * px + c * py
        scales = k[COLUMN_SCALE] + column
        sx, sy, sa = p[scales] * x / scale, p[scales + 1] * x / scale, p[scales + 2] * x / scale
        corner = i + column * j + column
        z[corner] += mass * sx * p[scales]
        z[corner + j + 1] += mass * sy * p[scales + 1]
        z[corner + 2 * j + 2] += (inertia + mass * (px * px + py * py)) * sa * p[scales + 2]
        z[corner + 2] -= mass * by * sx * p[scales + 2]
        z[corner + 2 * j] -= mass * by * sx * p[scales + 2]
        z[corner + j + 2] += mass * bx * sy * p[scales + 2]
        z[corner + 2 * j + 1] += mass * bx * sy * p[scales + 2]
        at += 4


def momentum_terms(k, p, w, z, i, j, x):
    """From the forces of accelerations to those of momenta: without m w^2 b, and with dT/d(angle) = -m w (v b)."""
    at = k[MASS_NUMBERS]
    for number in range(k[MASSES]):
        body = k[k[MASS_AT] + number]
        pose, load, v = k[POSE] + POSE_SIZE * (body + 1), k[LOAD] + 3 * body, k[V] + 3 * body
        mass, px, py = p[at], p[at + 1], p[at + 2]
        c, s = w[pose + 3], w[pose + 4]
        bx, by = c * px - s * py, s * px + c * py
        spin = w[v + 2]
        w[load] -= mass * spin * spin * bx
        w[load + 1] -= mass * spin * spin * by
        w[load + 2] -= mass * spin * (w[v] * bx + w[v + 1] * by)
        at += 4
