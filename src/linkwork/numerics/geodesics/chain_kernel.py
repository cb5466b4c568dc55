"""The locally shortest way round several surfaces that follow each other, all of them found together.

On each lies a geodesic that begins at P with the direction t and is l long: in closed form on balls and cylinders, else
by its equation (`chain_surface_kernel.py`). Unknowns are its changes as for one surface alone (`geodesic_kernel.py`,
after Scholz et al. 2016); the straight way before a surface begins where that on the surface before it ends. A way is
followed from where it was (`follow_kernel.py`): places of surfaces and of both ends go to the new ones in as many parts
as Newton's method needs to move it a little in each.

It is the shortest among its neighbours as long as those from its start do not meet before its end. They spread with
j'/j = k: 1/d behind a straight way of the length d from the start, (c' + k s')/(c + k s) behind a surface, where c and
s are the fields with j = 1, j' = 0 and j = 0, j' = 1; (k d + sin^2 v)/(d (1 + k d)) behind a straight way to another
surface, whose binormal is turned by v about it. A way that lies in a plane of symmetry goes on there when it is no
longer the shortest: it is followed a little beyond, to where shorter ones beside it are found by Newton's method from
the sides of that saddle.
"""

from __future__ import annotations

import math

from linkwork.numerics.geodesics.chain_equations_kernel import (
    equations,
    geodesics_at,
    rows_at,
    spread_left,
    straight_between,
)
from linkwork.numerics.geodesics.chain_layout_kernel import (
    ALONG,
    AXIS,
    CENTRE,
    FIRST_END,
    HEAD,
    LAST,
    LAST_END,
    LONG,
    NEW_ENDS,
    PLACE,
    RADIUS,
    SAVED,
    SECOND,
    SMOOTH,
    SPAN,
    SURFACE,
    TO,
    WAS,
    WAS_ENDS,
)
from linkwork.numerics.geodesics.chain_surface_kernel import directed, frame_at, kind_of, lay_on, trace
from linkwork.numerics.geodesics.geodesic_kernel import CLOSE, NEAR_ENOUGH
from linkwork.numerics.geodesics.rows_kernel import solve_rows
from linkwork.numerics.jit import njit
from linkwork.numerics.vectors_kernel import dot, minus, plus, put, times, vector

MOST_STEPS = 16
LARGEST = 0.1  # of a radius, and in radians: how far a way may move in one part of its course
NOTHING_MOVES = 1e-5  # of a radius, and in radians: more is no correction of a way that is there
SHRINKS = 0.25  # of a step of Newton's method: where the next one is larger the part has to be smaller
FREE_STEPS, FREELY, FREE_GAIN = 40, 2.0, 0.999  # the same where a way beside a saddle is looked for
SADDLE = 1e-4  # of how far neighbours spread on a straight way: a way is followed so far beyond where they meet
DEPENDENT = 1e-10  # of the largest number of the equations: a pivot that tells nothing
WIDEST, NARROWEST = 0.5, 1e-6  # of a radius: how far beside a saddle ways are looked for,
NARROWS = 0.7  # each time nearer


@njit
def at_share(w, g, was, to, share, behind):
    """A point between where it was and where it is to be: on the cubic with its rates, which stand behind."""
    if share == 1.0:
        return vector(w, to)
    left = 1.0 - share
    rate, new_rate = share * left * left * w[g + SPAN], -share * share * left * w[g + SPAN]
    at_ends = plus(
        times(left * left * (1.0 + 2.0 * share), vector(w, was)),
        times(share * share * (1.0 + 2.0 * left), vector(w, to)),
    )
    return plus(at_ends, plus(times(rate, vector(w, was + behind)), times(new_rate, vector(w, to + behind))))


