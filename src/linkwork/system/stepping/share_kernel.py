"""How the points between two bodies share their load: of all normal impulses with one resultant the shortest.

Sweeps end with one of many shares where there are more points than balances, and with another one for every order of
the contacts. N = max(0, g d) with g the wrench of a unit impulse (see `cone_share_kernel`) has the same resultant, so
that no velocity changes; friction follows in the next sweep.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.numerics.vectors_kernel import cross, dot, minus, plus, times, vector
from linkwork.places.layout_kernel import STEPPING_ROOM
from linkwork.system.stepping.island_kernel import is_together, island_of
from linkwork.system.stepping.layout_kernel import (
    ARM_1,
    BODY_1,
    BODY_2,
    CHAIN_AT,
    COUNT,
    EVEN,
    FIRST,
    IMPULSE,
    MATE,
    MATES,
    MU,
    NEXT_HEAD,
    NORMAL,
    SECOND,
    SHARE_ROOM,
    TABLE,
    UNEVEN,
    WHOSE,
    chain_of,
    contact_at,
    room,
    table,
)

LEAST_MATES = 3  # points between two bodies that can have a choice
WRENCH = 6
PASSES = 8
DROPPED = 1e-10  # of the greatest: pivots below this are none
KEPT = 1e-9  # of the resultant: what a share may miss of it
SLIDES = 1e-6  # of its bound: friction that is this near slides
APART = 1e-6  # difference of two directions of sliding that counts


@njit
def find_mates(k, w):
    """Chain the contacts between the same two bodies; the first of each chain knows how many there are."""
    chains = room(k, CHAIN_AT)
    for chain in range(table(k, TABLE)):
        w[chains + chain] = 0.0
    for contact in range(int(w[k[STEPPING_ROOM] + COUNT])):
        at = contact_at(k, contact)
        w[at + MATE], w[at + MATES] = 0.0, 1.0
        # one number for a pair of bodies
        chain = chains + chain_of(k, w[at + BODY_1] * 65536.0 + w[at + BODY_2])
        head = int(w[chain])
        while head > 0:
            first = contact_at(k, head - 1)
            if w[first + BODY_1] == w[at + BODY_1] and w[first + BODY_2] == w[at + BODY_2]:
                break
            head = int(w[first + NEXT_HEAD])
        if head > 0:
            first = contact_at(k, head - 1)
            w[at + MATE], w[first + MATE] = w[first + MATE], contact + 1.0
            w[first + MATES] += 1.0
            w[at + MATES] = 0.0
        else:
            w[at + NEXT_HEAD], w[chain] = w[chain], contact + 1.0


@njit
def wrench_of(w, at, origin, reach):
    """A unit normal impulse of a contact as force and moment, made comparable."""
    n = vector(w, at + NORMAL)
    turn = times(1.0 / reach, cross(minus(vector(w, at + ARM_1), origin), n))
    return n[0], n[1], n[2], turn[0], turn[1], turn[2]


@njit
def _reach(k, w, first, origin):
    """How far the points of a chain are from the first one."""
    reach, at = 0.0, first
    while w[at + MATE] > 0.0:
        at = contact_at(k, int(w[at + MATE]) - 1)
        away = minus(vector(w, at + ARM_1), origin)
        reach = max(reach, dot(away, away))
    return reach**0.5


@njit
def even_out(k, w):
    """Share the normal impulses between two bodies evenly, without changing a velocity, where pairs settle loads."""
    for contact in range(int(w[k[STEPPING_ROOM] + COUNT])):
        first = contact_at(k, contact)
        if w[first + MATES] >= LEAST_MATES and not is_together(k, w, island_of(k, w, first)):
            _even_out_chain(k, w, first)


@njit
def _even_out_chain(k, w, first):
    """The shortest share of one chain; as it was where none is found."""
    origin, here = vector(w, first + ARM_1), k[STEPPING_ROOM] + SHARE_ROOM
    reach = _reach(k, w, first, origin)
    if reach == 0.0:
        return
    side, d = here + WRENCH * WRENCH, here + WRENCH * WRENCH + WRENCH
    resultant = d + WRENCH
    for i in range(WRENCH):
        w[resultant + i] = 0.0
    _gather(k, w, first, origin, reach, resultant, IMPULSE, 1.0)
    for attempt in range(PASSES):
        _fill(k, w, first, origin, reach, here, attempt == 0)
        for i in range(WRENCH):
            w[side + i] = w[resultant + i]
        _solve(w, here, side, d)
        if not _take(k, w, first, origin, reach, d, attempt == 0):
            break
    missing, whole = 0.0, 0.0
    for i in range(WRENCH):
        w[side + i] = w[resultant + i]
        whole = max(whole, abs(w[resultant + i]))
    _gather(k, w, first, origin, reach, side, EVEN, -1.0)
    for i in range(WRENCH):
        missing = max(missing, abs(w[side + i]))
    if missing > KEPT * whole:
        return
    at = first
    while True:
        w[at + IMPULSE] = max(w[at + EVEN], 0.0)
        if w[at + MATE] == 0.0:
            break
        at = contact_at(k, int(w[at + MATE]) - 1)


@njit
def _gather(k, w, first, origin, reach, total, what, sign):
    """Add the wrenches of a chain's impulses (those above zero) to a total."""
    at = first
    while True:
        size = sign * max(w[at + what], 0.0)
        if size != 0.0:
            g = wrench_of(w, at, origin, reach)
            for i in range(WRENCH):
                w[total + i] += size * g[i]
        if w[at + MATE] == 0.0:
            break
        at = contact_at(k, int(w[at + MATE]) - 1)


