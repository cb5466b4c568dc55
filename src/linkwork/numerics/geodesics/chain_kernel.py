"""The locally shortest way round several balls and cylinders that follow each other, all of them found together.

On each lies a geodesic in closed form that begins at P with the direction t and is l long. Unknowns are its changes as
for one surface alone (`geodesic_kernel.py`, after Scholz et al. 2016); the straight way before a surface begins where
that on the surface before it ends. A way is followed from where it was: places of surfaces and of both ends go to the
new ones in as many parts as Newton's method needs to move it a little in each.

It is the shortest among its neighbours as long as those from its start do not meet before its end. They spread with
j'/j = k: 1/d behind a straight way of the length d from the start, (c' + k s')/(c + k s) behind a surface, where c and
s are the fields with j = 1, j' = 0 and j = 0, j' = 1; (k d + sin^2 v)/(d (1 + k d)) behind a straight way to another
surface, whose binormal is turned by v about it. A way round a ball is lost there before its plane turns over.

The table `w` has from the place `g` on both ends, then a block for each surface, then the equations.
"""

from __future__ import annotations

import math

from linkwork.numerics.geodesics.geodesic_kernel import CLOSE, NEAR_ENOUGH
from linkwork.numerics.geodesics.layout_kernel import CHAIN_HEAD as HEAD
from linkwork.numerics.geodesics.layout_kernel import CHAIN_SURFACE as SURFACE
from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import cos, sin
from linkwork.numerics.vectors_kernel import cross, dot, length, minus, plus, put, times, vector

FIRST_END, LAST_END, WAS_ENDS, NEW_ENDS, SPAN = 0, 3, 6, 18, 30
"""Both ends of the path; the same follow as they were, with their rates, and as they are to be; the time between."""
BALL, RADIUS, CENTRE, AXIS, PLACE, ALONG, LONG = 0, 1, 2, 5, 8, 11, 14
LAST, LAST_ALONG, FIELD, SAVED, WAS, TO = 15, 18, 21, 25, 32, 44
"""Of a surface: 1 for a ball and 0 for a cylinder, radius, centre and axis; where the geodesic begins and ends as seen
from the centre, its directions and length; the fields c, s, c', s'; the geodesic that was; centre and axis as they
were, with their rates, and as they are to be."""
MOST_STEPS = 16
LARGEST = 0.1  # of a radius, and in radians: how far a way may move in one part of its course
SHRINKS = 0.1  # of what lacked before a step of Newton's method: where less is gained the next part has to be smaller
PART, NEARER = 0.5, 1.0  # of the smallest radius: how far places move in one part; less where neighbours are near
MARGIN = 1e-4  # of how far neighbours spread on a straight way: nearer to the end of a way its equations tell little
LEAST = 2.0**-9  # part of the way to the new places


@njit
def at_share(w, g, was, to, share):
    """A point between where it was and where it is to be: on the cubic with its rates, six numbers behind."""
    if share == 1.0:
        return vector(w, to)
    left = 1.0 - share
    rate, new_rate = share * left * left * w[g + SPAN], -share * share * left * w[g + SPAN]
    at_ends = plus(
        times(left * left * (1.0 + 2.0 * share), vector(w, was)),
        times(share * share * (1.0 + 2.0 * left), vector(w, to)),
    )
    return plus(at_ends, plus(times(rate, vector(w, was + 6)), times(new_rate, vector(w, to + 6))))


@njit
def directed(u):
    """A vector of length 1."""
    return times(1.0 / length(u), u)


@njit
def lay_places(w, g, count, share):
    """Put both ends and all surfaces where they are at a share of the way to the new places."""
    put(w, g + FIRST_END, at_share(w, g, g + WAS_ENDS, g + NEW_ENDS, share))
    put(w, g + LAST_END, at_share(w, g, g + WAS_ENDS + 3, g + NEW_ENDS + 3, share))
    for i in range(count):
        at = g + HEAD + SURFACE * i
        put(w, at + CENTRE, at_share(w, g, at + WAS, at + TO, share))
        put(w, at + AXIS, directed(at_share(w, g, at + WAS + 3, at + TO + 3, share)))


@njit
def radial(w, at, x):
    """The normal of a surface at a point seen from the centre."""
    if w[at + BALL].real < 0.5:
        e = vector(w, at + AXIS)
        x = minus(x, times(dot(e, x), e))
    return directed(x)


