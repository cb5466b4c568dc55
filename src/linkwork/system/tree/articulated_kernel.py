"""Accelerations of a tree in one sweep to the root and one back: articulated bodies, at a cost linear in the bodies.

With the reference point at the pin that carries the body, b = (0, 0, 1), the articulated inertia of a body on a pin is
one of forces only, and moving it to the parent takes six products.
"""

from __future__ import annotations

from linkwork.numerics.jit import call_world, njit
from linkwork.places.layout_kernel import FROM_ROOT, FUNCTIONS, LOAD_BODIES, TAKE_ACCELERATIONS, TO_ROOT


@njit
def load_bodies(k, p, w, moving):
    """Inertia of every body at its reference point and, when it moves, the forces there, with those of its spin."""
    call_world(k[k[FUNCTIONS] + LOAD_BODIES], k, p, w, w, 1 if moving else 0, 0, 0.0 * w[0])


@njit
def sweep_to_root(k, p, w):
    """Articulated inertias and forces, from the leaves to the root."""
    call_world(k[k[FUNCTIONS] + TO_ROOT], k, p, w, w, 0, 0, 0.0 * w[0])


@njit
def sweep_from_root(k, p, w, dy):
    """Accelerations, of the bodies into the workspace and of the joints behind the rates at dy."""
    call_world(k[k[FUNCTIONS] + FROM_ROOT], k, p, w, dy, 0, 0, 0.0 * w[0])


@njit
def take_accelerations(k, w):
    """Accelerations of the bodies' origins from those of their reference points."""
    call_world(k[k[FUNCTIONS] + TAKE_ACCELERATIONS], k, w, w, w, 0, 0, 0.0 * w[0])
