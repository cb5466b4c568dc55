"""Kernels of elements called alone, by the address that the tables hold: tests compile none of them a second time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.numerics.jit import address, call_constraint, call_world, njit


@njit
def call_at(where, stage, t, pose, twist, memory, p, k, a, b, c, out):
    """Call the kernel at an address with real or complex arrays."""
    call_constraint(where, stage, t, pose, twist, memory, p, k, a, b, c, out)


def call_kernel(body: Callable[..., Any], stage: int, t: Any, *arrays: NDArray[Any], a: int = 0, b: int = 0) -> None:
    """Call a kernel with pose, twist, memory, p, k, and out (from place 0 on); the numbers are those of `out`."""
    pose, twist, memory, p, k, out = arrays
    where = address(body, "constraint", "complex" if np.iscomplexobj(out) else "real")
    call_at(where, stage, out.dtype.type(t), pose, twist, memory, p, k, a, b, 0, out)


@njit
def call_world_at(where, w, i, j):
    """Call a function of the world at an address that looks at nothing but its workspace."""
    call_world(where, w, w, w, w, i, j, 0.0)
