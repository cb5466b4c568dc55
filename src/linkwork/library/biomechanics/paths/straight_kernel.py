"""Paths from point to point without surfaces: length, rate, and what a tension does to bodies and coordinates.

Each is one walk over the points. `course` keeps of every point where it is, the direction to the next one, and whether
it counts now. What a tension does to a point is the difference of the directions before and after it; the rate of the
length is minus the power of a tension of 1.
"""

from __future__ import annotations

import math

from linkwork.library.biomechanics.layout_kernel import CONDITIONAL, MOVING, NEAR, SPHERE
from linkwork.library.biomechanics.skeleton_kernel import curve, put_point
from linkwork.numerics.jit import njit

TOWARDS, COUNTS, COURSE_NUMBERS = 3, 6, 7


@njit
def is_straight(kinds, first, last):
    """Whether no surface stands between the stations of a path."""
    surfaces = 0
    for station in range(first, last):
        surfaces += kinds[station, 1] >= SPHERE
    return surfaces == 0


@njit
def moving_place(pieces, curves, station, axis, q):
    """One component of the place of a point that moves on its body."""
    c = curves[station, 3 * axis]
    first, count = curves[station, 3 * axis + 1], curves[station, 3 * axis + 2]
    return curve(pieces, first, count, q[c] if c >= 0 else 0.0)[0]


@njit
def straight_length(pieces, kinds, curves, numbers, first, last, q, pose, course):
    """Length of a path without surfaces; `course` gets its points and directions."""
    length, before = 0.0, -1
    for station in range(first, last):
        row, kind = station - first, kinds[station, 1]
        course[row, COUNTS] = 1.0
        x, y, z = numbers[station, 0], numbers[station, 1], numbers[station, 2]
        if kind == CONDITIONAL:
            value = q[kinds[station, 2]]
            if value < numbers[station, 3] - NEAR or value > numbers[station, 4] + NEAR:
                course[row, COUNTS] = 0.0
                continue
        elif kind == MOVING:
            x = moving_place(pieces, curves, station, 0, q)
            y = moving_place(pieces, curves, station, 1, q)
            z = moving_place(pieces, curves, station, 2, q)
        put_point(pose, kinds[station, 0], x, y, z, course, row)
        course[row, TOWARDS], course[row, TOWARDS + 1], course[row, TOWARDS + 2] = 0.0, 0.0, 0.0
        if before >= 0:
            dx, dy = course[row, 0] - course[before, 0], course[row, 1] - course[before, 1]
            dz = course[row, 2] - course[before, 2]
            part = math.sqrt(dx * dx + dy * dy + dz * dz)
            if part > 0.0:
                course[before, TOWARDS] = dx / part
                course[before, TOWARDS + 1] = dy / part
                course[before, TOWARDS + 2] = dz / part
                length += part
        before = row
    return length


@njit
def slope_of_moving(pieces, kinds, curves, station, q, pose, axis, fx, fy, fz):
    """How much a force at a point that moves on its body does along one of the axes, for a unit of its coordinate."""
    c, body = curves[station, 3 * axis], kinds[station, 0]
    slope = curve(pieces, curves[station, 3 * axis + 1], curves[station, 3 * axis + 2], q[c])[1]
    if body < 0:
        return slope * (fx if axis == 0 else (fy if axis == 1 else fz))
    return slope * (pose[body, axis] * fx + pose[body, 3 + axis] * fy + pose[body, 6 + axis] * fz)


@njit
def straight_rate(pieces, kinds, curves, first, last, q, u, pose, twist, course):
    """Rate of the length of a path, after `straight_length`."""
    rate, bx, by, bz = 0.0, 0.0, 0.0, 0.0
    for station in range(first, last):
        row, body = station - first, kinds[station, 0]
        if course[row, COUNTS] == 0.0:
            continue
        fx, fy, fz = course[row, TOWARDS] - bx, course[row, TOWARDS + 1] - by, course[row, TOWARDS + 2] - bz
        bx, by, bz = course[row, TOWARDS], course[row, TOWARDS + 1], course[row, TOWARDS + 2]
        if body >= 0:
            rx, ry, rz = (
                course[row, 0] - pose[body, 9],
                course[row, 1] - pose[body, 10],
                course[row, 2] - pose[body, 11],
            )
            wx, wy, wz = twist[body, 0], twist[body, 1], twist[body, 2]
            rate -= fx * (twist[body, 6] + wy * rz - wz * ry)
            rate -= fy * (twist[body, 7] + wz * rx - wx * rz)
            rate -= fz * (twist[body, 8] + wx * ry - wy * rx)
        if kinds[station, 1] == MOVING:
            for axis in range(3):
                c = curves[station, 3 * axis]
                if c >= 0:
                    rate -= u[c] * slope_of_moving(pieces, kinds, curves, station, q, pose, axis, fx, fy, fz)
    return rate


@njit
def pull_on_course(pieces, kinds, curves, first, last, q, pose, course, tension, wrench, right):
    """Take what a tension does to the bodies from what they need, after `straight_length`; `right` gets what it does
    where points move on their bodies."""
    bx, by, bz = 0.0, 0.0, 0.0
    for station in range(first, last):
        row, body = station - first, kinds[station, 0]
        if course[row, COUNTS] == 0.0:
            continue
        ax, ay, az = course[row, TOWARDS], course[row, TOWARDS + 1], course[row, TOWARDS + 2]
        fx, fy, fz = tension * (ax - bx), tension * (ay - by), tension * (az - bz)
        bx, by, bz = ax, ay, az
        if body >= 0:
            x, y, z = course[row, 0], course[row, 1], course[row, 2]
            wrench[body, 0] -= fx
            wrench[body, 1] -= fy
            wrench[body, 2] -= fz
            wrench[body, 3] -= y * fz - z * fy
            wrench[body, 4] -= z * fx - x * fz
            wrench[body, 5] -= x * fy - y * fx
        if kinds[station, 1] == MOVING:
            for axis in range(3):
                c = curves[station, 3 * axis]
                if c >= 0:
                    right[c] += slope_of_moving(pieces, kinds, curves, station, q, pose, axis, fx, fy, fz)
