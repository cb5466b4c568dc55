"""Contacts on an elastic structure: which of them carry, and how much."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.expression.given import public


@public
def compliant_contacts(flexibility: Any, gaps: Any, stiffness: float | None = None) -> tuple[Array, Array]:
    """Forces (N) and gaps (m) of contacts that yield together: g = g0 + (W + I / c) f, g >= 0, f >= 0, g f = 0.

    `flexibility` is W in m/N, symmetric; `gaps` are those without forces, negative where bodies would overlap;
    `stiffness` is c of every contact itself in N/m, left out where it is rigid.
    """
    from linkwork.numerics.cones.compliant_kernel import solve_compliant

    try:
        matrix, gap = np.array(flexibility, float), np.array(gaps, float)
    except (ValueError, TypeError):
        raise AnalysisError("compliant_contacts: flexibility is a matrix of numbers, gaps a list of them") from None
    n = len(gap) if gap.ndim == 1 else -1
    if matrix.shape != (n, n) or not (np.isfinite(matrix).all() and np.isfinite(gap).all()):
        raise AnalysisError("compliant_contacts: the flexibility is a square matrix with a row for each of the gaps")
    if np.max(np.abs(matrix - matrix.T), initial=0.0) > 1e-9 * np.max(np.abs(matrix), initial=0.0):
        raise AnalysisError("compliant_contacts: the flexibility is not symmetric")
    if stiffness is not None:
        if not stiffness > 0:
            raise AnalysisError(f"compliant_contacts: the stiffness of a contact is positive, not {stiffness:g}")
        matrix += np.eye(n) / stiffness
    closed, places = (gap < 0).astype(np.int64), np.zeros(n, np.int64)
    force, opened = np.zeros(n), np.zeros(n)
    if solve_compliant(n, matrix, gap, closed, places, np.zeros((n, n)), force, opened, np.zeros(n)) < 0:
        raise AnalysisError("compliant_contacts: the flexibility is not positive definite")
    return np.maximum(force, 0.0), opened
