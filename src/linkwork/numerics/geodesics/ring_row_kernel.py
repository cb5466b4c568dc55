"""Rings of a chain that are touched at two places: the second touch is one more surface, which is the same ring."""

from __future__ import annotations

import math

from linkwork.numerics.geodesics.chain_equations_kernel import (
    ends_between,
    geodesics_at,
    spread_left,
    straight_between,
)
from linkwork.numerics.geodesics.chain_kernel import (
    FREE_GAIN,
    FREE_STEPS,
    FREELY,
    finish_chain,
    is_there,
    way_length,
)
from linkwork.numerics.geodesics.chain_layout_kernel import (
    ALONG,
    CENTRE,
    HEAD,
    LONG,
    PLACE,
    RADII,
    RADIUS,
    SMOOTH,
    SURFACE,
    TWIN,
)
from linkwork.numerics.geodesics.chain_surface_kernel import into_frame, kind_of, out_of_frame
from linkwork.numerics.geodesics.layout_kernel import END, START, TORUS
from linkwork.numerics.geodesics.ring_kernel import (
    bend_at,
    depth_in_ring,
    least_bend,
    lifted_part,
    lifts_off,
    reached_again,
)
from linkwork.numerics.jit import njit
from linkwork.numerics.vectors_kernel import minus, plus, put, times, vector

TOO_DEEP = -1
MOST_DEEP = 0.05  # of the radius of the tube: how deep a straight part has come before a second touch is laid,
MOST_LONGER = 0.01  # and how much longer or shorter the way may become by that


@njit
def is_ring(w, at):
    """Whether a surface of a chain is a ring."""
    return kind_of(w, at) == SMOOTH + TORUS


@njit
def is_twin(w, g, count, i):
    """Whether a surface is the ring before it once more."""
    return i < count and w[g + HEAD + SURFACE * i + TWIN].real > 0.5


@njit
def open_block(w, g, count, i):
    """Room for one more surface behind the surface `i`: the same ring once more."""
    for at in range(g + HEAD + SURFACE * count - 1, g + HEAD + SURFACE * i - 1, -1):
        w[at + SURFACE] = w[at]
    w[g + HEAD + SURFACE * (i + 1) + TWIN] = 1.0 + 0.0 * w[g]


@njit
def close_block(w, g, count, i):
    """Take out one of the two touches of a ring."""
    first = g + HEAD + SURFACE * i
    if not w[first + TWIN].real > 0.5:
        w[first + SURFACE + TWIN] = 0.0 * w[g]
    for at in range(first, g + HEAD + SURFACE * (count - 1)):
        w[at] = w[at + SURFACE]


@njit
def settle_again(w, g, count):
    """Whether there is a shortest way near to the geodesics that are written."""
    return is_there(w, g, count, FREE_STEPS, FREELY, FREE_GAIN) and spread_left(w, g, count) > 0.0


@njit
def ring_length(w, g, count, i):
    """The length from where a path comes to a ring to where it leaves it, with the straight way between two touches."""
    long = w[g + HEAD + SURFACE * i + LONG]
    if is_twin(w, g, count, i + 1):
        long = long + w[g + HEAD + SURFACE * (i + 1) + LONG] + straight_between(w, g, count, i + 1)[0]
    return long


@njit
def meets(w, g, count, i, ring):
    """Where, as a share, and how deep, as a share of the radius of its tube, a straight part runs through a ring."""
    here, there = ends_between(w, g, count, i)
    at = g + HEAD + SURFACE * ring
    centre, radii = vector(w, at + CENTRE), vector(w, at + RADII)
    first, last = into_frame(w, at, minus(here, centre)), into_frame(w, at, minus(there, centre))
    share = reached_again(radii, first, last)
    if share < 0.0:
        return share, 0.0
    return share, depth_in_ring(radii, first, last) / w[at + RADIUS].real


@njit
def contact_again(w, g, count, i, ring, share):
    """One more touch of a ring where the straight part before the surface `i` runs through it, without length."""
    here, there = ends_between(w, g, count, i)
    gap = minus(there, here)
    place = plus(here, times(share, gap))
    open_block(w, g, count, ring)
    at = g + HEAD + SURFACE * i
    put(w, at + PLACE, minus(place, vector(w, at + CENTRE)))
    put(w, at + ALONG, gap)
    w[at + LONG] = 0.0 * w[g]


