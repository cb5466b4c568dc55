"""The impulses of a step: contact after contact is solved exactly, with all others as they are, until nothing changes.

Nonsmooth block Gauss-Seidel (Jean and Moreau) from the impulses of the step before. Between two sweeps every impulse
goes on by a share of its last change, which grows as Nesterov's does but never comes near one: friction has no energy
that falls with every sweep, and with more of it the sweeps may circle. A few times fewer sweeps are needed.
Before the sweeps 0, 1, 2, 4, 8 ... the points between two bodies share their load evenly (see `share_kernel`), and
those of small islands with rings or joints all together (see `together_kernel`), ever less often, so that the sweeps
between settle.
The law is Newton's: the normal velocity after is at least -e times that before; friction is Coulomb's. Where two bodies
part already, e counts as one: their overlap does not grow, and no contact without friction ever makes energy, for its
work is its impulse times the mean of the velocities before and after.
"""

from __future__ import annotations

from linkwork.numerics.cones.cone_point_kernel import solve_point
from linkwork.numerics.jit import njit
from linkwork.numerics.vectors_kernel import cross, dot, minus, plus, put, times, vector
from linkwork.places.layout_kernel import BODIES, STEPPING_ROOM
from linkwork.system.stepping.bodies_kernel import answer
from linkwork.system.stepping.island_kernel import find_islands, is_together
from linkwork.system.stepping.layout_kernel import (
    ARM_1,
    ARM_2,
    BEFORE,
    CHAIN_AT,
    CONTACT,
    COUNT,
    DEEPEST,
    EARLIER,
    EVEN,
    FIRST,
    FIRST_OF,
    FORMER,
    GAP,
    IMPULSE,
    INVERSE_MASS,
    ISLAND,
    KEY,
    LINK,
    LOST,
    MADE,
    MATRIX,
    MOST_SEEN,
    MU,
    NEXT_OF,
    NORMAL,
    OLD,
    OLD_AT,
    OLD_CONTACT,
    PLACE_1,
    PLACE_2,
    R_NUMBERS,
    RESTITUTION,
    RULE,
    RULE_AT,
    SECOND,
    SHIFT,
    SPIN,
    STEPS,
    SWEEPS,
    SWEPT,
    TABLE,
    TAKEN,
    UNREACHED,
    VELOCITY,
    WHOSE,
    WORST,
    body_at,
    chain_of,
    contact_at,
    room,
    table,
)
from linkwork.system.stepping.linked_kernel import push_linked
from linkwork.system.stepping.points_kernel import speed_of
from linkwork.system.stepping.share_kernel import even_out, find_mates, tell_uneven
from linkwork.system.stepping.together_kernel import share_together

MOST_SWEEPS = 200  # with many contacts; with fewer more, as long as they are no more work than
MOST_SOLVED, MOST_OF_ALL = 40_000, 2000  # contacts solved in a step, and sweeps
MOST_AHEAD = 0.8  # of its last change: how far an impulse goes on between two sweeps, in the first half of them
NOTHING = 1e-300  # instead of a division by zero where all impulses are zero
WORSE = 1.5  # growth of the squares of the changes from which going on begins anew


@njit
def push(k, w, at, offset, n, first, second):
    """Let an impulse at a contact, along its axes, act on both bodies; `offset` from velocities to others."""
    one, two = int(w[at + PLACE_1]), int(w[at + PLACE_2])
    impulse = plus(
        times(n, vector(w, at + NORMAL)),
        plus(times(first, vector(w, at + FIRST)), times(second, vector(w, at + SECOND))),
    )
    v, turning = VELOCITY + offset, SPIN + offset
    put(w, one + v, minus(vector(w, one + v), times(w[one + INVERSE_MASS], impulse)))
    put(w, two + v, plus(vector(w, two + v), times(w[two + INVERSE_MASS], impulse)))
    turn = answer(w, one, cross(vector(w, at + ARM_1), impulse))
    put(w, one + turning, minus(vector(w, one + turning), turn))
    turn = answer(w, two, cross(vector(w, at + ARM_2), impulse))
    put(w, two + turning, plus(vector(w, two + turning), turn))
    if w[at + LINK] >= 0.0:
        push_linked(k, w, int(w[at + LINK]), offset, n, first, second)


