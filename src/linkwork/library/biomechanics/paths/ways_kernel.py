"""The ways of a path round the surfaces between two of its points, at one place of all bodies.

Round one surface a way is found from where it was; round several all are found together where they go on, else one by
one until little moves.
"""

from __future__ import annotations

import math

from linkwork.library.biomechanics.layout_kernel import (
    ARC,
    COURSE,
    CYLINDER,
    DEEP,
    ENDS_AT,
    FLIPPED,
    FREE,
    KEPT,
    LENIENT,
    OFF_SIDE,
    POINT_KINDS,
    POINT_NUMBERS,
    RADII_AT,
    RADIUS,
    SPHERE,
    STATE,
    TANGENTS,
    TANGENTS_AT,
    THROUGH_AT,
    TORUS,
    TOWARDS_AT,
    WORK,
    WRAPPED,
)
from linkwork.library.biomechanics.paths.course_kernel import (
    follow_course,
    goes_on,
    keep_course,
    number_of,
    settle_course,
)
from linkwork.library.biomechanics.paths.place_kernel import local, put_tangents
from linkwork.library.biomechanics.paths.wrap_kernel import go_round
from linkwork.numerics.geodesics.depth_kernel import depth_in_ellipsoid
from linkwork.numerics.geodesics.layout_kernel import IS_FREE, LIFTS
from linkwork.numerics.geodesics.ring_kernel import depth_in_ring
from linkwork.numerics.jit import njit
from linkwork.numerics.vectors_kernel import vector

GO_ON, PASSES, FAR, EVENT, OTHER_POINTS = 0.0, 1.0, 2.0, 3.0, 4.0
"""What becomes of ways: they go on; one may have passed a surface; one moved far; one ends, or a surface is left or
reached; a point between which they lay began or ceased to count."""
STILL = 1e-14  # of a metre: points of touch that move less are where they belong
SLOW = 1e-3  # of the distance of the ends: from where points of touch move less, ways are found together
AGAIN = 0.5  # of where that was tried last
MOST_SWEEPS = 500


@njit
def neighbour(kept, surface, first, last, step):
    """The row of `here` of the nearest place before (step -1) or after a surface at which the path is held."""
    other = surface + step
    while first <= other < last:
        if kept[other, STATE] == WRAPPED:
            return 2 + 2 * (other - first) + (1 if step < 0 else 0)
        other += step
    return 0 if step < 0 else 1


@njit
def seen_from(paths, first, last, surface, pose, here, room):
    """The two places between which a path goes round a surface, in its frame; whether it begins through a ring.

    It does where the points between which that stands lie on both sides of it, whatever else the path touches.
    """
    kinds, numbers, tangents, kept = paths[POINT_KINDS], paths[POINT_NUMBERS], room[TANGENTS], room[KEPT]
    body = kinds[surface, 0]
    local(numbers, surface, pose, body, here, 0, tangents, ENDS_AT)
    local(numbers, surface, pose, body, here, 1, tangents, ENDS_AT + 3)
    tangents[THROUGH_AT] = 1.0 if tangents[ENDS_AT + 2] * tangents[ENDS_AT + 5] < 0.0 else 0.0
    local(numbers, surface, pose, body, here, neighbour(kept, surface, first, last, -1), tangents, ENDS_AT)
    local(numbers, surface, pose, body, here, neighbour(kept, surface, first, last, 1), tangents, ENDS_AT + 3)


@njit
def put_ways(paths, first, last, pose, here, room):
    """The points of touch of all surfaces on which a path lies, into their rows of `here`."""
    kinds, numbers, kept = paths[POINT_KINDS], paths[POINT_NUMBERS], room[KEPT]
    for surface in range(first, last):
        if kinds[surface, 1] >= SPHERE and kept[surface, STATE] == WRAPPED:
            put_tangents(numbers, surface, pose, kinds[surface, 0], kept[surface], here, 2 + 2 * (surface - first))


@njit
def stays(paths, first, last, pose, here, room):
    """Whether a way that was found together leaves no surface and reaches none: 1, 0 where not; else why it is none."""
    kinds, numbers, tangents, kept = paths[POINT_KINDS], paths[POINT_NUMBERS], room[TANGENTS], room[KEPT]
    put_ways(paths, first, last, pose, here, room)
    same = 1.0
    for surface in range(first, last):
        kind, own, number = kinds[surface, 1], kept[surface], numbers[surface]
        if kind < SPHERE:
            continue
        was = own[STATE]
        if was == WRAPPED and kind != CYLINDER:
            t, middle = TANGENTS_AT, 0.0
            for i in range(3):
                middle += number[TOWARDS_AT + i] * (own[t + i] + own[t + 3 + i])
            if own[ARC] < 0.0:
                same = 0.0
            elif kind == SPHERE and middle < 0.0:
                return OFF_SIDE
            continue
        seen_from(paths, first, last, surface, pose, here, room)
        arc = go_round(kind, number, tangents, own, room[WORK], True)
        if arc < IS_FREE:
            return arc
        if own[STATE] != was:
            same = 0.0
            if arc >= 0.0:
                for i in range(6):
                    own[TANGENTS_AT + i] = tangents[i]
                put_tangents(numbers, surface, pose, kinds[surface, 0], own, here, 2 + 2 * (surface - first))
    return same