@njit
def part_ring(w, g, count, i):
    """Whether a geodesic that lifts off in its middle is made two."""
    at, s = g + HEAD + SURFACE * i, geodesics_at(g, count)
    radii, long = vector(w, at + RADII), w[at + LONG].real
    put(w, s + START, into_frame(w, at, vector(w, at + PLACE)))
    put(w, s + START + 3, into_frame(w, at, vector(w, at + ALONG)))
    before, behind = lifted_part(radii, w, s, long)
    if before < 0.0:
        return False
    bend_at(radii, w, s, behind)
    place, along = out_of_frame(w, at, vector(w, s + END)), out_of_frame(w, at, vector(w, s + END + 3))
    open_block(w, g, count, i)
    w[at + LONG] = before + 0.0 * w[g]
    put(w, at + SURFACE + PLACE, place)
    put(w, at + SURFACE + ALONG, along)
    w[at + SURFACE + LONG] = long - behind + 0.0 * w[g]
    return True


@njit
def mend_one(w, g, count, i, near):
    """What a ring needs: `count` where nothing, one more or less where its touches changed, 0 where it cannot be.

    TOO_DEEP: it has come so far that a way that goes on is not `near` any more; nothing is changed then.
    """
    at, two = g + HEAD + SURFACE * i, is_twin(w, g, count, i + 1)
    if two:
        for one in range(2):
            if not w[at + SURFACE * one + LONG].real > 0.0:
                close_block(w, g, count, i + one)
                return count - 1
        if lifts_off(w, at, 0.0) or lifts_off(w, at + SURFACE, 0.0) or meets(w, g, count, i + 1, i)[0] >= 0.0:
            return 0
    elif not w[at + LONG].real > 0.0:
        return count  # it is being left
    elif lifts_off(w, at, least_bend(w[at + RADIUS].real)):
        return count + 1 if part_ring(w, g, count, i) else 0
    before, behind = meets(w, g, count, i, i), meets(w, g, count, i + (2 if two else 1), i)
    if before[0] < 0.0 and behind[0] < 0.0:
        return count
    if two or (before[0] >= 0.0 and behind[0] >= 0.0):
        return 0
    if near and max(before[1], behind[1]) > MOST_DEEP:
        return TOO_DEEP
    if before[0] >= 0.0:
        contact_again(w, g, count, i, i, before[0])
    else:
        contact_again(w, g, count, i + 1, i, behind[0])
    return count + 1


@njit
def mend_rings(w, g, count, near):
    """Lay second touches of rings, and take out those that are none: how many surfaces the chain has then.

    0 where there is no such way, TOO_DEEP where it has to be looked for nearer. Each ring changes once at most.
    """
    i, changed = 0, False
    while i < count:
        if is_ring(w, g + HEAD + SURFACE * i):
            long = way_length(w, g, count)
            mended = mend_one(w, g, count, i, near)
            if mended == TOO_DEEP:
                return 0 if changed else mended
            if mended == 0:
                return 0
            if mended != count:
                count, changed = mended, True
                if not settle_again(w, g, count) or mend_one(w, g, count, i, False) != count:
                    return 0
                if near and abs(way_length(w, g, count) - long) > MOST_LONGER * w[g + HEAD + SURFACE * i + RADIUS].real:
                    return 0
                finish_chain(w, g, count)
            i += 1 if is_twin(w, g, count, i + 1) else 0
        i += 1
    return count


@njit
def joined(w, g, count):
    """Make one touch of the two on a ring that are nearest to each other: how many surfaces the chain has then.

    0 where there are none, or they have not become one.
    """
    i, near = -1, math.inf
    for one in range(1, count):
        gap = straight_between(w, g, count, one)[0].real
        if is_twin(w, g, count, one) and gap < near:
            i, near = one - 1, gap
    if i < 0:
        return 0
    at = g + HEAD + SURFACE * i
    w[at + LONG] = ring_length(w, g, count, i).real + 0.0 * w[g]
    close_block(w, g, count, i + 1)
    if not settle_again(w, g, count - 1) or lifts_off(w, at, least_bend(w[at + RADIUS].real)):
        return 0
    finish_chain(w, g, count - 1)
    return count - 1