@njit
def relax(k, w, at):
    """Solve one contact; squares of how much the velocity changes there by this, and by the whole impulse."""
    u = speed_of(w, at, 0)
    m, h = at + MATRIX, at + IMPULSE
    hn, h1, h2, xn = w[h], w[h + 1], w[h + 2], dot(u, vector(w, at + NORMAL)) + w[at + SHIFT]
    if hn == 0.0 and xn >= 0.0 and h1 == 0.0 and h2 == 0.0:
        return 0.0, 0.0
    nn, n1, n2, t11, t12, t22 = w[m], w[m + 1], w[m + 2], w[m + 3], w[m + 4], w[m + 5]
    bn = xn - nn * hn - n1 * h1 - n2 * h2
    b1 = dot(u, vector(w, at + FIRST)) - n1 * hn - t11 * h1 - t12 * h2
    b2 = dot(u, vector(w, at + SECOND)) - n2 * hn - t12 * h1 - t22 * h2
    n, first, second = solve_point(nn, n1, n2, t11, t12, t22, bn, b1, b2, w[at + MU])
    push(k, w, at, 0, n - hn, first - h1, second - h2)
    w[h], w[h + 1], w[h + 2] = n, first, second
    change = ((n - hn) * nn) ** 2 + ((first - h1) * t11) ** 2 + ((second - h2) * t22) ** 2
    return change, (n * nn) ** 2 + (first * t11) ** 2 + (second * t22) ** 2


@njit
def begin_sweeps(k, p, w):
    """What each contact keeps of its approach; then the impulses of the step before act."""
    count = int(w[k[STEPPING_ROOM] + COUNT])
    for contact in range(count):
        at = contact_at(k, contact)
        numbers = k[table(k, RULE_AT) + RULE * int(w[at + WHOSE]) + R_NUMBERS]
        before = speed_of(w, at, BEFORE - VELOCITY)
        rate = dot(before, vector(w, at + NORMAL))
        w[at + SHIFT] = rate if rate > 0.0 else p[numbers + RESTITUTION] * rate
        put(w, at + FORMER, before)
    for contact in range(count):
        at = contact_at(k, contact)
        put(w, at + EARLIER, vector(w, at + IMPULSE))
        if w[at + IMPULSE] != 0.0:
            push(k, w, at, 0, w[at + IMPULSE], w[at + IMPULSE + 1], w[at + IMPULSE + 2])
    for body in range(1, k[BODIES] + 1):
        at = body_at(k, body)
        put(w, at + SWEPT, vector(w, at + VELOCITY))
        put(w, at + SWEPT + 3, vector(w, at + SPIN))


@njit
def go_ahead(k, w, share):
    """Let every impulse, and with it the velocities, go on by a share of its change in the last sweep."""
    for body in range(1, k[BODIES] + 1):
        at = body_at(k, body)
        for i in range(6):
            now = w[at + VELOCITY + i]
            w[at + VELOCITY + i] += share * (now - w[at + SWEPT + i])
            w[at + SWEPT + i] = now
    for contact in range(int(w[k[STEPPING_ROOM] + COUNT])):
        at = contact_at(k, contact)
        now = vector(w, at + IMPULSE)
        ahead = plus(now, times(share, minus(now, vector(w, at + EARLIER))))
        put(w, at + EARLIER, now)
        if ahead[0] < 0.0:
            push(k, w, at, 0, -ahead[0], -ahead[1], -ahead[2])
            ahead = (0.0, 0.0, 0.0)
        put(w, at + IMPULSE, ahead)


