"""Lengths of muscle paths, their gradients, and what a tension of 1 does to every body.

A path runs straight from station to station: points fixed on a body, points that move on it with a coordinate, points
that count only within a range of a coordinate, and surfaces that it goes round where it would run through them. On a
surface the way is the shortest one, so the gradient of the length is that of the straight parts alone.
"""

from __future__ import annotations

import math

from linkwork.library.biomechanics.layout_kernel import (
    ARC,
    CONDITIONAL,
    COURSE,
    CYLINDER,
    DEEP,
    ENDS_AT,
    FIXED,
    FLIPPED,
    FREE,
    MOVING,
    NEAR,
    OFF_SIDE,
    PATH_SPANS,
    PIECES,
    POINT_CURVES,
    POINT_KINDS,
    POINT_NUMBERS,
    RADII_AT,
    SPHERE,
    STATE,
    TANGENTS_AT,
    THROUGH_AT,
    TORUS,
    TOWARDS_AT,
    WRAPPED,
)
from linkwork.library.biomechanics.paths.course_kernel import (
    follow_course,
    goes_on,
    keep_course,
    keep_ways,
    settle_course,
    tell_slide,
)
from linkwork.library.biomechanics.paths.wrap_kernel import go_round
from linkwork.library.biomechanics.skeleton_kernel import add_gradient, curve, place_bodies, put_point
from linkwork.numerics.geodesics.layout_kernel import IS_FREE, LIFTS
from linkwork.numerics.geodesics.ring_kernel import depth_in_ring
from linkwork.numerics.jit import njit
from linkwork.numerics.vectors_kernel import vector

TANGENTS, KEPT, WORK = range(3)
"""The workspace of surfaces, a tuple of arrays: one surface, what is kept of all, geodesics."""
STILL = 1e-14  # of a metre: points of touch that move less are where they belong
SLOW = 1e-3  # of the distance of the ends: from where points of touch move less, ways are found together
AGAIN = 0.5  # of where that was tried last
MOST_SWEEPS = 500


@njit
def pull_at(pull, body, x, y, z, fx, fy, fz):
    """Add a force at a point of space to the wrench of a body."""
    if body >= 0:
        pull[body, 0] += fx
        pull[body, 1] += fy
        pull[body, 2] += fz
        pull[body, 3] += y * fz - z * fy
        pull[body, 4] += z * fx - x * fz
        pull[body, 5] += x * fy - y * fx


@njit
def pull_straight(here, i, j, first, second, pull):
    """Length of the straight part between the points in rows i and j of `here`, on two bodies, and its pull."""
    dx, dy, dz = here[j, 0] - here[i, 0], here[j, 1] - here[i, 1], here[j, 2] - here[i, 2]
    length = math.sqrt(dx * dx + dy * dy + dz * dz)
    if length == 0.0:
        return 0.0
    dx, dy, dz = dx / length, dy / length, dz / length
    pull_at(pull, first, here[i, 0], here[i, 1], here[i, 2], dx, dy, dz)
    pull_at(pull, second, here[j, 0], here[j, 1], here[j, 2], -dx, -dy, -dz)
    return length


@njit
def slope_straight(table, paths, screw, pose, q, here, i, j, ends, length, whole, gradient):
    """Add the gradient of a straight part of this length; where not `whole` only by points that move on their bodies,
    for the rest is that of the pulls."""
    if length == 0.0:
        return
    dx, dy, dz = here[j, 0] - here[i, 0], here[j, 1] - here[i, 1], here[j, 2] - here[i, 2]
    dx, dy, dz = dx / length, dy / length, dz / length
    for side in range(2):
        row, sign = (i, -1.0) if side == 0 else (j, 1.0)
        body, station = ends[2 * side], ends[2 * side + 1]
        fx, fy, fz = sign * dx, sign * dy, sign * dz
        if whole:
            add_gradient(table, screw, body, here[row, 0], here[row, 1], here[row, 2], fx, fy, fz, gradient)
        if station >= 0 and paths[POINT_KINDS][station, 1] == MOVING:
            curves = paths[POINT_CURVES]
            for axis in range(3):
                c = curves[station, 3 * axis]
                if c >= 0:
                    slope = curve(table[PIECES], curves[station, 3 * axis + 1], curves[station, 3 * axis + 2], q[c])[1]
                    if body < 0:
                        along = fx if axis == 0 else (fy if axis == 1 else fz)
                    else:
                        along = pose[body, axis] * fx + pose[body, 3 + axis] * fy + pose[body, 6 + axis] * fz
                    gradient[c] += slope * along


@njit
def straight(table, paths, screw, pose, q, here, i, j, ends, whole, gradient, pull):
    """Length of the straight part between the points in rows i and j of `here`; ends are their bodies and stations."""
    length = pull_straight(here, i, j, ends[0], ends[2], pull)
    slope_straight(table, paths, screw, pose, q, here, i, j, ends, length, whole, gradient)
    return length


