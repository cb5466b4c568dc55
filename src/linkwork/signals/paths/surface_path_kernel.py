"""A path over points and round surfaces of any kind, several of which may follow each other: see `path_kernel.py`.

Round ellipsoids and through rings the way is a geodesic (`numerics/geodesics/`), begun where the last step ended.
Where surfaces follow each other each is gone round by itself, from where the path leaves the one before to where it
comes to the next, again and again until nothing moves; what is then left is the shortest way of all. A surface is left
where the length on it comes to zero, and reached where the straight way comes to it.
"""

from __future__ import annotations

import math

from linkwork.numerics.geodesics.layout_kernel import ANY_SIDE, BEGUN, END, IS_FREE, START
from linkwork.numerics.geodesics.round_kernel import go_round_smooth
from linkwork.numerics.geodesics.starts_kernel import line_depth
from linkwork.numerics.jit import njit
from linkwork.numerics.switch_kernel import FROZEN, STATE, decide
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
    SPHERE,
    SWITCHES,
    TIP,
    add,
    coordinates,
    keep,
    power_of,
    round_axis,
    round_centre,
    unit,
)

ELLIPSOID = 3  # kinds of stations from here on are smooth surfaces
SECOND_TIP = 10
"""Integers of a station: as those of `path_kernel.py`, its tip on the axis x; then a tip on the axis y."""
STATION = 13
RADII, TOWARDS = 2, 5  # behind radius and side; the direction in the frame of the surface
STATION_NUMBERS = 8
HELD, COME, GO, LONG, WAY, ARC = 3, 4, 7, 10, 11, 17
"""Behind the angle kept of a cylinder: whether the path lies on the surface, where it comes and goes as seen from the
centre, length and begin of the geodesic, and the length on the surface. The same follows as last evaluated."""
STATE_NUMBERS = ARC + 1 - HELD
KEPT_NUMBERS = HELD + 2 * STATE_NUMBERS
MOST_SWEEPS = 500
STILL = 1e-12  # of the size of the path: points of touch that move less are there, and its length to the square
ROUNDING = 1e-10  # of the size: moves below this that do not get smaller are rounding
SETTLED = 1e-9  # of the largest part of a derivative: one that moves less is there
FAR = 0.2  # of the smallest radius: a way that begins farther off than where it was is another one


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
    """The unit axes of a smooth surface."""
    e = unit(minus(coordinates(memory, k, at + TIP, 0), centre))[1]
    f = unit(minus(coordinates(memory, k, at + SECOND_TIP, 0), centre))[1]
    return e, f, cross(e, f)


@njit
def wound(memory, p, n, kind, ends, was, long, out, c):
    """The way round a smooth surface; one through its very middle goes over the flattest side."""
    radii = p[n + RADII], p[n + RADII + 1], p[n + RADII + 2]
    towards = p[n + TOWARDS], p[n + TOWARDS + 1], p[n + TOWARDS + 2]
    why, length = go_round_smooth(kind, radii, towards, ends, out, c, was, long)
    if why == ANY_SIDE:
        least, none = 0, 0.0 * radii[0]
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
        why, length = go_round_smooth(kind, radii, side, ends, out, c, False, long)
    return why, length


@njit
def is_far(memory, place, out, start, radii):
    """Whether a way begins far from where it did at the last step."""
    size = 0.0
    for i in range(3):
        change = (out[start + i] - memory[place + i]).real
        size += change * change
    return math.sqrt(size) > FAR * min(radii[0].real, min(radii[1].real, radii[2].real))


@njit
def round_smooth(memory, p, k, at, n, start, end, centre, out, c):
    """Whether a path lies on an ellipsoid or in a ring; its length there, and where it comes and goes."""
    e, f, g = axes_of(memory, k, at, centre)
    ends = dot(e, start), dot(f, start), dot(g, start), dot(e, end), dot(f, end), dot(g, end)
    kind, place, now = k[at + KIND] - ELLIPSOID, k[at + SWITCHES], k[at + KEPT] + STATE_NUMBERS
    radii = p[n + RADII], p[n + RADII + 1], p[n + RADII + 2]
    frozen, was, none = memory[place + FROZEN].real != 0.0, memory[now + HELD].real > 0.5, 0.0 * ends[0]
    depth = line_depth(kind, radii, ends)
    if (frozen and memory[place + STATE].real < 0.5) or (not frozen and not was and depth.real <= 0.0):
        decide(memory, place, depth)
        return False, none, start, end
    for i in range(6):
        out[c + START + i] = memory[now + WAY + i]
    why, length = wound(memory, p, n, kind, ends, was, memory[now + LONG], out, c)
    if why == IS_FREE:
        decide(memory, place, depth)
        return False, none, start, end
    # it would jump to another side within a step
    if why < 0.0 or (frozen and was and (why == BEGUN or is_far(memory, k[at + KEPT] + WAY, out, c + START, radii))):
        return True, NO_NUMBER * (1.0 + none), start, end
    if not decide(memory, place, length):
        return False, none, start, end
    for i in range(6):
        memory[now + WAY + i] = out[c + START + i].real + none
    memory[now + LONG] = length.real + none
    s, q = c + START, c + END
    come = plus(plus(times(out[s], e), times(out[s + 1], f)), times(out[s + 2], g))
    go = plus(plus(times(out[q], e), times(out[q + 1], f)), times(out[q + 2], g))
    return True, length, come, go


