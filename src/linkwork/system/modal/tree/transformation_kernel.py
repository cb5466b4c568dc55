"""The equations of a tree in which bodies have elastic modes, by the transformation from its coordinates z.

    q' = R z',   q'' = R z'' + c,   H = R' M R,   force = R' (Q - M c),   rows of the cut elements = Phi_q R

with R = dq/dz, M, Q and Phi_q those of the coordinates of the bodies and their modes, and c what accelerations owe to
velocities (Garcia de Jalon and Bayo, Kinematic and Dynamic Simulation of Multibody Systems, 8.2). Columns of R carry
the units of z. A mode is a coordinate of z and of q and moves all that is carried by its body. All functions have the
signature (k, p, w, z, i, j, x) of a function of the world and are called by address, in the plane and in space.
"""

from __future__ import annotations

from linkwork.numerics.jit import call_world, njit, part
from linkwork.places.layout_kernel import (
    ADD_INERTIA,
    BIAS,
    COLUMN_SCALE,
    COLUMNS,
    COORDINATES,
    FUNCTIONS,
    INTS_AT,
    LOAD,
    LOAD_MASSES,
    MASS_SCALE,
    MULTIPLY_MASSES,
    OUT,
    OUT_AT,
    RHS,
    ROW_SCALE,
    ROWS,
    SPREAD_ACCELERATIONS,
    TAKE_ACCELERATIONS,
    TREE,
    WIDTH,
    A,
)
from linkwork.places.layout_kernel import FIRST_ROW as FIRST_ROW_OF
from linkwork.system.modal.modal_layout_kernel import TRANSFORMATION
from linkwork.system.tree.closure_place_kernel import matrix_at, rows_at, side_at
from linkwork.system.tree.tree_kernel import (
    CUT,
    CUT_AT,
    CUT_ELEMENT,
    CUT_ROW,
    CUTS,
    FREEDOMS,
    ROWS_SIZE,
    vectors_at,
)


def room(coordinates: int, freedoms: int) -> int:
    """How many numbers R takes, with a mark, two vectors of q and one of z."""
    return (coordinates + 1) * freedoms + 2 * coordinates + 1


@njit
def transformation_at(k):
    """Where R begins; its columns follow each other. Before it stands whether it is that of the present position."""
    return k[k[FUNCTIONS] + TRANSFORMATION] + 1


@njit
def is_stale(k, w):
    """Whether the position has changed since R was made."""
    return w[k[k[FUNCTIONS] + TRANSFORMATION]].real == 0.0


@njit
def spare_at(k):
    """Where two vectors of q lie, and a vector of z behind them."""
    return transformation_at(k) + k[COORDINATES] * k[k[TREE] + FREEDOMS]


@njit
def make_transformation(k, p, w, x):
    """R at the poses of the workspace, whose accelerations are lost."""
    n, freedoms, units = k[COORDINATES], k[k[TREE] + FREEDOMS], vectors_at(k)
    at, unit = transformation_at(k), part(w, spare_at(k) + 2 * n)
    for place in range(freedoms):
        unit[place] = 0.0
    for column in range(freedoms):
        unit[column] = w[units + column]
        call_world(k[k[FUNCTIONS] + SPREAD_ACCELERATIONS], k, p, w, unit, 1, 0, x)
        unit[column] = 0.0
        for row in range(n):
            w[at + row] = w[k[A] + row]
        at += n
    w[k[k[FUNCTIONS] + TRANSFORMATION]] = 1.0


def compose(k, p, w, z, i, j, x):
    """R; with i > 0 the accelerations without those of the coordinates are there afterwards."""
    if not is_stale(k, w):
        return
    make_transformation(k, p, w, x)
    if i > 0:
        call_world(k[k[FUNCTIONS] + BIAS], k, w, w, w, 0, 0, x)
        call_world(k[k[FUNCTIONS] + TAKE_ACCELERATIONS], k, w, w, w, 0, 0, x)


def load_matrix(k, p, w, z, i, j, x):
    """The scaled H, lower half."""
    n, freedoms, h, first = k[COORDINATES], k[k[TREE] + FREEDOMS], matrix_at(k), transformation_at(k)
    vector, product, scale = spare_at(k), spare_at(k) + n, k[COLUMN_SCALE]
    call_world(k[k[FUNCTIONS] + LOAD_MASSES], k, p, w, w, 0, 0, x)
    for column in range(freedoms):
        at = first + n * column
        for row in range(n):
            w[vector + row] = w[at + row] / p[scale + row]
            w[product + row] = 0.0
        call_world(k[k[FUNCTIONS] + MULTIPLY_MASSES], k, p, w, w, vector, product, x)
        for row in range(n):
            w[product + row] /= p[scale + row]
        for other in range(column, freedoms):
            total = 0.0 * x
            for row in range(n):
                total += w[first + n * other + row] * w[product + row]
            w[h + freedoms * other + column] = total


def load_forces(k, p, w, z, i, j, x):
    """The scaled forces of the coordinates, less what the accelerations of the workspace need."""
    n, freedoms, rest = k[COORDINATES], k[k[TREE] + FREEDOMS], k[RHS]
    for row in range(n):
        w[rest + row] = w[k[LOAD] + row]
    call_world(k[k[FUNCTIONS] + ADD_INERTIA], k, p, w, w, k[A], rest, 0.0 * x - 1.0)
    at, scale = transformation_at(k), 1.0 / p[k[MASS_SCALE]]
    for column in range(freedoms):
        total = 0.0 * x
        for row in range(n):
            total += w[at + row] * w[rest + row]
        w[side_at(k) + column] = total * scale
        at += n


def load_rows(k, p, w, z, i, j, x):
    """The scaled rows of the cut elements against the coordinates."""
    table, n, size = k[TREE], k[COORDINATES], k[COLUMNS]
    freedoms, rows, cut = k[table + FREEDOMS], rows_at(k), k[table + CUT_AT]
    if is_stale(k, w):
        make_transformation(k, p, w, x)
    for entry in range(k[table + ROWS_SIZE]):
        w[rows + entry] = 0.0
    for _ in range(k[table + CUTS]):
        record = k[cut + CUT_ELEMENT]
        count, width, ints = k[record + ROWS], k[record + WIDTH], k[record + INTS_AT]
        at, scale = k[OUT] + k[record + OUT_AT] + 3 * count, k[ROW_SCALE] + k[record + FIRST_ROW_OF]
        for row in range(count):
            target = rows + freedoms * (k[cut + CUT_ROW] + row)
            for local in range(width):
                if local < 2 * size:
                    column = k[ints + 1 + 2 * (local // size)] - size + local % size
                else:
                    column = k[ints + 5 + 2 * (local - 2 * size)] - size
                value = w[at + local] * p[scale + row]
                if column >= 0:
                    source = transformation_at(k) + column
                    for freedom in range(freedoms):
                        w[target + freedom] += value * w[source + n * freedom]
            at += width
        cut += CUT


def nothing(k, p, w, z, i, j, x):
    """What a tree without blocks of inertia, contacts and removed rods has not to do."""
