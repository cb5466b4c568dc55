"""Overlaps are pushed out by displacements that change no velocity.

The law of a contact holds for velocities: on a curve each step leaves a little overlap, about the square of its way by
twice the radius, and these add up. So where an overlap is more than a small share of the smaller member, and the two do
not part by themselves, a share of it is taken back in the step: displacements like those by impulses along the normals,
by Gauss-Seidel sweeps. What this changes of the potential energy counts against what the contacts took.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.numerics.vectors_kernel import dot, minus, plus, put, vector
from linkwork.places.layout_kernel import (
    BODIES,
    COLUMNS,
    ENERGY,
    FORCE_ENERGY,
    GRAVITY_ENERGY,
    MOTION,
    STEPPING_ROOM,
    Q,
)
from linkwork.system.constraints.equations_kernel import evaluate, place_bodies
from linkwork.system.dynamics.forces_kernel import apply_forces
from linkwork.system.stepping.bodies_kernel import offset_of, to_body
from linkwork.system.stepping.layout_kernel import (
    CENTRE,
    COUNT,
    DEEP,
    DEEP_SHARE,
    FAST_SHARE,
    GAP,
    LIFT,
    LIFTED,
    M_BODY,
    M_BOUND,
    M_SIZE,
    MATRIX,
    MEMBERS,
    NORMAL,
    NUDGE,
    NUDGED,
    OFFSET,
    SMALLER,
    VELOCITY,
    WANTED,
    WHOSE,
    body_at,
    contact_at,
    table,
)
from linkwork.system.stepping.points_kernel import member_at, speed_of
from linkwork.system.stepping.sweep_kernel import push

ALLOWED = 1e-4  # overlap that stays, by the size of the smaller member
SHARE = 0.2  # of the rest that a step takes back
SOON = 5.0  # steps in which bodies that part are trusted to come apart
MOST_SWEEPS, ACCURACY = 20, 1e-2  # of the displacements; change of the last sweep by the largest overlap


@njit
def measure(k, p, w, h):
    """Overlaps and ways in a step by the size of members; whether no overlap is as large as a member."""
    here = k[STEPPING_ROOM]
    for contact in range(int(w[here + COUNT])):
        at = contact_at(k, contact)
        share = -w[at + GAP] / w[at + SMALLER]
        w[here + DEEP_SHARE] = max(w[here + DEEP_SHARE], share)
        if share >= 1.0:
            w[here + DEEP] = w[at + WHOSE] + 1.0
    for member in range(table(k, MEMBERS)):
        record = member_at(k, member)
        u = vector(w, body_at(k, k[record + M_BODY]) + VELOCITY)
        share = h * dot(u, u) ** 0.5 / p[k[record + M_BOUND] + M_SIZE]
        w[here + FAST_SHARE] = max(w[here + FAST_SHARE], share)
    return w[here + DEEP] == 0.0


@njit
def find_nudges(k, w, h):
    """The displacement of every body that takes back a share of the overlaps."""
    here, most = k[STEPPING_ROOM], ask(k, w, h)
    w[here + NUDGED] = 0.0
    if not most > 0.0:
        return
    w[here + NUDGED] = 1.0
    count = int(w[here + COUNT])
    for sweep in range(MOST_SWEEPS):
        change = 0.0
        for number in range(count):
            contact = number if sweep % 2 == 0 else count - 1 - number
            change = max(change, lift(k, w, contact_at(k, contact)))
        if change <= ACCURACY * most:
            break


@njit
def ask(k, w, h):
    """How far each contact should open; nobody is displaced yet. The largest of all."""
    most = 0.0
    for body in range(k[BODIES] + 1):
        for i in range(6):
            w[body_at(k, body) + NUDGE + i] = 0.0
    for contact in range(int(w[k[STEPPING_ROOM] + COUNT])):
        at = contact_at(k, contact)
        parting = max(dot(speed_of(w, at, 0), vector(w, at + NORMAL)), 0.0)
        over = -w[at + GAP] - ALLOWED * w[at + SMALLER] - SOON * h * parting
        w[at + WANTED], w[at + LIFT] = (SHARE * over if over > 0.0 else over), 0.0
        most = max(most, w[at + WANTED])
    return most


@njit
def lift(k, w, at):
    """Open one contact as far as it asks for, with all others as they are; by how much it moved."""
    answer = w[at + MATRIX]
    if not answer > 0.0:
        return 0.0
    moved = dot(speed_of(w, at, NUDGE - VELOCITY), vector(w, at + NORMAL))
    height = max(w[at + LIFT] + (w[at + WANTED] - moved) / answer, 0.0)
    change, w[at + LIFT] = height - w[at + LIFT], height
    if change != 0.0:
        push(k, w, at, NUDGE - VELOCITY, change, 0.0, 0.0)
    return abs(change) * answer


@njit
def energy_of_nudges(k, p, w, t):
    """The potential energy that the displacements make in the middle of the step, whose pose is there again after."""
    here = k[STEPPING_ROOM]
    if w[here + NUDGED] == 0.0:
        return 0.0
    before = w[k[ENERGY] + GRAVITY_ENERGY] + w[k[ENERGY] + FORCE_ENERGY]
    displace(k, p, w, 1.0)
    evaluate(k, p, w, MOTION, t)
    apply_forces(k, p, w, t)
    made = w[k[ENERGY] + GRAVITY_ENERGY] + w[k[ENERGY] + FORCE_ENERGY] - before
    displace(k, p, w, 0.0)
    w[here + LIFTED] += made
    return made


@njit
def displace(k, p, w, share):
    """Poses with the displacements (share 1), or back without them (share 0)."""
    size = k[COLUMNS]
    for body in range(1, k[BODIES] + 1):
        q, turn = k[Q] + size * (body - 1), to_body(k, w, body, vector(w, body_at(k, body) + NUDGE + 3))
        if size == 6:
            put(w, q + 3, (share * turn[0], share * turn[1], share * turn[2]))
        else:
            w[q + 2] += turn[2] if share > 0.0 else -turn[2]
    place_bodies(k, w)
    for body in range(1, k[BODIES] + 1):
        at, q = body_at(k, body), k[Q] + size * (body - 1)
        place = minus(vector(w, at + CENTRE), vector(w, at + OFFSET))
        if share > 0.0:
            place = minus(plus(vector(w, at + CENTRE), vector(w, at + NUDGE)), offset_of(k, p, w, body))
        for i in range(size // 2 + size % 2):
            w[q + i] = place[i]
    place_bodies(k, w)
