"""Neutral motions: the zero eigenvalues of a linear model, told apart from round-off.

Where positions are free and their speeds too, zero is an eigenvalue several times with too few eigenvectors (a Jordan
block), and round-off e tears it apart into numbers of size e^(1/2) or e^(1/3): small, but on both sides of the
imaginary axis. So they are taken out first. With an orthonormal basis N of the null space and Q across it,

    A = (N Q) (0  N'AQ) (N Q)'
              (0  Q'AQ)

the rest of the eigenvalues are those of Q'AQ, from which zeros are taken out in the same way until none is left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from linkwork.base.arrays import Array

if TYPE_CHECKING:
    from linkwork.analysis.linear.linear_model import LinearModel

_NOTHING = 1e-13  # of the matrix, speeds measured against the fastest motion: what round-off leaves of a zero
_ROUND_OFF = 1e-14  # of the matrix, with what its own numbers have lost
_FAR_BELOW = 1e-18
_SWEEPS = 6  # of balancing, after which sizes hardly change


class Spectrum(NamedTuple):
    """Eigenvalues of a matrix; vectors are columns."""

    zeros: int  # how many are zero
    still: Array  # the vectors of these, as far as there are any
    values: Array  # the others
    vectors: Array
    conditions: Array  # by which round-off of the matrix moves them: 1 at best


def eigen(model: LinearModel) -> Spectrum:
    """The eigenvalues of a model, the states of drivers as inputs left out.

    Real parts that round-off may have made are none: those of merging pairs (such as neutral motions seen by an
    observer who turns, for whom they swing) lie on both sides of the axis too.
    """
    a, scale = _scaled(model)
    size = float(np.linalg.norm(a, 2)) if len(a) else 0.0
    spectrum = parted(a, _NOTHING * size)
    room = size * np.minimum(_ROUND_OFF * spectrum.conditions, np.sqrt(_ROUND_OFF))
    values = np.where(np.abs(spectrum.values.real) <= room, 1j * spectrum.values.imag, spectrum.values)
    return spectrum._replace(
        still=scale[:, None] * spectrum.still, values=values, vectors=scale[:, None] * spectrum.vectors
    )


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
    inert = _inert(model)
    if inert is not None:
        scale[: 2 * len(inert)] = np.concatenate([inert, inert])
    scale[model.chart.freedoms : model.about.moving] *= fastest if fastest > 0.0 else 1.0
    _balance_own(model.A[:count, :count].real, scale, range(model.about.moving, count))
    return np.asarray(2.0 ** np.round(np.log2(scale)))


def _inert(model: LinearModel) -> Array | None:
    """Changes of the coordinates with the same kinetic energy: a slender beam's nodes turn at next to no inertia.

    Measured by them a matrix of masses and stiffnesses is near to symmetric, so that its soft motions are no smaller
    in it than they are beside the stiffest one; otherwise they may seem to be zero. None where speeds are fewer.
    """
    chart, dynamics = model.chart, model.dynamics
    if chart.speeds != chart.freedoms or model.about.frame is not None or model.about.moves:
        return None
    dynamics.place(chart.q0, chart.t)
    shapes = chart.shapes(dynamics) @ model.to_chart[:, : chart.freedoms]
    inertia = np.einsum("ij,ij->j", shapes, dynamics.masses() @ shapes)
    return 1.0 / np.sqrt(inertia) if np.all(inertia > 0.0) and np.all(np.isfinite(inertia)) else None


def _balance_own(a: Array, scale: Array, own: range) -> None:
    """Sizes of own states with which each does to the others as much as they to it (Osborne 1960).

    Their units may be any: a pressure of 1e7 Pa stands beside a speed of 0.1 m/s.
    """
    for _ in range(_SWEEPS if len(own) > 0 else 0):
        for state in own:
            others = np.arange(len(a)) != state
            acts = float(np.linalg.norm(a[others, state] / scale[others])) * scale[state]
            feels = float(np.linalg.norm(a[state, others] * scale[others])) / scale[state]
            if acts > 0.0 and feels > 0.0:
                scale[state] *= np.sqrt(feels / acts)


def parted(a: Array, nothing: float) -> Spectrum:
    """Zeros and the null space of a matrix, its other eigenvalues; singular values up to `nothing` are none."""
    size = len(a)
    _, sizes, right = np.linalg.svd(a)
    rank = int(np.sum(sizes > nothing))
    if rank == size:
        values, vectors = np.linalg.eig(a)
        return Spectrum(0, np.zeros((size, 0)), values.astype(complex), vectors.astype(complex), _conditions(vectors))
    across, still = right[:rank].T, right[rank:].T
    inner = parted(across.T @ a @ across, nothing)
    vectors = across @ inner.vectors + still @ (still.T @ a @ across @ inner.vectors) / inner.values
    return inner._replace(zeros=inner.zeros + size - rank, still=still, vectors=vectors)


def _conditions(vectors: Array) -> Array:
    """Conditions of eigenvalues with unit eigenvectors: the lengths of the left ones, as large as they can be told."""
    conditions: Array = np.linalg.norm(np.linalg.pinv(vectors, rcond=1e-300), axis=1)
    return conditions
