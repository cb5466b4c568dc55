"""The node of a mesh that is nearest to a place."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.base.errors import AnalysisError, shown


def nearest_node(points: NDArray[np.float64], place: Any, where: str) -> int:
    """The number of the node; a place has as many numbers as the nodes have coordinates."""
    size = points.shape[1]
    try:
        at = np.asarray(place, dtype=float)
    except (TypeError, ValueError):
        at = np.zeros(0)
    if at.shape != (size,) or not np.isfinite(at).all():
        raise AnalysisError(f"{where}: node_at: a place is {size} numbers, in m; found {shown(place)}")
    return int(np.argmin(np.linalg.norm(points - at, axis=1)))
