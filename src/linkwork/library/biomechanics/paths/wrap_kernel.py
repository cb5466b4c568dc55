"""The locally shortest way between two points round a surface, followed from frame to frame.

Sphere and cylinder have closed forms: in the plane through the center a tangent from a point at distance p is
sqrt(p^2 - r^2) long and touches acos(r/p) away from it; round a cylinder the unrolled way is straight,
sqrt((a + r angle + b)^2 + h^2) with the rise h along the axis shared by length. Ellipsoids and tori have geodesics.
`touch` gets the two points of touch in the frame of the surface; its numbers 6 to 12 are the two ends there.
"""

from __future__ import annotations

import math

from linkwork.library.biomechanics.layout_kernel import (
    ALONG_AT,
    ANY_SIDE,
    ARC,
    COLD,
    CYLINDER,
    ELLIPSOID,
    FLIPPED,
    FREE,
    INSIDE,
    IS_FREE,
    LENIENT,
    LIFTS,
    LONG,
    RADII_AT,
    RADIUS,
    SIDE,
    SPHERE,
    STATE,
    STRING,
    STRING_AT,
    TANGENT_AT,
    TOWARDS_AT,
    WAY,
    WRAPPED,
)
from linkwork.library.biomechanics.paths.geodesic_kernel import (
    END,
    HERE,
    NEAR_ENOUGH,
    START,
    shortest_way,
    trace_geodesic,
)
from linkwork.library.biomechanics.paths.surface_kernel import put_on_surface, surface_slopes, surface_value
from linkwork.numerics.jit import njit

SAMPLES = 16  # pieces of the first guess of a length
MOST_PULLS = 1000  # with which a string is drawn tight,
ASIDE = 0.1  # of the smallest radius: how far it is laid beside the first guess
DRAWN = 1.7  # each so far beyond the middle of the neighbours, which is faster
MOST_SAMPLES = 64  # places at which a straight way is tried against a ring


@njit
def round_sphere(px, py, pz, qx, qy, qz, radius, tangents, kept):
    """Length of the arc between the points of touch (from the center), which go to touch[0:6]; -1: the way is free."""
    p, q = math.sqrt(px * px + py * py + pz * pz), math.sqrt(qx * qx + qy * qy + qz * qz)
    if p <= radius or q <= radius:
        return INSIDE
    # normal of the plane, and directions across p and q in it
    nx, ny, nz = py * qz - pz * qy, pz * qx - px * qz, px * qy - py * qx
    size = math.sqrt(nx * nx + ny * ny + nz * nz)
    angle = math.atan2(size, px * qx + py * qy + pz * qz)
    first, last = math.acos(radius / p), math.acos(radius / q)
    arc = angle - first - last
    if arc <= 0.0:
        return IS_FREE
    if size == 0.0:
        return ANY_SIDE
    nx, ny, nz = nx / size, ny / size, nz / size
    if kept[STATE] == WRAPPED and nx * kept[ALONG_AT] + ny * kept[ALONG_AT + 1] + nz * kept[ALONG_AT + 2] < 0.0:
        kept[FLIPPED] = 1.0
    kept[ALONG_AT], kept[ALONG_AT + 1], kept[ALONG_AT + 2] = nx, ny, nz
    c, s = radius * math.cos(first) / p, radius * math.sin(first) / p
    tangents[0] = c * px + s * (ny * pz - nz * py)
    tangents[1] = c * py + s * (nz * px - nx * pz)
    tangents[2] = c * pz + s * (nx * py - ny * px)
    c, s = radius * math.cos(last) / q, -radius * math.sin(last) / q
    tangents[3] = c * qx + s * (ny * qz - nz * qy)
    tangents[4] = c * qy + s * (nz * qx - nx * qz)
    tangents[5] = c * qz + s * (nx * qy - ny * qx)
    return radius * arc


