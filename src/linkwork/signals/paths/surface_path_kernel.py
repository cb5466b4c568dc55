"""A path over points and round surfaces of any kind, several of which may follow each other: see `path_kernel.py`.

Round an ellipsoid or a ring the way is a geodesic (`numerics/geodesics/`), begun where the last step ended; it is left
where the length on it comes to zero, and reached where the straight way comes to it. Within a step a length changes by
what its ends move along the path, and points of touch move little: a way that does else has snapped to another side,
and is refused (`system/loop/path_flips.py` lays it anew). Surfaces that follow each other are each gone round by
itself, from where the path leaves the one before to where it comes to the next, again and again until nothing moves;
what is then left is the shortest way of all.

Where its ends lie on both sides of a ring a path begins through its hole. Within a run it goes on as it went: one that
has come to pass outside of the ring stays there.
"""

from __future__ import annotations

import math

from linkwork.numerics.geodesics.depth_kernel import depth_in_ellipsoid
from linkwork.numerics.geodesics.layout_kernel import ANY_SIDE, END, FOLLOWED, IS_FREE, START
from linkwork.numerics.geodesics.layout_kernel import ELLIPSOID as SMOOTH_ELLIPSOID
from linkwork.numerics.geodesics.ring_kernel import depth_in_ring
from linkwork.numerics.geodesics.round_kernel import go_round_smooth
from linkwork.numerics.geodesics.starts_kernel import depth_along, line_depth
from linkwork.numerics.geodesics.twice_kernel import TWO, TWO_NUMBERS, go_round_ring
from linkwork.numerics.jit import njit
from linkwork.numerics.switch_kernel import FROZEN, NUMBER, STATE, SWITCH, decide
from linkwork.numerics.vectors_kernel import cross, dot, minus, plus, times
from linkwork.signals.path_kernel import (
    ACCEPT,
    ADVANCE,
    AT,
    KEPT,
    KIND,
    NO_NUMBER,
    POINT,
    PULL,
    RADIUS,
    ROUND,
    SPHERE,
    SWITCHES,
    TIP,
    WARM,
    add,
    coordinates,
    counts,
    keep,
    power_of,
    round_axis,
    round_centre,
    unit,
)
from linkwork.signals.paths.chain_path_kernel import (
    follow_between,
    held_between,
    is_followed,
    keep_chain,
    polish,
)
from linkwork.signals.paths.way_layout_kernel import (
    ARC,
    BEFORE,
    COME,
    DEEP,
    ELLIPSOID,
    ENDS,
    GO,
    HELD,
    LATEST,
    LONG,
    RADII,
    SECOND_TIP,
    SEEN,
    SPAN,
    STATE_NUMBERS,
    STATION,
    STATION_NUMBERS,
    TORUS,
    TOTAL,
    TOWARDS,
    TWICE,
    WAY,
    WHEN,
)

MOST_SWEEPS = 500
SLOW = 1e-3  # of the size of the path: from where points of touch move less, ways are found together
AGAIN = 0.5  # of where that was tried last
SAME = 1e-6  # of the size: ways that are found together are those of each surface by itself
STILL = 1e-12  # of the size of the path: points of touch that move less are there, and its length to the square
ROUNDING = 1e-10  # of the size: moves below this that do not get smaller are rounding
QUIET = 1e-10  # rad, m: of what decides whether a surface is reached the iteration leaves so much, which is nothing
SETTLED = 1e-9  # of the largest part of a derivative: one that moves less is there
FAR = 0.5  # of the smallest radius: a way that comes or goes farther off than where it did is another one
BESIDE = 0.02  # of how far the ends move within a step: what a length may change beside their parts along the path
NOISE = 1e-8  # of the length: what the iteration may leave of it


@njit
def put(memory, place, u):
    """A vector into the memory."""
    for axis in range(3):
        memory[place + axis] = u[axis]