@njit
def trace(w, at):
    """Put the begin of a geodesic on its surface, and go along it to its end."""
    radius, x, t = w[at + RADIUS], vector(w, at + PLACE), vector(w, at + ALONG)
    n, e = radial(w, at, x), vector(w, at + AXIS)
    t = directed(minus(t, times(dot(n, t), n)))
    long = w[at + LONG]
    if w[at + BALL].real > 0.5:
        x = times(radius, n)
        c, s = cos(long / radius), sin(long / radius)
        last, along = plus(times(c, x), times(s * radius, t)), minus(times(c, t), times(s, n))
        field = c, radius * s, -s / radius, c
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


@njit
def frame_at(w, at, place):
    """Normal, direction and binormal at one end of a geodesic, and its bends tt, tb, bb as of `end_rows`."""
    x, t = vector(w, at + place), vector(w, at + place + 3)
    n = radial(w, at, x)
    b, bend = cross(n, t), 1.0 / w[at + RADIUS]
    if w[at + BALL].real > 0.5:
        return n, t, b, (bend, 0.0 * bend, bend)
    e = vector(w, at + AXIS)
    rise, beside = dot(e, t), dot(e, b)
    return n, t, b, (bend * (1.0 - rise * rise), -bend * rise * beside, bend * (1.0 - beside * beside))


@njit
def straight_between(w, g, count, i):
    """Length and direction of the straight way that leads to the surface `i`, or from the last one to the end."""
    here, there = vector(w, g + FIRST_END), vector(w, g + LAST_END)
    before, at = g + HEAD + SURFACE * (i - 1), g + HEAD + SURFACE * i
    if i > 0:
        here = plus(vector(w, before + CENTRE), vector(w, before + LAST))
    if i < count:
        there = plus(vector(w, at + CENTRE), vector(w, at + PLACE))
    gap = minus(there, here)
    long = length(gap)
    return long, times(1.0 / long, gap)


@njit
def own_rows(w, row, wide, column, e, factor, frame, field):
    """Two equations at one end of a geodesic: parts of the straight direction e across t, and their changes.

    `field` says how far the end moves and turns with the begin: along t also with the length, across by c and s.
    """
    n, t, b, (tt, tb, bb) = frame
    et, en, eb = dot(e, t), dot(e, n), dot(e, b)
    c, s, c_rate, s_rate, later = field
    along, across, turn = -factor * et * en + et * tt + eb * tb, -factor * eb * en + et * tb + eb * bb, 0.0 * et
    for other in range(2):
        at = row + wide * other + column
        w[at], w[at + 1], w[at + 2] = along, across * c + turn * c_rate, across * s + turn * s_rate
        w[at + 3] = later * along
        along, across, turn = -factor * et * eb - en * tb, factor * (1.0 - eb * eb) - en * bb, -et
    end = row + wide - 1
    w[end], w[end + wide] = -en, -eb
    return et.real, max(abs(en.real), abs(eb.real))


@njit
def moved_rows(w, row, wide, column, e, factor, frame, other, field):
    """What the same equations change by a move of the other end of the straight way, on another surface."""
    n, _, b, _ = frame
    _, t, beside, _ = other
    c, s, _, _, later = field
    for part in range(2):
        u = n if part == 0 else b
        along = factor * (dot(u, t) - dot(e, u) * dot(e, t))
        across = factor * (dot(u, beside) - dot(e, u) * dot(e, beside))
        at = row + wide * part + column
        w[at], w[at + 1], w[at + 2], w[at + 3] = along, across * c, across * s, later * along


@njit
def equations(w, g, count):
    """All equations, with the right side in the last column; the largest lack, and the least cosine at an end."""
    wide, rows = 4 * count + 1, g + HEAD + SURFACE * count
    for i in range(rows, rows + 4 * count * wide):
        w[i] = 0.0 * w[g]
    lack, cosine, one, none = 0.0, 1.0, 1.0 + 0.0 * w[g], 0.0 * w[g]
    begins = one, none, none, one, none
    for i in range(count):
        trace(w, g + HEAD + SURFACE * i)
    for i in range(count + 1):
        long, e = straight_between(w, g, count, i)
        before, at = g + HEAD + SURFACE * (i - 1), g + HEAD + SURFACE * i
        if i > 0:
            leaves, f = frame_at(w, before, LAST), before + FIELD
            field, row = (w[f], w[f + 1], w[f + 2], w[f + 3], one), rows + wide * (4 * i - 2)
            straight, miss = own_rows(w, row, wide, 4 * (i - 1), e, -1.0 / long, leaves, field)
            lack, cosine = max(lack, miss), min(cosine, straight)
        if i < count:
            comes, row = frame_at(w, at, PLACE), rows + wide * 4 * i
            straight, miss = own_rows(w, row, wide, 4 * i, e, 1.0 / long, comes, begins)
            lack, cosine = max(lack, miss), min(cosine, straight)
            if i > 0:
                leaves, f = frame_at(w, before, LAST), before + FIELD
                field = w[f], w[f + 1], w[f + 2], w[f + 3], one
                moved_rows(w, row, wide, 4 * (i - 1), e, -1.0 / long, comes, leaves, field)
                moved_rows(w, rows + wide * (4 * i - 2), wide, 4 * i, e, 1.0 / long, leaves, comes, begins)
    return lack, cosine