@njit
def station_place(table, paths, station, q, pose, here, row):
    """Where a point is in space; False where it does not count now."""
    kinds, curves, numbers = paths[POINT_KINDS], paths[POINT_CURVES], paths[POINT_NUMBERS]
    x, y, z = numbers[station, 0], numbers[station, 1], numbers[station, 2]
    if kinds[station, 1] == CONDITIONAL:
        value = q[kinds[station, 2]]
        if value < numbers[station, 3] - NEAR or value > numbers[station, 4] + NEAR:
            return False
    elif kinds[station, 1] == MOVING:
        for axis in range(3):
            c = curves[station, 3 * axis]
            first, count = curves[station, 3 * axis + 1], curves[station, 3 * axis + 2]
            value = curve(table[PIECES], first, count, q[c] if c >= 0 else 0.0)[0]
            if axis == 0:
                x = value
            elif axis == 1:
                y = value
            else:
                z = value
    put_point(pose, kinds[station, 0], x, y, z, here, row)
    return True


@njit
def local(numbers, surface, pose, body, here, row, out, at):
    """A point of space in the frame of a surface."""
    x, y, z = here[row, 0], here[row, 1], here[row, 2]
    if body >= 0:
        x, y, z = x - pose[body, 9], y - pose[body, 10], z - pose[body, 11]
        x, y, z = (
            pose[body, 0] * x + pose[body, 3] * y + pose[body, 6] * z,
            pose[body, 1] * x + pose[body, 4] * y + pose[body, 7] * z,
            pose[body, 2] * x + pose[body, 5] * y + pose[body, 8] * z,
        )
    n = numbers[surface]
    x, y, z = x - n[0], y - n[1], z - n[2]
    for i in range(3):
        out[at + i] = n[5 + i] * x + n[8 + i] * y + n[11 + i] * z


@njit
def put_tangents(numbers, surface, pose, body, kept, here, row):
    """The points of touch of a surface in space, into two rows of `here`."""
    n = numbers[surface]
    for k in range(2):
        at = TANGENTS_AT + 3 * k
        x, y, z = kept[at], kept[at + 1], kept[at + 2]
        put_point(
            pose, body,
            n[0] + n[5] * x + n[6] * y + n[7] * z,
            n[1] + n[8] * x + n[9] * y + n[10] * z,
            n[2] + n[11] * x + n[12] * y + n[13] * z,
            here, row + k,
        )  # fmt: skip


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
        arc = go_round(kind, number, tangents, own, room[WORK])
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
def sweep(paths, first, last, pose, here, room):
    """Go round every surface by itself once: how far points of touch moved; below zero: why there is no way."""
    kinds, numbers, tangents, kept = paths[POINT_KINDS], paths[POINT_NUMBERS], room[TANGENTS], room[KEPT]
    moved = 0.0
    for surface in range(first, last):
        if kinds[surface, 1] < SPHERE:
            continue  # a point that does not count now
        was = kept[surface, STATE]
        seen_from(paths, first, last, surface, pose, here, room)
        arc = go_round(kinds[surface, 1], numbers[surface], tangents, kept[surface], room[WORK])
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
def find_tangents(paths, first, last, pose, here, room):
    """Find the way round the surfaces from `first` to before `last`; below zero: why there is none.

    The ends stand in rows 0 and 1 of `here`; rows 2 and 3 get the touches of the first surface, and so on.
    """
    kinds, kept = paths[POINT_KINDS], room[KEPT]
    many = 0
    for surface in range(first, last):
        many += 1 if kinds[surface, 1] >= SPHERE else 0
        kept[surface, FLIPPED] = 0.0
    put_ways(paths, first, last, pose, here, room)
    if many == 1:
        return min(0.0, sweep(paths, first, last, pose, here, room))
    follows = goes_on(kinds, kept, first, last)
    if follows:
        keep_ways(kinds, kept, first, last)
    went_on = follows and follow_course(paths, first, last, pose, here, kept, room[WORK])
    why = 0.0
    if went_on:
        keep_ways(kinds, kept, first, last)
        why = stays(paths, first, last, pose, here, room)
    if why == 0.0:
        why = slide(paths, first, last, pose, here, room)
        if why == LIFTS and follows:  # it slides too slowly
            for surface in range(first, last):
                if kinds[surface, 1] >= SPHERE and kinds[surface, 1] != CYLINDER:
                    kept[surface, STATE] = FREE
            why, went_on = slide(paths, first, last, pose, here, room), False
        if why > 0.0 and follows:
            tell_slide(paths, kept, first, last, not went_on)
    for surface in range(first, last):
        kept[surface, COURSE] = 0.0
    if why < 0.0:
        return why
    keep_course(paths, first, last, pose, here, kept)
    return 0.0


