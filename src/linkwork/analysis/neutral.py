"""Neutral motions: the zero eigenvalues of a linear model, told apart from round-off.

Where positions are free and their speeds too, zero is an eigenvalue several times with too few eigenvectors (a Jordan
block), and round-off e tears it apart into numbers of size e^(1/2) or e^(1/3): small, but on both sides of the
imaginary axis. So they are taken out first. With an orthonormal basis N of the null space and Q across it,

    A = (N Q) (0  N'AQ) (N Q)'
              (0  Q'AQ)

the rest of the eigenvalues are those of Q'AQ, from which zeros are taken out in the same way until none is left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from linkwork.analysis.linear_model import LinearModel

Array = NDArray[Any]
_NOTHING = 1e-13  # of the matrix, speeds measured against the fastest motion: what round-off leaves of a zero
_FAR_BELOW = 1e-18


def eigen(model: LinearModel) -> tuple[int, Array, Array, Array]:
    """How many eigenvalues are zero, the vectors of these as far as there are any, the others and their vectors.

    States of drivers as inputs are left out; vectors are columns.
    """
    a, scale = _scaled(model)
    zeros, still, values, vectors = parted(a, _NOTHING * float(np.linalg.norm(a, 2)) if len(a) else 0.0)
    return zeros, scale[:, None] * still, values, scale[:, None] * vectors


def without_round_off(model: LinearModel) -> Array:
    """A, without the states of drivers as inputs, with zero for what is far below round-off: balancing enlarges it."""
    a, scale = _scaled(model)
    a[np.abs(a) < _FAR_BELOW * float(np.max(np.abs(a), initial=0.0))] = 0.0
    return a * scale[:, None] / scale


def _scaled(model: LinearModel) -> tuple[Array, Array]:
    """A, without the states of drivers as inputs, for states measured by their sizes, and these."""
    count = len(model.states) - 2 * len(model.drivers)
    scale = _scale(model, count)
    return model.A[:count, :count].real * scale / scale[:, None], scale


def _scale(model: LinearModel, count: int) -> Array:
    """The sizes of the states in the fastest motion, as powers of two, by which numbers are divided exactly."""
    fastest = float(np.max(np.abs(np.linalg.eigvals(model.A[:count, :count])), initial=0.0))
    scale = np.array(model.sizes[:count])
    scale[model.chart.freedoms : model.about.moving] *= fastest if fastest > 0.0 else 1.0
    return np.asarray(2.0 ** np.round(np.log2(scale)))


def parted(a: Array, nothing: float) -> tuple[int, Array, Array, Array]:
    """Number of zeros and the null space of a matrix, its other eigenvalues and their vectors.

    Singular values up to `nothing` are none.
    """
    size = len(a)
    _, sizes, right = np.linalg.svd(a)
    rank = int(np.sum(sizes > nothing))
    if rank == size:
        values, vectors = np.linalg.eig(a)
        return 0, np.zeros((size, 0)), values.astype(complex), vectors.astype(complex)
    across, still = right[:rank].T, right[rank:].T
    zeros, _, values, inner = parted(across.T @ a @ across, nothing)
    vectors = across @ inner + still @ (still.T @ a @ across @ inner) / values
    return zeros + size - rank, still, values, vectors
