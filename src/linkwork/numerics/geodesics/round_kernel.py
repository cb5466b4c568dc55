"""A way round an ellipsoid or through a ring, followed from where it was or begun anew."""

from __future__ import annotations

from linkwork.numerics.geodesics.geodesic_kernel import NEAR_ENOUGH, shortest_way
from linkwork.numerics.geodesics.layout_kernel import (
    BEGUN,
    ELLIPSOID,
    FOLLOWED,
    INSIDE,
    IS_FREE,
    LIFTS,
    START,
    STRING_AT,
)
from linkwork.numerics.geodesics.starts_kernel import lay_string, start_in_ring, start_on_ellipsoid, start_on_line
from linkwork.numerics.geodesics.surface_kernel import put_on_surface, surface_value
from linkwork.numerics.jit import njit

SAVED = STRING_AT + 4  # a first geodesic stands behind the points of the string


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
    for i in range(6):
        w[g + SAVED + i] = w[g + START + i]
    length, lack, least = shortest_way(kind, radii, ends, w, g, guess + none)
    if not (lack < NEAR_ENOUGH and least > 0.0 and length.real >= 0.0):
        for i in range(6):
            w[g + START + i] = w[g + SAVED + i]
        guess = lay_string(kind, radii, ends, w, g, guess)
        if guess < 0.0:
            return guess, none
        length, lack, least = shortest_way(kind, radii, ends, w, g, guess + none)
    if lack < NEAR_ENOUGH and length.real <= 0.0:
        return IS_FREE, none
    if not (lack < NEAR_ENOUGH and least > 0.0):
        return LIFTS, none
    return BEGUN, length


@njit
def go_round_smooth(kind, radii, towards, ends, w, g, was, long, grazes):
    """The way round a surface from where it `was`, in the row START with its length `long`, or begun anew.

    Gives what became of it and its length, which of a way that is followed may be below zero: it leaves the surface.
    """
    for k in range(2):
        if surface_value(kind, radii, ends[3 * k], ends[3 * k + 1], ends[3 * k + 2]).real <= 0.0:
            return INSIDE, 0.0 * ends[0]
    if was:
        length, lack, least = shortest_way(kind, radii, ends, w, g, long)
        if lack < NEAR_ENOUGH and (length.real <= 0.0 or least > 0.0):
            return FOLLOWED, length
    return begin_round(kind, radii, towards, ends, w, g, grazes)
