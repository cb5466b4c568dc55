"""First geodesics for a way round a surface: where a straight way would run through it, and a string drawn tight.

They look at real parts alone: Newton's method finds the rest.
"""

from __future__ import annotations

import math

from linkwork.numerics.geodesics.geodesic_kernel import trace_geodesic
from linkwork.numerics.geodesics.layout_kernel import (
    ANY_SIDE,
    COLUMNS,
    ELLIPSOID,
    END,
    HERE,
    IS_FREE,
    LIFTS,
    START,
    STRING,
    STRING_AT,
    TORUS,
)
from linkwork.numerics.geodesics.surface_kernel import put_on_surface, surface_slopes, surface_value
from linkwork.numerics.jit import njit

SAMPLES = 16  # pieces of the first guess of a length
MOST_PULLS = 1000  # with which a string is drawn tight,
ASIDE = 0.1  # of the smallest radius: how far it is laid beside the first guess
BESIDE = 2.0  # smallest radii: how far beside the middle of the first guess points of the string lie near to each other
DRAWN = 1.7  # each so far beyond the middle of the neighbours, which is faster
MOST_SAMPLES = 64  # places at which a straight way is tried against a ring
BISECTIONS = 50  # with which the place where a straight way comes through a surface is closed in on
NARROWED = 40  # times a place of the least distance from a ring is closed in on, by the golden section
GOLDEN = 0.5 * (math.sqrt(5.0) - 1.0)


@njit
def over_circle(ox, oy, ix, iy, radius):
    """Angles at which a string from o to i over the top (+y) of a circle comes and goes; x leads from o to i."""
    near, far = math.sqrt(ox * ox + oy * oy), math.sqrt(ix * ix + iy * iy)
    come, go = math.atan2(oy, ox), math.atan2(iy, ix)
    if come < -0.5 * math.pi:
        come += 2 * math.pi
    come -= math.acos(min(1.0, radius / near))
    go += math.acos(min(1.0, radius / far))
    return come, go


@njit
def value_along(kind, radii, ends, share):
    """The function of the surface at a share of the straight way."""
    x = ends[0] + share * (ends[3] - ends[0])
    y = ends[1] + share * (ends[4] - ends[1])
    z = ends[2] + share * (ends[5] - ends[2])
    return surface_value(kind, radii, x, y, z)


@njit
def nearest_share(kind, radii, ends):
    """Where a straight way comes nearest to the inside, as a share of it."""
    if kind == ELLIPSOID:
        above, below = 0.0, 0.0
        for i in range(3):
            start, step = (ends[i] / radii[i]).real, ((ends[3 + i] - ends[i]) / radii[i]).real
            above, below = above - start * step, below + step * step
        return min(1.0, max(0.0, above / below)) if below > 0.0 else 0.0
    best, least = 0, math.inf
    for k in range(MOST_SAMPLES + 1):
        value = value_along(kind, radii, ends, k / MOST_SAMPLES).real
        if value < least:
            best, least = k, value
    low, high = max(0, best - 1) / MOST_SAMPLES, min(MOST_SAMPLES, best + 1) / MOST_SAMPLES
    for _ in range(NARROWED):
        one, two = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
        if value_along(kind, radii, ends, one).real < value_along(kind, radii, ends, two).real:
            high = two
        else:
            low = one
    return 0.5 * (low + high)


@njit
def depth_along(kind, radii, ends):
    """How deep a straight way runs through a surface, in units of its function; below zero where it is free."""
    return -value_along(kind, radii, ends, nearest_share(kind, radii, ends))


@njit
def line_depth(kind, radii, ends):
    """The same of a way that has to go through the hole of a ring where its ends lie on both sides of it."""
    depth = depth_along(kind, radii, ends)
    if kind != ELLIPSOID and (ends[2] * ends[5]).real < 0.0:
        share = (ends[2] / (ends[2] - ends[5])).real
        x, y = ends[0] + share * (ends[3] - ends[0]), ends[1] + share * (ends[4] - ends[1])
        if (x * x + y * y).real > (radii[0] * radii[0]).real:
            return 1.0 + 0.0 * depth
    return depth