@njit
def share_islands(k, w):
    """Share the normal impulses of islands evenly whose loads are not settled pair by pair."""
    for body in range(1, k[BODIES] + 1):
        here = body_at(k, body)
        if int(w[here + ISLAND]) != body or w[here + FIRST_OF] == 0.0 or not is_together(k, w, body):
            continue
        share_together(k, w, body)
        contact = int(w[here + FIRST_OF])
        while contact > 0:
            at = contact_at(k, contact - 1)
            change = w[at + EVEN] - w[at + IMPULSE]
            if change != 0.0:
                push(k, w, at, 0, change, 0.0, 0.0)
                w[at + IMPULSE] = w[at + EVEN]
            contact = int(w[at + NEXT_OF])


@njit
def sweep_all(k, p, w, tolerance):
    """Sweep until the last change is to all impulses, by the roots of their squares, at most as the tolerance."""
    here = k[STEPPING_ROOM]
    count = int(w[here + COUNT])
    w[here + STEPS] += 1.0
    w[here + LOST] = 0.0
    if count == 0:
        return
    begin_sweeps(k, p, w)
    base, most = contact_at(k, 0), max(MOST_SWEEPS, min(MOST_OF_ALL, MOST_SOLVED // count))
    change, size, before, inertia, share = 0.0, 0.0, 0.0, 1.0, 0.0
    find_mates(k, w)
    find_islands(k, w)
    for sweep in range(most):
        if sweep > 0:
            go_ahead(k, w, share)
        if sweep & (sweep - 1) == 0:
            even_out(k, w)
            share_islands(k, w)
        change, size = 0.0, 0.0
        for contact in range(count):
            changed, whole = relax(k, w, base + CONTACT * contact)
            change, size = change + changed, size + whole
        w[here + SWEEPS] += 1.0
        if change <= tolerance * tolerance * size:
            break
        last = 1.0 if change > WORSE * before or 2 * sweep >= most else inertia
        inertia = 0.5 * (1.0 + (1.0 + 4.0 * last * last) ** 0.5)
        share, before = min((last - 1.0) / inertia, MOST_AHEAD), change
    if not change <= tolerance * tolerance * size:
        w[here + UNREACHED] += 1.0
        w[here + WORST] = max(w[here + WORST], (change / max(size, NOTHING)) ** 0.5)
    tell_uneven(k, w)
    account(k, w)


@njit
def account(k, w):
    """Energy that the contacts took, half the impulse times the velocities before and after; the deepest overlap.

    With forces that are constant in the step this is exactly what kinetic and potential energy lose.
    """
    here = k[STEPPING_ROOM]
    lost = 0.0
    for contact in range(int(w[here + COUNT])):
        at = contact_at(k, contact)
        u = plus(speed_of(w, at, 0), vector(w, at + FORMER))
        work = 0.0
        for axis in range(3):
            work += 0.5 * w[at + IMPULSE + axis] * dot(u, vector(w, at + NORMAL + 3 * axis))
        lost -= work
        w[here + DEEPEST] = max(w[here + DEEPEST], -w[at + GAP])
    w[here + LOST] = lost
    w[here + TAKEN] += max(lost, 0.0)
    w[here + MADE] += max(-lost, 0.0)
    w[here + MOST_SEEN] = max(w[here + MOST_SEEN], w[here + COUNT])


@njit
def keep_impulses(k, w):
    """Remember the impulses of this step for the next one."""
    here, chains = k[STEPPING_ROOM], room(k, CHAIN_AT)
    for chain in range(table(k, TABLE)):
        w[chains + chain] = 0.0
    w[here + OLD] = w[here + COUNT]
    for contact in range(int(w[here + COUNT])):
        at, old = contact_at(k, contact), room(k, OLD_AT) + (OLD_CONTACT + 1) * contact
        w[old] = w[at + KEY]
        h = at + IMPULSE
        impulse = plus(times(w[h], vector(w, at + NORMAL)), times(w[h + 1], vector(w, at + FIRST)))
        put(w, old + 1, plus(impulse, times(w[h + 2], vector(w, at + SECOND))))
        chain = chains + chain_of(k, w[at + KEY])
        w[old + OLD_CONTACT] = w[chain]
        w[chain] = contact + 1.0
