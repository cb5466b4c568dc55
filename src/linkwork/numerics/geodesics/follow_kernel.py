"""A way round several surfaces followed from where it was; on it a ring is touched at one place or at two.

Both touches of a ring are surfaces of the chain. A second one is laid where a straight part beside a ring comes to its
tube, and where a geodesic lifts off in its middle; one that has come to no length is taken out, and two that have
become one are that. Three are refused.
"""

from __future__ import annotations

import math

from linkwork.numerics.geodesics.chain_equations_kernel import spread_left
from linkwork.numerics.geodesics.chain_kernel import keep_geodesics, lay_places, settle_chain, trace_all
from linkwork.numerics.geodesics.chain_layout_kernel import HEAD, NEW_ENDS, RADII, RADIUS, SURFACE, TO, WAS, WAS_ENDS
from linkwork.numerics.geodesics.ring_row_kernel import joined, mend_rings
from linkwork.numerics.jit import njit
from linkwork.numerics.vectors_kernel import minus, times, vector

PART, NEARER = 0.5, 1.0  # of the smallest radius: how far places move in one part; less where neighbours are near,
NEAREST = 5e-3  # but not less than where they are so near
STEP_PART, ROW_PART = 2.0**-9, 2.0**-24  # least parts: within a step that is tried, and one that is made


@njit
def longest_part(w, g, count):
    """The largest part of the way to the new places in which the end of a way is not passed over unseen."""
    smallest, shift = math.inf, minus(vector(w, g + NEW_ENDS), vector(w, g + WAS_ENDS))
    moved = distance(vector(w, g + NEW_ENDS + 3), vector(w, g + WAS_ENDS + 3), shift)
    for i in range(count):
        at = g + HEAD + SURFACE * i
        smallest = min(smallest, w[at + RADIUS].real)
        moved = max(moved, distance(vector(w, at + TO), vector(w, at + WAS), shift))
        for axis in (3, 6):
            turned = distance(vector(w, at + TO + axis), vector(w, at + WAS + axis), times(0.0, shift))
            moved = max(moved, turned * max(w[at + RADIUS].real, w[at + RADII].real))  # of a ring: where its tube is
    near = max(NEAREST, spread_left(w, g, count))
    return smallest * min(PART, NEARER * near) / max(moved, 1e-300)  # nothing moved: no division


@njit
def distance(u, v, shift):
    """How far a point has moved beside the shift of all, in real parts."""
    total = 0.0
    for i in range(3):
        total += (u[i] - v[i] - shift[i]).real ** 2
    return math.sqrt(total)


@njit
def follow_chain(w, g, count, least):
    """Follow a way from where it was to the new places of ends and surfaces; how many surfaces it has then.

    0 where it has ended. `least` is the least part of its course in which it is looked for.
    """
    trace_all(w, g, count)
    done, part = 0.0, 1.0
    while done < 1.0:
        part = min(part, min(longest_part(w, g, count), 1.0 - done))
        if part < min(least, 1.0 - done):
            count = joined(w, g, count)
            if count == 0:
                return 0
            part = min(longest_part(w, g, count), 1.0 - done)
        lay_places(w, g, count, done + part)
        if settle_chain(w, g, count):
            mended = mend_rings(w, g, count, True)
            if mended == 0:
                return 0
            if mended > 0:
                count, done, part = mended, done + part, 2.0 * part
                continue
        keep_geodesics(w, g, count, True)
        trace_all(w, g, count)
        lay_places(w, g, count, done)
        part *= 0.5
    return count