@njit
def end_before(memory, k, first, number, before, point):
    """Where a path comes from to a surface: the nearest surface before it on which it lies, or the point."""
    for other in range(number - 1, before, -1):
        at = first + STATION * other
        now = k[at + KEPT] + STATE_NUMBERS
        if memory[now + HELD].real > 0.5:
            return plus(coordinates(memory, k, at + AT, 0), taken(memory, now + GO))
    return point


@njit
def end_behind(memory, k, first, number, behind, point):
    """Where a path goes to from a surface."""
    for other in range(number + 1, behind):
        at = first + STATION * other
        now = k[at + KEPT] + STATE_NUMBERS
        if memory[now + HELD].real > 0.5:
            return plus(coordinates(memory, k, at + AT, 0), taken(memory, now + COME))
    return point


@njit
def sweep(memory, p, k, a, first, before, behind, start, end, out, c):
    """Go round every surface between two points once; how far places moved, their derivatives, the largest of these."""
    moved, turned, largest = 0.0, 0.0, 0.0
    for number in range(before + 1, behind):
        at, n = first + STATION * number, a + STATION_NUMBERS * number
        centre, now = coordinates(memory, k, at + AT, 0), k[at + KEPT] + STATE_NUMBERS
        come_from = minus(end_before(memory, k, first, number, before, start), centre)
        go_to = minus(end_behind(memory, k, first, number, behind, end), centre)
        if k[at + KIND] >= ELLIPSOID:
            held, arc, come, go = round_smooth(memory, p, k, at, n, come_from, go_to, centre, out, c)
        elif k[at + KIND] == SPHERE:
            held, arc, come, go = round_centre(memory, p, k, at, n, come_from, go_to)
        else:
            held, arc, come, go = round_axis(memory, p, k, at, n, come_from, go_to, centre)
        if held != (memory[now + HELD].real > 0.5):
            moved = math.inf
        memory[now + HELD] = (1.0 if held else 0.0) + 0.0 * arc
        memory[now + ARC] = arc
        for axis in range(3):
            for place, value in ((now + COME + axis, come[axis]), (now + GO + axis, go[axis])):
                if held:
                    change = value - memory[place]
                    moved = max(moved, abs(change.real))
                    turned, largest = max(turned, abs(change.imag)), max(largest, abs(value.imag))
                memory[place] = value
    return moved, turned, largest


@njit
def bent(memory, p, k, a, first, before, behind, start, end, out, c):
    """Length from a point to another round the surfaces between them, with the pulls."""
    size = math.sqrt(dot(minus(end, start), minus(end, start)).real)
    settled, last = behind - before == 1, math.inf
    for _ in range(MOST_SWEEPS):
        if settled:
            break
        moved, turned, largest = sweep(memory, p, k, a, first, before, behind, start, end, out, c)
        still = moved <= STILL * size or (moved <= ROUNDING * size and moved >= 0.5 * last)
        settled, last = (still and turned <= SETTLED * largest) or behind - before == 2, moved
    none = 0.0 * start[0]
    length, at, side = none, first + STATION * before, (none, none, none)
    if not settled:
        length = length + NO_NUMBER
    for number in range(before + 1, behind + 1):
        there, to, seen, held = first + STATION * number, end, (none, none, none), number == behind
        if not held:
            now = k[there + KEPT] + STATE_NUMBERS
            held, seen = memory[now + HELD].real > 0.5, taken(memory, now + COME)
            to = plus(coordinates(memory, k, there + AT, 0), seen)
        if held:
            part, u = unit(minus(to, start))
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
    """What the moment of a smooth surface does with its angular velocity."""
    centre, rate = coordinates(memory, k, at + AT, 0), coordinates(memory, k, at + AT, 1)
    e, _, g = axes_of(memory, k, at, centre)
    e_rate = minus(coordinates(memory, k, at + TIP, 1), rate)
    f_rate = minus(coordinates(memory, k, at + SECOND_TIP, 1), rate)
    spin = plus(cross(e, e_rate), times(dot(g, f_rate), e))
    return dot(taken(memory, k[at + PULL] + 3), spin)


def surface_path(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: eight numbers of every station; k: how many stations, place of length and rate, then the stations."""
    count, result, first = k[b + 4], k[b + 5], b + 6
    if stage in (ACCEPT, ADVANCE):
        for number in range(count):
            at = first + STATION * number
            if k[at + KIND] != POINT:
                keep(memory, k, at)
                for i in range(k[at + KEPT] + HELD, k[at + KEPT] + HELD + STATE_NUMBERS):
                    memory[i] = memory[i + STATE_NUMBERS].real + 0.0 * memory[i]
        return
    zero = 0.0 * memory[k[first + AT]]
    for number in range(count):
        at = first + STATION * number
        for i in range(6):
            memory[k[at + PULL] + i] = zero
        if k[at + KIND] != POINT:
            for i in range(k[at + KEPT] + HELD, k[at + KEPT] + HELD + STATE_NUMBERS):
                memory[i + STATE_NUMBERS] = memory[i]
    length, before = zero, 0
    start = coordinates(memory, k, first + AT, 0)
    for number in range(1, count):
        at = first + STATION * number
        if k[at + KIND] == POINT:
            end = coordinates(memory, k, at + AT, 0)
            length = length + bent(memory, p, k, a, first, before, number, start, end, out, c)
            before, start = number, end
    rate = zero
    for number in range(count):
        at = first + STATION * number
        rate = rate - power_of(memory, k, at)
        if k[at + KIND] >= ELLIPSOID:
            rate = rate - spun(memory, k, at)
    memory[result] = length
    memory[result + 1] = rate
