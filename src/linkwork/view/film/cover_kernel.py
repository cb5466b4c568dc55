"""Triangles into pixels by a depth buffer with four samples a pixel: what is nearest is seen, edges come out smooth.

Samples lie on a turned grid: lines along rows and columns have as many shades as slanting ones.
"""

from __future__ import annotations

import math

from linkwork.numerics.jit import njit

SAMPLES = 4
ACROSS = (0.375, 0.875, 0.125, 0.625)  # places of the samples in a pixel
DOWN = (0.125, 0.375, 0.625, 0.875)
STEEPEST = 4.0  # slope that still counts when a face gives way to the lines along its rim
FAR = -1e30


@njit
def bounds(triangles, clip, box):
    """Pixels that triangles reach inside a frame: first column, first row, and those after the last."""
    left, top, right, bottom = clip[2], clip[3], clip[0], clip[1]
    for n in range(triangles.shape[0]):
        for c in range(3):
            x, y = triangles[n, c, 0], triangles[n, c, 1]
            left, right = min(left, x), max(right, x)
            top, bottom = min(top, y), max(bottom, y)
    box[0], box[1] = int(max(left, clip[0])), int(max(top, clip[1]))
    box[2], box[3] = int(min(right + 1.0, clip[2])), int(min(bottom + 1.0, clip[3]))


@njit
def cover(triangles, owners, slacks, clip, depth, seen, box):
    """Find whose triangle every sample shows; -1: none. Corners are columns, rows and nearness in pixels.

    Depths are `FAR` and nobody is seen at first; `colour` leaves them so.

    `slacks` say how many pixels a face lies behind where it is, for each unit of its slope: lines on it are seen.
    """
    bounds(triangles, clip, box)
    for n in range(triangles.shape[0]):
        ax, ay, az = triangles[n, 0, 0], triangles[n, 0, 1], triangles[n, 0, 2]
        bx, by, bz = triangles[n, 1, 0], triangles[n, 1, 1], triangles[n, 1, 2]
        cx, cy, cz = triangles[n, 2, 0], triangles[n, 2, 1], triangles[n, 2, 2]
        area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        if area == 0.0:
            continue
        if area < 0.0:
            bx, by, bz, cx, cy, cz, area = cx, cy, cz, bx, by, bz, -area
        slope_x = ((bz - az) * (cy - ay) - (cz - az) * (by - ay)) / area
        slope_y = ((cz - az) * (bx - ax) - (bz - az) * (cx - ax)) / area
        level = az - slope_x * ax - slope_y * ay - slacks[n] * min(abs(slope_x) + abs(slope_y), STEEPEST)
        ab, bc, ca = _lean(ax, ay, bx, by), _lean(bx, by, cx, cy), _lean(cx, cy, ax, ay)
        first, last = max(box[1], int(min(ay, by, cy))), min(box[3] - 1, int(max(ay, by, cy)))
        for row in range(first, last + 1):
            for s in range(SAMPLES):
                y = row + DOWN[s]
                # an empty span, which every crossing widens
                low, high = _crossing(ax, ay, by, ab, y, 1e300, -1e300)
                low, high = _crossing(bx, by, cy, bc, y, low, high)
                low, high = _crossing(cx, cy, ay, ca, y, low, high)
                low, high = max(low - ACROSS[s], box[0] - 0.5), min(high - ACROSS[s], box[2] - 0.5)
                if high < low:
                    continue
                begin, end = max(box[0], math.ceil(low)), min(box[2] - 1, math.floor(high))
                near = level + slope_x * (begin + ACROSS[s]) + slope_y * y
                for column in range(begin, end + 1):
                    if near > depth[row, column, s]:
                        depth[row, column, s] = near
                        seen[row, column, s] = owners[n]
                    near += slope_x


@njit
def _lean(ax, ay, bx, by):
    """How far an edge goes across for each row down; one that lies along a row is met by no line of samples."""
    return (bx - ax) / (by - ay) if by != ay else 0.0


@njit
def _crossing(ax, ay, by, lean, y, low, high):
    """Where an edge crosses a line of samples, added to where the others do."""
    if (ay > y) == (by > y):
        return low, high
    x = ax + (y - ay) * lean
    return min(low, x), max(high, x)


@njit
def colour(pixels, depth, seen, colours, box):
    """Give the pixels the colours (0 to 255) of what their samples show, over what is there; and forget the samples."""
    for row in range(box[1], box[3]):
        for column in range(box[0], box[2]):
            count, red, green, blue = 0, 0.0, 0.0, 0.0
            for s in range(SAMPLES):
                owner = seen[row, column, s]
                if owner >= 0:
                    count += 1
                    red += colours[owner, 0]
                    green += colours[owner, 1]
                    blue += colours[owner, 2]
                    depth[row, column, s] = FAR
                    seen[row, column, s] = -1
            if count == 0:
                continue
            rest = SAMPLES - count
            pixels[row, column, 0] = int((red + rest * pixels[row, column, 0]) / SAMPLES + 0.5)
            pixels[row, column, 1] = int((green + rest * pixels[row, column, 1]) / SAMPLES + 0.5)
            pixels[row, column, 2] = int((blue + rest * pixels[row, column, 2]) / SAMPLES + 0.5)