@njit
def start_on_ellipsoid(radii, towards, ends, w, g):
    """A first geodesic: the taut string in a plane, found where the ellipsoid is a sphere; its length, or why none."""
    a, b, c = radii[0].real, radii[1].real, radii[2].real
    ox, oy, oz = ends[0].real / a, ends[1].real / b, ends[2].real / c
    ix, iy, iz = ends[3].real / a, ends[4].real / b, ends[5].real / c
    ux, uy, uz = ix - ox, iy - oy, iz - oz
    long = math.sqrt(ux * ux + uy * uy + uz * uz)
    ux, uy, uz = ux / long, uy / long, uz / long
    along = -(ox * ux + oy * uy + oz * uz)
    dx, dy, dz = ox + along * ux, oy + along * uy, oz + along * uz
    height = math.sqrt(dx * dx + dy * dy + dz * dz)
    if along <= 0.0 or along >= long or height >= 1.0:
        return IS_FREE
    tx, ty, tz = towards[0].real / a, towards[1].real / b, towards[2].real / c
    share = tx * ux + ty * uy + tz * uz
    tx, ty, tz = tx - share * ux, ty - share * uy, tz - share * uz
    size = math.sqrt(tx * tx + ty * ty + tz * tz)
    if size > 0.0:
        dx, dy, dz, height = tx, ty, tz, size
    # of the radius: the line goes through the middle, and every side is as short as the other
    elif height < 1e-9:
        return ANY_SIDE
    dx, dy, dz = dx / height, dy / height, dz / height
    nx, ny, nz = uy * dz - uz * dy, uz * dx - ux * dz, ux * dy - uy * dx
    off = nx * ox + ny * oy + nz * oz
    mx, my, mz, radius = off * nx, off * ny, off * nz, math.sqrt(1 - off * off)
    level = ox * dx + oy * dy + oz * dz
    come, go = over_circle(-along, level, long - along, level, radius)
    length, lx, ly, lz = 0.0, 0.0, 0.0, 0.0
    for k in range(SAMPLES + 1):
        angle = come + (go - come) * k / SAMPLES
        x, y = radius * math.cos(angle), radius * math.sin(angle)
        px, py, pz = a * (mx + x * ux + y * dx), b * (my + x * uy + y * dy), c * (mz + x * uz + y * dz)
        if k == 0:
            w[g + START], w[g + START + 1], w[g + START + 2] = px, py, pz
        else:
            length += math.sqrt((px - lx) ** 2 + (py - ly) ** 2 + (pz - lz) ** 2)
        lx, ly, lz = px, py, pz
    for i in range(3):
        w[g + START + 3 + i] = w[g + START + i].real - ends[i].real
    return length


@njit
def surface_share(kind, radii, ends, inside, outside):
    """Where a straight way comes through a surface, between a share of it inside and one outside."""
    for _ in range(BISECTIONS):
        middle = 0.5 * (inside + outside)
        if value_along(kind, radii, ends, middle).real < 0.0:
            inside = middle
        else:
            outside = middle
    return 0.5 * (inside + outside)


@njit
def start_on_line(kind, radii, ends, w, g):
    """A first geodesic from where a straight way comes into a surface, as long as the way is inside."""
    share = nearest_share(kind, radii, ends)
    if value_along(kind, radii, ends, share).real >= 0.0:
        return IS_FREE
    come, go = surface_share(kind, radii, ends, share, 0.0), surface_share(kind, radii, ends, share, 1.0)
    size = 0.0
    for i in range(3):
        step = (ends[3 + i] - ends[i]).real
        w[g + START + i], w[g + START + 3 + i] = ends[i].real + come * step, step
        size += step * step
    return (go - come) * math.sqrt(size)


@njit
def start_in_ring(radii, ends, w, g):
    """A first geodesic through a ring: the taut string over a slice of its tube, on the side of the hole.

    A path with both ends on one side of the ring does not go through its hole: it goes over the tube, if at all.
    """
    ring, tube = radii[0].real, radii[1].real
    low, high = ends[2].real, ends[5].real
    if low * high >= 0.0:
        return start_on_line(TORUS, radii, ends, w, g)
    share = low / (low - high)
    x = ends[0].real + share * (ends[3].real - ends[0].real)
    y = ends[1].real + share * (ends[4].real - ends[1].real)
    rho = math.sqrt(x * x + y * y)
    if rho < ring - tube and line_depth(TORUS, radii, ends).real <= 0.0:
        return IS_FREE
    if rho < 1e-12:  # m: on the axis of the ring
        return ANY_SIDE
    ex, ey = x / rho, y / rho
    # in the slice: first along the axis from one end to the other, then towards the axis of the ring
    way = 1.0 if high > low else -1.0
    up, over = way * low, ring - (ends[0].real * ex + ends[1].real * ey)
    up_last, over_last = way * high, ring - (ends[3].real * ex + ends[4].real * ey)
    if math.sqrt(up * up + over * over) <= tube or math.sqrt(up_last**2 + over_last**2) <= tube:
        return LIFTS
    come, go = over_circle(up, over, up_last, over_last, tube)
    if come <= go:  # the string is free in this slice; the straight way may run through the tube in another one
        return start_on_line(TORUS, radii, ends, w, g)
    side = -ends[0].real * ey + ends[1].real * ex
    side_last = -ends[3].real * ey + ends[4].real * ex
    beside = side + share * (side_last - side)
    inward = ring - tube * math.sin(come)
    w[g + START] = inward * ex - beside * ey
    w[g + START + 1] = inward * ey + beside * ex
    w[g + START + 2] = way * tube * math.cos(come)
    for i in range(3):
        w[g + START + 3 + i] = w[g + START + i].real - ends[i].real
    return tube * (come - go)


