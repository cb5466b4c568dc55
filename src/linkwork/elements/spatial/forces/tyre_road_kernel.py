"""Uneven roads under a tyre: the plane that the wheel stands on, and how much grip there is.

Places of the road are (x, y, z) in its frame. A road that is not flat gives a unit normal there and the distance of a
plane from the wheel's centre along it; the tyre then stands on that plane.

STEPS   a line of points (x_i, z_i) that is the same for every y, against the circle of the wheel, radius R: a segment
        touches where the foot of the centre's perpendicular lies on it, a corner between two segments where the centre
        lies beyond both. With the depths d_i > 0 and directions n_i of all that touch, N = sum d_i n_i is the normal
        times the depth: in a corner both sides push. Touching nothing it is the nearest of them, and for a centre below
        the road the level there.
FIELD   heights z_ij on a grid, cubic convolution between them (Keys 1981), level beyond the edge: the tangent plane at
        the point below the wheel.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import sqrt

FLAT_ROAD, STEPS, FIELD = range(3)
PATCH = 6  # numbers a patch: x from, to, y from, to, width of its edges, factor


@njit
def _share(x, start, stop, edge):
    """How far x is inside: 0 outside, 1 inside, without a corner between them over the width of the edge."""
    share = 1.0 + 0.0 * x
    for depth in ((x - start) / edge, (stop - x) / edge):
        if depth.real <= -0.5:
            return 0.0 * x
        if depth.real < 0.5:
            s = depth + 0.5
            share = share * s * s * (3.0 - 2.0 * s)
    return share


@njit
def grip_at(p, first, count, x, y):
    """The factor of the friction at a place: that of the last patch that holds it, 1 outside all of them."""
    factor = 1.0 + 0.0 * x
    for n in range(count):
        q = first + PATCH * n
        inside = _share(x, p[q], p[q + 1], p[q + 4]) * _share(y, p[q + 2], p[q + 3], p[q + 4])
        factor = factor + inside * (p[q + 5] - factor)
    return factor


@njit
def _met(p, q, radius, x, z, before, sums):
    """Whether the centre lies beyond a section, and the sums with what the circle meets on it and on its first corner.

    `before`: whether it lies beyond the section before this one; `sums`: depths along x and z, the nearest distance and
    its direction, the height above. One function a section, so that a program can merge its decisions one by one.
    """
    along, up, nearest, near_x, near_z, above = sums
    ex, ez = p[q + 2] - p[q], p[q + 3] - p[q + 1]
    if ex.real > 0.0 and p[q].real <= x.real < p[q + 2].real:
        above = z - p[q + 1] - ez * (x - p[q]) / ex
    length = sqrt(ex * ex + ez * ez)
    ex, ez = ex / length, ez / length
    rx, rz = x - p[q], z - p[q + 1]
    foot = rx * ex + rz * ez
    in_contact = False
    if foot.real < 0.0:
        if before:
            distance = sqrt(rx * rx + rz * rz)
            in_contact = distance.real > 0.0
    elif foot.real <= length.real:
        distance = rz * ex - rx * ez
        rx, rz = -distance * ez, distance * ex
        in_contact = distance.real > 0.0
    if in_contact:
        nx, nz = rx / distance, rz / distance
        if distance.real < nearest.real:
            nearest, near_x, near_z = distance, nx, nz
        if distance.real < radius.real:
            along += (radius - distance) * nx
            up += (radius - distance) * nz
    return foot.real > length.real, (along, up, nearest, near_x, near_z, above)


@njit
def on_steps(p, first, count, radius, x, z):
    """n_x, n_z and the distance of the plane on which a circle about (x, z) stands; points from p[first] on."""
    zero = 0.0 * x
    sums = zero, zero, 1e300 + zero, zero, 1.0 + zero, z + zero  # the nearest is farther than anything
    beyond = False
    for n in range(count - 1):
        beyond, sums = _met(p, first + 2 * n, radius, x, z, beyond, sums)
    along, up, nearest, near_x, near_z, above = sums
    square = along * along + up * up
    if square.real <= 0.0:
        # nothing was met: its height
        return near_x, near_z, nearest if nearest.real < 1e299 else above
    depth = sqrt(square)
    return along / depth, up / depth, radius - depth


@njit
def _keys(s):
    """The weights of four neighbours at s in [0, 1] between the middle two, and their slopes."""
    w0, w3 = 0.5 * s * (s * (2.0 - s) - 1.0), 0.5 * s * s * (s - 1.0)
    w1, w2 = 0.5 * (s * s * (3.0 * s - 5.0) + 2.0), 0.5 * s * (s * (4.0 - 3.0 * s) + 1.0)
    v0, v3 = 0.5 * (s * (4.0 - 3.0 * s) - 1.0), 0.5 * s * (3.0 * s - 2.0)
    v1, v2 = 0.5 * s * (9.0 * s - 10.0), 0.5 * (s * (8.0 - 9.0 * s) + 1.0)
    return (w0, w1, w2, w3), (v0, v1, v2, v3)


@njit
def _cell(x, count):
    """The number of the cell that holds x (in cells from the first point), and the place in it; held at the edges."""
    if x.real <= 0.0:
        return 0, 0.0 * x, 0.0
    if x.real >= count - 1.0:
        return count - 2, 1.0 + 0.0 * x, 0.0
    cell = int(x.real)
    return cell, x - cell, 1.0


@njit
def height_at(p, first, rows, columns, x, y):
    """z and its slopes along x and y; p: x and y of the first point, spacings, heights row by row (a row: one x)."""
    i, s, free_x = _cell((x - p[first]) / p[first + 2], rows)
    j, u, free_y = _cell((y - p[first + 1]) / p[first + 3], columns)
    (along, along_slope), (across, across_slope) = _keys(s), _keys(u)
    z, zx, zy = 0.0 * x, 0.0 * x, 0.0 * x
    for m in range(4):
        row = i + m - 1
        row = 0 if row < 0 else (rows - 1 if row > rows - 1 else row)
        for n in range(4):
            column = j + n - 1
            column = 0 if column < 0 else (columns - 1 if column > columns - 1 else column)
            height = p[first + 4 + row * columns + column]
            z += along[m] * across[n] * height
            zx += along_slope[m] * across[n] * height
            zy += along[m] * across_slope[n] * height
    return z, free_x * zx / p[first + 2], free_y * zy / p[first + 3]
