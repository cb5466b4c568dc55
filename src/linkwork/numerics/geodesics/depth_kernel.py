"""How deep a straight way runs through a surface that it may touch at its ends."""

from __future__ import annotations

import math

from linkwork.numerics.geodesics.layout_kernel import ELLIPSOID
from linkwork.numerics.geodesics.starts_kernel import nearest_share, value_along
from linkwork.numerics.jit import njit


@njit
def depth_in_ellipsoid(radii, first, last):
    """At least how deep a straight way runs through an ellipsoid, or a ball, between points in its frame, m; 0: not.

    The ellipsoid that is s times as large lies (1 - s) of the smallest radius inside it, or more.
    """
    ends = first[0], first[1], first[2], last[0], last[1], last[2]
    value = value_along(ELLIPSOID, radii, ends, nearest_share(ELLIPSOID, radii, ends)).real
    least = min(radii[0].real, min(radii[1].real, radii[2].real))
    return max(0.0, least * (1.0 - math.sqrt(max(0.0, 1.0 + value))))