@njit
def place_points(ends, w, g, near, side):
    """Half a string from an end straight to the place in the row END; gives what its next point weighs for the first.

    Beside that place points lie as near to each other as is left for them, but for the end that is farther than `near`.
    """
    string, half = g + STRING_AT, STRING // 2
    far = 0.0
    for i in range(3):
        far += (w[g + END + i].real - ends[3 * side + i].real) ** 2
    far = math.sqrt(far)
    free = max(1.0 / half, 1.0 - near / far)  # share of the half between the end and the first point
    for k in range(half + 1):
        share = free + (1.0 - free) * (k - 1) / (half - 1) if k > 0 else 0.0
        point = string + COLUMNS * (k if side == 0 else STRING - k)
        for i in range(3):
            w[point + i] = (1.0 - share) * ends[3 * side + i].real + share * w[g + END + i].real
    step = (1.0 - free) / (half - 1)
    return step / (free + step) if side == 0 else free / (free + step)


@njit
def lay_string(kind, radii, ends, w, g, length):
    """A better first geodesic: a string of points from end to end that is drawn tight over the surface; its length.

    It begins as the straight way bent over the geodesic in the row START and a little aside, so that it slides off
    where that is not the shortest; a point that would lie inside is put on the surface.
    """
    rough, string, end = g + HERE, g + STRING_AT, g + END
    trace_geodesic(kind, radii, w, g, START, 0.5 * length + 0.0 * w[rough], 1.0)
    push = ASIDE * min(radii[0].real, min(radii[1].real, radii[2].real))
    s = surface_slopes(kind, radii, w[end], w[end + 1], w[end + 2])
    size = math.sqrt((s[0] * s[0] + s[1] * s[1] + s[2] * s[2]).real)
    tx, ty, tz = w[end + 3], w[end + 4], w[end + 5]
    w[end] = w[end] + push * (s[1] * tz - s[2] * ty) / size
    w[end + 1] = w[end + 1] + push * (s[2] * tx - s[0] * tz) / size
    w[end + 2] = w[end + 2] + push * (s[0] * ty - s[1] * tx) / size
    near = 0.5 * length + BESIDE * push / ASIDE
    first, last = place_points(ends, w, g, near, 0), place_points(ends, w, g, near, 1)
    for _ in range(MOST_PULLS):
        for k in range(1, STRING):
            point, share = string + COLUMNS * k, 0.5
            if k == 1:
                share = first
            elif k == STRING - 1:
                share = last
            for i in range(3):
                middle = share * w[point - COLUMNS + i].real + (1 - share) * w[point + COLUMNS + i].real
                w[rough + i] = w[point + i].real + DRAWN * (middle - w[point + i].real)
                w[rough + 3 + i] = 1.0
            w[point + 3] = 0.0
            if surface_value(kind, radii, w[rough], w[rough + 1], w[rough + 2]).real < 0.0:
                put_on_surface(kind, radii, w, rough)
                w[point + 3] = 1.0
            for i in range(3):
                w[point + i] = w[rough + i]
    return first_on_surface(kind, radii, ends, w, g)


@njit
def first_on_surface(kind, radii, ends, w, g):
    """Where a string comes to the surface, into the row START; how long it lies on it."""
    string, start, first, long = g + STRING_AT, g + START, 0, 0.0
    for k in range(1, STRING):
        point = string + COLUMNS * k
        if w[point + 3].real > 0.0:
            if first == 0:
                first = k
            else:
                x = (w[point] - w[point - COLUMNS]).real
                y = (w[point + 1] - w[point + 1 - COLUMNS]).real
                z = (w[point + 2] - w[point + 2 - COLUMNS]).real
                long += math.sqrt(x * x + y * y + z * z)
    if first == 0:
        return IS_FREE
    for i in range(3):
        w[start + i] = w[string + COLUMNS * first + i].real
        w[start + 3 + i] = w[start + i].real - ends[i].real
    put_on_surface(kind, radii, w, start)
    return long
