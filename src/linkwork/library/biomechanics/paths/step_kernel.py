"""The ways of a path followed from the coordinates before to these, however far they are apart.

Between both the coordinates go straight. Where all ways go on, that is one step. Where a surface is left or reached, a
point begins or ceases to count, or a way ends, the place of that is closed in on, so that what is found behind it is
what the path came to; a length that jumps there is told, with the share of the way and by how much.
"""

from __future__ import annotations

import math

from linkwork.library.biomechanics.layout_kernel import (
    ARC,
    BEFORE,
    CLEAR,
    COLD,
    COME,
    COURSE,
    CYLINDER,
    ELLIPSOID,
    ENDS_AT,
    FLIPPED,
    FREE,
    JUMP,
    KEPT,
    KNOWN,
    LENGTH,
    LENIENT,
    LONG,
    PATH_SPANS,
    POINT_KINDS,
    POINT_NUMBERS,
    RADII_AT,
    RADIUS,
    SEEN_FROM,
    SHARE,
    SIDE,
    SPHERE,
    STATE,
    TANGENTS,
    TANGENTS_AT,
    TOLD,
    TOWARDS_AT,
    TRIED,
    TRIED_POSE,
    TRIED_SCREW,
    TWICE,
    VALUES,
    WRAPPED,
)
from linkwork.library.biomechanics.paths.place_kernel import station_place
from linkwork.library.biomechanics.paths.ways_kernel import (
    EVENT,
    FAR,
    GO_ON,
    OTHER_POINTS,
    PASSES,
    find_ways,
    put_ways,
    seen_from,
)
from linkwork.library.biomechanics.skeleton_kernel import place_bodies
from linkwork.numerics.geodesics.layout_kernel import ELLIPSOID as SMOOTH_ELLIPSOID
from linkwork.numerics.geodesics.layout_kernel import LIFTS
from linkwork.numerics.geodesics.starts_kernel import depth_along
from linkwork.numerics.jit import njit

FINE = 2.0**-6  # of the way: between places so near to each other no surface is come to and left again
LEAST = 2.0**-26  # of the way: so near to it the place of an event is closed in on
JUMPS = 2e-7  # of the length: more than it can change there
MOVES = 0.25  # of the smallest radius: points of touch that move farther may be on another side
TURNS = 0.5 * math.pi  # the same of the angle round a cylinder
NOWHERE = 2.0  # for a share: none
MOST_TRIES = 1000
AHEAD, FARTHEST = 32.0, 64.0  # times as far: where there is no way behind an event it is looked for ahead, to there


@njit
def smallest_radius(kind, number):
    """By what a surface is measured."""
    if kind < ELLIPSOID:
        return number[RADIUS]
    return min(number[RADII_AT], min(number[RADII_AT + 1], number[RADII_AT + 2]))


@njit
def moved_by(kind, number, own, was):
    """How far points of touch have moved, in radii of their surface, where the path lies on it before and now.

    Those of a ring are others where a second touch begins or ends.
    """
    again = (own[TWICE + 7] > 0.0) != (was[TWICE + 7] > 0.0)
    if own[STATE] != WRAPPED or was[STATE] != WRAPPED or again:
        return 0.0
    most = 0.0
    for k in range(2):
        total = 0.0
        for i in range(3):
            total += (own[TANGENTS_AT + 3 * k + i] - was[TANGENTS_AT + 3 * k + i]) ** 2
        most = max(most, total)
    return math.sqrt(most) / smallest_radius(kind, number)


@njit
def is_certain(kind, number):
    """Whether the way round a surface that stands alone does not hang on where it was reached.

    There is one way round a ball at all times, and a cylinder may have a chosen side.
    """
    chosen = number[SIDE] != 0.0 or number[TOWARDS_AT] != 0.0 or number[TOWARDS_AT + 1] != 0.0
    return number[LENIENT] == 0.0 and (kind == SPHERE or (kind == CYLINDER and chosen))


