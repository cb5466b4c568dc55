"""Lengths of muscle paths, their gradients, and what a tension of 1 does to every body.

A path runs straight from station to station: points fixed on a body, points that move on it with a coordinate, points
that count only within a range of a coordinate, and surfaces that it goes round where it would run through them. On a
surface the way is the shortest one, so the gradient of the length is that of the straight parts alone.
"""

from __future__ import annotations

import math

from linkwork.library.biomechanics.layout_kernel import (
    CONDITIONAL,
    CYLINDER,
    MOVING,
    NEAR,
    PATH_SPANS,
    PIECES,
    POINT_CURVES,
    POINT_KINDS,
    POINT_NUMBERS,
    SPHERE,
)
from linkwork.library.biomechanics.skeleton_kernel import add_gradient, curve, place_bodies, put_point
from linkwork.library.biomechanics.wrap_kernel import round_cylinder, round_sphere
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
def straight(table, paths, screw, pose, q, here, i, j, ends, gradient, pull):
    """Length of the straight part between the points in rows i and j of `here`; ends are their bodies and stations."""
    dx, dy, dz = here[j, 0] - here[i, 0], here[j, 1] - here[i, 1], here[j, 2] - here[i, 2]
    length = math.sqrt(dx * dx + dy * dy + dz * dz)
    if length == 0.0:
        return 0.0
    dx, dy, dz = dx / length, dy / length, dz / length
    for side in range(2):
        row, sign = (i, -1.0) if side == 0 else (j, 1.0)
        body, station = ends[2 * side], ends[2 * side + 1]
        x, y, z, fx, fy, fz = here[row, 0], here[row, 1], here[row, 2], sign * dx, sign * dy, sign * dz
        add_gradient(table, screw, body, x, y, z, fx, fy, fz, gradient)
        pull_at(pull, body, x, y, z, -fx, -fy, -fz)
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
def bent(table, paths, surface, screw, pose, q, here, ends, touch, gradient, pull):
    """Length from the point in row 0 of `here` to that in row 1, round a surface; -1 less: it is not to be had."""
    kinds, numbers = paths[POINT_KINDS], paths[POINT_NUMBERS]
    body = kinds[surface, 0]
    local(numbers, surface, pose, body, here, 0, touch, 6)
    local(numbers, surface, pose, body, here, 1, touch, 9)
    radius = numbers[surface, 3]
    if kinds[surface, 1] == SPHERE:
        arc = round_sphere(touch[6], touch[7], touch[8], touch[9], touch[10], touch[11], radius, touch)
    else:
        arc = round_cylinder(
            touch[6], touch[7], touch[8], touch[9], touch[10], touch[11], radius, numbers[surface, 4], touch
        )
    if arc < 0.0:
        if arc < -1.0:
            return arc
        return straight(table, paths, screw, pose, q, here, 0, 1, ends, gradient, pull)
    n = numbers[surface]
    for k in range(2):
        x, y, z = touch[3 * k], touch[3 * k + 1], touch[3 * k + 2]
        put_point(
            pose, body,
            n[0] + n[5] * x + n[6] * y + n[7] * z,
            n[1] + n[8] * x + n[9] * y + n[10] * z,
            n[2] + n[11] * x + n[12] * y + n[13] * z,
            here, 2 + k,
        )  # fmt: skip
    first = straight(table, paths, screw, pose, q, here, 0, 2, (ends[0], ends[1], body, -1), gradient, pull)
    last = straight(table, paths, screw, pose, q, here, 3, 1, (body, -1, ends[2], ends[3]), gradient, pull)
    return first + arc + last


@njit
def path_length(table, paths, path, q, pose, screw, here, touch, gradient, pull):
    """Length of one path with its gradient and the pull of a tension of 1; below zero: a point lies in a surface."""
    kinds, spans = paths[POINT_KINDS], paths[PATH_SPANS]
    length, before, surface = 0.0, -1, -1
    for station in range(spans[path, 0], spans[path, 1]):
        kind = kinds[station, 1]
        if kind in (SPHERE, CYLINDER):
            surface = station
            continue
        if not station_place(table, paths, station, q, pose, here, 1):
            continue
        if before >= 0:
            ends = (kinds[before, 0], before, kinds[station, 0], station)
            if surface >= 0:
                part = bent(table, paths, surface, screw, pose, q, here, ends, touch, gradient, pull)
            else:
                part = straight(table, paths, screw, pose, q, here, 0, 1, ends, gradient, pull)
            if part < 0.0:
                return part
            length += part
        for i in range(3):
            here[0, i] = here[1, i]
        before, surface = station, -1
    return length


@njit
def follow_paths(table, paths, q, pose, screw, here, touch, lengths, gradients, pulls):
    """Lengths of all paths in all frames, gradients[frame, path, coordinate], pulls[frame, path, body, 6]."""
    for frame in range(len(q)):
        place_bodies(table, q[frame], pose, screw)
        for path in range(len(paths[PATH_SPANS])):
            for c in range(gradients.shape[2]):
                gradients[frame, path, c] = 0.0
            for body in range(pulls.shape[2]):
                for i in range(6):
                    pulls[frame, path, body, i] = 0.0
            lengths[frame, path] = path_length(
                table, paths, path, q[frame], pose, screw, here, touch, gradients[frame, path], pulls[frame, path]
            )