@njit
def chosen_way(px, py, qx, qy, angle, number):
    """The chosen way round a cylinder, 0 where none is, and whether a straight line would pass on the other side."""
    dx, dy = qx - px, qy - py
    long = dx * dx + dy * dy
    share = -(px * dx + py * dy) / long if long > 0.0 else 0.0
    way, tx, ty = number[SIDE], number[TOWARDS_AT], number[TOWARDS_AT + 1]
    if tx != 0.0 or ty != 0.0:
        middle = math.atan2(py, px) + 0.5 * (angle if angle >= 0.0 else angle + 2 * math.pi)
        way = 1.0 if math.cos(middle) * tx + math.sin(middle) * ty >= 0.0 else -1.0
        share = min(1.0, max(0.0, share))
        return way, (px + share * dx) * tx + (py + share * dy) * ty < 0.0
    return way, way * angle < 0.0 and 0.0 < share < 1.0


@njit
def round_cylinder(px, py, pz, qx, qy, qz, number, tangents, kept):
    """The same round a cylinder along z; side 1 goes counterclockwise seen from +z, -1 clockwise, 0 the shorter way
    where it begins to touch; with a direction the way that has its middle there. Angles are followed beyond a turn."""
    radius = number[RADIUS]
    p, q = math.sqrt(px * px + py * py), math.sqrt(qx * qx + qy * qy)
    if p <= radius or q <= radius:
        return INSIDE
    first, last = math.acos(radius / p), math.acos(radius / q)
    angle = math.atan2(px * qy - py * qx, px * qx + py * qy)
    way, beyond = chosen_way(px, py, qx, qy, angle, number)
    if way == 0.0 and kept[STATE] != WRAPPED:
        way = 1.0 if angle > 0.0 else -1.0
        turned = way * angle
    elif kept[STATE] == COLD:
        turned = way * angle
        if turned < 0.0 and beyond:
            turned += 2 * math.pi
    else:
        way = kept[WAY]
        turned = way * angle
        turned += 2 * math.pi * math.floor((kept[LONG] - turned) / (2 * math.pi) + 0.5)
        if turned < -(first + last):
            turned += 2 * math.pi  # it would run through the cylinder on the other side
            kept[FLIPPED] = 1.0
    kept[WAY], kept[LONG] = way, turned
    if turned <= first + last:
        return IS_FREE
    arc = radius * (turned - first - last)
    a, b = math.sqrt(p * p - radius * radius), math.sqrt(q * q - radius * radius)
    rise = (qz - pz) / (a + arc + b)
    c, s = radius * math.cos(first) / p, way * radius * math.sin(first) / p
    tangents[0], tangents[1], tangents[2] = c * px - s * py, c * py + s * px, pz + a * rise
    c, s = radius * math.cos(last) / q, -way * radius * math.sin(last) / q
    tangents[3], tangents[4], tangents[5] = c * qx - s * qy, c * qy + s * qx, qz - b * rise
    return arc * math.sqrt(1.0 + rise * rise)


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
def start_on_ellipsoid(number, ends, work):
    """A first geodesic: the taut string in a plane, found where the ellipsoid is a sphere; its length, or why none."""
    a, b, c = number[RADII_AT], number[RADII_AT + 1], number[RADII_AT + 2]
    ox, oy, oz = ends[0] / a, ends[1] / b, ends[2] / c
    ix, iy, iz = ends[3] / a, ends[4] / b, ends[5] / c
    ux, uy, uz = ix - ox, iy - oy, iz - oz
    long = math.sqrt(ux * ux + uy * uy + uz * uz)
    ux, uy, uz = ux / long, uy / long, uz / long
    along = -(ox * ux + oy * uy + oz * uz)
    dx, dy, dz = ox + along * ux, oy + along * uy, oz + along * uz
    height = math.sqrt(dx * dx + dy * dy + dz * dz)
    if along <= 0.0 or along >= long or height >= 1.0:
        return IS_FREE
    tx, ty, tz = number[TOWARDS_AT] / a, number[TOWARDS_AT + 1] / b, number[TOWARDS_AT + 2] / c
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
            work[START, 0], work[START, 1], work[START, 2] = px, py, pz
        else:
            length += math.sqrt((px - lx) ** 2 + (py - ly) ** 2 + (pz - lz) ** 2)
        lx, ly, lz = px, py, pz
    for i in range(3):
        work[START, 3 + i] = work[START, i] - ends[i]
    return length


