"""Prepare an integration of y' = f(t, y): the two arrays that hold its whole state.

The loop itself is compiled: `linkwork.numerics.integrators.integrator_kernel`.
"""

from __future__ import annotations

import cmath
import importlib
import math
from collections.abc import Callable
from functools import cache, lru_cache
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linkwork.base.late_dataclass import dataclass
from linkwork.numerics.integrators import integrator_state_kernel as place
from linkwork.numerics.integrators.integrator_state_kernel import ADAMS, DOP853, RADAU, RK4
from linkwork.numerics.jit import address

SMALLEST_RTOL = 1e-14  # some fifty roundings: a step can promise no less


def _no_numbers(size: int) -> int:
    return 0


@dataclass(frozen=True)
class Method:
    """An integration method: the module of its compiled parts, and the numbers of its own that it keeps.

    The module has `step`, `settle`, `prepare_dense` and `dense`, `OWN_VECTORS` (vectors as long as y) and
    `SLOPE_VECTOR` (which of them is f at the accepted y). `own_numbers` tells, for a length of y, how many further
    numbers the method keeps; the first of them are its settings. A method of fixed step takes no step without being
    told its length; a dense one needs the matrices of its equations in full. A method may have a table of integers,
    and a solver of its linear equations, a kernel of the kind "method" that knows the table.
    """

    name: str
    number: int
    parts: ModuleType
    own_numbers: Callable[[int], int] = _no_numbers
    settings: tuple[float, ...] = ()
    fixed: bool = False
    dense: bool = False
    table: NDArray[np.int64] | None = None
    linear: Callable[..., Any] | None = None


NAMES = {RK4: "RK4", DOP853: "DOP853", ADAMS: "ADAMS", RADAU: "RADAU"}


@cache
def known_method(number: int) -> Method:
    """A method by its number; only its own kernels are imported."""
    name = NAMES[number]
    parts = importlib.import_module(f"linkwork.numerics.integrators.{name.lower()}_kernel")
    if number == RADAU:
        from linkwork.numerics.integrators.radau_newton_kernel import own_numbers

        return Method(name, number, parts, own_numbers)
    return Method(name, number, parts, fixed=number == RK4)


def prepare(
    method: int | Method,
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

    `method` is one of NAMES by its number, or another that the caller describes. `step` is the length of the first
    step, 0 to choose it automatically; a method of fixed step takes it for all steps. `atol` is a number or one for
    each component. The arrays are complex128 if y is complex.
    """
    start = np.atleast_1d(np.asarray(y))
    chosen = _chosen(method)
    _check(chosen, t, stop, rtol, atol, step)
    n, module = len(start), chosen.parts
    scalar = "complex" if start.dtype.kind == "c" else "real"
    s = _places(module, chosen.number, n, chosen.linear, scalar).copy()
    table = _stand_in(n, scalar) if chosen.number == ADAMS else chosen.table
    if table is not None:
        s = np.concatenate([s, table])
        s[place.OWN_TABLE] = place.STATE
    s[place.DIRECTION] = 1 if stop.real >= t.real else -1
    extra = int(s[place.EXTRA])
    z = np.zeros(extra + chosen.own_numbers(n), dtype=complex if scalar == "complex" else float)
    z[place.T], z[place.T_OLD], z[place.STOP], z[place.RTOL] = t, t, stop, rtol
    z[place.H], z[place.H_MIN], z[place.H_MAX], z[place.ERROR] = step, shortest, longest, place.ERROR_START
    z[place.AVOID] = place.NEVER
    z[s[place.ATOL] :][:n] = atol
    z[s[place.Y] :][:n] = start
    z[extra : extra + len(chosen.settings)] = chosen.settings
    return z, s


@lru_cache(256)
def _places(module: ModuleType, number: int, n: int, linear: Any, scalar: str) -> NDArray[np.int64]:
    """The integer state of a method with so many components: where its vectors lie, and its addresses."""
    s = np.zeros(place.STATE, np.int64)
    s[place.METHOD], s[place.SIZE] = number, n
    for at, vector in enumerate((place.ATOL, place.Y, place.Y_OLD, place.TRIAL, place.OWN)):
        s[vector] = place.VECTORS + at * n
    s[place.F] = s[place.OWN] + module.SLOPE_VECTOR * n
    vectors = known_method(DOP853).parts.OWN_VECTORS if number == ADAMS else 0
    s[place.EXTRA] = place.VECTORS + (4 + max(vectors, module.OWN_VECTORS)) * n
    for at, part in ((place.STEP_AT, "step"), (place.SETTLE_AT, "settle"), (place.PREPARE_AT, "prepare_dense")):
        s[at] = address(getattr(module, part).py_func, "method", scalar)
    s[place.DENSE_AT] = address(module.dense.py_func, "dense", scalar)
    s[place.LINEAR_AT] = 0 if linear is None else address(linear, "method", scalar)
    return s


def _stand_in(n: int, scalar: str) -> NDArray[np.int64]:
    """The integer state of the method that stands in for Adams's beside a time to avoid."""
    return _places(known_method(DOP853).parts, DOP853, n, None, scalar)


def put_to_work(s: NDArray[np.int64], method: int) -> None:
    """Let that method be at work, if it is the one that stands aside."""
    if s[place.OWN_TABLE] > 0 and s[place.METHOD] != method and {int(s[place.METHOD]), method} == {ADAMS, DOP853}:
        from linkwork.numerics.integrators.stand_in_kernel import change_places

        change_places.py_func(s)


def _chosen(method: int | Method) -> Method:
    if isinstance(method, Method):
        return method
    if method not in NAMES:
        names = ", ".join(NAMES.values())
        raise ValueError(f"method {method} is not known; methods are {names}")
    return known_method(method)


def _check(method: Method, t: float, stop: float, rtol: float, atol: ArrayLike, step: float) -> None:
    if not cmath.isfinite(t) or stop != stop:
        raise ValueError(f"time {t} to {stop}: give a finite start and a stop that is a number or infinite")
    if method.fixed and not step > 0.0:
        raise ValueError(f"step {step}: {method.name} has a fixed step; give its length, more than zero")
    least = np.asarray(atol).min(initial=0.0)
    if method.number != RK4 and ((rtol != 0.0 and rtol < SMALLEST_RTOL) or not least >= 0.0):
        raise ValueError(f"rtol {rtol}, atol {atol!r}: give rtol 0 or at least {SMALLEST_RTOL}, and no negative atol")
