"""What the shapes of a body with modes in space make of its first moment, its inertia and its spin.

See `shape_integrals_kernel` for the formulas.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.places.layout_kernel import LOAD, POSE, Q, V
from linkwork.places.spatial.layout_kernel import MATRIX, POSE_SIZE
from linkwork.system.modal.modal_layout_kernel import BODY, COLUMN, CURVED, MODES, NUMBERS
from linkwork.system.modal.shape_integrals_kernel import mixed_sum, modal_sum, pair_sum
from linkwork.system.spatial.body_kernel import times
from linkwork.system.spatial.rotation_kernel import turned

MOMENTS = 6  # numbers of an inertia: xx, yy, zz, xy, yz, zx


@njit
def couplings(k, record):
    """Where C, H, J1, J2 and G begin in p."""
    n = k[record + MODES]
    at = k[record + NUMBERS] + 3 * n * n
    return at, at + 3 * n, at + 6 * n, at + 6 * n + MOMENTS * n, at + 6 * n + MOMENTS * n + MOMENTS * n * n


@njit
def vector_sum(k, p, w, record, at, stride, first):
    """Sum over the modes at w[first] of three numbers of each, `stride` apart from p[at] on."""
    return (
        modal_sum(k, p, record, at, stride, w, first),
        modal_sum(k, p, record, at + 1, stride, w, first),
        modal_sum(k, p, record, at + 2, stride, w, first),
    )


@njit
def moved_mass(k, p, w, record, first, share):
    """C times the modes at w[first] + share q D times them, in the axes of the body."""
    curved, q = k[record + CURVED], k[Q] + k[record + COLUMN]
    x, y, z = vector_sum(k, p, w, record, couplings(k, record)[0], 3, first)
    if curved > 0:
        x += share * mixed_sum(k, p, record, curved, 3, w, q, first)
        y += share * mixed_sum(k, p, record, curved + 1, 3, w, q, first)
        z += share * mixed_sum(k, p, record, curved + 2, 3, w, q, first)
    return x, y, z


@njit
def mode_mass(k, p, w, record, mode):
    """C + D q of one mode."""
    at, curved = couplings(k, record)[0] + 3 * mode, k[record + CURVED]
    x, y, z = p[at], p[at + 1], p[at + 2]
    if curved > 0:
        row = curved + 3 * k[record + MODES] * mode
        dx, dy, dz = vector_sum(k, p, w, record, row, 3, k[Q] + k[record + COLUMN])
        x, y, z = x + dx, y + dy, z + dz
    return x, y, z


@njit
def rates_twice(k, p, w, record, at):
    """The rates of the modes twice against three numbers of every pair at p[at]."""
    rates = k[V] + k[record + COLUMN]
    return (
        pair_sum(k, p, record, at, 3, w, rates),
        pair_sum(k, p, record, at + 1, 3, w, rates),
        pair_sum(k, p, record, at + 2, 3, w, rates),
    )


@njit
def add_bending_rates(k, p, w, record):
    """Take q' D q' and q' P q' from the forces."""
    body = k[record + BODY]
    load, matrix = k[LOAD] + 6 * body, k[POSE] + POSE_SIZE * (body + 1) + MATRIX
    x, y, z = rates_twice(k, p, w, record, k[record + CURVED])
    x, y, z = turned(w, matrix, x, y, z)
    tx, ty, tz = rates_twice(k, p, w, record, couplings(k, record)[4])
    for axis, value in enumerate((x, y, z, tx, ty, tz)):
        w[load + axis] -= value


@njit
def spin_coupling(k, p, w, record, mode):
    """N of a mode."""
    _, h, _, _, g = couplings(k, record)
    x, y, z = vector_sum(k, p, w, record, g + 3 * mode, 3 * k[record + MODES], k[Q] + k[record + COLUMN])
    at = h + 3 * mode
    return p[at] + x, p[at + 1] + y, p[at + 2] + z


@njit
def turned_by_change(k, p, w, record, x, y, z):
    """(J - J_0) (x, y, z)."""
    _, _, j1, j2, _ = couplings(k, record)
    q = k[Q] + k[record + COLUMN]
    return times(
        modal_sum(k, p, record, j1, MOMENTS, w, q) + pair_sum(k, p, record, j2, MOMENTS, w, q),
        modal_sum(k, p, record, j1 + 1, MOMENTS, w, q) + pair_sum(k, p, record, j2 + 1, MOMENTS, w, q),
        modal_sum(k, p, record, j1 + 2, MOMENTS, w, q) + pair_sum(k, p, record, j2 + 2, MOMENTS, w, q),
        modal_sum(k, p, record, j1 + 3, MOMENTS, w, q) + pair_sum(k, p, record, j2 + 3, MOMENTS, w, q),
        modal_sum(k, p, record, j1 + 4, MOMENTS, w, q) + pair_sum(k, p, record, j2 + 4, MOMENTS, w, q),
        modal_sum(k, p, record, j1 + 5, MOMENTS, w, q) + pair_sum(k, p, record, j2 + 5, MOMENTS, w, q),
        x,
        y,
        z,
    )


@njit
def turned_by_slope(k, p, w, record, mode, x, y, z):
    """(J1 + 2 sum J2 q) (x, y, z) of a mode: how the inertia changes with it."""
    _, _, j1, j2, _ = couplings(k, record)
    q, one, two = k[Q] + k[record + COLUMN], j1 + MOMENTS * mode, j2 + MOMENTS * k[record + MODES] * mode
    return times(
        p[one] + 2.0 * modal_sum(k, p, record, two, MOMENTS, w, q),
        p[one + 1] + 2.0 * modal_sum(k, p, record, two + 1, MOMENTS, w, q),
        p[one + 2] + 2.0 * modal_sum(k, p, record, two + 2, MOMENTS, w, q),
        p[one + 3] + 2.0 * modal_sum(k, p, record, two + 3, MOMENTS, w, q),
        p[one + 4] + 2.0 * modal_sum(k, p, record, two + 4, MOMENTS, w, q),
        p[one + 5] + 2.0 * modal_sum(k, p, record, two + 5, MOMENTS, w, q),
        x,
        y,
        z,
    )
