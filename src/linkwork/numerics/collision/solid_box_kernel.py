"""The box along the world's axes that holds a solid, for the broad phase."""

from __future__ import annotations

from linkwork.numerics.collision.solid_layout_kernel import HALF_SPACE, KIND, RADIUS
from linkwork.numerics.collision.support_kernel import support
from linkwork.numerics.jit import njit

ENDLESS = 1e150  # half the extent of a half-space


@njit
def bounds(k, p, pose, b, a, i, margin, boxes, at):
    """Six numbers at boxes[at]: least x, y, z and greatest, with a margin all around."""
    if k[b + KIND] == HALF_SPACE:
        for axis in range(3):
            boxes[at + axis] = -ENDLESS
            boxes[at + 3 + axis] = ENDLESS
        return
    wide = p[a + RADIUS].real + margin
    for axis in range(3):
        d = (1.0 if axis == 0 else 0.0, 1.0 if axis == 1 else 0.0, 1.0 if axis == 2 else 0.0)
        boxes[at + 3 + axis] = support(k, p, pose, b, a, i, d)[axis] + wide
        boxes[at + axis] = support(k, p, pose, b, a, i, (-d[0], -d[1], -d[2]))[axis] - wide
