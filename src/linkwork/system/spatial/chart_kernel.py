"""Charts of the bodies: poses and twists from coordinates, rows against the chart, new references, plain coordinates.

All functions have the signature (k, p, w, z, i, j, x) of a function of the world and are called by address.
Plain coordinates are what results hold: x, y, z, rotation vector; velocities and accelerations with omega, omega' in
body axes.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import sqrt
from linkwork.places.layout_kernel import (
    BODIES,
    CHARTS,
    COORDINATES,
    ELEMENT_AT,
    ELEMENTS,
    INTS_AT,
    OUT,
    OUT_AT,
    OWN,
    POSE,
    RECORD,
    REFERENCE,
    ROWS,
    TWIST,
    WIDTH,
    WORKSPACE,
    A,
    Q,
    V,
)
from linkwork.places.spatial.layout_kernel import FARTHEST, MATRIX, PARAMETERS, POSE_SIZE, QUATERNION, TWIST_SIZE
from linkwork.system.spatial.rotation_kernel import (
    charted,
    from_vector,
    pulled,
    spin,
    spin_bias,
    store_matrix,
    to_vector,
)


def place(k, p, w, z, i, j, x):
    """Poses of the bodies from the coordinates."""
    q, pose, reference = k[Q], k[POSE] + POSE_SIZE, k[REFERENCE]
    for _ in range(k[BODIES]):
        w[pose], w[pose + 1], w[pose + 2] = w[q], w[q + 1], w[q + 2]
        a, b, c, d = charted(w, reference, q + 3)
        store_matrix(w, pose + MATRIX, a, b, c, d)
        w[pose + PARAMETERS], w[pose + PARAMETERS + 1] = a, b
        w[pose + PARAMETERS + 2], w[pose + PARAMETERS + 3] = c, d
        q += TWIST_SIZE
        pose += POSE_SIZE
        reference += QUATERNION
    for own in range(k[OWN]):
        w[pose + own] = w[q + own]


def move(k, p, w, z, i, j, x):
    """Twists of the bodies from the velocities."""
    q, v, twist = k[Q], k[V], k[TWIST] + TWIST_SIZE
    for _ in range(k[BODIES]):
        w[twist], w[twist + 1], w[twist + 2] = w[v], w[v + 1], w[v + 2]
        w[twist + 3], w[twist + 4], w[twist + 5] = spin(w[q + 3], w[q + 4], w[q + 5], w[v + 3], w[v + 4], w[v + 5])
        q += TWIST_SIZE
        v += TWIST_SIZE
        twist += TWIST_SIZE
    for own in range(k[OWN]):
        w[twist + own] = w[v + own]


@njit
def _chart_body(w, stage, u, v, gamma, rows, width, at):
    """Rows of an element against the chart w[u] of one body; w[at] is the first entry against its omega."""
    ux, uy, uz = w[u], w[u + 1], w[u + 2]
    if stage > 0:
        ex, ey, ez = spin_bias(ux, uy, uz, w[v], w[v + 1], w[v + 2])
        for row in range(rows):
            here = at + row * width
            w[gamma + row] -= w[here] * ex + w[here + 1] * ey + w[here + 2] * ez
    for _ in range(rows):
        w[at], w[at + 1], w[at + 2] = pulled(ux, uy, uz, w[at], w[at + 1], w[at + 2])
        at += width


def chart_rows(k, p, w, z, i, j, x):
    """Rows of elements, just evaluated against omega, against the charts; i > 0: their gamma, too.

    j is the record of one element, or 0 for all of them.
    """
    record, q, v, count = j, k[Q], k[V], 1
    if j == 0:
        record, count = k[ELEMENT_AT], k[ELEMENTS]
    for _ in range(count):
        rows, width, ints = k[record + ROWS], k[record + WIDTH], k[record + INTS_AT]
        gamma = k[OUT] + k[record + OUT_AT] + 2 * rows
        for side in range(2):
            column = k[ints + 1 + 2 * side] - TWIST_SIZE + 3
            if column >= 0:
                _chart_body(w, i, q + column, v + column, gamma, rows, width, gamma + rows + TWIST_SIZE * side + 3)
        behind, bodies = 2 * TWIST_SIZE, TWIST_SIZE * k[BODIES]
        while behind < width:  # own coordinates, and bodies beyond the two ends
            column = k[ints + 5 + 2 * (behind - 2 * TWIST_SIZE)] - TWIST_SIZE
            if column < bodies:
                _chart_body(w, i, q + column + 3, v + column + 3, gamma, rows, width, gamma + rows + behind + 3)
                behind += TWIST_SIZE
            else:
                behind += 1
        record += RECORD


def find_far(k, p, w, z, i, j, x):
    """Ask for a fresh start (the signal of the formulation) when a chart of the coordinates z has gone too far."""
    for body in range(k[BODIES]):
        at = TWIST_SIZE * body + 3
        square = z[at].real ** 2 + z[at + 1].real ** 2 + z[at + 2].real ** 2
        if square > FARTHEST:
            w[k[WORKSPACE]] = 1.0


@njit
def new_reference(w, reference, u):
    """The orientation at the chart w[u] as its reference, of unit length."""
    a, b, c, d = charted(w, reference, u)
    length = 1.0 / sqrt(a * a + b * b + c * c + d * d)
    w[reference], w[reference + 1] = a * length, b * length
    w[reference + 2], w[reference + 3] = c * length, d * length


def recentre(k, p, w, z, i, j, x):
    """Bring every chart of the coordinates z[0..n-1], velocities behind them, back to zero: the references follow."""
    n, reference = k[COORDINATES], k[REFERENCE]
    for body in range(k[BODIES]):
        at = TWIST_SIZE * body + 3
        rate = n + at
        for axis in range(3):
            w[k[Q] + at + axis] = z[at + axis]
        z[rate], z[rate + 1], z[rate + 2] = spin(z[at], z[at + 1], z[at + 2], z[rate], z[rate + 1], z[rate + 2])
        new_reference(w, reference, k[Q] + at)
        for axis in range(3):
            z[at + axis] = 0.0
            w[k[Q] + at + axis] = 0.0
        reference += QUATERNION


def recentre_motion(k, p, w, z, i, j, x):
    """The same for coordinates, velocities and accelerations of the workspace."""
    reference = k[REFERENCE]
    for body in range(k[BODIES]):
        u, v, a = k[Q] + TWIST_SIZE * body + 3, k[V] + TWIST_SIZE * body + 3, k[A] + TWIST_SIZE * body + 3
        ux, uy, uz = w[u], w[u + 1], w[u + 2]
        vx, vy, vz = w[v], w[v + 1], w[v + 2]
        ex, ey, ez = spin_bias(ux, uy, uz, vx, vy, vz)
        ax, ay, az = spin(ux, uy, uz, w[a], w[a + 1], w[a + 2])
        w[v], w[v + 1], w[v + 2] = spin(ux, uy, uz, vx, vy, vz)
        w[a], w[a + 1], w[a + 2] = ax + ex, ay + ey, az + ez
        new_reference(w, reference, u)
        w[u], w[u + 1], w[u + 2] = 0.0, 0.0, 0.0
        reference += QUATERNION


def take(k, p, w, z, i, j, x):
    """Plain coordinates z into the workspace (i = 0), or plain velocities (i = 1), with all charts at zero."""
    target = k[Q] if i == 0 else k[V]
    for column in range(k[COORDINATES]):
        w[target + column] = z[column]
    if i > 0:
        return
    reference = k[REFERENCE]
    for body in range(k[BODIES]):
        at = TWIST_SIZE * body + 3
        a, b, c, d = from_vector(z[at], z[at + 1], z[at + 2])
        w[reference], w[reference + 1], w[reference + 2], w[reference + 3] = a, b, c, d
        for axis in range(3):
            w[target + at + axis] = 0.0
        reference += QUATERNION


def give(k, p, w, z, i, j, x):
    """Plain coordinates (i = 0), velocities (1) or accelerations (2) of the workspace to z."""
    source = k[Q] if i == 0 else k[V] if i == 1 else k[A]
    for column in range(k[COORDINATES]):
        z[column] = w[source + column]
    if i > 0 and k[CHARTS] == 0:
        return
    reference = k[REFERENCE]
    for body in range(k[BODIES]):
        at = TWIST_SIZE * body + 3
        u, v = k[Q] + at, k[V] + at
        if i == 0:
            a, b, c, d = charted(w, reference, u)
            z[at], z[at + 1], z[at + 2] = to_vector(a, b, c, d)
        elif i == 1:
            z[at], z[at + 1], z[at + 2] = spin(w[u], w[u + 1], w[u + 2], w[v], w[v + 1], w[v + 2])
        else:
            ex, ey, ez = spin_bias(w[u], w[u + 1], w[u + 2], w[v], w[v + 1], w[v + 2])
            ax, ay, az = spin(w[u], w[u + 1], w[u + 2], z[at], z[at + 1], z[at + 2])
            z[at], z[at + 1], z[at + 2] = ax + ex, ay + ey, az + ez
        reference += QUATERNION
