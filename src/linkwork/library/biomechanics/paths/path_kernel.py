"""Lengths of muscle paths, their gradients, and what a tension of 1 does to every body.

A path runs straight from station to station: points fixed on a body, points that move on it with a coordinate, points
that count only within a range of a coordinate, and surfaces that it goes round where it would run through them. On a
surface the way is the shortest one, so the gradient of the length is that of the straight parts alone.
"""

from __future__ import annotations

import math

from linkwork.library.biomechanics.layout_kernel import (
    ARC,
    COME,
    DEEP,
    FIXED,
    JUMP,
    KEPT,
    MOVING,
    PATH_SPANS,
    PIECES,
    POINT_CURVES,
    POINT_KINDS,
    POINT_NUMBERS,
    SHARE,
    SPHERE,
    STATE,
    TOLD,
    WRAPPED,
)
from linkwork.library.biomechanics.paths.place_kernel import station_place
from linkwork.library.biomechanics.paths.step_kernel import come_to
from linkwork.library.biomechanics.paths.straight_kernel import is_straight
from linkwork.library.biomechanics.paths.ways_kernel import look_for_surfaces, put_ways
from linkwork.library.biomechanics.skeleton_kernel import add_gradient, curve, place_bodies, put_point
from linkwork.numerics.jit import njit


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
def bent(table, paths, first, last, screw, pose, q, here, ends, room, whole, gradient, pull):
    """Length from the point in row 0 of `here` to that in row 1, round surfaces, along the ways that were found."""
    kinds, kept = paths[POINT_KINDS], room[KEPT]
    put_ways(paths, first, last, pose, here, room)
    look_for_surfaces(paths, first, last, pose, here, room)
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
    if not is_straight(kinds, spans[path, 0], spans[path, 1]):
        why = come_to(table, paths, path, q, pose, here, room)
        if why < 0.0:
            return why
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
            length += part
        for i in range(3):
            here[0, i] = here[1, i]
        before, surface = station, -1
    return length


@njit
def trace_paths(table, paths, q, pose, screw, here, room, lengths, gradients, pulls, flips, leaps, deep):
    """Lengths of all paths in all frames, gradients[frame, path, coordinate], pulls[frame, path, body, 6].

    flips[frame, path] gets the number of the surface, from 1, that the path goes round on another side than before;
    leaps[frame, path] at which share of the way from the frame before, and by how much the length jumps there;
    deep[frame, path] how deep a straight part of it runs through a surface that it is to go round, m.
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
            flips[frame, path], deep[frame, path] = int(room[COME][path, TOLD]), 0.0
            leaps[frame, path, 0], leaps[frame, path, 1] = room[COME][path, SHARE], room[COME][path, JUMP]
            for station in range(spans[path, 0], spans[path, 1]):
                if kinds[station, 1] >= SPHERE:
                    deep[frame, path] = max(deep[frame, path], kept[station, DEEP])
