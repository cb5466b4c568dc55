"""How all contacts of an island share their load: of all normal impulses that do the same the shortest.

W N, with W what the normal velocities answer to normal impulses, says what impulses do; N = max(0, W d) is the shortest
of those that do the same, the loads of equal springs, as in `cone_share_kernel`. For islands whose loads are not
settled pair by pair. No velocity changes but by rounding; friction follows in the next sweep.
"""

from __future__ import annotations

from linkwork.numerics.householder_kernel import combine, factor_vectors, least_solution
from linkwork.numerics.jit import njit
from linkwork.numerics.vectors_kernel import cross, dot, plus, times, vector
from linkwork.system.stepping.bodies_kernel import answer
from linkwork.system.stepping.layout_kernel import (
    ARM_1,
    EVEN,
    FIRST_OF,
    IMPULSE,
    INVERSE_MASS,
    LINK,
    NEXT_OF,
    NORMAL,
    PLACE_1,
    SHARED_AT,
    body_at,
    contact_at,
    room,
)
from linkwork.system.stepping.linked_kernel import answers_at, speed_by

DEPENDENT = 1e-10  # remainder, of a row of length 1, below which it is redundant
SLIGHT = 1e-10  # of the greatest load: a pull, or what a contact would bear that bears nothing, that counts
KEPT = 1e-8  # of what the impulses do: what a share may miss of it


def share_together_room(most):
    """Numbers that are needed to share out the loads of up to so many contacts."""
    return 2 * most * most + 9 * most


@njit
def _by_unit(k, w, at, other):
    """Velocity along the normal of a contact by a unit impulse along that of another one."""
    n, push, total = vector(w, at + NORMAL), vector(w, other + NORMAL), 0.0
    for side in range(2):
        here, arm = int(w[at + PLACE_1 + side]), vector(w, at + ARM_1 + 3 * side)
        for end in range(2):
            if int(w[other + PLACE_1 + end]) != here:
                continue
            turn = answer(w, here, cross(vector(w, other + ARM_1 + 3 * end), push))
            u = plus(times(w[here + INVERSE_MASS], push), cross(turn, arm))
            total += dot(u, n) if side == end else -dot(u, n)
    if w[at + LINK] >= 0.0 and w[other + LINK] >= 0.0:
        total += dot(speed_by(k, w, at, answers_at(k, int(w[other + LINK]), 0)), n)
    return total


@njit
def share_together(k, w, island):
    """Find the shortest normal impulses of an island's contacts that do the same; as they are if none are found."""
    listed, count = room(k, SHARED_AT), 0
    contact = int(w[body_at(k, island) + FIRST_OF])
    while contact > 0:
        w[listed + count] = contact - 1
        count += 1
        contact = int(w[contact_at(k, contact - 1) + NEXT_OF])
    done, even, matrix = listed + count, listed + 2 * count, listed + 3 * count
    size = _fill(k, w, listed, count, matrix, done)
    for i in range(count):
        w[even + i] = 0.0 if w[contact_at(k, int(w[listed + i])) + IMPULSE] > 0.0 else -1.0
    for _ in range(2 * count if size > 0.0 else 0):
        if not _bear(w, count, matrix, done, even):
            break
    kept = size > 0.0 and _does_the_same(w, count, matrix, done, even)
    for i in range(count):
        at = contact_at(k, int(w[listed + i]))
        w[at + EVEN] = max(w[even + i], 0.0) if kept else w[at + IMPULSE]


@njit
def _fill(k, w, listed, count, matrix, done):
    """W by its greatest entry, and what the impulses do; that entry."""
    size = 0.0
    for i in range(count):
        for j in range(i + 1):
            value = _by_unit(k, w, contact_at(k, int(w[listed + i])), contact_at(k, int(w[listed + j])))
            w[matrix + i * count + j], w[matrix + j * count + i] = value, value
        size = max(size, w[matrix + i * (count + 1)])
    for i in range(count):
        w[done + i] = 0.0
        for j in range(count if size > 0.0 else 0):
            w[matrix + i * count + j] /= size
            w[done + i] += w[matrix + i * count + j] * w[contact_at(k, int(w[listed + j])) + IMPULSE]
    return size


@njit
def _bear(w, count, matrix, done, even):
    """Loads with those contacts bearing that may; then one that pulls bears no longer, or one bears again.

    False when there is none of both. A contact that bears nothing is told by a load of -1.
    """
    bearers, bearing = matrix + count * count, 0
    side, shares, borne, factor = bearers + count, bearers + 2 * count, bearers + 3 * count, bearers + 4 * count
    for i in range(count):
        if w[even + i] >= 0.0:
            w[bearers + bearing], w[side + bearing] = i, w[done + i]
            bearing += 1
    for i in range(bearing):
        for j in range(bearing):
            w[factor + i * bearing + j] = w[matrix + int(w[bearers + i]) * count + int(w[bearers + j])]
    rank = factor_vectors(w, factor, bearing, bearing, DEPENDENT)
    least_solution(w, factor, bearing, bearing, rank, side, shares)
    greatest, worst, least = 0.0, -1, 0.0
    for j in range(bearing):
        load = w[shares + j]
        greatest = max(greatest, load)
        w[even + int(w[bearers + j])] = max(load, 0.0)
        if load < least:
            worst, least = int(w[bearers + j]), load
    if worst >= 0 and least < -SLIGHT * greatest:
        w[even + worst] = -1.0
        return True
    combine(w, factor, bearing, bearing, rank, shares, borne)
    best, most = -1, SLIGHT * greatest
    for i in range(count):
        load = 0.0
        for j in range(bearing if w[even + i] < 0.0 else 0):
            load += w[matrix + i * count + int(w[bearers + j])] * w[borne + j]
        if load > most:
            best, most = i, load
    if best >= 0:
        w[even + best] = 0.0
    return best >= 0


@njit
def _does_the_same(w, count, matrix, done, even):
    """Whether the loads found do what the impulses did."""
    missing, whole = 0.0, 0.0
    for i in range(count):
        total = w[done + i]
        for j in range(count):
            total -= w[matrix + i * count + j] * max(w[even + j], 0.0)
        missing, whole = max(missing, abs(total)), max(whole, abs(w[done + i]))
    return missing <= KEPT * whole
