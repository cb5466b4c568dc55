"""The shortest way round a ring that touches it once, or at two places with a straight way between them.

The tube bends away from a path along the inner side of the hole, so that a way lifts off in its middle there, or its
straight end comes to the tube a second time. Length and directions at both ends go on where that happens. Two geodesics
on one ring are found as on two surfaces (`chain_kernel.py`); three touches are refused.

Behind the workspace of a geodesic stand a chain of two surfaces and the numbers that are kept of the second geodesic.
"""

from __future__ import annotations

from linkwork.numerics.geodesics.chain_equations_kernel import spread_left, straight_between
from linkwork.numerics.geodesics.chain_kernel import FREE_GAIN, FREE_STEPS, FREELY, finish_chain, is_there
from linkwork.numerics.geodesics.chain_layout_kernel import (
    ALONG,
    AXIS,
    CENTRE,
    FIRST_END,
    HEAD,
    KIND,
    LAST,
    LAST_ALONG,
    LAST_END,
    PLACE,
    RADIUS,
    SECOND,
    SMOOTH,
    SURFACE,
    chain_room,
)
from linkwork.numerics.geodesics.chain_layout_kernel import LONG as CHAIN_LONG
from linkwork.numerics.geodesics.chain_layout_kernel import RADII as CHAIN_RADII
from linkwork.numerics.geodesics.geodesic_kernel import NEAR_ENOUGH, shortest_way
from linkwork.numerics.geodesics.layout_kernel import END, FOLLOWED, LIFTS, START, TORUS, WORKSPACE
from linkwork.numerics.geodesics.ring_kernel import bend_at, least_bend, lifted_part, lifts_off, reached_again
from linkwork.numerics.geodesics.round_kernel import go_round_smooth
from linkwork.numerics.jit import njit
from linkwork.numerics.vectors_kernel import minus, put, vector

PAIR = WORKSPACE
TWO = PAIR + chain_room(2)
"""Place, direction and length of the second geodesic, then the length of the first; zero where there is no second."""
TWO_NUMBERS = 8
TWICE_ROOM = TWO + TWO_NUMBERS


@njit
def write_pair(radii, ends, w, g):
    """The ring twice, in its own frame, between both ends."""
    pair, none = g + PAIR, 0.0 * ends[0]
    put(w, pair + FIRST_END, (ends[0], ends[1], ends[2]))
    put(w, pair + LAST_END, (ends[3], ends[4], ends[5]))
    for i in range(2):
        at = pair + HEAD + SURFACE * i
        w[at + KIND], w[at + RADIUS] = SMOOTH + TORUS + none, radii[1] + none
        put(w, at + CENTRE, (none, none, none))
        put(w, at + AXIS, (1.0 + none, none, none))
        put(w, at + SECOND, (none, 1.0 + none, none))
        put(w, at + CHAIN_RADII, (radii[0] + none, radii[1] + none, radii[1] + none))


@njit
def write_one(w, g, number, place, along, long):
    """Where one of the two geodesics begins."""
    at = g + PAIR + HEAD + SURFACE * number
    put(w, at + PLACE, place)
    put(w, at + ALONG, along)
    w[at + CHAIN_LONG] = long


@njit
def settle_pair(w, g):
    """Whether there is a shortest way with two geodesics near to those that are written."""
    pair = g + PAIR
    if not (is_there(w, pair, 2, FREE_STEPS, FREELY, FREE_GAIN) and spread_left(w, pair, 2) > 0.0):
        return False
    if lifts_off(w, pair + HEAD, 0.0) or lifts_off(w, pair + HEAD + SURFACE, 0.0):
        return False
    finish_chain(w, pair, 2)
    return True


@njit
def pair_length(w, g):
    """The length from where the first geodesic begins to where the second ends."""
    at, pair = g + PAIR + HEAD, g + PAIR
    return w[at + CHAIN_LONG] + w[at + SURFACE + CHAIN_LONG] + straight_between(w, pair, 2, 1)[0]


@njit
def pair_holds(radii, ends, w, g):
    """Whether both geodesics have a length, and nothing else of the way comes to the ring."""
    one, two = g + PAIR + HEAD, g + PAIR + HEAD + SURFACE
    if not (w[one + CHAIN_LONG].real > 0.0 and w[two + CHAIN_LONG].real > 0.0):
        return False
    first, last = (ends[0], ends[1], ends[2]), (ends[3], ends[4], ends[5])
    come, left, back, go = vector(w, one + PLACE), vector(w, one + LAST), vector(w, two + PLACE), vector(w, two + LAST)
    if reached_again(radii, first, come) >= 0.0 or reached_again(radii, left, back) >= 0.0:
        return False
    return reached_again(radii, go, last) < 0.0