@njit
def start_in_ring(number, ends, work):
    """A first geodesic through a ring: the taut string over a slice of its tube, on the side of the hole."""
    ring, tube = number[RADII_AT], number[RADII_AT + 1]
    if ends[2] * ends[5] >= 0.0:
        return IS_FREE
    share = ends[2] / (ends[2] - ends[5])
    x, y = ends[0] + share * (ends[3] - ends[0]), ends[1] + share * (ends[4] - ends[1])
    rho = math.sqrt(x * x + y * y)
    if rho < ring:
        free = True
        for k in range(1, MOST_SAMPLES):
            s = k / MOST_SAMPLES
            x1, y1 = ends[0] + s * (ends[3] - ends[0]), ends[1] + s * (ends[4] - ends[1])
            across, z1 = math.sqrt(x1 * x1 + y1 * y1) - ring, ends[2] + s * (ends[5] - ends[2])
            if across * across + z1 * z1 < tube * tube:
                free = False
        if free and rho < ring - tube:
            return IS_FREE
    if rho < 1e-12:  # m: on the axis of the ring
        return ANY_SIDE
    ex, ey = x / rho, y / rho
    # in the slice: first along the axis from one end to the other, then towards the axis of the ring
    way = 1.0 if ends[5] > ends[2] else -1.0
    up, over = way * ends[2], ring - (ends[0] * ex + ends[1] * ey)
    up_last, over_last = way * ends[5], ring - (ends[3] * ex + ends[4] * ey)
    if math.sqrt(up * up + over * over) <= tube or math.sqrt(up_last**2 + over_last**2) <= tube:
        return LIFTS
    come, go = over_circle(up, over, up_last, over_last, tube)
    if come <= go:
        return IS_FREE
    side = -ends[0] * ey + ends[1] * ex
    side_last = -ends[3] * ey + ends[4] * ex
    beside = side + share * (side_last - side)
    inward = ring - tube * math.sin(come)
    work[START, 0] = inward * ex - beside * ey
    work[START, 1] = inward * ey + beside * ex
    work[START, 2] = way * tube * math.cos(come)
    for i in range(3):
        work[START, 3 + i] = work[START, i] - ends[i]
    return tube * (come - go)


@njit
def lay_string(kind, radii, ends, work, length):
    """A better first geodesic: a string of points from end to end that is drawn tight over the surface; its length.

    It begins as the straight way bent over the geodesic in work[START] and a little aside, so that it slides off where
    that is not the shortest; a point that would lie inside is put on the surface.
    """
    rough, string = work[HERE], work[STRING_AT : STRING_AT + STRING + 1]
    trace_geodesic(kind, radii, work, START, 0.5 * length, 1.0)
    push = ASIDE * min(radii[0], min(radii[1], radii[2]))
    s, t = surface_slopes(kind, radii, work[END, 0], work[END, 1], work[END, 2]), work[END, 3:6]
    size = math.sqrt(s[0] * s[0] + s[1] * s[1] + s[2] * s[2])
    work[END, 0] += push * (s[1] * t[2] - s[2] * t[1]) / size
    work[END, 1] += push * (s[2] * t[0] - s[0] * t[2]) / size
    work[END, 2] += push * (s[0] * t[1] - s[1] * t[0]) / size
    for k in range(STRING + 1):
        share = k / STRING
        for i in range(3):
            straight = (1 - share) * ends[i] + share * ends[3 + i]
            string[k, i] = straight + (1 - abs(2 * share - 1)) * (work[END, i] - 0.5 * (ends[i] + ends[3 + i]))
    for _ in range(MOST_PULLS):
        for k in range(1, STRING):
            for i in range(3):
                middle = 0.5 * (string[k - 1, i] + string[k + 1, i])
                rough[i], rough[3 + i] = string[k, i] + DRAWN * (middle - string[k, i]), 1.0
            string[k, 3] = 0.0
            if surface_value(kind, radii, rough[0], rough[1], rough[2]) < 0.0:
                put_on_surface(kind, radii, rough)
                string[k, 3] = 1.0
            for i in range(3):
                string[k, i] = rough[i]
    first, long = 0, 0.0
    for k in range(1, STRING):
        if string[k, 3] > 0.0:
            if first == 0:
                first = k
            else:
                long += math.sqrt(
                    (string[k, 0] - string[k - 1, 0]) ** 2
                    + (string[k, 1] - string[k - 1, 1]) ** 2
                    + (string[k, 2] - string[k - 1, 2]) ** 2
                )
    if first == 0:
        return IS_FREE
    for i in range(3):
        work[START, i], work[START, 3 + i] = string[first, i], string[first, i] - ends[i]
    put_on_surface(kind, radii, work[START])
    return long


