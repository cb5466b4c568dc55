"""Contacts with a force law in a step of the energy-conserving midpoint rule.

A contact stores U(g), a function of its gap. Over a step from g0 to g1 its elastic force is the chord
-(U1 - U0) / (g1 - g0), along a discrete gradient of the gap whose product with the motion is g1 - g0: the gradient at
the midpoint, corrected along the motion of the two bodies against each other (`midpoint_pair_kernel`). So what it
stores is what it takes, whether the contact begins, ends or does both within the step (Garcia Orden and Goicolea's
energy-momentum method). Damping and friction act with their values at the midpoint.
"""

from __future__ import annotations

from linkwork.elements.contact_point_layout_kernel import rows_at
from linkwork.numerics.jit import call_world, njit
from linkwork.places.layout_kernel import (
    CHART_ROWS,
    CHARTS,
    COLUMNS,
    CONTACT_ROOM,
    CONTACTS,
    COORDINATES,
    FUNCTIONS,
    OUT,
    SIGNAL_AT,
    SIGNALS,
    Q,
)
from linkwork.system.constraints.equations_kernel import place_bodies
from linkwork.system.contact.compliant_layout_kernel import KEEP, KEPT, KEPT_ENERGY, KEPT_GAP, MEASURE
from linkwork.system.contact.contact_layout_kernel import (
    COMPLIANT,
    COMPLIANT_AT,
    COMPLIANT_POINTS,
    IN_STEP,
    POINT_AT,
    POINT_CHART,
    POINT_I,
    POINT_LAW,
    POINT_OUT,
    POINT_RECORD,
    POINTS,
    TANGENTS,
)
from linkwork.system.dynamics.forces_kernel import call_kernels
from linkwork.system.methods.midpoint_pair_kernel import STANDSTILL, add_along

GRADIENT = 3 * KEPT  # of the numbers kept of a point: where the gradient begins
NEAR = 1e-7  # of the gaps: a change for which the chord is the tangent
NO_GAP = 1e299  # of a free slot


@njit
def has_compliant(k):
    """Whether there are contacts with a force law."""
    return k[CONTACTS] > 0 and k[k[CONTACTS] + COMPLIANT_POINTS] > 0


@njit
def mark_step(k, w, on):
    """Tell the contacts whether their elastic forces are added by the step."""
    if has_compliant(k):
        w[k[CONTACT_ROOM] + IN_STEP] = on


@njit
def kept_at(k, point):
    """Where in w the numbers of a point for the step lie: start, end, midpoint, then the gradient of its gap."""
    return k[CONTACT_ROOM] + k[k[CONTACTS] + COMPLIANT_AT] + (GRADIENT + k[COORDINATES]) * point


@njit
def law_record(k, point):
    """Where in k the record of a point lies; -1 where it has no force law."""
    record = k[k[CONTACTS] + POINT_AT] + POINT_RECORD * point
    return record if k[record + POINT_LAW] > 0 else -1


@njit
def keep_gradients(k, p, w, t):
    """Keep gaps and forces at the midpoint just loaded, and the gradients of the gaps by the columns."""
    call_world(k[k[CONTACTS] + COMPLIANT], k, p, w, w, KEEP, 2, t)
    size, n = k[COLUMNS], k[COORDINATES]
    for point in range(k[k[CONTACTS] + POINTS]):
        record = law_record(k, point)
        if record < 0:
            continue
        if k[CHARTS] > 0:
            call_world(k[k[FUNCTIONS] + CHART_ROWS], k, p, w, w, 0, k[record + POINT_CHART], 0.0 * w[0])
        row, at = k[OUT] + k[record + POINT_OUT] + rows_at(k[k[CONTACTS] + TANGENTS]), kept_at(k, point) + GRADIENT
        for i in range(n):
            w[at + i] = 0.0
        for side in range(2):
            column = k[record + POINT_I + side]
            if column >= 0:
                for i in range(size):
                    w[at + column + i] = w[row + size * side + i]


@njit
def keep_end(k, p, w, z, work, t, end):
    """Keep gaps and stored energies at the coordinates at `work` of z: the start (0) or the end (1) of the step."""
    for i in range(k[COORDINATES]):
        w[k[Q] + i] = z[work + i]
    place_bodies(k, w)
    call_world(k[k[CONTACTS] + COMPLIANT], k, p, w, w, MEASURE, 0, t)
    call_kernels(k, p, w, t, k[SIGNAL_AT], k[SIGNALS])
    call_world(k[k[CONTACTS] + COMPLIANT], k, p, w, w, KEEP, end, t)


@njit
def add_chords(k, p, w, z, first, last, moved, room, target):
    """Take the elastic forces of all points, kept at both ends, from the residual; their gradients are those by u."""
    n = k[COORDINATES]
    for point in range(k[k[CONTACTS] + POINTS]):
        record = law_record(k, point)
        if record < 0:
            continue
        at = kept_at(k, point)
        start, end, middle = at, at + KEPT, at + 2 * KEPT
        g0, g1 = w[start + KEPT_GAP], w[end + KEPT_GAP]
        rise = w[end + KEPT_ENERGY] - w[start + KEPT_ENERGY]
        stored = w[end + KEPT_ENERGY].real + w[start + KEPT_ENERGY].real
        if g0.real > NO_GAP or g1.real > NO_GAP or stored == 0.0:
            continue
        change, along, gradient = g1 - g0, 0.0 * g0, at + GRADIENT
        for i in range(n):
            along += w[gradient + i] * z[moved + i]
        if abs(change.real) <= NEAR * (abs(g0.real) + abs(g1.real)):
            force = w[middle + KEPT_ENERGY]
        else:
            force = -rise / change
        for i in range(n):
            z[target + i] -= force * w[gradient + i]
        one, two, work = k[record + POINT_I], k[record + POINT_I + 1], -force * (change - along)
        add_along(k, p, w, z, first, last, moved, one, two, 1.0, work, STANDSTILL, room, target)
