"""Least squares that carry a derivative: complex numbers whose imaginary part is one."""

from __future__ import annotations

import numpy as np

from linkwork.base.arrays import Array


def least_squares(matrix: Array, right: Array, rank: float) -> Array:
    """The shortest x with matrix x = right; singular values below `rank` of the largest count as none.

    The imaginary part of x is the derivative of the unique part of the real one: decompositions of complex matrices
    would drown it in rounding errors.
    """
    solution = np.linalg.lstsq(matrix.real, right.real, rcond=rank)[0]
    if not (np.iscomplexobj(matrix) or np.iscomplexobj(right)):
        return np.asarray(solution)
    change = np.linalg.lstsq(matrix.real, right.imag - matrix.imag @ solution, rcond=rank)[0]
    return np.asarray(solution + 1j * change)
