"""Where the elements of two profiles lie in the tables of their pair.

Floats from `a` on: the sizes of both profiles, then NUMBERS floats an element (those of the first profile, then those
of the second), then the samples of curves. Ints from the pair's own on: HEAD ints, then INTS ints an element, then the
blocks of the curves. A point, an arc and a circle are all round: their foot is center + radius times outward normal,
with no radius for a point and a negative one where the material is hollow.
"""

from __future__ import annotations

from linkwork.elements.contact_point_layout_kernel import PAIR_OWN
from linkwork.numerics.jit import njit

ROUND, STRAIGHT, CURVE = 0, 1, 2  # kinds

COUNT, CLOSED, INTS_TOTAL = 0, 2, 4  # head: elements of both, how closed (both), number of own ints
OPEN, SOLID, HOLE = 0, 1, 2  # how closed: with the material inside or outside
HEAD = 5

KIND, FLAGS, BLOCK, SAMPLES, SAMPLED = 0, 1, 2, 3, 4  # ints of an element: samples begin at a + ..., their number
INTS = 5
ENDS, FLAT_BEFORE, FLAT_AFTER = 1, 2, 4  # flags: has ends; its neighbour before, after is straight

CENTER = 0  # round: center x, y; straight: start x, y
DIRECTION = 2  # round: outward normal in its middle; straight: unit tangent
RADIUS = 4  # round; straight: length; curve: parameter at the start
SWEEP = 5  # round: angle, positive; curve: span of the parameter
SENSE = 6  # round: +1 where its normal turns counter-clockwise along it
SIDE = 7  # +1 where the material is on the left of the travel
BOUND = 8  # circle around the element: center x, y, radius
NUMBERS = 11

SIZES = 2  # floats before the elements
SAMPLE = 4  # floats a sample of a curve: x, y, unit tangent, in the axes of the body

SLOT = 6  # memory a slot, behind the numbers of elements: fractions, normal in axes of the first body, point
CANDIDATE = 10  # memory a candidate: gap, elements, fractions, normal, point, slot
GAP_OF, ELEMENTS_OF, FRACTIONS_OF, NORMAL_OF, POINT_OF, SLOT_OF = 0, 1, 3, 5, 7, 9


def memory_size(slots: int) -> int:
    """Numbers that a pair of profiles keeps in the memory: slots, candidates, slots put aside."""
    return (2 * (2 + SLOT) + CANDIDATE) * slots


@njit
def ints_of(k, b, body, element):
    """Where the ints of an element of the first (0) or the second (1) profile begin."""
    own = b + PAIR_OWN
    return own + HEAD + INTS * (element + body * k[own + COUNT])


@njit
def floats_of(k, a, b, body, element):
    """Where its floats begin."""
    return a + SIZES + NUMBERS * (element + body * k[b + PAIR_OWN + COUNT])


@njit
def block_of(k, b, body, element):
    """The block of a curve."""
    own = b + PAIR_OWN
    return k[own + k[own + INTS_TOTAL] + k[ints_of(k, b, body, element) + BLOCK]]
