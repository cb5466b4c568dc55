"""The classical Runge-Kutta method of order 4 with a fixed step, and its cubic Hermite interpolant.

Hairer, Norsett, Wanner: Solving Ordinary Differential Equations I, 2nd ed., II.1; the interpolant II.6.
The stages k1 ... k4 are the method's own vectors; the fifth is f at the end of the step.
"""

from __future__ import annotations

from linkwork.numerics.integrators.integrator_state_kernel import (
    DENSE,
    NOT_FINITE,
    OWN,
    SIZE,
    TRIAL,
    Y_OLD,
    F,
    accept,
    copy,
    cubic,
    evaluate,
    finite,
    moment,
    next_length,
    open_step,
    settle_slope,
)
from linkwork.numerics.jit import njit

settle = settle_slope

OWN_VECTORS, SLOPE_VECTOR = 5, 4
STRETCH = 1e-9  # the last step takes over what round-off has left of the interval


@njit
def stage(address, k, p, w, z, s, index, h, c):
    """Stage `index` at the fraction c of the step, from the stage before."""
    n, y, trial, own = s[SIZE], s[Y_OLD], s[TRIAL], s[OWN]
    before = own + (index - 1) * n
    for i in range(n):
        z[trial + i] = z[y + i] + c * h * z[before + i]
    evaluate(address, k, p, w, z, s, moment(z, c, h), trial, own + index * n)


@njit
def step(address, k, p, w, z, s):
    """One step of the given length."""
    n, y, trial, k1 = s[SIZE], s[Y_OLD], s[TRIAL], s[OWN]
    if not settle_slope(address, k, p, w, z, s):
        return NOT_FINITE
    open_step(z, s)
    copy(z, s[F], k1, n)
    h = next_length(z, s, STRETCH)
    stage(address, k, p, w, z, s, 1, h, 0.5)
    stage(address, k, p, w, z, s, 2, h, 0.5)
    stage(address, k, p, w, z, s, 3, h, 1.0)
    k2, k3, k4 = k1 + n, k1 + 2 * n, k1 + 3 * n
    for i in range(n):
        z[trial + i] = z[y + i] + h / 6.0 * (z[k1 + i] + 2.0 * (z[k2 + i] + z[k3 + i]) + z[k4 + i])
    if not finite(z, trial, n):
        return NOT_FINITE
    return accept(z, s, h)


@njit
def prepare_dense(address, k, p, w, z, s):
    """The interpolant needs f at the end of the step."""
    if not settle_slope(address, k, p, w, z, s):
        return False
    s[DENSE] = 1
    return True


@njit
def dense(z, s, t, out):
    """The cubic with the values and slopes of both ends."""
    return cubic(z, s, t, s[OWN], s[F], out)