@njit
def lay_places(w, g, count, share):
    """Put both ends and all surfaces where they are at a share of the way to the new places."""
    put(w, g + FIRST_END, at_share(w, g, g + WAS_ENDS, g + NEW_ENDS, share, 6))
    put(w, g + LAST_END, at_share(w, g, g + WAS_ENDS + 3, g + NEW_ENDS + 3, share, 6))
    for i in range(count):
        at = g + HEAD + SURFACE * i
        put(w, at + CENTRE, at_share(w, g, at + WAS, at + TO, share, 9))
        e = directed(at_share(w, g, at + WAS + 3, at + TO + 3, share, 9))
        put(w, at + AXIS, e)
        if kind_of(w, at) >= SMOOTH:
            f = at_share(w, g, at + WAS + 6, at + TO + 6, share, 9)
            put(w, at + SECOND, directed(minus(f, times(dot(e, f), e))))


@njit
def largest_change(w, g, count):
    """The largest change of an unknown, in radians and radii."""
    wide, rows, most = 4 * count + 1, rows_at(g, count), 0.0
    for i in range(count):
        radius = w[g + HEAD + SURFACE * i + RADIUS].real
        for one in range(4):
            change = abs(w[rows + wide * (4 * i + one + 1) - 1].real)
            most = max(most, change if one == 2 else change / radius)
    return most


@njit
def move(w, g, count, whole):
    """Take a step of Newton's method; with `whole` 0 only in what derivatives add to it."""
    wide, rows = 4 * count + 1, rows_at(g, count)
    for i in range(count):
        at, cell = g + HEAD + SURFACE * i, rows + wide * (4 * i + 1) - 1
        ds, db, dt, dl = w[cell], w[cell + wide], w[cell + 2 * wide], w[cell + 3 * wide]
        stays = 1.0 - whole
        ds, db, dt, dl = ds - stays * ds.real, db - stays * db.real, dt - stays * dt.real, dl - stays * dl.real
        n, t, b, (tt, tb, _) = frame_at(w, at, PLACE)
        put(w, at + PLACE, plus(vector(w, at + PLACE), plus(times(ds, t), times(db, b))))
        turned = minus(times(dt, b), times(ds * tt + db * tb, n))
        put(w, at + ALONG, plus(t, turned))
        w[at + LONG] = w[at + LONG] + dl


@njit
def trace_all(w, g, count):
    """Put the begins of all geodesics on their surfaces, and go along them."""
    for i in range(count):
        trace(w, g + HEAD + SURFACE * i, geodesics_at(g, count))


@njit
def solve_chain(w, g, count):
    """Changes of all unknowns; False where the equations do not tell them.

    One of them may be any: with all in one line every plane through that is as good.
    """
    rows, size, largest = rows_at(g, count), 4 * count, 0.0
    for i in range(size):
        for k in range(size):
            largest = max(largest, abs(w[rows + (size + 1) * i + k].real))
    return solve_rows(w, rows, size, size + 1, DEPENDENT * largest) + 1 >= size


@njit
def keep_geodesics(w, g, count, back):
    """Keep where all geodesics begin and how long they are, or put that back."""
    for i in range(count):
        at = g + HEAD + SURFACE * i
        for one in range(LAST - PLACE):
            if back:
                w[at + PLACE + one] = w[at + SAVED + one]
            else:
                w[at + SAVED + one] = w[at + PLACE + one]


@njit
def is_there(w, g, count, steps, most, gain):
    """Newton's method at the present places; whether it finds a way near the one that was, the shortest or not."""
    lack, cosine = equations(w, g, count)
    moved, before = 0.0, math.inf
    for _ in range(steps):
        if lack < CLOSE:
            break
        if not (lack < 1.0 and solve_chain(w, g, count)):
            return False
        change = largest_change(w, g, count)
        if lack < NEAR_ENOUGH and (change > NOTHING_MOVES or not change < 0.5 * before):
            break  # it is there: where many are as good it stays, and the rest is rounding
        moved = moved + change
        if not (change < gain * before and moved < most):
            return False
        before = change
        move(w, g, count, 1.0)
        lack, cosine = equations(w, g, count)
    return lack < NEAR_ENOUGH and cosine > 0.0


