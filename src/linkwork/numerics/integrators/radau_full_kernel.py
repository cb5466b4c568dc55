"""The full Newton iteration of a Radau step: a Jacobian at each of the three stages, one large matrix.

The simplified iteration takes one Jacobian for all stages. When stiff directions turn during a step (a stiff spring in
a moving mechanism), its contraction is about h^2 (k / m) times the square of the angle, and it fails at steps that get
shorter with the stiffness. With the Jacobians of the stages themselves the stiffness does not matter:

    sum_j (A^-1)_ij Z_j / h = f(t + c_i h, y + Z_i)
"""

from __future__ import annotations

import numpy as np

from linkwork.numerics.integrators.integrator_state_kernel import (
    ATOL,
    FACTORISATIONS,
    ITERATIONS,
    JACOBIANS,
    RTOL,
    SIZE,
    TRIAL,
    Y_OLD,
    F,
    H,
    evaluate,
    moment,
)
from linkwork.numerics.jit import njit
from linkwork.numerics.lu_kernel import factor, solve

_S = 6.0**0.5
C = np.array([(4.0 - _S) / 10.0, (4.0 + _S) / 10.0, 1.0])
_A = np.array(
    [
        [(88.0 - 7.0 * _S) / 360.0, (296.0 - 169.0 * _S) / 1800.0, (-2.0 + 3.0 * _S) / 225.0],
        [(296.0 + 169.0 * _S) / 1800.0, (88.0 + 7.0 * _S) / 360.0, (-2.0 - 3.0 * _S) / 225.0],
        [(16.0 - _S) / 36.0, (16.0 + _S) / 36.0, 1.0 / 9.0],
    ]
)
INVERSE = np.linalg.inv(_A)  # of the method's matrix A
ROUND_OFF = 2.0**-52  # relative distance of neighbouring numbers
NO_CONTROL = 1e299  # absolute tolerance of a component that is an integral only: f does not depend on it
SMALLEST_SIZE = 1e-20  # of a component, where nothing else is known of it


def full_numbers(n: int) -> int:
    """How many numbers the large matrix, its pivots and the Jacobians of the stages take."""
    return 9 * n * n + 3 * n + 3 * n * n


@njit
def increment(z, s, j, value):
    """Increment of a component for differences.

    The size of the component is its value, its change in a step, or at least atol / rtol: a component much smaller
    than that counts for nothing.
    """
    # without a relative tolerance: a hundredth of a unit
    least = z[s[ATOL] + j].real / z[RTOL].real if z[RTOL].real > 0.0 else 1e-2
    return ROUND_OFF**0.5 * max(abs(value.real), z[H].real * abs(z[s[F] + j].real), least, SMALLEST_SIZE)


@njit
def _place(z, s, stage, row):
    """The argument of a stage into the trial vector."""
    for i in range(s[SIZE]):
        z[s[TRIAL] + i] = z[s[Y_OLD] + i] + z[stage + row * s[SIZE] + i]


@njit
def make_full(address, k, p, w, z, s, h, stage, side, matrix, columns):
    """The large matrix at the present stages, factored; only the first `columns` of the Jacobians are made anew."""
    n, trial = s[SIZE], s[TRIAL]
    large = 3 * n
    pivots, kept_at = matrix + large * large, matrix + large * large + large
    for i in range(large * large):
        z[matrix + i] = 0.0
    for row in range(3):
        t, slopes = moment(z, C[row], h), kept_at + row * n * n
        _place(z, s, stage, row)
        evaluate(address, k, p, w, z, s, t, trial, side)
        for j in range(columns):
            if z[s[ATOL] + j].real >= NO_CONTROL:
                for i in range(n):
                    z[slopes + i * n + j] = 0.0
                continue
            kept = z[trial + j]
            z[trial + j] = kept + increment(z, s, j, kept)
            change = (z[trial + j] - kept).real
            evaluate(address, k, p, w, z, s, t, trial, side + n)
            z[trial + j] = kept
            for i in range(n):
                z[slopes + i * n + j] = (z[side + n + i] - z[side + i]) / change
        for i in range(n):
            line = matrix + (row * n + i) * large
            for j in range(n):
                z[line + row * n + j] = -z[slopes + i * n + j]
            for column in range(3):
                z[line + column * n + i] += INVERSE[row, column] / h
    s[JACOBIANS] += 3
    s[FACTORISATIONS] += 1
    return factor(z, matrix, large, pivots)


@njit
def iterate_full(address, k, p, w, z, s, h, stage, side, matrix, allowed):
    """One Newton step on all stages with the large matrix; returns its norm, 1 at the tolerance."""
    n, total = s[SIZE], 0.0
    for row in range(3):
        _place(z, s, stage, row)
        evaluate(address, k, p, w, z, s, moment(z, C[row], h), s[TRIAL], side + row * n)
        for column in range(3):
            for i in range(n):
                z[side + row * n + i] -= INVERSE[row, column] / h * z[stage + column * n + i]
    solve(z, matrix, 3 * n, matrix + 9 * n * n, side)
    for i in range(3 * n):
        z[stage + i] += z[side + i]
        total += (z[side + i].real / z[allowed + i % n].real) ** 2
    s[ITERATIONS] += 1
    return (total / (3 * n)) ** 0.5
