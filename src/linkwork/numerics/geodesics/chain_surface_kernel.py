"""One surface of a chain: the geodesic on it, in closed form on balls and cylinders, and how it bends at both ends.

Places are seen from the centre of the surface, in the axes of space; `at` is where its block begins in the table `w`,
`s` where the workspace of geodesics does.
"""

from __future__ import annotations

import math

from linkwork.numerics.geodesics.chain_layout_kernel import (
    ALONG,
    AXIS,
    BALL,
    CYLINDER,
    FIELD,
    KIND,
    LAST,
    LAST_ALONG,
    LEAST,
    LONG,
    PLACE,
    RADII,
    RADIUS,
    SECOND,
    SMOOTH,
)
from linkwork.numerics.geodesics.geodesic_kernel import trace_geodesic
from linkwork.numerics.geodesics.layout_kernel import END, MEET, START
from linkwork.numerics.geodesics.starts_kernel import nearest_share
from linkwork.numerics.geodesics.surface_kernel import bend_along, put_on_surface, surface_slopes
from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import cos, sin
from linkwork.numerics.vectors_kernel import cross, dot, length, minus, plus, put, times, vector


@njit
def directed(u):
    """A vector of length 1."""
    return times(1.0 / length(u), u)


@njit
def kind_of(w, at):
    """The kind of a surface."""
    return int(w[at + KIND].real)


@njit
def into_frame(w, at, u):
    """A vector in the frame of an ellipsoid or a ring."""
    e, f = vector(w, at + AXIS), vector(w, at + SECOND)
    return dot(e, u), dot(f, u), dot(cross(e, f), u)


@njit
def out_of_frame(w, at, u):
    """A vector of that frame in space."""
    e, f = vector(w, at + AXIS), vector(w, at + SECOND)
    return plus(plus(times(u[0], e), times(u[1], f)), times(u[2], cross(e, f)))


@njit
def slopes_at(w, at, x):
    """Gradient and second derivatives of an ellipsoid or a ring at a point of its frame."""
    return surface_slopes(kind_of(w, at) - SMOOTH, vector(w, at + RADII), x[0], x[1], x[2])


@njit
def radial(w, at, x):
    """The normal of a surface at a point seen from the centre."""
    if kind_of(w, at) >= SMOOTH:
        slopes = slopes_at(w, at, into_frame(w, at, x))
        return directed(out_of_frame(w, at, (slopes[0], slopes[1], slopes[2])))
    if kind_of(w, at) == CYLINDER:
        e = vector(w, at + AXIS)
        x = minus(x, times(dot(e, x), e))
    return directed(x)


@njit
def trace(w, at, s):
    """Put the begin of a geodesic on its surface, and go along it to its end."""
    if kind_of(w, at) >= SMOOTH:
        trace_smooth(w, at, s)
        return
    radius, x, t = w[at + RADIUS], vector(w, at + PLACE), vector(w, at + ALONG)
    n, e = radial(w, at, x), vector(w, at + AXIS)
    t = directed(minus(t, times(dot(n, t), n)))
    long = w[at + LONG]
    if kind_of(w, at) == BALL:
        x = times(radius, n)
        cosine, sine = cos(long / radius), sin(long / radius)
        last, along = plus(times(cosine, x), times(sine * radius, t)), minus(times(cosine, t), times(sine, n))
        field = cosine, radius * sine, -sine / radius, cosine
    else:
        high, rise, f = dot(e, x), dot(e, t), cross(e, n)
        x = plus(times(radius, n), times(high, e))
        turn = dot(f, t)
        angle = turn * long / radius
        m = plus(times(cos(angle), n), times(sin(angle), f))
        last = plus(times(radius, m), times(high + rise * long, e))
        along = plus(times(turn, cross(e, m)), times(rise, e))
        none = 0.0 * long
        field = 1.0 + none, long, none, 1.0 + none
    put(w, at + PLACE, x)
    put(w, at + ALONG, t)
    put(w, at + LAST, last)
    put(w, at + LAST_ALONG, along)
    for i in range(4):
        w[at + FIELD + i] = field[i]
    least = 1.0
    if kind_of(w, at) == BALL and long.real >= math.pi * radius.real:
        least = MEET
    w[at + LEAST] = least + 0.0 * long


