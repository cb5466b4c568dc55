"""The way of a path round several surfaces between two of its points, all found together and followed frame by frame.

From one frame to the next ends and surfaces go straight (`numerics/geodesics/chain_kernel.py`), round those that the
path lies on. One that is left or reached meanwhile is seen when the frame is there: its neighbours are then gone round
one by one until the chain is near. A way that has ended slides to another one, which is told as a change of side.
"""

from __future__ import annotations

import math

from linkwork.library.biomechanics.layout_kernel import (
    ALONG_AT,
    ARC,
    AXES_AT,
    BEGIN_WAS,
    COURSE,
    CYLINDER,
    ELLIPSOID,
    ENDS_WERE,
    LONG,
    POINT_KINDS,
    POINT_NUMBERS,
    RADII_AT,
    RADIUS,
    SPHERE,
    STATE,
    SURFACE_WAS,
    TANGENT_AT,
    TANGENTS_AT,
    TORUS,
    TWICE,
    WRAPPED,
)
from linkwork.numerics.geodesics import chain_layout_kernel as chain
from linkwork.numerics.geodesics.chain_kernel import lay_places, settle_anew
from linkwork.numerics.geodesics.follow_kernel import STEP_PART, follow_chain
from linkwork.numerics.geodesics.ring_row_kernel import is_twin, mend_rings, open_block, ring_length
from linkwork.numerics.jit import njit
from linkwork.numerics.vectors_kernel import cross, dot, minus, plus, put, times, vector

MOST_STATIONS = 4096.0  # of all paths together: a number of two stations


@njit
def number_of(first, last):
    """A number above zero of the stations between two points."""
    return 1.0 + first + MOST_STATIONS * last


@njit
def goes_on(kinds, kept, first, last):
    """Whether a way was there in the frame before, between the same points, on one surface at least."""
    held = 0
    for surface in range(first, last):
        if kinds[surface, 1] >= SPHERE:
            if kept[surface, COURSE] != number_of(first, last):
                return False
            held += 1 if kept[surface, STATE] == WRAPPED else 0
    return held > 0


@njit
def turned(pose, body, u):
    """A vector of a body (-1: ground) in space."""
    if body < 0:
        return u
    m = pose[body]
    return (
        m[0] * u[0] + m[1] * u[1] + m[2] * u[2],
        m[3] * u[0] + m[4] * u[1] + m[5] * u[2],
        m[6] * u[0] + m[7] * u[1] + m[8] * u[2],
    )


@njit
def axis_at(numbers, surface, pose, body, axis):
    """An axis of a surface in space."""
    n, at = numbers[surface], AXES_AT + axis
    return turned(pose, body, (n[at], n[at + 3], n[at + 6]))


@njit
def centre_at(numbers, surface, pose, body):
    """The centre of a surface in space."""
    n = numbers[surface]
    x = turned(pose, body, (n[0], n[1], n[2]))
    return x if body < 0 else plus(x, (pose[body, 9], pose[body, 10], pose[body, 11]))


@njit
def out_of(x, y, u):
    """A vector of a frame with the axes x and y in space."""
    return plus(plus(times(u[0], x), times(u[1], y)), times(u[2], cross(x, y)))


@njit
def lay_surface(kind, number, w, at):
    """Kind and radii of a surface of a chain."""
    for i in range(3):
        w[at + chain.RADII + i] = number[RADII_AT + i] if kind >= ELLIPSOID else 0.0
    if kind >= ELLIPSOID:
        w[at + chain.KIND] = chain.SMOOTH + kind - ELLIPSOID
        w[at + chain.RADIUS] = min(number[RADII_AT], min(number[RADII_AT + 1], number[RADII_AT + 2]))
        return
    w[at + chain.KIND] = chain.BALL if kind == SPHERE else chain.CYLINDER
    w[at + chain.RADIUS] = number[RADIUS]


@njit
def lay_course(paths, first, last, pose, here, kept, w):
    """Lay a chain from the frame before to this one; how many surfaces it has, a ring touched twice being two."""
    kinds, numbers, count = paths[POINT_KINDS], paths[POINT_NUMBERS], 0
    for i in range(chain.HEAD):
        w[i] = 0.0
    for i in range(3):
        w[chain.NEW_ENDS + i], w[chain.NEW_ENDS + 3 + i] = here[0, i], here[1, i]
    for surface in range(first, last):
        kind, body, own = kinds[surface, 1], kinds[surface, 0], kept[surface]
        if kind < SPHERE or own[STATE] != WRAPPED:
            continue
        at = chain.HEAD + chain.SURFACE * count
        for i in range(chain.SURFACE):
            w[at + i] = 0.0
        lay_surface(kind, numbers[surface], w, at)
        one, two = (2, 0) if kind == CYLINDER else (0, 1)
        put(w, at + chain.TO, centre_at(numbers, surface, pose, body))
        put(w, at + chain.TO + 3, axis_at(numbers, surface, pose, body, one))
        put(w, at + chain.TO + 6, axis_at(numbers, surface, pose, body, two))
        for i in range(9):  # centre and two axes
            w[at + chain.WAS + i] = own[SURFACE_WAS + i]
        for i in range(6):
            w[chain.WAS_ENDS + i] = own[ENDS_WERE + i]
        x, y = vector(own, SURFACE_WAS + 3), vector(own, SURFACE_WAS + 6)
        if kind == CYLINDER:  # kept are its axes z and x
            x, y = y, cross(x, y)
        put(w, at + chain.PLACE, out_of(x, y, vector(own, BEGIN_WAS)))
        put(w, at + chain.ALONG, out_of(x, y, vector(own, BEGIN_WAS + 3)))
        w[at + chain.LONG] = own[ARC]
        if kind == TORUS and own[TWICE + 7] > 0.0:
            open_block(w, 0, count + 1, count)
            second = at + chain.SURFACE
            w[at + chain.LONG], w[second + chain.LONG] = own[TWICE + 7], own[TWICE + 6]
            put(w, second + chain.PLACE, out_of(x, y, vector(own, TWICE)))
            put(w, second + chain.ALONG, out_of(x, y, vector(own, TWICE + 3)))
            count += 1
        count += 1
    return count


