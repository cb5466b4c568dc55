"""How far the elements of an outline are from an endless line."""

from __future__ import annotations

import math

from linkwork.audit.element_kernel import COSINE, CX, CY, KIND, MX, MY, SEGMENT, X0, X1, Y0, Y1, R
from linkwork.numerics.jit import njit


@njit
def above_wall(e, first, count, x, y, nx, ny):
    """The least distance of elements from an endless line, negative behind it; (nx, ny) points out of its material."""
    best = math.inf
    for i in range(first, first + count):
        best = min(best, (e[i, X0] - x) * nx + (e[i, Y0] - y) * ny, (e[i, X1] - x) * nx + (e[i, Y1] - y) * ny)
        if e[i, KIND] != SEGMENT and -(nx * e[i, MX] + ny * e[i, MY]) >= e[i, COSINE]:
            best = min(best, (e[i, CX] - x) * nx + (e[i, CY] - y) * ny - e[i, R])
    return best
