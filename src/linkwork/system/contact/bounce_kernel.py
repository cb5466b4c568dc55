"""Restitution that follows a law: asked for at the speed of approach and the effective mass of the impact itself."""

from __future__ import annotations

from linkwork.elements.bounce_layout_kernel import (
    FIRST_NORMAL,
    FIRST_PLACE,
    MOBILITY,
    SECOND_NORMAL,
    SECOND_PLACE,
    TIME,
)
from linkwork.elements.contact_point_layout_kernel import NX, X
from linkwork.functions.call_kernel import evaluate
from linkwork.numerics.cones import cone_layout_kernel as cone
from linkwork.numerics.cones.cone_layout_kernel import cone_at, number
from linkwork.numerics.jit import njit
from linkwork.numerics.vectors_kernel import into_body, minus, put, vector
from linkwork.places.layout_kernel import (
    COLUMNS,
    CONTACT_ROOM,
    CONTACTS,
    FIRST_POSE,
    INTS_AT,
    MEMORY,
    OUT,
    POSE,
    SECOND_POSE,
)
from linkwork.system.contact.contact_layout_kernel import (
    CAPTURE,
    CONE,
    CONE_AT,
    CONE_WHOM,
    CONES,
    NO_SPEED,
    PAIR,
    POINT_FLOATS,
    POINT_OUT,
    REACH,
)
from linkwork.system.contact.rows_kernel import active, point_record, room

BOUNCE, BOUNCE_AT = CAPTURE + 1, CAPTURE + 2  # numbers of a point in p, behind its others: the law, its memory
# the law is negative where a restitution above 1 has a reason: a body that vibrates gives energy back
SIX = 6  # columns of a body in space
UNJUDGED = 5  # a verdict beside those of the layout: the law of a restitution has found none


@njit
def _turned_back(w, pose, u):
    """A vector of the world in the axes of a planar body."""
    c, s = w[pose + 3], w[pose + 4]
    return c * u[0] + s * u[1], c * u[1] - s * u[0], 0.0 * u[0]


@njit
def _tell_place(k, w, record, cell):
    """Write where a point is in the axes of both its bodies, and its normal there."""
    out, ints = k[OUT] + k[record + POINT_OUT], k[k[record + PAIR] + INTS_AT]
    for side in range(2):
        at = k[POSE] + k[ints + (SECOND_POSE if side == 1 else FIRST_POSE)]
        place, normal = minus(vector(w, out + X), vector(w, at)), vector(w, out + NX)
        if k[COLUMNS] == SIX:
            place, normal = into_body(w, at, place), into_body(w, at, normal)
        else:
            place, normal = _turned_back(w, at, place), _turned_back(w, at, normal)
        put(w, cell + (SECOND_PLACE if side == 1 else FIRST_PLACE), place)
        put(w, cell + (SECOND_NORMAL if side == 1 else FIRST_NORMAL), normal)


@njit
def bounces(k, p, w, t, at):
    """Put the restitution of every law into the cones of an impact; the point whose law found none, or -1.

    The first number of a problem is the speed of approach, the diagonal of its matrix what a unit impulse changes of
    it, with all joints: one over the effective mass.
    """
    b, matrix, count = number(w, at + cone.B), number(w, at + cone.MATRIX), active(k, w)
    for i in range(int(w[k[CONTACT_ROOM] + CONES].real)):
        whom, record = int(w[room(k, CONE_AT) + CONE * i + CONE_WHOM].real), cone_at(w, at, i)
        if whom < 0:
            continue
        numbers, row = k[point_record(k, whom) + POINT_FLOATS], int(w[record + cone.ROW].real)
        law, speed, mobility = int(p[numbers + BOUNCE].real), -w[b + row], w[matrix + row * (count + 1)]
        # a point that lies still takes part in the impacts of others with a speed of rounding: no law is asked there
        still = max(0.5 * p[numbers + CAPTURE].real, p[k[k[CONTACTS] + REACH] + NO_SPEED].real)
        if law == 0 or not speed.real > still or not mobility.real > 0.0:
            continue
        cell = k[MEMORY] + int(p[numbers + BOUNCE_AT].real)
        w[cell + MOBILITY], w[cell + TIME] = mobility, t
        _tell_place(k, w, point_record(k, whom), cell)
        evaluate(speed, p, k, abs(law), w, cell)
        if not w[cell].real >= 0.0 or (law > 0 and w[cell].real > 1.0):
            return whom
        w[record + cone.RESTITUTION] = w[cell]
    return -1