@njit
def read_course(paths, first, last, pose, kept, w, count):
    """The ways of a chain of so many surfaces into what is kept of these."""
    kinds, numbers, number = paths[POINT_KINDS], paths[POINT_NUMBERS], 0
    for surface in range(first, last):
        kind, body, own = kinds[surface, 1], kinds[surface, 0], kept[surface]
        if kind < SPHERE or own[STATE] != WRAPPED:
            continue
        at, two = chain.HEAD + chain.SURFACE * number, is_twin(w, 0, count, number + 1)
        second = at + chain.SURFACE
        place, along = vector(w, at + chain.PLACE), vector(w, at + chain.ALONG)
        end = vector(w, (second if two else at) + chain.LAST)
        for axis in range(3):
            e = axis_at(numbers, surface, pose, body, axis)
            own[TANGENTS_AT + axis], own[TANGENTS_AT + 3 + axis] = dot(e, place), dot(e, end)
            own[BEGIN_WAS + axis], own[BEGIN_WAS + 3 + axis] = dot(e, place), dot(e, along)
            if two:
                own[TWICE + axis] = dot(e, vector(w, second + chain.PLACE))
                own[TWICE + 3 + axis] = dot(e, vector(w, second + chain.ALONG))
        own[ARC] = ring_length(w, 0, count, number)
        own[TWICE + 6], own[TWICE + 7] = 0.0, 0.0
        if two:
            own[TWICE + 6], own[TWICE + 7] = w[second + chain.LONG], w[at + chain.LONG]
        if kind >= ELLIPSOID:
            own[LONG] = own[ARC]
            for i in range(6):
                own[TANGENT_AT + i] = own[BEGIN_WAS + i]
        elif kind == SPHERE:
            normal = cross(vector(own, BEGIN_WAS), vector(own, BEGIN_WAS + 3))
            put(own, ALONG_AT, times(1.0 / math.sqrt(dot(normal, normal)), normal))
        number += 2 if two else 1


@njit
def keep_course(paths, first, last, pose, here, kept):
    """Keep where ends and surfaces are, and where geodesics begin, for the next frame."""
    kinds, numbers, row = paths[POINT_KINDS], paths[POINT_NUMBERS], 0
    for surface in range(first, last):
        kind, body, own = kinds[surface, 1], kinds[surface, 0], kept[surface]
        if kind < SPHERE:
            continue
        one, two = (2, 0) if kind == CYLINDER else (0, 1)
        centre = centre_at(numbers, surface, pose, body)
        own[COURSE] = number_of(first, last)
        put(own, SURFACE_WAS, centre)
        put(own, SURFACE_WAS + 3, axis_at(numbers, surface, pose, body, one))
        put(own, SURFACE_WAS + 6, axis_at(numbers, surface, pose, body, two))
        for i in range(3):
            own[ENDS_WERE + i], own[ENDS_WERE + 3 + i] = here[0, i], here[1, i]
        if own[STATE] != WRAPPED:
            continue
        at = 2 + 2 * (surface - first)
        along = minus((here[at, 0], here[at, 1], here[at, 2]), (here[row, 0], here[row, 1], here[row, 2]))
        for axis in range(3):
            own[BEGIN_WAS + axis] = own[TANGENTS_AT + axis]
            own[BEGIN_WAS + 3 + axis] = dot(axis_at(numbers, surface, pose, body, axis), along)
        row = at + 1


@njit
def follow_course(paths, first, last, pose, here, kept, w):
    """Follow the way of the frame before to this one; False where it has ended, and nothing is changed."""
    count = lay_course(paths, first, last, pose, here, kept, w)
    lay_places(w, 0, count, 0.0)
    count = follow_chain(w, 0, count, STEP_PART)
    if count == 0:
        return False
    read_course(paths, first, last, pose, kept, w, count)
    return True


@njit
def settle_course(paths, first, last, pose, here, kept, w):
    """Newton's method from ways that were found one by one; False where they are not near to the way of all."""
    keep_course(paths, first, last, pose, here, kept)
    count = lay_course(paths, first, last, pose, here, kept, w)
    lay_places(w, 0, count, 1.0)
    if not settle_anew(w, 0, count):
        return False
    count = mend_rings(w, 0, count, False)
    if count <= 0:
        return False
    read_course(paths, first, last, pose, kept, w, count)
    return True
