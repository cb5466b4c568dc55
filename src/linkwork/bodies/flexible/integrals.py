"""Integrals over the mass that a body with modes is made of (docs/modal.md), from shapes and particles."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwork.bodies.flexible.cells import Floats
from linkwork.bodies.flexible.structure import Structure

_NOTHING = 1e-11
"""Below this share of what it could be, an integral is rounding."""
PAIRS = ((0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (2, 0))
"""Entries of an inertia in the order in which they are given."""


@dataclass(frozen=True)
class Integrals:
    """Mass, centre, inertia about it (plane: one number), and the integrals of the shapes, per unit density."""

    mass: float
    centre: Floats
    inertia: Floats
    linear: Floats
    angular: Floats
    slope: Floats
    curvature: Floats
    gyroscopic: Floats


def integrals_of(structure: Structure, shapes: Floats) -> Integrals:
    """Of shapes of all freedoms, each with the mass of the body."""
    x, weights = structure.particles, structure.weights
    n, d = x.shape
    moved = np.asarray(structure.carried @ shapes).reshape(n, d, -1)
    heavy = np.asarray(weights @ moved.reshape(n, -1)).reshape(moved.shape)
    mass, centre, inertia = rigid_body(structure)
    coupled = np.asarray((structure.mass @ structure.rigid()).T @ shapes)
    placed = np.einsum("nb,nak->kba", x, heavy)
    pairs = np.einsum("nak,nbl->klab", moved, heavy, optimize=True)
    size, reach = mass, float(np.abs(x).max()) or 1.0
    if d == 2:
        parts: tuple[Floats, ...] = (
            2.0 * np.trace(placed, axis1=1, axis2=2),
            np.trace(pairs, axis1=2, axis2=3),
            pairs[:, :, 0, 1] - pairs[:, :, 1, 0],
        )
    else:
        parts = _in_space(placed, pairs)
    slope, curvature, gyroscopic = parts
    return Integrals(
        mass,
        centre,
        inertia,
        _clean(coupled[:d].T, size),
        _clean(coupled[d] if d == 2 else coupled[d:].T, size * reach),
        _clean(slope, size * reach),
        _clean(_mirrored(curvature, 1.0), size),
        _clean(_mirrored(gyroscopic, -1.0), size),
    )


def rigid_body(structure: Structure) -> tuple[float, Floats, Floats]:
    """Mass, centre and inertia about it (in space xx, yy, zz, xy, yz, zx) that M has in rigid motions."""
    rigid, d = structure.rigid(), structure.dimension
    whole = rigid.T @ np.asarray(structure.mass @ rigid)
    mass = float(np.trace(whole[:d, :d]) / d)
    if d == 2:
        centre = np.array([whole[1, 2], -whole[0, 2]]) / mass
        return mass, centre, np.asarray(whole[2, 2] - mass * centre @ centre)
    centre = np.array([whole[1, 5], whole[2, 3], whole[0, 4]]) / mass
    about = whole[3:, 3:] - mass * (centre @ centre * np.eye(3) - np.outer(centre, centre))
    return mass, centre, np.array([about[a, b] for a, b in PAIRS])


def _in_space(placed: Floats, pairs: Floats) -> tuple[Floats, ...]:
    """The same in space, inertias as xx, yy, zz, xy, yz, zx with products as entries of the matrix."""
    gyroscopic = np.stack([pairs[..., b, a] - pairs[..., a, b] for b, a in ((1, 2), (2, 0), (0, 1))], axis=2)
    slope, curvature = 2.0 * placed, pairs
    return (
        np.stack([_entry(slope, a, b) for a, b in PAIRS], axis=1),
        np.stack([_entry(curvature, a, b) for a, b in PAIRS], axis=2),
        gyroscopic,
    )


def _entry(products: Floats, a: int, b: int) -> Floats:
    """An entry of int r.r I - r r' from the integrals of r_a r_b, symmetric part."""
    both: Floats = -0.5 * (products[..., a, b] + products[..., b, a])
    return both + np.trace(products, axis1=-2, axis2=-1) if a == b else both


def _mirrored(values: Floats, sign: float) -> Floats:
    """Symmetric (or antisymmetric) in its pair of modes, whatever rounding did."""
    mirrored: Floats = 0.5 * (values + sign * values.swapaxes(0, 1))
    return mirrored


def _clean(values: Floats, size: float) -> Floats:
    return np.where(np.abs(values) <= _NOTHING * size, 0.0, values)
