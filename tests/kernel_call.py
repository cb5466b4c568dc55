"""Kernels of elements called alone, by the address that the tables hold: tests compile none of them a second time.

Where there is no numba (`make fresh`), Python calls them itself.
"""

from __future__ import annotations

import ctypes
import importlib.util
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.numerics.jit import address, call_constraint, call_world, njit


@njit
def _call_compiled(where, stage, t, pose, twist, memory, p, k, a, b, c, out):
    call_constraint(where, stage, t, pose, twist, memory, p, k, a, b, c, out)


class _Complex(ctypes.Structure):
    _fields_ = (("real", ctypes.c_double), ("imag", ctypes.c_double))


def _call_plain(where: int, stage: int, t: Any, *others: Any) -> None:
    """The same by Python's own means; on Windows complex numbers are handed over in another way."""
    is_complex = np.iscomplexobj(others[0])
    time = _Complex(complex(t).real, complex(t).imag) if is_complex else float(np.real(t))
    arrays = [each.ctypes.data if isinstance(each, np.ndarray) else each for each in others]
    array, number = ctypes.c_void_p, ctypes.c_int64
    kinds = [number, _Complex if is_complex else ctypes.c_double, *[array] * 5, *[number] * 3, array]
    ctypes.CFUNCTYPE(None, *kinds)(where)(stage, time, *arrays)


call_at: Any = _call_compiled if importlib.util.find_spec("numba") else _call_plain
"""Call the kernel at an address with real or complex arrays."""


def call_kernel(body: Callable[..., Any], stage: int, t: Any, *arrays: NDArray[Any], a: int = 0, b: int = 0) -> None:
    """Call a kernel with pose, twist, memory, p, k, and out (from place 0 on); the numbers are those of `out`."""
    pose, twist, memory, p, k, out = arrays
    where = address(body, "constraint", "complex" if np.iscomplexobj(out) else "real")
    call_at(where, stage, out.dtype.type(t), pose, twist, memory, p, k, a, b, 0, out)


@njit
def call_world_at(where, w, i, j):
    """Call a function of the world at an address that looks at nothing but its workspace."""
    call_world(where, w, w, w, w, i, j, 0.0)
