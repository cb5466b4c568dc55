"""Energies that elastic modes add: kinetic, of weight and of stiffness, from their integrals (docs/modal.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.places import layout_kernel as layout

if TYPE_CHECKING:
    from linkwork.system.modal.tables import ModalBody
    from linkwork.system.system import System


def add_modal_energies(system: System, q: Array, v: Array, out: Array) -> None:
    """Add to the two energies of every row what the modes of bodies have."""
    d = system.world.dimensions
    gravity = np.real(system.p[int(system.k[layout.GRAVITY]) :][:d])
    for body in system.modal:
        out += _energies(body, q, v, d, gravity)


def _energies(body: ModalBody, q: Array, v: Array, d: int, gravity: Array) -> Array:
    n, size, turn, moments = body.numbers.count, 3 * d - 3, 2 * d - 3, 1 if d == 2 else 6
    at, modes = size * body.number, list(body.columns)
    x, rate = q[:, modes], v[:, modes]
    spin = v[:, at + d : at + size]

    def numbers(values: list[Any], *shape: int) -> Array:
        return np.real(np.asarray(values)).astype(float).reshape(shape)

    mass, linear = numbers(body.numbers.mass, n, n), numbers(body.numbers.linear, n, d)
    bent = numbers(body.numbers.bent, n, n, d) if body.numbers.is_curved else np.zeros((n, n, d))
    moved = x @ linear + 0.5 * np.einsum("fk,fl,kla->fa", x, x, bent)
    flow = rate @ linear + np.einsum("fk,fl,kla->fa", rate, x, bent)
    turned = _matrices(q[:, at + d : at + size])
    own = np.einsum("fba,fb->fa", turned, v[:, at : at + d])
    coupled = numbers(body.numbers.angular, n, turn) + np.einsum(
        "fl,lkt->fkt", x, numbers(body.numbers.gyroscopic, n, n, turn)
    )
    inertia = x @ numbers(body.numbers.slope, n, moments)
    inertia = inertia + np.einsum("fk,fl,klm->fm", x, x, numbers(body.numbers.curvature, n, n, moments))
    kinetic = np.einsum("fa,fa->f", own, _cross(spin, moved) + flow) + 0.5 * np.einsum("fk,kl,fl->f", rate, mass, rate)
    kinetic = kinetic + np.einsum("ft,fkt,fk->f", spin, coupled, rate) + 0.5 * _twice(inertia, spin)
    stored = 0.5 * np.einsum("fk,kl,fl->f", x, numbers(body.numbers.stiffness, n, n), x)
    stored = stored - np.einsum("fba,fa,b->f", turned, moved, gravity)
    return np.stack([kinetic, stored], axis=1)


def _matrices(turns: Array) -> Array:
    """From the axes of the body to those of the world."""
    if turns.shape[1] == 1:
        c, s = np.cos(turns[:, 0]), np.sin(turns[:, 0])
        return np.stack([np.stack([c, -s], axis=1), np.stack([s, c], axis=1)], axis=1)
    from linkwork.places.spatial import rotations

    return np.asarray(rotations.matrix(turns))


def _cross(spin: Array, vectors: Array) -> Array:
    if vectors.shape[1] == 2:
        return spin * np.stack([-vectors[:, 1], vectors[:, 0]], axis=1)
    return np.cross(spin, vectors)


def _twice(inertia: Array, spin: Array) -> Array:
    """omega . J omega of an inertia as one number, or as xx, yy, zz, xy, yz, zx."""
    if inertia.shape[1] == 1:
        return np.asarray(inertia[:, 0] * spin[:, 0] ** 2)
    a, b, c = spin.T
    squares = np.stack([a * a, b * b, c * c, 2.0 * a * b, 2.0 * b * c, 2.0 * c * a], axis=1)
    return np.einsum("fm,fm->f", inertia, squares)
