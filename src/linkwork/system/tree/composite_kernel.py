"""Composite inertias and forces of a tree, and the matrix H of the joint coordinates made of them (Garcia de Jalon).

Coordinates are numbered from the leaves to the root, each branch in a row: row i of H then begins at the first joint
that i carries, and elimination fills nothing in.
"""

from __future__ import annotations

from linkwork.numerics.jit import call_world, njit
from linkwork.places.layout_kernel import BIAS, COMPOSE, FUNCTIONS, LOAD_FORCES, LOAD_MATRIX


@njit
def bias_accelerations(k, w):
    """Accelerations that the bodies have when no joint accelerates, and the forces without what these need."""
    call_world(k[k[FUNCTIONS] + BIAS], k, w, w, w, 0, 0, 0.0 * w[0])


@njit
def compose(k, p, w, moving):
    """Composite inertias and forces, from the leaves to the root; removed rods are at the bodies of their ends."""
    call_world(k[k[FUNCTIONS] + COMPOSE], k, p, w, w, 1 if moving else 0, 0, 0.0 * w[0])


@njit
def load_matrix(k, p, w):
    """The scaled H, lower half, from the composite inertias and what removed rods couple."""
    call_world(k[k[FUNCTIONS] + LOAD_MATRIX], k, p, w, w, 0, 0, 0.0 * w[0])


@njit
def load_forces(k, p, w):
    """Scaled forces of the joint coordinates from the composite forces."""
    call_world(k[k[FUNCTIONS] + LOAD_FORCES], k, p, w, w, 0, 0, 0.0 * w[0])