@njit
def solve_rows(w, rows, size):
    """The solution into the last column; False where the equations do not tell it."""
    wide = size + 1
    for column in range(size):
        best = column
        for i in range(column + 1, size):
            if abs(w[rows + wide * i + column].real) > abs(w[rows + wide * best + column].real):
                best = i
        if not abs(w[rows + wide * best + column].real) > 0.0:
            return False
        if best != column:
            for k in range(column, wide):
                one, two = rows + wide * column + k, rows + wide * best + k
                w[one], w[two] = w[two], w[one]
        own = rows + wide * column
        for i in range(column + 1, size):
            row = rows + wide * i
            if w[row + column] != 0.0:
                factor = w[row + column] / w[own + column]
                for k in range(column, wide):
                    w[row + k] = w[row + k] - factor * w[own + k]
    for i in range(size - 1, -1, -1):
        row = rows + wide * i
        total = w[row + size]
        for k in range(i + 1, size):
            total = total - w[row + k] * w[rows + wide * k + size]
        w[row + size] = total / w[row + i]
    return True


@njit
def largest_change(w, g, count):
    """The largest change of an unknown, in radians and radii."""
    wide, rows, most = 4 * count + 1, g + HEAD + SURFACE * count, 0.0
    for i in range(count):
        radius = w[g + HEAD + SURFACE * i + RADIUS].real
        for one in range(4):
            change = abs(w[rows + wide * (4 * i + one + 1) - 1].real)
            most = max(most, change if one == 2 else change / radius)
    return most


@njit
def move(w, g, count):
    """Take a step of Newton's method."""
    wide, rows = 4 * count + 1, g + HEAD + SURFACE * count
    for i in range(count):
        at, cell = g + HEAD + SURFACE * i, rows + wide * (4 * i + 1) - 1
        ds, db, dt, dl = w[cell], w[cell + wide], w[cell + 2 * wide], w[cell + 3 * wide]
        n, t, b, (tt, tb, _) = frame_at(w, at, PLACE)
        put(w, at + PLACE, plus(vector(w, at + PLACE), plus(times(ds, t), times(db, b))))
        turned = minus(times(dt, b), times(ds * tt + db * tb, n))
        put(w, at + ALONG, plus(t, turned))
        w[at + LONG] = w[at + LONG] + dl


@njit
def spread_left(w, g, count):
    """How far neighbours of the way from its start are apart where they are nearest to each other, at most 1.

    1 is as on a straight way; not above zero where they meet before its end.
    """
    spread, least = 0.0, 1.0
    for i in range(count + 1):
        straight = straight_between(w, g, count, i)[0].real
        before, at = g + HEAD + SURFACE * (i - 1), g + HEAD + SURFACE * i
        apart = 1.0 + spread * straight
        least = min(least, apart)
        if i == count or not least > 0.0:
            break
        if i == 0:
            spread = 1.0 / straight
        else:
            cosine = dot(frame_at(w, before, LAST)[2], frame_at(w, at, PLACE)[2]).real
            spread = (spread * straight + max(0.0, 1.0 - cosine * cosine)) / (straight * apart)
        c, s, c_rate, s_rate = (
            w[at + FIELD].real,
            w[at + FIELD + 1].real,
            w[at + FIELD + 2].real,
            w[at + FIELD + 3].real,
        )
        radius = w[at + RADIUS].real
        if w[at + BALL].real > 0.5 and w[at + LONG].real >= radius * (0.5 * math.pi + math.atan(spread * radius)):
            return -1.0
        apart = c + spread * s
        least = min(least, apart)
        spread = (c_rate + spread * s_rate) / apart
    return least


