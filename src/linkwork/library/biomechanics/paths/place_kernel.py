"""Where points and surfaces of paths are."""

from __future__ import annotations

from linkwork.library.biomechanics.layout_kernel import (
    CONDITIONAL,
    MOVING,
    NEAR,
    PIECES,
    POINT_CURVES,
    POINT_KINDS,
    POINT_NUMBERS,
    TANGENTS_AT,
)
from linkwork.library.biomechanics.skeleton_kernel import curve, put_point
from linkwork.numerics.jit import njit


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