@njit
def finish_chain(w, g, count):
    """The parts of derivatives by one more step, in which real parts stay."""
    equations(w, g, count)
    if solve_chain(w, g, count):
        move(w, g, count, 0.0)
        trace_all(w, g, count)


@njit
def settle_chain(w, g, count):
    """Newton's method at the present places; False where it does not find a shortest way near the one that was."""
    keep_geodesics(w, g, count, False)
    if not (is_there(w, g, count, MOST_STEPS, LARGEST, SHRINKS) and spread_left(w, g, count) > -SADDLE):
        return False
    finish_chain(w, g, count)
    return True


@njit
def settle_anew(w, g, count):
    """Newton's method from ways that were found one by one; one that is not the shortest is left for one beside it."""
    keep_geodesics(w, g, count, False)
    if not is_there(w, g, count, MOST_STEPS, LARGEST, SHRINKS):
        return False
    if not spread_left(w, g, count) > -SADDLE:
        return leave_saddle(w, g, count)
    finish_chain(w, g, count)
    return True


@njit
def way_length(w, g, count):
    """The length from end to end, in real parts."""
    total = 0.0
    for i in range(count + 1):
        total += straight_between(w, g, count, i)[0].real
    for i in range(count):
        total += w[g + HEAD + SURFACE * i + LONG].real
    return total


@njit
def found_beside(w, g, count, side):
    """The length of a shortest way beside one that is there, on a side (1 or -1); not a number where none is near."""
    aside = WIDEST
    while aside > NARROWEST:
        keep_geodesics(w, g, count, True)
        trace_all(w, g, count)
        push_aside(w, g, count, side * aside)
        if is_there(w, g, count, FREE_STEPS, FREELY, FREE_GAIN) and spread_left(w, g, count) > 0.0:
            return way_length(w, g, count)
        aside *= NARROWS
    keep_geodesics(w, g, count, True)
    trace_all(w, g, count)
    return math.nan


@njit
def leave_saddle(w, g, count):
    """From a way that is there, but not the shortest, to the shorter one beside it; False where none is near."""
    keep_geodesics(w, g, count, False)
    one, other = found_beside(w, g, count, 1.0), found_beside(w, g, count, -1.0)
    if one == one and not other < one:
        other = found_beside(w, g, count, 1.0)
    if other != other:
        return False
    finish_chain(w, g, count)
    return True


@njit
def push_aside(w, g, count, share):
    """Move all geodesics along their binormals, to the same side of the way, by a share of the radius of each."""
    none = 0.0 * w[g]
    was = none, none, none
    for i in range(count):
        at = g + HEAD + SURFACE * i
        b = frame_at(w, at, PLACE)[2]
        if dot(was, b).real < 0.0:
            b = times(-1.0, b)
        put(w, at + PLACE, plus(vector(w, at + PLACE), times(share * w[at + RADIUS], b)))
        last = frame_at(w, at, LAST)[2]
        was = last if dot(frame_at(w, at, PLACE)[2], b).real > 0.0 else times(-1.0, last)
    trace_all(w, g, count)


@njit
def lay_straight(w, g, count, i):
    """Begin the geodesic on the surface `i` as the straight way past it touches it: without length."""
    at, before, behind = g + HEAD + SURFACE * i, g + HEAD + SURFACE * (i - 1), g + HEAD + SURFACE * (i + 1)
    here, there = vector(w, g + FIRST_END), vector(w, g + LAST_END)
    if i > 0:
        here = plus(vector(w, before + CENTRE), vector(w, before + LAST))
    if i + 1 < count:
        there = plus(vector(w, behind + CENTRE), vector(w, behind + PLACE))
    lay_on(w, at, geodesics_at(g, count), minus(here, vector(w, at + CENTRE)), minus(there, here))
