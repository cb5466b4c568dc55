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
    ARC,
    COLD,
    CYLINDER,
    ELLIPSOID,
    ENDS_AT,
    FLIPPED,
    FREE,
    LENIENT,
    LONG,
    OFF_SIDE,
    RADII_AT,
    RADIUS,
    SIDE,
    SPHERE,
    STATE,
    TANGENT_AT,
    THROUGH_AT,
    TORUS,
    TOWARDS_AT,
    TWICE,
    WAY,
    WRAPPED,
)
from linkwork.numerics.geodesics.layout_kernel import ANY_SIDE, BEGUN, END, INSIDE, IS_FREE, START
from linkwork.numerics.geodesics.round_kernel import follow_round, go_round_smooth
from linkwork.numerics.geodesics.twice_kernel import TWO, TWO_NUMBERS, go_round_ring
from linkwork.numerics.jit import njit


@njit
def round_sphere(px, py, pz, qx, qy, qz, number, tangents, kept):
    """Length of the arc between the points of touch (from the center), which go to touch[0:6]; -1: the way is free.

    There is one shortest way; with a direction its middle has to lie on that half of the ball.
    """
    radius, t = number[RADIUS], TOWARDS_AT
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
    if size == 0.0:  # ends and center in one line: it stays on its side
        if kept[STATE] != WRAPPED:
            return ANY_SIDE
        nx, ny, nz = kept[ALONG_AT], kept[ALONG_AT + 1], kept[ALONG_AT + 2]
        along = (nx * px + ny * py + nz * pz) / (p * p)
        nx, ny, nz = nx - along * px, ny - along * py, nz - along * pz
        size = math.sqrt(nx * nx + ny * ny + nz * nz)
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
    mx, my, mz = tangents[0] + tangents[3], tangents[1] + tangents[4], tangents[2] + tangents[5]
    if number[t] * mx + number[t + 1] * my + number[t + 2] * mz < 0.0:
        return OFF_SIDE
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
def round_smooth(kind, number, tangents, kept, work, anew):
    """The same round an ellipsoid or through a ring: along a geodesic, begun `anew` where it has ended."""
    r, d, e = RADII_AT, TOWARDS_AT, ENDS_AT
    radii, towards = (number[r], number[r + 1], number[r + 2]), (number[d], number[d + 1], number[d + 2])
    ends = tangents[e], tangents[e + 1], tangents[e + 2], tangents[e + 3], tangents[e + 4], tangents[e + 5]
    was = kept[STATE] == WRAPPED
    if was:
        for i in range(6):
            work[START + i] = kept[TANGENT_AT + i]
    if kind == TORUS:
        for i in range(TWO_NUMBERS):
            work[TWO + i] = kept[TWICE + i]
        free = kept[STATE] == FREE  # it is reached where the path comes to it, within its hole or outside
        why, length = go_round_ring(radii, towards, ends, work, 0, was, kept[LONG], free or tangents[THROUGH_AT] == 0.0)
        if free and why < IS_FREE and tangents[THROUGH_AT] == 1.0:
            kept[FLIPPED] = 1.0
            why, length = go_round_ring(radii, towards, ends, work, 0, was, kept[LONG], False)
        for i in range(TWO_NUMBERS):
            kept[TWICE + i] = work[TWO + i]
    elif was and not anew:
        why, length = follow_round(kind - ELLIPSOID, radii, ends, work, 0, kept[LONG])
    else:
        why, length = go_round_smooth(kind - ELLIPSOID, radii, towards, ends, work, 0, was, kept[LONG], False)
    if was and why in (BEGUN, IS_FREE):
        kept[FLIPPED] = 1.0
    if why < 0.0:
        return why
    if length <= 0.0:
        return IS_FREE
    for i in range(6):
        kept[TANGENT_AT + i] = work[START + i]
    kept[LONG] = length
    for i in range(3):
        tangents[i], tangents[3 + i] = work[START + i], work[END + i]
    return length


@njit
def go_round(kind, number, tangents, kept, work, anew):
    """Length on a surface between the ends in touch[6:12]; points of touch go to touch[0:6]. Below zero: why not."""
    if kind == SPHERE:
        arc = round_sphere(
            tangents[6],
            tangents[7],
            tangents[8],
            tangents[9],
            tangents[10],
            tangents[11],
            number,
            tangents,
            kept,
        )
    elif kind == CYLINDER:
        arc = round_cylinder(
            tangents[6], tangents[7], tangents[8], tangents[9], tangents[10], tangents[11], number, tangents, kept
        )
    else:
        arc = round_smooth(kind, number, tangents, kept, work, anew)
    if arc == INSIDE and number[LENIENT] > 0.0:
        arc = IS_FREE
    kept[STATE], kept[ARC] = WRAPPED if arc >= 0.0 else FREE, arc
    return arc