@njit
def slide(paths, first, last, pose, here, room):
    """Go round all surfaces one by one until little moves, then together; 1 when the way is there, else why not."""
    size = 0.0
    for i in range(3):
        size += (here[1, i] - here[0, i]) ** 2
    size, tried = math.sqrt(size), math.inf
    for _ in range(MOST_SWEEPS):
        moved = sweep(paths, first, last, pose, here, room)
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
def look_for_rings(paths, first, last, pose, here, room):
    """How deep straight parts between two points run through each ring that stands there."""
    kinds, numbers, tangents, kept = paths[POINT_KINDS], paths[POINT_NUMBERS], room[TANGENTS], room[KEPT]
    for ring in range(first, last):
        kept[ring, DEEP], row = 0.0, 0
        if kinds[ring, 1] != TORUS:
            continue
        radii = vector(numbers[ring], RADII_AT)
        for surface in range(first, last + 1):
            if surface < last and kept[surface, STATE] != WRAPPED:
                continue
            at = 2 + 2 * (surface - first) if surface < last else 1
            local(numbers, ring, pose, kinds[ring, 0], here, row, tangents, 6)
            local(numbers, ring, pose, kinds[ring, 0], here, at, tangents, 9)
            depth = depth_in_ring(radii, vector(tangents, 6), vector(tangents, 9))
            kept[ring, DEEP], row = max(kept[ring, DEEP], depth), at + 1


@njit
def bent(table, paths, first, last, screw, pose, q, here, ends, room, whole, gradient, pull):
    """Length from the point in row 0 of `here` to that in row 1, round surfaces; below zero: it is not to be had."""
    kinds, kept = paths[POINT_KINDS], room[KEPT]
    why = find_tangents(paths, first, last, pose, here, room)
    if why < 0.0:
        return why
    look_for_rings(paths, first, last, pose, here, room)
    length, row, body, station = 0.0, 0, ends[0], ends[1]
    for surface in range(first, last):
        if kept[surface, STATE] == WRAPPED:
            wrapped, at = kinds[surface, 0], 2 + 2 * (surface - first)
            length += kept[surface, ARC]
            length += straight(
                table, paths, screw, pose, q, here, row, at, (body, station, wrapped, -1), whole, gradient, pull
            )
            row, body, station = at + 1, wrapped, -1
    return length + straight(
        table, paths, screw, pose, q, here, row, 1, (body, station, ends[2], ends[3]), whole, gradient, pull
    )


@njit
def path_length(table, paths, path, q, pose, screw, here, room, whole, gradient, pull):
    """Length of one path with its gradient and the pull of a tension of 1; below zero: it is not to be had."""
    kinds, numbers, spans = paths[POINT_KINDS], paths[POINT_NUMBERS], paths[PATH_SPANS]
    length, before, surface = 0.0, -1, -1
    for station in range(spans[path, 0], spans[path, 1]):
        if kinds[station, 1] >= SPHERE:
            if surface < 0:
                surface = station
            continue
        if kinds[station, 1] == FIXED:
            place = numbers[station]
            put_point(pose, kinds[station, 0], place[0], place[1], place[2], here, 1)
        elif not station_place(table, paths, station, q, pose, here, 1):
            continue
        if before >= 0:
            if surface >= 0:
                ends = (kinds[before, 0], before, kinds[station, 0], station)
                part = bent(table, paths, surface, station, screw, pose, q, here, ends, room, whole, gradient, pull)
            else:
                part = pull_straight(here, 0, 1, kinds[before, 0], kinds[station, 0], pull)
                if whole or kinds[before, 1] == MOVING or kinds[station, 1] == MOVING:
                    ends = (kinds[before, 0], before, kinds[station, 0], station)
                    slope_straight(table, paths, screw, pose, q, here, 0, 1, ends, part, whole, gradient)
            if part < 0.0:
                return part
            length += part
        for i in range(3):
            here[0, i] = here[1, i]
        before, surface = station, -1
    return length


@njit
def trace_paths(table, paths, q, pose, screw, here, room, lengths, gradients, pulls, flips, deep):
    """Lengths of all paths in all frames, gradients[frame, path, coordinate], pulls[frame, path, body, 6].

    flips[frame, path] gets the number of the surface, from 1, that the path goes round on another side than before;
    deep[frame, path] how deep a straight part of it runs through a ring that it is to go round, m.
    """
    kinds, spans, kept = paths[POINT_KINDS], paths[PATH_SPANS], room[KEPT]
    for frame in range(len(q)):
        place_bodies(table, q[frame], pose, screw)
        for path in range(len(spans)):
            for c in range(gradients.shape[2]):
                gradients[frame, path, c] = 0.0
            for body in range(pulls.shape[2]):
                for i in range(6):
                    pulls[frame, path, body, i] = 0.0
            lengths[frame, path] = path_length(
                table, paths, path, q[frame], pose, screw, here, room, True, gradients[frame, path], pulls[frame, path]
            )
            flips[frame, path], deep[frame, path] = 0, 0.0
            for station in range(spans[path, 0], spans[path, 1]):
                if kept[station, FLIPPED] > 0.0:
                    flips[frame, path] = station - spans[path, 0] + 1
                if kinds[station, 1] == TORUS:
                    deep[frame, path] = max(deep[frame, path], kept[station, DEEP])
