"""Overlaps that are shown to be thin, before anything is searched for.

Of two sets let the first end at s along a unit direction n and the second begin at s - p. A point of both then lies in
a strip of the width p, and whoever goes from it along n or against n leaves the one or the other within p: whatever
the shapes are, neither is deeper in the other than p. Bodies in contact overlap by rounding, and the normal of the
elements that cross there shows it.
"""

from __future__ import annotations

import math

from linkwork.audit.element_kernel import CX, CY, KIND, SEGMENT, X0, X1, Y0, Y1
from linkwork.audit.wall_kernel import above_wall
from linkwork.numerics.jit import njit

FEW = 4  # crossings whose normals are tried


@njit
def _normal_of(e, i, x, y):
    """The normal of an element at a point of it: that of a segment, the radius of an arc."""
    if e[i, KIND] == SEGMENT:
        nx, ny = e[i, Y1] - e[i, Y0], e[i, X0] - e[i, X1]
    else:
        nx, ny = x - e[i, CX], y - e[i, CY]
    length = math.sqrt(nx * nx + ny * ny)
    return (nx / length, ny / length) if length > 0.0 else (0.0, 0.0)


@njit
def _width(a, count_a, b, count_b, nx, ny, x, y):
    """The width of the strip along a direction, from a point near by, so that far numbers lose nothing."""
    return -above_wall(a, 0, count_a, x, y, -nx, -ny) - above_wall(b, 0, count_b, x, y, nx, ny)


@njit
def thin_overlap(a, count_a, b, count_b, ux, uy, cut, cuts, told):
    """A bound of the depth of an overlap that is not more than `told`; infinite where none is found.

    (ux, uy) points from the first outline to the second; a row of `cut` has the two elements that cross and where.
    """
    for n in range(min(cuts, FEW)):
        x, y = cut[n, 2], cut[n, 3]
        for side in range(2):
            if side == 0:
                nx, ny = _normal_of(a, int(cut[n, 0]), x, y)
            else:
                nx, ny = _normal_of(b, int(cut[n, 1]), x, y)
            if nx * ux + ny * uy < 0.0:
                nx, ny = -nx, -ny
            width = _width(a, count_a, b, count_b, nx, ny, x, y)
            if nx * nx + ny * ny > 0.0 and width <= told:
                return max(width, 0.0)
    return math.inf
