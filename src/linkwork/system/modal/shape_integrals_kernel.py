"""Inertia of a body with modes, from its shape integrals: what is added to that of the rigid body it is undeformed.

A particle at x in the body moves with r + A (x + S(x) q). With the velocity v of the origin, u = A' v and omega in the
axes of the body, its kinetic energy is

    T = m u.u / 2 + u . (omega x d + C q') + omega . J omega / 2 + omega . N q' + q' . M q' / 2
    d = m c + C q,   J = J_0 + sum_k J1_k q_k + sum_kl J2_kl q_k q_l,   N_k = H_k + sum_l G_lk q_l

    C_k = int S_k dm,  H_k = int x x S_k dm,  G_lk = int S_l x S_k dm,  M_kl = int S_k . S_l dm
    J1_k, J2_kl: the parts of the inertia about the origin that are linear and quadratic in q

(Shabana, Dynamics of Multibody Systems, chapter 5). Shapes of second order, r + A (x + S q + q B q / 2), add
D_kl = int B_kl dm and P_kl = int x x B_kl dm, both symmetric; J2 then has its share of x . B, and

    d = m c + C q + q D q / 2,   C_k + sum_l D_kl q_l in the place of C_k,   G + P in the place of G

with T still of second order in q and q'. Lagrange's equations, with d/dt of vectors in body axes, leave beside the
accelerations

    force   A (omega x (omega x d) + 2 omega x C q' + q' D q')
    torque  J' omega + omega x (J omega + N q') + q' P q'
    mode k  omega . sum_l (G_lk - G_kl) q'_l - omega . (J1_k + 2 sum_l J2_kl q_l) omega / 2

and no term with u. Numbers of a body in p, with n modes: M, stiffness, damping (n n each), C, H, J1 (of every mode two
or three, one or three, one or six numbers), J2 and G (the same of every pair), and where there are shapes of second
order D. In the plane H, G, J1, J2 are single numbers.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.places.layout_kernel import (
    COLUMN_SCALE,
    COLUMNS,
    ENERGY,
    FORCE_ENERGY,
    FUNCTIONS,
    LOAD,
    LOST_POWER,
    MASS_SCALE,
    POSE,
    VALUES,
    Q,
    V,
)
from linkwork.system.modal.modal_layout_kernel import (
    ADDED,
    BODY,
    COLUMN,
    ENTRIES_AT,
    ENTRY,
    MODAL,
    MODES,
    NUMBERS,
    OTHER,
    PLACE_OF,
    ROOM,
    ROW,
    SHARED,
)


@njit
def table_of(k):
    """The table of bodies with modes."""
    return k[k[FUNCTIONS] + MODAL]


@njit
def room_of(k):
    """Room in w for the part of a mass matrix that is added."""
    return k[POSE] + k[table_of(k) + ROOM]


@njit
def column_of(k, record, local):
    """Which coordinate a local column of the body is: first those of the rigid body, then the modes."""
    size = k[COLUMNS]
    return size * k[record + BODY] + local if local < size else k[record + COLUMN] + local - size


@njit
def modal_sum(k, p, record, at, stride, values, first):
    """Sum over the modes of values[first + mode] times a number of each, `stride` apart from p[at] on."""
    total = 0.0 * p[k[record + NUMBERS]]
    for mode in range(k[record + MODES]):
        total += p[at + stride * mode] * values[first + mode]
    return total


@njit
def mixed_sum(k, p, record, at, stride, values, first, second):
    """Sum over all pairs of modes of values[first + one] values[second + other] times a number of each pair."""
    total, n = 0.0 * p[k[record + NUMBERS]], k[record + MODES]
    for mode in range(n):
        total += values[first + mode] * modal_sum(k, p, record, at + stride * n * mode, stride, values, second)
    return total


@njit
def pair_sum(k, p, record, at, stride, values, first):
    """The same with one vector twice."""
    return mixed_sum(k, p, record, at, stride, values, first, first)


@njit
def load_entries(k, p, w, record):
    """The block in the room, scaled, into the solver's values: added to those of the rigid body, and the modes' own."""
    room, width, scale = room_of(k), k[COLUMNS] + k[record + MODES], p[k[MASS_SCALE]]
    at = k[record + ENTRIES_AT]
    for entry in range(k[record + SHARED] + k[record + ADDED]):
        row, other = k[at + ROW], k[at + OTHER]
        units = p[k[COLUMN_SCALE] + column_of(k, record, row)] * p[k[COLUMN_SCALE] + column_of(k, record, other)]
        value = w[room + row * width + other] * units / scale
        if entry < k[record + SHARED]:
            value += w[k[VALUES] + k[at + PLACE_OF]]
        w[k[VALUES] + k[at + PLACE_OF]] = value
        at += ENTRY


@njit
def multiply_entries(k, w, record, x, out):
    """Add what the entries of the modes in the solver's values make of the vector at w[x] to w[out]."""
    at = k[record + ENTRIES_AT] + ENTRY * k[record + SHARED]
    for _ in range(k[record + ADDED]):
        row, other = column_of(k, record, k[at + ROW]), column_of(k, record, k[at + OTHER])
        value = w[k[VALUES] + k[at + PLACE_OF]]
        w[out + row] += value * w[x + other]
        if other != row:
            w[out + other] += value * w[x + row]
        at += ENTRY


@njit
def add_product(k, w, record, z, source, target, factor):
    """Add factor times the block in the room times the vector at z[source] to z[target]."""
    room, width = room_of(k), k[COLUMNS] + k[record + MODES]
    for row in range(width):
        total = 0.0 * w[room]
        for other in range(width):
            total += w[room + row * width + other] * z[source + column_of(k, record, other)]
        z[target + column_of(k, record, row)] += factor * total


@njit
def add_columns(k, p, w, record, z, matrix, length, factor):
    """Add factor times the block in the room, scaled, to a full matrix whose rows have that length."""
    room, width, scale = room_of(k), k[COLUMNS] + k[record + MODES], p[k[MASS_SCALE]]
    for row in range(width):
        one = column_of(k, record, row)
        for other in range(width):
            two = column_of(k, record, other)
            units = p[k[COLUMN_SCALE] + one] * p[k[COLUMN_SCALE] + two]
            z[matrix + one * length + two] += factor * w[room + row * width + other] * units / scale


@njit
def put_mode_masses(k, p, w, record):
    """M into the block in the room."""
    room, size, n = room_of(k), k[COLUMNS], k[record + MODES]
    for mode in range(n):
        for other in range(n):
            at = room + (size + mode) * (size + n) + size + other
            w[at] = p[k[record + NUMBERS] + mode * n + other]


@njit
def add_elastic(k, p, w, record):
    """Add the forces of stiffness and damping on the modes, their energy, the power lost, and the energy of q'."""
    n, at, column = k[record + MODES], k[record + NUMBERS], k[record + COLUMN]
    for mode in range(n):
        value, rate = w[k[Q] + column + mode], w[k[V] + column + mode]
        elastic = modal_sum(k, p, record, at + n * n + n * mode, 1, w, k[Q] + column)
        damping = modal_sum(k, p, record, at + 2 * n * n + n * mode, 1, w, k[V] + column)
        momentum = modal_sum(k, p, record, at + n * mode, 1, w, k[V] + column)
        w[k[LOAD] + column + mode] -= elastic + damping
        w[k[ENERGY]] += 0.5 * rate * momentum
        w[k[ENERGY] + FORCE_ENERGY] += 0.5 * value * elastic
        w[k[ENERGY] + LOST_POWER] += rate * damping
