"""Ties: extremes that a response reaches at several times alike, seen while it is evaluated.

The largest value changes with a parameter as the formula does at its time. Where two times have the same value and a
parameter moves them differently, another one is the largest on each side of it: there is no one derivative.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import numpy as np

from linkwork.base.arrays import Array

_ALIKE = 1e-7  # of the range of the values: differences that are none
_OTHER = 1e-3  # of the greatest derivative: those that differ less are one

Tie = tuple[float, float]
_open: ContextVar[list[Tie] | None] = ContextVar("ties", default=None)


@contextmanager
def collecting() -> Iterator[list[Tie]]:
    """Collect the two times of every tie of what is evaluated inside."""
    ties = list[Tie]()
    before = _open.set(ties)
    try:
        yield ties
    finally:
        _open.reset(before)


def is_collecting() -> bool:
    """Whether somebody wants to know of ties."""
    return _open.get() is not None


def look_for_tie(side: float, values: Array, times: Array) -> None:
    """Note where the largest of the values (side -1: the smallest) is reached twice, if they move apart.

    Values without derivatives that lie beside each other, with no smaller one between them, are one extreme.
    """
    ties = _open.get()
    if ties is None:
        return
    real, moved = side * np.real(values), np.imag(values)
    best, extent = int(np.argmax(real)), float(np.ptp(real))
    alike = real >= real[best] - _ALIKE * extent
    if not extent > 0.0:
        return
    if np.iscomplexobj(values):
        others = alike & (np.abs(moved - moved[best]) > _OTHER * float(np.max(np.abs(moved))))
    else:
        lower = times[~alike]
        low, high = np.minimum(times, times[best]), np.maximum(times, times[best])
        others = alike & np.array([bool(np.any((lower > a) & (lower < b))) for a, b in zip(low, high, strict=True)])
    if np.any(others):
        other = float(times[np.flatnonzero(others)[0]])
        ties.append((float(times[best]), other))