@njit
def taken(memory, place):
    """A vector out of the memory."""
    return memory[place], memory[place + 1], memory[place + 2]


@njit
def axes_of(memory, k, at, centre):
    """The unit axes of an ellipsoid or a ring."""
    e = unit(minus(coordinates(memory, k, at + TIP, 0), centre))[1]
    f = unit(minus(coordinates(memory, k, at + SECOND_TIP, 0), centre))[1]
    return e, f, cross(e, f)


@njit
def wound(kind, p, n, begun, grazes, ends, was, long, out, c):
    """The way round a surface; one through the very middle of an ellipsoid goes over its flattest side.

    Within a run it is reached where the path grazes it, and gone round on that side: `towards` is for the start.
    """
    radii, none = (p[n + RADII], p[n + RADII + 1], p[n + RADII + 2]), 0.0 * p[n + RADII]
    towards = p[n + TOWARDS] + none, p[n + TOWARDS + 1] + none, p[n + TOWARDS + 2] + none
    if begun:
        towards = none, none, none
    if kind != SMOOTH_ELLIPSOID:
        return go_round_ring(radii, towards, ends, out, c, was, long, grazes)
    why, length = go_round_smooth(kind, radii, towards, ends, out, c, was, long, grazes)
    if why == ANY_SIDE:
        least = 0
        for i in range(1, 3):
            if radii[i].real < radii[least].real:
                least = i
        one = 1.0 + none
        if least == 0:
            side = (one, 0.5 * one, 0.25 * one)  # a little askew: the way itself may run along an axis
        elif least == 1:
            side = (0.25 * one, one, 0.5 * one)
        else:
            side = (0.5 * one, 0.25 * one, one)
        why, length = go_round_smooth(kind, radii, side, ends, out, c, False, long, grazes)
    return why, length


@njit
def distance(u, v):
    """How far two points lie from each other, in real parts."""
    total = 0.0
    for i in range(3):
        total += (u[i] - v[i]).real ** 2
    return math.sqrt(total)


@njit
def snaps(memory, kept, now, on, radii, total):
    """Whether a way is another one than that of the last step: it does not come out of it by the motion of its ends.

    One that is reached within a step grazes the surface: ends that move far may pass it, and the way with them.
    """
    change, beside = (total - memory[kept + TOTAL]).real, 0.0
    far, was = FAR * min(radii[0].real, min(radii[1].real, radii[2].real)), memory[kept + HELD].real > 0.5
    again = (memory[now + TWICE + 7].real > 0.0) != (memory[kept + TWICE + 7].real > 0.0)
    for end in (0, 3):
        here, there = taken(memory, now + ENDS + end), taken(memory, kept + ENDS + end)
        seen, saw = taken(memory, now + SEEN + end), taken(memory, kept + SEEN + end)
        u, v = unit(minus(here, seen))[1], unit(minus(there, saw))[1]
        change -= 0.5 * dot(plus(u, v), minus(here, there)).real
        beside += distance(here, there)
        if on and was and not again and distance(seen, saw) > far:
            return True
    return (on and not was and beside > far) or abs(change) > BESIDE * beside + NOISE * total.real


@njit
def stands_between(memory, k, at, centre, start, end):
    """Whether two points lie on both sides of the plane of a ring."""
    _, _, g = axes_of(memory, k, at, centre)
    return (dot(g, minus(start, centre)) * dot(g, minus(end, centre))).real < 0.0


