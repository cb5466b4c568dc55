"""The least of the largest activation (Rasmussen, Damsgaard and Voigt 2001): no muscle works harder than needed.

In every frame a linear programme finds the least bound t of all activations and shares of reserves; among the shares
within it the one with the least sum of squares is taken, so that muscles which do not count are told too. The
programme is solved as the other costs are, by the interior method, all frames in one call. Its unknowns are the
activations x, the distances s of all shares from t and r of reserves from -t, and t itself:

    x + s = t,   s + r = 2 t,   x between its bounds, s, r, t not below zero,   A (x, t - s) = b.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from linkwork.base.arrays import Array

SLACK = 1e-9  # by which the bound is widened, so that there is an inside
SOLVED = 1e-8  # scaled residual up to which a programme is solved


def least_bounds(
    solve: Callable[..., tuple[Array, Array]], low: Array, high: Array, rows: Array, loads: Array
) -> tuple[Array, Array]:
    """The least bound of all shares in every frame, and the residual of the programme."""
    frames, m, many = rows.shape
    muscles = int(np.isfinite(high).sum())
    free = many - muscles
    last = 2 * many  # x of muscles, s of all, r of reserves, t
    scale = 1.0 / np.maximum(np.abs(rows).max(axis=2), 1e-12)
    scaled = rows * scale[:, :, None]
    equal = np.zeros((frames, m + many, last + 1))
    equal[:, :m, :muscles] = scaled[:, :, :muscles]
    sides = np.zeros((frames, m + many))
    sides[:, :m] = loads * scale
    first, other = muscles, muscles + many  # where s and r begin
    equal[:, :m, first + muscles : first + many] = -scaled[:, :, muscles:]
    equal[:, :m, last] = scaled[:, :, muscles:].sum(axis=2)
    for k in range(muscles):
        equal[:, m + k, k] = equal[:, m + k, first + k] = 1.0
        equal[:, m + k, last] = -1.0
    for k in range(free):
        row = m + muscles + k
        equal[:, row, first + muscles + k] = equal[:, row, other + k] = 1.0
        equal[:, row, last] = -2.0
    bottom, top = np.zeros(last + 1), np.full(last + 1, np.inf)
    bottom[:muscles], top[:muscles] = low[:muscles], high[:muscles]
    weight = np.zeros((frames, last + 1))
    weight[:, last] = 1.0
    power = np.full(last + 1, 2.0)
    power[last] = 1.0
    shares, residuals = solve(power, weight, np.ones_like(weight), bottom, top, equal, sides)
    return shares[:, last], residuals


def share_min_max(
    solve: Callable[..., tuple[Array, Array]], low: Array, high: Array, rows: Array, loads: Array
) -> tuple[Array, Array]:
    """Unknowns of all frames, and the larger of the residuals of both steps.

    No bound lies below the largest of the least activations. Where that one is the answer the shares of all muscles
    are pressed together and a step may end short of its tolerance: if that bound carries the load, it is the least.
    """
    frames, _, many = rows.shape
    shares, residuals = np.zeros((frames, many)), np.full(frames, np.inf)
    bounds, gaps = least_bounds(solve, low, high, rows, loads)
    floor = float(np.max(low[np.isfinite(low)], initial=0.0))
    for frame in range(frames):
        here = slice(frame, frame + 1)
        for least, gap in ((float(bounds[frame]), float(gaps[frame])), (floor, 0.0)):
            if gap < SOLVED and not residuals[frame] < SOLVED:
                share, residual = _within(solve, least, low, high, rows[here], loads[here])
                shares[frame], residuals[frame] = share[0], max(float(residual[0]), gap)
    return shares, residuals


def _within(
    solve: Callable[..., tuple[Array, Array]], least: float, low: Array, high: Array, rows: Array, loads: Array
) -> tuple[Array, Array]:
    """Of all shares within a bound those with the least sum of squares, and the residual."""
    most = least * (1 + SLACK) + SLACK
    top = np.where(np.isfinite(high), np.minimum(high, np.maximum(most, low + SLACK)), most)
    bottom = np.where(np.isfinite(low), low, -most)
    ones = np.ones((1, len(low)))
    return solve(np.full(len(low), 2.0), ones, ones, bottom, top, rows, loads)
