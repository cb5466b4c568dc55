"""What the shapes of a planar body with modes make of its first moment, its inertia and its spin.

See `shape_integrals_kernel` for the formulas.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.places.layout_kernel import LOAD, POSE, POSE_SIZE, Q, V
from linkwork.system.modal.modal_layout_kernel import BODY, COLUMN, CURVED, MODES, NUMBERS
from linkwork.system.modal.shape_integrals_kernel import mixed_sum, modal_sum, pair_sum


@njit
def couplings(k, record):
    """Where C, H, J1, J2 and G begin in p."""
    n = k[record + MODES]
    at = k[record + NUMBERS] + 3 * n * n
    return at, at + 2 * n, at + 3 * n, at + 4 * n, at + 4 * n + n * n


@njit
def inertia_slope(k, p, w, record, mode):
    """How the inertia about the origin changes with a mode."""
    _, _, j1, j2, _ = couplings(k, record)
    n = k[record + MODES]
    return p[j1 + mode] + 2.0 * modal_sum(k, p, record, j2 + n * mode, 1, w, k[Q] + k[record + COLUMN])


@njit
def spin_coupling(k, p, w, record, mode):
    """N of a mode."""
    _, h, _, _, g = couplings(k, record)
    return p[h + mode] + modal_sum(k, p, record, g + mode, k[record + MODES], w, k[Q] + k[record + COLUMN])


@njit
def in_world(k, w, record, x, y):
    """A vector of the body along the axes of the world."""
    pose = k[POSE] + POSE_SIZE * (k[record + BODY] + 1)
    c, s = w[pose + 3], w[pose + 4]
    return c * x - s * y, s * x + c * y


@njit
def moved_mass(k, p, w, record, first, share):
    """A (C times the modes at w[first] + share q D times them)."""
    at, curved, q = couplings(k, record)[0], k[record + CURVED], k[Q] + k[record + COLUMN]
    x = modal_sum(k, p, record, at, 2, w, first)
    y = modal_sum(k, p, record, at + 1, 2, w, first)
    if curved > 0:
        x += share * mixed_sum(k, p, record, curved, 2, w, q, first)
        y += share * mixed_sum(k, p, record, curved + 1, 2, w, q, first)
    return in_world(k, w, record, x, y)


@njit
def mode_mass(k, p, w, record, mode):
    """A (C + D q) of one mode."""
    at, curved, q = couplings(k, record)[0] + 2 * mode, k[record + CURVED], k[Q] + k[record + COLUMN]
    x, y = p[at], p[at + 1]
    if curved > 0:
        row = curved + 2 * k[record + MODES] * mode
        x += modal_sum(k, p, record, row, 2, w, q)
        y += modal_sum(k, p, record, row + 1, 2, w, q)
    return in_world(k, w, record, x, y)


@njit
def add_bending_rates(k, p, w, record):
    """Take q' D q' and q' P q' from the forces."""
    curved, rates, load = k[record + CURVED], k[V] + k[record + COLUMN], k[LOAD] + 3 * k[record + BODY]
    x = pair_sum(k, p, record, curved, 2, w, rates)
    y = pair_sum(k, p, record, curved + 1, 2, w, rates)
    x, y = in_world(k, w, record, x, y)
    w[load] -= x
    w[load + 1] -= y
    w[load + 2] -= pair_sum(k, p, record, couplings(k, record)[4], 1, w, rates)


@njit
def change_of_inertia(k, p, w, record):
    """J - J_0."""
    _, _, j1, j2, _ = couplings(k, record)
    q = k[Q] + k[record + COLUMN]
    return modal_sum(k, p, record, j1, 1, w, q) + pair_sum(k, p, record, j2, 1, w, q)
