"""Ramp: bring the drivers from the values they have to those asked for, so that the mechanism moves there by itself."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.analysis.position import Found, find_root
from linkwork.system.equations import Equations

_SMALLEST = 1e-5
_LONGEST = 0.3  # scaled length of one step of the mechanism


def ramp(equations: Equations, q: NDArray[Any], t: float, notes: list[str]) -> Found:
    """Follow Phi(q) = (1 - s) Phi(start) from s = 0 to 1; when blocked, search from the start directly."""
    start = q.copy()
    equations.evaluate(q, t)
    gap = equations.residual()
    done, step = 0.0, 1.0
    while done < 1.0:
        step = min(step, 1.0 - done)
        equations.evaluate(q, t)
        slope, _ = equations.solve(-gap)
        length = float(np.linalg.norm(slope)) * step
        if length > _LONGEST:
            step *= _LONGEST / length
        trial = _correct(equations, equations.moved(q, step * slope), t, (1.0 - done - step) * gap)
        if trial is not None and _close_by(equations, trial, q, slope, step):
            q, done, step = trial, done + step, 1.6 * step
            continue
        step *= 0.5
        if step < _SMALLEST:
            notes.append("the drivers could not be brought to their values by a continuous motion: look at the branch")
            return find_root(equations, start, t)
    return find_root(equations, q, t)


def _correct(equations: Equations, q: NDArray[Any], t: float, target: NDArray[Any]) -> NDArray[Any] | None:
    """A few Newton steps onto Phi = target."""
    before = np.inf
    for _ in range(8):
        equations.evaluate(q, t)
        x, _ = equations.solve(target - equations.residual())
        size = float(np.linalg.norm(x))
        if not np.isfinite(size) or size > 0.5 * before:
            return None
        q = equations.moved(q, x)
        if size < equations.coarse(1e-9):
            return q
        before = size
    return None


def _close_by(equations: Equations, trial: Any, q: Any, slope: Any, step: float) -> bool:
    """Whether the corrected step stayed near the predicted one."""
    moved = equations.apart(trial, q)
    off = float(np.linalg.norm(moved - step * slope))
    return off <= max(0.02, 0.5 * step * float(np.linalg.norm(slope)))