@njit
def _fill(k, w, first, origin, reach, matrix, everyone):
    """Sum of the squares of the wrenches of the contacts that bear load."""
    for i in range(WRENCH * WRENCH):
        w[matrix + i] = 0.0
    at = first
    while True:
        if everyone or w[at + EVEN] > 0.0:
            g = wrench_of(w, at, origin, reach)
            for i in range(WRENCH):
                for j in range(WRENCH):
                    w[matrix + WRENCH * i + j] += g[i] * g[j]
        if w[at + MATE] == 0.0:
            break
        at = contact_at(k, int(w[at + MATE]) - 1)


@njit
def _solve(w, matrix, side, d):
    """A solution of the symmetric system, by elimination, the largest diagonal first; dependent rows are dropped."""
    greatest = 0.0
    for i in range(WRENCH):
        w[d + i] = -1.0
        greatest = max(greatest, w[matrix + i * (WRENCH + 1)])
    for _ in range(WRENCH):
        best, size = -1, DROPPED * greatest
        for i in range(WRENCH):
            if w[d + i] < 0.0 and w[matrix + i * (WRENCH + 1)] > size:
                best, size = i, w[matrix + i * (WRENCH + 1)]
        if best < 0:
            break
        w[d + best] = 1.0
        for i in range(WRENCH):
            if i != best:
                ratio = w[matrix + WRENCH * i + best] / size
                for j in range(WRENCH):
                    w[matrix + WRENCH * i + j] -= ratio * w[matrix + WRENCH * best + j]
                w[side + i] -= ratio * w[side + best]
    for i in range(WRENCH):
        w[d + i] = w[side + i] / w[matrix + i * (WRENCH + 1)] if w[d + i] > 0.0 else 0.0


@njit
def _take(k, w, first, origin, reach, d, everyone):
    """What every contact of a chain would bear; whether another one than before would bear nothing."""
    at, changed = first, False
    while True:
        g, load = wrench_of(w, at, origin, reach), 0.0
        for i in range(WRENCH):
            load += g[i] * w[d + i]
        changed = changed or (load > 0.0) != (everyone or w[at + EVEN] > 0.0)
        w[at + EVEN] = load
        if w[at + MATE] == 0.0:
            break
        at = contact_at(k, int(w[at + MATE]) - 1)
    return changed


@njit
def tell_uneven(k, w):
    """Remember the rule of points between two bodies that slide in different directions: their share is a choice."""
    here = k[STEPPING_ROOM]
    for contact in range(int(w[here + COUNT]) if w[here + UNEVEN] == 0.0 else 0):
        at = contact_at(k, contact)
        if w[at + MATES] > LEAST_MATES and _turns(k, w, at):
            w[here + UNEVEN] = 1.0 + w[at + WHOSE]
            return


@njit
def _turns(k, w, first):
    """Whether points of a chain slide in different directions."""
    at, known, u = first, False, (0.0, 0.0, 0.0)
    while True:
        h = at + IMPULSE
        size = (w[h + 1] * w[h + 1] + w[h + 2] * w[h + 2]) ** 0.5
        if size > (1.0 - SLIDES) * w[at + MU] * w[h] and size > 0.0:
            push = plus(times(w[h + 1], vector(w, at + FIRST)), times(w[h + 2], vector(w, at + SECOND)))
            push = times(1.0 / size, push)
            away = minus(push, u)
            if known and dot(away, away) > APART * APART:
                return True
            known, u = True, push
        if w[at + MATE] == 0.0:
            return False
        at = contact_at(k, int(w[at + MATE]) - 1)
