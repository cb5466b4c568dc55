"""The least of the largest activation (Rasmussen, Damsgaard and Voigt 2001): no muscle works harder than needed.

In every frame a linear programme finds the least bound of all activations and shares of reserves; among the shares
within it the one with the least sum of squares is taken, so that muscles which do not count are told too.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from linkwork.base.arrays import Array

SLACK = 1e-9  # by which the bound is widened, so that there is an inside


def share_min_max(
    solve: Callable[..., tuple[Array, Array]], low: Array, high: Array, rows: Array, loads: Array
) -> tuple[Array, Array]:
    """Unknowns of all frames, and the larger of the programme's gap and the residual of the second step."""
    from scipy.optimize import linprog

    frames, m, many = rows.shape
    muscles = int(np.isfinite(high).sum())
    shares, residuals = np.zeros((frames, many)), np.full(frames, np.inf)
    limits = np.zeros((many + (many - muscles), many + 1))
    limits[:many, :many], limits[:many, -1] = np.eye(many), -1.0
    for k in range(muscles, many):
        limits[many + k - muscles, k], limits[many + k - muscles, -1] = -1.0, -1.0
    bounds = [*zip(low, high, strict=True), (0.0, None)]
    highest = np.where(np.isfinite(high), high, 0.0)
    aim = np.zeros(many + 1)
    aim[-1] = 1.0
    power, ones = np.full(many, 2.0), np.ones((1, many))
    for frame in range(frames):
        scale = 1.0 / np.maximum(np.abs(rows[frame]).max(axis=1), 1e-12)
        equal = np.column_stack([rows[frame] * scale[:, None], np.zeros(m)])
        done = linprog(aim, limits, np.zeros(len(limits)), equal, loads[frame] * scale, bounds, method="highs")
        if done.status != 0:
            continue
        most = float(done.x[-1]) * (1 + SLACK) + SLACK
        top = np.where(np.isfinite(high), np.minimum(high, np.maximum(most, low + SLACK)), most)
        bottom = np.where(np.isfinite(low), low, -most)
        share, residual = solve(power, ones, ones, bottom, top, rows[frame : frame + 1], loads[frame : frame + 1])
        ends = np.array([(one if np.isfinite(one) else 0.0, other) for one, other in zip(low, highest, strict=True)])
        bounded = done.lower.marginals[:-1] @ ends[:, 0] + done.upper.marginals[:-1] @ ends[:, 1]
        wanted = done.eqlin.marginals @ (loads[frame] * scale) + bounded
        gap = abs(done.x[-1] - wanted) / max(1.0, done.x[-1])
        shares[frame], residuals[frame] = share[0], max(float(residual[0]), float(gap))
    return shares, residuals
