"""Where the bodies of a skeleton are: every joint is a row of single turns and shifts, each a curve of one coordinate.

A body's frame is that of its parent, times the joint's frame there, the shifts along axes of that frame, the turns one
after the other about axes that turn along, and the joint's frame on the body backwards.
"""

from __future__ import annotations

import math

from linkwork.library.biomechanics.layout_kernel import AXES, FRAMES, KINDS, PARENT, PIECES, SPANS, TURN
from linkwork.numerics.jit import njit


@njit
def curve(pieces, first, count, x):
    """Value, slope and second derivative of a curve of cubic pieces; the first and the last go on without end."""
    low, high = 0, count - 1
    while low < high:
        middle = (low + high + 1) // 2
        if pieces[first + middle, 0] <= x:
            low = middle
        else:
            high = middle - 1
    row = first + low
    s = x - pieces[row, 0]
    b, c, d = pieces[row, 2], pieces[row, 3], pieces[row, 4]
    return pieces[row, 1] + s * (b + s * (c + s * d)), b + s * (2 * c + s * 3 * d), 2 * c + 6 * d * s


@njit
def follow(start, mother, frames, at, out, body):
    """out[body] = start[mother], then the frame of the body whose 12 numbers begin at `at`; both may be one."""
    for i in range(3):
        x, y, z = start[mother, 3 * i], start[mother, 3 * i + 1], start[mother, 3 * i + 2]
        away = x * frames[body, at + 9] + y * frames[body, at + 10] + z * frames[body, at + 11]
        out[body, 9 + i] = start[mother, 9 + i] + away
        for j in range(3):
            out[body, 3 * i + j] = (
                x * frames[body, at + j] + y * frames[body, at + 3 + j] + z * frames[body, at + 6 + j]
            )


@njit
def turn_about(pose, body, x, y, z, angle):
    """Turn a pose about an axis of its own."""
    c, s = math.cos(angle), math.sin(angle)
    d = 1.0 - c
    for i in range(3):
        a, b, e = pose[body, 3 * i], pose[body, 3 * i + 1], pose[body, 3 * i + 2]
        along = (a * x + b * y + e * z) * d
        pose[body, 3 * i] = c * a + along * x + s * (b * z - e * y)
        pose[body, 3 * i + 1] = c * b + along * y + s * (e * x - a * z)
        pose[body, 3 * i + 2] = c * e + along * z + s * (a * y - b * x)


@njit
def place_bodies(table, q, pose, screw):
    """Poses (rows of the rotation, then the origin) of all bodies, and of every move its axis in space, a point on it,
    slope and second derivative of its curve."""
    parent, frames, spans, kinds, axes = table[PARENT], table[FRAMES], table[SPANS], table[KINDS], table[AXES]
    pieces = table[PIECES]
    for body in range(len(parent)):
        if parent[body] < 0:
            # three axes and a place
            for i in range(12):
                pose[body, i] = frames[body, i]
        else:
            follow(pose, parent[body], frames, 0, pose, body)
        for move in range(spans[body, 0], spans[body, 1]):
            c = kinds[move, 1]
            value, slope, bend = curve(pieces, kinds[move, 2], kinds[move, 3], q[c] if c >= 0 else 0.0)
            x, y, z = axes[move, 0], axes[move, 1], axes[move, 2]
            for i in range(3):
                screw[move, i] = pose[body, 3 * i] * x + pose[body, 3 * i + 1] * y + pose[body, 3 * i + 2] * z
            if kinds[move, 0] == TURN:
                # many joints have turns that stay at zero
                if value != 0.0:
                    turn_about(pose, body, x, y, z, value)
            else:
                for i in range(3):
                    pose[body, 9 + i] += value * screw[move, i]
            for i in range(3):
                screw[move, 3 + i] = pose[body, 9 + i]
            screw[move, 6] = slope if c >= 0 else 0.0
            screw[move, 7] = bend if c >= 0 else 0.0
        follow(pose, body, frames, 12, pose, body)


@njit
def put_point(pose, body, x, y, z, out, row):
    """out[row] = a point of a body (-1: ground) in space."""
    if body < 0:
        out[row, 0], out[row, 1], out[row, 2] = x, y, z
        return
    for i in range(3):
        out[row, i] = pose[body, 9 + i] + pose[body, 3 * i] * x + pose[body, 3 * i + 1] * y + pose[body, 3 * i + 2] * z


@njit
def add_gradient(table, screw, body, x, y, z, fx, fy, fz, gradient):
    """gradient += f . dp/dq for a point p = (x, y, z) of space that a body carries."""
    parent, spans, kinds = table[PARENT], table[SPANS], table[KINDS]
    while body >= 0:
        for move in range(spans[body, 0], spans[body, 1]):
            c = kinds[move, 1]
            if c >= 0:
                ax, ay, az = screw[move, 0], screw[move, 1], screw[move, 2]
                if kinds[move, 0] == TURN:
                    dx, dy, dz = x - screw[move, 3], y - screw[move, 4], z - screw[move, 5]
                    ax, ay, az = ay * dz - az * dy, az * dx - ax * dz, ax * dy - ay * dx
                gradient[c] += screw[move, 6] * (fx * ax + fy * ay + fz * az)
        body = parent[body]