@njit
def alone_went_on(kind, number, own, was):
    """What became of the way round a surface that stands alone between two points."""
    if own[FLIPPED] > 0.0 or (own[STATE] != was[STATE] and not is_certain(kind, number)):
        return EVENT
    if kind == CYLINDER:
        return FAR if abs(own[LONG] - was[LONG]) > TURNS else GO_ON
    return FAR if kind >= ELLIPSOID and moved_by(kind, number, own, was) > MOVES else GO_ON


@njit
def count_surfaces(kinds, first, last):
    """How many surfaces stand from one station to before another."""
    many = 0
    for station in range(first, last):
        many += 1 if kinds[station, 1] >= SPHERE else 0
    return many


@njit
def went_past(paths, first, last, pose, here, room):
    """Whether the path may have come to a surface and left it since the state before: ends have moved far enough.

    Keeps how far it passes from each that it is free of.
    """
    kinds, numbers, tangents = paths[POINT_KINDS], paths[POINT_NUMBERS], room[TANGENTS]
    what, alone = GO_ON, count_surfaces(kinds, first, last) == 1
    for surface in range(first, last):
        kind, own, was = kinds[surface, 1], room[KEPT][surface], room[BEFORE][surface]
        if kind < SPHERE or own[STATE] != FREE or (alone and is_certain(kind, numbers[surface])):
            continue
        seen_from(paths, first, last, surface, pose, here, room)
        clear, far = clearance(kind, numbers[surface], tangents), 0.0
        for end in range(2):
            moved = 0.0
            for i in range(3 * end, 3 * end + 3):
                moved += (tangents[ENDS_AT + i] - was[SEEN_FROM + i]) ** 2
                own[SEEN_FROM + i] = tangents[ENDS_AT + i]
            far = max(far, math.sqrt(moved))
        own[CLEAR] = clear
        if was[STATE] == FREE and was[COURSE] == own[COURSE] and far > clear + was[CLEAR]:
            what = PASSES
    return what


@njit
def clearance(kind, number, tangents):
    """At least how far the straight way between two ends passes from a surface, m."""
    e, flat = ENDS_AT, 0.0 if kind == CYLINDER else 1.0
    ends = (
        tangents[e], tangents[e + 1], flat * tangents[e + 2], tangents[e + 3], tangents[e + 4], flat * tangents[e + 5]
    )  # fmt: skip
    radius, what = number[RADIUS], SMOOTH_ELLIPSOID
    radii = radius, radius, radius
    if kind >= ELLIPSOID:
        radii, what = (number[RADII_AT], number[RADII_AT + 1], number[RADII_AT + 2]), kind - ELLIPSOID
        radius = min(radii[0], min(radii[1], radii[2]))
    return radius * (math.sqrt(max(0.0, 1.0 - depth_along(what, radii, ends))) - 1.0)


@njit
def went_on(paths, first, last, room):
    """What became of the ways round the surfaces from `first` to before `last` since what was kept before."""
    kinds, numbers, kept, before = paths[POINT_KINDS], paths[POINT_NUMBERS], room[KEPT], room[BEFORE]
    many, what = count_surfaces(kinds, first, last), GO_ON
    for surface in range(first, last):
        own, was, kind = kept[surface], before[surface], kinds[surface, 1]
        if kind < SPHERE or was[COURSE] == 0.0:
            continue
        if own[COURSE] != was[COURSE]:
            return OTHER_POINTS
        if many == 1:
            what = alone_went_on(kind, numbers[surface], own, was)
        elif own[STATE] != was[STATE]:
            what = EVENT
    return what


@njit
def distance(here, i, j):
    """How far two points in space are apart."""
    total = 0.0
    for axis in range(3):
        total += (here[j, axis] - here[i, axis]) ** 2
    return math.sqrt(total)


