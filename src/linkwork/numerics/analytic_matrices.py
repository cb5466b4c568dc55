"""Functions of rows and small matrices that carry a derivative, as in `analytic`."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.numerics.analytic import STEP, carrying

_ALIKE = 1e-10  # eigenvalues closer than this share of the largest are one


def determinant(matrices: Any) -> Array:
    """Of 3 x 3 matrices; numpy's own goes over logarithms, which lose a tiny imaginary part."""
    first, second, third = (matrices[..., row, :] for row in range(3))
    return np.asarray(np.sum(first * np.cross(second, third), axis=-1))


def largest_of(values: Any, axis: int = -1) -> Array:
    """The largest along an axis, by real parts; of several alike the first."""
    chosen = np.expand_dims(np.argmax(np.real(values), axis=axis), axis)
    return np.asarray(np.take_along_axis(np.asarray(values), chosen, axis=axis).squeeze(axis))


def eigenvalues(matrices: Any) -> Array:
    """Eigenvalues of symmetric matrices in rising order; where several are alike, they part as the derivative says."""
    if not np.iscomplexobj(matrices):
        return np.linalg.eigvalsh(matrices)
    values, vectors = np.linalg.eigh(np.real(matrices))
    turned = np.swapaxes(vectors, -1, -2) @ (np.imag(matrices) / STEP) @ vectors
    rates = np.diagonal(turned, axis1=-2, axis2=-1).copy()
    same = np.diff(values, axis=-1) <= _ALIKE * np.max(np.abs(values), axis=-1, keepdims=True)
    for place in zip(*np.nonzero(same.any(axis=-1)), strict=True):
        ends = [0, *(np.flatnonzero(~same[place]) + 1), values.shape[-1]]
        for begin, end in pairwise(ends):
            rates[place][begin:end] = np.linalg.eigvalsh(turned[place][begin:end, begin:end])
    return carrying(values, rates)