@njit
def round_smooth(memory, p, k, at, n, start, end, through, centre, out, c):
    """Whether a path lies on an ellipsoid or a ring; its length there, and where it comes and goes.

    At a start it goes `through` a ring or over its tube, if at all.
    """
    e, f, g = axes_of(memory, k, at, centre)
    first, last = (dot(e, start), dot(f, start), dot(g, start)), (dot(e, end), dot(f, end), dot(g, end))
    ends = first[0], first[1], first[2], last[0], last[1], last[2]
    place, kept, kind = k[at + SWITCHES], k[at + KEPT], k[at + KIND] - ELLIPSOID
    now, radii = kept + STATE_NUMBERS, (p[n + RADII], p[n + RADII + 1], p[n + RADII + 2])
    frozen, none = memory[place + FROZEN].real != 0.0, 0.0 * ends[0]
    runs, was = memory[kept + WARM].real > 0.5, memory[now + HELD].real > 0.5
    grazes = runs or not through
    depth = depth_along(kind, radii, ends) if grazes else line_depth(kind, radii, ends)
    length, come, go = none, last, first
    memory[now + TOTAL] = none - 1.0  # no way as yet
    held = memory[place + STATE].real > 0.5 if frozen else was or depth.real > 0.0
    if held:
        for i in range(6):
            out[c + START + i] = memory[now + WAY + i]
        for i in range(TWO_NUMBERS):
            out[c + TWO + i] = memory[now + TWICE + i]
        begun = memory[kept + WARM].real > 0.0
        why, length = wound(kind, p, n, begun, grazes, ends, was, memory[now + LONG], out, c)
        if (frozen and was and why != FOLLOWED) or (why < 0.0 and why != IS_FREE):
            return True, NO_NUMBER * (1.0 + none), start, end
        held = why != IS_FREE and decide(memory, place, length)
        if why == IS_FREE:
            decide(memory, place, depth)
    else:
        decide(memory, place, depth)
    if held:
        s, q = c + START, c + END
        come, go = (out[s], out[s + 1], out[s + 2]), (out[q], out[q + 1], out[q + 2])
        for i in range(6):
            memory[now + WAY + i] = out[s + i].real + none
        memory[now + LONG] = length.real + none
        for i in range(TWO_NUMBERS):
            memory[now + TWICE + i] = out[c + TWO + i].real + none if kind != SMOOTH_ELLIPSOID else none
    put(memory, now + ENDS, first)
    put(memory, now + ENDS + 3, last)
    put(memory, now + SEEN, come)
    put(memory, now + SEEN + 3, go)
    memory[now + TOTAL] = unit(minus(last, first))[0]
    if not held:
        return False, none, start, end
    memory[now + TOTAL] = length + (unit(minus(come, first))[0] + unit(minus(last, go))[0])
    come = plus(plus(times(come[0], e), times(come[1], f)), times(come[2], g))
    go = plus(plus(times(go[0], e), times(go[1], f)), times(go[2], g))
    return True, length, come, go


@njit
def has_snapped(memory, p, k, at, n, since):
    """Whether the way round an ellipsoid or a ring, as evaluated, is another one than that of the last step.

    `since` is 0, or BEFORE for the step before it.
    """
    place, kept = k[at + SWITCHES], k[at + KEPT]
    now, radii = kept + STATE_NUMBERS, (p[n + RADII], p[n + RADII + 1], p[n + RADII + 2])
    if memory[place + FROZEN].real == 0.0 or memory[kept + WARM].real < 0.5 or memory[now + TOTAL].real < 0.0:
        return False
    return snaps(memory, kept + since, now, memory[place + STATE].real > 0.5, radii, memory[now + TOTAL])


@njit
def end_before(memory, k, first, number, before, point):
    """Where a path comes from to a surface: the nearest surface before it on which it lies, or the point."""
    for other in range(number - 1, before, -1):
        at = first + STATION * other
        if k[at + KIND] == POINT:
            continue  # one that does not count
        now = k[at + KEPT] + STATE_NUMBERS
        if memory[now + HELD].real > 0.5:
            return plus(coordinates(memory, k, at + AT, 0), taken(memory, now + GO))
    return point


@njit
def end_behind(memory, k, first, number, behind, point):
    """Where a path goes to from a surface."""
    for other in range(number + 1, behind):
        at = first + STATION * other
        if k[at + KIND] == POINT:
            continue
        now = k[at + KEPT] + STATE_NUMBERS
        if memory[now + HELD].real > 0.5:
            return plus(coordinates(memory, k, at + AT, 0), taken(memory, now + COME))
    return point


