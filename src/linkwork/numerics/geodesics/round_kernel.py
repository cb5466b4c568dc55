"""A way round an ellipsoid or through a ring, followed from where it was or begun anew."""

from __future__ import annotations

import math

from linkwork.numerics.geodesics.geodesic_kernel import NEAR_ENOUGH, shortest_way
from linkwork.numerics.geodesics.layout_kernel import (
    BEGUN,
    COLUMNS,
    ELLIPSOID,
    END,
    FOLLOWED,
    INSIDE,
    IS_FREE,
    LIFTS,
    START,
    STRING_AT,
)
from linkwork.numerics.geodesics.starts_kernel import lay_string, start_in_ring, start_on_ellipsoid, start_on_line
from linkwork.numerics.geodesics.surface_kernel import put_on_surface, surface_slopes, surface_value
from linkwork.numerics.jit import njit
from linkwork.numerics.vectors_kernel import cross, dot, minus, vector

SAVED, LATEST, BESIDE = STRING_AT + 4, STRING_AT + COLUMNS + 4, STRING_AT + 2 * COLUMNS + 4
"""Behind points of the string stand a first geodesic, the one that was followed last, and one found beside that."""
WIDEST, NARROWEST, NARROWS = 1.5, 0.005, 0.7  # of the largest radius: how far beside, each time nearer


@njit
def copy_geodesic(w, here, there):
    """Place and direction of a geodesic to another place of the workspace."""
    for i in range(6):
        w[there + i] = w[here + i]


@njit
def begin_round(kind, radii, towards, ends, w, g, grazes):
    """The shortest way as if there had been none before; what became of it, and its length.

    One that `grazes` has just been reached, so that a ring is gone round where it is, through its hole or not.
    """
    none = 0.0 * ends[0]
    if kind == ELLIPSOID:
        guess = start_on_ellipsoid(radii, towards, ends, w, g)
    elif grazes:
        guess = start_on_line(kind, radii, ends, w, g)
    else:
        guess = start_in_ring(radii, ends, w, g)
    if guess < 0.0:
        return guess, none
    put_on_surface(kind, radii, w, g + START)
    copy_geodesic(w, g + START, g + SAVED)
    length, lack, least = shortest_way(kind, radii, ends, w, g, guess + none)
    if not (lack < NEAR_ENOUGH and least > 0.0 and length.real >= 0.0):
        copy_geodesic(w, g + SAVED, g + START)
        guess = lay_string(kind, radii, ends, w, g, guess)
        if guess < 0.0:
            return guess, none
        length, lack, least = shortest_way(kind, radii, ends, w, g, guess + none)
    if lack < NEAR_ENOUGH and length.real <= 0.0:
        return IS_FREE, none
    if not (lack < NEAR_ENOUGH and least > 0.0):
        return LIFTS, length
    return BEGUN, length


@njit
def found_aside(kind, radii, ends, w, g, long, side):
    """The length of a shortest way found from the latest geodesic moved to a side (1 or -1), and from end to end.

    Below zero where none is near.
    """
    start, last, push = g + START, g + END, WIDEST
    largest = max(radii[0].real, max(radii[1].real, radii[2].real))
    while push > NARROWEST:
        copy_geodesic(w, g + LATEST, start)
        s = surface_slopes(kind, radii, w[start], w[start + 1], w[start + 2])
        b = cross((s[0], s[1], s[2]), vector(w, start + 3))
        share = side * push * largest / math.sqrt(dot(b, b).real)
        for i in range(3):
            w[start + i] = w[start + i] + share * b[i]
        put_on_surface(kind, radii, w, start)
        for i in range(3):
            w[start + 3 + i] = w[start + i] - ends[i]
        length, lack, least = shortest_way(kind, radii, ends, w, g, long)
        if lack < NEAR_ENOUGH and least > 0.0 and length.real > 0.0:
            come = minus(vector(w, start), (ends[0], ends[1], ends[2]))
            go = minus((ends[3], ends[4], ends[5]), vector(w, last))
            return length, length.real + math.sqrt(dot(come, come).real) + math.sqrt(dot(go, go).real)
        push *= NARROWS
    return 0.0 * long - 1.0, math.inf


@njit
def begin_aside(kind, radii, ends, w, g, long):
    """The shorter one of the ways beside the latest geodesic, which is none; what became of it, and its length."""
    one, long_one = found_aside(kind, radii, ends, w, g, long, 1.0)
    copy_geodesic(w, g + START, g + BESIDE)
    other, long_other = found_aside(kind, radii, ends, w, g, long, -1.0)
    if long_one < long_other:
        copy_geodesic(w, g + BESIDE, g + START)
        one, _, _ = shortest_way(kind, radii, ends, w, g, one)
        return BEGUN, one
    return (BEGUN if other.real > 0.0 else LIFTS), other


@njit
def follow_round(kind, radii, ends, w, g, long):
    """The way round a surface from where it was, in the row START with its length `long`; LIFTS where it has ended."""
    length, lack, least = shortest_way(kind, radii, ends, w, g, long)
    if lack < NEAR_ENOUGH and (length.real <= 0.0 or least > 0.0):
        return FOLLOWED, length
    return LIFTS, length


@njit
def go_round_smooth(kind, radii, towards, ends, w, g, was, long, grazes):
    """The way round a surface from where it `was`, in the row START with its length `long`, or begun anew.

    Gives what became of it and its length, which of a way that is followed may be below zero: it leaves the surface.
    """
    for k in range(2):
        if surface_value(kind, radii, ends[3 * k], ends[3 * k + 1], ends[3 * k + 2]).real <= 0.0:
            return INSIDE, 0.0 * ends[0]
    copy_geodesic(w, g + START, g + LATEST)
    if was:
        why, length = follow_round(kind, radii, ends, w, g, long)
        if why == FOLLOWED:
            return why, length
    why, length = begin_round(kind, radii, towards, ends, w, g, grazes)
    if why != LIFTS or kind != ELLIPSOID:
        return why, length
    if was:
        return begin_aside(kind, radii, ends, w, g, long)
    if (towards[0] * towards[0] + towards[1] * towards[1] + towards[2] * towards[2]).real == 0.0:  # any side will do
        copy_geodesic(w, g + START, g + LATEST)
        return begin_aside(kind, radii, ends, w, g, length)
    return why, length
