"""Flat patches into pixels by a depth buffer with four samples a pixel: what is nearest is seen, edges come out smooth.

Every pixel has its samples on four lines, (n + 1/2)/4 rows down and 3/8, 7/8, 1/8, 5/8 columns across, a turned grid:
lines along rows and columns have as many shades as slanting ones. A sample is one whole number, its nearness above and
whose it is below, so that the greatest is what is seen. Marks say which stretches of a row have such samples: most of a
picture is empty, and to look there would take longer than to fill the rest.
"""

from __future__ import annotations

import math

from linkwork.numerics.jit import njit

SAMPLES = 4
HALF = SAMPLES // 2
CORNERS = 4  # of a patch
STRETCH = 32  # pixels side by side that have a mark in common
STEEPEST = 4.0  # slope that still counts when a face gives way to the lines along its rim
THINNEST = 1e-9  # twice the area, in pixels, of a patch that meets no sample
FINE = 65536.0  # steps of nearness in a pixel
DEEPEST = 4e6  # pixels before or behind the focus
OWNERS = 1 << 24  # more than there are faces
NOBODY = -(1 << 62)


@njit
def bounds(patches, clip, box):
    """Pixels that patches reach inside a frame: first column, first row, and those after the last."""
    left, top, right, bottom = clip[2], clip[3], clip[0], clip[1]
    for n in range(patches.shape[0]):
        for c in range(CORNERS):
            x, y = patches[n, c, 0], patches[n, c, 1]
            left, right = min(left, x), max(right, x)
            top, bottom = min(top, y), max(bottom, y)
    box[0], box[1] = int(max(left, clip[0])), int(max(top, clip[1]))
    box[2], box[3] = int(min(right + 1.0, clip[2])), int(min(bottom + 1.0, clip[3]))


