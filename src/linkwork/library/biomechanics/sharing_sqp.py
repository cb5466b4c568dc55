"""Forces shared with a cost of the user's own, by sequential quadratic programming."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.progress import Progress


def share_by_sqp(
    cost: Callable[[Array], float], full: Array, low: Array, high: Array, rows: Array, loads: Array
) -> tuple[Array, Array]:
    """Unknowns of all frames, and how far the forces are off in each, scaled; infinity where it was not solved.

    Every frame begins where the one before has ended. Reserves cost the square of their share.
    """
    from scipy.optimize import minimize

    frames, _, many = rows.shape
    muscles = full.shape[1]
    x = np.where(np.isfinite(low), 0.5 * (low + np.where(np.isfinite(high), high, 0.0)), 0.0)
    share, residuals = np.empty((frames, many)), np.empty(frames)
    size = max(abs(float(cost(0.5 * full[0]))), 1e-300)
    with Progress("sharing forces", frames) as bar:
        for frame in range(frames):
            a, b, force = rows[frame], loads[frame], full[frame]
            scale = 1.0 / np.maximum(np.abs(a).max(axis=1), 1e-12)

            def value(x: Array, force: Array = force) -> float:
                return float(cost(force * x[:muscles])) / size + float(x[muscles:] @ x[muscles:])

            def lack(x: Array, a: Array = a, b: Array = b, scale: Array = scale) -> Array:
                return (a @ x - b) * scale

            def slope(x: Array, a: Array = a, scale: Array = scale) -> Array:
                return a * scale[:, None]

            done = minimize(
                value, x, method="SLSQP", bounds=list(zip(low, high, strict=True)),
                options={"ftol": 1e-14, "maxiter": 1000}, constraints={"type": "eq", "fun": lack, "jac": slope},
            )  # fmt: skip
            x = share[frame] = done.x
            off = float(np.abs(lack(x)).max())
            residuals[frame] = off if off < 1e-8 else np.inf
            bar.show_share(frame + 1, frames)
    return share, residuals
