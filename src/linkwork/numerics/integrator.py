"""Prepare an integration of y' = f(t, y): the two arrays that hold its whole state.

The loop itself is compiled: `linkwork.numerics.integrator_kernel`.
"""

from __future__ import annotations

import math
from types import ModuleType

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linkwork.numerics import adams_kernel, dop853_kernel, rk4_kernel
from linkwork.numerics import integrator_state_kernel as place
from linkwork.numerics.integrator_state_kernel import ADAMS, DOP853, RK4
from linkwork.numerics.jit import address

SMALLEST_RTOL = 1e-14
METHODS: dict[int, ModuleType] = {RK4: rk4_kernel, DOP853: dop853_kernel, ADAMS: adams_kernel}


def prepare(
    method: int,
    t: float,
    y: ArrayLike,
    stop: float,
    *,
    rtol: float = 1e-6,
    atol: ArrayLike = 1e-9,
    step: float = 0.0,
    shortest: float = 0.0,
    longest: float = math.inf,
) -> tuple[NDArray, NDArray[np.int64]]:
    """State (z, s) of an integration from y at t to `stop`, which no step goes beyond (infinite: no stop).

    `step` is the length of the first step, 0 to choose it automatically; RK4 takes it for all steps. `atol` is a
    number or one for each component. The arrays are complex128 if y is complex.
    """
    start = np.atleast_1d(np.asarray(y))
    _check(method, t, stop, rtol, atol, step)
    n = len(start)
    module = METHODS[method]
    own, slope = module.OWN_VECTORS, module.SLOPE_VECTOR
    s = np.zeros(place.STATE, dtype=np.int64)
    z = np.zeros(place.VECTORS + (4 + own) * n, dtype=complex if np.iscomplexobj(start) else float)
    s[[place.METHOD, place.SIZE, place.DIRECTION]] = method, n, 1 if np.real(stop) >= np.real(t) else -1
    for number, vector in enumerate((place.ATOL, place.Y, place.Y_OLD, place.TRIAL, place.OWN)):
        s[vector] = place.VECTORS + number * n
    s[place.F] = s[place.OWN] + slope * n
    z[[place.T, place.T_OLD, place.STOP, place.RTOL]] = t, t, stop, rtol
    z[[place.H, place.H_MIN, place.H_MAX, place.ERROR]] = step, shortest, longest, place.ERROR_START
    z[s[place.ATOL] :][:n] = atol
    z[s[place.Y] :][:n] = start
    scalar = "complex" if np.iscomplexobj(z) else "real"
    for at, part in ((place.STEP_AT, "step"), (place.SETTLE_AT, "settle"), (place.PREPARE_AT, "prepare_dense")):
        s[at] = address(getattr(module, part).py_func, "method", scalar)
    s[place.DENSE_AT] = address(module.dense.py_func, "dense", scalar)
    return z, s


def _check(method: int, t: float, stop: float, rtol: float, atol: ArrayLike, step: float) -> None:
    if method not in METHODS:
        raise ValueError(f"method {method} is not known; methods are RK4, DOP853, ADAMS")
    if not np.isfinite(t) or np.isnan(stop):
        raise ValueError(f"time {t} to {stop}: give a finite start and a stop that is a number or infinite")
    if method == RK4 and not step > 0.0:
        raise ValueError(f"step {step}: RK4 has a fixed step; give its length, more than zero")
    if method != RK4 and ((rtol != 0.0 and rtol < SMALLEST_RTOL) or not np.all(np.asarray(atol) >= 0.0)):
        raise ValueError(f"rtol {rtol}, atol {atol!r}: give rtol 0 or at least {SMALLEST_RTOL}, and no negative atol")
