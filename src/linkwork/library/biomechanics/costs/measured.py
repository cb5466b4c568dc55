"""Activations near measured ones (EMG): the least sum of squares of their differences, of others of themselves."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from linkwork.base.arrays import Array


def share_near(
    solve: Callable[..., tuple[Array, Array]], near: Array, low: Array, high: Array, rows: Array, loads: Array
) -> tuple[Array, Array]:
    """Unknowns of all frames with the least sum of (x - near)^2; each frame has bounds of its own for it."""
    frames, _, many = rows.shape
    shares, residuals = np.empty((frames, many)), np.empty(frames)
    power, ones = np.full(many, 2.0), np.ones((1, many))
    for frame in range(frames):
        wanted = np.zeros(many)
        wanted[: near.shape[1]] = near[frame]
        own = loads[frame] - rows[frame] @ wanted
        share, residual = solve(power, ones, ones, low - wanted, high - wanted, rows[frame : frame + 1], own[None])
        shares[frame], residuals[frame] = share[0] + wanted, residual[0]
    return shares, residuals
