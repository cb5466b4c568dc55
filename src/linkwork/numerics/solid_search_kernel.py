"""Where two solids are near each other: up to so many points, nearest first, each between two features.

`touching` is the one way to ask: it serves the contacts of the event-driven engine, which keep the features and follow
their gaps in closed form, and the time-stepping, which asks anew at every step.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.numerics.solid_layout_kernel import BALL, HALF_SPACE, KIND
from linkwork.numerics.solid_plane_search_kernel import plane_search
from linkwork.numerics.solid_record_kernel import flipped, offer


@njit
def touching(k, p, pose, pair, room, at, most):
    """Fill records from room[at] on (room for one more than `most`); how many points there are.

    pair: where the ints, the floats and the pose of the first solid are, and those of the second. Every record has the
    gap, the numbers of the features, the point and the normal from the first to the second in the world.
    """
    kind_1, kind_2 = k[pair[0] + KIND], k[pair[3] + KIND]
    if kind_1 == HALF_SPACE:
        return plane_search(k, p, pose, pair, False, room, at, most)
    if kind_2 == HALF_SPACE:
        return plane_search(k, p, pose, flipped(pair), True, room, at, most)
    if kind_1 == BALL and kind_2 == BALL:
        return offer(k, p, pose, pair, False, room, at, most, 0, 0, 0, 1.0)
    return 0