@njit
def long_between(paths, first, last, here, room):
    """The length from the point in row 0 of `here` to that in row 1, along the ways that were found."""
    kinds, kept, length, row = paths[POINT_KINDS], room[KEPT], 0.0, 0
    for surface in range(first, last):
        if kinds[surface, 1] >= SPHERE and kept[surface, STATE] == WRAPPED:
            at = 2 + 2 * (surface - first)
            length += kept[surface, ARC] + distance(here, row, at)
            row = at + 1
    return length + distance(here, row, 1)


@njit
def lay_path(table, paths, path, q, pose, here, room, slides):
    """Find all ways of a path round its surfaces: what became of them, or why there is none, and the length.

    Unless it `slides` nothing more is looked for where one does not go on.
    """
    kinds, spans, kept = paths[POINT_KINDS], paths[PATH_SPANS], room[KEPT]
    length, before, surface, worst = 0.0, -1, -1, GO_ON
    for station in range(spans[path, 0], spans[path, 1]):
        if kinds[station, 1] >= SPHERE:
            if surface < 0:
                surface = station
            continue
        if not station_place(table, paths, station, q, pose, here, 1):
            continue
        if before < 0 and surface >= 0:
            for one in range(surface, station):
                kept[one, COURSE] = 0.0
        elif surface >= 0:
            what = find_ways(paths, surface, station, pose, here, room, slides)
            if what < 0.0:
                return what, 0.0
            worst = max(worst, max(what, went_on(paths, surface, station, room)))
            if worst >= FAR and not slides:
                return worst, 0.0
            worst = max(worst, went_past(paths, surface, station, pose, here, room))
            put_ways(paths, surface, station, pose, here, room)
            length += long_between(paths, surface, station, here, room)
        elif before >= 0:
            length += distance(here, 0, 1)
        for i in range(3):
            here[0, i] = here[1, i]
        before, surface = station, -1
    return worst, length


@njit
def keep(paths, path, room, back):
    """Keep the state of the surfaces of a path as that before, or put it back."""
    spans, kept, before = paths[PATH_SPANS], room[KEPT], room[BEFORE]
    for station in range(spans[path, 0], spans[path, 1]):
        if paths[POINT_KINDS][station, 1] >= SPHERE:
            for i in range(kept.shape[1]):
                if back:
                    kept[station, i] = before[station, i]
                else:
                    before[station, i] = kept[station, i]


@njit
def try_at(table, paths, path, q, pose, here, room, share, slides):
    """Find all ways at a share of the way from the coordinates before, from the state before."""
    keep(paths, path, room, True)
    if share == 1.0:
        return lay_path(table, paths, path, q, pose, here, room, slides)
    tried, come = room[TRIED], room[COME][path]
    for c in range(len(q)):
        tried[c] = come[VALUES + c] + share * (q[c] - come[VALUES + c])
    place_bodies(table, tried, room[TRIED_POSE], room[TRIED_SCREW])
    return lay_path(table, paths, path, tried, room[TRIED_POSE], here, room, slides)


@njit
def farthest(paths, path, room):
    """The station, from 1, of the surface on which a way has moved farthest since the state before, and how far."""
    kinds, numbers, kept, before = paths[POINT_KINDS], paths[POINT_NUMBERS], room[KEPT], room[BEFORE]
    first, most, where = paths[PATH_SPANS][path, 0], -1.0, 0
    for station in range(first, paths[PATH_SPANS][path, 1]):
        kind, own, was = kinds[station, 1], kept[station], before[station]
        if kind < SPHERE:
            continue
        far = moved_by(kind, numbers[station], own, was)
        if own[STATE] != was[STATE] and was[STATE] != COLD:
            far = max(far, 0.5 * MOVES)  # left or reached
        if far > most:
            most, where = far, station - first + 1
    return where, most


@njit
def tell(come, where, share, jump):
    """Tell a jump, of nothing where that is what is left of it; of several on the way at the place of the largest."""
    if come[TOLD] == 0.0 or abs(jump) > abs(come[JUMP]):
        come[TOLD], come[SHARE] = where, share
    come[JUMP] += jump if abs(jump) > JUMPS * come[LENGTH] else 0.0


