"""Where a straight part of a way runs through a ring, and where a geodesic on it lifts off in its middle."""

from __future__ import annotations

import math

from linkwork.numerics.geodesics.chain_layout_kernel import LEAST, LONG
from linkwork.numerics.geodesics.geodesic_kernel import trace_geodesic
from linkwork.numerics.geodesics.layout_kernel import END, START, TORUS
from linkwork.numerics.geodesics.starts_kernel import BISECTIONS, GOLDEN, MOST_SAMPLES, NARROWED, value_along
from linkwork.numerics.geodesics.surface_kernel import bend_along, surface_slopes
from linkwork.numerics.jit import njit

SHALLOW = 1e-8  # in units of the function of the ring: a straight way that runs so deep only grazes it
FLAT, LEAST_FLAT = 1e-4, 0.5  # over the radius of the tube, and 1/m at most: a geodesic bends so little where it lifts
WIDER = math.sqrt(3.0)  # a tangent at two places is so much wider than where the bend has the other sign


@njit
def least_bend(tube):
    """The least bend of a geodesic, below zero, with which it counts as lying on a tube of this radius."""
    return -min(LEAST_FLAT, FLAT / tube)


@njit
def lifts_off(w, at, least):
    """Whether the geodesic of a surface of a chain bends less than the `least` somewhere."""
    return w[at + LONG].real > 0.0 and not w[at + LEAST].real > least


@njit
def reached_again(radii, first, last):
    """Where a straight way, which may touch a ring at its ends, runs through it between, as a share; -1: nowhere."""
    ends = first[0], first[1], first[2], last[0], last[1], last[2]
    rise, low, high = (last[2] - first[2]).real, 0.0, 1.0
    if rise != 0.0:
        one, two = (-radii[1] - first[2]).real / rise, (radii[1] - first[2]).real / rise
        low, high = max(low, min(one, two)), min(high, max(one, two))
    if high <= low:
        return -1.0
    place, least, width = -1.0, -SHALLOW, (high - low) / MOST_SAMPLES
    before, here = math.inf, value_along(TORUS, radii, ends, low).real
    for k in range(1, MOST_SAMPLES):
        behind = value_along(TORUS, radii, ends, low + width * (k + 1)).real
        own = value_along(TORUS, radii, ends, low + width * k).real
        before, here = here, own
        if own <= before and own <= behind and own < least + 0.1:  # the least between samples may be deeper
            share = narrowed(radii, ends, low + width * (k - 1), low + width * (k + 1))
            value = value_along(TORUS, radii, ends, share).real
            if value < least:
                place, least = share, value
    return place


@njit
def narrowed(radii, ends, low, high):
    """The share of a straight way that is the nearest to the inside, between two others."""
    for _ in range(NARROWED):
        one, two = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
        if value_along(TORUS, radii, ends, one).real < value_along(TORUS, radii, ends, two).real:
            high = two
        else:
            low = one
    return 0.5 * (low + high)


@njit
def depth_in_ring(radii, first, last):
    """How deep a straight way, which may touch a ring at its ends, runs through its tube, m; 0 where it is free."""
    share = reached_again(radii, first, last)
    if share < 0.0:
        return 0.0
    value = value_along(TORUS, radii, (first[0], first[1], first[2], last[0], last[1], last[2]), share).real
    return radii[1].real * (1.0 - math.sqrt(max(0.0, 1.0 + value)))


@njit
def bend_at(radii, w, g, long):
    """How a geodesic bends towards the inside at a length from its start, whose point is then in the row END."""
    trace_geodesic(TORUS, radii, w, g, START, long + 0.0 * w[g + START], 0.0)
    end = g + END
    s = surface_slopes(TORUS, radii, w[end], w[end + 1], w[end + 2])
    size = math.sqrt((s[0] * s[0] + s[1] * s[1] + s[2] * s[2]).real)
    tx, ty, tz = w[end + 3], w[end + 4], w[end + 5]
    return bend_along(s, tx, ty, tz, tx, ty, tz).real / size


@njit
def turns_at(radii, w, g, inside, outside):
    """Where the bend of a geodesic changes its sign, between a length where it is below zero and one above."""
    for _ in range(BISECTIONS // 2):
        middle = 0.5 * (inside + outside)
        if bend_at(radii, w, g, middle) < 0.0:
            inside = middle
        else:
            outside = middle
    return 0.5 * (inside + outside)


@njit
def lifted_part(radii, w, g, long):
    """From where to where a geodesic that begins in the row START lifts off in its middle; -1, -1: it does not."""
    low, high = 0.0, long
    if not (bend_at(radii, w, g, low) > 0.0 and bend_at(radii, w, g, high) > 0.0):
        return -1.0, -1.0
    for _ in range(NARROWED):
        one, two = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
        if bend_at(radii, w, g, one) < bend_at(radii, w, g, two):
            high = two
        else:
            low = one
    middle = 0.5 * (low + high)
    if not bend_at(radii, w, g, middle) < 0.0:
        return -1.0, -1.0
    before = middle - WIDER * (middle - turns_at(radii, w, g, middle, 0.0))
    behind = middle + WIDER * (turns_at(radii, w, g, middle, long) - middle)
    if not (before > 0.0 and behind < long):
        return -1.0, -1.0
    return before, behind
