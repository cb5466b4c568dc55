"""Evaluating packed functions from Python: for drawings, for finding kinks, for tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.functions.packed import Packed
from linkwork.functions.sample_kernel import sample_rows
from linkwork.functions.writer import TableWriter

FUNCTION, CURVE = 4, 8
"""How many numbers a function and a plane curve write."""

BESIDE = 1e-12
_TOLERANCE = 1e-6


def sample(packed: Packed, xs: Any, width: int = FUNCTION, scalar: str = "real") -> Array:
    """The results of a packed function at each of `xs`, one row each."""
    kind = np.float64 if scalar == "real" else np.complex128
    writer = TableWriter()
    block = writer.function(packed, scalar)
    places = np.atleast_1d(np.asarray(xs, kind))
    rows = np.empty((len(places), width), kind)
    work = np.zeros(width + packed.scratch, kind)
    floats = np.array([*writer.floats, 0.0], kind)
    sample_rows(places, floats, np.array(writer.ints, np.int64), block, work, rows)
    return rows


def find_kinks(
    packed: Packed, joints: Sequence[Any], extent: tuple[float, float], width: int = FUNCTION
) -> list[tuple[Any, int]]:
    """The joints where the value (order 0) or a derivative up to the third jumps, with the lowest such order.

    A jump counts when it exceeds a millionth of the largest size of that derivative within `extent`. Joints that carry
    derivatives keep them.
    """
    packed = packed.real
    each = width // FUNCTION
    overall = sample(packed, np.linspace(*extent, 129), width)
    overall[~np.isfinite(overall)] = 0.0
    sizes = np.abs(overall).reshape(-1, FUNCTION, each).max(axis=(0, 2))
    ordered = sorted(set(joints), key=lambda joint: float(joint.real))
    places = np.array([float(joint.real) for joint in ordered])
    beside = BESIDE * np.maximum(1.0, np.abs(places))
    before, after = sample(packed, places - beside, width), sample(packed, places + beside, width)
    with np.errstate(all="ignore"):
        jumps = np.abs(after - before).reshape(-1, FUNCTION, each).max(axis=2)
    kinks = ~(jumps <= _TOLERANCE * sizes)
    return [(joint, int(np.argmax(row))) for joint, row in zip(ordered, kinks, strict=True) if row.any()]