@njit
def settle_chain(w, g, count):
    """Newton's method at the present places; False where it does not find a shortest way near the one that was."""
    rows, size = g + HEAD + SURFACE * count, 4 * count
    for i in range(count):
        at = g + HEAD + SURFACE * i
        for one in range(LAST - PLACE):
            w[at + SAVED + one] = w[at + PLACE + one]
    lack, cosine = equations(w, g, count)
    moved, before = 0.0, math.inf
    for _ in range(MOST_STEPS):
        if lack < CLOSE or not lack < 1.0 or (lack < NEAR_ENOUGH and not lack < 0.5 * before):
            break
        if not solve_rows(w, rows, size):
            return False
        moved, before = moved + largest_change(w, g, count), lack
        if not moved < LARGEST:
            return False
        move(w, g, count)
        lack, cosine = equations(w, g, count)
        if not lack < SHRINKS * before and lack > NEAR_ENOUGH:
            return False
    if not (lack < NEAR_ENOUGH and cosine > 0.0 and spread_left(w, g, count) > MARGIN):
        return False
    if solve_rows(w, rows, size):  # the parts of derivatives
        move(w, g, count)
        for i in range(count):
            trace(w, g + HEAD + SURFACE * i)
    return True


@njit
def longest_part(w, g, count):
    """The largest part of the way to the new places in which the end of a way is not passed over unseen."""
    moved, smallest, shift = 0.0, math.inf, minus(vector(w, g + NEW_ENDS), vector(w, g + WAS_ENDS))
    moved = distance(vector(w, g + NEW_ENDS + 3), vector(w, g + WAS_ENDS + 3), shift)
    for i in range(count):
        at = g + HEAD + SURFACE * i
        smallest = min(smallest, w[at + RADIUS].real)
        moved = max(moved, distance(vector(w, at + TO), vector(w, at + WAS), shift))
        turned = distance(vector(w, at + TO + 3), vector(w, at + WAS + 3), times(0.0, shift))
        moved = max(moved, turned * w[at + RADIUS].real)
    return smallest * min(PART, NEARER * spread_left(w, g, count)) / max(moved, 1e-300)  # nothing moved: no division


@njit
def distance(u, v, shift):
    """How far a point has moved beside the shift of all, in real parts."""
    total = 0.0
    for i in range(3):
        total += (u[i] - v[i] - shift[i]).real ** 2
    return math.sqrt(total)


@njit
def follow_chain(w, g, count):
    """Follow a way from where it was to the new places of ends and surfaces; False where it has ended."""
    for i in range(count):
        trace(w, g + HEAD + SURFACE * i)
    done, part = 0.0, 1.0
    while done < 1.0:
        part = min(part, min(longest_part(w, g, count), 1.0 - done))
        if part < min(LEAST, 1.0 - done):
            return False
        lay_places(w, g, count, done + part)
        if settle_chain(w, g, count):
            done, part = done + part, 2.0 * part
            continue
        for i in range(count):
            at = g + HEAD + SURFACE * i
            for one in range(LAST - PLACE):
                w[at + PLACE + one] = w[at + SAVED + one]
            trace(w, at)
        lay_places(w, g, count, done)
        part *= 0.5
    return True


@njit
def lay_straight(w, g, count, i):
    """Begin the geodesic on the surface `i` as the straight way past it touches it: without length."""
    at, before, behind = g + HEAD + SURFACE * i, g + HEAD + SURFACE * (i - 1), g + HEAD + SURFACE * (i + 1)
    here, there, centre = vector(w, g + FIRST_END), vector(w, g + LAST_END), vector(w, at + CENTRE)
    if i > 0:
        here = plus(vector(w, before + CENTRE), vector(w, before + LAST))
    if i + 1 < count:
        there = plus(vector(w, behind + CENTRE), vector(w, behind + PLACE))
    gap, seen = minus(there, here), minus(here, centre)
    u, x = gap, seen
    if w[at + BALL].real < 0.5:
        e = vector(w, at + AXIS)
        u, x = minus(u, times(dot(e, u), e)), minus(x, times(dot(e, x), e))
    x = plus(seen, times(-dot(x, u) / dot(u, u), gap))
    n = radial(w, at, x)
    if w[at + BALL].real < 0.5:
        e = vector(w, at + AXIS)
        put(w, at + PLACE, plus(times(w[at + RADIUS], n), times(dot(e, x), e)))
    else:
        put(w, at + PLACE, times(w[at + RADIUS], n))
    put(w, at + ALONG, gap)
    w[at + LONG] = 0.0 * w[at + LONG]
    trace(w, at)
