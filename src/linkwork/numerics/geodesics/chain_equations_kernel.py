"""The equations of a way round several surfaces, and how far its neighbours from the start are apart."""

from __future__ import annotations

from linkwork.numerics.geodesics.chain_layout_kernel import (
    CENTRE,
    FIELD,
    FIRST_END,
    HEAD,
    LAST,
    LAST_END,
    LEAST,
    LONG,
    PLACE,
    SURFACE,
)
from linkwork.numerics.geodesics.chain_surface_kernel import frame_at, trace
from linkwork.numerics.geodesics.layout_kernel import MEET
from linkwork.numerics.jit import njit
from linkwork.numerics.vectors_kernel import dot, length, minus, plus, times, vector

LOST = -1.0


@njit
def rows_at(g, count):
    """Where the equations of a chain begin."""
    return g + HEAD + SURFACE * count


@njit
def geodesics_at(g, count):
    """Where the workspace of geodesics begins."""
    return rows_at(g, count) + 4 * count * (4 * count + 1)


@njit
def ends_between(w, g, count, i):
    """From where to where the straight way runs that leads to the surface `i`, or from the last one to the end."""
    here, there = vector(w, g + FIRST_END), vector(w, g + LAST_END)
    before, at = g + HEAD + SURFACE * (i - 1), g + HEAD + SURFACE * i
    if i > 0:
        here = plus(vector(w, before + CENTRE), vector(w, before + LAST))
    if i < count:
        there = plus(vector(w, at + CENTRE), vector(w, at + PLACE))
    return here, there


@njit
def straight_between(w, g, count, i):
    """Length and direction of that way."""
    here, there = ends_between(w, g, count, i)
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
    wide, rows, s = 4 * count + 1, rows_at(g, count), geodesics_at(g, count)
    for i in range(rows, rows + 4 * count * wide):
        w[i] = 0.0 * w[g]
    lack, cosine, one, none = 0.0, 1.0, 1.0 + 0.0 * w[g], 0.0 * w[g]
    begins = one, none, none, one, none
    for i in range(count):
        trace(w, g + HEAD + SURFACE * i, s)
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
def spread_left(w, g, count):
    """How far neighbours of the way from its start are apart where they are nearest to each other, at most 1.

    1 is as on a straight way; not above zero where they meet before its end, and LOST where they do so before its last
    straight part. Those of one point of a geodesic do not meet on it if those of its begin do not (Sturm), so that it
    is enough to look at its end.
    """
    spread, least = 0.0, 1.0
    for i in range(count + 1):
        straight = straight_between(w, g, count, i)[0].real
        before, at = g + HEAD + SURFACE * (i - 1), g + HEAD + SURFACE * i
        apart = 1.0 + spread * straight
        least = min(least, apart)
        if i == count:
            break
        if not apart > 0.0:
            return LOST
        if i == 0:
            spread = 1.0 / straight
        else:
            cosine = dot(frame_at(w, before, LAST)[2], frame_at(w, at, PLACE)[2]).real
            spread = (spread * straight + max(0.0, 1.0 - cosine * cosine)) / (straight * apart)
        if w[at + LONG].real > 0.0 and not w[at + LEAST].real > MEET:
            return LOST
        c, s = w[at + FIELD].real, w[at + FIELD + 1].real
        c_rate, s_rate = w[at + FIELD + 2].real, w[at + FIELD + 3].real
        apart = c + spread * s
        if not apart > 0.0:
            return LOST
        least = min(least, apart)
        spread = (c_rate + spread * s_rate) / apart
    return least