@njit
def one_way(memory, p, k, a, first, number, before, behind, start, end, centre, out, c):
    """Whether a path lies on a surface; its length there, and where it comes and goes, between those beside it."""
    at, n = first + STATION * number, a + STATION_NUMBERS * number
    come_from = minus(end_before(memory, k, first, number, before, start), centre)
    go_to = minus(end_behind(memory, k, first, number, behind, end), centre)
    if k[at + KIND] >= ELLIPSOID:
        through = stands_between(memory, k, at, centre, start, end)  # between the points, whatever else it touches
        return round_smooth(memory, p, k, at, n, come_from, go_to, through, centre, out, c)
    if k[at + KIND] == SPHERE:
        return round_centre(memory, p, k, at, n, come_from, go_to)
    return round_axis(memory, p, k, at, n, come_from, go_to, centre)


@njit
def sweep(memory, p, k, a, first, before, behind, start, end, out, c):
    """Go round every surface between two points once; how far places moved, their derivatives, the largest of these.

    Below zero: a surface has no way round.
    """
    moved, turned, largest = 0.0, 0.0, 0.0
    for number in range(before + 1, behind):
        at = first + STATION * number
        if k[at + KIND] == POINT:
            continue
        centre, now = coordinates(memory, k, at + AT, 0), k[at + KEPT] + STATE_NUMBERS
        held, arc, come, go = one_way(memory, p, k, a, first, number, before, behind, start, end, centre, out, c)
        if behind - before > 2:
            quieten(memory, k[at + SWITCHES])
        if held != (memory[now + HELD].real > 0.5):
            moved = math.inf
        memory[now + HELD] = (1.0 if held else 0.0) + 0.0 * centre[0]  # also where there is no way, and no arc
        memory[now + ARC] = arc
        if arc.real != arc.real:
            return -1.0, 0.0, 0.0
        for axis in range(3):
            for cell, value in ((now + COME + axis, come[axis]), (now + GO + axis, go[axis])):
                if held:
                    change = value - memory[cell]
                    moved = max(moved, abs(change.real))
                    turned, largest = max(turned, abs(change.imag)), max(largest, abs(value.imag))
                memory[cell] = value
    return moved, turned, largest


@njit
def decide_found(memory, p, k, a, first, before, behind, start, end, out, c):
    """What decides about each surface where all ways between two points are found; how far points of touch are off.

    Cylinders, whose turns are counted, are gone round by themselves, which changes nothing. Of others the length on
    them decides: one by itself a ball would be gone round the other way as soon as that is shorter.
    """
    moved = 0.0
    for number in range(before + 1, behind):
        at, n = first + STATION * number, a + STATION_NUMBERS * number
        if k[at + KIND] == POINT:
            continue
        centre, now, place = coordinates(memory, k, at + AT, 0), k[at + KEPT] + STATE_NUMBERS, k[at + SWITCHES]
        on = memory[now + HELD].real > 0.5
        if on and k[at + KIND] != ROUND:
            arc = memory[now + ARC]
            decide(memory, place, arc / p[n + RADIUS] if k[at + KIND] == SPHERE else arc)
        else:
            held, _, come, go = one_way(memory, p, k, a, first, number, before, behind, start, end, centre, out, c)
            if held != on:
                return -1.0
            if on:
                moved = max(moved, distance(come, taken(memory, now + COME)))
                moved = max(moved, distance(go, taken(memory, now + GO)))
        quieten(memory, place)
    return moved


@njit
def quieten(memory, place):
    """What the iteration leaves of a number that decides is nothing."""
    if abs(memory[place + NUMBER].real) < QUIET:
        memory[place + NUMBER] = 0.0 * memory[place + NUMBER]