@njit
def sweep(paths, first, last, pose, here, room, anew):
    """Go round every surface by itself once, `anew` where a way has ended: how far touches moved; else why not."""
    kinds, numbers, tangents, kept = paths[POINT_KINDS], paths[POINT_NUMBERS], room[TANGENTS], room[KEPT]
    moved = 0.0
    for surface in range(first, last):
        if kinds[surface, 1] < SPHERE:
            continue  # a point that does not count now
        was = kept[surface, STATE]
        seen_from(paths, first, last, surface, pose, here, room)
        arc = go_round(kinds[surface, 1], numbers[surface], tangents, kept[surface], room[WORK], anew)
        if arc < IS_FREE:
            return arc
        if kept[surface, STATE] != was:
            moved = 1.0
        if arc >= 0.0:
            for i in range(6):
                moved = max(moved, abs(kept[surface, TANGENTS_AT + i] - tangents[i]))
                kept[surface, TANGENTS_AT + i] = tangents[i]
            row = 2 + 2 * (surface - first)
            put_tangents(numbers, surface, pose, kinds[surface, 0], kept[surface], here, row)
    return moved


@njit
def find_ways(paths, first, last, pose, here, room, slides):
    """Find the ways round the surfaces from `first` to before `last`: they went on, or not; below zero: why none is.

    The ends stand in rows 0 and 1 of `here`; rows 2 and 3 get the touches of the first surface, and so on. Round
    several surfaces nothing is looked for where they do not go on, unless the path `slides`.
    """
    kinds, kept = paths[POINT_KINDS], room[KEPT]
    many = 0
    for surface in range(first, last):
        many += 1 if kinds[surface, 1] >= SPHERE else 0
        kept[surface, FLIPPED] = 0.0
    put_ways(paths, first, last, pose, here, room)
    if many == 1:
        why = min(0.0, sweep(paths, first, last, pose, here, room, slides))
        for surface in range(first, last):
            kept[surface, COURSE] = number_of(first, last)
        return why
    what, held = GO_ON, goes_on(kinds, kept, first, last)
    if held:
        same = 0.0
        if follow_course(paths, first, last, pose, here, kept, room[WORK]):
            same = stays(paths, first, last, pose, here, room)
        if same < 0.0:
            return same
        if same == 0.0:
            what = EVENT
            if not slides:
                return what
    if not held or what == EVENT:
        why = slide(paths, first, last, pose, here, room)
        if why == LIFTS and held:  # it slides too slowly
            for surface in range(first, last):
                if kinds[surface, 1] >= SPHERE and kinds[surface, 1] != CYLINDER:
                    kept[surface, STATE] = FREE
            why = slide(paths, first, last, pose, here, room)
        if why < 0.0:
            return why
    keep_course(paths, first, last, pose, here, kept)
    return what


@njit
def slide(paths, first, last, pose, here, room):
    """Go round all surfaces one by one until little moves, then together; 1 when the way is there, else why not."""
    size = 0.0
    for i in range(3):
        size += (here[1, i] - here[0, i]) ** 2
    size, tried = math.sqrt(size), math.inf
    for _ in range(MOST_SWEEPS):
        moved = sweep(paths, first, last, pose, here, room, True)
        if moved < STILL:
            return 1.0 if moved >= 0.0 else moved
        if moved * AGAIN > tried:
            tried = math.inf  # it slides on
        near = moved < min(SLOW * size, AGAIN * tried)
        if near:
            tried = moved
        if near and settle_course(paths, first, last, pose, here, room[KEPT], room[WORK]):
            why = stays(paths, first, last, pose, here, room)
            if why != 0.0:
                return why
    return LIFTS


@njit
def look_for_surfaces(paths, first, last, pose, here, room):
    """How deep straight parts between two points run through each surface that stands there, but for cylinders."""
    kinds, numbers, tangents, kept = paths[POINT_KINDS], paths[POINT_NUMBERS], room[TANGENTS], room[KEPT]
    for one in range(first, last):
        kept[one, DEEP], row, kind = 0.0, 0, kinds[one, 1]
        if kind < SPHERE or kind == CYLINDER or numbers[one, LENIENT] > 0.0:
            continue
        radius, radii = numbers[one, RADIUS], vector(numbers[one], RADII_AT)
        if kind == SPHERE:
            radii = radius, radius, radius
        for surface in range(first, last + 1):
            if surface < last and kept[surface, STATE] != WRAPPED:
                continue
            at = 2 + 2 * (surface - first) if surface < last else 1
            local(numbers, one, pose, kinds[one, 0], here, row, tangents, 6)
            local(numbers, one, pose, kinds[one, 0], here, at, tangents, 9)
            here_in, there_in = vector(tangents, 6), vector(tangents, 9)
            if kind == TORUS:
                depth = depth_in_ring(radii, here_in, there_in)
            else:
                depth = depth_in_ellipsoid(radii, here_in, there_in)
            kept[one, DEEP], row = max(kept[one, DEEP], depth), at + 1
