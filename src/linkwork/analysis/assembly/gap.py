"""Gap: where a mechanism that cannot be assembled stays open, gathered in one joint.

Least squares shares a missing length over all joints of a loop. Weighing one joint lightly and all others heavily
leaves them closed and shows the whole gap in that one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.system.constraints.equations import Equations

_HEAVY = 1e4
_CLOSED = 1e-6  # scaled residual of the joints that are to be closed
_LARGE = 300  # coordinates beyond which the gap is left shared


def gather_gap(equations: Equations, q: Array, t: float) -> Array:
    """Scaled residuals at a position near q in which a single element stays open; zeros when there is none."""
    equations.evaluate(q, t)
    shared = equations.residual()
    if equations.n > _LARGE or not np.all(np.isfinite(shared)):
        return np.zeros_like(shared)
    for placed in _by_gap(equations, shared):
        rows = slice(placed.first_row, placed.first_row + len(placed.element.equations))
        closest = _close_others(equations, q, t, rows)
        if closest is not None:
            equations.evaluate(closest, t)
            gathered = np.zeros_like(shared)
            gathered[rows] = equations.residual()[rows]
            return gathered
    return np.zeros_like(shared)


def _by_gap(equations: Equations, residual: Array) -> list[Any]:
    """Elements from the widest gap down; of equal ones the last described first, drivers before joints."""
    sizes = []
    for number, placed in enumerate(equations.system.elements):
        size = np.linalg.norm(residual[placed.first_row : placed.first_row + len(placed.element.equations)])
        if size > _CLOSED:
            sizes.append((-round(float(size), 6), not placed.driver, -number, placed))
    return [entry[3] for entry in sorted(sizes, key=lambda entry: entry[:3])]


def _close_others(equations: Equations, q: Array, t: float, left_open: slice) -> Array | None:
    """Levenberg-Marquardt with the rows of one element weighed lightly; None when others do not close."""
    weights = np.full(equations.m, _HEAVY)
    weights[left_open] = 1.0
    damping = 1e-3
    equations.evaluate(q, t)
    residual = weights * equations.residual()
    for _ in range(200):
        rows = weights[:, None] * equations.jacobian()
        step = np.linalg.lstsq(
            np.vstack([rows, np.sqrt(damping) * np.eye(equations.n)]),
            np.concatenate([-residual, np.zeros(equations.n)]),
            rcond=None,
        )[0]
        trial = equations.moved(q, step)
        equations.evaluate(trial, t)
        new = weights * equations.residual()
        if np.linalg.norm(new) < np.linalg.norm(residual):
            small = np.linalg.norm(step) < 1e-10
            q, residual, damping = trial, new, max(0.2 * damping, 1e-12)
            if small:
                break
        else:
            damping *= 10.0
            equations.evaluate(q, t)
            if damping > 1e10:
                break
    others = np.abs(residual / weights)
    others[left_open] = 0.0
    return q if np.max(others, initial=0.0) < _CLOSED else None