@njit
def goes_on(t, memory, p, k, a, first, before, behind, start, end, out, c, since):
    """Whether the way round several surfaces goes on from an earlier step, with what decides about each."""
    if not follow_between(t, memory, p, k, a, first, before, behind, start, end, since, out, c):
        return False
    moved = decide_found(memory, p, k, a, first, before, behind, start, end, out, c)
    return 0.0 <= moved < SAME * math.sqrt(dot(minus(end, start), minus(end, start)).real)


@njit
def settles(t, memory, p, k, a, first, before, behind, start, end, out, c, since):
    """Whether ways round all surfaces between two points are found that go on from those of an earlier step."""
    held, settled = held_between(memory, k, first, before, behind), False
    together = held > 0 and behind - before > 2
    if together and is_followed(memory, k, first, before, behind, since):
        settled = goes_on(t, memory, p, k, a, first, before, behind, start, end, out, c, since)
    elif not together or since == 0:
        settled = one_by_one(t, memory, p, k, a, first, before, behind, start, end, out, c)
    keep_chain(t, memory, k, first, before, behind, start, end, settled)
    for number in range(before + 1, behind):
        there = first + STATION * number
        alone = k[there + KIND] >= ELLIPSOID and behind - before == 2
        if alone and has_snapped(memory, p, k, there, a + STATION_NUMBERS * number, since):
            now = k[there + KEPT] + STATE_NUMBERS
            memory[now + TOTAL] = 0.0 * memory[now] - 1.0
            settled = False
    return settled


@njit
def one_by_one(t, memory, p, k, a, first, before, behind, start, end, out, c):
    """Go round surface after surface until nothing moves; from where little does, several are found together.

    Where there is no shortest way any more, it slides on slowly, and has not settled.
    """
    size = math.sqrt(dot(minus(end, start), minus(end, start)).real)
    last, tried, together = math.inf, math.inf, False
    for _ in range(MOST_SWEEPS):
        moved, turned, largest = sweep(memory, p, k, a, first, before, behind, start, end, out, c)
        if moved < 0.0:
            return False
        held = held_between(memory, k, first, before, behind)
        if behind - before == 2 or (together and moved < SAME * size):
            return True
        still = moved <= STILL * size or (moved <= ROUNDING * size and moved >= 0.5 * last)
        if held < 2 and still and turned <= SETTLED * largest:
            return True
        together, last = False, moved
        if moved * AGAIN > tried:
            tried = math.inf  # it slides on
        if held > 1 and moved <= min(SLOW * size, AGAIN * tried):
            tried = moved
            keep_chain(t, memory, k, first, before, behind, start, end, True)
            together = polish(t, memory, p, k, a, first, before, behind, start, end, out, c)
    return False


@njit
def put_back(memory, k, first, before, behind, since):
    """Let the ways between two points begin from those of an earlier step."""
    for number in range(before + 1, behind):
        at = first + STATION * number
        if k[at + KIND] == POINT:
            continue
        for i in range(k[at + KEPT] + HELD, k[at + KEPT] + HELD + STATE_NUMBERS):
            memory[i + STATE_NUMBERS] = memory[i + since]


@njit
def lies_within(t, memory, k, first, before, behind):
    """Whether a time lies within the last step; the step before an event may have ended behind it."""
    for number in range(before + 1, behind):
        at = first + STATION * number
        if k[at + KIND] != POINT:
            kept = k[at + KEPT]
            if not memory[kept + BEFORE + WHEN].real <= t.real <= memory[kept + WHEN].real:
                return False
    return True


@njit
def nearest_kept(t, memory, k, first, before, behind):
    """From which state one within the last step goes on: its end (0), its start (BEFORE), or the LATEST looked at.

    The nearest: with surfaces held that it has left meanwhile a way may go on at the end as another one.
    """
    if behind - before == 2:
        return 0  # a way round one surface takes as long from anywhere
    near, far, there_is_one = 0, math.inf, True
    for number in range(before + 1, behind):
        at = first + STATION * number
        if k[at + KIND] != POINT:
            there_is_one = there_is_one and memory[k[at + KEPT] + LATEST + TOTAL].real > 0.0
    for number in range(before + 1, behind):
        at = first + STATION * number
        if k[at + KIND] != POINT:
            for since in (0, BEFORE, LATEST):
                away = abs(t.real - memory[k[at + KEPT] + since + WHEN].real)
                if away < far and (since != LATEST or there_is_one):
                    near, far = since, away
    return near