@njit
def cover(patches, owners, slacks, clip, samples, marks, box):
    """Find whose patch every sample shows. A patch is flat and convex and has four corners: columns, rows and nearness
    in pixels; a triangle has one of them twice.

    `samples` (rows by columns by samples) hold `NOBODY` at first and `marks` (rows by stretches) zeros; what colours
    the pixels leaves them so. `slacks` say how many pixels a face lies behind where it is, for each unit of its slope:
    lines on it are seen.
    """
    bounds(patches, clip, box)
    left, right = 1.0 * box[0], box[2] - 1.0
    for n in range(patches.shape[0]):
        ax, ay, az = patches[n, 0, 0], patches[n, 0, 1], patches[n, 0, 2]
        bx, by, bz = patches[n, 1, 0], patches[n, 1, 1], patches[n, 1, 2]
        cx, cy, cz = patches[n, 2, 0], patches[n, 2, 1], patches[n, 2, 2]
        dx, dy, dz = patches[n, 3, 0], patches[n, 3, 1], patches[n, 3, 2]
        ex, ey, ez, fx, fy, fz = cx - ax, cy - ay, cz - az, dx - bx, dy - by, dz - bz  # along both diagonals
        area = ex * fy - ey * fx
        if abs(area) < THINNEST:
            continue
        # lines of samples from the uppermost corner on, between the corners, before the lowest one
        low, high = min(ay, by), max(ay, by)
        lower, higher = min(cy, dy), max(cy, dy)
        middle, other = max(low, lower), min(high, higher)
        first, last = _line(min(low, lower), box), _line(max(high, higher), box)
        if last <= first:
            continue
        upper_turn, lower_turn = _line(min(middle, other), box), _line(max(middle, other), box)
        least, most = min(az, bz, cz, dz), max(az, bz, cz, dz)
        slope_x, slope_y = (ez * fy - ey * fz) / area, (ex * fz - ez * fx) / area
        behind = slacks[n] * min(abs(slope_x) + abs(slope_y), STEEPEST)
        level = az - slope_x * ax - slope_y * ay
        step = int(max(min(slope_x, most - least), least - most) * FINE) * OWNERS
        owner = owners[n]
        for part in range(3):  # above, between and below the corners at the sides: two edges bound each
            begin, end = (
                (first, upper_turn) if part == 0 else (upper_turn, lower_turn) if part == 1 else (lower_turn, last)
            )
            if end <= begin:
                continue
            y = (begin + 0.5) / SAMPLES
            x, other, lean, lean_other, near = 0.0, 0.0, 0.0, 0.0, level + slope_y * y
            for e in range(CORNERS):
                f = (e + 1) % CORNERS
                if (patches[n, e, 1] <= y) != (patches[n, f, 1] <= y):
                    if patches[n, e, 1] > y:  # always from above, so that neighbours agree on their edge
                        e, f = f, e
                    x, lean = other, lean_other
                    lean_other = (patches[n, f, 0] - patches[n, e, 0]) / (patches[n, f, 1] - patches[n, e, 1])
                    other = patches[n, e, 0] + (y - patches[n, e, 1]) * lean_other
            for line in range(begin, end):
                across = 0.5 * (line % 2) + (0.375 if line % SAMPLES < 2 else 0.125)
                low, high = max(min(x, other) - across, left), min(max(x, other) - across, right)
                from_column, to_column = math.ceil(low), math.floor(high)
                if to_column >= from_column:
                    # thin patches: rounding may not lift what lies between their corners above them
                    here = max(min(near + slope_x * (from_column + across), most), least) - behind
                    sample = int(max(min(here, DEEPEST), -DEEPEST) * FINE) * OWNERS + owner
                    row, s = line // SAMPLES, line % SAMPLES
                    for column in range(from_column, to_column + 1):
                        samples[row, column, s] = max(samples[row, column, s], sample)
                        sample += step
                    for stretch in range(from_column // STRETCH, to_column // STRETCH + 1):
                        marks[row, stretch] = 1
                x, other, near = x + lean / SAMPLES, other + lean_other / SAMPLES, near + slope_y / SAMPLES


@njit
def _line(y, box):
    """The first line of samples at or below a place, inside the box; its last one and one more where there is none."""
    return math.ceil(max(min(SAMPLES * y - 0.5, 1.0 * SAMPLES * box[3]), 1.0 * SAMPLES * box[1]))


@njit
def colour(pixels, samples, marks, colours, box):
    """Give the pixels the colours (0 to 255) of what their samples show, over what is there; and forget the samples."""
    for row in range(box[1], box[3]):
        for stretch in range(box[0] // STRETCH, (box[2] - 1) // STRETCH + 1):
            if marks[row, stretch] == 0:
                continue
            marks[row, stretch] = 0
            for column in range(stretch * STRETCH, min((stretch + 1) * STRETCH, samples.shape[1])):
                count, red, green, blue = 0, 0, 0, 0
                for s in range(SAMPLES):
                    sample = samples[row, column, s]
                    if sample != NOBODY:
                        owner = sample & (OWNERS - 1)
                        count += 1
                        red += colours[owner, 0]
                        green += colours[owner, 1]
                        blue += colours[owner, 2]
                        samples[row, column, s] = NOBODY
                if count == 0:
                    continue
                rest = SAMPLES - count
                pixels[row, column, 0] = (red + rest * pixels[row, column, 0] + HALF) // SAMPLES
                pixels[row, column, 1] = (green + rest * pixels[row, column, 1] + HALF) // SAMPLES
                pixels[row, column, 2] = (blue + rest * pixels[row, column, 2] + HALF) // SAMPLES


@njit
def darken(pixels, samples, marks, dark, box):
    """Where samples are covered give the pixels what they have in the picture `dark`; and forget the samples."""
    for row in range(box[1], box[3]):
        for stretch in range(box[0] // STRETCH, (box[2] - 1) // STRETCH + 1):
            if marks[row, stretch] == 0:
                continue
            marks[row, stretch] = 0
            for column in range(stretch * STRETCH, min((stretch + 1) * STRETCH, samples.shape[1])):
                count = 0
                for s in range(SAMPLES):
                    if samples[row, column, s] != NOBODY:
                        count += 1
                        samples[row, column, s] = NOBODY
                if count == 0:
                    continue
                rest = SAMPLES - count
                for n in range(3):
                    pixels[row, column, n] = (
                        count * dark[row, column, n] + rest * pixels[row, column, n] + HALF
                    ) // SAMPLES