@njit
def way_ahead(table, paths, path, q, pose, here, room, done, share, why):
    """The nearest place ahead at which there is a way, the length there, or below zero why none is here.

    A way that slides too slowly here is looked for beyond; `why` there is none at the first share.
    """
    part, why = share - done, why if share == 1.0 else LIFTS
    while why == LIFTS and share < FARTHEST:
        before = share
        part *= AHEAD
        share = done + part
        if before < 1.0 < share:
            share = 1.0
        what, length = try_at(table, paths, path, q, pose, here, room, share, True)
        if what >= 0.0:
            return share, length
        if share == 1.0:
            why = what
    return why, 0.0


@njit
def leap(table, paths, path, q, pose, here, room, done, share, why):
    """From where a way ends to the next one ahead, and along that back to there: how far it is followed then.

    Below zero: why there is none.
    """
    come = room[COME][path]
    share, length = way_ahead(table, paths, path, q, pose, here, room, done, share, why)
    if share < 0.0:
        return share
    where, _ = farthest(paths, path, room)
    keep(paths, path, room, False)
    what, before = try_at(table, paths, path, q, pose, here, room, done, False)
    if what == GO_ON:
        share, length = done, before
    elif share > 1.0:
        what, length = try_at(table, paths, path, q, pose, here, room, 1.0, False)
        if what != GO_ON:
            return LIFTS
        share = 1.0
    else:
        keep(paths, path, room, True)
    keep(paths, path, room, False)
    tell(come, where, done, length - come[LENGTH])
    come[LENGTH] = length
    return share


@njit
def follow_path(table, paths, path, q, pose, here, room):
    """Follow all ways of a path from the coordinates before to these; below zero: why there is none here."""
    come, done, bad, far, again = room[COME][path], 0.0, NOWHERE, False, False
    keep(paths, path, room, False)
    for _ in range(MOST_TRIES):
        at_event = bad - done <= LEAST
        share = bad if at_event or again else min(1.0, done + 0.5 * (bad - done))
        if bad == NOWHERE:
            share = 1.0
        what, length = try_at(table, paths, path, q, pose, here, room, share, at_event)
        if what == PASSES and share - done <= FINE:
            what = GO_ON
        if what == GO_ON or (at_event and what > GO_ON):
            where, most = farthest(paths, path, room)
            jump = length - come[LENGTH]
            if what in (FAR, EVENT) and (most > MOVES or abs(jump) > JUMPS * length):
                tell(come, where, share, jump)
            come[LENGTH], done = length, share
            if share == 1.0:
                return 0.0
            keep(paths, path, room, False)
            again = far
            if share == bad:
                bad, again = NOWHERE, False
        elif at_event:
            done, bad, again = leap(table, paths, path, q, pose, here, room, done, share, what), NOWHERE, False
            if done < 0.0 or done == 1.0:
                return min(0.0, done)
        else:
            bad, far, again = share, what in (PASSES, FAR), False
    what, length = try_at(table, paths, path, q, pose, here, room, 1.0, True)
    if what >= 0.0:
        tell(come, farthest(paths, path, room)[0], 1.0, length - come[LENGTH])
        come[LENGTH] = length
    return min(0.0, what)


@njit
def come_to(table, paths, path, q, pose, here, room):
    """Find the ways of a path at these coordinates, from those before if there were any; below zero: why none is."""
    come = room[COME][path]
    come[TOLD], come[SHARE], come[JUMP] = 0.0, 0.0, 0.0
    if come[KNOWN] > 0.0:
        why = follow_path(table, paths, path, q, pose, here, room)
    else:
        keep(paths, path, room, False)
        why, come[LENGTH] = lay_path(table, paths, path, q, pose, here, room, True)
    come[KNOWN] = 1.0 if why >= 0.0 else 0.0
    for c in range(len(q)):
        come[VALUES + c] = q[c]
    return why