@njit
def keep_latest(memory, k, first, before, behind):
    """Keep a state within the last step for the next one."""
    for number in range(before + 1, behind):
        at = first + STATION * number
        if k[at + KIND] != POINT:
            for i in range(k[at + KEPT] + HELD, k[at + KEPT] + HELD + STATE_NUMBERS):
                memory[i + LATEST] = memory[i + STATE_NUMBERS].real + 0.0 * memory[i]


@njit
def look_for_surfaces(memory, p, k, a, first, before, behind, start, end):
    """How deep a straight part between two points runs through each surface that stands there, but for cylinders."""
    for number in range(before + 1, behind):
        at, n = first + STATION * number, a + STATION_NUMBERS * number
        if k[at + KIND] in (POINT, ROUND):
            continue
        centre, deep = coordinates(memory, k, at + AT, 0), k[at + KEPT] + DEEP
        here, there = minus(start, centre), minus(end, centre)
        if k[at + KIND] == SPHERE:
            depth = depth_in_ellipsoid((p[n + RADIUS], p[n + RADIUS], p[n + RADIUS]), here, there)
        else:
            e, f, g = axes_of(memory, k, at, centre)
            radii = p[n + RADII], p[n + RADII + 1], p[n + RADII + 2]
            here, there = (dot(e, here), dot(f, here), dot(g, here)), (dot(e, there), dot(f, there), dot(g, there))
            if k[at + KIND] == TORUS:
                depth = depth_in_ring(radii, here, there)
            else:
                depth = depth_in_ellipsoid(radii, here, there)
        if depth > memory[deep].real:
            memory[deep] = depth + 0.0 * memory[deep]


@njit
def forget_depths(memory, k, first, before, behind):
    """No straight part has run through a ring as yet."""
    for number in range(before + 1, behind):
        at = first + STATION * number
        if k[at + KIND] != POINT:
            memory[k[at + KEPT] + DEEP] = 0.0 * memory[k[at + AT]]


@njit
def bent(t, memory, p, k, a, first, before, behind, start, end, out, c):
    """Length from a point to another round the surfaces between them, with the pulls.

    What lies within the last step goes on from the state nearest to it, or from its end or start where it does not.
    """
    settled = behind - before == 1
    if not settled:
        within = lies_within(t, memory, k, first, before, behind)
        near = nearest_kept(t, memory, k, first, before, behind) if within else 0
        put_back(memory, k, first, before, behind, near)
        settled = settles(t, memory, p, k, a, first, before, behind, start, end, out, c, near)
        for since in (0, BEFORE):
            if not settled and since != near and (within or since == 0):
                put_back(memory, k, first, before, behind, since)
                settled = settles(t, memory, p, k, a, first, before, behind, start, end, out, c, since)
        if settled and within:
            keep_latest(memory, k, first, before, behind)
    none = 0.0 * start[0]
    length, at, side = none, first + STATION * before, (none, none, none)
    if not settled:
        length = length + NO_NUMBER
    forget_depths(memory, k, first, before, behind)
    for number in range(before + 1, behind + 1):
        there, to, seen, held = first + STATION * number, end, (none, none, none), number == behind
        if not held and k[there + KIND] != POINT:
            now = k[there + KEPT] + STATE_NUMBERS
            held, seen = memory[now + HELD].real > 0.5, taken(memory, now + COME)
            to = plus(coordinates(memory, k, there + AT, 0), seen)
        if held:
            part, u = unit(minus(to, start))
            if settled and behind - before > 2:
                look_for_surfaces(memory, p, k, a, first, before, behind, start, to)
            add(memory, k[at + PULL], u, side)
            add(memory, k[there + PULL], times(-1.0, u), seen)
            length, at = length + part, there
        if held and number < behind:
            now = k[there + KEPT] + STATE_NUMBERS
            side = taken(memory, now + GO)
            start = plus(coordinates(memory, k, there + AT, 0), side)
            length = length + memory[now + ARC]
    return length


