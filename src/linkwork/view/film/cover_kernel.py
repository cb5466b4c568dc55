"""Triangles into pixels by a depth buffer with four samples a pixel: what is nearest is seen, edges come out smooth.

Every pixel has its samples on four lines, (n + 1/2)/4 rows down and 3/8, 7/8, 1/8, 5/8 columns across, a turned grid:
lines along rows and columns have as many shades as slanting ones. A sample is one whole number, its nearness above and
whose it is below, so that the greatest is what is seen.
"""

from __future__ import annotations

import math

from linkwork.numerics.jit import njit

SAMPLES = 4
HALF = SAMPLES // 2
STEEPEST = 4.0  # slope that still counts when a face gives way to the lines along its rim
THINNEST = 1e-9  # twice the area, in pixels, of a triangle that meets no sample
FINE = 65536.0  # steps of nearness in a pixel
DEEPEST = 4e6  # pixels before or behind the focus
OWNERS = 1 << 24  # more than there are faces
NOBODY = -(1 << 62)


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
def cover(triangles, owners, slacks, clip, samples, box):
    """Find whose triangle every sample shows. Corners are columns, rows and nearness in pixels.

    `samples` (rows by columns by samples) hold `NOBODY` at first; what colours the pixels leaves them so. `slacks` say
    how many pixels a face lies behind where it is, for each unit of its slope: lines on it are seen.
    """
    bounds(triangles, clip, box)
    left, right = 1.0 * box[0], box[2] - 1.0
    for n in range(triangles.shape[0]):
        ax, ay, az = triangles[n, 0, 0], triangles[n, 0, 1], triangles[n, 0, 2]
        bx, by, bz = triangles[n, 1, 0], triangles[n, 1, 1], triangles[n, 1, 2]
        cx, cy, cz = triangles[n, 2, 0], triangles[n, 2, 1], triangles[n, 2, 2]
        if by < ay:
            ax, ay, az, bx, by, bz = bx, by, bz, ax, ay, az
        if cy < ay:
            ax, ay, az, cx, cy, cz = cx, cy, cz, ax, ay, az
        if cy < by:
            bx, by, bz, cx, cy, cz = cx, cy, cz, bx, by, bz
        area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        if abs(area) < THINNEST:
            continue
        # lines of samples from the uppermost corner on, before the lowest one
        first = max(SAMPLES * box[1], math.ceil(max(SAMPLES * ay - 0.5, -1.0)))
        last = min(SAMPLES * box[3], math.ceil(min(SAMPLES * cy - 0.5, SAMPLES * box[3] + 1.0)))
        if last <= first:
            continue
        least, most = min(az, bz, cz), max(az, bz, cz)
        slope_x = ((bz - az) * (cy - ay) - (cz - az) * (by - ay)) / area
        slope_y = ((cz - az) * (bx - ax) - (bz - az) * (cx - ax)) / area
        behind = slacks[n] * min(abs(slope_x) + abs(slope_y), STEEPEST)
        level = az - slope_x * ax - slope_y * ay
        step = int(max(min(slope_x, most - least), least - most) * FINE) * OWNERS
        long, owner = _lean(ax, ay, cx, cy), owners[n]
        middle = min(max(math.ceil(max(min(SAMPLES * by - 0.5, 1.0 * last), 0.0)), first), last)
        for half in range(2):  # above and below the corner between
            begin, end = (first, middle) if half == 0 else (middle, last)
            px, py, lean = (ax, ay, _lean(ax, ay, bx, by)) if half == 0 else (bx, by, _lean(bx, by, cx, cy))
            y = (begin + 0.5) / SAMPLES
            x, other, near = ax + (y - ay) * long, px + (y - py) * lean, level + slope_y * y
            for line in range(begin, end):
                across = 0.5 * (line % 2) + (0.375 if line % SAMPLES < 2 else 0.125)
                low, high = max(min(x, other) - across, left), min(max(x, other) - across, right)
                from_column, to_column = math.ceil(low), math.floor(high)
                if to_column >= from_column:
                    # thin triangles: rounding may not lift what lies between their corners above them
                    here = max(min(near + slope_x * (from_column + across), most), least) - behind
                    sample = int(max(min(here, DEEPEST), -DEEPEST) * FINE) * OWNERS + owner
                    row, s = line // SAMPLES, line % SAMPLES
                    for column in range(from_column, to_column + 1):
                        samples[row, column, s] = max(samples[row, column, s], sample)
                        sample += step
                x, other, near = x + long / SAMPLES, other + lean / SAMPLES, near + slope_y / SAMPLES


@njit
def _lean(ax, ay, bx, by):
    """How far an edge goes across for each row down; one that lies along a row is met by no line of samples."""
    return (bx - ax) / (by - ay) if by != ay else 0.0


@njit
def colour(pixels, samples, colours, box):
    """Give the pixels the colours (0 to 255) of what their samples show, over what is there; and forget the samples."""
    for row in range(box[1], box[3]):
        for column in range(box[0], box[2]):
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
def darken(pixels, samples, dark, box):
    """Where samples are covered give the pixels what they have in the picture `dark`; and forget the samples."""
    for row in range(box[1], box[3]):
        for column in range(box[0], box[2]):
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
