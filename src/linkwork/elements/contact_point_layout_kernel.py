"""What a pair kernel writes about each of its contact points, in the plane and in space alike.

A pair kernel has the signature of a constraint. Behind the places of its two bodies it finds in the int table the place
of its own memory (two numbers a slot: the elements that touch, -1 for a free slot), the number of its slots, and the
place of their modes (0: open). With d tangents and `size` columns a body a point has 10 + (1 + d) (1 + 2 size) numbers.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit

GAP = 0  # signed distance along the common normal
INSIDE = 1  # how far the contact is inside its two elements; negative when it has left one
FIRST, SECOND = 2, 3  # curvilinear coordinates: number of the element and fraction
X, Y, Z = 4, 5, 6  # the point in the world
NX, NY, NZ = 7, 8, 9  # normal from the first body to the second
GAMMA = 10  # of the normal and the tangents: the gap's second derivative is row . a - gamma

PAIR_MEMORY, SLOTS, MODES, PAIR_OWN = 4, 5, 6, 7  # places in the ints of a pair, counted from its first
TRANSIT = 4  # stage: the slot whose number stands in place of the time has left its element
LOOK = 5  # stage: what is nearest at the moment, written down and not kept
CROSS = 6  # stage: the gap of the first slot is -FREE where the outlines cross
FREE = 1e300  # gap of a free slot


@njit
def rows_at(tangents):
    """Where a point's rows begin: the normal's, then the tangents'."""
    return GAMMA + 1 + tangents


@njit
def point_size(tangents, size):
    """Numbers of a point."""
    return GAMMA + (1 + tangents) * (1 + 2 * size)