@njit
def round_smooth(kind, number, tangents, kept, work):
    """The same round an ellipsoid or through a ring: along a geodesic."""
    radii, ends = number[RADII_AT : RADII_AT + 3], tangents[6:12]
    for k in range(2):
        if surface_value(kind, radii, ends[3 * k], ends[3 * k + 1], ends[3 * k + 2]) <= 0.0:
            return INSIDE
    length, lack, least = 0.0, 1.0, 0.0
    if kept[STATE] == WRAPPED:
        for i in range(6):
            work[START, i] = kept[TANGENT_AT + i]
        length, lack, least = shortest_way(kind, radii, ends, work, kept[LONG])
        if lack < NEAR_ENOUGH and length <= 0.0:
            return IS_FREE
    if not (lack < NEAR_ENOUGH and least > 0.0):
        length = start_on_ellipsoid(number, ends, work) if kind == ELLIPSOID else start_in_ring(number, ends, work)
        if length < 0.0:
            if kept[STATE] == WRAPPED and length == IS_FREE:
                kept[FLIPPED] = 1.0
            return length
        put_on_surface(kind, radii, work[START])
        for i in range(6):
            work[STRING_AT, 4 + i] = work[START, i]
        guess = length
        length, lack, least = shortest_way(kind, radii, ends, work, guess)
        if not (lack < NEAR_ENOUGH and least > 0.0 and length >= 0.0):
            for i in range(6):
                work[START, i] = work[STRING_AT, 4 + i]
            guess = lay_string(kind, radii, ends, work, guess)
            if guess < 0.0:
                return guess
            length, lack, least = shortest_way(kind, radii, ends, work, guess)
        if lack < NEAR_ENOUGH and length <= 0.0:
            return IS_FREE
        if not (lack < NEAR_ENOUGH and least > 0.0):
            return LIFTS
        if kept[STATE] == WRAPPED:
            kept[FLIPPED] = 1.0
    for i in range(6):
        kept[TANGENT_AT + i] = work[START, i]
    kept[LONG] = length
    for i in range(3):
        tangents[i], tangents[3 + i] = work[START, i], work[END, i]
    return length


@njit
def go_round(kind, number, tangents, kept, work):
    """Length on a surface between the ends in touch[6:12]; points of touch go to touch[0:6]. Below zero: why not."""
    if kind == SPHERE:
        arc = round_sphere(
            tangents[6],
            tangents[7],
            tangents[8],
            tangents[9],
            tangents[10],
            tangents[11],
            number[RADIUS],
            tangents,
            kept,
        )
    elif kind == CYLINDER:
        arc = round_cylinder(
            tangents[6], tangents[7], tangents[8], tangents[9], tangents[10], tangents[11], number, tangents, kept
        )
    else:
        arc = round_smooth(kind, number, tangents, kept, work)
    if arc == INSIDE and number[LENIENT] > 0.0:
        arc = IS_FREE
    kept[STATE], kept[ARC] = WRAPPED if arc >= 0.0 else FREE, arc
    return arc