@njit
def spun(memory, k, at):
    """What the moment of an ellipsoid or a ring does with its angular velocity."""
    centre, rate = coordinates(memory, k, at + AT, 0), coordinates(memory, k, at + AT, 1)
    e, _, g = axes_of(memory, k, at, centre)
    e_rate = minus(coordinates(memory, k, at + TIP, 1), rate)
    f_rate = minus(coordinates(memory, k, at + SECOND_TIP, 1), rate)
    spin = plus(cross(e, e_rate), times(dot(g, f_rate), e))
    return dot(taken(memory, k[at + PULL] + 3), spin)


@njit
def keep_way(memory, k, at):
    """Keep what was evaluated last of a surface, unless that was nothing as yet, or a trial that was refused."""
    kept = k[at + KEPT]
    if memory[kept + STATE_NUMBERS + TOTAL].real <= 0.0:
        return
    keep(memory, k, at)
    memory[kept + WARM] = 1.0 + 0.0 * memory[kept]
    memory[kept + LATEST + TOTAL] = 0.0 * memory[kept] - 1.0
    for i in range(kept + HELD, kept + HELD + STATE_NUMBERS):
        memory[i + BEFORE] = memory[i]
        memory[i] = memory[i + STATE_NUMBERS].real + 0.0 * memory[i]


@njit
def begins(memory, k, at):
    """Whether a step is the first one, or the first between other points or round the other side of a cylinder."""
    kept = k[at + KEPT]
    now = kept + STATE_NUMBERS
    if memory[kept + WARM].real < 0.5 or memory[now + SPAN].real != memory[kept + SPAN].real:
        return True
    reached = memory[now + HELD].real > 0.5 and memory[kept + HELD].real < 0.5
    return k[at + KIND] == ROUND and reached and memory[k[at + SWITCHES] + SWITCH + STATE].real < 0.5


def surface_path(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: eight numbers of every station; k: how many stations, place of length and rate, then the stations."""
    count, result, first = k[b + 4], k[b + 5], b + 6
    if stage in (ACCEPT, ADVANCE):
        for number in range(count):
            at = first + STATION * number
            if k[at + KIND] != POINT:
                keep_way(memory, k, at)
        return
    zero = 0.0 * memory[k[first + AT]]
    for number in range(count):
        at = first + STATION * number
        for i in range(6):
            memory[k[at + PULL] + i] = zero
        if k[at + KIND] != POINT:
            if memory[k[at + SWITCHES] + FROZEN].real != 0.0 and begins(memory, k, at):
                keep_way(memory, k, at)  # what was evaluated last is the start
            for i in range(k[at + KEPT] + HELD, k[at + KEPT] + HELD + STATE_NUMBERS):
                memory[i + STATE_NUMBERS] = memory[i]
    length, before = zero, 0
    start = coordinates(memory, k, first + AT, 0)
    for number in range(1, count):
        at = first + STATION * number
        if k[at + KIND] == POINT and counts(memory, p, k, at, a + STATION_NUMBERS * number):
            end = coordinates(memory, k, at + AT, 0)
            length = length + bent(t, memory, p, k, a, first, before, number, start, end, out, c)
            before, start = number, end
    rate = zero
    for number in range(count):
        at = first + STATION * number
        rate = rate - power_of(memory, k, at)
        if k[at + KIND] >= ELLIPSOID:
            rate = rate - spun(memory, k, at)
    memory[result] = length
    memory[result + 1] = rate
