"""Integrals over the mass of a field (docs/modal.md), from points and weights: with shapes of second order."""

from __future__ import annotations

import numpy as np

from linkwork.base.arrays import Array
from linkwork.bodies.flexible.integrals import PAIRS
from linkwork.bodies.ritz.fields import Field

OF_CENTRE = ("mass", "first", "linear_coupling", "linear_curvature")
"""What only the mass of the axis has: sections have their centres on it."""


def integrals(field: Field, weights: Array, dimensions: int) -> dict[str, Array]:
    """By the names of the fields of modes; `mass`, `first` and `inertia` (about the origin) are of the rigid body."""
    d = dimensions
    x, s, b = field.place[:, :d], field.slope[..., :d], field.bend[..., :d]

    def summed(one: Array, other: Array) -> Array:
        """Sum over the points of all products of components; modes of the first stand before those of the second."""
        left, right = one.reshape(len(one), -1, d), other.reshape(len(other), -1, d)
        summed = np.einsum("p,pka,plb->klab", weights, left, right, optimize=True)
        return summed.reshape(*one.shape[1:-1], *other.shape[1:-1], d, d)

    placed, paired, bent = summed(x, s), summed(s, s), summed(x, b)
    return {
        "mass": np.sum(weights),
        "first": weights @ x,
        "inertia": _inertia(summed(x, x)),
        "modal": np.trace(paired, axis1=-2, axis2=-1),
        "linear_coupling": np.einsum("p,pka->ka", weights, s),
        "angular_coupling": _moment(placed),
        "inertia_slope": 2.0 * _inertia(placed),
        "inertia_curvature": _inertia(paired) + _inertia(bent),
        "gyroscopic_coupling": _moment(paired),
        "linear_curvature": np.einsum("p,pkla->kla", weights, b),
        "angular_curvature": _moment(bent),
    }


def _moment(products: Array) -> Array:
    """One cross other from the products of their components."""
    if products.shape[-1] == 2:
        return np.asarray(products[..., 0, 1] - products[..., 1, 0])
    return np.stack([products[..., a, b] - products[..., b, a] for a, b in ((1, 2), (2, 0), (0, 1))], axis=-1)


def _inertia(products: Array) -> Array:
    """int r.r I - r r' from the products, as one number or xx, yy, zz, xy, yz, zx."""
    along = np.trace(products, axis1=-2, axis2=-1)
    if products.shape[-1] == 2:
        return np.asarray(along)
    both = -0.5 * (products + products.swapaxes(-1, -2))
    return np.stack([both[..., a, b] + (along if a == b else 0.0) for a, b in PAIRS], axis=-1)