@njit
def trace_smooth(w, at, s):
    """The same on an ellipsoid or a ring."""
    kind, radii = kind_of(w, at) - SMOOTH, vector(w, at + RADII)
    put(w, s + START, into_frame(w, at, vector(w, at + PLACE)))
    put(w, s + START + 3, into_frame(w, at, vector(w, at + ALONG)))
    put_on_surface(kind, radii, w, s + START)
    least = trace_geodesic(kind, radii, w, s, START, w[at + LONG], 0.0)
    put(w, at + PLACE, out_of_frame(w, at, vector(w, s + START)))
    put(w, at + ALONG, out_of_frame(w, at, vector(w, s + START + 3)))
    put(w, at + LAST, out_of_frame(w, at, vector(w, s + END)))
    put(w, at + LAST_ALONG, out_of_frame(w, at, vector(w, s + END + 3)))
    w[at + FIELD], w[at + FIELD + 1] = w[s + END + 6], w[s + END + 8]
    w[at + FIELD + 2], w[at + FIELD + 3] = w[s + END + 7], w[s + END + 9]
    if w[at + LONG].real <= 0.0:
        least = 1.0
    w[at + LEAST] = least + 0.0 * w[at + LONG]


@njit
def frame_at(w, at, place):
    """Normal, direction and binormal at one end of a geodesic, and its bends tt, tb, bb as of `end_rows`."""
    x, t = vector(w, at + place), vector(w, at + place + 3)
    n = radial(w, at, x)
    b, bend = cross(n, t), 1.0 / w[at + RADIUS]
    if kind_of(w, at) >= SMOOTH:
        slopes, u, v = slopes_at(w, at, into_frame(w, at, x)), into_frame(w, at, t), into_frame(w, at, b)
        size = length((slopes[0], slopes[1], slopes[2]))
        tt = bend_along(slopes, u[0], u[1], u[2], u[0], u[1], u[2]) / size
        tb = bend_along(slopes, u[0], u[1], u[2], v[0], v[1], v[2]) / size
        return n, t, b, (tt, tb, bend_along(slopes, v[0], v[1], v[2], v[0], v[1], v[2]) / size)
    if kind_of(w, at) == BALL:
        return n, t, b, (bend, 0.0 * bend, bend)
    e = vector(w, at + AXIS)
    rise, beside = dot(e, t), dot(e, b)
    return n, t, b, (bend * (1.0 - rise * rise), -bend * rise * beside, bend * (1.0 - beside * beside))


@njit
def lay_on(w, at, s, here, gap):
    """Begin the geodesic, without length, where the straight way from `here` over `gap` is nearest."""
    if kind_of(w, at) >= SMOOTH:
        kind, radii = kind_of(w, at) - SMOOTH, vector(w, at + RADII)
        first, last = into_frame(w, at, here), into_frame(w, at, plus(here, gap))
        share = nearest_share(kind, radii, (first[0], first[1], first[2], last[0], last[1], last[2]))
        put(w, at + PLACE, plus(here, times(share, gap)))
    else:
        u, x = gap, here
        if kind_of(w, at) == CYLINDER:
            e = vector(w, at + AXIS)
            u, x = minus(u, times(dot(e, u), e)), minus(x, times(dot(e, x), e))
        x = plus(here, times(-dot(x, u) / dot(u, u), gap))
        n = times(w[at + RADIUS], radial(w, at, x))
        if kind_of(w, at) == CYLINDER:
            e = vector(w, at + AXIS)
            n = plus(n, times(dot(e, x), e))
        put(w, at + PLACE, n)
    put(w, at + ALONG, gap)
    w[at + LONG] = 0.0 * w[at + LONG]
    trace(w, at, s)