@njit
def read_pair(w, g):
    """The way with two geodesics into the rows START and END and what is kept of it; its length."""
    one, two = g + PAIR + HEAD, g + PAIR + HEAD + SURFACE
    put(w, g + START, vector(w, one + PLACE))
    put(w, g + START + 3, vector(w, one + ALONG))
    put(w, g + END, vector(w, two + LAST))
    put(w, g + END + 3, vector(w, two + LAST_ALONG))
    put(w, g + TWO, vector(w, two + PLACE))
    put(w, g + TWO + 3, vector(w, two + ALONG))
    w[g + TWO + 6], w[g + TWO + 7] = w[two + CHAIN_LONG], w[one + CHAIN_LONG]
    return pair_length(w, g)


@njit
def part_in_two(radii, ends, w, g, long):
    """Whether a geodesic that lifts off in its middle is left for two of them."""
    before, behind = lifted_part(radii, w, g, long)
    if before < 0.0:
        return False
    write_pair(radii, ends, w, g)
    write_one(w, g, 0, vector(w, g + START), vector(w, g + START + 3), before + 0.0 * w[g])
    bend_at(radii, w, g, behind)
    write_one(w, g, 1, vector(w, g + END), vector(w, g + END + 3), long - behind + 0.0 * w[g])
    return settle_pair(w, g) and pair_holds(radii, ends, w, g)


@njit
def reach_again(radii, ends, w, g, length):
    """What becomes of a way with one geodesic where a straight part runs through the ring; and its length."""
    first, last = (ends[0], ends[1], ends[2]), (ends[3], ends[4], ends[5])
    come, go = vector(w, g + START), vector(w, g + END)
    before, behind = reached_again(radii, first, come), reached_again(radii, go, last)
    if before < 0.0 and behind < 0.0:
        return True, length
    if before >= 0.0 and behind >= 0.0:
        return False, length
    write_pair(radii, ends, w, g)
    none, here, there, share = 0.0 * length, first, come, before
    if behind >= 0.0:
        here, there, share = go, last, behind
    gap = minus(there, here)
    place = here[0] + share * gap[0], here[1] + share * gap[1], here[2] + share * gap[2]
    new, old = (1, 0) if behind >= 0.0 else (0, 1)
    write_one(w, g, old, come, vector(w, g + START + 3), length)
    write_one(w, g, new, place, gap, none)
    if settle_pair(w, g) and pair_holds(radii, ends, w, g):
        return True, read_pair(w, g)
    return False, length


@njit
def follow_pair(radii, ends, w, g):
    """Whether a way with two geodesics goes on with both; else what one of them begins with is in the row START.

    Gives that length, or of both, and zero where both have become one.
    """
    write_pair(radii, ends, w, g)
    first_long, second_long = w[g + TWO + 7], w[g + TWO + 6]
    write_one(w, g, 0, vector(w, g + START), vector(w, g + START + 3), first_long)
    write_one(w, g, 1, vector(w, g + TWO), vector(w, g + TWO + 3), second_long)
    w[g + TWO + 7] = 0.0 * first_long
    if not settle_pair(w, g):
        return False, w[g + TWO + 7]
    if pair_holds(radii, ends, w, g):
        return True, read_pair(w, g)
    one, two = g + PAIR + HEAD, g + PAIR + HEAD + SURFACE
    if w[one + CHAIN_LONG].real <= 0.0:
        put(w, g + START, vector(w, two + PLACE))
        put(w, g + START + 3, vector(w, two + ALONG))
        return False, w[two + CHAIN_LONG]
    put(w, g + START, vector(w, one + PLACE))
    put(w, g + START + 3, vector(w, one + ALONG))
    return False, w[one + CHAIN_LONG]


@njit
def go_round_ring(radii, towards, ends, w, g, was, long, grazes):
    """The way through a ring from where it `was`, as `go_round_smooth` gives it, with one geodesic or two."""
    none, lifts = 0.0 * ends[0], least_bend(radii[1].real)
    if was and w[g + TWO + 7].real > 0.0:
        both, length = follow_pair(radii, ends, w, g)
        if both:
            return FOLLOWED, length
        if length.real > 0.0:
            long = length
    w[g + TWO + 7] = none
    if was:
        length, lack, least = shortest_way(TORUS, radii, ends, w, g, long)
        if lack < NEAR_ENOUGH and length.real <= 0.0:
            return FOLLOWED, length
        if lack < NEAR_ENOUGH and least > lifts:
            holds, length = reach_again(radii, ends, w, g, length)
            return (FOLLOWED if holds else LIFTS), length
        if lack < NEAR_ENOUGH and part_in_two(radii, ends, w, g, length.real):
            return FOLLOWED, read_pair(w, g)
    why, length = go_round_smooth(TORUS, radii, towards, ends, w, g, False, long, grazes)
    if why >= 0.0:
        holds, length = reach_again(radii, ends, w, g, length)
        return (why if holds else LIFTS), length
    return why, length
